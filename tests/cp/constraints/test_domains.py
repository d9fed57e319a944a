"""Propagation of single constraints: domains in, domains out, and why."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp import (
    AllDifferent,
    Cardinality,
    Constraint,
    DistinctSum,
    Either,
    Linear,
    Model,
    Quotient,
    Rows,
    Table,
    Times,
    Variable,
)
from quincunx.cp.constraints import table as table_kind
from quincunx.cp.options import Consistency
from tests.cp.constraints.helpers import Domains, Make, model_of
from tests.cp.kernel.helpers import propagated, run
from tests.cp.models import domains, models, solutions, supported

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


def two_ways(s: Scope) -> Constraint:
    """x and y are 1 and 2, or 3 and 4; or x is 3 and y is 9."""
    return Either([[is_(s[0], x), is_(s[1], y)] for x, y in ((1, 2), (3, 4), (3, 9))])


def flagged(make: Callable[[Scope], Constraint]) -> Make:
    """The first variable says whether something holds of the others."""
    return lambda scope: Either([make(scope[1:])], scope[0])


def nested(s: Scope) -> Constraint:
    return Either([Either([is_(s[0], 1), is_(s[0], 2)]), [is_(s[0], 5), is_(s[1], 5)]])


def small(number: int) -> Callable[[Scope], Constraint]:
    """One of the first variables is at most 3."""
    return lambda s: Either([at_most(x, 3) for x in s[:number]])


CASES: list[tuple[Make, str]] = [
    # Each line: by domains (D), by bounds (B) or both; before; after, - for a contradiction; why.
    (linear([1, 1], "==", 5), "B | 1..9; 1..9 | 1..4; 1..4 | the other is at least 1"),
    (linear([1, 1], "==", 8), "B | 1 2 7; 1 5 6 | 2 7; 1 5 6 | B keeps the hole"),
    (linear([2, 2, 2], "==", 7), "B | 3 * 0..8 | 3 * 0..3 | B does not see parity"),
    (linear([1, 1], "==", 10**30), "B | 0 10^30; 0 5 | 10^30; 0 | numbers of any size"),
    (linear([1, -1], "==", 0), "D | 1 10^30; 1 2 | 1; 1 | also far apart"),
    (all_different(), """
B | 1 2; 1 2; 1 2 3 | 1 2; 1 2; 3 | an interval is full
B | 1 3; 1 3; 1 2 3 | 1 3; 1 3; 1 2 3 | B misses it
B | 1 2; 1 2; 1 2 | - | three for two values
B | 1; 1 2; 2 3; 3 4 | 1; 2; 3; 4 | a falling chain
D | 1 10^20; 10^20 | 1; 10^20 | values far apart
B | 1 2; 1 2; 2 5 6; 5 6; 5 8 9 | 1 2; 1 2; 5 6; 5 6; 8 9 | what is cut to 5 fills 5 to 6
B | 8 9; 8 9; 4 5 8; 4 5; 1 2 5 | 8 9; 8 9; 4 5; 4 5; 1 2 | the other way round
B | 1 3; 1 3; 3 4 5; 2 | 1 3; 1 3; 4 5; 2 | 2 is taken: no room
B | 1 3; 1 3; 3 4 5 | 1 3; 1 3; 3 4 5 | 2 is free: room for three
B | 1 3; 1 3; 3 4 5; 0 2 | 1 3; 1 3; 3 4 5; 0 2 | 2 may be free
B | 100 * 100..199; 50 * 150..249; 40 * 60..179 | 100 * 100..199; 50 * 200..249; 40 * 60..99 |
    a full interval cuts those that reach into it, which then fill others"""),
    (all_different(0), "B | 0; 0; 0 1 | 0; 0; 0 1 | only exceptions"),
    (all_different(1012), """
B | 2 * 1011 1013; 1013..1015 | 2 * 1011 1013; 1014 1015 | 1012 is excepted
B | 2 * 1011 1012; 1011 1013 | 2 * 1011 1012; 1011 1013 | only one is forced"""),
    (all_different(by_value=True), """
DB | 1 2; 1 2; 1 2 | 1 2; 1 2; 1 2 | three for two values: not seen
DB | 1 2; 1 2; 1 2 3 | 1 2; 1 2; 1 2 3 | a pair: not seen
DB | 1; 1 2; 2 3; 3 4; 4 5; 5 6 | 1; 2; 3; 4; 5; 6 | one follows from another
DB | 1; 1 | - | the same twice"""),
    (cardinality({1: 1}), "D | 1; 1 2; 1 3 | 1; 2; 3 | often enough: closed"),
    (cardinality({1: 2}), """
D | 1 2; 1 3; 2 3 | 1; 1; 2 3 | only two can
D | 1 2; 2 3 | - | too few can"""),
    (cardinality({1: (0, 1)}), "D | 1; 1 | - | too many have"),
    (cardinality({5: 1}), "D | 1 2 | - | a required value in no domain"),
    (cardinality({5: 0}), "D | 1 5 | 1 | a forbidden value"),
    (cardinality({1: 1, 2: 1}), "D | 1..3; 1..3 | 1 2; 1 2 | all places are needed"),
    (cardinality({0: 2, 1: 1, 2: 1}), """
D | 3 * 0 1; 1 2 | 3 * 0 1; 2 | three variables fill 0, 0 and 1 together"""),
    (rows((10**30, 1), (7, 2)), """
D | 7 10^30; 1 2 | 7 10^30; 1 2 | large values
D | 7 10^30; 1 | 10^30; 1 | large values"""),
    (distinct_sum(3), """
D | 0..3; 0..3 | 0..3; 0..3 | 1 + 2 or 3 + 0, either way
D | 1; 1; 0..9 | - | 1 twice"""),
    (distinct_sum(4), "D | 1..3; 1..3 | 1 3; 1 3 | 2 + 2 repeats a digit"),
    (distinct_sum(0), """
D | 3 * 0..2 | 3 * 0 | zeros may repeat
D | | | the empty sum"""),
    (distinct_sum(45), "D | 9 * 0..9 | 9 * 1..9 | all digits are needed"),
    (distinct_sum(44), "D | 9 * 0..9 | 9 * 0 2..9 | all but 1"),
    (distinct_sum(6), "D | 1 2; 1 2; 0..9 | 1 2; 1 2; 3 | a pair and its rest"),
    (distinct_sum(46), "D | 9 * 0..9 | - | too much"),
    (distinct_sum(7), "B | 7; 0..9 | 7; 0 | as two constraints"),
    (distinct_sum(20), "D | 2 * 0..11 | 2 * 9..11 | 11: too large a digit to deal"),
    (Times, """
B | 1..9; 1..9; 12 | 2..6; 2..6; 12 | B only moves the ends
B | 2 3; 3 4; 0..98 | 2 3; 3 4; 6..12 | products of the ends
B | -3..2; 5; -99..98 | -3..2; 5; -15..10 | signs matter
B | -9..9; 2 3; 7..11 | 3..5; 2 3; 7..11 | 7/3 to 11/2, rounded in
B | -9..9; -3 -2; 7..11 | -5..-3; -3 -2; 7..11 | the other sign
B | -9..9; -1..1; 7..11 | -9..9; -1..1; 7..9 | either sign, but z < 10
B | 0..9; 0..9; 5..8 | 1..8; 1..8; 5..8 | no zero, as z is none
B | 0..9; 0..9; 0..8 | 0..9; 0..9; 0..8 | 0 times anything
B | 2 3; 2 3; 7 | - | 3 times 3 is more than 7, 2 times 3 less
DB | 1 10^30+57; 1 10^30; 10^30+57 | 10^30+57; 1; 10^30+57 | any size
B | -5..5; -5..5; 30..39 | - | 25 at the most
D | 1..999; 1..999; 1..999999 | 1..999; 1..999; 1..998001 | many pairs are only cut by bounds
D | 1..999; 1..999; 9997 9999 | 2 * 11 13 33 99 101 303 769 909; 9997 9999 | z has few values"""),
    (Quotient, """
B | 7; -2; -9..8; -9..8 | 7; -2; -4; -1 | rounded down
B | 0..9; 0; 0..9 | - | nothing is divided by zero
B | 4; 0 1; -9..8 | 4; 1; 4 | nor where it is an end
B | 0..98; 7; 2 3; 0..98 | 14..27; 7; 2 3; 0..6 | 14 to 27
B | 0..98; 5..8; 0; 0..98 | 0..7; 5..8; 0; 0..7 | x is the rest
B | 0..19; 1..9; 1; 6 | 13..15; 7..9; 1; 6 | 6 is less than y
B | -20..0; -9..-1; 1; -6 | -15..-13; -9..-7; 1; -6 | and mirrored
B | 20..23; 3 4; 0..98 | 20..23; 3 4; 5..7 | 20 ÷ 4 to 23 ÷ 3
B | -5..5; -3..3; 6..98 | - | 5 at the most
DB | 10^30+1; 10^10; 0 10^20; 0 1 | 10^30+1; 10^10; 10^20; 1 | any size"""),
    (apart, """
D | 0..3; 0..3 | 0 3; 0 3 | 0 and 3, either way: 1 and 2 are in none
B | 0..3; 0..3 | 0..3; 0..3 | B waits until one is left
DB | 0..3; 1..3 | 0; 3 | only the first
DB | 0..2; 0..2 | - | neither
D | 0 1; 0..3; 0..3 | 0 1; 0..3; 0..3 | either or neither
D | 1; 0..3; 0..3 | 1; 0 3; 0 3 | either
D | 0 1; 0; 3 | 1; 0; 3 | the flag says so
D | 0 1; 0..2; 0..2 | 0; 0..2; 0..2 | neither, says the flag
B | 0; 0..4; 0 | 0; 0..2; 0 | neither: x < y + 3
D | -5..4; 0; 0..4 | 0 1; 0; 0..4 | a flag is 0 or 1
D | 0; 0; 3 | - | one does hold"""),
    (two_ways, """
D | 0..8; 0..9 | 1 3; 2 4 9 | what any of the three leaves
B | 0..8; 0..9 | 0..8; 0..9 | B leaves all three open
D | 2..8; 0..9 | 3; 4 9 | two are left, which agree on x
B | 0..2; 0..9 | 1; 2 | the last one is required"""),
    (lambda s: Either([]), "D | 1 | - | none of none"),
    (lambda s: Either([], s[0]), "D | 0 1 | 0 | as its flag says"),
    (lambda s: Either([[], is_(s[0], 7)]), "D | 0..8 | 0..8 | nothing at all always holds"),
    (nested, "D | 0..8; 0..8 | 1 2 5; 0..8 | one within another"),
    (lambda s: Either([Linear((s[0], s[0], s[1]), (1, 1, 1), "==", 5), is_(s[1], 9)]), """
D | 0 1; 0..9 | 0 1; 3 5 9 | a variable named again: 2x + y = 5"""),
    (lambda s: Either([is_(s[0], 10**30), is_(s[0], 7)]), "D | 7 8 10^30 | 7 10^30 | any size"),
    (flagged(small(1)), """
D | 0 1; 0..2 | 1; 0..2 | it holds in any case
D | 0 1; 4 5 | 0; 4 5 | it fails in any case
D | 0 1; 0..5 | 0 1; 0..5 | who knows
B | 0; 0..5 | 0; 4 5 | so it is larger
B | 1; 0..5 | 1; 0..3 | so it is not larger"""),
    (flagged(linear([1, 1], "==", 4)), """
D | 0; 1; 0..5 | 0; 1; 0..2 4 5 | not 1 + 3
D | 0; 1 2; 3..8 | 0; 1 2; 3..8 | not yet"""),
    (flagged(AllDifferent), """
D | 0 1; 1 2; 3 | 1; 1 2; 3 | different anyway
D | 0 1; 1 2; 2 | 0 1; 1 2; 2 | different or not
D | 0; 1 2; 2 | 0; 2; 2 | one is open: only 2 is the same
D | 0; 1 2; 1..3 | 0; 1 2; 1..3 | two are open"""),
    (flagged(Times), """
D | 0; 2; 1..3; 6 | 0; 2; 1 2; 6 | not 2 · 3
D | 0; 2; 3; 6 | - | 2 · 3 is 6"""),
    (flagged(small(2)), "B | 0; 0..5; 0..5 | 0; 4 5; 4 5 | neither of two within"),
    (lambda s: Either([[at_most(s[1], 3), at_most(s[2], 3)]], s[0]), """
B | 0; 0..2; 0..5 | 0; 0..2; 4 5 | not both, and one holds anyway"""),
    (lambda s: Either([is_(s[0], 0)], s[0]), "D | 0..2 | 0 1 | denies itself: to be tried"),
]  # fmt: skip


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
    """The lines of the table; an indented line continues the one before."""
    for make, text in CASES:
        for line in text.strip().replace("\n    ", " ").splitlines():
            strengths, before, after, why = (column.strip() for column in line.split("|"))
            for strength in strengths:
                yield make, {"D": "domain", "B": "bounds"}[strength], before, after, why


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
