"""Making Power Strikes: walk round the graph of numbers, then give as little away as it takes.

Published rings have a single given, from which there is one way round. All such rings are known,
up to a size, but only some of those that are made are of them, so that different seeds have little
in common. Most others have a single given too, but a larger one; the rest get as many as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from quincunx.errors import PuzzleError
from quincunx.families.base.catalogue import AnyEnumeration, Catalogue
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Bench, Maker, Sizes
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.layers import Steps
from quincunx.families.power_strike.parameters import (
    GIVEN,
    MULTIPLIERS,
    SIZES,
    StrikeParameters,
    ring_exists,
)
from quincunx.families.power_strike.walking import Ring, Walk

SINGLES = 50
"""So many numbers are tried as a single given before there is something else."""
WAYS = ("listed", *["beyond"] * 6, "several")
"""Where all with a small single given are listed, the dice choose between these, one with a larger
given, and several givens."""
BEYOND_CELLS = 9
"""In longer rings it takes too long to find a larger number that will do."""


LONGEST = {2: 20, 3: 14, 4: 13, 5: 10, 6: 12, 7: 12, 8: 12, 9: 11, 10: 2, 11: 10, 12: 11}
"""By multiplier, the cells of the longest ring with one given and one solution that is known."""


class StrikeMaker(Maker[StrikeParameters, PowerStrike]):
    """Makes rings."""

    parameters = StrikeParameters
    sizes = Sizes("cells", {5: GRADES[:1], 7: GRADES[:2], 9: GRADES[:2], 11: GRADES[:3]})

    def check(self, parameters: StrikeParameters, unique: bool) -> None:
        size = parameters.size or 0
        if unique and parameters.single and parameters.multiplier == 10 and size > 2:
            raise PuzzleError(
                f"power-strike: one given of {size} cells with multiplier 10 leaves several ways: "
                "up and down in turns, or twice up and twice down first; expected 2 cells, or more "
                "givens"
            )

    def warning(self, parameters: StrikeParameters, unique: bool) -> str:
        size, times = parameters.size or 0, parameters.multiplier
        longest = LONGEST[times] if times else max(LONGEST[each] for each in MULTIPLIERS)
        if not unique or not parameters.single or size <= longest:
            return ""
        with_it = f" and multiplier {times}" if times else ""
        return (
            f"nobody knows a ring of {size} cells with one given{with_it}: the longest known has "
            f"{longest}"
        )

    def proposals(self, parameters: StrikeParameters, bench: Bench) -> Iterator[PowerStrike]:
        dice = bench.dice
        while True:
            size, multiplier = _shape(parameters, dice)
            walk = Walk(parameters, Steps(multiplier), size, bench)
            listed = walk.listed() if bench.unique and walk.wants_one else None
            if listed is not None and parameters.single:
                # Whoever asks for a single given has had those of the list.
                ring = _first(walk.beyond, bench)
                if ring is not None:
                    yield self.placed(parameters, PowerStrike(multiplier, ring), dice)
                continue
            if listed is not None:
                way = dice.choice(WAYS)
                if way == "listed" and listed:
                    bench.attempt()
                    yield PowerStrike(multiplier, (dice.choice(listed), *[None] * (size - 1)))
                    continue
                if way == "beyond":
                    ring = _first(walk.beyond, bench) if size <= BEYOND_CELLS else None
                    if ring is not None:
                        yield PowerStrike(multiplier, ring)
                    continue
            elif bench.unique and walk.wants_one:
                ring = _first(walk.one_given, bench)
                if ring is not None:
                    yield self.placed(parameters, PowerStrike(multiplier, ring), dice)
                if ring is not None or parameters.single:
                    continue
            bench.attempt()
            ring = walk.several_given()
            if ring is not None:
                yield PowerStrike(multiplier, ring)

    def enumerations(self) -> tuple[AnyEnumeration, ...]:
        from quincunx.families.power_strike.catalogue import OneGiven

        return (OneGiven(),)

    def catalogue(self, parameters: StrikeParameters) -> Catalogue | None:
        return _listed(parameters) if parameters.single else None

    def alike(self, parameters: StrikeParameters) -> Catalogue | None:
        """Most rings that are made have a single given."""
        said = parameters.givens or parameters.pattern or parameters.fewest
        return None if said else _listed(parameters)

    def others(self, parameters: StrikeParameters) -> bool:
        """The list ends with the largest number that is listed as a given, and rings do not."""
        return parameters.single

    def placed(
        self, parameters: StrikeParameters, puzzle: PowerStrike, dice: Random
    ) -> PowerStrike:
        """The given where the pattern has it."""
        at = max(0, parameters.pattern.find(GIVEN))
        return replace(puzzle, ring=puzzle.ring[-at:] + puzzle.ring[:-at]) if at else puzzle

    def empty(self, parameters: StrikeParameters) -> PowerStrike:
        # A ring in which nothing is given is no puzzle.
        ring = (1, *[None] * ((parameters.size or 8) - 1))
        return PowerStrike(parameters.multiplier or MULTIPLIERS[0], ring)

    def sampled(self, parameters: StrikeParameters) -> Mapping[str, int] | None:
        plain = StrikeParameters(parameters.cells)
        return SAMPLED.get(parameters.cells) if parameters == plain else None

    def forms(self, puzzle: PowerStrike) -> Iterator[str]:
        ring = puzzle.ring
        for i in range(len(ring)):
            yield replace(puzzle, ring=ring[i:] + ring[:i]).body()

    def easier(
        self, parameters: StrikeParameters, puzzle: PowerStrike, solution: list[int], dice: Random
    ) -> PowerStrike | None:
        if parameters.givens is not None or parameters.fewest or parameters.pattern:
            return None
        open_cells = [i for i, number in enumerate(puzzle.ring) if number is None]
        free = [
            i
            for i in open_cells
            if (parameters.neighbours or _alone(puzzle.ring, i)) and parameters.favours(solution[i])
        ]
        if len(open_cells) < 2 or not free:
            return None
        return replace(puzzle, ring=_with(puzzle.ring, dice.choice(free), solution))

    def thinner(
        self, parameters: StrikeParameters, puzzle: PowerStrike
    ) -> Mapping[tuple[int, ...], PowerStrike]:
        given = [i for i, number in enumerate(puzzle.ring) if number is not None]
        if len(given) == 1:
            return {}
        return {(i,): replace(puzzle, ring=_without(puzzle.ring, i)) for i in given}


SAMPLED: Mapping[int | None, Mapping[str, int]] = {None: {"easy": 62, "medium": 137, "hard": 1}}
"""By the number of cells, how many of the puzzles that were made without asking for a grade had
which."""


def _listed(parameters: StrikeParameters) -> Catalogue | None:
    """The listed rings with a single given that fit; None where nobody has listed such rings."""
    from quincunx.families.power_strike.catalogue import CELLS, one_given

    sizes = SIZES if parameters.size is None else (parameters.size,)
    multipliers = (parameters.multiplier,) if parameters.multiplier else MULTIPLIERS
    inside = {*sizes} <= {*CELLS} and {*multipliers} <= {*MULTIPLIERS}
    listed = one_given() if inside and not parameters.repeats and not parameters.favour else None
    return listed and listed.those(
        lambda entry: (
            entry.measures["cells"] in sizes
            and entry.measures["multiplier"] in multipliers
            and (parameters.zeros or "0" not in entry.packed)
        )
    )


def _first(single: Callable[[], Ring | None], bench: Bench) -> Ring | None:
    """The first ring with a single given that is found in some tries."""
    for _ in range(SINGLES):
        bench.attempt()
        ring = single()
        if ring is not None:
            return ring
    return None


def _shape(parameters: StrikeParameters, dice: Random) -> tuple[int, int]:
    """How many cells, and which multiplier."""
    sizes = [parameters.size] if parameters.size else list(SIZES)
    multipliers = [parameters.multiplier] if parameters.multiplier else list(MULTIPLIERS)
    if len(sizes) > 1 and parameters.multiplier:
        sizes = [size for size in sizes if ring_exists(parameters.multiplier, size)]
    size = dice.choice(sizes)
    return size, dice.choice([k for k in multipliers if ring_exists(k, size)])


def _alone(ring: Ring, at: int) -> bool:
    """Whether the cells beside this one are open."""
    return ring[at - 1] is None and ring[(at + 1) % len(ring)] is None


def _with(ring: Ring, at: int, solution: Sequence[int]) -> Ring:
    return (*ring[:at], solution[at], *ring[at + 1 :])


def _without(ring: Ring, at: int) -> Ring:
    return (*ring[:at], None, *ring[at + 1 :])
