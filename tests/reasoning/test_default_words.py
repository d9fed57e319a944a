"""What kinds of constraints say of themselves: families without a word of their own explain
themselves readably, and what is said is true."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.element import Element
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.phrases import Deduction, Phrases
from quincunx.families import RuleEntry
from quincunx.reasoning import explain, hint
from quincunx.solving import solve
from tests.cp.constraints.samples import SAMPLES, sample
from tests.families.tables import rows
from tests.families.toy import Toy
from tests.reasoning.judging import INTERNAL
from tests.reasoning.silent import LatinSquare, MagicSquare, Silent

EXPLANATIONS: dict[type[Silent], str] = {
    MagicSquare: """
        1. The falling diagonal is 2 + 5 + 8; r1c3 is at most 6 (column 3:
           the others make at least 9); r1c2 is 7 to 9 (row 1: the others
           make at most 8). r2c3 is 2 or 3 (the top and twice the right);
           r1c3 is 4 or 5 (column 3: the others make at least 10 and at most
           11); r1c2 is 8 or 9 (row 1: the others make at most 7). The top
           and twice the right is 9 − 2 × 3.
        2. Column 2 is 9 + 5 + 1; row 2 is 7 + 5 + 3; column 1 is 2 + 7 + 6;
           row 1 is 2 + 9 + 4.
        That is the solution, and there is no other.
    """,
    LatinSquare: """
        1. r2c2 is −1 or 0 (column 2 has 1 and 2 already); r4c3 is −1 or 0
           (column 3 has 1 and 2 already); r4c1 is 1 and r4c3 is 0 (row 4 has
           −1 and 2 already). r2c3 is −1 (column 3 has 0 to 2); r2c1 and r2c4
           are 1 or 2 and r2c2 is 0 (row 2 has −1 already).
        2. r1c1 is −1 or 0 and r2c1 is 2 (column 1 has 1 already); r1c2 is −1
           (column 2 has 0 to 2); r1c1 is 0 and r1c4 is 2 (row 1 has −1 and 1
           already). r2c4 is 1 and r3c4 is 0 (column 4 has −1 and 2 already);
           r3c1 is −1 (column 1 has 0 to 2).
        That is the solution, and there is no other.
    """,
}


@pytest.mark.parametrize("family", EXPLANATIONS)
def test_family_without_words_is_explained(family: type[Silent]) -> None:
    explanation = explain(family())
    steps = [f"{number}. {step.sentence}" for number, step in enumerate(explanation.steps, 1)]
    assert " ".join([*steps, explanation.ending]) == " ".join(EXPLANATIONS[family].split())
    assert (explanation.solution,) == solve(family(), limit=2).solutions


# Single sentences. What is known is given by name, and what is left afterwards.

X, Y, Z, W = (Variable(i, name, range(-9, 10)) for i, name in enumerate("xyzw"))
A, B, C = (Variable(i, name, range(1, 4)) for i, name in enumerate("abc"))
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


NAMED: dict[str, Constraint] = {
    "three": AllDifferent((A, B, C), label="row 2"),
    "loose": AllDifferent((X, Y, Z), label="row 3"),
    "but zero": AllDifferent((X, Y, Z), frozenset({0}), label="row 3"),
    "counted": Cardinality((X, Y, Z, W), {1: (1, 2), 2: 2, 3: (0, 1)}, label="row 4"),
    "board": Cardinality((X, Y, Z, W), {1: 1, 2: 1}, label="the board"),
    "summed": DistinctSum((X, Y, Z), 10, label="row 5"),
    "pairs": Table(
        (A, B), Rows(((1, 2), (1, 3), (2, 1), (3, 2)), "next to each other"), label="row 7"
    ),
    "share": Divides((A, B), label="the share"),
    "divides": Divides((A, B)),
    "sum": Linear((X, Y), (1, 1), "==", 3),
    "group": AllDifferent((X, Y)),
    "table": Table((A, B), Rows(((1, 2), (2, 1)))),
    "area": Times((X, Y, Z), label="the area"),
    "element": Element((A, X, Y, Z), label="the clue"),
}
SENTENCES = """
# One number is open. A constraint is named, or a sum: its coefficients and what they make.
1 1 1 == 15 | x 2, z 6 | y 7 | Row 1: 2 + ? + 6 = 15, so y is 7.
1 1 1 == 0 | x 2, z -6 | y 4 | Row 1: 2 + ? − 6 = 0, so y is 4.
2 -3 == 1 | y -1 | x -1 | Row 1: 2 × ? − 3 × (−1) = 1, so x is −1.
1 -1 -1 == 0 | y 2, z 3 | x 5 | Row 1: ? − 2 − 3 = 0, so x is 5.
1 1 <= 3 | x 5 | y -9..-2 | Row 1: 5 + ? is at most 3, so y is at most −2.
1 -1 <= -1 | x 5 | y 6..9 | Row 1: 5 is less than ?, so y is 6 to 9.
1 -1 >= 0 | x 5 | y -9..5 | Row 1: 5 is at least ?, so y is at most 5.
1 -1 != 0 | x 5, y 4 5 | y 4 | Row 1: 5 differs from ?, so y is 4.
# The smallest and the largest.
1 1 1 == 9 | x 5 6, y 2 4 | z -1..2 |
    In row 1 the others make at least 7 and at most 10, so z is −1 to 2.
1 1 == 9 | | x 0..9, y 0..9 |
    Row 1 is 0 + 9 to 9 + 0.
1 1 == 90 | x 0..90, y 4 14 24 34 44 80 | x 10 46 56 66 76 86 |
    Row 1 is 10 + 80 or 46 + 44 to 86 + 4 in tens.
1 1 <= -18 | | x -9, y -9 |
    Row 1: ? + ? is at most −18, so x and y are −9.
1 -2 == 26 | | x 8 9, y -9 |
    Row 1: ? − 2 × ? = 26, so x is 8 or 9 and y is −9.
1 1 1 1 == 0 | x 1, y 1 2, z 3 9 | w -9..-5 |
    In row 1 the others make at least 5, so w is at most −5.
# What the others can make.
1 1 == 9 | x 2 4 6, y 3..7 | y 3 5 7 | Row 1 is 2 + 7, 4 + 5 or 6 + 3.
1 1 1 == 9 | x 1 4 8, y 0 1, z 0..8 | z 0 1 4 5 7 8 |
    Row 1 is 1 + 0 + 8, 1 + 1 + 7, 4 + 0 + 5, 4 + 1 + 4, 8 + 0 + 1 or 8 + 1 + 0.
1 1 1 == 9 | x 1 4 8, y 0 1, z 0..8 | z 0 1 3..8 |
    Row 1 is 1 + 0 + 8, 1 + 1 + 7, 4 + 0 + 5, 4 + 1 + 4, 8 + 0 + 1 or 8 + 1 + 0.
1 1 1 == 60 | x 4 14 24 40..49, y 6 16 26 60..69, z 8 18..50 | z 8 20 30 40 50 |
    In row 1 the others leave 50, 40, … or at most 14 after 40 + 6, so z is 8, 20, 30, 40 or 50.
1 1 1 == 60 | x 4 14 24 40, y 6 16 26 60, z 8 10..20 | z 10 14 20 |
    Row 1 is 14 + 26 + 20, 24 + 16 + 20, 24 + 26 + 10 or 40 + 6 + 14.
2 -3 == 0 | x 0 3 4 | y 0 2 |
    Row 1: 2 × (0, 3 or 4) − 3 × ? = 0, so y is 0 or 2.
# All ways.
1 1 == 4 | x 1 2 3, y 1 2 4 | x 2 3, y 1 2 | Row 1 is 2 + 2 or 3 + 1.
# Contradictions.
1 1 == 9 | x 2, y 3 | | Row 1: 2 + 3 should be 9 but is 5.
1 1 == 9 | x 2 4, y 4 6 | | Row 1: (2 or 4) + (4 or 6) should be 9 but never is.
1 -1 <= -9 | x -2 1, y 4 6 | |
    Row 1: (−2 or 1) − (4 or 6) should be at most −9 but is at least −8.
1 -1 != 0 | x 2, y 2 | | Row 1: 2 − 2 should differ from 0 but does not.
# Different numbers.
three | a 1 | b 2 3, c 2 3 | Row 2 has 1 already, so b and c are 2 or 3.
three | a 1, b 2 | c 3 | Row 2 has 1 and 2 already, so c is 3.
three | a 1 2, b 1 2 | c 3 | Row 2 needs 3, which fits nowhere else, so c is 3.
three | a 1, b 1 | | Row 2 has 1 twice.
loose | x -1, y -1 0 | y 0 | Row 3 has −1 already, so y is 0.
loose | x 0 1, y 0 1, z 1 | | x, y and z have only 0 and 1 between them.
loose | x -3 4, y -3 4 | z -9..-4 -2..3 5..9 |
    Row 3 keeps −3 and 4 for x and y, so z is not −3 or 4.
but zero | x 0, y 2, z 0 2 | z 0 | Row 3 has 2 already, so z is 0.
but zero | x 2, y 2 | | Row 3 has 2 twice.
# How often.
counted | x 1, y 1 | z 2, w 2 | Row 4 needs 2 twice, and it fits nowhere else, so z and w are 2.
counted | x 1, y 1, z 2, w 1 2 | w 2 | Row 4 has 1 twice already, so w is 2.
counted | x 3, y 3 | | Row 4 has 3 twice.
board | x 0 5, w 0 5 | y 1 2, z 1 2 |
    The board needs 1 and 2, and only y and z can hold them, so y and z are 1 or 2.
board | x 0, y 0 1, w 0 | y 1, z 2 |
    The board needs 2, which fits nowhere else, and then 1, so y is 1 and z is 2.
board | x 1 | y -9..0 2..9, z -9..0 2..9, w -9..0 2..9 |
    The board has 1 already, so y, z and w are not 1.
# Different digits with a sum.
summed | x 4, y 0..6, z 0..6 | y 0 1 5 6, z 0 1 5 6 |
    Row 5 needs 1 + 5 or 6 beside 4, so y and z are 0, 1, 5 or 6.
summed | x 4, y 5 | z 1 | Row 5 has 1 left, so z is 1.
summed | x 1 2, y 1 2 | z 7 | In row 5 the others make 3, so z is 7.
summed | x 1 2, y 1 2, z 0 6 8 | |
    Row 5 cannot be 1/2 + 1/2 + 0/6/8 with different digits.
# A table.
pairs | a 1 | b 2 3 | Row 7 (next to each other): a is 1, so b is 2 or 3.
pairs | a 2 3 | b 1 2 |
    Row 7 (next to each other): a is 2 or 3, and a and b are 2 and 1, or 3 and 2, so b is 1 or 2.
pairs | a 3, b 3 | |
    Row 7 (next to each other): a and b are 3, and nothing goes with that.
# Kinds without words name what they are about and what is known.
share | a 2 | b 2 | The share: a is 2, so b is 2.
divides | a 2 | b 2 | Divides: a, b, where a is 2, so b is 2.
# Without a label.
sum | x 1 | y 2 | The sum of x and y: 1 + ? = 3, so y is 2.
group | x -1, y -1 0 | y 0 | The group of x and y has −1 already, so y is 0.
table | a 1 | b 2 | The table of a and b: a is 1, so b is 2.
# Products and quotients are read like sums.
area | x 3, z 6 | y 2 | The area: 3 × ? = 6, so y is 2.
element | a 1, z 5 | x 5 | The clue: x == (y, z)[a], where a is 1 and z is 5, so x is 5.
"""


def constraint_named(name: str) -> Constraint:
    if name in NAMED:
        return NAMED[name]
    *coefficients, relation, constant = name.split()
    return row(relation, int(constant), *map(int, coefficients))


def domains(cell: str) -> Known:
    """Values by variable, from text such as `x 2 4, y -9..-2`."""
    by_name = dict(zip("xyzwabc", (X, Y, Z, W, A, B, C), strict=True))
    found: dict[Variable, list[int]] = {}
    for part in filter(None, cell.split(", ")):
        name, *values = part.split()
        ends = [[int(end) for end in value.split("..")] for value in values]
        found[by_name[name]] = [n for end in ends for n in range(end[0], end[-1] + 1)]
    return found


@pytest.mark.parametrize(("constraint", "known", "left", "said"), rows(SENTENCES))
def test_deduction_in_words(constraint: str, known: str, left: str, said: str) -> None:
    assert sentence(constraint_named(constraint), domains(known), domains(left)) == said


def test_long_sums_are_cut_short() -> None:
    line = [Variable(i, f"row 8, column {i + 1}", range(1, 10)) for i in range(14)]
    linear = Linear(tuple(line), (2,) * 14, "==", 28, label="row 8")
    said = sentence(linear, {}, {line[0]: [1]})
    four = "2 × ? + 2 × ? + 2 × ? + 2 × ?"
    assert said == f"Row 8: {four} + (10 others) = 28, so r8c1 is 1."


class Anything(Silent):
    """Constraints of every kind, by the dice, on numbers from −2 to 3."""

    given = "_ _ _ / _ _ _ / _ _ _"
    values = range(-2, 4)

    def add_rules(self, model: Model, lines: Mapping[str, tuple[Variable, ...]]) -> None:
        dice = Random(self.total)
        witness = {variable: dice.choice(self.values) for variable in model.variables}
        for _ in range(8):
            kind = dice.choice(list(SAMPLES))
            scope = dice.sample(model.variables, dice.randint(2, 4))
            constraint = sample(kind, scope, witness, dice)
            if constraint is not None:
                model.add(constraint)


def test_every_kind_makes_sentences() -> None:
    steps = [step for seed in range(150) for step in explain(Anything(seed)).steps]
    assert len(steps) > 300
    for step in steps:
        for said in step.sentences:
            assert re.fullmatch(r"([A-Z0-9−(]|r\d+c\d).*[.]", said), said
        assert not INTERNAL.search(step.sentence), step.sentence


def test_hint_names_cells_where_the_label_is_no_rule_of_the_book() -> None:
    class Labelled(Toy):
        capabilities = replace(
            Toy.capabilities,
            rule_book=lambda toy: [RuleEntry("total", "The digits have a sum.", toy.cells)],
        )

    assert hint(Toy(18)).sentences(1) == ("Look at the sum.",)
    assert hint(Labelled(18)).sentences(1) == ("Look at cell 1 and cell 2.",)


def test_reason_of_several_constraints_names_the_cells_they_share() -> None:
    cells = [Variable(at, f"row 1, column {at + 1}", range(9)) for at in range(3)]
    left, right = (
        Linear(some, (1, 1), "==", 8, label=label)
        for some, label in ((cells[:2], "the left"), (cells[1:], "the right"))
    )
    known = {cell: tuple(cell.domain) for cell in cells}
    deduction = Deduction((left, right), known, frozenset(), {cells[0]: (1,)})
    assert Phrases().reason(deduction) == "r1c2 must fit the left and the right at once"
