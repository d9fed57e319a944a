"""Propagation of single constraints: domains in, domains out, and why."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import cp
from quincunx.cp import (
    AllDifferent,
    Cardinality,
    Constraint,
    DistinctSum,
    Either,
    Linear,
    Model,
    Rows,
    Table,
    Times,
    Variable,
)
from quincunx.cp.constraints import table as table_kind
from quincunx.cp.options import Consistency
from tests.cp.kernel.helpers import Domains, Make, model_of, propagated, run
from tests.cp.models import domains, models, solutions, supported
from tests.families.tables import public

Scope = tuple[Variable, ...]


def linear(coefficients: Sequence[int], relation: Any, constant: int) -> Make:
    return lambda scope: Linear(scope, tuple(coefficients), relation, constant)


def all_different(*excepted: int, by_value: bool = False) -> Make:
    return lambda scope: AllDifferent(scope, frozenset(excepted), by_value=by_value)


def cardinality(counts: dict[int, int | tuple[int, int]]) -> Make:
    return lambda scope: Cardinality(scope, counts)


def rows(*allowed: tuple[int, ...]) -> Make:
    return lambda scope: Table(scope, allowed)


def distinct_sum(total: int) -> Make:
    return lambda scope: DistinctSum(scope, total)


def is_(variable: Variable, *values: int) -> Constraint:
    return Table((variable,), Rows(tuple((value,) for value in values)))


def at_most(variable: Variable, value: int) -> Constraint:
    return Linear((variable,), (1,), "<=", value)


def apart(scope: Scope) -> Constraint:
    """The last two variables differ by three or more; a flag, if there is one, comes first."""
    *flag, x, y = scope
    return Either([Linear((x, y), (1, -1), "<=", -3), Linear((x, y), (1, -1), ">=", 3)], *flag)


def flagged(make: Callable[[Scope], Constraint]) -> Make:
    """The first variable says whether something holds of the others."""
    return lambda scope: Either([make(scope[1:])], scope[0])


def small(number: int) -> Callable[[Scope], Constraint]:
    """One of the first variables is at most 3."""
    return lambda s: Either([at_most(x, 3) for x in s[:number]])


def number(text: str) -> int:
    """A number such as 7, -3, 10^30 or 10^30+57."""
    power, _, more = text.partition("+")
    base, _, exponent = power.partition("^")
    return int(int(base) ** int(exponent or 1)) + int(more or 0)


def read(text: str) -> list[list[int]] | None:
    """Domains such as `1 3..5; 9 * 0 1`: nine variables that are 0 or 1 after a first one."""
    if text == "-":
        return None
    found: list[list[int]] = []
    for part in filter(None, text.split(";")):
        times, star, values = part.rpartition("*")
        ends = [item.split("..") for item in values.split()]
        domain = [v for end in ends for v in range(number(end[0]), number(end[-1]) + 1)]
        found += [domain] * (int(times) if star else 1)
    return found


def lines() -> Iterator[tuple[Make, str, str, str, str]]:
    """The lines of the table; a deeper line continues the one above."""
    text = (Path(__file__).parents[1] / "cases" / "domains.txt").read_text(encoding="utf-8")
    for block in re.split(r"\n(?=\S)", text.split("\n\n", 1)[1].strip()):
        make, *rows = re.sub(r"\n {8,}", " ", block).split("\n")
        for row in rows:
            strengths, before, after, why = (column.strip() for column in row.split("|"))
            for strength in strengths:
                consistency = {"D": "domain", "B": "bounds"}[strength]
                yield eval(make, public(cp, **globals())), consistency, before, after, why


@pytest.mark.parametrize(("make", "consistency", "before", "after", "why"), [*lines()])
def test_propagation_leaves_these_domains(
    make: Make, consistency: Consistency, before: str, after: str, why: str
) -> None:
    assert propagated(model_of(make, read(before) or []), consistency) == read(after), why


R, N = range, 300
LONG: list[tuple[Domains, Domains, str]] = [
    ([R(i + 1) for i in R(N)], [[i] for i in R(N)], "a triangle"),
    ([R(i, N) for i in R(N)], [[i] for i in R(N)], "a triangle the other way round"),
    ([R(i * 7 % N, N) for i in R(N)], [[i * 7 % N] for i in R(N)], "a triangle in another order"),
    ([[0], *([i, i + 1] for i in R(N))], [[i] for i in R(N + 1)], "each link fixes the next"),
    ([R(i, i + 3) for i in R(N)], [R(i, i + 3) for i in R(N)], "room for all"),
    (
        [*([i, i + 1] for i in reversed(R(N))), [0], [N, N + 2]],
        [*([i + 1] for i in reversed(R(N))), [0], [N + 2]],
        "the chain last link first",
    ),
]


@pytest.mark.parametrize(("before", "after", "why"), LONG)
def test_long_chains_and_triangles_by_bounds(before: Domains, after: Domains, why: str) -> None:
    left = propagated(model_of(all_different(), before), "bounds")
    assert left == [list(values) for values in after], why


# Kinds that are complete only in some cases, held against brute force.


@given(st.lists(domains(), min_size=2, max_size=2))
def test_squares_are_complete(before: Domains) -> None:
    model = model_of(lambda scope: Times((scope[0], *scope)), before)
    assert propagated(model) == supported(model)


@settings(max_examples=50)
@given(models(kinds=["table"], most_variables=4, repeats=False))
def test_disjunction_of_tables_is_complete(model: Model) -> None:
    tables = model.constraints
    model.constraints = []
    model.add(Either(tables))
    assert propagated(model) == supported(model)


@given(st.data())
def test_cardinality_is_complete_where_the_limits_fill_all_places(data: st.DataObject) -> None:
    limits = st.dictionaries(st.integers(0, 4), st.integers(1, 2), min_size=2)
    # Brute force goes through the values of seven places, not of ten.
    counts = data.draw(limits.filter(lambda counts: sum(counts.values()) <= 7))
    values = st.lists(st.sampled_from(sorted(counts)), min_size=1, unique=True)
    before = [data.draw(values) for _ in range(sum(counts.values()))]
    model = model_of(cardinality(dict(counts)), before)
    assert propagated(model) == supported(model)


@pytest.mark.slow
@given(
    st.lists(st.lists(st.integers(0, 6), min_size=1, unique=True), max_size=5), st.integers(0, 20)
)
def test_distinct_sum_is_complete_on_digits(before: list[list[int]], total: int) -> None:
    model = model_of(distinct_sum(total), before)
    assert propagated(model) == (supported(model) if before else [] if total == 0 else None)


some_digits = st.lists(st.integers(0, 9), min_size=1, unique=True)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), unique=True), some_digits, some_digits
)
def test_large_relation_of_two_is_complete(
    pairs: list[tuple[int, int]], left: list[int], right: list[int]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_kind, "MAX_PAIR_ROWS", -1)
        model = model_of(rows(*pairs), [left, right])
        assert propagated(model) == supported(model)
        assert sorted(run(model)) == solutions(model)


@given(st.lists(domains(), max_size=4), st.sets(st.integers(-2, 4), max_size=2))
def test_all_different_by_value_has_the_same_solutions(
    before: list[list[int]], excepted: set[int]
) -> None:
    model = model_of(all_different(*excepted, by_value=True), before)
    assert sorted(run(model)) == solutions(model)
