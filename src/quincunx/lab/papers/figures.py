"""Figures of the papers' experiments: both programs beside what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from quincunx.lab.papers.experiments import OWN, PROGRAM, SETTINGS, Experiment
from quincunx.lab.papers.results import PaperRow, Results, equal_times
from quincunx.lab.plots import (
    LINE_COLOURS,
    MARKERS,
    STOPPED,
    ZERO,
    Curve,
    Panel,
    Point,
    draw_charts,
    draw_panels,
    edge_mark,
    new_figure,
    save,
)
from quincunx.lab.tables import axis_label, counter_name
from quincunx.lab.trials import LIMIT, NOT_RUN, Cell, group_by

PRINTED = "the paper, as printed (times by the wall clock)"
STYLES: dict[str, dict[str, Any]] = {
    PRINTED: {"color": "#000000", "marker": "x"},
    PROGRAM.name: {"color": LINE_COLOURS[1], "marker": MARKERS[1]},
    OWN.name: {"color": LINE_COLOURS[0], "marker": MARKERS[0]},
}
CROWDED = 8
"""More names than this below an axis are turned."""
MAX_ACROSS = 3
"""Panels side by side."""

Series: TypeAlias = dict[str, list[list[Cell]]]
"""The cells of each name, for the paper, its program and ours; several for several runs."""


def draw_experiment(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the figures of an experiment, as SVG only: a page has many of them."""
    path = folder / experiment.key
    if experiment.mapped:
        return [_draw_map(results, experiment, counter, folder) for counter in experiment.mapped]
    draw = _draw_growth if experiment.kind == "growth" else _draw_dots
    return [draw(results, experiment, path)]


def _draw_map(results: Results, experiment: Experiment, counter: str, folder: Path) -> Path:
    """Draw heat maps of all labelings for each case: printed, then of both programs."""
    panels = []
    if counter in experiment.columns:
        panels.append([_panel(experiment, PRINTED, counter, None)])
    panels += [
        [_panel(experiment, s.name, counter, results, case) for case in experiment.case_names]
        for s in results.settings(experiment)
    ]
    heading = f"{experiment.title}: {counter_name(counter)}"
    path = folder / f"{experiment.key}-{counter_name(counter)}"
    return draw_panels(panels, heading, path, raster=False)


def _panel(
    experiment: Experiment, name: str, counter: str, results: Results | None, case: str = ""
) -> Panel:
    """Return the map of a case: variable orders across, the other options down."""
    pairs = [label.split(", ", 1) for label in experiment.labels]
    columns = tuple(dict.fromkeys(variable for variable, _ in pairs))
    lines = tuple(dict.fromkeys(others for _, others in pairs))

    def cell(label: str) -> Cell:
        if label not in experiment.labels:
            return NOT_RUN
        if results is None:
            return Cell(experiment.printed(label, counter))
        return results.cost(experiment, name, counter, label, case)

    cells = tuple(tuple(cell(f"{column}, {line}") for column in columns) for line in lines)
    title = f"{name}, {case} puzzle" if len(experiment.cases) > 1 else name
    return Panel(title, columns, lines, cells, counter)


def _draw_growth(results: Results, experiment: Experiment, path: Path) -> Path:
    """Draw time and backtracks against the parameter, on linear and logarithmic axes."""
    curves = {c: growth_curves(results, experiment, c) for c in ("seconds", "backtracks")}
    places = [case["place"] for case in experiment.cases]
    turned = {"rotation": 60, "fontsize": 8} if len(places) > CROWDED else {}

    def set_ticks(axes: Any, counter: str) -> None:
        axes.set_xticks(places, [str(place) for place in places], **turned)
        axes.tick_params(axis="x", which="minor", length=0, labelbottom=False)

    return draw_charts(
        experiment.title,
        curves,
        experiment.data["parameter"],
        path,
        set_ticks=set_ticks,
        logarithmic_places=max(places) > 14 * min(places),
        raster=False,
    )


def growth_curves(results: Results, experiment: Experiment, counter: str) -> list[Curve]:
    """Return the curves of both programs, after the printed one if there is one."""
    found = []
    printed = [
        Point(case["place"], (figure,))
        for case in experiment.cases
        if (figure := experiment.printed(case["name"], counter)) is not None
    ]
    if printed:
        found.append(Curve(PRINTED, tuple(printed), {**STYLES[PRINTED], "linestyle": "--"}))
    for setting in results.settings(experiment):
        by_case = group_by(equal_times(results.of(experiment, setting.name)), "case")
        points = tuple(
            _point(case["place"], by_case.get((case["name"],), []), counter)
            for case in experiment.cases
        )
        found.append(Curve(setting.name, points, STYLES[setting.name]))
    return found


def _point(place: float, rows: Sequence[PaperRow], counter: str) -> Point:
    figures = (
        tuple(getattr(row, counter) for row in rows if row.limited is limited)
        for limited in (False, True)
    )
    return Point(place, *figures)


# Dots: a line for each name, a dot for each program and the paper.


def _draw_dots(results: Results, experiment: Experiment, path: Path) -> Path:
    """Draw a panel for each counter, all logarithmic."""
    names = experiment.names
    counters = ["seconds", "backtracks"]
    if experiment.kind in ("making", "counters"):
        counters = ["seconds"] if experiment.kind == "making" else experiment.columns
    across = min(MAX_ACROSS, len(counters))
    down = ceil(len(counters) / across)
    figure = new_figure(11, 1.1 + down * (0.75 + 0.26 * len(names)), experiment.title)
    panels: Any = figure.subplots(down, across, squeeze=False, sharey=True)
    legend: dict[str, Any] = {}
    for axes, counter in zip(panels.flat, counters, strict=True):
        legend |= _draw_series(axes, dot_series(results, experiment, names, counter), counter)
        axes.set_yticks(range(len(names)), names, fontsize=9)
        axes.set_ylim(len(names) - 0.5, -0.5)
    if experiment.kind == "making":
        panels[0][0].set_xlabel(f"{axis_label('seconds')}, logarithmic: least, median and most")
    for axes in panels[:, 0]:
        axes.set_ylabel(str(experiment.data.get("parameter", "")))
    figure.legend(legend.values(), legend.keys(), loc="outside lower center",
                  ncols=3, frameon=False)  # fmt: skip
    return save(figure, path, raster=False)


def _draw_series(axes: Any, found: Series, counter: str) -> dict[str, Any]:
    """Draw one counter; return what the legend needs to explain."""
    legend: dict[str, Any] = {}
    timed = counter == "seconds"
    for series, cells in found.items():
        style = STYLES[series]
        known = [(c, y) for y, some in enumerate(cells) for c in some if c.number is not None]
        dots = [(c.number, y) for c, y in known if c.instead != LIMIT.instead]
        stopped = [(c.number, y) for c, y in known if c.instead == LIMIT.instead]
        zero = [y for number, y in dots if number == 0 and timed]
        shown = [(number, y) for number, y in dots if number or not timed]
        # Crosses lie on top: a square would hide them.
        order = 4 if series == PRINTED else 3
        x, y = [number for number, _ in shown], [y for _, y in shown]
        (drawn,) = axes.plot(x, y, linestyle="none", markersize=7, zorder=order, **style)
        legend[series] = drawn
        for at, some in enumerate(cells):
            edges = [c.number for c in some if c.number]
            if len(edges) > 1:
                axes.plot([min(edges), max(edges)], [at, at], color=style["color"], linewidth=1)
        if stopped:
            edge_mark(axes, [x for x, _ in stopped], [y for _, y in stopped], ">", style["color"])
            legend[STOPPED] = edge_mark(axes, [], [], ">", "#555")
        if zero:
            across = axes.get_yaxis_transform()
            edge_mark(axes, [0.015] * len(zero), zero, "<", style["color"], across)
            legend[ZERO] = edge_mark(axes, [], [], "<", "#555")
    if timed:
        axes.set_xscale("log")
        axes.margins(x=0.08)
    else:
        most = max((c.number or 0 for cells in found.values() for some in cells for c in some),
                   default=0)  # fmt: skip
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(-0.2, max(2.0, 4 * most))
        # Of many powers of ten every second or third is enough.
        ticks = [0, *(10**power for power in range(len(str(int(most)))))]
        axes.set_xticks(ticks if len(ticks) <= 6 else [0, *ticks[1 :: 1 + len(ticks) // 6]])
    axes.set_xlabel(f"{axis_label(counter)}, logarithmic")
    axes.grid(True, color="#ddd", linewidth=0.6)
    return legend


def dot_series(
    results: Results, experiment: Experiment, names: Sequence[str], counter: str
) -> Series:
    """Return for the paper and each setting the cells of all names, in their order."""
    found: Series = {}
    printed = [[Cell(f) for f in experiment.all_printed(name, counter)] for name in names]
    if any(printed):
        found[PRINTED] = printed
    for setting in SETTINGS:
        if experiment.kind == "making":
            cells = [_making_cells(results, experiment, name, setting.name) for name in names]
        else:
            cells = [[results.reached(experiment, setting.name, counter, name)] for name in names]
        if any(cell != NOT_RUN for some in cells for cell in some):
            found[setting.name] = cells
    return found


def _making_cells(results: Results, experiment: Experiment, case: str, setting: str) -> list[Cell]:
    """Return the least, the median and the most time of making a puzzle of a case."""
    made = results.makings_of(experiment, case, setting)
    if not made:
        return [NOT_RUN]
    least, most = (
        Cell(one.seconds, "" if one.finished else LIMIT.instead)
        for one in (edge(made, key=lambda one: one.seconds) for edge in (min, max))
    )
    stopped = median(one.cost for one in made) == inf
    middle = Cell(median(one.seconds for one in made), LIMIT.instead if stopped else "")
    return list(dict.fromkeys((least, middle, most)))
