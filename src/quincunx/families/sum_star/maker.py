"""Making Sum Stars: fill the dodecagons so that their numbers say much, then give a few cells.

Vocabulary: that of `filling`, and
  rival  another solution of the puzzle; a given on which it differs rules it out
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration
from quincunx.families.base.documents import body_of, givens_of
from quincunx.families.base.givens import Style, chosen, require_room
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
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    HEXAGON,
    SQUARES,
    Place,
    Star,
    black_triangles,
    ring,
    shared_edges,
)
from quincunx.families.sum_star.filling import Filling, at, drawn_numbers
from quincunx.families.sum_star.sharpening import sharpened

ARRANGEMENTS: Mapping[str, tuple[Place, ...]] = {
    "one": ((0, 0),),
    "pair": ((0, 0), (1, 0)),
    "triangle": ((0, 0), (1, 0), (0, 1)),
    "rhombus": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "flower": ((0, 0), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
MOST = 7
"""Most dodecagons: proofs take long with more."""
CHANGES_WITHOUT_GIVENS = (300, 4000)
CHANGES_WITH_GIVENS = (600, 1000)
CHANGES_TO_SHARPEN = (500, 500)
"""How many changes a dodecagon gets while a filling is annealed: from few to many."""
FILLINGS = {1: 8, 2: 16, 3: 16}
"""By how many dodecagons there are, of so many fillings the one is taken that needs the fewest
givens;"""
FEW_FILLINGS = 6
"""with more dodecagons, which take longer, of so many."""
SHARPENED_FROM = 4
"""From so many dodecagons on, puzzles without givens come from changing fillings further, which is
sooner done than waiting for luck."""
NODES = 20_000
"""A puzzle that takes more nodes than this is left, or gets another given."""
RIVALS = 16
"""So many rivals are looked at to choose a given."""


HEXAGONS = "hexagons"
GIVEN, OPEN = "#", "_"
FEWEST_UP_TO = 2
"""With more dodecagons it takes too long to show that no fewer givens do."""


@dataclass(frozen=True)
class StarParameters(Parameters):
    """Where the dodecagons lie, and which cells are given."""

    family: ClassVar[str] = "sum-star"

    arrangement: str = a_text(
        f"where the dodecagons lie: {', '.join(ARRANGEMENTS)}, or places as in 0.0/1.0/0.1, "
        f"at most {MOST}",
        "triangle",
    )
    givens: int | None = a_number(
        "how many cells are given; unless you say, as few as it takes", None, 0, MOST * len(CELLS)
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
        if len(self.places) > MOST:
            raise PuzzleError(
                f"sum-star: arrangement has {len(self.places)} dodecagons, expected at most {MOST}"
            )
        _with_numbers(self.places, [None] * 6 * MOST)
        cells = len(self.places) * len(CELLS)
        if self.pattern and self.givens not in (None, drawn := len(self.pattern_cells)):
            raise PuzzleError(
                f"sum-star: givens is {self.givens}, but the pattern has {drawn}, expected one of "
                "the two"
            )
        given = len(self.pattern_cells) if self.pattern else self.givens
        apart = not self.neighbours and not self.pattern
        require_room(self.family, given, cells, _touching(self.places) if apart else None)
        if self.fewest and (len(self.places) > FEWEST_UP_TO or self.pattern):
            expected = "no pattern" if self.pattern else f"at most {FEWEST_UP_TO}"
            what = "a pattern" if self.pattern else f"{len(self.places)} dodecagons"
            raise PuzzleError(f"sum-star: fewest with {what}, expected {expected}")

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the dodecagons lie."""
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


class StarMaker(Maker[StarParameters, SumStar]):
    """Makes Sum Stars."""

    parameters = StarParameters
    sizes = Sizes(
        "arrangement", {"one": GRADES, "pair": GRADES[:3], "triangle": ("easy", "hard", "expert")}
    )
    patience = 5_000

    def proposals(self, parameters: StarParameters, bench: Bench) -> Iterator[SumStar]:
        places = parameters.places
        empty = self.empty(parameters)
        free = bench.prepare(empty.model(), empty.capabilities.labeling)
        plain = parameters == StarParameters(parameters.arrangement)
        several = plain and bench.unique and not bench.choosy
        fillings = FILLINGS.get(len(places), FEW_FILLINGS) if several else 1
        sharp = parameters.givens == 0 and bench.unique and len(places) >= SHARPENED_FROM
        while True:
            bench.attempt()
            if sharp:
                puzzle = _sharpened(parameters, free, bench)
            else:
                puzzle = _with_fewest_givens(parameters, free, bench, fillings)
            if puzzle is not None:
                yield puzzle

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        from quincunx.families.sum_star.catalogue import SingleStars

        return (SingleStars(),)

    def empty(self, parameters: StarParameters) -> SumStar:
        return _with_numbers(parameters.places, [None] * 6 * len(parameters.places))

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

    def easier(
        self, parameters: StarParameters, puzzle: SumStar, solution: list[list[int]], dice: Random
    ) -> SumStar | None:
        open_cells = [
            at((d, c))
            for d, star in enumerate(puzzle.stars, 1)
            for c, given in zip(CELLS, star.cells, strict=True)
            if given is None
        ]
        if parameters.givens is not None or parameters.fewest or parameters.pattern:
            return None
        if not parameters.neighbours:
            touching = _touching(parameters.places)
            given = set(range(len(puzzle.stars) * len(CELLS))) - set(open_cells)
            open_cells = [cell for cell in open_cells if not given & touching[cell]]
        if len(open_cells) < 2:
            return None
        cell = dice.choice(open_cells)
        return _with_givens(puzzle, {cell: solution[cell // len(CELLS)][cell % len(CELLS)]})

    def thinner(
        self, parameters: StarParameters, puzzle: SumStar
    ) -> Mapping[tuple[int, ...], SumStar]:
        fewer: dict[tuple[int, ...], SumStar] = {}
        for d, star in enumerate(puzzle.stars, 1):
            for c, given in zip(CELLS, star.cells, strict=True):
                if given is not None:
                    cells = (*star.cells[: c - 1], None, *star.cells[c:])
                    stars = (*puzzle.stars[: d - 1], replace(star, cells=cells), *puzzle.stars[d:])
                    fewer[at((d, c)),] = SumStar(stars)
        return fewer


SAMPLED: Mapping[tuple[int, bool], Mapping[str, int]] = {
    (1, True): {"easy": 13, "medium": 37, "hard": 54, "expert": 52},
    (1, False): {"easy": 10, "medium": 25, "hard": 60, "expert": 52},
}
"""By how many dodecagons there are and whether cells may be given, how many of the puzzles that
were made without asking for a grade had which."""


def _with_fewest_givens(
    parameters: StarParameters, free: Prepared, bench: Bench, fillings: int
) -> SumStar | None:
    """Of so many fillings the puzzle with the fewest givens, if there is one at all."""
    drawn = drawn_numbers(parameters.places, bench.dice)
    changes = CHANGES_WITHOUT_GIVENS if parameters.givens == 0 else CHANGES_WITH_GIVENS
    best: SumStar | None = None
    for _ in range(fillings):
        filling = _filled(parameters, free, drawn, bench.dice, changes)
        if filling is None:
            continue
        bench.near("filled")
        puzzle = _with_numbers(parameters.places, filling.numbers)
        if bench.unique:
            prepared = bench.prepare(puzzle.model(), puzzle.capabilities.labeling)
            given = _given(parameters, prepared, filling.values, bench)
            if given is None:
                continue
            puzzle = _with_givens(puzzle, given)
        if best is None or len(givens_of(puzzle)) < len(givens_of(best)):
            best = puzzle
        if not givens_of(best):
            break
    return best


def _sharpened(parameters: StarParameters, free: Prepared, bench: Bench) -> SumStar | None:
    """A puzzle of many dodecagons that needs no givens, if a filling does not get stuck before."""
    filling = _filled(parameters, free, {}, bench.dice, CHANGES_TO_SHARPEN)
    if filling is None:
        return None
    bench.near("filled")
    return sharpened(filling, lambda one: _with_numbers(parameters.places, one.numbers), bench)


def _filled(
    parameters: StarParameters,
    free: Prepared,
    drawn: Mapping[int, int],
    dice: Random,
    changes: tuple[int, int],
) -> Filling | None:
    """A filling whose numbers say much. A single dodecagon is filled by luck alone: one in eight
    such fillings is the only one with its numbers."""
    places = parameters.places
    if len(places) == 1:
        from quincunx.families.sum_star.catalogue import by_luck

        return Filling(places, by_luck(dice))
    values = free.fill(dice)
    if values is None:
        return None
    filling = Filling(places, values, drawn)
    filling.anneal(len(places) * dice.randint(*changes), dice)
    return filling


def _given(
    parameters: StarParameters, prepared: Prepared, values: Sequence[int], bench: Bench
) -> Mapping[int, int] | None:
    """The cells that are given, as was asked for, if these values are then the only solution."""
    if parameters.givens == 0 or parameters.pattern:
        fixed = parameters.pattern_cells if parameters.pattern else []
        given = {cell: values[cell] for cell in fixed}
        return given if _decided(prepared, given) else None
    if not parameters.fewest and parameters.neighbours:
        given = _givens(prepared, values, bench)
        number = parameters.givens or len(given)
        if len(given) > number:
            return None
        others = [cell for cell in range(len(values)) if cell not in given]
        more = bench.dice.sample(others, number - len(given))
        return given | {cell: values[cell] for cell in more}
    touching = None if parameters.neighbours else _touching(parameters.places)
    groups = [(cell,) for cell in range(len(values))]
    bench.dice.shuffle(groups)
    style = Style(parameters.givens, parameters.fewest, touching)
    kept = chosen(groups, values, prepared, bench, style)
    return None if kept is None else {cell: values[cell] for (cell,) in kept}


def _touching(places: Sequence[Place]) -> dict[int, set[int]]:
    """For each cell those that share an edge with it, by their places in a filling."""
    touching: dict[int, set[int]] = {cell: set() for cell in range(len(places) * len(CELLS))}
    for one, other in shared_edges(places):
        touching[at(one)].add(at(other))
        touching[at(other)].add(at(one))
    return touching


def _givens(prepared: Prepared, values: Sequence[int], bench: Bench) -> dict[int, int]:
    """Cells that, when given, leave these values as the only solution; none can be spared."""
    given: dict[int, int] = {}
    while True:
        found = prepared.search(_fixed(given), RIVALS, NODES)
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
        if _decided(prepared, fewer):
            given = fewer
        bench.near(f"{len(given)} given")
    return given


def _decided(prepared: Prepared, given: Mapping[int, int]) -> bool:
    """Whether these givens leave one solution, and that is soon seen."""
    found = prepared.search(_fixed(given), 2, NODES)
    return found.complete and len(found.solutions) == 1


def _fixed(given: Mapping[int, int]) -> dict[int, tuple[int]]:
    return {cell: (value,) for cell, value in given.items()}


def _with_numbers(places: Sequence[Place], numbers: Sequence[int | None]) -> SumStar:
    """The puzzle with these numbers, in the order of `black_triangles`, and nothing given."""
    sums: list[list[int | None]] = [[None] * len(SQUARES) for _ in places]
    for black, number in zip(black_triangles(places), numbers, strict=False):
        for d, square in black.squares:
            sums[d - 1][square // 2] = number
    return SumStar(tuple(Star(p, tuple(s)) for p, s in zip(places, sums, strict=True)))


def _with_givens(puzzle: SumStar, given: Mapping[int, int]) -> SumStar:
    """The puzzle with these cells given, by their places in a filling, and its own."""
    stars = [
        replace(
            star,
            cells=tuple(
                given.get(at((d, c)), own) for c, own in zip(CELLS, star.cells, strict=True)
            ),
        )
        for d, star in enumerate(puzzle.stars, 1)
    ]
    return SumStar(tuple(stars))


def _turned(star: Star) -> Star:
    """A dodecagon after a sixth of a turn of everything, clockwise."""
    q, r = star.at
    return Star(
        (-r, q + r),
        star.sums[-1:] + star.sums[:-1],
        tuple(star.cells[ring(c - 2) - 1] for c in CELLS if c != HEXAGON) + star.cells[-1:],
    )


def _mirrored(star: Star) -> Star:
    """A dodecagon after left and right changed places."""
    q, r = star.at
    return Star(
        (-q - r, r),
        star.sums[:1] + star.sums[:0:-1],
        tuple(star.cells[ring(14 - c) - 1] for c in CELLS if c != HEXAGON) + star.cells[-1:],
    )


def _moved_to_origin(stars: Sequence[Star]) -> SumStar:
    """The puzzle with its dodecagons in order, the first of them at the origin."""
    ordered = sorted(stars, key=lambda star: star.at)
    q, r = ordered[0].at
    return SumStar(tuple(replace(star, at=(star.at[0] - q, star.at[1] - r)) for star in ordered))
