"""The papers' models say the same as the families' own: the same solutions."""

from __future__ import annotations

import pytest

from quincunx.backends.to_kernel import start
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle, all_families, from_document
from quincunx.lab.papers.experiments import Paper, papers
from quincunx.lab.runs.trials import Trial, run
from quincunx.labeling import Order
from quincunx.limits import Limits
from quincunx.model import Model
from quincunx.reading import find_puzzle
from quincunx.solving import solve


def paper_model(puzzle: AnyPuzzle) -> Model:
    model = puzzle.paper_model()
    assert model is not None
    return model


def decided(model: Model) -> set[tuple[int, ...]]:
    """What the decisions of a model are in its solutions, each solution once."""
    found = list(start(model, Order(["ff"], "domain"), Limits()))
    assert len(set(found)) == len(found)
    return {tuple(values[cell.index] for cell in model.decisions) for values in found}


def with_givens(puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle with a few numbers of its solution given."""
    document = puzzle.document()
    (solution,) = solve(puzzle).solutions
    if "board" in document:
        document["board"] = [
            "".join(mark if mark in "#123" else "." for mark in row) for row in solution
        ]
    else:
        document["stars"][0]["cells"] = [*solution[0][:4], *[None] * 9]
    return from_document(document)


@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize("name", [f"multi-balance/paper-{k}" for k in (1, 3, 4)])
def test_positions_of_digits(name: str, given: bool) -> None:
    puzzle = with_givens(find_puzzle(name)) if given else find_puzzle(name)
    (solution,) = solve(puzzle).solutions
    found = decided(paper_model(puzzle))
    assert len(found) == 1, "unique, although nothing says that a fulcrum is used one way only"
    width = len(solution[0])
    (cells,) = found
    assert [solution[cell // width][cell % width] for cell in cells] == [
        str(digit) for digit in range(1, len(cells) + 1)
    ]


@pytest.mark.parametrize("given", [False, True])
def test_cells_and_sums(given: bool) -> None:
    paper = find_puzzle("sum-star/paper")
    puzzle = with_givens(paper) if given else paper
    (solution,) = solve(puzzle).solutions
    found = start(paper_model(puzzle), Order([], "bounds"), Limits(solutions=1))
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
    expected = {
        tuple(number for row in solution for number in row)
        for solution in solve(puzzle, limit=None).solutions
    }
    assert decided(paper_model(puzzle)) == expected, why


@pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.family)
def test_a_paper_is_run_with_its_model_where_its_family_knows_it(paper: Paper) -> None:
    example = find_puzzle(all_families()[paper.family].example.identifier)
    knows = example.paper_model() is not None
    assert {bool(e.data.get("plain")) for e in paper.experiments} == {knows}


def test_a_trial_runs_them() -> None:
    identifier = find_puzzle("multi-balance/paper-1").identifier
    plain = run(Trial(identifier, "leftmost", "step", "up", "bounds", model="paper"))
    own = run(Trial(identifier, "leftmost", "step", "up", "bounds"))
    assert (plain.model, own.model) == ("paper", "ours")
    assert plain.outcome == own.outcome == "solved"
    assert plain.backtracks > own.backtracks


def test_a_family_without_one_says_so() -> None:
    trial = Trial("aztec-math:8/__/_9_/8__2", "leftmost", "step", "up", model="paper")
    with pytest.raises(OptionError) as refused:
        run(trial)
    assert str(refused.value) == "aztec-math: no paper's model is known, expected model ours"
