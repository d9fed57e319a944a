"""Could it be chance? Exact tests that assume nothing of how figures are spread.

Vocabulary:
  p            how often chance alone gives at least as much agreement as was seen, if all orders
               are equally likely: one side, since to agree is what is claimed
  exact        all orders were counted; otherwise `SHUFFLES` random ones and the order seen, which
               is a valid test as well, though p is never below one in so many
  excluded     of an agreement: with a confidence of 95 in 100 the true one is lower
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, comb, factorial, sqrt, tanh
from random import Random

from quincunx.lab.figures.ranks import correlation, ranks

MOST_EXACT = 13
"""Beyond, there are too many orders to count."""
SHUFFLES = 9_999
SLOT = 40
"""Bits for a number of orders: more than 13! needs."""


@dataclass(frozen=True)
class Agreement:
    """The rank correlation of n pairs, and p; `rho` is `None` where one side is all the same."""

    n: int
    rho: float | None
    p: float
    exact: bool

    def in_words(self) -> str:
        """With what belongs to it.

        >>> agreement([1, 2, 3, 4], [1, 2, 4, 8]).in_words()
        'ρ = +1.00 (n = 4, p = 0.042)'
        """
        if self.rho is None:
            return f"nothing to rank (n = {self.n})"
        return f"ρ = {self.rho + 0.0:+.2f} (n = {self.n}, {p_in_words(self.p, self.exact)})"

    def excludes(self, rho: float) -> bool:
        """Whether so much agreement is excluded, by Fisher's approximation."""
        if self.rho is None or self.n < 4:
            return False
        seen = min(max(self.rho, -0.999), 0.999)
        return tanh(atanh(seen) + 1.645 / sqrt(self.n - 3)) < rho


def p_in_words(p: float, exact: bool = True) -> str:
    """A p value, to two digits.

    >>> p_in_words(0.0417), p_in_words(0.00001), p_in_words(1.0)
    ('p = 0.042', 'p < 0.0001', 'p = 1')
    """
    about = "" if exact else ", by shuffling"
    if p < 0.0001:
        return f"p < 0.0001{about}"
    return f"p = {p:.2g}{about}"


def agreement(first: Sequence[float], second: Sequence[float]) -> Agreement:
    """Whether two rankings agree more than by chance.

    >>> agreement([1, 2, 3], [5, 5, 5])
    Agreement(n=3, rho=None, p=1.0, exact=True)
    """
    n = len(first)
    rho = correlation(first, second)
    if rho is None:
        return Agreement(n, None, 1.0, True)
    # Twice the rank is a whole number, ties or not.
    a, b = ([round(2 * rank) for rank in ranks(values)] for values in (first, second))
    exact = n <= MOST_EXACT
    return Agreement(n, rho, _counted(a, b) if exact else _shuffled(a, b), exact)


def _counted(a: Sequence[int], b: Sequence[int]) -> float:
    """The part of all orders of `b` whose sum of products with `a` is at least that of the order
    given. For every set of places that are taken, how many ways there are to each sum is one
    integer, a slot for each sum."""
    n = len(a)
    ways = {0: 1}
    for number in a:
        longer: dict[int, int] = {}
        for taken, sums in ways.items():
            for place in range(n):
                if not taken >> place & 1:
                    more = sums << (SLOT * number * b[place])
                    longer[taken | 1 << place] = longer.get(taken | 1 << place, 0) + more
        ways = longer
    seen = sum(x * y for x, y in zip(a, b, strict=True))
    above = ways[(1 << n) - 1] >> (SLOT * seen)
    count = 0
    while above:
        count += above & ((1 << SLOT) - 1)
        above >>= SLOT
    return count / factorial(n)


def _shuffled(a: Sequence[int], b: Sequence[int]) -> float:
    dice = Random(0)
    seen = sum(x * y for x, y in zip(a, b, strict=True))
    order = list(b)
    as_many = 1
    for _ in range(SHUFFLES):
        dice.shuffle(order)
        as_many += sum(map(int.__mul__, a, order)) >= seen
    return as_many / (SHUFFLES + 1)


def sign_p(wins: int, losses: int) -> float:
    """How often a fair coin falls heads at least `wins` times of all.

    >>> sign_p(5, 0), sign_p(0, 0)
    (0.03125, 1.0)
    """
    tosses = wins + losses
    return sum(comb(tosses, heads) for heads in range(wins, tosses + 1)) / (1 << tosses)


def shift_p(low: Sequence[float], high: Sequence[float]) -> float:
    """How often chance puts the first group as low as it is: Wilcoxon's rank sum, by all ways to
    choose the group.

    >>> shift_p([1, 2], [3, 4, 5])
    0.1
    """
    order = [round(2 * rank) for rank in ranks([*low, *high])]
    seen = sum(order[: len(low)])
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for rank in order:
        for (number, total), count in list(ways.items()):
            if number < len(low):
                key = (number + 1, total + rank)
                ways[key] = ways.get(key, 0) + count
    possible = comb(len(order), len(low))
    return sum(c for (k, t), c in ways.items() if k == len(low) and t <= seen) / possible


def holm(values: Sequence[float]) -> list[float]:
    """p values corrected for how many there are, by Holm: the least times their number, the next
    times one less, and so on, none below the one before it. With those below 5 in 100 the chance
    that even one of them is chance is 5 in 100, however they depend on one another.

    >>> holm([0.03, 0.01, 0.5])
    [0.06, 0.03, 0.5]
    """
    corrected = [0.0] * len(values)
    last = 0.0
    for done, place in enumerate(sorted(range(len(values)), key=lambda at: values[at])):
        last = max(last, min(1.0, (len(values) - done) * values[place]))
        corrected[place] = last
    return corrected
