"""Division with a remainder, rounded down."""

import pytest

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.engines import cp_sat, minizinc
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency, SearchOptions
from quincunx.errors import EngineError
from tests.cp.constraints.helpers import B, D, Domains, R, assert_left
from tests.cp.engines.cases import needs_minizinc

ROWS: list[tuple[str, Domains, Domains | None, str]] = [
    (B, [[7], [-2], R(-9, 9), R(-9, 9)], [[7], [-2], [-4], [-1]], "and so by B"),
    (B, [R(0, 10), [0], R(0, 10)], None, "nothing is divided by zero"),
    (B, [[4], R(0, 2), R(-9, 9)], [[4], [1], [4]], "nor where it is an end"),
    (B, [R(0, 99), [7], R(2, 4), R(0, 99)], [R(14, 28), [7], [2, 3], R(0, 7)], "14 to 27"),
    (B, [R(0, 99), R(5, 9), [0], R(0, 99)], [R(0, 8), R(5, 9), [0], R(0, 8)], "x is the rest"),
    (B, [R(0, 20), R(1, 10), [1], [6]], [R(13, 16), R(7, 10), [1], [6]], "6 is less than y"),
    (B, [R(-20, 1), R(-9, 0), [1], [-6]], [R(-15, -12), R(-9, -6), [1], [-6]], "and mirrored"),
    (B, [R(20, 24), R(3, 5), R(0, 99)], [R(20, 24), [3, 4], R(5, 8)], "20 ÷ 4 to 23 ÷ 3"),
    (B, [R(-5, 6), R(-3, 4), R(6, 99)], None, "5 at the most"),
    (
        D,
        [[10**30 + 1], [10**10], [0, 10**20], [0, 1]],
        [[10**30 + 1], [10**10], [10**20], [1]],
        "any size",
    ),
    (
        B,
        [[10**30 + 1], [10**10], [0, 10**20], [0, 1]],
        [[10**30 + 1], [10**10], [10**20], [1]],
        "by B",
    ),
]


@pytest.mark.parametrize(("consistency", "before", "after", "why"), ROWS)
def test_domains_in_domains_out(
    consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    assert_left(Quotient, consistency, before, after, why)


def natural() -> Model:
    """Numbers whose products no word of 31 bits holds, and too many for a table."""
    model = Model()
    x, y, q = (model.variable(name, R(1, 10**6)) for name in "xyq")
    r = model.variable("r", [17])
    model.add(Quotient((x, y, q, r)))
    model.add(Quotient((x, q, y, r)))
    model.add(Quotient((q, model.variable("nine", [9]), model.variable("k", [11]), r)))
    return model


@pytest.mark.another_solver
@needs_minizinc
def test_natural_numbers_use_native_division() -> None:
    options = SearchOptions(limits=Limits(solutions=3), engine="minizinc:gecode")
    found = minizinc.start(natural(), options)
    assert list(found) == []
    assert list(cp_sat.start(natural(), options)) == []


def test_too_large_for_words_and_tables_is_refused() -> None:
    model = Model()
    x, y, q = (model.variable(name, R(-(2**40), 2**40)) for name in "xyq")
    model.add(Quotient((x, y, q), label="a share"))
    with pytest.raises(EngineError, match=r"a share: \d+ combinations to try"):
        cp_sat.start(model, SearchOptions())
