"""Pictures for the papers' experiments: both programs beside what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

from quincunx.lab.figures.pictures import LINE_COLOURS, MARKERS, new_figure, save
from quincunx.lab.growths.curves import Curve, Point, draw_curves, explain
from quincunx.lab.papers.experiments import OWN, PROGRAM, SETTINGS, Experiment
from quincunx.lab.papers.results import PaperRow, Results, equal_times
from quincunx.lab.papers.tables import settings_of
from quincunx.lab.sweeps.heat import Panel, counter_name, draw_panels, with_unit
from quincunx.lab.sweeps.sweep import LIMIT, NOT_RUN, Mark, groups

PRINTED = "the paper, as printed"
STYLES: dict[str, dict[str, Any]] = {
    PRINTED: {"color": "#000000", "marker": "x"},
    PROGRAM.name: {"color": LINE_COLOURS[1], "marker": MARKERS[1]},
    OWN.name: {"color": LINE_COLOURS[0], "marker": MARKERS[0]},
}
"""The same colour and marker for the same thing in all pictures."""
CROWDED = 8
"""So many names below an axis need to be turned."""


def draw_experiment(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the pictures of an experiment, as SVG only: a page has many of them."""
    path = folder / experiment.key
    if experiment.kind == "matrix":
        return _draw_matrix(results, experiment, folder)
    if experiment.kind == "growth":
        return [_draw_growth(results, experiment, path)]
    return [_draw_dots(results, experiment, path)]


def _draw_matrix(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """The printed matrix and ours as heat maps, by time and by backtracks."""
    written = []
    for counter in ("seconds", "backtracks"):
        lines = []
        if counter in experiment.columns:
            lines.append([_panel(experiment, PRINTED, counter, None)])
        for setting in settings_of(results, experiment):
            lines.append([_panel(experiment, setting.name, counter, results)])
        heading = f"{counter_name(counter)} by labeling"
        path = folder / f"{experiment.key}-{counter_name(counter)}"
        written.append(draw_panels(lines, heading, path, raster=False))
    return written


def _panel(experiment: Experiment, name: str, counter: str, results: Results | None) -> Panel:
    pairs = [label.split(", ") for label in experiment.labels]
    columns = tuple(dict.fromkeys(variable for variable, _ in pairs))
    lines = tuple(dict.fromkeys(value for _, value in pairs))

    def mark(label: str) -> Mark:
        if results is None:
            return Mark(experiment.printed(label, counter))
        return results.cost(experiment, name, counter, label)

    marks = tuple(tuple(mark(f"{column}, {line}") for column in columns) for line in lines)
    return Panel(name, columns, lines, marks, counter)


def _draw_growth(results: Results, experiment: Experiment, path: Path) -> Path:
    """Time and backtracks against the parameter, on linear and logarithmic axes."""
    counters = ("seconds", "backtracks")
    figure = new_figure(11, 3.1 * len(counters) + 1.2, experiment.title)
    axes: Any = figure.subplots(len(counters), 2, squeeze=False)
    places = [case["place"] for case in experiment.cases]
    for line, counter in zip(axes, counters, strict=True):
        lines = growth_curves(results, experiment, counter)
        for side, logarithmic in zip(line, (False, True), strict=True):
            draw_curves(
                side,
                lines,
                counter,
                experiment.data["parameter"],
                logarithmic,
                logarithmic_places=max(places) > 14 * min(places),
            )
            turned = {"rotation": 60, "fontsize": 8} if len(places) > CROWDED else {}
            side.set_xticks(places, [str(place) for place in places], **turned)
            side.tick_params(axis="x", which="minor", length=0, labelbottom=False)
    explain(figure, axes[0][0])
    return save(figure, path, raster=False)


def growth_curves(results: Results, experiment: Experiment, counter: str) -> list[Curve]:
    """The curves of both programs, and the printed one first where there is one."""
    found = []
    printed = [
        Point(case["place"], (figure,))
        for case in experiment.cases
        if (figure := experiment.printed(case["name"], counter)) is not None
    ]
    if printed:
        found.append(Curve(PRINTED, tuple(printed), {**STYLES[PRINTED], "linestyle": "--"}))
    for setting in settings_of(results, experiment):
        by_case = groups(equal_times(results.of(experiment, setting.name)), "case")
        points = [
            _point(case["place"], by_case.get((case["name"],), []), counter)
            for case in experiment.cases
        ]
        found.append(Curve(setting.name, tuple(points), STYLES[setting.name]))
    return found


def _point(place: float, rows: Sequence[Any], counter: str) -> Point:
    kept: list[PaperRow] = list(rows)
    figures = tuple(getattr(row, counter) for row in kept if not row.limited)
    reached = tuple(getattr(row, counter) for row in kept if row.limited)
    return Point(place, figures, len(reached), reached)


def _draw_dots(results: Results, experiment: Experiment, path: Path) -> Path:
    """A line for each name, a dot for each setting and for the paper, on a logarithmic axis."""
    names = experiment.case_names if experiment.by_case else experiment.labels
    effort = "nodes" if experiment.data["printed"] is None else "backtracks"
    counters = ("seconds",) if experiment.kind == "making" else ("seconds", effort)
    figure = new_figure(11, 1.9 + 0.26 * len(names), experiment.title)
    axes: Any = figure.subplots(1, len(counters), squeeze=False, sharey=True)
    for side, counter in zip(axes[0], counters, strict=True):
        dots = dot_series(results, experiment, names, counter)
        for series, marks in dots.items():
            style = STYLES[series]
            places = [y for y, m in enumerate(marks) if m.number is not None]
            numbers = [m.number for m in marks if m.number is not None]
            side.plot(numbers, places, linestyle="none", markersize=7, label=series, **style)
            stopped = [y for y, m in enumerate(marks) if m == LIMIT]
            side.plot([0.985] * len(stopped), stopped, linestyle="none", marker=">", markersize=8,
                      markerfacecolor="none", markeredgecolor=style["color"],
                      transform=side.get_yaxis_transform())  # fmt: skip
        side.set_yticks(range(len(names)), names, fontsize=9)
        side.set_ylim(len(names) - 0.5, -0.5)
        side.set_ylabel(str(experiment.data.get("parameter", "")))
        if counter == "seconds":
            side.set_xscale("log")
        else:
            most = max((m.number or 0 for marks in dots.values() for m in marks), default=0)
            side.set_xscale("symlog", linthresh=1)
            side.set_xlim(-0.2, max(2.0, 2 * most))
        side.set_xlabel(f"{with_unit(counter)}, logarithmic")
        side.grid(True, color="#ddd", linewidth=0.6)
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return save(figure, path, raster=False)


def dot_series(
    results: Results, experiment: Experiment, names: Sequence[str], counter: str
) -> dict[str, list[Mark]]:
    """For the paper and each setting its marks, in the order of the names."""
    found: dict[str, list[Mark]] = {}
    printed = [experiment.printed(name, counter) for name in names]
    if any(figure is not None for figure in printed):
        found[PRINTED] = [Mark(figure) for figure in printed]
    for setting in SETTINGS:
        if experiment.kind == "making":
            marks = [_making_mark(results, experiment, name, setting.name) for name in names]
        else:
            marks = [results.cost(experiment, setting.name, counter, name) for name in names]
        if any(mark != NOT_RUN for mark in marks):
            found[setting.name] = marks
    return found


def _making_mark(results: Results, experiment: Experiment, case: str, setting: str) -> Mark:
    """The median time of making a puzzle of a case."""
    times = [one.cost for one in results.makings_of(experiment, case, setting)]
    if not times:
        return NOT_RUN
    return LIMIT if median(times) == inf else Mark(median(times))
