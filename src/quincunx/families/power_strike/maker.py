"""Generates Power Strikes: a random cycle in the graph of numbers, with as few givens as possible.

Published rings have a single given, which determines the others. All such rings up to a size
are in the catalogue, but only some generated ones are taken from it, so that different seeds have
little in common. Most others have a larger single given; the rest get as many givens as needed.
Where the number of digits is limited, as it is by default, most rings are those of the catalogue
with so few digits, and the others get as many givens as needed.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from random import Random
from typing import ClassVar

from quincunx.families.base.catalogue import AnyEnumeration, Catalogue, CatalogueEntry, shipped
from quincunx.families.base.documents import body_of
from quincunx.families.base.givens import SYMMETRIC, GivensMaker
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import (
    MakerTools,
    Parameters,
    Sizes,
    choice_parameter,
    number_parameter,
)
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.catalogue import CELLS, MULTIPLIERS, OneGiven
from quincunx.families.power_strike.number_graph import NumberGraph, TooManyNumbersError
from quincunx.families.power_strike.reasoning import takes_few_numbers
from quincunx.families.power_strike.rings import RingWalk, ring_exists

SINGLE_GIVEN_TRIES = 50
"""Number of single givens that are tried before another method."""
WAYS = ("catalogue", *["large"] * 6, "several")
WAYS_TO_GRADE = ("catalogue", *["large"] * 3, *["several"] * 4)
"""Where the catalogue covers small single givens: the weights of these, of larger single givens,
and of several givens, which are found faster where many are rejected for their grade."""
MAX_CELLS_OF_LARGE = 9
"""In longer rings it takes too long to find a large single given."""
PENCIL_DIGITS = 4
"""The most digits of a number with which people like to calculate."""
MAX_NUMBERS = 175
"""Maximum of the numbers that a person looks at to solve a ring with few digits."""
MAX_NUMBERS_OF_GRADE = 400
"""The same if a grade is requested, because most rings of the hardest grades have more."""
ONE_IN = 16
"""One in this many rings with few digits is not from the catalogue; one in two if a grade is
requested, because few rings of the catalogue have it."""
LONG_RINGS = (16, 20)
"""Numbers of cells in datasets that have used up most shorter rings."""


@dataclass(frozen=True)
class StrikeParameters(Parameters):
    """The size of the ring, its multiplier, and what is given."""

    family: ClassVar[str] = "power-strike"

    cells: int | None = number_parameter(
        f"cells of the ring; {CELLS[0]} to {CELLS[-1]} at random if not given", None, 2, 24
    )
    multiplier: int | None = number_parameter(
        "the number in the middle; up to 9 at random if not given", None, 2, 12
    )
    givens: int | None = number_parameter(
        "how many numbers are given; by default one, or else as few as are needed", None, 1, 23
    )
    digits: int | None = number_parameter(
        "the most digits that a number of the ring has", None, 3, 9
    )
    pattern: str | None = choice_parameter(
        f"which cells are given: any, or {SYMMETRIC}, opposite ones", None, ("any", SYMMETRIC)
    )

    @property
    def most(self) -> float:
        """The largest number that a ring may have."""
        return inf if self.digits is None else 10**self.digits - 1

    def faults(self) -> Iterator[str]:
        cells, times, givens = self.cells, self.multiplier, self.givens
        if cells is not None and times is not None and not ring_exists(times, cells):
            other = [str(n) for n in range(2, 9) if ring_exists(times, n)]
            yield (
                f"cells is {cells}, but with multiplier {times} no ring has {cells} cells, "
                f"expected {', '.join(other)}, ..."
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
    mixture = (StrikeParameters(digits=PENCIL_DIGITS),)
    rows_per_size = 2_000
    samples: ClassVar = {StrikeParameters(): {"easy": 43, "medium": 36, "hard": 35, "expert": 36}}

    def proposals(self, parameters: StrikeParameters, tools: MakerTools) -> Iterator[PowerStrike]:
        dice, free = tools.dice, tools.unique and parameters.givens is None
        small = _rings(parameters) if free and parameters.digits is not None else None
        most = MAX_NUMBERS_OF_GRADE if tools.choosy else MAX_NUMBERS
        while True:
            if small and dice.randrange(2 if tools.choosy else ONE_IN):
                tools.attempt()
                puzzle = dice.choice(small)
                if takes_few_numbers(puzzle, most):
                    yield puzzle
                continue
            size, multiplier = _size_and_multiplier(parameters, dice)
            walk = RingWalk(parameters, NumberGraph(multiplier), size, tools)
            # In a long ring a single given is tried on request only: few have one solution.
            often_single = parameters.digits is None and size <= CELLS[-1]
            prefers_single = tools.unique and (parameters.givens == 1 or (free and often_single))
            catalogued = _rings(StrikeParameters(size, multiplier)) if prefers_single else None
            way, ring = "single" if prefers_single else "several", None
            if catalogued is not None and parameters.givens != 1:
                # If a single given is requested, those of the catalogue came before.
                way = dice.choice(WAYS_TO_GRADE if tools.choosy else WAYS)
            if way == "catalogue" and catalogued:
                tools.attempt()
                yield dice.choice(catalogued)
                continue
            if way == "single" or (way == "large" and size <= MAX_CELLS_OF_LARGE):
                large = catalogued is not None
                found = (walk.single_given(large) for _ in range(SINGLE_GIVEN_TRIES))
                ring = next(filter(None, found), None)
            only_single = way == "large" or (way == "single" and parameters.givens == 1)
            if ring is None and not only_single:
                tools.attempt()
                with suppress(TooManyNumbersError):
                    ring = walk.several_givens()
            if ring and (not small or takes_few_numbers(PowerStrike(multiplier, ring), most)):
                yield PowerStrike(multiplier, ring)

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        return (OneGiven(),)

    def catalogue(self, parameters: StrikeParameters) -> Catalogue | None:
        return _catalogue(parameters) if parameters.givens == 1 else None

    def others(self, parameters: StrikeParameters) -> bool:
        """The catalogue has a largest single given; rings with larger ones exist."""
        return parameters.givens == 1

    def larger(self, parameters: StrikeParameters) -> StrikeParameters | None:
        """Longer rings, of which there are ever more."""
        later = [size for size in LONG_RINGS if size > (parameters.cells or CELLS[-1])]
        return replace(parameters, cells=later[0]) if later else None

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


def _catalogue(parameters: StrikeParameters) -> Catalogue | None:
    """The catalogued rings with a single given, of one size and multiplier if specified, and with
    few digits on request; `None` if the catalogue does not cover them."""
    size, multiplier = parameters.cells, parameters.multiplier
    covered = size in (None, *CELLS) and multiplier in (None, *MULTIPLIERS)
    catalogue = shipped(OneGiven()) if covered else None
    return catalogue and catalogue.matching(
        lambda entry: (
            size in (None, entry.measures["cells"])
            and multiplier in (None, entry.measures["multiplier"])
            and max(entry.solution) <= parameters.most
        )
    )


@cache
def _rings(parameters: StrikeParameters) -> list[PowerStrike] | None:
    """The catalogued rings, each with the smallest given that it can have; `None` if the catalogue
    does not cover them."""
    catalogue = _catalogue(parameters)
    if catalogue is None:
        return None
    smallest: dict[frozenset[int], CatalogueEntry] = {}
    for entry in catalogue:
        ring = frozenset(entry.solution)
        if ring not in smallest or entry.solution[0] < smallest[ring].solution[0]:
            smallest[ring] = entry
    puzzles = (entry.puzzle for entry in smallest.values())
    return [puzzle for puzzle in puzzles if isinstance(puzzle, PowerStrike)]


def _size_and_multiplier(parameters: StrikeParameters, dice: Random) -> tuple[int, int]:
    """The number of cells and the multiplier, drawn where not specified."""
    sizes = [parameters.cells] if parameters.cells else list(CELLS)
    multipliers = [parameters.multiplier] if parameters.multiplier else list(MULTIPLIERS)
    if len(sizes) > 1 and parameters.multiplier:
        sizes = [size for size in sizes if ring_exists(parameters.multiplier, size)]
    size = dice.choice(sizes)
    return size, dice.choice([k for k in multipliers if ring_exists(k, size)])
