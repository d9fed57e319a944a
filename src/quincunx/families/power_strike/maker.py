"""Generates Power Strikes: walks round the graph of numbers, then gives as little as possible.

Published rings have a single given, from which there is one way round. All such rings up to a size
are in the catalogue; most generated ones are those of it whose numbers have at most four digits.
The others get as many givens as it takes, so that a series does not end with the catalogue.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from random import Random
from typing import ClassVar

from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.documents import body_of
from quincunx.families.base.givens import SYMMETRIC, GivensMaker
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import MakerTools, Parameters, Sizes, a_number, a_value
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.catalogue import CELLS, MULTIPLIERS, OneGiven, single_givens
from quincunx.families.power_strike.rings import MAX_NUMBER, RingWalk, ring_exists

ONE_IN = 16
"""One in this many rings is not from the catalogue and may have several givens; one in two where a
grade is asked for, because few rings of the catalogue have it."""


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
        "how many numbers are given; by default one, or else as few as are needed", None, 1, 23
    )
    pattern: str | None = a_value(
        f"which cells are given: any, or {SYMMETRIC}, opposite ones", None, ("any", SYMMETRIC)
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
        if self.pattern == SYMMETRIC and ((cells or 0) % 2 or (givens or 0) % 2):
            yield f"pattern is {SYMMETRIC}, expected even numbers of cells and givens"


class StrikeMaker(GivensMaker[StrikeParameters, PowerStrike]):
    """The generator of Power Strikes."""

    parameters = StrikeParameters
    fewest = 1
    sizes = Sizes("cells", {5: GRADES[:1], 7: GRADES[:3], 9: GRADES, 11: GRADES})
    samples: ClassVar = {StrikeParameters(): {"easy": 43, "medium": 36, "hard": 35, "expert": 36}}

    def proposals(self, parameters: StrikeParameters, tools: MakerTools) -> Iterator[PowerStrike]:
        dice, plain = tools.dice, tools.unique and parameters.givens is None
        catalogued = _small(parameters.cells, parameters.multiplier) if plain else ()
        while True:
            if catalogued and dice.randrange(2 if tools.choosy else ONE_IN):
                # Of two rings the one with the smaller numbers.
                tools.attempt()
                yield min(dice.choices(catalogued, k=2), key=itemgetter(0))[1]
                continue
            size, multiplier = _size_and_multiplier(parameters, dice)
            walk = RingWalk(parameters, multiplier, size, tools)
            tools.attempt()
            if parameters.givens == 1 and tools.unique:
                # Those of the catalogue came before.
                ring = walk.single_given(large=_catalogue(size, multiplier) is not None)
            else:
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
def _small(size: int | None, multiplier: int | None) -> list[tuple[int, PowerStrike]]:
    """The catalogued rings without large numbers, by their largest number, each with the smallest
    given that it can have; none if the catalogue does not cover such rings."""
    smallest: dict[frozenset[int], PowerStrike] = {}
    for entry in sorted(_catalogue(size, multiplier) or (), key=lambda entry: entry.solution[0]):
        times, ring = entry.measures["multiplier"], entry.solution
        single = PowerStrike(times, (ring[0], *[None] * (len(ring) - 1)))
        smallest.setdefault(frozenset(ring), single)
    return [(max(ring), puzzle) for ring, puzzle in smallest.items() if max(ring) <= MAX_NUMBER]


def _size_and_multiplier(parameters: StrikeParameters, dice: Random) -> tuple[int, int]:
    """The number of cells and the multiplier, drawn where not specified."""
    sizes = [parameters.cells] if parameters.cells else list(CELLS)
    multipliers = [parameters.multiplier] if parameters.multiplier else list(MULTIPLIERS)
    if len(sizes) > 1 and parameters.multiplier:
        sizes = [size for size in sizes if ring_exists(parameters.multiplier, size)]
    size = dice.choice(sizes)
    return size, dice.choice([k for k in multipliers if ring_exists(k, size)])
