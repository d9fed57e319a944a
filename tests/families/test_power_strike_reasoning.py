"""How Power Strike is explained: its lists, what shortens them, and the words for it."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import explain, generate, hint
from quincunx.cli.families import rule_book_data
from quincunx.families.base.documents import from_body
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.number_graph import NumberGraph
from quincunx.families.power_strike.reasoning import (
    MAX_LISTED,
    OTHER,
    BoundedStep,
    LeadsOn,
    OnPath,
    RingStep,
    StretchConstraint,
    reasoning_model,
    stretches_with_lists,
)
from tests.families.tables import cases
from tests.proofs.test_random_puzzles import drawn, ring
from tests.reasoning.evidence import check_explanation

# What comes before and after.


@settings(max_examples=60)
@given(
    number=st.integers(1, 60), multiplier=st.sampled_from([1, 2, 3, 7, 10]), forbid=st.booleans()
)
def test_predecessors_are_inverse_of_successors(number: int, multiplier: int, forbid: bool) -> None:
    graph = NumberGraph(multiplier, forbid)
    most = 10 ** (len(str(number)) + 1)
    expected = {n for n in range(1, most) if number in graph.successors({n})}
    assert graph.predecessors(number) == expected


@settings(max_examples=20)
@given(given_number=st.integers(1, 400), multiplier=st.sampled_from([2, 3, 7, 9, 12]))
def test_ranges_hold_all_numbers_that_become_the_given(given_number: int, multiplier: int) -> None:
    """Except those from which zeros vanish, and those that are too large to be multiplied."""
    (stretch,) = stretches_with_lists(PowerStrike(multiplier, (given_number, *[None] * 4)))
    after = NumberGraph(multiplier, forbid_leading_zeros=True).after

    def becomes_it(number: int, steps: int) -> bool:
        if steps == 0:
            return number == given_number
        return any(becomes_it(n, steps - 1) for n in after(number))

    for at in range(stretch.steps - 3, stretch.steps):
        for number in range(1, min(stretch.ranges[at][-1][1] + 1, 1200)):
            if becomes_it(number, stretch.steps - at):
                assert any(low <= number <= high for low, high in stretch.ranges[at])


def test_opening_says_only_what_leaves_out_numbers() -> None:
    """Numbers above the least that never become 6, such as 9 in cell 4, do not come up."""
    opening = explain("power-strike/demo").opening
    assert opening.endswith("Before it, cell 4 is at least 8; cell 3 is at least 4.")


def test_sizes_near_the_end_need_not_follow_from_those_listed() -> None:
    """From 64 or at least 1092 in cell 5 would only follow that cell 4 is at least 164."""
    opening = explain("power-strike:3:576,_,_,_,_,_").opening
    assert "cell 4 is 164, 264, 364, 464, 564, 604, 614, 624 or at least 634" in opening


# One look at a time, in the ring 6, 12, 24, 48, 96.


def constraint_of(kind: type[StretchConstraint], first: int) -> StretchConstraint:
    """The constraint of this kind whose first cell is given by its number."""
    model = reasoning_model(PowerStrike(2, (6, None, None, None, None)))
    for constraint in model.constraints:
        if type(constraint) is kind and constraint.variables[0].index == first - 1:
            return constraint
    raise LookupError


@pytest.mark.parametrize(
    ("kind", "cell", "lists", "left", "why"),
    [
        (RingStep, 2, [{12}, None], {1: {1, 2, 24}}, "the list is made"),
        (RingStep, 2, [None, None], {}, "the cell before has no list"),
        (RingStep, 2, [{12}, {24, 36}], {1: {1, 2, 24}, 0: {12}}, "a list is shortened"),
        (RingStep, 2, [{12, 21}, {24}], {1: {1, 2, 24, 42}, 0: {12}}, "only 12 becomes 24"),
        (RingStep, 5, [{96}, None], {}, "the end is not listed"),
        (BoundedStep, 2, [{12}, None, {6}], {1: {24}}, "1 and 2 are too small to lose a digit"),
        (BoundedStep, 2, [{12}, None, None], {}, "the end is not known"),
        (BoundedStep, 2, [{12}, {24}, {6}], {}, "there is a list already"),
        (BoundedStep, 1, [{6}, None], {}, "nothing is left out"),
        (LeadsOn, 4, [{2, 4, 48}, None, {6}], {0: {48}, 1: {96}}, "only 96 becomes 6"),
        (LeadsOn, 3, [{1, 24}, None, None, {6}], {0: {24}, 1: {48}, 2: {96}}, "in three steps"),
        (LeadsOn, 4, [None, None, {6}], {}, "there is no list"),
        (LeadsOn, 2, [{12, 13}, None, {6}], {0: {12}}, "what follows 13 does not become 6"),
        (OnPath, 3, [{1, 24}, {6}], {0: {24}}, "found by search"),
        (OnPath, 3, [None, {6}], {0: {24}}, "even without a list"),
        (OnPath, 3, [None, None], {}, "the givens are not known"),
    ],
)
def test_each_look_keeps_what_it_should(
    kind: type[StretchConstraint],
    cell: int,
    lists: list[set[int] | None],
    left: dict[int, set[int]],
    why: str,
) -> None:
    found: dict[int, set[int]] = {}
    for look in constraint_of(kind, cell).looks():
        found |= look.keep(lists)
    assert found == left, why


@pytest.mark.parametrize(
    ("kind", "values", "holds"),
    [
        (RingStep, (12, 24), True),
        (RingStep, (12, 42), False),
        (RingStep, (12, OTHER), False),  # all that 12 can become is listed
        (RingStep, (21, OTHER), True),
        (RingStep, (OTHER, 42), True),
        (LeadsOn, (12, OTHER, 6), True),
        (LeadsOn, (13, OTHER, 6), False),
        (OnPath, (12, 6), True),
        (OnPath, (OTHER, 6), False),
    ],
)
def test_constraints_can_be_checked(
    kind: type[StretchConstraint], values: tuple[int, ...], holds: bool
) -> None:
    assert constraint_of(kind, 2).check(values) == holds


# Explanations.

LARGE = (
    "6:198,_,_,_,_,_",
    "7:2782,_,_,_,_,_,_,_,_",
    "9:959,_,_,_,_,_,_,_,_,_",
    "3:211,_,_,_,_,_,_,_",
    "2:154,_,_,_,_,_,_,_,_,_,_",
)
"""Rings in which hundreds of numbers can reach a cell."""


@pytest.mark.slow
def test_any_ring_is_explained_soundly() -> None:
    dice = Random(11)
    verdicts = set()
    for puzzle in (
        *(drawn(ring, dice) for _ in range(60)),
        *(from_body(PowerStrike, body) for body in LARGE),
    ):
        explanation = explain(puzzle)
        complaints = check_explanation(explanation.as_dict(), rule_book_data(puzzle))
        assert complaints == [], puzzle.identifier
        assert isinstance(puzzle, PowerStrike)
        assert explanation.steps or None not in puzzle.ring, "there is always a step"
        for step in explanation.steps:
            assert step.because, "it names the given, or a list"
            assert all(len(numbers) <= MAX_LISTED for _, numbers in (*step.because, *step.leaves))
            lists = re.findall(r"(?:\d+, )*\d+ (?:or|and) \d+", step.sentence)
            assert all(numbers.count(", ") + 2 <= MAX_LISTED for numbers in lists), step.sentence
        assert "another number" not in str(explanation)
        verdicts.add(explanation.verdict)
    assert verdicts == {"unique", "multiple", "none"}


@pytest.mark.parametrize(
    ("name", "state", "where", "why", "what"), cases("families/cases/ring_hints.txt")
)
def test_hint_says_where_why_and_what_by_level(
    name: str, state: str, where: str, why: str, what: str
) -> None:
    assert list(hint(name, state).by_level) == [(where,), (where, why), (what,)]


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


# Long lists.


def test_default_series_is_explained_without_search() -> None:
    for made in generate("power-strike", number=30, seed=27):
        explanation = explain(made.puzzle)
        assert len(str(explanation).split()) <= 600, made.puzzle.identifier
        assert "search" not in {step.technique for step in explanation.steps}


@pytest.mark.parametrize("seen", [None, {}])
def test_table_follows_every_number_that_fits_in_short_lists(
    seen: dict[int, set[int]] | None,
) -> None:
    (stretch,) = stretches_with_lists(PowerStrike(4, (323, *[None] * 8)))
    numbers = {2, 3, 92, 128, 129, 132, 192, 292}
    followed: dict[int, set[int]] = {2: numbers}
    for first, layers in stretch.table(2, numbers, seen):
        assert layers[0] <= followed[first]
        for at, layer in enumerate(layers[1:], first + 1):
            assert len(layer) <= MAX_LISTED
            followed.setdefault(at, set()).update(layer)
    for at in range(2, stretch.steps - 3):
        assert followed[at + 1] == stretch.following(at, followed[at])
    assert not followed[stretch.steps - 3] & stretch.on_path[stretch.steps - 3]


def numbers_in(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


def test_rows_of_a_table_name_what_follows_the_numbers_they_begin_with() -> None:
    beginnings = set[str]()
    for made in generate("power-strike", number=12, seed=404, grade="hard"):
        assert isinstance(made.puzzle, PowerStrike)
        stretch, *others = stretches_with_lists(made.puzzle)
        steps = () if others else explain(made.puzzle).steps
        for step in (one for one in steps if one.technique == "meet in the middle"):
            cell = int(re.findall(r"ell (\d+)'s", step.sentence)[0])
            left = {cell: set(dict(step.removes)[cell,])}
            met: dict[int, set[int]] = {}
            for row in re.findall(
                r"(?:Cell \d+'s|They|It)[^.]* (?:→|becomes?) [^.]*", step.sentence
            ):
                first, *lists = re.split(" → | becomes? ", row)
                place = int((re.findall(r"Cell (\d+)'s", first) or [cell])[0])
                begin = numbers_in(first.partition("'s")[2]) or set(left[place])
                left[place] -= begin
                beginnings.update(first.split())
                for at, text in enumerate(lists, place):
                    after = {n for one in begin for n in stretch.after(one)}
                    begin = {n for n in after if stretch.fits(at, n)} - met.setdefault(at, set())
                    assert numbers_in(text) == begin, f"{row}: {step.sentence}"
                    met[at] |= begin
                    left[at + 1] = set(begin)
    assert {"They", "Cell"} <= beginnings


def test_hint_about_cells_behind_a_list_names_only_numbers_that_get_there() -> None:
    noted = "43,108,234,729,864,891,918,921,923,924,934,954,1134,1944"
    ring = f"38,_,_,_,_,_,{{{noted}}},_,_"
    assert str(hint("power-strike:3:38,_,_,_,_,_,_,_,_", ring)) == (
        "Of cell 7's numbers only 43 becomes 38 (no multiple of 3): 43 → 129 → 387 → 38."
    )


def test_hints_on_the_whole_way_are_short() -> None:
    identifier = "power-strike:4:323,_,_,_,_,_,_,_,_"
    state: dict[int, str] = {1: "323"}
    for _ in range(60):
        found = hint(identifier, ",".join(state.get(cell, "_") for cell in range(1, 10)))
        if found.kind != "step":
            break
        assert len(str(found).split()) <= 35, str(found)
        assert len(found.sentences(3)) <= 3
        for (cell,), gone in found.removes:
            left = set(map(int, state[cell].strip("{}").split(","))) - set(gone)
            state[cell] = f"{{{','.join(map(str, sorted(left)))}}}"
        for (cell,), numbers in found.leaves:
            state[cell] = f"{{{','.join(map(str, numbers))}}}"
        for (cell,), number in found.sets:
            state[cell] = str(number)
    assert found.kind == "solved"
