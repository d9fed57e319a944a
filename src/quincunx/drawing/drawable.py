"""What can be drawn: a picture, or a sheet of them; and the files it can be saved in."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TypeAlias

from quincunx._support.notebook import Shown

View: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in units."""


class Drawn(Shown, ABC):
    """Something that is drawn. It says how large it is and of which SVG elements it is made."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What this is."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What it shows, for those who do not see it."""

    @abstractmethod
    def view(self) -> View:
        """How large it is, its margin included."""

    @abstractmethod
    def elements(self) -> Iterable[str]:
        """The SVG elements it is made of, from the bottom up."""

    def svg(self, *, size: float | None = None, theme: str = "auto") -> str:
        """It as SVG, `size` pixels wide; the theme is "light", "dark" or "auto", which is light
        or dark as the reader's screen is."""
        from quincunx.drawing.svg import to_svg

        return to_svg(self, size=size, theme=theme)

    def png(self, *, size: float | None = None, theme: str = "light") -> bytes:
        """It as PNG, `size` pixels wide."""
        from quincunx.drawing.typst_export import to_png

        return to_png(self, size=size, theme=theme)

    def pdf(self, *, size: float | None = None, theme: str = "light") -> bytes:
        """It as a PDF of one page, `size` points wide."""
        from quincunx.drawing.typst_export import to_pdf

        return to_pdf(self, size=size, theme=theme)

    @abstractmethod
    def text(self) -> str:
        """It as lines of text."""

    def save(
        self, path: str | os.PathLike[str], *, size: float | None = None, theme: str | None = None
    ) -> None:
        """Write it to a file, whose name says how: .svg, .png, .pdf or .txt."""
        from quincunx.drawing.files import save

        save(self, path, size=size, theme=theme)
