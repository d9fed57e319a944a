"""The figures that sentences of explanations name, computed again from candidates and rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

from tests.reasoning.narrowing import Cell, Condition
from tests.reasoning.rules_anew import Puzzle
from tests.reasoning.ways import State, narrowed, way_through

Data: TypeAlias = Mapping[str, Any]
Values: TypeAlias = frozenset[int]

MOST_WAYS = 61
CELL = r"(?:r\d+c\d+|[A-Z]+\d+)"
CELLS = rf"{CELL}(?:, {CELL})*(?: and {CELL})?"
NUMBER = r"(?<![\w×/.])−?\d+"
RULE = r"(?:(?:row|column) \d+|the \d+ at [A-Z]+\d+(?:/[A-Z]+\d+)*)"
MADE = r"(?:(?:make|leave)s? .*|never (?:make|leave)s? .*)"


def ways(
    state: State, conditions: Sequence[Condition], cells: Sequence[Cell], most: int = MOST_WAYS
) -> list[tuple[int, ...]]:
    """All ways to fill some cells, up to a number, so that the conditions can be met."""
    found: list[tuple[int, ...]] = []

    def fill(state: State, begun: tuple[int, ...]) -> None:
        left = narrowed(state, conditions)
        if left is None or len(found) > most:
            return
        if len(begun) == len(cells):
            if way_through(left, conditions) is not None:
                found.append(begun)
            return
        cell = cells[len(begun)]
        for value in sorted(left[cell] or ()):
            fill({**left, cell: frozenset((value,))}, (*begun, value))

    fill(state, ())
    return found


def numbers_in(text: str) -> set[int]:
    """The values that a list names: "X, 2 to 4 or 9"."""
    found: set[int] = set()
    for item in re.split(r",? (?:or|and) |, ", text.strip()):
        ends = [
            0 if end in ("X", "empty") else int(end.replace("−", "-")) for end in item.split(" to ")
        ]
        found.update(range(ends[0], ends[-1] + 1))
    return found


def numbers_list(text: str) -> list[int]:
    return [0 if item in ("X", "empty") else int(item) for item in re.split(", | and ", text)]


def can_be(state: State, conditions: Sequence[Condition]) -> bool:
    left = narrowed(state, conditions)
    return left is not None and way_through(left, conditions) is not None


def shown(values: Iterable[int] | None) -> str:
    return ", ".join(map(str, sorted(values or ()))) or "nothing"


class Unreadable(Exception):
    """Words that are not known."""


class Figures:
    """The candidates at one step, and what can be computed from them."""

    def __init__(
        self, identifier: str, puzzle: Puzzle, step: Data, state: State, after: State
    ) -> None:
        self.identifier = identifier
        self.puzzle = puzzle
        self.family = identifier.partition(":")[0]
        self.step = step
        because = {tuple(one["cell"]): frozenset(one["candidates"]) for one in step["because"]}
        # A reader sees what is printed and what the steps before have written.
        written = {c: v for c, v in state.items() if v is not None and len(v) == 1 and v != {0}}
        self.state = {**puzzle.cells, **written, **because}
        self.before = state
        self.after = after
        self.listed: set[Cell] = set()
        """Cells of lists of ways, which may say more than the step goes on to use."""
        self.found: list[str] = []

    def complain(self, what: str) -> None:
        self.found.append(what)

    # Names.

    def cell(self, name: str) -> Cell:
        if grid := re.fullmatch(r"r(\d+)c(\d+)", name):
            return int(grid[1]), int(grid[2])
        found = re.fullmatch(r"([A-Z]+)(\d+)", name)
        if not found:
            raise Unreadable(name)
        letters = 0
        for letter in found[1]:
            letters = 26 * letters + ord(letter) - 64
        return letters, int(found[2])

    def cells(self, text: str) -> list[Cell]:
        return [self.cell(name) for name in re.findall(CELL, text)]

    def name(self, cell: Cell) -> str:
        return (
            f"{chr(64 + cell[0])}{cell[1]}" if self.family == "sum-star" else "r{}c{}".format(*cell)
        )

    def rule(self, text: str) -> str:
        """The id of the rule that a text names."""
        text = text[:1].lower() + text[1:]
        if triangle := re.search(r"(\d+) at ([A-Z]+\d+(?:/[A-Z]+\d+)*)", text):
            return f"triangle {triangle[2].replace('/', ' ')}"
        if line := re.search(r"(row|column) \d+", text):
            return line[0]
        raise Unreadable(text)

    def conditions(self, *names: str) -> list[Condition]:
        """The conditions of some rules, or of all rules of the step."""
        return [c for name in names or self.step["rules"] for c in self.puzzle.conditions[name]]

    def values(self, cell: Cell) -> Values:
        return self.state[cell] or frozenset()

    # Sums, ways and torques.

    def in_ways(self, cell: Cell, values: Values) -> None:
        self.state[cell] = values
        self.listed.add(cell)

    def plain(self, text: str) -> None:
        """Words without figures: their numbers are candidates, or what a clue says."""
        for held, name in re.findall(rf"(\d) \(({CELL})\)", text):
            if self.values(self.cell(name)) != {int(held)}:
                self.complain(f"{name} is not {held}")
        for name, list_ in re.findall(rf"({CELL}) \(([^()]*)\)", text):
            if self.values(self.cell(name)) != numbers_in(list_):
                self.complain(f"{name} is not {list_}")
        for distance, name in re.findall(rf"(\d+)×({CELL})", text):
            lines = [rule for rule in self.step["rules"] if re.match("row|column", rule)]
            arms = [abs(self.arms(line).get(self.cell(name), 0)) for line in lines]
            if int(distance) not in arms:
                self.complain(f"{name} is not at {distance}")
        clue = rf"(?:the )?\d+ at {CELL}(?:/{CELL})*"
        several = r"(?:rows|columns) \d[\d, and]*|(?:any number )?with an? \d"
        text = re.sub(rf"{clue}|\d+×{CELL}|{CELL}|{RULE}|{several}", "", text, flags=re.IGNORECASE)
        candidates = {v for values in self.before.values() for v in values or ()}
        for number in re.findall(NUMBER, text):
            if int(number.replace("−", "-")) not in candidates:
                self.complain(f"{number} in {text!r} is no candidate")

    def made(self, rule: str, text: str, claimed: Sequence[Cell]) -> None:
        """What the others of a sum make, so that a cell cannot have what it loses."""
        for cell in claimed:
            self.made_for(rule, text, cell)

    def made_for(self, rule: str, text: str, cell: Cell) -> None:
        others = [c for c in self.puzzle.scopes[rule] if c != cell]
        total = self.total(rule)
        distinct = rule.startswith("triangle")
        sums = self.sums([self.values(c) for c in others], distinct)
        if parity := re.search(r"an (odd|even) number", text):
            if {s % 2 for s in sums} != {int(parity[1] == "odd")}:
                self.complain(f"{parity[0]} is wrong")
            return
        if ends := re.search(r"(never )?leaves? a number ending in (.*)", text):
            named = numbers_in(ends[2])
            if ends[1]:
                named = {*range(10)} - named
            if {(total - s) % 10 for s in sums} != named:
                self.complain("the endings are wrong")
            return
        for bound, end in (("at least", min), ("at most", max)):
            if (figure := re.search(rf"{bound} (\d+)", text)) and int(figure[1]) != end(sums):
                self.complain(f"the others of {self.name(cell)} make {bound} {end(sums)}")
        if never := re.search(r"never (?:makes? )?(\d[^a-z]*(?:(?:to|or) [^a-z]*)*)", text):
            needed = {int(end) for end in re.findall(r"\d+", never[1])}
            gone = {total - v for v in self.before[cell] or () if v not in (self.after[cell] or ())}
            if not needed <= gone:
                self.complain(f"{shown(needed - gone)} is needed for nothing")
            within = {t for t in gone if min(sums) <= t <= max(sums)} - numbers_in(never[1])
            if within and self.step["sentence"].startswith("In "):
                self.complain(f"nothing is said of {shown(within)}")
            for number in numbers_in(never[1]):
                if text.startswith("else "):
                    kept = {**self.state, cell: frozenset((total - number,))}
                    possible = total - number in self.values(cell) and bool(
                        can_be(kept, self.conditions())
                    )
                else:
                    possible = number in sums
                if possible:
                    self.complain(f"the others of {self.name(cell)} do make {number}")
        exact = re.fullmatch(r"the others? makes? (\d[^a-z]*(?:(?:to|or) [^a-z]*)*)", text)
        if exact and numbers_in(exact[1]) != sums:
            self.complain(f"the others of {self.name(cell)} make {shown(sums)}")

    def total(self, rule: str) -> int:
        """What a line, or the cells around a triangle, sum to."""
        return int(self.identifier.split(":")[1] if self.family == "c-note" else self.number(rule))

    def number(self, rule: str) -> str:
        """The number of a triangle as it is printed."""
        star, square = self.cell(rule.split()[1])
        printed = self.identifier.split(":")[-1].split("/")[star - 1].partition("=")[2]
        return printed.partition("@")[0].split(",")[(square - 1) // 2]

    def sums(self, held: Sequence[Values], distinct: bool) -> set[int]:
        """What numbers make together."""
        made: set[tuple[int, frozenset[int]]] = {(0, frozenset())}
        for values in held:
            made = {
                (total + value, used | {value} if distinct and value else used)
                for total, used in made
                for value in values
                if value not in used
            }
        return {total for total, _ in made}

    def left(self, rule: str, figure: int) -> None:
        cells = self.puzzle.scopes[rule]
        fixed = sum(min(self.values(c)) for c in cells if len(self.values(c)) == 1)
        if self.total(rule) - fixed != figure:
            self.complain(f"{self.total(rule) - fixed} is left")

    def open_sum(self, found: re.Match[str]) -> None:
        """A sum with one open number: "Row 1: 85 + ? + 8 = 100"."""
        rule = self.rule(found[1])
        terms = found[2].split(" + ")
        if int(found[3]) != self.total(rule):
            self.complain(f"{rule} makes {self.total(rule)}")
        for cell, term in zip(self.puzzle.scopes[rule], terms, strict=True):
            if term != "?" and self.values(cell) != {int(term)}:
                self.complain(f"{self.name(cell)} is not {term}")

    def placed(self, found: re.Match[str]) -> None:
        """What a group has already."""
        if not (found[1] and found[2]):
            return self.plain(found[0])
        group = self.group(found[1])
        there = [min(self.values(c)) for c in group if len(self.values(c)) == 1]
        named = numbers_in(re.sub(r" (twice|(three|four) times)", "", found[2]))
        if len(re.findall(r"\d+", found[2])) != len(named - {0}) and " to " not in found[2]:
            self.complain("a digit is named twice")
        if not named <= {*there}:
            self.complain(f"{found[1]} does not have {shown(frozenset(named - {*there}))}")
        if "X four times" in found[2] and there.count(0) != 4:
            self.complain(f"{found[1]} has X {there.count(0)} times")
        return None

    def group(self, text: str) -> Sequence[Cell]:
        if text.lower() == "the board":
            return self.puzzle.scopes["digits"]
        if re.fullmatch("[A-Z]+", text):
            return self.puzzle.scopes[f"contents {text}"]
        return self.puzzle.scopes[self.rule(text)]

    def needs(self, rule: str, text: str, claimed: Sequence[Cell]) -> None:
        """The digits that a triangle needs: all sets, and no others."""
        cells = self.puzzle.scopes[rule]
        possible = {
            frozenset(v for v in way if v) for way in ways(self.state, self.conditions(), cells)
        }
        needed, _, beside = text.partition(" beside ")
        fixed = numbers_in(beside) if beside else set()
        between = "; or |; " if ";" in needed else ", | or " if "+" in needed else "$^"
        named = {
            frozenset(fixed.union(numbers_in(digits.replace(" + ", ", "))))
            for digits in re.split(between, needed)
        }
        if len(possible) <= MOST_WAYS and named != possible:
            self.complain(f"it needs {[*map(sorted, possible)]}")

    def all_sums(self, rule: str, text: str) -> bool:
        """All ways to make a sum, in series, of the open cells or of all cells."""
        named = [way for series in re.split(", | or ", text) for way in self.series(series)]
        cells = [*self.puzzle.scopes[rule]]
        if len(named[0]) < len(cells):
            cells = [cell for cell in cells if len(self.values(cell)) > 1]
        return self.compare(cells, named, self.conditions(rule))

    def series(self, text: str) -> list[tuple[int, ...]]:
        """The ways of a series: "5 + 63 to 65 + 3 in tens"."""
        step = 10 if text.endswith(" in tens") else 1
        sums = text.removesuffix(" in tens").split(" to ")
        ends = [[*map(int, way.split(" + "))] for way in sums]
        count = max(abs(a - b) for a, b in zip(ends[0], ends[-1], strict=True)) // step
        moves = [(b - a) // max(count, 1) for a, b in zip(ends[0], ends[-1], strict=True)]
        series = [
            tuple(a + at * by for a, by in zip(ends[0], moves, strict=True))
            for at in range(count + 1)
        ]
        steps = sorted(filter(None, moves))
        if series[-1] != tuple(ends[-1]) or (len(ends) > 1 and steps != [-step, step]):
            self.complain(f"{text} is no series")
        return series

    def all_ways(self, places: str, text: str) -> bool:
        cells = self.cells(places)
        shown = [
            tuple(0 if item in ("X", "empty") else int(item) for item in re.split(", | and ", way))
            for way in re.split(r"; or |; " if len(cells) > 2 else r", or |, | or ", text)
        ]
        return self.compare(cells, shown, self.conditions())

    def compare(
        self,
        cells: Sequence[Cell],
        shown: Sequence[tuple[int, ...]],
        conditions: Sequence[Condition],
    ) -> bool:
        found = ways(self.state, conditions, cells)
        if {*shown} != {*found} or len(shown) != len({*shown}):
            self.complain(f"the ways are {found}")
        for at, cell in enumerate(cells):
            self.in_ways(cell, frozenset(way[at] for way in found))
        return True

    def table(self, text: str) -> bool:
        """Ways by the value of one cell: "1 at r1c1 goes with 2 or 3 at r1c2; 2 with 4; …"."""
        first, *rest = text.split("; ")
        named = re.split(r" goes with | and (?=[^ ]+(?: [^ ]+){0,9} at )", first)
        places = [self.cell(part.rpartition(" at ")[2]) for part in named]
        rows = [[part.rpartition(" at ")[0] for part in named]]
        rows += [re.split(" with | and ", row) for row in rest]
        shown = [dict(zip(places, map(numbers_in, row), strict=True)) for row in rows]
        cells = [*shown[0]]
        found = ways(self.state, self.conditions(), cells)
        allowed = [
            w
            for w in found
            if any(all(v in e[c] for c, v in zip(cells, w, strict=True)) for e in shown)
        ]
        count = sum(prod(len(values) for values in entry.values()) for entry in shown)
        if allowed != found or count != len(found):
            self.complain(f"the ways are {found}")
        for at, cell in enumerate(cells):
            self.in_ways(cell, frozenset(way[at] for way in found))
        return True

    def hands(self, places: str, text: str) -> bool:
        cells = self.cells(places)
        found = ways(self.state, self.conditions(), cells)
        shown = {
            tuple(sorted(numbers_list(hand)))
            for hand in re.split("; or |; " if len(cells) > 2 else ", or |, ", text)
        }
        if shown != {tuple(sorted(way)) for way in found}:
            self.complain(f"the ways are {found}")
        for at, cell in enumerate(cells):
            self.in_ways(cell, frozenset(way[at] for way in found))
        return True

    # Levers.

    def arms(self, rule: str) -> dict[Cell, int]:
        """The cells of a line, with their distances to its fulcrum."""
        fulcrums = [
            tuple(map(int, re.findall(r"\d+", name)))
            for name in self.puzzle.scopes
            if name.startswith("fulcrum")
        ]
        at = int(rule.startswith("column"))
        line = int(rule.split()[1])
        (fulcrum,) = [f for f in fulcrums if f[at] == line]
        return {c: c[1 - at] - fulcrum[1 - at] for c in self.puzzle.scopes[rule]}

    def torques(self, rule: str, text: str, claimed: Sequence[Cell]) -> None:
        arms = self.arms(rule)
        distinct = "digits" in self.step["rules"]
        sides = {"on the left": -1, "above": -1, "on the right": 1, "below": 1}
        first, _, rest = text.partition(", and the rest ")
        for figure in re.finditer(
            r"(at (?:most|least) )?(\d+)(?: to (\d+))? (on the left|on the right|above|below)",
            first,
        ):
            cells = [c for c, d in arms.items() if d * sides[figure[4]] > 0]
            self.torque(figure, cells, arms, distinct)
        for figure in re.finditer(r"(on the left|on the right|above|below) makes (.*)", rest):
            cells = [c for c, d in arms.items() if d * sides[figure[1]] > 0 and c not in claimed]
            for bound in re.finditer(r"(at (?:most|least) )?(\d+)()", figure[2]):
                self.torque(bound, cells, arms, distinct)

    def torque(
        self, figure: re.Match[str], cells: Sequence[Cell], arms: Mapping[Cell, int], distinct: bool
    ) -> None:
        made = self.torque_sums(cells, arms, distinct)
        named = {"at most ": [max(made)], "at least ": [min(made)], None: [min(made), max(made)]}[
            figure[1]
        ]
        said = [int(n) for n in (figure[2], figure[3]) if n]
        if said != named and not (len({*named}) == 1 and said == named[:1]):
            self.complain(f"torque {named}, not {figure[0]}")

    def torque_sums(
        self, cells: Sequence[Cell], arms: Mapping[Cell, int], distinct: bool
    ) -> set[int]:
        made: set[tuple[int, frozenset[int]]] = {(0, frozenset())}
        for cell in cells:
            made = {
                (total + abs(arms[cell]) * value, used | {value} if distinct and value else used)
                for total, used in made
                for value in self.values(cell)
                if value not in used
            }
        return {total for total, _ in made}

    def equation(self, text: str) -> None:
        sides = [
            sum(int(a) * int(b) for a, b in re.findall(r"(\d+)×(\d+)", side))
            for side in text.split(" = ")
        ]
        if len(sides) != 2 or sides[0] != sides[1]:
            self.complain(f"{text} does not balance")

    def balances(self, rule: str, text: str) -> None:
        """All balances of a line, and no others."""
        arms = self.arms(rule)
        listed, stays, _ = text.partition(" or stays empty")
        shown = re.split(r", (?=\d+×)| or (?=\d+×)", listed)
        for equation in shown:
            self.equation(equation)
        state = dict(self.state)
        if "digits" not in self.step["rules"]:
            for name in self.step["rules"]:
                if name != rule and not name.startswith("fulcrum"):
                    state.update(
                        {
                            c: frozenset((0,))
                            for c in self.puzzle.scopes[name]
                            if 0 in (state[c] or ())
                        }
                    )
        found = ways(state, self.conditions(), [*arms])
        expected = {
            tuple(sorted((abs(d), v, d > 0) for d, v in zip(arms.values(), way, strict=True) if v))
            for way in found
        }
        named = set()
        for equation in shown:
            left, _, right = equation.partition(" = ")
            named.add(
                tuple(
                    sorted(
                        (int(a), int(b), after)
                        for after, side in ((False, left), (True, right))
                        for a, b in re.findall(r"(\d+)×(\d+)", side)
                    )
                )
            )
        if stays:
            named.add(())
        if named != expected:
            self.complain(f"the balances are {found}")

    def torque_parity(self, found: re.Match[str], claimed: Sequence[Cell]) -> None:
        arms = self.arms(self.rule(found[1]))
        others = [c for c in arms if c not in claimed]
        if {t % 2 for t in self.torque_sums(others, arms, False)} != {int(found[2] == "odd")}:
            self.complain("the others are not")

    def multiples(self, found: re.Match[str], claimed: Sequence[Cell]) -> None:
        arms = self.arms(self.rule(found[1]))
        others = [c for c in arms if c not in claimed]
        if any(t % int(found[2]) for t in self.torque_sums(others, arms, False)):
            self.complain(f"the others are no multiples of {found[2]}")
