"""How a Power Strike speaks: what is told in one breath, and why anything follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.words.phrases import Deduction, capitalised, counted
from quincunx.cp.words.techniques import Technique
from quincunx.families.power_strike.back_phrases import BackPhrases
from quincunx.families.power_strike.list_phrases import ONLY_DIGIT, leads_on
from quincunx.families.power_strike.reasoning import TECHNIQUES, InStretch, LeadsTo, Lengths

LEADS_TO, LIST, MEET, BACK = "leads to", "list", "meet", "back"
"""What is told in one breath."""


class StrikePhrases(BackPhrases):
    """The words of one ring."""

    techniques: ClassVar[tuple[Technique, ...]] = TECHNIQUES

    # Several deductions in one breath.

    def chapter(self, constraint: Constraint) -> int:
        return constraint.stretch if isinstance(constraint, InStretch) else 0

    def breath(self, deduction: Deduction) -> str | None:
        constraint = deduction.constraint
        if isinstance(constraint, LeadsTo):
            return LEADS_TO
        if leads_on(constraint) and self._makes_list(deduction):
            return MEET
        return LIST if self._makes_list(deduction) or isinstance(constraint, Lengths) else BACK

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
        before, after = constraint.variables
        numbers = deduction.known[before]
        goal = self._goal(deduction, after)
        if len(numbers) == 1:
            return (
                f"{self.value(before, numbers[0])} in {self.place(before)} does not lead to {goal}"
            )
        return f"None of {self.place(before)}'s {counted(len(numbers))} numbers leads to {goal}"
