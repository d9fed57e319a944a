"""Labeling: what each option means, held against small lists of domains."""

import pytest

from quincunx.cp import Linear, Model
from quincunx.cp.kernel.choices import VALUE_SELECTORS, VARIABLE_SELECTORS
from quincunx.cp.kernel.domain import positions
from quincunx.cp.options import ALIASES, VALUE_CHOICES, VARIABLE_ORDERS, parse_labeling
from tests.cp.constraints.test_domains import read
from tests.cp.kernel.helpers import run
from tests.families.tables import cases


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


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases_mean_the_same(alias: str) -> None:
    assert repr(parse_labeling([alias])) == repr(parse_labeling([ALIASES[alias], "step", "up"]))


def test_repeated_option_is_accepted() -> None:
    assert repr(parse_labeling(["down", "ff", "first_fail", "down"])) == "[ff, step, down]"


def test_kernel_implements_every_option() -> None:
    assert tuple(VARIABLE_SELECTORS) == VARIABLE_ORDERS
    assert tuple(VALUE_SELECTORS) == VALUE_CHOICES


@pytest.mark.parametrize(("name", "domains", "place", "why"), cases("cp/cases/orders.txt"))
def test_variable_order_chooses_this_variable(
    name: str, domains: str, place: str, why: str
) -> None:
    model = Model()
    for index, values in enumerate(read(domains) or []):
        model.variable(f"x{index}", values)
    variables = run(model).engine.variables
    first = next(index for index, variable in enumerate(variables) if not variable.fixed())
    chosen = VARIABLE_SELECTORS[name].choose(variables, first, len(variables), None)
    assert chosen == int(place), why


@pytest.mark.parametrize(("name", "values", "up", "down"), cases("cp/cases/divisions.txt"))
def test_value_choice_divides_a_domain(name: str, values: str, up: str, down: str) -> None:
    model = Model()
    model.variable("x", (read(values) or [])[0])
    variable = run(model).engine.variables[0]
    for downwards, expected in enumerate((up, down)):
        chosen = positions(VALUE_SELECTORS[name](variable, bool(downwards)))
        assert [[variable.value(position) for position in chosen]] == read(expected)
