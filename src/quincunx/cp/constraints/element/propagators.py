"""A value of a list, by its index. Items are the variables of the list."""

from __future__ import annotations

from quincunx.cp.constraints.all_different.propagators import Alignment
from quincunx.cp.kernel.domain import highest, lowest, positions, single
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable


def hull(bits: int) -> int:
    """A non-empty set with its holes filled.

    >>> bin(hull(0b100100))
    '0b111100'
    """
    return (1 << (highest(bits) + 1)) - (1 << lowest(bits))


class ElementPropagator(Propagator):
    """The variables are the index, the value and the items; the index of the first item is
    `first`. An index stays if its item shares a value with the value variable, which keeps the
    values it shares with any such item; once the index is fixed, item and value are equal.

    With `by_bounds`, holes in domains other than the index's are ignored.
    """

    def __init__(self, variables: list[Variable], first: int, by_bounds: bool) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.first = first
        self.by_bounds = by_bounds
        self.compared = variables[1:]
        self.alignment = Alignment(self.compared)

    def propagate(self, engine: Engine) -> int:
        index = self.variables[0]
        last = self.first + len(self.compared) - 2
        if not engine.narrow(index, index.at_least(self.first) & index.at_most(last)):
            return FAILED
        while True:
            before = engine.prunings
            value = self._common(0)
            kept = 0
            shared = 0
            open_items = 0
            place = 0
            for position in positions(index.bits):
                item = index.value(position) - self.first + 1
                common = self._common(item)
                if common & value:
                    kept |= 1 << position
                    shared |= common & value
                    place = item
                    if not single(common):
                        open_items += 1
            if not engine.narrow(index, kept) or not self._keep(engine, 0, shared):
                return FAILED
            if single(kept) and not self._keep(engine, place, shared):
                return FAILED
            if not self.by_bounds or engine.prunings == before:
                return ENTAILED if single(shared) and open_items == 0 else RAN

    def _common(self, place: int) -> int:
        """The common positions of a variable that is compared."""
        bits = self.alignment.common(place, self.compared[place].bits)
        return hull(bits) if self.by_bounds else bits

    def _keep(self, engine: Engine, place: int, common: int) -> bool:
        """Reduce a compared variable to common positions."""
        variable = self.compared[place]
        if self.by_bounds:
            common = hull(common)
        own = self.alignment.own(place, common, variable.bits)
        return engine.narrow(variable, variable.bits & own)
