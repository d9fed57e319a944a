"""What two rules that share cells allow jointly.

Where two rules share one open variable, each alone says as much as both together. With two or
more shared ones a person goes through the ways to fill those, and sees what is left of both rules
in each: a value that no way leaves is ruled out.
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.kernel.domain import positions, single
from quincunx.reasoning.candidates import Candidates, Change, Rule
from quincunx.reasoning.ladder import Agenda, Move

MAX_WAYS = 64
"""Rules that can share their cells in more ways are beyond what a person would go through."""


class TwoTogether:
    """Looks at pairs of rules that share two open variables or more."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._pairs: list[tuple[Rule, Rule, Sequence[int]]] = []
        self._pairs_of: list[list[int]] = [[] for _ in candidates.variables]
        for rule in candidates.rules:
            shared: dict[int, list[int]] = {}
            for variable in rule.scope:
                for other in candidates.rules_of[variable]:
                    if other < rule.index:
                        shared.setdefault(other, []).append(variable)
            for other in sorted(shared):
                if len(shared[other]) > 1:
                    self._add(candidates.rules[other], rule, shared[other])
        self._agenda = Agenda(len(self._pairs))

    def _add(self, one: Rule, other: Rule, shared: Sequence[int]) -> None:
        for variable in {*one.scope, *other.scope}:
            self._pairs_of[variable].append(len(self._pairs))
        self._pairs.append((one, other, shared))

    def changed(self, variable: int) -> None:
        for pair in self._pairs_of[variable]:
            self._agenda.add(pair)

    def find(self) -> Move | None:
        for pair in self._agenda:
            one, other, shared = self._pairs[pair]
            if sum(map(self.candidates.open, shared)) > 1:
                ways = _Ways(self.candidates, one, other)
                changes = ways.changes()
                if changes is None or changes:
                    return Move((one, other), changes or (), ways.seen)
        return None


class _TooManyWays(Exception):
    """A person would not go through so many."""


def jointly(candidates: Candidates, one: Rule, other: Rule) -> tuple[Change, ...] | None:
    """What two rules together say about their variables; None is a contradiction.

    Where there are too many ways to fill what they share, nothing is said.
    """
    return _Ways(candidates, one, other).changes()


class _Ways:
    """The ways to fill the cells that two rules share, and what is left of both rules in them."""

    def __init__(self, candidates: Candidates, one: Rule, other: Rule) -> None:
        self.candidates = candidates
        self.rules = (one, other)
        self.shared = [index for index in one.scope if index in other.scope]
        self.left = dict.fromkeys((*one.scope, *other.scope), 0)
        self.possible = {index: candidates.variables[index].bits for index in self.left}
        self.seen = 0

    def changes(self) -> tuple[Change, ...] | None:
        """What no way leaves is ruled out; see `jointly`."""
        engine = self.candidates.engine
        mark = engine.mark()
        try:
            self._explore()
        except _TooManyWays:
            return ()
        finally:
            engine.undo(*mark)
        changes = tuple(
            Change(index, self.possible[index], left)
            for index, left in self.left.items()
            if left != self.possible[index]
        )
        return None if any(change.after == 0 for change in changes) else changes

    def _explore(self) -> None:
        """Fill one more shared cell in every way."""
        if self.seen > MAX_WAYS:
            raise _TooManyWays
        self.seen += 1
        if not self._consistent() or self._nothing_new():
            return
        variables = self.candidates.variables
        open_ones = [index for index in self.shared if not single(variables[index].bits)]
        if not open_ones:
            # Nothing connects the rules any more, so what each leaves by itself is possible.
            for index in self.left:
                self.left[index] |= variables[index].bits
            return
        chosen = variables[min(open_ones, key=lambda index: variables[index].bits.bit_count())]
        engine = self.candidates.engine
        for position in positions(chosen.bits):
            mark = engine.mark()
            engine.narrow(chosen, 1 << position)
            self._explore()
            engine.undo(*mark)
            if self.left == self.possible:
                return

    def _consistent(self) -> bool:
        """Let both rules say what they can, in turn, until neither says more."""
        engine = self.candidates.engine
        quiet = 0
        turn = 0
        while quiet < 2:
            prunings = engine.prunings
            if not self.candidates.run(self.rules[turn].strong):
                return False
            quiet = quiet + 1 if engine.prunings == prunings else 1
            turn = 1 - turn
        return True

    def _nothing_new(self) -> bool:
        """Whether all that could be left here is known to be possible already."""
        variables = self.candidates.variables
        return all(variables[index].bits & ~left == 0 for index, left in self.left.items())
