"""A standalone checker of certificates: one file that needs only the standard library.

    python verifier.py FOLDER... [--seconds SECONDS]

It trusts no file of a certificate. It reads the puzzle and the solutions in one exact form, checks
the solutions by the rules, derives from the rules the clauses that every solution satisfies, and
nothing else does, checks that the formula consists of them, and then the proof, step by step.

Terms:
  statement  the claim: "unique", "none", "several", or the number of solutions: "exactly 31"
  variable   a number from 1 on that stands for a sentence: "r1c2=18", or for a partial sum:
             "row 1, first 2: 57"; `map.json` lists the sentences
  literal    a variable, or minus a variable for its negation
  clause     a disjunction of literals; each comes from a rule, which is named
  formula    a conjunction of clauses: those of the rules, and for every solution shown that some
             cell differs from it. If it is unsatisfiable, there are no solutions but these
  step       a clause that follows from earlier ones by unit propagation: assume that its
             literals are all false; then each clause named as a hint leaves one literal, which
             must be true, and the last leaves none. The last step is the empty clause

Exit status: 0 proved, 1 refuted, 2 not a certificate, 3 a limit was reached.
"""

from __future__ import annotations

import argparse
import json
import operator
import re
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, combinations, pairwise, product, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

PUZZLE, SOLUTIONS = "puzzle.json", "solutions.json"
MAP, FORMULA, LRAT, DRAT = PROOF_FILES = ("map.json", "formula.cnf", "proof.lrat", "proof.drat")
FILES = (PUZZLE, SOLUTIONS, *PROOF_FILES)
MARKS = ".123456789ABC#"
"""Multi-Balance: empty, 1 to 12, a fulcrum."""
MAX_SECONDS = 60.0
"""Time limit if none is given."""
MAX_BYTES, MAX_JSON_BYTES, MAX_LINE_BYTES = 100_000_000, 2_000_000, 1_000_000
"""Maximum size of all files together, of a file that is read as JSON, and of a proof's line."""
MAX_KEPT = 10_000_000
"""Maximum size of what is held in memory, in units of about 40 bytes."""
MAX_DIGITS = min(4_000, sys.get_int_max_str_digits() or 4_000)
"""Maximum length of a number."""

Clause: TypeAlias = tuple[int, ...]
Answer: TypeAlias = dict[str, int]
"""A solution: the number in each cell, by the cell's name."""


class Refuted(Exception):
    """The certificate does not prove what it claims."""


class Unreadable(Exception):
    """The files are not a certificate."""


class LimitReached(Exception):
    """The certificate is too large, or checking it takes too long."""


class Budget:
    """The time and memory left; `poll` is called regularly and may raise to stop."""

    def __init__(self, seconds: float = MAX_SECONDS, poll: Callable[[], object] = int) -> None:
        self._seconds, self._deadline, self._poll = seconds, time.monotonic() + seconds, poll
        self._work = self._kept = 0

    def spend(self, work: int, kept: int = 0) -> None:
        """Count work, in units of about a microsecond, and things kept in memory."""
        self._work -= work
        self._kept += kept
        if self._kept > MAX_KEPT:
            raise LimitReached(f"more than {MAX_KEPT:,} numbers would have to be kept in memory")
        if self._work < 0:
            self._work = 10_000
            self._poll()
            if time.monotonic() > self._deadline:
                raise LimitReached(f"the time limit of {self._seconds:g} seconds was reached")


# The rules of a puzzle are of three kinds. Each kind tests numbers, and states its clauses.


@dataclass(frozen=True)
class PuzzleRule(ABC):
    """A rule about the numbers in some cells."""

    name: str
    cells: Sequence[str]

    @abstractmethod
    def holds(self, numbers: Sequence[int]) -> bool:
        """Return whether the cells may hold these numbers."""

    @abstractmethod
    def state(self, formula: CnfFormula) -> None:
        """Add the clauses that say the same."""


@dataclass(frozen=True)
class SumRule(PuzzleRule):
    """The sum of the numbers, times their nonzero weights, compared with a constant."""

    weights: Sequence[int]
    constant: int
    compare: Callable[[int, int], bool] = operator.eq

    def allows(self, total: int) -> bool:
        return self.compare(total, self.constant)

    def holds(self, numbers: Sequence[int]) -> bool:
        return self.allows(sum(map(operator.mul, self.weights, numbers)))

    def state(self, formula: CnfFormula) -> None:
        terms = zip(self.cells, self.weights, strict=True)
        parts = [
            {w * n: formula.holds(cell, n) for n in formula.numbers[cell]} for cell, w in terms
        ]
        formula.total(self.name, parts, self.allows)


class DistinctSumRule(SumRule):
    """A sum of numbers that other rules keep different, except for zeros, all of weight 1.

    It is enough to know which numbers occur: a variable says so of each.
    """

    def state(self, formula: CnfFormula) -> None:
        parts = []
        for number in sorted({n for cell in self.cells for n in formula.numbers[cell] if n}):
            held = [v for cell in self.cells if (v := formula.holds(cell, number))]
            occurs = formula.variable(f"{self.name} has {number}")
            formula.add(self.name, (-occurs, *held))
            for literal in held:
                formula.add(self.name, (-literal, occurs))
            parts.append({0: -occurs, number: occurs})
        formula.total(self.name, parts, self.allows)


@dataclass(frozen=True)
class CountsRule(PuzzleRule):
    """How many of the cells hold a number, at least and at most, for some numbers."""

    bounds: Mapping[int, tuple[int, int]]

    def holds(self, numbers: Sequence[int]) -> bool:
        times, bounds = Counter(numbers), self.bounds.items()
        return all(least <= times[n] <= most for n, (least, most) in bounds)

    def state(self, formula: CnfFormula) -> None:
        for number, (least, most) in self.bounds.items():
            formula.budget.spend(len(self.cells))
            held = [v for cell in self.cells if (v := formula.holds(cell, number))]
            if least <= 1 and not 1 < most < len(held) - 1:
                # If `least` is 0 or `most` is the number of literals, this adds no clauses.
                for some in combinations(held, len(held) + 1 - least):
                    formula.add(self.name, some)
                for some in combinations(held, most + 1):
                    formula.add(self.name, (-literal for literal in some))
            else:
                allowed = range(least, most + 1)
                formula.total(self.name, [{0: -v, 1: v} for v in held], allowed.__contains__)


@dataclass(frozen=True)
class LeadsRule(PuzzleRule):
    """The last cell holds one of the numbers to which those in the other cells lead."""

    to: Callable[..., Collection[int]]

    def holds(self, numbers: Sequence[int]) -> bool:
        *others, last = numbers
        return last in self.to(*others)

    def state(self, formula: CnfFormula) -> None:
        *others, last = self.cells
        for numbers in product(*(formula.numbers[cell] for cell in others)):
            formula.budget.spend(sum(n.bit_length() for n in numbers) ** 2 // 10)
            found = (formula.holds(last, n) for n in self.to(*numbers))
            not_held = (-v for v in map(formula.holds, others, numbers))
            formula.add(self.name, (*not_held, *filter(None, found)))


class Domain(NamedTuple):
    """The numbers that a cell may hold, and the rule that says so."""

    rule: str
    numbers: Collection[int]


class CertifiedPuzzle(NamedTuple):
    """A puzzle read from its document."""

    cells: Mapping[str, Domain]
    """The cells that can hold numbers, by name, in the order of a solution."""
    rules: Sequence[PuzzleRule]
    narrow: Callable[[Budget], Mapping[str, Collection[int]]] = lambda _: {}
    """Returns fewer numbers for some cells: no solution has others."""
    decisions: int | None = None
    """How many of the cells, from the first, distinguish solutions; all of them if `None`."""


class CnfFormula:
    """The variables and clauses of a puzzle."""

    def __init__(self, puzzle: CertifiedPuzzle, budget: Budget) -> None:
        self.budget = budget
        self.names: list[str] = []
        """The sentence of each variable, from variable 1 on."""
        self.clauses: dict[Clause, str] = {}
        """Every clause with its rule, in order."""
        self.numbers: dict[str, list[int]] = {}
        """The numbers that each cell may hold."""
        self._variables: dict[tuple[str, int], int] = {}
        self._decisions = list(puzzle.cells)[: puzzle.decisions]
        fewer = puzzle.narrow(budget)
        for name, (rule, numbers) in puzzle.cells.items():
            numbers = fewer.get(name, numbers)
            budget.spend(len(numbers), 4 * len(numbers))
            self.numbers[name] = sorted(numbers)
            named = {(name, n): self.variable(f"{name}={n}") for n in self.numbers[name]}
            self._variables |= named
            self.add(rule, named.values())
            for one, other in combinations(named.values(), 2):
                self.add(f"cell {name}", (-one, -other))
        for stated in puzzle.rules:
            stated.state(self)

    def add(self, rule: str, literals: Iterable[int]) -> None:
        clause = tuple(sorted(set(literals), key=abs))
        self.budget.spend(1 + len(clause), 4 + len(clause))
        self.clauses.setdefault(clause, rule)

    def variable(self, name: str) -> int:
        self.budget.spend(1, 4)
        self.names.append(name)
        return len(self.names)

    def holds(self, cell: str, number: int) -> int:
        """Return the variable of a number in a cell, or 0 if the cell cannot hold it."""
        return self._variables.get((cell, number), 0)

    def total(
        self, rule: str, parts: Sequence[Mapping[int, int]], allows: Callable[[int], bool]
    ) -> None:
        """Require a sum that is allowed: of each part the amount counts whose literal is true.

        A variable stands for each partial sum that can be reached and from which such a sum can be
        reached. The partial sum of one part is its literal.
        """
        useful = partial_sums(parts, allows, self.budget)
        if not parts:
            if not allows(0):
                self.add(rule, ())
            return
        before = {s: literal for s, literal in parts[0].items() if s in useful[1]}
        for s, literal in parts[0].items():
            if s not in before:
                self.add(rule, (-literal,))
        for i, part in enumerate(parts[1:], 2):
            last = i == len(parts)
            after = {
                s: 0 if last else self.variable(f"{rule}, first {i}: {s}")
                for s in sorted(useful[i])
            }
            if not last:
                self.add(rule, after.values())
            # The sum before, the amount and the sum after: two of them give the third.
            for amount, held in part.items():
                self.add(rule, (-held, *(v for s, v in before.items() if s + amount in after)))
                for s, variable in before.items():
                    if s + amount not in after:
                        self.add(rule, (-variable, -held))
                    elif not last:
                        self.add(rule, (-variable, -held, after[s + amount]))
                        self.add(rule, (variable, -held, -after[s + amount]))
            before = after

    def another(self, answer: Answer) -> Clause:
        """Return the clause that some cell differs from a solution."""
        literals = [-self.holds(cell, answer[cell]) for cell in self._decisions]
        if 0 in literals:
            raise Refuted(f"{SOLUTIONS}: a solution has a number that the rules exclude")
        return tuple(sorted(literals, key=abs))


def partial_sums(
    parts: Sequence[Collection[int]], allows: Callable[[int], bool], budget: Budget
) -> list[set[int]]:
    """Return the sums of one number of each of the first 0, 1, ... parts that numbers of the other
    parts complete to a sum that is allowed."""
    sums = [{0}]
    for part in parts:
        reached: set[int] = set()
        for n in part:
            before = len(reached)
            reached |= {s + n for s in sums[-1]}
            budget.spend(len(sums[-1]), 2 * (len(reached) - before))
        sums.append(reached)
    sums[-1] = {s for s in sums[-1] if allows(s)}
    for i in range(len(parts) - 1, -1, -1):
        useful: set[int] = set()
        for n in parts[i]:
            budget.spend(len(sums[i + 1]))
            useful |= sums[i].intersection(s - n for s in sums[i + 1])
        sums[i] = useful
    return sums


# The families: each reads its document in one exact form, and returns its cells and rules.


class Many(NamedTuple):
    """The shape of a list whose parts all have one shape."""

    shape: Any
    least: int
    most: int


def fits(data: Any, shape: Any) -> bool:
    """Return whether data has a shape: a range of whole numbers, a text, a pattern of texts, null,
    a list or an object with exactly these parts, or one of several shapes, which are a tuple.

    Neither true nor 1.0 is a whole number.
    """
    if isinstance(shape, Many):
        sized = type(data) is list and shape.least <= len(data) <= shape.most
        return sized and all(fits(part, shape.shape) for part in data)
    if isinstance(shape, tuple):
        return any(fits(data, one) for one in shape)
    if isinstance(shape, range):
        return type(data) is int and data in shape
    if isinstance(shape, re.Pattern):
        return type(data) is str and shape.fullmatch(data) is not None
    if isinstance(shape, list):
        return type(data) is list and len(data) == len(shape) and all(map(fits, data, shape))
    if isinstance(shape, dict):
        keyed = type(data) is dict and [*data] == [*shape]
        return keyed and fits([*data.values()], [*shape.values()])
    return type(data) is type(shape) and bool(data == shape)


def require(valid: bool, expected: str) -> None:
    if not valid:
        raise Unreadable(f"{PUZZLE}: no such puzzle, expected {expected}")


def given_or(name: str, given: int | None, numbers: Collection[int]) -> Domain:
    return Domain(f"cell {name}", numbers) if given is None else Domain(f"given {name}", [given])


def different(
    name: str, cells: Sequence[str], numbers: Iterable[int], least: int = 0
) -> CountsRule:
    """Return the rule that no two cells hold the same number, and each is there if `least` is 1."""
    return CountsRule(name, cells, dict.fromkeys(numbers, (least, 1)))


def c_note(target: int, grid: list[list[int]]) -> CertifiedPuzzle:
    size = len(grid)
    require(all(len(row) == size for row in grid), "a square")
    rows = [[f"r{r}c{c}" for c in range(1, size + 1)] for r in range(1, size + 1)]
    # The other numbers of a row are at least 1.
    numbers = range(1, target - size + 2)
    having = {d: {n for n in numbers if str(d) in str(n)} for d in {*chain(*grid)}}
    cells = {
        name: Domain(f"digit {name}", having[digit])
        for name, digit in zip(chain(*rows), chain(*grid), strict=True)
    }
    lines = {f"row {i}": row for i, row in enumerate(rows, 1)}
    lines |= {f"column {i}": [*column] for i, column in enumerate(zip(*rows, strict=True), 1)}
    rules = [SumRule(name, line, [1] * size, target) for name, line in lines.items()]
    return CertifiedPuzzle(cells, rules)


def aztec_math(pyramid: list[list[int | None]]) -> CertifiedPuzzle:
    digits = range(1, 10)
    names = [[f"r{r}c{c}" for c in range(1, r + 1)] for r in range(1, len(pyramid) + 1)]
    require([*map(len, pyramid)] == [*map(len, names)], "one more cell in each row")
    pairs = zip(chain(*names), chain(*pyramid), strict=True)
    cells = {name: given_or(name, given, digits) for name, given in pairs}
    rules: list[PuzzleRule] = [different(f"row {r}", row, digits) for r, row in enumerate(names, 1)]

    def results(a: int, b: int) -> list[int]:
        return [t for t in digits if t in (a + b, a - b, b - a, a * b) or b == t * a or a == t * b]

    for upper, lower in pairwise(names):
        for top, (left, right) in zip(upper, pairwise(lower), strict=True):
            rules.append(LeadsRule(top, [left, right, top], results))
    return CertifiedPuzzle(cells, rules)


def power_strike(k: int, ring: list[int | None], leading_zeros: str = "vanish") -> CertifiedPuzzle:
    size, forbid = len(ring), leading_zeros == "forbid"
    names = [f"cell {i}" for i in range(1, size + 1)]
    givens = [n for n in ring if n is not None]
    require(bool(givens), "a given number")
    longest = len(str(max(givens))) + size * len(str(k))
    require(longest <= MAX_DIGITS, f"numbers that cannot grow beyond {MAX_DIGITS} digits")

    def steps(number: int) -> set[int]:
        """Return the possible successors of a number: times k, or with a digit removed."""
        text = str(number)
        left = [text[:i] + text[i + 1 :] for i in range(len(text))]
        removed = {int(t) for t in left if t.strip("0") and not (forbid and t[0] == "0")}
        return {number * k} | removed

    def reachable(budget: Budget) -> dict[str, set[int]]:
        """Return the numbers of open cells that lie on a path of steps between givens."""
        start = next(i for i, given in enumerate(ring) if given)
        # Twice around the ring: the least number from which the next given can be reached.
        least = 2 * [n or 0 for n in ring]
        for i in range(2 * size - 2, -1, -1):
            least[i] = ring[i % size] or -(-least[i + 1] // k)
        layers: list[set[int]] = [{least[start]}]
        for i in range(start + 1, start + size + 1):
            layer: set[int] = set()
            for n in layers[-1]:
                before = len(layer)
                layer |= {f for f in steps(n) if f >= least[i % size]}
                kept = (len(layer) - before) * (2 + n.bit_length() // 300)
                budget.spend(n.bit_length() ** 2 // 10, kept)
            layers.append({n for n in layer if ring[i % size] in (None, n)})
        for i in range(size - 1, 0, -1):
            for n in [*layers[i]]:
                budget.spend(n.bit_length() ** 2 // 10)
                if layers[i + 1].isdisjoint(steps(n)):
                    layers[i].remove(n)
        return {names[i]: layers[(i - start) % size] for i in range(size) if ring[i] is None}

    numbers = range(1, 10**MAX_DIGITS)
    cells = {
        name: Domain(f"steps to {name}", numbers)
        if given is None
        else Domain(f"given {i}", [given])
        for i, (name, given) in enumerate(zip(names, ring, strict=True), 1)
    }
    rules = [
        LeadsRule(f"step {i}-{i % size + 1}", [name, names[i % size]], steps)
        for i, name in enumerate(names, 1)
    ]
    return CertifiedPuzzle(cells, rules, reachable)


def multi_balance(digits: int, board: list[str]) -> CertifiedPuzzle:
    marks = {(r, c): mark for r, row in enumerate(board, 1) for c, mark in enumerate(row, 1)}
    name = {(r, c): f"r{r}c{c}" for r, c in marks}
    fulcrums = [at for at, mark in marks.items() if mark == "#"]
    rows, columns = [r for r, _ in fulcrums], [c for _, c in fulcrums]
    known = MARKS[: digits + 1]
    require({*marks.values()} <= {*known, "#"}, f"the marks {known}#")
    require(len({len(row) for row in board}) == 1, "rows of one length")
    # A cell is empty unless its row and its column have one fulcrum each.
    can_hold = {
        (r, c): None if mark == "." else MARKS.index(mark)
        for (r, c), mark in marks.items()
        if rows.count(r) == columns.count(c) == 1 and mark != "#"
    }
    cells = {name[at]: given_or(name[at], n, range(digits + 1)) for at, n in can_hold.items()}
    rules: list[PuzzleRule] = [
        CountsRule(f"given {name[at]}", [], {0: (1, 1)})
        for at, mark in marks.items()
        if mark not in ".#" and at not in can_hold
    ]
    rules.append(different("digits", [*cells], range(1, digits + 1), least=1))
    for r, c in fulcrums:
        rule = f"fulcrum {name[r, c]}"
        by_row = {name[at]: at[1] - c for at in can_hold if at[0] == r}
        by_column = {name[at]: at[0] - r for at in can_hold if at[1] == c}
        both = [*by_row, *by_column]
        rules.append(CountsRule(rule, both, {0: (0, len(both) - 1)}))
        rules += [CountsRule(rule, pair, {0: (1, 2)}) for pair in product(by_row, by_column)]
        # A digit alone in its row or column would not balance.
        rules.append(SumRule(f"row {r}", [*by_row], [*by_row.values()], 0))
        rules.append(SumRule(f"column {c}", [*by_column], [*by_column.values()], 0))
    return CertifiedPuzzle(cells, rules)


ACROSS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
"""The offsets to the dodecagons across cells 2, 4, ..., 12."""


def sum_star(stars: list[dict[str, list[Any]]]) -> CertifiedPuzzle:
    digits, cells, rules = range(1, 10), dict[str, Domain](), list[PuzzleRule]()
    # Shared edges and black triangles, by their coordinates in the plane.
    edges: dict[tuple[int, int], list[str]] = {}
    triangles: dict[tuple[int, int], list[tuple[list[str], int | None]]] = {}
    for d, star in enumerate(stars):
        letter = chr(64 + d // 26) * (d > 25) + chr(65 + d % 26)
        names = [f"{letter}{c}" for c in range(1, 14)]
        givens = star.get("cells", [None] * 13)
        require("cells" not in star or givens != [None] * 13, "givens, if cells are listed")
        cells |= {n: given_or(n, given, range(10)) for n, given in zip(names, givens, strict=True)}
        # Nine digits, once each, leave four of the thirteen cells for X.
        rules.append(different(f"contents {letter}", names, digits, least=1))
        beside = [*pairwise([*names[:12], names[0]]), *((n, names[12]) for n in names[:12:2])]
        rules += [different(f"X of {letter}", pair, [0]) for pair in beside]
        q, r = star["at"]
        for i, number in enumerate(star["sums"]):
            (aq, ar), (bq, br) = ACROSS[i - 1], ACROSS[i]
            edges.setdefault((2 * q + bq, 2 * r + br), []).append(names[2 * i + 1])
            touching = [names[2 * i - 1 if i else 11], names[2 * i], names[2 * i + 1]]
            triangles.setdefault((3 * q + aq + bq, 3 * r + ar + br), []).append((touching, number))
    for one, *others in edges.values():
        rules += [different(f"edge {one} {other}", [one, other], [0]) for other in others]
    for squares in triangles.values():
        rule = "triangle " + " ".join(touching[1] for touching, _ in squares)
        around = [name for touching, _ in squares for name in touching]
        number, *same = {number for _, number in squares}
        require(not same, "numbers of shared triangles that agree")
        rules.append(different(rule, around, digits))
        if number is not None:
            rules.append(DistinctSumRule(rule, around, [1] * len(around), number))
    connected = [stars[0]["at"]]
    for q, r in connected:
        near = [star["at"] for star in stars if (star["at"][0] - q, star["at"][1] - r) in ACROSS]
        connected += [at for at in near if at not in connected]
    require(len(connected) == len(stars), "connected dodecagons in places of their own")
    return CertifiedPuzzle(cells, rules)


POSITIVE, DIGIT = range(1, 10**1_000), (None, range(1, 10))
RING = {"multiplier": POSITIVE, "cells": Many((None, POSITIVE), 2, 400)}
BOARD = Many(re.compile("[.#1-9ABC]{1,40}"), 1, 40)
STAR = {"at": [range(-1_000, 1_001)] * 2, "sums": [(None, range(1_000))] * 6}
STARS = Many((STAR, STAR | {"cells": [(None, range(10))] * 13}), 1, 60)
FAMILIES: dict[str, tuple[Callable[..., CertifiedPuzzle], Any]] = {
    "power-strike": (power_strike, (RING, RING | {"leading_zeros": "forbid"})),
    "c-note": (c_note, {"target": range(1, 100_001), "grid": Many(Many(range(10), 2, 30), 2, 30)}),
    "multi-balance": (multi_balance, {"digits": range(1, 13), "board": BOARD}),
    "sum-star": (sum_star, {"stars": STARS}),
    "aztec-math": (aztec_math, {"rows": Many(Many(DIGIT, 1, 9), 1, 9)}),
}
"""The families: how they read a document, and its exact form without the name of the family."""


def puzzle_of(document: Any) -> CertifiedPuzzle:
    """Return the puzzle of a document in its exact form."""
    family = document.get("family") if type(document) is dict else None
    known = type(family) is str and family in FAMILIES
    require(known, f"one of the families {', '.join(FAMILIES)}")
    (read, shape), (first, *keys) = FAMILIES[str(family)], document
    exact = first == "family" and fits({key: document[key] for key in keys}, shape)
    require(exact, f"the exact keys, types and sizes of {family}")
    return read(*(document[key] for key in keys))


def check_solution(puzzle: CertifiedPuzzle, solution: Any, budget: Budget) -> Answer:
    """Return a solution that has its exact form and is right; refute every other."""
    exact = type(solution) is dict and [*solution] == [*puzzle.cells]
    if not exact or any(type(number) is not int for number in solution.values()):
        raise Refuted(f"{SOLUTIONS}: not the exact form of a solution")
    answer: Answer = solution
    broken = [cell.rule for name, cell in puzzle.cells.items() if answer[name] not in cell.numbers]
    # The rules are about numbers that the cells can hold.
    for rule in puzzle.rules if not broken else ():
        held = [answer[cell] for cell in rule.cells]
        budget.spend(100 + sum(n.bit_length() for n in held) ** 2 // 10)
        if not rule.holds(held):
            broken.append(rule.name)
    if broken:
        raise Refuted(f"{SOLUTIONS}: a solution breaks the rule {broken[0]!r}")
    return answer


# The files.


def canonical(data: object) -> bytes:
    """Return data as JSON in the one form that is accepted."""
    return (json.dumps(data, indent=1) + "\n").encode()


def clause_line(clause: Clause) -> bytes:
    return f"{' '.join(map(str, (*clause, 0)))}\n".encode()


def formula_lines(formula: CnfFormula, others: Sequence[Clause]) -> Iterator[bytes]:
    """Return the clauses in DIMACS format, each under the name of its rule."""
    yield f"p cnf {len(formula.names)} {len(formula.clauses) + len(others)}\n".encode()
    before = ""
    for clause, rule in chain(formula.clauses.items(), ((c, "another solution") for c in others)):
        if rule != before:
            yield f"c rule: {rule}\n".encode()
        before = rule
        yield clause_line(clause)


STEP = re.compile(rb"([1-9]\d{0,8})((?: -?[1-9]\d{0,8})*) 0((?: [1-9]\d{0,8})*) 0\n")
"""A line of a proof: a number, the literals of a clause, 0, hints, 0."""


def check_proof(clauses: Iterable[Clause], proof: bytes, budget: Budget) -> list[Clause]:
    """Return the clauses of a proof's steps, if each follows and the last one is empty."""
    known = list(clauses)
    count = len(known)
    for at, line in enumerate(BytesIO(proof), 1):
        step = STEP.fullmatch(line) if len(line) <= MAX_LINE_BYTES else None
        if step is None or int(step[1]) != len(known) + 1:
            raise Refuted(f"{LRAT}: line {at} is no step with the next number")
        clause, hints = (tuple(map(int, step[i].split())) for i in (2, 3))
        budget.spend(10 + len(line), 4 + len(clause))
        if not follows(clause, hints, known, budget):
            raise Refuted(f"{LRAT}: line {at} does not follow from the clauses it names")
        known.append(clause)
    if len(known) == count or known[-1]:
        raise Refuted(f"{LRAT}: the proof does not end in the empty clause")
    return known[count:]


def follows(clause: Clause, hints: Clause, known: Sequence[Clause], budget: Budget) -> bool:
    """Return whether a clause follows by unit propagation from the known ones that hints number."""
    false = set(clause)
    for hint in hints:
        if hint > len(known):
            return False
        left = [literal for literal in known[hint - 1] if literal not in false]
        budget.spend(len(known[hint - 1]) // 10)
        if not left:
            return True
        if len(left) > 1:
            return False
        false.add(-left[0])
    return False


class Proved(NamedTuple):
    """What a certificate proves of a puzzle: a statement, and the same as a sentence."""

    document: dict[str, Any]
    statement: str
    sentence: str


SENTENCES = {
    "none": "there is no solution",
    "unique": "there is exactly one solution",
    "several": "there is more than one solution, two are shown",
}


def read_claim(files: Mapping[str, bytes], expected: Sequence[str] = ()) -> Proved:
    """Return what a certificate claims, if it has the files that are expected, or those that such
    a claim needs, and no others."""
    claim = read_json(files, PUZZLE)
    valid = type(claim) is dict and list(claim) == ["document", "statement"]
    require(valid and type(claim["statement"]) is str, "a document and a statement")
    statement = claim["statement"]
    expected = expected or (FILES[:2] if statement == "several" else FILES)
    for name in (*expected, *files):
        if name not in files or name not in expected:
            problem = "not a part of this certificate" if name in files else "no such file"
            raise Unreadable(f"{name}: {problem}, expected {', '.join(expected)}")
    number = re.fullmatch(r"exactly ([1-9][0-9]{0,599})", statement)
    require(statement in SENTENCES or number is not None, "a known statement")
    sentence = f"there are exactly {int(number[1]):,} solutions" if number else SENTENCES[statement]
    return Proved(claim["document"], statement, sentence)


def read_solutions(
    files: Mapping[str, bytes], puzzle: CertifiedPuzzle, statement: str, budget: Budget
) -> list[Answer]:
    """Return the solutions of a certificate: different, right, and as many as it claims."""
    solutions = read_json(files, SOLUTIONS)
    count = len(solutions) if type(solutions) is list else -1
    fitting = {0: ["none"], 1: ["unique"], 2: ["several", "exactly 2"]}
    if count < 0 or statement not in fitting.get(count, [f"exactly {count}"]):
        raise Refuted(f"{SOLUTIONS}: not the solutions for the statement {statement[:40]!a}")
    answers = [check_solution(puzzle, solution, budget) for solution in solutions]
    if len({tuple(answer.values())[: puzzle.decisions] for answer in answers}) < count:
        raise Refuted(f"{SOLUTIONS}: a solution is listed twice")
    return answers


def verify(files: Mapping[str, bytes], seconds: float = MAX_SECONDS) -> Proved:
    """Return what a certificate proves.

    Raises `Refuted`, `Unreadable` or `LimitReached`.
    """
    budget, claim = Budget(seconds), read_claim(files)
    puzzle = puzzle_of(claim.document)
    answers = read_solutions(files, puzzle, claim.statement, budget)
    if claim.statement == "several":
        return claim
    formula = CnfFormula(puzzle, budget)
    others = [formula.another(answer) for answer in answers]
    compare(files, MAP, canonical(formula.names).splitlines(keepends=True), budget)
    compare(files, FORMULA, formula_lines(formula, others), budget)
    steps = check_proof([*formula.clauses, *others], files[LRAT], budget)
    compare(files, DRAT, map(clause_line, steps), budget)
    number = len(formula.clauses) + len(others)
    counted = f"{number:,} clauses, {len(steps):,} step{'s' * (len(steps) != 1)}"
    return claim._replace(sentence=f"{claim.sentence} ({counted})")


def compare(
    files: Mapping[str, bytes], name: str, expected: Iterable[bytes], budget: Budget
) -> None:
    """Raise `Refuted` if a file does not consist of the expected lines."""
    for at, (line, wanted) in enumerate(zip_longest(BytesIO(files[name]), expected), 1):
        budget.spend(2)
        if line != wanted:
            raise Refuted(f"{name}: line {at} is not what the rules or the proof give")


def read_json(files: Mapping[str, bytes], name: str) -> Any:
    if name not in files:
        raise Unreadable(f"{name}: no such file, expected a certificate's files")
    raw = files[name]
    if len(raw) > MAX_JSON_BYTES:
        raise LimitReached(f"{name}: longer than {MAX_JSON_BYTES:,} bytes")
    try:
        data = json.loads(raw.decode("ascii"))
        if canonical(data) == raw:
            return data
    except (ValueError, RecursionError):
        pass
    raise Unreadable(f"{name}: not JSON as it is written in a certificate")


def require_size(path: Path, sizes: Iterable[int]) -> None:
    if sum(sizes) > MAX_BYTES:
        raise LimitReached(f"{path}: the files are longer than {MAX_BYTES:,} bytes together")


def read_folder(folder: Path, names: Sequence[str]) -> dict[str, bytes]:
    """Return the files of a certificate; files with other names are not read."""
    files: dict[str, bytes] = {}
    for name in names:
        if (folder / name).is_file():
            # The size of what a link leads to need not be known beforehand.
            with (folder / name).open("rb") as file:
                files[name] = file.read(MAX_BYTES + 1)
            require_size(folder, map(len, files.values()))
    return files


Verify: TypeAlias = Callable[[Mapping[str, bytes], float], Proved]


def main(arguments: Sequence[str], verify: Verify = verify, names: Sequence[str] = FILES) -> int:
    parser = argparse.ArgumentParser(description="Check the certificates in folders.")
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=MAX_SECONDS, help="limit for each folder")
    options, worst = parser.parse_args(arguments), 0
    for folder in options.folders:
        try:
            proved = verify(read_folder(folder, names), options.seconds)
            print(f"proved: {json.dumps(proved.document)}: {proved.sentence}")
        except (Refuted, Unreadable, LimitReached, OSError) as error:
            status = {Refuted: 1, LimitReached: 3}.get(type(error), 2)
            says = ["refuted", "unreadable", "limit reached"][status - 1]
            print(f"{says}: {folder}: {error}", file=sys.stderr)
            worst = worst or status
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
