"""Malformed identifiers, documents, answers and states: one line that says where, what was found
and what was expected.

That every malformed text is refused at all, `test_contract.py` proves with random changes.
"""

import json
from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.families import family_named, from_document, parse
from quincunx.families.base.documents import from_body, read_solution, read_state
from quincunx.families.power_strike import PowerStrike
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import MAX_STARS, Star
from tests.families.fuzzing import refusal
from tests.families.tables import cases, json_or_text

POSITIVE = "expected a positive whole number of at most 1000 digits"


@pytest.mark.parametrize(("identifier", "message"), cases("families/cases/identifiers.txt"))
def test_malformed_identifier_is_rejected(identifier: str, message: str) -> None:
    family, _, body = identifier.partition(":")
    assert refusal(from_body, family_named(family), body) == f"{family}: {message}"


NINES = f"'{'9' * 37}...'"


@pytest.mark.parametrize(
    ("family", "body", "message"),
    [
        ("power-strike", "2:" + ",".join("_" * 401), "ring has 401 cells, expected 2 to 400"),
        ("power-strike", f"2:6,{'9' * 1001}", f"cell 2 is {NINES}, {POSITIVE} or _"),
        ("power-strike", f"2:6,{'9' * 1_000_000}", f"cell 2 is {NINES}, {POSITIVE} or _"),
        ("power-strike", f"{'9' * 1000}:6,_,_,_", "numbers could grow to 4001 digits, expected"),
        ("c-note", f"{'9' * 9000}:88/62", f"target is {NINES}, expected a whole number from 1"),
        ("c-note", "100:" + "/".join(["8"] * 31), "grid has 31 rows, expected 2 to 30"),
        ("aztec-math", "/".join("_" * i for i in range(1, 11)), "pyramid has 10 rows, expected 1"),
        ("multi-balance", "6:" + "." * 41, "row 1 has 41 cells, expected 1 to 40"),
        ("multi-balance", "6:" + "./" * 40 + ".", "board has 41 rows, expected 1 to 40"),
        ("sum-star", "/" * MAX_STARS, "stars has 61 dodecagons, expected 1 to 60"),
    ],
    ids=lambda value: value[:30],
)
def test_oversized_identifier_is_rejected(family: str, body: str, message: str) -> None:
    assert refusal(from_body, family_named(family), body).startswith(f"{family}: {message}")


SOUND: dict[str, dict[str, Any]] = {
    "power-strike": {"multiplier": 2, "cells": [6, None]},
    "c-note": {"target": 100, "grid": [[8, 8], [6, 2]]},
    "aztec-math": {"rows": [[8], [None, None]]},
    "multi-balance": {"digits": 6, "board": ["#."]},
    "sum-star": {"stars": [{"at": [0, 0], "sums": [6, 33, 45, 11, 22, 10]}]},
}


@pytest.mark.parametrize(("family", "changes", "message"), cases("families/cases/documents.txt"))
def test_malformed_document_is_rejected(family: str, changes: str, message: str) -> None:
    changed = json.loads(changes)
    if family == "sum-star" and "stars" not in changed:
        changed = {"stars": [SOUND[family]["stars"][0] | changed]}
    assert refusal(from_document, {"family": family} | SOUND[family] | changed).startswith(
        f"{family}: {message}"
    )


def test_constructor_is_as_strict_as_the_readers() -> None:
    with pytest.raises(PuzzleError, match="dodecagon A is 3, expected an object with at and sums"):
        SumStar((3,))  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="dodecagon A: sums has 1 number, expected 6"):
        SumStar((Star((0, 0), (5,)),))
    with pytest.raises(PuzzleError, match="multiplier is 0, expected a positive whole number"):
        PowerStrike(0, (6, None))


PUZZLES = {
    "power-strike": "power-strike:2:6,_,_",
    "c-note": "c-note:100:88/62",
    "aztec-math": "aztec-math:8/__",
    "multi-balance": "multi-balance:3:#.../...#/..../.#..",
    "sum-star": "sum-star:0.0=_,_,_,_,_,_/1.0=_,_,_,_,_,_",
}


@pytest.mark.parametrize(("family", "answer", "message"), cases("families/cases/answers.txt"))
def test_malformed_answer_is_rejected(family: str, answer: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        read_solution(parse(PUZZLES[family]), json_or_text(answer))
    start = message if message.startswith(",") else f" {message}"
    assert str(refused.value).startswith(f"{family}: solution{start}")


@pytest.mark.parametrize(("family", "state", "message"), cases("families/cases/states.txt"))
def test_malformed_state_is_rejected(family: str, state: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        read_state(parse(PUZZLES[family]), json_or_text(state))
    expected = message if message.startswith(",") else f" {message}"
    assert str(refused.value) == f"{family}: state{expected}"
