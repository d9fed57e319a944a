"""The papers' models say the same as the families' own: the same solutions."""

from __future__ import annotations

import pytest

from quincunx.backends.to_kernel import start
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle, all_families
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


def test_a_family_without_one_says_so() -> None:
    trial = Trial("aztec-math:8/__/_9_/8__2", "leftmost", "step", "up", model="paper")
    with pytest.raises(OptionError) as refused:
        run(trial)
    assert str(refused.value) == "aztec-math: no paper's model is known, expected model ours"
