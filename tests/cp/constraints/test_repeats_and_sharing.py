"""Constraints that name a variable again, and tables that share their rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.element import Element
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import CONSISTENCIES, Consistency
from tests.cp.kernel.helpers import run
from tests.cp.models import solutions

x, y = Variable(0, "x", range(4)), Variable(1, "y", range(4))

REPEATED: list[tuple[Constraint, list[tuple[int, int]], str]] = [
    (Linear((x, y, x), (1, 2, 1), "==", 8), [(1, 3), (2, 2), (3, 1)], "2x + 2y = 8"),
    (Linear((x, x, y), (1, -1, 1), "==", 3), [(v, 3) for v in range(4)], "x - x is nothing"),
    (AllDifferent((x, y, x)), [], "x never differs from itself"),
    (AllDifferent((x, y, x), frozenset({0})), [(0, v) for v in range(4)], "0 is excepted"),
    (Cardinality((x, x, y), {2: 2}), [(2, 0), (2, 1), (2, 3)], "x counts twice"),
    (Table((x, y, x), Rows(((1, 2, 1), (1, 3, 2), (2, 0, 2)))), [(1, 2), (2, 0)], "rows agree"),
    (DistinctSum((x, y, x), 3), [(0, 3)], "a digit twice is not different"),
    (NonZeroFlag((x, x)), [(v, w) for v in (0, 1) for w in range(4)], "a flag of itself"),
]


@pytest.mark.parametrize("consistency", ["domain", "bounds"])
@pytest.mark.parametrize(("constraint", "expected", "reason"), REPEATED)
def test_repeated_variables(
    constraint: Constraint, expected: list[tuple[int, int]], reason: str, consistency: Consistency
) -> None:
    model = Model()
    model.variables += [x, y]
    model.add(constraint)
    assert solutions(model) == expected, reason
    assert sorted(run(model, consistency=consistency)) == expected, reason


SCOPES: list[tuple[Callable[[list[Variable]], Constraint], list[str], range]] = [
    (Quotient, ["xxq", "xyx", "xyy", "xyqy", "xyqq", "xxxx"], range(-4, 6)),
    (Times, ["xxx", "xxy", "xyx", "xyy", "yxx"], range(-4, 10)),
    (Element, ["iivw", "ivvv", "ivii", "ivwiw"], range(5)),
]
"""Kinds, with scopes in which each letter is a variable with these values."""


@pytest.mark.parametrize("consistency", CONSISTENCIES)
@pytest.mark.parametrize(
    ("kind", "scope", "values"),
    [(kind, scope, values) for kind, scopes, values in SCOPES for scope in scopes],
)
def test_repeated_variables_agree_with_brute_force(
    kind: Callable[[list[Variable]], Constraint],
    scope: str,
    values: range,
    consistency: Consistency,
) -> None:
    model = Model()
    variables = {name: model.variable(name, values) for name in dict.fromkeys(scope)}
    model.add(kind([variables[name] for name in scope]))
    assert sorted(run(model, consistency=consistency)) == solutions(model)


def test_shared_rows_of_sparse_and_dense_domains() -> None:
    """A domain of two values far apart must not be taken for an offset with a width."""
    shared = Rows(((0,), (5000,), (7,)))
    model = Model()
    sparse, dense = model.variable("sparse", [0, 5000]), model.variable("dense", range(5000))
    model.add(Table((sparse,), shared))
    model.add(Table((dense,), shared))
    assert sorted(run(model)) == [(0, 0), (0, 7), (5000, 0), (5000, 7)]
