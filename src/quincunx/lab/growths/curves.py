"""Charts of growth: medians as lines, from the least to the most as bands.

Vocabulary:
  curve    one line: points from left to right, each with its figures
  stopped  a point where a limit stopped half of the runs or more: it has no median, and is drawn
           as an empty triangle on the upper edge
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from quincunx.lab.figures.numbers import brief, markdown_table, ratio
from quincunx.lab.figures.pictures import LINE_COLOURS, MARKERS, new_figure, save
from quincunx.lab.growths.growing import Growth, GrowthRow
from quincunx.lab.sweeps.heat import counter_name
from quincunx.lab.sweeps.sweep import groups, kernel_name

CURVE_COUNTERS = ("seconds", "backtracks", "constraints")


@dataclass(frozen=True)
class Point:
    """The figures of the runs at one place; `middle` is `None` where too many were stopped."""

    place: float
    figures: tuple[float, ...]
    stopped: int = 0

    @property
    def middle(self) -> float | None:
        """The median of all runs, stopped ones counted as more than any figure."""
        total = len(self.figures) + self.stopped
        if 2 * len(self.figures) <= total:
            return None
        most = max(self.figures)
        return median([*self.figures, *([most] * self.stopped)])


@dataclass(frozen=True)
class Curve:
    """A line of a chart."""

    name: str
    points: tuple[Point, ...]
    style: dict[str, Any] = field(default_factory=dict)


def curves(rows: Sequence[GrowthRow], counter: str) -> list[Curve]:
    """One curve for each labeling and strength of propagation."""
    found = []
    for (line,), part in groups(rows, "line").items():
        points = []
        for (place,), at in groups(part, "place").items():
            figures = tuple(getattr(row, counter) for row in at if not row.limited)
            points.append(Point(place, figures, len(at) - len(figures)))
        found.append(Curve(line, tuple(points)))
    return found


def draw_growth(asked: Growth, rows: Sequence[GrowthRow], folder: Path) -> Path:
    """Draw `growth.svg` and `.png`: every counter on linear and on logarithmic axes."""
    words = [row.point for row in rows] if any(not _number(row.point) for row in rows) else []
    heading = f"{asked.family}: cost against {asked.parameter}"
    figure = new_figure(11, 3.1 * len(CURVE_COUNTERS) + 1.2, heading)
    axes: Any = figure.subplots(len(CURVE_COUNTERS), 2, squeeze=False)
    for line, counter in zip(axes, CURVE_COUNTERS, strict=True):
        for side, logarithmic in zip(line, (False, True), strict=True):
            draw_curves(side, curves(rows, counter), counter, asked.parameter, logarithmic)
            if words:
                side.set_xticks(range(1, len(asked.points) + 1), asked.points)
    explain(figure, axes[0][0])
    return save(figure, folder / "growth")


def _number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def draw_curves(
    axes: Any, lines: Sequence[Curve], counter: str, parameter: str, logarithmic: bool
) -> None:
    """Draw curves into one chart."""
    name = counter_name(counter)
    unit = " (s)" if counter == "seconds" else ""
    scale = "logarithmic, from least to most" if logarithmic else "linear"
    axes.set_title(f"{name}: medians, {scale}", fontsize=10)
    axes.set_xlabel(parameter)
    axes.set_ylabel(f"{name}{unit}")
    if logarithmic and counter == "seconds":
        axes.set_yscale("log")
    elif logarithmic:
        # Linear below 1, because there is no logarithm of no backtracks.
        axes.set_yscale("symlog", linthresh=1)
    for at, curve in enumerate(lines):
        style = {
            "color": LINE_COLOURS[at % len(LINE_COLOURS)],
            "marker": MARKERS[at % len(MARKERS)],
            "markersize": 5,
            "linewidth": 1.6,
            **curve.style,
        }
        colour = style["color"]
        # A time printed as 0.00 s has no place on a logarithmic axis.
        drawable = 0.0 if logarithmic and counter == "seconds" else -1.0
        solid = [p for p in curve.points if p.middle is not None and p.middle > drawable]
        axes.plot([p.place for p in solid], [p.middle for p in solid], label=curve.name, **style)
        # On a linear axis a single hard instance would flatten all medians.
        full = [point for point in solid if len(point.figures) > 1 and logarithmic]
        if full:
            axes.fill_between(
                [p.place for p in full],
                [min(p.figures) for p in full],
                [max(p.figures) for p in full],
                color=colour,
                alpha=0.13,
                linewidth=0,
            )
        stopped = [point.place for point in curve.points if point.middle is None]
        axes.plot(
            stopped,
            [0.97 - 0.045 * at] * len(stopped),
            linestyle="none",
            marker="^",
            markersize=8,
            markerfacecolor="none",
            markeredgecolor=colour,
            transform=axes.get_xaxis_transform(),
        )
    places = sorted({point.place for curve in lines for point in curve.points})
    if len(places) <= 12 and all(place == int(place) for place in places):
        axes.set_xticks(places, [f"{place:g}" for place in places])
    axes.grid(True, color="#ddd", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def explain(figure: Any, axes: Any) -> None:
    """A legend below the charts: every line, and what an empty triangle means."""
    from matplotlib.lines import Line2D

    handles, names = axes.get_legend_handles_labels()
    handles.append(
        Line2D([], [], linestyle="none", marker="^", markersize=8, markerfacecolor="none",
               markeredgecolor="#555")
    )  # fmt: skip
    names.append("stopped by the limit: no median")
    columns = 2 if max(map(len, names)) > 24 else 3
    figure.legend(handles, names, loc="outside lower center", ncols=columns, frameon=False)


def write_growth_report(asked: Growth, rows: Sequence[GrowthRow]) -> str:
    """The medians and spreads as Markdown; the chart lies beside it."""
    fixed = ", ".join(f"{name}={value}" for name, value in asked.fixed.items())
    kind = "one solution each" if asked.unique else "any number of solutions"
    text = [
        f"# {asked.family}: cost against {asked.parameter}",
        "",
        f"{asked.number} puzzles a point, seed {asked.seed}, {kind}"
        + (f", {fixed}" if fixed else "")
        + f"; goal: {asked.goal}; limit of a run: {asked.limits}; kernel: {kernel_name()}.",
        "",
        f"![cost against {asked.parameter}](growth.svg)",
        "",
        "Medians, and in brackets the least and the most. Where a limit stopped half of the runs "
        "or more there is no median.",
        "",
    ]
    for counter in CURVE_COUNTERS:
        lines = curves(rows, counter)
        table = []
        for at, point in enumerate(asked.points):
            table.append([point, *(in_words(curve.points[at], counter) for curve in lines)])
        headers = [asked.parameter, *(curve.name for curve in lines)]
        text += [f"## {counter_name(counter).capitalize()}", "", markdown_table(headers, table), ""]
        text += [_steepness(curve) for curve in lines] + [""]
    return "\n".join(text)


def in_words(point: Point, counter: str) -> str:
    """A point of a curve for a table.

    >>> in_words(Point(3, (1, 2, 9)), "nodes"), in_words(Point(3, (1,), stopped=4), "nodes")
    ('2 (1–9)', 'stopped (4 of 5)')
    """
    total = len(point.figures) + point.stopped
    if point.middle is None:
        return f"stopped ({point.stopped} of {total})"
    text = brief(point.middle, counter)
    if min(point.figures) < max(point.figures):
        text += f" ({brief(min(point.figures), counter)}–{brief(max(point.figures), counter)})"
    return text + (f", {point.stopped} of {total} stopped" if point.stopped else "")


def _steepness(curve: Curve) -> str:
    """By how much a step multiplies the cost, on the average over the whole range."""
    solid = [(p.place, p.middle) for p in curve.points if p.middle]
    if len(solid) < 2 or solid[-1][0] == solid[0][0]:
        return f"- {curve.name}: too few points to say how it grows."
    (first, low), (last, high) = solid[0], solid[-1]
    factor = (high / low) ** (1 / (last - first))
    return f"- {curve.name}: {ratio(factor)} for each step of one, from {first:g} to {last:g}."
