"""The answer protocol of docs/scoring.md: what is read as an answer, and what it is worth."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.datasets.questions import answer_text, chain_of_thought, question
from quincunx.datasets.scoring import Score, score
from quincunx.datasets.scoring.answers import (
    EMPTY_CELL,
    MAX_CHARACTERS,
    NESTED,
    NO_ANSWER,
    NOT_NESTED,
    REPEATED,
    WITHDRAWN,
)
from quincunx.datasets.scoring.scores import partial_credit
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import numbers_of, read_solution
from quincunx.families.base.puzzle_input import parse
from quincunx.families.gallery import gallery
from quincunx.reasoning import explain
from quincunx.solving import solutions, verdict
from tests.families.fuzzing import read_or_refused
from tests.families.guests import guests
from tests.families.toy import Toy

RIGHT = [
    (entry.puzzle, entry.solution)
    for entry in gallery().values()
    if entry.solution is not None and not entry.puzzle.violations(entry.solution)
]
UNIQUE = [(puzzle, solution) for puzzle, solution in RIGHT if verdict(puzzle) == "unique"]
GRID = "c-note:100:878/312/272"
SOLVED = "[[85,7,8],[13,15,72],[2,78,20]]"
WRONG = "[[85,7,8],[13,15,72],[2,78,21]]"
TYPED = "85,7,8/13,15,72/2,78,20"
PYRAMID = "aztec-math:9/5_"
RING = "power-strike:2:6,_,_,_,_"
STAR = "sum-star:0.0=6,_,_,_,_,_"
BOARD = "multi-balance:4:#.../...#/..#./#..."


def typed(puzzle: AnyPuzzle, solution: Any) -> str:
    """A solution as `quincunx check` takes it."""
    layout = puzzle.layout
    rows = [solution] if layout.flat else solution
    marks = [[c if isinstance(c, str) else layout.mark.text(c) for c in row] for row in rows]
    return "/".join(map(layout.mark.separator.join, marks))


PLACES = {
    "as the question asks": "Because 5 + 4 = 9.\nAnswer: {}",
    "in lower case": "the final answer: {}",
    "in bold type": "Well.\n\n**Answer:** {}\n\nHope this helps!",
    "with a bold heading": "**Answer**: {}",
    "all in bold type": "**Answer: {}**",
    "in italics": "_Answer:_ {}",
    "underlined": "__Answer:__ {}",
    "as a formula": "Answer: ${}$",
    "in a code block that is cut off": "Answer:\n```json\n{}",
    "in a code block on one line": "It is ```{}```",
    "as code": "Answer: `{}`",
    "on the next line": "### Answer:\n\n{}\n",
    "in a code block behind it": "Answer:\n```\n{}\n```\n",
    "boxed": "So it is $\\boxed{{{}}}$.",
    "in the last code block": "Try:\n```\n[[1]]\n```\nNo:\n```json\n{}\n```\nThat is it.",
    "before other code": "Answer: {}\n```python\nprint(x_1[0])\n```",
    "alone": "{}",
    "behind another answer": "Answer: [[1],[2,3]]\nNo, that is wrong.\nAnswer: {}",
    "behind the whole question": "{question}\n\nAnswer: {}",
    "before a remark": "Answer: {}\nNo other solution exists, so nothing is wrong.",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_right_answer_is_read_in_every_place_and_form(place: str) -> None:
    for puzzle, solution in RIGHT:
        for answer in (json.dumps(solution), typed(puzzle, solution)):
            found = score(puzzle, PLACES[place].format(answer, question=question(puzzle)))
            assert (found.status, found.answer) == ("right", solution), (puzzle, answer)
            assert (found.value, found.right, found.violations) == (1.0, True, ())
            assert found.read_as == ("json" if answer.startswith("[") else "text")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"answer": json.loads(SOLVED)}),
        json.dumps({"why": "Row 1 is 85 + 7 + 8.", "final_answer": json.loads(SOLVED)}),
        f"Answer: {json.dumps(json.loads(SOLVED), indent=2)}",
        f"Answer:\r\n\t{SOLVED}\r\n",
        f"Answer: {SOLVED}, since row 1 sums to 100.",
        f"Answer: {SOLVED} (see [1])\n\n[1] The rules.",
        f"Answer: {SOLVED}. Row 1 is [85, 7, 8], so the answer is {SOLVED}.",
        f"Answer: {TYPED}.",
        f"Answer: {TYPED}\nThat is all.",
        "Answer:\n85, 7, 8\n13, 15, 72\n2, 78, 20\n\nDone.",
    ],
)
def test_layout_and_words_around_an_answer_do_not_matter(text: str) -> None:
    assert score(GRID, text).status == "right"


def test_a_family_without_anything_special_is_asked_and_scored() -> None:
    assert question(Toy(5)).endswith("Answer: [9,9]")
    assert score(Toy(5), "2, 3").value == score(Toy(5), "Answer: [4, 1]").value == 1.0
    assert score(Toy(5), "[2, 4]", partial=True).value == 0.25
    with guests() as families:
        for family in families.values():
            puzzle = parse(family.example.identifier)
            text = f"Answer: {answer_text(puzzle, family.example.solution)}"
            assert score(puzzle, text).value == 1.0, family.family


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"Answer: {SOLVED}\nAnswer: {WRONG}", "the last answer counts"),
        (f"\\boxed{{{SOLVED}}} or rather \\boxed{{{WRONG}}}", "in boxes"),
        (f"```\n{SOLVED}\n```\n```\n{WRONG}\n```", "in code blocks"),
        (f"Answer: {SOLVED}\n```\n{WRONG}\n```", "a code block behind it counts if it is one"),
        (f"```\n{SOLVED}\n```\nAnswer: {WRONG}", "but not before it"),
    ],
)
def test_a_wrong_answer_behind_a_right_one_is_wrong(text: str, why: str) -> None:
    found = score(GRID, text)
    assert (found.status, found.answer, found.value) == ("wrong", json.loads(WRONG), 0.0), why


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (STAR, "Answer: [[90,805,1027,3406]]"),
        (GRID, "Answer: [[85,7,8],[13,15,72]]"),
        (GRID, "Answer: [[85,7,8],[13,15,72],[2,78,20],[1,1,1]]"),
        (GRID, "Answer: [[85,7,8],[13,15,72],[2,78,20.0]]"),
        (GRID, "Answer: [[85,7,8],[13,15,72],[02,78,20]]"),
        (GRID, "Answer: [85,7,8,13,15,72,2,78,20]"),
        (GRID, "Answer: ((85,7,8),(13,15,72),(2,78,20))"),
        (GRID, "Answer: [['85','7','8'],['13','15','72'],['2','78','20']]"),
        (GRID, "Answer:\n| 85 | 7 | 8 |\n| 13 | 15 | 72 |\n| 2 | 78 | 20 |"),
        (GRID, r"\boxed{\begin{matrix}85&7&8\\13&15&72\\2&78&20\end{matrix}}"),
        (GRID, f"Answer: {SOLVED}\nAnswer: see row 3"),
        (GRID, "Answer: [[85,7,8],[13,15,72],[2,78,20],]"),
        (GRID, "Answer: [[85,7,8], // row 1\n[13,15,72],\n[2,78,20]]"),
        (GRID, "Answer: [[85,7,8],[13,15,72],[2,78,x]]"),
        (GRID, "Answer: 85,7,8/13,15,72/2,78,20<|im_end|>"),
        (GRID, "[[85,7,8],[13,15,72]]"),
        (GRID, "```\n85 + 7 + 8\n```"),
        (RING, "Answer: 6 → 12 → 24 → 48 → 96"),
        (RING, "Answer: [6, 12, 24, 48, 96, 6]"),
        (PYRAMID, "Answer: Row 1: 9; Row 2: 5, 4"),
        (BOARD, 'Answer: ["#..3", "...#", "..#."]'),
    ],
)
def test_other_forms_are_format_errors(puzzle: str, text: str) -> None:
    found = score(puzzle, text, partial=True)
    assert (found.value, found.answer, found.read_as) == (0.0, None, "")
    assert found.status == "format-error"
    assert found.violations[0].startswith(f"The answer cannot be read: {parse(puzzle).family}: sol")


@pytest.mark.parametrize(
    ("puzzle", "text", "violation"),
    [
        (RING, "Answer: [[6,12,24,48,96]]", NESTED),
        ("sum-star:0.0=24,3,19,22,11,14", "Answer: [8,9,1,0,2,0,3,0,0,4,5,6,7]", NOT_NESTED),
    ],
)
def test_lists_that_are_nested_otherwise_are_format_errors(
    puzzle: str, text: str, violation: str
) -> None:
    found = score(puzzle, text)
    assert (found.status, found.violations) == ("format-error", (violation,))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", NO_ANSWER),
        ("I give up.", NO_ANSWER),
        (f"So it must be {SOLVED}.", NO_ANSWER),
        (f"The answer is {SOLVED}", NO_ANSWER),
        (f"<answer>{SOLVED}</answer>", NO_ANSWER),
        ("Answer:", NO_ANSWER),
        ("Answer: none", NO_ANSWER),
        ("Answer: There is no solution.", NO_ANSWER),
        ("Answer: [[...],[...],[...]]", NO_ANSWER),
        (f"Answer: {SOLVED}\nAnswer: as above", NO_ANSWER),
        ("Answer: I cannot find it.", NO_ANSWER),
        (f"Answer: {SOLVED}\nI am not sure.\nAnswer: unknown", NO_ANSWER),
        (f"Answer: {SOLVED}\nWait, that is wrong.", WITHDRAWN),
        (f"Answer: {SOLVED}\n\nHmm, actually no.", WITHDRAWN),
        (f"This isn't the answer: {SOLVED}", WITHDRAWN),
        (f"<think>Answer: {SOLVED}</think>\nI do not know.", NO_ANSWER),
        (f"<thinking>Answer: {SOLVED}</thinking>\nI do not know.", NO_ANSWER),
        (f"<think>I try Answer: {SOLVED}", NO_ANSWER),
        (f"Answer: {SOLVED}. Wait, that is wrong. I cannot find it.", WITHDRAWN),
        (f"Answer: {TYPED}\nThis is not correct.", WITHDRAWN),
        (f"Is it \\boxed{{{SOLVED}}}? No.", WITHDRAWN),
        (f"```\n{SOLVED}\n```\nI made a mistake: row 3 does not work.", WITHDRAWN),
        (f"This is not the answer: {SOLVED}", WITHDRAWN),
        (f"A wrong answer: {SOLVED}", WITHDRAWN),
        (f"Answer: {SOLVED} or {WRONG}", WITHDRAWN),
        (f"Answer: {SOLVED} or {WRONG} (see [1])", WITHDRAWN),
        (f"Answer: {SOLVED}\nActually, let me reconsider.", WITHDRAWN),
        (f"Answer: {SOLVED}\nOn second thought, column 3 is 101.", WITHDRAWN),
        (f"Answer: {SOLVED}\nThat violates a rule. I give up.", WITHDRAWN),
        (f"```\n{SOLVED}\n```\nI take that back.", WITHDRAWN),
        (f"A wrong final answer: {SOLVED}", WITHDRAWN),
        (
            f"Answer: {SOLVED}\nThe rows are right.\nThe other grid that I found is {WRONG}",
            WITHDRAWN,
        ),
        (f"Answer: {TYPED}\nor: {TYPED[:-1]}1", WITHDRAWN),
        (f"Answer: {SOLVED}\n```python\nassert right({WRONG})\n```", WITHDRAWN),
        ("Answer: [[85,7,8],[13,15,72],[2,78,null]]", EMPTY_CELL),
        ("Answer: [[85,7,8],[13,15,72],[2,78,?]]", EMPTY_CELL),
        ("Answer: [[85,7,8],[13,,72],[2,78,20]]", EMPTY_CELL),
        ("Answer: 85,7,8/13,_,72/2,78,20", EMPTY_CELL),
        (f"Answer: {SOLVED}\nAnswer: [[85,7,8],[13,15,72],[2,78,_]]", EMPTY_CELL),
        ("Answer:\n```\n[[85,7,8],[13,15,72],[2,78,null]]\n```", EMPTY_CELL),
        ("Answer: [[18,8,74],[69,26,5],[13,66,21]]", REPEATED),
    ],
)
def test_refused_withdrawn_and_incomplete_answers_are_no_answers(text: str, reason: str) -> None:
    assert score(GRID, text, partial=True) == Score(0.0, None, (reason,), "", "no-answer")


@pytest.mark.parametrize(
    "remark",
    [
        "No wait.",
        "Hmm, no.",
        "no",
        "Nah.",
        "False.",
        "But wait, row 3 is odd.",
        "Never mind.",
        "Hold on.",
        "Strike that.",
        "I withdraw this.",
        "My mistake.",
        "That was a typo.",
        "I have retracted this.",
        "But it contradicts row 2.",
        "There's an error in row 3.",
        "Correction: the last cell should be 21.",
        "Let me try again.",
        "Let me start over.",
        "That cannot be.",
        "This is not a solution.",
        "I don't think this is right.",
        "It does not satisfy column 3.",
        "This breaks a rule.",
        "Row 3 is off.",
        "I could not solve it.",
        "Wait, if I add column 3, it is more.",
    ],
)
def test_an_answer_is_taken_back_in_a_sentence_behind_it(remark: str) -> None:
    assert score(GRID, f"Answer: {SOLVED}\nRow 1 is easy. {remark}").violations == (WITHDRAWN,)


@pytest.mark.parametrize(
    "remark",
    [
        "No digit was changed.",
        "This is not a guess.",
        "I did not wait.",
        "It cannot be otherwise.",
        "If r1c1 were 84, it would be wrong.",
        "Other grids fail because column 2 does not fit.",
        "No other candidate is right, and any other is wrong.",
        "Check: [85, 7, 8] sums to 100.",
        "Again: [[85, 7, 8], [13, 15, 72], [2, 78, 20]]",
        "I cannot find a contradiction.",
        "Note that r3c3 is 20, not 21.",
    ],
)
def test_remarks_about_something_else_take_nothing_back(remark: str) -> None:
    assert score(GRID, f"Answer: {SOLVED}\nThis is the solution of the grid. {remark}").right


@pytest.mark.parametrize("name", [*gallery(), "sum-star:0.0=5,18,13,8,6,2"])
def test_a_question_holds_no_answer(name: str) -> None:
    assert score(name, question(name)).answer is None


@pytest.mark.parametrize("name", ["c-note/1", "power-strike/demo", "aztec-math/demo"])
def test_a_chain_of_thought_holds_the_answer_in_its_last_line_only(name: str) -> None:
    explained = chain_of_thought(explain(name))
    assert score(name, explained).value == 1.0
    assert score(name, explained.rpartition("\n")[0]).answer is None


def test_every_solution_is_right_and_not_only_the_printed_one() -> None:
    strike = gallery()["power-strike/16"]
    others = list(quincunx.solutions(strike.puzzle, limit=None))
    assert len(others) == 58
    assert {score(strike.puzzle, f"Answer: {other}").value for other in others} == {1.0}


@pytest.mark.parametrize(
    ("puzzle", "text", "value", "why"),
    [
        (GRID, SOLVED, 1.0, "right"),
        (GRID, WRONG, 0.5 * 5 / 6, "8 of 9 numbers are right, of which a lazy answer has 3"),
        (GRID, "[[8,7,8],[3,1,2],[2,7,2]]", 0.0, "the lazy answer: the digits as they are"),
        (GRID, "[[0,0,0],[0,0,0],[0,0,0]]", 0.0, "nothing is right"),
        (PYRAMID, "[[9],[5,0]]", 0.0, "the only open cell is wrong"),
        (RING, "[6,12,24,48,97]", 0.5 * 3 / 4, "3 of 4 open cells are right"),
    ],
)
def test_partial_credit_counts_right_cells_beyond_those_of_a_lazy_answer(
    puzzle: str, text: str, value: float, why: str
) -> None:
    assert score(puzzle, text, partial=True).value == pytest.approx(value), why


def test_partial_credit_is_by_the_nearest_of_several_solutions() -> None:
    puzzle = parse("c-note:100:884/625/361")
    for solution in solutions(puzzle, limit=3):
        (first, *rest), *rows = solution
        found = score(puzzle, json.dumps([[first + 1, *rest], *rows]), partial=True)
        assert found.value > 0.3


@settings(max_examples=100)
@given(st.sampled_from(UNIQUE), st.randoms(use_true_random=False))
def test_one_more_right_cell_never_lowers_the_credit(
    answer: tuple[AnyPuzzle, Any], dice: Random
) -> None:
    puzzle, solution = answer
    right = numbers_of(puzzle, solution)
    numbers = [dice.choice(right) for _ in right]
    credit = 0.0
    for place in dice.sample(range(len(right)), len(right)):
        numbers[place] = right[place]
        if numbers != right:
            last, credit = credit, partial_credit(puzzle, puzzle.solution(numbers))
            assert last <= credit <= 0.5


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


@settings(max_examples=300)
@given(changed_answers(), st.sampled_from(sorted(PLACES)))
def test_changed_answers_score_as_the_checker_says(
    changed: tuple[AnyPuzzle, Any], place: str
) -> None:
    puzzle, answer = changed
    broken = puzzle.violations(answer)
    found = score(puzzle, PLACES[place].format(json.dumps(answer), question=question(puzzle)))
    if answer == puzzle.example.solution and broken:
        return
    assert (found.answer, found.value) == (answer, 0.0 if broken else 1.0)
    assert found.violations == tuple(violation.sentence for violation in broken)
    share = score(puzzle, json.dumps(answer), partial=True).value
    assert share == 1.0 if not broken else 0.0 <= share <= 0.5


PIECES = ["but ", "that ", "if no", "<think>",
          "Answer:", "\\boxed{", "```", "[", "]", "[[1,", "{", "}", '"', "\\", "\n", " ", "not ",
          "**", "_", "?", "1", ",", "/", ".", "wrong ", "\ud800", "\0", "9" * 5000]  # fmt: skip


@settings(max_examples=300)
@given(st.sampled_from(RIGHT), st.booleans(), st.data())
def test_any_text_is_scored(
    answer: tuple[AnyPuzzle, Any], partial: bool, data: st.DataObject
) -> None:
    puzzle, solution = answer
    pieces = st.sampled_from([*PIECES, json.dumps(solution), typed(puzzle, solution)])
    text = data.draw(st.text() | st.lists(pieces, max_size=40).map("".join))
    found = score(puzzle, text, partial)
    assert 0.0 <= found.value <= 1.0
    assert (found.answer is None) == (found.read_as == "")
    assert bool(found.violations) == (found.value < 1.0)


@pytest.mark.parametrize("piece", PIECES)
def test_the_time_for_a_long_text_is_bounded(piece: str) -> None:
    for begin in ("", "Answer: ", "Answer: [", "\\boxed{", "```\n", "Answer: [6,12,24,48,97]; "):
        text = begin + piece * (MAX_CHARACTERS // len(piece) - 9)
        began = time.process_time()
        assert not score(RING, text).right
        assert time.process_time() - began < 2


def test_only_the_end_of_a_long_text_is_read() -> None:
    behind = " " * (MAX_CHARACTERS - len(SOLVED) - len("Answer: "))
    assert score(GRID, f"{'x' * 1000}\nAnswer: {SOLVED}{behind}").value == 1.0
    assert score(GRID, f"Answer: {SOLVED}{behind}xxxxxxxxx").answer is None


@pytest.mark.parametrize("text", [None, 7, b"[[1]]", ["[[1]]"]])
def test_a_reply_that_is_not_text_is_refused(text: Any) -> None:
    with pytest.raises(OptionError, match=r"^score: text is .*, expected a text$"):
        score(GRID, text)
