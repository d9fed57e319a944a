"""Who is answered next, and who is told to come back later.

Vocabulary:
  lane     questions that may take about as long; a lighter lane is one of questions that take less
  turn     a question on its way: it waits for a worker, then a worker is at work on it
  visitor  whoever asks, known by the address of the machine
  lowered  of a turn: it has taken long, so the system lets all others go first
  swift    of a turn or a worker: not lowered

A light question never waits for heavy ones: they may have all swift workers but one, and still
heavier ones all but two. In each lane one visitor may have all places but some, which are kept for
others. Those that wait are answered in the order in which they came, but a question that may take
long lets those go first that come soon after it and take less.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

HEAD_START = 0.1
"""For each second that a question may take, those that come so many seconds later go first."""


class Busy(Exception):
    """Too many questions wait already."""


@dataclass(frozen=True)
class Lane:
    """Questions that may take up to so many seconds, and how many of them there may be.

    Of all questions that are no lighter than these, `workers` are at work at most, `own` of one
    visitor. `waiting` wait at most, `own_waiting` of one visitor.
    """

    seconds: float
    workers: int
    own: int
    waiting: int
    own_waiting: int


def lanes_for(workers: int) -> tuple[Lane, ...]:
    """The lanes of a server with so many workers, at least eight; the lightest lane is the first.

    >>> [lane.workers for lane in lanes_for(8)]
    [8, 7, 6]
    """
    eighth = workers // 8
    return (
        Lane(10, workers, workers - eighth, 32, 24),
        Lane(20, workers - eighth, workers - 3 * eighth, 24, 16),
        Lane(float("inf"), workers - 2 * eighth, 3 * eighth, 8, 4),
    )


@dataclass(eq=False)
class Turn:
    """A question on its way: the number of its lane, who asks, and when it is due to be answered
    if there is a worker."""

    lane: int
    visitor: str
    due: float
    lowered: bool = False


class Queue:
    """Turns that wait, and those at work."""

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self._lanes = lanes
        self._waiting: list[Turn] = []
        self._at_work: set[Turn] = set()

    def join(self, seconds: float, visitor: str, now: float) -> Turn:
        """The turn of a question that may take so many seconds, or `Busy`."""
        number = next(n for n, lane in enumerate(self._lanes) if seconds <= lane.seconds)
        lane = self._lanes[number]
        waiting = [turn for turn in self._waiting if turn.lane == number]
        if len(waiting) >= lane.waiting or _own(waiting, visitor) >= lane.own_waiting:
            raise Busy
        turn = Turn(number, visitor, now + HEAD_START * seconds)
        self._waiting.append(turn)
        self._waiting.sort(key=lambda one: one.due)
        return turn

    def next(self, swift: int) -> Turn | None:
        """The turn that a free worker takes, from now on at work; nothing if it is to stay free.
        There are so many swift workers, free or at work."""
        for turn in self._waiting:
            if self._may_begin(turn, swift):
                self._waiting.remove(turn)
                self._at_work.add(turn)
                return turn
        return None

    def leave(self, turn: Turn) -> None:
        """Forget a turn that is over, or that nobody wants any more."""
        if turn in self._waiting:
            self._waiting.remove(turn)
        self._at_work.discard(turn)

    def _may_begin(self, turn: Turn, swift: int) -> bool:
        """Whether enough workers remain for lighter questions, and for other visitors."""
        for number, lane in enumerate(self._lanes[: turn.lane + 1]):
            heavy = [one for one in self._at_work if one.lane >= number]
            left = swift - sum(not one.lowered for one in heavy)
            if len(heavy) >= lane.workers or left <= number:
                return False
        heavy = [one for one in self._at_work if one.lane >= turn.lane]
        return _own(heavy, turn.visitor) < self._lanes[turn.lane].own


def _own(turns: Iterable[Turn], visitor: str) -> int:
    return sum(turn.visitor == visitor for turn in turns)
