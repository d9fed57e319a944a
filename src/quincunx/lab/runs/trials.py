"""One measured search: what is asked of it, and the row of figures that it gives.

Vocabulary:
  trial    one search to be run: a puzzle, the labeling, the strength of propagation
  goal     what a trial looks for: the `first` solution, or `all` of them
  row      the figures of a trial that was run: plain, flat, complete
  outcome  how a trial ended: `solved` (the goal was reached), `none` (no solution: a proof of
           impossibility, unless the model is known to lose some) or `limit` (stopped before the
           goal: whatever it counted is too little)
  counter  one of the figures of a search: seconds, nodes, backtracks, ...
  seconds  of a row: what the processor spent on building the model and on the search, whoever
           else was at work on the machine. Checking solutions against the rules is not part of
           it. A limit on the time of a trial is one on these seconds

>>> row = run(Trial("c-note:100:884/625/361", "ff", "bisect", "down", "bounds", goal="all"))
>>> row.outcome, row.solutions
('solved', 31)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, lru_cache
from typing import Any, TypeVar

from quincunx.cp.limits import Limits
from quincunx.cp.options import (
    ALIASES,
    CONSISTENCIES,
    DIRECTIONS,
    VALUE_CHOICES,
    VARIABLE_ORDERS,
    require_consistency,
)
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError
from quincunx.families import parse
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.runs.journal import record
from quincunx.solving import PuzzleSearch
from quincunx.solving.models import OURS, model_note, model_of

GOALS = ("first", "all")
OUTCOMES = ("solved", "none", "limit")
IMPOSSIBLE = "no solution (proof of impossibility)"
"""How a puzzle without a solution is labelled."""
LOST = "none found (the paper's program loses some)"
"""What is said of no solution where that proves nothing."""

MAX_TRIALS = 1_000_000
"""So many at most: they are all in memory."""

COUNTERS: tuple[str, ...] = tuple(field.name for field in fields(Statistics))
"""All figures of a row that a search counts, in the order in which they are always shown."""


@dataclass(frozen=True)
class Trial:
    """One search to be run. `puzzle` is an identifier; `repeat` tells equal trials apart; `model`
    is ours, or the paper's where a family knows it."""

    puzzle: str
    variable: str
    value: str
    direction: str
    consistency: str = "domain"
    seed: int = 0
    goal: str = "first"
    repeat: int = 1
    model: str = OURS

    @property
    def labeling(self) -> tuple[str, str, str]:
        """The three labeling options."""
        return (self.variable, self.value, self.direction)


@dataclass(frozen=True)
class Row:
    """The figures of one trial: what was asked, how it ended, and all counters."""

    puzzle: str
    family: str
    variable: str
    value: str
    direction: str
    consistency: str
    seed: int
    goal: str
    repeat: int
    model: str
    outcome: str
    seconds: float
    nodes: int
    backtracks: int
    resumptions: int
    entailments: int
    prunings: int
    constraints: int
    solutions: int

    @property
    def labeling(self) -> tuple[str, str, str]:
        """The three labeling options."""
        return (self.variable, self.value, self.direction)

    @property
    def limited(self) -> bool:
        """Whether a limit stopped the search: its counters then are no measure of anything."""
        return self.outcome == "limit"

    def as_dict(self) -> dict[str, Any]:
        """The row for a data frame, for JSON and for tables.

        Where a limit stopped the search there is nothing in place of its counters: they say how
        far it came, and whoever takes a mean would take them for what it costs.
        """
        return {
            name: None if name in COUNTERS and not self.knows(name) else value
            for name, value in asdict(self).items()
        }

    def knows(self, counter: str) -> bool:
        """Whether the figure is that of the whole search. What a limit stopped has posted all its
        propagators, if it came so far; the other counters were cut short."""
        return not self.limited or (counter == "constraints" and bool(self.constraints))


RowT = TypeVar("RowT", bound=Row)


def row_of(trial: Trial, data: Any) -> Row:
    """The row of a trial that was written down; a `ValueError` if it is not that."""
    row = record(Row, data)
    for name, asked in asdict(trial).items():
        if getattr(row, name) != asked:
            raise ValueError(f"{name} is {getattr(row, name)!r} where the run has {asked!r}")
    if row.outcome not in OUTCOMES:
        raise ValueError(f"outcome is {row.outcome!r}")
    for name in COUNTERS:
        if getattr(row, name) < 0:
            raise ValueError(f"{name} is below 0")
    return row


def run(
    trial: Trial, limits: Limits | None = None, cancel: Callable[[], bool] | None = None
) -> Row:
    """Run one trial. Its counters are those of `quincunx.solve` with the same options."""
    limits = limits or Limits()
    wanted = 1 if trial.goal == "first" else None
    puzzle = parse(trial.puzzle)
    began = time.process_time()

    def spent() -> float:
        return time.process_time() - began - search.checking

    def stop() -> bool:
        late = limits.seconds is not None and spent() >= limits.seconds
        return late or (cancel is not None and cancel())

    search = PuzzleSearch(
        puzzle,
        labeling=trial.labeling,
        consistency=require_consistency(trial.consistency),
        model=trial.model,
        seed=trial.seed,
        node_limit=limits.nodes,
        limit=wanted,
        cancel=stop,
    )
    found = sum(1 for _ in search)
    # A microsecond is as exact as a clock deserves.
    seconds = round(max(0.0, spent()), 6)
    if search.complete:
        outcome = "solved" if found else "none"
    else:
        outcome = "solved" if found == wanted else "limit"
    figures: dict[str, Any] = {**search.statistics.as_dict(), "seconds": seconds}
    return Row(family=puzzle.family, outcome=outcome, **asdict(trial), **figures)


@lru_cache(maxsize=1)
def warm_up(puzzle: str, model: str, limits: Limits) -> None:
    """Do once, before a puzzle's first trial, what is remembered for all of them: that one would
    pay for the others."""
    PuzzleSearch(puzzle, limit=0, model=model, time_limit=limits.seconds).find()


@cache
def without_solution(puzzle: str, model: str) -> str:
    """What is said of a puzzle of which a model has no solution.

    >>> without_solution("c-note:7:88/88", "ours")
    'no solution (proof of impossibility)'
    >>> without_solution("c-note:7:88/88", "paper")
    "none found (the paper's program loses some)"
    """
    if model == OURS:
        return IMPOSSIBLE
    notes = model_of(find_puzzle(puzzle), model).notes
    return LOST if notes is not None and notes.loses else IMPOSSIBLE


def strength(consistency: str, model: str) -> str:
    """A strength of propagation, and the model where it is not ours.

    >>> strength("domain", "ours"), strength("bounds", "paper")
    ('domain', "bounds, paper's model")
    """
    return ", ".join(filter(None, (consistency, model_note(model))))


def again(trial: Trial, repeat: int) -> Trial:
    """A trial for the time of this number, from 1: what is random takes another seed each time.

    >>> again(Trial("c-note:12:12/90", "random", "step", "up", seed=7), 3).seed
    9
    """
    seed = trial.seed + repeat - 1 if trial.variable == "random" else trial.seed
    return replace(trial, repeat=repeat, seed=seed)


def chosen(kind: str, given: Iterable[str] | None, known: Iterable[str]) -> tuple[str, ...]:
    """The options named, each once, in the order of `known`; all of them where none is named.

    >>> chosen("variable order", ["first_fail", "min", "ff"], VARIABLE_ORDERS)
    ('min', 'ff')
    >>> chosen("direction", ["sideways"], DIRECTIONS)
    Traceback (most recent call last):
    quincunx.errors.OptionError: lab: unknown direction 'sideways', expected up, down
    """
    known = tuple(known)
    if given is None:
        return known
    names = {ALIASES.get(name, name) for name in given}
    for name in sorted(names):
        if name not in known:
            raise OptionError(f"lab: unknown {kind} {name!r}, expected {', '.join(known)}")
    if not names:
        raise OptionError(f"lab: no {kind} named, expected some of {', '.join(known)}")
    return tuple(name for name in known if name in names)


def choose_variables(given: Iterable[str] | None = None) -> tuple[str, ...]:
    """Variable orders by name, all unless some are named."""
    return chosen("variable order", given, VARIABLE_ORDERS)


def choose_values(given: Iterable[str] | None = None) -> tuple[str, ...]:
    """Value choices by name, all unless some are named."""
    return chosen("value choice", given, VALUE_CHOICES)


def choose_directions(given: Iterable[str] | None = None) -> tuple[str, ...]:
    """Directions by name, both unless one is named."""
    return chosen("direction", given, DIRECTIONS)


def choose_consistencies(given: str) -> tuple[str, ...]:
    """`bounds`, `domain` or `both`.

    >>> choose_consistencies("both")
    ('bounds', 'domain')
    """
    if given == "both":
        return CONSISTENCIES
    if given not in CONSISTENCIES:
        known = ", ".join((*CONSISTENCIES, "both"))
        raise OptionError(f"lab: unknown consistency {given!r}, expected {known}")
    return (given,)


def consistency_of(consistencies: Sequence[str]) -> str:
    """What `choose_consistencies` was given.

    >>> consistency_of(["bounds", "domain"]), consistency_of(["domain"])
    ('both', 'domain')
    """
    return "both" if len(consistencies) > 1 else consistencies[0]


def require_few(trials: int) -> None:
    """Refuse what nobody lives to see."""
    if trials > MAX_TRIALS:
        raise OptionError(f"lab: {trials} runs, expected at most {MAX_TRIALS}")


def require_goal(goal: str) -> str:
    """The goal, if there is such a one."""
    if goal not in GOALS:
        raise OptionError(f"lab: unknown goal {goal!r}, expected {', '.join(GOALS)}")
    return goal
