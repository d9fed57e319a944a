"""How things show themselves in a notebook: as pictures, with text beside them.

Vocabulary:
  bundle  the same thing in several forms, by their MIME types; a notebook shows the best it can

Nothing of what draws is imported before a notebook asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
