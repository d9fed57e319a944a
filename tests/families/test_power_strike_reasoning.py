"""How Power Strike is explained: its lists, what shortens them, and the words for it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import explain, hint
from quincunx.cli.families import rule_book_data
from quincunx.cp.model import Model
from quincunx.cp.words.techniques import Technique
from quincunx.families.base.documents import from_body
from quincunx.families.base.reading import parse
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.number_graph import NumberGraph
from quincunx.families.power_strike.reasoning import (
    OTHER,
    TECHNIQUES,
    LeadsToGiven,
    LengthLimit,
    RingStep,
)
from quincunx.reasoning.candidates import Candidates
from tests.families.test_power_strike import random_puzzle
from tests.reasoning.evidence import check_explanation

ENDLESS = frozenset({OTHER})
GALLERY = ["demo", *map(str, range(1, 17)), "paper-small", "paper-medium", "paper-big"]


# What comes before and after.


@settings(max_examples=60)
@given(
    number=st.integers(1, 60),
    largest=st.integers(1, 3_000),
    multiplier=st.sampled_from([1, 2, 3, 7, 10]),
    forbid=st.booleans(),
)
def test_predecessors_are_inverse_of_successors(
    number: int, largest: int, multiplier: int, forbid: bool
) -> None:
    graph = NumberGraph(multiplier, forbid)
    expected = {n for n in range(1, largest + 1) if number in graph.successors({n})}
    assert graph.predecessors(number, largest, 1_000) == expected


@pytest.mark.parametrize(
    ("number", "largest", "most", "few", "why"),
    [
        (6, 96, 40, True, "3, and 16 to 96 or 60 to 69"),
        (6, 96, 10, False, "these are more than ten"),
        (123456, 10**9, 40, False, "a digit can be put in at seven places"),
        (123456, 123456, 40, True, "nothing longer is possible"),
        (10**999, 10**1100, 40, False, "numbers of a thousand digits"),
    ],
)
def test_too_many_predecessors_are_none(
    number: int, largest: int, most: int, few: bool, why: str
) -> None:
    assert (NumberGraph(2).predecessors(number, largest, most) is not None) == few, why


# One look at a time.


def looked(
    constraint: str, before: frozenset[int], after: frozenset[int], look: int
) -> tuple[set[int], set[int]] | None:
    """What one look at the step from 12 or 21 to 1, 2, 24 or 42 leaves of both cells. Of 21 it is
    not known what it can become."""
    model = Model()
    one = model.variable("cell 1", [12, 21], other=OTHER)
    other = model.variable("cell 2", [1, 2, 24, 42], other=OTHER)
    if constraint == "step":
        edges = NumberGraph(2).edges_between({12, 21}, {1, 2, 24, 42})
        model.add(RingStep((one, other), stretch=0, edges=edges, closed={12}))
    elif constraint == "leads to":
        model.add(
            LeadsToGiven((other,), stretch=0, numbers={2, 24}, end=4, largest=40, divides=True)
        )
    else:
        model.add(LengthLimit((other,), stretch=0, numbers={24, 42}, end=48, steps=1))
    candidates = Candidates(model, {})
    for variable, values in zip(candidates.variables, (before, after), strict=True):
        variable.bits = sum(variable.bit(value) for value in values)
    changes = candidates.deduce(candidates.rules[0].looks[look].propagators)
    if changes is None:
        return None
    for change in changes:
        candidates.variables[change.variable].bits &= change.after
    left = [set(candidates.values(v.index, v.bits)) for v in candidates.variables]
    return left[0], left[1]


ANYTHING = frozenset({1, 2, 24, 42}) | ENDLESS


@pytest.mark.parametrize(
    ("constraint", "look", "before", "after", "left", "why"),
    [
        ("step", 0, {12}, ANYTHING, ({12}, {1, 2, 24}), "the list is made"),
        ("step", 0, {12, OTHER}, ANYTHING, None, "the cell before has no list"),
        ("step", 0, {12, 21}, ANYTHING, None, "21 may become a number that is not listed"),
        ("step", 0, {21}, {1, 24, 42}, ({21}, {1, 42}), "a list is shortened"),
        ("step", 0, {12}, {42}, "contradiction", "12 does not become 42"),
        ("step", 1, {12, 21}, {24}, ({12}, {24}), "only 12 becomes 24"),
        ("step", 1, {12, 21}, {24, OTHER}, None, "the cell after has no list"),
        ("step", 1, {12, 21, OTHER}, {24}, None, "a cell without a list is left alone"),
        ("step", 1, {21}, {24}, "contradiction", "21 does not become 24"),
        ("leads to", 0, {12}, ANYTHING, ({12}, {2, 24}), "the list is made backwards"),
        ("leads to", 0, {12}, {1, 2, 24}, None, "there is a list already"),
        ("lengths", 0, {12}, {1, 2, 24}, ({12}, {24}), "1 and 2 are too small"),
        ("lengths", 0, {12}, ANYTHING, None, "there is no list yet"),
    ],
)
def test_each_look_prunes_as_expected(
    constraint: str, look: int, before: set[int], after: set[int], left: object, why: str
) -> None:
    found = looked(constraint, frozenset(before), frozenset(after), look)
    if left == "contradiction":
        assert found is None, why
    else:
        assert found == (left or (before, after)), why


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ((12, 24), True),
        ((12, 42), False),
        ((21, 42), True),
        ((12, OTHER), False),  # all that 12 can become is listed
        ((21, OTHER), True),
        ((OTHER, 42), True),
    ],
)
def test_a_step_can_be_checked(values: tuple[int, int], holds: bool) -> None:
    model = Model()
    cells = tuple(model.variable(f"cell {i}", [1, 2, 12, 21, 24, 42], other=OTHER) for i in (1, 2))
    edges = NumberGraph(2).edges_between({12, 21}, {1, 2, 24, 42})
    assert RingStep(cells, stretch=0, edges=edges, closed={12}).check(values) == holds


# Explanations.


@pytest.mark.slow
@pytest.mark.parametrize("name", GALLERY)
def test_published_rings_are_explained_soundly_and_shortly(name: str) -> None:
    puzzle = parse(f"power-strike/{name}")
    explanation = explain(puzzle)
    assert check_explanation(explanation.as_dict(), rule_book_data(puzzle)) == []
    assert 0 < sum(len(step.sentence.split()) for step in explanation.steps) < 180
    for sentence in " ".join(step.sentence for step in explanation.steps).split(". "):
        assert len(sentence.split()) < 60


@pytest.mark.slow
def test_any_ring_is_explained_soundly() -> None:
    dice = Random(11)
    verdicts = set()
    for _ in range(60):
        puzzle = random_puzzle(dice)
        explanation = explain(puzzle)
        complaints = check_explanation(explanation.as_dict(), rule_book_data(puzzle))
        assert complaints == [], puzzle.identifier
        assert explanation.steps or None not in puzzle.ring, "there is always a step"
        assert "another number" not in str(explanation)
        verdicts.add(explanation.verdict)
    assert verdicts == {"unique", "multiple", "none"}


@pytest.mark.parametrize("technique", TECHNIQUES, ids=repr)
def test_the_example_of_a_technique_uses_it(technique: Technique) -> None:
    assert technique.name in {step.technique for step in explain(technique.example).steps}


@pytest.mark.parametrize(
    ("identifier", "sentences"),
    [
        (
            "power-strike:2:6,_,_,_,_",
            [
                "Cell 5 becomes 6, so it is 3, or 6 with a digit put in.",
                "6 cannot lose its only digit, so cell 2 is 12; cell 3 is 1, 2 or 24; "
                "cell 4 is 2, 4 or 48.",
                "Of cell 4's numbers only 48 leads on, to 96 (times 2); it comes from 24.",
            ],
        ),
        (  # long lists are described by their count and their bounds
            "power-strike:7:12,_,_,_,_,_",
            [
                "12 is no multiple of 7, so cell 6 is 12 with a digit put in, "
                "or with a digit and zeros in front.",
                "After 12, cell 2 is 1, 2 or 84; cell 3 is 4, 7, 8, 14 or 588; "
                "cell 4 is 1, 4, 28, 49, 56, 58, 88, 98 or 4116. "
                "Cell 5 is one of 18 numbers from 2 to 28812.",
                "Of cell 5's numbers only 116 leads on, to 812 (times 7); "
                "it comes from 4116, that from 588, that from 84.",
            ],
        ),
        (  # one stretch after the other, with what is too small left out
            "power-strike:2:16,_,_,_,48,_,_",
            [
                "Cell 4, at most 128, becomes 48, so it is 24.",
                "After 16, cell 2 is 6 or 32; cell 3 is 2, 3, 12 or 64, "
                "leaving out what is too small to become 48 in time.",
                "Of cell 3's numbers only 12 leads to 24 (times 2); it comes from 6.",
                "Cell 7, at most 192, becomes 16, so it is 8, or 16 with a digit put in.",
                "After 48, cell 6 is 4, 8 or 96.",
                "Of cell 6's numbers only 4 leads on, to 8 (times 2).",
            ],
        ),
        (  # no zero may come to stand in front, and there is no solution
            "power-strike:2z:105,_,_,_,_",
            [
                "105 is no multiple of 2, so cell 5, at most 1680, is 105 with a digit put in.",
                "After 105, cell 2 is 10, 15 or 210; cell 3 is 20, 21, 30 or 420; "
                "cell 4 is 1, 2, 3, 20, 40, 42, 60 or 840, "
                "leaving out what is too small to become 105 in time.",
                "None of cell 4's eight numbers leads to one of cell 5's.",
            ],
        ),
        (
            "power-strike:4:4,_",
            [
                "Cell 2, at most 16, becomes 4, so it is 1 or 14.",
                "4 in cell 1 does not lead to one of cell 2's.",
            ],
        ),
        (
            "power-strike:3:7,_,_,_,6561,_,_,_",
            ["Cell 4 is at most 189, and nothing up to there becomes 6561."],
        ),
        ("power-strike:2:6,12,24,48,96", []),
    ],
)
def test_explanation_sentences(identifier: str, sentences: list[str]) -> None:
    assert [step.sentence for step in explain(identifier).steps] == sentences


def test_undecided_ring_ends_with_its_lists() -> None:
    *_, last = explain("power-strike/16").steps
    assert last.sentence.startswith("Of cell 7's 134 numbers 14 lead to one of cell 8's;")
    assert last.sentence.endswith(
        "Cell 2 then is 4 or 287; "
        "cell 8 then is 141, 241, 341, 401, 421, 431, 441, 461, 841 or 941."
    )


def test_long_lists_of_consecutive_cells_are_summarised() -> None:
    _, listing, *_ = explain("power-strike:3:576,_,_,_,_,_").steps
    assert listing.sentence == (
        "After 576, cell 2 is 56, 57, 76 or 1728; "
        "cell 3 is 5, 6, 7, 128, 168, 171, 172, 178, 228, 728 or 5184; "
        "cells 4 and 5 have lists of 25 and 51 numbers from 1 to 46656."
    )


@pytest.mark.parametrize(
    ("name", "state", "levels"),
    [
        (
            "power-strike/demo",
            "6,_,_,_,_",
            [
                ("Look at the step from cell 1 to cell 2.",),
                ("Look at the step from cell 1 to cell 2.", "6 cannot lose its only digit."),
                ("6 cannot lose its only digit, so cell 2 is 12.",),
            ],
        ),
        (
            "power-strike/7",
            "31,93,279,837,_,_,_,_,_",
            [
                ("Look at the step from cell 9 to cell 1.",),
                (
                    "Look at the step from cell 9 to cell 1.",
                    "31 is no multiple of 3, so cell 9 loses a digit.",
                ),
                (
                    "31 is no multiple of 3, so cell 9 is 31 with a digit put in, "
                    "or with a digit and zeros in front.",
                ),
            ],
        ),
        (
            "power-strike/demo",
            "6,12,{1,2,24},{2,4,48},{3,96}",
            [
                ("Look at the step from cell 4 to cell 5.",),
                (
                    "Look at the step from cell 4 to cell 5.",
                    "Not all of cell 4's 3 numbers lead to one of cell 5's.",
                ),
                ("Of cell 4's numbers only 48 leads to one of cell 5's.",),
            ],
        ),
    ],
)
def test_hints(name: str, state: str, levels: list[tuple[str, ...]]) -> None:
    assert list(hint(name, state).by_level) == levels


@pytest.mark.parametrize(
    ("body", "verdict", "why"),
    [
        (f"2:{'123456789' * 110},_,_", "none", "a thousand digits, so a thousand can be lost"),
        (f"10:{'7' * 1000},_", "unique", "the only digit that can go is the zero"),
        (f"1:{'12' * 20}{',_' * 99}", "unique", "many cells"),
        (f"7:41{',_' * 12}", "multiple", "too many numbers to list"),
        (f"7z:{'1020304050' * 4}{',_' * 5}", "none", "lists that grow quickly"),
    ],
)
def test_large_rings_are_explained(body: str, verdict: str, why: str) -> None:
    explanation = explain(from_body(PowerStrike, body))
    assert explanation.verdict == verdict, why
    assert explanation.steps
