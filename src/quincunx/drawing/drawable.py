"""Drawings: everything that can be rendered and saved as SVG, PNG or PDF."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeAlias

from quincunx._support.files import write_file
from quincunx._support.notebook import Shown
from quincunx.drawing.svg import to_svg
from quincunx.drawing.typst_export import to_pdf, to_png
from quincunx.errors import OptionError
from quincunx.families.base.validation import shown

View: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in units."""
PICTURE_SUFFIXES = (".svg", ".png", ".pdf")


class Drawing(Shown, ABC):
    """Base of everything that is drawn; subclasses provide the SVG elements and their bounds."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The title."""

    @property
    @abstractmethod
    def description(self) -> str:
        """A description for readers who cannot see the drawing."""

    @abstractmethod
    def view(self) -> View:
        """Return its bounds, margin included."""

    @abstractmethod
    def elements(self) -> Iterable[str]:
        """Return its SVG elements, from the bottom up."""

    def svg(self, *, size: float | None = None, theme: str = "auto") -> str:
        """Return the drawing as SVG.

        Args:
            size: Width in pixels; by default the natural size.
            theme: "light", "dark", "black", or "auto" to follow the reader's screen.
        """
        return to_svg(self, size=size, theme=theme)

    def png(self, *, size: float | None = None, theme: str = "light") -> bytes:
        """Return the drawing as PNG, `size` pixels wide; the theme is not "auto"."""
        return to_png(self, size=size, theme=theme)

    def pdf(self, *, size: float | None = None, theme: str = "light") -> bytes:
        """Return the drawing as a PDF of one page, `size` points wide."""
        return to_pdf(self, size=size, theme=theme)

    def save(
        self, path: str | os.PathLike[str], *, size: float | None = None, theme: str | None = None
    ) -> None:
        """Write the drawing to a file; the suffix selects the format: .svg, .png or .pdf."""
        renderers: dict[str, Callable[..., str | bytes]]
        renderers = {".svg": self.svg, ".png": self.png, ".pdf": self.pdf}
        chosen = {"theme": theme} if theme else {}
        write_file(path, renderers[require_suffix(path)](size=size, **chosen))


def require_suffix(
    path: str | os.PathLike[str], suffixes: Collection[str] = PICTURE_SUFFIXES
) -> str:
    """Return the suffix of a file's name, or raise `OptionError` if it is not one of these."""
    if not isinstance(path, str | os.PathLike):
        raise OptionError(f"path is {shown(path)}, expected the name of a file")
    suffix = Path(path).suffix.lower()
    if suffix not in suffixes:
        ends = f"ends in {suffix}" if suffix else "has no ending"
        raise OptionError(f"{path}: {ends}, expected one of {', '.join(suffixes)}")
    return suffix
