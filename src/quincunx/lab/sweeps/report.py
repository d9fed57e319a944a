"""A labeling sweep in words: the best and worst options, the spread, and who ranks how.

Vocabulary:
  spread   the worst figure divided by the best one
  stopped  a cell that the limit stopped: it ranks behind every finished one and has no figure
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from quincunx.lab.figures.numbers import brief, markdown_table, ratio, title
from quincunx.lab.figures.ranks import correlation, in_words, ranks
from quincunx.lab.runs.trials import IMPOSSIBLE, Row
from quincunx.lab.sweeps.heat import HEAT_COUNTERS, counter_name
from quincunx.lab.sweeps.sweep import Mark, Sweep, distinct, groups, kernel_name, mark

OPTIONS = ("variable", "value", "direction", "consistency")
NAMED = 3
"""So many options that tie for a place are named, the others counted."""


@dataclass(frozen=True)
class Cell:
    """One combination of options on one puzzle, with its mark for every counter."""

    name: str
    row: Row
    marks: dict[str, Mark]

    @property
    def stopped(self) -> bool:
        """Whether the limit stopped it."""
        return self.row.limited


def cells_of(rows: Sequence[Row]) -> list[Cell]:
    """The cells of one puzzle, in the order of their rows."""
    both = len(distinct(rows, "consistency")) > 1
    found = []
    parts = groups(rows, "variable", "value", "direction", "consistency")
    for (*labeling, consistency), part in parts.items():
        name = ", ".join(labeling) + (f" ({consistency})" if both else "")
        worst = next((row for row in part if row.limited), part[0])
        found.append(Cell(name, worst, {c: mark(part, c) for c in HEAT_COUNTERS}))
    return found


def numbers(cells: Sequence[Cell], counter: str) -> list[float]:
    """The figures of cells that were not stopped."""
    return [m.number for cell in cells if (m := cell.marks[counter]).number is not None]


def write_report(sweep: Sweep, rows: Sequence[Row]) -> str:
    """The report of a sweep as Markdown; the heat maps lie beside it."""
    text = [
        "# Labeling options compared",
        "",
        f"{len(rows):,} runs: {len(sweep.variables)} variable orders × {len(sweep.values)} value "
        f"choices × {len(sweep.directions)} directions"
        + (" × both strengths of propagation" if len(sweep.consistencies) > 1 else "")
        + f" on {_count(len(sweep.puzzles), 'puzzle')}"
        + (f", each {sweep.repeat} times (medians are shown)" if sweep.repeat > 1 else "")
        + ".",
        "",
        f"- goal: {'the first solution' if sweep.goal == 'first' else 'all solutions'}",
        f"- propagation: {' and '.join(sweep.consistencies)}",
        f"- limit of a run: {sweep.limits}",
        f"- seed of random orders: {sweep.seed}",
        f"- kernel: {kernel_name()}",
        "",
        "All figures are in `rows.csv` and `rows.json`, one row a run.",
        "",
    ]
    for counter in HEAT_COUNTERS:
        name = counter_name(counter)
        text += [f"![{name} by labeling](heat-{name}.svg)", ""]
    for (puzzle,), part in groups(rows, "puzzle").items():
        text += [f"## {title(puzzle)}", "", f"`{puzzle}`", "", *_about(part), ""]
    return "\n".join(text)


def _about(rows: Sequence[Row]) -> list[str]:
    cells = cells_of(rows)
    text = []
    if any(row.outcome == "none" for row in rows):
        text += [f"This puzzle has {IMPOSSIBLE}: every figure is the cost of proving it.", ""]
    stopped = [cell for cell in cells if cell.stopped]
    if stopped:
        text += [
            f"The limit stopped {len(stopped)} of {len(cells)} combinations; they rank last and "
            "have no figure.",
            "",
        ]
    if len(stopped) == len(cells):
        return [*text, "No combination finished: a larger limit would tell more."]
    text += [best_and_worst(cells), "", "### By option", "", *_by_option(rows), ""]
    if len(distinct(rows, "consistency")) > 1:
        text += [_strength(rows), ""]
    return [*text, "### How the counters rank the options", "", *_rankings(cells)]


def best_and_worst(cells: Sequence[Cell]) -> str:
    """A table of the best and worst options by every counter."""
    lines = []
    for counter in HEAT_COUNTERS:
        found = numbers(cells, counter)
        low, high = min(found), max(found)
        best = [c.name for c in cells if c.marks[counter].number == low]
        worst = [c.name for c in cells if c.stopped]
        shown = "stopped"
        if not worst:
            worst = [c.name for c in cells if c.marks[counter].number == high]
            shown = brief(high, counter)
        beyond = "over " if shown == "stopped" else ""
        spread = f"{beyond}{ratio(high / low)}" if low else f"{beyond}{brief(high, counter)} to 0"
        lines.append(
            [counter_name(counter), _names(best), brief(low, counter), _names(worst), shown, spread]
        )
    headers = ["counter", "best", "figure", "worst", "figure", "spread"]
    return markdown_table(headers, lines)


def _names(names: Sequence[str]) -> str:
    if len(names) <= NAMED:
        return "; ".join(names)
    return f"{names[0]}; {names[1]} and {len(names) - 2} others"


def _by_option(rows: Sequence[Row]) -> list[str]:
    """For each kind of option the median over everything else."""
    text = []
    kinds = {"variable": "variable order", "value": "value choice", "direction": "direction"}
    for kind, name in {**kinds, "consistency": "propagation"}.items():
        if len(distinct(rows, kind)) < 2:
            continue
        lines = []
        for (option,), part in groups(rows, kind).items():
            cells = cells_of(part)
            finished = len([c for c in cells if not c.stopped])
            figures = [_median(cells, counter) for counter in HEAT_COUNTERS]
            lines.append([option, *figures, f"{finished} of {len(cells)}"])
        headers = [name, *(f"median {counter_name(c)}" for c in HEAT_COUNTERS), "finished"]
        text += [markdown_table(headers, lines), ""]
    return text[:-1]


def _median(cells: Sequence[Cell], counter: str) -> str:
    """The middle of all cells, stopped ones counted as more than any figure."""
    figures = sorted(numbers(cells, counter))
    if 2 * len(figures) <= len(cells):
        return "stopped"
    stopped = len(cells) - len(figures)
    return brief(median([*figures, *([figures[-1]] * stopped)]), counter)


def _strength(rows: Sequence[Row]) -> str:
    """What the stronger propagation saves, over the options that finished with both."""
    pairs = []
    for part in groups(rows, "variable", "value", "direction").values():
        by = {
            key[0]: mark(cell, "backtracks").number
            for key, cell in groups(part, "consistency").items()
        }
        weak, strong = by.get("bounds"), by.get("domain")
        if weak is not None and strong is not None:
            pairs.append((weak, strong))
    if not pairs:
        return "No combination finished with both strengths of propagation."
    fewer = len([1 for weak, strong in pairs if strong < weak])
    before, after = (brief(median(side), "backtracks") for side in zip(*pairs, strict=True))
    change = f"stayed at {before}" if before == after else f"went from {before} to {after}"
    return (
        f"With domain consistency {fewer} of {len(pairs)} combinations that finished with both "
        f"had fewer backtracks; the median {change}."
    )


def _rankings(cells: Sequence[Cell]) -> list[str]:
    finished = [cell for cell in cells if not cell.stopped]
    by_counter: dict[str, list[float]] = {c: numbers(finished, c) for c in HEAT_COUNTERS}
    lines = [
        [
            counter_name(one),
            counter_name(other),
            in_words(correlation(by_counter[one], by_counter[other])),
        ]
        for one, other in combinations(HEAT_COUNTERS, 2)
    ]
    text = [
        "Spearman's rank correlation over the combinations that finished:",
        "",
        markdown_table(["counter", "and", "correlation"], lines),
        "",
    ]
    sentences = [_differs(finished, by_counter, one) for one in HEAT_COUNTERS[1:]]
    return text + [sentence for sentence in sentences if sentence]


def _differs(cells: Sequence[Cell], by_counter: dict[str, list[float]], counter: str) -> str:
    """The combination that time and another counter see most differently."""
    if correlation(by_counter["seconds"], by_counter[counter]) is None:
        return ""
    by_time, by_other = ranks(by_counter["seconds"]), ranks(by_counter[counter])
    gaps = [abs(a - b) for a, b in zip(by_time, by_other, strict=True)]
    place = max(range(len(cells)), key=gaps.__getitem__)
    if gaps[place] < 1:
        return ""
    return (
        f"- Time and {counter_name(counter)} differ most over {cells[place].name}: place "
        f"{by_time[place]:g} by time, {by_other[place]:g} by {counter_name(counter)} "
        f"(of {len(cells)})."
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def summary(rows: Sequence[Row], counter: str) -> list[str]:
    """The best and the worst options of every puzzle by one counter, a line each."""
    lines = []
    for (puzzle,), part in groups(rows, "puzzle").items():
        found = [(key, mark(cell, counter).number) for key, cell in groups(part, *OPTIONS).items()]
        finished = {key: number for key, number in found if number is not None}
        stopped = len(found) - len(finished)
        text = f"{title(puzzle)}: "
        if len(set(finished.values())) == 1:
            same = brief(min(finished.values()), counter)
            text += f"{same} {counter_name(counter)} with every option"
        elif finished:
            best, worst = (
                min(finished, key=finished.__getitem__),
                max(finished, key=finished.__getitem__),
            )
            text += (
                f"best {', '.join(best)} ({brief(finished[best], counter)}), "
                f"worst {', '.join(worst)} ({brief(finished[worst], counter)})"
            )
        if stopped:
            text += f"{', ' if finished else ''}{stopped} of {len(found)} stopped by the limit"
        if any(row.outcome == "none" for row in part):
            text += f"; {IMPOSSIBLE}"
        lines.append(text)
    return lines
