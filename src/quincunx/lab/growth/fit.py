"""How a cost grows: a curve fitted to all puzzles of all points, stopped runs included.

Vocabulary:
  observed   a puzzle's place on the axis and what it cost; of one that was stopped only that it
             cost more (statisticians call it censored)
  shape      what grows in a straight line: the cost (`linear`), its logarithm with the place
             (`exponential`), or its logarithm with that of the place (`power`)
  slope      how steep that line is, with an interval that holds the true one in 95 of 100 cases
  likely     the logarithm of how well a shape explains what was observed; shapes that differ by
             less than `TELLING` cannot be told apart

Costs are spread around the line by a normal distribution, whose width is fitted too. A stopped run
counts as what it can be expected to have cost, given that it is more than what it had reached
(the method of Aitkin, 1981); left out, the hardest puzzles would be missing and every growth would
look smaller than it is. Costs that can be 0 have no logarithm, so 1 is added to counters first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, isclose, log, pi, sqrt
from statistics import NormalDist
from typing import TypeAlias

SHAPES = ("linear", "exponential", "power")
TELLING = 2.0
LEAST_PLACES = 3
"""Any two places lie on a line of any shape."""
ROUNDS = 300
NARROWEST = 1e-3
"""No spread is taken to be smaller than this part of the cost: else an exact line would be
infinitely likely."""
ROUNDING = 1e-9
"""What computing leaves of a difference that is none, as a part of the cost."""
NORMAL = NormalDist()


@dataclass(frozen=True)
class Observed:
    """What a puzzle cost; `stopped` if it costs more than that."""

    place: float
    cost: float
    stopped: bool = False


@dataclass(frozen=True)
class Line:
    """A straight line through points of which some are only known to lie higher."""

    level: float
    slope: float
    width: float
    likely: float
    error: float
    """The standard error of the slope."""
    exact: bool
    """Whether all points lie on it."""


@dataclass(frozen=True)
class Fit:
    """The shape that explains best how a cost grows, and those that do so about as well.

    `slope` and its interval `low` to `high` are a difference for each step of one (`linear`), a
    factor for each step of one (`exponential`) or an exponent (`power`).
    """

    shape: str
    slope: float
    low: float
    high: float
    others: tuple[str, ...]
    grows: bool
    """Whether the growth is more than chance."""
    exact: bool = False
    """Whether every cost is what the shape says: then the interval means nothing."""


Pair: TypeAlias = tuple[float, float, bool]


def fit(
    observed: Sequence[Observed], plus: float = 0.0, shapes: Sequence[str] = SHAPES
) -> Fit | None:
    """How a cost grows, by the likeliest of some shapes; nothing where there are too few points to
    say. `plus` is added to costs before their logarithm is taken.

    >>> doubling = [Observed(x, 3 * 2**x) for x in (2, 3, 4, 5)]
    >>> found = fit(doubling)
    >>> found.shape, round(found.slope, 2)
    ('exponential', 2.0)
    """
    finished = [one for one in observed if not one.stopped]
    costs = [one.cost for one in finished]
    if len({one.place for one in finished}) < LEAST_PLACES or len(set(costs)) < 2:
        return None
    lines = {}
    for shape in shapes:
        pairs = _straightened(observed, shape, plus)
        if pairs is not None:
            lines[shape] = _line(pairs, shape, observed, plus)
    best = max(lines, key=lambda shape: lines[shape].likely)
    line = lines[best]
    margin = student(len(finished) - 2) * line.error
    ends = (line.slope - margin, line.slope + margin)
    turned: Callable[[float], float] = exp if best == "exponential" else float
    return Fit(
        shape=best,
        slope=turned(line.slope),
        low=turned(ends[0]),
        high=turned(ends[1]),
        others=tuple(
            shape
            for shape, other in lines.items()
            if shape != best and line.likely - other.likely < TELLING
        ),
        grows=ends[0] > 0 or ends[1] < 0,
        exact=line.exact,
    )


def _straightened(observed: Sequence[Observed], shape: str, plus: float) -> list[Pair] | None:
    """The points where a shape is a straight line; nothing where they have no logarithm."""
    if shape == "linear":
        return [(one.place, one.cost, one.stopped) for one in observed]
    if any(one.cost + plus <= 0 for one in observed):
        return None
    if shape == "exponential":
        return [(one.place, log(one.cost + plus), one.stopped) for one in observed]
    if any(one.place <= 0 for one in observed):
        return None
    return [(log(one.place), log(one.cost + plus), one.stopped) for one in observed]


def _line(pairs: Sequence[Pair], shape: str, observed: Sequence[Observed], plus: float) -> Line:
    """The most likely line, found by turns: what stopped ones would have cost, then the line."""
    number = len(pairs)
    places = [place for place, _, _ in pairs]
    mean_place = sum(places) / number
    breadth = sum((place - mean_place) ** 2 for place in places)
    mean_size = sum(abs(height) for _, height, _ in pairs) / number
    narrowest = NARROWEST * mean_size if shape == "linear" else NARROWEST
    heights = [height for _, height, _ in pairs]
    extra = [0.0] * number
    level = slope = width = 0.0
    for _ in range(ROUNDS):
        before = (level, slope, width)
        mean_height = sum(heights) / number
        slope = sum((x - mean_place) * h for x, h in zip(places, heights, strict=True)) / breadth
        level = mean_height - slope * mean_place
        squares = sum(
            (h - level - slope * x) ** 2 + e for x, h, e in zip(places, heights, extra, strict=True)
        )
        width = max(sqrt(squares / number), narrowest, 1e-12)
        if all(
            isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
            for a, b in zip(before, (level, slope, width), strict=True)
        ):
            break
        for at, (place, height, stopped) in enumerate(pairs):
            if stopped:
                heights[at], extra[at] = _expected(level + slope * place, width, height)
    finished = len([1 for _, _, stopped in pairs if not stopped])
    spread = width * sqrt(number / max(1, number - 2))
    return Line(
        level,
        slope,
        width,
        _likely(pairs, level, slope, width, shape, observed, plus),
        spread / sqrt(breadth) * sqrt(number / finished),
        finished == number and sqrt(squares / number) <= ROUNDING * max(1.0, mean_size),
    )


def _expected(middle: float, width: float, reached: float) -> tuple[float, float]:
    """The mean and the variance of what lies above what was reached."""
    t = (reached - middle) / width
    ratio = _hazard(t)
    return middle + width * ratio, width**2 * max(0.0, 1 + t * ratio - ratio**2)


def _hazard(t: float) -> float:
    """The density of the normal distribution divided by what lies above."""
    above = 1 - NORMAL.cdf(t)
    # Far out both vanish, and their ratio tends to this.
    return NORMAL.pdf(t) / above if t < 6 else t + 1 / t


def _likely(
    pairs: Sequence[Pair],
    level: float,
    slope: float,
    width: float,
    shape: str,
    observed: Sequence[Observed],
    plus: float,
) -> float:
    """How likely costs are, not their logarithms: so that shapes can be compared."""
    total = 0.0
    for (place, height, stopped), one in zip(pairs, observed, strict=True):
        t = (height - level - slope * place) / width
        if stopped:
            total += log(max(1 - NORMAL.cdf(t), 1e-300))
        else:
            total += -t * t / 2 - log(width * sqrt(2 * pi))
            if shape != "linear":
                total -= log(one.cost + plus)
    return total


def student(freedom: int, confidence: float = 0.95) -> float:
    """How many standard errors to either side hold the truth with this confidence: Student's t,
    by an expansion around the normal distribution that is good to a per cent from 3 on.

    >>> round(student(10), 2), round(student(100), 2)
    (2.23, 1.98)
    """
    if freedom < 3:
        return {1: 12.71, 2: 4.3}.get(freedom, 12.71)
    z = NORMAL.inv_cdf((1 + confidence) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
