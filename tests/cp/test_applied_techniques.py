"""Ways to look at a constraint: what each finds, and that it leaves the rest to others."""

from random import Random

import pytest

from quincunx.cp.model import Model
from quincunx.cp.words import propagators
from quincunx.families import AnyPuzzle
from quincunx.reasoning.candidates import Candidates
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.cp.constraints.test_domains import read
from tests.families.tables import cases
from tests.reasoning.puzzles import GALLERY, MADE

OCCURRENCES = {
    "EXACTLY": dict.fromkeys((1, 2, 3), (1, 1)),
    "AT_MOST_ONCE": dict.fromkeys(range(1, 5), (0, 1)),
}
"""How often values occur: each of 1, 2 and 3 once; each of 1 to 4 at most once."""


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
                ask = candidates.inference(
                    candidates.variables, look.propagators or rule.deduce.propagators
                )
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


@pytest.mark.parametrize(("look", "before", "after", "why"), cases("cp/cases/looks.txt"))
def test_each_look_leaves_these_values(look: str, before: str, after: str, why: str) -> None:
    model = Model()
    for number, values in enumerate(read(before) or []):
        model.variable(f"x{number}", values)
    candidates = Candidates(model, {})
    names = {**vars(propagators), **OCCURRENCES, "variables": list(candidates.variables)}
    propagator = eval(look.replace("(", "(variables, ", 1), names)
    changes = candidates.inference(candidates.variables, [propagator])()
    left = {change.variable: change.after for change in changes or ()}
    found = [candidates.values(v.index, left.get(v.index, v.bits)) for v in candidates.variables]
    assert (None if changes is None else [list(values) for values in found]) == read(after), why
