"""Wrong answers: every broken rule is named, with its cells and a sentence."""

from typing import Any

import pytest

from quincunx.families import parse
from quincunx.families.base.capabilities import short_name
from quincunx.families.base.documents import read_solution
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.power_strike import PowerStrike
from quincunx.families.sum_star import SumStar
from tests.families.tables import json_or_text

STAR, BALANCE = SumStar.example.identifier, MultiBalance.example.identifier
CENTRE = "A4 A5 A6 B8 B9 B10 C12 C1 C2"


def star(**cells: int) -> list[list[int]]:
    """The paper's answer with some cells replaced: A1=3 writes 3 there."""
    answer = [list(values) for values in SumStar.example.solution]
    for name, value in cells.items():
        answer["ABC".index(name[0])][int(name[1:]) - 1] = value
    return answer


def board(changes: dict[int, str]) -> list[str]:
    """The example's answer with some rows replaced."""
    return [changes.get(at, row) for at, row in enumerate(MultiBalance.example.solution, 1)]


CASES: list[tuple[str, Any, str]] = [
    ("power-strike:2:6,_,_,_,_", "6,12,24,48,96", ""),
    ("power-strike:2:6,_,_,_,_", "6,12,25,50,5", """
step (cell 5 cell 1): Cell 1 is 6, but 5 before it leads only to 10 (times 2).
step (cell 2 cell 3): Cell 3 is 25, but 12 before it leads only to 24 (times 2)
    and to 2 or 1 (a digit removed).
"""),
    # A valid ring, but not of this puzzle.
    ("power-strike:2:6,_,_,48,_", "12,24,48,96,6", """
given (cell 1): Cell 1 is 12, but 6 is given there.
given (cell 4): Cell 4 is 96, but 48 is given there.
"""),
    # 7 cannot lose its only digit, and 10 not its 1.
    ("power-strike:2:7,_", "7,0", """
positive number (cell 2): Cell 2 is 0, expected a positive number.
step (cell 1 cell 2): Cell 2 is 0, but 7 before it leads only to 14 (times 2).
"""),
    ("power-strike:10:1,_,_", "1,10,0", """
positive number (cell 3): Cell 3 is 0, expected a positive number.
step (cell 2 cell 3): Cell 3 is 0, but 10 before it leads only to 100 (times 10)
    and to 1 (a digit removed).
"""),
    # 2009 may lose its 2 only if leading zeros vanish.
    ("power-strike:7:41,_,_,_", "41,287,2009,9", """
step (cell 4 cell 1): Cell 1 is 41, but 9 before it leads only to 63 (times 7).
"""),
    ("power-strike:7z:41,_,_,_", "41,287,2009,9", """
step (cell 4 cell 1): Cell 1 is 41, but 9 before it leads only to 63 (times 7).
step (cell 3 cell 4): Cell 4 is 9, but 2009 before it leads only to 14063 (times 7)
    and to 209 or 200 (a digit removed).
"""),
    ("c-note:100:82/78", "28,72/72,28", ""),
    ("c-note:100:82/78", "28,71/72,28", """
given digit (r1c2): r1c2 is 71, expected a number with the given digit 2.
row sum (r1c1 r1c2): Row 1 sums to 99, expected 100.
column sum (r1c2 r2c2): Column 2 sums to 99, expected 100.
"""),
    # The digits of -82 include the 8.
    ("c-note:100:82/78", "28,72/72,-82", """
positive number (r2c2): r2c2 is -82, expected a positive number.
row sum (r2c1 r2c2): Row 2 sums to -10, expected 100.
column sum (r1c2 r2c2): Column 2 sums to -10, expected 100.
"""),
    ("c-note:10:00/00", "0,10/10,0", """
positive number (r1c1): r1c1 is 0, expected a positive number.
positive number (r2c2): r2c2 is 0, expected a positive number.
"""),
    ("aztec-math:8/__/_9_", "8/53/493", ""),
    ("aztec-math:8/__/_9_", "8/53/498", """
top (r2c2 r3c2 r3c3): r2c2 is 3, but 9 and 8 below it give only
    17 (sum), 1 (difference) or 72 (product).
"""),
    # 4 + 4 = 8 all the same.
    ("aztec-math:8/__/_9_", "8/44/593", """
all different (r2c1 r2c2): Row 2 holds 4 more than once, expected all different.
top (r2c2 r3c2 r3c3): r2c2 is 4, but 9 and 3 below it give only
    12 (sum), 6 (difference), 27 (product) or 3 (quotient).
"""),
    ("aztec-math:8/__/_9_", "2/53/493", """
given (r1c1): r1c1 is 2, but 8 is given there.
"""),
    # 12 - 9 = 3, but 12 is no digit; 8 + 0 = 8 and 9 - 9 = 0 are right, and nothing else.
    ("aztec-math:8/__/_9_", "[[8], [5, 3], [4, 9, 12]]", """
digits (r3c3): r3c3 is 12, expected a digit from 1 to 9.
"""),
    ("aztec-math:8/__/_9_", "[[8], [8, 0], [9, 9, 9]]", """
digits (r2c2): r2c2 is 0, expected a digit from 1 to 9.
all different (r3c1 r3c2 r3c3): Row 3 holds 9 more than once, expected all different.
top (r2c1 r3c1 r3c2): r2c1 is 8, but 9 and 9 below it give only
    18 (sum), 0 (difference), 81 (product) or 1 (quotient).
"""),
    # Without the 6.
    (BALANCE, board({1: "1.....#."}), """
digits (): The digit 6 is not placed, expected once.
lonely digit (r1c1): Row 1 holds only the digit 1; a row holds none or at least two.
balance (r1c1): Row 1 has torque 6 to the left and 0 to the right of its fulcrum,
    expected the same.
balance (r2c8 r6c8): Column 8 has torque 3 above and 15 below its fulcrum, expected the same.
"""),
    # Row 1 moved to row 5.
    (BALANCE, board({1: "......#.", 5: "1......6"}), """
one fulcrum (r5c1 r5c8): Row 5 holds digits and no fulcrum, expected exactly one fulcrum.
balance (r2c1 r5c1 r6c1): Column 1 has torque 4 above and 8 below its fulcrum, expected the same.
balance (r2c8 r5c8 r6c8): Column 8 has torque 3 above and 27 below its fulcrum, expected the same.
use (r1c7): The fulcrum at r1c7 is used by neither its row nor its column,
    expected one of them.
"""),
    # Another 2 between two fulcrums.
    (BALANCE, board({3: "#2.....#"}), """
digits (r3c2 r6c1): The digit 2 is placed 2 times, expected once.
lonely digit (r3c2): Row 3 holds only the digit 2; a row holds none or at least two.
one fulcrum (r3c2): Row 3 holds digits and 2 fulcrums, expected exactly one fulcrum.
lonely digit (r3c2): Column 2 holds only the digit 2; a column holds none or at least two.
one fulcrum (r3c2): Column 2 holds digits and no fulcrum, expected exactly one fulcrum.
use (r3c1): The fulcrum at r3c1 is used by both its row and its column,
    expected one of them.
use (r3c8): The fulcrum at r3c8 is used by both its row and its column,
    expected one of them.
"""),
    # A fulcrum moved.
    (BALANCE, board({4: "....#...", 6: "2......5"}), """
fulcrum (r4c5): r4c5 has a fulcrum in the answer, but none on the board.
fulcrum (r6c6): r6c6 is a fulcrum on the board, but is empty in the answer.
"""),
    # A digit that is too large, on a fulcrum.
    (BALANCE, board({2: "4..7...3"}), """
fulcrum (r2c4): r2c4 is a fulcrum on the board, but has 7 in the answer.
digits (r2c4): The digit 7 is placed, expected digits from 1 to 6.
lonely digit (r2c4): Column 4 holds only the digit 7; a column holds none or at least two.
use (r2c4): The fulcrum at r2c4 is used by both its row and its column,
    expected one of them.
"""),
    # B1 and B13 exchanged.
    (STAR, star(B13=6, B1=0), """
X beside X (B1 B2): B1 and B2 share an edge and are both X.
sum (B12 B1 B2): The triangle 15 at B1 sums to 9, expected 15.
"""),
    (STAR, star(A13=2), """
contents (): A holds the digit 1 nowhere, expected once.
contents (A12 A13): A holds the digit 2 twice, expected once.
"""),
    (STAR, star(C13=0), """
contents (C3 C7 C9 C11 C13): C holds X 5 times, expected 4 times.
contents (): C holds the digit 4 nowhere, expected once.
X beside X (C3 C13): C3 and C13 share an edge and are both X.
X beside X (C7 C13): C7 and C13 share an edge and are both X.
X beside X (C9 C13): C9 and C13 share an edge and are both X.
X beside X (C11 C13): C11 and C13 share an edge and are both X.
"""),
    # A4 and A10 exchanged: A4 is now like B10, which it faces.
    (STAR, star(A4=8, A10=7), f"""
sum (A2 A3 A4 B10 B11 B12): The triangle 33 at A3/B11 sums to 34, expected 33.
repeated digit (A4 B10): The digit 8 is at A4 and B10, around the triangle 33 at A3/B11,
    expected once.
sum ({CENTRE}): The triangle 45 at A5/B9/C1 sums to 46, expected 45.
repeated digit (A4 B10): The digit 8 is at A4 and B10, around the triangle 45 at A5/B9/C1,
    expected once.
sum (A8 A9 A10): The triangle 22 at A9 sums to 21, expected 22.
sum (A10 A11 A12): The triangle 10 at A11 sums to 9, expected 10.
"""),
    ("sum-star:0.0=_,_,_,_,_,_@___7_________/1.0=_,_,_,_,_,_@X____________",
     "417X63X598X2X/6X317X924X5X8", """
given (A4): A4 is given as 7, but the answer has X.
given (B1): B1 is given as X, but the answer has 6.
X beside X (A7 A13): A7 and A13 share an edge and are both X.
X beside X (A11 A13): A11 and A13 share an edge and are both X.
X beside X (A4 B10): A4 and B10 share an edge and are both X.
"""),
]  # fmt: skip


@pytest.mark.parametrize(("identifier", "answer", "expected"), CASES)
def test_violations_name_rules_and_cells(identifier: str, answer: Any, expected: str) -> None:
    puzzle = parse(identifier)
    read = json_or_text(answer) if isinstance(answer, str) else answer
    found = [
        f"{broken.rule} ({' '.join(short_name(puzzle, cell) for cell in broken.cells)}): "
        f"{broken.sentence}"
        for broken in puzzle.violations(read_solution(puzzle, read))
    ]
    assert found == expected.replace("\n    ", " ").strip().splitlines()


def test_long_wrong_numbers_get_short_sentences() -> None:
    puzzle = PowerStrike(10**100, (10**900 + 1, None))
    found = puzzle.violations([10**900 + 1, 10**3999 + 7])
    assert len(found) == 2
    assert all(len(violation.sentence) < 400 for violation in found)


def test_multi_balance_answer_that_changes_a_given_is_a_violation() -> None:
    answer: list[str] = MultiBalance.example.solution
    puzzle = parse(BALANCE.replace("......#.", "......#6", 1))
    assert puzzle.violations(answer) == []
    exchanged = [row.translate(str.maketrans("16", "61")) for row in answer]
    for wrong, said in ((exchanged, "has 1"), (["1.....#.", *answer[1:]], "is empty")):
        assert [v.sentence for v in puzzle.violations(wrong) if v.rule == "given"] == [
            f"r1c8 is given as 6, but {said} in the answer."
        ]


@pytest.mark.parametrize(("instead", "more"), [(".", []), ("C", [12])])
def test_violations_name_numbers_with_two_figures(instead: str, more: list[int]) -> None:
    puzzle = parse("multi-balance:10:.#..../...#../#...##/.#..../..#...")
    answer = [f"{instead}.#.72", "4#...1", "#...##", "6..#85", "9#..3."][::-1]
    assert [v.sentence for v in puzzle.violations(answer) if v.rule == "digits"] == [
        "The number 10 is not placed, expected once.",
        *(f"The number {n} is placed, expected numbers from 1 to 10." for n in more),
    ]
