"""Why something follows from different digits with a sum, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.constraints.linear.wording import SumWords
from quincunx.wording import Deduction, Phrases, number

if TYPE_CHECKING:
    from quincunx.constraints.distinct_sum import DistinctSum


class DistinctSumWords(SumWords):
    """The words for one deduction: as of a sum where that is enough, or of different values."""

    def __init__(self, constraint: DistinctSum, deduction: Deduction, phrases: Phrases) -> None:
        self.different, linear = constraint.parts()
        super().__init__(linear, deduction, phrases)

    def reason(self) -> str:
        there = {
            values[0]
            for values in map(self.deduction.basis, self.coefficients)
            if len(values) == 1 and values[0]
        }
        if self.changed and all(there.issuperset(self.deduction.refuted(v)) for v in self.changed):
            return self.different.reason(self.deduction, self.phrases)
        return super().reason()

    def impossible(self) -> str:
        terms = f"{self.sum_of(self.coefficients)}{self.all_different()}"
        return f"{terms}, should be {number(self.constant)} but never is"

    def by_ways(self) -> str:
        """Both parts together: there are too many ways to list them."""
        return f"{self.equation()}{self.all_different()}"

    def all_different(self) -> str:
        """That the digits differ, zeros aside if there are any."""
        for variable in self.coefficients:
            if 0 in self.deduction.basis(variable):
                return f", all different but for {self.phrases.value(variable, 0)}"
        return ", all different"
