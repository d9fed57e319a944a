"""Propagators: domains in, domains out, and why; and properties held against brute force."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints import table as table_kind
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Table
from quincunx.cp.constraints.table import propagators as table
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import Consistency
from tests.cp import models
from tests.cp.kernel.helpers import domains, propagated, run
from tests.cp.models import supported

Domains: TypeAlias = Sequence[Sequence[int]]
Make: TypeAlias = Callable[[list[Variable]], Constraint]


def linear(coefficients: Sequence[int], relation: str, constant: int) -> Make:
    return lambda scope: Linear(tuple(scope), tuple(coefficients), relation, constant)  # type: ignore[arg-type]


def all_different(*excepted: int) -> Make:
    return lambda scope: AllDifferent(tuple(scope), frozenset(excepted))


def cardinality(counts: dict[int, int | tuple[int, int]]) -> Make:
    return lambda scope: Cardinality(scope, counts)


def rows(*allowed: tuple[int, ...]) -> Make:
    return lambda scope: Table(tuple(scope), allowed)


def distinct_sum(total: int) -> Make:
    return lambda scope: DistinctSum(tuple(scope), total)


def model_of(make: Make, before: Domains) -> Model:
    model = Model()
    scope = [model.variable(f"x{i}", values) for i, values in enumerate(before)]
    model.add(make(scope))
    return model


D, B = "domain", "bounds"
R = range

CASES: list[tuple[Make, str, Domains, Domains | None, str]] = [
    # equations
    (linear([1, 1], "==", 5), B, [R(1, 10), R(1, 10)], [R(1, 5), R(1, 5)], "and so does B"),
    (linear([1, 1], "==", 8), B, [[1, 2, 7], [1, 5, 6]], [[2, 7], [1, 5, 6]], "B keeps the hole"),
    (linear([2, 2, 2], "==", 7), B, [R(0, 9)] * 3, [R(0, 4)] * 3, "B does not see parity"),
    (
        linear([1, 1], "==", 10**30),
        B,
        [[0, 10**30], [0, 5]],
        [[10**30], [0]],
        "numbers of any size",
    ),
    (linear([1, -1], "==", 0), D, [[1, 10**30], [1, 2]], [[1], [1]], "also far apart"),
    # inequalities
    # all different
    (all_different(), B, [[1, 2], [1, 2], [1, 2, 3]], [[1, 2], [1, 2], [3]], "an interval is full"),
    (all_different(), B, [[1, 3], [1, 3], [1, 2, 3]], [[1, 3], [1, 3], [1, 2, 3]], "B misses it"),
    (all_different(), B, [[1, 2], [1, 2], [1, 2]], None, "three for two values"),
    (all_different(), B, [[1], [1, 2], [2, 3], [3, 4]], [[1], [2], [3], [4]], "a falling chain"),
    (all_different(), D, [[1, 10**20], [10**20]], [[1], [10**20]], "values far apart"),
    (all_different(0), B, [[0], [0], [0, 1]], [[0], [0], [0, 1]], "only exceptions"),
    # cardinality
    (cardinality({1: 1}), D, [[1], [1, 2], [1, 3]], [[1], [2], [3]], "often enough: closed"),
    (cardinality({1: 2}), D, [[1, 2], [1, 3], [2, 3]], [[1], [1], [2, 3]], "only two can"),
    (cardinality({1: 2}), D, [[1, 2], [2, 3]], None, "too few can"),
    (cardinality({1: (0, 1)}), D, [[1], [1]], None, "too many have"),
    (cardinality({5: 1}), D, [[1, 2]], None, "a required value in no domain"),
    (cardinality({5: 0}), D, [[1, 5]], [[1]], "a forbidden value"),
    (cardinality({1: 1, 2: 1}), D, [R(1, 4), R(1, 4)], [[1, 2], [1, 2]], "all places are needed"),
    (
        cardinality({0: 2, 1: 1, 2: 1}),
        D,
        [[0, 1], [0, 1], [0, 1], [1, 2]],
        [[0, 1], [0, 1], [0, 1], [2]],
        "three variables fill 0, 0 and 1 together",
    ),
    # tables
    (rows((10**30, 1), (7, 2)), D, [[7, 10**30], [1, 2]], [[7, 10**30], [1, 2]], "large values"),
    (rows((10**30, 1), (7, 2)), D, [[7, 10**30], [1]], [[10**30], [1]], "large values"),
    # different digits with a sum
    (distinct_sum(3), D, [R(4), R(4)], [R(4), R(4)], "1 + 2 or 3 + 0, either way"),
    (distinct_sum(4), D, [R(1, 4), R(1, 4)], [[1, 3], [1, 3]], "2 + 2 repeats a digit"),
    (distinct_sum(0), D, [R(3), R(3), R(3)], [[0], [0], [0]], "zeros may repeat"),
    (distinct_sum(45), D, [R(10)] * 9, [R(1, 10)] * 9, "all digits are needed"),
    (distinct_sum(44), D, [R(10)] * 9, [[0, *R(2, 10)]] * 9, "all but 1"),
    (distinct_sum(6), D, [[1, 2], [1, 2], R(10)], [[1, 2], [1, 2], [3]], "a pair and its rest"),
    (distinct_sum(3), D, [[1], [1], R(10)], None, "1 twice"),
    (distinct_sum(46), D, [R(10)] * 9, None, "too much"),
    (distinct_sum(0), D, [], [], "the empty sum"),
    (distinct_sum(7), B, [[7], R(10)], [[7], [0]], "as two constraints"),
    (distinct_sum(20), D, [R(12), R(12)], [[9, 10, 11]] * 2, "11: too large a digit to deal"),
    # flags
]


@pytest.mark.parametrize(("make", "consistency", "before", "after", "why"), CASES)
def test_domains_in_domains_out(
    make: Make, consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    expected = None if after is None else [list(values) for values in after]
    assert propagated(model_of(make, before), consistency) == expected, why


def few_places(counts: dict[int, int]) -> bool:
    """Brute force goes through the values of seven places, not of ten."""
    return sum(counts.values()) <= 7


@given(st.data())
def test_cardinality_is_complete_where_the_limits_fill_all_places(data: st.DataObject) -> None:
    counts = data.draw(
        st.dictionaries(st.integers(0, 4), st.integers(1, 2), min_size=2).filter(few_places)
    )
    places = sum(counts.values())
    model = Model()
    values = st.lists(st.sampled_from(sorted(counts)), min_size=1, unique=True)
    scope = [model.variable(f"x{i}", data.draw(values)) for i in range(places)]
    model.add(Cardinality(scope, dict(counts)))
    assert propagated(model) == supported(model)


@pytest.mark.slow
@given(
    st.lists(st.lists(st.integers(0, 6), min_size=1, unique=True), max_size=5), st.integers(0, 20)
)
def test_distinct_sum_is_complete_on_digits(before: list[list[int]], total: int) -> None:
    model = model_of(distinct_sum(total), before)
    assert propagated(model) == (supported(model) if before else [] if total == 0 else None)


@given(models.models(), st.sampled_from([D, B]))
def test_propagating_twice_changes_nothing(model: Model, consistency: Consistency) -> None:
    engine = run(model, consistency=consistency).engine
    if engine.propagate():
        before, prunings = domains(engine), engine.prunings
        for propagator in engine.propagators:
            assert propagator.propagate(engine) != 0
        assert (domains(engine), engine.prunings) == (before, prunings)


@pytest.mark.slow
@given(models.models(), st.sampled_from([D, B]), st.data())
def test_undo_restores_everything(
    model: Model, consistency: Consistency, data: st.DataObject
) -> None:
    engine = run(model, consistency=consistency).engine
    moments = []
    for _ in range(data.draw(st.integers(1, 3))):
        asleep = [propagator.asleep for propagator in engine.propagators]
        moments.append((engine.mark(), domains(engine), asleep))
        variable = data.draw(st.sampled_from(engine.variables))
        engine.narrow(variable, variable.bits & -variable.bits)
        engine.propagate()
    while moments:
        mark, before, asleep = moments.pop()
        engine.undo(*mark)
        assert domains(engine) == before
        assert [propagator.asleep for propagator in engine.propagators] == asleep


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), unique=True),
    st.lists(st.integers(0, 9), min_size=1, unique=True),
    st.lists(st.integers(0, 9), min_size=1, unique=True),
)
def test_a_large_relation_of_two_is_complete_too(
    pairs: list[tuple[int, int]], left: list[int], right: list[int]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_kind, "MAX_PAIRS", -1)
        model = model_of(rows(*pairs), [left, right])
        assert propagated(model) == supported(model)
        assert sorted(run(model)) == models.solutions(model)


def test_cache_of_a_table_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    model = model_of(rows(*((a, b, (a + b) % 5) for a in R(5) for b in R(5))), [R(5)] * 3)
    searching = run(model, labeling=["random"], seed=1)
    assert searching.count() == 25
    supports = searching.engine.propagators[0].supports  # type: ignore[attr-defined]
    assert 0 < len(supports.remembered) <= table.MAX_REMEMBERED
    supports.remembered.update({-key: 0 for key in range(table.MAX_REMEMBERED)})
    again = run(model, labeling=["random"], seed=2)
    again.engine.propagators[0].supports = supports  # type: ignore[attr-defined]
    assert again.count() == 25
    assert len(supports.remembered) < 100
