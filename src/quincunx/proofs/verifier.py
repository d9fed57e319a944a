"""A standalone checker of certificates: one file that needs only the standard library.

    python verifier.py FOLDER

It trusts no file of a certificate. It reads the puzzle's document, derives from the rules the
clauses that hold for every solution, and accepts a formula only if each of its clauses is one of
these. It checks the solutions against the rules in a second way, number by number. Then it checks
the proof step by step.

Terms:
  statement  the claim: "unique", "none" or "several" solutions
  variable   a number from 1 on that stands for a sentence: "r1c2=18", or for a partial sum:
             "row 1, first 2: 57"; `map.json` lists the sentences
  literal    a variable, or minus a variable for its negation
  clause     a disjunction of literals; each comes from a rule, which is named
  formula    a conjunction of clauses. If it is unsatisfiable, the puzzle has no solution or, if
             the clause "another solution" is included, none besides the one shown
  step       a clause that follows from earlier ones by unit propagation: assume that its
             literals are all false; then each clause named as a hint leaves one literal, which
             must be true, and the last leaves none. The last step is the empty clause

Exit status: 0 proved, 1 refuted, 2 not a certificate, 3 a limit was reached.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

MANIFEST, PUZZLE, SOLUTIONS = "manifest.json", "puzzle.json", "solutions.json"
MAP, FORMULA, LRAT, DRAT = "map.json", "formula.cnf", "proof.lrat", "proof.drat"
SHOWN = {"unique": 1, "none": 0, "several": 2}
"""The statements, and the number of solutions shown with each."""
ANOTHER = "another solution"
MAX_BYTES = 100_000_000
"""Maximum size of a file."""
MAX_CLAUSES = 1_000_000
"""Maximum size of a formula."""

MAX_DIGITS = 2_000_000
"""Maximum total length of the candidates of one Power Strike cell."""

Clause: TypeAlias = tuple[int, ...]
Answer: TypeAlias = dict[str, int]
"""The number in each cell, by the cell's name."""


class Refuted(Exception):
    """The certificate does not prove what it claims."""


class Unreadable(Exception):
    """The files are not a certificate."""


class LimitReached(Exception):
    """The certificate is too long, or checking it takes too long."""


# From rules to clauses.


class Rules:
    """The cells of a puzzle and the clauses derived from its rules."""

    def __init__(self, tick: Callable[[], object]) -> None:
        self._tick = tick
        self.numbers: dict[str, Sequence[int]] = {}
        """The numbers that each cell may hold."""
        self.cells: list[str] = []
        self.names: list[str] = []
        """The sentence of each variable, from variable 1 on."""
        self.clauses: dict[Clause, str] = {}
        """Every clause with its rule, in order."""
        self._variables: dict[tuple[str, int, int], int] = {}
        self._around: list[tuple[str, list[str], int]] = []
        self._sums: list[tuple[str, list[tuple[str, int]]]] = []

    def add(self, rule: str, literals: Iterable[int]) -> None:
        if len(self.clauses) >= MAX_CLAUSES:
            raise LimitReached(f"the rules give more than {MAX_CLAUSES:,} clauses")
        if len(self.clauses) % 1_000 == 0:
            self._tick()
        self.clauses.setdefault(tuple(sorted(set(literals), key=abs)), rule)

    def cell(self, name: str, numbers: Iterable[int], rule: str = "") -> None:
        """Add a cell that holds exactly one of these numbers, because of `rule`."""
        self.cells.append(name)
        self.numbers[name] = sorted(numbers)
        literals = [self._variable((name, 0, n), f"{name}={n}") for n in self.numbers[name]]
        self.add(rule or f"cell {name}", literals)
        for one, other in combinations(literals, 2):
            self.add(f"cell {name}", (-one, -other))

    def holds(self, cell: str, number: int) -> int:
        """Return the variable of a number in a cell, or 0 if the cell cannot hold it."""
        return self._variables.get((cell, 0, number), 0)

    def never(self, rule: str, *held: tuple[str, int]) -> None:
        """Forbid that all these cells hold these numbers."""
        literals = [self.holds(cell, number) for cell, number in held]
        if all(literals):
            self.add(rule, (-literal for literal in literals))

    def somewhere(self, rule: str, cells: Iterable[str], number: int) -> None:
        """Require that one of the cells holds the number."""
        self.add(rule, (v for cell in cells if (v := self.holds(cell, number))))

    def different(self, rule: str, cells: Sequence[str], numbers: Iterable[int]) -> None:
        """Forbid that two of the cells hold the same of these numbers."""
        for number in numbers:
            for one, other in combinations(cells, 2):
                self.never(rule, (one, number), (other, number))

    def around(self, rule: str, cells: Sequence[str], digit: int) -> str:
        """Add a virtual cell that holds the digit if one of the cells does, and 0 otherwise."""
        name = f"{rule}: {digit}"
        somewhere = self._variable((name, 0, digit), f"{rule} has {digit}")
        self._variables[name, 0, 0] = -somewhere
        self.numbers[name] = (0, digit)
        self._around.append((name, list(cells), digit))
        held = [v for cell in cells if (v := self.holds(cell, digit))]
        self.add(rule, (-somewhere, *held))
        for literal in held:
            self.add(rule, (-literal, somewhere))
        return name

    def total(self, rule: str, terms: Sequence[tuple[str, int]], total: int) -> None:
        """Require that the numbers in the cells, times their nonzero weights, sum to the total.

        A variable stands for each partial sum that can be reached and from which the total can be
        reached. The partial sum of one cell is the variable of its number.
        """
        parts = [{weight * n for n in self.numbers[cell]} for cell, weight in terms]
        reached, missing = [{0}], [{total}]
        for part in parts:
            reached.append({s + p for s in reached[-1] for p in part})
        for part in reversed(parts):
            missing.append({s - p for s in missing[-1] for p in part})
        missing.reverse()
        self._sums.append((rule, list(terms)))
        (cell, weight), *others = terms
        before = {}
        for n in self.numbers[cell]:
            if weight * n in missing[1]:
                before[weight * n] = self.holds(cell, n)
            else:
                self.add(rule, (-self.holds(cell, n),))
        for i, (cell, weight) in enumerate(others, 2):
            last = i == len(terms)
            after = {
                s: 0 if last else self._variable((rule, i, s), f"{rule}, first {i}: {s}")
                for s in sorted(reached[i] & missing[i])
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

    def _variable(self, key: tuple[str, int, int], name: str) -> int:
        self.names.append(name)
        return self._variables.setdefault(key, len(self.names))

    def truth(self, answer: Answer) -> set[int]:
        """Return the literals that an answer makes true."""
        held = dict(answer)
        for name, cells, digit in self._around:
            held[name] = digit if any(answer[cell] == digit for cell in cells) else 0
        true = {self.holds(cell, number) for cell, number in held.items()}
        for rule, terms in self._sums:
            for i in range(2, len(terms)):
                s = sum(weight * held[cell] for cell, weight in terms[:i])
                true.add(self._variables.get((rule, i, s), 0))
        return {v if v in true else -v for v in range(1, len(self.names) + 1)}

    def another(self, answer: Answer) -> Clause:
        """Return the clause that some cell differs from this answer."""
        literals = (-self.holds(cell, number) for cell, number in answer.items())
        return tuple(sorted(literals, key=abs))


# The rules of each family, twice: as clauses, and as a check of an answer.


def c_note(document: Mapping[str, Any], rules: Rules) -> None:
    grid, target = document["grid"], document["target"]
    size = len(grid)
    require(type(target) is int, "a target")
    require(size >= 2 and all(len(row) == size for row in grid), "a square grid")
    if target > MAX_CLAUSES:
        raise LimitReached(f"numbers up to {target:,} are too many")
    # The other numbers of a row are at least 1.
    numbers = range(1, target - size + 2)
    places = range(1, size + 1)
    for (r, row), c in product(enumerate(grid, 1), places):
        require(row[c - 1] in range(10), "digits from 0 to 9")
        fitting = [n for n in numbers if str(row[c - 1]) in str(n)]
        rules.cell(f"r{r}c{c}", fitting, f"digit r{r}c{c}")
    for i in places:
        rules.total(f"row {i}", [(f"r{i}c{c}", 1) for c in places], target)
    for i in places:
        rules.total(f"column {i}", [(f"r{r}c{i}", 1) for r in places], target)


def c_note_wrong(document: Mapping[str, Any], solution: Any) -> Iterator[str]:
    grid, target = document["grid"], document["target"]
    for digits, numbers in zip(grid, solution, strict=True):
        for digit, number in zip(digits, numbers, strict=True):
            if type(number) is not int or number < 1 or str(digit) not in str(number):
                yield f"{number} is no positive number with the digit {digit}"
    for line in [*solution, *zip(*solution, strict=True)]:
        if sum(line) != target:
            yield f"{list(line)} sums to {sum(line)}, expected {target}"


def aztec_math(document: Mapping[str, Any], rules: Rules) -> None:
    pyramid = document["rows"]
    digits = range(1, 10)
    for r, row in enumerate(pyramid, 1):
        require(len(row) == r, "one more cell in each row")
        cells = [f"r{r}c{c}" for c in range(1, r + 1)]
        for cell, given in zip(cells, row, strict=True):
            require(given is None or given in digits, "digits from 1 to 9")
            rules.cell(cell, digits if given is None else [given], given_rule(given, cell))
        rules.different(f"row {r}", cells, digits)
    for r in range(1, len(pyramid)):
        for c in range(1, r + 1):
            top, left, right = f"r{r}c{c}", f"r{r + 1}c{c}", f"r{r + 1}c{c + 1}"
            for t, a, b in product(digits, repeat=3):
                if t not in (a + b, a - b, b - a, a * b) and t * a != b and t * b != a:
                    rules.never(top, (top, t), (left, a), (right, b))


def aztec_math_wrong(document: Mapping[str, Any], solution: Any) -> Iterator[str]:
    for givens, row in zip(document["rows"], solution, strict=True):
        if any(type(n) is not int or not 1 <= n <= 9 for n in row) or len(set(row)) < len(row):
            yield f"{row} is no row of different digits"
        if any(given not in (None, n) for given, n in zip(givens, row, strict=True)):
            yield f"{row} differs from what is given"
    for upper, lower in pairwise(solution):
        for top, a, b in zip(upper, lower[:-1], lower[1:], strict=True):
            if top not in (a + b, abs(a - b), a * b) and max(a, b) != top * min(a, b):
                yield f"{top} is not made of {a} and {b}"


def power_strike(document: Mapping[str, Any], rules: Rules) -> None:
    ring, k = document["cells"], document["multiplier"]
    forbid = document.get("leading_zeros") == "forbid"
    require(k >= 1 and all(n is None or n >= 1 for n in ring), "positive numbers")
    require(document.get("leading_zeros", "vanish") in ("vanish", "forbid"), "vanish or forbid")
    size = len(ring)
    require(size >= 2, "two cells or more")
    start = next(i for i, number in enumerate(ring) if number is not None)
    # Clockwise from a given: the numbers that can be reached and can still become large enough.
    places = [(start + i) % size for i in range(size)]
    layers = [{ring[start]}]
    for i in range(1, size + 1):
        layer: set[int] = set()
        for before in layers[-1]:
            layer |= steps_from(before, k, forbid)
            if len(layer) * len(str(before)) > MAX_DIGITS:
                raise LimitReached(f"too many numbers can stand in cell {(start + i) % size + 1}")
        given = ring[(start + i) % size]
        if given is None:
            ahead = next(j for j in range(1, size + 1) if ring[(start + i + j) % size] is not None)
            least = ring[(start + i + ahead) % size]
            layer = {n for n in layer if n * k**ahead >= least}
        else:
            layer &= {given}
        layers.append(layer)
    for i in range(size - 1, 0, -1):
        after = layers[i + 1]
        layers[i] = {n for n in layers[i] if not after.isdisjoint(steps_from(n, k, forbid))}
    for i, number in enumerate(ring):
        name = given_rule(number, str(i + 1)) or f"steps to cell {i + 1}"
        held = {number} if number is not None else layers[places.index(i)]
        rules.cell(f"cell {i + 1}", held, name)
    for i in range(size):
        cell, after_it = f"cell {i + 1}", f"cell {(i + 1) % size + 1}"
        for n in rules.numbers[cell]:
            followers = (rules.holds(after_it, f) for f in steps_from(n, k, forbid))
            literals = (-rules.holds(cell, n), *(v for v in followers if v))
            rules.add(f"step {i + 1}-{(i + 1) % size + 1}", literals)


def steps_from(number: int, k: int, forbid: bool) -> set[int]:
    """Return the possible successors of a number: times k, or with a digit removed."""
    text = str(number)
    left = [text[:i] + text[i + 1 :] for i in range(len(text))]
    removed = {int(t) for t in left if t.strip("0") and not (forbid and t.startswith("0"))}
    return {number * k} | removed


def power_strike_wrong(document: Mapping[str, Any], solution: Any) -> Iterator[str]:
    ring, k = document["cells"], document["multiplier"]
    for given, before, number in zip(ring, [solution[-1], *solution], solution, strict=False):
        if type(number) is not int or number < 1 or given not in (None, number):
            yield f"{number} is no positive number, or not the given one"
        digits = str(before)
        left = [digits[:i] + digits[i + 1 :] for i in range(len(digits))]
        if document.get("leading_zeros") == "forbid":
            left = [rest for rest in left if not rest.startswith("0")]
        if number != before * k and str(number) not in [rest.lstrip("0") for rest in left]:
            yield f"no step leads from {before} to {number}"
    if len(solution) != len(ring):
        yield f"{len(solution)} numbers, expected {len(ring)}"


def multi_balance(document: Mapping[str, Any], rules: Rules) -> None:
    board, digits = document["board"], document["digits"]
    height, width = len(board), len(board[0])
    require(digits in range(1, 13) and all(len(row) == width for row in board), "a board")
    # Numbers from 10 on are letters, as in base 36.
    known = ".#" + "123456789ABC"[:digits]
    require(all(mark in known for row in board for mark in row), "fulcrums and digits")
    marks = {(r, c): board[r - 1][c - 1] for r in range(1, height + 1) for c in range(1, width + 1)}
    fulcrums = [at for at, mark in marks.items() if mark == "#"]
    rows, columns = [r for r, _ in fulcrums], [c for _, c in fulcrums]
    # A cell is empty unless its row and its column have one fulcrum each.
    open_cells = [
        (r, c)
        for (r, c), mark in marks.items()
        if rows.count(r) == columns.count(c) == 1 and mark != "#"
    ]
    name = {(r, c): f"r{r}c{c}" for r, c in open_cells}
    for at in open_cells:
        given = None if marks[at] == "." else int(marks[at], 36)
        numbers = range(digits + 1) if given is None else [given]
        rules.cell(name[at], numbers, given_rule(given, name[at]))
    for at, mark in marks.items():
        if mark not in ".#" and at not in name:
            rules.add(f"given r{at[0]}c{at[1]}", ())
    for digit in range(1, digits + 1):
        rules.somewhere("digits", name.values(), digit)
    rules.different("digits", list(name.values()), range(1, digits + 1))
    for r, c in fulcrums:
        by_row = [at for at in open_cells if at[0] == r]
        by_column = [at for at in open_cells if at[1] == c]
        fulcrum = f"fulcrum r{r}c{c}"
        used = (rules.holds(name[at], 0) for at in by_row + by_column)
        if not any(rules.numbers[name[at]][0] > 0 for at in by_row + by_column):
            rules.add(fulcrum, (-v for v in used if v))
        for one, other in product(by_row, by_column):
            empty = (rules.holds(name[one], 0), rules.holds(name[other], 0))
            rules.add(fulcrum, (v for v in empty if v))
        if by_row:
            rules.total(f"row {r}", [(name[at], at[1] - c) for at in by_row], 0)
        if by_column:
            rules.total(f"column {c}", [(name[at], at[0] - r) for at in by_column], 0)


def multi_balance_wrong(document: Mapping[str, Any], solution: Any) -> Iterator[str]:
    board = document["board"]
    for before, after in zip(board, solution, strict=True):
        for mark, now in zip(before, after, strict=True):
            if now not in ".#123456789ABC" or (mark != now and (mark != "." or now == "#")):
                yield f"{after} is not {before} with digits in it"
    placed = sorted(mark for row in solution for mark in row if mark not in ".#")
    if placed != [*"123456789ABC"[: document["digits"]]]:
        yield f"the digits are {placed}"
    columns = ["".join(column) for column in zip(*solution, strict=True)]
    for line in [*solution, *columns]:
        held = {i: int(mark, 36) for i, mark in enumerate(line) if mark not in ".#"}
        if held and (line.count("#") != 1 or len(held) == 1):
            yield f"{line} holds one digit, or not one fulcrum"
        elif sum(digit * (i - line.index("#")) for i, digit in held.items()):
            yield f"{line} does not balance"
    for r, c in product(range(len(board)), range(len(columns))):
        if board[r][c] == "#" and (not solution[r].strip(".#")) == (not columns[c].strip(".#")):
            yield f"the fulcrum at row {r + 1}, column {c + 1} is used by none or by both"


ACROSS = {2: (1, -1), 4: (1, 0), 6: (0, 1), 8: (-1, 1), 10: (-1, 0), 12: (0, -1)}
"""The offset to the dodecagon across a triangular cell."""


def sum_star(document: Mapping[str, Any], rules: Rules) -> None:
    stars = document["stars"]
    at = {tuple(star["at"]): d for d, star in enumerate(stars)}
    require(len(at) == len(stars), "every dodecagon in a place of its own")
    digits = range(1, 10)
    for d, star in enumerate(stars):
        require(len(star["at"]) == 2 and len(star["sums"]) == 6, "two coordinates and six numbers")
        cells = [star_cell(d, c) for c in range(1, 14)]
        for cell, given in zip(cells, star.get("cells") or [None] * 13, strict=True):
            given = 0 if given == "X" else given
            require(given is None or given in range(10), "digits or X")
            numbers = range(10) if given is None else [given]
            rules.cell(cell, numbers, given_rule(given, cell))
        # Nine digits, once each, leave four of the thirteen cells for X.
        for digit in digits:
            rules.somewhere(f"contents {letters(d)}", cells, digit)
        rules.different(f"contents {letters(d)}", cells, digits)
        for c in range(1, 13):
            rules.never(f"X of {letters(d)}", (cells[c - 1], 0), (cells[c % 12], 0))
        for c in range(1, 13, 2):
            rules.never(f"X of {letters(d)}", (cells[c - 1], 0), (cells[12], 0))
    for d, star in enumerate(stars):
        neighbours = {
            c: at.get((star["at"][0] + q, star["at"][1] + r)) for c, (q, r) in ACROSS.items()
        }
        for c, other in neighbours.items():
            if other is not None and other > d:
                one, two = star_cell(d, c), star_cell(other, (c + 5) % 12 + 1)
                rules.never(f"edge {one} {two}", (one, 0), (two, 0))
        for i, number in enumerate(star["sums"]):
            square = 2 * i + 1
            # In the dodecagon across the previous cell the same black triangle is four squares
            # later; in the one across the next cell, four squares earlier.
            left, right = neighbours[(square - 2) % 12 + 1], neighbours[square + 1]
            squares = [(d, square)]
            squares += [] if left is None else [(left, (square + 3) % 12 + 1)]
            squares += [] if right is None else [(right, (square + 7) % 12 + 1)]
            require(
                all(stars[e]["sums"][s // 2] == number for e, s in squares),
                "numbers of shared triangles that agree",
            )
            if d == min(squares)[0]:
                squares.sort()
                triangle = "triangle " + " ".join(star_cell(e, s) for e, s in squares)
                around = [star_cell(e, (s + j) % 12 + 1) for e, s in squares for j in (-2, -1, 0)]
                rules.different(triangle, around, digits)
                if number is not None:
                    hand = [rules.around(triangle, around, digit) for digit in digits]
                    rules.total(triangle, [(name, 1) for name in hand], number)


def letters(d: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    return (letters(d // 26 - 1) if d >= 26 else "") + chr(65 + d % 26)


def star_cell(d: int, c: int) -> str:
    return f"{letters(d)}{c}"


def sum_star_wrong(document: Mapping[str, Any], solution: Any) -> Iterator[str]:
    # Unlike above, shared triangles and edges are found by their coordinates in the plane.
    sums: dict[tuple[int, int], list[int]] = {}
    numbers: dict[tuple[int, int], set[int | None]] = {}
    facing: dict[tuple[int, int], list[int]] = {}
    for star, held in zip(document["stars"], solution, strict=True):
        if any(type(n) is not int for n in held) or sorted(held) != [0, 0, 0, *range(10)]:
            yield f"{held} is not every digit once and X four times"
            return
        for given, n in zip(star.get("cells") or [None] * 13, held, strict=True):
            if given is not None and n != (0 if given == "X" else given):
                yield f"{n} differs from the given {given}"
        beside = [(c, c % 12 + 1) for c in range(1, 13)] + [(c, 13) for c in range(1, 13, 2)]
        if any(held[a - 1] == held[b - 1] == 0 for a, b in beside):
            yield f"{held} has X beside X"
        q, r = star["at"]
        for c, (dq, dr) in ACROSS.items():
            facing.setdefault((2 * q + dq, 2 * r + dr), []).append(held[c - 1])
        for c, number in zip(range(1, 13, 2), star["sums"], strict=True):
            (aq, ar), (bq, br) = ACROSS[(c - 2) % 12 + 1], ACROSS[c + 1]
            point = (3 * q + aq + bq, 3 * r + ar + br)
            sums.setdefault(point, []).extend(held[(c + j) % 12] for j in (-2, -1, 0))
            numbers.setdefault(point, set()).add(number)
    if [0, 0] in facing.values():
        yield "two X face each other"
    for point, around in sums.items():
        if len(numbers[point]) > 1 or not numbers[point] <= {None, sum(around)}:
            yield f"{around} does not sum to {numbers[point]}"
        if len(set(around) - {0}) < len([n for n in around if n]):
            yield f"{around} holds a digit twice"


FAMILIES: dict[str, tuple[Callable[..., None], Callable[..., Iterator[str]]]] = {
    "power-strike": (power_strike, power_strike_wrong),
    "c-note": (c_note, c_note_wrong),
    "multi-balance": (multi_balance, multi_balance_wrong),
    "sum-star": (sum_star, sum_star_wrong),
    "aztec-math": (aztec_math, aztec_math_wrong),
}


def require(fine: bool, expected: str) -> None:
    if not fine:
        raise Unreadable(f"{PUZZLE}: no such puzzle, expected {expected}")


def whole_numbers_only(data: object) -> bool:
    """Return whether data has no booleans and floats, which Python would take for integers."""
    parts = [data]
    while parts:
        part = parts.pop()
        if isinstance(part, dict | list):
            parts.extend(part.values() if isinstance(part, dict) else part)
        elif part is not None and type(part) not in (int, str):
            return False
    return True


def given_rule(given: int | None, cell: str) -> str:
    """Return the rule that fixes a given cell; empty for other cells."""
    return "" if given is None else f"given {cell}"


def rules_of(document: Mapping[str, Any], tick: Callable[[], object] = int) -> Rules:
    """Return the clauses of a puzzle; `tick` is called regularly and may raise to stop."""
    read, _ = family_of(document)
    rules = Rules(tick)
    try:
        read(document, rules)
        return rules
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, StopIteration) as error:
        raise Unreadable(f"{PUZZLE}: not a document of its family ({error})") from None


def check_solution(document: Mapping[str, Any], solution: object) -> None:
    """Raise `Refuted` for a solution that breaks the rules."""
    _, wrong = family_of(document)
    try:
        for sentence in wrong(document, solution):
            raise Refuted(f"{SOLUTIONS}: the solution is wrong: {sentence}")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise Refuted(f"{SOLUTIONS}: not the form of an answer ({error})") from None


def answer_of(rules: Rules, solution: Any) -> Answer:
    """Return the number in each cell of a correct solution; cells are listed row by row."""
    if all(type(row) is str for row in solution):
        marks = {f"r{r}c{c}": m for r, row in enumerate(solution, 1) for c, m in enumerate(row, 1)}
        numbers = [0 if marks[cell] == "." else int(marks[cell], 36) for cell in rules.cells]
    else:
        numbers = [n for row in solution for n in (row if type(row) is list else [row])]
    answer = dict(zip(rules.cells, numbers, strict=True))
    # A correct solution that violates a clause would reveal a wrong clause.
    true = rules.truth(answer)
    for clause, rule in rules.clauses.items():
        if true.isdisjoint(clause):
            raise Refuted(f"the solution breaks a clause of the rule {rule!r}")
    return answer


def family_of(document: object) -> tuple[Callable[..., None], Callable[..., Iterator[str]]]:
    name = document.get("family") if isinstance(document, dict) else None
    if not isinstance(name, str) or name not in FAMILIES:
        raise Unreadable(
            f"{PUZZLE}: unknown family {name!r}, expected one of {', '.join(FAMILIES)}"
        )
    return FAMILIES[name]


# The formula and its proof, as text.


def formula_text(rules: Rules, another: Clause | None) -> str:
    """Return the clauses in DIMACS format, each under the name of its rule."""
    clauses = dict(rules.clauses)
    if another is not None:
        clauses[another] = ANOTHER
    lines = [f"p cnf {len(rules.names)} {len(clauses)}"]
    before = ""
    for clause, rule in clauses.items():
        if rule != before:
            lines.append(f"c rule: {rule}")
            before = rule
        lines.append(" ".join(map(str, (*clause, 0))))
    return "\n".join(lines) + "\n"


def read_formula(text: str, rules: Rules, another: Clause | None, deadline: float) -> list[Clause]:
    """Return the clauses of a formula, if each belongs to the rule that it names."""
    clauses: list[Clause] = []
    header, rule = "", ""
    for at, line in numbered(text, FORMULA, deadline):
        if line.startswith("c"):
            rule = line.removeprefix("c rule: ")
        elif not header:
            header = line
        else:
            clause = numbers_in(line, f"{FORMULA}: line {at}")
            if rules.clauses.get(clause) != rule and (clause, rule) != (another, ANOTHER):
                raise Refuted(f"{FORMULA}: line {at} is no clause of the rule {rule!r}")
            clauses.append(clause)
    if header != f"p cnf {len(rules.names)} {len(clauses)}":
        raise Refuted(f"{FORMULA}: begins with {header[:40]!r}, which does not fit what follows")
    return clauses


def numbered(text: str, name: str, deadline: float) -> Iterator[tuple[int, str]]:
    """Return the lines of a file, numbered from 1, until the time is up."""
    for at, line in enumerate(text.splitlines(), 1):
        if at % 100 == 0 and time.monotonic() > deadline:
            raise LimitReached(f"{name}: the time was up at line {at}")
        yield at, line


def numbers_in(line: str, place: str) -> Clause:
    """Return the numbers of a line that ends in 0, without the 0."""
    try:
        numbers = tuple(map(int, line.split()))
    except ValueError:
        numbers = ()
    if not numbers or numbers[-1] != 0 or 0 in numbers[:-1] or "_" in line:
        raise Refuted(f"{place} is no list of numbers that ends in 0")
    return numbers[:-1]


def check_proof(clauses: Sequence[Clause], text: str, deadline: float) -> list[Clause]:
    """Return the clauses of a proof's steps, if each follows and the last one is empty."""
    known = dict(enumerate(clauses, 1))
    added: list[Clause] = []
    for at, line in numbered(text, LRAT, deadline):
        place = f"{LRAT}: line {at}"
        before, _, after = line.partition(" 0 ")
        (name, *literals), hints = (
            numbers_in(f"{before} 0", place) or (0,),
            numbers_in(after, place),
        )
        clause = tuple(literals)
        if name != len(clauses) + len(added) + 1:
            raise Refuted(f"{place} has the number {name}, expected the next one")
        if not follows(clause, [known.get(hint) for hint in hints]):
            raise Refuted(f"{place} does not follow from the clauses it names")
        known[name] = clause
        added.append(clause)
    if not added or added[-1]:
        raise Refuted(f"{LRAT}: the proof does not end in the empty clause")
    return added


def follows(clause: Clause, hints: Iterable[Clause | None]) -> bool:
    """Return whether a clause follows from its hints by unit propagation."""
    false = set(clause)
    for hint in hints:
        if hint is None:
            return False
        left = [literal for literal in hint if literal not in false]
        if not left:
            return True
        if len(left) > 1:
            return False
        false.add(-left[0])
    return False


# The folder.


class Proved(NamedTuple):
    """What a certificate proves of a puzzle: a statement, and the same as a sentence."""

    document: dict[str, Any]
    statement: str
    sentence: str


def read_claim(files: Mapping[str, bytes]) -> tuple[dict[str, Any], str, list[Any]]:
    """Return the document, the statement and the solutions, after checking the solutions and the
    digests of all files."""
    manifest = read_json(files, MANIFEST)
    listed = manifest.get("files") if isinstance(manifest, dict) else None
    if not isinstance(listed, dict):
        raise Unreadable(f"{MANIFEST}: not a manifest, expected the files and their SHA-256")
    for name, digest in listed.items():
        if hashlib.sha256(content(files, name)).hexdigest() != digest:
            raise Refuted(f"{name}: it is not the file that {MANIFEST} lists")
    puzzle, solutions = read_json(files, PUZZLE), read_json(files, SOLUTIONS)
    statement = puzzle.get("statement") if isinstance(puzzle, dict) else None
    if not isinstance(statement, str) or statement not in SHOWN:
        raise Unreadable(f"{PUZZLE}: no statement, expected one of {', '.join(SHOWN)}")
    document = puzzle.get("document")
    if not isinstance(solutions, list) or len(solutions) != SHOWN[statement]:
        raise Refuted(f"{SOLUTIONS}: expected {SHOWN[statement]} for {statement!r}")
    require(whole_numbers_only([document, solutions]), "whole numbers and texts")
    for solution in solutions:
        check_solution(document, solution)
    if statement == "several" and solutions[0] == solutions[1]:
        raise Refuted(f"{SOLUTIONS}: both are the same")
    return document, statement, solutions


def verify(files: Mapping[str, bytes], seconds: float | None = None) -> Proved:
    """Return what a certificate proves.

    Raises `Refuted`, `Unreadable` or `LimitReached`.
    """
    deadline = time.monotonic() + (1e9 if seconds is None else seconds)
    document, statement, solutions = read_claim(files)
    if statement == "several":
        with suppress(LimitReached):
            # No clauses are needed, but the document must be a puzzle.
            rules_of(document)
        return Proved(document, statement, "there is more than one solution, two are shown")

    def tick() -> None:
        if time.monotonic() > deadline:
            raise LimitReached("the time was up while the rules were read")

    rules = rules_of(document, tick)
    if read_json(files, MAP) != rules.names:
        raise Refuted(f"{MAP}: the variables mean something else")
    another = rules.another(answer_of(rules, solutions[0])) if solutions else None
    clauses = read_formula(text_of(files, FORMULA), rules, another, deadline)
    added = check_proof(clauses, text_of(files, LRAT), deadline)
    same = [numbers_in(line, DRAT) for line in text_of(files, DRAT).splitlines()]
    if same != added:
        raise Refuted(f"{DRAT}: it adds other clauses than {LRAT} does")
    what = "there is exactly one solution" if solutions else "there is no solution"
    return Proved(document, statement, f"{what} ({len(clauses):,} clauses, {len(added):,} steps)")


def content(files: Mapping[str, bytes], name: str) -> bytes:
    if name not in files:
        raise Unreadable(f"{name}: no such file, expected a certificate's files")
    if len(files[name]) > MAX_BYTES:
        raise LimitReached(f"{name}: longer than {MAX_BYTES:,} bytes")
    return files[name]


def text_of(files: Mapping[str, bytes], name: str) -> str:
    try:
        return content(files, name).decode("ascii")
    except UnicodeDecodeError:
        raise Unreadable(f"{name}: not a text") from None


def read_json(files: Mapping[str, bytes], name: str) -> Any:
    try:
        return json.loads(content(files, name))
    except (ValueError, RecursionError):
        raise Unreadable(f"{name}: not JSON") from None


FILES = (MANIFEST, PUZZLE, SOLUTIONS, MAP, FORMULA, LRAT, DRAT)


def read_folder(folder: Path, names: Iterable[str] = FILES) -> dict[str, bytes]:
    """Return the files of a certificate that exist, up to their maximum size."""
    if not folder.is_dir():
        raise Unreadable(f"{folder}: no such folder")
    files: dict[str, bytes] = {}
    for name in names:
        if (folder / name).is_file():
            with open(folder / name, "rb") as file:
                files[name] = file.read(MAX_BYTES + 1)
    return files


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print("usage: python verifier.py FOLDER", file=sys.stderr)
        return 2
    try:
        print("proved:", verify(read_folder(Path(arguments[0]))).sentence)
        return 0
    except (Refuted, Unreadable, LimitReached, OSError) as error:
        print(f"{type(error).__name__.lower()}: {error}", file=sys.stderr)
        return {Refuted: 1, LimitReached: 3}.get(type(error), 2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
