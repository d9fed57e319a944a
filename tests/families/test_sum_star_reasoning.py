"""How a Sum Star reasons: looks at its rules against brute force, and the words."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp import Cardinality, Variable
from quincunx.families.base.puzzle_input import parse
from quincunx.families.sum_star.reasoning import AroundTriangle, XPattern
from quincunx.families.sum_star.words import StarPhrases
from quincunx.reasoning.path import Path
from tests.families.looks import assert_sound, deduced, holdings, left_by_brute_force, said_by_looks
from tests.families.tables import cases

# Looks.


@settings(max_examples=120, deadline=None)
@given(holdings(6, 1, 5), st.integers(0, 20), st.booleans(), st.booleans())
def test_triangle_techniques_are_sound_and_the_last_is_complete(
    holding: list[list[int]], total: int, numbered: bool, closed: bool
) -> None:
    def make(variables: tuple[Variable, ...]) -> AroundTriangle:
        return AroundTriangle(variables, total if numbered else None, closed and len(variables) > 2)

    assert_sound(make, holding, 9)
    assert said_by_looks(make, holding, 9)[-1] == left_by_brute_force(make, holding)


def test_digit_that_is_placed_is_no_part_of_a_hidden_set() -> None:
    # 1 is placed, though the others do not know it yet: 2 and 3 alone tell nothing of it.
    holding = [[1], [1, 2, 3, 4], [1, 2, 3, 4], [3, 4]]
    assert_sound(lambda v: Cardinality(v, dict.fromkeys(range(1, 5), 1)), holding, 4)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([(0,), (1,), (0, 1)]), min_size=13, max_size=13))
def test_x_pattern_techniques_agree_with_brute_force(holding: list[tuple[int, ...]]) -> None:
    near = [(at, (at + 1) % 12) for at in range(12)] + [(at, 12) for at in range(0, 12, 2)]
    patterns = [
        set(four)
        for four in combinations(range(13), 4)
        if not any(one in four and other in four for one, other in near)
        and all((0 if at in four else 1) in values for at, values in enumerate(holding))
    ]
    expected = [sorted({int(at not in four) for four in patterns}) for at in range(13)]
    for said in said_by_looks(XPattern, holding, 1):
        assert said == (expected if patterns else None)


# Words.

SIDE = [Variable(at, name, range(10)) for at, name in enumerate(("A8", "A9", "A10"))]


@pytest.mark.parametrize(
    ("total", "known", "left", "sentence"), cases("families/cases/triangle_sentences.txt")
)
def test_deduction_about_a_triangle_in_words(
    total: str, known: str, left: str, sentence: str
) -> None:
    rule = AroundTriangle(tuple(SIDE), int(total), closed=False, label=f"the {total} at A9")
    assert StarPhrases().sentence(deduced(rule, SIDE, known, left)) == sentence


@pytest.mark.parametrize(
    ("identifier", "sentence"),
    [
        (
            "sum-star/paper",
            "The 11 at B7/C3 needs 3 + 5, with 1 + 2 in B7 and B8, as C3 and C4 touch, so ",
        ),
        (
            "sum-star:0.0=22,17,7,2,12,17/1.0=14,21,15,10,7,17",
            "The 7 at A5/B9 needs 1 + 2 + 4, as no two X touch, so ",
        ),
        (
            "sum-star:0.0=11,14,25,16,5,2/1.0=22,17,1,2,25,14",
            "The 14 at A3/B11 needs 1, with 3 + 4 in A2, B10 or B11, and 6 in B12, as no two X "
            "touch, so ",
        ),
    ],
)
def test_triangle_is_explained_by_few_cells_for_some_digits(identifier: str, sentence: str) -> None:
    path = Path(parse(identifier))
    path.follow()
    assert any(step.sentence.startswith(sentence) for step in path.steps())


def test_sum_that_cannot_be_made_shows_all_digits() -> None:
    cells = [Variable(at, f"A{at + 1}", range(10)) for at in range(4)]
    rule = AroundTriangle(tuple(cells), 21, closed=False, label="the 21 at A1")
    deduction = deduced(rule, cells, "1 9, 1 9, 2 6, 2 7", ", , , ")
    said = "The 21 at A1 cannot be 1/9 + 1/9 + 2/6 + 2/7 with different digits"
    assert StarPhrases().reason(deduction) == said


@pytest.mark.slow
def test_reason_with_four_x_needs_four_known_x() -> None:
    """Cells that are known to hold no digit but one are not counted as X."""
    for identifier in PUZZLES:
        path = Path(parse(identifier))
        path.follow()
        for step in path.steps():
            if "X four times already" in step.sentence:
                known = dict(step.because)
                assert sum(values == (0,) for values in known.values()) >= 4


PUZZLES = [
    "sum-star/paper",
    "sum-star:0.0=2,8,8,15,23,9/1.0=2,5,17,20,8,8",
    "sum-star:0.0=7,31,33,16,13,2@_____6_______/1.0=4,3,7,39,33,31/0.1=33,39,10,5,1,16@_7_4_________",
]
