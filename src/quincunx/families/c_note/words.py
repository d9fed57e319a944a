"""Words about C-Notes: names of values, last digits, the briefing and the rule book.

The words of sums themselves are in `quincunx.cp.constraints.linear.words`.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.linear.words import SumWords, is_readable, sums_in_series
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, counted, listed
from quincunx.cp.words.techniques import Technique
from quincunx.cp.words.ways import Way
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
    shows_all_terms = True

    def __init__(self, puzzle: CNote) -> None:
        self.grid = puzzle.grid

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        if len(values) > LONG_LIST:
            digit = self.digit(variable)
            between = f"{values[0]} to {values[-1]}"
            if list(values) == [v for v in variable.domain if values[0] <= v <= values[-1]]:
                return f"{between} with a{'n' * (digit == 8)} {digit}"
            if list(values) == list(range(values[0], values[-1] + 1, 10)):
                return f"{between} ending in {values[0] % 10}"
        return super().possible(variable, values)

    def argument(self, deduction: Deduction) -> str:
        said = "" if deduction.contradicts else LastDigits(self, deduction).reason()
        return said if is_readable(said) else ""

    def digit(self, variable: Variable) -> int:
        """The given digit of a cell."""
        size = len(self.grid)
        return self.grid[variable.index // size][variable.index % size]


class LastDigits:
    """What follows for a line from how many of its numbers end in their given digits."""

    def __init__(self, phrases: CNotePhrases, deduction: Deduction) -> None:
        line = deduction.constraint
        assert isinstance(line, Linear)
        self.line, self.total = line.label, line.constant
        self.digits = [*map(phrases.digit, line.variables)]
        self.known = [deduction.known[v] for v in line.variables]
        self.left = [deduction.left.get(v, ()) for v in line.variables]
        self.ways: dict[int, list[Way]] = {}
        """All ways, by how many numbers do not end in their digits."""
        for way in SumWords(line, deduction, phrases).ways:
            self.ways.setdefault(len(self._others(way)), []).append(way)

    def reason(self) -> str:
        """Which numbers end otherwise; empty if three may, or if two may but never do, or if a
        number is ruled out that ends in its digit between others."""
        pairs, least = self.ways.get(2, []), self._least(2)
        beyond = self._least(3) if pairs else least
        if (beyond and sum(beyond) <= self.total) or self.ways.keys().isdisjoint((0, 1)):
            return ""
        for left, known, digit in zip(self.left, self.known, self.digits, strict=True):
            ends = [n for n in left if n % 10 == digit]
            between = (n for n in known if n % 10 == digit and ends and ends[0] < n < ends[-1])
            if not {*between} <= {*ends}:
                return ""
        too_much = "" if pairs else " + ".join(map(str, least))
        last = f"as {' + '.join(map(str, self.digits))} ends in {sum(self.digits) % 10}"
        if (sum(self.digits) - self.total) % 10:
            found = sorted({one for way in self.ways[1] for one in self._others(way)})
            ones = dict.fromkeys(str(value) for _, value in found)
            said = f"{capitalised(last)}, one number of {self.line} does not end in its given digit"
            said += f" (two make at least {too_much})" * bool(too_much)
            said += f": {listed(ones, 'or')}"
            said += f" ({self.total - int(*ones)} left)" if len(ones) == 1 else ""
        elif pairs:
            said = f"{capitalised(last)}, all numbers of {self.line} end in their given digits"
        else:
            count = counted(len(self.digits) - 1)
            said = f"At least {count} numbers of {self.line} end in their given digits"
            said += f", as {too_much} is too much" * bool(too_much) + f"; so all do, {last}"
        return f"{said}. Or two: {sums_in_series(pairs)}" if pairs else said

    def _others(self, way: Way) -> list[tuple[int, int]]:
        """The numbers that do not end in their digits, after their cells' positions."""
        return [(at, n) for at, n in enumerate(way) if n % 10 != self.digits[at]]

    def _least(self, count: int) -> list[int]:
        """The least sum with so many numbers that do not end in their digits; empty if there are
        not so many."""
        cells = [*enumerate(zip(self.known, self.digits, strict=True))]
        least = {at: n for at, (held, digit) in cells for n in held[::-1] if n % 10 != digit}
        some = sorted(least, key=lambda at: least[at] - self.known[at][0])[:count]
        terms = [least[at] if at in some else held[0] for at, (held, _) in cells]
        return terms if len(some) == count else []


def briefing(puzzle: CNote) -> str:
    """What a newcomer needs to know beside the rules."""
    return (
        "Any number of digits may be written before a given digit, after it, or on both sides: 4 "
        "may become 4, 14, 40 or 143. Rows are counted from the top and columns from the left."
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
