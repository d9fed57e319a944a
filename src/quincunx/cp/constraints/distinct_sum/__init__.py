"""Different digits, zeros aside, that add up to a total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum.propagators import (
    MAX_DIGIT,
    MAX_TOTAL,
    DistinctEnds,
    DistinctSumPropagator,
)
from quincunx.cp.constraints.distinct_sum.words import DistinctSumWords
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.engine import Variable as Cell
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, names_of, require_integers
from quincunx.cp.words.looks import Look, ways
from quincunx.cp.words.techniques import FEW_WAYS, TOO_MUCH

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.words.phrases import Deduction, Phrases


def by_digits(open_ones: Sequence[Cell]) -> float:
    """What it takes to go through the digits that add up to a total: nobody tries them in all
    orders, and who solves such puzzles knows the sets of digits that make a sum."""
    return min(ways(open_ones), 0.7 * len(open_ones))


def by_ends(open_ones: Sequence[Cell]) -> float:
    """What it takes to look at the smallest and the largest different digits: for three cells it
    is a glance."""
    return len(open_ones) / 6


@dataclass(frozen=True, eq=False)
class DistinctSum(Constraint):
    """The values, zeros aside, are all different and add up to `total`.

    It says what an `AllDifferent` except 0 and a `Linear` say, in one: a solver that looks at
    both together can rule out far more.
    """

    total: int

    read_whole: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        require_integers((self.total,), self, "the total")

    def parts(self) -> tuple[AllDifferent, Linear]:
        """The same as two constraints."""
        ones = (1,) * len(self.variables)
        return (
            AllDifferent(self.variables, frozenset({0}), label=self.label),
            Linear(self.variables, ones, "==", self.total, label=self.label),
        )

    def check(self, values: Sequence[int]) -> bool:
        return all(part.check(values) for part in self.parts())

    def formula(self) -> str:
        return f"different but for 0, sum {self.total}: {names_of(self.variables)}"

    def subject(self, phrases: Phrases) -> str:
        return self.parts()[1].subject(phrases)

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """What is there already, or the sum, or both: "Row 1: 2 + ? + ? = 9, all different"."""
        return DistinctSumWords(self, deduction, phrases).reason()

    def propagators(self, posting: Posting) -> list[Propagator]:
        """One that looks at both parts together, where digits are few enough for that."""
        if not (posting.domain_consistent and self._of_digits):
            return super().propagators(posting)
        scope = posting.scope(self.variables)
        return [DistinctSumPropagator(scope, self.total, self._largest)]

    @property
    def _of_digits(self) -> bool:
        """Whether the values are few and small enough to look at all of them together."""
        return all(v.domain[0] >= 0 and v.domain[-1] <= MAX_DIGIT for v in self.variables)

    @property
    def _largest(self) -> int:
        return max((variable.domain[-1] for variable in self.variables), default=0)

    def squeezers(self, posting: Posting) -> list[Propagator]:
        return self.parts()[1].squeezers(posting)

    def looks(self, posting: Posting) -> list[Look]:
        """As at different digits, as at a sum, and as at both together."""
        different, total = self.parts()
        there = different.looks(posting)[0]
        *squeezes, _ = total.looks(posting)
        if self._of_digits and 0 <= self.total <= MAX_TOTAL:
            squeeze = DistinctEnds(posting.scope(self.variables), self.total, self._largest)
            squeezes = [Look(TOO_MUCH, posting.tied([squeeze]), by_ends)]
        return [there, *squeezes, Look(FEW_WAYS, posting.propagators(self), by_digits)]

    @classmethod
    def sample(cls, variables: Sequence[Variable], witness: Witness, dice: Random) -> DistinctSum:
        """About the sum of the witness."""
        total = sum(witness[variable] for variable in variables)
        return cls(tuple(variables), total + dice.choice([0, 0, 0, 1, -2]))
