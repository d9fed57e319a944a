"""Pictures for the papers' experiments: both programs beside what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quincunx.lab.figures.pictures import new_figure, save
from quincunx.lab.growth.curves import Curve, Point, draw_curves, explain
from quincunx.lab.labeling.heat import Panel, counter_name, draw_panels
from quincunx.lab.labeling.sweep import NOT_RUN, Mark, groups
from quincunx.lab.papers.dots import draw_dots
from quincunx.lab.papers.experiments import Experiment
from quincunx.lab.papers.results import PaperRow, Results, equal_times
from quincunx.lab.papers.styles import PRINTED, STYLES
from quincunx.lab.papers.tables import settings_of

CROWDED = 8
"""So many names below an axis need to be turned."""


def draw_experiment(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the pictures of an experiment, as SVG only: a page has many of them."""
    path = folder / experiment.key
    if experiment.mapped:
        return _draw_maps(results, experiment, folder)
    if experiment.kind == "growth":
        return [_draw_growth(results, experiment, path)]
    return [draw_dots(results, experiment, path)]


def _draw_maps(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Heat maps of all labelings, a map for each case: the printed ones where there are such, then
    both programs'."""
    written = []
    for counter in experiment.mapped:
        lines = []
        if counter in experiment.columns:
            lines.append([_panel(experiment, PRINTED, counter, None)])
        for setting in settings_of(results, experiment):
            lines.append(
                [
                    _panel(experiment, setting.name, counter, results, case)
                    for case in experiment.case_names
                ]
            )
        heading = f"{experiment.title}: {counter_name(counter)}"
        path = folder / f"{experiment.key}-{counter_name(counter)}"
        written.append(draw_panels(lines, heading, path, raster=False))
    return written


def _panel(
    experiment: Experiment, name: str, counter: str, results: Results | None, case: str = ""
) -> Panel:
    """The map of a case: variable orders across, the other options down."""
    pairs = [label.split(", ", 1) for label in experiment.labels]
    columns = tuple(dict.fromkeys(variable for variable, _ in pairs))
    lines = tuple(dict.fromkeys(others for _, others in pairs))

    def mark(label: str) -> Mark:
        if label not in experiment.labels:
            return NOT_RUN
        if results is None:
            return Mark(experiment.printed(label, counter))
        return results.cost(experiment, name, counter, label, case)

    marks = tuple(tuple(mark(f"{column}, {line}") for column in columns) for line in lines)
    title = f"{name}, {case} puzzle" if len(experiment.cases) > 1 else name
    return Panel(title, columns, lines, marks, counter)


def _draw_growth(results: Results, experiment: Experiment, path: Path) -> Path:
    """Time and backtracks against the parameter, on linear and logarithmic axes."""
    counters = ("seconds", "backtracks")
    figure = new_figure(11, 3.1 * len(counters) + 1.2, experiment.title)
    axes: Any = figure.subplots(len(counters), 2, squeeze=False)
    places = [case["place"] for case in experiment.cases]
    signs: set[str] = set()
    for line, counter in zip(axes, counters, strict=True):
        lines = growth_curves(results, experiment, counter)
        for side, logarithmic in zip(line, (False, True), strict=True):
            signs |= draw_curves(
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
    explain(figure, axes[0][0], signs)
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
