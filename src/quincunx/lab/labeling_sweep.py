"""The labeling sweep: every combination of labeling options on the same puzzles.

Combinations with the same counters are one search with several names: they share one time, since
the difference of their times is noise. Combinations that a limit stopped rank last and have no
figure. Each strength of propagation is reported separately.

>>> rows = labeling(["c-note:100:878/312/272"], variables=["ff", "min"], values=["bisect"])
>>> [(row.variable, row.direction, row.nodes) for row in rows]
[('min', 'up', 1), ('min', 'down', 1), ('ff', 'up', 1), ('ff', 'down', 1)]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from statistics import median
from typing import ClassVar, Unpack

from quincunx.cp.options import DIRECTIONS, VALUE_CHOICES, VARIABLE_ORDERS
from quincunx.errors import OptionError
from quincunx.families.base.reading import find_puzzle
from quincunx.lab import tables
from quincunx.lab.plots import Panel, draw_panels
from quincunx.lab.runner import (
    TIMES,
    ExperimentKeywords,
    Runner,
    TrialGrid,
    describe_repeat,
    shared_fields,
)
from quincunx.lab.statistics import CONFIDENCE, ENOUGH, ONCE, Interval, interval_of, median_above
from quincunx.lab.tables import brief, counted, counter_name, markdown_table, ratio, title
from quincunx.lab.trials import (
    COUNTERS,
    IMPOSSIBLE,
    NOT_RUN,
    Cell,
    Trial,
    TrialRow,
    cell_of,
    choose,
    describe_no_solution,
    describe_strength,
    distinct,
    group_by,
    kernel_name,
)
from quincunx.solving.models import model_title

HEAT_COUNTERS = ("seconds", "backtracks", "nodes", "resumptions")
"""The counters that get a heat map and a place in the report."""
OPTIONS = {"variable": "variable order", "value": "value choice", "direction": "direction"}
"""The kinds of labeling options by their columns."""
MAX_NAMES = 3
"""Of more combinations that tie two are named, and the others counted."""


@dataclass(frozen=True, kw_only=True)
class Sweep(TrialGrid):
    """A labeling sweep to be run; `sweep` makes one from what a person names."""

    KIND: ClassVar[str] = "labeling"

    puzzles: tuple[str, ...]
    variables: tuple[str, ...]
    values: tuple[str, ...]
    directions: tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of runs at most."""
        return prod(map(len, self._axes)) * (self.repeat or TIMES)

    @property
    def _axes(self) -> tuple[tuple[str, ...], ...]:
        return (self.puzzles, self.consistencies, self.variables, self.values, self.directions)

    def trials(self) -> list[Trial]:
        """Return every combination once, puzzle by puzzle."""
        return [
            Trial(puzzle, order, value, way, consistency, self.seed, self.goal, model=self.model)
            for puzzle, consistency, order, value, way in product(*self._axes)
        ]


def sweep(
    puzzles: Iterable[str],
    *,
    variables: Iterable[str] | None = None,
    values: Iterable[str] | None = None,
    directions: Iterable[str] | None = None,
    **keywords: Unpack[ExperimentKeywords],
) -> Sweep:
    """Return a sweep, to be run by `run_sweep`.

    Args:
        puzzles: Identifiers, files or gallery names.
        variables: Variable orders; all by default.
        values: Value choices; all by default.
        directions: Directions; both by default.
        keywords: What all experiments share.
    """
    found = tuple(dict.fromkeys(find_puzzle(text).identifier for text in puzzles))
    if not found:
        raise OptionError("lab: no puzzle, expected one or more")
    return Sweep(
        puzzles=found,
        variables=choose("variable order", variables, VARIABLE_ORDERS),
        values=choose("value choice", values, VALUE_CHOICES),
        directions=choose("direction", directions, DIRECTIONS),
        **shared_fields(**keywords),
    ).require_few()


def run_sweep(asked: Sweep, runner: Runner | None = None) -> list[TrialRow]:
    """Run a sweep and return its rows, the repetitions of each combination together."""
    runner = runner or Runner()
    trials = {f"run {at}": trial for at, trial in enumerate(asked.trials())}
    with runner.journal(asked.identity()) as journal:
        found = runner.run(trials, asked.limits, asked.repeat, journal)
    return [row for rows in found for row in rows]


class SweepKeywords(ExperimentKeywords, total=False):
    """The keyword arguments of `sweep`."""

    variables: Iterable[str] | None
    values: Iterable[str] | None
    directions: Iterable[str] | None


def labeling(
    puzzles: Iterable[str], *, runner: Runner | None = None, **keywords: Unpack[SweepKeywords]
) -> list[TrialRow]:
    """Run every combination of labeling options on puzzles and return the rows.

    The arguments are those of `sweep`; `runner` says where it runs.
    """
    return run_sweep(sweep(puzzles, **keywords), runner)


# Which combinations are the same search.


@dataclass(frozen=True)
class Search:
    """A search, the combinations of options that lead to it, and all their rows."""

    names: tuple[str, ...]
    rows: tuple[TrialRow, ...]

    @property
    def time(self) -> Interval:
        """Its time, from all runs of all its combinations."""
        return interval_of(row.seconds for row in self.rows)

    def number(self, counter: str) -> float:
        """Return its median by a counter."""
        found = cell_of(self.rows, counter).number
        assert found is not None, "a search was not stopped"
        return found

    def describe(self, counter: str) -> str:
        """Return its figure; times with their interval."""
        if counter == "seconds":
            return self.time.describe(lambda number: brief(number, "seconds"))
        return brief(self.number(counter), counter)


def searches_of(rows: Sequence[TrialRow]) -> list[Search]:
    """Return the different searches of one puzzle at one strength of propagation.

    A random order that was run with several seeds is a search of its own, unless all of them did
    the same.
    """
    counters = [counter for counter in COUNTERS if counter != "seconds"]
    found: dict[Hashable, tuple[list[str], list[TrialRow]]] = {}
    for options, cell in group_by(rows, *OPTIONS).items():
        if any(row.limited for row in cell):
            continue
        done = frozenset(tuple(getattr(row, counter) for counter in counters) for row in cell)
        names, same = found.setdefault(done, ([], []))
        names.append(", ".join(options))
        same += cell
    return [Search(tuple(names), tuple(same)) for names, same in found.values()]


def stopped_names(rows: Sequence[TrialRow]) -> list[str]:
    """Return the combinations that a limit stopped."""
    cells = group_by(rows, *OPTIONS)
    return [", ".join(key) for key, cell in cells.items() if any(row.limited for row in cell)]


def cells_of(rows: Sequence[TrialRow], counter: str) -> dict[tuple[str, ...], Cell]:
    """Return what each combination shows; equal searches share one time."""
    found = {key: cell_of(cell, counter) for key, cell in group_by(rows, *OPTIONS).items()}
    if counter == "seconds":
        for search in searches_of(rows):
            shared = Cell(search.time.middle)
            found |= {tuple(name.split(", ")): shared for name in search.names}
    return found


def panels(rows: Sequence[TrialRow], counter: str) -> list[list[Panel]]:
    """Return for each puzzle its heat maps, one for each strength of propagation."""
    variables = distinct(rows, "variable")
    directions = distinct(rows, "direction")
    sides = [(value, way) for value in distinct(rows, "value") for way in directions]
    lines = tuple(value if len(directions) == 1 else f"{value} {way}" for value, way in sides)
    found = []
    for (puzzle,), of_puzzle in group_by(rows, "puzzle").items():
        model = of_puzzle[0].model
        unsolved = any(row.outcome == "none" for row in of_puzzle)
        ending = f"\n{describe_no_solution(puzzle, model)}" if unsolved else ""
        maps = []
        for (consistency,), part in group_by(of_puzzle, "consistency").items():
            cells = cells_of(part, counter)
            heading = f"{title(puzzle)}, {describe_strength(consistency, model)}{ending}"
            grid = tuple(
                tuple(cells.get((variable, *side), NOT_RUN) for variable in variables)
                for side in sides
            )
            maps.append(Panel(heading, tuple(variables), lines, grid, counter))
        found.append(maps)
    return found


def draw_heat(rows: Sequence[TrialRow], counter: str, folder: Path) -> Path:
    """Draw the heat maps of a counter into `heat-COUNTER.svg` and `.png`."""
    name = counter_name(counter)
    return draw_panels(panels(rows, counter), f"{name} by labeling", folder / f"heat-{name}")


# The best and the worst.


def best_and_worst(searches: Sequence[Search], counter: str) -> tuple[list[Search], list[Search]]:
    """Return the searches with the least and with the most of a counter.

    Searches whose times are within noise of the least or the most belong to them.
    """
    ordered = sorted(searches, key=lambda search: search.number(counter))
    first, last = ordered[0], ordered[-1]
    if counter == "seconds":
        low = [search for search in ordered if not first.time.under(search.time)]
        high = [search for search in reversed(ordered) if not search.time.under(last.time)]
        return low, high
    low, high = (
        [search for search in ordered if search.number(counter) == end.number(counter)]
        for end in (first, last)
    )
    return low, high


def extremes_table(searches: Sequence[Search], stopped: Sequence[str] = ()) -> str:
    """Return a table of the best and the worst combinations by every counter."""
    lines = []
    for counter in HEAT_COUNTERS:
        low, high = best_and_worst(searches, counter)
        worst = (
            (_some(stopped), "stopped") if stopped else (_names(high), high[0].describe(counter))
        )
        best = (_names(low), low[0].describe(counter))
        spread = _spread(low[0], high[0], counter, bool(stopped))
        lines.append([counter_name(counter), *best, *worst, spread])
    return markdown_table(["counter", "best", "figure", "worst", "figure", "spread"], lines)


def _spread(best: Search, worst: Search, counter: str, stopped: bool) -> str:
    """Return the ratio of the worst to the best, of times also the least that it can be."""
    over = "over " if stopped else ""
    if counter == "seconds":
        if not best.time.under(worst.time):
            return "unknown" if stopped else "within noise"
        least = ratio(worst.time.low / best.time.high)
        middle = ratio(worst.time.middle / best.time.middle)
        return f"over {least}" if stopped else f"{middle}, at least {least}"
    low, high = best.number(counter), worst.number(counter)
    if low == high and not stopped:
        return "none"
    return f"{over}{ratio(high / low)}" if low else f"{over}{brief(high, counter)} to 0"


def _names(searches: Sequence[Search]) -> str:
    return _some([name for search in searches for name in search.names])


def _some(names: Sequence[str]) -> str:
    """Return a few names, and the number of the others."""
    if len(names) <= MAX_NAMES:
        return "; ".join(names)
    return f"{names[0]}; {names[1]} and {len(names) - 2} others"


def summary(rows: Sequence[TrialRow], counter: str) -> list[str]:
    """Return the best and the worst options by one counter, a line per puzzle and strength."""
    lines = []
    for (puzzle, consistency), part in group_by(rows, "puzzle", "consistency").items():
        model = part[0].model
        text = f"{title(puzzle)}, {describe_strength(consistency, model)}: "
        text += _summary(part, counter)
        seeds = {row.seed for row in part if row.variable == "random"}
        if len(seeds) > 1:
            text += f"; of random orders the median of {len(seeds)} seeds"
        if any(row.outcome == "none" for row in part):
            text += f"; {describe_no_solution(puzzle, model)}"
        lines.append(text)
    return lines


def _summary(rows: Sequence[TrialRow], counter: str) -> str:
    number = len(group_by(rows, *OPTIONS))
    stopped = stopped_names(rows)
    searches = searches_of(rows)
    if not searches:
        return f"all {number} stopped by the limit" if number > 1 else "stopped by the limit"
    low, high = best_and_worst(searches, counter)
    best = low[0].describe(counter)
    worst = f"worst {_names(high)} ({high[0].describe(counter)})"
    if stopped:
        worst = f"worst: {_some(stopped)} (stopped by the limit, {len(stopped)} of {number})"
    timed = counter == "seconds"
    if low[0].time.under(high[0].time) if timed else low != high:
        return f"best {_names(low)} ({best}), {worst}"
    name = counter_name(counter)
    same = (
        f"{name} {best}" if timed else f"{best} {name.removesuffix('s') if best == '1' else name}"
    )
    if stopped:
        finished = counted(number - len(stopped), "option")
        return f"{same} with the {finished} that finished, {worst}"
    if len(searches) == 1:
        return same if number == 1 else f"{same}: one search with {counted(number, 'name')}"
    return f"{same} with every option{', differences within noise' if timed else ''}"


# The report.


def write_results(folder: Path, asked: Sweep, rows: Sequence[TrialRow]) -> list[Path]:
    """Write rows, heat maps and the report into a folder; return the paths, the report last."""
    pictures = [draw_heat(rows, counter, folder) for counter in HEAT_COUNTERS]
    return tables.write_results(folder, rows, pictures, write_report(asked, rows), asked.identity())


def write_report(asked: Sweep, rows: Sequence[TrialRow]) -> str:
    """Return the report of a sweep as Markdown; the heat maps lie beside it."""
    sizes = [
        counted(len(asked.variables), "variable order"),
        counted(len(asked.values), "value choice"),
        counted(len(asked.directions), "direction"),
        *(["both strengths of propagation"] if len(asked.consistencies) > 1 else []),
    ]
    puzzles = counted(len(asked.puzzles), "puzzle")
    text = [
        "# Labeling options compared",
        f"{counted(len(rows), 'run')}: {' × '.join(sizes)} on {puzzles}.",
        f"- goal: {'the first solution' if asked.goal == 'first' else 'all solutions'}\n"
        f"- model: {model_title(asked.model)}\n"
        f"- propagation: {' and '.join(asked.consistencies)}\n"
        f"- run: {describe_repeat(asked.repeat)}; random orders with another seed each time, "
        f"from {asked.seed}\n"
        f"- limit of a run: {asked.limits}, of processor time\n"
        f"- kernel: {kernel_name()}\n"
        "- time: processor time, building the model included. A median, with an interval that "
        f"holds the true one with a confidence of {CONFIDENCE:.0%}. Fewer than {ENOUGH} runs have "
        f"no such interval: their times are assumed to be right within a factor of {ONCE:g}",
        "Options that lead to the same counters are one search with several names, and share one "
        "time. All figures are in `rows.csv` and `rows.json`, one row per run; runs that a limit "
        "stopped have none.",
        *(f"![{name} by labeling](heat-{name}.svg)" for name in map(counter_name, HEAT_COUNTERS)),
    ]
    for (puzzle,), part in group_by(rows, "puzzle").items():
        text += [f"## {title(puzzle)}", f"`{puzzle}`"]
        if any(row.outcome == "none" for row in part):
            meaning = describe_no_solution(puzzle, asked.model)
            text.append(
                f"This puzzle has {meaning}: every figure is the cost of proving it."
                if meaning == IMPOSSIBLE
                else f"Solutions: {meaning}. Every figure is the cost of an exhaustive search."
            )
        for (consistency,), same in group_by(part, "consistency").items():
            text += [f"### With {consistency} propagation", *_section(same)]
        if len(distinct(part, "consistency")) > 1:
            text += ["### Both strengths", _compare_strengths(part)]
    return "\n\n".join(text) + "\n"


def _section(rows: Sequence[TrialRow]) -> list[str]:
    """Return the paragraphs about a puzzle at one strength of propagation."""
    number = len(group_by(rows, *OPTIONS))
    stopped = stopped_names(rows)
    text = []
    if stopped:
        text = [
            f"The limit stopped {len(stopped)} of {number} combinations; they rank last and "
            "have no figure."
        ]
    searches = searches_of(rows)
    if not searches:
        return [*text, "No combination finished: a larger limit would show more."]
    if len(searches) == 1 and not stopped:
        figures = ", ".join(
            counted(round(searches[0].number(counter)), counter.removesuffix("s"))
            for counter in HEAT_COUNTERS[1:]
        )
        what = "One search" if number == 1 else f"All {number} combinations are the same search"
        time = searches[0].describe("seconds")
        return [f"{what}: {figures}. It takes {time}; runs differ by noise only."]
    finished = counted(number - len(stopped), "combination")
    different = "the same search" if len(searches) == 1 else f"{len(searches)} different searches"
    text += [f"The {finished} that finished are {different}.", _all_searches(searches)]
    text += ["#### Best and worst", extremes_table(searches, stopped)]
    return [*text, "#### By option", *_by_option(rows)]


def _all_searches(searches: Sequence[Search]) -> str:
    """Return a table of the different searches with their combinations."""
    counters = [*HEAT_COUNTERS[1:], "prunings", "seconds"]
    lines = [
        [_some(search.names), str(len(search.names)), *map(search.describe, counters)]
        for search in sorted(searches, key=lambda search: search.number("nodes"))
    ]
    return markdown_table(["options", "names", *map(counter_name, counters)], lines)


def _by_option(rows: Sequence[TrialRow]) -> list[str]:
    """Return for each kind of option a table of medians over everything else."""
    text = []
    cells = {counter: cells_of(rows, counter) for counter in HEAT_COUNTERS}
    for place, (kind, name) in enumerate(OPTIONS.items()):
        if len(distinct(rows, kind)) < 2:
            continue
        lines = []
        for option in distinct(rows, kind):
            by = {
                counter: [cell for key, cell in found.items() if key[place] == option]
                for counter, found in cells.items()
            }
            finished = sum(cell.number is not None for cell in by["nodes"])
            figures = [_median(by[counter], counter) for counter in HEAT_COUNTERS]
            lines.append([option, *figures, f"{finished} of {len(by['nodes'])}"])
        headers = [name, *(f"median {counter_name(c)}" for c in HEAT_COUNTERS), "finished"]
        text.append(markdown_table(headers, lines))
    return text


def _median(cells: Sequence[Cell], counter: str) -> str:
    """Return the median of cells, stopped ones counted as more than any figure."""
    figures = [cell.number for cell in cells if cell.number is not None]
    middle = median_above(figures, len(cells) - len(figures))
    return "stopped" if middle is None else brief(middle, counter)


def _compare_strengths(rows: Sequence[TrialRow]) -> str:
    """Describe what domain consistency saves, over the combinations that finished with both."""
    by_strength = group_by(rows, "consistency")
    weak, strong = (cells_of(by_strength[(name,)], "backtracks") for name in ("bounds", "domain"))
    pairs = [
        (cell.number, after)
        for key, cell in weak.items()
        if cell.number is not None and (after := strong.get(key, NOT_RUN).number) is not None
    ]
    if not pairs:
        return "No combination finished with both strengths of propagation."
    fewer = sum(after < before for before, after in pairs)
    was, now = (brief(median(side), "backtracks") for side in zip(*pairs, strict=True))
    change = f"stayed at {was}" if was == now else f"went from {was} to {now}"
    return (
        f"With domain consistency, {fewer} of {len(pairs)} combinations that finished with both "
        f"had fewer backtracks; the median {change}."
    )
