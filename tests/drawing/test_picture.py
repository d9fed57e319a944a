"""What a picture shows: answers, states, pencil marks, and what is wrong with what one asks for."""

import re
from dataclasses import replace
from typing import Any

import pytest

from quincunx import Picture, draw, explain, parse, solve
from quincunx.drawing.pencil_marks import left_by_rules
from quincunx.drawing.steps import step_pictures
from quincunx.families import Cell
from quincunx.families.base.documents import givens_of, numbers_of
from tests.drawing import svg_reader
from tests.drawing.boards import published

PUZZLE = "c-note:100:878/312/272"


def shown(picture: Picture) -> list[str]:
    """What stands in the cells, in reading order."""
    return ["".join(p for p, _ in picture.content(place)) for place in picture.scene.places]


@pytest.mark.parametrize(
    ("options", "cells"),
    [
        ({}, "8 7 8 3 1 2 2 7 2"),
        ({"solution": True}, "85 7 8 13 15 72 2 78 20"),
        ({"solution": [[85, 7, 8], [13, 15, 72], [2, 78, 20]]}, "85 7 8 13 15 72 2 78 20"),
        ({"solution": "18,7,8/3,1,2/2,7,2"}, "18 7 8 3 1 2 2 7 2"),
        ({"solution": None, "state": "85,_,8/_,_,_/_,_,_"}, "85 7 8 3 1 2 2 7 2"),
        ({"solution": False}, "8 7 8 3 1 2 2 7 2"),
    ],
)
def test_draw_writes_the_solution_or_the_state(options: dict[str, Any], cells: str) -> None:
    assert shown(draw(PUZZLE, **options)) == cells.split()


@pytest.mark.parametrize(
    ("written", "pieces"),
    [
        (85, [("8", "given"), ("5", "answer")]),
        (18, [("1", "answer"), ("8", "given")]),
        (181, [("1", "answer"), ("8", "given"), ("1", "answer")]),
        (88, [("8", "given"), ("8", "answer")]),
        (8, [("8", "given")]),
        (57, [("8", "given")]),
    ],
)
def test_given_digit_is_part_of_the_written_number(
    written: int, pieces: list[tuple[str, str]]
) -> None:
    picture = Picture(parse(PUZZLE), {(1, 1): written})
    assert picture.content(picture.scene.by_cell[1, 1]) == pieces


def test_number_that_contradicts_a_given_is_crossed_out_beside_it() -> None:
    picture = Picture(parse("aztec-math:8/__"), {(1, 1): 8, (2, 1): 5})
    assert [picture.content(place) for place in picture.scene.places] == [
        [("8", "given")], [("5", "answer")], [],
    ]  # fmt: skip
    wrong = Picture(parse("aztec-math:8/__"), {(1, 1): 18})
    assert wrong.content(wrong.scene.places[0]) == [("8", "given")]
    assert wrong.spoken(wrong.scene.places[0]) == "row 1, cell 1: 8, not 18"
    assert ">18</text><polyline class=" in wrong.svg()


def test_x_and_empty_cells_are_drawn_as_people_write_them() -> None:
    star = draw("sum-star/paper", solution=True)
    assert shown(star).count("X") == 12
    balance = draw("multi-balance/demo", solution=True)
    assert sorted(filter(None, shown(balance))) == list("123456"), "empty cells stay so"
    state = "......#./...#..../#......#/......../......../x....#.."
    assert [text for text in shown(draw("multi-balance/demo", state=state)) if text] == ["×"]


def test_description_names_the_cells_and_their_contents() -> None:
    picture = draw("aztec-math:8/_5")
    assert picture.description == "A pyramid of 2 rows. Row 1, cell 1: 8; row 2, cell 2: 5."
    empty = draw("aztec-math:_")
    assert empty.description == "A single brick. All cells are empty."
    long = draw("c-note:300:" + "/".join(["8" * 30] * 30))
    assert long.description.endswith("; and 840 others.")


def test_torques_are_noted_beside_the_lines() -> None:
    picture = draw("multi-balance/demo", solution=True, notes=True)
    extra = [label.text for label in picture.labels[len(picture.scene.labels) :]]
    assert extra[:3] == ["6 = 6", "12 = 12", "10 = 10"]
    assert draw("multi-balance/demo", notes=True).labels == draw("multi-balance/demo").labels
    some = draw("multi-balance/demo", state="1.....#./...#..../#......#/......../......../.....#..")
    noted = Picture(some.puzzle, some.written, notes=True)
    assert "6 ≠ 0" in [label.text for label in noted.labels]


# Pencil marks.


@pytest.mark.parametrize("name", published())
def test_rules_leave_the_numbers_of_the_solution(name: str) -> None:
    puzzle = published()[name]
    solution = solve(puzzle, limit=1).solution
    right = dict(zip(puzzle.cells, numbers_of(puzzle, solution), strict=True))
    half = {cell: number for at, (cell, number) in enumerate(right.items()) if at % 2}
    for written in ({}, half):
        marks = left_by_rules(puzzle, written)
        assert set(marks) <= set(puzzle.cells) - set(givens_of(puzzle)) - set(written)
        assert marks or not set(puzzle.cells) - set(written)
        assert all(right[cell] in left for cell, left in marks.items())


def test_pencil_marks_apply_each_rule_alone() -> None:
    marks = left_by_rules(parse("aztec-math:8/__/_9_/8__2"), {(4, 2): 7})
    assert 9 not in marks[3, 1]
    assert not {2, 7, 8} & set(marks[4, 3])


def test_cells_with_unlimited_candidates_get_no_marks() -> None:
    marks = left_by_rules(parse("power-strike:7:2782,_,_,_,_,_,_,_"), {})
    # What follows 2782 is listed; behind it there are too many numbers.
    assert marks == {(2,): (272, 278, 282, 782, 19474)}


def test_contradictory_numbers_do_not_empty_other_cells() -> None:
    marks = left_by_rules(parse("aztec-math:8/__"), {(2, 1): 77})
    assert marks[2, 2]


def test_notes_give_way_to_pencil_marks() -> None:
    puzzle = parse("sum-star:0.0=6,33,45,11,22,10/1.0=15,3,7,11,45,33/0.1=45,11,17,13,9,11")
    plain = len(Picture(puzzle).labels)
    numbered = len(Picture(puzzle, notes=True).labels) - plain
    some: dict[Cell, tuple[int, ...]] = {(1, 3): (1, 2, 3), (1, 5): (4, 5)}
    assert numbered == 36
    assert len(Picture(puzzle, marks=some, notes=True).labels) - plain == numbered - len(some)


# Steps.


@pytest.mark.parametrize("name", ["power-strike/1", "c-note/1", "aztec-math/demo"])
def test_steps_lead_to_the_solution_picture_by_picture(name: str) -> None:
    explanation = explain(name)
    pictures = list(step_pictures(explanation.puzzle, explanation.steps))
    last = pictures[-1]
    solved = {**givens_of(last.puzzle), **last.written}
    right = dict(
        zip(
            explanation.puzzle.cells,
            numbers_of(explanation.puzzle, explanation.solution),
            strict=True,
        )
    )
    assert solved == right
    for picture, step in zip(pictures, explanation.steps, strict=True):
        assert set(picture.looked_at) == set(step.cells)
        assert set(picture.found) == {cell for cell, _ in step.sets}
        assert not set(picture.struck) & set(picture.written)


# Wrong requests, and files.


def test_cells_are_named_by_tuples_or_lists() -> None:
    assert draw(PUZZLE, looked_at=[[1, 1], (2, 2)]).looked_at == ((1, 1), (2, 2))


# Names of cells.


@pytest.mark.parametrize(
    ("puzzle", "shown", "absent"),
    [
        (PUZZLE, {"r1", "r3", "c1", "c3"}, {"r4", "r1c1"}),
        ("multi-balance/demo", {"r6", "c8"}, {"1", "8"}),  # instead of its own numbers
        ("aztec-math/demo", {"r1c1", "r4c4"}, {"r1", "c1"}),
        ("power-strike/1", {"1", "8"}, {"cell 1"}),
        ("sum-star/paper", {"B3", "B4", "B"}, {"B5", "A1"}),
    ],
)
def test_names_stand_at_straight_lines_and_otherwise_in_cells(
    puzzle: str, shown: set[str], absent: set[str]
) -> None:
    picture = Picture(parse(puzzle), named=[(2, 3), (2, 4)])
    texts = {text.text for text in svg_reader.texts(svg_reader.parsed(picture.svg()))}
    assert shown <= texts
    assert not absent & texts
    assert not {"r1", "A1", "r1c1"} & {label.text for label in draw(puzzle).labels}


def test_focused_picture_has_only_the_parts_with_highlighted_cells() -> None:
    whole = Picture(parse("sum-star/paper"), looked_at=[(2, 3)], named=[(2, 3)])
    part = replace(whole, focused=True)
    assert {place.cell[0] for place in part.scene.places} == {2}
    assert part.view()[2] < 0.6 * whole.view()[2]
    texts = {text.text for text in svg_reader.texts(svg_reader.parsed(part.svg()))}
    assert texts == {"B", "B3", "15", "3", "7", "11", "45", "33"}
    assert replace(part, looked_at=[(1, 1), (2, 3)]).scene != part.scene


def test_large_type_above_a_board_does_not_overlap() -> None:
    board = draw("multi-balance/62")
    drawn = "".join(replace(board, least=0.8, named=board.puzzle.cells).elements())
    found = re.findall(r'y="(-?[\d.]+)" font-size="([\d.]+)"[^>]*>(Digits 1 to 6|c12)<', drawn)
    (heading, large, _), (name, size, _) = sorted((float(y), float(s), t) for y, s, t in found)
    assert heading + 0.25 * large <= name - 0.65 * size
    assert 1.4 * size < 40, "the names of columns are narrower than columns"
