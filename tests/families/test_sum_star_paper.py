"""The paper's program of Sum Star: its choice points, what it posts after them, its mistakes."""

from __future__ import annotations

import pytest

from quincunx.cp.engines import start
from quincunx.cp.limits import Limits
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.errors import OptionError
from quincunx.families import parse
from quincunx.families.base.capabilities import paper_model
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving import solve

PAPER = "sum-star/paper"
ANSWER = [
    [0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1],
    [6, 0, 3, 0, 7, 0, 1, 2, 4, 8, 5, 9, 0],
    [9, 5, 0, 3, 8, 6, 0, 7, 0, 2, 0, 1, 4],
]


def program(text: str = PAPER) -> Model:
    model = paper_model(find_puzzle(text))
    assert model is not None
    return model


def test_paper_program_compares_four_of_six_cells() -> None:
    model = program()
    pairs = {
        frozenset(variable.name for variable in c.variables)
        for c in model.sleeping
        if c.label == "differ" and c.variables[0].name[0] != c.variables[1].name[0]
    }
    assert {frozenset(pair) for pair in (("A2", "B12"), ("A3", "B11"))} < pairs
    assert frozenset(("A4", "B12")) not in pairs, "printed: [A2, A3, B11, B12]"
    assert frozenset(("A2", "B10")) not in pairs


def test_paper_program_does_not_close_the_ring() -> None:
    """A1 and A12 may both be X, which the rules forbid."""
    model = program()
    ring = {
        frozenset(v.name for v in c.variables)
        for c in model.sleeping
        if c.label == "differ" and all(v.name[0] == "A" for v in c.variables)
    }
    assert frozenset(("A11", "A12")) in ring
    assert frozenset(("A12", "A1")) not in ring
    assert model.notes is not None
    assert model.notes.errs


@pytest.mark.slow
def test_pinned_counters() -> None:
    """The paper prints 10,256 backtracks."""
    run = start(program(), SearchOptions(["min"], "domain", limits=Limits(solutions=1)))
    (found,) = run
    assert [list(found[at : at + 13]) for at in (0, 13, 26)] == ANSWER
    assert run.statistics.backtracks == 5_321


@pytest.mark.parametrize(
    "text",
    ["sum-star:0.0=_,_,_,_,_,_", "sum-star:0.0=_,_,_,_,_,_/1.0=_,_,_,_,_,_/1.-1=_,_,_,_,_,_"],
)
def test_paper_program_refuses_other_arrangements(text: str) -> None:
    assert paper_model(parse(text)) is None
    with pytest.raises(OptionError) as refused:
        solve(text, model="paper")
    assert str(refused.value) == (
        "sum-star: the paper's program takes three dodecagons around one triangle only; for "
        "other puzzles there is model ours"
    )
