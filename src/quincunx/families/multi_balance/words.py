"""How a Multi-Balance speaks: torques, and lines that are used or stay empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.model import Variable
from quincunx.cp.words.joint import joint_reason
from quincunx.cp.words.phrases import FEW, Deduction, Phrases, capitalised, counted, listed
from quincunx.cp.words.techniques import Technique
from quincunx.families import Cell
from quincunx.families.multi_balance.balance import (
    DIVISORS,
    FARTHEST_ARM,
    ONE_SIDE,
    PARITY,
    TORQUE_WAYS,
    Balance,
)
from quincunx.families.multi_balance.forms import called
from quincunx.families.multi_balance.line_words import FulcrumWords, LineWords
from quincunx.families.multi_balance.reasoning import DIGITS_LEFT, ONE_LINE, Fulcrum, Sharing

LONGEST_GLANCE = len("1, 2 and 3")
"""More digits are not listed in passing."""


class BalancePhrases(Phrases):
    """The words of one board."""

    nothing: ClassVar[str] = "empty"
    techniques: ClassVar[tuple[Technique, ...]] = (
        ONE_SIDE,
        ONE_LINE,
        FARTHEST_ARM,
        PARITY,
        DIVISORS,
        DIGITS_LEFT,
        TORQUE_WAYS,
    )

    def __init__(self, digits: int, cells: Sequence[Cell]) -> None:
        self.digits = digits
        self.cells = cells

    def opening(self) -> str:
        if not self.cells:
            return "No row and column with just one fulcrum each cross, so no digit can stand."
        rows = listed((str(row) for row in sorted({row for row, _ in self.cells})), "and", 99)
        columns = listed((str(c) for c in sorted({column for _, column in self.cells})), "and", 99)
        return (
            "Digits stand only where a row and a column with exactly one fulcrum each cross: "
            f"in rows {rows}, and there in columns {columns}."
        )

    def writes(self, value: int) -> bool:
        return value != 0

    # What follows.

    def claims(self, deduction: Deduction) -> str:
        """Lines that stay empty are told as such."""
        lines = self._empty_lines(deduction)
        told = {v for cells in lines.values() for v in cells}
        if len(told.intersection(deduction.left)) < 2:
            return super().claims(deduction)
        claims = [f"{listed(lines, 'and')} {'stays' if len(lines) == 1 else 'stay'} empty"]
        left = {v: values for v, values in deduction.left.items() if v not in told}
        if left:
            claims.append(super().claims(replace(deduction, left=left)))
        return " and ".join(claims)

    def sentence(self, deduction: Deduction) -> str:
        sentence = super().sentence(deduction)
        for line in self._empty_lines(deduction):
            if isinstance(deduction.constraint, Balance):
                sentence = sentence.replace(f", so {line} stays", ", so it stays")
        return sentence

    def claim(
        self, variables: Sequence[Variable], known: Sequence[int], left: Sequence[int]
    ) -> str:
        if 0 not in known or 0 in left or len(left) < 2:
            return super().claim(variables, known, left)
        gone = [value for value in known if value and value not in left]
        if gone and (len(left) <= FEW or len(gone) > FEW):
            return super().claim(variables, known, left)
        but = f" other than {self.possible(variables[0], gone)}" if gone else ""
        return f"{self.places(variables)} hold{'s' * (len(variables) == 1)} a digit{but}"

    def _empty_lines(self, deduction: Deduction) -> dict[str, list[Variable]]:
        """The lines that are found to hold no digit, with their cells."""
        if len(deduction.constraints) > 1:
            return {}
        constraint = deduction.constraint
        found: dict[str, list[Variable]] = {}
        if isinstance(constraint, Balance):
            if self._line_words(constraint, deduction).one_sided():
                found[constraint.label] = list(constraint.variables)
        elif isinstance(constraint, Fulcrum):
            for line in FulcrumWords(constraint, deduction, self).empty():
                found[line.line] = list(line.distance)
        elif isinstance(constraint, Sharing):
            for lever in constraint.fulcrums:
                cells = [v for v, _ in lever.arms(constraint.of_rows)]
                if any(v in deduction.left for v in cells):
                    found[lever.line(constraint.of_rows)] = cells
        return found

    # Why it follows.

    def glance(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if isinstance(constraint, Balance):
            words = self._line_words(constraint, deduction)
            return "one side only" if words.one_sided() else constraint.label
        if isinstance(constraint, Fulcrum):
            return FulcrumWords(constraint, deduction, self).glance()
        if isinstance(constraint, Cardinality) and constraint.variables:
            digits = self._only_here(deduction)
            if digits:
                return f"only place for {listed(map(str, digits), 'and')}"
            placed = self._placed(deduction)
            return f"{placed} placed" if 0 < len(placed) <= LONGEST_GLANCE else "digits left"
        return super().glance(deduction)

    def about(self, deduction: Deduction) -> str:
        if len(deduction.constraints) == 1 and isinstance(deduction.constraint, Cardinality):
            digits = self._only_here(deduction)
            if digits:
                return f"the places left for {listed(map(str, digits), 'and')}"
            return "the digits that are placed" if self._placed(deduction) else "the digits left"
        return super().about(deduction)

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            return capitalised(joint_reason(deduction, self).replace("the board", "all digits"))
        constraint = deduction.constraint
        if isinstance(constraint, Balance):
            return self._line_words(constraint, deduction).reason()
        if isinstance(constraint, Fulcrum):
            return FulcrumWords(constraint, deduction, self).reason()
        if isinstance(constraint, Sharing):
            return self._shared(constraint, deduction)
        digits = self._only_here(deduction)
        if digits:
            fit = "fits" if len(digits) == 1 else "fit"
            return f"{listed(map(str, digits), 'and')} {fit} nowhere else"
        placed = self._placed(deduction)
        if placed:
            return f"{placed} {'are' if ' ' in placed else 'is'} placed"
        return super().reason(deduction)

    def _only_here(self, deduction: Deduction) -> list[int]:
        """The digits that cells get because they fit nowhere else; none if that is not why."""
        digits = []
        for variable in deduction.left:
            digit = deduction.result(variable)
            others = [v for v in deduction.constraint.variables if v is not variable]
            if not digit or any(digit in deduction.basis(v) for v in others):
                return []
            digits.append(digit)
        return digits

    def _placed(self, deduction: Deduction) -> str:
        """The digits that are gone because they are placed; nothing if that is not why."""
        values = [
            deduction.basis(v) for v in deduction.constraint.variables if v not in deduction.left
        ]
        placed = {known[0] for known in values if len(known) == 1}
        refuted = {value for v in deduction.left for value in deduction.refuted(v)}
        if not refuted or not refuted <= placed or 0 in refuted:
            return ""
        return listed(map(str, sorted(refuted)), "and")

    def supposed(self, variable: Variable, value: int) -> str:
        return super().supposed(variable, value) if value else f"With {self.place(variable)} empty"

    def link(self, deduction: Deduction) -> str:
        if not deduction.contradicts:
            return super().link(deduction)
        constraint = deduction.constraint
        if isinstance(constraint, Balance):
            words = self._line_words(constraint, deduction)
            said = words.one_sided() or words.by_ends() or f"{words.line} cannot balance"
        else:
            said = self.reason(deduction)
        return f"{said[:1].lower()}{said[1:]}"

    def _line_words(self, balance: Balance, deduction: Deduction) -> LineWords:
        arms = list(zip(balance.variables, balance.distances, strict=True))
        return LineWords(balance.label, arms, deduction, self)

    def _shared(self, sharing: Sharing, deduction: Deduction) -> str:
        """How many lines are used: "Seven digits fill at most three rows: rows 1, 5 and 8"."""
        used = []
        for lever in sharing.fulcrums:
            mine, other = lever.arms(sharing.of_rows), lever.arms(not sharing.of_rows)
            holds = any(0 not in deduction.basis(v) for v, _ in mine)
            if holds or all(tuple(deduction.basis(v)) == (0,) for v, _ in other):
                used.append(lever.line(sharing.of_rows).split()[1])
        kind = "row" if sharing.of_rows else "column"
        most = sharing.digits // 2
        kinds = f"{kind}s" if len(used) != 1 else kind
        many = f"{capitalised(counted(sharing.digits))} {called(sharing.digits)}s"
        fill = f"{many} fill at most {counted(most)} {kind}s"
        return (
            f"{fill}, and {kinds} {listed(used, 'and', 99)} {'are' if len(used) > 1 else 'is'} used"
        )
