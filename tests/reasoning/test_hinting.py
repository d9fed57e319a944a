"""Hints: one step that follows at once, what is wrong, and states that are none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle, Cell, State, Violation
from quincunx.families.base.capabilities import short_name
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.base.state import Note
from quincunx.reasoning import Hint, hint
from quincunx.reasoning.hints import next_step
from quincunx.reasoning.mistakes import is_solved
from quincunx.reasoning.path import Path
from quincunx.solving import solve
from tests.families.tables import rows
from tests.families.toy import Toy
from tests.reasoning.puzzles import GALLERY, PUBLISHED, mostly_slow

C_NOTE = "c-note:100:878/312/272"  # 85,7,8 / 13,15,72 / 2,78,20
AZTEC = "aztec-math:8/__/_9_/8__2"  # 8 / 53 / 493 / 8452
BALANCE = "multi-balance:6:......#./...#..../#......#/......../......../.....#.."
STRIKE = "power-strike:2:6,_,_,_,_"  # 6,12,24,48,96
STAR = "sum-star:0.0=6,11,16,8,22,10@__X7________1"  # X4X763X598X21

SEVERAL = "c-note:99:88/88"  # 18,81/81,18 and 81,18/18,81


STEPS = """
c-note:100:878/312/272 | 85,7,_/_,_,_/_,_,_ | row 1 | Row 1: 85 + 7 + ? = 100 | r1c3 is 8.
c-note:100:878/312/272 | [[85, 7, 8], [null, 15, 72], [null, 78, 20]] | row 2 |
    Row 2: ? + 15 + 72 = 100 | r2c1 is 13.
aztec-math:8/__/_9_/8__2 | 8/5_/_9_/8__2 | r1c1 and the two below it |
    8 (r1c1) stands on 5 (r2c1) and r2c2 | r2c2 is 3: 8 = 5 + 3.
"""


@pytest.mark.parametrize(("puzzle", "state", "where", "why", "what"), rows(STEPS))
def test_levels_say_where_to_look_why_and_what(
    puzzle: str, state: str, where: str, why: str, what: str
) -> None:
    found = hint(puzzle, state)
    assert found.kind == "step"
    assert [found.sentences(level) for level in (1, 2, 3)] == [
        (f"Look at {where}.",),
        (f"Look at {where}.", f"{why}."),
        (f"{why}, so {what}",),
    ]


@pytest.mark.parametrize(
    ("puzzle", "why", "what"),
    [
        (
            "c-note:100:765/253/798",
            "Row 3 can be made in three ways only.",
            "Row 3 is 7 + 9 + 84, 73 + 9 + 18 or 73 + 19 + 8.",
        ),
        (
            "c-note:100:472/538/618",
            "In column 3, r2c3 and r3c3 leave 84, 74, … or at most 12 after 80 + 8.",
            "In column 3 the others leave 84, 74, … or at most 12 after 80 + 8, so r1c3 is 2, 12 "
            "or 24.",
        ),
        (
            "sum-star:0.0=15,13,11,1,11,22",
            "The 1 at A7 needs 1, as no two X touch.",
            "The 1 at A7 leaves A6, A7 and A8 only X, 1 and X, as no two X touch.",
        ),
        (
            "power-strike:2:46,_,_,_,_,_,_",
            "46 is multiplied by 2, or loses a digit, but not all of that leads on to 46.",
            "After 46, cell 2 is 92. All else is too small for 46.",
        ),
    ],
)
def test_second_level_says_why_without_the_result(puzzle: str, why: str, what: str) -> None:
    found = hint(puzzle)
    assert (found.sentences(2)[1:], str(found)) == ((why,), what)


def test_unknown_level_is_refused() -> None:
    found = hint(C_NOTE)
    for level in (0, 4):
        with pytest.raises(OptionError, match=f"hint: level is {level}, expected 1, 2 or 3"):
            found.sentences(level)


# On all published puzzles, from several states.

RIGHT: dict[str, dict[Cell, int]] = {
    name: dict(zip(puzzle.cells, numbers_of(puzzle, solve(puzzle).solutions[0]), strict=True))
    for name, puzzle in GALLERY.items()
}


def on_paper(puzzle: AnyPuzzle, written: dict[Cell, int]) -> Any:
    """What is written in the shape of a solution."""
    return puzzle.solution([written.get(cell) for cell in puzzle.cells])


@cache
def hints(name: str) -> tuple[Hint, ...]:
    """Hints from nothing, from some of the solution and with a wrong number."""
    return tuple(_hints(name))


def _hints(name: str) -> Iterator[Hint]:
    puzzle, right, dice = GALLERY[name], RIGHT[name], Random(name)
    yield hint(puzzle)
    for share in (0.3, 0.7):
        written = {
            c: v for c, v in right.items() if c in givens_of(puzzle) or dice.random() < share
        }
        yield hint(puzzle, on_paper(puzzle, written))
    cell = dice.choice([c for c in puzzle.cells if c not in givens_of(puzzle) and right[c]])
    wrong = next(v for v in (3, 4) if v != right[cell])
    yield hint(puzzle, on_paper(puzzle, {**givens_of(puzzle), cell: wrong}))


@pytest.mark.parametrize("name", mostly_slow(PUBLISHED))
def test_hints_are_short_and_true(name: str) -> None:
    right = RIGHT[name]
    unique = solve(GALLERY[name]).verdict == "unique"
    for found in hints(name):
        for level in (1, 2, 3):
            sentences = found.sentences(level)
            assert 1 <= len(sentences) <= 3
            long = 40 if found.puzzle.family == "power-strike" else 36
            assert all(len(sentence.split()) < long for sentence in sentences), sentences
        data = found.as_dict(1)
        assert (data["technique"], data["sets"], data["removes"]) == (None, [], [])
        if found.kind != "step":
            continue
        # No number but those of names, such as "row 2", "r1c2", "cell 4", "A7", "triangle 22".
        (said,) = found.sentences(1)
        assert said.startswith("Look at ")
        assert not re.search(r"\b(is|are|not|so) \d|=|\?", said), said
        assert len(found.by_level) == 3
        assert found.sets or found.removes or (found.step and found.step.leaves)
        if unique:
            assert all(right[cell] == value for cell, value in found.sets)
            assert all(right[cell] not in values for cell, values in found.removes)
        assert found.sentences(2)[0] == found.sentences(1)[0]


@pytest.mark.parametrize("name", mostly_slow(GALLERY))
def test_following_hints_solves_a_puzzle(name: str) -> None:
    """A player who puts down what each hint says, as data has it, one hint at a time."""
    puzzle, right, dice = GALLERY[name], RIGHT[name], Random(name)
    unique = solve(puzzle).verdict == "unique"
    paper: dict[Cell, int | Note] = dict(givens_of(puzzle))
    if len(right) - len(paper) > MANY:
        # The whole way takes long.
        paper |= {cell: number for cell, number in right.items() if dice.random() < 0.5}
    while (found := hint(puzzle, State.of(paper).text(puzzle))).kind == "step":
        before = dict(paper)
        follow(paper, found.as_dict())
        assert paper != before, "a hint tells something new"
        assert not unique or all(allows(paper[cell], right[cell]) for cell in paper)
    if unique:
        assert found.by_level == (("All is there, and all is right.",),)
    assert found.kind == ("solved" if unique else "multiple")


MANY = 12


def follow(paper: dict[Cell, int | Note], hinted: dict[str, Any]) -> None:
    """Put down what a hint says."""
    for one in hinted["removes"]:
        cell = tuple(one["cell"])
        paper[cell] = without(paper.get(cell), one["values"])
    for one in hinted["leaves"]:
        paper[tuple(one["cell"])] = Note(frozenset(one["values"]))
    for one in hinted["sets"]:
        paper[tuple(one["cell"])] = one["value"]


def allows(content: int | Note, value: int) -> bool:
    return content.allows(value) if isinstance(content, Note) else content == value


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name.startswith("aztec-math")])
def test_first_hint_is_a_plain_step_where_there_is_one(name: str) -> None:
    step = hint(GALLERY[name]).step
    assert step is not None
    assert not step.chain
    assert len({cell[0] for cell, _ in (*step.sets, *step.removes)}) <= 2, "about few rows"


@pytest.mark.parametrize("name", ["aztec-math/18", "multi-balance/86", "sum-star/paper"])
def test_hint_is_found_without_the_whole_way(name: str) -> None:
    path, whole = Path(GALLERY[name]), Path(GALLERY[name])
    whole.follow()
    assert next_step(path) is not None
    assert 2 * len(path.made) < len(whole.made)


class Thirds(Toy):
    """Two digits; each sums to 9 with a third of the total, which is no cell."""

    def model(self) -> Model:
        model = Model(self.identifier)
        digits = [model.variable(f"digit {i}", range(1, 10)) for (i,) in self.cells]
        third = model.variable("the third", range(9))
        model.decisions = digits
        model.add(Linear((third,), (3,), "==", self.total, label="the total"))
        for i, digit in enumerate(digits, 1):
            model.add(Linear((digit, third), (1, 1), "==", 9, label=f"sum {i}"))
        return model

    def violations(self, solution: list[int]) -> list[Violation]:
        sums = [digit + self.total // 3 for digit in solution]
        return [] if sums == [9, 9] else [Violation("sum", f"The sums are {sums}.", self.cells)]


def test_deduction_about_no_cell_is_joined_with_its_conclusion() -> None:
    """A third is no cell: a hint that tells of it alone would be given for ever."""
    found = hint(Thirds(12))
    assert found.sets == (((1,), 5),)
    assert found.sentences(1) == ("Look at sum 1.",)
    assert found.sentences(3) == (
        "The total: 3 × ? = 12, so the third is 4.",
        "Sum 1: ? + 4 = 9, so digit 1 is 5.",
    )
    assert hint(Thirds(12), "5,_").sets == (((2,), 5),)
    assert hint(Thirds(12), "5,5").kind == "solved"


def test_hint_and_check_agree_that_printed_digits_may_stand() -> None:
    puzzle = quincunx.parse("c-note:13:49/94")
    assert is_solved(puzzle, {})
    assert hint(puzzle, "_,!4/_,!9").kind == "solved"


ALL_BUT_78 = ",".join(str(number) for number in range(100) if number != 78)


@pytest.mark.parametrize(
    ("state", "sets"),
    [
        ("85,7,8/13,{15},72/2,78,20", (((2, 2), 15),)),
        (f"85,7,8/13,15,72/2,!{{{ALL_BUT_78}}},20", (((3, 2), 78),)),
    ],
)
def test_only_value_that_notes_leave_is_hinted(state: str, sets: Any) -> None:
    found = hint(C_NOTE, state)
    name = short_name(quincunx.parse(C_NOTE), sets[0][0])
    assert (found.kind, found.sets) == ("step", sets)
    assert found.sentences(2) == (f"Look at {name}.", "One number is left there.")
    assert found.sentences(3) == (f"Only {sets[0][1]} is left for {name}.",)


def without(content: int | Note | None, values: Iterable[int]) -> Note:
    """A note after some values were ruled out."""
    assert not isinstance(content, int)
    if content is not None and not content.excluded:
        return Note(content.values - frozenset(values))
    return Note((content.values if content else frozenset()) | frozenset(values), excluded=True)


# The player's own notes.


def test_notes_count_as_known() -> None:
    """r1c1 and r1c3 are noted, so the row gives r1c2 at once, and not after going through ways."""
    found = hint(C_NOTE, "{85},_,{8}/_,_,_/_,_,_")
    assert found.sets == (((1, 2), 7),)
    assert found.step is not None
    assert found.step.technique == "last one"


def test_excluded_values_are_not_ruled_out_again() -> None:
    first = hint(AZTEC, "8/__/_9_/8__2")
    ((cell, values), *_) = first.removes
    paper: dict[Cell, int | Note] = dict(givens_of(quincunx.parse(AZTEC)))
    paper |= {c: Note(frozenset(v), excluded=True) for c, v in first.removes}
    again = hint(AZTEC, State.of(paper).text(quincunx.parse(AZTEC)))
    assert again.kind == "step"
    for other, removed in again.removes:
        assert other != cell or set(removed).isdisjoint(values)


@pytest.mark.parametrize(
    ("state", "sets"),
    [
        ("_,_/_,_", ()),  # a row has two ways
        ("18,_/_,_", ((1, 2), 81)),
        ("!18,_/_,_", ((1, 1), 81)),
    ],
)
def test_several_solutions_get_hints_to_common_cells(state: str, sets: Any) -> None:
    found = hint(SEVERAL, state)
    assert found.kind == "step"
    assert sets in found.sets or found.sets == sets == ()


# Something wrong.


@pytest.mark.parametrize(
    ("puzzle", "state", "wrong"),
    [
        (C_NOTE, "85,7,9/_,_,_/_,_,_", [(1, 3)]),
        (C_NOTE, "58,7,9/_,_,_/_,_,_", [(1, 1), (1, 3)]),
        (C_NOTE, "85,-7,_/_,_,_/_,_,_", [(1, 2)]),
        (C_NOTE, "{84,86},_,_/_,_,_/_,_,_", [(1, 1)]),  # a note that leaves 85 out
        (C_NOTE, "!85,_,_/_,_,_/_,_,_", [(1, 1)]),
        (C_NOTE, "85,7,18/_,_,_/_,_,_", [(1, 3)]),  # row 1 sums to 110
        (AZTEC, "8/4_/_9_/8__2", [(2, 1)]),
        (STRIKE, "6,_,_,_,97", [(5,)]),
        (BALANCE, "x.....#./...#..../#......#/......../......../.....#..", [(1, 1)]),
        (STAR, "XXX7________1", [(1, 2)]),
        (SEVERAL, "18,18/_,_", [(1, 1), (1, 2)]),  # each could be, but not both
    ],
)
def test_wrong_number_or_note_is_reported_by_level(
    puzzle: str, state: str, wrong: list[Cell]
) -> None:
    found = hint(puzzle, state)
    assert (found.kind, found.sets, found.removes, found.step) == ("wrong", (), (), None)
    assert list(found.wrong) == wrong
    assert found.sentences(1) == ("Something is wrong.",)
    names = " and ".join(short_name(quincunx.parse(puzzle), cell) for cell in wrong)
    assert found.sentences(2) == (f"Something is wrong at {names}.",)
    assert found.sentences(3) != found.sentences(2)
    assert found.as_dict(1)["wrong"] == found.as_dict(1)["cells"] == []
    assert found.as_dict(2)["wrong"] == [list(cell) for cell in wrong]


@pytest.mark.parametrize(
    ("puzzle", "state", "last"),
    [
        (STRIKE, "6,12,!24,_,_",
         "All that follows in cell 3 is outside the notes or is too small for 6."),
        (STRIKE, "6,_,!{24,1,2},_,_", "12 does not lead to what cell 3 can be."),
        ("power-strike:3:18,_,_,_,_", "_,!54,_,_,_", "All else is outside the notes."),
        (SEVERAL, "!18,_/!18,_", "It takes 1 step to see that."),
    ],
)  # fmt: skip
def test_reasons_that_rest_on_notes_say_so(puzzle: str, state: str, last: str) -> None:
    assert hint(puzzle, state).sentences(3)[-1] == last


def test_what_is_written_already_is_no_hint_without_notes() -> None:
    """The 1 of row 1 is nowhere else: that decides nothing and is nothing to write down."""
    state = "1.......#./....#...../#........#/......#.../.......#.."
    found = hint("multi-balance/85", state)
    assert "already" not in found.sentences(3)[-1]


def test_numbers_that_are_not_listed_stay_in_notes() -> None:
    found = hint("power-strike:6:64,_,_,_,_,_", "_,{4,500},_,_,_,_")
    assert found.step is not None
    assert found.sets == (((2,), 4),)


STRIKE_NOTES = (
    "_,!34596,_,{8,36,42,46,68,2808,44703},"
    "{2,3,4,6,8,10,18,48,208,216,276,280,288,408,648,808,16848},_,!{30,129,130,165}"
)
STRIKE_CLASH = (
    "_,{69977},!{7,11,23,49,833},!{46,83,133,5831},{343,931},{31,51,53,4081,5817,16807},"
    "!{167,176,197,231,343,567,42749}"
)
NOTED_TWICE = (
    "7x#..xx..2/........../!{4,5,6,7}x...xx..#/........../........../#x...xx..{4}/"
    "x{x,3,4,6,7}...#8..1/........../xx...!{3,4,5}#..1/........../x#...xx..x/........../.6#..x4..1"
)
BALANCE_TWICE = (
    "multi-balance:8:..#......./........../.........#/........../........../#........./"
    ".....#..../........../......#.../........../.#......../........../..#......."
)


@pytest.mark.parametrize(
    ("puzzle", "state", "wrong"),
    [
        # A list in a note, beside cells without a list.
        ("power-strike:6:13,_,_,_,_,_,_", STRIKE_NOTES, [(5,)]),
        # Each note could be right, and no step leads to a contradiction.
        ("power-strike:7:17,_,_,_,_,_,_", STRIKE_CLASH, [(3,), (4,)]),
        # The same digit twice on one side of a fulcrum.
        (BALANCE_TWICE, NOTED_TWICE, [(6, 10), (9, 10), (13, 10)]),
    ],
)
def test_notes_that_cannot_hold_together_are_reported(
    puzzle: str, state: str, wrong: list[Cell]
) -> None:
    found = hint(puzzle, state)
    assert (found.kind, list(found.wrong)) == ("wrong", wrong)
    assert found.sentences(3) != found.sentences(2)


def test_hint_with_ruled_out_true_value_reports_conflict() -> None:
    found = hint("aztec-math:1/__/7_9/____/3_6_5", "_/__/___/____/_!{2}___")
    assert (found.kind, found.wrong) == ("wrong", ((5, 2),))
    assert found.sentences(3)[0] == "The notes at r5c2 leave out what belongs there."


@pytest.mark.parametrize(
    ("puzzle", "state", "why"),
    [
        (C_NOTE, "85,7,18/_,_,_/_,_,_", "Row 1 sums to 110, expected 100."),
        ("c-note:100:721/774/923", "_,_,_/_,7,_/19,28,53",
         "Column 2 has 65 left, and r1c2 cannot be 65."),
        (C_NOTE, "85,7,9/_,_,_/_,_,_",
         "r1c3 is 9, expected a number with the given digit 8."),
        (SEVERAL, "18,18/_,_", "Row 1 sums to 36, expected 99."),
        ("aztec-math:3/__/1_3/____/2_6_7", "_/7_/___/12_8/_{4}_1_",
         "2 (r5c1) and 4 (r5c2) never make 1 (r4c1)."),
        ("aztec-math:1/__/2_7/____/5_9_3", "_/_4/___/1_9!2/_____",
         "9 (r4c3) and r4c4 never make 7 (r3c3)."),
    ],
)  # fmt: skip
def test_broken_rule_or_impossible_number_is_the_reason(puzzle: str, state: str, why: str) -> None:
    assert hint(puzzle, state).sentences(3) == (why,)


# Puzzles that leave nothing to find.
