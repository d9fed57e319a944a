"""What several rules that share cells allow jointly.

Vocabulary:
  block  rules that one looks at together
  hinge  a cell that several rules of a block share

A person goes through the ways to fill the hinges, and sees what is left of all rules in each: a
value that no way leaves is ruled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf, log2

from quincunx.cp.kernel.domain import positions, single
from quincunx.reasoning.candidates import Candidates, Change, Rule

MAX_WAYS = 128
"""Blocks with more ways to fill their hinges are beyond what a person would go through."""


class Block:
    """Some rules, the cells that several of them share, and the scope of all."""

    def __init__(self, candidates: Candidates, rules: Sequence[Rule]) -> None:
        self.candidates = candidates
        self.rules = tuple(rules)
        count = Counter(index for rule in rules for index in rule.scope)
        self.scope = tuple(count)
        self.hinges = tuple(index for index, rules_there in count.items() if rules_there > 1)

    @property
    def ways(self) -> int:
        """How many ways there are to fill the hinges."""
        ways = 1
        for index in self.hinges:
            ways *= self.candidates.variables[index].bits.bit_count()
        return ways

    def weigh(self) -> float:
        """What it takes to go through the ways; beyond everything where nobody would. Where one
        hinge alone is open, each rule says as much alone as all do together."""
        open_ones = sum(map(self.candidates.open, self.hinges))
        ways = self.ways
        return log2(ways) if open_ones > 1 and ways <= MAX_WAYS else inf

    def deduce(self) -> tuple[Change, ...] | None:
        """What the rules say together; None is a contradiction."""
        engine = self.candidates.engine
        possible = {index: self.candidates.variables[index].bits for index in self.scope}
        left = dict.fromkeys(self.scope, 0)
        mark = engine.mark()
        try:
            self._explore(left, possible)
        finally:
            engine.undo(*mark)
        changes = tuple(
            Change(index, possible[index], left[index])
            for index in self.scope
            if left[index] != possible[index]
        )
        return None if any(change.after == 0 for change in changes) else changes

    def _explore(self, left: dict[int, int], possible: dict[int, int]) -> None:
        """Fill one more hinge in every way."""
        variables = self.candidates.variables
        if not self._consistent():
            return
        if all(variables[index].bits & ~there == 0 for index, there in left.items()):
            return
        open_ones = [index for index in self.hinges if not single(variables[index].bits)]
        if not open_ones:
            # Nothing connects the rules any more, so what each leaves by itself is possible.
            for index in left:
                left[index] |= variables[index].bits
            return
        chosen = variables[min(open_ones, key=lambda index: variables[index].bits.bit_count())]
        engine = self.candidates.engine
        for position in positions(chosen.bits):
            mark = engine.mark()
            engine.narrow(chosen, 1 << position)
            self._explore(left, possible)
            engine.undo(*mark)
            if left == possible:
                return

    def _consistent(self) -> bool:
        """Let all rules say what they can, in turn, until none says more."""
        engine = self.candidates.engine
        before = -1
        while before != engine.prunings:
            before = engine.prunings
            for rule in self.rules:
                if not self.candidates.run(rule.strong):
                    return False
        return True


def blocks_of(candidates: Candidates, declared: Sequence[Sequence[Rule]] = ()) -> list[Block]:
    """Pairs of rules that share two cells or more, and what the family looks at together."""
    pairs: list[tuple[Rule, Rule]] = []
    for rule in candidates.rules:
        shared: Counter[int] = Counter()
        for variable in rule.scope:
            shared.update(other for other in candidates.rules_of[variable] if other < rule.index)
        pairs += [
            (candidates.rules[other], rule) for other, cells in sorted(shared.items()) if cells > 1
        ]
    return [Block(candidates, rules) for rules in (*pairs, *declared)]
