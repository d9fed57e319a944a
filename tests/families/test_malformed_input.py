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
from tests.families.tables import json_or_text, rows

POSITIVE = "expected a positive whole number of at most 1000 digits"

IDENTIFIERS = """
power-strike:6,_,_ | '6,_,_' has no colon, expected MULTIPLIER:CELL,CELL,...
power-strike:02:6,_ | multiplier is '02', expected a positive whole number of at most 1000 digits
power-strike:2:6 | ring has 1 cell, expected 2 to 400
power-strike:2:6, | cell 2 is '', expected a positive whole number of at most 1000 digits or _
power-strike:2:6,-3 | cell 2 is '-3', expected a positive whole number of at most 1000 digits or _
power-strike:2:_,_ | no cell is given, expected at least one
power-strike:2:6,13,_ | cell 2 is 13, but 6 before it leads only to 12 (times 2)
power-strike:2:6,_,18 | cell 1 is 6, but 18 before it leads only to 36 (times 2)
    and to 8 or 1 (a digit removed)
power-strike:2z:_,205,5,_ | cell 3 is 5, but 205 before it leads only to 410 (times 2)
    and to 25 or 20 (a digit removed)
power-strike:2:_,12345,5,_ | cell 3 is 5, but 12345 before it leads only to 24690 (times 2)
    and to 12345 with a digit removed
c-note:884/625/361 | '884/625/361' has no colon, expected TARGET:ROW/ROW/...
c-note:007:88/62 | target is '007', expected a whole number from 1 to 100000
c-note:100001:88/62 | target is '100001', expected a whole number from 1 to 100000
c-note:100:884/62/361 | row 2 has 2 digits, expected 3
c-note:100:88/6² | row 2, column 2 is '²', expected a digit from 0 to 9
aztec-math:8/__/_9 | row 3 has 2 cells, expected 3
aztec-math:8/_0 | row 2, cell 2 is '0', expected a digit from 1 to 9 or _
aztec-math:_/__/7_7 | row 3 has the digit 7 more than once, expected all different
aztec-math:7/49 | r1c1 is 7, but 4 and 9 below it give only
    13 (sum), 5 (difference) or 36 (product)
multi-balance:6 | '6' has no colon, expected DIGITS:ROW/ROW/...
multi-balance:13:#. | digits is '13', expected a whole number from 1 to 12
multi-balance:6:#./. | row 2 has 1 cells, expected 2 as in row 1
multi-balance:6:#./.0 | row 2, column 2 is '0', expected . # or a digit from 1 to 6
multi-balance:10:B#./#.. | row 1, column 1 is 'B', expected . # or a digit from 1 to 9 or A (10)
multi-balance:6:.#./#3#/.../#3. | r2c2 gives 3 in a row of 2 fulcrums,
    expected exactly one
multi-balance:6:3.#./#3../...#/.#.. | r2c2 gives 3 like r1c1,
    expected each digit once
multi-balance:6:#.1./.#../2..#/..#. | givens use the fulcrum at r1c1 by its row and by
    its column, expected one of them
multi-balance:2:1#2/#../..# | all digits are given and break a rule: Row 1 has torque 1 to the left
    and 2 to the right of its fulcrum, expected the same.
sum-star: | dodecagon A is '', expected q.r=six sums, as in 0.0=6,33,_,_,_,_
sum-star:0.0 | dodecagon A is '0.0', expected q.r=six sums, as in 0.0=6,33,_,_,_,_
sum-star:0.0=1,2,3 | dodecagon A: sums has 3 numbers, expected 6
sum-star:0.0=1,2,03,4,5,6 | dodecagon A: sum 3 is '03', expected a whole number from 0 to 999 or _
sum-star:0.0=1,2,3,4,²,6 | dodecagon A: sum 5 is '²', expected a whole number from 0 to 999 or _
sum-star:0.0=1,2,3,4,5,1000 | dodecagon A: sum 6 is '1000',
    expected a whole number from 0 to 999 or _
sum-star:-0.0=_,_,_,_,_,_ | dodecagon A: coordinate is '-0',
    expected a whole number from -1000 to 1000
sum-star:0.1001=_,_,_,_,_,_ | dodecagon A: coordinate is '1001',
    expected a whole number from -1000 to 1000
sum-star:0.0=_,_,_,_,_,_@X | dodecagon A: cells has 1 given, expected 13
sum-star:0.0=_,_,_,_,_,_@_____________ | dodecagon A: givens are all _, expected some that are not,
    or no @ before them
sum-star:0.0=_,_,_,_,_,_@0____________ | dodecagon A: cell 1 is '0',
    expected X or a digit from 1 to 9 or _
sum-star:0.0=_,_,_,_,_,_/0.0=_,_,_,_,_,_ | dodecagon B is at 0.0 like A,
    expected a place of its own
sum-star:0.0=_,_,_,_,_,_/1.1=_,_,_,_,_,_ | dodecagon B is not connected with A,
    expected every dodecagon to touch another
sum-star:0.0=_,33,_,_,_,_/1.0=_,_,_,_,_,34 | the triangle at A3/B11 has 33 at A3 and 34 at B11,
    expected the same
sum-star:0.0=_,_,45,_,_,_/1.0=_,_,_,_,45,_/0.1=_,_,_,_,_,_ | the triangle at A5/B9/C1 has 45 at A5
    and null at C1, expected the same
sum-star:0.0=_,_,_,_,_,_@3__3_________ | the givens break a rule:
    A holds the digit 3 twice, expected once.
sum-star:0.0=_,_,_,_,_,_@X_X_X_X_X____ | the givens break a rule:
    A holds X 5 times, expected 4 times.
sum-star:0.0=_,_,_,_,_,_@X___________X | the givens break a rule:
    A1 and A13 share an edge and are both X.
sum-star:0.0=_,_,_,_,_,_@___X_________/1.0=_,_,_,_,_,_@_________X___ | the givens break a rule:
    A4 and B10 share an edge and are both X.
sum-star:0.0=_,33,_,_,_,_@__7__________/1.0=_,_,_,_,_,33@__________7__ | the givens break a rule:
    The digit 7 is at A3 and B11, around the triangle 33 at A3/B11, expected once.
sum-star:0.0=6,_,_,_,_,_@5__________2_ | the givens break a rule:
    The triangle 6 at A1 already sums to 7, expected 6.
sum-star:0.0=6,_,_,_,_,_@X2_________3_ | the givens break a rule:
    The triangle 6 at A1 sums to 5, expected 6.
"""


@pytest.mark.parametrize(("identifier", "message"), rows(IDENTIFIERS))
def test_malformed_identifier_is_rejected(identifier: str, message: str) -> None:
    family, _, body = identifier.partition(":")
    with pytest.raises(PuzzleError) as refused:
        from_body(family_named(family), body)
    assert str(refused.value) == f"{family}: {message}"


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
    with pytest.raises(PuzzleError) as refused:
        from_body(family_named(family), body)
    assert str(refused.value).startswith(f"{family}: {message}")


SOUND: dict[str, dict[str, Any]] = {
    "power-strike": {"multiplier": 2, "cells": [6, None]},
    "c-note": {"target": 100, "grid": [[8, 8], [6, 2]]},
    "aztec-math": {"rows": [[8], [None, None]]},
    "multi-balance": {"digits": 6, "board": ["#."]},
    "sum-star": {"stars": [{"at": [0, 0], "sums": [6, 33, 45, 11, 22, 10]}]},
}
DOCUMENTS = """
power-strike | {"multiplier": true} | multiplier is true, expected a positive whole number
power-strike | {"cells": null} | ring is null, expected a list of 2 to 400 cells
power-strike | {"cells": [6, 1.5]} | cell 2 is 1.5, expected a positive whole number
power-strike | {"cells": [null, null]} | no cell is given, expected at least one
power-strike | {"leading_zeros": "keep"} | leading_zeros is 'keep', expected "vanish" or "forbid"
c-note | {"target": 100.0} | target is 100.0, expected a whole number from 1 to 100000
c-note | {"grid": {}} | grid is an object, expected a list of 2 to 30 rows
c-note | {"grid": [[8, 8], 62]} | row 2 is 62, expected a list of 2 digits
c-note | {"grid": [[8, 8], [6, 10]]} | row 2, column 2 is 10, expected a whole number from 0 to 9
aztec-math | {"rows": [[8], [null]]} | row 2 has 1 cell, expected 2
aztec-math | {"rows": [[0]]} | row 1, cell 1 is 0, expected a whole number from 1 to 9 or null
aztec-math | {"rows": [[null], [5, 5]]} | row 2 has the digit 5 more than once, expected all diff
multi-balance | {"digits": 6.0} | digits is 6.0, expected a whole number from 1 to 12
multi-balance | {"board": "#./.."} | board is '#./..', expected a list of 1 to 40 rows
multi-balance | {"board": ["#.", 3]} | board: row 2 is 3, expected a text of . # and digits
sum-star | {"stars": [3]} | dodecagon A is 3, expected an object with at and sums
sum-star | {"place": 3} | dodecagon A has the key 'place', expected at, sums, cells
sum-star | {"at": [0]} | dodecagon A: at has 1 coordinate, expected 2
sum-star | {"at": [0, 0.0]} | dodecagon A: coordinate is 0.0, expected a whole number from -1000
sum-star | {"sums": [6, 33, 45, "11", 22, 10]} | dodecagon A: sum 4 is '11', expected a whole
sum-star | {"cells": [null]} | dodecagon A: cells has 1 given, expected 13
sum-star | {"cells": [0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]} | dodecagon A: cell 2 is 10,
    expected a whole number from 0 to 9 or X or null
"""


@pytest.mark.parametrize(("family", "changes", "message"), rows(DOCUMENTS))
def test_malformed_document_is_rejected(family: str, changes: str, message: str) -> None:
    changed = json.loads(changes)
    if family == "sum-star" and "stars" not in changed:
        changed = {"stars": [SOUND[family]["stars"][0] | changed]}
    with pytest.raises(PuzzleError) as refused:
        from_document({"family": family} | SOUND[family] | changed)
    assert str(refused.value).startswith(f"{family}: {message}")


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
ANSWERS = """
power-strike | null | is null, expected a list of 3 numbers
power-strike | | has 1 number, expected 3
power-strike | 6,12 | has 2 numbers, expected 3
power-strike | 6,12,_ | , cell 3 is '_', expected a whole number of at most 4000 digits
power-strike | [6, 12, 3 | is not valid JSON (Expecting ',' delimiter: line 1 column 10
power-strike | 6,!5,24 | , cell 2 is '!5', expected
power-strike | [6, {"not": [5]}, 24] | , cell 2 is an object,
c-note | 1,2/3 | , row 2 has 1 number, expected 2
c-note | 1,2/3,4/5,6 | has 3 rows, expected 2
c-note | 1,2/3,04 | , row 2, column 2 is '04', expected a whole number of at most 19 digits
c-note | [[1, 2], "3,4"] | , row 2 is '3,4', expected a list of 2 numbers
aztec-math | 8/5 | , row 2 has 1 cell, expected 2
aztec-math | 8/{5,7}3 | , row 2 has 6 cells, expected 2
aztec-math | [[8], [5, null]] | , row 2, cell 2 is null, expected a whole number of at most 19
multi-balance | .... | has 1 row, expected 4
multi-balance | ["#...", "...#", "....", ".#."] | , row 4 has 3 cells, expected 4
multi-balance | ["#...", "...#", "....", 5] | , row 4 is 5, expected a text or a list of 4 cells
multi-balance | #.../...#/..../0#.. | , row 4, column 1 is '0', expected . # or a digit from 1 to 9
sum-star | X4X763X598X21 | has 1 dodecagon, expected 2
sum-star | X4X763X598X21/6X3X7X124859 | , dodecagon B has 12 cells, expected 13
sum-star | B: X4X763X598X21/A: X4X763X598X21 | , dodecagon A is called 'B', expected A
sum-star | X4X763X598021/X4X763X598X21 | , cell A11 is '0', expected X or a digit from 1 to 9
sum-star | [[10, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1], "X4X763X598X21"] | , cell A1 is 10,
    expected a whole number from 0 to 9 or X
"""


@pytest.mark.parametrize(("family", "answer", "message"), rows(ANSWERS))
def test_malformed_answer_is_rejected(family: str, answer: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        read_solution(parse(PUZZLES[family]), json_or_text(answer))
    start = message if message.startswith(",") else f" {message}"
    assert str(refused.value).startswith(f"{family}: solution{start}")


STATES = """
# Braces that are missing, too many or nested.
c-note | _,{1,2/_,_ | , row 1, column 2 is '{1,2', expected one { and one } after it, as in {1,2}
c-note | {{1}},_/_,_ | , row 1, column 1 is '{{1}}', expected one { and one } after it, as in {1,2}
aztec-math | 8/{5,73 | , row 2, cell 1 is '{5,73', expected one { and one } after it, as in {1,2}
multi-balance | ["#...", "{x..#", "....", ".#.."] | , row 2, column 1 is '{x..#',
    expected one { and one } after it, as in {1,2}
# Empty lists.
c-note | {},_/_,_ | , row 1, column 1 has an empty list of candidates, expected at least one
power-strike | [6, {"not": []}, 1] | , cell 2 has an empty list of excluded values,
    expected at least one
# Values that cannot stand in a cell.
c-note | _,{1,x}/_,_ | , row 1, column 2, candidate 2 is 'x', expected a whole number of at most 19
    digits
c-note | _,!/_,_ | , row 1, column 2, excluded value 1 is '', expected a whole number of at most 19
    digits
aztec-math | 8/{5,12}_ | , row 2, cell 1, candidate 2 is '12', expected a digit from 0 to 9
sum-star | {X,0}____________/_____________ | , cell A1, candidate 2 is '0',
    expected X or a digit from 1 to 9
sum-star | A: !x____________/_____________ | , cell A1, excluded value 1 is 'x',
    expected X or a digit from 1 to 9
sum-star | 0____________/_____________ | , cell A1 is '0', expected X or a digit from 1 to 9 or _
multi-balance | #{.,1}../...#/..../.#.. | , row 1, column 2, candidate 1 is '.',
    expected x or a digit from 1 to 9
multi-balance | #a../...#/..../.#.. | , row 1, column 2 is 'a', expected . # x, a digit from 1 to 9
    or _
power-strike | [6, {"candidates": [true]}, 1] | , cell 2, candidate 1 is true,
    expected a whole number of at most 4000 digits
# More than a note.
c-note | {1,2}3,_/_,_ | , row 1, column 1 is '{1,2}3', expected nothing after }
aztec-math | 8/{5,7}!33 | , row 2 has 3 cells, expected 2
# Objects that are no notes.
power-strike | [6, {}, 1] | , cell 2 is an object, expected {"candidates": [...]} or {"not": [...]}
power-strike | [6, {"candidates": [1], "not": [2]}, 1] | , cell 2 is an object,
    expected {"candidates": [...]} or {"not": [...]}
power-strike | [6, {"not": 3}, 1] | , cell 2, "not" is 3, expected a list of values
power-strike | {"candidates": [1]} | is an object, expected a list of 3 cells
# Shapes that are not the puzzle's.
power-strike | 6,_ | has 2 cells, expected 3
c-note | 1,2 | has 1 row, expected 2
c-note | [[85 | is not valid JSON (Expecting ',' delimiter: line 1 column 5 (char 4))
# Notes where no digit can stand, or where a fulcrum is.
multi-balance | #.{1,2}./...#/..../.#.. | , row 1, column 3 is {1,2},
    but no row and column with one fulcrum each cross there
multi-balance | !1.../...#/..../.#.. | , row 1, column 1 is !1,
    but the board has a fulcrum there
multi-balance | ##../...#/..../.#.. | , row 1, column 2 is '#', but the board has no fulcrum there
"""


@pytest.mark.parametrize(("family", "state", "message"), rows(STATES))
def test_malformed_state_is_rejected(family: str, state: str, message: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        read_state(parse(PUZZLES[family]), json_or_text(state))
    expected = message if message.startswith(",") else f" {message}"
    assert str(refused.value) == f"{family}: state{expected}"
