"""Scores: any spelling of a right answer is worth 1, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.datasets.questions import chain_of_thought, question
from quincunx.datasets.scoring import Score, score
from quincunx.datasets.scoring.scores import HOLES, NO_ANSWER
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import rule_book_of, sketch_of
from quincunx.families.base.documents import numbers_of, read_solution, to_document
from quincunx.families.base.reading import parse
from quincunx.families.gallery import gallery
from quincunx.reasoning import explain
from tests.datasets.spellings import SPELLINGS, Answer
from tests.families.fuzzing import changed_data, read_or_refused
from tests.families.guests import guests
from tests.families.toy import Toy

RIGHT = [
    Answer(entry.puzzle, entry.solution)
    for entry in gallery().values()
    if entry.solution is not None and not entry.puzzle.violations(entry.solution)
]
GRID = "c-note:100:878/312/272"
SOLVED = [[85, 7, 8], [13, 15, 72], [2, 78, 20]]
TURNED = [[85, 13, 2], [7, 15, 78], [8, 72, 20]]
"""The columns of the solution."""
RING = "power-strike:2:6,_,_,_,_"
DOUBLED = [6, 12, 24, 48, 96]
STARS = "sum-star:0.0=6,_,_,_,_,_"
STAR = [[0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1]]
BOARD = "multi-balance:4:#.../...#/..#./#..."


def test_the_gallery_has_answers_of_every_family() -> None:
    assert {answer.puzzle.family for answer in RIGHT} == set(quincunx.all_families())
    assert len(SPELLINGS) >= 20


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_right_answer_is_worth_one_in_every_spelling(spelling: str) -> None:
    for answer in RIGHT:
        text = SPELLINGS[spelling](answer)
        found = score(answer.puzzle, text)
        assert (found.value, found.answer, found.right) == (1.0, answer.solution, True), text


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_families_that_say_nothing_special_are_scored_like_the_others(spelling: str) -> None:
    with guests() as families:
        for family in families.values():
            puzzle = parse(family.example.identifier)
            answer = Answer(puzzle, family.example.solution)
            assert score(puzzle, SPELLINGS[spelling](answer)).value == 1.0, family.family


def test_a_puzzle_that_nobody_listed_is_asked_and_scored() -> None:
    asked = question(Toy(5))
    assert "a list of 2 numbers, from cell 1 to cell 2" in asked
    assert asked.endswith("Answer: [9,9]")
    assert score(Toy(5), "2, 3").value == score(Toy(5), "Answer: [4, 1]").value == 1.0
    assert score(Toy(5), "[2, 4]", partial=True).value == 0.5


@pytest.mark.parametrize("family", sorted({answer.puzzle.family for answer in RIGHT}))
def test_a_drawing_is_an_answer_where_it_has_rows(family: str) -> None:
    for puzzle, solution in [answer for answer in RIGHT if answer.puzzle.family == family]:
        if puzzle.layout.flat:
            continue  # a ring
        assert score(puzzle, f"Here it is:\n{sketch_of(puzzle, solution)}\nFine.").value == 1.0
        assert score(puzzle, str(sketch_of(puzzle))).answer in (None, solution)


@pytest.mark.parametrize(
    ("puzzle", "text", "answer", "why"),
    [
        (GRID, f"{SOLVED} or rather [[1,2,3],[4,5,6],[7,8,9]]", [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
         "the last one counts, though the first is right"),
        (GRID, f"[[1,2,3],[4,5,6],[7,8,9]]? No, {SOLVED}.", SOLVED, "so it does here"),
        (GRID, f"{SOLVED} has sums [100, 100, 100]", SOLVED, "the list behind is no answer"),
        (GRID, f"{SOLVED}\nColumn 1: 85, 13, 2\nColumn 2: 7, 15, 78\nColumn 3: 8, 72, 20", SOLVED,
         "columns are no rows"),
        (GRID, f"{SOLVED}. Columns: [85,13,2], [7,15,78], [8,72,20]", SOLVED, "nor are these"),
        (GRID, f"{SOLVED}\nThe columns are [85,13,2],[7,15,78],[8,72,20].", SOLVED,
         "columns without a name, but the same numbers"),
        (GRID, f"{SOLVED}\nThe columns (85,13,2), (7,15,78), (8,72,20) sum to 100.", SOLVED,
         "in parentheses"),
        (GRID, f"{SOLVED}\n\nCheck of columns:\n85 13 2\n7 15 78\n8 72 20", SOLVED, "on lines"),
        (GRID, "85 7 8\n13 15 72\n2 78 20\nColumn sums check out:\n- 85, 13, 2\n- 7, 15, 78\n"
         "- 8, 72, 20", SOLVED, "both on lines"),
        (GRID, f"{SOLVED}\nAnswer: {TURNED}", TURNED, "but an answer is an answer"),
        (GRID, f"{SOLVED}\n**Final answer**\n\n{TURNED}", TURNED, "in bold type"),
        (GRID, f"{SOLVED}\n\\boxed{{{TURNED}}}", TURNED, "boxed"),
        (GRID, f"{SOLVED}\n<answer>{TURNED}</answer>", TURNED, "in tags"),
        (GRID, f"{TURNED}, or rather {SOLVED}", SOLVED, "the right one comes last"),
        (GRID, f"{TURNED}\nThe columns are {SOLVED}", TURNED, "what is right does not matter"),
        (GRID, f"{SOLVED}\n[[85,13,2],[7,15,78],[8,72,9]]", [[85, 13, 2], [7, 15, 78], [8, 72, 9]],
         "other numbers than those of the columns"),
        (GRID, "85 7 8\n13 15 72\n\nand then\n\n2 78 20", None, "words between rows"),
        (GRID, "85 + 7 + 8 = 100\n13 + 15 + 72 = 100\n2 + 78 + 20 = 100", None, "sums are no rows"),
        (GRID, "Row 3: 2 78 20\nRow 1: 85 7 8\nRow 2: 13 15 72", SOLVED, "rows by their names"),
        (GRID, "Row 1: 2 78 20\nRow 1: 85 7 8\nRow 2: 13 15 72", None, "two rows of one name"),
        (GRID, "| 1 | 85 | 7 | 8 |\n| 2 | 13 | 15 | 72 |\n| 3 | 2 | 78 | 20 |", SOLVED,
         "a table with numbers of rows"),
        (GRID, "1. 85, 7, 8\n2. 13, 15, 72\n3. 2, 78, 20", SOLVED, "a numbered list"),
        (GRID, "85, 7, 8 (= 100)\n13, 15, 72 (= 100)\n2, 78, 20 (= 100)", SOLVED, "remarks"),
        (GRID, "[[85,7,8],  # row 1 (100)\n[13,15,72],  # (100)\n[2,78,20]]  # (100)", SOLVED,
         "remarks in code"),
        (GRID, "1) [[85,7,8],[13,15,72],[2,78,20]] 2) Done :)", SOLVED, "brackets without another"),
        (GRID, "[[**85**, 7, 8], [13, 15, 72], [2, 78, 20]]", SOLVED, "bold type"),
        (GRID, "[[85,7,8],[13,15,72]]", None, "a row is missing"),
        (GRID, "[[85,7,8],[13,15,72],[2,78,20],[1,1,1]]", None, "a row too many"),
        (GRID, "[[1,2,3],\n[85,7,8],\n[13,15,72],\n[2,78,20]]", None, "on lines, too"),
        (GRID, "[\n [85,7,8],\n [13,15,72],\n [2,78,20],\n [100,100,100]\n]", None,
         "sums of columns are no part of a list"),
        (GRID, "Answer:\n[[1,2],\n [85,7,8],\n [13,15,72],\n [2,78,20]]\nDone.", None,
         "one that is too short is a row as well"),
        (GRID, '{"grid": [[],\n[85,7,8],\n[13,15,72],\n[2,78,20]]}', None, "an empty one, too"),
        (GRID, "[[1,2,3],  # row 1 (6)\n[85,7,8],\n[13,15,72],\n[2,78,20]]", None,
         "with a comment in code"),
        (GRID, "[[1,2,3],\n[85,7,8], (100)\n[13,15,72], (100)\n[2,78,20] (100)\n]", None,
         "with remarks"),
        (GRID, "[[1 2 3]\n [85 7 8]\n [13 15 72]\n [2 78 20]]", None, "without commas"),
        (GRID, "{{1,2,3},\n{85,7,8},\n{13,15,72},\n{2,78,20}}", None, "in braces"),
        (GRID, "[\n" + "[1,2,3],\n" * 20 + "[85,7,8],\n[13,15,72],\n[2,78,20]]", None,
         "many rows too many"),
        (GRID, "[[85,7,8],\n[13,15,72]]\n2 78 20", None, "a list is not completed by a line"),
        (GRID, "[[1,2,3],\n[4,5,6]]\n\n85 7 8\n13 15 72\n2 78 20", SOLVED,
         "rows below another list"),
        (GRID, "85 7 8\n13 15 72\n2 78 20\nTried: [[1,2,3],\n[4,5,6]]", SOLVED, "or above it"),
        ("aztec-math:9/5_", "[[1],\n[9],\n[5,4]]", None, "a row too many in a pyramid"),
        ("aztec-math:9/5_", "[\n 1,\n 9,\n 54\n]", None, "rows as numbers"),
        ("aztec-math:9/5_", "[\n 9,\n 54\n]", [[9], [5, 4]], "as many as there are"),
        (BOARD, '[\n "....",\n "#..3",\n "...#",\n "..#.",\n "#..."\n]', None,
         "a row too many on a board"),
        (BOARD, '[\n "....",  # row 1\n "#..3",\n "...#",\n "..#.",\n "#..."]', None,
         "with a comment in code"),
        (BOARD, '[\n "Answer:",\n "#..3",\n "...#",\n "..#.",\n "#..."\n]',
         ["#..3", "...#", "..#.", "#..."], "a list of lines that are not all rows"),
        (GRID, "[[85,7,8],[13,15,72],[2,78,null]]", None, "a number is missing"),
        (GRID, "[[85,7,8],[13,15,72],[2,78,20.0]]", None, "20.0 is no whole number in JSON"),
        (GRID, "[[85,7,8],[13,15,72],[02,78,20]]", None, "no zeros in front"),
        (GRID, "[85,7,8,13,15,72,2,78,20]", None, "a list without rows"),
        (GRID, "", None, "nothing"),
        (GRID, "[[8,7,8],[3,1,2],[2,7,2]]", None, "the puzzle itself is no answer"),
        (GRID, "[[18,8,74],[69,26,5],[13,66,21]]", None, "nor is the answer of the example"),
        (GRID, "[[8,8,4],[6,2,5],[3,6,1]]", None, "nor is the example"),
        ("c-note:10:55/55", "[[5,5],[5,5]]", [[5, 5], [5, 5]], "unless it is right"),
        ("power-strike:2:6,_,_,_,_", "6 → 12 → 24 → 48 → 96", [6, 12, 24, 48, 96], "arrows"),
        ("power-strike:2:6,_,_,_,_", "6 -> 12 -> 24 -> 48 -> 96", [6, 12, 24, 48, 96], "in ASCII"),
        ("power-strike:2:6,_,_,_,_", "so \\boxed{6, 12, 24, 48, 96}", [6, 12, 24, 48, 96],
         "braces only"),
        ("power-strike:2:6,_,_,_,_", "cells 1, 2, 3, 4 and 5", None, "a sentence"),
        (RING, "6 \\to 12 \\to 24 \\rightarrow 48 \\Rightarrow 96", DOUBLED, "in TeX"),
        (RING, "6 => 12 => 24 ⇒ 48 ⇒ 96", DOUBLED, "with two strokes"),
        (RING, "6 → 12 → 24 → 48 → 96 → 6", DOUBLED, "a ring that is closed"),
        (RING, "6 -> 12 -> 24 -> 48 -> 96 -> back to start", DOUBLED, "in words"),
        (RING, "6 → 12 → 24 → 48 → 96 → 7", None, "a ring that is not closed has a cell too many"),
        (RING, "[6, 12, 24, 48, 96, 6]", None, "so has a list"),
        (RING, "6, 12, 24, 48, 96, 6", None, "and a line without arrows"),
        (RING, "Cell 1: 6\nCell 2: 12\nCell 3: 24\nCell 4: 48\nCell 5: 96", DOUBLED,
         "named cells"),
        (RING, "1. 6\n2. 12\n3. 24\n4. 48\n5. 96", DOUBLED, "a numbered list"),
        (RING, "- Cell 1 = **6**\n- Cell 2 = 12\n- Cell 3 = 24\n- Cell 4 = 48\n- Cell 5 = 96 ✓",
         DOUBLED, "a list with ticks"),
        (RING, "| Cell | Value |\n|---|---|\n| 1 | 6 |\n| 2 | 12 |\n| 3 | 24 |\n| 4 | 48 |\n"
         "| 5 | 96 |", DOUBLED, "a table"),
        (RING, "| Cell | 1 | 2 | 3 | 4 | 5 |\n|---|---|---|---|---|---|\n"
         "| Value | 6 | 12 | 24 | 48 | 96 |", DOUBLED, "a table from left to right"),
        (RING, "Cell 1 = 6, cell 2 = 12, cell 3 = 24, cell 4 = 48, cell 5 = 96.", DOUBLED,
         "a line"),
        (RING, '{"cell 1": 6, "cell 2": 12, "cell 3": 24, "cell 4": 48,\n"cell 5": 96}', DOUBLED,
         "an object"),
        (RING, "Cell 1: 6\nCell 3: 12\nCell 2: 24\nCell 4: 48\nCell 5: 96", None, "out of order"),
        (RING, "Cell 1: 6\nCell 2: 12\nCell 3: 24\nCell 5: 96", None, "a cell is missing"),
        (RING, "Cell 1: 6\nCell 2: 12\nNo!\nCell 3: 24\nCell 4: 48\nCell 5: 96", None, "words"),
        (RING, "Cell 1: 6\nCell 2: -12\nCell 3: 24\nCell 4: 48\nCell 5: 96", None, "below zero"),
        (RING, "1. 6\n2. 12\n3. 24\n4. 48\n5. 96\n6. 6", None, "a cell too many"),
        (RING, "6 --> 12 --> 24 --> 48 --> 96", DOUBLED, "long arrows"),
        (GRID, f"Is it {SOLVED}? No.", SOLVED, "words are not understood"),
        (RING, "Step 1: 6\nStep 2: 12\nStep 3: 24\nStep 4: 48\nStep 5: 96", None, "other things"),
        (GRID, "85,7,8;13,15,72;2,78,20", SOLVED, "semicolons"),
        (GRID, "Columns: 85,7,8; 13,15,72; 2,78,20", None, "columns are no rows here, either"),
        (GRID, "[[**8**5, 7, **8**], [1**3**, **15**, 72], [2, 78, 2**0**]]", SOLVED,
         "bold digits"),
        (GRID, "[[8**5, 7, 8], [13, 15, 72], [2, 78, 20]]", None, "a power is no bold type"),
        (GRID, "Row 1: 85, 7, 8 ✗\nRow 2: 13, 15, 72 ✗\nRow 3: 2, 78, 20 ✗", None, "taken back"),
        (GRID, "| 85 | 7 | 8 | 100 |\n| 13 | 15 | 72 | 100 |\n| 2 | 78 | 20 | 100 |", SOLVED,
         "sums that nothing names, but that are sums"),
        (GRID, "| 85 | 7 | 8 | 100 |\n| 13 | 15 | 72 | 101 |\n| 2 | 78 | 20 | 100 |", None,
         "a number too many, which is no sum"),
        (GRID, "| a | b | c | Sum |\n| 85 | 7 | 8 | 9 |\n| 13 | 15 | 72 | 9 |\n| 2 | 78 | 20 | 9 |",
         SOLVED, "whoever calls them sums may be wrong about them"),
        (GRID, "Row | a | b | c | Sum\n1 | 85 | 7 | 8 | 9\n2 | 13 | 15 | 72 | 9\n"
         "3 | 2 | 78 | 20 | 9", SOLVED, "with numbers of rows, without a frame"),
        (GRID, " a b c Sum\n85 7 8 1\n13 15 72 2\n2 78 20 3", SOLVED, "without bars"),
        (GRID, "All have this sum:\n85 7 8 1\n13 15 72 2\n2 78 20 3", None,
         "a sentence about sums is no heading"),
        (GRID, "Target = 100\n85 7 8 1\n13 15 72 2\n2 78 20 3", None, "nor is this"),
        (GRID, "| 85 | 7 | 8 | 100 |\n| 13 | 15 | 72 | 100 |\n| 2 | 78 | 20 |", None,
         "all rows have their sums, or none has"),
        (GRID, "[[85,7,8,100],[13,15,72,100],[2,78,20,100]]", None, "no sums inside a list"),
        (GRID, "[85,7,8,100]\n[13,15,72,100]\n[2,78,20,100]", None, "on lines, too"),
        (GRID, "| 1 | 85 | 7 | 8 | 100 |\n| 2 | 13 | 15 | 72 | 100 |\n| 3 | 2 | 78 | 20 | 100 |",
         SOLVED, "numbers of rows and sums"),
        (GRID, "| 1 | 85 | 7 | 8 | 100 |\n| 3 | 13 | 15 | 72 | 100 |\n| 2 | 2 | 78 | 20 | 100 |",
         None, "numbers of rows that are not in order"),
        ("c-note:10:55/55", "2 5 7\n1 5 6", [[2, 5], [1, 5]], "sums, and no numbers of rows"),
        ("c-note:10:55/55", "1 2 3\n2 5 7", [[2, 3], [5, 7]], "numbers of rows as well as sums"),
        (GRID, "85 7 8\n13 15 72\n2 78 20\n\n100 100 100", SOLVED, "sums of columns"),
        (GRID, "85 7 8\n13 15 72\n2 78 20\n100 100 101",
         [[13, 15, 72], [2, 78, 20], [100, 100, 101]], "what is no sum of columns is a row"),
        (GRID, "85 7 8 100\n13 15 72 100\n2 78 20 100\n100 100 101 300", None,
         "rows with sums and one more that is no sum of columns are a row too many"),
        (GRID, "85 7 8\n13 15 72\n2 78 20\nTotals: 100 100 101", SOLVED,
         "whatever is called sums is no row"),
        ("c-note:10:55/55", "9 9\n1 2\n\n3 4\n4 6", [[3, 4], [4, 6]], "two answers"),
        ("aztec-math:9/5_", "| 9 |\n| 5 | 4 | 9 |", None, "pyramids have no such sums"),
        (GRID, "<table><tr><th>Row 1<td>85<td>7<td>8<td>100</tr><tr><th>Row 2<td>13<td>15<td>72"
         "<td>100</tr><tr><th>Row 3<td>2<td>78<td>20<td>100</tr></table>", SOLVED,
         "sums in a table in HTML"),
        (GRID, "<table><tr><td>85</td><td>7</td><td>8</td></tr><tr><td>13</td><td>15</td><td>72"
         "</td></tr><tr><td>2</td><td>78</td><td>20</td></tr><tr><td>100</td><td>100</td><td>100</td>"
         "</tr></table>", SOLVED, "sums of columns in HTML, without a name"),
        (GRID, "<table>\n<tbody>\n<tr><td>85<td>7<td>8</tr>\n<tr><td>13<td>15<td>72</tr>\n\n<tr>"
         "<td>2<td>78<td>20</tr>\n</tbody>\n<tfoot>\n<tr><td>100<td>100<td>100</tr></tfoot>"
         "</table>", SOLVED, "on lines, in a part of their own"),
        ("c-note:10:55/55", "<table><tr><td>9<td>9</tr><tr><td>1<td>2</tr></table><table><tr><td>3"
         "<td>4</tr><tr><td>4<td>6</tr></table>", [[3, 4], [4, 6]], "two tables in HTML"),
        (GRID, "85 7 8\n\n13 15 72\n\n2 78 20\n\n100 100 100", SOLVED,
         "sums of columns, with a blank line between all rows"),
        (GRID, "<td>85</td><td>7</td><td>8</td>", None, "cells without a row"),
        (GRID, "<tr><td>85<td>7<td>8<tr><td>13<td>15<td>72", None, "a row is missing in HTML"),
        (GRID, "<script>[85,7,8]</script>", None, "nothing is run"),
        ("aztec-math:9/5_", "<tr><td><td>9<td>&nbsp;</tr><tr><td>5<td><td>4</tr>", [[9], [5, 4]],
         "a pyramid in HTML"),
        (STARS, "[[null,4,null,7,6,3,null,5,9,8,null,2,1]]", STAR, "null is X"),
        (STARS, "A: None 4 None 7 6 3 None 5 9 8 None 2 1", STAR, "so is None"),
        (STARS, "[[null,4,null,7,6,3,null,5,9,8,null,2]]", None, "a cell is missing"),
        (RING, "The cells are 6, 12, 24, 48, and 96.", DOUBLED, "a word before the last"),
        (RING, "6, 12, 24, 48 and **96**", DOUBLED, "in place of a comma"),
        (RING, "6, 12, 24, 48, 96, and 97", None, "a cell too many behind a word"),
        (RING, "1. **6** - given\n2. 12 – twice as much\n3. 24\n4. 48\n5. 96", DOUBLED,
         "remarks behind dashes"),
        (RING, "1. 6\n2. 12 - 1\n3. 24\n4. 48\n5. 96", None, "a difference is no remark"),
        (RING, "1. 6\n2. 12 – or 13\n3. 24\n4. 48\n5. 96", None, "nor is another number"),
        (GRID, "Row 1: 85, 7, 8, sum = 100\nRow 2: 13, 15, 72, sum = 100\n"
         "Row 3: 2, 78, 20, sum = 100", SOLVED, "sums behind the rows, with their name"),
        (GRID, "Row 1: 85, 7, 8 → 85+7+8 = 100 ✓\nRow 2: 13, 15, 72 → 13 + 15 + 72 = 100 ✓\n"
         "Row 3: 2, 78, 20 → 2+78+20 = 100 ✓", SOLVED, "sums behind the rows, as they are made"),
        (GRID, "Row 1: 85, 7, 9 → 85+7+8 = 100\nRow 2: 13, 15, 72 → 13+15+72 = 100\n"
         "Row 3: 2, 78, 20 → 2+78+20 = 100", [[85, 7, 9], [13, 15, 72], [2, 78, 20]],
         "the row counts, and not its sum"),
        (GRID, "Row 1: 85, 7, 8, 1, sum = 101\nRow 2: 13, 15, 72, 1, sum = 101\n"
         "Row 3: 2, 78, 20, 1, sum = 101", None, "a cell too many before the sum"),
        (RING, "[6, null, 24, 48, 96]", None, "null is no number"),
        (RING, "6 (given), 12 (double), 24 (or 25), 48, 96", DOUBLED, "a remark is no answer"),
        (RING, "6 (given), (12), 24, 48, 96", None, "a number in parentheses is no remark"),
        (RING, "[6, 12, 24, 48, 96, (97)]", None, "but a cell too many"),
        (RING, "[(1), 6, 12, 24, 48, 96]", None, "in front, too"),
        (RING, "[6, 12, 24, 48, 96,\n (97)]", None, "on another line, too"),
        (RING, "[1,\n6, 12, 24, 48, 96]", None, "and without parentheses"),
        (RING, "[6, 12, 24,\n48, 96]", DOUBLED, "a list on two lines"),
        (RING, "[6, 12(0), 24, 48, 96]", None, "or digits too many"),
        (RING, "[6, 12 (13), 24, 48, 96]", None, "or another number for a cell"),
        (RING, "[6, 12, 24, 48, 96, (97 or 98)]", None, "nothing alone between commas is a remark"),
        (RING, "[6, 12, (x), 24, 48, 96]", None, "not in the middle, either"),
        (RING, "6, 12, 24, 48, 96, (97)", None, "a cell too many on a line"),
        (RING, "6,12,24,48,96 (97)", None, "or another number for the last"),
        (RING, "6 → 12(0) → 24 → 48 → 96", None, "or digits too many between arrows"),
        (RING, "[6 (given), 12 (× 2), 24 (24 = 2 × 12), 48, 96]", DOUBLED, "remarks in a list"),
        (RING, "6（given）, 12（double）, 24, 48, 96", DOUBLED, "full-width ones need no space"),
        (RING, "(1) 6, 12, 24, 48, 96", DOUBLED, "the number of an item"),
        (RING, "Step (1): 6, 12, 24, 48, 96", DOUBLED, "a number in what goes before"),
        (RING, "6, 12, 24, 48, 96 (then back to 6)", DOUBLED, "a remark at the end"),
        (RING, "6 →(×2) 12 →(×2) 24 →(×2) 48 →(×2) 96 →(remove 9) 6", DOUBLED,
         "closed, with remarks"),
        (RING, "1. 6 (given)\n2. 12 (2 × 6 = 12)\n3. 24\n4. 48\n5. 96 (done)", DOUBLED,
         "cells with remarks"),
        (RING, "| 1 | 6 | given |\n| 2 | 12 | × 2 |\n| 3 | 24 | × 2 |\n| 4 | 48 | × 2 |\n"
         "| 5 | 96 | × 2 |", DOUBLED, "a column of remarks"),
        (RING, "| 1 | 6 | 12 |\n| 2 | 12 | 24 |\n| 3 | 24 | 48 |\n| 4 | 48 | 96 |\n"
         "| 5 | 96 | 6 |", None, "a column of numbers is no remark"),
        (GRID, f"{SOLVED}\nWait, that is wrong. I cannot find it.", SOLVED,
         "taken back in words, which are not understood"),
        ("aztec-math:9/5_", "Row 2 (bottom): 5, 4\nRow 1 (top): 9", [[9], [5, 4]], "from below"),
        ("aztec-math:9/5_", "\\begin{array}{ccc}&9&\\\\5&&4\\end{array}", [[9], [5, 4]],
         "a pyramid in TeX"),
        (GRID, r"\boxed{\left[\left[85,7,8\right],\left[13,15,72\right],"
         r"\left[2,78,20\right]\right]}", SOLVED, "brackets that grow in TeX"),
        (GRID, r"$\bigl(\bigl(85,7,8\bigr),\bigl(13,15,72\bigr),\bigl(2,78,20\bigr)\bigr)$", SOLVED,
         "large brackets in TeX"),
        (GRID, r"\boxed{\{\{85,7,8\},\{13,15,72\},\{2,78,20\}\}}", SOLVED, "braces in TeX"),
        (GRID, r"\left\{\left\{85,7,8\right\},\left\{13,15,72\right\},"
         r"\left\{2,78,20\right\}\right\}", SOLVED, "braces that grow"),
        (GRID, r"\{\{1,2,3\},\{85,7,8\},\{13,15,72\},\{2,78,20\}\}", None,
         "a row too many in TeX"),
        (GRID, r"\begin{matrix}85&7&8\\[4pt]13&15&72\\[0.5 em]2&78&20\end{matrix}", SOLVED,
         "room between the rows of a matrix"),
        (GRID, r"\left.\begin{Bmatrix}85&7&8\\13&15&72\\2&78&20\end{Bmatrix}\right.", SOLVED,
         "a matrix in braces"),
        (GRID, r"\begin{matrix}85&7&8\\[4]13&15&72\\2&78&20\end{matrix}", None,
         "a number that is no length"),
        (RING, r"\boxed{\left(6, 12, 24, 48, 96\right)}", DOUBLED, "a ring in brackets that grow"),
        ("aztec-math:9/5_", "|   | 9 |   |\n|---|---|---|\n| 5 |   | 4 |", [[9], [5, 4]],
         "a pyramid in a table"),
        (BOARD, "| # | | | 3 |\n| | | | # |\n| | | # | |\n| # | | | |",
         ["#..3", "...#", "..#.", "#..."], "cells of a table that stay empty"),
        ("multi-balance:2:.#./.../.#.", "1#2\n---\n-#-", ["1#2", "...", ".#."],
         "a row of dashes among others"),
        (STARS, "| Star 1 | X | 4 | X | 7 | 6 | 3 | X | 5 | 9 | 8 | X | 2 | 1 |", STAR, "stars"),
        (STARS, '{"stars":[{"at":[0,0],"sums":[6,0,0,0,0,0],"cells":[0,4,0,7,6,3,0,5,9,8,0,2,1]}]}',
         STAR, "the whole document"),
        (BOARD, "[[null,0,'_',3],['.',0,0,'#'],[0,0,'#',0],['#',0,0,0]]",
         ["#..3", "...#", "..#.", "#..."], "cells that stay empty"),
        (BOARD, "▲··3\n···▲\n··▲·\n▲···", ["#..3", "...#", "..#.", "#..."], "as it is drawn"),
        (BOARD, f"{BOARD} is hard", None, "the board itself is no answer"),
        ("sum-star:0.0=6,_,_,_,_,_", "x4x763x598x21", [[0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1]],
         "small letters"),
        ("sum-star:0.0=6,_,_,_,_,_", "A: 0 4 0 7 6 3 0 5 9 8 0 2 1",
         [[0, 4, 0, 7, 6, 3, 0, 5, 9, 8, 0, 2, 1]], "zeros"),
        ("aztec-math:9/5_", "[[9], [2, 5, 4]]", None, "no number of a row inside a list"),
        ("aztec-math:9/5_", "9\n2 5 4", None, "all rows have their numbers, or none has"),
        ("aztec-math:9/5_", "2 9\n1 5 4", None, "and they are in order"),
        ("aztec-math:9/5_", "1 9\n2 5 4", [[9], [5, 4]], "as here"),
        ("aztec-math:9/5_", "| Row | Values |\n|---|---|\n| 1 | 9 |\n| 2 | 5, 4 |", [[9], [5, 4]],
         "and in a table"),
        ("power-strike:2:6,_,_,_,_", "[1, 6, 12, 24, 48, 96]", None, "a cell too many"),
        ("power-strike:2:6,_,_,_,_", "1, 6, 12, 24, 48, 96", None, "on a line, too"),
        (GRID, "[[1,85,7,8],[2,13,15,72],[3,2,78,20]]", None, "a cell too many in each row"),
        (GRID, "[[1,85,7,8],\n[2,13,15,72],\n[3,2,78,20]]", None, "on lines, too"),
        (GRID, "(1,85,7,8)\n(2,13,15,72)\n(3,2,78,20)", None, "and in tuples"),
        (GRID, r"\begin{bmatrix}\mathbf{8}5&7&8\\1\textbf{3}&\boxed{15}&72\\"
         r"2&78&2\text{0}\end{bmatrix}", SOLVED, "fonts and boxes of TeX"),
        (GRID, r"[[\mathbf{8}5, 7, 8], [13, \underline{1}5, 72], [2, 78, 20]]", SOLVED,
         "the same in a list"),
        (GRID, r"\begin{bmatrix}85&7&8\\13&15&72\\2&78&20\text{or21}\end{bmatrix}", None,
         "words in a font are no cell"),
        (GRID, r'{"answer": "85 7 8\n13 15 72\n2 78 20"}', SOLVED, "ends of lines in JSON"),
        (BOARD, r'{"answer": "[\"#..3\", \"...#\", \"..#.\", \"#...\"]"}',
         ["#..3", "...#", "..#.", "#..."], "quotation marks in JSON"),
        (BOARD, r'[{"role": "assistant", "content": "So:\n```\n#..3\n...#\n..#.\n#...\n```"}]',
         ["#..3", "...#", "..#.", "#..."], "a conversation as JSON"),
        (GRID, "\\[\\boxed{\\left[\\begin{array}{ccc}85&7&8\\\\13&15&72\\\\2&78&20\\end{array}"
         "\\right]}\\]", SOLVED, "an array in brackets in a box"),
        (GRID, "| 85 | 7 | 8 |\n|:-:|:-:|:-:|\n| 13 | 15 | 72 |\n| 2 | 78 | 20 |", SOLVED,
         "a short rule in a table"),
        (GRID, "|85|7|8|\n|-|-|-|\n|13|15|72|\n|2|78|20|", SOLVED, "the shortest one"),
        ("multi-balance:2:.#./.../.#.", "|1|#|2|\n|-|-|-|\n|-|#|-|", ["1#2", "...", ".#."],
         "dashes in a row where other cells have them"),
        (GRID, "Row 1: 85, 7, 8; Row 2: 13, 15, 72; Row 3: 2, 78, 20", SOLVED,
         "rows with names on one line"),
        (GRID, "Row 2: 13, 15, 72; Row 1: 85, 7, 8; Row 3: 2, 78, 20", SOLVED, "by their names"),
        (GRID, "Column 1: 85, 7, 8; Column 2: 13, 15, 72; Column 3: 2, 78, 20", None, "columns"),
        (GRID, "Row 1: 85, 7, 8; Row 2: 13, 15, 72; Row 3: 2, 78", None, "a cell is missing"),
        (GRID, "| 1 | 85 | 7 | 8 | 85+7+8=100 |\n| 2 | 13 | 15 | 72 | 13 + 15 + 72 = 100 ✓ |\n"
         "| 3 | 2 | 78 | 20 | 2+78+20=100 |", SOLVED, "sums in a table, as they are made"),
        ("aztec-math:9/5_", "| 1 (top) | 9 |\n| 2 (bottom) | 5, 4 |", [[9], [5, 4]],
         "numbers of rows with remarks"),
        ("aztec-math:9/5_", "Row 2: 5 4 (given: 5)\nRow 1: 9 (5 + 4 = 9) ✓", [[9], [5, 4]],
         "computations behind rows"),
        ("aztec-math:9/5_", "Row 2: 5 3 (5 + 4 = 9)\nRow 1: 9", [[9], [5, 3]],
         "the row counts, and not its computation"),
        (RING, "Position 1: 6\nPosition 2: 12\nPosition 3: 24\nPosition 4: 48\nPosition 5: 96",
         DOUBLED, "positions"),
        (GRID, "1 | 85 7 8\n2 | 13 15 72\n3 | 2 78 20", SOLVED, "numbers of rows before a bar"),
        (BOARD, "  1234\n1 #..3\n2 ...#\n3 ..#.\n4 #...", ["#..3", "...#", "..#.", "#..."],
         "numbers of rows before a board"),
        (BOARD, "1 | # . . 3\n2 | . . . #\n3 | . . # .\n4 | # . . .",
         ["#..3", "...#", "..#.", "#..."], "before a bar"),
        (BOARD, "1 #..3\n3 ...#\n2 ..#.\n4 #...", None, "not in order"),
        ("aztec-math:9/5_", "1 9\n2 54", [[9], [5, 4]], "before digits of a pyramid"),
        (GRID, f"{SOLVED}\n\n| Row | Sum | Target |\n|---|---|---|\n| 1 | 100 | 100 |\n"
         "| 2 | 100 | 100 |\n| 3 | 100 | 100 |", SOLVED, "a table of sums behind the answer"),
        (GRID, f"{SOLVED}\n\n| a | b | c |\n|---|---|---|\n| 1 | 100 | 100 |\n| 2 | 100 | 100 |\n"
         "| 3 | 100 | 100 |", [[1, 100, 100], [2, 100, 100], [3, 100, 100]],
         "a table that does not say so"),
        (RING, "c1=6, c2=12, c3=24, c4=48, c5=96", DOUBLED, "a letter for the cells"),
        (RING, "$c_1 = 6$\n$c_2 = 12$\n$c_3 = 24$\n$c_4 = 48$\n$c_5 = 96$", DOUBLED, "in TeX"),
        (RING, "s1=6, s2=12, s3=24, s4=48, s5=96", None, "another letter"),
        (STARS, ", ".join(f"A{at} = {mark}" for at, mark in enumerate("X4X763X598X21", 1)), STAR,
         "the cells of a single dodecagon by their names"),
        (STARS, "".join(f"| cell {at} | {n or 'X'} |\n" for at, n in enumerate(STAR[0], 1)), STAR,
         "by their numbers in a table"),
        (STARS, ", ".join(f"B{at} = {mark}" for at, mark in enumerate("X4X763X598X21", 1)), None,
         "those of another"),
        ("aztec-math:9/5_", "9\n54", [[9], [5, 4]], "digits without anything between them"),
        ("aztec-math:9/5_", "[[19], [5, 4]]", [[19], [5, 4]], "a number in a list is one cell"),
    ],
)  # fmt: skip
def test_what_is_read_as_the_answer(puzzle: str, text: str, answer: Any, why: str) -> None:
    assert score(puzzle, text).answer == answer, why


@pytest.mark.parametrize(
    ("puzzle", "right", "behind", "value", "why"),
    [
        (GRID, SOLVED, "Answer: [[85,7,8],[13,15,72],[2,78,null]]", 0.0, "a number is missing"),
        (GRID, SOLVED, "**Final answer:**\n[[85,7,8],[13,15,72],[2,78,?]]", 0.0, "or not known"),
        (GRID, SOLVED, r"\boxed{[[85, 7, 8], [13, 15, 72], [2, 78, 20.5]]}", 0.0, "or not whole"),
        (GRID, SOLVED, '{"answer": [[85,7,8],[13,,72],[2,78,20]]}', 0.0, "or not written"),
        (RING, DOUBLED, "The answer is [6, 12, _, 48, 96].", 0.0, "in a ring"),
        (STARS, STAR, "Answer: [[0,4,0,7,6,3,?,5,9,8,0,2,1]]", 0.0, "in a dodecagon"),
        (STARS, STAR, "Answer: [[0,4,0,7,6,3,null,5,9,8,0,2,1]]", 1.0, "null is an X there"),
        (GRID, SOLVED, "Digits added: [[5,_,_],[1,5,7],[_,8,0]]", 1.0, "that is called no answer"),
        (GRID, SOLVED, "Answer as above; changed: [[5,-,-],[1,5,7],[-,8,0]]", 1.0, "nor is this"),
        (GRID, SOLVED, "Answer: [[85,7,8],[13,15,72],[2,78,x+1]]", 1.0, "no hole, but no number"),
        (GRID, SOLVED, "Answer: [[85,7,8],[13,15,72],[2,null]]", 1.0, "another shape"),
        (RING, DOUBLED, "That is the answer: [6, _, _, _, _] is filled.", 1.0, "the puzzle"),
        (RING, DOUBLED, "Answer: [6, null, null, null, null]", 1.0, "however it is called"),
        ("aztec-math:8/__/_9_/8__2", [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]],
         "Answer: [[8], [?, ?], [?, 9, ?], [8, ?, ?, 2]]", 1.0, "a pyramid"),
        (GRID, SOLVED, "Answer: [[85,7,8],[13,15,72],[2,78,null]]\nNo: "
         "[[85,7,8],[13,15,72],[2,78,20]]", 1.0, "another answer behind it"),
    ],
)  # fmt: skip
def test_what_is_called_the_answer_but_has_holes_replaces_one_before_it(
    puzzle: str, right: Any, behind: str, value: float, why: str
) -> None:
    found = score(puzzle, f"{right}\n{behind}", partial=True)
    assert found.value == value, why
    if not value:
        assert found == Score(0.0, None, (HOLES,), "brackets")


UNPUBLISHED = [
    "sum-star:0.0=5,18,13,8,6,2",  # a row of the example has the shape of an answer
    "sum-star:0.0=11,15,5,9,14,13@X______X5____",  # givens, null for what is not known
    "sum-star:0.0=6,26,42,12,1,2@___94__X_____/1.0=2,7,4,38,42,26@2_____6______"
    "/0.1=42,38,17,1,2,12@_____X_______",
]


@pytest.mark.parametrize("name", [*gallery(), *UNPUBLISHED])
def test_a_question_holds_no_answer(name: str) -> None:
    assert score(name, question(name)).answer is None


@pytest.mark.parametrize("puzzle", UNPUBLISHED)
def test_an_answer_counts_though_the_question_follows(puzzle: str) -> None:
    answer = quincunx.solve(puzzle).solution
    for behind in (
        question(puzzle),
        str(to_document(parse(puzzle))),
        str(sketch_of(parse(puzzle))),
    ):
        assert score(puzzle, f"Answer: {answer}\n\n{behind}").answer == answer


@pytest.mark.parametrize("name", ["c-note/1", "power-strike/demo", "aztec-math/demo"])
def test_a_chain_of_thought_holds_the_answer_in_its_last_line_only(name: str) -> None:
    told = chain_of_thought(explain(name))
    assert score(name, told).value == 1.0
    assert score(name, told.rpartition("\n")[0]).answer is None


def test_every_solution_is_right_and_not_only_the_printed_one() -> None:
    strike = gallery()["power-strike/16"]
    others = list(quincunx.solutions(strike.puzzle, limit=None))
    assert len(others) == 58
    assert {score(strike.puzzle, f"It is {other}").value for other in others} == {1.0}


def test_a_wrong_answer_is_told_in_sentences() -> None:
    found = score(GRID, "[[85,7,8],[13,15,72],[2,78,21]]")
    assert found == Score(
        0.0,
        [[85, 7, 8], [13, 15, 72], [2, 78, 21]],
        ("Row 3 sums to 101, expected 100.", "Column 3 sums to 101, expected 100."),
        "typed",
    )
    assert found.as_dict()["score"] == 0.0
    assert not found.right


def test_no_answer_is_worth_nothing() -> None:
    for partial in (False, True):
        assert score(GRID, "I give up.", partial) == Score(0.0, None, (NO_ANSWER,), "")


@pytest.mark.parametrize(
    ("puzzle", "text", "value", "why"),
    [
        (GRID, str(SOLVED), 1.0, "right"),
        (GRID, "[[85,7,8],[13,15,72],[2,78,21]]", 13 / 15, "of 6 sums and 9 digits 2 are wrong"),
        (GRID, "[[1,1,1],[1,1,1],[1,1,1]]", 1 / 15, "one digit is right"),
        (GRID, "[[0,0,0],[0,0,0],[0,0,0]]", 0.0, "no rule holds"),
        ("aztec-math:9/5_", "[[9],[5,3]]", 3 / 4, "1 row, 1 top, 2 givens"),
        ("aztec-math:9/5_", "[[9],[5,0]]", 3 / 5, "and that 0 is no digit is no rule of these"),
        ("power-strike:2:6,_,_,_,_", "[6,12,24,48,97]", 4 / 6, "5 steps, 1 given; two steps fail"),
        (BOARD, "[\"#...\",\"...#\",\"..#.\",\"#..1\"]", None, "some rules"),
    ],
)  # fmt: skip
def test_partial_credit_is_the_share_of_rules_that_hold(
    puzzle: str, text: str, value: float | None, why: str
) -> None:
    found = score(puzzle, text, partial=True)
    if value is None:
        assert 0.0 < found.value < 1.0
    else:
        assert found.value == pytest.approx(value), why


@st.composite
def changed_answers(draw: st.DrawFn) -> tuple[AnyPuzzle, Any]:
    """A puzzle of the gallery with an answer that is right but for a few numbers."""
    puzzle, solution = draw(st.sampled_from(RIGHT))
    numbers = numbers_of(puzzle, solution)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(numbers) - 1))
        near = st.integers(max(0, numbers[place] - 2), numbers[place] + 2)
        numbers[place] = draw(near | st.sampled_from(numbers))
    answer = read_or_refused(
        lambda: read_solution(puzzle, puzzle.solution(numbers)), f"{puzzle.family}: solution"
    )
    return puzzle, solution if answer is None else answer


@settings(max_examples=400)
@given(changed_answers(), st.sampled_from(sorted(SPELLINGS)))
def test_changed_answers_score_as_the_checker_says(
    changed: tuple[AnyPuzzle, Any], spelling: str
) -> None:
    puzzle, answer = changed
    broken = puzzle.violations(answer)
    spelt = Answer(puzzle, answer)
    if not puzzle.layout.mark.separator and any(len(m) > 1 for row in spelt.marks for m in row):
        spelling = "JSON and nothing else"  # 10 needs more than the room of a digit
    found = score(puzzle, SPELLINGS[spelling](spelt))
    assert found.answer == answer
    assert found.value == (0.0 if broken else 1.0)
    assert found.violations == tuple(violation.sentence for violation in broken)
    rules = {rule.id for rule in rule_book_of(puzzle)}
    assert all(violation.entry in rules for violation in broken if violation.entry)
    share = score(puzzle, str(answer), partial=True).value
    assert (share == 1.0) == (not broken)
    assert 0.0 <= share <= 1.0


@settings(max_examples=200)
@given(st.data())
def test_data_of_any_shape_is_read_as_the_puzzle_reads_it(data: st.DataObject) -> None:
    puzzle, solution = data.draw(st.sampled_from(RIGHT))
    changed = data.draw(changed_data(solution))
    answer = read_or_refused(lambda: read_solution(puzzle, changed), f"{puzzle.family}: solution")
    found = score(puzzle, repr(changed))
    if answer is not None:
        assert found.answer == answer
    elif found.value == 1.0:
        assert puzzle.violations(found.answer) == []


@settings(max_examples=300)
@given(st.sampled_from(RIGHT), st.booleans(), st.data())
def test_any_text_is_answered(answer: Answer, partial: bool, data: st.DataObject) -> None:
    pieces = st.sampled_from(
        [*"[](){}|,:;/\\\"'`*$<>=.-_ \n\t0123456789X#", answer.json, answer.typed, "\ud800", "\0"]
    )
    text = data.draw(st.text() | st.lists(pieces, max_size=40).map("".join))
    found = score(answer.puzzle, text, partial)
    assert 0.0 <= found.value <= 1.0
    assert (found.answer is None) == (found.read_as == "")
    assert bool(found.violations) == (found.value < 1.0)
    assert score(answer.puzzle, text, partial) == found


@pytest.mark.parametrize("text", [None, 7, b"[[1]]", ["[[1]]"], SOLVED])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(PuzzleError, match=r"^score: text is .*, expected a text$"):
        score(GRID, text)


@pytest.mark.parametrize("puzzle", [None, 7, "c-note", "c-note:100:87", {"family": "c-note"}])
def test_what_is_no_puzzle_is_refused(puzzle: Any) -> None:
    with pytest.raises(PuzzleError):
        score(puzzle, "[[1]]")


def test_it_is_part_of_the_programs_interface() -> None:
    assert quincunx.score(parse(GRID), str(SOLVED)).value == 1.0
    assert quincunx.Score is Score
