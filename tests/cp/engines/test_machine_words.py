"""Models in narrow numbers have the solutions of the wide ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp import AllDifferent, Limits, Linear, Model, Quotient, SearchOptions, Table
from quincunx.cp.engines import cp_sat, minizinc
from quincunx.cp.engines.machine_words import in_machine_words
from quincunx.errors import EngineError
from tests.cp.constraints.samples import KINDS
from tests.cp.engines.cases import needs_minizinc
from tests.cp.models import HUGE, SMALL, models

BITS = st.sampled_from([14, 31, 62])


@given(models(HUGE), BITS)
def test_all_its_numbers_are_narrow(model: Model, bits: int) -> None:
    narrowed = in_machine_words(model, bits).model
    most = 2 ** (bits - 1)
    for variable in narrowed.variables:
        assert -most < variable.domain[0] <= variable.domain[-1] < most
    for constraint in narrowed.constraints:
        match constraint:
            case Linear():
                sizes = [
                    abs(c) * max(abs(v.domain[0]), abs(v.domain[-1]))
                    for c, v in zip(constraint.coefficients, constraint.variables, strict=True)
                ]
                assert sum(sizes) + abs(constraint.constant) < most
            case Table():
                assert all(abs(value) < most for row in constraint.rows.rows for value in row)


@given(models(SMALL, kinds=set(KINDS) - {"distinct_sum", "element"}, repeats=False))
def test_narrow_model_is_unchanged(model: Model) -> None:
    narrowed = in_machine_words(model, 31)
    assert [str(c) for c in narrowed.model.constraints] == [str(c) for c in model.constraints]
    assert [v.domain for v in narrowed.model.variables] == [v.domain for v in model.variables]
    assert [v.name for v in narrowed.model.decisions] == [v.name for v in model.decisions]
    assert narrowed.widen(range(len(model.variables))) == tuple(range(len(model.variables)))


def test_million_wide_values_are_refused() -> None:
    model = Model()
    x = model.variable("x", range(10**12))
    with pytest.raises(
        EngineError, match=r"^x: 1000000000000 values up to 999999999999, expected at most 1000000"
    ):
        in_machine_words(model, 31)
    # With longer words they fit as they are, unless codes are asked for.
    assert in_machine_words(model, 62).model.variables[0].domain == range(10**12)
    y = model.variable("y", [10**30])
    model.add(AllDifferent((x, y)))
    with pytest.raises(EngineError, match="1000000000000 combinations"):
        in_machine_words(model, 62)


def test_a_sum_of_too_many_wide_terms_is_refused() -> None:
    model = Model()
    numbers = [model.variable(f"x{i}", [0, 10**9]) for i in range(20)]
    model.add(Linear(tuple(numbers), (1,) * 20, "==", 10**9, label="the total"))
    with pytest.raises(EngineError, match=r"^the total: 1048576 combinations"):
        in_machine_words(model, 14)


def test_quotient_too_large_for_words_and_tables_is_refused() -> None:
    model = Model()
    x, y, q = (model.variable(name, range(-(2**40), 2**40)) for name in "xyq")
    model.add(Quotient((x, y, q), label="a share"))
    with pytest.raises(EngineError, match=r"a share: \d+ combinations"):
        cp_sat.start(model, SearchOptions())


@needs_minizinc
def test_quotients_of_natural_numbers_use_native_division() -> None:
    """Numbers whose products no word of 31 bits holds, and too many for a table."""
    model = Model()
    x, y, q = (model.variable(name, range(1, 10**6)) for name in "xyq")
    nine, k, r = (
        model.variable(name, [value]) for name, value in zip("9kr", (9, 11, 17), strict=True)
    )
    for quotient in ((x, y, q, r), (x, q, y, r), (q, nine, k, r)):
        model.add(Quotient(quotient))
    options = SearchOptions(limits=Limits(solutions=3), engine="minizinc:gecode")
    assert list(minizinc.start(model, options)) == list(cp_sat.start(model, options)) == []
