"""What propagators keep from run to run: taken back by `undo`, and never trusted too far.

A propagator that has seen other domains before must answer what a new one answers, whatever was
narrowed, undone or set directly in between.
"""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints.all_different.propagators import AllDifferentPropagator
from quincunx.cp.constraints.cardinality.propagators import CardinalityPropagator
from quincunx.cp.constraints.table.propagators import PairsPropagator, Supports, TablePropagator
from quincunx.cp.kernel.domain import bits_of, positions
from quincunx.cp.kernel.engine import FAILED, Engine, Propagator, Variable

Make: TypeAlias = Callable[[list[Variable]], Propagator]
Bits: TypeAlias = list[int]


WIDTH = 24
FULL = (1 << WIDTH) - 1

FEW = [[a, (5 * a) % 11, 23 - a % 4, a % 3] for a in range(24)]
"""Rows over too many values for answers to be remembered."""
MANY = [[a, b, (a * b) % 23] for a in range(24) for b in range(24)]
"""So many that single ones are looked for."""
SPARSE = [[a, (7 * a + b) % 24] for a in range(24) for b in range(a % 4)]

KINDS: dict[str, tuple[int, Make]] = {
    "a few rows": (4, lambda scope: TablePropagator(scope, Supports(FEW, 4))),
    "many rows": (3, lambda scope: TablePropagator(scope, Supports(MANY, 3))),
    "pairs as a table": (2, lambda scope: TablePropagator(scope, Supports(SPARSE, 2))),
    "pairs": (2, lambda scope: PairsPropagator(scope, SPARSE)),
    "all different": (5, lambda scope: AllDifferentPropagator(scope, [3], by_matching=True)),
    "by intervals": (5, lambda scope: AllDifferentPropagator(scope, [3], by_matching=False)),
    "how often": (5, lambda scope: CardinalityPropagator(scope, [(1, 1, 2), (5, 0, 1)], True)),
}

some = st.sets(st.integers(0, WIDTH - 1), min_size=1, max_size=4).map(
    lambda own: bits_of(list(own))
)
half = st.integers(1, FULL)
domains = half | some | st.just(FULL)


def fresh_answer(make: Make, bits: Bits) -> tuple[int, Bits]:
    """What a propagator answers that has never run, and the domains it leaves."""
    engine = Engine()
    scope = [engine.add_variable(own, WIDTH, 0, []) for own in bits]
    answer = make(scope).propagate(engine)
    return answer, [variable.bits for variable in scope]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_used_propagator_behaves_like_a_new_one(kind: str, data: st.DataObject) -> None:
    arity, make = KINDS[kind]
    engine = Engine()
    scope = [engine.add_variable(FULL, WIDTH, 0, []) for _ in range(arity)]
    propagator = make(scope)
    marks: list[tuple[int, int]] = []
    for act in data.draw(
        st.lists(st.sampled_from(["narrow", "narrow", "undo", "set"]), max_size=9)
    ):
        if act == "undo":
            if marks:
                engine.undo(*marks.pop())
        else:
            variable = data.draw(st.sampled_from(scope))
            bits = data.draw(domains)
            if act == "set":
                # As whoever supposes something does, without a trail.
                variable.bits = bits
            else:
                marks.append(engine.mark())
                engine.narrow(variable, variable.bits & bits)
        before = [own.bits for own in scope]
        expected, left = fresh_answer(make, before)
        assert propagator.propagate(engine) == expected
        if expected != FAILED:
            assert [own.bits for own in scope] == left
        elif marks:
            engine.undo(*marks.pop())
        else:
            return


@given(st.tuples(domains, domains, domains))
def test_a_long_table_leaves_what_its_rows_have(before: tuple[int, int, int]) -> None:
    alive = [row for row in MANY if all(own >> p & 1 for p, own in zip(row, before, strict=True))]
    answer, left = fresh_answer(KINDS["many rows"][1], list(before))
    assert (answer != FAILED) == bool(alive)
    if alive:
        assert [positions(own) for own in left] == [
            sorted(set(c)) for c in zip(*alive, strict=True)
        ]
