"""Generates Power Strikes: walks round the graph of numbers, then gives as little as possible.

Published rings have a single given, from which there is one way round. All such rings up to a size
are in the catalogue, but only some generated ones are taken from it, so that different seeds have
little in common. Most others have a larger single given; the rest get as many givens as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import ClassVar

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.documents import body_of, givens_of
from quincunx.families.base.givens import GIVEN, OPEN, GivensMaker, Style
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import MakerTools, Parameters, Sizes, a_number, a_value
from quincunx.families.base.validation import shown
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.catalogue import CELLS, MULTIPLIERS, OneGiven, single_givens
from quincunx.families.power_strike.rings import MAX_STRETCH, Ring, RingWalk, ring_exists

SINGLE_GIVEN_TRIES = 50
"""Number of single givens that are tried before something else."""
WAYS = ("catalogue", *["large"] * 6, "several")
"""Where the catalogue covers small single givens: the weights of these, of larger single givens,
and of several givens."""
MAX_CELLS_OF_LARGE = 9
"""In longer rings it takes too long to find a large single given."""
LONGEST = {2: 20, 3: 14, 4: 13, 5: 10, 6: 12, 7: 12, 8: 12, 9: 11, 10: 2, 11: 10, 12: 11}
"""The number of cells of the longest known ring with one given and one solution, by multiplier."""


@dataclass(frozen=True)
class StrikeParameters(Parameters):
    """The size of the ring, its multiplier, and what is given.

    A pattern draws which cells are given: `#` a given, `_` an open cell.
    """

    family: ClassVar[str] = "power-strike"

    cells: int | None = a_number(
        f"cells of the ring; the dice choose {CELLS[0]} to {CELLS[-1]} if you do not", None, 2, 24
    )
    multiplier: int | None = a_number(
        "the number in the middle; the dice choose one up to 9 if you do not", None, 2, 12
    )
    givens: int | None = a_number(
        "how many numbers are given; unless you say one, or where none is found that will do, so "
        "many that none can be spared",
        None,
        1,
        23,
    )
    fewest: bool = a_value(
        "whether it is proved that no fewer numbers of the solution would do, "
        f"up to {MAX_STRETCH} cells",
        False,
    )
    pattern: str = a_value("which cells are given, drawn as in #___#___", "")
    neighbours: bool = a_value("whether givens may stand side by side", False)
    zeros: bool = a_value("whether numbers may hold a zero", True)
    repeats: bool = a_value(
        "whether a number may come twice, or one be ten times another, as all are with multiplier "
        "10",
        False,
    )
    favour: str = a_value("digits that givens shall be made of, as in 123", "")

    def faults(self) -> Iterator[str]:
        cells, times, givens = self.cells, self.multiplier, self.givens
        if self.pattern:
            yield from self._wrong_pattern()
        if cells is not None and times is not None and not ring_exists(times, cells):
            other = [str(n) for n in range(2, 9) if ring_exists(times, n)]
            yield (
                f"cells is {cells}, but with multiplier {times} no number, however large, leads "
                f"back to itself in so many steps, expected {', '.join(other)}, ..."
            )
        if times == 10 and not self.repeats:
            # Times 10 and back: see `ring_exists`.
            yield (
                "multiplier is 10, so that of two numbers side by side one is ten times the other, "
                "expected repeats to be allowed, or another multiplier"
            )
        if cells is not None and givens is not None and givens >= cells:
            yield f"givens is {givens} of {cells} cells, expected fewer"
        size = CELLS[-1] if cells is None else cells
        most = size - 1 if self.neighbours else size // 2
        if givens is not None and not self.pattern and givens > most:
            apart = "" if self.neighbours else ", none beside another"
            yield f"givens is {givens} of {size} cells{apart}, expected at most {most}"
        if self.fewest and cells is not None and cells > MAX_STRETCH:
            yield f"fewest with {cells} cells, expected at most {MAX_STRETCH}"
        yield from self.digit_faults(self.favour)

    def _wrong_pattern(self) -> Iterator[str]:
        if set(self.pattern) != {GIVEN, OPEN} or not 2 <= len(self.pattern) <= 24:
            yield f"pattern is {shown(self.pattern)}, expected 2 to 24 cells as in #___#___"
        for name, value, drawn in (
            ("cells", self.cells, len(self.pattern)),
            ("givens", self.givens, self.pattern.count(GIVEN)),
        ):
            if value not in (None, drawn):
                yield f"{name} is {value}, but the pattern has {drawn}, expected one of the two"

    @property
    def size(self) -> int | None:
        """The number of cells, if specified."""
        return len(self.pattern) or self.cells

    @property
    def is_single(self) -> bool:
        """Whether a single given is asked for."""
        return self.givens == 1 or self.pattern.count(GIVEN) == 1

    def favours(self, number: int) -> bool:
        """Whether a number is made of favoured digits, if there are any."""
        return not self.favour or not set(str(number)) - set(self.favour)


class StrikeMaker(GivensMaker[StrikeParameters, PowerStrike]):
    """The generator of Power Strikes."""

    parameters = StrikeParameters
    sizes = Sizes("cells", {5: GRADES[:1], 7: GRADES[:3], 9: GRADES, 11: GRADES})
    samples: ClassVar = {StrikeParameters(): {"easy": 59, "medium": 34, "hard": 53, "expert": 54}}
    for_one_solution = ("fewest", "zeros", "repeats")

    def check(self, parameters: StrikeParameters, unique: bool) -> None:
        size = parameters.size or 0
        if unique and parameters.is_single and parameters.multiplier == 10 and size > 2:
            raise PuzzleError(
                f"power-strike: one given of {size} cells with multiplier 10 leaves several ways: "
                "up and down in turns, or twice up and twice down first; expected 2 cells, or more "
                "givens"
            )

    def warning(self, parameters: StrikeParameters, unique: bool) -> str:
        size, times = parameters.size or 0, parameters.multiplier
        longest = LONGEST[times] if times else max(LONGEST[each] for each in MULTIPLIERS)
        if not unique or not parameters.is_single or size <= longest:
            return ""
        with_it = f" and multiplier {times}" if times else ""
        ring = f"no ring of {size} cells with one given{with_it}"
        return f"{ring} is known: the longest known has {longest}"

    def proposals(self, parameters: StrikeParameters, tools: MakerTools) -> Iterator[PowerStrike]:
        dice = tools.dice
        while True:
            size, multiplier = _size_and_multiplier(parameters, dice)
            walk = RingWalk(parameters, multiplier, size, tools)
            prefers_single = tools.unique and walk.prefers_single_given
            catalogued = _single_givens(parameters, size, multiplier) if prefers_single else None
            if prefers_single and (catalogued is None or parameters.is_single):
                # Where a single given is asked for, those of the catalogue came before.
                ring = _single_given(walk, tools, large=catalogued is not None)
                if ring is not None:
                    yield self.placed(parameters, PowerStrike(multiplier, ring), dice)
                if ring is not None or parameters.is_single:
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
        return _catalogue(parameters) if parameters.is_single else None

    def alike(self, parameters: StrikeParameters) -> Catalogue | None:
        """Most generated rings have a single given."""
        specified = parameters.givens or parameters.pattern or parameters.fewest
        return None if specified else _catalogue(parameters)

    def others(self, parameters: StrikeParameters) -> bool:
        """The catalogue ends with its largest single given, and rings do not."""
        return parameters.is_single

    def placed(
        self, parameters: StrikeParameters, puzzle: PowerStrike, dice: Random
    ) -> PowerStrike:
        """Turn the ring such that the given is where the pattern has it."""
        at = max(0, parameters.pattern.find(GIVEN))
        return replace(puzzle, ring=puzzle.ring[-at:] + puzzle.ring[:-at]) if at else puzzle

    def empty(self, parameters: StrikeParameters) -> PowerStrike:
        # A puzzle needs a given.
        ring = (1, *[None] * ((parameters.size or 8) - 1))
        return PowerStrike(parameters.multiplier or MULTIPLIERS[0], ring)

    def forms(self, puzzle: PowerStrike) -> Iterator[str]:
        ring = puzzle.ring
        for i in range(len(ring)):
            yield body_of(replace(puzzle, ring=ring[i:] + ring[:i]))

    def solution_class(self, puzzle: PowerStrike, solution: list[int]) -> str:
        """Without the variant: a ring without leading zeros is a solution in both."""
        return self.canonical(PowerStrike(puzzle.multiplier, tuple(solution)))

    def style(self, parameters: StrikeParameters, cells: int) -> Style:
        beside = {at: {(at - 1) % cells, (at + 1) % cells} for at in range(cells)}
        return Style(
            parameters.givens, parameters.fewest, None if parameters.neighbours else beside
        )

    def pattern(self, parameters: StrikeParameters) -> list[int] | None:
        marks = enumerate(parameters.pattern)
        return [at for at, mark in marks if mark == GIVEN] if parameters.pattern else None

    def may_be_given(self, parameters: StrikeParameters, number: int) -> bool:
        return parameters.favours(number)

    def thinner(
        self, parameters: StrikeParameters, puzzle: PowerStrike
    ) -> Mapping[tuple[int, ...], PowerStrike]:
        return super().thinner(parameters, puzzle) if len(givens_of(puzzle)) > 1 else {}


def _catalogue(
    parameters: StrikeParameters, size: int | None = None, multiplier: int | None = None
) -> Catalogue | None:
    """The catalogued rings with a single given that fit, of one size and multiplier if specified;
    `None` if the catalogue does not cover them."""
    size, multiplier = size or parameters.size, multiplier or parameters.multiplier
    covered = size in (None, *CELLS) and multiplier in (None, *MULTIPLIERS)
    if not covered or parameters.repeats or parameters.favour:
        return None
    catalogue = single_givens()
    return catalogue and catalogue.those(
        lambda entry: (
            size in (None, entry.measures["cells"])
            and multiplier in (None, entry.measures["multiplier"])
            and (parameters.zeros or "0" not in entry.packed)
        )
    )


@cache
def _single_givens(parameters: StrikeParameters, size: int, multiplier: int) -> list[int] | None:
    """The single givens of the catalogue, for each ring the smallest; `None` if the catalogue does
    not cover such rings."""
    fewest = parameters.fewest and not parameters.is_single  # no ring has fewer than one
    catalogue = None if fewest else _catalogue(parameters, size, multiplier)
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
    sizes = [parameters.size] if parameters.size else list(CELLS)
    multipliers = [parameters.multiplier] if parameters.multiplier else list(MULTIPLIERS)
    if len(sizes) > 1 and parameters.multiplier:
        sizes = [size for size in sizes if ring_exists(parameters.multiplier, size)]
    size = dice.choice(sizes)
    return size, dice.choice([k for k in multipliers if ring_exists(k, size)])
