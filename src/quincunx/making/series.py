"""Series of generated puzzles, and `generate`, which starts one."""

import datetime
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from quincunx._support.arguments import checked
from quincunx._support.notebook import Shown
from quincunx.cp.limits import Limits, Stopped, require_limit, require_number, watching
from quincunx.errors import OptionError, TooBig
from quincunx.families import AnyPuzzle, to_document
from quincunx.families.base.grades import GradeName
from quincunx.families.base.maker import Parameters
from quincunx.families.base.puzzle_input import PuzzleLike
from quincunx.making.catalogue_sampler import CatalogueSampler
from quincunx.making.daily import read_day, seed_of
from quincunx.making.generator import AcceptedPuzzle, RowTools, grade_puzzle, search_row
from quincunx.making.requests import Request, request
from quincunx.making.requirements import Graded

MAX_NUMBER = 1_000_000
"""Maximum number of puzzles in one series."""
MAX_ROW = 10**12
MAX_SEED = 10**18
MAX_REPEATS = 200
"""A series ends after this many repeated rows in succession."""


@dataclass(frozen=True)
class GeneratedPuzzle(Shown):
    """A row of a series. Small enough to send to another process."""

    puzzle: AnyPuzzle
    solution: Any
    unique: bool
    """Whether the solution is known to be the only one."""
    seed: int
    index: int
    """The number of the row."""
    attempts: int
    known: Graded | None = field(default=None, repr=False, compare=False)
    """How hard it is, if the puzzle was graded while it was generated."""
    series: str = ""
    """A short hash of the request and the seed."""

    @cached_property
    def difficulty(self) -> Graded | None:
        """How hard it is, graded on first use; `None` if it may have several solutions."""
        if self.known is not None or not self.unique:
            return self.known
        from quincunx.reasoning import grade

        return grade(self.puzzle, decisive=False)

    @property
    def grade(self) -> str | None:
        """How hard it is: easy, medium, hard or expert."""
        return None if self.difficulty is None else self.difficulty.grade

    @property
    def score(self) -> float | None:
        """How hard it is, as a number."""
        return None if self.difficulty is None else self.difficulty.score

    @property
    def techniques(self) -> Mapping[str, int] | None:
        """How often its explanation uses each technique."""
        return None if self.difficulty is None else self.difficulty.techniques

    def as_dict(self, graded: bool = True) -> dict[str, Any]:
        """Return the puzzle as JSON data, graded first if `graded` is true."""
        found = self.difficulty if graded else self.known
        return {
            "puzzle": self.puzzle.identifier,
            "document": to_document(self.puzzle),
            "solution": self.solution,
            "grade": None if found is None else found.grade,
            "score": None if found is None else found.score,
            "techniques": None if found is None else dict(found.techniques),
            "seed": self.seed,
            "index": self.index,
            "series": self.series,
        }


class Series(Iterator[GeneratedPuzzle]):
    """An iterator over generated puzzles; `row(k)` generates row k alone.

    Iteration yields `number` different puzzles from row `start` on, and skips rows that equal an
    earlier one up to rotation and reflection. It ends early, and `ended` says why, at the time
    limit, when cancelled, after `patience` attempts at one row, after `MAX_REPEATS` repeated rows,
    or at the end of a complete catalogue (`used_up` is then true). `tried`, `kept` and `nearness`
    report progress at any moment.
    """

    def __init__(
        self,
        request: Request,
        seed: int | None = None,
        number: int = 1,
        start: int = 0,
        graded: bool = False,
        patience: int | None = None,
        time_limit: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        require_number(number, "number", 1, MAX_NUMBER)
        require_number(start, "start", 0, MAX_ROW)
        if seed is not None:
            require_number(seed, "seed", 0, MAX_SEED)
        require_limit(patience, "patience", least=1)
        limits = Limits(time_limit, cancel=cancel)
        self.request = request
        self.patience = request.maker.patience if patience is None else patience
        self.seed = secrets.randbelow(1_000_000) if seed is None else seed
        self.number = number
        self.start = start
        self.kept = 0
        self.ended = ""
        self.used_up = False
        self._name = request.name_of(self.seed)
        self._graded = graded and request.unique
        self._row = start
        self._known: set[str] = set()
        self._cancel = cancel
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._tried_before = 0
        self._tools = self._new_tools(request, start)

    @property
    def complete(self) -> bool:
        """Whether all puzzles were generated."""
        return self.kept == self.number

    @property
    def tried(self) -> int:
        """The number of attempts so far."""
        return self._tried_before + self._tools.tried

    @property
    def nearness(self) -> str:
        """How close the last attempt came to a puzzle."""
        return self._tools.nearness

    def __next__(self) -> GeneratedPuzzle:
        if self.complete or self.ended:
            raise StopIteration
        for _ in range(MAX_REPEATS):
            try:
                found = self._generate(self._row)
            except Stopped:
                self.ended = self._tools.ended or "stopped"
                raise StopIteration from None
            self._row += 1
            if self._is_new(found.puzzle):
                self.kept += 1
                return found
        self.ended = f"the last {MAX_REPEATS:,} rows were repeats"
        raise StopIteration

    def row(self, row: int) -> GeneratedPuzzle:
        """Generate one row alone; iteration is not affected.

        Raises:
            TooBig: The row was not found within the limits.
            IndexError: The row is past the end of a complete catalogue.
        """
        require_number(row, "row", 0, MAX_ROW)
        _, sampler, place = self._part(row)
        if sampler is not None and sampler.is_past_end(place):
            raise IndexError(f"row {row:,}: {sampler.exhausted_message}")
        try:
            return self._generate(row)
        except Stopped:
            ended = self._tools.ended or "stopped"
            raise TooBig(f"{self.request.family.family}: row {row}: {ended}") from None

    def stop(self) -> bool:
        """Return whether the time is up or the series was cancelled."""
        return bool(self._stop_reason())

    def _stop_reason(self) -> str:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return "the time limit was reached"
        return "stopped" if self._cancel is not None and self._cancel() else ""

    def _generate(self, row: int) -> GeneratedPuzzle:
        self._tried_before += self._tools.tried
        request, sampler, place = self._part(row)
        tools = self._tools = self._new_tools(request, place)
        with watching(Limits(cancel=tools.stop)):
            found = self._find(sampler, place, tools)
            known = found.graded
            if known is None and self._graded:
                known = grade_puzzle(found.puzzle, tools)
        made = (found.puzzle, found.solution, self.request.unique)
        return GeneratedPuzzle(*made, self.seed, row, tools.tried, known, self._name)

    def _new_tools(self, request: Request, row: int) -> RowTools:
        return RowTools(request, request.dice(self.seed, row), self.patience, self._stop_reason)

    def _find(self, sampler: CatalogueSampler | None, row: int, tools: RowTools) -> AcceptedPuzzle:
        """Draw a row from the catalogue, or search for it where there is none."""
        if sampler is not None and sampler.is_past_end(row):
            self.used_up = True
            tools.ended = sampler.exhausted_message
            raise Stopped
        if sampler is None or row >= len(sampler):
            return search_row(tools)
        tools.attempt()
        return sampler.draw(row)

    def _part(self, row: int) -> tuple[Request, CatalogueSampler | None, int]:
        """The request of a row, its catalogue, and the place of the row in it. The parts of a
        request take turns, and the seed decides which of them begins."""
        parts = self._parts
        first = self.request.order(self.seed, len(parts))[0]
        turn, at = divmod(row + first, len(parts))
        request, sampler = part = parts[at]
        place = turn * parts.count(part) + parts[:at].count(part)
        if sampler is not None and sampler.is_past_end(place):
            return *parts[-1], row
        return request, sampler, place

    @cached_property
    def _parts(self) -> list[tuple[Request, CatalogueSampler | None]]:
        parts = self.request.parts
        samplers = {part: CatalogueSampler.of(part, self.seed) for part in parts}
        return [(part, samplers[part]) for part in parts]

    def _is_new(self, puzzle: AnyPuzzle) -> bool:
        """Whether no earlier puzzle was the same up to rotation and reflection."""
        if self.number == 1:
            return True
        form = self.request.maker.canonical(puzzle)
        new = form not in self._known
        self._known.add(form)
        return new


@checked
def generate(
    family: str | Parameters,
    *,
    grade: GradeName | None = None,
    score: str | Sequence[float | None] = "",
    require: str | Collection[str] = "",
    forbid: str | Collection[str] = "",
    unique: bool = True,
    exclude: Iterable[PuzzleLike] = (),
    published: bool = False,
    seed: int | None = None,
    date: str | datetime.date | None = None,
    number: int = 1,
    start: int = 0,
    graded: bool = False,
    patience: int | None = None,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
    **parameters: object,
) -> Series:
    """Start a series of new puzzles of a family.

    The series is an iterator: each puzzle is generated when it is asked for. `series.row(k)`
    generates a single row.

    Args:
        family: The family's name, as in "c-note", or its parameters as an object, such as
            `quincunx.families.aztec_math.maker.AztecParameters(levels=3)`.
        grade: "easy", "medium", "hard" or "expert".
        score: A range of scores: "6..9", "6.." or "..9", or (6, 9), (6, None).
        require: Techniques that the explanations use, comma-separated or in a list.
        forbid: Techniques that the explanations do not use.
        unique: Whether puzzles must have exactly one solution.
        exclude: Puzzles that must not come up, nor rotations and reflections of them.
        published: Whether puzzles of the gallery may come up.
        seed: The same seed gives the same puzzles; random if not given.
        date: In place of a seed, a day such as "2026-11-15", or "today".
        number: How many different puzzles.
        start: The first row. Repeated rows are skipped and not counted, so a part may end after
            row `start + number`.
        graded: Grade each puzzle before it is returned, within the limits. Otherwise it is graded
            when its grade is first read.
        patience: Attempts at one row after which the series ends; each family has a default.
        time_limit: Seconds after which the series ends.
        cancel: Polled many times a second; the series ends when it returns true.
        **parameters: The family's own parameters. `quincunx generate FAMILY --help` lists them;
            they are the fields of its `Parameters` class.

    Raises:
        OptionError, PuzzleError: An option is wrong, or no puzzle can satisfy the request.

    >>> made = next(generate("aztec-math", levels=3, seed=7))
    >>> made.puzzle.violations(made.solution)
    []
    >>> generate("aztec-math", levels=3, seed=7).row(0) == made
    True
    """
    if date is not None:
        if seed is not None:
            raise OptionError("generate: a seed and a date, expected one of them")
        seed = seed_of(read_day(date))
    wanted = {"grade": grade, "score": score, "require": require, "forbid": forbid}
    options = {**wanted, "unique": unique, **parameters}
    asked = request(family, exclude=exclude, published=published, **options)
    return Series(asked, seed, number, start, graded, patience, time_limit, cancel)
