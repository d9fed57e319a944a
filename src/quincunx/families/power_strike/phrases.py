"""How a Power Strike speaks: what follows from what, and what leads where."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.families.power_strike.layers import Steps
from quincunx.model import Variable
from quincunx.wording import MANY, Deduction, Phrases, capitalised


class StrikePhrases(Phrases):
    """The words of one ring."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps

    def value(self, variable: Variable, value: int) -> str:
        text = super().value(variable, value)
        return text if len(text) <= 24 else f"{text[:10]}…{text[-10:]}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        return self.possible(variable, left)

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        if len(values) > MANY:
            return f"one of {len(values)} numbers"
        return super().possible(variable, values)

    def reason(self, deduction: Deduction) -> str:
        """Forward: what the number before can become. Backward: what can become the next."""
        before, after = deduction.constraint.variables
        if after in deduction.left:
            reason = self._forward(deduction, before, after)
        elif before in deduction.left:
            reason = self._back(deduction, before, after)
        else:
            goal = self._described(deduction, after)
            reason = f"{self._described(deduction, before)} must lead to {goal}"
        return capitalised(reason)

    def proof(self, deduction: Deduction) -> str:
        """How a number becomes the next, where going back leaves just one."""
        before, after = deduction.constraint.variables
        number, following = deduction.result(before), deduction.value(after)
        if before not in deduction.left or number is None or following is None:
            return ""
        return f" ({how(number, following, self.steps.multiplier)})"

    def _described(self, deduction: Deduction, variable: Variable) -> str:
        place = self.place(variable)
        if variable not in deduction.needed:
            return place
        return f"{place} ({self.possible(variable, deduction.known[variable])})"

    def _forward(self, deduction: Deduction, before: Variable, after: Variable) -> str:
        """What stands before, and what it can become."""
        place = self.place(after)
        number = deduction.value(before)
        if number is None:
            return f"{place} follows from {self._described(deduction, before)}"
        times = number * self.steps.multiplier
        reason = f"{place} follows from {self.value(before, number)}: "
        reason += f"{self.value(after, times)} (times {self.steps.multiplier})"
        removed = sorted(self.steps.following({number}) - {times})
        if removed:
            return f"{reason}, or {self.possible(after, removed)} (a digit removed)"
        digit = "its only digit" if number < 10 else "a digit"
        return f"{reason}, for {self.value(before, number)} cannot lose {digit}"

    def _back(self, deduction: Deduction, before: Variable, after: Variable) -> str:
        """How many of the numbers that can stand before lead to what stands after."""
        count = sum(number != before.other for number in deduction.known[before])
        left = len(deduction.left[before])
        do = "one does" if left == 1 else f"{left} do"
        reason = f"{self.place(before)} must lead to {self._described(deduction, after)}"
        return f"{reason}; of its {count} numbers {'only ' if left < count else ''}{do}"


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
