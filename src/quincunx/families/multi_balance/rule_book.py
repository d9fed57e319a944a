"""The rules of one Multi-Balance: its levers, its fulcrums, and the digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quincunx.families import Cell, RuleEntry
from quincunx.families.base.rule_book import plain_name
from quincunx.families.multi_balance.forms import FIGURES, called


def balance_briefing(digits: int) -> str:
    """What a newcomer has to know of a board on which so many digits are placed."""
    figures = " and A, B, C for 10, 11 and 12" if digits > FIGURES else ""
    return (
        f"Here n is {digits}. Rows are counted from the top and columns from the left. The "
        "distance of a digit to the fulcrum of its row or column is counted in cells, 1 for the "
        "cell beside it. A digit counts for its row and for its column, and both have to balance."
        " A fulcrum is used by its row when digits stand in that row, and by its column when "
        "digits stand in that column. In the drawing ▲ is a fulcrum and · an empty cell; in data,"
        " and in the answer, # is a fulcrum, . a cell that stays empty, and a digit stands for "
        f"itself{figures}."
    )


def balance_rules(
    digits: int, cells: Sequence[Cell], fulcrums: Sequence[Cell]
) -> Iterator[RuleEntry]:
    """Levers, fulcrums and digits, of a board whose levers cross in these cells.

    >>> board = balance_rules(2, [(2, 2)], [(1, 2), (2, 1)])
    >>> [rule.id for rule in board]
    ['row 1', 'row 2', 'column 1', 'column 2', 'fulcrum r1c2', 'fulcrum r2c1', 'digits']
    """
    for at, kind in enumerate(("row", "column")):
        held = [fulcrum[at] for fulcrum in fulcrums]
        for line in sorted(set(held)):
            if held.count(line) == 1:
                sentence = (
                    f"The torques of {kind} {line} balance, and it does not hold exactly one digit."
                )
                yield RuleEntry(f"{kind} {line}", sentence, _on_line(cells, at, line))
    for fulcrum in fulcrums:
        row, column = fulcrum
        name = f"fulcrum {plain_name(fulcrum)}"
        sentence = f"Exactly one of row {row} and column {column} holds digits."
        crossings = _on_line(cells, 0, row) + _on_line(cells, 1, column)
        yield RuleEntry(name, sentence, crossings)
    each = (
        f"Each {called(digits)} from 1 to {digits} stands" if digits > 1 else "The digit 1 stands"
    )
    yield RuleEntry("digits", f"{each} once on the board.", tuple(cells))


def _on_line(cells: Sequence[Cell], at: int, line: int) -> tuple[Cell, ...]:
    """The cells of a row (`at` is 0) or of a column (1)."""
    return tuple(cell for cell in cells if cell[at] == line)
