"""What a move needs to know, which moves are needed, and which cases refute a value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from quincunx.cp.words.techniques import CASES
from quincunx.families import AnyPuzzle
from quincunx.reasoning.candidates import Candidates, Case, Link, Move
from quincunx.reasoning.case_analysis import moves_by_cases, refute
from quincunx.reasoning.evidence import MAX_EXTRA_EFFORT, Evidence, Pruning, simplify
from quincunx.reasoning.path import Path
from quincunx.reasoning.study import Study
from tests.reasoning.posed import Domains, Rule, allowed, different, posed, total
from tests.reasoning.puzzles import GALLERY

DIGITS = range(1, 10)
TRIANGLE = [different(pair) for pair in ("xy", "xz", "yz")]


def followed(puzzle: AnyPuzzle) -> Path:
    """A puzzle reasoned about to the end, as for an explanation."""
    path = Path(puzzle)
    path.follow()
    return path


def named(path: Path, evidence: Evidence) -> tuple[str, str, str]:
    """Its rule, what it relies on and what it is about, by letters."""
    names = [variable.name for variable in path.candidates.model.variables]
    return (
        "".join(rule.constraint.label for rule in evidence.move.rules),
        "".join(sorted(names[index] for index in evidence.needs)),
        "".join(sorted(names[index] for index in evidence.claims)),
    )


@pytest.mark.parametrize(
    ("domains", "rules", "goals", "kept"),
    [
        # A move that no goal needs is left out.
        (
            {"x": DIGITS, "y": DIGITS, "a": [2], "b": DIGITS},
            [total("ab", 4), total("xy", 18)],
            "xy",
            [("xy", "", "xy")],
        ),
        # A way of two moves needs both; what is decided first is relied on.
        (
            {"x": [1], "y": DIGITS, "z": DIGITS},
            [total("xy", 4), total("yz", 8)],
            "z",
            [("xy", "", "y"), ("yz", "y", "z")],
        ),
        # c is not 1 because of a; that b is 2 does not matter.
        (
            {"x": [9], "a": DIGITS, "b": DIGITS, "c": [1, 3, 4], "d": [1, 2, 3, 4]},
            [total("xa", 10), total("xb", 11), different("abcd")],
            "c",
            [("xa", "", "a"), ("abcd", "a", "c")],
        ),
        # Of two reasons for the same the easier is taken: 9 stands there, and is too much as well.
        (
            {"x": DIGITS, "y": DIGITS, "w": [9]},
            [total("xy", 9), different("wy")],
            "y",
            [("wy", "", "y")],
        ),
    ],
)
def test_needed_moves_are_minimal(
    domains: Domains, rules: list[Rule], goals: str, kept: list[tuple[str, str, str]]
) -> None:
    path = followed(posed(domains, *rules))
    indices = [v.index for v in path.candidates.model.variables if v.name in goals]
    found = Pruning(path.candidates, path.start, path.made, indices).evidence()
    assert [named(path, evidence) for evidence in found] == kept


def test_contradiction_needs_no_goal() -> None:
    path = followed(
        posed(
            {"x": [1], "y": DIGITS, "z": [3, 4], "a": [2], "b": DIGITS},
            total("ab", 4),
            total("xy", 4),
            total("yz", 5),
        )
    )
    assert path.contradicted
    assert [named(path, evidence) for evidence in path.needed()] == [
        ("xy", "", "y"),
        ("yz", "y", ""),
    ]


def test_last_one_needs_all_others() -> None:
    """Even where some of them would do: 15 + 72 are there to be seen, and 13 is what is left; but
    without 15 only 13 goes with 14 or 15, too."""
    path = followed(
        posed(
            {"w": [1], "y": [14, 15], "x": [3, 13, 14], "z": [72]},
            total("wy", 16),
            total("xyz", 100),
        )
    )
    last = path.needed()[-1]
    assert named(path, last) == ("xyz", "y", "x")


# Shorter ways.


def test_simplify_drops_moves_that_are_not_needed() -> None:
    """y + z = 15 is looked at before the table, which needs none of it; the table is no harder
    than what has to be done anyway."""
    domains: Domains = {"w": [1], **dict.fromkeys("xyzuv", DIGITS)}
    puzzle = posed(
        domains,
        total("wx", 8),
        total("yz", 15),
        allowed("xyz", (7, 8, 7), (6, 9, 6)),
        allowed("uv", (5, 5)),
    )
    path = followed(puzzle)
    shorter = simplify(path.candidates, path.start, path.made)
    assert len(shorter) < len(path.made)
    labels = [move.rules[0].constraint.label for move in shorter]
    assert sorted(labels) == ["uv", "wx", "xyz"]
    assert left_after(shorter, path) == [variable.bits for variable in path.candidates.variables]


@pytest.mark.parametrize("name", ["c-note/1", "aztec-math/6", "multi-balance/84"])
def test_simplified_path_leads_to_the_same_end_without_harder_moves(name: str) -> None:
    path = followed(GALLERY[name])
    shorter = simplify(path.candidates, path.start, path.made)
    assert 0 < len(shorter) < len(path.made)
    hardest = max(move.effort for move in path.made)
    assert max(move.effort for move in shorter) <= hardest + MAX_EXTRA_EFFORT
    assert left_after(shorter, path) == [variable.bits for variable in path.candidates.variables]


def left_after(moves: Sequence[Move], path: Path) -> list[int]:
    left = list(path.start)
    for move in moves:
        for change in move.changes:
            assert left[change.variable] & change.gone == change.gone, "nothing is removed twice"
            left[change.variable] &= change.after
    return left


# Cases.


def test_case_has_no_needless_links() -> None:
    """z is not 1; what a and b say of z comes before it, and has nothing to do with it."""
    domains: Domains = {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3], "a": [1, 2], "b": [1, 2]}
    rules = [different("az"), different("ab"), *TRIANGLE]
    path = followed(posed(domains, *rules))
    evidence = [one for one in path.needed() if one.move.case is not None]
    assert evidence
    for one in evidence:
        labels = [link.link.rule.constraint.label for link in one.links]
        assert set(labels) == {"xy", "xz", "yz"}
        assert len(labels) == 3


@pytest.mark.parametrize(
    ("domains", "rules", "within", "refuted"),
    [
        ({"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]}, TRIANGLE, 99.0, {("z", 1), ("z", 2)}),
        ({"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]}, TRIANGLE, CASES.effort, set()),
        # What one rule refutes by itself is none.
        ({"x": [1], "y": [1, 2]}, [different("xy")], 99.0, set()),
        # A chain of four: x is not 1, since then z is 2 and the last two clash.
        (
            {"x": [1, 2], "y": [1, 2], "z": [1, 2], "a": [1, 3], "b": [1, 3]},
            [different("xy"), different("yz"), allowed("za", (1, 1), (2, 3)), different("xb")],
            99.0,
            set(),
        ),
    ],
)
def test_cases_refute_values(
    domains: Domains, rules: list[Rule], within: float, refuted: set[tuple[str, int]]
) -> None:
    candidates = Study(posed(domains, *rules)).candidates()
    found = moves_by_cases(candidates, within)
    names = [variable.name for variable in candidates.model.variables]
    values = partial(candidates.values)
    tried = [move.case for move in found if move.case]
    assert {(names[case.variable], *values(case.variable, case.bit)) for case in tried} == refuted
    assert all(move.effort <= within for move in found)
    for case in tried:
        assert refute(candidates, case.variable, case.bit) is not None


def test_refuted_and_decided_values_are_not_tried() -> None:
    candidates = Study(posed({"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]}, *TRIANGLE)).candidates()
    z = candidates.variables[2]
    one, three = z.bit(1), z.bit(3)
    assert refute(candidates, 2, one) is not None
    assert refute(candidates, 2, three) is None  # it is right
    assert candidates.assuming({2: three}, lambda: refute(candidates, 2, one)) is None
    only = candidates.assuming({2: one}, lambda: refute(candidates, 2, one))
    assert only is not None
    assert only.contradicts


def test_two_rules_that_share_no_value_contradict() -> None:
    """With x = 1 one rule leaves 2 to y and the other 3: each of the two is content alone."""
    puzzle = posed(
        {"x": [1, 2], "y": [2, 3, 4], "w": [1, 2], "v": [1, 2]},
        allowed("xw", (1, 1), (2, 1), (2, 2)),
        allowed("xv", (1, 1), (2, 1), (2, 2)),
        allowed("wy", (1, 2), (1, 4), (2, 3), (2, 4)),
        allowed("vy", (1, 3), (2, 2), (2, 4), (1, 2)),
        allowed("xy", (1, 3), (1, 4), (2, 2), (2, 3), (2, 4)),
    )
    candidates = Study(puzzle).candidates()
    move = refute(candidates, 0, candidates.variables[0].bit(1))
    assert move is not None
    assert move.case is not None
    *links, last = move.case.links
    assert last.changes == ()
    assert all(link.changes for link in links)
    assert candidates.assuming(last.known, last.rule.deduce) is None


def refutes(candidates: Candidates, case: Case, links: Sequence[Link]) -> bool:
    """Whether these links of a case lead to a contradiction one after the other."""
    state = {case.variable: case.bit}
    for link in links:
        changes = candidates.assuming(state, link.rule.deduce)
        if changes is None:
            return True
        state |= {change.variable: change.after for change in changes}
    return False


@pytest.mark.parametrize("name", ["aztec-math/18", "c-note/paper-labeling"])
def test_no_link_of_a_case_can_be_left_out(name: str) -> None:
    path = Path(GALLERY[name])
    cases = 0
    for moves in path.moves():
        for case in [move.case for move in moves if move.case]:
            cases += 1
            assert refutes(path.candidates, case, case.links)
            for at in range(len(case.links)):
                fewer = (*case.links[:at], *case.links[at + 1 :])
                assert not refutes(path.candidates, case, fewer), (case, at)
    assert cases


def test_case_is_made_again_by_the_same_rules_if_they_suffice() -> None:
    """x is not 1 because of y and z, or of w and z where w is not 3."""
    puzzle = posed(
        {"x": [1, 2], "y": [1, 2], "z": [1, 2], "w": [1, 2, 3]},
        *[different(pair) for pair in ("xz", "xw", "zw", "xy", "yz")],
    )
    candidates = Study(puzzle).candidates()
    narrowed = {3: candidates.variables[3].bits & 0b11}
    by_case = partial(refute, candidates, 0, candidates.variables[0].bit(1))
    move = candidates.assuming(narrowed, by_case)
    assert move is not None
    assert move.again is not None
    again = candidates.assuming(narrowed, move.again)
    assert again is not None
    assert again.rules == move.rules
    other = move.again()
    assert other is not None
    assert {*other.rules}.isdisjoint(move.rules)
    assert by_case() is not None
