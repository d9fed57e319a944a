"""The graph of numbers of a Power Strike, and the part of it between two givens.

An edge leads from a number to each number that one step makes of it: times the multiplier, or one
digit removed. A layer is the numbers that can stand in one cell between two givens. Going forward
alone reaches ever more numbers, most of which lead nowhere. Two facts keep the layers small, and
neither drops a number that belongs there:

- A step makes a number at most the multiplier times as large, so one that is too small for the
  steps left never reaches the next given.
- The last w digits after a step, its ending, depend on the last w digits before it, and on the
  digit that slides in from the left when one of them is removed. So the endings from which the
  next given's ending can be reached are computed backward without knowing the numbers. Zeros that
  vanish in front do no harm: a short number ends in its digits with zeros before them.

Forward layers and backward endings grow towards each other; the cheaper of the two grows next.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias

from quincunx.cp.limits import poll

Edge: TypeAlias = tuple[int, int]

WINDOW = 8
"""The length of an ending, in digits."""
MODULUS = 10**WINDOW
MAX_ENDINGS = 5_000_000
"""Maximum number of endings that are tried for one step backward."""
MAX_LAYER_DIGITS = 24_000_000
"""Maximum number of digits in a layer: one and a half million numbers of 16 digits."""


class TooManyNumbersError(Exception):
    """A layer outgrew `MAX_LAYER_DIGITS`; `steps` is its distance from the given."""

    def __init__(self, steps: int) -> None:
        super().__init__(steps)
        self.steps = steps


@dataclass(frozen=True)
class NumberGraph:
    """The graph of one multiplier; removals that leave a zero in front may be forbidden."""

    multiplier: int
    forbid_leading_zeros: bool = False

    def edges(self, start: int, end: int, steps: int) -> list[set[Edge]]:
        """For each step the edges that lie on a path of this length from start to end.

        Raises:
            TooManyNumbersError: A layer has too many digits.

        >>> NumberGraph(2).edges(9, 6, 3)
        [{(9, 18)}, {(18, 36)}, {(36, 6)}]
        >>> NumberGraph(2).edges(9, 7, 3)
        [set(), set(), set()]
        """
        edges: list[set[Edge]] = []
        following = {end}
        for layer in reversed(self.layers(start, end, steps)[:-1]):
            edges.append(self.edges_between(layer, following))
            following = {number for number, _ in edges[-1]}
        if not following:
            return [set() for _ in edges]
        return edges[::-1]

    def layers(self, start: int, end: int, steps: int) -> list[set[int]]:
        """The layers from start to end, both included.

        They hold every number on a path between the two, and some that do not lead to the end.
        """
        layers = [{start}]
        endings = [{end % MODULUS}]
        while len(layers) + len(endings) <= steps:
            forward = len(layers[-1]) * _digits_of_largest(layers[-1])
            # About how many endings come before one: a digit put in, or a division.
            backward = len(endings[-1]) * (10 * WINDOW + gcd(self.multiplier, MODULUS))
            if backward < min(forward, MAX_ENDINGS):
                endings.append(self._endings_before(endings[-1]))
            else:
                layers.append(self._layer_after(layers, end, steps, None))
        while endings:
            layers.append(self._layer_after(layers, end, steps, endings.pop()))
        return layers

    def after(self, number: int) -> list[int]:
        """All numbers that one step leads to, some of them maybe several times.

        >>> NumberGraph(2).after(18)
        [36, 1, 8]
        """
        found, place = [number * self.multiplier], 1
        while place <= number:
            above = 10 * place
            fewer = number // above * place + number % place
            # The result reaches the place below this one, unless zeros stand in front.
            if fewer and (10 * fewer >= place or not self.forbid_leading_zeros):
                found.append(fewer)
            place = above
        return found

    def successors(self, layer: Collection[int], most: int | None = None) -> set[int]:
        """All numbers that one step leads to; if there are more than `most`, only some of them,
        but more than `most`.

        >>> sorted(NumberGraph(2).successors({18}))
        [1, 8, 36]
        """
        found: set[int] = set()
        for number in layer:
            poll()
            found.update(self.after(number))
            if most is not None and len(found) > most:
                break
        return found

    def predecessors(self, number: int) -> set[int]:
        """All numbers from which one step leads to a number, without zeros that vanish.

        >>> sorted(NumberGraph(2).predecessors(6))[:3], len(NumberGraph(2).predecessors(6))
        ([3, 16, 26], 19)
        """
        divided, rest = divmod(number, self.multiplier)
        found = {divided} if rest == 0 else set()
        for place in (10**i for i in range(len(str(number)) + 1)):
            above, below = divmod(number, place)
            put_in = range(0 if above else 1, 10)
            found.update((10 * above + digit) * place + below for digit in put_in)
        return found

    def edges_between(self, layer: set[int], following: set[int]) -> set[Edge]:
        """The edges from a layer into the next.

        >>> sorted(NumberGraph(2).edges_between({12, 21}, {1, 2, 24}))
        [(12, 1), (12, 2), (12, 24), (21, 1), (21, 2)]
        """
        edges: set[Edge] = set()
        for number in layer if following else ():
            poll()
            edges.update([(number, after) for after in self.after(number) if after in following])
        return edges

    def _layer_after(
        self, layers: list[set[int]], end: int, steps: int, endings: set[int] | None
    ) -> set[int]:
        """The layer after the last of these, without numbers that surely miss the end."""
        found: set[int] = set()
        most = MAX_LAYER_DIGITS // (_digits_of_largest(layers[-1]) + len(str(self.multiplier)))
        least = -(-end // self.multiplier ** (steps - len(layers)))
        for number in layers[-1]:
            poll()
            after = [one for one in self.after(number) if one >= least]
            found.update([n for n in after if endings is None or n % MODULUS in endings])
            if len(found) > most:
                raise TooManyNumbersError(len(layers))
        return found

    def _endings_before(self, endings: set[int]) -> set[int]:
        """The endings from which a step may lead to one of these.

        >>> graph = NumberGraph(7)
        >>> 41 in graph._endings_before({287}), 2087 in graph._endings_before({87})
        (True, True)
        """
        # A digit removed further left changes nothing here.
        before = set(endings)
        # The x below MODULUS with multiplier · x ≡ ending: none, or `common` many so far apart.
        common = gcd(self.multiplier, MODULUS)
        apart = MODULUS // common
        inverse = pow(self.multiplier // common, -1, apart)
        for ending in endings:
            if ending % common == 0:
                first = ending // common * inverse % apart
                before.update(range(first, MODULUS, apart))
        for place in (10**i for i in range(WINDOW)):
            poll()
            above = 10 * place
            split = [(ending // place * above, ending % place) for ending in endings]
            for put_in in range(0, above, place):
                before.update([(high + put_in + low) % MODULUS for high, low in split])
        return before


def _digits_of_largest(layer: set[int]) -> int:
    return len(str(max(layer, default=0)))


def path_counts(steps: Sequence[Collection[Edge]]) -> list[dict[int, int]]:
    """For each cell how many paths lead along the edges to each number it can hold.

    >>> path_counts([[(7, 14), (7, 49)], [(14, 4), (49, 4)]])
    [{7: 1}, {14: 1, 49: 1}, {4: 2}]
    """
    counts: list[dict[int, int]] = [{number: 1 for number, _ in steps[0]}]
    for step in steps:
        reached: dict[int, int] = {}
        for number, following in step:
            reached[following] = reached.get(following, 0) + counts[-1].get(number, 0)
        counts.append(reached)
    return counts
