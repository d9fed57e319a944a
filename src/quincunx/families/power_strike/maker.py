"""Generates Power Strikes: walks round the graph of numbers, then gives as little as possible.

Published rings have a single given, from which there is one way round. All such rings up to a size
are in the catalogue, but only some generated ones are taken from it, so that different seeds have
little in common. Most others have a larger single given; the rest get as many givens as it takes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import ClassVar

from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.documents import body_of, givens_of
from quincunx.families.base.givens import GivensMaker
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import MakerTools, Parameters, Sizes, a_number
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.catalogue import CELLS, MULTIPLIERS, OneGiven, single_givens
from quincunx.families.power_strike.rings import Ring, RingWalk, ring_exists

SINGLE_GIVEN_TRIES = 50
"""Number of single givens that are tried before something else."""
WAYS = ("catalogue", *["large"] * 6, "several")
"""Where the catalogue covers small single givens: the weights of these, of larger single givens,
and of several givens."""
MAX_CELLS_OF_LARGE = 9
"""In longer rings it takes too long to find a large single given."""


@dataclass(frozen=True)
class StrikeParameters(Parameters):
    """The size of the ring, its multiplier, and what is given."""

    family: ClassVar[str] = "power-strike"

    cells: int | None = a_number(
        f"cells of the ring; the dice choose {CELLS[0]} to {CELLS[-1]} if you do not", None, 2, 24
    )
    multiplier: int | None = a_number(
        "the number in the middle; the dice choose one up to 9 if you do not", None, 2, 12
    )
    givens: int | None = a_number(
        "how many numbers are given; by default one or, where no single one will do, so many that "
        "none can be spared",
        None,
        1,
        23,
    )

    def faults(self) -> Iterator[str]:
        cells, times, givens = self.cells, self.multiplier, self.givens
        if cells is not None and times is not None and not ring_exists(times, cells):
            other = [str(n) for n in range(2, 9) if ring_exists(times, n)]
            yield (
                f"cells is {cells}, but with multiplier {times} no number, however large, leads "
                f"back to itself in so many steps, expected {', '.join(other)}, ..."
            )
        if times == 10:
            # It adds a zero and no other digit, so that only zeros can be removed.
            yield (
                "multiplier is 10, so that of two numbers side by side one is ten times the other, "
                "expected another multiplier"
            )
        size = CELLS[-1] if cells is None else cells
        if givens is not None and givens > size // 2:
            most = f"none beside another, expected at most {size // 2}"
            yield f"givens is {givens} of {size} cells, {most}"


class StrikeMaker(GivensMaker[StrikeParameters, PowerStrike]):
    """The generator of Power Strikes."""

    parameters = StrikeParameters
    sizes = Sizes("cells", {5: GRADES[:1], 7: GRADES[:3], 9: GRADES, 11: GRADES})
    samples: ClassVar = {StrikeParameters(): {"easy": 43, "medium": 36, "hard": 35, "expert": 36}}

    def proposals(self, parameters: StrikeParameters, tools: MakerTools) -> Iterator[PowerStrike]:
        dice = tools.dice
        while True:
            size, multiplier = _size_and_multiplier(parameters, dice)
            walk = RingWalk(parameters, multiplier, size, tools)
            # In a long ring a single given is tried on request only: few have one solution.
            single = parameters.givens == 1 or (parameters.givens is None and size <= CELLS[-1])
            prefers_single = tools.unique and single
            catalogued = _single_givens(size, multiplier) if prefers_single else None
            if prefers_single and (catalogued is None or parameters.givens == 1):
                # Where a single given is asked for, those of the catalogue came before.
                ring = _single_given(walk, tools, large=catalogued is not None)
                if ring is not None:
                    yield PowerStrike(multiplier, ring)
                if ring is not None or parameters.givens == 1:
                    continue
            elif catalogued is not None:
                way = dice.choice(WAYS)
                if way == "catalogue" and catalogued:
                    tools.attempt()
                    yield PowerStrike(multiplier, (dice.choice(catalogued), *[None] * (size - 1)))
                    continue
                if way == "large":
                    is_short = size <= MAX_CELLS_OF_LARGE
                    ring = _single_given(walk, tools, large=True) if is_short else None
                    if ring is not None:
                        yield PowerStrike(multiplier, ring)
                    continue
            tools.attempt()
            ring = walk.several_givens()
            if ring is not None:
                yield PowerStrike(multiplier, ring)

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        return (OneGiven(),)

    def catalogue(self, parameters: StrikeParameters) -> Catalogue | None:
        single = parameters.givens == 1
        return _catalogue(parameters.cells, parameters.multiplier) if single else None

    def others(self, parameters: StrikeParameters) -> bool:
        """The catalogue ends with its largest single given, and rings do not."""
        return parameters.givens == 1

    def empty(self, parameters: StrikeParameters) -> PowerStrike:
        # A puzzle needs a given.
        ring = (1, *[None] * ((parameters.cells or 8) - 1))
        return PowerStrike(parameters.multiplier or MULTIPLIERS[0], ring)

    def forms(self, puzzle: PowerStrike) -> Iterator[str]:
        ring = puzzle.ring
        for i in range(len(ring)):
            yield body_of(replace(puzzle, ring=ring[i:] + ring[:i]))

    def solution_class(self, puzzle: PowerStrike, solution: list[int]) -> str:
        """Without the variant: a ring without leading zeros is a solution in both."""
        return self.canonical(PowerStrike(puzzle.multiplier, tuple(solution)))

    def may_be_given(self, cell: int, puzzle: PowerStrike) -> bool:
        return not (puzzle.ring[cell - 1] or puzzle.ring[(cell + 1) % len(puzzle.ring)])

    def thinner(
        self, parameters: StrikeParameters, puzzle: PowerStrike
    ) -> Mapping[tuple[int, ...], PowerStrike]:
        return super().thinner(parameters, puzzle) if len(givens_of(puzzle)) > 1 else {}


def _catalogue(size: int | None, multiplier: int | None) -> Catalogue | None:
    """The catalogued rings with a single given, of one size and multiplier if specified; `None` if
    the catalogue does not cover them."""
    covered = size in (None, *CELLS) and multiplier in (None, *MULTIPLIERS)
    catalogue = single_givens() if covered else None
    return catalogue and catalogue.those(
        lambda entry: (
            size in (None, entry.measures["cells"])
            and multiplier in (None, entry.measures["multiplier"])
        )
    )


@cache
def _single_givens(size: int, multiplier: int) -> list[int] | None:
    """The single givens of the catalogue, for each ring the smallest; `None` if the catalogue does
    not cover such rings."""
    catalogue = _catalogue(size, multiplier)
    if catalogue is None:
        return None
    smallest: dict[frozenset[int], int] = {}
    for entry in catalogue:
        ring = frozenset(entry.solution)
        smallest[ring] = min(entry.solution[0], smallest.get(ring, entry.solution[0]))
    return list(smallest.values())


def _single_given(walk: RingWalk, tools: MakerTools, large: bool) -> Ring | None:
    """The first ring with a single given that is found in some attempts."""
    for _ in range(SINGLE_GIVEN_TRIES):
        tools.attempt()
        ring = walk.single_given(large)
        if ring is not None:
            return ring
    return None


def _size_and_multiplier(parameters: StrikeParameters, dice: Random) -> tuple[int, int]:
    """The number of cells and the multiplier, drawn where not specified."""
    sizes = [parameters.cells] if parameters.cells else list(CELLS)
    multipliers = [parameters.multiplier] if parameters.multiplier else list(MULTIPLIERS)
    if len(sizes) > 1 and parameters.multiplier:
        sizes = [size for size in sizes if ring_exists(parameters.multiplier, size)]
    size = dice.choice(sizes)
    return size, dice.choice([k for k in multipliers if ring_exists(k, size)])
