"""Colours that mean an amount, for terminals: cividis, which colour-blind readers see as others do.

Vocabulary:
  shade  where an amount lies between the least, 0, and the most, 1, on a logarithmic scale
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

CIVIDIS: tuple[Colour, ...] = (
    (0, 34, 78),
    (33, 61, 110),
    (75, 84, 109),
    (107, 107, 112),
    (138, 131, 120),
    (173, 157, 110),
    (210, 185, 91),
    (254, 232, 56),
)
"""Matplotlib's map of this name at even distances, from little to much."""


class Scale:
    """Shades of amounts between the least and the most of some.

    The most is at least `span` times the least, so that small differences are small in colour too.

    >>> scale = Scale([1, 10, 100])
    >>> scale.shade(1), scale.shade(10), scale.shade(100)
    (0.0, 0.5, 1.0)
    >>> round(Scale([1, 1.1], span=10).shade(1.1), 2)
    0.04
    """

    def __init__(self, amounts: Iterable[float], span: float = 1.0) -> None:
        found = list(amounts)
        self.has_zero = 0 in found
        positive = [amount for amount in found if amount > 0]
        # Zero has no logarithm: it counts as half of the least amount that has one.
        self.floor = min(positive, default=1.0) / 2
        self.least = max(min(found, default=0.0), self.floor)
        self.most = max(max(found, default=0.0), self.floor, span * self.least)

    def shade(self, amount: float) -> float:
        """Where an amount lies; 0 if all are the same."""
        if self.most <= self.least:
            return 0.0
        return log(max(amount, self.floor) / self.least) / log(self.most / self.least)


def colour(shade: float) -> Colour:
    """The colour of a shade.

    >>> colour(0), colour(1)
    ((0, 34, 78), (254, 232, 56))
    """
    place = min(max(shade, 0.0), 1.0) * (len(CIVIDIS) - 1)
    low = min(int(place), len(CIVIDIS) - 2)
    part = place - low
    first, second = CIVIDIS[low], CIVIDIS[low + 1]
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


def ink(background: Colour) -> str:
    """Black or white, whichever can be read on a background."""
    red, green, blue = background
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "white"
