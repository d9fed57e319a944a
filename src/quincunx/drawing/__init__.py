"""Pictures of puzzles: SVG for screens, PNG and PDF for paper.

A family describes its board as a `Scene`; nothing here depends on a particular family. A `Picture`
adds what is written in it, `svg` renders it, and `typst_export` makes PNG and PDF from the SVG.
Explanations become one picture a step (`steps`), and books are typeset from data (`book`).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quincunx.drawing.book import Book, make_book
    from quincunx.drawing.book_options import BookOptions
    from quincunx.drawing.picture import Picture, draw

__all__ = ["Book", "BookOptions", "Picture", "draw", "make_book"]

_HOMES = {"BookOptions": "book_options", "Picture": "picture", "draw": "picture"}

if not TYPE_CHECKING:

    def __getattr__(name):
        """Import a public name when it is first used: the command line starts without drawing."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'book')}"), name)
