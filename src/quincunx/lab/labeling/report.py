"""A labeling sweep in words: which options made a difference, the best and the worst, the spread.

Every strength of propagation is a part of its own: what is true of one need not be of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import median

from quincunx.lab.figures.intervals import CONFIDENCE, ENOUGH, ONCE
from quincunx.lab.figures.numbers import brief, counted, markdown_table, title
from quincunx.lab.figures.ranks import correlation, in_words, ranks
from quincunx.lab.labeling.heat import HEAT_COUNTERS, counter_name
from quincunx.lab.labeling.ranking import best_and_worst, names_of, some, time_in_words
from quincunx.lab.labeling.searches import (
    OPTIONS,
    Search,
    marks_of,
    searches_of,
    stopped_names,
)
from quincunx.lab.labeling.sweep import Mark, Sweep, distinct, groups, kernel_name
from quincunx.lab.runs import repetitions
from quincunx.lab.runs.trials import IMPOSSIBLE, Row, without_solution
from quincunx.solving.models import whose


def write_report(sweep: Sweep, rows: Sequence[Row]) -> str:
    """The report of a sweep as Markdown; the heat maps lie beside it."""
    text = [
        "# Labeling options compared",
        "",
        f"{counted(len(rows), 'run')}: {counted(len(sweep.variables), 'variable order')} × "
        f"{counted(len(sweep.values), 'value choice')} × "
        f"{counted(len(sweep.directions), 'direction')}"
        + (" × both strengths of propagation" if len(sweep.consistencies) > 1 else "")
        + f" on {counted(len(sweep.puzzles), 'puzzle')}.",
        "",
        f"- goal: {'the first solution' if sweep.goal == 'first' else 'all solutions'}",
        f"- model: {whose(sweep.model)}",
        f"- propagation: {' and '.join(sweep.consistencies)}",
        f"- run: {repetitions.in_words(sweep.repeat)}; random orders with another seed each time, "
        f"from {sweep.seed}",
        f"- limit of a run: {sweep.limits}, of processor time",
        f"- kernel: {kernel_name()}",
        "- time: what the processor spent, building the model included. A median, and in brackets "
        f"between what it lies with a confidence of {CONFIDENCE:.0%}. Fewer than {ENOUGH} runs "
        f"have no such interval: their times are taken to be right within a factor of {ONCE:g}",
        "",
        "Options that lead to the same counters are one search with several names, and share one "
        "time. All figures are in `rows.csv` and `rows.json`, one row a run; where a limit stopped "
        "a run they have none.",
        "",
    ]
    for counter in HEAT_COUNTERS:
        name = counter_name(counter)
        text += [f"![{name} by labeling](heat-{name}.svg)", ""]
    for (puzzle,), part in groups(rows, "puzzle").items():
        text += [f"## {title(puzzle)}", "", f"`{puzzle}`", ""]
        if any(row.outcome == "none" for row in part):
            text += [_unsolved(puzzle, sweep.model), ""]
        for (consistency,), same in groups(part, "consistency").items():
            text += [f"### With {consistency} propagation", "", *_about(same), ""]
        if len(distinct(part, "consistency")) > 1:
            text += ["### Both strengths", "", _strength(part), ""]
    return "\n".join(text)


def _unsolved(puzzle: str, model: str) -> str:
    """What the figures of a puzzle mean of which no solution was found."""
    said = without_solution(puzzle, model)
    if said == IMPOSSIBLE:
        return f"This puzzle has {said}: every figure is the cost of proving it."
    return f"Solutions: {said}. Every figure is the cost of a search through everything."


def _about(rows: Sequence[Row]) -> list[str]:
    """A puzzle at one strength of propagation."""
    number = len(groups(rows, *OPTIONS))
    stopped = stopped_names(rows)
    text = []
    if stopped:
        text += [
            f"The limit stopped {len(stopped)} of {number} combinations; they rank last and "
            "have no figure.",
            "",
        ]
    searches = searches_of(rows)
    if not searches:
        return [*text, "No combination finished: a larger limit would tell more."]
    if len(searches) == 1 and not stopped:
        return [*text, _one_search(searches[0])]
    text += [_how_many(searches), "", all_searches(searches), ""]
    text += ["#### Best and worst", "", best_and_worst(searches, stopped), ""]
    text += ["#### By option", "", *_by_option(rows)]
    if len(searches) > 2:
        text += ["", "#### How the counters rank the searches", "", *_rankings(searches)]
    return text


def _one_search(search: Search) -> str:
    """What there is to say where no option made a difference."""
    figures = ", ".join(
        counted(round(search.number(counter)), counter.removesuffix("s"))
        for counter in HEAT_COUNTERS
        if counter != "seconds"
    )
    number = len(search.names)
    what = f"All {number} combinations are one and the same search" if number > 1 else "One search"
    return f"{what}: {figures}. It takes {time_in_words(search)}; what runs differ in is noise."


def _how_many(searches: Sequence[Search]) -> str:
    finished = sum(len(search.names) for search in searches)
    text = f"The {counted(finished, 'combination')} that finished are "
    return text + (
        "one and the same search." if len(searches) == 1 else f"{len(searches)} different searches."
    )


def all_searches(searches: Sequence[Search]) -> str:
    """A table of the different searches, each with the combinations that are it."""
    lines = [
        [
            some(search.names),
            str(len(search.names)),
            *(brief(search.number(counter), counter) for counter in HEAT_COUNTERS[1:]),
            brief(search.number("prunings"), "prunings"),
            time_in_words(search),
        ]
        for search in sorted(searches, key=lambda search: search.number("nodes"))
    ]
    headers = ["options", "names", *HEAT_COUNTERS[1:], "prunings", "time"]
    return markdown_table(headers, lines)


def _by_option(rows: Sequence[Row]) -> list[str]:
    """For each kind of option the median over everything else."""
    text = []
    kinds = {"variable": "variable order", "value": "value choice", "direction": "direction"}
    marks = {counter: marks_of(rows, counter) for counter in HEAT_COUNTERS}
    for place, (kind, name) in enumerate(kinds.items()):
        if len(distinct(rows, kind)) < 2:
            continue
        lines = []
        for option in distinct(rows, kind):
            by = {
                counter: [mark for key, mark in found.items() if key[place] == option]
                for counter, found in marks.items()
            }
            cells = by["nodes"]
            finished = len([mark for mark in cells if mark.number is not None])
            figures = [_median(by[counter], counter) for counter in HEAT_COUNTERS]
            lines.append([option, *figures, f"{finished} of {len(cells)}"])
        headers = [name, *(f"median {counter_name(c)}" for c in HEAT_COUNTERS), "finished"]
        text += [markdown_table(headers, lines), ""]
    return text[:-1]


def _median(marks: Sequence[Mark], counter: str) -> str:
    """The middle of all cells, stopped ones counted as more than any figure."""
    figures = sorted(mark.number for mark in marks if mark.number is not None)
    if 2 * len(figures) <= len(marks):
        return "stopped"
    stopped = len(marks) - len(figures)
    return brief(median([*figures, *([figures[-1]] * stopped)]), counter)


def _strength(rows: Sequence[Row]) -> str:
    """What the stronger propagation saves, over the options that finished with both."""
    by = {key[0]: marks_of(part, "backtracks") for key, part in groups(rows, "consistency").items()}
    pairs = [
        (weak.number, strong.number)
        for key, weak in by.get("bounds", {}).items()
        if weak.number is not None
        and (strong := by["domain"].get(key)) is not None
        and strong.number is not None
    ]
    if not pairs:
        return "No combination finished with both strengths of propagation."
    fewer = len([1 for weak, strong in pairs if strong < weak])
    before, after = (brief(median(side), "backtracks") for side in zip(*pairs, strict=True))
    change = f"stayed at {before}" if before == after else f"went from {before} to {after}"
    return (
        f"With domain consistency {fewer} of {len(pairs)} combinations that finished with both "
        f"had fewer backtracks; the median {change}."
    )


def _rankings(searches: Sequence[Search]) -> list[str]:
    by_counter = {c: [search.number(c) for search in searches] for c in HEAT_COUNTERS}
    lines = [
        [
            counter_name(one),
            counter_name(other),
            in_words(correlation(by_counter[one], by_counter[other])),
        ]
        for one, other in combinations(HEAT_COUNTERS, 2)
    ]
    text = [
        f"Spearman's rank correlation over the {len(searches)} searches that finished:",
        "",
        markdown_table(["counter", "and", "correlation"], lines),
        "",
    ]
    sentences = [_differs(searches, by_counter, one) for one in HEAT_COUNTERS[1:]]
    return text + [sentence for sentence in sentences if sentence]


def _differs(searches: Sequence[Search], by_counter: dict[str, list[float]], counter: str) -> str:
    """The search that time and another counter see most differently."""
    if correlation(by_counter["seconds"], by_counter[counter]) is None:
        return ""
    by_time, by_other = ranks(by_counter["seconds"]), ranks(by_counter[counter])
    gaps = [abs(a - b) for a, b in zip(by_time, by_other, strict=True)]
    place = max(range(len(searches)), key=gaps.__getitem__)
    if gaps[place] < 1:
        return ""
    return (
        f"- Time and {counter_name(counter)} differ most over {names_of([searches[place]])}: place "
        f"{by_time[place]:g} by time, {by_other[place]:g} by {counter_name(counter)} "
        f"(of {len(searches)})."
    )
