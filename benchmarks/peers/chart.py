"""`docs/peers.svg`: for every row how many times as long as ours each peer took."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.peers.report import REFERENCE

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


def draw(data: dict[str, Any], path: Path) -> None:
    """Draw the chart and save it as `path` with .svg."""
    from quincunx.lab.figures.pictures import new_figure, save

    rows = [row for row in data["rows"] if row["cells"][REFERENCE].get("seconds")]
    figure = new_figure(
        9, 1.6 + 0.24 * len(rows), "Time of each peer ÷ time of our compiled kernel"
    )
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda times, _: f"{times:,g}" if times < 1 else f"{times:,.0f}")
    axes.axvline(1, color="black", linewidth=1.2)
    for column, (colour, marker) in SHOWN.items():
        for status, face in (("solved", colour), ("late", "white")):
            points = [
                (cell.get("seconds", data["limit"]) / row["cells"][REFERENCE]["seconds"], place)
                for place, row in enumerate(rows)
                if (cell := row["cells"][column])["status"] == status
            ]
            if points:
                axes.scatter(
                    *zip(*points, strict=True),
                    s=34,
                    marker=marker,
                    edgecolors=colour,
                    facecolors=face,
                    label=column if status == "solved" else None,
                    zorder=3,
                )
    names = [f"{row['instance']}, {row['task']}" for row in rows]
    axes.set_yticks(range(len(rows)), names, fontsize=8)
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.grid(axis="x", color="#dddddd", zorder=0)
    axes.grid(axis="y", color="#f0f0f0", zorder=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(
        f"times as long as ours (logarithmic); left of the line is faster than ours;\n"
        f"hollow: stopped after {data['limit']:g} s, so at least as far to the right",
        fontsize=9,
    )
    figure.legend(loc="outside lower center", ncols=3, fontsize=9, frameon=False)
    save(figure, path, raster=False)
