"""Checks an answer to a C-Note from the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.families.base.puzzle import Violation
from quincunx.families.base.rule_book import plain_name

if TYPE_CHECKING:
    from quincunx.families.c_note import CNote


def find_violations(puzzle: CNote, solution: list[list[int]]) -> list[Violation]:
    """Every rule that the solution breaks."""
    found: list[Violation] = []
    for (row, column), digit in puzzle.digits():
        number = solution[row - 1][column - 1]
        rule, expected = "given digit", f"number with the given digit {digit}"
        if number < 1:
            rule, expected = "positive number", "positive number"
        if number < 1 or str(digit) not in str(number):
            cell = (row, column)
            sentence = f"{plain_name(cell)} is {number}, expected a {expected}."
            found.append(Violation(rule, sentence, (cell,), f"digit {plain_name(cell)}"))
    for name, cells in puzzle.lines():
        total = sum(solution[row - 1][column - 1] for row, column in cells)
        if total != puzzle.target:
            sentence = f"{name.capitalize()} sums to {total}, expected {puzzle.target}."
            found.append(Violation(f"{name.split()[0]} sum", sentence, cells, name))
    return found
