"""At least one of some alternatives holds, or a flag says whether one does.

An alternative is a conjunction of constraints. A `Hypothesis` propagates one, or its negation, in a
separate engine. The outcome of an alternative is FAILS, HOLDS (whatever is chosen) or OPEN.

Bounds consistency: an alternative that is the last open one is required. Domain consistency, in
addition: a value stays only if an open alternative leaves it (constructive disjunction).

Propagation in hypotheses counts as ticks, but not as resumptions.
"""

from collections.abc import Callable
from typing import Final

from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

FAILS: Final = 0
OPEN: Final = 1
HOLDS: Final = 2

TICKS: Final = 32
"""Number of ticks in a hypothesis that are passed on to the outer engine together."""

NOTHING: Final = [-1]
"""Different from the bits of any variables."""


class Hypothesis:
    """Constraints that are assumed to hold, in an engine of their own.

    `variables` are the outer variables for the first variables of that engine, with the same
    positions. `make` makes the engine when it is first needed.
    """

    def __init__(self, variables: list[Variable], make: Callable[[], Engine]) -> None:
        self.variables = variables
        self.make = make
        self.engine: Engine | None = None
        self.outside: Engine | None = None
        self.possible = True
        self.places = {variable.index: place for place, variable in enumerate(variables)}
        self.asked = NOTHING
        """The bits of the variables for which the outcome is known."""
        self.left: list[int] = []
        """What propagation left of them; empty if it failed."""
        self.outcome = FAILS

    def ask(self, outside: Engine) -> int:
        """The outcome for the current domains; `left` is what propagation leaves of them."""
        bits = [variable.bits for variable in self.variables]
        if bits != self.asked:
            self.asked = NOTHING
            self.outcome = self._suppose(outside, bits)
            self.asked = bits
        return self.outcome

    def ask_without(self, outside: Engine, place: int) -> int:
        """The values of the only open variable with which the constraints do not hold."""
        variable = self.variables[place]
        bits = [other.bits for other in self.variables]
        self.asked = NOTHING
        failing = 0
        for position in positions(variable.bits):
            bits[place] = 1 << position
            if self._suppose(outside, bits) == FAILS:
                failing |= 1 << position
        return failing

    def left_of(self, variable: Variable) -> int:
        """What was left of a variable: all of it if it is not in the constraints."""
        place = self.places.get(variable.index, -1)
        return variable.bits if place < 0 else self.left[place]

    def _suppose(self, outside: Engine, bits: list[int]) -> int:
        """The outcome for these domains."""
        self.outside = outside
        engine = self.engine
        if engine is None:
            # Stored only after propagation: an interrupted engine is made again.
            engine = self.make()
            engine.poll = self._tick_outside
            self.possible = engine.propagate()
            self.engine = engine
        self.left = []
        if not self.possible:
            return FAILS
        mark = engine.mark()
        try:
            for index, held in enumerate(bits):
                inner = engine.variables[index]
                if not engine.narrow(inner, inner.bits & held):
                    return FAILS
            if not engine.propagate():
                return FAILS
            fixed = entailed = True
            for index in range(len(bits)):
                self.left.append(engine.variables[index].bits)
                fixed = fixed and single(self.left[index])
            for propagator in engine.propagators:
                entailed = entailed and propagator.asleep
            # It holds if propagation removed nothing, and all is fixed or entailed.
            return HOLDS if (fixed or entailed) and self.left == bits else OPEN
        finally:
            engine.forget_waiting()
            engine.undo(*mark)

    def _tick_outside(self) -> int:
        """The poll function of the inner engine: passes its ticks on."""
        if self.outside is not None:
            self.outside.tick(TICKS)
        return TICKS


class Shift(Hypothesis):
    """One variable has a value, a mask of its positions, or two have a fixed difference: the
    positions of the first are those of the second, shifted. It needs no engine."""

    def __init__(self, variables: list[Variable], shift: int, mask: int) -> None:
        super().__init__(variables, Engine)
        self.shift = shift
        self.mask = mask

    def _suppose(self, outside: Engine, bits: list[int]) -> int:
        shift = self.shift
        possible = bits[-1] << shift if shift >= 0 else bits[-1] >> -shift
        first = bits[0] & possible & self.mask
        self.left = [first]
        if len(bits) == 2:
            self.left.append(first >> shift if shift >= 0 else first << -shift)
        if first == 0:
            return FAILS
        return HOLDS if single(first) and self.left == bits else OPEN


class Alternative:
    """A conjunction of constraints. `opposite` assumes its negation, if there is one and it is
    needed."""

    def __init__(self, positive: Hypothesis, opposite: Hypothesis | None) -> None:
        self.positive = positive
        self.opposite = opposite

    def outcome(self, engine: Engine) -> int:
        """The outcome for the current domains."""
        outcome = self.positive.ask(engine)
        if outcome == OPEN and self.opposite is not None and self.opposite.ask(engine) == FAILS:
            return HOLDS
        return outcome

    def forbid(self, engine: Engine) -> bool:
        """Forbid the conjunction, as far as that can be propagated; false if that fails."""
        if self.opposite is not None:
            return keep(engine, self.opposite)
        last = -1
        for place, variable in enumerate(self.positive.variables):
            if not variable.fixed():
                if last >= 0:
                    return True
                last = place
        if last < 0:
            return self.positive.ask(engine) == FAILS
        return engine.narrow(self.positive.variables[last], self.positive.ask_without(engine, last))


def keep(engine: Engine, hypothesis: Hypothesis) -> bool:
    """Reduce the variables to what a hypothesis leaves; false if that fails."""
    if hypothesis.ask(engine) == FAILS:
        return False
    for index, bits in enumerate(hypothesis.left):
        variable = hypothesis.variables[index]
        if not engine.narrow(variable, variable.bits & bits):
            return False
    return True


class EitherPropagator(Propagator):
    """At least one of the alternatives holds, or `flag`, if there is one, says whether one does.
    `variables` are those of all alternatives, and the flag."""

    def __init__(
        self,
        variables: list[Variable],
        alternatives: list[Alternative],
        flag: Variable | None,
        constructive: bool,
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.alternatives = alternatives
        self.flag = flag
        self.constructive = constructive

    def propagate(self, engine: Engine) -> int:
        while True:
            before = engine.prunings
            answer = self._propagate_once(engine)
            if answer == FAILED or engine.prunings == before:
                return answer

    def _propagate_once(self, engine: Engine) -> int:
        """Go through all alternatives once."""
        flag = self.flag
        if flag is not None and not engine.narrow(flag, flag.bits & (flag.bit(0) | flag.bit(1))):
            return FAILED
        open_ones: list[Alternative] = []
        for alternative in self.alternatives:
            outcome = alternative.outcome(engine)
            if outcome == HOLDS:
                return self._decided(engine, 1)
            if outcome == OPEN:
                open_ones.append(alternative)
        if not open_ones:
            return self._decided(engine, 0)
        if flag is not None and not flag.fixed():
            return RAN
        if flag is not None and flag.least() == 0:
            for alternative in open_ones:
                if not alternative.forbid(engine):
                    return FAILED
            return RAN
        if len(open_ones) == 1:
            return RAN if keep(engine, open_ones[0].positive) else FAILED
        return RAN if not self.constructive or self._keep_left(engine, open_ones) else FAILED

    def _decided(self, engine: Engine, holds: int) -> int:
        """The answer when it is known whether an alternative holds."""
        flag = self.flag
        if flag is None:
            return ENTAILED if holds else FAILED
        return ENTAILED if engine.narrow(flag, flag.bits & flag.bit(holds)) else FAILED

    def _keep_left(self, engine: Engine, open_ones: list[Alternative]) -> bool:
        """Keep only values that an open alternative leaves; false if that fails."""
        # The first of them leaves all values of the variables that it does not mention.
        for variable in open_ones[0].positive.variables:
            left = 0
            for alternative in open_ones:
                left |= alternative.positive.left_of(variable)
            if not engine.narrow(variable, variable.bits & left):
                return False
        return True
