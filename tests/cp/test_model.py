"""The model language: ground truth of each constraint, printing, and errors where they are made."""

import pytest

from quincunx import cp
from quincunx.cp import Cardinality, Constraint, Linear
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Variable, domain
from quincunx.errors import ModelError
from tests.families.tables import arrows, public

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
def test_check_holds_for_right_values_and_fails_for_wrong_ones(
    constraint: Constraint, right: Values, wrong: Values
) -> None:
    assert [constraint.check(values) for values in right] == [True] * len(right)
    assert [constraint.check(values) for values in wrong] == [False] * len(wrong)


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


@pytest.mark.parametrize(("mistake", "message"), arrows("cp/cases/mistakes_in_models.txt"))
def test_invalid_arguments_are_refused(mistake: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        eval(mistake, public(cp, model=model, x=x, y=y, elsewhere=elsewhere))
    assert str(caught.value).startswith(message)
