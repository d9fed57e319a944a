"""The plain models say the same as the families' own: the same solutions."""

from __future__ import annotations

import pytest

from quincunx.backends.to_kernel import start
from quincunx.lab.papers.plain_models import PLAIN
from quincunx.lab.runs.trials import Trial, run
from quincunx.labeling import Order
from quincunx.limits import Limits
from quincunx.reading import find_puzzle
from quincunx.solving import solve


@pytest.mark.parametrize("name", [f"multi-balance/paper-{k}" for k in (1, 3, 4)])
def test_positions_of_digits(name: str) -> None:
    puzzle = find_puzzle(name)
    (solution,) = solve(puzzle).solutions
    model = PLAIN["positions"](puzzle.document())
    found = list(start(model, Order(["ff"], "domain"), Limits()))
    assert len(found) == 1, "unique, although nothing says that a fulcrum is used one way only"
    width = len(solution[0])
    cells = [found[0][place.index] for place in model.decisions]
    assert [solution[cell // width][cell % width] for cell in cells] == [
        str(digit) for digit in range(1, len(cells) + 1)
    ]


def test_cells_and_sums() -> None:
    puzzle = find_puzzle("sum-star/paper")
    (solution,) = solve(puzzle).solutions
    found = start(PLAIN["sums"](puzzle.document()), Order([], "bounds"), Limits(solutions=1))
    assert list(next(iter(found))) == [value for star in solution for value in star]


@pytest.mark.parametrize(
    ("identifier", "why"),
    [
        ("c-note:100:884/625/361", "31 solutions"),
        ("c-note:30:10/02", "given zeros are digits of a number, not zeros before it"),
        ("c-note:7:88/88", "no solution"),
    ],
)
def test_cells_and_their_digits(identifier: str, why: str) -> None:
    puzzle = find_puzzle(identifier)
    model = PLAIN["decimals"](puzzle.document())
    found = {
        tuple(values[cell.index] for cell in model.decisions)
        for values in start(model, Order(["ff"], "domain"), Limits())
    }
    expected = {
        tuple(number for row in solution for number in row)
        for solution in solve(puzzle, limit=None).solutions
    }
    assert found == expected, why


def test_a_trial_runs_them() -> None:
    identifier = find_puzzle("multi-balance/paper-1").identifier
    plain = run(Trial(identifier, "leftmost", "step", "up", "bounds", model="positions"))
    own = run(Trial(identifier, "leftmost", "step", "up", "bounds"))
    assert (plain.model, own.model) == ("positions", "standard")
    assert plain.outcome == own.outcome == "solved"
    assert plain.backtracks > own.backtracks
