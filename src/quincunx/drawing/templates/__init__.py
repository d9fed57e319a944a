"""Templates: style sheets and scripts for screens, typst for paper."""

from functools import cache
from importlib.resources import files


@cache
def template(name: str) -> str:
    """Return the text of a file in this folder."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
