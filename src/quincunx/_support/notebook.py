"""How things show themselves in a notebook: as pictures, with text beside them.

Vocabulary:
  bundle  the same thing in several forms, by their MIME types; a notebook shows the best it can

Nothing of what draws is imported before a notebook asks.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quincunx.drawing.steps import Told


class Shown:
    """What a notebook shows as a picture: puzzles, results, explanations and hints."""

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> Mapping[str, Any]:
        from quincunx.drawing.notebook import bundle

        return bundle(self)

    def _repr_svg_(self) -> str | None:
        return self._repr_mimebundle_().get("image/svg+xml")

    def _repr_html_(self) -> str | None:
        return self._repr_mimebundle_().get("text/html")


class ShownSteps(Shown):
    """What is shown step by step, a picture each: explanations."""

    def html(self: Told) -> str:
        """A page that goes through the steps with buttons and keys; it loads nothing else."""
        from quincunx.drawing.steps_html import to_html

        return to_html(self)

    def svg(self: Told, *, theme: str = "auto") -> str:
        """All steps on one sheet, as SVG."""
        from quincunx.drawing.steps_sheet import StepSheet

        return StepSheet.of(self).svg(theme=theme)

    def pdf(self: Told) -> bytes:
        """All steps on paper, as PDF."""
        from quincunx.drawing.steps_paper import to_paper

        return to_paper(self)

    def save(self: Told, path: str | os.PathLike[str]) -> None:
        """Write the steps to a file, whose name says how: .html, .pdf or .svg."""
        from quincunx.drawing.files import save_steps

        save_steps(self, path)
