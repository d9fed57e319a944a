"""Pictures of puzzles: SVG for screens, PNG and PDF for paper, and text.

From the bottom up:
  fitting   how large a text can be in its room
  themes    what roles look like, in light and in dark
  picture   a puzzle's scene with what is written in it, looked at and crossed out
  svg       a picture as SVG; everything else is made from that
  printing  SVG as PNG and PDF, by way of typst
  marks     the numbers that rules leave in each cell
  steps     a picture for each step of an explanation, with its words: frames
  sheet     many pictures on one
  steps_html, steps_sheet, steps_paper   the frames as a page, as SVG and as PDF
  typesetting, templates   papers of many pages, set by typst from data
  book, book_data, qr   books of puzzles, and what stands on their pages
  notebook  what Jupyter shows

A family says what its board looks like (`Capabilities.scene`); nothing here knows a family by name.
"""

from quincunx.drawing.book import Book, make_book
from quincunx.drawing.picture import Picture, draw

__all__ = ["Book", "Picture", "draw", "make_book"]
