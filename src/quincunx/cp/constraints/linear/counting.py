"""Residual states of a sum: how much is missing."""

from collections.abc import Sequence
from math import gcd, log
from typing import Final

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, State, residual_states

MAX_BITS: Final = 1 << 16
"""The sums of the last variables are kept as bits up to this span."""


class Sums:
    """The sums that some variables can make: exact as long as that takes little memory, otherwise
    by their bounds and a common divisor of their differences."""

    def __init__(self, low: int = 0, high: int = 0, step: int = 0, bits: int | None = 1) -> None:
        """By default the sum of no variables."""
        self.low, self.high = low, high
        self._step = step
        self._bits = bits

    def and_one_of(self, terms: Sequence[int]) -> "Sums":
        """The sums with one more variable, whose terms are these, ascending."""
        low, high = self.low + terms[0], self.high + terms[-1]
        step = gcd(self._step, *(term - terms[0] for term in terms))
        bits = None
        if self._bits is not None and high - low < MAX_BITS:
            bits = 0
            for term in terms:
                bits |= self._bits << (term - terms[0])
        return Sums(low, high, step, bits)

    def __contains__(self, total: int) -> bool:
        if not self.low <= total <= self.high:
            return False
        if self._bits is not None:
            return bool(self._bits >> (total - self.low) & 1)
        return (total - self.low) % self._step == 0 if self._step else total == self.low


@residual_states.register(Linear)
class LinearStates(ResidualStates):
    """The constant minus the sum so far; settled when every sum of the variables left will do."""

    def __init__(self, constraint: Linear, scope: Scope) -> None:
        relation, terms = constraint.relation, constraint.terms()
        sign = -1 if relation == ">=" else 1
        self._factors = [sign * terms.get(variable, 0) for variable in scope.variables]
        self._relation = "<=" if relation == ">=" else relation
        self._left = [Sums()]
        for factor, domain in zip(reversed(self._factors), reversed(scope.domains), strict=True):
            ends = domain if self._relation == "==" else (domain[0], domain[-1])
            self._left.append(self._left[-1].and_one_of(sorted({factor * v for v in ends})))
        self._left.reverse()
        self.start = self._reduced(0, sign * constraint.constant)

    def after(self, depth: int, state: State, value: int) -> State | None:
        if isinstance(state, int):
            return self._reduced(depth + 1, state - self._factors[depth] * value)
        return SETTLED

    def _reduced(self, depth: int, missing: int) -> State | None:
        left = self._left[depth]
        match self._relation:
            case "==":
                if missing not in left:
                    return None
                return missing if depth < len(self._factors) else SETTLED
            case "!=":
                if not left.low <= missing <= left.high:
                    return SETTLED
                return None if left.low == left.high else missing
            case _:
                if missing >= left.high:
                    return SETTLED
                return None if missing < left.low else missing

    @staticmethod
    def estimate(constraint: Linear, fixed: Scope, left: Scope) -> float:
        """At most as many states as sums, of the fixed variables or of those left."""
        terms = constraint.terms()

        def span(scope: Scope) -> int:
            pairs = zip(scope.variables, scope.domains, strict=True)
            return 1 + sum(abs(terms.get(v, 0)) * (d[-1] - d[0]) for v, d in pairs)

        return min(log(span(fixed)), log(span(left)))
