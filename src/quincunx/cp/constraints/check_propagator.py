"""The propagator of constraints that define nothing but `check`."""

from collections.abc import Callable, Sequence

from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_FIX, RAN, Engine, Propagator, Variable


class CheckPropagator(Propagator):
    """Waits until one variable is open, then tries its values."""

    def __init__(self, variables: list[Variable], check: Callable[[Sequence[int]], bool]) -> None:
        super().__init__(variables, ON_FIX, True)
        self.check = check

    def propagate(self, engine: Engine) -> int:
        open_places = [at for at, v in enumerate(self.variables) if not v.fixed()]
        if len(open_places) > 1:
            return RAN
        values = [variable.least() for variable in self.variables]
        if not open_places:
            return ENTAILED if self.check(values) else FAILED
        (place,) = open_places
        variable = self.variables[place]
        kept = 0
        for position in positions(variable.bits):
            engine.tick()
            values[place] = variable.value(position)
            if self.check(values):
                kept |= 1 << position
        return ENTAILED if engine.narrow(variable, kept) else FAILED
