"""The numbers that can stand between two givens of a Power Strike, layer by layer.

Vocabulary:
  step    times the multiplier, or one digit removed
  layer   the numbers that can stand in one cell between two givens
  link    a number of one layer and a number of the next that a step leads to
  ending  the last few digits of a number

Going forward alone reaches ever more numbers, most of which lead nowhere. Two facts keep the
layers small, and neither drops a number that belongs there:

- A step makes a number at most the multiplier times as large, so one that is too small for
  the steps left never reaches the next given.
- The last w digits after a step depend on the last w digits before it, and on the digit that
  slides in from the left when one of them is removed. So the endings from which the next
  given's ending can be reached are found backward without knowing the numbers. Zeros that
  vanish in front do no harm: a short number ends in its digits with zeros before them.

Forward layers and backward endings grow towards each other, whichever is cheaper to grow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias

from quincunx.cp.limits import poll

Link: TypeAlias = tuple[int, int]

WINDOW = 8
"""How many last digits are followed backward."""
MODULUS = 10**WINDOW
MAX_ENDINGS = 5_000_000
"""No more endings than this are tried for one step backward."""
MAX_LAYER_DIGITS = 24_000_000
"""A layer may hold so many digits in all: one and a half million numbers of 16 digits."""


class TooManyNumbersError(Exception):
    """A layer outgrew `MAX_LAYER_DIGITS`; `steps` says how far behind the given it lies."""

    def __init__(self, steps: int) -> None:
        super().__init__(steps)
        self.steps = steps


@dataclass(frozen=True)
class Steps:
    """The steps of one puzzle: its multiplier, and whether zeros may come to stand in front."""

    multiplier: int
    forbid_leading_zeros: bool = False

    def links(self, start: int, end: int, steps: int) -> list[set[Link]]:
        """For each step from one given to the next the links that lie on some way between them.

        >>> Steps(2).links(9, 6, 3)
        [{(9, 18)}, {(18, 36)}, {(36, 6)}]
        >>> Steps(2).links(9, 7, 3)
        [set(), set(), set()]
        """
        links: list[set[Link]] = []
        following = {end}
        for layer in reversed(self.reached(start, end, steps)[:-1]):
            links.append(self.links_between(layer, following))
            following = {number for number, _ in links[-1]}
        if not following:
            return [set() for _ in links]
        return links[::-1]

    def reached(self, start: int, end: int, steps: int) -> list[set[int]]:
        """The layers from one given to the next, both included.

        They hold every number that lies on some way between the two, and others that do not
        lead to the end.
        """
        layers = [{start}]
        endings = [{end % MODULUS}]
        while len(layers) + len(endings) <= steps:
            forward = len(layers[-1]) * _digits_of_largest(layers[-1])
            backward = len(endings[-1]) * self._endings_a_step
            if backward < min(forward, MAX_ENDINGS):
                endings.append(self._endings_before(endings[-1]))
            else:
                layers.append(self._after(layers, end, steps, None))
        while endings:
            layers.append(self._after(layers, end, steps, endings.pop()))
        return layers

    def following(self, layer: Collection[int], most: int | None = None) -> set[int]:
        """All numbers that one step leads to; if they are more than `most`, just so many that one
        sees it.

        >>> sorted(Steps(2).following({18}))
        [1, 8, 36]
        """
        found: set[int] = set()
        for _, results in self._steps_from(layer):
            found.update(results)
            if most is not None and len(found) > most + 1:
                break
        return found - {0}

    def preceding(self, number: int, largest: int, most: int) -> set[int] | None:
        """All numbers, none of them larger than `largest`, that one step leads from to a number;
        None if they are more than `most`.

        >>> sorted(Steps(2).preceding(6, 26, 9)), 106 in Steps(2).preceding(6, 200, 99)
        ([3, 16, 26], True)
        """
        found: set[int] = set()
        divided, rest = divmod(number, self.multiplier)
        if rest == 0 and divided <= largest:
            found.add(divided)
        place = 1
        while place <= largest and len(found) <= most:
            above, below = divmod(number, place)
            # In front no zero is put in, but others may stand behind the digit and vanish with it.
            if above == 0 and place > 10 * number and self.forbid_leading_zeros:
                break
            put_in = range(0 if above else 1, 10)
            numbers = [(10 * above + digit) * place + below for digit in put_in]
            found.update([before for before in numbers if before <= largest])
            place *= 10
        return found if len(found) <= most else None

    def reach(self, end: int, steps: int) -> tuple[int, int]:
        """The least number that can become the end in so many steps, and one that is too long for
        it, as is every larger one: unless zeros vanish, a step takes a digit at most.

        >>> Steps(2).reach(46, 2)
        (12, 10000)
        """
        least = -(-end // self.multiplier**steps)
        return least, 10 ** (len(str(end)) + steps)

    def _steps_from(self, layer: Collection[int]) -> Iterator[tuple[list[int], list[int]]]:
        """All steps from the numbers of a layer, in batches: the numbers, and what each becomes.

        A batch removes the digit at one place from every number that has it. Where nothing
        positive is left that is 0, which stands in no layer.
        """
        numbers = list(layer)
        yield numbers, [number * self.multiplier for number in numbers]
        place = 1
        while numbers := [number for number in numbers if number >= place]:
            poll()
            above = 10 * place
            fewer = [number // above * place + number % place for number in numbers]
            if self.forbid_leading_zeros:
                # What is left reaches the place below this one, unless zeros stand in front.
                kept = [i for i, number in enumerate(fewer) if 10 * number >= place]
                yield [numbers[i] for i in kept], [fewer[i] for i in kept]
            else:
                yield numbers, fewer
            place = above

    def _after(
        self, layers: list[set[int]], end: int, steps: int, endings: set[int] | None
    ) -> set[int]:
        """The layer after the last of these, without numbers that surely miss the end."""
        after: set[int] = set()
        longest = _digits_of_largest(layers[-1]) + len(str(self.multiplier))
        least = -(-end // self.multiplier ** (steps - len(layers)))
        for _, results in self._steps_from(layers[-1]):
            if endings is not None:
                results = [number for number in results if number % MODULUS in endings]
            after.update(results)
            if len(after) * longest > MAX_LAYER_DIGITS:
                raise TooManyNumbersError(len(layers))
        if least > 1:
            return {number for number in after if number >= least}
        after.discard(0)
        return after

    def links_between(self, layer: set[int], following: set[int]) -> set[Link]:
        """The links from a layer into the next.

        >>> sorted(Steps(2).links_between({12, 21}, {1, 2, 24}))
        [(12, 1), (12, 2), (12, 24), (21, 1), (21, 2)]
        """
        links: set[Link] = set()
        if following:
            for numbers, results in self._steps_from(layer):
                steps = zip(numbers, results, strict=True)
                links.update([step for step in steps if step[1] in following])
        return links

    @property
    def _endings_a_step(self) -> int:
        """About how many endings come before one: a digit put in, or a division."""
        return 10 * WINDOW + gcd(self.multiplier, MODULUS)

    def _endings_before(self, endings: set[int]) -> set[int]:
        """The endings from which a step may lead to one of these.

        >>> 41 in Steps(7)._endings_before({287}), 2087 in Steps(7)._endings_before({87})
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
            for put_in in range(0, 10 * place, place):
                before.update(
                    [
                        (ending // place * 10 * place + put_in + ending % place) % MODULUS
                        for ending in endings
                    ]
                )
        return before


def _digits_of_largest(layer: set[int]) -> int:
    return len(str(max(layer, default=0)))
