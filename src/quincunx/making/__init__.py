"""Making puzzles: with exactly one solution, of the grade asked for, the same from the same seed.

Vocabulary:
  request    what is asked for: a family with its parameters, one solution or any, a grade
  series     the puzzles 0, 1, 2, ... that a request and a seed stand for
  stream     the puzzles that could be number k of a series, in the order in which they are tried
  try        one attempt of a family's maker; where it leads to several proposals, each of them
             counts as one
  patience   how many tries may lead to nothing before a series is given up
  kept       a puzzle that is what was asked for

Number k of a series is the first puzzle of its own stream that equals none of the numbers before
it, turned and mirrored ones included. So it depends on the request, the seed and k alone: asking
for more puzzles changes none of the first ones. Each stream has dice of its own, thrown from a
hash of the request, the seed and k.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, family_named
from quincunx.families._maker import AnyMaker, Parameters
from quincunx.grades import GRADES
from quincunx.limits import Limits, Stopped, checked_number, checked_seconds, watching
from quincunx.making.prepared import KernelPrepared
from quincunx.model import Model
from quincunx.showing import Shown
from quincunx.solving import solve

MAX_NUMBER = 1_000_000
"""Most puzzles of one series."""
MAX_SEED = 10**18
PROOF_NODES = 2_000_000
"""A puzzle whose proof takes more nodes than this is not worth it."""
MAX_REPEATS = 2_000
"""After so many puzzles of a stream that were there before, there are most likely no others."""


COMMON = ("grade", "unique", "seed", "number", "patience", "time_limit", "cancel")
"""What can be said of puzzles of every family."""


@dataclass(frozen=True)
class Request:
    """What is asked for; anything impossible raises `PuzzleError` or `OptionError` at once."""

    family: type[AnyPuzzle]
    parameters: Parameters
    unique: bool = True
    grade: str | None = None

    def __post_init__(self) -> None:
        self.maker.check(self.parameters, self.unique)
        if self.grade is None:
            return
        name = self.family.family
        if self.grade not in GRADES:
            raise OptionError(f"unknown grade {self.grade!r}, expected one of {', '.join(GRADES)}")
        if not self.unique:
            raise OptionError(
                f"{name}: a grade for puzzles with any number of solutions, "
                "expected a grade only where there is one"
            )
        possible = self.maker.grades(self.parameters)
        if self.grade not in possible:
            raise PuzzleError(
                f"{name}: among the puzzles sampled with such parameters none was {self.grade}, "
                f"expected {' or '.join(possible)}"
            )

    @property
    def maker(self) -> AnyMaker:
        """Who makes puzzles of this family."""
        return maker_of(self.family)

    def dice(self, seed: int, index: int) -> Random:
        """The dice of one stream. Nothing but the arguments has an influence on them, on no
        machine and in no version of Python."""
        text = json.dumps(
            [
                self.family.family,
                self.parameters.canonical(),
                self.unique,
                self.grade,
                seed,
                index,
            ]
        )
        digest = hashlib.sha256(text.encode()).digest()
        return Random(int.from_bytes(digest, "big"))


def request(
    family: str, *, unique: bool = True, grade: str | None = None, **parameters: object
) -> Request:
    """The request of these words.

    >>> request("c-note", size=1)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: size is 1, expected a whole number from 2 to 7
    """
    chosen = family_named(family)
    known = maker_of(chosen).parameters
    names = [parameter.name for parameter in known.declared()]
    for name in parameters:
        if name not in names:
            raise OptionError(
                f"{family}: unknown parameter {name!r}, expected {', '.join(names)}, "
                f"or one for all families: {', '.join(COMMON)}"
            )
    return Request(chosen, known.chosen(parameters), unique, grade)


def maker_of(family: type[AnyPuzzle]) -> AnyMaker:
    """Who makes puzzles of a family."""
    maker = family.maker()
    if maker is None:
        raise PuzzleError(f"{family.family}: nobody can make such puzzles")
    return maker


@dataclass(frozen=True)
class Made(Shown):
    """A puzzle of a series, with its solution: the only one, unless any number was asked for."""

    puzzle: AnyPuzzle
    solution: Any
    unique: bool
    seed: int
    index: int
    attempts: int
    """How many tries it took."""
    _known_grade: str | None = field(default=None, repr=False, compare=False)
    _stop: Callable[[], bool] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def grade(self) -> str | None:
        """How hard it is. Unless a grade was asked for, that is found out when somebody wants to
        know; nothing if a limit stops it.

        A puzzle that may have several solutions has no grade.
        """
        if self._known_grade is not None:
            return self._known_grade
        from quincunx.reasoning import grade

        return grade(self.puzzle, cancel=self._stop).grade if self.unique else None

    def as_dict(self) -> dict[str, Any]:
        """The puzzle as JSON data, the way every command and page answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "document": self.puzzle.document(),
            "solution": self.solution,
            "grade": self.grade,
            "seed": self.seed,
            "index": self.index,
        }


class Series(Iterator[Made]):
    """The puzzles of a series, made one by one as they are asked for.

    It ends early when the time is up, when it is called off, or when as many tries in a row as
    `patience` says led to nothing: the family's own number, unless one is given. `ended` then
    says why. At any moment `tried`, `kept` and `nearness` say how far it came.
    """

    def __init__(
        self,
        request: Request,
        seed: int | None = None,
        number: int = 1,
        *,
        patience: int | None = None,
        time_limit: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        _require_within(number, "number", 1, MAX_NUMBER)
        if seed is not None:
            _require_within(seed, "seed", 0, MAX_SEED)
        checked_number(patience, "patience", least=1)
        time_limit = checked_seconds(time_limit)
        self.request = request
        self.patience = request.maker.patience if patience is None else patience
        self.seed = secrets.randbelow(1_000_000) if seed is None else seed
        self.number = number
        self.tried = 0
        self.kept = 0
        self.nearness = ""
        self.ended = ""
        self._tried_before = 0
        self._known: set[str] = set()
        self._cancel = cancel
        self._deadline = None if time_limit is None else time.perf_counter() + time_limit

    @property
    def complete(self) -> bool:
        """Whether all puzzles were made."""
        return self.kept == self.number

    def __next__(self) -> Made:
        if self.complete or self.ended:
            raise StopIteration
        try:
            with watching(Limits(cancel=self.stop)):
                made = self._made(self.kept)
        except Stopped:
            self.ended = self.ended or "stopped"
            raise StopIteration from None
        self.kept += 1
        return made

    def stop(self) -> bool:
        """Whether it is time to stop; `ended` says why."""
        return self._called_off() or bool(self.ended)

    def _called_off(self) -> bool:
        """Whether the time is up, or somebody said to stop."""
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            self.ended = "the time was up"
        elif self._cancel is not None and self._cancel():
            self.ended = "stopped"
        else:
            return False
        return True

    def count_try(self) -> None:
        """One more try begins, if it may."""
        if self.tried - self._tried_before == self.patience:
            tries = "1 try" if self.patience == 1 else f"{self.patience:,} tries"
            self.ended = f"no puzzle in {tries}"
        if self.stop():
            raise Stopped
        self.tried += 1

    def _made(self, index: int) -> Made:
        """The first puzzle of a stream that is none of the known ones."""
        self._tried_before = self.tried
        repeats = 0
        bench = _Bench(self, self.request.dice(self.seed, index))
        looked_at = self.tried
        for proposal in self.request.maker.proposals(self.request.parameters, bench):
            if self.tried == looked_at:
                self.count_try()
            looked_at = self.tried
            # A proposal that was there before need not be proved again.
            known = self._form(proposal) in self._known
            kept = None if known else _kept(proposal, bench)
            if kept is not None:
                form = self._form(kept.puzzle)
                known = form in self._known
                if not known:
                    self._known.add(form)
                    return Made(
                        kept.puzzle,
                        kept.solution,
                        self.request.unique,
                        self.seed,
                        index,
                        self.tried - self._tried_before,
                        kept.grade,
                        self._called_off,
                    )
            repeats += known
            if repeats == MAX_REPEATS:
                self.ended = f"no other among {MAX_REPEATS:,} more"
                raise Stopped
        self.ended = "nothing more is proposed"
        raise Stopped

    def _form(self, puzzle: AnyPuzzle) -> str:
        """What is the same for all puzzles that are the same but for turning and mirroring."""
        if self.number == 1:
            return ""
        return min(self.request.maker.forms(puzzle))


class _Bench:
    """See `quincunx.families._maker.Bench`."""

    def __init__(self, series: Series, dice: Random) -> None:
        self.request = series.request
        self.dice = dice
        self.unique = series.request.unique
        self.grade = series.request.grade
        self.stop = series.stop
        self._series = series

    def attempt(self) -> None:
        self._series.count_try()
        self._series.nearness = ""

    def near(self, text: str) -> None:
        self._series.nearness = text
        if self.stop():
            raise Stopped

    def prepare(self, model: Model, labeling: Sequence[str] = ()) -> KernelPrepared:
        return KernelPrepared(model, labeling, self.stop)


@dataclass(frozen=True)
class _Kept:
    """A puzzle that is what was asked for, with its grade where one was."""

    puzzle: AnyPuzzle
    solution: Any
    grade: str | None = None


def _kept(proposal: AnyPuzzle, bench: _Bench) -> _Kept | None:
    """What a proposal becomes, if it becomes what was asked for."""
    solution = _solution(proposal, bench)
    if solution is None:
        return None
    if bench.grade is None:
        return _Kept(proposal, solution)
    fitted = _fitted(proposal, solution, bench)
    return None if fitted is None else _Kept(fitted, solution, bench.grade)


def _solution(puzzle: AnyPuzzle, bench: _Bench) -> Any:
    """The solution of a proposal, if it has one, and no other where that matters."""
    enough = 2 if bench.unique else 1
    found = solve(puzzle, limit=enough, node_limit=PROOF_NODES, cancel=bench.stop)
    if not found.complete and bench.stop():
        raise Stopped
    wanted = found.verdict == "unique" if bench.unique else found.count == 1
    return found.solutions[0] if wanted else None


def _fitted(puzzle: AnyPuzzle, solution: Any, bench: _Bench) -> AnyPuzzle | None:
    """The puzzle with just so much more given away that it has the grade asked for."""
    from quincunx.reasoning import grade

    maker = bench.request.maker
    while True:
        found = grade(puzzle, at_most=bench.grade, cancel=bench.stop)
        if not found.complete:
            raise Stopped
        if found.grade is not None:
            bench.near(f"one was {found.grade}")
            return puzzle if found.grade == bench.grade else None
        bench.near(f"one was harder than {bench.grade}")
        easier = maker.easier(bench.request.parameters, puzzle, solution, bench.dice)
        if easier is None:
            return None
        puzzle = easier


def generate(
    family: str,
    *,
    grade: str | None = None,
    unique: bool = True,
    seed: int | None = None,
    number: int = 1,
    patience: int | None = None,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
    **parameters: object,
) -> Series:
    """New puzzles of a family: iterate to have them made one by one.

    What can be said:
      family      the family's name, as in "c-note"
      grade       how hard they have to be: "easy", "medium", "hard" or "expert"
      unique      whether they must have exactly one solution
      seed        the same seed gives the same puzzles; drawn if not given
      number      how many different puzzles
      patience    give the series up after so many tries that led to no puzzle; a family has a
                  number of its own for that, far beyond what any of its puzzles took
      time_limit  stop after so many seconds
      cancel      asked many times a second; stop when it says so
      parameters  what the family lets one choose; `quincunx generate FAMILY --help` lists it

    >>> made = next(generate("aztec-math", levels=3, seed=7))
    >>> made.puzzle.violations(made.solution)
    []
    """
    asked = request(family, unique=unique, grade=grade, **parameters)
    return Series(asked, seed, number, patience=patience, time_limit=time_limit, cancel=cancel)


def _require_within(number: int, name: str, least: int, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise OptionError(f"{name} is {number!r}, expected {least} to {most}")
