"""One measured search, and the table of rows that measured searches give.

All experiments are grids of trials: instances × settings × repetitions. `quincunx.lab.runner` runs
them. The seconds of a row are processor time for building the model and searching, without the
time for checking solutions; a time limit of a trial limits these seconds.

>>> row = run(Trial("c-note:100:884/625/361", "ff", "bisect", "down", "bounds", goal="all"))
>>> row.outcome, row.solutions
('solved', 31)
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache, lru_cache
from math import inf
from statistics import median
from typing import Any, Self, TypeVar, get_type_hints

from quincunx._support.arguments import checked, require_choice
from quincunx.cp.kernel import COMPILED
from quincunx.cp.limits import Limits
from quincunx.cp.options import ALIASES, DEPTH_FIRST, RESTARTS, require_consistency
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError, short_repr
from quincunx.families import parse
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving import PuzzleSearch
from quincunx.solving.models import OURS, model_note, model_of

T = TypeVar("T")

GOALS = ("first", "all")
OUTCOMES = ("solved", "wrong", "none", "limit")
"""`wrong` means that a paper's program stopped at a first answer that breaks the rules; `none`
proves that there is no solution, unless the model is known to lose some; `limit` means that the
search was stopped before its goal, so that its counters are too low."""
IMPOSSIBLE = "no solution (proof of impossibility)"
LOST = "none found (the paper's program loses some)"

MAX_NUMBER = 2**63
"""An upper bound that no counter reaches."""

COUNTERS: tuple[str, ...] = tuple(field.name for field in fields(Statistics))
"""The columns of a row that a search counts, in the order in which they are shown."""


@dataclass(frozen=True)
class Trial:
    """One search to be run.

    `puzzle` is an identifier, `goal` the `first` answer or `all`, `repeat` numbers equal trials
    from 1, `model` is ours, the paper's or the authors', and `point` names the place of an
    experiment that the trial belongs to.
    """

    puzzle: str
    variable: str
    value: str
    direction: str
    consistency: str = "domain"
    seed: int = 0
    goal: str = "first"
    repeat: int = 1
    model: str = OURS
    strategy: str = DEPTH_FIRST
    point: str = ""

    def repeated(self, repeat: int) -> Self:
        """Return the trial for this repetition; what depends on chance takes another seed.

        >>> Trial("c-note:12:12/90", "random", "step", "up", seed=7).repeated(3).seed
        9
        """
        chance = self.variable == "random" or self.strategy.startswith(RESTARTS)
        return replace(self, repeat=repeat, seed=self.seed + repeat - 1 if chance else self.seed)


@dataclass(frozen=True, kw_only=True)
class TrialRow(Trial):
    """The figures of one trial: what was asked, how it ended, and all counters.

    `setup` are the seconds until labeling began: for building the model and posting constraints.
    """

    family: str
    outcome: str
    setup: float
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
        """Whether a limit stopped the search, so that its counters measure nothing."""
        return self.outcome == "limit"

    def as_dict(self) -> dict[str, Any]:
        """Return the row for a data frame, JSON or a table.

        Counters of a stopped search are `None`: a mean over them would be too low.
        """
        return {
            name: None if name in COUNTERS and not self.knows(name) else value
            for name, value in asdict(self).items()
        }

    def differs_under(self, limits: Limits | None) -> bool:
        """Whether a run under these limits would search other nodes: it would be stopped where this
        one went on, or go on where this one was stopped."""
        most = None if limits is None else limits.nodes
        return most is not None and (self.nodes != most if self.limited else self.nodes > most)

    def knows(self, counter: str) -> bool:
        """Whether the figure is that of the whole search.

        A stopped search has posted all its constraints, if it began at all.
        """
        return not self.limited or (counter == "constraints" and bool(self.constraints))


RowT = TypeVar("RowT", bound=TrialRow)


def run(trial: Trial, limits: Limits | None = None) -> TrialRow:
    """Run one trial; its counters are those of `quincunx.solve` with the same options.

    Args:
        trial: The search to run.
        limits: What stops it; `seconds` are processor time without the checking of solutions.
    """
    limits = limits or Limits()
    wanted = 1 if trial.goal == "first" else None
    puzzle = parse(trial.puzzle)
    began = time.process_time()

    def spent() -> float:
        return time.process_time() - began - search.checking

    def stop() -> bool:
        return limits.seconds is not None and spent() >= limits.seconds

    search = PuzzleSearch(
        puzzle,
        labeling=(trial.variable, trial.value, trial.direction),
        consistency=require_consistency(trial.consistency),
        model=trial.model,
        seed=trial.seed,
        strategy=trial.strategy,
        node_limit=limits.nodes,
        limit=wanted,
        cancel=stop,
    )
    search.begin()
    setup = round(spent(), 6)
    found = sum(1 for _ in search)
    seconds = round(max(0.0, spent()), 6)
    counters = search.statistics
    if found and (search.complete or found == wanted):
        outcome = "solved"
    elif search.complete:
        outcome = "none"
    else:
        outcome = "wrong" if wanted and counters.solutions else "limit"
    figures: dict[str, Any] = {**counters.as_dict(), "seconds": seconds, "setup": setup}
    return TrialRow(family=puzzle.family, outcome=outcome, **asdict(trial), **figures)


@lru_cache(maxsize=1)
def warm_up(puzzle: str, model: str, limits: Limits) -> None:
    """Fill caches before the first trial of a puzzle, which would pay for all of them."""
    PuzzleSearch(puzzle, limit=0, model=model, time_limit=limits.seconds).find()


def decode_record(kind: type[T], data: Any) -> T:
    """Build a dataclass from JSON data with exactly its fields, each of its type.

    >>> decode_record(Statistics, {"seconds": 1})
    Traceback (most recent call last):
    ValueError: no nodes
    """
    if not isinstance(data, dict):
        raise ValueError("not an object")
    types = get_type_hints(kind)
    for name in (*types, *data):
        if name not in types or name not in data:
            raise ValueError(f"{short_repr(name)} is unknown" if name in data else f"no {name}")
        value, expected = data[name], types[name]
        if expected is float and type(value) is int:
            value = float(value)
        number = expected in (int, float)
        if type(value) is not expected or (number and not abs(value) < MAX_NUMBER):
            raise ValueError(f"{name} is not a valid {expected.__name__}")
    return kind(**data)


def decode_row(trial: Trial, data: Any) -> TrialRow:
    """Return the row of a trial from JSON data; `ValueError` if it is another's or damaged."""
    row = decode_record(TrialRow, data)
    for name, asked in asdict(trial).items():
        if getattr(row, name) != asked:
            raise ValueError(f"{name} is {getattr(row, name)!r} where the run has {asked!r}")
    if row.outcome not in OUTCOMES or any(getattr(row, name) < 0 for name in COUNTERS):
        raise ValueError("not the figures of a run")
    return row


# Tables of rows.


def figure_of(rows: Sequence[TrialRow], counter: str) -> float:
    """Return the median of repeated trials, infinite if one of them was stopped."""
    known = all(row.knows(counter) for row in rows)
    return median(getattr(row, counter) for row in rows) if known else inf


def group_by(rows: Iterable[RowT], *names: str) -> dict[tuple[Any, ...], list[RowT]]:
    """Return rows by their values in these columns, in the order in which they come."""
    found: dict[tuple[Any, ...], list[RowT]] = {}
    for row in rows:
        found.setdefault(tuple(getattr(row, name) for name in names), []).append(row)
    return found


# Words.


def kernel_name() -> str:
    """Return which kernel measures."""
    return "compiled" if COMPILED else "pure Python"


@cache
def describe_no_solution(puzzle: str, model: str) -> str:
    """Describe what it means that a model has no solution of a puzzle.

    >>> describe_no_solution("c-note:7:88/88", "ours")
    'no solution (proof of impossibility)'
    >>> describe_no_solution("c-note:7:88/88", "paper")
    "none found (the paper's program loses some)"
    """
    if model == OURS:
        return IMPOSSIBLE
    notes = model_of(find_puzzle(puzzle), model).notes
    return LOST if notes is not None and notes.loses else IMPOSSIBLE


def describe_strength(consistency: str, model: str) -> str:
    """Return the strength of propagation, with the model if it is not ours.

    >>> describe_strength("domain", "ours"), describe_strength("bounds", "paper")
    ('domain', "bounds, paper's model")
    """
    return ", ".join(filter(None, (consistency, model_note(model))))


# Options that experiments share.


@checked
def choose(kind: str, given: Iterable[str] | None, known: Iterable[str]) -> tuple[str, ...]:
    """Return the named options, each once and in the order of `known`; all if none is named.

    >>> choose("letter", ["c", "a", "c"], ("a", "b", "c"))
    ('a', 'c')
    >>> choose("direction", ["sideways"], ("up", "down"))
    Traceback (most recent call last):
    quincunx.errors.OptionError: lab: unknown direction 'sideways', expected one of up, down
    """
    known = tuple(known)
    if given is None:
        return known
    names = {ALIASES.get(name, name) for name in given}
    for name in sorted(names):
        require_choice(name, known, f"lab: unknown {kind}")
    if not names:
        raise OptionError(f"lab: no {kind} named, expected some of {', '.join(known)}")
    return tuple(name for name in known if name in names)
