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
from itertools import chain, product
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, Unpack

from quincunx._support.arguments import checked
from quincunx._support.journal import Journal
from quincunx.cp.options import DIRECTIONS, VALUE_CHOICES, VARIABLE_ORDERS
from quincunx.errors import OptionError
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.plots import Panel, draw_panels, terminal_table
from quincunx.lab.runner import GridKeywords, Runner, TrialGrid
from quincunx.lab.statistics import ASSUMED_ERROR, CONFIDENCE, MIN_RUNS, MedianInterval, interval_of
from quincunx.lab.tables import CounterReport, brief, counter_name, title
from quincunx.lab.trials import (
    COUNTERS,
    TrialRow,
    choose,
    describe_no_solution,
    describe_strength,
    figure_of,
    group_by,
)

HEAT_COUNTERS = ("seconds", "backtracks", "nodes", "resumptions")
"""The counters that get a heat map and a place in the report."""
OPTIONS = ("variable", "value", "direction", "consistency")
"""The kinds of options, by their columns."""
MAX_NAMES = 3
"""Of more combinations that tie two are named, and the others counted."""

Combination: TypeAlias = tuple[str, ...]
"""An option of each kind."""


@dataclass(frozen=True, kw_only=True)
class Sweep(TrialGrid):
    """An experiment on puzzles that are named."""

    kind: str = "labeling"
    puzzles: tuple[str, ...]
    counters: ClassVar = HEAT_COUNTERS

    @property
    def size(self) -> int:
        """The number of puzzles."""
        return len(self.puzzles)

    def instances(self, runner: Runner, journal: Journal) -> Iterable[tuple[str, str]]:
        """Return the puzzles; they belong to no point."""
        return (("", puzzle) for puzzle in self.puzzles)

    def report(self, rows: Sequence[TrialRow], counter: str) -> CounterReport:
        """Return the heat maps of a counter as tables, the best and the worst options."""
        maps = chain.from_iterable(panels(rows, counter))
        tables = [(panel.heading, *terminal_table(panel)) for panel in maps]
        return CounterReport(summary(rows, counter), tables, f"heat-{counter_name(counter)}.svg")

    def report_facts(self) -> dict[str, Any]:
        """Return how the times of few runs are taken."""
        return {"confidence": CONFIDENCE, "enough": MIN_RUNS, "once": ASSUMED_ERROR}

    def draw(self, rows: Sequence[TrialRow], folder: Path) -> list[Path]:
        """Draw the heat maps of each counter."""
        names = {counter: counter_name(counter) for counter in self.counters}
        return [
            draw_panels(panels(rows, counter), f"{name} by labeling", folder / f"heat-{name}")
            for counter, name in names.items()
        ]


class SweepKeywords(GridKeywords, total=False):
    """The keyword arguments of `sweep`."""

    variables: Iterable[str] | None
    values: Iterable[str] | None
    directions: Iterable[str] | None


@checked
def sweep(
    puzzles: Iterable[str],
    *,
    variables: Iterable[str] | None = None,
    values: Iterable[str] | None = None,
    directions: Iterable[str] | None = None,
    **keywords: Unpack[GridKeywords],
) -> Sweep:
    """Return a sweep, to be run.

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
    options = product(
        choose("variable order", variables, VARIABLE_ORDERS),
        choose("value choice", values, VALUE_CHOICES),
        choose("direction", directions, DIRECTIONS),
    )
    return Sweep(puzzles=found, labelings=tuple(options), **keywords)


@checked
def labeling(
    puzzles: Iterable[str], *, runner: Runner | None = None, **keywords: Unpack[SweepKeywords]
) -> list[TrialRow]:
    """Run every combination of labeling options on puzzles and return the rows.

    Args:
        puzzles: Identifiers, files or gallery names.
        runner: Where trials run and are kept; by default in this process.
        **keywords: As for `sweep`.
    """
    return sweep(puzzles, **keywords).run(runner)


# Which combinations are the same search.


@dataclass(frozen=True)
class SearchGroup:
    """A search, the combinations of options that lead to it, and all their rows."""

    combinations: tuple[Combination, ...]
    rows: tuple[TrialRow, ...]

    @property
    def time(self) -> MedianInterval:
        """Its time, from all runs of all its combinations."""
        return interval_of(row.seconds for row in self.rows)

    def describe(self, counter: str) -> str:
        """Return its figure; times with their interval."""
        if counter == "seconds":
            return self.time.describe(lambda number: brief(number, "seconds"))
        return brief(figure_of(self.rows, counter), counter)

    def under(self, other: SearchGroup, counter: str) -> bool:
        """Whether its figure is less than that of another search; of times, beyond noise."""
        if counter == "seconds":
            return self.time.under(other.time)
        return figure_of(self.rows, counter) < figure_of(other.rows, counter)


def searches_of(rows: Sequence[TrialRow]) -> list[SearchGroup]:
    """Return the different searches of one puzzle, each strength of propagation by itself.

    A random order that was run with several seeds is a search of its own, unless all of them did
    the same.
    """
    counters = [counter for counter in COUNTERS if counter != "seconds"]
    found: dict[Hashable, tuple[list[Combination], list[TrialRow]]] = {}
    for options, cell in group_by(rows, *OPTIONS).items():
        if not any(row.limited for row in cell):
            done = frozenset(tuple(getattr(row, counter) for counter in counters) for row in cell)
            combinations, same = found.setdefault((cell[0].consistency, done), ([], []))
            combinations.append(options)
            same += cell
    return [SearchGroup(tuple(combinations), tuple(same)) for combinations, same in found.values()]


def figures_of(rows: Sequence[TrialRow], counter: str) -> dict[Combination, float]:
    """Return the figure of each combination; equal searches share one time."""
    found = {key: figure_of(runs, counter) for key, runs in group_by(rows, *OPTIONS).items()}
    if counter == "seconds":
        for search in searches_of(rows):
            found |= dict.fromkeys(search.combinations, search.time.middle)
    return found


def panels(rows: Sequence[TrialRow], counter: str) -> list[list[Panel]]:
    """Return for each puzzle its heat maps, one for each strength of propagation."""
    return [
        [_panel(part, counter) for part in group_by(of_puzzle, "consistency").values()]
        for of_puzzle in group_by(rows, "puzzle").values()
    ]


def _panel(rows: Sequence[TrialRow], counter: str) -> Panel:
    one_way = len({row.direction for row in rows}) == 1
    figures = {
        (variable, value if one_way else f"{value} {way}"): figure
        for (variable, value, way, _), figure in figures_of(rows, counter).items()
    }
    strength = describe_strength(rows[0].consistency, rows[0].model)
    heading = f"{title(rows[0].puzzle)}, {strength}{_no_solution(rows, chr(10))}"
    return Panel(heading, figures, counter)


def _no_solution(rows: Sequence[TrialRow], before: str) -> str:
    """Return what it means that a puzzle has no solution, or nothing if it has one."""
    if not any(row.outcome == "none" for row in rows):
        return ""
    return before + describe_no_solution(rows[0].puzzle, rows[0].model)


# The best and the worst.


def best_and_worst(
    searches: Sequence[SearchGroup], counter: str
) -> tuple[list[SearchGroup], list[SearchGroup]]:
    """Return the searches with the least and with the most of a counter.

    Searches whose times are within noise of the least or the most belong to them.
    """
    ordered = sorted(searches, key=lambda search: figure_of(search.rows, counter))
    low = [search for search in ordered if not ordered[0].under(search, counter)]
    high = [search for search in reversed(ordered) if not search.under(ordered[-1], counter)]
    return low, high


def _names(combinations: Sequence[Combination]) -> str:
    """Return a few combinations, and the number of the others."""
    names = ["/".join(options[:3]) for options in combinations]
    if len(names) <= MAX_NAMES:
        return ", ".join(names)
    return f"{names[0]}, {names[1]} and {len(names) - 2} others"


def _leaders(searches: Sequence[SearchGroup], counter: str) -> str:
    names = _names([options for search in searches for options in search.combinations])
    return f"{names} with {searches[0].describe(counter)}"


def summary(rows: Sequence[TrialRow], counter: str) -> list[str]:
    """Return the best and the worst options by one counter, a line per puzzle and strength."""
    lines = []
    for (puzzle, consistency), part in group_by(rows, "puzzle", "consistency").items():
        text = f"{title(puzzle)}, {describe_strength(consistency, part[0].model)}: "
        text += compare(part, counter)
        seeds = {row.seed for row in part if row.variable == "random"}
        if len(seeds) > 1:
            text += f"; of random orders the median of {len(seeds)} seeds"
        lines.append(text + _no_solution(part, "; "))
    return lines


def compare(rows: Sequence[TrialRow], counter: str) -> str:
    """Return the best and the worst options for one puzzle at one strength of propagation."""
    cells = group_by(rows, *OPTIONS)
    stopped = [key for key, cell in cells.items() if any(row.limited for row in cell)]
    searches = searches_of(rows)
    if not searches:
        return f"all {len(cells)} stopped by the limit"
    name = counter_name(counter)
    low, high = best_and_worst(searches, counter)
    if stopped:
        limit = f"stopped by the limit, {len(stopped)} of {len(cells)}"
        return f"{name}: best {_leaders(low, counter)}; worst {_names(stopped)} ({limit})"
    if len(low) < len(searches):
        return f"{name}: best {_leaders(low, counter)}; worst {_leaders(high, counter)}"
    if len(cells) == 1:
        return f"{name}: {low[0].describe(counter)}"
    within_noise = "times within noise" if counter == "seconds" else "different searches"
    alike = "one search" if len(searches) == 1 else within_noise
    return f"{name}: {low[0].describe(counter)} with all {len(cells)} combinations ({alike})"
