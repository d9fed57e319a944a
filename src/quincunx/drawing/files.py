"""Pictures written to files, in the form that the file's name asks for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from quincunx._support.files import write_file
from quincunx.drawing.steps import Told
from quincunx.drawing.steps_html import to_html
from quincunx.drawing.steps_paper import to_paper
from quincunx.drawing.steps_sheet import StepSheet
from quincunx.errors import OptionError

if TYPE_CHECKING:
    from quincunx.drawing.drawable import Drawn

Make: TypeAlias = "Callable[[Drawn, float | None, str | None], str | bytes]"


def _text(drawn: Drawn, size: float | None, theme: str | None) -> str:
    if size is not None or theme is not None:
        raise OptionError("draw: text has no size and no theme, expected another kind of file")
    return f"{drawn.text()}\n"


FORMS: Mapping[str, Make] = {
    ".svg": lambda drawn, size, theme: drawn.svg(size=size, theme=theme or "auto"),
    ".png": lambda drawn, size, theme: drawn.png(size=size, theme=theme or "light"),
    ".pdf": lambda drawn, size, theme: drawn.pdf(size=size, theme=theme or "light"),
    ".txt": _text,
}
"""How a picture is made, by the end of the file's name."""
STEP_FORMS: Mapping[str, Callable[[Told], str | bytes]] = {
    ".html": to_html,
    ".pdf": to_paper,
    ".svg": lambda told: StepSheet.of(told).svg(),
}
"""How the steps of an explanation are shown, by the end of the file's name."""


def require_form(path: str | os.PathLike[str], forms: Mapping[str, object] = FORMS) -> str:
    """The end of a file's name, which says what to write; another one is an error."""
    form = Path(path).suffix.lower()
    if form not in forms:
        ends = f"ends in {form}" if form else "has no ending"
        raise OptionError(f"{path}: {ends}, expected one of {', '.join(forms)}")
    return form


def save(
    drawn: Drawn,
    path: str | os.PathLike[str],
    *,
    size: float | None = None,
    theme: str | None = None,
) -> None:
    """Write a picture to a file, all of it or nothing."""
    write_file(path, FORMS[require_form(path)](drawn, size, theme))


def save_steps(told: Told, path: str | os.PathLike[str]) -> None:
    """Write the steps of an explanation to a file, all of it or nothing."""
    write_file(path, STEP_FORMS[require_form(path, STEP_FORMS)](told))
