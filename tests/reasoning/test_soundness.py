"""Every step is right: what it says follows, what it rules out leads nowhere, nothing is lost.

Two judges that share nothing look at the same reasoning: the judge of explanations, which reads
the JSON and has rules of its own, and the solver, which lists all solutions. How many puzzles are
judged is settled here.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from quincunx.cli.families import rule_book_data
from quincunx.cp.kernel.domain import single
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.documents import givens_of, numbers_of, read_state
from quincunx.reasoning import explain, hint
from quincunx.reasoning.narration import narrate_move
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.reasoning.evidence import check_step
from tests.reasoning.judging import judged
from tests.reasoning.puzzles import GALLERY, MADE, imaged, mostly_slow, random_puzzles
from tests.reasoning.ways import State

JUDGED = (*random_puzzles(seed=2, count=10), *MADE, *imaged(MADE, seed=2))
"""Puzzles that are judged beside the gallery's: with one solution, with several and with none."""
CONFIRMED = 12
"""So many random puzzles of each family have every move confirmed by the kernel."""
HINTED = 6
"""So many random puzzles of each family are hinted at from half a solution."""

RANDOM = list(random_puzzles(seed=5, count=CONFIRMED))


# What the judge says.


@pytest.mark.parametrize("name", mostly_slow(GALLERY))
def test_judge_has_no_complaint_about_the_gallery(name: str) -> None:
    assert judged(GALLERY[name]).complaints == []


@pytest.mark.parametrize("puzzle", mostly_slow(JUDGED), ids=lambda p: p.identifier)
def test_judge_has_no_complaint_about_others(puzzle: AnyPuzzle) -> None:
    found = judged(puzzle)
    assert found.complaints == []
    solutions = solve(puzzle, limit=2).solutions
    assert found.explanation.verdict == ("none", "unique", "multiple")[len(solutions)]
    assert found.explanation.solution == (solutions[0] if len(solutions) == 1 else None)
    refuted = bool(found.explanation.steps) and not found.explanation.steps[-1].noted
    assert refuted is not bool(solutions)


def test_puzzles_of_all_kinds_are_judged() -> None:
    verdicts = Counter((p.family, solve(p).verdict) for p in JUDGED)
    families = {family for family, _ in verdicts}
    assert len(families) == 5
    for verdict in ("unique", "multiple", "none"):
        assert sum(verdicts[family, verdict] > 0 for family in families) >= 3, verdicts


@pytest.mark.parametrize(
    "puzzle", list(random_puzzles(seed=8, count=HINTED)), ids=lambda p: p.identifier
)
def test_hint_follows_from_the_state(puzzle: AnyPuzzle) -> None:
    solutions = solve(puzzle, limit=2).solutions
    if not solutions:
        assert hint(puzzle).kind == "none"
        return
    dice = Random(puzzle.identifier)
    numbers = dict(zip(puzzle.cells, numbers_of(puzzle, solutions[0]), strict=True))
    given = givens_of(puzzle)
    written = {
        cell: value for cell, value in numbers.items() if cell in given or dice.random() < 0.5
    }
    on_paper = puzzle.solution([written.get(cell) for cell in puzzle.cells])
    found = hint(puzzle, on_paper)
    assert found.kind in ("step", "solved", "multiple")
    if found.step is not None:
        read = read_state(puzzle, on_paper).numbers
        state: State = {cell: frozenset((value,)) for cell, value in read.items()}
        step = found.step.as_dict()
        assert check_step(puzzle.identifier, step, state, rule_book_data(puzzle)) == []


def test_step_that_a_wrong_number_breaks_is_judged_too() -> None:
    """r1c3 cannot be 18 with 85 and 7 beside it."""
    puzzle = parse("c-note:100:878/312/272")
    path = Path(puzzle, read_state(puzzle, "85,7,18/_,_,_/_,_,_"))
    path.follow()
    (step,) = path.steps()
    state: State = {(1, 1): frozenset({85}), (1, 2): frozenset({7}), (1, 3): frozenset({18})}
    book = rule_book_data(puzzle)
    assert step.as_dict()["contradiction"]
    assert check_step(puzzle.identifier, step.as_dict(), {**state}, book) == []
    right = {**state, (1, 3): frozenset({8})}
    assert check_step(puzzle.identifier, step.as_dict(), {**right}, book) != []


@pytest.mark.slow
def test_case_ends_when_a_cell_has_no_candidate() -> None:
    """What links say beside what is wanted of them may be a contradiction before the last one."""
    puzzle = parse("multi-balance:11:......#./....#.../.......#/#.#..#../....#.../....#...")
    path = Path(puzzle)
    hardest = next(moves for moves in path.rounds() if moves[0].effort > 14)
    state: State = {
        cell: frozenset(path.candidates.values(variable.index, variable.bits))
        for cell, variable in path.variable_of.items()
    }
    book = rule_book_data(puzzle)
    for move in hardest:
        step = narrate_move(puzzle, path.candidates, move).as_dict()
        assert check_step(puzzle.identifier, step, {**state}, book) == []
        (case,) = step["chain"]
        says_nothing = [not link["sets"] and not link["removes"] for link in case["links"]]
        assert says_nothing.index(True) == len(says_nothing) - 1


# What the solver says.


@pytest.mark.parametrize("by_rounds", [False, True])
def test_reasoning_keeps_every_solution_and_finds_what_all_share(by_rounds: bool) -> None:
    """On the way of explanations and on that of grades."""
    tiers: set[int] = set()
    for puzzle in RANDOM:
        path = Path(puzzle)
        contradicted = False
        for moves in path.rounds() if by_rounds else path.moves():
            contradicted = any(move.contradicts for move in moves)
            assert len({move.effort for move in moves}) == 1, puzzle
            tiers |= {move.technique.tier for move in moves}
        solutions = solve(puzzle, limit=200).solutions
        assert contradicted is not bool(solutions), puzzle
        assert path.candidates.solved is (len(solutions) == 1), puzzle
        numbers = [numbers_of(puzzle, solution) for solution in solutions]
        for at, variable in enumerate(path.candidates.model.decisions):
            there = path.candidates.variables[variable.index]
            held = {row[at] for row in numbers}
            assert all(there.bit(value) & there.bits for value in held), (puzzle, variable)
            if 1 < len(solutions) < 200 and not path.candidates.endless(there.index, there.bits):
                assert single(there.bits) is (len(held) == 1), (puzzle, variable)
    assert tiers >= {1, 2, 3, 4, 5}


def test_reasoning_is_the_same_every_time() -> None:
    def way(puzzle: AnyPuzzle) -> tuple[object, ...]:
        moves = [move for moves in Path(puzzle).rounds() for move in moves]
        found = [(move.technique, c.variable, c.after) for move in moves for c in move.changes]
        return found, explain(puzzle).steps

    for name in ("aztec-math/6", "multi-balance/85", "c-note/9"):
        assert way(GALLERY[name]) == way(GALLERY[name])
