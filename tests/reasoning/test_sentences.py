"""The reader of sentences notices what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from quincunx.reasoning import explain
from quincunx.reasoning.steps import case_sentence
from tests.reasoning.sentences import check_sentences

STARS = "sum-star:0.0=8,15,12,3,9,17"
PUZZLES = (
    "c-note/10",
    "c-note:100:128/915/185",
    "c-note:100:356/923/492",
    "aztec-math/9",
    "aztec-math/12",
    "multi-balance/71",
    "multi-balance/81",
    "sum-star:0.0=6,11,5,8,4,15",
    "sum-star:0.0=20,4,8,5,8,14",
    "power-strike:7:41,_,_,_,_,_,_,_",
    "power-strike:9:43,_,_,_",
    "c-note:48:558/354/334",
    "aztec-math/demo",
)
TOUCHING = "sum-star:0.0=20,9,7,8,4,17/1.0=7,23,16,2,7,9"
KEEPING = "sum-star:0.0=17,26,8,2,11,4/1.0=22,22,11,5,8,26"
FIGURE = re.compile(r"(?<![\w/×.])\d+(?![\w/])")


def with_one_number_changed(steps: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The steps, with one figure one larger, for every figure but numbers of lines."""
    for at, step in enumerate(steps):
        sentence = step["sentence"]
        for figure in FIGURE.finditer(sentence):
            if not re.search(r"(row|column)s? [\d, and]*$", sentence[: figure.start()], re.I):
                start, end = figure.span()
                wrong = f"{sentence[:start]}{int(figure[0]) + 1}{sentence[end:]}"
                yield [*steps[:at], {**step, "sentence": wrong}, *steps[at + 1 :]]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_wrong_figures_are_noticed(puzzle: str) -> None:
    data = explain(puzzle).as_dict()
    assert check_sentences(data) == []
    unnoticed = total = 0
    for steps in with_one_number_changed(data["steps"]):
        total += 1
        unnoticed += not check_sentences({**data, "steps": steps})
    # What a later clause of the same step goes beyond is not always told from what is right.
    assert total > 10
    assert unnoticed <= total / 6


def step(technique: str, sentence: str) -> dict[str, Any]:
    empty: dict[str, Any] = dict.fromkeys(("because", "sets", "removes", "leaves", "rules"), ())
    return {**empty, "technique": technique, "sentence": sentence, "chain": ()}


@pytest.mark.parametrize(
    ("technique", "sentence", "complaint"),
    [
        ("parity", "Row 1 works only if r1c1 is 8.", "nothing says parity"),
        ("search", f"So r1c1 is {', '.join(map(str, range(1, 16)))} or 16.", "a list of 16"),
        ("search", f"So r1c1 is {', '.join(map(str, range(1, 15)))} or 15.", ""),
    ],
)
def test_labels_and_long_lists_are_noticed(technique: str, sentence: str, complaint: str) -> None:
    data = {"puzzle": "c-note:100:878/312/272", "steps": [step(technique, sentence)]}
    found = check_sentences(data)
    assert complaint in "".join(found)
    assert bool(found) == bool(complaint)


CROSSING = "multi-balance:8:...#..../......../....#.../#......./.......#/.#....../.....#.."
EQUAL = (
    "multi-balance:8:....#...../........../.......#../#........#/.#......../........../......#..."
)
ROOM = (
    "multi-balance:8:...#..../#......./......../......../.......#/......../.....#../..#...../"
    "......../....#..."
)
TWICE = "only with a digit twice (3×1 = 3×1)"


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        (
            "multi-balance/62",
            "column 10 can hold digits only below",
            "column 10 can hold digits only above",
        ),
        ("multi-balance/62", "and row 1 is used", "and row 3 is used"),
        ("multi-balance/62", "alone on the right", "alone on the left"),
        ("multi-balance/62", "column 4 holds a digit", "column 2 holds a digit"),
        ("multi-balance/71", "then r1c6 is 3", "then r1c6 is 4"),
        ("multi-balance/82", "only with r1c6 = r7c6 (3×r1c6 = 3×r7c6)", TWICE),
        (CROSSING, "Digits at r3c2 and r6c5", "Digits at r3c2 and r6c8"),
        (CROSSING, "which fit only r1c1 and r7c8", "which fit only r1c1 and r7c2"),
        (CROSSING, "needs 6 to 8, which", "needs 7 and 8, which"),
        (ROOM, "has no place for 7", "has no place for 5"),
        (ROOM, "with 4×1 + 2×5 = 1×2", "with 4×1 + 2×5 = 1×3"),
        (EQUAL, "only with r1c1 = r7c1", "only with r1c1 = r3c1"),
        (EQUAL, "only with r3c1 = 2", "only with r3c1 = 4"),
        ("multi-balance/72", "Row 2 is empty", "Row 1 is empty"),
        ("multi-balance/85", "is 28 only as", "is 24 only as"),
        ("multi-balance/85", "as 2×4 + 5×4", "as 2×4 + 5×3"),
        ("c-note:100:523/339/517", "12, 22, … or at least 30 + 9", "12 or at least 30 + 9"),
        ("c-note:100:523/339/517", "12, 22, … or at least 30 + 9", "12, 22, … or at least 33 + 9"),
        ("c-note:100:356/923/492", "6 + 62 + 32 and 6 + 52 + 42 do", "6 + 52 + 42 does"),
        ("sum-star/paper", "9 fits only C1, 8", "8 fits only C1, 9"),
        ("sum-star/paper", "4, 5 and 7 to 9:", "4, 6 and 7 to 9:"),
        (TOUCHING, "B10 and B12.", "B10 and B11."),
        ("multi-balance/85", "4×r2c1 − 2×r2c7", "4×r2c1 + 2×r2c7"),
        ("multi-balance/85", "is at most 16", "is at most 14"),
        ("sum-star/paper", "and only B7, B8 and B9 can", "and only B7, B8 and B10 can"),
        (KEEPING, "keeps 7 and 9 for", "keeps 7 and 8 for"),
        (KEEPING, "for A1 and A2", "for A1 and A4"),
        ("aztec-math/6", "(r4c1 is 3 or 4", "(r4c1 is 3 or 5"),
    ],
)
def test_wrong_causes_are_noticed(puzzle: str, right: str, wrong: str) -> None:
    data = explain(puzzle).as_dict()
    steps = [{**s, "sentence": s["sentence"].replace(right, wrong)} for s in data["steps"]]
    assert steps != data["steps"]
    assert check_sentences(data) == []
    assert check_sentences({**data, "steps": steps})


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        ("aztec-math/demo", "r4c2=1", "r4c2=2"),
        ("aztec-math/demo", "r2c1=1/2 → r3c3=7", "r3c3=7 → r2c1=1/2"),
        ("aztec-math/demo", "r3c1=7/8/9", "r3c1=7/9"),
        ("aztec-math/demo", "r3c1=7/8/9", "r3c1≠7/8/9"),
        ("aztec-math/demo", "never 2 at r2c2", "never 3 at r2c2"),
        ("aztec-math/demo", "never 2 at r2c2", "never 2 at r2c1"),
        ("aztec-math/demo", "never 2 at r2c2", "nothing fits row 4"),
        (STARS, "(A)", "(4 at A3)"),
        (STARS, "with different digits", "with the same digits"),
    ],
)
def test_wrong_rows_are_noticed(puzzle: str, right: str, wrong: str) -> None:
    data = explain(puzzle).as_dict()
    steps = [with_rows(step, right, wrong) for step in data["steps"]]
    assert steps != data["steps"]
    assert check_sentences(data) == []
    assert check_sentences({**data, "steps": steps})


def with_rows(step: dict[str, Any], right: str, wrong: str) -> dict[str, Any]:
    """The step with other words in the rows of its table, and in its sentence."""
    chain = [
        {**case, "row": [text.replace(right, wrong) for text in case["row"]]}
        for case in step["chain"]
    ]
    said = [*(case_sentence(case["row"]) for case in chain), step.get("conclusion", "")]
    return {**step, "chain": chain, "sentence": " ".join(said)} if chain else step
