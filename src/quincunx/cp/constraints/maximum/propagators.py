"""The largest, or the smallest, of some numbers.

The minimum is the maximum of the mirrored domains. Bounds consistency is domain consistency with
the holes of all domains filled.
"""

from __future__ import annotations

from quincunx.cp.constraints.all_different.propagators import Alignment
from quincunx.cp.constraints.element.propagators import hull
from quincunx.cp.kernel.domain import highest, lowest, mirrored, single
from quincunx.cp.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_BOUNDS,
    ON_CHANGE,
    RAN,
    Engine,
    Propagator,
    Variable,
)


class MaximumPropagator(Propagator):
    """The first variable is the largest of the others, or with `smallest` the smallest."""

    def __init__(self, variables: list[Variable], smallest: bool, by_bounds: bool) -> None:
        super().__init__(variables, ON_BOUNDS if by_bounds else ON_CHANGE, False)
        self.smallest = smallest
        self.by_bounds = by_bounds
        self.alignment = Alignment(variables)
        self.last = len(self.alignment.values) - 1

    def propagate(self, engine: Engine) -> int:
        while True:
            before = engine.prunings
            domains: list[int] = []
            for index, variable in enumerate(self.variables):
                bits = self.alignment.common(index, variable.bits)
                if self.by_bounds:
                    bits = hull(bits)
                domains.append(mirrored(bits, self.last) if self.smallest else bits)
            if not keep_largest(domains):
                return FAILED
            for index, variable in enumerate(self.variables):
                bits = domains[index]
                if self.smallest:
                    bits = mirrored(bits, self.last)
                own = self.alignment.own(index, bits, variable.bits)
                if not engine.narrow(variable, variable.bits & own):
                    return FAILED
            # Because holes were filled, a bound may have moved further than computed.
            if not self.by_bounds or engine.prunings == before:
                return ENTAILED if decided(domains) else RAN


def keep_largest(domains: list[int]) -> bool:
    """Reduce the domains to values with a support, the first being the maximum of the others;
    false if there is none.

    >>> domains = [0b1110, 0b1101, 0b0010]
    >>> keep_largest(domains), [bin(bits) for bits in domains]
    (True, ['0b1110', '0b1101', '0b10'])
    """
    floor = 0
    union = 0
    for index in range(1, len(domains)):
        floor = max(floor, lowest(domains[index]))
        union |= domains[index]
    largest = ((domains[0] & union) >> floor) << floor
    if largest == 0:
        return False
    best = -1
    second = -1
    best_index = 0
    for index in range(1, len(domains)):
        top = highest(domains[index] & largest)
        if top > best:
            second = best
            best = top
            best_index = index
        elif top > second:
            second = top
    domains[0] = largest
    for index in range(1, len(domains)):
        # Values up to the best of the others are supported; larger ones only as the maximum.
        top = second if index == best_index else best
        domains[index] &= largest | ((1 << (top + 1)) - 1)
    return True


def decided(domains: list[int]) -> bool:
    """Whether, after `keep_largest`, the constraint is entailed."""
    if not single(domains[0]):
        return False
    for index in range(1, len(domains)):
        if domains[index] == domains[0]:
            return True
    return False
