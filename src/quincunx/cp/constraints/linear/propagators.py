"""Sums of variables with integer coefficients, compared with a constant.

Vocabulary:
  term       coefficient × variable
  step       how far a term is above its least possible value
  slack      how far the constant is above the sum of the terms' least values: what the steps of
             all terms have to add up to
  play       what the steps of all terms add up to at the most

Two strengths for equations. *Bounds*: each term's range is cut to what the ranges of the others
leave, until nothing changes. *Domain*: the sums that the first terms can reach are computed as
one set by shifting and or-ing whole sets, forward; then, backward, each step stays that leads
from a sum the terms before it reach to one from which the terms after it reach the slack. Where
terms have many steps with small gaps between them there is a short cut: what a few of them add up
to has no gaps, and then neither has what all of them do.
"""

from __future__ import annotations

from typing import Final

from quincunx.cp.kernel.domain import (
    BLOCK,
    BLOCK_MASK,
    bits_of,
    highest,
    largest_gap,
    longest_run,
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
from quincunx.cp.kernel.engine import (
    ENTAILED,
    FAILED,
    ON_BOUNDS,
    ON_CHANGE,
    ON_FIX,
    RAN,
    Engine,
    Propagator,
    Variable,
)

SMALL_PLAY: Final = 2048
"""Where all terms' steps add up to no more than this, sets of sums are so short that looking at
the bounds first does not pay."""

MANY_STEPS: Final = 40
"""So many steps are followed one by one; more of them are looked at together."""

LONG_SLACK: Final = 1 << 13
"""Sets of sums longer than this take so long that the clock is looked at in between."""

MOST_BEGUN_WITH: Final = 3
"""So few terms are looked at together to find sums without gaps."""

MAX_SLACK: Final = 1 << 20
"""Sets of sums larger than this are not computed; bounds have to do until they are smaller."""


class LinearAtMost(Propagator):
    """coefficients · variables <= constant; bounds are all there is to it."""

    def __init__(self, variables: list[Variable], coefficients: list[int], constant: int) -> None:
        super().__init__(variables, ON_BOUNDS, False)
        self.coefficients = coefficients
        self.constant = constant

    def propagate(self, engine: Engine) -> int:
        slack = self.constant
        greatest = 0
        for variable, coefficient in zip(self.variables, self.coefficients):
            if coefficient > 0:
                slack -= coefficient * variable.least()
                greatest += coefficient * variable.most()
            else:
                slack -= coefficient * variable.most()
                greatest += coefficient * variable.least()
        if slack < 0:
            return FAILED
        if greatest <= self.constant:
            return ENTAILED
        # No term's least value changes here, so one pass over the terms is enough.
        greatest = 0
        for variable, coefficient in zip(self.variables, self.coefficients):
            if not narrow_term(engine, variable, coefficient, slack):
                return FAILED
            greatest += coefficient * (variable.most() if coefficient > 0 else variable.least())
        return ENTAILED if greatest <= self.constant else RAN


def narrow_term(engine: Engine, variable: Variable, coefficient: int, slack: int) -> bool:
    """Allow a term at most `slack` above its least value; false if that leaves nothing."""
    if coefficient > 0:
        most = variable.least() + slack // coefficient
        return engine.narrow(variable, variable.at_most(most))
    least = variable.most() - slack // -coefficient
    return engine.narrow(variable, variable.at_least(least))


class LinearUnequal(Propagator):
    """coefficients · variables != constant."""

    def __init__(self, variables: list[Variable], coefficients: list[int], constant: int) -> None:
        super().__init__(variables, ON_FIX, False)
        self.coefficients = coefficients
        self.constant = constant

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


class LinearEqual(Propagator):
    """coefficients · variables == constant, by bounds."""

    def __init__(
        self, variables: list[Variable], coefficients: list[int], constant: int, wake: int
    ) -> None:
        super().__init__(variables, wake, False)
        self.coefficients = coefficients
        self.constant = constant

    def propagate(self, engine: Engine) -> int:
        return self.propagate_bounds(engine)

    def propagate_bounds(self, engine: Engine) -> int:
        """Cut every term to what the ranges of the others leave until nothing changes."""
        variables = self.variables
        coefficients = self.coefficients
        while True:
            slack, play = self._slack_and_play()
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
                if coefficient > 0:
                    low = most - excess // coefficient
                    high = least + slack // coefficient
                else:
                    low = most - slack // -coefficient
                    high = least + excess // -coefficient
                if low > least and not engine.narrow(variable, variable.at_least(low)):
                    return FAILED
                if high < most and not engine.narrow(variable, variable.at_most(high)):
                    return FAILED
            if engine.prunings == before:
                return RAN

    def _slack_and_play(self) -> tuple[int, int]:
        """What the terms' steps have to add up to, and what they add up to at the most."""
        slack = self.constant
        play = 0
        for index, variable in enumerate(self.variables):
            coefficient = self.coefficients[index]
            least = variable.least()
            most = variable.most()
            if coefficient > 0:
                slack -= coefficient * least
                play += coefficient * (most - least)
            else:
                slack -= coefficient * most
                play -= coefficient * (most - least)
        return slack, play


class LinearEqualDomain(LinearEqual):
    """coefficients · variables == constant, domain consistent."""

    def __init__(self, variables: list[Variable], coefficients: list[int], constant: int) -> None:
        super().__init__(variables, coefficients, constant, ON_CHANGE)

    def propagate(self, engine: Engine) -> int:
        slack, play = self._slack_and_play()
        if play > SMALL_PLAY:
            # Cut the ranges first: what is cheap there would be slow with long sets of sums.
            answer = self.propagate_bounds(engine)
            if answer != RAN:
                return answer
            slack, play = self._slack_and_play()
            if slack > MAX_SLACK:
                return RAN
        if slack < 0 or slack > play:
            return FAILED
        terms: list[int] = []
        for index, variable in enumerate(self.variables):
            if not single(variable.bits):
                terms.append(index)
        if not terms:
            return ENTAILED
        if len(terms) == 1:
            return self._decide_last(engine, terms[0], slack)
        steps = [self._steps(index) for index in terms]
        if play > SMALL_PLAY and nothing_to_filter(engine, steps, slack, play):
            return RAN
        kept = filter_from_nearer_end(engine, steps, slack, play)
        if not kept:
            return FAILED
        open_count = 0
        for place, index in enumerate(terms):
            if kept[place] != steps[place]:
                self._keep_steps(engine, index, kept[place])
            if not single(kept[place]):
                open_count += 1
        return ENTAILED if open_count == 0 else RAN

    def _decide_last(self, engine: Engine, index: int, slack: int) -> int:
        """One term is open: its step is the slack."""
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
        if coefficient == 1 and not variable.values:
            return variable.bits >> (variable.least() - variable.offset)
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
        """Let a term keep only these of its steps."""
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


def nothing_to_filter(engine: Engine, steps: list[int], slack: int, play: int) -> bool:
    """Whether it is easy to see that each step of each term is part of some way to add up to
    `slack`; all steps add up to `play` at the most.

    Sums without gaps have none either when a term is added whose own gaps are not larger than
    there are sums. So we begin with a few terms, and see whether the sums of all terms but one go
    far enough for every step of that one. That says nothing of those that we began with, so we
    begin once more with others.
    """
    dense = 0
    for own in steps:
        if size(own) * 3 > own.bit_length():
            dense += 1
    if dense < 2:
        return False
    gaps = [largest_gap(own) for own in steps]
    by_gap = ordered(gaps)
    if gaps[by_gap[1]] > 1:
        # Sums of several terms take a while, and are full of gaps where they begin and end.
        largest = max([highest(own) for own in steps])
        if 2 * largest > min(slack, play - slack):
            return False
    one = SumsWithoutGaps(engine, steps, gaps, by_gap)
    rest = [index for index in by_gap if index not in one.terms]
    if not rest or not one.go_far_enough(steps, gaps, by_gap, slack):
        return False
    other = SumsWithoutGaps(engine, steps, gaps, rest)
    return other.go_far_enough(steps, gaps, by_gap, slack)


class SumsWithoutGaps:
    """Sums of a few terms: there are `count` of them from `first` on without a gap."""

    def __init__(
        self, engine: Engine, steps: list[int], gaps: list[int], candidates: list[int]
    ) -> None:
        self.terms = [candidates[0]]
        reached = steps[candidates[0]]
        self.first, self.count = longest_run(reached)
        for index in candidates[1:MOST_BEGUN_WITH]:
            if self.count >= gaps[index]:
                break
            self.terms.append(index)
            everything = (1 << (highest(reached) + highest(steps[index]) + 1)) - 1
            reached = _sums(engine, reached, steps[index], everything)
            self.first, self.count = longest_run(reached)

    def go_far_enough(
        self, steps: list[int], gaps: list[int], by_gap: list[int], slack: int
    ) -> bool:
        """Whether, with all other terms but one added, they complete every step of that one."""
        more = 0
        largest = 0
        for index in by_gap:
            if index in self.terms:
                continue
            # The one that is not added may be any of those before.
            if gaps[index] > self.count + more - largest:
                return False
            more += highest(steps[index])
            largest = max(largest, highest(steps[index]))
        last = self.first + self.count - 1 + more - largest
        return self.first + largest <= slack <= last


def filter_from_nearer_end(engine: Engine, steps: list[int], slack: int, play: int) -> list[int]:
    """The same as `filter_steps`, counted down from the largest steps if sets are shorter then."""
    if play <= SMALL_PLAY or slack <= play - slack:
        return filter_steps(engine, steps, slack)
    turned = [mirrored(own, highest(own)) for own in steps]
    kept = filter_steps(engine, turned, play - slack)
    return [mirrored(own, highest(steps[place])) for place, own in enumerate(kept)]


def filter_steps(engine: Engine, steps: list[int], slack: int) -> list[int]:
    """Of each term's set of steps those that are part of some way to add up to `slack`; an
    empty list if there is no way.

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
    """The steps that lead from a sum in `before` to one that is wanted, and where they start."""
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
    """Those candidates to which one of each of the other sets can be added to give the slack."""
    return mirrored(_sums(engine, one, other, mirrored(candidates, slack)), slack)


def _sums(engine: Engine, left: int, right: int, within: int) -> int:
    """The same as `sums`; long sets block by block, with as many ticks as there are shifts."""
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
