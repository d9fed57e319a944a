"""What stands around a black triangle: different digits with a sum, and X that never touch.

Vocabulary, beside that of `dodecagons` and of `distinct_sum.propagators`:
  round    the cells around a black triangle as one walks around it: each shares an edge with the
           next, and where three dodecagons meet the last one with the first
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.distinct_sum.propagators import hands_with_total, hands_without
from quincunx.cp.constraints.distinct_sum.words import effort_by_digits
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.cp.model import Variable
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.phrases import is_read_whole
from quincunx.cp.words.techniques import FEW_WAYS, Technique
from quincunx.families.sum_star.dodecagons import Cell
from quincunx.families.sum_star.model import X

NEXT_TO_X = Technique(
    "next to X",
    1,
    1.0,
    "A cell that shares an edge with an X is no X.",
    "sum-star:0.0=23,23,15,7,2,16/1.0=23,7,2,8,15,23@9____________/0.1=15,8,9,23,20,7",
)

DIGITS = 9


def in_a_round(cells: Sequence[Cell], touching: Mapping[Cell, set[Cell]]) -> list[Cell]:
    """Cells in an order in which each touches the next.

    >>> near = {(1, 2): {(1, 1)}, (1, 1): {(1, 2), (1, 12)}, (1, 12): {(1, 1)}}
    >>> in_a_round([(1, 2), (1, 12), (1, 1)], near)
    [(1, 2), (1, 1), (1, 12)]
    """
    near = {cell: [other for other in cells if other in touching[cell]] for cell in cells}
    ends = [cell for cell in cells if len(near[cell]) < 2]
    walked = [ends[0] if ends else cells[0]]
    while len(walked) < len(cells):
        walked.append(next(cell for cell in near[walked[-1]] if cell not in walked))
    return walked


@dataclass(frozen=True, eq=False)
class Around(Constraint):
    """The digits of a round are different and add up to the total, if there is one, and no two X
    touch. `closed` if the last cell touches the first."""

    total: int | None
    closed: bool

    def numbers(self) -> DistinctSum | AllDifferent:
        """The same without what it says of X."""
        if self.total is None:
            return AllDifferent(self.variables, frozenset({X}), label=self.label)
        return DistinctSum(self.variables, self.total, label=self.label)

    def neighbours(self) -> Iterator[tuple[Variable, Variable]]:
        """Cells that touch."""
        yield from pairwise(self.variables)
        if self.closed:
            yield self.variables[-1], self.variables[0]

    def check(self, values: Sequence[int]) -> bool:
        after = [*values[1:], *values[: int(self.closed)]]
        touching = any(a == b == X for a, b in zip(values, after, strict=False))
        return self.numbers().check(values) and not touching

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [AroundPropagator(builder.scope(self.variables), self.total, self.closed)]


@techniques_for.register(Around)
def around_techniques(constraint: Around, builder: EngineBuilder) -> list[AppliedTechnique]:
    there, *others = techniques_for(constraint.numbers(), builder)
    scope = builder.scope(constraint.variables)
    return [
        there,
        AppliedTechnique(NEXT_TO_X, [NextToX(scope, constraint.closed)], lambda _: 0.0),
        *others[:-1],
        AppliedTechnique(FEW_WAYS, builder.propagators(constraint), effort_by_digits),
    ]


is_read_whole.register(Around)(lambda _: True)


class NextToX(Propagator):
    """No X beside an X."""

    def __init__(self, variables: list[Unknown], closed: bool) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.pairs = list(pairwise(variables))
        if closed:
            self.pairs.append((variables[-1], variables[0]))

    def propagate(self, engine: Engine) -> int:
        for pair in self.pairs:
            for one, other in (pair, pair[::-1]):
                if one.bits == one.bit(X) and not engine.narrow(other, other.bits & ~other.bit(X)):
                    return FAILED
        return RAN


class AroundPropagator(Propagator):
    """Domain consistency, as with different digits and a sum alone: beside the hands one keeps
    track of whether the last cell holds X."""

    def __init__(self, variables: list[Unknown], total: int | None, closed: bool) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.closed = closed
        every = (1 << (1 << DIGITS)) - 1
        self.without = [0, *(hands_without(digit, DIGITS) for digit in range(1, DIGITS + 1))]
        self.goal = every if total is None else hands_with_total(total, DIGITS)

    def propagate(self, engine: Engine) -> int:
        bits = [variable.bits for variable in self.variables]
        if not self.closed:
            kept = self._filtered(bits, last_may_be_x=True)
        else:
            with_x = self._filtered([bits[0] & 1, *bits[1:]], last_may_be_x=False)
            without = self._filtered([bits[0] & ~1, *bits[1:]], last_may_be_x=True)
            kept = [one | other for one, other in zip(with_x, without, strict=True)]
        for variable, keep in zip(self.variables, kept, strict=True):
            if not engine.narrow(variable, keep):
                return FAILED
        return RAN

    def _filtered(self, bits: Sequence[int], last_may_be_x: bool) -> list[int]:
        """What some way uses of each cell; zeros if there is no way."""
        after_x, after_digit = [0], [1]
        for here in bits:
            hands = after_x[-1] | after_digit[-1]
            after_x.append(after_digit[-1] if here & 1 else 0)
            dealt = 0
            for digit in positions(here & ~1):
                dealt |= (hands & self.without[digit]) << (1 << (digit - 1))
            after_digit.append(dealt)
        x = after_x[-1] & self.goal if last_may_be_x else 0
        digits = after_digit[-1] & self.goal
        kept: list[int] = []
        for at in range(len(bits) - 1, -1, -1):
            # An X comes after a digit, a digit after anything.
            before_x, before_digit = 0, x & after_digit[at]
            keep = int(before_digit != 0)
            for digit in positions(bits[at] & ~1):
                sources = (digits & ~self.without[digit]) >> (1 << (digit - 1))
                from_x, from_digit = sources & after_x[at], sources & after_digit[at]
                if from_x or from_digit:
                    keep |= 1 << digit
                    before_x |= from_x
                    before_digit |= from_digit
            kept.append(keep)
            x, digits = before_x, before_digit
        return kept[::-1]
