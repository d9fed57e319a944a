"""Trying a value: what if it were so? And, where no short chain refutes it, searching.

Vocabulary:
  assumption  a variable and one of its values, as a bit
  chain       what single rules say one after the other, from an assumption to a contradiction
"""

from __future__ import annotations

from typing import TypeAlias

from quincunx.kernel.domain import positions, single
from quincunx.kernel.search import Search
from quincunx.labeling import parse_labeling
from quincunx.limits import Stopped
from quincunx.reasoning.candidates import Bits, Candidates, Change, Rule
from quincunx.reasoning.ladder import Link, Move
from quincunx.reasoning.minimal_facts import needed, seen_by_bounds

Assumption: TypeAlias = tuple[int, int]

MAX_CHAIN = 12
"""Longer chains are beyond what a person follows."""


class WhatIf:
    """Assumptions that single rules, one after the other, lead to a contradiction.

    All are tried in one go, and those with the shortest chains are used first. One that fails
    goes on failing when more is known, so the others are used before any are tried anew.
    """

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._refuted: list[tuple[Assumption, tuple[Link, ...]]] = []

    def changed(self, variable: int) -> None:
        """Nothing to do: what is refuted stays so."""

    def find(self) -> Move | None:
        return self._use() or (self._use() if self._try_all() else None)

    def _use(self) -> Move | None:
        """The first move from an assumption known to fail whose variable is still open."""
        while self._refuted:
            (variable, bit), chain = self._refuted.pop(0)
            bits = self.candidates.variables[variable].bits
            if bits & bit and not single(bits):
                rules = tuple(link.rule for link in chain)
                return Move(rules, (Change(variable, bits, bits & ~bit),), len(chain), chain)
        return None

    def _try_all(self) -> bool:
        """Try every value of every open variable; whether one was refuted."""
        for variable in self.candidates.variables:
            if not single(variable.bits):
                for position in positions(variable.bits):
                    assumption = (variable.index, 1 << position)
                    if fails(self.candidates, *assumption):
                        chain = refutation(self.candidates, *assumption)
                        if len(chain) <= MAX_CHAIN:
                            self._refuted.append((assumption, chain))
        self._refuted.sort(key=lambda refuted: len(refuted[1]))
        return bool(self._refuted)


def fails(candidates: Candidates, variable: int, bit: int) -> bool:
    """Whether all rules together, looked at one by one, refute an assumption."""
    engine = candidates.engine
    mark = engine.mark()
    engine.narrow(candidates.variables[variable], bit)
    consistent = engine.propagate()
    engine.undo(*mark)
    return not consistent


def refutation(candidates: Candidates, variable: int, bit: int) -> tuple[Link, ...]:
    """The chain from an assumption that fails to its contradiction.

    Links that turn out to be unnecessary are dropped.
    """
    chain: list[Link] = []
    wanted: set[int] = set()
    for rule, bits, changes in reversed(_consequences(candidates, variable, bit)):
        used = tuple(change for change in changes if change.variable in wanted)
        if used or not changes:
            by_bounds = seen_by_bounds(candidates, rule, bits, used)
            needs = needed(candidates, (rule,), by_bounds, bits, used)
            wanted.update(*(candidates.kin[index] for index in needs))
            chain.append(Link(rule, by_bounds, bits, needs, used))
    return tuple(reversed(chain))


def _consequences(
    candidates: Candidates, variable: int, bit: int
) -> list[tuple[Rule, Bits, tuple[Change, ...]]]:
    """What follows from an assumption, rule by rule, up to the one that is contradicted.

    With each rule comes what was known of its variables before, and what it changed. Those that
    follow at once come before those that build on them.
    """
    engine = candidates.engine
    mark = engine.mark()
    engine.narrow(candidates.variables[variable], bit)
    for echo in candidates.echoes([variable]):
        engine.narrow(candidates.variables[echo.variable], echo.after)
    engine.forget_waiting()
    made: list[tuple[Rule, Bits, tuple[Change, ...]]] = []
    waiting = sorted(
        {rule for kin in candidates.kin[variable] for rule in candidates.rules_of[kin]}
    )
    try:
        while waiting:
            woken: set[int] = set()
            for index in waiting:
                rule = candidates.rules[index]
                changes = candidates.deduce(rule.strong)
                if changes is None or changes:
                    made.append((rule, candidates.scope_bits((rule,)), changes or ()))
                if changes is None:
                    return made
                for change in changes:
                    engine.narrow(candidates.variables[change.variable], change.after)
                for change in (*changes, *candidates.echoes([c.variable for c in changes])):
                    engine.narrow(candidates.variables[change.variable], change.after)
                    woken.update(candidates.rules_of[change.variable])
            engine.forget_waiting()
            waiting = sorted(woken)
    finally:
        engine.undo(*mark)
    raise AssertionError("what has failed does not fail when it is looked at again")


class Searching:
    """Honest backtracking: a value is tried, and everything that could follow is searched."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates
        self._labeling = parse_labeling(("dom_wdeg",))

    def changed(self, variable: int) -> None:
        """Nothing to do: every search starts anew."""

    def find(self) -> Move | None:
        variables = [v for v in self.candidates.variables if not single(v.bits)]
        for variable in sorted(variables, key=lambda v: v.bits.bit_count()):
            for position in positions(variable.bits):
                nodes = self._searched(variable.index, 1 << position)
                if nodes:
                    after = variable.bits & ~(1 << position)
                    change = Change(variable.index, variable.bits, after)
                    return Move((), (change,), nodes)
        return None

    def _searched(self, variable: int, bit: int) -> int:
        """How many positions were searched in vain; 0 if there was a solution."""
        engine = self.candidates.engine
        mark = engine.mark()
        engine.narrow(self.candidates.variables[variable], bit)
        everything = list(self.candidates.variables)
        search = Search(engine, everything, len(everything), self._labeling, None, None)
        found = search.advance()
        engine.undo(*mark)
        if search.stopped:
            raise Stopped
        return 0 if found else search.nodes
