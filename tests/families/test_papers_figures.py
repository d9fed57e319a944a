"""Figures behind the verdicts on the papers that `claims.toml` states: they are computed again."""

from math import perm
from pathlib import Path
from typing import Any

import pytest

from quincunx.cp import AllDifferent, Limits, Statistics
from quincunx.cp.engines.kernel import start
from quincunx.families import parse
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.paper import printed_program
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.paper import paper_model
from quincunx.lab.papers.experiments import Claim, papers
from quincunx.solving import solve, tally
from quincunx.solving.models import PAPER, search_options

BOARDS = Path(__file__).with_name("multi_balance_boards.txt")
PAPERS = {paper.family: paper for paper in papers()}


def claim(family: str, name: str) -> Claim:
    (found,) = (claim for claim in PAPERS[family].claims if claim.id == name)
    return found


def given(family: str, name: str) -> dict[str, Any]:
    return dict(claim(family, name).given or {})


# Power Strike.


@pytest.mark.parametrize("multiplier", [2, 7, 10, 20, 31])
def test_rings_that_do_not_come_back_by_multiplier(multiplier: int) -> None:
    stated = given("power-strike", "match")
    rings = [
        f"power-strike:{multiplier}:{start}" + ",_" * (cells - 1)
        for cells in range(3, 9)
        for start in range(1, 51)
    ]
    without = sum(tally(ring).count == 0 for ring in rings)
    assert dict(zip(stated["multiplier"], stated["figures"], strict=True))[multiplier] == without


# Multi-Balance.


def placements(puzzle: MultiBalance) -> tuple[int, int]:
    """How many cells can hold a digit, and the number of placements up to the solution."""
    (first,) = (v for v in paper_model(puzzle).variables if v.name == "digit 1")
    width = len(puzzle.board[0])
    found = {
        int(mark): width * r + c
        for r, row in enumerate(solve(puzzle).solution or [])
        for c, mark in enumerate(row)
        if mark.isdigit()
    }
    left = list(first.domain)
    before = 0
    for digit in range(1, puzzle.digits + 1):
        place = left.index(found[digit])
        before += place * perm(len(left) - 1, puzzle.digits - digit)
        left.pop(place)
    return len(first.domain), before + 1


def test_placements_up_to_the_solution_of_the_papers_boards() -> None:
    boards = [find_puzzle(f"multi-balance/paper-{number}") for number in range(1, 5)]
    counted = [placements(board)[1] for board in boards if isinstance(board, MultiBalance)]
    assert counted == [1655, 2036498, 80682, 394558]
    assert list(given("multi-balance", "better-than")["to"].values()) == counted


def test_placements_up_to_the_solution_by_digits_and_cells() -> None:
    boards = map(parse, BOARDS.read_text().split())
    every = [(b.digits, *placements(b)) for b in boards if isinstance(b, MultiBalance)]
    stated = given("multi-balance", "digits")
    cells = stated["cells_that_can_hold_a_digit"]
    assert every == list(zip(stated["digits"], cells, stated["figures"], strict=True))


# Aztec Math.


def first_answer(text: str, once: bool) -> Statistics:
    """The counters of the paper's program; with `once`, each row has one all_different."""
    puzzle = find_puzzle(text)
    assert isinstance(puzzle, AztecMath)
    model = printed_program(puzzle)
    if once:
        rows = [c for c in model.constraints if isinstance(c, AllDifferent)]
        kept: dict[frozenset[object], object] = {}
        for one in rows:
            cells = frozenset(one.variables)
            if not any(cells < frozenset(other.variables) for other in rows):
                kept.setdefault(cells, one)
        whole = set(map(id, kept.values()))
        model.constraints[:] = [
            c for c in model.constraints if not isinstance(c, AllDifferent) or id(c) in whole
        ]
    run = start(model, search_options(puzzle, PAPER).within(Limits(solutions=1)))
    assert sum(1 for _ in run) == 1
    return run.statistics


@pytest.mark.slow
def test_double_all_different_costs_a_few_propagators_and_no_search() -> None:
    (levels,) = (e for e in PAPERS["aztec-math"].experiments if e.key == "aztec-math-levels")
    texts = [text for case in levels.cases[:4] for text in case["puzzles"]]
    twice, once = ([first_answer(text, way) for text in texts] for way in (False, True))
    assert len(texts) == 24
    assert [s.nodes for s in twice] == [s.nodes for s in once]
    assert [s.prunings for s in twice] == [s.prunings for s in once]
    totals = [sum(s.resumptions for s in some) for some in (twice, once)]
    posted = [sum(s.constraints for s in some) for some in (twice, once)]
    assert totals == [49_406, 47_865]
    assert posted == [2_640, 2_640 - 156]
    assert given("aztec-math", "double-call")["holds"] == [round(1.1 * totals[1]), "≤", totals[0]]
