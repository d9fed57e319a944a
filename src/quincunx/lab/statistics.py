"""Statistics of measurements: intervals of medians, rank tests, and how a cost grows.

Most of it is scipy's, imported where it is used: commands that need none of it run without scipy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import atanh, comb, exp, factorial, sqrt, tanh
from statistics import median
from typing import Any

# Intervals of medians.

CONFIDENCE = 0.93
"""Confidence of an interval: that of the range of five measurements."""
MIN_RUNS = 5
"""Fewer measurements have no interval with that confidence."""
ASSUMED_ERROR = 1.5
"""Factor by which fewer measurements may be wrong; equal searches differ by about this much."""


@dataclass(frozen=True)
class MedianInterval:
    """The median of `number` measurements, and a confidence interval of the true median."""

    middle: float
    low: float
    high: float
    number: int

    def under(self, other: MedianInterval) -> bool:
        """Whether this is less, beyond noise."""
        return self.high < other.low

    def describe(self, brief: Callable[[float], str]) -> str:
        """Return the median with its interval, or with the number of runs if they are too few.

        >>> interval_of([3, 1, 2, 5, 4]).describe("{:g} s".format)
        '3 s (1 s–5 s)'
        >>> interval_of([3, 1, 2]).describe(str), interval_of([3]).describe(str)
        ('2 (of 3 runs)', '3 (once)')
        """
        if self.number < MIN_RUNS:
            few = "once" if self.number == 1 else f"of {self.number} runs"
            return f"{brief(self.middle)} ({few})"
        return f"{brief(self.middle)} ({brief(self.low)}–{brief(self.high)})"


def interval_of(values: Iterable[float]) -> MedianInterval:
    """Return the median of one or more measurements with a distribution-free interval.

    >>> interval_of(range(1, 101))
    MedianInterval(middle=50.5, low=41, high=60, number=100)
    """
    ordered = sorted(values)
    number = len(ordered)
    middle = median(ordered)
    if number < MIN_RUNS:
        low, high = ordered[0] / ASSUMED_ERROR, ordered[-1] * ASSUMED_ERROR
        return MedianInterval(middle, low, high, number)
    cut = 0
    while 2 * (cut + 1) < number and coverage(number, cut + 1) >= CONFIDENCE:
        cut += 1
    return MedianInterval(middle, ordered[cut], ordered[-1 - cut], number)


def coverage(number: int, cut: int) -> float:
    """Return the confidence of an interval without the `cut` least and greatest measurements.

    >>> coverage(5, 0), coverage(5, 1)
    (0.9375, 0.625)
    """
    # A binomial distribution; not scipy's, because tables in the terminal need it.
    return 1 - 2 * sum(comb(number, k) for k in range(cut + 1)) / (1 << number)


# Rankings.

MAX_EXACT = 11
"""Number of figures up to which all orders are counted."""
MAX_ORDERS = 200_000
"""Orders of two groups up to which all are counted."""


def correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation; `None` if all values of one side are equal.

    >>> correlation([1, 2, 3, 4], [10, 100, 1000, 10000])
    1.0
    >>> correlation([1, 2, 3], [7, 7, 7]) is None
    True
    """
    from scipy.stats import rankdata, spearmanr

    if len(first) != len(second):
        raise ValueError(f"{len(first)} values against {len(second)}, expected the same number")
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    # Rounded, so that 0.7 compares as 0.7. Ranks, because stopped searches are infinite.
    return round(float(spearmanr(rankdata(first), rankdata(second)).statistic), 12)


@dataclass(frozen=True)
class Agreement:
    """The rank correlation of n pairs with its one-sided p value.

    `rho` is `None` if one side is all equal. If the pairs are medians, `puzzles` is the number of
    figures behind them, to which p belongs.
    """

    n: int
    rho: float | None
    p: float
    puzzles: int = 0

    def describe(self) -> str:
        """Return the correlation with n and p.

        >>> agreement([1, 2, 3, 4], [1, 2, 4, 8]).describe()
        'ρ = +1.00 (n = 4, p = 0.042)'
        """
        if self.rho is None:
            return f"nothing to rank (n = {self.n})"
        behind = f", {self.puzzles} puzzles" if self.puzzles > self.n else ""
        return f"ρ = {self.rho + 0.0:+.2f} (n = {self.n}{behind}, {describe_p(self.p)})"

    def excludes(self, rho: float) -> bool:
        """Whether the true correlation is lower with 95 % confidence (Fisher's approximation)."""
        if self.rho is None or self.n < 4:
            return False
        seen = min(max(self.rho, -0.999), 0.999)
        return tanh(atanh(seen) + 1.645 / sqrt(self.n - 3)) < rho


def describe_p(p: float) -> str:
    """Return a p value with two digits.

    >>> describe_p(0.0417), describe_p(0.00001), describe_p(1.0)
    ('p = 0.042', 'p < 0.0001', 'p = 1')
    """
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}"


def agreement(first: Sequence[float], second: Sequence[float]) -> Agreement:
    """Test whether two rankings agree more than by chance, ties included.

    All orders of up to `MAX_EXACT` figures are counted; beyond, the t distribution is close.

    >>> agreement([1, 2, 3], [5, 5, 5])
    Agreement(n=3, rho=None, p=1.0, puzzles=0)
    """
    from scipy.stats import rankdata, spearmanr

    n, rho = len(first), correlation(first, second)
    if rho is None:
        return Agreement(n, None, 1.0)
    a, b = rankdata(first), rankdata(second)
    if n > MAX_EXACT:
        return Agreement(n, rho, float(spearmanr(a, b, alternative="greater").pvalue))
    return Agreement(n, rho, _share_of_orders((2 * a).astype(int), (2 * b).astype(int)))


def _share_of_orders(a: Any, b: Any) -> float:
    """Return the share of all orders of `b` whose sum of products with `a` is at least as great."""
    import numpy as np

    most = int(np.sort(a) @ np.sort(b))
    # The number of ways to pair the first of `a` with a set of partners, by their sum.
    ways = np.zeros((1 << len(b), most + 1))
    ways[0, 0] = 1
    for taken in range((1 << len(b)) - 1):
        first = a[taken.bit_count()]
        for at, second in enumerate(b):
            if not taken >> at & 1:
                more = first * second
                ways[taken | 1 << at, more:] += ways[taken, : most + 1 - more]
    return float(ways[-1, a @ b :].sum() / factorial(len(b)))


def rank_sum_test(low: Sequence[float], high: Sequence[float]) -> float:
    """Return the p value that the first group is lower: Wilcoxon's rank sum, ties included.

    >>> rank_sum_test([1, 2], [3, 4, 5])
    0.1
    """
    from scipy.stats import mannwhitneyu, rankdata

    # Twice the rank is a whole number, ties or not.
    ranks = [round(2 * rank) for rank in rankdata([*low, *high])]
    number = len(low)
    if comb(len(ranks), number) > MAX_ORDERS:
        return float(mannwhitneyu(ranks[:number], ranks[number:], alternative="less").pvalue)
    groups = [sum(group) for group in combinations(ranks, number)]
    seen = sum(ranks[:number])
    return sum(1 for group in groups if group <= seen) / len(groups)


def sign_test(wins: int, losses: int, chance: float = 0.5) -> float:
    """Return the probability of at least as many wins if each has this chance.

    >>> round(sign_test(5, 0), 6), sign_test(0, 0)
    (0.03125, 1.0)
    """
    from scipy.stats import binom

    return float(binom.sf(wins - 1, wins + losses, chance))


def holm(values: Sequence[float]) -> list[float]:
    """Return p values corrected for their number by Holm's method, which scipy lacks.

    >>> holm([0.03, 0.01, 0.5])
    [0.06, 0.03, 0.5]
    """
    corrected = [0.0] * len(values)
    last = 0.0
    for done, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        last = corrected[place] = max(last, min(1.0, (len(values) - done) * values[place]))
    return corrected


# Growth.

SHAPES = ("linear", "exponential", "power")
INDISTINGUISHABLE = 2.0
"""Difference of log-likelihoods below which two shapes explain the data equally well."""
MIN_PLACES = 3
"""Any two places lie on a curve of any shape."""
MIN_WIDTH = 1e-3
"""Least standard deviation as a share of the cost: an exact line would be infinitely likely."""


@dataclass(frozen=True)
class Fit:
    """The most likely shape of growth, and `others` that explain the data about as well.

    `slope` and its interval are a difference per step (`linear`), a factor per step
    (`exponential`) or an exponent (`power`).
    """

    shape: str
    slope: float
    low: float
    high: float
    others: tuple[str, ...] = ()

    @property
    def grows(self) -> bool:
        """Whether the growth is more than chance."""
        still = 1 if self.shape == "exponential" else 0
        return not self.low <= still <= self.high


def fit(
    costs: Sequence[tuple[float, float]], plus: float = 0.0, shapes: Sequence[str] = SHAPES
) -> Fit | None:
    """Fit shapes of growth to places with their costs; `None` if there are too few points.

    Each shape is a straight line, on logarithmic axes if need be, by least squares.

    Args:
        costs: A place on the axis with the cost of a puzzle there, for each puzzle.
        plus: Added to costs before their logarithm is taken; 1 for counters, which can be 0.
        shapes: The shapes to compare.

    >>> found = fit([(x, 3 * 2**x) for x in (2, 3, 4, 5)])
    >>> found.shape, round(found.slope, 2)
    ('exponential', 2.0)
    """
    import numpy as np
    from scipy.stats import linregress, norm, t

    if len({place for place, _ in costs}) < MIN_PLACES or len({cost for _, cost in costs}) < 2:
        return None
    places, amounts = np.array(costs, dtype=float).T
    lines: dict[str, tuple[float, Any]] = {}
    for shape in shapes:
        x, y = places, amounts
        if shape != "linear":
            if min(y) + plus <= 0 or (shape == "power" and min(x) <= 0):
                continue
            x, y = np.log(x) if shape == "power" else x, np.log(y + plus)
        line = linregress(x, y)
        errors = y - line.intercept - line.slope * x
        size = float(abs(y).mean()) if shape == "linear" else 1.0
        width = max(errors.std(), MIN_WIDTH * size, 1e-12)
        # The likelihood is that of costs, not of logarithms, so that shapes can be compared.
        scale = 0.0 if shape == "linear" else y.sum()
        lines[shape] = (float(norm.logpdf(errors, scale=width).sum() - scale), line)
    best = max(lines, key=lambda shape: lines[shape][0])
    likelihood, line = lines[best]
    margin = float(t.ppf(0.975, len(costs) - 2) * line.stderr)
    turned: Callable[[float], float] = exp if best == "exponential" else float
    slope, low, high = (turned(line.slope + way * margin) for way in (0, -1, 1))
    near = (s for s in lines if s != best and likelihood - lines[s][0] < INDISTINGUISHABLE)
    return Fit(best, slope, low, high, tuple(near))
