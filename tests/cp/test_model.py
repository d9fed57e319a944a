"""The model language: ground truth of each constraint, printing, and errors where they are made."""

from collections.abc import Callable

import pytest

from quincunx.cp import Cardinality, Constraint, Either, Element, Linear, Quotient, Times
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable, domain
from quincunx.errors import ModelError

model = Model("a small one")
x = model.variable("x", range(5))
y = model.variable("y", [7, -2, 3])
z = model.variable("z", range(5))
elsewhere = Model().variable("stranger", [1])

Values = list[tuple[int, ...]]
CHECKS: list[tuple[Constraint, Values, Values]] = [
    # a constraint, values for which it holds, values for which it does not
    (Linear((x, y), (2, -1), "==", 1), [(2, 3)], [(3, 3)]),
    (Linear((x, y), (2, -1), "!=", 1), [(3, 3)], [(2, 3)]),
    (Linear((x, y), (2, -1), "<=", 1), [(2, 3)], [(2, 2)]),
    (Linear((x, y), (2, -1), ">=", 1), [(2, 3)], [(2, 4)]),
    (AllDifferent((x, y, z)), [(1, 2, 3)], [(1, 2, 1)]),
    (AllDifferent((x, y, z), frozenset({0})), [(0, 2, 0)], [(2, 2, 0)]),
    (Cardinality((x, y, z), {1: 2}), [(1, 5, 1)], [(1, 1, 1)]),
    (Cardinality((x, y, z), {1: (0, 1), 2: (1, 3)}), [(2, 2, 0)], [(0, 0, 0)]),
    (Table((x, y), Rows(((1, 3), (2, 7)))), [(2, 7)], [(1, 7)]),
    (Table.where((x, z), lambda a, b: a + b == 3), [(3, 0)], [(3, 1)]),
    (DistinctSum((x, y, z), 5), [(2, 3, 0)], [(2, 2, 1), (2, 4, 0)]),
    (DistinctSum((x, y, z), 0), [(0, 0, 0)], []),
    (NonZeroFlag((x, y, z)), [(1, 0, 4), (0, 0, 0)], [(1, 0, 0), (2, 0, 4)]),
]


@pytest.mark.parametrize(("constraint", "right", "wrong"), CHECKS)
def test_check_accepts_right_and_refuses_wrong_values(
    constraint: Constraint, right: Values, wrong: Values
) -> None:
    assert [constraint.check(values) for values in right] == [True] * len(right)
    assert [constraint.check(values) for values in wrong] == [False] * len(wrong)


MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: model.variable("w", []), "w: the domain is empty, expected at least one value"),
    (lambda: model.variable("w", range(3, 3)), "w: the domain is empty, expected at least one"),
    (lambda: model.variable("w", [1.5]), "w: a value of the domain is 1.5, expected an integer"),  # type: ignore[list-item]
    (lambda: model.add(AllDifferent((x, elsewhere))), "AllDifferent: variable 'stranger' belongs"),
    (lambda: Linear((x,), (0.5,), "==", 1, label="row 2"), "row 2: a coefficient is 0.5, expected"),  # type: ignore[arg-type]
    (lambda: Linear((x,), (1,), "==", "9"), "Linear: the constant is '9', expected an integer"),  # type: ignore[arg-type]
    (lambda: Linear((x, y), (1,), "==", 1), "Linear: 1 coefficients for 2 variables, expected the"),
    (lambda: Linear((x,), (1,), "<", 1), "Linear: unknown relation '<', expected one of == !="),  # type: ignore[arg-type]
    (
        lambda: Cardinality((x,), {1: (0, 1, 2)}),  # type: ignore[dict-item]
        "Cardinality: value 1 occurs (0, 1, 2) times, expected a number or (least, most)",
    ),
    (lambda: AllDifferent(("x",)), "AllDifferent: 'x' is not a variable of a model"),  # type: ignore[arg-type]
    (lambda: AllDifferent((x,), frozenset({None})), "AllDifferent: an excepted value is None"),  # type: ignore[arg-type]
    (lambda: Cardinality((x,), {1: (2, 1)}), "Cardinality: value 1 occurs 2 to 1 times, expected"),
    (lambda: Cardinality((x,), {1: -1}), "Cardinality: value 1 occurs -1 to -1 times, expected 0"),
    (lambda: Rows(((1, 2), (1,)), "pairs"), "pairs: row (1,) has 1 values, expected 2"),
    (lambda: Rows(((1, True),)), "table: a value of a row is True, expected an integer"),
    (lambda: Table((x,), Rows(((1, 2),))), "Table: rows have 2 values, expected 1"),
    (lambda: DistinctSum((x,), 1.0), "DistinctSum: the total is 1.0, expected an integer"),  # type: ignore[arg-type]
    (lambda: Times((x, x)), "Times: 2 variables, expected x, y and z of x·y = z"),
    (lambda: Quotient((x, x)), "Quotient: 2 variables, expected x, y, the quotient"),
    (lambda: Element((x, x)), "Element: 2 variables, expected an index, a value and a list"),
    (lambda: NonZeroFlag(()), "NonZeroFlag: no variables, expected a flag and its variables"),
    (lambda: Linear((x,), None, "==", 1), "Linear: None is no list, expected coefficients"),  # type: ignore[arg-type]
    (lambda: Linear("x", (1,), "==", 1), "Linear: 'x' is no list, expected variables"),  # type: ignore[arg-type]
    (lambda: AllDifferent((x,), 3), "AllDifferent: 3 is no list, expected excepted values"),  # type: ignore[arg-type]
    (lambda: AllDifferent((x,), offsets=(1, 2)), "AllDifferent: 2 offsets for 1 variables"),
    (lambda: Cardinality((x,), [1]), "Cardinality: the counts are [1], expected a number for"),  # type: ignore[arg-type]
    (lambda: Cardinality((x,), {"a": 1, 2: 1}), "Cardinality: a value is 'a', expected an integer"),  # type: ignore[dict-item]
    (lambda: Either([3]), "Either: 3 is no list, expected constraints"),  # type: ignore[list-item]
    (lambda: Either([[3]]), "Either: 3 is not a constraint"),  # type: ignore[list-item]
    (lambda: Either([], 3), "Either: 3 is not a variable of a model"),  # type: ignore[arg-type]
    (lambda: Table((x,), [1]), "table: 1 is no list, expected a row"),  # type: ignore[list-item]
    (lambda: Rows.where(3, [range(2)]), "table: 3, expected a function of values"),  # type: ignore[arg-type]
    (lambda: model.variable(None, [1]), "the name of a variable is None, expected a text"),  # type: ignore[arg-type]
    (lambda: model.add(Linear((x,), (1,), "==", 1), when=[3]), "Linear: 3 is no list, expected a"),  # type: ignore[list-item]
    (lambda: setattr(model, "decisions", [elsewhere]), "decisions: variable 'stranger' belongs to"),
    (lambda: setattr(model, "decisions", [3]), "decisions: 3 is not a variable of a model"),
    (lambda: setattr(model, "phases", [x]), "phases: <x in 0..4>, expected a phase"),
    (
        lambda: Rows.where(lambda *_: True, [range(100)] * 4, "all"),
        "all: 100000000 combinations to try, expected at most 1000000",
    ),
]


@pytest.mark.parametrize(("mistake", "message"), MISTAKES)
def test_invalid_arguments_are_refused(mistake: Callable[[], object], message: str) -> None:
    with pytest.raises(ModelError) as caught:
        mistake()
    assert str(caught.value).startswith(message)


def test_a_model_prints_readably() -> None:
    small = Model("small")
    a, b, c = (small.variable(name, range(1, 4)) for name in "abc")
    small.add(Linear((a, b, c), (-1, 2, -3), "<=", 0, label="a weighing"))
    small.add(AllDifferent((a, b), frozenset({3}), label="mostly different"))
    small.add(Cardinality((a, b, c), {1: 1, 2: (0, 2)}))
    small.add(Table((b, c), Rows(((1, 2), (2, 3)))))
    small.add(DistinctSum((a, b), 4))
    small.add(NonZeroFlag((a, b, c)))
    assert str(small).splitlines()[5:] == [
        "constraints:",
        "  a weighing: -a + 2·b - 3·c <= 0",
        "  mostly different: all different except {3}: a, b",
        "  occurrences 1 × 1, 2 × 0..2: a, b, c",
        "  one of 2 rows: b, c",
        "  different but for 0, sum 4: a, b",
        "  a says whether any is non-zero: b, c",
    ]


def test_domains_are_ordered_and_compact() -> None:
    assert domain([3, 1, 2]) == range(1, 4)
    assert domain(range(5)) == range(5)
    assert domain(range(0, 10, 3)) == (0, 3, 6, 9)
    assert repr(Variable(0, "x", domain([10**30, 1]))) == f"<x in {{1, {10**30}}}>"
