"""What one rule says by itself: the last open cell, smallest and largest, all combinations.

A finder of this kind looks at the rules in order, and at a rule again when one of its variables
has changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.kernel.engine import Propagator
from quincunx.reasoning.candidates import Candidates, Change, Rule
from quincunx.reasoning.ladder import Agenda, Move


class Combinations:
    """No way to complete one rule uses a value."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._agenda = Agenda(len(candidates.rules))

    def changed(self, variable: int) -> None:
        for rule in self.candidates.rules_of[variable]:
            self._agenda.add(rule)

    def find(self) -> Move | None:
        for index in self._agenda:
            rule = self.candidates.rules[index]
            propagators = self.propagators(rule)
            if not propagators:
                continue
            changes = self.candidates.deduce(propagators)
            if changes is None or (changes and self.suits(changes)):
                return Move((rule,), changes or (), self._values(rule))
        return None

    def _values(self, rule: Rule) -> int:
        """How many values the open variables of a rule have in all."""
        sizes = [self.candidates.variables[index].bits.bit_count() for index in rule.scope]
        return sum(size for size in sizes if size > 1)

    def propagators(self, rule: Rule) -> Sequence[Propagator]:
        """What works a rule out; nothing if the technique does not apply to it as things are."""
        return rule.strong

    def suits(self, changes: tuple[Change, ...]) -> bool:
        """Whether this is what the technique looks for."""
        return True


class Squeeze(Combinations):
    """The smallest and largest that the others of one rule can be rule values out."""

    def propagators(self, rule: Rule) -> Sequence[Propagator]:
        return rule.squeeze


class LastOne(Combinations):
    """A rule with one open variable decides it."""

    def propagators(self, rule: Rule) -> Sequence[Propagator]:
        variables = self.candidates.variables
        open_ones = 0
        for index in rule.scope:
            bits = variables[index].bits
            if bits & (bits - 1):
                open_ones += 1
                if open_ones > 1:
                    return ()
        return rule.strong

    def suits(self, changes: tuple[Change, ...]) -> bool:
        (change,) = changes
        return self.candidates.decides(change)
