"""Plots: heat maps and growth curves with matplotlib, tables for terminals.

Lines have Okabe and Ito's colours, which colour-blind readers can tell apart, and different
markers; heat maps have cividis. What a limit stopped is hatched or marked, and never a number.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, nan
from pathlib import Path
from statistics import median
from typing import Any

from quincunx._support.files import write_file
from quincunx.lab.tables import brief, counter_name
from quincunx.lab.trials import TrialRow, figure_of, group_by

LINE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
# A triangle that points upwards means that the true value is greater.
MARKERS = ("o", "s", "D", "v", "P", "h", "X")
LIMIT_STYLE: dict[str, Any] = {"facecolor": "white", "edgecolor": "#9a9a9a", "hatch": "////"}


def new_figure(width: float, height: float, heading: str) -> Any:
    """Return an empty figure; width and height are in inches."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"font.family": "sans-serif"}):
        figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(heading, fontsize=13, fontweight="bold")
    return figure


def save(figure: Any, path: Path) -> Path:
    """Save as `path` with .svg, and return that; equal figures give equal files."""
    from matplotlib import rc_context

    drawn = io.BytesIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "quincunx", "hatch.linewidth": 0.8}):
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    saved = Path(f"{path}.svg")
    write_file(saved, drawn.getvalue())
    return saved


def edge_mark(axes: Any, x: Any, y: Any, colour: str) -> Any:
    """Draw empty triangles for values that are only known to be greater."""
    style = {"markersize": 8, "zorder": 5, "markerfacecolor": "none", "markeredgecolor": colour}
    (drawn,) = axes.plot(x, y, linestyle="none", marker="^", **style)
    return drawn


# Heat maps.

TIME_SPAN = 10.0
"""The darkest and the brightest time differ by at least this factor: less may be noise."""


OPTION_SIDES = ("variable order", "value choice")


@dataclass(frozen=True)
class Panel:
    """One heat map: its title, and a figure for each pair of a column's and a line's name.

    A figure is infinite if a limit stopped the search, and `None` if it was not run.
    """

    title: str
    figures: Mapping[tuple[str, str], float | None]
    counter: str
    sides: tuple[str, str] = OPTION_SIDES
    """What the names below and beside it are."""

    @property
    def heading(self) -> str:
        """The title in one line."""
        return self.title.replace("\n", ": ")

    @property
    def columns(self) -> list[str]:
        """The names below it."""
        return list(dict.fromkeys(column for column, _ in self.figures))

    @property
    def lines(self) -> dict[str, list[float | None]]:
        """The figures from left to right by the names beside it."""
        names = dict.fromkeys(line for _, line in self.figures)
        return {name: [self.figures.get((c, name)) for c in self.columns] for name in names}


def scale_of(panels: Sequence[Panel]) -> Any:
    """Return the logarithmic scale of panels side by side, from 0 for the least figure to 1."""
    from matplotlib.colors import LogNorm

    figures = [figure for panel in panels for figure in panel.figures.values()]
    numbers = [figure for figure in figures if figure is not None and figure < inf]
    # Zero has no logarithm: it counts as half of the least number that has one.
    least = min(filter(None, numbers), default=1.0) / (2 if 0 in numbers else 1)
    # More than 1, because a scale needs two ends.
    span = TIME_SPAN if panels[0].counter == "seconds" else 1.001
    return LogNorm(least, max([*numbers, span * least]), clip=True)


def draw_panels(panels: Sequence[Sequence[Panel]], heading: str, path: Path) -> Path:
    """Draw rows of heat maps into `path` with .svg, and return that.

    In a row, one colour means one amount; the figures are written on the colours.
    """
    across = max(map(len, panels))
    first = panels[0][0]
    width = across * (1.7 + 0.78 * len(first.columns)) + 1.3
    height = len(panels) * (1.9 + 0.34 * len(first.lines)) + 0.9
    figure = new_figure(width, height, heading)
    for down, row in enumerate(panels):
        scale = scale_of(row)
        for at, panel in enumerate(row):
            axes = figure.add_subplot(len(panels), across, down * across + at + 1)
            _draw_panel(axes, panel, scale)
    if any(inf in panel.figures.values() for row in panels for panel in row):
        from matplotlib.patches import Patch

        hatched = Patch(label="stopped by the limit", **LIMIT_STYLE)
        figure.legend(handles=[hatched], loc="outside lower right", frameon=False, fontsize=9)
    return save(figure, path)


def _draw_panel(axes: Any, panel: Panel, scale: Any) -> None:
    from matplotlib.patches import Rectangle

    columns, lines = panel.columns, panel.lines
    shades = [
        [nan if figure is None or figure == inf else scale(figure) for figure in line]
        for line in lines.values()
    ]
    axes.imshow(shades, cmap="cividis", vmin=0, vmax=1, aspect="auto")
    axes.set_title(panel.title, fontsize=10)
    axes.set_xlabel(panel.sides[0], fontsize=9)
    axes.set_ylabel(panel.sides[1], fontsize=9)
    axes.set_xticks(range(len(columns)), columns, rotation=35, ha="right")
    axes.set_yticks(range(len(lines)), lines)
    axes.tick_params(length=0, labelsize=9)
    wide, high = len(columns), len(lines)
    white = {"colors": "white", "linewidth": 0.8}
    axes.hlines([y + 0.5 for y in range(high - 1)], -0.5, wide - 0.5, **white)
    axes.vlines([x + 0.5 for x in range(wide - 1)], -0.5, high - 0.5, **white)
    axes.spines[:].set_visible(False)
    for y, line in enumerate(lines.values()):
        for x, figure in enumerate(line):
            if figure is None or figure == inf:
                hatch = LIMIT_STYLE if figure == inf else {"facecolor": "white"}
                axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, linewidth=0, **hatch))
            else:
                text = brief(figure, panel.counter)
                dark = "black" if scale(figure) > 0.55 else "white"
                axes.text(x, y, text, ha="center", va="center", fontsize=8.5, color=dark)


def terminal_table(panel: Panel) -> tuple[list[str], list[list[str]]]:
    """Return the headers and the lines of a heat map in a terminal."""

    def shown(figure: float | None) -> str:
        known = "not run" if figure is None else brief(figure, panel.counter)
        return "limit" if figure == inf else known

    return ["", *panel.columns], [[name, *map(shown, row)] for name, row in panel.lines.items()]


# Curves.

STOPPED = "stopped by the limit: more than this"
MIN_LOGARITHMIC_RATIO = 30
MAX_LEVEL_NAMES = 8
"""More names than this below an axis are turned."""


@dataclass(frozen=True)
class CurvePoint:
    """The figures of the puzzles at one place; `reached` are lower bounds for stopped ones."""

    place: float
    figures: tuple[float, ...]
    reached: tuple[float, ...] = ()

    @property
    def middle(self) -> float:
        """The median of all puzzles, stopped ones above any figure; infinite if it is not known."""
        return median([*self.figures, *(inf for _ in self.reached)])

    def describe(self, counter: str) -> str:
        """Return the median and the range for a table.

        >>> CurvePoint(3, (1, 2, 9)).describe("nodes")
        '2 (1–9)'
        >>> CurvePoint(3, (1,), (5,) * 4).describe("nodes")
        'stopped (4 of 5)'
        """
        stopped = len(self.reached)
        total = len(self.figures) + stopped
        if self.middle == inf:
            return f"stopped ({stopped} of {total})"
        text = brief(self.middle, counter)
        least, most = min(self.figures), max(self.figures)
        if least < most:
            text += f" ({brief(least, counter)}–{brief(most, counter)})"
        return text + (f", {stopped} of {total} stopped" if stopped else "")


@dataclass(frozen=True)
class Curve:
    """A line of a chart."""

    name: str
    points: tuple[CurvePoint, ...]
    style: dict[str, Any] = field(default_factory=dict)


def curve_of(
    name: str,
    rows: Iterable[TrialRow],
    counter: str,
    places: Mapping[str, float],
    style: Mapping[str, Any] | None = None,
) -> Curve:
    """Return the curve of rows by the places of their points; runs of a puzzle are one figure."""
    points = []
    for (point,), at in group_by(rows, "point").items():
        figures, reached = [], []
        for runs in group_by(at, "puzzle").values():
            figure = figure_of(runs, counter)
            if figure == inf:
                reached.append(max(getattr(run, counter) for run in runs))
            else:
                figures.append(figure)
        points.append(CurvePoint(places[point], tuple(figures), tuple(reached)))
    return Curve(name, tuple(points), dict(style or {}))


def draw_curves(axes: Any, curves: Sequence[Curve], counter: str) -> None:
    """Draw medians as lines and ranges as bands.

    The axis is logarithmic if the figures span more than `MIN_LOGARITHMIC_RATIO` times the least.
    """
    figures = sorted(y for curve in curves for point in curve.points for y in point.figures)
    positive = [figure for figure in figures if figure > 0]
    logarithmic = bool(positive) and positive[-1] > MIN_LOGARITHMIC_RATIO * positive[0]
    for at, curve in enumerate(curves):
        # Each line is thinner than the one below it, so that lines that coincide all show.
        below = len(curves) - 1 - at
        style = {
            "color": LINE_COLOURS[at % len(LINE_COLOURS)],
            "marker": MARKERS[at % len(MARKERS)],
            "linewidth": 1.3 + 1.1 * min(below, 5),
            "markersize": 5 + 2 * min(below, 5),
            "markerfacecolor": "white" if below else None,
            "markeredgewidth": 1.3,
            **curve.style,
        }
        places = [p.place for p in curve.points]
        middles = [nan if p.middle == inf else p.middle for p in curve.points]
        axes.plot(places, middles, label=curve.name, **style)
        full = [p for p in curve.points if p.middle < inf and len(p.figures) > 1]
        if full:
            least_most = [[edge(p.figures) for p in full] for edge in (min, max)]
            places = [p.place for p in full]
            axes.fill_between(places, *least_most, color=style["color"], alpha=0.13, linewidth=0)
        for point in curve.points:
            if point.reached:
                x = [point.place] * len(point.reached)
                edge_mark(axes, x, point.reached, style["color"])
    if not logarithmic:
        # From 0 on, so that twice as high is twice as much.
        axes.set_ylim(bottom=0)
    elif counter == "seconds":
        # A time printed as 0.00 s has no place here.
        axes.set_yscale("log", nonpositive="mask")
    else:
        # Linear below 1, because there is no logarithm of no backtracks.
        axes.set_yscale("symlog", linthresh=1)
    label = "processor time (s)" if counter == "seconds" else counter
    axes.set_ylabel(label + ("\nlogarithmic axis" if logarithmic else ""))
    axes.grid(True, color="#ddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def draw_charts(
    heading: str,
    curves: Mapping[str, Sequence[Curve]],
    parameter: str,
    ticks: Mapping[float, str],
    path: Path,
) -> Path:
    """Draw the curves of each counter.

    Args:
        heading: The title of the picture.
        curves: The curves by counter.
        parameter: The label of the horizontal axes.
        ticks: The names of places on them.
        path: Where to save, without suffix.
    """
    figure = new_figure(5.5 * len(curves) if len(curves) > 1 else 7, 4.8, heading)
    axes: Any = figure.subplots(1, len(curves), squeeze=False)
    turned = {"rotation": 60, "fontsize": 8} if len(ticks) > MAX_LEVEL_NAMES else {}
    places = [point.place for lines in curves.values() for c in lines for point in c.points]
    wide = min(places, default=0) > 0 and max(places) > 14 * min(places)
    for side, (counter, lines) in zip(axes[0], curves.items(), strict=True):
        side.set_title(counter_name(counter), fontsize=10)
        side.set_xlabel(parameter + (" (logarithmic axis)" if wide else ""))
        side.set_xscale("log" if wide else "linear")
        draw_curves(side, lines, counter)
        if ticks:
            side.set_xticks(list(ticks), list(ticks.values()), **turned)
            side.tick_params(axis="x", which="minor", length=0, labelbottom=False)
    handles, names = axes[0][0].get_legend_handles_labels()
    if any(p.reached for lines in curves.values() for curve in lines for p in curve.points):
        handles.append(edge_mark(axes[0][0], [], [], "#555"))
        names.append(STOPPED)
    columns = 2 if max(map(len, names), default=0) > 24 else 3
    figure.legend(handles, names, loc="outside lower center", ncols=columns, frameon=False)
    return save(figure, path)
