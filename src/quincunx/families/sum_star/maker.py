"""Generates Sum Stars: fills the dodecagons, then gives a few cells.

The filling is chosen such that the numbers of the black triangles leave few rivals, which are
other solutions; a given on which a rival differs rules it out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration
from quincunx.families.base.givens import (
    GIVEN,
    OPEN,
    SYMMETRIC,
    GivensMaker,
    drawn_givens,
    is_decided,
    printed,
    wrong_number,
)
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import (
    MakerTools,
    Parameters,
    Prepared,
    Sizes,
    choice_parameter,
    number_parameter,
)
from quincunx.families.base.validation import shown
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.catalogue import SingleStars, random_filling
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    HEXAGON,
    SQUARES,
    Place,
    Star,
    black_triangles,
)
from quincunx.families.sum_star.fillings import Filling, draw_numbers

ARRANGEMENTS: Mapping[str, tuple[Place, ...]] = {
    "one": ((0, 0),),
    "pair": ((0, 0), (1, 0)),
    "triangle": ((0, 0), (1, 0), (0, 1)),
    "rhombus": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "flower": ((0, 0), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
MAX_DODECAGONS = 7
"""Proofs take long with more."""
SWAPS_WITHOUT_GIVENS = (300, 4000)
SWAPS_WITH_GIVENS = (600, 1000)
"""Minimum and maximum number of annealing swaps per dodecagon."""
FILLINGS = {1: 8, 2: 16, 3: 16}
"""How many fillings are compared for the fewest givens, by the number of dodecagons."""
FILLINGS_OF_MANY = 6
"""The same for more dodecagons, which take longer."""
MAX_NODES = 20_000
"""Maximum number of search nodes to decide whether there is one solution."""
RIVALS = 16
"""Number of rivals that are compared to choose a given."""

HEXAGONS = "hexagons"


@dataclass(frozen=True)
class StarParameters(Parameters):
    """The places of the dodecagons, and which cells are given."""

    family: ClassVar[str] = "sum-star"

    arrangement: str = choice_parameter(
        f"where the dodecagons lie: {', '.join(ARRANGEMENTS)}, or places as in 0.0/1.0/0.1, "
        f"at most {MAX_DODECAGONS}",
        "triangle",
    )
    givens: int | None = number_parameter(
        "how many cells are given; by default as few as it takes",
        None,
        0,
        MAX_DODECAGONS * len(CELLS),
    )
    pattern: str = choice_parameter(
        f"which cells are given: {HEXAGONS}, {SYMMETRIC}, or drawn, 13 marks for each dodecagon, "
        "as in #_____#______/____________#/__#__________",
        "",
    )

    def faults(self) -> Iterator[str]:
        count = len(self.places)
        if count > MAX_DODECAGONS:
            yield f"arrangement has {count} dodecagons, expected at most {MAX_DODECAGONS}"
        self.empty_puzzle()
        given = None if self.fixed_cells is None else len(self.fixed_cells)
        yield from wrong_number(self.givens, count * len(CELLS), given)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the dodecagons."""
        if self.arrangement in ARRANGEMENTS:
            return ARRANGEMENTS[self.arrangement]
        try:
            pairs = [tuple(map(int, text.split("."))) for text in self.arrangement.split("/")]
            return tuple((q, r) for q, r in pairs)
        except ValueError:
            raise PuzzleError(
                f"sum-star: arrangement is {shown(self.arrangement)}, expected "
                f"{', '.join(ARRANGEMENTS)}, or places as in 0.0/1.0/0.1"
            ) from None

    @property
    def fixed_cells(self) -> list[int] | None:
        """The cells that are given, by their places in a filling; `None` if the maker chooses."""
        if self.pattern in ("", SYMMETRIC):
            return [] if self.givens == 0 and not self.pattern else None
        pattern = self.pattern
        if pattern == HEXAGONS:
            pattern = "/".join([OPEN * (HEXAGON - 1) + GIVEN] * len(self.places))
        given = drawn_givens(pattern, [len(CELLS)] * len(self.places))
        if given is None:
            raise PuzzleError(
                f"sum-star: pattern is {shown(self.pattern)}, expected {HEXAGONS}, {SYMMETRIC}, "
                f"or 13 marks # and _ for each of {len(self.places)} dodecagons"
            )
        return given

    def empty_puzzle(self) -> SumStar:
        """The puzzle without numbers and givens."""
        return SumStar(tuple(Star(place, (None,) * len(SQUARES)) for place in self.places))


class StarMaker(GivensMaker[StarParameters, SumStar]):
    """The generator of Sum Stars."""

    parameters = StarParameters
    sizes = Sizes("arrangement", {"one": GRADES, "pair": GRADES[:3], "triangle": GRADES})
    samples: ClassVar = {
        StarParameters("one"): {"easy": 12, "medium": 39, "hard": 50, "expert": 19},
        StarParameters("one", givens=0): {"easy": 10, "medium": 31, "hard": 55, "expert": 24},
    }
    mixture = tuple(map(StarParameters, ("one", "triangle", "pair", "triangle")))
    highest_score = 24.0
    patience = 5_000
    least_free = 2

    def proposals(self, parameters: StarParameters, tools: MakerTools) -> Iterator[SumStar]:
        count = len(parameters.places)
        empty = parameters.empty_puzzle()
        free = tools.prepare(empty.model(), empty.capabilities.labeling)
        plain = parameters == StarParameters(parameters.arrangement)
        several = plain and tools.unique and not tools.choosy
        fillings = FILLINGS.get(count, FILLINGS_OF_MANY) if several else 1
        while True:
            tools.attempt()
            puzzle = _with_fewest_givens(parameters, free, tools, fillings)
            if puzzle is not None:
                yield puzzle

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        return (SingleStars(),)

    def empty(self, parameters: StarParameters) -> SumStar:
        return parameters.empty_puzzle()

    def forms(self, puzzle: SumStar) -> Iterator[str]:
        stars, (field,) = puzzle.stars, puzzle.fields
        for _ in range(6):
            stars = tuple(map(_turned, stars))
            for form in (stars, tuple(map(_mirrored, stars))):
                # As text at once: to make a puzzle of each form would check its rules again.
                yield field.shape.text(_moved_to_origin(form))

    def solution_class(self, puzzle: SumStar, solution: list[list[int]]) -> str:
        """Without the sums: they follow from the cells, and some may be missing."""
        no_sums, rows = (None,) * len(SQUARES), zip(puzzle.places, solution, strict=True)
        filled = tuple(Star(place, no_sums, tuple(cells)) for place, cells in rows)
        return self.canonical(SumStar(filled))

    def pattern(self, parameters: StarParameters) -> list[int] | None:
        return parameters.fixed_cells


def _with_fewest_givens(
    parameters: StarParameters, free: Prepared, tools: MakerTools, fillings: int
) -> SumStar | None:
    """Of this many fillings the puzzle with the fewest givens; `None` if none has a puzzle."""
    rim = len(parameters.places) > 1 and not tools.choosy
    targets = draw_numbers(parameters.places, tools.dice, rim)
    best: SumStar | None = None
    fewest = len(CELLS) * len(parameters.places) + 1
    for _ in range(fillings):
        filling = _filled(parameters, free, targets, tools.dice)
        if filling is None:
            continue
        tools.near("filled")
        puzzle = puzzle_with_numbers(parameters.places, filling.numbers)
        if tools.unique:
            prepared = tools.prepare(puzzle.model(), puzzle.capabilities.labeling)
            given = _given(parameters, prepared, filling, tools, fewest)
        else:
            cells = tools.dice.sample(range(len(filling.values)), parameters.givens or 0)
            given = {*(parameters.fixed_cells or cells)}
        if given is not None and len(given) < fewest:
            best, fewest = printed(puzzle, filling.values, given), len(given)
        if not fewest:
            break
    return best


def _filled(
    parameters: StarParameters, free: Prepared, targets: Mapping[int, int], dice: Random
) -> Filling | None:
    """An annealed filling. A single dodecagon is filled at random: one in eight such fillings is
    the only one with its numbers."""
    places = parameters.places
    if len(places) == 1:
        return Filling(places, random_filling(dice))
    values = free.fill(dice)
    if values is None:
        return None
    filling = Filling(places, values, targets)
    swaps = SWAPS_WITHOUT_GIVENS if parameters.givens == 0 else SWAPS_WITH_GIVENS
    filling.anneal(len(places) * dice.randint(*swaps), dice)
    return filling


def _given(
    parameters: StarParameters, prepared: Prepared, filling: Filling, tools: MakerTools, fewest: int
) -> set[int] | None:
    """The givens that the parameters ask for, if they leave this filling as the only solution and
    are likely to be fewer than `fewest`."""
    if (fixed := parameters.fixed_cells) is not None:
        return {*fixed} if is_decided(fixed, filling.values, prepared, MAX_NODES) else None
    given = _needed_givens(prepared, filling.values, tools, fewest)
    if given is None or len(given) > (number := parameters.givens or len(given)):
        return None
    others = [cell for cell in range(len(filling.values)) if cell not in given]
    return given.union(tools.dice.sample(others, number - len(given)))


def _needed_givens(
    prepared: Prepared, values: Sequence[int], tools: MakerTools, fewest: int
) -> set[int] | None:
    """Givens that leave these values as the only solution, none of them superfluous; `None` as soon
    as `fewest` do not suffice, or if one is needed and `fewest` is 1."""
    given: set[int] = set()
    compared = RIVALS if fewest > 1 else 2
    while True:
        found = prepared.search({cell: (values[cell],) for cell in given}, compared, MAX_NODES)
        rivals = [rival for rival in found.solutions if list(rival) != values]
        if found.complete and not rivals:
            break
        if max(1, len(given)) >= fewest:
            return None
        differing = [sum(r[cell] != value for r in rivals) for cell, value in enumerate(values)]
        most = max(differing)
        best = [cell for cell, n in enumerate(differing) if n == most and cell not in given]
        given.add(tools.dice.choice(best))
        tools.near(f"{len(given)} given")
    for cell in tools.dice.sample(sorted(given), len(given)):
        if is_decided(given - {cell}, values, prepared, MAX_NODES):
            given.remove(cell)
        tools.near(f"{len(given)} given")
    return given


def puzzle_with_numbers(places: Sequence[Place], numbers: Sequence[int]) -> SumStar:
    """The puzzle with these numbers, in the order of `black_triangles`, without givens."""
    sums: list[list[int | None]] = [[None] * len(SQUARES) for _ in places]
    for black, number in zip(black_triangles(places), numbers, strict=True):
        for d, square in black.squares:
            sums[d - 1][square // 2] = number
    return SumStar(tuple(Star(p, tuple(s)) for p, s in zip(places, sums, strict=True)))


def _turned(star: Star) -> Star:
    """A dodecagon after the whole puzzle is turned clockwise by a sixth."""
    (q, r), around, hexagon = star.at, star.cells[:-1], star.cells[-1:]
    cells = around[-2:] + around[:-2] + hexagon
    return Star((-r, q + r), star.sums[-1:] + star.sums[:-1], cells)


def _mirrored(star: Star) -> Star:
    """A dodecagon after the whole puzzle is mirrored left to right."""
    (q, r), around, hexagon = star.at, star.cells[:-1], star.cells[-1:]
    cells = around[:1] + around[:0:-1] + hexagon
    return Star((-q - r, r), star.sums[:1] + star.sums[:0:-1], cells)


def _moved_to_origin(stars: Sequence[Star]) -> list[Star]:
    """The dodecagons sorted by place, the first of them at the origin."""
    ordered = sorted(stars, key=lambda star: star.at)
    q, r = ordered[0].at
    return [replace(star, at=(star.at[0] - q, star.at[1] - r)) for star in ordered]
