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
from quincunx.families._catalogue import AnyEnumeration
from quincunx.families._maker import Bench, Maker, Parameters, Prepared, a_switch, a_text
from quincunx.families._reading import shown
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    HEXAGON,
    SQUARES,
    Place,
    Star,
    black_triangles,
    ring,
)
from quincunx.families.sum_star.filling import Filling, at
from quincunx.grades import GRADES

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
CHANGES_WITH_GIVENS = (0, 1500)
"""How many changes a dodecagon gets while a filling is annealed: from few to many."""
NODES = 20_000
"""A puzzle that takes more nodes than this is left, or gets another given."""
RIVALS = 16
"""So many rivals are looked at to choose a given."""


@dataclass(frozen=True)
class StarParameters(Parameters):
    """Where the dodecagons lie, and whether cells may be given."""

    family: ClassVar[str] = "sum-star"

    arrangement: str = a_text(
        f"where the dodecagons lie: {', '.join(ARRANGEMENTS)}, or places as in 0.0/1.0/0.1, "
        f"at most {MOST}",
        "triangle",
    )
    givens: bool = a_switch("whether cells may be given, as few as it takes", True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.places) > MOST:
            raise PuzzleError(
                f"sum-star: arrangement has {len(self.places)} dodecagons, expected at most {MOST}"
            )
        _with_numbers(self.places, [None] * 6 * MOST)

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


class StarMaker(Maker[StarParameters, SumStar]):
    """Makes Sum Stars."""

    parameters = StarParameters
    patience = 5_000

    def proposals(self, parameters: StarParameters, bench: Bench) -> Iterator[SumStar]:
        places, dice = parameters.places, bench.dice
        empty = self.empty(parameters)
        free = bench.prepare(empty.model(), empty.labeling)
        changes = CHANGES_WITH_GIVENS if parameters.givens else CHANGES_WITHOUT_GIVENS
        while True:
            bench.attempt()
            values = free.fill(dice)
            if values is None:
                continue
            filling = Filling(places, values)
            filling.anneal(len(places) * dice.randint(*changes), dice)
            bench.near("filled")
            puzzle = _with_numbers(places, filling.numbers)
            if not bench.unique:
                yield puzzle
                continue
            prepared = bench.prepare(puzzle.model(), puzzle.labeling)
            if parameters.givens:
                yield _with_givens(puzzle, _givens(prepared, filling.values, bench))
            elif _decided(prepared, {}):
                yield puzzle

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        from quincunx.families.sum_star.enumerating import SingleStars

        return (SingleStars(),)

    def empty(self, parameters: StarParameters) -> SumStar:
        return _with_numbers(parameters.places, [None] * 6 * len(parameters.places))

    def grades(self, parameters: StarParameters) -> tuple[str, ...]:
        dodecagons = len(parameters.places)
        if parameters.givens:
            return GRADES[:3] if dodecagons == 1 else GRADES
        return {1: GRADES[:2], 2: GRADES[:3]}.get(dodecagons, GRADES[2:])

    def forms(self, puzzle: SumStar) -> Iterator[str]:
        stars = puzzle.stars
        for _ in range(6):
            stars = tuple(map(_turned, stars))
            for form in (stars, tuple(map(_mirrored, stars))):
                yield _moved_to_origin(form).body()

    def easier(
        self, parameters: StarParameters, puzzle: SumStar, solution: list[list[int]], dice: Random
    ) -> SumStar | None:
        open_cells = [
            at((d, c))
            for d, star in enumerate(puzzle.stars, 1)
            for c, given in zip(CELLS, star.cells, strict=True)
            if given is None
        ]
        if len(open_cells) < 2 or not parameters.givens:
            return None
        cell = dice.choice(open_cells)
        return _with_givens(puzzle, {cell: solution[cell // len(CELLS)][cell % len(CELLS)]})


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
