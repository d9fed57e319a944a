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
IN_ONE_OF = (
    "sum-star:0.0=1,24,32,32,16,2@_____8_______/1.0=12,15,16,11,32,24@_________9___"
    "/0.1=32,11,14,1,2,32"
)
IN_THREE = "sum-star:0.0=11,14,25,16,5,2/1.0=22,17,1,2,25,14"
FOUR_X = "sum-star:0.0=14,16,11,15,5,11"
BESIDE_X = "sum-star:0.0=22,17,7,2,12,17/1.0=14,21,15,10,7,17"
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


EQUAL = (
    "multi-balance:8:...#....../........../.#......../#........#/....#...../........../..#......."
)
UNBALANCED = "multi-balance:8:....#../......./......./...#..#/....#../#....../......./..#...."
TAKEN = (
    "multi-balance:8:.#......./..#....../#......../........#/...#...../.....#.../........./"
    "....#...."
)
PLACED = (
    "multi-balance:9:.......#..../............/............/.....#....../"
    "............/.#........../.........#../...........#/.......#..../..#........./"
    "............/......#....."
)
TWICE = "only with a digit twice (3×1 = 3×1)"


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        (
            "multi-balance/62",
            "Column 10 can hold digits only below",
            "Column 10 can hold digits only above",
        ),
        ("multi-balance/62", "so row 1 is used", "so row 3 is used"),
        (
            "multi-balance/62",
            "Column 10 is empty, so row 1 is used: it can only be",
            "Row 1, if used, is",
        ),
        ("multi-balance/72", "alone on the left", "alone on the right"),
        ("multi-balance/62", "Column 4 holds a digit", "Column 2 holds a digit"),
        ("multi-balance/71", "then r1c6 is 3", "then r1c6 is 4"),
        ("multi-balance/82", "only with r1c6 = r7c6 (3×r1c6 = 3×r7c6)", TWICE),
        (EQUAL, "1 only with r3c10 = r5c10", "1 only with r3c10 = r1c10"),
        (EQUAL, "two 1s or two 2s: 3×1 = 3×1 or 3×2 = 3×2", "two 1s: 3×1 = 3×1"),
        ("multi-balance/72", "Row 2 is empty", "Row 1 is empty"),
        (PLACED, "; 3 placed", "; 8 placed"),
        (PLACED, "; 3 placed", ""),
        ("multi-balance/85", "7 needs two 4s", "6 needs two 4s"),
        ("multi-balance/85", "7 needs two 4s", "7 needs two 7s"),
        ("multi-balance/85", "7 needs two 4s", "7 needs two 4s or two 7s"),
        ("multi-balance/85", "= 2×4 + 5×4", "= 2×9 + 5×2"),
        ("multi-balance/85", "; 7 needs two 7s: 7×1 + 1×7 = 2×7", ""),
        (
            "c-note:100:523/339/517",
            "88, 78, … or at most 61 after 30 + 9",
            "88 or at most 61 after 30 + 9",
        ),
        (
            "c-note:100:523/339/517",
            "88, 78, … or at most 61 after 30 + 9",
            "88, 78, … or at most 61 after 33 + 9",
        ),
        ("c-note:100:523/339/517", "at most 61 after 30 + 9", "at most 60 after 30 + 9"),
        ("c-note:100:523/339/517", "at most 61 after 30 + 9", "nothing after 30 + 9"),
        ("sum-star/paper", "6 in A5 and 9 in C1", "9 in A5 and 6 in C1"),
        ("sum-star/paper", "4 + 5 + 8, with 7 in A4", "4 + 6 + 8, with 7 in A4"),
        (TOUCHING, "B10 and B12, as", "B10 and B11, as"),
        ("multi-balance/85", "4×r2c1 − 2×r2c7", "4×r2c1 + 2×r2c7"),
        ("multi-balance/85", "5×r2c10 = 4×r2c1", "4×r2c10 = 4×r2c1"),
        ("multi-balance/85", ", at most 16)", ", at most 14)"),
        ("sum-star/paper", "and only B7, B8 and B9 can", "and only B7, B8 and B10 can"),
        ("sum-star/paper", "1 + 2 in B7 and B8", "1 + 2 in B7 and C2"),
        ("sum-star/paper", "1 + 2 in B7 and B8", "1 in B7 or B8"),
        (IN_ONE_OF, "3 in C2 or C3", "3 in C2 or B7"),
        (IN_ONE_OF, "3 in C2 or C3", "3 in C2"),
        (IN_THREE, "3 + 4 in A2, B10 or B11", "3 + 4 in A2, B10 or A4"),
        (BESIDE_X, "1 + 2 + 4, as no two X touch, so", "1 + 2 + 4, so"),
        ("sum-star/paper", "as C3 and C4 touch", "as C2 and C3 touch"),
        (
            "sum-star:0.0=4,13,24,11,7,8@_1___________",
            "2, X and 5, as no two X touch",
            "2, X and 5",
        ),
        ("sum-star/paper", "B1 needs 6 + 9, so", "B1 needs 6 + 9, as no two X touch, so"),
        (KEEPING, "keeps 7 and 9 for", "keeps 7 and 8 for"),
        (KEEPING, "for A1 and A2", "for A1 and A4"),
        ("aztec-math/14", "(above 1 and 5; row 4 has 5", "(above 1 and 5; row 4 has 6"),
        ("aztec-math/14", "(above 1 and 5; row 4 has 5", "(above 1 and 8; row 4 has 5"),
        ("aztec-math/16", "(below 2/3/5 and 2/4/5/9)", "(below 2/3/5 and 2/4/5)"),
        ("aztec-math/16", "4 or 5 (below 2/3/5 and", "5 (below 2/3/5 and"),
        ("aztec-math/16", "8 makes 3 only with 5", "8 makes 3 only with 1"),
        ("aztec-math/16", "9 makes 1 only with 8", "8 makes 1 only with 7 or 9"),
        ("aztec-math/16", "8 and 5 make only 3", "8 and 7 make only 1"),
        ("aztec-math/16", "(8 − 5)", "(9 − 6)"),
        ("aztec-math/16", "(8 − 5)", "(8 − 4)"),
    ],
)
def test_wrong_causes_are_noticed(puzzle: str, right: str, wrong: str) -> None:
    data = explain(puzzle).as_dict()
    steps = [{**s, "sentence": s["sentence"].replace(right, wrong)} for s in data["steps"]]
    assert steps != data["steps"]
    assert check_sentences(data) == []
    assert check_sentences({**data, "steps": steps})


EIGHTS = "power-strike:8:419,_,_,_,_,_,_,_,_"


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        ("power-strike/4", "it is 13", "it is 14"),
        ("power-strike/4", "cell 4 is 8 or", "cell 4 is"),
        ("power-strike/4", "is at least 63", "is at least 64"),
        ("power-strike/4", "54, 59, 64 to 69", "54, 59, 65 to 69"),
        ("power-strike/4", "All else is too small", "All else is too large"),
        ("power-strike/4", "All else is too small for 26 or does not become it.", ""),
        ("power-strike/4", " or does not become it", ""),
        ("power-strike/4", "too small for 26", "too small for 27"),
        (EIGHTS, "cell 8 is 524 or", "cell 8 is"),
        (EIGHTS, "419 is no multiple of 8", "419 is no multiple of 7"),
        (EIGHTS, "cell 9 is 419", "cell 8 is 419"),
        (EIGHTS, "at least 10419", "at least 10420"),
        (EIGHTS, "at least 81", "at least 82"),
        (EIGHTS, "1524, 1774, 2524", "1524, 2524"),
        (EIGHTS, "is too small for 419 or could only", "could only"),
        (EIGHTS, "All else came up before, is too small for 419 or could only lose digits.", ""),
        (EIGHTS, "Nothing that follows in cell 7 becomes 419.", ""),
        ("power-strike:2z:105,_,_,_,_", "is too small", "is too large"),
        ("power-strike:2z:105,_,_,_,_", "in cell 5", "in cell 4"),
    ],
)
def test_wrong_sizes_are_noticed(puzzle: str, right: str, wrong: str) -> None:
    data = explain(puzzle).as_dict()
    steps = [{**s, "sentence": s["sentence"].replace(right, wrong)} for s in data["steps"]]
    other = {**data, "steps": steps, "opening": data["opening"].replace(right, wrong)}
    assert other != data
    assert check_sentences(data) == []
    assert check_sentences(other)


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        ("aztec-math/demo", "r4c2=1", "r4c2=2"),
        ("aztec-math/demo", "r2c1=1/2; r3c3=7", "r3c3=7; r2c1=1/2"),
        ("aztec-math/demo", "r4c3=9 → r2c1=1/2", "r4c3=9; r2c1=1/2"),
        ("aztec-math/demo", "r3c3=7 → r2c2=4", "r3c3=7; r2c2=4"),
        ("aztec-math/demo", "r3c1=7/8/9", "r3c1=7/9"),
        ("aztec-math/demo", "r3c1=7/8/9", "r3c1≠7/8/9"),
        ("aztec-math/demo", "never make 2/5", "never make 2/3"),
        ("aztec-math/demo", "9 and 2/6/8 never", "9 and 2/6 never"),
        ("aztec-math/demo", "9 and 2/6/8 never", "2/6/8 and 9 never"),
        ("aztec-math/demo", "9 and 2/6/8 never make 2/5", "nothing fits row 4"),
        ("aztec-math/demo", "9 and 7 make only 2", "they make only 2"),
        ("aztec-math/10", "they never make 2", "they never make 3"),
        ("aztec-math/10", "r4c3=4; r4c4=5", "r4c3=4; r3c2=5"),
        (STARS, "(A)", "(4 at A3)"),
        (FOUR_X, "only at A1, A2, A5, A9, A10 and A13,", "only at A1, A2, A5, A9, A10 and A12,"),
        (
            FOUR_X,
            "only at A1, A2, A5, A9, A10 and A13,",
            "only at A1, A2, A4, A5, A9, A10 and A13,",
        ),
        (STARS, "with different digits", "with the same digits"),
        (UNBALANCED, "(3×5 = 1×3 + 4×3)", "(3×4 = 1×4 + 4×2)"),
        (UNBALANCED, "column 7 could", "column 1 could"),
        (TAKEN, "columns 1, 4, 6 and 9", "columns 1, 4, 6 and 8"),
        (TAKEN, "columns 1, 4, 6 and 9", "columns 1, 4 and 9"),
        (TAKEN, "torque 7 on the left", "torque 8 on the left"),
        (TAKEN, "7 on the left, but not on the right", "7 on the right, but not on the left"),
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
