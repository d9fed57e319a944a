"""Expressions: random ones against brute force, what they become, and mistakes in them."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from quincunx import ModelError, QuincunxError, cp
from quincunx.cp import translator
from quincunx.cp.constraints import formula
from quincunx.cp.expressions import Condition, evaluate
from quincunx.cp.options import CONSISTENCIES
from tests.cp.constraints.samples import random_condition
from tests.families.tables import arrows

a_few = settings(max_examples=min(60, settings().max_examples))
seeds = st.integers(0, 10**9)

WAYS: dict[str, dict[str, int]] = {
    "tables": {},
    "helpers": {"MAX_FORMULA": 0, "MAX_TABLE": 0},
    "intervals": {"MAX_FORMULA": 0, "MAX_HELPER": 0, "MAX_TABLE": 0},
}
"""How conditions are flattened, by the limits that lead to it."""
every_way = pytest.mark.parametrize("way", WAYS)


def random_model(seed: int) -> tuple[cp.Model, list[Condition]]:
    """A model without constraints, and conditions on its variables."""
    dice = Random(seed)
    model = cp.Model()
    for name in ("x", "y"):
        model.int(name, dice.sample(range(-3, 5), dice.randint(1, 4)))
    model.int("z", 0, dice.randint(0, 3))
    model.bool("b")
    return model, [
        random_condition(model.variables, dice, 3 - n) for n in range(dice.randint(1, 2))
    ]


def by_brute_force(model: cp.Model, conditions: list[Condition]) -> list[list[int]]:
    found = []
    for values in product(*(variable.domain for variable in model.unknowns)):
        try:
            given = dict(zip(model.unknowns, values, strict=True))
            held = [evaluate(each, given) for each in conditions]
            if all(held):
                found.append([*values])
        except (ZeroDivisionError, IndexError):
            pass
    return found


def require(truth: bool) -> None:
    assert truth


def require_same_solutions(way: str, seed: int, **options: Any) -> None:
    model, conditions = random_model(seed)
    expected = by_brute_force(model, conditions)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in WAYS[way].items():
            patch.setattr(translator, name, value)
        if way == "intervals":
            patch.setattr(formula, "MAX_FILTERED", 0)
        try:
            model.add(conditions)
        except ModelError as error:
            # An index or a divisor that never fits is refused at once.
            require("index" in str(error) or "division" in str(error))
            require(not expected)
            return
        note(str(model))
        assert sorted(s[model.unknowns] for s in model.solutions(**options)) == expected


@every_way
@pytest.mark.parametrize("consistency", CONSISTENCIES)
@given(seed=seeds)
def test_kernel_finds_what_brute_force_finds(way: str, consistency: str, seed: int) -> None:
    require_same_solutions(way, seed, consistency=consistency)


@pytest.mark.another_solver
@every_way
@a_few
@given(seed=seeds)
def test_cp_sat_finds_what_brute_force_finds(way: str, seed: int) -> None:
    require_same_solutions(way, seed, engine="cp-sat")


@pytest.mark.another_solver
def test_divisor_that_never_fits_in_a_part_of_a_formula_leaves_no_solution() -> None:
    model = cp.Model()
    x, y, z = model.int("x", -2, 3), model.int("y", 0, 1), model.int("z", 0, 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translator, "MAX_TABLE", 0)
        model.add(cp.max(y, x // z, y == 1) == x)
        assert model.count() == model.count(engine="cp-sat") == 0


def test_expressions_written_alike_share_a_helper() -> None:
    model = cp.Model()
    x, y, z = model.ints("x y z", 0, 50)
    model.add(x * y + z == 20, x * y - z == 4)
    assert [v.name for v in model.variables if v not in model.unknowns] == ["(x·y)"]
    assert model.solve()[x * y, z] == [12, 8]


def test_clause_of_flags_is_one_sum() -> None:
    model = cp.Model()
    a, b, c = model.bools("a b c")
    model.add(a | ~b | c)
    assert [constraint.formula() for constraint in model.constraints] == ["a - b + c >= 0"]


def test_variables_are_hashed_and_found_by_identity() -> None:
    model = cp.Model()
    x, y, z = variables = model.ints("x y z", 0, 9)
    assert {x: 1, y: 2}[y] == 2
    assert y in [x, y]
    assert z not in [x, y]
    assert [*variables].index(z) == 2
    assert x != None  # noqa: E711


def test_integers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    model = cp.Model()
    x = model.int("x", numpy.int64(0), numpy.int64(9))
    model.add(numpy.int64(3) * x == numpy.int64(12), numpy.int64(2) <= x)
    assert model.solve()[x] == 4


stranger = cp.Model().int("stranger", 0, 9)


def test_refused_condition_leaves_the_number_of_solutions() -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 49)
    with pytest.raises(ModelError, match="an index from 60 to 158, expected 0 to 1"):
        model.add((cp.max(x * y, 9) == 30) | (cp.array([1, x])[x + y + 60] == y))
    assert model.count() == 2500


@pytest.mark.parametrize(("text", "formulas", "helpers"), arrows("cp/cases/conditions.txt"))
def test_conditions_become_few_constraints_and_helpers(
    text: str, formulas: str, helpers: str
) -> None:
    model = cp.Model()
    x, y, z = model.ints("x y z", 0, 99)
    model.add(eval(text, {"cp": cp, "x": x, "y": y, "z": z, "b": model.bool("b")}))
    assert "; ".join(constraint.formula() for constraint in model.constraints) == formulas
    assert len(model.variables) - len(model.unknowns) == int(helpers)


@pytest.mark.parametrize(("mistake", "message"), arrows("cp/cases/mistakes_in_expressions.txt"))
def test_mistakes_get_one_line(mistake: str, message: str) -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 9)
    with pytest.raises(QuincunxError) as caught:
        eval(mistake, {"cp": cp, "m": model, "x": x, "y": y, "stranger": stranger})
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
