"""How a Sum Star reasons: looks at its rules against brute force, and the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import explain, hint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction
from quincunx.families.base.capabilities import reasoning_model
from quincunx.families.base.reading import parse
from quincunx.families.sum_star.reasoning import AroundTriangle, XPattern
from quincunx.families.sum_star.words import StarPhrases
from quincunx.reasoning.path import Path
from tests.families.looks import assert_sound, holdings, left_by_brute_force, said_by_looks

# Looks.


@settings(max_examples=120, deadline=None)
@given(holdings(6, 1, 5), st.integers(0, 20), st.booleans(), st.booleans())
def test_looks_around_a_triangle_are_sound_and_the_last_finds_all(
    holding: list[list[int]], total: int, numbered: bool, closed: bool
) -> None:
    def make(variables: tuple[Variable, ...]) -> AroundTriangle:
        return AroundTriangle(variables, total if numbered else None, closed and len(variables) > 2)

    assert_sound(make, holding, 9)
    assert said_by_looks(make, holding, 9)[-1] == left_by_brute_force(make, holding)


@settings(max_examples=120, deadline=None)
@given(holdings(6, 1, 5), st.integers(0, 20))
def test_looks_at_different_digits_with_a_sum_are_sound(
    holding: list[list[int]], total: int
) -> None:
    assert_sound(lambda variables: DistinctSum(variables, total), holding, 6)


@settings(max_examples=120, deadline=None)
@given(holdings(4, 2, 5), st.integers(0, 3))
def test_looks_at_what_cells_hold_are_sound(holding: list[list[int]], zeros: int) -> None:
    counts = {0: (0, zeros)} | dict.fromkeys(range(1, 5), (1, 1))
    assert_sound(lambda variables: Cardinality(variables, counts), holding, 4)
    assert_sound(lambda variables: AllDifferent(variables, frozenset({0})), holding, 4)


def test_a_digit_that_is_placed_is_no_part_of_a_hidden_set() -> None:
    # 1 is placed, though the others do not know it yet: 2 and 3 alone tell nothing of it.
    holding = [[1], [1, 2, 3, 4], [1, 2, 3, 4], [3, 4]]
    assert_sound(lambda v: Cardinality(v, dict.fromkeys(range(1, 5), 1)), holding, 4)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([(0,), (1,), (0, 1)]), min_size=13, max_size=13))
def test_x_patterns_leave_what_some_pattern_uses(holding: list[tuple[int, ...]]) -> None:
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
ANY = tuple(range(10))


@pytest.mark.parametrize(
    ("total", "known", "left", "sentence"),
    [
        (
            22,  # 9 and 8 make 17
            [ANY, ANY, ANY],
            dict.fromkeys(range(3), (5, 6, 7, 8, 9)),
            "In the 22 at A9 the others make at most 17, so A8, A9 and A10 are at least 5.",
        ),
        (
            2,  # two X would touch otherwise
            [ANY, ANY, ANY],
            {0: (0,), 1: (2,), 2: (0,)},
            "The 2 at A9 leaves A8, A9 and A10 only X, 2 and X, so A8 and A10 are X and A9 is 2.",
        ),
        (
            22,  # not 6 + 7 + 9, for 7 is nowhere
            [(5, 6, 8), (5, 6, 8, 9), (6, 8, 9)],
            {0: (5, 8)},
            "The 22 at A9 needs 5 + 8 + 9, so A8 is 5 or 8.",
        ),
        (10, [(3,), ANY, (0,)], {1: (7,)}, "The 10 at A9 has 7 left, so A9 is 7."),
        (10, [(0,), ANY, ANY], {1: ANY[1:]}, "A8 is X, so A9 is not X."),
        (
            33,
            [ANY, ANY, ANY],
            {},
            "The 33 at A9 should make 33 with different digits but makes at most 24: "
            "that cannot be.",
        ),
        (10, [(4,), ANY, (4,)], {}, "The 10 at A9 has 4 twice: that cannot be."),
    ],
)
def test_reasons_about_a_triangle(
    total: int, known: Sequence[Sequence[int]], left: Mapping[int, Sequence[int]], sentence: str
) -> None:
    deduction = Deduction(
        (AroundTriangle(tuple(SIDE), total, closed=False, label=f"the {total} at A9"),),
        dict(zip(SIDE, known, strict=True)),
        frozenset(cell for cell, values in zip(SIDE, known, strict=True) if values != ANY),
        {SIDE[at]: values for at, values in left.items()},
    )
    assert StarPhrases().sentence(deduction) == sentence


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


@pytest.mark.parametrize("identifier", PUZZLES)
def test_triangle_labels_are_unique(identifier: str) -> None:
    model = reasoning_model(parse(identifier))
    labels = [c.label for c in model.constraints if isinstance(c, AroundTriangle)]
    assert len(set(labels)) == len(labels)


@pytest.mark.slow
def test_explanations_are_short() -> None:
    explanation = explain("sum-star/paper")
    lengths = [
        len(part.split()) for step in explanation.steps for part in step.sentence.split(". ")
    ]
    assert sum(lengths) < 700
    assert max(lengths) < 60
    assert all(len(level) <= 3 for level in hint("sum-star/paper").by_level)


def test_contradiction_states_the_largest_sum() -> None:
    assert "makes at most 24" in str(explain("sum-star:0.0=6,33,45,11,22,10"))


# Symmetry.


def _turned(identifier: str, steps: int) -> str:
    """One dodecagon turned by this many sixths."""
    place, numbers = identifier.split("=")
    sums = numbers.split(",")
    return f"{place}={','.join(sums[-steps:] + sums[:-steps])}"


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_turned_dodecagon_takes_the_same_techniques(steps: int) -> None:
    identifier = "sum-star:0.0=6,11,14,22,2,10"
    rounds = [_rounds(one) for one in (identifier, _turned(identifier, steps))]
    assert rounds[0] == rounds[1]


def _rounds(identifier: str) -> list[list[tuple[str, float]]]:
    path = Path(parse(identifier))
    return [sorted((m.technique.name, m.effort) for m in moves) for moves in path.rounds()]
