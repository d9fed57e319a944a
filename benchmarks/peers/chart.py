"""`docs/peers.svg`: for every row how many times as long as ours each peer took, with intervals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.peers.report import KINDS, REFERENCE, Data, sure, time_of

SHOWN = {
    "ours, uncompiled": ("#0072B2", "o"),
    "Gecode, solver": ("#D55E00", "s"),
    "OR-Tools CP": ("#009E73", "^"),
    "CP-SAT": ("#CC79A7", "D"),
    "SWI-Prolog": ("#E69F00", "v"),
    "python-constraint2": ("#56B4E9", "P"),
}
"""The columns of the chart. The colours are Okabe and Ito's, which colour-blind readers can tell
apart; the markers differ as well."""


LEFT = 0.05
"""What takes a smaller part of our time is drawn here: 0 has no place on a logarithmic axis."""


def draw(data: Data, path: Path) -> None:
    """Draw the chart and save it as `path` with .svg."""
    from quincunx.lab.plots import new_figure, save

    rows = [row for row in data["rows"] if "cold" in row["cells"][REFERENCE]]
    heading = "Processor time of each peer ÷ that of our compiled kernel"
    figure = new_figure(12, 1.9 + 0.27 * len(rows), heading)
    both = figure.subplots(1, 2, sharey=True)
    for axes, kind in zip(both, KINDS, strict=True):
        _draw_kind(axes, rows, kind, data["limit"])
    names = [f"{row['instance']}, {row['task']}" for row in rows]
    both[0].set_yticks(range(len(rows)), names, fontsize=8)
    both[0].invert_yaxis()
    handles, labels = both[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, fontsize=9, frameon=False)
    save(figure, path)


def _draw_kind(axes: Any, rows: list[Data], kind: str, limit: float) -> None:
    axes.set_title(kind, fontsize=10)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda times, _: f"{times:,g}" if times < 1 else f"{times:,.0f}")
    for place, row in enumerate(rows):
        ours = time_of(row["cells"][REFERENCE], kind)
        if ours is not None and sure(ours):
            # Times within this bar cannot be distinguished from ours.
            axes.plot([ours.low / ours.middle, ours.high / ours.middle], [place, place],
                      color="black", linewidth=5, alpha=0.35, solid_capstyle="butt")  # fmt: skip
    axes.axvline(1, color="black", linewidth=1.2)
    for column, (colour, marker) in SHOWN.items():
        _draw_column(axes, rows, kind, limit, column, colour, marker)
    # Half a row above the first and below the last, so that no mark is cut.
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.grid(axis="x", color="#dddddd", zorder=0)
    axes.grid(axis="y", color="#f0f0f0", zorder=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(
        "times as long as ours (logarithmic axis); bars are intervals, grey that of ours;\n"
        f"no bar: fewer than five runs; hollow: stopped after {limit:g} s, so further right",
        fontsize=8,
    )


def _draw_column(
    axes: Any, rows: list[Data], kind: str, limit: float, column: str, colour: str, marker: str
) -> None:
    solved: list[tuple[float, int, float, float]] = []
    late: list[tuple[float, int]] = []
    for place, row in enumerate(rows):
        ours = time_of(row["cells"][REFERENCE], kind)
        if ours is None:
            continue
        cell = row["cells"][column]
        time = time_of(cell, kind)
        if time is not None:
            middle, low, high = (
                max(LEFT, t / ours.middle) for t in (time.middle, time.low, time.high)
            )
            if not sure(time):
                low = high = middle
            solved.append((middle, place, middle - low, high - middle))
        elif cell["status"] == "late":
            late.append((limit / ours.middle, place))
    style = {"linestyle": "none", "marker": marker, "markersize": 5.5, "color": colour}
    if solved:
        x, y, below, above = zip(*solved, strict=True)
        axes.errorbar(x, y, xerr=[below, above], elinewidth=1.2, label=column, zorder=3, **style)
    if late:
        x_late, y_late = zip(*late, strict=True)
        axes.plot(x_late, y_late, markerfacecolor="white", zorder=3, **style)
