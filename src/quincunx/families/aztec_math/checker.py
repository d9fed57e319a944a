"""Checks an answer to an Aztec Math, and its givens, from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quincunx.cp.words.phrases import listed
from quincunx.families.base.documents import changed_givens
from quincunx.families.base.puzzle import Cell, Violation
from quincunx.families.base.rule_book import plain_name

if TYPE_CHECKING:
    from quincunx.families.aztec_math import AztecMath


def find_violations(puzzle: AztecMath, solution: list[list[int]]) -> list[Violation]:
    """Every rule that the solution breaks."""
    found = changed_givens(puzzle, solution)
    for i, j in puzzle.cells:
        number = solution[i - 1][j - 1]
        if not 1 <= number <= 9:
            sentence = f"{plain_name((i, j))} is {number}, expected a digit from 1 to 9."
            found.append(Violation("digits", sentence, ((i, j),)))
    for i, number, cells in _repeated(solution):
        sentence = f"Row {i} holds {number} more than once, expected all different."
        found.append(Violation("all different", sentence, cells, f"row {i}"))
    for cells, sentence in _wrong_tops(solution):
        found.append(Violation("top", f"{sentence}.", cells, plain_name(cells[0])))
    return found


def faults(puzzle: AztecMath) -> Iterator[str]:
    """The faults of a pyramid whose parts have the right shapes: givens that break a rule."""
    for i, digit, _ in _repeated(puzzle.rows):
        yield f"row {i} has the digit {digit} more than once, expected all different"
    for _, sentence in _wrong_tops(puzzle.rows):
        yield sentence


def _repeated(rows: Sequence[Sequence[int | None]]) -> Iterator[tuple[int, int, tuple[Cell, ...]]]:
    """Each number that a row holds more than once: the row, the number and its cells."""
    for i, row in enumerate(rows, start=1):
        for number in sorted({number for number in row if number is not None}):
            cells = tuple((i, j) for j, other in enumerate(row, start=1) if other == number)
            if len(cells) > 1:
                yield i, number, cells


def _wrong_tops(rows: Sequence[Sequence[int | None]]) -> Iterator[tuple[tuple[Cell, ...], str]]:
    """Each cell that is not made of the two below it: the three cells, and what is wrong."""
    for i in range(1, len(rows)):
        for j in range(1, i + 1):
            cells = ((i, j), (i + 1, j), (i + 1, j + 1))
            top, a, b = (rows[row - 1][place - 1] for row, place in cells)
            if top is not None and a is not None and b is not None and top not in made_of(a, b):
                yield cells, f"{plain_name((i, j))} is {top}, but {_only_results(a, b)}"


def made_of(a: int, b: int) -> dict[int, str]:
    """The numbers that can stand above two others, and how each of them is made.

    >>> made_of(2, 6)
    {8: 'sum', 4: 'difference', 12: 'product', 3: 'quotient'}
    """
    made = {a + b: "sum"}
    made.setdefault(abs(a - b), "difference")
    made.setdefault(a * b, "product")
    for large, small in ((a, b), (b, a)):
        if small != 0 and large % small == 0:
            made.setdefault(large // small, "quotient")
    return made


def _only_results(a: int, b: int) -> str:
    """The part of a sentence that says what two numbers side by side can have above them.

    >>> _only_results(4, 9)
    '4 and 9 below it give only 13 (sum), 5 (difference) or 36 (product)'
    """
    results = [f"{number} ({how})" for number, how in made_of(a, b).items()]
    return f"{a} and {b} below it give only {listed(results, 'or')}"
