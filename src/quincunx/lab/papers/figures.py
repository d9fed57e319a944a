"""Figures of the papers' experiments: both programs beside what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quincunx.lab.papers.experiments import OWN, PROGRAM, Experiment
from quincunx.lab.papers.results import PaperRow, Results, equal_times
from quincunx.lab.plots import (
    LINE_COLOURS,
    MARKERS,
    Curve,
    Panel,
    Point,
    draw_charts,
    draw_panels,
)
from quincunx.lab.tables import counter_name
from quincunx.lab.trials import NOT_RUN, Cell, group_by

PRINTED = "the paper, as printed (times by the wall clock)"
STYLES: dict[str, dict[str, Any]] = {
    PRINTED: {"color": "#000000", "marker": "x"},
    PROGRAM.name: {"color": LINE_COLOURS[1], "marker": MARKERS[1]},
    OWN.name: {"color": LINE_COLOURS[0], "marker": MARKERS[0]},
}


def draw_experiment(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the figures of an experiment, as SVG only: a page has many of them."""
    return [
        draw_panels(
            panels(results, experiment, counter),
            f"{experiment.title}: {counter_name(counter)}",
            folder / name,
            raster=False,
        )
        if counter
        else _draw_growth(results, experiment, folder / name)
        for name, counter in experiment.pictures.items()
    ]


# Heat maps.


def panels(results: Results, experiment: Experiment, counter: str) -> list[list[Panel]]:
    """Return heat maps of what was printed and of both programs.

    Combinations of options have a map for each of them and each case; all others share one, with a
    line for each.
    """
    series = [PRINTED] if counter in experiment.columns else []
    series += [setting.name for setting in results.settings(experiment)]
    if any(", " in label for label in experiment.labels):
        cases = experiment.case_names
        return [
            [
                _grid(results, experiment, counter, name, case)
                for case in (cases if name != PRINTED else [""])
            ]
            for name in series
        ]
    cells = [
        tuple(_cell(results, experiment, counter, name, label) for label in experiment.names)
        for name in series
    ]
    lines = tuple("the paper, as printed" if name == PRINTED else name for name in series)
    below = experiment.data.get("parameter", "puzzle" if experiment.by_case else "labeling")
    return [[Panel("", tuple(experiment.names), lines, tuple(cells), counter, (str(below), ""))]]


def _grid(results: Results, experiment: Experiment, counter: str, name: str, case: str) -> Panel:
    """Return the map of a case: variable orders across, the other options down."""
    pairs = [label.split(", ", 1) for label in experiment.labels]
    columns = tuple(dict.fromkeys(variable for variable, _ in pairs))
    lines = tuple(dict.fromkeys(others for _, others in pairs))
    cells = tuple(
        tuple(
            _cell(results, experiment, counter, name, f"{column}, {line}", case)
            for column in columns
        )
        for line in lines
    )
    title = f"{name}, {case} puzzle" if len(experiment.cases) > 1 else name
    return Panel(title, columns, lines, cells, counter)


def _cell(
    results: Results, experiment: Experiment, counter: str, name: str, label: str, case: str = ""
) -> Cell:
    if label not in experiment.names:
        return NOT_RUN
    if name == PRINTED:
        return Cell(experiment.printed(label, counter))
    return results.cost(experiment, name, counter, label, case)


# Curves.


def _draw_growth(results: Results, experiment: Experiment, path: Path) -> Path:
    """Draw time and backtracks against the parameter, on linear and logarithmic axes."""
    curves = {c: growth_curves(results, experiment, c) for c in ("seconds", "backtracks")}
    ticks = {case["place"]: str(case["place"]) for case in experiment.cases}
    return draw_charts(
        experiment.title,
        curves,
        experiment.data["parameter"],
        ticks,
        path,
        logarithmic_places=max(ticks) > 14 * min(ticks),
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
