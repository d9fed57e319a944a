"""Words about Aztec Math: phrases for explanations, the briefing and the rule book."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from operator import contains
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table import Table
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import FEW, Deduction, Phrases, capitalised, listed
from quincunx.cp.words.techniques import FEW_WAYS, TOGETHER, Technique
from quincunx.cp.words.ways import hinges
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.model import possible_triples
from quincunx.families.base.puzzle import RuleEntry
from quincunx.families.base.rule_book import given_rules, plain_name

WHAT_MAKES_IT = Technique(
    "what makes it",
    3,
    1.0,
    "A digit and the two below it, which make it by one of the four operations, leave few digits "
    "for each other.",
)
NEIGHBOURS = Technique(
    "neighbours under a 1",
    2,
    1.0,
    "Only digits that differ by 1 make a 1, so the two below it are neighbours.",
    ("neighbours",),
)
THREE_ROWS = Technique(
    "three rows at once",
    4,
    3.0,
    "A digit, the two below it and the three below these are gone through together.",
)


class AztecPhrases(Phrases):
    """Phrases for one pyramid."""

    explains_contradictions: ClassVar[bool] = True
    is_brief: ClassVar[bool] = True
    combines_rules: ClassVar[bool] = False
    leaves_out_placed: ClassVar[bool] = True
    techniques: ClassVar[tuple[Technique, ...]] = (WHAT_MAKES_IT, NEIGHBOURS, THREE_ROWS)

    def __init__(self, puzzle: AztecMath) -> None:
        self.cells = puzzle.cells

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        if not isinstance(constraint, Table):
            return technique
        return {FEW_WAYS: WHAT_MAKES_IT, TOGETHER: THREE_ROWS}.get(technique, technique)

    def subject(self, constraint: Constraint) -> str:
        if not isinstance(constraint, Table):
            return super().subject(constraint)
        return f"{self.place(constraint.variables[0])} and the two below it"

    def about(self, deduction: Deduction) -> str:
        if len(deduction.constraints) == 1:
            return super().about(deduction)
        top = next(one for one in deduction.constraints if isinstance(one, Table))
        below = "the rows" if top is deduction.constraint else self.subject(deduction.constraint)
        return f"{below} under {self.place(top.variables[0])}"

    def sentence(self, deduction: Deduction) -> str:
        """With what is known of other cells, if several rows are gone through, or else how a digit
        is made of the two below it, if all three are known."""
        if len(deduction.constraints) > 1:
            shared = hinges(deduction.constraints, deduction.known)
            others = [(v, held) for v, held in deduction.known.items() if v not in shared]
            few = [(v, held) for v, held in others if v in deduction.needed and 1 < len(held) < FEW]
            known = listed([self.claim([v], (), held) for v, held in few], "and")
            said = super().sentence(deduction).replace("The rows under", "Under")
            return said.replace(": ", f" ({known}): ", 1) if known else said
        if not deduction.left:
            return super().sentence(deduction)
        is_misfit = self._is_triple(deduction) and self._misfit(deduction)
        if is_misfit or self.glance(deduction).startswith("already"):
            return f"{capitalised(self.claims(deduction))} ({self.glance(deduction)})."
        equation = self._equation(deduction)
        return super().sentence(deduction)[:-1] + f": {equation}" * bool(equation) + "."

    def glance(self, deduction: Deduction) -> str:
        """The operation, what does not fit, or what stands above or below: "above 5 and 2"."""
        if not self._is_triple(deduction):
            return super().glance(deduction)
        top, *lower = deduction.constraint.variables
        is_above = top in deduction.left
        if equation := self._equation(deduction):
            return equation.partition(" = ")[2] if [*deduction.left] == [top] else equation
        digits = " and ".join(self._digits(deduction, v) for v in (lower if is_above else [top]))
        if digits == "1":
            return "neighbours under 1"
        above = f"{self.place(top)} above" if len(deduction.left) > 1 else "above"
        return self._misfit(deduction) or f"{above if is_above else 'below'} {digits}"

    def glances(self, deductions: Sequence[Deduction]) -> list[tuple[str, Deduction]]:
        """With one claim in place of two about the same cells, if nothing between needs the first:
        "r3c2 is 4 or 5 (below 2/3/5 and 2/4/5/9)"."""
        found: list[tuple[str, Deduction]] = []
        for reason, deduction in super().glances(deductions):
            cells = deduction.left.keys()
            for first, earlier in [one for one in found if cells & one[1].known.keys()][-1:]:
                said = f"{self.claims(earlier)} {self.claims(deduction)} {first}; {reason};"
                if earlier.left.keys() == cells and not re.search(r" not |row \d;", said):
                    found.remove((first, earlier))
                    both = f"{reason}; {first}" if reason[0].isdigit() else f"{first}; {reason}"
                    reason = re.sub("^(below .*); below ", r"\1 and ", both)
                    deduction = replace(deduction, known={**deduction.known, **earlier.known})
            found.append((reason, deduction))
        return found

    def _misfit(self, deduction: Deduction) -> str:
        """Why a digit does not fit: what it needs beside it, or what it makes there; empty if
        several digits are ruled out, or too little is known."""
        places, left = deduction.constraint.variables, deduction.left
        gone = {digit for variable in left for digit in deduction.refuted(variable)}
        at = min(map(places.index, left))
        digits = [None if v in left else deduction.value(v) for v in places]
        digits[at] = min(gone, default=None)
        is_said = len(gone) == 1 and f"not {digits[at]}" in self.claims(deduction)
        if digits.count(None) != 1 or not is_said or (at == 0 and len(left) > 1):
            return ""
        rows = possible_triples().rows
        rows = tuple(r for r in rows if all(d in (None, n) for d, n in zip(digits, r, strict=True)))
        fitting = listed([str(row[digits.index(None)]) for row in rows], "or")
        top, *lower = digits
        if not rows:
            return f"already in row {self.cells[places[at].index][0]}"
        if top is None:
            return f"{lower[at - 1]} and {lower[2 - at]} make only {fitting}"
        return f"{lower[0] or lower[1]} makes {top} only with {fitting}"

    def _digits(self, deduction: Deduction, variable: Variable) -> str:
        """The digits that a cell can hold, or its name if there are many."""
        values = deduction.known[variable]
        is_named = len(values) > FEW or variable in deduction.left
        return self.place(variable) if is_named else "/".join(map(str, values))

    def reason(self, deduction: Deduction) -> str:
        """A triple: "9 (r1c1) stands on 5 (r2c1) and r2c2"."""
        if not self._is_triple(deduction):
            return super().reason(deduction)
        variables = deduction.constraint.variables
        top, left, right = (self._described(deduction, variable) for variable in variables)
        if deduction.contradicts:
            return f"{capitalised(left)} and {right} never make {top}"
        if deduction.value(variables[0]) == 1:
            under = f"the 1 at {self.place(variables[0])}"
            return f"{capitalised(left)} and {right} are neighbours under {under}"
        return f"{capitalised(top)} stands on {left} and {right}"

    def link(self, deduction: Deduction, before: Collection[str] = ()) -> str:
        if not self._is_triple(deduction):
            return super().link(deduction)
        if not deduction.contradicts:
            return self.in_signs(deduction)
        variables = deduction.constraint.variables
        top, left, right = (self._digits(deduction, v) for v in variables)
        said = [re.sub("=[^,]*$", "", text) for text in sorted(before)]
        who = "they" if said == [*map(self.place, variables[1:])] else f"{left} and {right}"
        wanted, *below = (deduction.known[v] for v in variables)
        made = {
            digit for digit, *pair in possible_triples().rows if all(map(contains, below, pair))
        }
        if 0 < len(made) <= FEW < len(wanted):
            return f"{who} make only {'/'.join(map(str, sorted(made)))}"
        return f"{who} never make {top}"

    def _equation(self, deduction: Deduction) -> str:
        results = [deduction.result(variable) for variable in deduction.constraint.variables]
        digits = [digit for digit in results if digit is not None]
        return equation(*digits) if self._is_triple(deduction) and len(digits) == 3 else ""

    def _is_triple(self, deduction: Deduction) -> bool:
        """Whether it is about a digit and the two below it, rather than about a row."""
        return len(deduction.constraints) == 1 and isinstance(deduction.constraint, Table)

    def _described(self, deduction: Deduction, variable: Variable) -> str:
        place, values = self.place(variable), deduction.known[variable]
        if variable not in deduction.needed or len(values) > FEW:
            return place
        if len(values) == 1:
            return f"{values[0]} ({place})"
        return f"{place} ({self.possible(variable, values)})"


def equation(top: int, left: int, right: int) -> str:
    """How a digit is made of the two below it.

    >>> equation(9, 5, 4), equation(1, 5, 4), equation(3, 2, 6), equation(8, 4, 2)
    ('9 = 5 + 4', '1 = 5 − 4', '3 = 6 ÷ 2', '8 = 4 × 2')
    """
    large, small = max(left, right), min(left, right)
    if top in (left + right, left * right):
        return f"{top} = {left} {'+' if top == left + right else '×'} {right}"
    return f"{top} = {large} {'−' if top == large - small else '÷'} {small}"


def briefing(puzzle: AztecMath) -> str:
    """What a newcomer needs to know beside the rules."""
    return (
        "Rows are counted from the top and cells from the left. Right below cell j of row i "
        "lie the cells j and j + 1 of row i + 1."
    )


def rule_book(puzzle: AztecMath) -> Iterator[RuleEntry]:
    """The rows that hold more than one digit, every cell above the bottom, and the givens.

    >>> [rule.id for rule in rule_book(AztecMath(((8,), (None, None), (None, 9, None))))]
    ['row 2', 'row 3', 'r1c1', 'r2c1', 'r2c2', 'given r1c1', 'given r3c2']
    """
    for row in range(2, puzzle.levels + 1):
        cells = tuple((row, place) for place in range(1, row + 1))
        yield RuleEntry(f"row {row}", f"The digits of row {row} are all different.", cells)
    for row, place in puzzle.cells[: -puzzle.levels]:
        triple = ((row, place), (row + 1, place), (row + 1, place + 1))
        top, left, right = map(plain_name, triple)
        made = "the sum, difference, product or exact quotient"
        yield RuleEntry(top, f"{top} is {made} of {left} and {right}.", triple)
    yield from given_rules(puzzle)
