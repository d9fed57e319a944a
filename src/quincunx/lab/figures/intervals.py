"""Measured times with what is known of their noise.

Vocabulary:
  interval   the median of some measurements, and two of them between which the true median lies
             with a confidence of at least `CONFIDENCE`; nothing is assumed of how they are spread
  few        fewer measurements than `ENOUGH` hold no median with that confidence, all together
             neither: each is taken to be right within a factor `ONCE`
  in noise   of a difference: the intervals overlap, so that nobody can tell which is more
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import comb
from statistics import median

CONFIDENCE = 0.93
"""What the least and the most of five measurements reach."""
ENOUGH = 5
"""So many measurements have an interval."""
ONCE = 1.5
"""Times of equal searches on a busy machine differ by about as much, processor time too."""


@dataclass(frozen=True)
class Interval:
    """A median, and between what it lies; `number` measurements were made."""

    middle: float
    low: float
    high: float
    number: int

    def overlaps(self, other: Interval) -> bool:
        """Whether the difference to another is within noise."""
        return self.low <= other.high and other.low <= self.high

    def under(self, other: Interval) -> bool:
        """Whether this is less, beyond noise."""
        return self.high < other.low

    def in_words(self, words: Callable[[float], str]) -> str:
        """The median, and in brackets the interval, or of how few measurements it is.

        >>> interval_of([3, 1, 2, 5, 4]).in_words("{:g} s".format)
        '3 s (1 s–5 s)'
        >>> interval_of([3, 1, 2]).in_words(str), interval_of([3]).in_words(str)
        ('2 (of 3 runs)', '3 (once)')
        """
        if self.number < ENOUGH:
            few = "once" if self.number == 1 else f"of {self.number} runs"
            return f"{words(self.middle)} ({few})"
        return f"{words(self.middle)} ({words(self.low)}–{words(self.high)})"


def interval_of(values: Iterable[float]) -> Interval:
    """The interval of some measurements, one or more.

    >>> interval_of([5, 1, 4, 2, 3])
    Interval(middle=3, low=1, high=5, number=5)
    >>> interval_of(range(1, 101))
    Interval(middle=50.5, low=41, high=60, number=100)
    """
    ordered = sorted(values)
    number = len(ordered)
    middle = median(ordered)
    if number < ENOUGH:
        return Interval(middle, ordered[0] / ONCE, ordered[-1] * ONCE, number)
    left_out = _left_out(number)
    return Interval(middle, ordered[left_out], ordered[-1 - left_out], number)


def coverage(number: int, left_out: int) -> float:
    """How often the true median lies between what remains of `number` measurements when the
    `left_out` least and as many of the most are left out.

    >>> coverage(5, 0), coverage(5, 1)
    (0.9375, 0.625)
    """
    # The median is outside on one side if at most so many measurements fell on that side of it.
    outside = sum(comb(number, k) for k in range(left_out + 1))
    return 1 - 2 * outside / (1 << number)


def _left_out(number: int) -> int:
    """How many can be left out on each side."""
    most = 0
    while 2 * (most + 1) < number and coverage(number, most + 1) >= CONFIDENCE:
        most += 1
    return most
