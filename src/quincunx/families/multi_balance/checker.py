"""Checks answers of a Multi-Balance, and its givens, against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from quincunx.families import Cell, Violation
from quincunx.families.base.rule_book import plain_name
from quincunx.families.base.validation import shown
from quincunx.families.multi_balance.board import (
    DIGITS,
    EMPTY,
    FULCRUM,
    digits_of,
    expected_digits,
    marks_of,
    noun_for,
    number_of,
)

if TYPE_CHECKING:
    from quincunx.families.multi_balance import MultiBalance

LINES = (("row", "to the left", "to the right of"), ("column", "above", "below"))
"""The two kinds of lines, by the coordinate of a cell that numbers them, and their sides."""


def find_violations(puzzle: MultiBalance, solution: list[str]) -> list[Violation]:
    """Every rule that an answer breaks."""
    placed = digits_of(solution)
    return [
        *_changed_cells(puzzle, solution),
        *digit_faults(puzzle, placed),
        *_wrong_lines(puzzle, placed),
        *_wrong_use(puzzle, placed),
    ]


def faults(puzzle: MultiBalance) -> Iterator[str]:
    """The faults of a board whose parts have the right shapes."""
    for (row, column), mark in marks_of(puzzle.board):
        if mark not in EMPTY + FULCRUM + DIGITS[: puzzle.digits]:
            expected = f". # or {expected_digits(puzzle.digits)}"
            yield f"row {row}, column {column} is {shown(mark)}, expected {expected}"
    yield from _wrong_givens(puzzle)
    if len(puzzle.givens) == puzzle.digits:
        for violation in find_violations(puzzle, list(puzzle.board)):
            yield f"all digits are given and break a rule: {violation.sentence}"


def _wrong_givens(puzzle: MultiBalance) -> Iterator[str]:
    """What is wrong with givens that break a rule whatever is placed beside them."""
    cells: dict[int, Cell] = {}
    for cell, digit in puzzle.givens.items():
        where = f"{plain_name(cell)} gives {digit}"
        if digit in cells:
            yield f"{where} like {plain_name(cells[digit])}, expected each digit once"
        cells[digit] = cell
        for at, (line, *_) in enumerate(LINES):
            count = sum(fulcrum[at] == cell[at] for fulcrum in puzzle.fulcrums)
            if count != 1:
                yield f"{where} in a {line} of {count} fulcrums, expected exactly one"
    for fulcrum in puzzle.fulcrums:
        if all(any(cell[at] == fulcrum[at] for cell in cells.values()) for at in (0, 1)):
            use = f"givens use the fulcrum at {plain_name(fulcrum)}"
            yield f"{use} by its row and by its column, expected one of them"


def _changed_cells(puzzle: MultiBalance, solution: list[str]) -> Iterator[Violation]:
    for (cell, mark), (_, answer) in zip(marks_of(puzzle.board), marks_of(solution), strict=True):
        if answer == mark or (mark == EMPTY and answer != FULCRUM):
            continue
        where = plain_name(cell)
        if answer == FULCRUM:
            sentence = f"{where} has a fulcrum in the answer, but none on the board."
            yield Violation("fulcrum", sentence, (cell,))
            continue
        has = "is empty" if answer == EMPTY else f"has {number_of(answer)}"
        if mark == FULCRUM:
            sentence = f"{where} is a fulcrum on the board, but {has} in the answer."
            yield Violation("fulcrum", sentence, (cell,))
        else:
            sentence = f"{where} is given as {number_of(mark)}, but {has} in the answer."
            yield Violation("given", sentence, (cell,), f"given {plain_name(cell)}")


def digit_faults(puzzle: MultiBalance, placed: Mapping[Cell, int]) -> Iterator[Violation]:
    for digit in range(1, len(DIGITS) + 1):
        at = tuple(cell for cell, placed_digit in placed.items() if placed_digit == digit)
        is_placed = f"The {noun_for(digit)} {digit} is"
        if digit > puzzle.digits and at:
            expected = f"{noun_for(puzzle.digits)}s from 1 to {puzzle.digits}"
            yield Violation("digits", f"{is_placed} placed, expected {expected}.", at, "digits")
        elif digit <= puzzle.digits and len(at) != 1:
            how_often = f"placed {len(at)} times" if at else "not placed"
            yield Violation("digits", f"{is_placed} {how_often}, expected once.", at, "digits")


def _wrong_lines(puzzle: MultiBalance, placed: Mapping[Cell, int]) -> Iterator[Violation]:
    for at, (kind, before, after) in enumerate(LINES):
        for number in sorted({cell[at] for cell in placed}):
            entry = f"{kind} {number}"
            line = entry.capitalize()
            digits = {cell: digit for cell, digit in placed.items() if cell[at] == number}
            cells = tuple(digits)
            if len(digits) == 1:
                (digit,) = digits.values()
                only = f"{line} holds only the {noun_for(digit)} {digit}"
                sentence = f"{only}; a {kind} holds none or at least two."
                yield Violation("lonely digit", sentence, cells, entry)
            count = sum(fulcrum[at] == number for fulcrum in puzzle.fulcrums)
            if count != 1:
                how_many = f"{count} fulcrums" if count else "no fulcrum"
                sentence = f"{line} holds digits and {how_many}, expected exactly one fulcrum."
                yield Violation("one fulcrum", sentence, cells, entry)
                continue
            less, more = torques_of(puzzle, digits, at, number)
            if less != more:
                weighs = f"{line} has torque {less} {before} and {more} {after} its fulcrum"
                yield Violation("balance", f"{weighs}, expected the same.", cells, entry)


def torques_of(
    puzzle: MultiBalance, digits: Mapping[Cell, int], at: int, line: int
) -> tuple[int, int]:
    """The torques on both sides of the only fulcrum of a row or column that holds these digits."""
    (place,) = (fulcrum[1 - at] for fulcrum in puzzle.fulcrums if fulcrum[at] == line)
    torques = [digit * (cell[1 - at] - place) for cell, digit in digits.items()]
    return -sum(t for t in torques if t < 0), sum(t for t in torques if t > 0)


def _wrong_use(puzzle: MultiBalance, placed: Mapping[Cell, int]) -> Iterator[Violation]:
    for fulcrum in puzzle.fulcrums:
        by_row, by_column = (any(cell[at] == fulcrum[at] for cell in placed) for at in (0, 1))
        if by_row == by_column:
            lines = "both its row and its column" if by_row else "neither its row nor its column"
            name = plain_name(fulcrum)
            sentence = f"The fulcrum at {name} is used by {lines}, expected one of them."
            yield Violation("use", sentence, (fulcrum,), f"fulcrum {name}")
