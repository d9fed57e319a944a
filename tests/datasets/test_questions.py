"""Questions hold all that is needed to solve a puzzle, and nothing that gives the answer away."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from quincunx.datasets.questions import ANSWER, answer_text, chain_of_thought, question
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.families.base.puzzle_input import parse
from quincunx.families.gallery import GalleryEntry, gallery
from quincunx.reasoning import explain
from tests.families.guests import guests

with guests() as found:
    FAMILIES = dict(found)

every_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))

PUBLISHED = [entry for entry in gallery().values() if len(entry.puzzle.cells) <= 100]


@pytest.fixture(autouse=True, scope="module")
def among_the_others() -> Iterator[None]:
    with guests():
        yield


@every_family
def test_a_question_states_rules_puzzle_and_form(family: type[AnyPuzzle]) -> None:
    for puzzle in [e.puzzle for e in PUBLISHED if e.puzzle.family == family.family]:
        asked = question(puzzle)
        assert family.title in asked
        assert family.rules in asked
        assert str(sketch_of(puzzle)) in asked
        assert json.dumps(to_document(puzzle), separators=(",", ":")) in asked
        for field in family.fields:
            assert (f"- {field.name}: {field.meaning}" in asked) == (
                field.name in to_document(puzzle)
            )
            assert not field.bounds or field.bounds not in asked
        rows = puzzle.layout.rows
        number = len(rows[0] if puzzle.layout.flat else rows)
        assert ("a list with one list" if number == 1 else f"a list of {number} ") in asked


@every_family
def test_example_is_shown_unless_it_is_the_puzzle(family: type[AnyPuzzle]) -> None:
    example = parse(family.example.identifier)
    answer = answer_text(example, family.example.solution)
    assert answer not in question(example)
    assert ANSWER in question(example)
    others = [entry.puzzle for entry in PUBLISHED if entry.puzzle.family == family.family]
    for puzzle in [puzzle for puzzle in others if len(puzzle.cells) != len(example.cells)]:
        assert question(puzzle).endswith(f"\n{ANSWER} {answer}")


@pytest.mark.parametrize(
    "image",
    [
        "aztec-math:8/__/_9_/2__8",  # in a mirror
        "c-note:100:863/826/451",  # rows and columns exchanged
        "c-note:100:625/884/361",  # two rows exchanged
    ],
)
def test_example_is_not_shown_for_its_symmetric_images(image: str) -> None:
    puzzle = parse(image)
    assert answer_text(puzzle.example.identifier, puzzle.example.solution) not in question(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        ("power-strike:7:41,_,_", "This board does not say so"),
        ("power-strike:7z:41,_,_", "This board says so"),
        ("power-strike:7:41,_,_", "7 cannot lose its only digit, and 10 cannot lose its 1"),
        ("power-strike:7:41,_,_", "may repeat"),
        ("c-note:100:884/625/361", "on both sides"),
        ("multi-balance:4:#.../...#/..#./#...", "Here n is 4."),
        ("multi-balance:4:#.../...#/..#./#...", "a list of 4 texts, from row 1 to row 4"),
        ("multi-balance:4:#.../...#/..#./#...", ". a cell that stays empty, and a digit stands"),
        ("sum-star:0.0=6,33,45,11,22,10", "- A12 A1 A2: sum 6\n"),
        ("sum-star:0.0=6,33,45,11,22,_", "- A10 A11 A12: no number is given"),
        ("sum-star:0.0=6,33,_,_,_,_/1.0=_,_,_,_,_,33", "- A2 A3 A4 B10 B11 B12: sum 33\n"),
        (
            "sum-star:0.0=6,33,_,_,_,_/1.0=_,_,_,_,_,33",
            "triangles that face each other: A4 with B10.",
        ),
        ("sum-star:0.0=6,33,45,11,22,10", "In the answer X is written as 0."),
        ("sum-star:0.0=6,33,45,11,22,10", "with one list in it, of 13 numbers, from cell A1 to"),
        ("aztec-math:8/__/___", "of 1, 2 and 3 numbers"),
        ("aztec-math:8/__/___", "What is given stays as it is."),
    ],
)
def test_briefing_of_a_family_is_in_the_question(puzzle: str, said: str) -> None:
    assert said in question(puzzle)


def test_letters_above_nine_are_explained_where_needed() -> None:
    assert "A, B, C for 10, 11 and 12" in question("multi-balance:10:#.../...#/..#./#...")
    assert "A, B, C for 10, 11 and 12" not in question("multi-balance:9:#.../...#/..#./#...")


@pytest.mark.parametrize(
    "entry", [e for e in PUBLISHED if e.solution is not None], ids=lambda entry: entry.name
)
def test_answer_is_the_solution_as_compact_json(entry: GalleryEntry) -> None:
    text = answer_text(entry.puzzle, entry.solution)
    assert json.loads(text) == entry.solution
    assert " " not in text


def test_solution_of_another_shape_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"^aztec-math: solution has 1 row, expected 2$"):
        answer_text("aztec-math:9/5_", [[9]])


@every_family
def test_a_chain_of_thought_ends_in_the_answer(family: type[AnyPuzzle]) -> None:
    explained = explain(family.example.identifier)
    lines = chain_of_thought(explained).splitlines()
    for number, step in enumerate(explained.steps, 1):
        assert f"{number}. {step.sentence}" in lines
    if explained.solved:
        assert lines[-1] == f"{ANSWER} {answer_text(explained.puzzle, explained.solution)}"
    else:
        assert lines[-1] == explained.ending
