"""Going backwards in a Power Strike, in words: what leads to a given, or to the next list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, listed
from quincunx.families.power_strike.list_phrases import MOST_TOLD, ListPhrases, chained, sentences
from quincunx.families.power_strike.reasoning import OTHER, LeadsTo

MOST_PUT_IN = 6
"""More numbers that lead to a given are told by how they are made of it."""


class BackPhrases(ListPhrases):
    """The words for what is found backwards."""

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
        if not self._many(numbers, MOST_PUT_IN):
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
        return sentences(parts)

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
            numbers = listed([self.value(variable, value) for value in left], "and", MOST_TOLD)
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
