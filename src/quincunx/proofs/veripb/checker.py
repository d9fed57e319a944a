"""A checker for VeriPB proofs that use the rules `pol` and `rup`.

It reads formula and proof as text, and shares nothing but the format with the code that wrote
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quincunx.cp.limits import poll

HEADER, FOOTER = "pseudo-Boolean proof version 3.0", "end pseudo-Boolean proof ;"


class Wrong(Exception):
    """The proof is wrong."""


class WeightedSum(NamedTuple):
    """A constraint: the true literals weigh at least `least`. Minus a literal is its negation."""

    weights: dict[int, int]
    least: int

    def times(self, factor: int) -> WeightedSum:
        """Return a positive multiple."""
        if factor < 1:
            raise ValueError(factor)
        scaled = {literal: factor * weight for literal, weight in self.weights.items()}
        return WeightedSum(scaled, factor * self.least)

    def plus(self, other: WeightedSum) -> WeightedSum:
        """Return the sum of two constraints; a literal and its negation cancel out."""
        weights, least = dict(self.weights), self.least + other.least
        for literal, weight in other.weights.items():
            opposite = weights.pop(-literal, 0)
            least -= min(weight, opposite)
            if weight > opposite:
                weights[literal] = weights.get(literal, 0) + weight - opposite
            elif weight < opposite:
                weights[-literal] = opposite - weight
        return WeightedSum(weights, least)


def checked(formula: str, proof: str) -> int:
    """Return the number of steps of a proof that a formula is unsatisfiable.

    Raises:
        Wrong: A step does not follow; the message names its line.

    >>> formula = "1 x 1 y >= 1 ;\\n1 ~x >= 1 ;\\n1 ~y >= 1 ;\\n"
    >>> start, end = f"{HEADER}\\nf 3 ;\\n", f"output NONE ;\\nconclusion UNSAT : 4 ;\\n{FOOTER}\\n"
    >>> checked(formula, f"{start}rup >= 1 ;\\n{end}")
    1
    >>> checked(formula, f"{start}pol 1 2 + ;\\n{end}")
    Traceback (most recent call last):
    quincunx.proofs.veripb.checker.Wrong: line 5: row 4 can be true
    """
    constraints = Constraints()
    for line in formula.splitlines():
        if not line.startswith("*"):
            constraints.add(constraints.read(line.split()))
    given = len(constraints.all)
    lines = proof.splitlines()
    try:
        if lines[:2] != [HEADER, f"f {given} ;"]:
            raise Wrong(f"expected {HEADER!r} and {given} rows")
        for number, line in enumerate(lines[2:-3], start=3):
            poll()
            rule, *words = line.split()
            if rule == "pol":
                step = constraints.combined(words[:-1])
            elif rule == "rup":
                step = constraints.read(words)
                if not constraints.imply(step):
                    raise Wrong(f"line {number}: the row does not follow by propagation")
            else:
                raise Wrong(f"line {number}: {rule!r}, expected pol or rup")
            constraints.add(step)
        last = len(constraints.all)
        if lines[-3:] != ["output NONE ;", f"conclusion UNSAT : {last} ;", FOOTER]:
            raise Wrong(f"line {len(lines) - 1}: expected the conclusion that row {last} is false")
        if sum(constraints.all[-1].weights.values()) >= constraints.all[-1].least:
            raise Wrong(f"line {len(lines) - 1}: row {last} can be true")
    except (ValueError, IndexError):
        raise Wrong("not a proof of this form") from None
    return last - given


class Constraints:
    """Constraints that hold, and the literals that are true because of them."""

    def __init__(self) -> None:
        self.all: list[WeightedSum] = []
        self._slacks: list[int] = []
        self._heaviest: list[int] = []
        self._weights_of: dict[int, list[tuple[int, int]]] = {}
        """The constraints whose slack a literal reduces, each with its weight there."""
        self._true: dict[int, None] = {}
        """The literals that are true, in order of propagation."""
        self._numbers: dict[str, int] = {}
        self._consistent = True

    def read(self, words: Sequence[str]) -> WeightedSum:
        """Return a constraint such as `2 x 1 ~y >= 2 ;`."""
        *pairs, relation, least, end = words
        if relation != ">=" or end != ";" or len(pairs) % 2:
            raise ValueError(words)
        weights: dict[int, int] = {}
        for weight, name in zip(pairs[::2], pairs[1::2], strict=True):
            number = self._numbers.setdefault(name.lstrip("~"), len(self._numbers) + 1)
            literal = -number if name.startswith("~") else number
            if int(weight) < 1 or literal in weights or -literal in weights:
                raise ValueError(words)
            weights[literal] = int(weight)
        return WeightedSum(weights, int(least))

    def combined(self, words: Sequence[str]) -> WeightedSum:
        """Return a combination of constraints: `3 4 2 * +` is number 3 plus twice number 4."""
        stack: list[WeightedSum | int] = []
        for word in words:
            if word == "*":
                factor, operand = stack.pop(), self._operand(stack.pop())
                if not isinstance(factor, int):
                    raise ValueError(words)
                stack.append(operand.times(factor))
            elif word == "+":
                stack.append(self._operand(stack.pop()).plus(self._operand(stack.pop())))
            else:
                stack.append(int(word))
        (result,) = stack
        return self._operand(result)

    def _operand(self, operand: WeightedSum | int) -> WeightedSum:
        if isinstance(operand, int):
            if operand < 1:
                raise ValueError(operand)
            return self.all[operand - 1]
        return operand

    def add(self, constraint: WeightedSum) -> None:
        """Add a constraint that holds."""
        place = len(self.all)
        weights = constraint.weights
        self.all.append(constraint)
        possible = sum(weight for literal, weight in weights.items() if -literal not in self._true)
        self._slacks.append(possible - constraint.least)
        self._heaviest.append(max(weights.values(), default=0))
        for literal, weight in weights.items():
            self._weights_of.setdefault(-literal, []).append((place, weight))
        self._consistent = self._consistent and self._propagate([place])

    def imply(self, clause: WeightedSum) -> bool:
        """Return whether a clause follows by reverse unit propagation (RUP)."""
        if not self._consistent:
            return True
        if clause.least != 1 or set(clause.weights.values()) - {1}:
            raise ValueError("only clauses are supported")
        before = len(self._true)
        try:
            waiting: list[int] = []
            for literal in clause.weights:
                if literal in self._true:
                    return True
                waiting += self._set(-literal)
            return not self._propagate(waiting)
        finally:
            while len(self._true) > before:
                literal, _ = self._true.popitem()
                for place, weight in self._weights_of.get(literal, ()):
                    self._slacks[place] += weight

    def _set(self, literal: int) -> list[int]:
        """Make a literal true; return the constraints that may propagate now."""
        if literal in self._true:
            return []
        self._true[literal] = None
        slacks, heaviest = self._slacks, self._heaviest
        affected = self._weights_of.get(literal, ())
        for place, weight in affected:
            slacks[place] -= weight
        return [place for place, _ in affected if slacks[place] < heaviest[place]]

    def _propagate(self, waiting: list[int]) -> bool:
        """Propagate to a fixpoint; return false if a constraint is violated."""
        waiting = list(dict.fromkeys(waiting))
        while waiting:
            place = waiting.pop()
            slack = self._slacks[place]
            if slack < 0:
                return False
            for literal, weight in self.all[place].weights.items():
                if weight > slack and literal not in self._true and -literal not in self._true:
                    waiting += self._set(literal)
        return True
