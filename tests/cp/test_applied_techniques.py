"""Ways to look at a constraint: what each finds, and that it leaves the rest to others."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.model import Model
from quincunx.cp.words.propagators import AlreadyThere, OnlyPlaces, Residues, SmallSets
from quincunx.families import AnyPuzzle
from quincunx.reasoning.candidates import Candidates
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.cp.constraints.test_domains import read
from tests.reasoning.puzzles import GALLERY, MADE

EXACTLY = dict.fromkeys((1, 2, 3), (1, 1))
"""Each of 1, 2 and 3 once, whatever else there is."""
AT_MOST_ONCE = dict.fromkeys(range(1, 5), (0, 1))


def left(
    domains: Sequence[Sequence[int]], make: Callable[..., Propagator], *arguments: object
) -> list[list[int]] | None:
    """What one look leaves of variables with these values; nothing is a contradiction."""
    model = Model()
    for number, values in enumerate(domains):
        model.variable(f"x{number}", values)
    candidates = Candidates(model, {})
    variables: list[Variable] = list(candidates.variables)
    changes = candidates.inference(candidates.variables, [make(variables, *arguments)])()
    if changes is None:
        return None
    after = {change.variable: change.after for change in changes}
    return [
        list(candidates.values(v.index, after.get(v.index, v.bits))) for v in candidates.variables
    ]


BOTH, ALL = {1: (1, 1), 2: (1, 1)}, [1, 1, 1]
LOOKS: list[tuple[Callable[..., Propagator], tuple[object, ...], str]] = [
    # coefficients, constant and modulus; domains before and after, and why
    (Residues, ([1, 1], 10, 2), "2 4; 1..3 | 2 4; 2 | even and even is even"),
    (Residues, ([2, 1], 7, 2), "1 2; 1..3 | 1 2; 1 3 | twice anything is even"),
    (Residues, ([1, 1], 33, 10), "5 50; 3 8 | 5 50; 3 8 | sizes do not matter"),
    (Residues, ([1, 1], 33, 10), "5 15; 8 18 4 | 5 15; 8 18 | 5 + 8 ends in 3"),
    (Residues, ([1, -1], -2, 10), "7; 9 8 | 7; 9 | 7 - 9 = -2"),
    (Residues, ([1, 1], 0, 10), "-3; 1 3 5 | -3; 3 | -3 + 3 = 0"),
    (Residues, (ALL, 4, 2), "3 * 1 2 | 3 * 1 2 | three open: any goes with some"),
    (Residues, ([1, 1], 7, 2), "2 4; 2 4 | - | even and even is never odd"),
    (Residues, ([0], 0, 2), "2 4 | 2 4 | a number that does not count"),
    (Residues, ([0], 1, 2), "2 4 | - | 0 is not odd"),
    (Residues, ([], 0, 2), "| | nothing sums to 0"),
    # how often each value occurs
    (AlreadyThere, (AT_MOST_ONCE,), "1; 1 2; 1 3 | 1; 2; 3 | 1 is taken"),
    (AlreadyThere, (AT_MOST_ONCE,), "1; 1 | - | 1 twice"),
    (AlreadyThere, ({1: (0, 2)},), "1; 1; 1 2 | 1; 1; 2 | twice, not thrice"),
    (AlreadyThere, (AT_MOST_ONCE,), "5; 5 6 | 5; 5 6 | 5 may stand anywhere"),
    (AlreadyThere, (AT_MOST_ONCE,), "1; 1 2; 2 3 | 1; 2; 3 | and on from there"),
    (AlreadyThere, (AT_MOST_ONCE,), "1 2; 1 2; 1 3 | 1 2; 1 2; 1 3 | no sets"),
    (AlreadyThere, ({1: (0, 0), 2: (0, 1)},), "1 2; 2 | - | 1 nowhere, and 2 just once"),
    (OnlyPlaces, (EXACTLY,), "1 2 5; 2 3; 2 3 | 1; 2 3; 2 3 | 1 fits once"),
    (OnlyPlaces, (EXACTLY,), "3 * 2 3 | - | 1 has no place"),
    (OnlyPlaces, ({5: (0, 1)},), "1 2; 1 2; 1 5 | 1 2; 1 2; 1 5 | 5 need not"),
    (OnlyPlaces, ({1: (2, 2)},), "1 2; 1 2; 3 | 1; 1; 3 | two needed, two places"),
    (OnlyPlaces, (BOTH,), "1 2; 3 4 | - | one place for two values"),
    (SmallSets, (AT_MOST_ONCE,), "1 2; 1 2; 1..4 | 1 2; 1 2; 3 4 | a pair"),
    (SmallSets, (AT_MOST_ONCE,), "1 2; 2 3; 1 3; 1 4 | 1 2; 2 3; 1 3; 4 | a triple without a pair"),
    (
        SmallSets,
        (EXACTLY,),
        "1 2 5 6; 1 2 7 8; 3 5 6; 5..7 | 1 2; 1 2; 3 5 6; 5..7 | two cells for 1 and 2",
    ),
    (SmallSets, (EXACTLY,), "1; 1 2 5; 1 2 | 1; 1 2 5; 1 2 | 1 fills no pair"),
    (SmallSets, ({1: (0, 2), 2: (0, 1)},), "3 * 1 2 | 3 * 1 2 | 1 may stand twice"),
    (SmallSets, (AT_MOST_ONCE,), "1 2 5; 1 2; 5 | 1 2 5; 1 2; 5 | not hidden"),
    (
        SmallSets,
        (AT_MOST_ONCE,),
        "1..3; 2..4; 1 3 4; 1 2 4; 1 5 | 1..3; 2..4; 1 3 4; 1 2 4; 1 5 | too many",
    ),
    (SmallSets, (AT_MOST_ONCE,), "3 * 1 2 | - | three cells for two values"),
]


@pytest.mark.parametrize(("look", "arguments", "line"), LOOKS)
def test_each_look_leaves_these_values(
    look: Callable[..., Propagator], arguments: tuple[object, ...], line: str
) -> None:
    before, after, why = (column.strip() for column in line.split("|"))
    assert left(read(before) or [], look, *arguments) == read(after), why


@pytest.mark.parametrize(
    "puzzle",
    [
        *(GALLERY[name] for name in ("c-note/1", "aztec-math/8", "multi-balance/85")),
        *(GALLERY[name] for name in ("power-strike/1", "sum-star/paper")),
        *MADE[::2],
    ],
    ids=lambda puzzle: puzzle.identifier,
)
def test_no_technique_of_a_family_loses_the_solution(puzzle: AnyPuzzle) -> None:
    """Whatever else is known: candidates are drawn at random, those of the solution among them."""
    path = Path(puzzle)
    candidates = path.candidates
    path.follow()
    assert solve(puzzle).verdict == "unique"
    right = [variable.bits for variable in candidates.variables]
    dice = Random(puzzle.identifier)
    for share in (0.1, 0.4, 0.8):
        state = {
            index: bits
            | (candidates.initial[index] & _some(candidates.initial[index], share, dice))
            for index, bits in enumerate(right)
        }
        for rule in candidates.rules:
            for look in rule.looks:
                ask = candidates.inference(candidates.variables, look.propagators or rule.strong)
                changes = candidates.assuming(state, ask)
                assert changes is not None, (rule.constraint, look.technique)
                for change in changes:
                    assert right[change.variable] & change.after, (rule.constraint, look.technique)


def _some(bits: int, share: float, dice: Random) -> int:
    """Some of the bits, chosen at random."""
    kept = 0
    for position in range(bits.bit_length()):
        if dice.random() < share:
            kept |= 1 << position
    return kept
