"""How a Multi-Balance reasons: looks at levers against brute force, and the words."""

import re
from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import explain, hint
from quincunx.cp.kernel.domain import bits_of, positions
from quincunx.cp.kernel.engine import Engine, Propagator
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.model import Variable
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.propagators import (
    FulcrumPropagator,
    TorqueWays,
    balanced_bits,
    torque_bounds,
)
from quincunx.families.multi_balance.reasoning import Balance, Fulcrum
from quincunx.families.multi_balance.words import BalancePhrases
from tests.families.looks import assert_sound, deduced, holdings, left_by_brute_force, said_by_looks
from tests.families.tables import cases

DIGITS = 5
DISTANCES = st.lists(st.integers(-6, 6).filter(bool), unique=True, min_size=1, max_size=4).map(
    sorted
)


# Looks.


@settings(max_examples=150, deadline=None)
@given(DISTANCES, st.data())
def test_lever_techniques_are_sound_and_the_last_is_complete(
    distances: list[int], data: st.DataObject
) -> None:
    holding = data.draw(holdings(DIGITS, len(distances), len(distances)))

    def make(variables: tuple) -> Balance:  # type: ignore[type-arg]
        return Balance(variables, tuple(distances))

    assert_sound(make, holding, DIGITS)
    *_, all_ways, _ = said_by_looks(make, holding, DIGITS)
    assert all_ways == left_by_brute_force(make, holding)


@settings(max_examples=100, deadline=None)
@given(DISTANCES, DISTANCES, st.data())
def test_fulcrum_techniques_are_sound(
    along: list[int], down: list[int], data: st.DataObject
) -> None:
    along, down = along[:3], down[:3]
    size = len(along) + len(down)
    holding = data.draw(holdings(3, size, size))

    def make(variables: tuple) -> Fulcrum:  # type: ignore[type-arg]
        row = Balance(variables[: len(along)], tuple(along), label="row 1")
        column = Balance(variables[len(along) :], tuple(down), label="column 1")
        return Fulcrum(variables, (row, column))

    assert_sound(make, holding, 3)
    _, _, by_ways, _ = said_by_looks(make, holding, 3)
    assert by_ways == left_by_brute_force(make, holding)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.sets(st.integers(0, 5), min_size=1)), max_size=4))
def test_torque_of_a_side_lies_within_its_bounds(arms: list[tuple[int, set[int]]]) -> None:
    side = sorted(((distance, sorted(values)) for distance, values in arms), reverse=True)
    low, high = torque_bounds([(distance, bits_of(values)) for distance, values in side])
    for digits in product(*(values for _, values in side)):
        if len(set(filter(None, digits))) == len([*filter(None, digits)]):
            torque = sum(
                distance * digit for (distance, _), digit in zip(side, digits, strict=True)
            )
            assert low <= torque <= high


@pytest.mark.parametrize(
    ("sides", "left"),
    [
        ([[(1, range(9))], [(5, range(9))]], [[0, 5], [0, 1]]),  # 5 × 1 is 1 × 5
        ([[(2, range(1, 5))], [(2, range(1, 5))]], None),  # the digits would be the same
        (
            [[(2, [3])], [(1, range(9)), (1, range(9))]],
            [[3], [0, 1, 2, 4, 5, 6], [0, 1, 2, 4, 5, 6]],
        ),
        ([[], [(3, range(4))]], [[0]]),  # nothing stands against it
        ([[], []], []),
    ],
)
def test_lever_keeps_only_ways_with_different_digits(
    sides: list[list[tuple[int, Sequence[int]]]], left: list[list[int]] | None
) -> None:
    arms = [[(distance, bits_of([*digits])) for distance, digits in side] for side in sides]
    found = balanced_bits(arms)
    assert (None if found is None else [positions(bits) for bits in found]) == left


ALL = (1 << DIGITS) - 1


def cells(engine: Engine, number: int) -> list[KernelVariable]:
    return [engine.add_variable(ALL, DIGITS, 0, []) for _ in range(number)]


@pytest.mark.parametrize(
    "look",
    [
        lambda some: TorqueWays(some, [-2, -1, 1, 3], 100),
        lambda some: FulcrumPropagator(some, [-2, 1], [-1, 2], "torque"),
        lambda some: FulcrumPropagator(some, [-2, 1], [-1, 2], "sides"),
        lambda some: FulcrumPropagator(some, [-2, 1], [-1, 2], "ways"),
    ],
    ids=["ways", "torques", "sides", "ways of a fulcrum"],
)
def test_cached_propagators_prune_like_new_ones(
    look: Callable[[list[KernelVariable]], Propagator],
) -> None:
    engine = Engine()
    line = cells(engine, 4)
    cached = look(line)
    dice = Random(1)
    seen = set()
    for _ in range(2_000):
        for cell in line:
            cell.bits = dice.choice((ALL, ALL & ~1, 1, 1 << dice.randrange(DIGITS)))
        left = [_left(engine, line, one) for one in (cached, look(line))]
        assert left[0] == left[1]
        seen.add(tuple(left[0]) if left[0] else None)
    assert None in seen
    assert len(seen) > 5


def _left(engine: Engine, line: list[KernelVariable], propagator: Propagator) -> list[int] | None:
    """The remaining domains; None for a contradiction."""
    mark = engine.mark()
    succeeds = engine.run_alone(propagator)
    left = [cell.bits for cell in line]
    engine.undo(*mark)
    return left if succeeds else None


# Words.


ROW = [-3, -2, 1, 4]
"""The distances of the cells r1c1, r1c2, r1c5 and r1c8 to a fulcrum at r1c4."""
CELLS = [Variable(at, f"r1c{4 + distance}", range(9)) for at, distance in enumerate(ROW)]


@pytest.mark.parametrize(("known", "left", "sentence"), cases("families/cases/lever_sentences.txt"))
def test_deduction_about_a_lever_in_words(known: str, left: str, sentence: str) -> None:
    rule = Balance(tuple(CELLS), tuple(ROW), label="row 1")
    deduction = deduced(rule, CELLS, known, left)
    board = ("....#..", "....#..", "#.....#", ".......", ".#.....", "...#...")
    assert BalancePhrases(MultiBalance(8, board)).sentence(deduction) == sentence


def test_line_that_must_be_used_is_not_empty() -> None:
    steps = {step.sentence: step.technique for step in explain("multi-balance/62").steps}
    used = "Column 10 is empty, so row 1 is used: it can only be 6×1 = 2×3"
    assert steps[f"{used}, so r1c4 is 1 and r1c12 is 3."] == "torque ways"
    assert not re.search(", if used, .*, so r1c", str(explain("multi-balance/85")))


@pytest.mark.parametrize(
    ("name", "hinted"),
    [
        ("multi-balance/62", "Column 10 can hold digits only below, so it stays empty."),
        (
            "multi-balance/71",
            "Row 1 has torque at most 14 on the left, so r1c6 is empty or at most 4 and r1c8 is "
            "empty, 1 or 2.",
        ),
    ],
)
def test_first_hint_is_about_one_line(name: str, hinted: str) -> None:
    assert str(hint(name)) == hinted
