"""What pages are made with: style sheets and scripts for screens, typst for paper.

These files are fixed. Whatever is shown with them reaches them as data.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def template(name: str) -> str:
    """The text of a file in this folder."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")
