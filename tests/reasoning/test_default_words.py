"""What kinds of constraints say of themselves: families without a word of their own explain
themselves readably, and what is said is true."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from quincunx.constraints import Constraint, kinds
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.either import Either
from quincunx.constraints.element import Element
from quincunx.constraints.linear import Linear
from quincunx.constraints.maximum import Maximum
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.quotient import Quotient
from quincunx.constraints.table import Rows, Table
from quincunx.constraints.times import Times
from quincunx.model import Model, Variable
from quincunx.reasoning import explain
from quincunx.solving import solve
from quincunx.wording import Deduction, Phrases
from tests.reasoning.silent import (
    CountedSquare,
    LatinSquare,
    ListedSquare,
    MagicSquare,
    Silent,
    SquareBelowZero,
)
from tests.reasoning.test_explaining import INTERNAL

EXPLANATIONS: dict[type[Silent], str] = {
    MagicSquare: """
        1. The falling diagonal: 2 + 5 + ? = 15, so row 3, column 3 is 8.
        2. Row 1: 2 + ? + ? = 15, and the largest, 2 + 9 + 9, are only 5 above that, so row
           1, columns 2 and 3 are at least 4.
        3. Column 1: 2 + ? + ? = 15, and the largest, 2 + 9 + 9, are only 5 above that, so
           column 1, rows 2 and 3 are at least 4.
        4. Column 3: (4 to 9) + ? + 8 = 15, and the smallest, 4 + 1 + 8, leave 2 to add, so
           row 1, column 3 is 4, 5 or 6 and row 2, column 3 is 1, 2 or 3.
        5. Row 1: 2 + ? + (4, 5 or 6) = 15, and the largest others, 2 + 6, leave at least 7,
           so row 1, column 2 is 7, 8 or 9.
        6. Row 2: ? + 5 + (1, 2 or 3) = 15, and the largest others, 5 + 3, leave at least 7,
           so row 2, column 1 is 7, 8 or 9.
        7. The top and twice the right: (7, 8 or 9) − 2 × ? = 3, and the other leaves at
           least 4 for 2 × ?, so row 2, column 3 is 2 or 3.
        8. Column 3: ? + (2 or 3) + 8 = 15, and the smallest others, 2 + 8, leave at most 5,
           so row 1, column 3 is 4 or 5.
        9. Row 1: 2 + ? + (4 or 5) = 15, and the largest others, 2 + 5, leave at least 8, so
           row 1, column 2 is 8 or 9.
        10. Row 2: ? + 5 + (2 or 3) = 15, and the smallest others, 5 + 2, leave at most 8,
           so row 2, column 1 is 7 or 8.
        11. The top and twice the right: only one of the sums (8 or 9) − 2 × ? makes 3, so
           row 1, column 2 is 9 and row 2, column 3 is 3.
        12. Row 1: 2 + 9 + ? = 15, so row 1, column 3 is 4.
        13. Column 2: 9 + 5 + ? = 15, so row 3, column 2 is 1.
        14. Row 2: ? + 5 + 3 = 15, so row 2, column 1 is 7.
        15. Column 1: 2 + 7 + ? = 15, so row 3, column 1 is 6.
        That is the solution, and there is no other.
    """,
    SquareBelowZero: """
        1. Row 3: −1 + ? − 3 = 0, so row 3, column 2 is 4.
        2. Column 1: ? + ? − 1 = 0, and the largest, 4 + 4 − 1, are only 7 above that, so
           column 1, rows 1 and 2 are not −4.
        3. Column 2: ? + ? + 4 = 0, and the smallest, −4 − 4 + 4, leave 4 to add, so column
           2, rows 1 and 2 are at most 0.
        4. The middle less twice the corner: (−4 to 0) − 2 × (−1) is at least 2, so row 2,
           column 2 is 0.
        5. Column 2: ? + 0 + 4 = 0, so row 1, column 2 is −4.
        6. The triangle: ? − 4 + 3 = 1, so row 2, column 3 is 2.
        7. Column 3: ? + 2 − 3 = 0, so row 1, column 3 is 1.
        8. Row 1: ? − 4 + 1 = 0, so row 1, column 1 is 3.
        9. Column 1: 3 + ? − 1 = 0, so row 2, column 1 is −2.
        That is the solution, and there is no other.
    """,
    LatinSquare: """
        1. Row 1 has 1 already, so row 1, columns 1, 2 and 4 are −1, 0 or 2.
        2. Column 2 has 1 and 2 already, so column 2, rows 1 and 2 are −1 or 0.
        3. Column 3 has 1 and 2 already, so column 3, rows 2 and 4 are −1 or 0.
        4. Column 4 has −1 already, so row 1, column 4 is not −1 (which leaves 0 or 2) and
           column 4, rows 2 and 3 are 0, 1 or 2.
        5. Row 2 has −1 and 0, in some order, in row 2, columns 2 and 3, so row 2, columns 1
           and 4 are 1 or 2.
        6. Row 3 has 1 and 2 already, and row 3, column 4 is 0, 1 or 2, so row 3, column 1
           is −1 and row 3, column 4 is 0.
        7. Column 1 has −1 already, so row 1, column 1 is not −1 (which leaves 0 or 2) and
           row 4, column 1 is 0, 1 or 2.
        8. Row 1 needs −1, which fits nowhere else, so row 1, column 2 is −1.
        9. Column 2 lacks only 0, so row 2, column 2 is 0.
        10. Column 4 has −1 and 0 already, and row 1, column 4 is 0 or 2, so row 1, column 4
           is 2 and row 2, column 4 is 1.
        11. Row 1 lacks only 0, so row 1, column 1 is 0.
        12. Row 2 has 0 and 1 already, and row 2, column 3 is −1 or 0, so row 2, column 1 is
           2 and row 2, column 3 is −1.
        13. Column 1 lacks only 1, so row 4, column 1 is 1.
        14. Column 3 lacks only 0, so row 4, column 3 is 0.
        That is the solution, and there is no other.
    """,
    CountedSquare: """
        1. Row 1 has 2 already, so row 1, columns 1, 2 and 4 are 0 or 1.
        2. Column 3 has 1 and 2 already, so column 3, rows 2 and 4 are 0.
        3. Column 4 has 1 and 2 already, so column 4, rows 1 and 4 are 0.
        4. Row 2 has 1 already, so row 2, columns 1 and 2 are 0 or 2.
        5. Row 3 has 1 and 2 already, so row 3, columns 1 and 2 are 0.
        6. The falling diagonal needs 2, which fits nowhere else, so row 2, column 2 is 2.
        7. Row 2 lacks only 0, so row 2, column 1 is 0.
        8. Column 1 has 0 twice already, and row 1, column 1 is 0 or 1, so row 1, column 1
           is 1 and row 4, column 1 is 2.
        9. Row 1 lacks only 0, so row 1, column 2 is 0.
        10. Column 2 lacks only 1, so row 4, column 2 is 1.
        That is the solution, and there is no other.
    """,
    ListedSquare: """
        1. Row 1 (one of the triples on the list): row 1, column 3 is −2, so row 1, column 1
           is 1 and row 1, column 2 is −2 or 3.
        2. Column 1 (one of the triples on the list): row 1, column 1 is 1, so row 2, column
           1 is not 0 or 2 and row 3, column 1 is −2, 1 or 2.
        3. Column 2 (one of the triples on the list): row 1, column 2 is −2 or 3, and row 1,
           column 2; row 2, column 2; and row 3, column 2 are −2, 2 and 1, or 3, −1 and −1,
           so row 2, column 2 is −1 or 2 and row 3, column 2 is −1 or 1.
        4. Column 3 (one of the triples on the list): row 1, column 3 is −2, so row 2,
           column 3 is 2 and row 3, column 3 is 1.
        5. Row 2 (one of the triples on the list): row 2, column 2 is −1 or 2 and row 2,
           column 3 is 2, so row 2, column 1 is 1 and row 2, column 2 is −1.
        6. Column 1 (one of the triples on the list): column 1, rows 1 and 2 are 1, so row
           3, column 1 is 1.
        7. Column 2 (one of the triples on the list): row 1, column 2 is −2 or 3 and row 2,
           column 2 is −1, so row 1, column 2 is 3 and row 3, column 2 is −1.
        That is the solution, and there is no other.
    """,
}


@pytest.mark.parametrize("family", EXPLANATIONS)
def test_a_family_that_says_nothing_explains_itself(family: type[Silent]) -> None:
    told = explain(family())
    steps = [f"{number}. {step.sentence}" for number, step in enumerate(told.steps, 1)]
    assert " ".join([*steps, told.ending]) == " ".join(EXPLANATIONS[family].split())
    assert (told.solution,) == solve(family(), limit=2).solutions


# Single sentences. What is known is given by name, and what is left afterwards.

X, Y, Z, W = (Variable(i, name, range(-9, 10)) for i, name in enumerate("xyzw"))
A, B, C = (Variable(i, name, range(1, 4)) for i, name in enumerate("abc"))
FLAG = Variable(9, "the flag", range(2))
Known = Mapping[Variable, Sequence[int]]


def sentence(constraint: Constraint, known: Known, left: Known) -> str:
    """A deduction in words, if all that is known matters."""
    everything = {variable: variable.domain for variable in constraint.variables}
    deduction = Deduction((constraint,), {**everything, **known}, frozenset(known), left)
    return Phrases().sentence(deduction)


def row(relation: Any, constant: int, *coefficients: int) -> Linear:
    scope = (X, Y, Z, W)[: len(coefficients)]
    return Linear(scope, coefficients, relation, constant, label="row 1")


class Divides(Constraint):
    """A kind that says only what it means."""

    def check(self, values: Sequence[int]) -> bool:
        return values[1] % values[0] == 0


three = AllDifferent((A, B, C), label="row 2")
loose = AllDifferent((X, Y, Z), label="row 3")
but_zero = AllDifferent((X, Y, Z), frozenset({0}), label="row 3")
counted = Cardinality((X, Y, Z, W), {1: (1, 2), 2: 2, 3: (0, 1)}, label="row 4")
board = Cardinality((X, Y, Z, W), {1: 1, 2: 1}, label="the board")
other_than_one = [value for value in X.domain if value != 1]
summed = DistinctSum((X, Y, Z), 10, label="row 5")
flag = NonZeroFlag((FLAG, X, Y), label="whether row 6 is used")
pairs = Table((A, B), Rows(((1, 2), (1, 3), (2, 1), (3, 2)), "next to each other"), label="row 7")
LINE = [Variable(i, f"row 8, column {i + 1}", range(1, 10)) for i in range(14)]
long_sum = Linear(tuple(LINE), (1,) * 14, "==", 28, label="row 8")

longer_sum = Linear(tuple(LINE), (1,) * 14, "==", 18, label="row 8")


@pytest.mark.parametrize(
    ("constraint", "known", "left", "said"),
    [
        # One number is open.
        (row("==", 15, 1, 1, 1), {X: [2], Z: [6]}, {Y: [7]}, "Row 1: 2 + ? + 6 = 15, so y is 7."),
        (row("==", 0, 1, 1, 1), {X: [2], Z: [-6]}, {Y: [4]}, "Row 1: 2 + ? − 6 = 0, so y is 4."),
        (row("==", 1, 2, -3), {Y: [-1]}, {X: [-1]}, "Row 1: 2 × ? − 3 × (−1) = 1, so x is −1."),
        (row("==", 0, 1, -1, -1), {Y: [2], Z: [3]}, {X: [5]}, "Row 1: ? = 2 + 3, so x is 5."),
        (
            row("<=", 3, 1, 1),
            {X: [5]},
            {Y: range(-9, -1)},
            "Row 1: 5 + ? is at most 3, so y is at most −2.",
        ),
        (
            row(">=", 0, 1, -1),
            {X: [5]},
            {Y: range(-9, 6)},
            "Row 1: 5 is at least ?, so y is at most 5.",
        ),
        (
            row("!=", 0, 1, -1),
            {X: [5], Y: [4, 5]},
            {Y: [4]},
            "Row 1: 5 differs from ?, and y is 4 or 5, so y is 4.",
        ),
        # The smallest and the largest.
        (
            row("==", 9, 1, 1, 1),
            {X: [5, 6], Y: [2, 4]},
            {Z: [-1, 0, 1, 2]},
            "Row 1: (5 or 6) + (2 or 4) + ? = 9, and the smallest others, 5 + 2, leave at most 2, "
            "and the largest, 6 + 4, at least −1, so z is from −1 to 2.",
        ),
        (
            row("==", 9, 1, 1),
            {},
            {X: range(10), Y: range(10)},
            "Row 1: ? + ? = 9, and the largest, 9 + 9, are only 9 above that, "
            "so x and y are at least 0.",
        ),
        (
            row("<=", -18, 1, 1),
            {},
            {X: [-9], Y: [-9]},
            "Row 1: ? + ? is at most −18, and the smallest, −9 − 9, make that already, "
            "so x and y are −9.",
        ),
        (
            row("==", 26, 1, -2),
            {},
            {X: [8, 9], Y: [-9]},
            "Row 1: ? − 2 × ? = 26, which is only 1 below the most it can be, "
            "so x is 8 or 9 and y is −9.",
        ),
        (
            row("==", 0, 1, 1, 1, 1),
            {X: [1], Y: [1, 2], Z: [3, 9]},
            {W: range(-9, -4)},
            "Row 1: 1 + (1 or 2) + (3 or 9) + ? = 0, and the smallest others, 1 + 1 + 3, leave at "
            "most −5, so w is at most −5.",
        ),
        # What the others can make.
        (
            row("==", 9, 1, 1),
            {X: [2, 4, 6], Y: [3, 4, 5, 6, 7]},
            {Y: [3, 5, 7]},
            "Row 1: (2, 4 or 6) + (3 to 7) = 9, and the other leaves 3, 5 or 7, so y is 3, 5 or 7.",
        ),
        (
            row("==", 9, 1, 1, 1),
            {X: [1, 4, 8], Y: [0, 1], Z: range(9)},
            {Z: [0, 1, 4, 5, 7, 8]},
            "Row 1: (1, 4 or 8) + (0 or 1) + (0 to 8) = 9, and the others never make 3, 6 or "
            "7, so z is not 2, 3 or 6.",
        ),
        (
            row("==", 0, 2, -3),
            {X: [0, 3, 4]},
            {Y: [0, 2]},
            "Row 1: 2 × (0, 3 or 4) = 3 × ?, and the other leaves 0, 6 or 8 for 3 × ?, so y "
            "is 0 or 2.",
        ),
        # All ways.
        (
            row("==", 4, 1, 1),
            {X: [1, 2, 3], Y: [1, 2, 4]},
            {X: [2, 3], Y: [1, 2]},
            "Row 1: (1, 2 or 3) + (1, 2 or 4) makes 4 only as 2 + 2 or 3 + 1, "
            "so x is 2 or 3 and y is 1 or 2.",
        ),
        # What cannot be.
        (
            row("==", 9, 1, 1),
            {X: [2], Y: [3]},
            {},
            "Row 1: 2 + 3 should be 9 but is 5: that cannot be.",
        ),
        (
            row("==", 9, 1, 1),
            {X: [2, 4], Y: [4, 6]},
            {},
            "Row 1: (2 or 4) + (4 or 6) should be 9 but never is: that cannot be.",
        ),
        (
            row("<=", -9, 1, -1),
            {X: [-2, 1], Y: [4, 6]},
            {},
            "Row 1: (−2 or 1) − (4 or 6) should be at most −9 but is at least −8: that cannot be.",
        ),
        (
            row("!=", 0, 1, -1),
            {X: [2], Y: [2]},
            {},
            "Row 1: 2 − 2 should differ from 0 but does not: that cannot be.",
        ),
        # Different numbers.
        (three, {A: [1]}, {B: [2, 3], C: [2, 3]}, "Row 2 has 1 already, so b and c are 2 or 3."),
        (three, {A: [1], B: [2]}, {C: [3]}, "Row 2 lacks only 3, so c is 3."),
        (
            three,
            {A: [1, 2], B: [1, 2]},
            {C: [3]},
            "Row 2 needs 3, which fits nowhere else, so c is 3.",
        ),
        (
            three,
            {A: [2, 3], B: [2, 3]},
            {C: [1]},
            "Row 2 needs 1, which fits nowhere else, so c is 1.",
        ),
        (
            three,
            {A: [1], B: [1]},
            {},
            "Row 2 holds 1, 2 and 3 once each, but a and b are 1: that cannot be.",
        ),
        (
            loose,
            {X: [-1], Y: [-1, 0]},
            {Y: [0]},
            "Row 3 has −1 already, and y is −1 or 0, so y is 0.",
        ),
        (
            loose,
            {X: [0, 1], Y: [0, 1], Z: [1]},
            {},
            "Row 3 holds nothing twice, but x and y are 0 or 1 and z is 1: that cannot be.",
        ),
        (
            loose,
            {X: [-3, 4], Y: [-3, 4]},
            {Z: [v for v in Z.domain if v not in (-3, 4)]},
            "Row 3 has −3 and 4, in some order, in x and y, so z is not −3 or 4.",
        ),
        (
            but_zero,
            {X: [0], Y: [2], Z: [0, 2]},
            {Z: [0]},
            "Row 3 has 2 already, and z is 0 or 2, so z is 0.",
        ),
        (
            but_zero,
            {X: [2], Y: [2]},
            {},
            "Row 3 holds nothing but 0 twice, but x and y are 2: that cannot be.",
        ),
        # How often.
        (
            counted,
            {X: [1], Y: [1]},
            {Z: [2], W: [2]},
            "Row 4 needs 2 twice, and it fits nowhere else, so z and w are 2.",
        ),
        (counted, {X: [1], Y: [1], Z: [2], W: [1, 2]}, {W: [2]}, "Row 4 lacks only 2, so w is 2."),
        (
            counted,
            {X: [-3, 1], Y: [-3, 1]},
            {Z: [2], W: [2]},
            "Row 4 needs 2 twice, and it fits nowhere else, so z and w are 2.",
        ),
        (
            counted,
            {X: [3], Y: [3]},
            {},
            "Row 4 holds 1 once or twice, 2 twice and 3 at most once, but x and y are 3: that"
            " cannot be.",
        ),
        (
            board,
            {X: [0, 5], W: [0, 5]},
            {Y: [1, 2], Z: [1, 2]},
            "The board needs 1 and 2, and only y and z can hold them, so y and z are 1 or 2.",
        ),
        (
            board,
            {X: [0], Y: [0, 1], W: [0]},
            {Y: [1], Z: [2]},
            "The board needs 1 and 2, and only two places can hold them; of these, y is 0 or "
            "1, so y is 1 and z is 2.",
        ),
        (
            board,
            {X: [1]},
            {Y: other_than_one, Z: other_than_one, W: other_than_one},
            "The board has 1 already, so y, z and w are not 1.",
        ),
        # Different numbers with a sum.
        (
            summed,
            {X: [4]},
            {Y: [1, 2, 3, 5, 6], Z: [1, 2, 3, 5, 6]},
            "Row 5: 4 + ? + ? = 10, all different but for 0, so y and z are 1, 2, 3, 5 or 6.",
        ),
        (summed, {X: [4], Y: [5]}, {Z: [1]}, "Row 5: 4 + 5 + ? = 10, so z is 1."),
        (
            summed,
            {X: [1, 2], Y: [1, 2]},
            {Z: [7]},
            "Row 5: (1 or 2) + (1 or 2) + ? = 10, all different but for 0, so z is 7.",
        ),
        (
            summed,
            {X: [1, 2], Y: [1, 2], Z: [0, 6, 8]},
            {},
            "Row 5: (1 or 2) + (1 or 2) + (0, 6 or 8), all different but for 0, should be 10 "
            "but never is: that cannot be.",
        ),
        # A flag.
        (
            flag,
            {X: [1, 2]},
            {FLAG: [1]},
            "The flag says whether any of x and y is not 0, and x is 1 or 2, so the flag is 1.",
        ),
        (
            flag,
            {X: [0], Y: [0]},
            {FLAG: [0]},
            "The flag says whether any of x and y is not 0, and x and y are 0, so the flag is 0.",
        ),
        (
            flag,
            {FLAG: [0]},
            {X: [0], Y: [0]},
            "The flag says whether any of x and y is not 0, and the flag is 0, so x and y are 0.",
        ),
        (
            flag,
            {FLAG: [1], X: [0], Y: [0]},
            {},
            "The flag says whether any of x and y is not 0, but the flag is 1 and x and y are"
            " 0: that cannot be.",
        ),
        # A table.
        (pairs, {A: [1]}, {B: [2, 3]}, "Row 7 (next to each other): a is 1, so b is 2 or 3."),
        (
            pairs,
            {A: [2, 3]},
            {B: [1, 2]},
            "Row 7 (next to each other): a is 2 or 3, and a and b are 2 and 1, or 3 and 2, so"
            " b is 1 or 2.",
        ),
        (
            pairs,
            {A: [3], B: [3]},
            {},
            "Row 7 (next to each other): a and b are 3, and nothing goes with that: that "
            "cannot be.",
        ),
        # Any other kind says what it is about, and what is known.
        (Divides((A, B), label="the share"), {A: [2]}, {B: [2]}, "The share: a is 2, so b is 2."),
        (Divides((A, B)), {A: [2]}, {B: [2]}, "Divides: a, b, where a is 2, so b is 2."),
        # Without a label.
        (
            Linear((X, Y), (1, 1), "==", 3),
            {X: [1]},
            {Y: [2]},
            "The sum of x and y: 1 + ? = 3, so y is 2.",
        ),
        (
            AllDifferent((X, Y)),
            {X: [-1], Y: [-1, 0]},
            {Y: [0]},
            "The group of x and y has −1 already, and y is −1 or 0, so y is 0.",
        ),
        (
            Table((A, B), Rows(((1, 2), (2, 1)))),
            {A: [1]},
            {B: [2]},
            "The table of a and b: a is 1, so b is 2.",
        ),
        (
            NonZeroFlag((FLAG, X)),
            {X: [1]},
            {FLAG: [1]},
            "The flag says whether x is not 0, and x is 1, so the flag is 1.",
        ),
        # Products and quotients are read like sums; the others name what they are about.
        (
            Times((X, Y, Z), label="the area"),
            {X: [3], Z: [6]},
            {Y: [2]},
            "The area: 3 × ? = 6, so y is 2.",
        ),
        (
            Quotient((X, Y, Z, W), label="the share"),
            {X: [5], Z: [2], W: [1]},
            {Y: [2]},
            "The share: 5 ÷ ? = 2, remainder 1, so y is 2.",
        ),
        (
            Quotient((X, Y, Z)),
            {X: [5], Z: [2]},
            {Y: [2]},
            "X, y and z: 5 ÷ ? = 2, rounded down, so y is 2.",
        ),
        (
            Element((A, X), (3, 5, -7), label="the clue"),
            {A: [2]},
            {X: [5]},
            "The clue: a says which of 3, 5 and −7 is x, and a is 2, so x is 5.",
        ),
        (
            Maximum((X, A, B)),
            {A: [2, 3], B: [1]},
            {X: [2, 3]},
            "X is the largest of a and b, and a is 2 or 3 and b is 1, so x is 2 or 3.",
        ),
        (
            Either((row("==", 3, 1, 1), Linear((X, Y), (1, 1), "==", 4, label="four"))),
            {X: [1]},
            {Y: [2, 3]},
            "At least one of these must hold: row 1 or four, and x is 1, so y is 2 or 3.",
        ),
        # Long sums are cut short.
        (
            long_sum,
            {v: [2] for v in LINE[5:]},
            {v: range(1, 7) for v in LINE[:5]},
            "Row 8: 18 + ? + ? + ? + ? + ? = 28, and the smallest make 23 and leave 5 to add,"
            " so row 8, columns 1 to 5 are at most 6.",
        ),
        (
            longer_sum,
            {},
            {v: range(1, 6) for v in LINE},
            "Row 8: ? + ? + ? + (11 others) = 18, and the smallest make 14 and leave 4 to "
            "add, so row 8, columns 1 to 14 are at most 5.",
        ),
    ],
)
def test_single_sentences(constraint: Constraint, known: Known, left: Known, said: str) -> None:
    assert sentence(constraint, known, left) == said


def test_a_sum_says_nothing_that_is_not_true() -> None:
    """Numbers in reasons, held against all ways to fill a sum."""
    dice = Random(3)
    looked_at: set[str] = set()
    for _ in range(3000):
        linear = row("==", dice.randint(-6, 12), *dice.choice([(1, 1, 1), (1, 1), (1, 2, -1)]))
        scope = linear.variables
        known = {v: sorted(dice.sample(range(-5, 8), dice.randint(1, 5))) for v in scope}
        ways = [way for way in product(*known.values()) if linear.check(way)]
        kept = {v: sorted({way[at] for way in ways}) for at, v in enumerate(scope)}
        left = {v: kept[v] for v in scope if ways and kept[v] != known[v]}
        if ways and not left:
            continue
        said = sentence(linear, known, left)
        if found := re.search(
            r"only (one|two|three|four) of the sums|makes .* only as (.*), so", said
        ):
            shown = found[2].replace(" or ", ", ").split(", ") if found[2] else []
            count = len(shown) or ["one", "two", "three", "four"].index(found[1]) + 1
            assert count == len(ways), said
            looked_at.add("ways")
        changed = list(left)
        others = [v for v in scope if v not in changed[:1]]
        factors = dict(zip(scope, linear.coefficients, strict=True))
        made = {
            sum(factors[v] * value for v, value in zip(others, values, strict=True))
            for values in product(*(known[v] for v in others))
        }
        if found := re.search(r"never makes? ([^a-z]*(or [^a-z]*)?), so", said):
            missing = {int(n.replace("−", "-")) for n in re.findall(r"−?\d+", found[1])}
            assert not made & missing, said
            looked_at.add("never")
        if found := re.search(r"leaves? at (most|least) (−?\d+)[, ]", said):
            room = sorted((linear.constant - total) * (factors[changed[0]] or 1) for total in made)
            limit = int(found[2].replace("−", "-"))
            sizes = [abs(factors[v]) for v in changed]
            if sizes == [1]:
                assert limit == (room[-1] if found[1] == "most" else room[0]), said
                looked_at.add("room")
        if found := re.search(r"leave (\d+) to add", said):
            smallest = sum(values[0] for values in known.values())
            assert smallest + int(found[1]) == linear.constant
            looked_at.add("to add")
        if found := re.search(r"should be .* but is at (most|least) (−?\d+):", said):
            ends = [
                sum(f * v for f, v in zip(linear.coefficients, way, strict=True))
                for way in product(*known.values())
            ]
            limit = int(found[2].replace("−", "-"))
            assert limit == (max(ends) if found[1] == "most" else min(ends)), said
            looked_at.add("cannot be")
    assert looked_at == {"ways", "never", "room", "to add", "cannot be"}


def test_what_a_line_has_and_needs_is_true() -> None:
    """Reasons about what a line holds, held against all ways to fill it."""
    dice = Random(7)
    looked_at: set[str] = set()
    for _ in range(3000):
        scope = (X, Y, Z, W)
        least = dice.randint(0, 1)
        counts: dict[int, int | tuple[int, int]] = dict.fromkeys((1, 2, 3), (least, 1))
        line = dice.choice(
            [AllDifferent(scope, label="it"), Cardinality(scope, counts, label="it")]
        )
        known = {v: sorted(dice.sample(range(5), dice.randint(1, 3))) for v in scope}
        ways = [way for way in product(*known.values()) if line.check(way)]
        kept = {v: sorted({way[at] for way in ways}) for at, v in enumerate(scope)}
        left = {v: kept[v] for v in scope if kept[v] != known[v]}
        if not ways or not left:
            continue
        said = sentence(line, known, left).partition(", so ")[0]
        if found := re.search(r"([\d, and]+), in some order, in (\w)(?:, (\w))? and (\w)", said):
            values = sorted(map(int, re.findall(r"\d", found[1])))
            places = [at for at, v in enumerate(scope) if v.name in found.groups()]
            assert all(sorted(way[at] for at in places) == values for way in ways), said
            looked_at.add("in some order")
        if found := re.search(r"has ([\d, and]+) already", said):
            there = {known[v][0] for v in scope if v not in left and len(known[v]) == 1}
            assert there.issuperset(map(int, re.findall(r"\d", found[1]))), said
            looked_at.add("already")
        if found := re.search(r"needs (\d), which fits nowhere else", said):
            assert all(int(found[1]) in way for way in ways), said
            assert [v for v in scope if int(found[1]) in known[v]] == list(left), said
            looked_at.add("nowhere else")
        if found := re.search(r"needs ([\d, and]+), and only .* places? can hold them", said):
            values = [int(value) for value in re.findall(r"\d", found[1])]
            able = [v for v in scope if set(values).intersection(known[v])]
            assert len(able) == len(values), said
            looked_at.add("only")
    assert looked_at == {"in some order", "already", "nowhere else", "only"}


class Anything(Silent):
    """Constraints of every kind, by the dice, on numbers from −2 to 3."""

    given = "_ _ _ / _ _ _ / _ _ _"
    values = range(-2, 4)

    def add_rules(self, model: Model, lines: Mapping[str, tuple[Variable, ...]]) -> None:
        dice = Random(self.total)
        witness = {variable: dice.choice(self.values) for variable in model.variables}
        for _ in range(8):
            kind = dice.choice(list(kinds().values()))
            scope = dice.sample(model.variables, dice.randint(2, 4))
            constraint = kind.sample(scope, witness, dice)
            if constraint is not None:
                model.add(constraint)


def test_whatever_the_kinds_say_is_a_sentence() -> None:
    steps = [step for seed in range(150) for step in explain(Anything(seed)).steps]
    assert len(steps) > 300
    for step in steps:
        assert re.fullmatch(r"[A-Z0-9−].*[.]", step.sentence), step.sentence
        assert not INTERNAL.search(step.sentence), step.sentence
