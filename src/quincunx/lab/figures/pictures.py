"""Figures drawn with matplotlib: made, styled and saved in one place.

Colours are Okabe and Ito's, which colour-blind readers can tell apart; lines differ in their
markers too.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from quincunx._support.files import write_file
from quincunx.errors import EngineError

LINE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LIMIT_GREY = "#9a9a9a"
DOTS_PER_INCH = 110


def require_matplotlib() -> None:
    """Say how to install matplotlib where it is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise EngineError(
            "lab: pictures need matplotlib, install it with: pip install 'quincunx[lab]'"
        ) from None


def new_figure(width: float, height: float, heading: str) -> Any:
    """An empty figure of so many inches."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"font.family": "sans-serif"}):
        figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(heading, fontsize=13, fontweight="bold")
    return figure


def edge_mark(
    axes: Any, x: Any, y: Any, marker: str, colour: str, transform: Any | None = None
) -> Any:
    """Empty marks for what has no place on the axes, or lies somewhere beyond it."""
    where = {} if transform is None else {"transform": transform}
    (drawn,) = axes.plot(x, y, linestyle="none", marker=marker, markersize=8, zorder=5,
                         markerfacecolor="none", markeredgecolor=colour, **where)  # fmt: skip
    return drawn


def save(figure: Any, path: Path, *, raster: bool = True) -> Path:
    """Save as `path` with .svg, and with .png too; the former's path. Equal figures give equal
    files."""
    from matplotlib import rc_context

    vector = Path(f"{path}.svg")
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "quincunx", "hatch.linewidth": 0.8}):
        _save(figure, vector, metadata={"Date": None, "Creator": None})
        if raster:
            picture = Path(f"{path}.png")
            _save(figure, picture, dpi=DOTS_PER_INCH, metadata={"Software": None})
    return vector


def _save(figure: Any, path: Path, **options: Any) -> None:
    drawn = io.BytesIO()
    figure.savefig(drawn, format=path.suffix[1:], **options)
    write_file(path, drawn.getvalue())
