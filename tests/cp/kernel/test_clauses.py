"""Phases and clauses: searches worked by hand, and what sleeps rules nothing out."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp import Linear, Times
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.model import Model, Phase, Variable
from quincunx.cp.options import CONSISTENCIES, VARIABLE_ORDERS, Labeling, SearchOptions
from quincunx.errors import ModelError
from tests.cp.kernel.helpers import Diary, run
from tests.cp.models import solutions

IN_TURN = Labeling("leftmost", "enum", "up")


def is_(variable: Variable, value: int) -> Linear:
    return Linear((variable,), (1,), "==", value)


def small_or_large() -> Model:
    """x is 1, or else x is 8 or more: two clauses of a program, and labeling beneath them."""
    model = Model()
    x = model.variable("x", range(1, 10))
    way = model.variable("way", range(2))
    model.add(is_(x, 1), when=[(way, 0)])
    model.add(Linear((x,), (1,), ">=", 8), when=[(way, 1)])
    model.decisions = (x,)
    model.phases = [Phase((way,), IN_TURN), Phase((x,))]
    return model


def test_clauses_are_tried_in_turn_and_labeling_comes_beneath() -> None:
    diary = Diary("xw")
    search = KernelRun(small_or_large(), SearchOptions("max,down"), diary)
    assert [values[0] for values in search] == [1, 9, 8]
    expected = "1: w = 0|1: [1, 0]|1: w = 1|2: x = 9|2: [9, 1]|2: x ≠ 9|2: [8, 1]"
    assert "|".join(diary.lines) == expected


@pytest.mark.parametrize("order", VARIABLE_ORDERS)
@pytest.mark.parametrize("decided", [0, 1, 3])
def test_irrelevant_variables_decided_first_repeat_no_solution(order: str, decided: int) -> None:
    """Neither a conditional variable nor the copy of a variable that a clause names twice."""
    model = Model()
    way, x = model.variable("way", range(3)), model.variable("x", range(3))
    below = model.variable("below", range(2), when=[(way, 1)])
    model.add(Times((x, x, x)), when=[(way, 1)])
    model.add(Linear((x, below), (1, -1), ">=", 0), when=[(way, 1)])
    model.decisions = [below, x, way][:decided]
    assert sorted(run(model, [order])) == solutions(model)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda m, x, w: m.add(is_(x, 1), when=[(w, 7)]), "when way is 7, expected one of 0..1"),
        (
            lambda m, x, w: m.add(is_(m.variable("y", [1, 2], when=[(w, 1)]), 1)),
            "'y' is not always there, expected the same choices for the constraint",
        ),
        (
            lambda m, x, w: setattr(m, "phases", [Phase((x,)), Phase((w, x))]),
            "phases: 'x' twice, expected it in one phase",
        ),
        (
            lambda m, x, w: m.add(is_(x, 1), when=[(Model().variable("z", [1]), 1)]),
            "variable 'z' belongs to another model",
        ),
    ],
)
def test_mistakes_in_clauses_are_refused(mistake: object, message: str) -> None:
    model = Model()
    x, way = model.variable("x", range(9)), model.variable("way", range(2))
    with pytest.raises(ModelError) as refused:
        mistake(model, x, way)  # type: ignore[operator]
    assert message in str(refused.value)


def program(seed: int) -> Model:
    """Some program: choices beneath choices, and sums that are posted after some of them."""
    dice = Random(seed)
    model = Model()
    numbers = [model.variable(f"n{i}", range(dice.randint(2, 4))) for i in range(3)]
    ways: list[Variable] = []
    for i in range(dice.randint(1, 3)):
        above = dice.choice([None, *ways])
        when = [] if above is None else [*above.when, (above, dice.choice(list(above.domain)))]
        ways.append(model.variable(f"way {i}", range(dice.randint(1, 3)), when=when))
    for _ in range(dice.randint(1, 5)):
        way = dice.choice(ways)
        value = dice.choice([None, *way.domain])
        own = [*dice.sample(numbers, 2)]
        constraint = Linear(tuple(own), (1, dice.choice([1, -1])), "==", dice.randint(0, 4))
        model.add(constraint, when=[*way.when, (way, value)])
    model.phases = [Phase(tuple(ways), IN_TURN), Phase(tuple(numbers))]
    return model


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(["", "ff,bisect", "max,enum,down", "dom_wdeg"]))
def test_every_program_against_brute_force(seed: int, labeling: str) -> None:
    model = program(seed)
    expected = solutions(model)
    for consistency in CONSISTENCIES:
        search = KernelRun(model, SearchOptions(labeling, consistency))
        assert sorted(search) == expected
        assert search.statistics.solutions == len(expected)
