"""Pictures of puzzles: SVG for screens, PNG and PDF for paper.

A family describes its board as a `Scene`; nothing here depends on a particular family. A `Picture`
adds what is written in it, `svg` renders it, and `typst_export` makes PNG and PDF from the SVG.
Explanations become one picture a step (`steps`), and books are typeset from data (`book`).
"""

from quincunx.drawing.book import Book, make_book
from quincunx.drawing.book_options import BookOptions
from quincunx.drawing.picture import Picture, draw

__all__ = ["Book", "BookOptions", "Picture", "draw", "make_book"]
