"""Rich display in notebooks for objects of layers below drawing.

Drawing lies above puzzles, results and explanations. The package's `__init__` names the module
that renders them (`use_renderer`); it is imported when a notebook first displays something.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, Protocol


class Renderer(Protocol):
    """Draws puzzles, results, explanations and hints: `quincunx.drawing.notebook` does."""

    def mime_bundle(self, shown: Any, /) -> Mapping[str, str]: ...
    def steps_html(self, explanation: Any, /) -> str: ...
    def steps_svg(self, explanation: Any, theme: str, /) -> str: ...
    def steps_pdf(self, explanation: Any, /) -> bytes: ...
    def save_steps(self, explanation: Any, path: str | os.PathLike[str], /) -> None: ...


_load_renderer: Callable[[], Renderer] | None = None


def use_renderer(load: Callable[[], Renderer]) -> None:
    """Set the function that imports and returns the renderer."""
    global _load_renderer
    _load_renderer = load


def _renderer() -> Renderer:
    assert _load_renderer is not None, "quincunx/__init__.py sets it"
    return _load_renderer()


class Shown:
    """Base of objects that notebooks display as pictures."""

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> Mapping[str, Any]:
        return _renderer().mime_bundle(self)


class ShownSteps(Shown):
    """Base of objects that are displayed step by step, with a picture for each step."""

    def html(self) -> str:
        """Return a self-contained page that steps through with buttons and keys."""
        return _renderer().steps_html(self)

    def svg(self, *, theme: str = "auto") -> str:
        """Return all steps on one sheet as SVG."""
        return _renderer().steps_svg(self, theme)

    def pdf(self) -> bytes:
        """Return all steps on paper as PDF."""
        return _renderer().steps_pdf(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the steps to a file; its suffix chooses the format: .html, .pdf or .svg."""
        _renderer().save_steps(self, path)
