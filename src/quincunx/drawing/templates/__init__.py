"""Templates: style sheets and scripts for screens, typst for paper."""

from functools import cache
from importlib.resources import files
from string import Template


@cache
def template(name: str) -> str:
    """Return the text of a file in this folder."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def html_page(name: str, **values: object) -> str:
    """Return the HTML page whose body is the template of this name, with values filled in."""
    body = Template(template(name)).substitute(values)
    return Template(template("page.html")).substitute(values, body=body)
