"""A value of a list, by its index. Items are the variables of the list."""

from quincunx.cp.constraints.all_different.propagators import Alignment
from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable


class ElementPropagator(Propagator):
    """The variables are the index, the value and the items. An index stays if its item shares a
    value with the value variable, which keeps the values it shares with any such item; once the
    index is fixed, item and value are equal."""

    def __init__(self, variables: list[Variable]) -> None:
        super().__init__(variables, ON_CHANGE, False)
        self.compared = variables[1:]
        self.alignment = Alignment(self.compared)

    def propagate(self, engine: Engine) -> int:
        index = self.variables[0]
        last = len(self.compared) - 2
        if not engine.narrow(index, index.at_least(0) & index.at_most(last)):
            return FAILED
        value = self.alignment.common(0, self.compared[0].bits)
        kept = 0
        shared = 0
        open_items = 0
        place = 0
        for position in positions(index.bits):
            item = index.value(position) + 1
            common = self.alignment.common(item, self.compared[item].bits)
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
        return ENTAILED if single(shared) and open_items == 0 else RAN

    def _keep(self, engine: Engine, place: int, common: int) -> bool:
        """Reduce a compared variable to common positions."""
        variable = self.compared[place]
        own = self.alignment.own(place, common, variable.bits)
        return engine.narrow(variable, variable.bits & own)
