"""Generates Sum Stars: fills the dodecagons, then gives a few cells.

The filling is chosen such that the numbers of the black triangles leave few rivals, which are
other solutions; a given on which a rival differs rules it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration
from quincunx.families.base.documents import body_of, givens_of
from quincunx.families.base.givens import Style, chosen, require_room, unproved
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import (
    Bench,
    Maker,
    Parameters,
    Prepared,
    Sizes,
    a_number,
    a_switch,
    a_text,
)
from quincunx.families.base.validation import shown
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.annealing import (
    Filling,
    cell_index,
    draw_numbers,
    neighbour_indices,
    without_rivals,
)
from quincunx.families.sum_star.catalogue import SingleStars, random_filling
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    HEXAGON,
    SQUARES,
    Place,
    Star,
    black_triangles,
    ring,
)

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
SWAPS_BEFORE_SEARCH = (500, 500)
"""Minimum and maximum number of annealing swaps per dodecagon."""
FILLINGS = {1: 8, 2: 16, 3: 16}
"""How many fillings are compared for the fewest givens, by the number of dodecagons."""
FILLINGS_OF_MANY = 6
"""The same for more dodecagons, which take longer."""
SEARCHED_FROM = 4
"""From this number of dodecagons on, puzzles without givens come from changing one filling
further, which is faster than trying new ones."""
MAX_NODES = 20_000
"""Maximum number of search nodes to decide whether there is one solution."""
RIVALS = 16
"""Number of rivals that are compared to choose a given."""

HEXAGONS = "hexagons"
GIVEN, OPEN = "#", "_"
FEWEST_UP_TO = 2
"""With more dodecagons it takes too long to prove that no fewer givens suffice."""

SAMPLED: Mapping[tuple[int, bool], Mapping[str, int]] = {
    (1, True): {"easy": 13, "medium": 37, "hard": 54, "expert": 52},
    (1, False): {"easy": 10, "medium": 25, "hard": 60, "expert": 52},
}
"""Grades of a sample of puzzles, by the number of dodecagons and whether cells may be given."""


@dataclass(frozen=True)
class StarParameters(Parameters):
    """The places of the dodecagons, and which cells are given."""

    family: ClassVar[str] = "sum-star"

    arrangement: str = a_text(
        f"where the dodecagons lie: {', '.join(ARRANGEMENTS)}, or places as in 0.0/1.0/0.1, "
        f"at most {MAX_DODECAGONS}",
        "triangle",
    )
    givens: int | None = a_number(
        "how many cells are given; unless you say, as few as it takes",
        None,
        0,
        MAX_DODECAGONS * len(CELLS),
    )
    fewest: bool = a_switch(
        "whether it is proved that no fewer cells of the solution would do, "
        f"up to {FEWEST_UP_TO} dodecagons",
        False,
    )
    pattern: str = a_text(
        f"which cells are given: {HEXAGONS}, or drawn, 13 marks for each dodecagon, as in "
        "#_____#______/____________#/__#__________",
        "",
    )
    neighbours: bool = a_switch("whether givens may touch", True)

    def __post_init__(self) -> None:
        super().__post_init__()
        count = len(self.places)
        if count > MAX_DODECAGONS:
            raise PuzzleError(
                f"sum-star: arrangement has {count} dodecagons, expected at most {MAX_DODECAGONS}"
            )
        self.empty_puzzle()
        if self.pattern and self.givens not in (None, drawn := len(self.pattern_cells)):
            raise PuzzleError(
                f"sum-star: givens is {self.givens}, but the pattern has {drawn}, expected one of "
                "the two"
            )
        given = len(self.pattern_cells) if self.pattern else self.givens
        apart = not self.neighbours and not self.pattern
        near = neighbour_indices(self.places) if apart else None
        require_room(self.family, given, count * len(CELLS), near)
        if self.fewest and (count > FEWEST_UP_TO or self.pattern):
            expected = "no pattern" if self.pattern else f"at most {FEWEST_UP_TO}"
            what = "a pattern" if self.pattern else f"{count} dodecagons"
            raise PuzzleError(f"sum-star: fewest with {what}, expected {expected}")

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
    def pattern_cells(self) -> list[int]:
        """The cells of the pattern, by their places in a filling."""
        stars = [OPEN * (HEXAGON - 1) + GIVEN] * len(self.places)
        if self.pattern != HEXAGONS:
            stars = self.pattern.split("/")
        marks = "".join(stars)
        lengths = [len(star) for star in stars]
        if set(marks) - {GIVEN, OPEN} or lengths != [len(CELLS)] * len(self.places):
            raise PuzzleError(
                f"sum-star: pattern is {shown(self.pattern)}, expected {HEXAGONS}, or 13 marks "
                f"# and _ for each of {len(self.places)} dodecagons"
            )
        return [cell for cell, mark in enumerate(marks) if mark == GIVEN]

    def empty_puzzle(self) -> SumStar:
        """The puzzle without numbers and givens."""
        return puzzle_with_numbers(self.places, [None] * 6 * len(self.places))


class StarMaker(Maker[StarParameters, SumStar]):
    """The generator of Sum Stars."""

    parameters = StarParameters
    sizes = Sizes(
        "arrangement", {"one": GRADES, "pair": GRADES[:3], "triangle": ("easy", "hard", "expert")}
    )
    patience = 5_000

    def proposals(self, parameters: StarParameters, bench: Bench) -> Iterator[SumStar]:
        count = len(parameters.places)
        empty = parameters.empty_puzzle()
        free = bench.prepare(empty.model(), empty.capabilities.labeling)
        plain = parameters == StarParameters(parameters.arrangement)
        several = plain and bench.unique and not bench.choosy
        fillings = FILLINGS.get(count, FILLINGS_OF_MANY) if several else 1
        searched = parameters.givens == 0 and bench.unique and count >= SEARCHED_FROM
        while True:
            bench.attempt()
            if searched:
                puzzle = _without_givens(parameters, free, bench)
            else:
                puzzle = _with_fewest_givens(parameters, free, bench, fillings)
            if puzzle is not None:
                yield puzzle

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        return (SingleStars(),)

    def empty(self, parameters: StarParameters) -> SumStar:
        return parameters.empty_puzzle()

    def sampled(self, parameters: StarParameters) -> Mapping[str, int] | None:
        plain = StarParameters(parameters.arrangement, 0 if parameters.givens == 0 else None)
        if parameters != plain:
            return None
        return SAMPLED.get((len(parameters.places), parameters.givens != 0))

    def forms(self, puzzle: SumStar) -> Iterator[str]:
        stars = puzzle.stars
        for _ in range(6):
            stars = tuple(map(_turned, stars))
            for form in (stars, tuple(map(_mirrored, stars))):
                yield body_of(_moved_to_origin(form))

    def solution_class(self, puzzle: SumStar, solution: list[list[int]]) -> str:
        """Without the sums: they follow from the cells, and some may be missing."""
        filled = [
            Star(place, (None,) * len(SQUARES), tuple(cells))
            for place, cells in zip(puzzle.places, solution, strict=True)
        ]
        return self.canonical(SumStar(tuple(filled)))

    def easier(
        self, parameters: StarParameters, puzzle: SumStar, solution: list[list[int]], dice: Random
    ) -> SumStar | None:
        if parameters.givens is not None or parameters.fewest or parameters.pattern:
            return None
        givens = _givens_of(puzzle)
        near = {} if parameters.neighbours else neighbour_indices(parameters.places)
        open_cells = [
            cell
            for cell, given in enumerate(givens)
            if given is None and all(givens[other] is None for other in near.get(cell, ()))
        ]
        if len(open_cells) < 2:
            return None
        cell = dice.choice(open_cells)
        return _with_givens(puzzle, {cell: solution[cell // len(CELLS)][cell % len(CELLS)]})

    def thinner(
        self, parameters: StarParameters, puzzle: SumStar
    ) -> Mapping[tuple[int, ...], SumStar]:
        return {
            (cell,): _with_givens(puzzle, {cell: None})
            for cell, given in enumerate(_givens_of(puzzle))
            if given is not None
        }


def _with_fewest_givens(
    parameters: StarParameters, free: Prepared, bench: Bench, fillings: int
) -> SumStar | None:
    """Of this many fillings the puzzle with the fewest givens; `None` if none has a puzzle."""
    targets = draw_numbers(parameters.places, bench.dice)
    swaps = SWAPS_WITHOUT_GIVENS if parameters.givens == 0 else SWAPS_WITH_GIVENS
    best: SumStar | None = None
    for _ in range(fillings):
        filling = _filled(parameters, free, targets, bench.dice, swaps)
        if filling is None:
            continue
        bench.near("filled")
        puzzle = puzzle_with_numbers(parameters.places, filling.numbers)
        if bench.unique:
            prepared = bench.prepare(puzzle.model(), puzzle.capabilities.labeling)
            given = _given(parameters, prepared, filling.values, bench)
        else:
            given = _unproved_givens(parameters, filling.values, bench.dice)
        if given is None:
            continue
        puzzle = _with_givens(puzzle, given)
        if best is None or len(givens_of(puzzle)) < len(givens_of(best)):
            best = puzzle
        if not givens_of(best):
            break
    return best


def _without_givens(parameters: StarParameters, free: Prepared, bench: Bench) -> SumStar | None:
    """A puzzle of many dodecagons that needs no givens; `None` if its filling gets stuck."""
    filling = _filled(parameters, free, {}, bench.dice, SWAPS_BEFORE_SEARCH)
    if filling is None:
        return None
    bench.near("filled")
    places = parameters.places
    return without_rivals(filling, lambda one: puzzle_with_numbers(places, one.numbers), bench)


def _filled(
    parameters: StarParameters,
    free: Prepared,
    targets: Mapping[int, int],
    dice: Random,
    swaps: tuple[int, int],
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
    filling.anneal(len(places) * dice.randint(*swaps), dice)
    return filling


def _given(
    parameters: StarParameters, prepared: Prepared, values: Sequence[int], bench: Bench
) -> Mapping[int, int] | None:
    """The givens that the parameters ask for, if they leave these values as the only solution."""
    if parameters.givens == 0 or parameters.pattern:
        fixed = parameters.pattern_cells if parameters.pattern else []
        given = {cell: values[cell] for cell in fixed}
        return given if _is_decided(prepared, given) else None
    if not parameters.fewest and parameters.neighbours:
        given = _needed_givens(prepared, values, bench)
        number = parameters.givens or len(given)
        if len(given) > number:
            return None
        others = [cell for cell in range(len(values)) if cell not in given]
        more = bench.dice.sample(others, number - len(given))
        return given | {cell: values[cell] for cell in more}
    near = None if parameters.neighbours else neighbour_indices(parameters.places)
    groups = [(cell,) for cell in range(len(values))]
    bench.dice.shuffle(groups)
    style = Style(parameters.givens, parameters.fewest, near)
    kept = chosen(groups, values, prepared, bench, style)
    return None if kept is None else {cell: values[cell] for (cell,) in kept}


def _unproved_givens(
    parameters: StarParameters, values: Sequence[int], dice: Random
) -> Mapping[int, int] | None:
    """The givens that the parameters ask for, however many solutions they leave."""
    cells: Collection[int] | None = parameters.pattern_cells if parameters.pattern else ()
    if parameters.givens and not parameters.pattern:
        near = None if parameters.neighbours else neighbour_indices(parameters.places)
        groups = dice.sample([(cell,) for cell in range(len(values))], len(values))
        kept = unproved(groups, dice, Style(parameters.givens, apart=near))
        cells = None if kept is None else [cell for (cell,) in kept]
    return None if cells is None else {cell: values[cell] for cell in cells}


def _needed_givens(prepared: Prepared, values: Sequence[int], bench: Bench) -> dict[int, int]:
    """Givens that leave these values as the only solution, none of them superfluous."""
    given: dict[int, int] = {}
    while True:
        found = prepared.search(_fixed(given), RIVALS, MAX_NODES)
        rivals = [rival for rival in found.solutions if list(rival) != values]
        if found.complete and not rivals:
            break
        differing = [
            sum(rival[cell] != value for rival in rivals) for cell, value in enumerate(values)
        ]
        most = max(differing)
        cell = bench.dice.choice(
            [c for c in range(len(values)) if differing[c] == most and c not in given]
        )
        given[cell] = values[cell]
        bench.near(f"{len(given)} given")
    for cell in bench.dice.sample(sorted(given), len(given)):
        fewer = {other: value for other, value in given.items() if other != cell}
        if _is_decided(prepared, fewer):
            given = fewer
        bench.near(f"{len(given)} given")
    return given


def _is_decided(prepared: Prepared, given: Mapping[int, int]) -> bool:
    """Whether a short search proves that these givens leave one solution."""
    found = prepared.search(_fixed(given), 2, MAX_NODES)
    return found.complete and len(found.solutions) == 1


def _fixed(given: Mapping[int, int]) -> dict[int, tuple[int]]:
    return {cell: (value,) for cell, value in given.items()}


def puzzle_with_numbers(places: Sequence[Place], numbers: Sequence[int | None]) -> SumStar:
    """The puzzle with these numbers, in the order of `black_triangles`, without givens."""
    sums: list[list[int | None]] = [[None] * len(SQUARES) for _ in places]
    for black, number in zip(black_triangles(places), numbers, strict=False):
        for d, square in black.squares:
            sums[d - 1][square // 2] = number
    return SumStar(tuple(Star(p, tuple(s)) for p, s in zip(places, sums, strict=True)))


def _givens_of(puzzle: SumStar) -> list[int | None]:
    """The givens, by their places in a filling."""
    return [given for star in puzzle.stars for given in star.cells]


def _with_givens(puzzle: SumStar, changes: Mapping[int, int | None]) -> SumStar:
    """The puzzle with some givens added or, where `None`, removed."""
    return SumStar(
        tuple(
            replace(
                star,
                cells=tuple(
                    changes.get(cell_index((d, c)), own)
                    for c, own in zip(CELLS, star.cells, strict=True)
                ),
            )
            for d, star in enumerate(puzzle.stars, 1)
        )
    )


def _turned(star: Star) -> Star:
    """A dodecagon after the whole puzzle is turned clockwise by a sixth."""
    q, r = star.at
    return Star(
        (-r, q + r),
        star.sums[-1:] + star.sums[:-1],
        tuple(star.cells[ring(c - 2) - 1] for c in CELLS if c != HEXAGON) + star.cells[-1:],
    )


def _mirrored(star: Star) -> Star:
    """A dodecagon after the whole puzzle is mirrored left to right."""
    q, r = star.at
    return Star(
        (-q - r, r),
        star.sums[:1] + star.sums[:0:-1],
        tuple(star.cells[ring(14 - c) - 1] for c in CELLS if c != HEXAGON) + star.cells[-1:],
    )


def _moved_to_origin(stars: Sequence[Star]) -> SumStar:
    """The puzzle with its dodecagons sorted by place, the first of them at the origin."""
    ordered = sorted(stars, key=lambda star: star.at)
    q, r = ordered[0].at
    return SumStar(tuple(replace(star, at=(star.at[0] - q, star.at[1] - r)) for star in ordered))
