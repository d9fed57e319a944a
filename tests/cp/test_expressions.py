"""Expressions: random ones against brute force, what they become, and mistakes in them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from quincunx import cp
from quincunx.cp import flattening
from quincunx.cp.constraints import formula
from quincunx.cp.expressions import Condition, evaluate
from quincunx.cp.options import CONSISTENCIES
from quincunx.errors import ModelError
from quincunx.testing.samples import random_condition

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
    return model, [random_condition(model.variables, dice, 2) for _ in range(dice.randint(1, 2))]


def by_brute_force(model: cp.Model, conditions: list[Condition]) -> list[list[int]]:
    found = []
    for values in product(*(variable.domain for variable in model.unknowns)):
        try:
            given = dict(zip(model.unknowns, values, strict=True))
            if all([evaluate(each, given) for each in conditions]):
                found.append([*values])
        except (ZeroDivisionError, IndexError):
            pass
    return found


def require_same_solutions(way: str, seed: int, **options: Any) -> None:
    model, conditions = random_model(seed)
    expected = by_brute_force(model, conditions)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in WAYS[way].items():
            patch.setattr(flattening, name, value)
        if way == "intervals":
            patch.setattr(formula, "MAX_FILTERED", 0)
        try:
            model.add(conditions)
        except ModelError as error:
            # An index or a divisor that never fits is refused at once.
            assert "index" in str(error) or "division" in str(error)
            assert not expected
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
