"""Charts of growth: medians as lines, from the least to the most as bands.

Vocabulary:
  curve    one line: points from left to right, each with its figures
  figure   what one puzzle cost: the median of its runs
  stopped  a puzzle that a limit stopped. Where half of a point's puzzles were, or more, it has no
           median, and the line is broken. An empty triangle stands where a stopped one had got to,
           or on the upper edge where that is not known: it would have cost more
  in noise of a curve: its times differ by less than they are spread, so that a line through them
           would show what is not there; then there are dots only
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from statistics import median
from typing import Any

from quincunx.lab.figures.intervals import interval_of
from quincunx.lab.figures.numbers import brief
from quincunx.lab.figures.pictures import LINE_COLOURS, MARKERS, edge_mark, new_figure, save
from quincunx.lab.growth.experiment import Growth, GrowthRow
from quincunx.lab.labeling.heat import counter_name, with_unit
from quincunx.lab.labeling.sweep import groups, mark
from quincunx.solving.models import model_note

CURVE_COUNTERS = ("seconds", "backtracks", "constraints")

STOPPED = "stopped by the limit: more than this"
ZERO = "printed as 0.00 s"
LOOSE = "dots without a line: times differ within noise"
SIGNS = {STOPPED: "^", ZERO: "v", LOOSE: "."}
"""What charts may have besides lines, and how it is marked."""


@dataclass(frozen=True)
class Point:
    """The figures of the puzzles at one place; `middle` is `None` where too many were stopped.

    `reached` is how far the stopped ones had got, where that is known.
    """

    place: float
    figures: tuple[float, ...]
    stopped: int = 0
    reached: tuple[float, ...] = ()

    @property
    def middle(self) -> float | None:
        """The median of all puzzles, stopped ones counted as more than any figure."""
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

    def in_noise(self) -> bool:
        """Whether nothing can be said of how its times differ.

        >>> Curve("flat", (Point(1, (0.0001,)), Point(2, (0.00012,)))).in_noise()
        True
        >>> Curve("steep", (Point(1, (0.001,)), Point(2, (0.1,)))).in_noise()
        False
        """
        intervals = [interval_of(point.figures) for point in self.points if point.figures]
        return all(a.overlaps(b) for a in intervals for b in intervals)


def curves(rows: Sequence[GrowthRow], counter: str) -> list[Curve]:
    """One curve for each labeling and strength of propagation."""
    found = []
    for (line,), part in groups(rows, "line").items():
        points = []
        for (place,), at in groups(part, "place").items():
            figures, reached = [], []
            for runs in groups(at, "instance").values():
                shown = mark(runs, counter).number
                if shown is None:
                    reached.append(max(getattr(run, counter) for run in runs))
                else:
                    figures.append(shown)
            points.append(Point(place, tuple(figures), len(reached), tuple(reached)))
        found.append(Curve(line, tuple(points)))
    return found


def draw_growth(asked: Growth, rows: Sequence[GrowthRow], folder: Path) -> Path:
    """Draw `growth.svg` and `.png`: every counter on linear and on logarithmic axes."""
    words = [row.point for row in rows] if any(not _number(row.point) for row in rows) else []
    heading = f"{asked.family}: cost against {asked.parameter}"
    if note := model_note(asked.model):
        heading += f" ({note})"
    figure = new_figure(11, 3.1 * len(CURVE_COUNTERS) + 1.2, heading)
    axes: Any = figure.subplots(len(CURVE_COUNTERS), 2, squeeze=False)
    signs: set[str] = set()
    for line, counter in zip(axes, CURVE_COUNTERS, strict=True):
        for side, logarithmic in zip(line, (False, True), strict=True):
            lines = curves(rows, counter)
            signs |= draw_curves(side, lines, counter, asked.parameter, logarithmic)
            _tick(side, lines, counter)
            if words:
                side.set_xticks(range(1, len(asked.points) + 1), asked.points)
    explain(figure, axes[0][0], signs)
    return save(figure, folder / "growth")


def _tick(axes: Any, lines: Sequence[Curve], counter: str) -> None:
    """Name the least and the most where hardly a power of ten lies between: on an axis that is
    logarithmic from 1 nothing else is named."""
    if axes.get_yscale() != "symlog":
        return
    low, high = axes.get_ylim()
    figures = {figure for line in lines for point in line.points for figure in point.figures}
    if figures and len([tick for tick in axes.get_yticks() if low <= tick <= high]) < 2:
        ends = sorted({min(figures), max(figures)})
        axes.set_yticks(ends, labels=[brief(end, counter) for end in ends])


def _number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def draw_curves(
    axes: Any,
    lines: Sequence[Curve],
    counter: str,
    parameter: str,
    logarithmic: bool,
    *,
    logarithmic_places: bool = False,
) -> set[str]:
    """Draw curves into one chart, whose labels say which of its axes are logarithmic; the signs
    that `explain` has to explain."""
    signs = set()
    _name_axes(axes, counter, parameter, logarithmic, logarithmic_places)
    for at, curve in enumerate(lines):
        style = {
            "color": LINE_COLOURS[at % len(LINE_COLOURS)],
            "marker": MARKERS[at % len(MARKERS)],
            **_visible(at, len(lines)),
            **curve.style,
        }
        # A time printed as 0.00 s has no place on a logarithmic axis.
        drawable = 0.0 if logarithmic and counter == "seconds" else -1.0
        solid = [p for p in curve.points if p.middle is not None and p.middle > drawable]
        zero = [p.place for p in curve.points if p.middle is not None and p not in solid]
        if counter == "seconds" and curve.in_noise():
            style["linestyle"] = "none"
            signs.add(LOOSE)
        axes.plot(
            [p.place for p in curve.points],
            [p.middle if p in solid else nan for p in curve.points],
            label=curve.name,
            **style,
        )
        if zero:
            signs.add(ZERO)
            edge_mark(axes, zero, [0.03] * len(zero), "v", style["color"],
                      axes.get_xaxis_transform())  # fmt: skip
        # On a linear axis a single hard instance would flatten all medians.
        full = [point for point in solid if len(point.figures) > 1 and logarithmic]
        if full:
            axes.fill_between(
                [p.place for p in full],
                [min(p.figures) for p in full],
                [max(p.figures) for p in full],
                color=style["color"],
                alpha=0.13,
                linewidth=0,
            )
        if _draw_stopped(axes, curve, at, style["color"]):
            signs.add(STOPPED)
    if not logarithmic:
        # From 0 on, so that twice as high is twice as much.
        axes.set_ylim(bottom=0)
        if counter != "seconds":
            axes.yaxis.set_major_formatter(lambda number, _: brief(number, counter))
    places = sorted({point.place for curve in lines for point in curve.points})
    if len(places) <= 12 and all(place == int(place) for place in places):
        axes.set_xticks(places, [f"{place:g}" for place in places])
    axes.grid(True, color="#ddd", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return signs


def _name_axes(
    axes: Any, counter: str, parameter: str, logarithmic: bool, logarithmic_places: bool
) -> None:
    axes.set_title(
        f"{counter_name(counter)}: medians" + (", from least to most" if logarithmic else ""),
        fontsize=10,
    )
    axes.set_xlabel(parameter + (" (logarithmic axis)" if logarithmic_places else ""))
    if logarithmic_places:
        axes.set_xscale("log")
    scale = ""
    if logarithmic and counter == "seconds":
        axes.set_yscale("log")
        scale = "\nlogarithmic axis"
    elif logarithmic:
        # Linear below 1, because there is no logarithm of no backtracks.
        axes.set_yscale("symlog", linthresh=1)
        scale = "\nlogarithmic axis from 1"
    axes.set_ylabel(with_unit(counter) + scale)


def _visible(at: int, number: int) -> dict[str, Any]:
    """Every line is thinner and its markers smaller than those of the line below it, so that
    lines which coincide all show."""
    below = number - 1 - at
    return {
        "linewidth": 1.3 + 1.1 * min(below, 5),
        "markersize": 5 + 2 * min(below, 5),
        "markerfacecolor": "white" if below else None,
        "markeredgewidth": 1.3,
    }


def _draw_stopped(axes: Any, curve: Curve, at: int, colour: str) -> bool:
    """Empty triangles for what was stopped; whether there are any."""
    edge = []
    for point in curve.points:
        if point.reached:
            edge_mark(axes, [point.place] * len(point.reached), point.reached, "^", colour)
        elif point.stopped:
            edge.append(point.place)
    if edge:
        heights = [0.97 - 0.045 * at] * len(edge)
        edge_mark(axes, edge, heights, "^", colour, axes.get_xaxis_transform())
    return any(point.stopped for point in curve.points)


def explain(figure: Any, axes: Any, signs: set[str]) -> None:
    """A legend below the charts: every line, and the signs that are used."""
    handles, names = axes.get_legend_handles_labels()
    for sign in sorted(signs):
        handles.append(edge_mark(axes, [], [], SIGNS[sign], "#555"))
        names.append(sign)
    columns = 2 if max(map(len, names)) > 24 else 3
    figure.legend(handles, names, loc="outside lower center", ncols=columns, frameon=False)


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
