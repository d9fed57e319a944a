"""Series of puzzles: rows 0, 1, 2, ... of which each can be made alone.

A row is searched in a stream of its own, or is the next of a complete list, a catalogue, gone
through in an order that the seed decides. It depends on the request, the seed and its number
alone. Whoever goes through a series skips rows that equal an earlier one, turned and mirrored ones
included: the numbers show the gap, and what comes later is not affected.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from quincunx.cp.limits import Limits, Stopped, checked_number, checked_seconds, watching
from quincunx.errors import OptionError, TooBig
from quincunx.making.catalogue_sampler import Lots, lots_of
from quincunx.making.generated import Made
from quincunx.making.requests import Request
from quincunx.making.rows import Effort, Kept, judged, searched

if TYPE_CHECKING:
    from quincunx.families import AnyPuzzle

MAX_NUMBER = 1_000_000
"""Most puzzles of one series."""
MAX_ROW = 10**12
MAX_SEED = 10**18
MAX_REPEATS = 200
"""After so many rows one after the other that were there before, a series is given up."""


class Series(Iterator[Made]):
    """The puzzles of a series, made one by one as they are asked for; `series[k]` is row k alone.

    It ends early when the time is up, when it is called off, when as many tries for one row as
    `patience` says led to nothing (the family's own number, unless one is given), when many rows
    were there before, or when a complete list has no more: it is `used_up` then. `ended` says why.
    At any moment `tried`, `kept` and `nearness` say how far it came.

    With `graded` no puzzle is handed out before it is known how hard it is.
    """

    def __init__(
        self,
        request: Request,
        seed: int | None = None,
        number: int = 1,
        *,
        start: int = 0,
        graded: bool = False,
        patience: int | None = None,
        time_limit: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        _require_within(number, "number", 1, MAX_NUMBER)
        _require_within(start, "start", 0, MAX_ROW)
        if seed is not None:
            _require_within(seed, "seed", 0, MAX_SEED)
        checked_number(patience, "patience", least=1)
        time_limit = checked_seconds(time_limit)
        self.request = request
        self.patience = request.maker.patience if patience is None else patience
        self.seed = secrets.randbelow(1_000_000) if seed is None else seed
        self._name = request.name_of(self.seed)
        self.number = number
        self.start = start
        self.kept = 0
        self.ended = ""
        self._graded = graded and request.unique
        self._row = start
        self._tried_before = 0
        self._effort = self._begun()
        self._row_began = time.perf_counter()
        self.used_up = False
        self._known: set[str] = set()
        self._lots: list[Lots | None] = []
        self._cancel = cancel
        self._deadline = None if time_limit is None else time.perf_counter() + time_limit

    def __repr__(self) -> str:
        """What it is a series of, and how far it came."""
        asked = [self.request.parameters.canonical(), self.request.wishes.canonical()]
        options = "".join(f" {one}" for one in asked if one != "{}")
        ended = f", {self.ended}" if self.ended else ""
        return (
            f"<Series of {self.request.family.family}{options}, seed {self.seed}: {self.kept:,} of "
            f"{self.number:,} made{ended}>"
        )

    @property
    def complete(self) -> bool:
        """Whether all puzzles were made."""
        return self.kept == self.number

    @property
    def tried(self) -> int:
        """How many tries were made."""
        return self._tried_before + self._effort.tried

    @property
    def patience_left(self) -> float | None:
        """For how many seconds more its patience will last if this row comes to nothing, judging by
        the tries so far; None before the first."""
        tried = self._effort.tried
        if not tried:
            return None
        return (time.perf_counter() - self._row_began) / tried * (self.patience - tried)

    @property
    def nearness(self) -> str:
        """How near the last try is to a puzzle."""
        return self._effort.nearness

    @property
    def warning(self) -> str:
        """What is known to be rare about what was asked for; often nothing."""
        return self.request.warning

    @property
    def source(self) -> str:
        """Where the puzzles come from: a catalogue, in words, or a search."""
        lots = self._all_lots()
        return "searched" if lots is None else f"drawn from {len(lots.order):,} in a catalogue"

    def __next__(self) -> Made:
        if self.complete or self.ended:
            raise StopIteration
        repeats = 0
        while True:
            try:
                made = self._made(self._row)
            except Stopped:
                self.ended = self._effort.ended or "stopped"
                raise StopIteration from None
            self._row += 1
            if self._is_new(made.puzzle):
                self.kept += 1
                return made
            repeats += 1
            if repeats == MAX_REPEATS:
                self.ended = f"the last {MAX_REPEATS:,} rows were there before"
                raise StopIteration

    def __getitem__(self, row: int) -> Made:
        """One row alone. A row that is not found in time, or with this patience, is `TooBig`; one
        behind the end of a complete list is an `IndexError`."""
        _require_within(row, "row", 0, MAX_ROW)
        lots = self._all_lots()
        if lots is not None and lots.all and row >= len(lots):
            raise IndexError(lots.behind(row))
        try:
            return self._made(row)
        except Stopped:
            ended = self._effort.ended or "stopped"
            raise TooBig(f"{self.request.family.family}: row {row}: {ended}") from None

    def stop(self) -> bool:
        """Whether it is time to stop."""
        return bool(self._called_off())

    def _called_off(self) -> str:
        """Why it has to end: the time is up, or somebody said so."""
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return "the time was up"
        return "stopped" if self._cancel is not None and self._cancel() else ""

    def _begun(self) -> Effort:
        return Effort(self.patience, self._called_off)

    def _made(self, row: int) -> Made:
        self._tried_before += self._effort.tried
        effort = self._effort = self._begun()
        self._row_began = time.perf_counter()
        with watching(Limits(cancel=effort.stop)):
            kept = self._found(row, effort)
            judgement = kept.judgement
            if judgement is None and self._graded:
                judgement = judged(kept.puzzle, effort)
        return Made(
            kept.puzzle,
            kept.solution,
            self.request.unique,
            self.seed,
            row,
            effort.tried,
            judgement,
            self._name,
        )

    def _found(self, row: int, effort: Effort) -> Kept:
        """The puzzle of a row: drawn where there is a list, and searched elsewhere."""
        lots = self._all_lots()
        if lots is None or (row >= len(lots) and not lots.all):
            return searched(self.request, self.seed, row, effort)
        if row >= len(lots):
            self.used_up = True
            effort.ended = lots.the_end if self.kept else lots.behind(row)
            raise Stopped
        effort.attempt()
        return lots.drawn(row)

    def _all_lots(self) -> Lots | None:
        if not self._lots:
            self._lots.append(lots_of(self.request, self.seed))
        return self._lots[0]

    def _is_new(self, puzzle: AnyPuzzle) -> bool:
        """Whether nothing before was the same but for turning and mirroring."""
        if self.number == 1:
            return True
        form = self.request.maker.canonical(puzzle)
        new = form not in self._known
        self._known.add(form)
        return new


def _require_within(number: int, name: str, least: int, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise OptionError(f"{name} is {number!r}, expected {least} to {most}")
