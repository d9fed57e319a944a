"""A standalone checker of certificates: one file that needs only the standard library.

    python verifier.py FOLDER|FILE.zip [SECONDS]

It trusts no file of a certificate. It reads the puzzle and the solutions in one exact form, derives
from the rules the clauses that every solution satisfies, and nothing else does, checks that the
solutions satisfy them and that the formula consists of them, and then the proof, step by step.

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

import json
import re
import sys
import time
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import chain, combinations, pairwise, product, zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zipfile import BadZipFile, ZipFile, ZipInfo

MANIFEST, PUZZLE, SOLUTIONS = "manifest.json", "puzzle.json", "solutions.json"
MAP, FORMULA, LRAT, DRAT = PROOF_FILES = ("map.json", "formula.cnf", "proof.lrat", "proof.drat")
OPB, PBP = VERIPB_FILES = ("formula.opb", "proof.pbp")
FILES = (MANIFEST, PUZZLE, SOLUTIONS, *PROOF_FILES, *VERIPB_FILES)
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
"""A solution in its one canonical form: the number in each cell, by the cell's name."""


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


class Rules:
    """The cells of a puzzle and the clauses derived from its rules.

    With `only`, a cell can hold no number but the one there. Then few clauses decide whether it is
    a solution: if it is one, all variables are true.
    """

    def __init__(self, budget: Budget, only: Answer | None = None) -> None:
        self.budget, self.only = budget, only
        self.numbers: dict[str, Sequence[int]] = {}
        """The numbers that each cell may hold, virtual cells included."""
        self.cells: list[str] = []
        self.names: list[str] = []
        """The sentence of each variable, from variable 1 on."""
        self.clauses: dict[Clause, str] = {}
        """Every clause with its rule, in order."""
        self.groups: dict[Clause, str] = {}
        """Variables of which at most one is true: the clauses say so of every two."""
        self._variables: dict[tuple[str, int], int] = {}

    def add(self, rule: str, literals: Iterable[int]) -> None:
        clause = tuple(sorted(set(literals), key=abs))
        self.budget.spend(1 + len(clause), 4 + len(clause))
        self.clauses.setdefault(clause, rule)

    def variable(self, name: str) -> int:
        self.budget.spend(1, 4)
        self.names.append(name)
        return len(self.names)

    def cell(self, name: str, numbers: Collection[int], rule: str = "", digit: str = "") -> None:
        """Add a cell that holds exactly one of these numbers (with the digit), due to a rule."""
        tried = numbers if self.only is None else [n for n in [self.only[name]] if n in numbers]
        self.budget.spend(len(tried), 4 * len(tried))
        self.cells.append(name)
        self.numbers[name] = sorted(n for n in tried if digit in str(n))
        for n in self.numbers[name]:
            self._variables[name, n] = self.variable(f"{name}={n}")
        literals = [self.holds(name, n) for n in self.numbers[name]]
        self.add(rule or f"cell {name}", literals)
        self.at_most_one(f"cell {name}", literals)

    def at_most_one(self, rule: str, literals: Iterable[int]) -> None:
        group = tuple(literals)
        if len(group) > 1:
            self.groups.setdefault(group, rule)
        for one, other in combinations(group, 2):
            self.add(rule, (-one, -other))

    def given(self, name: str, given: int | None, numbers: Collection[int]) -> None:
        """Add a cell that holds a given number, or else one of these numbers."""
        if given is None:
            self.cell(name, numbers)
        else:
            self.cell(name, [given], f"given {name}")

    def holds(self, cell: str, number: int) -> int:
        """Return the variable of a number in a cell, or 0 if the cell cannot hold it."""
        return self._variables.get((cell, number), 0)

    def never(self, rule: str, *held: tuple[str, int]) -> None:
        """Forbid that all these cells hold these numbers."""
        literals = [self.holds(cell, number) for cell, number in held]
        if all(literals):
            self.add(rule, (-literal for literal in literals))

    def different(self, rule: str, cells: Sequence[str], numbers: Iterable[int]) -> None:
        """Forbid that two of the cells hold the same of these numbers."""
        for number in numbers:
            self.count(rule, cells, number, 0, 1)

    def once(self, rule: str, cells: Sequence[str], numbers: Iterable[int]) -> None:
        """Require that each number is in one of the cells, and in no two."""
        for number in numbers:
            self.count(rule, cells, number, 1, 1)

    def count(self, rule: str, cells: Sequence[str], number: int, least: int, most: int) -> None:
        """Require that so many of the cells hold a number."""
        held = [v for cell in cells if (v := self.holds(cell, number))]
        if least <= most == 1:
            if least:
                self.add(rule, held)
            self.at_most_one(rule, held)
            return
        # A virtual cell for each, which holds 1 if the cell holds the number.
        for variable in held:
            name = f"#{variable}"
            self._variables |= {(name, 1): variable, (name, 0): -variable}
            self.numbers[name] = (0, 1) if self.only is None else (1,)
        self.total(rule, [(f"#{v}", 1) for v in held], lambda times: least <= times <= most)

    def around(self, rule: str, cells: Sequence[str], digit: int) -> str:
        """Return a virtual cell that holds the digit if one of the cells does, and 0 otherwise."""
        name = f"{rule}: {digit}"
        held = [v for cell in cells if (v := self.holds(cell, digit))]
        if self.only is not None and not held:
            return ""
        somewhere = self.variable(f"{rule} has {digit}")
        self._variables |= {(name, digit): somewhere, (name, 0): -somewhere}
        self.numbers[name] = (0, digit) if self.only is None else (digit,)
        self.add(rule, (-somewhere, *held))
        for literal in held:
            self.add(rule, (-literal, somewhere))
        return name

    def total(
        self, rule: str, terms: Sequence[tuple[str, int]], fine: Callable[[int], bool]
    ) -> None:
        """Require that the sum of the numbers in the cells, times their nonzero weights, is fine.

        A variable stands for each partial sum that can be reached and from which such a sum can be
        reached. The partial sum of one cell is the variable of its number.
        """
        if not terms:
            if not fine(0):
                self.add(rule, ())
            return
        parts = [{weight * n for n in self.numbers[cell]} for cell, weight in terms]
        useful = partial_sums(parts, fine, self.budget)
        (cell, weight), *others = terms
        before = {}
        for n in self.numbers[cell]:
            if weight * n in useful[1]:
                before[weight * n] = self.holds(cell, n)
            else:
                self.add(rule, (-self.holds(cell, n),))
        for i, (cell, weight) in enumerate(others, 2):
            last = i == len(terms)
            after = {
                s: 0 if last else self.variable(f"{rule}, first {i}: {s}")
                for s in sorted(useful[i])
            }
            if not last:
                self.add(rule, after.values())
            # The sum before, the number and the sum after: two of them give the third.
            for n in self.numbers[cell]:
                held, fitting = self.holds(cell, n), before.keys() & {s - weight * n for s in after}
                self.add(rule, (-held, *(before[s] for s in fitting)))
                for s, variable in before.items():
                    if s not in fitting:
                        self.add(rule, (-variable, -held))
                    elif not last:
                        self.add(rule, (-variable, -held, after[s + weight * n]))
                        self.add(rule, (variable, -held, -after[s + weight * n]))
            before = after

    def rows(self, rule: str, cells: Sequence[str], rows: Iterable[Sequence[int]]) -> None:
        """Require that the cells hold the numbers of one of the rows; a variable stands for it."""
        rows = [row for row in rows if all(map(self.holds, cells, row))]
        chosen = [self.variable(f"{rule}, row {i}") for i in range(1, len(rows) + 1)]
        self.add(rule, chosen)
        for i, cell in enumerate(cells):
            with_number: dict[int, list[int]] = {n: [] for n in self.numbers[cell]}
            for variable, row in zip(chosen, rows, strict=True):
                with_number[row[i]].append(variable)
                self.add(rule, (-variable, self.holds(cell, row[i])))
            for n, variables in with_number.items():
                self.add(rule, (-self.holds(cell, n), *variables))

    def another(self, answer: Answer) -> Clause:
        """Return the clause that some cell differs from a solution."""
        literals = [-self.holds(cell, answer[cell]) for cell in self.cells]
        if 0 in literals:
            raise Refuted(f"{SOLUTIONS}: a solution has a number that the rules exclude")
        return tuple(sorted(literals, key=abs))


def partial_sums(
    parts: Sequence[Collection[int]], fine: Callable[[int], bool], budget: Budget
) -> list[set[int]]:
    """Return the sums of one number of each of the first 0, 1, ... parts that numbers of the other
    parts complete to a sum that is fine."""
    sums = [{0}]
    for part in parts:
        budget.spend(len(sums[-1]) * len(part))
        sums.append({s + n for s in sums[-1] for n in part})
    sums[-1] = {s for s in sums[-1] if fine(s)}
    for i in range(len(parts) - 1, -1, -1):
        budget.spend(len(sums[i + 1]) * len(parts[i]))
        sums[i] &= {s - n for s in sums[i + 1] for n in parts[i]}
    return sums


# The families: each reads its document in one exact form, and states its rules as clauses.


class Puzzle(NamedTuple):
    """A puzzle read from its document."""

    identifier: str
    shape: Any
    """The exact form of a solution, as `fits` reads it."""
    cells: list[str]
    """The names of the cells, in the order of a solution."""
    state: Callable[[Rules], None]
    """Adds the cells and the clauses of the rules."""
    decisions: int | None = None
    """How many of the cells, from the first, tell solutions apart; all of them if `None`."""


class Many(NamedTuple):
    """The shape of a list of parts of one shape."""

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
        return (
            type(data) is dict and [*data] == [*shape] and fits([*data.values()], [*shape.values()])
        )
    return type(data) is type(shape) and bool(data == shape)


def require(fine: bool, expected: str) -> None:
    if not fine:
        raise Unreadable(f"{PUZZLE}: no such puzzle, expected {expected}")


def text_of(numbers: Iterable[int | None], between: str = "") -> str:
    return between.join("_" if n is None else str(n) for n in numbers)


def c_note(target: int, grid: list[list[int]]) -> Puzzle:
    require(all(len(row) == len(grid) for row in grid), "a square")
    places = range(1, len(grid) + 1)
    rows = [[f"r{r}c{c}" for c in places] for r in places]

    def state(rules: Rules) -> None:
        for name, digit in zip(chain(*rows), chain(*grid), strict=True):
            # The other numbers of a row are at least 1.
            numbers = range(1, target - len(grid) + 2)
            rules.cell(name, numbers, f"digit {name}", str(digit))
        for i, line in enumerate(rows, 1):
            rules.total(f"row {i}", [(name, 1) for name in line], target.__eq__)
        for i, line in enumerate(map(list, zip(*rows, strict=True)), 1):
            rules.total(f"column {i}", [(name, 1) for name in line], target.__eq__)

    body = f"{target}:{'/'.join(map(text_of, grid))}"
    return Puzzle(
        body, [[range(1, target + 1) for _ in row] for row in rows], [*chain(*rows)], state
    )


def aztec_math(pyramid: list[list[int | None]]) -> Puzzle:
    digits = range(1, 10)
    names = [[f"r{r}c{c}" for c in range(1, r + 1)] for r in range(1, len(pyramid) + 1)]
    require([*map(len, pyramid)] == [*map(len, names)], "one more cell in each row")

    def state(rules: Rules) -> None:
        for r, (row, givens) in enumerate(zip(names, pyramid, strict=True), 1):
            for name, given in zip(row, givens, strict=True):
                rules.given(name, given, digits)
            rules.different(f"row {r}", row, digits)
        for upper, lower in pairwise(names):
            for top, (left, right) in zip(upper, pairwise(lower), strict=True):
                for t, a, b in product(digits, repeat=3):
                    if t not in (a + b, a - b, b - a, a * b) and t * a != b and t * b != a:
                        rules.never(top, (top, t), (left, a), (right, b))

    shape = [[digits for _ in row] for row in names]
    return Puzzle("/".join(map(text_of, pyramid)), shape, [*chain(*names)], state)


def power_strike(k: int, ring: list[int | None], leading_zeros: str = "vanish") -> Puzzle:
    size, forbid = len(ring), leading_zeros == "forbid"
    cells = [f"cell {i}" for i in range(1, size + 1)]
    givens = [n for n in ring if n is not None]
    require(bool(givens), "a given number")
    longest = len(str(max(givens))) + size * len(str(k))
    require(longest <= MAX_DIGITS, f"numbers that cannot grow beyond {MAX_DIGITS} digits")

    def steps(number: int, budget: Budget) -> set[int]:
        """Return the possible successors of a number: times k, or with a digit removed."""
        text = str(number)
        budget.spend(len(text) ** 2)
        left = [text[:i] + text[i + 1 :] for i in range(len(text))]
        removed = {int(t) for t in left if t.strip("0") and not (forbid and t[0] == "0")}
        return {number * k} | removed

    def reachable(budget: Budget) -> list[set[int]]:
        """Return the numbers to which steps lead from a given, and from which they lead on."""
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
                layer |= {f for f in steps(n, budget) if f >= least[i % size]}
                budget.spend(1, (len(layer) - before) * (2 + n.bit_length() // 300))
            layers.append({n for n in layer if ring[i % size] in (None, n)})
        for i in range(size - 1, 0, -1):
            after = layers[i + 1]
            layers[i] = {n for n in layers[i] if not after.isdisjoint(steps(n, budget))}
        return [layers[(i - start) % size] for i in range(size)]

    def state(rules: Rules) -> None:
        numbers = [{n} for n in rules.only.values()] if rules.only else reachable(rules.budget)
        for i, (cell, given) in enumerate(zip(cells, ring, strict=True)):
            if given is None:
                rules.cell(cell, numbers[i], f"steps to {cell}")
            else:
                rules.cell(cell, [given], f"given {i + 1}")
        for i, cell in enumerate(cells, 1):
            for n in rules.numbers[cell]:
                followers = (rules.holds(cells[i % size], f) for f in steps(n, rules.budget))
                literals = (-rules.holds(cell, n), *(v for v in followers if v))
                rules.add(f"step {i}-{i % size + 1}", literals)

    body = f"{k}{'z' if forbid else ''}:{text_of(ring, ',')}"
    return Puzzle(body, [range(1, 10**MAX_DIGITS)] * size, cells, state)


def multi_balance(digits: int, board: list[str]) -> Puzzle:
    marks = {(r, c): mark for r, row in enumerate(board, 1) for c, mark in enumerate(row, 1)}
    name = {(r, c): f"r{r}c{c}" for r, c in marks}
    fulcrums = [at for at, mark in marks.items() if mark == "#"]
    rows, columns = [r for r, _ in fulcrums], [c for _, c in fulcrums]
    known = MARKS[: digits + 1]
    require({*marks.values()} <= {*known, "#"}, f"the marks {known}#")
    require(len({len(row) for row in board}) == 1, "rows of one length")
    # A cell is empty unless its row and its column have one fulcrum each.
    can_hold = [
        (r, c)
        for (r, c), mark in marks.items()
        if rows.count(r) == columns.count(c) == 1 and mark != "#"
    ]

    def state(rules: Rules) -> None:
        for at in can_hold:
            given = None if marks[at] == "." else MARKS.index(marks[at])
            rules.given(name[at], given, range(digits + 1))
        for at, mark in marks.items():
            if mark not in ".#" and at not in can_hold:
                rules.add(f"given {name[at]}", ())
        rules.once("digits", [name[at] for at in can_hold], range(1, digits + 1))
        for r, c in fulcrums:
            by_row = [at for at in can_hold if at[0] == r]
            by_column = [at for at in can_hold if at[1] == c]
            empty = {at: rules.holds(name[at], 0) for at in by_row + by_column}
            if all(empty.values()):
                rules.add(f"fulcrum {name[r, c]}", (-v for v in empty.values()))
            for one, other in product(by_row, by_column):
                rules.add(f"fulcrum {name[r, c]}", (v for v in (empty[one], empty[other]) if v))
            # A digit alone in its row or column would not balance.
            rules.total(f"row {r}", [(name[at], at[1] - c) for at in by_row], (0).__eq__)
            rules.total(f"column {c}", [(name[at], at[0] - r) for at in by_column], (0).__eq__)

    # A solution is the board with digits in cells that can hold some.
    texts = [
        [known if at in can_hold else mark for at, mark in marks.items() if at[0] == r]
        for r in range(1, len(board) + 1)
    ]
    shape = [re.compile("".join(f"[{text}]" for text in row)) for row in texts]
    return Puzzle(f"{digits}:{'/'.join(board)}", shape, [*name.values()], state)


ACROSS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
"""The offsets to the dodecagons across cells 2, 4, ..., 12."""


def sum_star(stars: list[dict[str, list[Any]]]) -> Puzzle:
    letters = [chr(64 + d // 26) * (d > 25) + chr(65 + d % 26) for d in range(len(stars))]
    names = [[f"{letter}{c}" for c in range(1, 14)] for letter in letters]
    # Shared edges and black triangles, by their coordinates in the plane.
    edges: dict[tuple[int, int], list[str]] = {}
    triangles: dict[tuple[int, int], list[tuple[list[str], int | None]]] = {}
    for star, cells in zip(stars, names, strict=True):
        q, r = star["at"]
        for i, number in enumerate(star["sums"]):
            (aq, ar), (bq, br) = ACROSS[i - 1], ACROSS[i]
            edges.setdefault((2 * q + bq, 2 * r + br), []).append(cells[2 * i + 1])
            touching = [cells[2 * i - 1 if i else 11], cells[2 * i], cells[2 * i + 1]]
            triangles.setdefault((3 * q + aq + bq, 3 * r + ar + br), []).append((touching, number))
    agree = all(len({number for _, number in squares}) == 1 for squares in triangles.values())
    require(agree, "numbers of shared triangles that agree")
    require(all(star.get("cells") != [None] * 13 for star in stars), "givens, if cells are listed")
    connected = [stars[0]["at"]]
    for q, r in connected:
        near = ([q + dq, r + dr] for dq, dr in ACROSS)
        connected += [
            star["at"] for at in near for star in stars if star["at"] == at not in connected
        ]
    require(len(connected) == len(stars), "connected dodecagons in places of their own")

    def state(rules: Rules) -> None:
        digits = range(1, 10)
        for star, cells, letter in zip(stars, names, letters, strict=True):
            for cell, given in zip(cells, star.get("cells", [None] * 13), strict=True):
                rules.given(cell, given, range(10))
            # Nine digits, once each, leave four of the thirteen cells for X.
            rules.once(f"contents {letter}", cells, digits)
            beside = [(c, (c + 1) % 12) for c in range(12)] + [(c, 12) for c in range(0, 12, 2)]
            for a, b in beside:
                rules.never(f"X of {letter}", (cells[a], 0), (cells[b], 0))
        for one, *others in edges.values():
            for other in others:
                rules.never(f"edge {one} {other}", (one, 0), (other, 0))
        for squares in triangles.values():
            rule = "triangle " + " ".join(touching[1] for touching, _ in squares)
            around = [cell for touching, _ in squares for cell in touching]
            rules.different(rule, around, digits)
            if (number := squares[0][1]) is not None:
                found = [rules.around(rule, around, digit) for digit in digits]
                rules.total(rule, [(name, 1) for name in found if name], number.__eq__)

    texts = [f"{text_of(star['at'], '.')}={text_of(star['sums'], ',')}" for star in stars]
    givens = ["@" + text_of(star["cells"]) if "cells" in star else "" for star in stars]
    body = "/".join(
        text + given.replace("0", "X") for text, given in zip(texts, givens, strict=True)
    )
    return Puzzle(body, [[range(10)] * 13] * len(stars), [*chain(*names)], state)


POSITIVE, DIGIT = range(1, 10**1_000), (None, range(1, 10))
STAR = {"at": [range(-1_000, 1_001)] * 2, "sums": [(None, range(1_000))] * 6}
FAMILIES: dict[str, tuple[Callable[..., Puzzle], Any]] = {
    "power-strike": (
        power_strike,
        (
            ring := {"multiplier": POSITIVE, "cells": Many((None, POSITIVE), 2, 400)},
            ring | {"leading_zeros": "forbid"},
        ),
    ),
    "c-note": (c_note, {"target": range(1, 100_001), "grid": Many(Many(range(10), 2, 30), 2, 30)}),
    "multi-balance": (
        multi_balance,
        {"digits": range(1, 13), "board": Many(re.compile("[.#1-9ABC]{1,40}"), 1, 40)},
    ),
    "sum-star": (
        sum_star,
        {"stars": Many((STAR, STAR | {"cells": [(None, range(10))] * 13}), 1, 60)},
    ),
    "aztec-math": (aztec_math, {"rows": Many(Many(DIGIT, 1, 9), 1, 9)}),
}
"""The families: how they read a document, and its exact form without the name of the family."""


def puzzle_of(document: Any) -> Puzzle:
    """Return the puzzle of a document in its exact form."""
    families = [
        name for name in FAMILIES if type(document) is dict and fits(document.get("family"), name)
    ]
    require(bool(families), f"one of the families {', '.join(FAMILIES)}")
    (family,) = families
    (read, shape), (first, *keys) = FAMILIES[family], document
    exact = first == "family" and fits({key: document[key] for key in keys}, shape)
    require(exact, f"the exact keys, types and sizes of {family}")
    puzzle = read(*(document[key] for key in keys))
    return puzzle._replace(identifier=f"{family}:{puzzle.identifier}")


def rules_of(puzzle: Puzzle, budget: Budget, only: Answer | None = None) -> Rules:
    rules = Rules(budget, only)
    puzzle.state(rules)
    rules.cells = rules.cells[: puzzle.decisions]
    return rules


def check_solution(puzzle: Puzzle, solution: Any, budget: Budget) -> Answer:
    """Return a solution in canonical form; refute a wrong one, and every other form."""
    if not fits(solution, puzzle.shape):
        raise Refuted(f"{SOLUTIONS}: not the exact form of a solution")
    rows = [[part] if type(part) is int else part for part in solution]
    numbers = (MARKS.index(n) if type(n) is str else n for n in chain(*rows))
    answer = dict(zip(puzzle.cells, numbers, strict=True))
    for clause, rule in rules_of(puzzle, budget, answer).clauses.items():
        if all(literal < 0 for literal in clause):
            raise Refuted(f"{SOLUTIONS}: a solution breaks the rule {rule!r}")
    return answer


# The files.


def canonical(data: object) -> bytes:
    """Return data as JSON in the one form that is accepted."""
    return (json.dumps(data, indent=1) + "\n").encode()


def manifest_of(identifier: str, files: Mapping[str, bytes]) -> bytes:
    """Return the manifest: the puzzle's identifier, and the SHA-256 of all other files."""
    digests = {name: sha256(raw).hexdigest() for name, raw in files.items() if name != MANIFEST}
    return canonical({"puzzle": identifier, "files": digests})


def clause_line(clause: Clause) -> bytes:
    return f"{' '.join(map(str, (*clause, 0)))}\n".encode()


def formula_lines(rules: Rules, others: Sequence[Clause]) -> Iterator[bytes]:
    """Return the clauses in DIMACS format, each under the name of its rule."""
    yield f"p cnf {len(rules.names)} {len(rules.clauses) + len(others)}\n".encode()
    before = ""
    for clause, rule in chain(rules.clauses.items(), ((c, "another solution") for c in others)):
        if rule != before:
            yield f"c rule: {rule}\n".encode()
        before = rule
        yield clause_line(clause)


def pseudo_boolean(literals: Iterable[int]) -> str:
    """Return a clause in the notation of pseudo-Boolean constraints: `1 x3 1 ~x4 >= 1 ;`."""
    terms = (f"1 {'~' * (literal < 0)}x{abs(literal)} " for literal in literals)
    return f"{''.join(terms)}>= 1 ;\n"


def opb_constraints(rules: Rules, others: Sequence[Clause]) -> list[tuple[str, str]]:
    """Return the formula as pseudo-Boolean constraints, each with its rule.

    At most one of a group is true: that is one constraint in place of a clause for every two.
    """
    pairs = {(-a, -b) for group in rules.groups for a, b in combinations(sorted(group), 2)}
    clauses = ((rule, c) for c, rule in rules.clauses.items() if c not in pairs)
    return [
        *((rule, pseudo_boolean(clause)) for rule, clause in clauses),
        *(
            (rule, "".join(f"-1 x{v} " for v in group) + ">= -1 ;\n")
            for group, rule in rules.groups.items()
        ),
        *(("another solution", pseudo_boolean(clause)) for clause in others),
    ]


def opb_lines(rules: Rules, others: Sequence[Clause]) -> Iterator[bytes]:
    """Return the formula in OPB format, each constraint under the name of its rule."""
    constraints = opb_constraints(rules, others)
    yield f"* #variable= {len(rules.names)} #constraint= {len(constraints)}\n".encode()
    before = ""
    for rule, constraint in constraints:
        if rule != before:
            yield f"* rule: {rule}\n".encode()
        before = rule
        yield constraint.encode()


def pbp_lines(rules: Rules, others: Sequence[Clause], steps: Iterable[Clause]) -> Iterator[bytes]:
    """Return the steps of a proof as VeriPB reads them."""
    number = len(opb_constraints(rules, others))
    yield b"pseudo-Boolean proof version 3.0\n"
    yield f"f {number} ;\n".encode()
    for step in steps:
        number += 1
        yield f"rup {pseudo_boolean(step)}".encode()
    yield b"output NONE ;\n"
    yield f"conclusion UNSAT : {number} ;\n".encode()
    yield b"end pseudo-Boolean proof ;\n"


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
    puzzle: Puzzle
    statement: str
    sentence: str


SENTENCES = {
    "none": "there is no solution",
    "unique": "there is exactly one solution",
    "several": "there is more than one solution, two are shown",
}


def read_claim(files: Mapping[str, bytes], proof_files: Sequence[str]) -> Proved:
    """Return what a certificate claims, if it has the files that such a claim needs."""
    claim = read_json(files, PUZZLE)
    fine = type(claim) is dict and list(claim) == ["document", "statement"]
    require(fine and type(claim["statement"]) is str, "a document and a statement")
    puzzle, statement = puzzle_of(claim["document"]), claim["statement"]
    expected = [PUZZLE, SOLUTIONS, *(() if statement == "several" else proof_files)]
    for name in [MANIFEST, *expected, *files]:
        if name not in files or name not in [MANIFEST, *expected]:
            problem = "not a part of this certificate" if name in files else "no such file"
            raise Unreadable(f"{name}: {problem}, expected {MANIFEST}, {', '.join(expected)}")
    for name in expected:
        if sha256(files[name]).hexdigest().encode() not in files[MANIFEST]:
            raise Refuted(f"{name}: it is not the file that {MANIFEST} lists")
    if files[MANIFEST] != manifest_of(puzzle.identifier, {name: files[name] for name in expected}):
        raise Refuted(f"{MANIFEST}: it names another puzzle, or has another form")
    number = re.fullmatch(r"exactly ([1-9][0-9]{0,999})", statement)
    require(statement in SENTENCES or number is not None, "a known statement")
    sentence = f"there are exactly {int(number[1]):,} solutions" if number else SENTENCES[statement]
    return Proved(claim["document"], puzzle, statement, sentence)


def read_solutions(files: Mapping[str, bytes], claim: Proved, budget: Budget) -> list[Answer]:
    """Return the solutions of a certificate: different, right, and as many as it claims."""
    solutions = read_json(files, SOLUTIONS)
    count = len(solutions) if type(solutions) is list else -1
    fitting = {0: ["none"], 1: ["unique"], 2: ["several", "exactly 2"]}
    if count < 0 or claim.statement not in fitting.get(count, [f"exactly {count}"]):
        raise Refuted(f"{SOLUTIONS}: not the solutions for the statement {claim.statement[:40]!a}")
    answers = [check_solution(claim.puzzle, solution, budget) for solution in solutions]
    if len({tuple(answer.values())[: claim.puzzle.decisions] for answer in answers}) < count:
        raise Refuted(f"{SOLUTIONS}: a solution is listed twice")
    return answers


def verify(files: Mapping[str, bytes], seconds: float = MAX_SECONDS) -> Proved:
    """Return what a certificate proves.

    Raises `Refuted`, `Unreadable` or `LimitReached`.
    """
    budget = Budget(seconds)
    for_veripb = OPB in files or PBP in files
    claim = read_claim(files, PROOF_FILES + (VERIPB_FILES if for_veripb else ()))
    answers = read_solutions(files, claim, budget)
    if claim.statement == "several":
        return claim
    rules = rules_of(claim.puzzle, budget)
    others = [rules.another(answer) for answer in answers]
    compare(files, MAP, canonical(rules.names).splitlines(keepends=True), budget)
    compare(files, FORMULA, formula_lines(rules, others), budget)
    steps = check_proof([*rules.clauses, *others], files[LRAT], budget)
    compare(files, DRAT, map(clause_line, steps), budget)
    if for_veripb:
        compare(files, OPB, opb_lines(rules, others), budget)
        compare(files, PBP, pbp_lines(rules, others, steps), budget)
    number = len(rules.clauses) + len(others)
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


def read_certificates(
    path: Path, names: Iterable[str] = FILES
) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Return the certificate in a folder or a zip file, or those in the folders of a zip file.

    Each comes with the name of its folder. Only files with the names of a certificate are read.
    """
    if path.is_dir():
        found = [path / name for name in names if (path / name).is_file()]
        require_size(path, sum(file.stat().st_size for file in found))
        yield "", {file.name: file.read_bytes() for file in found}
        return
    try:
        with ZipFile(path) as archive:
            folders: dict[str, dict[str, ZipInfo]] = {}
            for info in archive.infolist():
                folder, _, name = info.filename.rpartition("/")
                if name in names and folders.setdefault(folder, {}).setdefault(name, info) != info:
                    raise Unreadable(f"{path}: {info.filename} is there twice")
            for folder, files in folders.items():
                require_size(path, sum(info.file_size for info in files.values()))
                yield folder, {name: archive.read(info) for name, info in files.items()}
    except (BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, zlib.error):
        raise Unreadable(f"{path}: no such folder, and no zip file that can be read") from None


def require_size(path: Path, size: int) -> None:
    if size > MAX_BYTES:
        raise LimitReached(f"{path}: the files are longer than {MAX_BYTES:,} bytes together")


Verify: TypeAlias = Callable[[Mapping[str, bytes], float], Proved]


def main(arguments: Sequence[str], verify: Verify = verify, names: Sequence[str] = FILES) -> int:
    path, seconds = [*arguments, str(MAX_SECONDS), ""][:2]
    if len(arguments) not in (1, 2) or not re.fullmatch(r"[0-9]+([.][0-9]+)?", seconds):
        print(f"usage: python {Path(sys.argv[0]).name} FOLDER|FILE.zip [SECONDS]", file=sys.stderr)
        return 2
    worst, certificates = 0, read_certificates(Path(path), names)
    while True:
        try:
            _, files = next(certificates, ("", None))
            if files is None:
                return worst
            proved = verify(files, float(seconds))
            print(f"proved: {proved.puzzle.identifier}: {proved.sentence}")
        except (Refuted, Unreadable, LimitReached, OSError) as error:
            status = {Refuted: 1, LimitReached: 3}.get(type(error), 2)
            says = ["refuted", "unreadable", "limit reached"][status - 1]
            print(f"{says}: {error}", file=sys.stderr)
            worst = worst or status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
