"""Words about C-Notes: phrases for explanations, the briefing and the rule book."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Phrases
from quincunx.cp.words.techniques import Technique
from quincunx.families.base.puzzle import RuleEntry
from quincunx.families.base.rule_book import plain_name
from quincunx.families.c_note import CNote

LEFT_FOR_TWO = Technique(
    "left for two",
    2,
    1.5,
    "All cells of a line but two are known, and few pairs of numbers make what is left.",
    ("left for two",),
)
LONG_LIST = 5
"""Numbers beyond this are described where that is possible."""


class CNotePhrases(Phrases):
    """Phrases for one C-Note."""

    techniques: ClassVar[tuple[Technique, ...]] = (LEFT_FOR_TWO,)

    def __init__(self, puzzle: CNote) -> None:
        self.grid = puzzle.grid

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        if len(values) > LONG_LIST:
            digit = self._digit(variable)
            number_with = f"a{'n' if digit == 8 else ''} {digit}"
            between = f"{values[0]} to {values[-1]}"
            if list(values) == [v for v in variable.domain if values[0] <= v <= values[-1]]:
                return f"{between} with {number_with}"
            if list(values) == list(range(values[0], values[-1] + 1, 10)):
                return f"{between} ending in {values[0] % 10}"
        return super().possible(variable, values)

    def unknown(self, variable: Variable) -> str:
        return f"({self.possible(variable, variable.domain)})"

    def _digit(self, variable: Variable) -> int:
        size = len(self.grid)
        return self.grid[variable.index // size][variable.index % size]


def briefing(puzzle: CNote) -> str:
    """What a newcomer needs to know beside the rules."""
    return (
        "Any number of digits may be written before a given digit, after it, or on both sides: "
        "4 may become 4, 14, 40 or 143. Rows are counted from the top and columns from the "
        "left."
    )


def rule_book(puzzle: CNote) -> Iterator[RuleEntry]:
    """Rows, columns, and then the digits row by row.

    >>> [rule.id for rule in rule_book(CNote(10, ((1, 2), (3, 4))))][:5]
    ['row 1', 'row 2', 'column 1', 'column 2', 'digit r1c1']
    """
    for name, cells in puzzle.lines():
        yield RuleEntry(name, f"The numbers of {name} sum to {puzzle.target}.", cells)
    for cell, digit in puzzle.digits():
        name = plain_name(cell)
        sentence = f"{name} is a positive number with the digit {digit}."
        yield RuleEntry(f"digit {name}", sentence, (cell,))
