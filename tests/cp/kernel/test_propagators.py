"""What propagators keep from run to run: taken back by `undo`, never trusted too far, and bounded.

A propagator that has seen other domains before must answer what a new one answers, whatever was
narrowed, undone or set directly in between.
"""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp import Model, Rows, Table
from quincunx.cp.constraints.all_different.propagators import AllDifferentPropagator
from quincunx.cp.constraints.cardinality.propagators import CardinalityPropagator
from quincunx.cp.constraints.table.propagators import (
    MAX_REMEMBERED,
    PairsPropagator,
    Supports,
    TablePropagator,
)
from quincunx.cp.kernel import COMPILED, deduction
from quincunx.cp.kernel.deduction import Remembered
from quincunx.cp.kernel.domain import bits_of, positions
from quincunx.cp.kernel.engine import FAILED, Engine, Propagator, Variable
from quincunx.cp.options import CONSISTENCIES, Consistency
from tests.cp.kernel.helpers import domains as engine_domains
from tests.cp.kernel.helpers import run
from tests.cp.models import models

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
    "how often": (5, lambda scope: CardinalityPropagator(scope, {1: (1, 2), 5: (0, 1)}, True)),
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


@given(models(), st.sampled_from(CONSISTENCIES))
def test_propagating_twice_changes_nothing(model: Model, consistency: Consistency) -> None:
    engine = run(model, consistency=consistency).engine
    if engine.propagate():
        before, prunings = engine_domains(engine), engine.prunings
        for propagator in engine.propagators:
            assert propagator.propagate(engine) != 0
        assert (engine_domains(engine), engine.prunings) == (before, prunings)


@pytest.mark.slow
@given(models(), st.sampled_from(CONSISTENCIES), st.data())
def test_undo_restores_everything(
    model: Model, consistency: Consistency, data: st.DataObject
) -> None:
    engine = run(model, consistency=consistency).engine
    moments = []
    for _ in range(data.draw(st.integers(1, 3))):
        asleep = [propagator.asleep for propagator in engine.propagators]
        moments.append((engine.mark(), engine_domains(engine), asleep))
        variable = data.draw(st.sampled_from(engine.variables))
        engine.narrow(variable, variable.bits & -variable.bits)
        engine.propagate()
    while moments:
        mark, before, asleep = moments.pop()
        engine.undo(*mark)
        assert engine_domains(engine) == before
        assert [propagator.asleep for propagator in engine.propagators] == asleep


def fifths() -> Model:
    model = Model()
    scope = tuple(model.variable(name, range(5)) for name in "abc")
    model.add(Table(scope, [(a, b, (a + b) % 5) for a in range(5) for b in range(5)]))
    return model


def test_cache_of_a_table_is_bounded() -> None:
    model = fifths()
    searching = run(model, labeling=["random"], seed=1)
    assert searching.count() == 25
    supports = searching.engine.propagators[0].supports  # type: ignore[attr-defined]
    assert 0 < len(supports.remembered) <= MAX_REMEMBERED
    supports.remembered.update({-key: 0 for key in range(MAX_REMEMBERED)})
    again = run(model, labeling=["random"], seed=2)
    again.engine.propagators[0].supports = supports  # type: ignore[attr-defined]
    assert again.count() == 25
    assert len(supports.remembered) < 100


def test_shared_rows_of_sparse_and_dense_domains() -> None:
    """A domain of two values far apart must not be taken for an offset with a width."""
    shared = Rows(((0,), (5000,), (7,)))
    model = Model()
    sparse, dense = model.variable("sparse", [0, 5000]), model.variable("dense", range(5000))
    model.add(Table((sparse,), shared))
    model.add(Table((dense,), shared))
    assert sorted(run(model)) == [(0, 0), (0, 7), (5000, 0), (5000, 7)]


@pytest.mark.skipif(COMPILED, reason="a compiled module does not look up its constants")
def test_result_is_computed_once_until_too_many_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deduction, "MAX_REMEMBERED", 2)
    cell = Engine().add_variable(0b111, 3, 0, [])
    computed: list[int] = []

    def compute() -> int:
        computed.append(cell.bits)
        return cell.bits.bit_count()

    count = Remembered([cell], compute)
    for bits, answer in ((1, 1), (3, 2), (1, 1), (3, 2), (7, 3), (7, 3), (1, 1)):
        cell.bits = bits
        assert count() == answer
    assert computed == [1, 3, 7, 1]
