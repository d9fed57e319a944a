"""Sums of variables with integer coefficients, compared with a constant.

A *term* is coefficient × variable; its *step* is how far it is above its least value. The *slack*
is the constant minus the sum of the least values: what all steps must add up to. The *play* is the
maximum sum of all steps.

Two strengths for equations. *Bounds*: each term's range is cut to what the ranges of the others
leave, until nothing changes. *Domain*: the sums that the first terms can reach are computed as
one set by shifting and or-ing whole sets, forward; then, backward, each step stays that leads
from a sum the terms before it reach to one from which the terms after it reach the slack. Where
terms have many steps with small gaps between them there is a short cut: all sums within bounds are
reached.
"""

from typing import Final

from quincunx.cp.kernel.domain import (
    BLOCK,
    BLOCK_MASK,
    bits_of,
    highest,
    largest_gap,
    lowest,
    mirrored,
    multiples,
    ordered,
    partners,
    positions,
    single,
    size,
    sums,
)
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_CHANGE, RAN, Engine, Propagator, Variable

SMALL_PLAY: Final = 2048
"""Up to this play, sets of sums are so short that cutting bounds first does not pay."""

MANY_STEPS: Final = 40
"""Up to this many steps are followed one by one; more are processed together."""

LONG_SLACK: Final = 1 << 13
"""Longer sets of sums take so long that limits are polled in between."""

MAX_SLACK: Final = 1 << 16
MAX_BINARY_SLACK: Final = 1 << 20
"""Larger sets of sums, and of sums of terms with two values, are not computed; only bounds are cut
until they are smaller."""


class LinearPropagator(Propagator):
    """Base of the propagators of coefficients · variables, compared with a constant."""

    def __init__(
        self, variables: list[Variable], coefficients: list[int], constant: int, wake: int
    ) -> None:
        super().__init__(variables, wake, False)
        self.coefficients = coefficients
        self.constant = constant

    def slack_and_play(self) -> tuple[int, int]:
        """The slack and the play."""
        slack = self.constant
        play = 0
        for index, variable in enumerate(self.variables):
            coefficient = self.coefficients[index]
            least = coefficient * variable.least()
            most = coefficient * variable.most()
            slack -= least if coefficient > 0 else most
            play += most - least if coefficient > 0 else least - most
        return slack, play


class LinearAtMost(LinearPropagator):
    """coefficients · variables <= constant; bounds consistency is domain consistency here."""

    def propagate(self, engine: Engine) -> int:
        slack, play = self.slack_and_play()
        if slack < 0:
            return FAILED
        if play <= slack:
            return ENTAILED
        # No term's least value changes here, so one pass over the terms is enough.
        for variable, coefficient in zip(self.variables, self.coefficients):
            if not narrow_term(engine, variable, coefficient, slack):
                return FAILED
        slack, play = self.slack_and_play()
        return ENTAILED if play <= slack else RAN


class LinearBound(LinearAtMost):
    """The same for a constant that becomes smaller, so that nothing is entailed."""

    def propagate(self, engine: Engine) -> int:
        return FAILED if super().propagate(engine) == FAILED else RAN


def narrow_term(engine: Engine, variable: Variable, coefficient: int, slack: int) -> bool:
    """Limit the step of a term to `slack`; false if that leaves nothing."""
    if coefficient > 0:
        most = variable.least() + slack // coefficient
        return engine.narrow(variable, variable.at_most(most))
    least = variable.most() - slack // -coefficient
    return engine.narrow(variable, variable.at_least(least))


class LinearUnequal(LinearPropagator):
    """coefficients · variables != constant."""

    def propagate(self, engine: Engine) -> int:
        rest = self.constant
        last = -1
        for index, variable in enumerate(self.variables):
            if variable.fixed():
                rest -= self.coefficients[index] * variable.least()
            elif last >= 0:
                return RAN
            else:
                last = index
        if last < 0:
            return FAILED if rest == 0 else ENTAILED
        coefficient = self.coefficients[last]
        if rest % coefficient == 0:
            variable = self.variables[last]
            engine.narrow(variable, variable.bits & ~variable.bit(rest // coefficient))
        return ENTAILED


class LinearEqual(LinearPropagator):
    """coefficients · variables == constant, by bounds."""

    def propagate(self, engine: Engine) -> int:
        """Cut every term to what the ranges of the others leave, to a fixpoint."""
        variables = self.variables
        coefficients = self.coefficients
        while True:
            slack, play = self.slack_and_play()
            if slack < 0 or slack > play:
                return FAILED
            if play == 0:
                return ENTAILED
            excess = play - slack
            before = engine.prunings
            for index, variable in enumerate(variables):
                coefficient = coefficients[index]
                least = variable.least()
                most = variable.most()
                if least == most:
                    continue
                factor = coefficient if coefficient > 0 else -coefficient
                low = most - (excess if coefficient > 0 else slack) // factor
                high = least + (slack if coefficient > 0 else excess) // factor
                if low > least and not engine.narrow(variable, variable.at_least(low)):
                    return FAILED
                if high < most and not engine.narrow(variable, variable.at_most(high)):
                    return FAILED
            if engine.prunings == before:
                return RAN


class LinearEqualDomain(LinearEqual):
    """coefficients · variables == constant, domain consistent."""

    def __init__(self, variables: list[Variable], coefficients: list[int], constant: int) -> None:
        super().__init__(variables, coefficients, constant, ON_CHANGE)
        self.pair = sorted(coefficients) == [-1, 1] and not any(v.values for v in variables)

    def propagate(self, engine: Engine) -> int:
        if self.pair:
            return self._propagate_pair(engine)
        slack, play = self.slack_and_play()
        if play > SMALL_PLAY:
            # Cut the ranges first: that is cheap and shortens the sets of sums.
            answer = super().propagate(engine)
            if answer != RAN:
                return answer
            slack, play = self.slack_and_play()
            many = max([size(variable.bits) for variable in self.variables]) > 2
            if slack > (MAX_SLACK if many else MAX_BINARY_SLACK):
                return RAN
        if slack < 0 or slack > play:
            return FAILED
        terms = [index for index, v in enumerate(self.variables) if not single(v.bits)]
        if not terms:
            return ENTAILED
        if len(terms) == 1:
            return self._decide_last(engine, terms[0], slack)
        steps = [self._steps(index) for index in terms]
        if play > SMALL_PLAY and nothing_to_filter(steps):
            return RAN
        kept = filter_from_nearer_end(engine, steps, slack, play)
        if not kept:
            return FAILED
        for place, index in enumerate(terms):
            if kept[place] != steps[place]:
                self._keep_steps(engine, index, kept[place])
        return ENTAILED if all(single(own) for own in kept) else RAN

    def _propagate_pair(self, engine: Engine) -> int:
        """Two variables with a fixed difference: one set is the other, shifted."""
        x, y = self.variables
        shift = y.offset - x.offset + self.constant * self.coefficients[0]
        common = x.bits & (y.bits << shift if shift >= 0 else y.bits >> -shift)
        if common == 0:
            return FAILED
        own = common >> shift if shift >= 0 else common << -shift
        if not engine.narrow(x, common) or not engine.narrow(y, own):
            return FAILED
        return ENTAILED if single(common) else RAN

    def _decide_last(self, engine: Engine, index: int, slack: int) -> int:
        """The only open term: its step is the slack."""
        variable = self.variables[index]
        coefficient = self.coefficients[index]
        if slack % coefficient:
            return FAILED
        start = variable.least() if coefficient > 0 else variable.most()
        bit = variable.bit(start + slack // coefficient)
        return ENTAILED if engine.narrow(variable, variable.bits & bit) else FAILED

    def _steps(self, index: int) -> int:
        """The steps of a term, as a set."""
        variable = self.variables[index]
        coefficient = self.coefficients[index]
        if variable.values:
            start = variable.least() if coefficient > 0 else variable.most()
            return bits_of(
                [coefficient * (variable.value(p) - start) for p in positions(variable.bits)]
            )
        bits = variable.bits >> lowest(variable.bits)
        if coefficient > 0:
            return multiples(bits, coefficient)
        return multiples(mirrored(bits, highest(bits)), -coefficient)

    def _keep_steps(self, engine: Engine, index: int, steps: int) -> None:
        """Reduce a term to these steps."""
        variable = self.variables[index]
        coefficient = self.coefficients[index]
        if coefficient == 1 and not variable.values:
            engine.narrow(variable, steps << (variable.least() - variable.offset))
            return
        start = variable.least() if coefficient > 0 else variable.most()
        if not variable.values:
            base = start - variable.offset
            engine.narrow(variable, bits_of([base + s // coefficient for s in positions(steps)]))
            return
        bits = 0
        for step in positions(steps):
            bits |= variable.bit(start + step // coefficient)
        engine.narrow(variable, bits)


def nothing_to_filter(steps: list[int]) -> bool:
    """A quick test whether every step of every term has a support, if bounds are cut already.

    Consecutive sums stay consecutive when a term is added whose gaps are not larger than their
    number. If that is so whichever term is left out, the others make every sum within bounds.
    """
    gaps = [largest_gap(own) for own in steps]
    total = 0
    largest = 0
    for index in ordered(gaps):
        # The term left out may be any of the previous ones.
        if gaps[index] > 1 + total - largest:
            return False
        total += highest(steps[index])
        largest = max(largest, highest(steps[index]))
    return True


def filter_from_nearer_end(engine: Engine, steps: list[int], slack: int, play: int) -> list[int]:
    """Like `filter_steps`, but counts from the largest steps down if sets are shorter then."""
    if play <= SMALL_PLAY or slack <= play - slack:
        return filter_steps(engine, steps, slack)
    turned = [mirrored(own, highest(own)) for own in steps]
    kept = filter_steps(engine, turned, play - slack)
    return [mirrored(own, highest(steps[place])) for place, own in enumerate(kept)]


def filter_steps(engine: Engine, steps: list[int], slack: int) -> list[int]:
    """The steps of each term that have a support, such that all add up to `slack`; an empty list
    if there is none.

    >>> kept = filter_steps(Engine(), [0b1011, 0b10101], slack=5)
    >>> [positions(steps) for steps in kept]
    [[1, 3], [2, 4]]
    """
    last = len(steps) - 1
    everything = (1 << (slack + 1)) - 1
    reached = [1]
    for index in range(last - 1):
        reached.append(_sums(engine, reached[index], steps[index], everything))
    kept = [0] * len(steps)
    many = size(steps[last]) > MANY_STEPS
    asked_for = mirrored(steps[last], slack) if many else everything
    wanted = _sums(engine, reached[last - 1], steps[last - 1], asked_for)
    kept[last] = partners(steps[last], wanted, slack)
    if not many:
        wanted = partners(wanted, kept[last], slack)
    index = last - 1
    while wanted and index > 0:
        kept[index], wanted = _connecting(engine, reached[index], steps[index], wanted, slack)
        index -= 1
    kept[0] = steps[0] & wanted
    return kept if wanted else []


def _connecting(
    engine: Engine, before: int, steps: int, wanted: int, slack: int
) -> tuple[int, int]:
    """The steps from a sum in `before` to a wanted one, and the sums where they start."""
    if size(steps) > MANY_STEPS:
        rests = mirrored(wanted, slack)
        keep = _completed(engine, steps, before, rests, slack)
        return keep, _completed(engine, before, keep, rests, slack)
    keep = 0
    starts = 0
    for step in positions(steps):
        sources = (wanted >> step) & before
        if sources:
            keep |= 1 << step
            starts |= sources
    return keep, starts


def _completed(engine: Engine, candidates: int, one: int, other: int, slack: int) -> int:
    """The candidates that add up to the slack with one member of each other set."""
    return mirrored(_sums(engine, one, other, mirrored(candidates, slack)), slack)


def _sums(engine: Engine, left: int, right: int, within: int) -> int:
    """Like `sums`, but long sets block by block, with a tick for each shift."""
    if within.bit_length() <= LONG_SLACK:
        return sums(left, right, within)
    total = 0
    base = 0
    while right:
        engine.tick(BLOCK)
        total |= sums(left, right & BLOCK_MASK, within >> base) << base
        right >>= BLOCK
        base += BLOCK
    return total
