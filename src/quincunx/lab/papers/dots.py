"""Dots for the papers' experiments: a line for each name, a dot for each program and the paper.

Vocabulary:
  series   the paper, its program or ours; for each name its marks, several where the paper printed
           several runs of one case
  stopped  an empty triangle that points to the right stands where a limit stopped it: it would have
           cost more than this
  edge     an empty triangle on the left edge is a time printed as 0, which has no place on a
           logarithmic axis
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf
from pathlib import Path
from statistics import median
from typing import Any

from quincunx.lab.figures.pictures import edge_mark, new_figure, save
from quincunx.lab.growth.curves import STOPPED, ZERO
from quincunx.lab.labeling.heat import with_unit
from quincunx.lab.labeling.sweep import LIMIT, NOT_RUN, Mark
from quincunx.lab.papers.experiments import SETTINGS, Experiment
from quincunx.lab.papers.results import Results
from quincunx.lab.papers.styles import PRINTED, STYLES

Series = dict[str, list[list[Mark]]]

ABREAST = 3
"""So many panels stand side by side."""


def draw_dots(results: Results, experiment: Experiment, path: Path) -> Path:
    """A panel for each counter, all logarithmic."""
    names = experiment.case_names if experiment.by_case else experiment.labels
    counters = _counters(experiment)
    across = min(ABREAST, len(counters))
    down = ceil(len(counters) / across)
    height = 1.1 + down * (0.75 + 0.26 * len(names))
    figure = new_figure(11, height, experiment.title)
    panels: Any = figure.subplots(down, across, squeeze=False, sharey=True)
    explained: dict[str, Any] = {}
    for axes, counter in zip(panels.flat, counters, strict=True):
        found = dot_series(results, experiment, names, counter)
        explained |= _draw_panel(axes, found, counter)
        axes.set_yticks(range(len(names)), names, fontsize=9)
        axes.set_ylim(len(names) - 0.5, -0.5)
    if experiment.kind == "making":
        panels[0][0].set_xlabel(f"{with_unit('seconds')}, logarithmic: least, median and most")
    for axes in panels[:, 0]:
        axes.set_ylabel(str(experiment.data.get("parameter", "")))
    figure.legend(explained.values(), explained.keys(), loc="outside lower center",
                  ncols=3, frameon=False)  # fmt: skip
    return save(figure, path, raster=False)


def _counters(experiment: Experiment) -> list[str]:
    """The counters that are drawn: what the title promises."""
    if experiment.kind == "making":
        return ["seconds"]
    return experiment.columns if experiment.kind == "counters" else ["seconds", "backtracks"]


def _draw_panel(axes: Any, found: Series, counter: str) -> dict[str, Any]:
    """Draw one counter; what there is to explain, by its words."""
    explained: dict[str, Any] = {}
    for series, marks in found.items():
        style = STYLES[series]
        known = [(m, y) for y, some in enumerate(marks) for m in some if m.number is not None]
        dots = [(m.number, y) for m, y in known if m.instead != LIMIT.instead]
        stopped = [(m.number, y) for m, y in known if m.instead == LIMIT.instead]
        zero = [y for number, y in dots if number == 0 and counter == "seconds"]
        shown = [(number, y) for number, y in dots if number or counter != "seconds"]
        # Crosses lie on top: a square would hide them.
        order = 4 if series == PRINTED else 3
        (drawn,) = axes.plot([x for x, _ in shown], [y for _, y in shown], linestyle="none",
                             markersize=7, zorder=order, **style)  # fmt: skip
        explained[series] = drawn
        for y, some in enumerate(marks):
            edges = [m.number for m in some if m.number]
            if len(edges) > 1:
                axes.plot([min(edges), max(edges)], [y, y], color=style["color"], linewidth=1)
        if stopped:
            edge_mark(axes, [x for x, _ in stopped], [y for _, y in stopped], ">", style["color"])
            explained[STOPPED] = edge_mark(axes, [], [], ">", "#555")
        if zero:
            across = axes.get_yaxis_transform()
            edge_mark(axes, [0.015] * len(zero), zero, "<", style["color"], across)
            explained[ZERO] = edge_mark(axes, [], [], "<", "#555")
    _scale(axes, found, counter)
    return explained


def _scale(axes: Any, found: Series, counter: str) -> None:
    if counter == "seconds":
        axes.set_xscale("log")
        axes.margins(x=0.08)
    else:
        numbers = [m.number or 0 for marks in found.values() for some in marks for m in some]
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(-0.2, max(2.0, 4 * max(numbers, default=0)))
        # Of many powers of ten every second or third is enough.
        ticks = [0, *(10**power for power in range(len(str(int(max(numbers, default=0))))))]
        axes.set_xticks(ticks if len(ticks) <= 6 else [0, *ticks[1 :: 1 + len(ticks) // 6]])
    axes.set_xlabel(f"{with_unit(counter)}, logarithmic")
    axes.grid(True, color="#ddd", linewidth=0.6)


def dot_series(
    results: Results, experiment: Experiment, names: Sequence[str], counter: str
) -> Series:
    """For the paper and each setting the marks of all names, in their order."""
    found: Series = {}
    printed = [[Mark(f) for f in experiment.all_printed(name, counter)] for name in names]
    if any(printed):
        found[PRINTED] = printed
    for setting in SETTINGS:
        if experiment.kind == "making":
            marks = [_making_marks(results, experiment, name, setting.name) for name in names]
        else:
            marks = [[results.reached(experiment, setting.name, counter, name)] for name in names]
        if any(mark != NOT_RUN for some in marks for mark in some):
            found[setting.name] = marks
    return found


def _making_marks(results: Results, experiment: Experiment, case: str, setting: str) -> list[Mark]:
    """The least, the median and the most time of making a puzzle of a case."""
    made = results.makings_of(experiment, case, setting)
    if not made:
        return [NOT_RUN]
    ends = [edge(made, key=lambda one: one.seconds) for edge in (min, max)]
    marks = [Mark(one.seconds, "" if one.finished else LIMIT.instead) for one in ends]
    stopped = median(one.cost for one in made) == inf
    middle = Mark(median(one.seconds for one in made), LIMIT.instead if stopped else "")
    return list(dict.fromkeys((marks[0], middle, marks[1])))
