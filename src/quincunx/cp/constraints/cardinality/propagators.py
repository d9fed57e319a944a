"""How often values occur among variables: at least `least` and at most `most` times.

`taken` variables are fixed to a value, and `possible` ones can have it, the fixed ones included.
"""

from quincunx.cp.constraints.all_different.propagators import Alignment, keep_common
from quincunx.cp.kernel.domain import highest, single
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, Engine, Propagator, Variable
from quincunx.cp.kernel.matching import Matching


class CardinalityPropagator(Propagator):
    """Counts occurrences to a fixpoint; with `by_matching` also filters by a matching with the
    upper limits, which is domain consistent if these add up to the number of variables."""

    def __init__(
        self, variables: list[Variable], bounds: dict[int, tuple[int, int]], by_matching: bool
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.alignment = Alignment(variables)
        self.by_matching = by_matching
        self.counted = [
            (self.alignment.bits_of_values([value]), least, most)
            for value, (least, most) in bounds.items()
        ]
        """For each value its common position as a bit, 0 if it has none, its least and its most."""
        capacities = [len(variables) + 1] * len(self.alignment.values)
        for bit, _, most in self.counted:
            if bit:
                capacities[highest(bit)] = most
        self.matching = Matching(len(variables), capacities)

    def propagate(self, engine: Engine) -> int:
        domains = self.alignment.domains(self.variables)
        while True:
            if not self._count(domains):
                return FAILED
            if not self.by_matching:
                break
            before = list(domains)
            if not self.matching.filter(domains):
                return FAILED
            if domains == before:
                break
        return keep_common(engine, self.variables, self.alignment, domains, 0)

    def _count(self, domains: list[int]) -> bool:
        """Remove values that occur often enough, fix the only variables that can have a required
        value, and check that enough variables are open; false if that fails."""
        changed = True
        while changed:
            changed = False
            open_count = len([bits for bits in domains if not single(bits)])
            needed = 0
            needy = 0
            for bit, least, most in self.counted:
                taken = 0
                possible = 0
                for bits in domains:
                    if bits & bit:
                        possible += 1
                        if bits == bit:
                            taken += 1
                if taken > most or possible < least:
                    return False
                if taken < least:
                    needed += least - taken
                    needy |= bit
                if possible == taken:
                    continue
                if taken == most:
                    for index, bits in enumerate(domains):
                        if bits != bit and bits & bit:
                            domains[index] = bits ^ bit
                    changed = True
                elif possible == least:
                    for index, bits in enumerate(domains):
                        if bits & bit:
                            domains[index] = bit
                    changed = True
            if changed:
                continue
            if needed > open_count:
                return False
            if needed == open_count and open_count:
                for index, bits in enumerate(domains):
                    if not single(bits) and bits & ~needy:
                        bits &= needy
                        if bits == 0:
                            return False
                        domains[index] = bits
                        changed = True
        return True
