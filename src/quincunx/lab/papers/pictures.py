"""Pictures for the papers' experiments: ours beside what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quincunx.lab.figures.pictures import LINE_COLOURS, MARKERS, new_figure, save
from quincunx.lab.growths.curves import Curve, Point, draw_curves, explain
from quincunx.lab.papers.experiments import OWN, PLAIN, Experiment, PaperRow, Results
from quincunx.lab.sweeps.heat import Panel, counter_name, draw_panels
from quincunx.lab.sweeps.sweep import LIMIT, Mark, groups

PAPER = "the paper"
STYLES: dict[str, dict[str, Any]] = {
    PAPER: {"color": "#000000", "marker": "x"},
    **{
        name: {"color": LINE_COLOURS[at], "marker": MARKERS[at]}
        for at, name in enumerate(setting.name for setting in (*OWN, PLAIN))
    },
    "ours": {"color": LINE_COLOURS[0], "marker": MARKERS[0]},
}
"""The same colour and marker for the same thing in all pictures."""
CROWDED = 8
"""So many names below an axis need to be turned."""


def draw_experiment(results: Results, experiment: Experiment, folder: Path) -> list[Path]:
    """Draw the pictures of an experiment, as SVG only: a report has many of them."""
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
        if experiment.columns == [counter]:
            lines.append([_panel(experiment, PAPER, counter, None)])
        for setting in experiment.settings:
            marks = _panel(experiment, setting.name, counter, results)
            lines.append([marks])
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
        return results.figure(experiment, name, counter, label=label)

    marks = tuple(tuple(mark(f"{column}, {line}") for column in columns) for line in lines)
    return Panel(name, columns, lines, marks, counter)


def _draw_growth(results: Results, experiment: Experiment, path: Path) -> Path:
    """Time and backtracks against the parameter, on linear and logarithmic axes."""
    counters = ("seconds", "backtracks")
    figure = new_figure(11, 3.1 * len(counters) + 1.2, str(experiment.data["title"]))
    axes: Any = figure.subplots(len(counters), 2, squeeze=False)
    for line, counter in zip(axes, counters, strict=True):
        lines = growth_curves(results, experiment, counter)
        for side, logarithmic in zip(line, (False, True), strict=True):
            places = [case["place"] for case in experiment.cases]
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
    """Our curves, and the printed one first where there is one."""
    found = []
    printed = [
        Point(case["place"], (figure,))
        for case in experiment.cases
        if (figure := experiment.printed(case["name"], counter)) is not None
    ]
    if printed:
        found.append(Curve(PAPER, tuple(printed), {**STYLES[PAPER], "linestyle": "--"}))
    for setting in experiment.settings:
        by_case = groups(results.of(experiment, setting.name), "case")
        points = [
            _point(case["place"], by_case.get((case["name"],), []), counter)
            for case in experiment.cases
        ]
        found.append(Curve(setting.name, tuple(points), STYLES[setting.name]))
    return found


def _point(place: float, rows: Sequence[Any], counter: str) -> Point:
    kept: list[PaperRow] = list(rows)
    figures = tuple(getattr(row, counter) for row in kept if not row.limited)
    return Point(place, figures, len(kept) - len(figures))


def _draw_dots(results: Results, experiment: Experiment, path: Path) -> Path:
    """A line for each name, a dot for each setting and for the paper, on a logarithmic axis."""
    by_case = experiment.kind in ("counters", "making")
    names = [case["name"] for case in experiment.cases] if by_case else experiment.labels
    effort = "nodes" if experiment.data["printed"] is None else "backtracks"
    counters = ("seconds",) if experiment.kind == "making" else ("seconds", effort)
    heading = str(experiment.data["title"])
    figure = new_figure(11, 1.9 + 0.26 * len(names), heading)
    axes: Any = figure.subplots(1, len(counters), squeeze=False, sharey=True)
    for side, counter in zip(axes[0], counters, strict=True):
        dots = dot_series(results, experiment, names, counter, by_case)
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
        if counter == "seconds":
            side.set_xscale("log")
        else:
            most = max((m.number or 0 for marks in dots.values() for m in marks), default=0)
            side.set_xscale("symlog", linthresh=1)
            side.set_xlim(-0.2, max(2.0, 2 * most))
        side.set_xlabel(counter_name(counter) + (" (s)" if counter == "seconds" else ""))
        side.grid(True, color="#ddd", linewidth=0.6)
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    return save(figure, path, raster=False)


def dot_series(
    results: Results, experiment: Experiment, names: Sequence[str], counter: str, by_case: bool
) -> dict[str, list[Mark]]:
    """For the paper and each setting its marks, in the order of the names."""
    found: dict[str, list[Mark]] = {}
    printed = [experiment.printed(name, counter) for name in names]
    if any(figure is not None for figure in printed):
        found[PAPER] = [Mark(figure) for figure in printed]
    if experiment.kind == "making":
        found["ours"] = [making_mark(results, experiment, name) for name in names]
        return found
    for setting in experiment.settings:
        found[setting.name] = [
            results.figure(experiment, setting.name, counter, case=name)
            if by_case
            else results.figure(experiment, setting.name, counter, label=name)
            for name in names
        ]
    return found


def making_mark(results: Results, experiment: Experiment, case: str) -> Mark:
    """The median time of making a puzzle of a case."""
    from statistics import median

    times = [one.seconds for one in results.times_of(experiment, case)]
    return Mark(median(times)) if times else Mark(None)
