"""A checker for VeriPB proofs that use the rules `pol` and `rup`.

It reads formula and proof as text, and shares nothing but the format with the code that wrote
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from quincunx.cp.limits import poll

Terms: TypeAlias = dict[int, int]
"""Positive weights by literals; minus a literal is its negation."""
HEADER, FOOTER = "pseudo-Boolean proof version 3.0", "end pseudo-Boolean proof ;"


class Wrong(Exception):
    """The proof is wrong."""


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
            constraints.add(*constraints.read(line.split()))
    given = len(constraints.all)
    lines = proof.splitlines()
    try:
        if lines[:2] != [HEADER, f"f {given} ;"]:
            raise Wrong(f"expected {HEADER!r} and {given} rows")
        for number, line in enumerate(lines[2:-3], start=3):
            poll()
            _follow(constraints, line.split(), number)
        last = len(constraints.all)
        if lines[-3:] != ["output NONE ;", f"conclusion UNSAT : {last} ;", FOOTER]:
            raise Wrong(f"line {len(lines) - 1}: expected the conclusion that row {last} is false")
        terms, least = constraints.all[-1]
        if sum(terms.values()) >= least:
            raise Wrong(f"line {len(lines) - 1}: row {last} can be true")
    except (ValueError, IndexError):
        raise Wrong("not a proof of this form") from None
    return last - given


def _follow(constraints: Constraints, words: Sequence[str], number: int) -> None:
    if words[0] == "pol":
        constraints.add(*constraints.computed(words[1:-1]))
    elif words[0] == "rup":
        terms, least = constraints.read(words[1:])
        if not constraints.follows(terms, least):
            raise Wrong(f"line {number}: the row does not follow by propagation")
        constraints.add(terms, least)
    else:
        raise Wrong(f"line {number}: {words[0]!r}, expected pol or rup")


class Constraints:
    """Constraints that hold, and the literals that are true because of them."""

    def __init__(self) -> None:
        self.all: list[tuple[Terms, int]] = []
        self._slacks: list[int] = []
        self._heaviest: list[int] = []
        self._holders: dict[int, list[tuple[int, int]]] = {}
        self._true: dict[int, None] = {}
        """The literals that are true, in order of propagation."""
        self._numbers: dict[str, int] = {}
        self.possible = True

    def read(self, words: Sequence[str]) -> tuple[Terms, int]:
        """Return a constraint such as `2 x 1 ~y >= 2 ;`."""
        *pairs, relation, least, end = words
        if relation != ">=" or end != ";" or len(pairs) % 2:
            raise ValueError(words)
        terms: Terms = {}
        for weight, name in zip(pairs[::2], pairs[1::2], strict=True):
            number = self._numbers.setdefault(name.lstrip("~"), len(self._numbers) + 1)
            literal = -number if name.startswith("~") else number
            if int(weight) < 1 or literal in terms or -literal in terms:
                raise ValueError(words)
            terms[literal] = int(weight)
        return terms, int(least)

    def computed(self, words: Sequence[str]) -> tuple[Terms, int]:
        """Return a combination of constraints: `3 4 2 * +` is number 3 plus twice number 4."""
        stack: list[tuple[Terms, int] | int] = []
        for word in words:
            if word == "*":
                factor, (terms, least) = stack.pop(), self._operand(stack.pop())
                if not isinstance(factor, int) or factor < 1:
                    raise ValueError(words)
                stack.append(
                    ({lit: factor * weight for lit, weight in terms.items()}, factor * least)
                )
            elif word == "+":
                stack.append(_added(self._operand(stack.pop()), self._operand(stack.pop())))
            else:
                stack.append(int(word))
        (result,) = stack
        return self._operand(result)

    def _operand(self, operand: tuple[Terms, int] | int) -> tuple[Terms, int]:
        if not isinstance(operand, int):
            return operand
        if not 1 <= operand <= len(self.all):
            raise ValueError(operand)
        return self.all[operand - 1]

    def add(self, terms: Terms, least: int) -> None:
        """Add a constraint that holds."""
        place = len(self.all)
        self.all.append((terms, least))
        slack = sum(w for literal, w in terms.items() if -literal not in self._true) - least
        self._slacks.append(slack)
        self._heaviest.append(max(terms.values(), default=0))
        for literal, weight in terms.items():
            self._holders.setdefault(-literal, []).append((place, weight))
        if self.possible:
            self.possible = self._propagated([place])

    def follows(self, terms: Terms, least: int) -> bool:
        """Return whether propagation shows a clause, by reverse unit propagation (RUP)."""
        if not self.possible:
            return True
        if least != 1 or set(terms.values()) - {1}:
            raise ValueError("only clauses are supported")
        before = len(self._true)
        try:
            waiting: list[int] = []
            for literal in terms:
                if literal in self._true:
                    return True
                waiting += self._set(-literal)
            return not self._propagated(waiting)
        finally:
            self._undo(before)

    def _set(self, literal: int) -> list[int]:
        """Make a literal true; return the constraints that may propagate now."""
        affected: list[int] = []
        if literal not in self._true:
            self._true[literal] = None
            slacks, heaviest = self._slacks, self._heaviest
            for place, weight in self._holders.get(literal, ()):
                slacks[place] -= weight
                if slacks[place] < heaviest[place]:
                    affected.append(place)
        return affected

    def _undo(self, length: int) -> None:
        while len(self._true) > length:
            literal, _ = self._true.popitem()
            for place, weight in self._holders.get(literal, ()):
                self._slacks[place] += weight

    def _propagated(self, waiting: list[int]) -> bool:
        """Propagate to a fixpoint; return false if a constraint is violated."""
        waiting = list(dict.fromkeys(waiting))
        while waiting:
            place = waiting.pop()
            slack = self._slacks[place]
            if slack < 0:
                return False
            for literal, weight in self.all[place][0].items():
                if weight > slack and literal not in self._true and -literal not in self._true:
                    waiting += self._set(literal)
        return True


def _added(one: tuple[Terms, int], other: tuple[Terms, int]) -> tuple[Terms, int]:
    """The sum of two constraints; a literal and its negation cancel out."""
    terms = dict(one[0])
    least = one[1] + other[1]
    for literal, weight in other[0].items():
        against = terms.pop(-literal, 0)
        least -= min(weight, against)
        rest = weight - against
        if rest > 0:
            terms[literal] = terms.get(literal, 0) + rest
        elif rest < 0:
            terms[-literal] = -rest
    return terms, least
