"""The papers' programs against a second implementation of them, in SWI-Prolog (`papers.pl`).

Both label leftmost and up, so that all answers come in the same order, first answers, wrong ones
and repetitions included, however strongly a system propagates.
"""

import json
import shutil
import subprocess
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx import generate, parse
from quincunx.cp.engines.kernel import start
from quincunx.cp.limits import Limits
from quincunx.families import AnyPuzzle, to_document
from quincunx.families.base.capabilities import paper_proposals
from quincunx.families.c_note import CNote
from quincunx.families.sum_star import SumStar
from quincunx.lab.papers.experiments import papers
from quincunx.solving.models import AUTHORS, PAPER, model_of, search_options

pytestmark = [
    pytest.mark.another_solver,
    pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed"),
]
PROGRAMS = Path(__file__).with_name("papers.pl")
NUMBER = 6
"""Instances of each program."""
MOST = 12
"""Answers that are compared of each."""


def our_answers(puzzle: AnyPuzzle, model: str) -> list[list[int]]:
    """The first answers of the program, as it gives them."""
    options = search_options(puzzle, model, labeling="leftmost,step,up")
    asked = options.within(Limits(solutions=MOST))
    program = model_of(puzzle, model)
    places = [variable.index for variable in program.decisions]
    return [[values[place] for place in places] for values in start(program, asked)]


def their_answers(*goals: str) -> list[list[Any]]:
    """The first answers of the Prolog program for each goal, which binds `Answer`."""
    query = ",writeln(next),".join(f"\\+ \\+ all({goal}, Answer, {MOST})" for goal in goals)
    command = ["swipl", "-q", "-s", str(PROGRAMS), "-g", query, "-t", "halt"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert done.stderr == ""
    found = done.stdout.split("next\n")
    return [[json.loads(line) for line in lines.splitlines()] for lines in found]


def prolog(value: Any) -> str:
    """A value in Prolog; what is empty is a new variable."""
    if isinstance(value, list | tuple):
        return f"[{','.join(map(prolog, value))}]"
    return "_" if value is None else str(value)


def compare(puzzles: list[AnyPuzzle], goal: Callable[[AnyPuzzle], str], model: str = PAPER) -> None:
    """All answers are the same, in the same order; some instance has one."""
    assert len(puzzles) == NUMBER
    ours = [our_answers(puzzle, model) for puzzle in puzzles]
    for puzzle, own, their in zip(puzzles, ours, their_answers(*map(goal, puzzles)), strict=True):
        assert own == their, puzzle
    assert sum(map(bool, ours)) >= NUMBER // 3


def test_squares_have_the_same_answers_in_prolog() -> None:
    drawn = paper_proposals(CNote, Random(3), size=2, target=40)
    assert drawn is not None
    puzzles: list[AnyPuzzle] = [p for p in islice(drawn, NUMBER - 2) if p is not None]
    # A given 0 is found in front of every number, and 44 holds its digit twice.
    puzzles += [parse("c-note:50:04/41"), parse("c-note:48:44/44")]

    def goal(puzzle: AnyPuzzle) -> str:
        document = to_document(puzzle)
        digits = [digit for row in document["grid"] for digit in row]
        return f"c_note({document['target']},{prolog(digits)},Answer)"

    compare(puzzles, goal)


@pytest.mark.parametrize("model", [PAPER, AUTHORS])
def test_rings_have_the_same_answers_in_prolog(model: str) -> None:
    rings = [(2, 1, 5), (2, 10, 3), (2, 1, 7), (3, 4, 4), (7, 2, 3), (11, 11, 2)]
    puzzles: list[AnyPuzzle] = [
        parse(f"power-strike:{times}:{first}{',_' * (cells - 1)}") for times, first, cells in rings
    ]

    def goal(puzzle: AnyPuzzle) -> str:
        document = to_document(puzzle)
        ring = document["cells"]
        return f"power_strike({model},{ring[0]},{len(ring)},{document['multiplier']},Answer)"

    compare(puzzles, goal, model)


def test_authors_program_solves_the_big_ring() -> None:
    """Its domains have 34 million values, which SWI-Prolog keeps as intervals."""
    ring = "ring(authors,41,8,7,33765163,Answer,Powers),append(Powers,Answer,All)"
    ((answer,),) = their_answers(f"limit(1,({ring},labeling([leftmost,bisect,down],All)))")
    (stated,) = (
        claim.given["answers"][0]["answer"]
        for paper in papers()
        for claim in paper.claims
        if claim.given and claim.id == "finds-big"
    )
    assert answer == stated


def test_pyramids_have_the_same_answers_in_prolog() -> None:
    series = generate("aztec-math", seed=5, number=NUMBER - 3, levels=3)
    puzzles = [item.puzzle for item in series]
    puzzles += [parse("aztec-math:_/__"), parse("aztec-math:_"), parse("aztec-math:7/_2")]

    def goal(puzzle: AnyPuzzle) -> str:
        rows = prolog(to_document(puzzle)["rows"])
        return f"(Rows={rows},aztec_math(Rows),append(Rows,Answer))"

    compare(puzzles, goal)


def test_boards_have_the_same_answers_in_prolog() -> None:
    """The paper's first board, turned and mirrored; and two without an answer."""
    board = to_document(parse("multi-balance/paper-1"))["board"]
    boards = []
    for _ in range(2):
        boards += [board, board[::-1]]
        board = ["".join(line) for line in zip(*board[::-1], strict=True)]
    puzzles = [parse(f"multi-balance:6:{'/'.join(board)}") for board in boards]
    puzzles += [parse("multi-balance:2:.#./.../#.#"), parse("multi-balance:1:.#./...")]

    def goal(puzzle: AnyPuzzle) -> str:
        board = to_document(puzzle)["board"]
        width = len(board[0])
        levers: list[list[str]] = []
        inside: list[list[bool]] = []
        for lines, across in ((board, True), (list(zip(*board, strict=True)), False)):
            inside.append([])
            for at, line in enumerate(map(list, lines)):
                place = line.index("#") if line.count("#") == 1 else 0
                inside[-1].append(0 < place < len(line) - 1)
                if line.count("#") == 1:
                    levers.append(
                        [
                            f"{at * width + i if across else i * width + at}-({i - place})"
                            for i in range(len(line))
                            if i != place
                        ]
                    )
        domain = [
            r * width + c
            for r, row in enumerate(board)
            for c, cell in enumerate(row)
            if cell != "#" and inside[0][r] and inside[1][c]
        ]
        digits, size = to_document(puzzle)["digits"], f"{len(board)},{width}"
        return f"multi_balance({digits},{size},{prolog(domain)},{prolog(levers)},Answer)"

    compare(puzzles, goal)


def test_stars_have_the_same_answers_in_prolog() -> None:
    """The paper's puzzle with cells of its solution given, so that little is left to search."""
    puzzle = parse("sum-star/paper")
    dice = Random(2)
    puzzles = []
    for _ in range(NUMBER):
        document = to_document(puzzle)
        for star, cells in zip(document["stars"], SumStar.example.solution, strict=True):
            hidden = dice.sample(range(13), 6)
            star["cells"] = [None if at in hidden else cell for at, cell in enumerate(cells)]
        puzzles.append(parse(document))

    def goal(puzzle: AnyPuzzle) -> str:
        stars = to_document(puzzle)["stars"]
        sums = [
            f"{name}-{2 * at + 1}-{total}"
            for name, star in zip("abc", stars, strict=True)
            for at, total in enumerate(star["sums"])
            if total is not None
        ]
        cells = prolog([star.get("cells") or [None] * 13 for star in stars])
        return f"(Stars={cells},sum_star(Stars,[{','.join(sums)}]),append(Stars,Answer))"

    compare(puzzles, goal)
