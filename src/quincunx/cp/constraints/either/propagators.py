"""At least so many of several alternatives hold; flags may say which.

Vocabulary:
  alternative  some constraints that hold together or not
  shadow       an engine of its own in which an alternative, or its opposite, is supposed to hold:
               what is left there is what would be left then
  outcome      of an alternative as things are: FAILS, HOLDS whatever is chosen, or is OPEN
  living       of an alternative: it may yet hold
  required     it has to hold
  forbidden    it must not hold

Two strengths. *Bounds*: alternatives that fail are counted, and when just enough are living these
are required. *Domain*: besides, a value stays only if enough living alternatives leave it
(constructive disjunction).

The runs of propagators in shadows count as work for the clock, and not as resumptions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

FAILS: Final = 0
OPEN: Final = 1
HOLDS: Final = 2

GLANCE: Final = 32
"""After so many ticks in a shadow the engine outside is told of them."""


NOTHING: Final = [-1]
"""The bits of no variables at all."""


class Shadow:
    """Constraints that are supposed to hold, in an engine of their own.

    `variables` are those outside that the first variables of the engine stand for, in the same
    order; both number their values alike. `make` makes the engine when it is first needed.
    """

    def __init__(self, variables: list[Variable], make: Callable[[], Engine]) -> None:
        self.variables = variables
        self.make = make
        self.engine: Engine | None = None
        self.outside: Engine | None = None
        self.possible = True
        self.places = {variable.index: place for place, variable in enumerate(variables)}
        self.asked = NOTHING
        """What was last asked about: the bits of the variables."""
        self.left: list[int] = []
        """And what was left of them; nothing if they cannot be so."""
        self.outcome = FAILS

    def ask(self, outside: Engine) -> int:
        """The outcome with the variables as they are; `left` says what is left of them."""
        bits = [variable.bits for variable in self.variables]
        if bits != self.asked:
            self.asked = NOTHING
            self.outcome = self._suppose(outside, bits)
            self.asked = bits
        return self.outcome

    def ask_without(self, outside: Engine, place: int) -> int:
        """Of a variable, by its place, those values with which the constraints do not hold; the
        others are fixed."""
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
        """What was left of a variable: all of it if the constraints do not speak of it."""
        place = self.places.get(variable.index, -1)
        return variable.bits if place < 0 else self.left[place]

    def _suppose(self, outside: Engine, bits: list[int]) -> int:
        """The outcome if the variables had these bits."""
        self.outside = outside
        engine = self.engine
        if engine is None:
            # An engine that is interrupted at the beginning is made anew.
            engine = self.make()
            engine.poll = self._tell_outside
            self.possible = engine.propagate()
            self.engine = engine
        self.left = []
        if not self.possible:
            return FAILS
        mark = engine.mark()
        try:
            for index, held in enumerate(bits):
                shadow = engine.variables[index]
                if not engine.narrow(shadow, shadow.bits & held):
                    return FAILS
            if not engine.propagate():
                return FAILS
            left: list[int] = []
            fixed = True
            for index in range(len(bits)):
                there = engine.variables[index].bits
                left.append(there)
                if not single(there):
                    fixed = False
            self.left = left
            if left != bits:
                return OPEN
            if fixed:
                return HOLDS
            for propagator in engine.propagators:
                if not propagator.asleep:
                    return OPEN
            return HOLDS
        finally:
            engine.forget_waiting()
            engine.undo(*mark)

    def _tell_outside(self) -> int:
        """What polls a shadow: its ticks are ticks outside."""
        if self.outside is not None:
            self.outside.tick(GLANCE)
        return GLANCE


class Alternative:
    """Constraints that hold together or not. `opposite` supposes that they do not, where that
    can be said, and somebody wants to know; `flag` says whether they hold, if anything does."""

    def __init__(self, shadow: Shadow, opposite: Shadow | None, flag: Variable | None) -> None:
        self.shadow = shadow
        self.opposite = opposite
        self.flag = flag

    def outcome(self, engine: Engine) -> int:
        """What is known of it now."""
        outcome = self.shadow.ask(engine)
        if outcome == OPEN and self.opposite is not None and self.opposite.ask(engine) == FAILS:
            return HOLDS
        return outcome

    def say(self, engine: Engine, holds: bool) -> bool:
        """Have the flag say whether it holds; false on contradiction."""
        flag = self.flag
        return flag is None or engine.narrow(flag, flag.bits & flag.bit(1 if holds else 0))

    def said(self, holds: bool) -> bool:
        """Whether the flag says so."""
        flag = self.flag
        return flag is not None and flag.bits == flag.bit(1 if holds else 0)

    def require(self, engine: Engine) -> bool:
        """Have it hold; false on contradiction."""
        return self.say(engine, True) and keep(engine, self.shadow)

    def forbid(self, engine: Engine) -> bool:
        """Have it not hold, as far as that can be seen; false on contradiction."""
        if self.opposite is not None:
            return keep(engine, self.opposite)
        last = -1
        for place, variable in enumerate(self.shadow.variables):
            if not variable.fixed():
                if last >= 0:
                    return True
                last = place
        if last < 0:
            return self.shadow.ask(engine) == FAILS
        return engine.narrow(self.shadow.variables[last], self.shadow.ask_without(engine, last))


def keep(engine: Engine, shadow: Shadow) -> bool:
    """Let the variables keep only what a shadow leaves; false on contradiction."""
    if shadow.ask(engine) == FAILS:
        return False
    for index, bits in enumerate(shadow.left):
        variable = shadow.variables[index]
        if not engine.narrow(variable, variable.bits & bits):
            return False
    return True


class EitherPropagator(Propagator):
    """At least `least` of the alternatives hold. `variables` are all that they speak of, and
    their flags."""

    def __init__(
        self,
        variables: list[Variable],
        alternatives: list[Alternative],
        least: int,
        constructive: bool,
    ) -> None:
        super().__init__(variables, ON_CHANGE, True)
        self.alternatives = alternatives
        self.least = least
        self.constructive = constructive

    def propagate(self, engine: Engine) -> int:
        while True:
            before = engine.prunings
            answer = self._look(engine)
            if answer == FAILED or engine.prunings == before:
                return answer

    def _look(self, engine: Engine) -> int:
        """Look at all alternatives once; entailed if nothing was ruled out and nothing can be."""
        living: list[Alternative] = []
        holding = 0
        undecided = 0
        for alternative in self.alternatives:
            flag = alternative.flag
            if flag is not None and not engine.narrow(
                flag, flag.bits & (flag.bit(0) | flag.bit(1))
            ):
                return FAILED
            outcome = alternative.outcome(engine)
            if outcome == OPEN:
                undecided += 1
                if alternative.said(False):
                    if not alternative.forbid(engine):
                        return FAILED
                else:
                    living.append(alternative)
            elif outcome == HOLDS:
                holding += 1
                living.append(alternative)
                if not alternative.say(engine, True):
                    return FAILED
            elif not alternative.say(engine, False):
                return FAILED
        if len(living) < self.least:
            return FAILED
        for alternative in living:
            required = len(living) == self.least or alternative.said(True)
            if required and not alternative.require(engine):
                return FAILED
        if holding < self.least and self.constructive:
            return RAN if self._keep_left(engine, living) else FAILED
        flagged = len(self.alternatives) > 0 and self.alternatives[0].flag is not None
        if undecided == 0 or (not flagged and holding >= self.least):
            return ENTAILED
        return RAN

    def _keep_left(self, engine: Engine, living: list[Alternative]) -> bool:
        """Keep only values that enough living alternatives leave; false on contradiction."""
        for variable in self.variables:
            # often[k]: what more than k alternatives leave.
            often = [0] * self.least
            for alternative in living:
                left = alternative.shadow.left_of(variable)
                for times in range(self.least - 1, 0, -1):
                    often[times] |= often[times - 1] & left
                often[0] |= left
            if not engine.narrow(variable, variable.bits & often[self.least - 1]):
                return False
        return True
