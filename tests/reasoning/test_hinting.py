"""Hints: the next number, what is wrong, and states that are none."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.published import entry_named
from quincunx.reasoning import hint, hinting, solve_path
from quincunx.solving import solve
from tests.reasoning.puzzles import GALLERY

C_NOTE = "c-note:100:878/312/272"  # 85,7,8 / 13,15,72 / 2,78,20
AZTEC = "aztec-math:8/__/_9_/8__2"  # 8 / 53 / 493 / 8452
BALANCE = "multi-balance:6:......#./...#..../#......#/......../......../.....#.."
STRIKE = "power-strike:2:6,_,_,_,_"  # 6,12,24,48,96
STAR = "sum-star:0.0=6,11,16,8,22,10@__X7________1"  # X4X763X598X21


@pytest.mark.parametrize(
    ("puzzle", "state", "nudge", "reason", "answer"),
    [
        (
            C_NOTE,
            "85,7,_/_,_,_/_,_,_",
            "Look at row 1.",
            ["Row 1: 85 + 7 + ? = 100."],
            "Row 1, column 3 is 8.",
        ),
        (
            C_NOTE,
            [[85, 7, 8], [None, 15, 72], [None, 78, 20]],
            "Look at row 2.",
            ["Row 2: ? + 15 + 72 = 100."],
            "Row 2, column 1 is 13.",
        ),
        (
            AZTEC,
            "8/5_/_9_/8__2",
            "Look at row 1, cell 1 and the two below it.",
            ["8 (row 1, cell 1) tops 5 (row 2, cell 1) and row 2, cell 2."],
            "Row 2, cell 2 is 3.",
        ),
        (
            STRIKE,
            None,
            "Look at the step from cell 1 to cell 2.",
            ["Cell 2 follows from 6: 12 (times 2), for 6 cannot lose its only digit."],
            "Cell 2 is 12.",
        ),
        (
            BALANCE,
            "1.....#_/4..#...3/#......#/......../......../2....#.5",
            "Look at the balance of column 8.",
            ["Column 8 balances, 2 × (row 1) + 1 × 3 against 3 × 5."],
            "Row 1, column 8 is 6.",
        ),
        (
            STAR,
            "X4X763X598X_1",
            "Look at A.",
            ["A lacks only 2."],
            "A12 is 2.",
        ),
    ],
)
def test_where_to_look_why_and_what_is_there(
    puzzle: str, state: object, nudge: str, reason: list[str], answer: str
) -> None:
    found = hint(puzzle, state)
    assert (found.kind, found.nudge, list(found.reason), found.answer) == (
        "step",
        nudge,
        reason,
        answer,
    )


def test_eliminations_on_the_way_are_part_of_the_reason() -> None:
    found = hint(C_NOTE)
    assert found.nudge.endswith("steps lead from there to the next number.")
    assert len(found.reason) > 3
    assert found.tier == 3
    assert all("so" in sentence for sentence in found.reason[:-1])


@pytest.mark.parametrize("name", ["c-note/5", "aztec-math/6", "multi-balance/84", "power-strike/7"])
def test_following_hints_solves_a_puzzle(name: str) -> None:
    puzzle = GALLERY[name]
    right = dict(zip(puzzle.cells, puzzle.numbers(solve(puzzle).solutions[0]), strict=True))
    written = dict(puzzle.givens())
    dice = Random(name)
    while (found := hint(puzzle, state_of(puzzle, written))).kind == "step":
        for cell, value in found.sets:
            assert cell not in written
            assert right[cell] == value
        cell, value = dice.choice(found.sets)
        written[cell] = value
    assert found.kind == "solved"
    assert found.nudge == "All is there, and all is right."


def state_of(puzzle: AnyPuzzle, written: dict[Any, int]) -> Any:
    """What is written in the shape of a solution."""
    return puzzle.solution([written.get(cell) for cell in puzzle.cells])


@pytest.mark.parametrize(
    ("puzzle", "state", "nudge", "wrong"),
    [
        (C_NOTE, "85,7,9/_,_,_/_,_,_", "row 1, column 3 is not 9", [((1, 3), 9)]),
        (
            C_NOTE,
            "58,7,9/_,_,_/_,_,_",
            "row 1, column 1 is not 58 and row 1, column 3 is not 9",
            [((1, 1), 58), ((1, 3), 9)],
        ),
        (C_NOTE, "85,-7,_/_,_,_/_,_,_", "row 1, column 2 is not −7", [((1, 2), -7)]),
        (AZTEC, "8/4_/_9_/8__2", "row 2, cell 1 is not 4", [((2, 1), 4)]),
        (STRIKE, "6,_,_,_,97", "cell 5 is not 97", [((5,), 97)]),
        (
            BALANCE,
            "x.....#./...#..../#......#/......../......../.....#..",
            "row 1, column 1 is not empty",
            [((1, 1), 0)],
        ),
        (STAR, "XXX7________1", "A2 is not X", [((1, 2), 0)]),
    ],
)
def test_what_is_wrong_is_named(
    puzzle: str, state: str, nudge: str, wrong: list[tuple[tuple[int, ...], int]]
) -> None:
    found = hint(puzzle, state)
    assert found.kind == "wrong"
    assert found.nudge == f"Something is wrong: {nudge}."
    assert list(found.wrong) == wrong
    assert (found.reason, found.answer, found.sets) == ((), "", ())


@pytest.mark.parametrize(
    ("puzzle", "kind", "nudge"),
    [
        (
            "power-strike:7:41,_,_,_,_,_,_,_",
            "multiple",
            "The puzzle has more than one solution, so not every number can be found.",
        ),
        ("c-note:1:11/11", "none", "The puzzle has no solution."),
    ],
)
def test_puzzles_without_just_one_solution(puzzle: str, kind: str, nudge: str) -> None:
    found = hint(puzzle)
    assert (found.kind, found.nudge, found.reason, found.answer) == (kind, nudge, (), "")


@pytest.mark.parametrize(
    ("puzzle", "state", "message"),
    [
        (C_NOTE, "85,7/_,_,_/_,_,_", "c-note: state, row 1 has 2 cells, expected 3"),
        (C_NOTE, "85,7,8", "c-note: state has 1 row, expected 3"),
        (
            C_NOTE,
            "85,7,x/_,_,_/_,_,_",
            "c-note: state, row 1, column 3 is 'x', expected a whole number of at most 19 digits",
        ),
        (C_NOTE, "[[85", "c-note: state is not valid JSON (Expecting ',' delimiter: line 1"),
        (C_NOTE, {"a": 1}, "c-note: state is an object, expected a list of 3 rows"),
        (
            C_NOTE,
            [[85, True, 8], [None] * 3, [None] * 3],
            "c-note: state, row 1, column 2 is true, expected a whole number",
        ),
        (AZTEC, "8/53/___/8__2x", "aztec-math: state, row 4 has 5 cells, expected 4"),
        (AZTEC, "8/5x/___/8__2", "aztec-math: state, row 2, cell 2 is 'x', expected a digit"),
        (AZTEC, "8/__/_9_/7__2", "aztec-math: state, row 4, cell 1 is 7, but 8 is given"),
        (STRIKE, "7,_,_,_,_", "power-strike: state, cell 1 is 7, but 6 is given"),
        (STRIKE, "6,_,_,_", "power-strike: state has 4 cells, expected 5"),
        (STRIKE, "6,_,_,_,²", "power-strike: state, cell 5 is '²', expected a whole number of at"),
        (STRIKE, 6, "power-strike: state is 6, expected a list of 5 cells"),
        (STAR, "X4X763", "sum-star: state has 6 cells, expected 13"),
        (STAR, "04X7________1", "sum-star: state, cell A1 is '0', expected X or a digit from 1"),
        (STAR, "__4_________1", "sum-star: state, A3 is 4, but X is given"),
        (BALANCE, "1.....#6", "multi-balance: state has 1 row, expected 6"),
        (
            BALANCE,
            "1.....#6./...#..../#......#/......../......../.....#..",
            "multi-balance: state, row 1 has 9 cells, expected 8",
        ),
        (
            BALANCE,
            "a.....#./...#..../#......#/......../......../.....#..",
            "multi-balance: state, row 1, column 1 is 'a', expected . # x, a digit from",
        ),
        (
            BALANCE,
            "#.....#./...#..../#......#/......../......../.....#..",
            "multi-balance: state, row 1, column 1 is '#', but the board has no fulcrum there",
        ),
        (
            BALANCE,
            "......#./...#..../#......#/3......./......../.....#..",
            "multi-balance: state, row 4, column 1 is 3, but no row and column with one fulcrum "
            "each cross there",
        ),
    ],
)
def test_states_that_are_none_get_one_line(puzzle: str, state: object, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        hint(puzzle, state)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("puzzle", "states"),
    [
        (
            C_NOTE,
            [
                "85,_,8/_,_,_/_,_,_",
                "85,,8/?,_,/_,_,_",
                "[[85, null, 8], [null, null, null], [null, null, null]]",
            ],
        ),
        (
            AZTEC,
            [
                "8/5_/_9_/8__2",
                " 8 / 5_ / _9_ / 8__2 ",
                [[8], [5, None], [None, 9, None], [8, None, None, 2]],
            ],
        ),
        (
            STRIKE,
            [
                "6,_,24,_,_",
                "6, _, 24, _, _",
                [6, None, 24, None, None],
                [[6, None, 24, None, None]],
            ],
        ),
        (
            STAR,
            [
                "_4X7________1",
                "A: _ 4 X 7 _ _ _ _ _ _ _ _ 1",
                [[None, 4, 0, 7, *[None] * 8, 1]],
                [None, 4, 0, 7, *[None] * 8, 1],
                json.dumps([[None, 4, 0, 7, *[None] * 8, 1]]),
                json.dumps([None, 4, 0, 7, *[None] * 8, 1]),
                ["_4X7________1"],
            ],
        ),
        (
            BALANCE,
            [
                "1.....#./...#..../#......#/......../......../.....#..",
                "1_____#_/___#____/#______#/________/________/_____#__",
                ["1.....#.", "...#....", "#......#", "........", "........", ".....#.."],
                [[1, *[None] * 5, "#", None], "...#....", "#......#", *["." * 8] * 2, ".....#.."],
            ],
        ),
    ],
)
def test_the_same_state_in_different_forms(puzzle: str, states: list[object]) -> None:
    hints = [hint(puzzle, state) for state in states]
    assert hints[0].kind == "step"
    assert all(found == hints[0] for found in hints)


@pytest.mark.parametrize(
    ("puzzle", "state", "kind"),
    [
        ("aztec-math:5", None, "solved"),
        ("aztec-math:5", [5], "solved"),
        ("aztec-math:5", [[5]], "solved"),
        ("aztec-math:5", [[None]], "solved"),
        ("aztec-math:5", "_", "solved"),
        ("aztec-math:_", None, "multiple"),
        (STAR, json.dumps([[None] * 13]), "step"),
        (STAR, [None] * 13, "step"),
    ],
)
def test_puzzles_of_one_row(puzzle: str, state: object, kind: str) -> None:
    assert hint(puzzle, state).kind == kind


def test_a_limit_stops_cleanly() -> None:
    found = hint(C_NOTE, time_limit=0)
    assert (found.kind, found.nudge) == (
        "unknown",
        "A limit stopped the work before a hint was found.",
    )


def test_as_data() -> None:
    assert quincunx.hint(C_NOTE, "85,7,_/_,_,_/_,_,_").as_dict() == {
        "puzzle": C_NOTE,
        "family": "c-note",
        "kind": "step",
        "nudge": "Look at row 1.",
        "reason": ["Row 1: 85 + 7 + ? = 100."],
        "answer": "Row 1, column 3 is 8.",
        "technique": "last one",
        "tier": 1,
        "cells": [[1, 1], [1, 2], [1, 3]],
        "sets": [{"cell": [1, 3], "value": 8}],
        "wrong": [],
    }


@pytest.mark.parametrize("name", ["c-note/1", "c-note/paper-labeling"])
def test_a_hint_builds_its_model_once_and_solves_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = entry_named(name).puzzle
    done: list[str] = []

    def note(home: object, what: str) -> None:
        act = getattr(home, what)

        def noted(*arguments: object, **options: object) -> object:
            done.append(what)
            return act(*arguments, **options)

        monkeypatch.setattr(home, what, noted)

    note(hinting, "solve")
    note(solve_path, "solve")
    note(type(puzzle), "reasoning_model")
    assert hint(puzzle).kind == "step"
    assert sorted(done) == ["reasoning_model", "solve"]
