"""Expressions: random ones against brute force, what they become, and mistakes in them."""

from collections.abc import Callable
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


BECOMES: list[tuple[Callable[..., Any], list[str], int]] = [
    (lambda x, y, z, b: 2 * x + y <= x - 3 + z, ["x + y - z <= -3"], 0),
    (lambda x, y, z, b: sum([x, y, z]) != 4, ["x + y + z != 4"], 0),
    (lambda x, y, z, b: x < y, ["x - y <= -1"], 0),
    (lambda x, y, z, b: (x == 1) & (y > 2), ["x == 1", "y >= 3"], 0),
    (lambda x, y, z, b: (x == 1) | (y > z), ["x == 1 or y - z >= 1"], 0),
    (lambda x, y, z, b: b.implies(x + y == 3), ["b != 1 or x + y == 3"], 0),
    (lambda x, y, z, b: b == (x + y == 3), ["b says x + y == 3"], 0),
    (
        lambda x, y, z, b: (x > y) == (y > z),
        ["x - y >= 1 and y - z >= 1 or x - y <= 0 and y - z <= 0"],
        0,
    ),
    (lambda x, y, z, b: x * y == z, ["x·y == z"], 0),
    (lambda x, y, z, b: z == cp.max(x, y), ["max(x, y) == z"], 0),
    (lambda x, y, z, b: cp.array([x, 7, y])[z] == x, ["x == (x, 7, y)[z]"], 1),
    (lambda x, y, z, b: cp.all_different(x, y + 2, z - 1), ["all different: x, y + 2, z - 1"], 0),
    (lambda x, y, z, b: x * y <= z * z, ["x·y <= z·z"], 0),
    (lambda x, y, z, b: cp.all(x == 1, [y == 2, z == 3]), ["x == 1", "y == 2", "z == 3"], 0),
    (lambda x, y, z, b: True, [], 0),
    (lambda x, y, z, b: x == x, ["0 == 0"], 0),
    (lambda x, y, z, b: x * x + y == z, ["one of 100 rows: x, (x·x)", "(x·x) + y - z == 0"], 1),
    (lambda x, y, z, b: +x == y, ["x - y == 0"], 0),
    # How often one value occurs is one constraint, however it is compared.
    (lambda x, y, z, b: sum(v == 3 for v in (x, y, z)) == 1, ["occurrences 3 × 1: x, y, z"], 0),
    (lambda x, y, z, b: sum(v == 3 for v in (x, y, z)) < 2, ["occurrences 3 × 0..1: x, y, z"], 0),
    (
        lambda x, y, z, b: (x == 3) + (y == 3) != 1,
        ["(x == 3) == (x == 3)", "(y == 3) == (y == 3)", "(x == 3) + (y == 3) != 1"],
        2,
    ),
    (lambda x, y, z, b: 2 * ((x == 3) + (y == 3)) >= 1, ["occurrences 3 × 1..2: x, y"], 0),
]


@pytest.mark.parametrize(("write", "formulas", "helpers"), BECOMES)
def test_conditions_become_few_constraints_and_helpers(
    write: Callable[..., Any], formulas: list[str], helpers: int
) -> None:
    model = cp.Model()
    x, y, z = model.ints("x y z", 0, 99)
    model.add(write(x, y, z, model.bool("b")))
    assert [constraint.formula() for constraint in model.constraints] == formulas
    assert len(model.variables) - len(model.unknowns) == helpers


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
MISTAKES: list[tuple[Callable[..., Any], str]] = [
    (lambda m, x, y: 1 <= x <= 5, "x >= 1 is true or false only once the model is solved"),
    (lambda m, x, y: bool(x), "x is true or false only once"),
    (lambda m, x, y: m.add(not (x > 2)), "x >= 3 is true or false only once"),
    (lambda m, x, y: max(x, y), "y >= x + 1 is true or false only once"),
    (lambda m, x, y: x * 0.5, "0.5 in an expression, expected an integer"),
    (lambda m, x, y: x == "3", "'3' in an expression, expected an integer"),
    (lambda m, x, y: x + None, "None in an expression, expected an integer"),
    (lambda m, x, y: x / y, "x / y: no fractions, expected // for division rounded down"),
    (lambda m, x, y: x**0.5, "x ** 0.5: expected an exponent of 1 to 100"),
    (lambda m, x, y: [1, 2][x], "x has no value before the model is solved, expected a number"),
    (lambda m, x, y: cp.array([])[x], "[][x]: an empty list, expected at least one element"),
    (lambda m, x, y: m.add(cp.array([1, 2])[x + 9] == y), "an index from 9 to 18 in a list of 2"),
    (lambda m, x, y: m.add(x // 0 == y), "a division by 0 (//), expected another divisor"),
    (lambda m, x, y: cp.min([]), "min of nothing, expected at least one number"),
    (lambda m, x, y: cp.sum(3), "sum: 3 is no list, expected some expressions"),  # type: ignore[arg-type]
    (lambda m, x, y: cp.sum("ab"), "sum: 'ab' is no list"),
    (lambda m, x, y: x & y, "<x in 0..9> is no condition, expected a comparison, a constraint or"),
    (lambda m, x, y: m.add(x + 1), "<x + 1> is no condition, expected a comparison"),
    (lambda m, x, y: m.add("x > 3"), "model: 'x > 3' is not a constraint"),
    (lambda m, x, y: m.add(x == None), "model: a condition that Python decided, such as x"),  # noqa: E711
    (lambda m, x, y: m.add(None), "model: None is not a constraint"),
    (lambda m, x, y: m.add(stranger > x), "Linear: variable 'stranger' belongs to"),
    (lambda m, x, y: m.minimize(stranger), "stranger: variable 'stranger' belongs to another"),
    (lambda m, x, y: m.maximize("x"), "'x' in an expression, expected an integer"),
    (lambda m, x, y: m.solve()[stranger], "stranger: variable 'stranger' belongs to another"),
    (lambda m, x, y: m.solve()["q"], "no variable is called 'q', expected one of x, y"),
    (lambda m, x, y: m.solve()[None], "None in an expression, expected an integer"),
    (lambda m, x, y: m.int("z", "0", "9"), "z: a bound is '0', expected an integer"),
    (lambda m, x, y: m.int("z", 0.5, 9), "z: a bound is 0.5, expected an integer"),
    (lambda m, x, y: m.int("z", 0), "z: no upper bound, expected an integer"),
    (lambda m, x, y: m.int("z", None, 9), "z: no lower bound, expected an integer"),
    (lambda m, x, y: m.int("z", True, 9), "z: a bound is True, expected an integer"),
    (lambda m, x, y: m.int("z", 5, 1), "z: from 5 to 1, expected at least one value"),
    (lambda m, x, y: m.int("z", [1, "2"]), "z: a value of the domain is '2', expected an integer"),
    (lambda m, x, y: m.int(7, 0, 1), "the name of a variable is 7, expected a text"),
    (lambda m, x, y: m.ints(7, 0, 1), "the names of variables are 7, expected such as 'x y z'"),
    (lambda m, x, y: m.ints("z", 0, 1, shape=-2), "z: shape with -2, expected lengths of 0 or"),
    (lambda m, x, y: m.ints("z", 0, 1, shape="2"), "z: shape with '2', expected lengths of 0 or"),
    (lambda m, x, y: m.solve(labeling="fff"), "labeling: unknown option 'fff', expected"),
    (lambda m, x, y: m.solve(engine="magic"), "unknown engine 'magic', expected one of"),
    (lambda m, x, y: m.minimize(x, show=3), "show is 3, expected a function"),
    (lambda m, x, y: m.check(None), "check: None is no list, expected a value for each variable"),
    (lambda m, x, y: m.check(["a", "b"]), "check: a value is 'a', expected an integer"),
    (lambda m, x, y: cp.start(None), "start: None, expected a Model"),  # type: ignore[arg-type]
    (lambda m, x, y: cp.start(m, 3), "start: 3, expected a SearchOptions"),  # type: ignore[arg-type]
    (lambda m, x, y: cp.Counting(None), "counting: None, expected a Model"),  # type: ignore[arg-type]
    (lambda m, x, y: cp.Counting(m, None), "number of states is None, expected 1 to"),  # type: ignore[arg-type]
    (lambda m, x, y: cp.Counting(m).draw(None), "draw: None, expected a random.Random"),  # type: ignore[arg-type]
    (lambda m, x, y: cp.Table.where(None, max), "Table.where: variables is None, expected a list"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("mistake", "message"), MISTAKES)
def test_mistakes_get_one_line(mistake: Callable[..., Any], message: str) -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 9)
    with pytest.raises(QuincunxError) as caught:
        mistake(model, x, y)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_refused_condition_leaves_the_number_of_solutions() -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 49)
    with pytest.raises(ModelError, match="an index from 60 to 158 in a list of 2"):
        model.add((cp.max(x * y, 9) == 30) | (cp.array([1, x])[x + y + 60] == y))
    assert model.count() == 2500
