"""Words about C-Notes: names of values, last digits, the briefing and the rule book.

The words of sums themselves are in `quincunx.cp.constraints.linear.words`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import ClassVar

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.linear.words import (
    MAX_COMPUTED,
    MAX_IN_SERIES,
    length,
    sums_by_term,
    sums_in_series,
)
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import MAX_WORDS, Deduction, Phrases, capitalised, counted, listed
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
            number_with = f"a{'n' if digit == 8 else ''} {digit}"
            between = f"{values[0]} to {values[-1]}"
            if list(values) == [v for v in variable.domain if values[0] <= v <= values[-1]]:
                return f"{between} with {number_with}"
            if list(values) == list(range(values[0], values[-1] + 1, 10)):
                return f"{between} ending in {values[0] % 10}"
        return super().possible(variable, values)

    def others(self, known: Mapping[Variable, Sequence[int]], most: int) -> str:
        """With the digits of numbers of which all are possible."""
        if len(known) == 2 and all(
            [*held][: sum(n <= most for n in held)] == [n for n in v.open_domain if n <= most]
            for v, held in known.items()
        ):
            one, other = map(self.digit, known)
            return f"a number with {one} and one with {other}"
        if any(len(held) > LONG_LIST for held in known.values()):
            return "the others"
        return super().others(known, most)

    def argument(self, deduction: Deduction) -> str:
        said = "" if deduction.contradicts else LastDigits(self, deduction).reason()
        return said if all(length(one) <= MAX_WORDS for one in said.split(". ")) else ""

    def digit(self, variable: Variable) -> int:
        """The given digit of a cell."""
        size = len(self.grid)
        return self.grid[variable.index // size][variable.index % size]


class LastDigits:
    """What follows for a line from how many of its numbers end in their given digits."""

    def __init__(self, phrases: CNotePhrases, deduction: Deduction) -> None:
        line = deduction.constraint
        assert isinstance(line, Linear)
        self.deduction = deduction
        self.line, self.cells, self.total = line.label, line.variables, line.constant
        self.digits = [phrases.digit(v) for v in self.cells]
        known = list(zip([deduction.known[v] for v in self.cells], self.digits, strict=True))
        self.ends = [[n for n in held if n % 10 == digit] for held, digit in known]
        self.others = [[n for n in held if n % 10 != digit] for held, digit in known]
        self.places = [*map(phrases.place, self.cells)]
        self.least = [held[0] for held, _ in known]

    def reason(self) -> str:
        """Which numbers end otherwise; empty if that does not explain everything."""
        too_much, pairs = self._two()
        if pairs is None or not all(self.ends):
            return ""
        found = self._at_most_one()
        for at, variable in enumerate(self.cells):
            left = {n for held in found.values() for n in held[at]}.union(way[at] for way in pairs)
            if variable in self.deduction.left and left != {*self.deduction.left[variable]}:
                return ""
        numbers = dict.fromkeys(number for _, number in found)
        ones = listed(map(str, numbers), "or")
        if len(numbers) == 1:
            ones += f" ({self.total - int(ones)} left)"
        digits = " + ".join(map(str, self.digits))
        last = f"as {digits} ends in {sum(self.digits) % 10}"
        if (sum(self.digits) - self.total) % 10:
            two_make = f" (two make at least {too_much})" if too_much else ""
            head = f"{capitalised(last)}, one number of {self.line} does not end in its digit"
            said = f"{head}{two_make}: {ones}"
        elif pairs:
            said = f"{capitalised(last)}, all numbers of {self.line} end in their digits"
        else:
            count = counted(len(self.cells) - 1)
            said = f"At least {count} numbers of {self.line} end in their digits"
            said += f", as {too_much} is too much" if too_much else ""
            said += f"; so all do, {last}"
        if not pairs:
            return said
        by_term = "; ".join(sums_by_term(pairs, self.places))
        two = min(by_term, sums_in_series(pairs), key=length)
        return f"{said}. Or two: {two}" if found else ""

    def _two(self) -> tuple[str, list[Way] | None]:
        """All ways in which exactly two numbers do not end in their digits; `None` if there are
        many, or if three may. The text is the least sum of such a way, if that is too much."""
        able = [at for at, numbers in enumerate(self.others) if numbers]
        least: dict[int, list[int]] = {}
        for count in (2, 3):
            for some in combinations(able, count):
                terms = [self.others[i][0] if i in some else n for i, n in enumerate(self.least)]
                least[count] = min(least.get(count, terms), terms, key=sum)
        if 3 in least and sum(least[3]) <= self.total:
            return "", None
        if 2 not in least or sum(least[2]) > self.total:
            return " + ".join(map(str, least.get(2, ()))), []
        ways: list[Way] = []
        for pair in combinations(able, 2):
            held = [self.others[i] if i in pair else ends for i, ends in enumerate(self.ends)]
            if prod(map(len, held)) > MAX_COMPUTED:
                return "", None
            *held, last = held
            ways += [(*w, n) for w in product(*held) if (n := self.total - sum(w)) in last]
        return "", ways if 0 < len(ways) <= MAX_IN_SERIES else None

    def _at_most_one(self) -> dict[tuple[int, int], list[list[int]]]:
        """Each number that does not end in its digit, or none, with what the others are."""
        found: dict[tuple[int, int], list[list[int]]] = {}
        least, most = sum(ends[0] for ends in self.ends), sum(ends[-1] for ends in self.ends)
        for at, value in [(-1, 0), *((at, n) for at, some in enumerate(self.others) for n in some)]:
            own = self.ends[at] if at >= 0 else [0]
            low, high = least - own[0] + value, most - own[-1] + value
            if low <= self.total <= high and (low - self.total) % 10 == 0:
                held = [[value] if i == at else numbers for i, numbers in enumerate(self.ends)]
                less, more = high - self.total, self.total - low
                found[at, value] = [
                    [n for n in one if one[-1] - less <= n <= one[0] + more] for one in held
                ]
        return found


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
