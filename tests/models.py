"""Small random models that mix all constraints, and their solutions by brute force.

Vocabulary:
  scope    the variables a constraint is over
  kind     a strategy that makes one kind of constraint over a given scope
  witness  values for which many of the constraints are made true, so that most models have
           solutions, though not all have

Brute force tries every combination of values with `Model.check`, the ground truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias, get_args

from hypothesis import note
from hypothesis import strategies as st

from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.linear import Comparison, Linear
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.table import Rows, Table
from quincunx.model import Model, Variable

Solution: TypeAlias = tuple[int, ...]

SMALL = st.integers(-4, 6)
"""Values of ordinary models: around zero, both signs, close together."""

HUGE = st.sampled_from([-(10**25), -1, 0, 1, 2, 2**31, 2**63 - 1, 2**63, 10**25, 10**25 + 1])
"""Values that no machine word holds, among some that fit."""


def solutions(model: Model) -> list[Solution]:
    """All solutions in ascending order, found by trying every combination of values.

    >>> model = Model()
    >>> x, y = model.variable("x", range(3)), model.variable("y", range(3))
    >>> _ = model.add(Linear((x, y), (1, 2), "==", 4))
    >>> solutions(model)
    [(0, 2), (2, 1)]
    """
    combinations = product(*(variable.domain for variable in model.variables))
    return [values for values in combinations if model.check(values)]


def domains(values: st.SearchStrategy[int] = SMALL) -> st.SearchStrategy[list[int]]:
    """Domains of one to five values; runs of neighbours are as likely as values with holes."""
    scattered = st.lists(values, min_size=1, max_size=5, unique=True)
    runs = st.builds(
        lambda start, length: list(range(start, start + length)), values, st.integers(1, 5)
    )
    return st.one_of(runs, scattered)


Scope: TypeAlias = Sequence[Variable]
Kind: TypeAlias = Callable[[Scope, Sequence[int]], st.SearchStrategy[Constraint]]
"""A scope and the witness's values for it, to constraints over it."""


def linears(scope: Scope, witness: Sequence[int]) -> st.SearchStrategy[Constraint]:
    """Equations and inequalities; the constant is close to what the witness gives."""

    def linear(coefficients: list[int], relation: Comparison, beside: int) -> Linear:
        total = sum(c * v for c, v in zip(coefficients, witness, strict=True))
        return Linear(tuple(scope), tuple(coefficients), relation, total + beside, label="some sum")

    return st.builds(
        linear,
        st.lists(st.integers(-3, 3), min_size=len(scope), max_size=len(scope)),
        st.sampled_from(get_args(Comparison)),
        st.sampled_from([0, 0, 0, 1, -1, 4, -4]),
    )


def all_differents(scope: Scope, _witness: Sequence[int]) -> st.SearchStrategy[Constraint]:
    """All different, often with excepted values, of which some are in no domain."""
    return st.builds(
        lambda excepted: AllDifferent(tuple(scope), excepted),
        st.one_of(
            st.just(frozenset[int]()),
            st.frozensets(_values_near(scope), max_size=3),
        ),
    )


def cardinalities(scope: Scope, witness: Sequence[int]) -> st.SearchStrategy[Constraint]:
    """How often some values occur: about as often as in the witness, or never, or anything."""

    def cardinality(slack: dict[int, tuple[int, int]]) -> Cardinality:
        counts: dict[int, int | tuple[int, int]] = {}
        for value, (less, more) in slack.items():
            often = witness.count(value)
            least, most = max(0, often - less), often + more
            counts[value] = least if least == most else (least, most)
        return Cardinality(scope, counts, label="how often")

    slack = st.tuples(st.integers(-1, 2), st.integers(0, 2)).filter(lambda s: sum(s) >= 0)
    return st.builds(cardinality, st.dictionaries(_values_near(scope), slack, max_size=4))


def tables(scope: Scope, witness: Sequence[int]) -> st.SearchStrategy[Constraint]:
    """A few rows of the domains' values and of others; most often the witness is one of them."""

    def table(rows: list[Solution], with_witness: bool) -> Table:
        all_rows = [*rows, tuple(witness)] if with_witness else rows
        return Table(tuple(scope), Rows(tuple(all_rows)))

    row = st.tuples(*(_values_near([variable]) for variable in scope))
    return st.builds(table, st.lists(row, max_size=8), st.sampled_from([True, True, False]))


def distinct_sums(scope: Scope, witness: Sequence[int]) -> st.SearchStrategy[Constraint]:
    """Different values, zeros aside, with about the sum of the witness."""
    beside = st.sampled_from([0, 0, 0, 1, -2])
    return st.builds(lambda by: DistinctSum(tuple(scope), sum(witness) + by), beside)


def flags(scope: Scope, _witness: Sequence[int]) -> st.SearchStrategy[Constraint]:
    """The first of the scope says whether any other is non-zero."""
    return st.just(NonZeroFlag(tuple(scope), label="any of these"))


KINDS: dict[str, Kind] = {
    "linear": linears,
    "all different": all_differents,
    "cardinality": cardinalities,
    "table": tables,
    "distinct sum": distinct_sums,
    "flag": flags,
}


@st.composite
def models(
    draw: st.DrawFn,
    values: st.SearchStrategy[int] = SMALL,
    kinds: Sequence[str] = tuple(KINDS),
    most_variables: int = 5,
    most_constraints: int = 4,
) -> Model:
    """Models of a few variables and constraints; a failing test prints the model.

    Scopes may be empty, and the decisions are now and then some of the variables in any order.
    """
    model = Model("random")
    witness = []
    for number in range(1, draw(st.integers(1, most_variables)) + 1):
        variable = model.variable(f"x{number}", draw(domains(values) | _flag_domains(kinds)))
        witness.append(draw(st.sampled_from(variable.domain)))
    for _ in range(draw(st.integers(0, most_constraints))):
        kind = draw(st.sampled_from(kinds))
        scope = draw(
            st.lists(
                st.sampled_from(model.variables),
                min_size=1 if kind == "flag" else 0,
                max_size=len(model.variables),
                unique=True,
            )
        )
        model.add(draw(KINDS[kind](scope, [witness[variable.index] for variable in scope])))
    if draw(st.booleans()):
        some = draw(st.permutations(model.variables))
        model.decisions = some[: draw(st.integers(0, len(some)))]
    note(describe(model))
    return model


def describe(model: Model) -> str:
    """The model in full: as it prints itself, with the rows of its tables and its decisions."""
    lines = [str(model), "decisions: " + ", ".join(v.name for v in model.decisions)]
    lines += [f"rows: {c.rows.rows}" for c in model.constraints if isinstance(c, Table)]
    return "\n".join(lines)


def _flag_domains(kinds: Sequence[str]) -> st.SearchStrategy[list[int]]:
    return st.just([0, 1]) if "flag" in kinds else st.nothing()


def _values_near(scope: Scope) -> st.SearchStrategy[int]:
    """Values of the scope's domains, and now and then one that is in none of them."""
    known = sorted({value for variable in scope for value in variable.domain})
    return st.sampled_from([*known, known[-1] + 1 if known else 0])
