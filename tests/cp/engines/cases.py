"""Models that the tests of several engines share, and what must hold for each engine."""

import os
import shutil
from collections.abc import Callable
from itertools import combinations
from threading import enumerate as threads
from typing import Any, TypeVar

import pytest

from quincunx.cp import AllDifferent, Linear, Model

Test = TypeVar("Test", bound=Callable[..., Any])


def needs_minizinc(test: Test) -> Test:
    """Mark a test that asks MiniZinc: it is skipped where the program is missing, but not in CI."""
    missing = shutil.which("minizinc") is None and not os.environ.get("CI")
    marked = pytest.mark.skipif(missing, reason="the program minizinc is not installed")(test)
    both: Test = pytest.mark.another_solver(marked)
    return both


CP_SAT, BOTH = (pytest.param(name, marks=pytest.mark.another_solver) for name in ("cp-sat", "both"))
"""Engines that need OR-Tools, as parameters of a test."""

GECODE = pytest.param(
    "minizinc:gecode",
    marks=[
        pytest.mark.another_solver,
        pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed"),
    ],
)


class Cancelled:
    """Says stop when it was asked so often."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def many() -> Model:
    """5,500 solutions, found without a failure."""
    model = Model("many")
    digits = [model.variable(f"x{i}", range(10)) for i in range(1, 5)]
    model.add(Linear((digits[0], digits[1]), (1, -1), "<=", 0, label="x1 is not larger than x2"))
    return model


def endless() -> Model:
    """No solution, and a search without end: a magic square whose diagonals are a bit too large."""
    model = Model("endless")
    side = 6
    square = [model.variable(f"x{i}", range(1, side * side + 1)) for i in range(side * side)]
    model.add(AllDifferent(tuple(square)))
    total = side * (side * side + 1) // 2
    ones = (1,) * side
    for i in range(side):
        model.add(Linear(tuple(square[side * i : side * (i + 1)]), ones, "==", total))
        model.add(Linear(tuple(square[i::side]), ones, "==", total))
    diagonal = tuple(square[:: side + 1])
    for one, other in combinations(diagonal, 2):
        model.add(Linear((one, other), (1, -1), "!=", 1))
    model.add(Linear(diagonal, ones, "==", total + 1))
    model.add(Linear(tuple(square[side - 1 : -1 : side - 1]), ones, "==", total + 1))
    return model


def searching_threads() -> list[str]:
    """The names of the threads in which other solvers search."""
    return [thread.name for thread in threads() if thread.name == "quincunx engine"]
