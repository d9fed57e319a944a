"""The tables of the papers' experiments: what they print, and what both programs give."""

from __future__ import annotations

from statistics import median

from quincunx.lab.papers.claims import describe_median, describe_reached
from quincunx.lab.papers.experiments import OWN, PROGRAM, SETTINGS, Experiment, Setting
from quincunx.lab.papers.results import Results
from quincunx.lab.tables import brief, counter_name, markdown_table
from quincunx.lab.trials import Cell


def table(results: Results, experiment: Experiment) -> str:
    """Return the table of an experiment."""
    if experiment.kind == "making":
        return _making_table(results, experiment)
    if experiment.kind == "counters":
        return _counters_table(results, experiment)
    if experiment.data["printed"] is None and not experiment.by_case:
        return _range_table(results, experiment)
    return _cost_table(results, experiment)


def settings_of(results: Results, experiment: Experiment) -> list[Setting]:
    """Return the settings in which anything was run."""
    return [setting for setting in SETTINGS if results.of(experiment, setting.name)]


def _shown(cell: Cell, counter: str) -> str:
    return cell.instead or "–" if cell.number is None else brief(cell.number, counter)


def _printed(experiment: Experiment, name: str, counter: str) -> str:
    figure = experiment.printed(name, counter)
    if figure is None:
        return "–"
    return f"{figure:g} s" if counter == "seconds" else f"{figure:,.0f}"


def _cost_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each name: what is printed, then time and backtracks in every setting."""
    settings = settings_of(results, experiment)
    counters = ("seconds", "backtracks")
    what = str(experiment.data.get("parameter", "labeling"))
    headers = [what, *(f"paper: {counter_name(column)}" for column in experiment.columns)]
    headers += [f"{s.name}: {counter_name(c)}" for s in settings for c in counters]
    lines = []
    for name in experiment.names:
        line = [name, *(_printed(experiment, name, column) for column in experiment.columns)]
        line[0] += _without(results, experiment, name)
        for setting in settings:
            for counter in counters:
                line.append(_shown(results.cost(experiment, setting.name, counter, name), counter))
        lines.append(line)
    return markdown_table(headers, lines)


def _without(results: Results, experiment: Experiment, name: str) -> str:
    """Return that a case has no solution, or that the paper's program finds none of them."""
    if not experiment.by_case:
        return ""
    ends = {
        setting: [row.outcome for row in results.of(experiment, setting.name) if row.case == name]
        for setting in SETTINGS
    }
    if "none" in ends[OWN]:
        return " (no solution)"
    return " (the paper's program finds none)" if "none" in ends[PROGRAM] else ""


def _range_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each case: from the cheapest to the dearest labeling."""
    lines = []
    for case in experiment.case_names:
        for setting in settings_of(results, experiment):
            line = [case, setting.name]
            stopped = 0
            for counter in ("seconds", "nodes", "backtracks"):
                cells = [
                    results.cost(experiment, setting.name, counter, label, case)
                    for label in experiment.labels
                ]
                numbers = [cell.number for cell in cells if cell.number is not None]
                stopped = sum(cell.instead == "limit" for cell in cells)
                low, high = (brief(edge(numbers), counter) for edge in (min, max)) if numbers else (
                    "–", "–")  # fmt: skip
                line.append(low if low == high else f"{low} to {high}")
            lines.append([*line, str(stopped)])
    headers = ["puzzle", "", f"time, over {len(experiment.labels)} labelings", "nodes"]
    return markdown_table([*headers, "backtracks", "stopped by the limit"], lines)


def _counters_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each counter of each case: printed, then measured in every setting."""
    settings = settings_of(results, experiment)
    lines = []
    for case in experiment.case_names:
        for counter in experiment.columns:
            line = [f"{case}: {counter_name(counter)}", _printed(experiment, case, counter)]
            for setting in settings:
                line.append(_shown(results.cost(experiment, setting.name, counter, case), counter))
            lines.append(line)
    return markdown_table(["", "paper", *(s.name for s in settings)], lines)


def _making_table(results: Results, experiment: Experiment) -> str:
    """Return a line for each case: how long making a puzzle took in the paper, and takes now."""
    lines = []
    what = experiment.data["parameter"]
    for name in (experiment.data["printed"] or {"rows": {}})["rows"]:
        lines.append([f"paper, {what} {name}", _printed(experiment, name, "seconds"), "", ""])
    for setting in (PROGRAM, OWN):
        for case in experiment.case_names:
            made = results.makings_of(experiment, case, setting.name)
            if not made:
                continue
            longest = max(made, key=lambda one: one.seconds)
            shortest = min(made, key=lambda one: one.seconds)
            ends = [describe_reached(one.cost, one.seconds) for one in (shortest, longest)]
            lines.append(
                [
                    f"{setting.name}, {what} {case}",
                    f"{describe_median(made)}, {len(made)} puzzles",
                    " to ".join(ends),
                    f"{median(one.attempts for one in made):g}",
                ]
            )
    return markdown_table(["", "time (median)", "from, to", "tries (median)"], lines)
