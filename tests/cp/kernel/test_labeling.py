"""Labeling: what each option means, held against small lists of domains."""

from collections.abc import Sequence

import pytest

from quincunx.cp import Linear, Model
from quincunx.cp.kernel.choices import VALUE_SELECTORS, VARIABLE_SELECTORS
from quincunx.cp.kernel.domain import positions
from quincunx.cp.options import ALIASES, VALUE_CHOICES, VARIABLE_ORDERS, parse_labeling
from tests.cp.kernel.helpers import run

ORDERS: list[tuple[str, list[Sequence[int]], int, str]] = [
    ("leftmost", [[1], [3, 9], [1, 2]], 1, "the first that is open"),
    ("min", [[1], [3, 9], [2, 9], [2, 3]], 2, "lower bound 2, the leftmost of two"),
    ("max", [[9], [1, 7], [1, 8], [7, 8]], 2, "upper bound 8, the leftmost of two"),
    ("ff", [[1], [1, 2, 3], [1, 5], [8, 9]], 2, "two values, the leftmost of two"),
    ("ff", [range(9), range(8), range(7), range(7)], 2, "seven values, the leftmost of two"),
    ("anti_first_fail", [[1], [1, 2], range(3), range(3)], 2, "three values, the leftmost of two"),
    ("max_regret", [[1], [1, 2, 9], [3, 6], [1, 4, 5]], 2, "a gap of 3, the leftmost of two"),
]


@pytest.mark.parametrize(("name", "domains", "place", "why"), ORDERS)
def test_variable_order_chooses_this_variable(
    name: str, domains: list[Sequence[int]], place: int, why: str
) -> None:
    model = Model()
    for index, values in enumerate(domains):
        model.variable(f"x{index}", values)
    variables = run(model).engine.variables
    first = next(index for index, variable in enumerate(variables) if not variable.fixed())
    assert VARIABLE_SELECTORS[name].choose(variables, first, len(variables), None) == place, why


def constrained() -> Model:
    """w is in one constraint, x in three, y and z in two each; x has the largest domain."""
    model = Model()
    w, x, y, z = (model.variable(n, range(s)) for n, s in zip("wxyz", (3, 4, 3, 3), strict=True))
    for pair in [(x, y), (x, z), (y, z), (w, x)]:
        model.add(Linear(pair, (1, -1), "!=", 0))
    return model


@pytest.mark.parametrize(("name", "expected"), [("occurrence", 1), ("ffc", 2), ("dom_wdeg", 1)])
def test_orders_that_count_constraints_choose_the_most_constrained(
    name: str, expected: int
) -> None:
    """4/3 is the smallest ratio of size to weight; of three values y is in the most constraints."""
    variables = run(constrained()).engine.variables
    assert VARIABLE_SELECTORS[name].choose(variables, 0, 4, None) == expected


def test_sleeping_constraints_do_not_count() -> None:
    """With x fixed all its constraints sleep: y and z are left in one each, w in none."""
    engine = run(constrained()).engine
    engine.narrow(engine.variables[1], 1)
    assert engine.propagate()
    assert VARIABLE_SELECTORS["occurrence"].choose(engine.variables, 0, 4, None) == 2


def test_failures_attract_dom_wdeg() -> None:
    engine = run(constrained()).engine
    engine.propagators[2].weight += 5
    assert VARIABLE_SELECTORS["dom_wdeg"].choose(engine.variables, 0, 4, None) == 2


def test_dom_wdeg_compares_exactly() -> None:
    """10**17 / (10**17 + 1) is smaller than 1, and a float would not see it."""
    model = Model()
    x, y = model.variable("x", [1, 2]), model.variable("y", [1, 2])
    model.add(Linear((x,), (1,), "<=", 9))
    model.add(Linear((y,), (1,), "<=", 9))
    engine = run(model).engine
    engine.propagators[0].weight = 10**17
    engine.propagators[1].weight = 10**17 + 1
    assert VARIABLE_SELECTORS["dom_wdeg"].choose(engine.variables, 0, 2, None) == 1


DIVISIONS: list[tuple[str, Sequence[int], list[int], list[int]]] = [
    # name, domain, tried first with up, tried first with down
    ("step", [2, 3, 7], [2], [7]),
    ("enum", [2, 3, 7], [2], [7]),
    ("bisect", [1, 2, 3, 9], [1, 2, 3], [9]),
    ("bisect", [1, 2], [1], [2]),
    ("bisect", [-2, -1], [-2], [-1]),
    ("median", [1, 2, 9], [2], [2]),
    ("median", [1, 2, 8, 9], [2], [8]),
    ("middle", [1, 2, 9], [2], [2]),
    ("middle", [1, 4, 6, 9], [4], [6]),
    ("middle", [1, 2, 6, 9], [6], [6]),
    ("middle", [1, 10], [1], [10]),
    ("middle", [10**30, 10**30 + 1, 3 * 10**30], [10**30 + 1], [10**30 + 1]),
]


@pytest.mark.parametrize(("name", "values", "up", "down"), DIVISIONS)
def test_value_choice_divides_a_domain(
    name: str, values: Sequence[int], up: list[int], down: list[int]
) -> None:
    model = Model()
    model.variable("x", values)
    variable = run(model).engine.variables[0]

    def first(downwards: bool) -> list[int]:
        return [variable.value(p) for p in positions(VALUE_SELECTORS[name](variable, downwards))]

    assert (first(False), first(True)) == (up, down)


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases_mean_the_same(alias: str) -> None:
    assert repr(parse_labeling([alias])) == repr(parse_labeling([ALIASES[alias], "step", "up"]))


def test_repeated_option_is_accepted() -> None:
    assert repr(parse_labeling(["down", "ff", "first_fail", "down"])) == "[ff, step, down]"


def test_kernel_implements_every_option() -> None:
    assert tuple(VARIABLE_SELECTORS) == VARIABLE_ORDERS
    assert tuple(VALUE_SELECTORS) == VALUE_CHOICES
