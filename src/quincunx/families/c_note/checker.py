"""Checks an answer to a C-Note from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quincunx.families.base.puzzle import Violation
from quincunx.families.base.rule_book import plain_name

if TYPE_CHECKING:
    from quincunx.families.c_note import CNote


def find_violations(puzzle: CNote, solution: list[list[int]]) -> Iterator[Violation]:
    """Every rule that the solution breaks."""
    for (row, column), digit in puzzle.digits():
        number = solution[row - 1][column - 1]
        where = f"Row {row}, column {column} is {number}"
        rule = sentence = ""
        if number < 1:
            rule, sentence = "positive number", f"{where}, expected a positive number."
        elif str(digit) not in str(number):
            rule = "given digit"
            sentence = f"{where}, expected a number with the given digit {digit}."
        if rule:
            cell = (row, column)
            yield Violation(rule, sentence, (cell,), f"digit {plain_name(cell)}")
    places = range(1, puzzle.size + 1)
    for kind, lines in (("row", solution), ("column", zip(*solution, strict=True))):
        for number, line in enumerate(lines, 1):
            if sum(line) != puzzle.target:
                name = f"{kind} {number}"
                cells = tuple((number, at) if kind == "row" else (at, number) for at in places)
                sentence = f"{name.capitalize()} sums to {sum(line)}, expected {puzzle.target}."
                yield Violation(f"{kind} sum", sentence, cells, name)
