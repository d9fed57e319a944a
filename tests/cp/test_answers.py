"""Answers of a model: solutions, counts, verdicts, optima and explanations, also stopped ones."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import ModelError, Unfinished, cp
from quincunx.cp.expressions import evaluate, operand
from tests.cp.constraints.samples import random_number
from tests.cp.engines.cases import BOTH, CP_SAT, GECODE

engines = pytest.mark.parametrize("engine", ["kernel", CP_SAT, BOTH, GECODE])


def triangle() -> tuple[cp.Model, list[Any]]:
    model = cp.Model()
    a, b, c = sides = model.ints("a b c", 1, 30)
    model.add(a * a + b * b == c * c, a < b)
    return model, sides


def hard() -> cp.Model:
    """A model that takes a search of many nodes."""
    model = cp.Model()
    x = model.ints("x", 0, 40, shape=12)
    model.add(cp.sum((i * i + 7) * v for i, v in enumerate(x)) == 4001)
    model.add(cp.sum((i * 5 % 11) * v for i, v in enumerate(x)) == 777, cp.all_different(x))
    return model


@engines
def test_every_engine_finds_the_same_solutions(engine: str) -> None:
    model, sides = triangle()
    found = [s[sides] for s in model.solutions(engine=engine)]
    assert sorted(found)[:3] == [[3, 4, 5], [5, 12, 13], [6, 8, 10]]
    assert len(found) == 11 == model.count(engine=engine)


@engines
def test_every_engine_proves_the_optimum(engine: str) -> None:
    model, (a, b, c) = triangle()
    best = model.maximize(a + b - c, engine=engine)
    assert (best.objective, best.optimal, best[a + b - c]) == (12, True, 12)
    assert model.minimize(abs(a - 8) + c, engine=engine).objective == 10


@pytest.mark.parametrize("strategy", ["depth-first", "discrepancy", "restarts:3"])
@given(seed=st.integers(0, 10**6))
def test_optimum_is_the_best_of_all(strategy: str, seed: int) -> None:
    dice = Random(seed)
    model = cp.Model()
    x, y, z = variables = [model.int(name, dice.sample(range(-3, 6), 3)) for name in "xyz"]
    objective = operand(random_number(variables, dice, 2))
    model.add(x + y * dice.randint(-1, 2) <= z + dice.randint(-3, 3))
    allowed = []
    for values in product(*(v.domain for v in variables)):
        try:
            if model.check(values):
                allowed.append(evaluate(objective, dict(zip(variables, values, strict=True))))
        except (ZeroDivisionError, IndexError):
            pass
    sign = dice.choice([1, -1])
    try:
        best = (model.minimize if sign == 1 else model.maximize)(objective, strategy=strategy)
    except ModelError:
        assert not allowed
        return
    assert bool(best) is bool(allowed)
    assert best.objective == (min if sign == 1 else max)(allowed, default=None)


def test_model_without_solution_says_so() -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 9)
    model.add(x + y == 19)
    assert not model.solve()
    assert not model.minimize(x)
    assert not model.minimize(x).optimal
    assert str(model.solve()) == "no solution"
    assert (model.count(), model.verdict(), list(model.solutions())) == (0, "none", [])
    with pytest.raises(ModelError, match="x: no value, because the model has no solution"):
        model.solve()[x]


def test_stopped_searches_never_pass_for_finished_ones() -> None:
    model = hard()
    x = model.variables
    for stop in ({"node_limit": 3}, {"time_limit": 0.0}, {"cancel": lambda: True}):
        options: Any = stop
        with pytest.raises(Unfinished, match="solve: stopped before a solution was found"):
            model.solve(**options)
        with pytest.raises(Unfinished, match="stopped before a solution was found"):
            model.minimize(x[0], **options)
        with pytest.raises(Unfinished, match="at least 0 exist") as caught:
            model.count(**options)
        assert caught.value.at_least == 0
        assert model.verdict(**options) == "unknown"
        found = model.solutions(**options)
        assert list(found) == []
        assert not found.complete


def test_best_solution_so_far_is_not_called_optimal() -> None:
    model, (a, _, c) = triangle()
    best = model.maximize(c - a, node_limit=5)
    assert best
    assert not best.optimal
    assert "best so far" in str(best)


def test_objective_leaves_the_model_as_it_is() -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 99)
    assert model.minimize(x // y - y).objective == -99
    assert (model.variables, model.constraints, model.count()) == ([x, y], [], 10_000)


def test_limit_on_solutions_is_no_interruption() -> None:
    model, _ = triangle()
    assert model.count(limit=4) == 4
    assert len(list(model.solutions(limit=4))) == 4
    assert model.verdict() == "multiple"


def test_values_by_variable_name_expression_and_structure() -> None:
    model = cp.Model()
    grid = model.ints("cell", 1, 4, shape=(2, 2))
    model.add(cp.all_different(grid), grid[0][0] > grid[0][1], grid[1][1] == 3)
    solution = model.solve()
    assert solution[grid] == [[2, 1], [4, 3]]
    assert solution["cell[0,1]"] == 1
    assert solution[grid[0][0] * 10 + grid[1][1]] == 23
    assert solution[grid[0][0] > 1] is True
    assert dict(solution)["cell[1,0]"] == 4
    assert (solution.get("nothing"), "nothing" in solution) == (None, False)
    assert model.check(solution)
    assert repr(cp.Model().solve()) == "<nothing to decide>"
    assert str(solution) == "cell[0,0] = 2, cell[0,1] = 1, cell[1,0] = 4, cell[1,1] = 3"


def test_helpers_are_no_part_of_answers() -> None:
    model = cp.Model()
    x, y = model.ints("x y", 0, 60)
    model.add(cp.all_different(x * y, x + y, 12), x * y + x == 30)
    assert len(model.variables) > 2
    assert set(model.solve()) == {"x", "y"}
    assert model.decisions == (x, y)


def test_explanation_ends_in_open_variables_or_a_contradiction() -> None:
    model = cp.Model()
    x, y, z = model.ints("x y z", 1, 9)
    model.add(x + y == 4, label="the sum")
    model.add(x != y)
    explained = model.explain()
    assert str(explained).splitlines() == [
        "1. the sum: x + y == 4, so x and y are 1 to 3.",
        "No single constraint says more: x is 1 to 3, y is 1 to 3 and z is 1 to 9.",
    ]
    assert explained.open == (x, y, z)
    model.add(x * y >= 10)
    contradicted = model.explain()
    assert contradicted.contradiction
    assert str(contradicted).endswith(": that cannot be.\nThere is no solution.")
