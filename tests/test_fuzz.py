"""The fuzzer finds what is wrong, shrinks it and reports how to repeat it."""

from __future__ import annotations

from hypothesis import strategies as st

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model
from tests.fuzz.driver import Tally, report, run_slice
from tests.fuzz.models import as_code
from tests.fuzz.target import Target, reproduction


def below_twelve(number: int) -> None:
    reproduction.append(f"number = {number}")
    assert number < 12


def test_failure_is_shrunk_and_reported() -> None:
    tally = Tally("numbers")
    for turn in range(20):
        if not tally.failure:
            run_slice(tally, Target(below_twelve, (st.integers(0, 10**6),)), turn, 0.05)
    text = report([tally], 1)
    assert "| numbers |" in text
    assert "FAILED" in text
    assert "number = 12\n" in text, "the smallest number that fails"


def test_target_that_holds_passes() -> None:
    tally = Tally("numbers")
    run_slice(tally, Target(below_twelve, (st.integers(0, 11),)), 1, 0.05)
    assert (tally.failure, tally.cases > 0) == ("", True)


def test_same_number_draws_the_same_cases() -> None:
    seen: list[list[int]] = []
    for _ in range(2):
        seen.append([])
        run_slice(Tally("numbers"), Target(seen[-1].append, (st.integers(),)), 7, 5)
    assert seen[0] == seen[1]


def test_model_is_printed_as_code_that_builds_it() -> None:
    model = Model()
    x, y = model.variable("x", range(3)), model.variable("y", [2, 5])
    model.add(Linear((x, y), (1, 2), "==", 4), when=[(y, 2)])
    scope: dict[str, object] = {"Model": Model, "Linear": Linear}
    exec(as_code(model), scope)
    again = scope["model"]
    assert isinstance(again, Model)
    assert str(again) == str(model)
