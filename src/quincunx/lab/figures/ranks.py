"""Comparing rankings: does what is good by one measure do well by another?

Vocabulary:
  rank         the place of a value in ascending order, from 1; equal values share the mean of
               their places
  correlation  Spearman's: 1 where two rankings agree, -1 where one is the other reversed
"""

from __future__ import annotations

from collections.abc import Sequence


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value.

    >>> ranks([30, 10, 20, 10])
    [4.0, 1.5, 3.0, 1.5]
    """
    order = sorted(range(len(values)), key=lambda place: values[place])
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            result[place] = (start + 1 + end) / 2
        start = end
    return result


def correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation; `None` where one side ranks nothing because all are equal.

    >>> correlation([1, 2, 3, 4], [10, 100, 1000, 10000])
    1.0
    >>> correlation([1, 2, 3], [7, 7, 7]) is None
    True
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} values against {len(second)}, expected as many")
    a, b = ranks(first), ranks(second)
    middle = (len(a) + 1) / 2
    covariance = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    spread_a = sum((x - middle) ** 2 for x in a)
    spread_b = sum((y - middle) ** 2 for y in b)
    if spread_a == 0 or spread_b == 0:
        return None
    return float(covariance / (spread_a * spread_b) ** 0.5)


def in_words(value: float | None) -> str:
    """What a correlation says.

    >>> in_words(0.93), in_words(-0.1), in_words(None)
    ('agrees (+0.93)', 'unrelated (-0.10)', 'nothing to rank')
    """
    if value is None:
        return "nothing to rank"
    value = round(value, 2) + 0.0  # never -0.00
    words = "agrees" if value >= 0.7 else "agrees in part" if value >= 0.3 else "unrelated"
    if value <= -0.3:
        words = "disagrees"
    return f"{words} ({value:+.2f})"
