"""How a Power Strike speaks: what follows from what, and what leads where.

Vocabulary:
  list  the numbers that a cell can hold, told one by one or by their count
  back  what the next cell, or the end, leaves of a list
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from quincunx.constraints import Constraint
from quincunx.families.power_strike.layers import Steps
from quincunx.families.power_strike.reasoning import OTHER, InStretch, LeadsTo, Lengths, Step
from quincunx.model import Variable
from quincunx.wording import Deduction, Phrases, capitalised, counted, listed

LEADS_TO, LIST, MEET, BACK = "leads to", "list", "meet", "back"
"""What is told in one breath."""
MOST_TOLD = 6
"""Longer lists are told by their count."""
MOST_LONG = 2
LONG_NUMBER = 10**12
"""Of numbers as long as this only so many are told one by one."""
ONLY_DIGIT = "cannot lose its only digit"
WORDS = 40
"""A sentence that has so many words is ended."""


class StrikePhrases(Phrases):
    """The words of one ring."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps

    # Numbers and lists.

    def value(self, variable: Variable, value: int) -> str:
        text = super().value(variable, value)
        return text if len(text) <= 24 else f"{text[:10]}…{text[-10:]}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        return self.possible(variable, left)

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        """One by one or by their count; numbers in a row are no stretch here.

        >>> cell = Variable(0, "cell 2", range(9), other=-1)
        >>> StrikePhrases(Steps(2)).possible(cell, (1, 2, 3, 24))
        '1, 2, 3 or 24'
        """
        if self._many(values):
            return f"one of {len(values)} numbers"
        return listed([self.value(variable, value) for value in values], "or")

    def _many(self, values: Sequence[int]) -> bool:
        """Whether numbers are told by their count: of long ones only a few are worth reading."""
        return len(values) > (MOST_TOLD if max(values, default=0) < LONG_NUMBER else MOST_LONG)

    # Several deductions in one breath.

    def chapter(self, constraint: Constraint) -> int:
        return constraint.stretch if isinstance(constraint, InStretch) else 0

    def breath(self, deduction: Deduction) -> str | None:
        constraint = deduction.constraint
        if isinstance(constraint, LeadsTo):
            return LEADS_TO
        if isinstance(constraint, Step) and constraint.leading_on and self._makes_list(deduction):
            return MEET
        return LIST if self._makes_list(deduction) or isinstance(constraint, Lengths) else BACK

    def _makes_list(self, deduction: Deduction) -> bool:
        return any(OTHER in deduction.known[variable] for variable in deduction.left)

    def sentence(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            claims = "" if deduction.contradicts else f", so {self.claims(deduction)}"
            return f"{self._there_and_back(deduction)}{claims}."
        if deduction.contradicts:
            return f"{self._contradiction(deduction)}."
        return self.together([deduction])

    def together(self, deductions: Sequence[Deduction]) -> str:
        first = deductions[0].constraint
        if isinstance(first, LeadsTo):
            return " ".join(f"{capitalised(self._leads_to(one))}." for one in deductions)
        if any(map(self._makes_list, deductions)):
            return self._lists(deductions)
        if isinstance(first, Lengths):
            return self._shortened(deductions)
        return self._back(deductions)

    # Lists.

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
                [*alone, *_rows(long_ones)], key=lambda row: chain.index(row[0])
            ):
                if len(variables) > 1:
                    parts.append(self._counts(variables, lists))
                else:
                    parts.append(self._list(variables[0], lists, made.get(variables[0]), parts))
        if lengths:
            parts[-1] += f", leaving out what is {self._too(lengths)}"
        if self.breath(deductions[0]) == MEET:
            before = self.place(deductions[0].constraint.variables[0])
            parts[0] = (
                f"too many numbers follow {before}'s to list them; "
                f"with only those that lead to the next given, {parts[0]}"
            )
        return _sentences(parts)

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
        if before in lists or (isinstance(made.constraint, Step) and made.constraint.leading_on):
            return says
        if number is None:
            return f"forwards from {self.place(before)}, {says}"
        return f"after {self.value(before, number)}, {says}"

    def _counts(
        self, variables: Sequence[Variable], lists: Mapping[Variable, Sequence[int]]
    ) -> str:
        """How many numbers each of some cells in a row can be."""
        to = "and" if len(variables) == 2 else "to"
        cells = f"cells {variables[0].index + 1} {to} {variables[-1].index + 1}"
        counts = listed([str(len(lists[variable])) for variable in variables], "and", 99)
        return f"{cells} have lists of {counts} numbers"

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
        return _sentences(parts)

    # Backwards.

    def _leads_to(self, deduction: Deduction) -> str:
        """What the cell before a given is, and why."""
        return f"{self._why_leads_to(deduction)}, so {self._what_leads_to(deduction)}"

    def _why_leads_to(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        assert isinstance(constraint, LeadsTo)
        (variable,) = constraint.variables
        end = self.value(variable, constraint.end)
        if constraint.divides:
            return f"{self.place(variable)}{self._at_most(constraint)} becomes {end}"
        return f"{end} is no multiple of {self.steps.multiplier}"

    def _at_most(self, constraint: LeadsTo) -> str:
        """How large the cell can be at all, if that says something."""
        if constraint.largest >= int(f"9{constraint.end}"):
            return ""
        return f", at most {self.value(constraint.variables[0], constraint.largest)},"

    def _what_leads_to(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        assert isinstance(constraint, LeadsTo)
        (variable,) = constraint.variables
        numbers = deduction.left.get(variable, ())
        if not self._many(numbers):
            return f"{self._it(constraint)} is {self.possible(variable, numbers)}"
        end = self.value(variable, constraint.end)
        put_in = f"{end} with a digit put in"
        divided = constraint.end // self.steps.multiplier
        if constraint.divides and divided in numbers:
            put_in = f"{self.value(variable, divided)}, or {put_in}"
        if max(numbers) >= 10 ** (len(str(constraint.end)) + 1):
            put_in += ", or with a digit and zeros in front"
        return f"{self._it(constraint)} is {put_in}"

    def _it(self, constraint: LeadsTo) -> str:
        """The cell, unless it was named in the reason."""
        place = self.places(constraint.variables)
        return "it" if constraint.divides else f"{place}{self._at_most(constraint)}"

    def _back(self, deductions: Sequence[Deduction]) -> str:
        """What is left of lists: backwards from cell to cell, then what else follows."""
        last = {v: one for one in deductions for v in one.left}
        onwards = {v: one for v, one in last.items() if v is one.constraint.variables[1]}
        back = [(one.constraint.variables[1], v) for v, one in last.items() if v not in onwards]
        parts: list[str] = []
        told: set[Variable] = set()
        for chain in chained(back):
            one, after = last[chain[0]], last[chain[0]].constraint.variables[1]
            following = onwards.get(after, one).result(after)
            if following is not None and one.result(chain[0]) is not None:
                told.add(after)
            parts.append(self._only(one, chain[0], after, following))
            came_from: list[str] = []
            for after, variable in pairwise(chain):
                one = last[variable]
                number = one.result(variable)
                if number is not None and last[after].result(after) is not None:
                    came_from.append(self.value(variable, number))
                else:
                    parts.append(f"{self.place(variable)} then is {self._left(one, variable)}")
            if came_from:
                parts.append(f"it comes from {', that from '.join(came_from)}")
        parts += [
            f"{self.place(variable)} then is {self._left(one, variable)}"
            for variable, one in onwards.items()
            if variable not in told
        ]
        return _sentences(parts)

    def _left(self, deduction: Deduction, variable: Variable) -> str:
        return self.possible(variable, deduction.left[variable])

    def _only(
        self, deduction: Deduction, variable: Variable, after: Variable, following: int | None
    ) -> str:
        """Which numbers of a list lead on; `following` is what the next cell is from now on."""
        left = deduction.left[variable]
        place = self.place(variable)
        known = deduction.value(after) is not None
        number = deduction.result(variable)
        if number is not None and following is not None:
            way = f" ({how(number, following, self.steps.multiplier)})"
            leads = "leads to" if known else "leads on, to"
            told = (
                f"only {self.value(variable, number)} {leads} {self.value(after, following)}{way}"
            )
            return f"of {place}'s numbers {told}"
        goal = self._goal(deduction, after)
        if not self._many(left):
            numbers = listed([self.value(variable, value) for value in left], "and")
            leads = "leads" if len(left) == 1 else "lead"
            return f"of {place}'s numbers only {numbers} {leads} to {goal}"
        return f"of {place}'s {len(deduction.known[variable])} numbers {len(left)} lead to {goal}"

    def _goal(self, deduction: Deduction, after: Variable) -> str:
        number = deduction.value(after)
        if number is not None:
            return self.value(after, number)
        if OTHER in deduction.known[after]:
            return "the next given"
        return f"one of {self.place(after)}'s"

    # What hints tell.

    def reason(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1:
            return self._there_and_back(deduction)
        if deduction.contradicts:
            return self._contradiction(deduction)
        constraint = deduction.constraint
        if isinstance(constraint, LeadsTo):
            (variable,) = constraint.variables
            loses = "loses a digit"
            if constraint.divides:
                loses = f"is multiplied by {self.steps.multiplier}, or {loses}"
                return capitalised(f"{self._why_leads_to(deduction)}: it {loses}")
            return f"{self._why_leads_to(deduction)}, so {self.place(variable)} {loses}"
        if isinstance(constraint, Lengths):
            return capitalised(
                f"some of {self.subject(constraint)}'s numbers are {self._too([deduction])}"
            )
        before, after = constraint.variables
        if after not in deduction.left:
            count = len(deduction.known[before])
            goal = self._goal(deduction, after)
            return capitalised(f"not all of {self.place(before)}'s {count} numbers lead to {goal}")
        number = deduction.value(before)
        if number is None:
            return capitalised(
                f"{self.place(after)} follows from the numbers of {self.place(before)}"
            )
        if number < 10:
            return f"{self.value(before, number)} {ONLY_DIGIT}"
        multiplied = f"{self.value(before, number)} is multiplied by {self.steps.multiplier}"
        return f"{multiplied}, or loses a digit"

    def _there_and_back(self, deduction: Deduction) -> str:
        """What both steps of a ring of two say."""
        given = next(v for v, known in deduction.known.items() if len(known) == 1)
        number = self.value(given, deduction.known[given][0])
        what = "Nothing" if deduction.contradicts else "Not everything"
        return f"{what} that follows {number} leads back to it"

    def _contradiction(self, deduction: Deduction) -> str:
        """That nothing is left."""
        constraint = deduction.constraint
        if isinstance(constraint, LeadsTo):
            (variable,) = constraint.variables
            end, largest = (self.value(variable, n) for n in (constraint.end, constraint.largest))
            place = capitalised(self.place(variable))
            return f"{place} is at most {largest}, and nothing up to there becomes {end}"
        if isinstance(constraint, Lengths):
            (variable,) = constraint.variables
            end = self.value(variable, constraint.end)
            return f"Nothing that can stand in {self.place(variable)} becomes {end} in time"
        if not isinstance(constraint, Step):
            return super().reason(deduction)
        before, after = constraint.variables
        numbers = deduction.known[before]
        goal = self._goal(deduction, after)
        if len(numbers) == 1:
            return (
                f"{self.value(before, numbers[0])} in {self.place(before)} does not lead to {goal}"
            )
        return f"None of {self.place(before)}'s {counted(len(numbers))} numbers leads to {goal}"


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


def _rows(variables: Sequence[Variable]) -> list[list[Variable]]:
    """Cells in rows that follow one another."""
    rows: list[list[Variable]] = []
    for variable in variables:
        if rows and rows[-1][-1].index + 1 == variable.index:
            rows[-1].append(variable)
        else:
            rows.append([variable])
    return rows


def _sentences(parts: Iterable[str], between: str = "; ") -> str:
    """Parts put together to sentences that are not too long.

    >>> _sentences(["cell 2 is 12", "cell 3 is 24"])
    'Cell 2 is 12; cell 3 is 24.'
    """
    sentences: list[list[str]] = [[]]
    for part in parts:
        words = sum(len(each.split()) for each in sentences[-1])
        if sentences[-1] and words + len(part.split()) > WORDS:
            sentences.append([])
        sentences[-1].append(part)
    return " ".join(f"{capitalised(between.join(sentence))}." for sentence in sentences)


def how(number: int, following: int, multiplier: int) -> str:
    """How a number becomes the one that follows.

    >>> how(96, 9, 2), how(18, 36, 2), how(2057, 57, 7)
    ('without its 6', 'times 2', 'without its 2')
    """
    if number * multiplier == following:
        return f"times {multiplier}"
    digits = str(number)
    removed = [
        digit
        for at, digit in enumerate(digits)
        if (digits[:at] + digits[at + 1 :]).lstrip("0") == str(following)
    ]
    return f"without its {removed[0]}"
