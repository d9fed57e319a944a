"""Rounds: the easiest moves first, each technique where it belongs, and all moves of a round."""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

import pytest

from quincunx.cp.words.techniques import CASES, GENERAL, LAST_ONE, SEARCH
from quincunx.reasoning.path import Path
from quincunx.reasoning.rounds import RoundFinder, inference_of
from quincunx.reasoning.study import Study
from tests.reasoning.posed import Domains, Rule, allowed, different, posed, total

Found: TypeAlias = list[tuple[str, dict[str, tuple[int, ...]]]]

DIGITS = range(1, 10)
TRIANGLE = [different(pair) for pair in ("xy", "xz", "yz")]
FOUR = [different(pair) for pair in ("xy", "xz", "yz", "wx", "wy", "wz")]
ANOTHER_FOUR = [different(pair) for pair in ("ab", "ac", "bc", "da", "db", "dc")]


def first_round(domains: Domains, *rules: Rule) -> Found | None:
    """The techniques of the first round, each with what it leaves; {} is a contradiction."""
    puzzle = posed(domains, *rules)
    candidates = Study(puzzle).candidates()
    names = [variable.name for variable in candidates.model.variables]
    for moves in RoundFinder(puzzle, candidates):
        return [
            (
                move.technique.name,
                {
                    names[change.variable]: candidates.values(change.variable, change.after)
                    for change in move.changes
                },
            )
            for move in moves
        ]
    return None


@pytest.mark.parametrize(
    ("domains", "rules", "found"),
    [
        # 3 + y = 10, and nothing else is open; one rule says so once.
        ({"x": [3], "y": DIGITS}, [total("xy", 10)], [("last one", {"y": (7,)})]),
        ({"x": [3], "y": [3, 4]}, [different("xy")], [("last one", {"y": (4,)})]),
        # One is open, but not decided.
        ({"x": [3], "y": [3, 4, 5]}, [different("xy")], [("already there", {"y": (4, 5)})]),
        # Full, and wrong.
        ({"x": [3], "y": [5]}, [total("xy", 10)], [("too much, too little", {})]),
        # 9 + 9 + z leaves at least 8.
        (
            {"x": DIGITS, "y": DIGITS, "z": DIGITS},
            [total("xyz", 26)],
            [("too much, too little", {"x": (8, 9), "y": (8, 9), "z": (8, 9)})],
        ),
        # Bounds do not see holes in a domain; few ways does.
        ({"x": [1, 2, 9], "y": DIGITS}, [total("xy", 10)], [("few ways", {"y": (1, 8, 9)})]),
        # What is odd or even is seen before the ways are gone through.
        ({"x": [1, 3, 9], "y": DIGITS}, [total("xy", 10)], [("parity", {"y": (1, 3, 5, 7, 9)})]),
        # Every value has its partner.
        ({"x": [1, 3, 9], "y": [1, 7, 9]}, [total("xy", 10)], None),
        ({"x": [1, 2], "y": [1, 2]}, [allowed("xy", (1, 1), (1, 2))], [("few ways", {"x": (1,)})]),
        # x and y share 1 and 2; with three values for three cells 3 has but one place.
        (
            {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3, 4]},
            [different("xyz")],
            [("sets", {"z": (3, 4)})],
        ),
        (
            {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]},
            [different("xyz")],
            [("only place", {"z": (3,)})],
        ),
        ({"x": [1, 2], "y": [1, 2], "z": [1, 2]}, [different("xyz")], [("sets", {})]),
        # x + y = 4 in different digits is not 2 + 2.
        (
            {"x": [1, 2, 3], "y": [1, 2, 3]},
            [total("xy", 4), different("xy")],
            [("two together", {"x": (1, 3), "y": (1, 3)})],
        ),
        # What is shared decides what is not: y + z is 3 or 5.
        (
            {"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2]},
            [total("xyz", 6), allowed("yz", (1, 2), (3, 2), (2, 1))],
            [("two together", {"x": (1, 3)})],
        ),
        # They share one unknown: both together say what each says alone.
        ({"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2, 3]}, [total("xy", 4), different("yz")], None),
        # z = 1 would leave 2 to both x and y, and z = 2 would leave 1: both in one round.
        (
            {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]},
            TRIANGLE,
            [("cases", {"z": (2, 3)}), ("cases", {"z": (1, 3)})],
        ),
        # Nothing follows from any value.
        ({"x": [1, 2], "y": [1, 2], "z": [1, 2]}, TRIANGLE[:1] + TRIANGLE[2:], None),
        # w = 1 would leave 2 and 3 to three, which takes one more assumption to see.
        (
            {"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2, 3], "w": [1, 2, 3, 4]},
            FOUR,
            [("search", {"w": (4,)})],
        ),
        # The same twice: all cells that a search decides, in one round.
        (
            {**{letter: [1, 2, 3] for letter in "xyzabc"}, "w": [1, 2, 3, 4], "d": [1, 2, 3, 4]},
            [*FOUR, *ANOTHER_FOUR],
            [("search", {"w": (4,)}), ("search", {"d": (4,)})],
        ),
        # Those with more values wait.
        (
            {**{letter: [1, 2, 3] for letter in "xyzabc"}, "d": [1, 2, 3, 4], "w": [2, 3, 4]},
            [*FOUR, *ANOTHER_FOUR],
            [("search", {"w": (4,)})],
        ),
        ({letter: [1, 2, 3] for letter in "xyzw"}, FOUR, [("search", {})]),
    ],
)
def test_first_round_uses_the_easiest_technique(
    domains: Domains, rules: list[Rule], found: Found | None
) -> None:
    assert first_round(domains, *rules) == found


def test_easiest_goes_first_again_after_each_success() -> None:
    puzzle = posed(
        {"x": DIGITS, "y": DIGITS, "z": [1, 2, 5]},
        allowed("yz", (8, 1), (8, 2), (7, 5)),
        total("xy", 17),
    )
    path = Path(puzzle)
    names = [moves[0].technique.name for moves in path.rounds()]
    # Not until 8 and 9 are left is the table looked at; and then the sum is, again.
    assert names == ["too much, too little", "few ways", "last one"]
    assert not path.candidates.solved  # z is 1 or 2


def test_techniques_have_different_names_and_rising_tiers() -> None:
    assert len({technique.name for technique in GENERAL}) == len(GENERAL)
    tiers = [technique.tier for technique in GENERAL]
    assert tiers == sorted(tiers)
    assert set(tiers) == set(range(1, 7))
    assert min(technique.effort for technique in GENERAL) == LAST_ONE.effort
    assert max(technique.effort for technique in GENERAL) == SEARCH.effort > CASES.effort


def test_finding_a_round_changes_no_candidates() -> None:
    puzzle = posed({"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]}, *TRIANGLE)
    candidates = Study(puzzle).candidates()
    before = [variable.bits for variable in candidates.variables]
    next(iter(RoundFinder(puzzle, candidates)))
    assert [variable.bits for variable in candidates.variables] == before


def test_explanation_tries_one_cell_at_a_time() -> None:
    """Of two triangles one is explained first; a grade takes both at once."""
    domains: Domains = dict.fromkeys("xyab", (1, 2)) | dict.fromkeys("zc", (1, 2, 3))
    rules = [*TRIANGLE, *(different(pair) for pair in ("ab", "ac", "bc"))]
    puzzle = posed(domains, *rules)
    of_all = next(iter(Path(puzzle).rounds()))
    of_one = next(Path(puzzle).moves())
    assert len({move.changes[0].variable for move in of_all}) == 2
    assert len({move.changes[0].variable for move in of_one}) == 1
    assert len(of_one) == 2


def test_moves_that_do_not_go_together_are_a_contradiction() -> None:
    """x + y = 4 leaves 3 to y, and y + z = 4 leaves 1: found in one round."""
    puzzle = posed({"x": [1], "y": DIGITS, "z": [3]}, total("xy", 4), total("yz", 4))
    path = Path(puzzle)
    path.follow()
    assert path.contradicted
    assert len(path.made) == 2
    assert path.made[-1].contradicts
    *_, last = path.steps()
    assert last.as_dict()["contradiction"]


def test_block_implies_just_the_values_that_it_rules_out() -> None:
    rules = [total("wxy", 12), total("xyz", 9), different("wz")]
    domains: Domains = {"w": range(1, 8), "x": range(1, 4), "y": range(2, 6), "z": DIGITS}
    candidates = Study(posed(domains, *rules)).candidates()
    for states in ((-1, -1, -1, -1), (-1, 0b1010, -1, -1), (-1, -1, 0b11000, 0b110), (0b10,) * 4):
        for variable, mask in zip(candidates.variables, states, strict=True):
            variable.bits = candidates.initial[variable.index] & mask
        ask = partial(inference_of, candidates, candidates.rules[:2])
        found = ask()()
        assert ask().implies(None) == (found is None)
        left = {v.index: v.bits for v in candidates.variables}
        left |= {change.variable: change.after for change in found or ()}
        for index in (variable.index for variable in ask().variables):
            for bit in map((1).__lshift__, range(10)):
                gone = found is not None and not left[index] & bit
                assert ask().implies({index: bit}) == gone
