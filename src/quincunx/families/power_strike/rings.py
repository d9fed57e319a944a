"""Which rings of numbers exist, and random ones for the generator of Power Strikes.

A round is a path through the number graph with as many steps as the ring has cells, back to its
first number. Up to `MAX_STRETCH` cells all rounds from a number are known at once. A longer ring
is composed of stretches, random walks but for the last one, which leads back to the beginning.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from quincunx.families.base.maker import MakerTools
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.catalogue import only_round
from quincunx.families.power_strike.model import count_solutions
from quincunx.families.power_strike.number_graph import Edge, NumberGraph, path_counts

if TYPE_CHECKING:
    from quincunx.families.power_strike.maker import StrikeParameters

Ring: TypeAlias = tuple[int | None, ...]

MAX_STRETCH = 10
"""Maximum length of a stretch of which all paths are known."""
MAX_STARTS = (99, 99, 999)
"""Upper bounds of the first number of a ring, one of which is drawn."""
MAX_SINGLE_GIVEN = 9_999
"""Maximum single given of a ring that is not in the catalogue."""
MAX_NUMBER = 99_999
"""Maximum number of a random walk: people have to calculate with it."""
MAX_PATHS = 10
"""Maximum number of paths around a ring that are tried."""

NO_RING = {2: (2, 3, 4), 4: (2,), 8: (2, 3), 12: (3,)}
"""By multiplier, the numbers of cells in which no number, however large, leads back to itself.

Let N be multiplied by K in all, then lose some digits and be N again. Let the last lost digit have
j digits to its right, and let B be these j digits. N and K N both end in these digits. So
(K - 1) B is X 10^j for a whole number X; and X is less than K - 1, since B is less than 10^j.

- K is 2, 4 or 8: X is a sum of digits lost and pieces kept, with no minus in it; K - 1 has no
  factor in common with 10, so it divides X, which is 0 then, and so is N.
- K is 64 or 144, and one digit d is lost: X is d less (K - 10) times what stands before it, which
  is nothing then; so K - 1 divides d, and 63 and 143 do not.
- K is 12, and two digits are lost, with i digits between them: 11 divides X, which is 0 then. But
  X has a minus only before twice what these i digits are, less than 2 10^i, and the digits before
  them add at least 10 10^i.

What is left is 2 with 4 cells, by turns doubled and short a digit. Both numbers then have equally
many digits, L, and doubled one more, so that a 1 leads. If it stayed, the next double would be too
short; so it is lost both times: N = 2 (2 N - 10^L) - 10^L, so N = 10^L, which has a digit too many.
"""


def ring_exists(multiplier: int, cells: int) -> bool:
    """Whether some number leads back to itself in this many steps."""
    return cells not in NO_RING.get(multiplier, ())


@dataclass(frozen=True)
class RingWalk:
    """Random rings of one size and multiplier."""

    parameters: StrikeParameters
    graph: NumberGraph
    size: int
    tools: MakerTools

    def single_given(self, large: bool) -> Ring | None:
        """A ring with a single given, drawn at random; None if the number drawn makes no ring.
        If `large`, the given is above the numbers of the catalogue."""
        least, most = MAX_STARTS[-1] + 1, MAX_SINGLE_GIVEN if large else MAX_STARTS[-1]
        self.tools.attempt()
        start = self.tools.dice.randint(least, most) if large else self._random_start()
        path = only_round(self.graph.multiplier, start, self.size)
        if path is None or not _is_plain(path) or max(path) > self.parameters.most:
            return None
        # Of the possible givens the smallest is chosen, so that a ring makes one puzzle.
        for number in sorted(n for n in path if n <= most and n % 10):
            if only_round(self.graph.multiplier, number, self.size) is not None:
                ring = (number, *[None] * (self.size - 1))
                return ring if number >= least or not large else None
        return None

    def several_givens(self) -> Ring | None:
        """A ring with as many givens as needed, if there is one that begins with a random number.

        Raises:
            TooManyNumbersError: Too many numbers can stand in a cell.
        """
        size, dice, graph = self.size, self.tools.dice, self.graph
        corners = _random_corners(graph, self._random_start(), size, dice)
        stretches: list[list[list[Edge]]] = []
        for (at, number), (end, following) in pairwise(corners):
            self.tools.near(f"{at} of {size} cells")
            edges = graph.edges(number, following, end - at)
            if not edges[0]:
                return None
            stretches.append([sorted(step) for step in edges])
        for _ in range(MAX_PATHS):
            path = [number for steps in stretches for number in _random_path(steps, dice)]
            if _is_plain(path) and max(path) <= self.parameters.most:
                break
        else:
            return None
        if not self.tools.unique:
            given = {at for at, _ in corners[:-1][: self.parameters.givens]}
        else:
            given = set()
            for (at, _), steps in zip(corners, stretches, strict=False):
                more = self._needed_givens(steps, path[at : at + len(steps)])
                if more is None:
                    return None
                given |= {at + place for place in more}
            for at in sorted(given) if size <= MAX_STRETCH else ():
                if len(given) > 1 and self._is_decided(path, given - {at}):
                    given = given - {at}
        return self._with_number_of_givens(path, given)

    def _needed_givens(self, steps: list[list[Edge]], path: Sequence[int]) -> list[int] | None:
        """The cells of a stretch to give, beside those at its ends, so that there is one path.

        `None` if such cells would stand side by side.
        """
        given = [0]
        steps = list(steps)
        while True:
            before, behind = path_counts(steps), _path_counts_back(steps)
            if len(before[-1]) == 1 and sum(before[-1].values()) == 1:
                return given
            free = [at for at in range(1, len(steps) - 1) if not {at - 1, at, at + 1} & set(given)]
            if not free:
                return None
            paths = {at: before[at][path[at]] * behind[at][path[at]] for at in free}
            fewest = min(paths.values())
            at = self.tools.dice.choice([at for at in free if paths[at] == fewest])
            given.append(at)
            steps[at - 1] = [edge for edge in steps[at - 1] if edge[1] == path[at]]
            steps[at] = [edge for edge in steps[at] if edge[0] == path[at]]

    def _with_number_of_givens(self, path: Sequence[int], given: set[int]) -> Ring | None:
        """The ring with these givens, and random ones up to the requested number; `None` if these
        are already more."""
        wanted = self.parameters.givens
        if wanted is not None:
            if len(given) > wanted:
                return None
            places = list(range(self.size))
            self.tools.dice.shuffle(places)
            for at in places:
                beside = {(at - 1) % self.size, (at + 1) % self.size}
                if len(given) < wanted and not given & beside:
                    given = given | {at}
            if len(given) < wanted:
                return None
        found = tuple(number if at in given else None for at, number in enumerate(path))
        return found[min(given) :] + found[: min(given)]

    def _is_decided(self, path: Sequence[int], given: Collection[int]) -> bool:
        ring = tuple(number if at in given else None for at, number in enumerate(path))
        return count_solutions(PowerStrike(self.graph.multiplier, ring)) == 1

    def _random_start(self) -> int:
        """A random number to begin with."""
        dice = self.tools.dice
        most = dice.choice(MAX_STARTS)
        start = 0
        while start % 10 == 0:
            start = dice.randint(1, most)
        return start


def _is_plain(path: Sequence[int]) -> bool:
    """Whether all numbers of a ring are different, and none is ten times another."""
    numbers = set(path)
    return len(numbers) == len(path) and not any(10 * number in numbers for number in numbers)


def _random_corners(
    graph: NumberGraph, start: int, size: int, dice: Random
) -> list[tuple[int, int]]:
    """Cells and numbers that divide a ring into short stretches; the last is the first again."""
    corners = [(0, start)]
    at, number = 0, start
    while size - at > MAX_STRETCH:
        length = dice.randint(4, MAX_STRETCH - 2)
        for _ in range(length):
            following = sorted(graph.successors({number}))
            number = dice.choice([n for n in following if n <= MAX_NUMBER])
        at += length
        corners.append((at, number))
    return [*corners, (size, start)]


def _random_path(steps: list[list[Edge]], dice: Random) -> list[int]:
    """One of all the paths along these edges, each with the same probability."""
    behind = _path_counts_back(steps)
    path = [steps[0][0][0]]
    for at, step in enumerate(steps[:-1], start=1):
        following = [number for before, number in step if before == path[-1]]
        weights = [behind[at].get(number, 0) for number in following]
        thrown = dice.randrange(sum(weights))
        for number, weight in zip(following, weights, strict=True):
            thrown -= weight
            if thrown < 0:
                path.append(number)
                break
    return path


def _path_counts_back(steps: list[list[Edge]]) -> list[dict[int, int]]:
    """For each cell how many paths lead from each number it can hold to the end."""
    back = [[(following, number) for number, following in step] for step in reversed(steps)]
    return path_counts(back)[::-1]
