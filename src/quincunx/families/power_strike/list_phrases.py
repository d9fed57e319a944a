"""Lists of a Power Strike in words: how they are made, and what is left out of them.

Vocabulary:
  list  the numbers that a cell can hold, told one by one or by their count and their bounds
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed
from quincunx.families.power_strike.layers import Steps
from quincunx.families.power_strike.reasoning import OTHER, Lengths, Step

MOST_TOLD = 12
"""Longer lists are told by their count and their bounds."""
MOST_LONG = 2
LONG_NUMBER = 10**12
"""Of numbers as long as this only so many are told one by one."""
ONLY_DIGIT = "cannot lose its only digit"
WORDS = 40
"""A sentence that has so many words is ended."""


class ListPhrases(Phrases):
    """The words for the numbers of a ring, and for lists of them."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps

    def value(self, variable: Variable, value: int) -> str:
        text = super().value(variable, value)
        return text if len(text) <= 24 else f"{text[:10]}…{text[-10:]}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        return self.possible(variable, left)

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        """One by one, or by their count and bounds; numbers in a row are no stretch here.

        >>> cell = Variable(0, "cell 2", range(9), other=-1)
        >>> ListPhrases(Steps(2)).possible(cell, (1, 2, 3, 24))
        '1, 2, 3 or 24'
        >>> ListPhrases(Steps(2)).possible(cell, range(2, 30, 2))
        'one of 14 numbers from 2 to 28'
        """
        if self._many(values):
            return f"one of {len(values)} numbers{self._bounds(variable, values)}"
        return listed([self.value(variable, value) for value in values], "or", MOST_TOLD)

    def _many(self, values: Sequence[int], most: int = MOST_TOLD) -> bool:
        """Whether numbers are not told one by one: of long ones only a few are worth reading."""
        return len(values) > (most if max(values, default=0) < LONG_NUMBER else MOST_LONG)

    def _bounds(self, variable: Variable, values: Sequence[int]) -> str:
        if OTHER in values:
            return ""
        ends = (self.value(variable, end) for end in (min(values), max(values)))
        return f" from {' to '.join(ends)}"

    def _makes_list(self, deduction: Deduction) -> bool:
        return any(OTHER in deduction.known[variable] for variable in deduction.left)

    def _lists(self, deductions: Sequence[Deduction]) -> str:
        """What each cell can be, from the first on that has a list now."""
        made = {v: one for one in deductions for v in one.left if OTHER in one.known[v]}
        lists = {v: left for one in deductions for v, left in one.left.items()}
        lengths = [one for one in deductions if isinstance(one.constraint, Lengths)]
        parts: list[str] = []
        chains = chained([(made[v].constraint.variables[0], v) for v in lists if v in made])
        for chain in [*([v] for v in lists if v not in made), *chains]:
            alone = [[v] for v in chain if not self._many(lists[v])]
            long_ones = [v for v in chain if self._many(lists[v])]
            for variables in sorted(
                [*alone, *rows(long_ones)], key=lambda row: chain.index(row[0])
            ):
                if len(variables) > 1:
                    parts.append(self._counts(variables, lists))
                else:
                    parts.append(self._list(variables[0], lists, made.get(variables[0]), parts))
        if lengths:
            parts[-1] += f", leaving out what is {self._too(lengths)}"
        if leads_on(deductions[0].constraint):
            before = self.place(deductions[0].constraint.variables[0])
            parts[0] = (
                f"too many numbers follow {before}'s to list them; "
                f"with only those that lead to the next given, {parts[0]}"
            )
        return sentences(parts)

    def _list(
        self,
        variable: Variable,
        lists: Mapping[Variable, Sequence[int]],
        made: Deduction | None,
        told: Sequence[str],
    ) -> str:
        """What one cell can be; why is told of the first, and of what follows from one digit."""
        says = f"{self.place(variable)} is {self.possible(variable, lists[variable])}"
        if made is None:
            return says
        before = made.constraint.variables[0]
        number = made.value(before)
        if number is not None and number < 10:
            if told and ONLY_DIGIT in told[-1]:
                return f"in the same way {says}"
            return f"{self.value(before, number)} {ONLY_DIGIT}, so {says}"
        if before in lists or leads_on(made.constraint):
            return says
        if number is None:
            return f"forwards from {self.place(before)}, {says}"
        return f"after {self.value(before, number)}, {says}"

    def _counts(
        self, variables: Sequence[Variable], lists: Mapping[Variable, Sequence[int]]
    ) -> str:
        """How many numbers each of some cells in a row can be, and within which bounds all of them
        are."""
        to = "and" if len(variables) == 2 else "to"
        cells = f"cells {variables[0].index + 1} {to} {variables[-1].index + 1}"
        counts = listed([str(len(lists[variable])) for variable in variables], "and", 99)
        all_numbers = [number for variable in variables for number in lists[variable]]
        return f"{cells} have lists of {counts} numbers{self._bounds(variables[0], all_numbers)}"

    def _too(self, lengths: Sequence[Deduction]) -> str:
        """What is wrong with numbers that are left out: "too long to become 46 in time"."""
        wrong: list[str] = []
        ends: list[str] = []
        for one in lengths:
            constraint = one.constraint
            assert isinstance(constraint, Lengths)
            (variable,) = one.left
            least, _ = self.steps.reach(constraint.end, constraint.steps)
            gone = [n for n in one.refuted(variable) if n != OTHER]
            wrong += ["too small" if number < least else "too long" for number in gone]
            ends.append(self.value(variable, constraint.end))
        what = listed(sorted(dict.fromkeys(wrong)), "or")
        return f"{what} to become {listed(dict.fromkeys(ends), 'or')} in time"

    def _shortened(self, deductions: Sequence[Deduction]) -> str:
        """Numbers that go because they are too small or too long."""
        parts = []
        for one in deductions:
            says = self.claims(one)
            parts.append(f"{says} (others are {self._too([one])})")
        return sentences(parts)


def leads_on(constraint: Constraint) -> bool:
    """Whether it lists only what leads to the next given."""
    return isinstance(constraint, Step) and constraint.leading_on


def chained(pairs: Iterable[tuple[Variable, Variable]]) -> list[list[Variable]]:
    """Cells, each with the one that it is told after, in chains.

    >>> a, b, c, d = (Variable(i, f"cell {i}", range(9)) for i in range(4))
    >>> chained([(a, b), (c, d), (b, c)])
    [[<cell 1 in 0..8>, <cell 2 in 0..8>, <cell 3 in 0..8>]]
    """
    after = dict(pairs)
    seconds = set(after.values())
    chains: list[list[Variable]] = []
    for first, second in after.items():
        if first not in seconds:
            chains.append([second])
            while chains[-1][-1] in after:
                chains[-1].append(after[chains[-1][-1]])
    return chains


def rows(variables: Sequence[Variable]) -> list[list[Variable]]:
    """Cells in rows that follow one another."""
    rows: list[list[Variable]] = []
    for variable in variables:
        if rows and rows[-1][-1].index + 1 == variable.index:
            rows[-1].append(variable)
        else:
            rows.append([variable])
    return rows


def sentences(parts: Iterable[str], between: str = "; ") -> str:
    """Parts put together to sentences that are not too long.

    >>> sentences(["cell 2 is 12", "cell 3 is 24"])
    'Cell 2 is 12; cell 3 is 24.'
    """
    sentences: list[list[str]] = [[]]
    for part in parts:
        words = sum(len(each.split()) for each in sentences[-1])
        if sentences[-1] and words + len(part.split()) > WORDS:
            sentences.append([])
        sentences[-1].append(part)
    return " ".join(f"{capitalised(between.join(sentence))}." for sentence in sentences)
