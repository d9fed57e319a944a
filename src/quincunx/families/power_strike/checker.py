"""Checks answers of a Power Strike against the rules, digit by digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from quincunx.families import Violation, shorten
from quincunx.families.base.documents import changed_givens
from quincunx.families.base.validation import length, most_digits, shown

if TYPE_CHECKING:
    from quincunx.families.power_strike import PowerStrike


def find_violations(puzzle: PowerStrike, solution: list[int]) -> list[Violation]:
    """Every rule that an answer breaks."""
    found = [
        replace(changed, entry=f"given {cell}")
        for changed in changed_givens(puzzle, solution)
        for (cell,) in changed.cells
    ]
    for i, number in enumerate(solution, start=1):
        if number < 1:
            sentence = f"Cell {i} is {shown(number)}, expected a positive number."
            found.append(Violation("positive number", sentence, ((i,),)))
    for i, number in enumerate(solution, start=1):
        before = solution[i - 2]
        if before >= 1 and not follows(puzzle, number, before):
            sentence = wrong_step(puzzle, i, number, before)
            cells = (((i - 2) % len(solution) + 1,), (i,))
            text = f"{sentence[0].upper()}{sentence[1:]}."
            found.append(Violation("step", text, cells, f"step {cells[0][0]}-{i}"))
    return found


def faults(puzzle: PowerStrike) -> Iterator[str]:
    """The faults of a ring whose parts have the right shapes."""
    givens = [number for number in puzzle.ring if number is not None]
    if not givens:
        yield "no cell is given, expected at least one"
    grown = length(max(givens)) + len(puzzle.ring) * length(puzzle.multiplier)
    if grown > most_digits():
        yield f"numbers could grow to {grown} digits, expected at most {most_digits()}"
    for i, number in enumerate(puzzle.ring):
        before = puzzle.ring[i - 1]
        if number is not None and before is not None and not follows(puzzle, number, before):
            yield wrong_step(puzzle, i + 1, number, before)


def follows(puzzle: PowerStrike, number: int, before: int) -> bool:
    """Whether a number may stand clockwise after another."""
    return number == before * puzzle.multiplier or str(number) in _removals(puzzle, before)


def wrong_step(puzzle: PowerStrike, cell: int, number: int, before: int) -> str:
    """A clause that says which numbers could follow another instead of this one.

    >>> from quincunx.families.power_strike import PowerStrike
    >>> wrong_step(PowerStrike(2, (18, None)), 2, 37, 18)
    'cell 2 is 37, but 18 before it leads only to 36 (times 2) and to 8 or 1 (a digit removed)'
    """
    removals = _removals(puzzle, before)
    ways = f"{shown(before * puzzle.multiplier)} (times {shown(puzzle.multiplier)})"
    if len(removals) > 4:
        ways += f" and to {shown(before)} with a digit removed"
    elif removals:
        ways += f" and to {' or '.join(map(shorten, removals))} (a digit removed)"
    return f"cell {cell} is {shown(number)}, but {shown(before)} before it leads only to {ways}"


def _removals(puzzle: PowerStrike, number: int) -> list[str]:
    """The numbers that one digit removed leaves, each once."""
    digits = str(number)
    left = [digits[:i] + digits[i + 1 :] for i in range(len(digits))]
    if puzzle.forbids_leading_zeros:
        left = [rest for rest in left if not rest.startswith("0")]
    return list(dict.fromkeys(rest.lstrip("0") for rest in left if rest.strip("0")))
