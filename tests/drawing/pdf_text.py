"""A PDF read back: every character with its size and its box."""

from collections.abc import Iterator
from ctypes import c_double
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium


@dataclass(frozen=True)
class Character:
    """A visible character on a page, its size in points and its box from the lower left."""

    page: int
    text: str
    size: float
    box: tuple[float, float, float, float]


def characters(pdf: bytes) -> Iterator[Character]:
    """All visible characters of a document."""
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        text_page = page.get_textpage()
        for at in range(text_page.count_chars()):
            text = chr(pdfium.FPDFText_GetUnicode(text_page, at))
            if text.isspace():
                continue
            matrix, sides = pdfium.FS_MATRIX(), [c_double() for _ in range(4)]
            pdfium.FPDFText_GetMatrix(text_page, at, matrix)
            pdfium.FPDFText_GetCharBox(text_page, at, *sides)
            scale = (matrix.b**2 + matrix.d**2) ** 0.5
            left, right, bottom, top = (side.value for side in sides)
            size = scale * pdfium.FPDFText_GetFontSize(text_page, at)
            yield Character(number, text, size, (left, bottom, right, top))
