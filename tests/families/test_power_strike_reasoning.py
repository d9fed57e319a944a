"""How Power Strike is explained: its lists, what shortens them, and the words for it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import explain, hint
from quincunx.cli.families import rule_book_data
from quincunx.cp.model import Model
from quincunx.families.base.documents import from_body
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.number_graph import NumberGraph
from quincunx.families.power_strike.reasoning import (
    OTHER,
    LeadsToGiven,
    LengthLimit,
    RingStep,
)
from quincunx.reasoning.candidates import Candidates
from tests.families.test_power_strike import random_puzzle
from tests.reasoning.evidence import check_explanation

ENDLESS = frozenset({OTHER})


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
def test_step_can_be_checked(values: tuple[int, int], holds: bool) -> None:
    model = Model()
    cells = tuple(model.variable(f"cell {i}", [1, 2, 12, 21, 24, 42], other=OTHER) for i in (1, 2))
    edges = NumberGraph(2).edges_between({12, 21}, {1, 2, 24, 42})
    assert RingStep(cells, stretch=0, edges=edges, closed={12}).check(values) == holds


# Explanations.


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
