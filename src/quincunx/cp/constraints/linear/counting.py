"""What remains of a sum: how much is missing, and which sums the variables left can make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Final

from quincunx.cp.constraints.residual import SETTLED, Remains, Scope, State
from quincunx.cp.model import Variable

MOST_BITS: Final = 1 << 16
"""The sums that the last variables can make are kept as bits where they span no more than this."""

MOST_SUMS: Final = 4096
"""And as a set where there are no more of them."""


class Sums:
    """Which sums some variables can make: exactly where that is little to keep, and otherwise
    between which ends they are and what divides their distances."""

    def __init__(self, low: int, high: int, step: int, bits: int | None, few: frozenset[int]):
        self.low, self.high = low, high
        self._step = step
        self._bits = bits
        self._few = few

    @classmethod
    def none(cls) -> Sums:
        """Of no variables."""
        return cls(0, 0, 0, 1, frozenset({0}))

    def and_one_of(self, terms: Sequence[int]) -> Sums:
        """With one more variable, whose terms are these, ascending."""
        low, high = self.low + terms[0], self.high + terms[-1]
        step = gcd(self._step, *(term - terms[0] for term in terms))
        bits = None
        few: frozenset[int] = frozenset()
        if self._bits is not None and high - low < MOST_BITS:
            bits = 0
            for term in terms:
                bits |= self._bits << (term - terms[0])
        elif self._few and len(self._few) * len(terms) <= MOST_SUMS:
            few = frozenset(total + term for total in self._few for term in terms)
        # The few are kept beside the bits as long as they are few: later sums may span too much.
        if bits is not None and self._few and len(self._few) * len(terms) <= MOST_SUMS:
            few = frozenset(total + term for total in self._few for term in terms)
        return Sums(low, high, step, bits, few)

    def __contains__(self, total: int) -> bool:
        if not self.low <= total <= self.high:
            return False
        if self._bits is not None:
            return bool(self._bits >> (total - self.low) & 1)
        if self._few:
            return total in self._few
        return (total - self.low) % self._step == 0 if self._step else total == self.low


class LinearRemains(Remains):
    """The constant less what was added up; settled when every sum of the variables left will do."""

    exact = True

    def __init__(
        self, terms: Mapping[Variable, int], relation: str, constant: int, scope: Scope
    ) -> None:
        sign = -1 if relation == ">=" else 1
        self._factors = [sign * terms.get(variable, 0) for variable in scope.variables]
        self._relation = "<=" if relation == ">=" else relation
        self._left = [Sums.none()]
        for factor, domain in zip(reversed(self._factors), reversed(scope.domains), strict=True):
            ends = domain if self._relation == "==" else (domain[0], domain[-1])
            self._left.append(self._left[-1].and_one_of(sorted({factor * v for v in ends})))
        self._left.reverse()
        self.start = self._seen(0, sign * constant)

    def after(self, depth: int, state: State, value: int) -> State | None:
        if isinstance(state, int):
            return self._seen(depth + 1, state - self._factors[depth] * value)
        return SETTLED

    def _seen(self, depth: int, missing: int) -> State | None:
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

    def candidates(self, depth: int, state: State) -> Sequence[int] | None:
        factor = self._factors[depth]
        last = depth == len(self._factors) - 1
        if self._relation == "==" and last and factor and isinstance(state, int):
            value, rest = divmod(state, factor)
            return () if rest else (value,)
        return None
