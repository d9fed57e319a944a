"""The figures that sentences of explanations name, computed again from candidates and rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations, product
from math import prod
from typing import Any, TypeAlias

from tests.reasoning.narrowing import Cell, Condition
from tests.reasoning.rules_anew import Puzzle
from tests.reasoning.ways import State, narrowed, way_through

Data: TypeAlias = Mapping[str, Any]
Values: TypeAlias = frozenset[int]

MOST_WAYS = 61
MOST_LISTED = 6
CELL = r"(?:r\d+c\d+|[A-Z]+\d+)"
CELLS = rf"{CELL}(?:, {CELL})*(?: and {CELL})?"
NUMBER = r"(?<![\w×/.])−?\d+"
PLACES = rf"(X|\d(?: \+ \d)*|\d(?:(?:, | and | to )\d)+) in ({CELL}(?:, {CELL})* or {CELL}|{CELLS})"
"""Digits with the only cells for them, or cells of X: "9 in A7", "3 + 4 in A2, B10 or B11"."""
TOUCH = rf"(no two X|{CELL} and {CELL})"
"""Cells that touch."""
RULE = r"(?:(?:row|column) \d+|the \d+ at [A-Z]+\d+(?:/[A-Z]+\d+)*)"
SIDES = {"on the left": -1, "above": -1, "on the right": 1, "below": 1}
_SIDE = rf"(?:{'|'.join(SIDES)})"
UNUSABLE = (
    rf"(?:is empty|can hold digits only {_SIDE}|can have torque [^:;]*? {_SIDE}, but not {_SIDE}"
    r"|could balance only with (?:a digit twice|\S+ = \S+) \([^()]*\)"
    r"|cannot balance with(?: the)? digits(?: left)?)"
)
"""Why a line holds no digits."""
OPPOSITE = {"on the left": "on the right", "above": "below"}
OPPOSITE |= {other: one for one, other in OPPOSITE.items()}
WORDS = "no one two three four five six seven eight nine"
NUMBER_WORDS = [*WORDS.split(), "10", "11", "12"]
MADE = r"(?:(?:make|leave)s? .*|never (?:make|leave)s? .*)"
SHOWN = rf"(?:(?:with . )?the others? {MADE}|with [\dX][^()]* all make at .*)"
"""Why the other numbers of a sum leave no room for a value."""


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


def repeats(way: Mapping[Cell, int]) -> bool:
    """Whether a digit stands twice in a line."""
    digits = [digit for digit in way.values() if digit]
    return len({*digits}) < len(digits)


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
        self.because = because
        self.state = {**puzzle.cells, **written, **because}
        self.before = state
        self.after = after
        self.listed: set[Cell] = set()
        """Cells of lists of ways, which may say more than the step goes on to use."""
        self.found: list[str] = []
        self.pairs: list[set[Cell]] | None = None
        """The cells that are said to touch; None if no X may touch another."""
        self.subject = step["sentence"]
        """The text that names what "it" is."""

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
        if triangle := re.search(r"(?:\d|triangle) at ([A-Z]+\d+(?:/[A-Z]+\d+)*)", text):
            return f"triangle {triangle[1].replace('/', ' ')}"
        if line := re.search(r"(row|column) \d+", text):
            return line[0]
        raise Unreadable(text)

    def conditions(self, *names: str) -> list[Condition]:
        """The conditions of some rules, or of all rules of the step, but of those about X that
        touch only what is said."""
        return [
            condition
            for name in names or self.step["rules"]
            for condition in self.puzzle.conditions[name]
            if self.pairs is None
            or not name.startswith(("X of", "edge"))
            or {*condition.cells} in self.pairs
        ]

    def without_pairs(self, text: str) -> str:
        """A text about the cells around a triangle without the remarks that some of them touch,
        which the conditions are limited to from now on."""
        if not any(rule.startswith("triangle") for rule in self.step["rules"]):
            return text
        said = re.findall(rf", as {TOUCH} touch", text)
        if "no two X" not in said and not re.search("the others touch and are not all X", text):
            self.pairs = [{*self.cells(pair)} for pair in said]
            for x in re.findall(rf"({CELLS}) (?:is|are) X(?:\)|, so )", text):
                self.pairs += [{cell, other} for cell in self.cells(x) for other in self.state]
        return re.sub(rf", as {TOUCH} touch", "", text)

    def values(self, cell: Cell) -> Values:
        return self.state[cell] or frozenset()

    def touch(self, one: Cell, other: Cell) -> bool:
        """Whether two cells may not both be X."""
        rules = [self.puzzle.conditions[name] for name in self.step["rules"]]
        return any({*condition.cells} == {one, other} for rule in rules for condition in rule)

    def clues(self, text: str) -> None:
        """Check the numbers of triangles that are named."""
        for clue in re.finditer(r"(?:[Tt]he |\()(\d+) at ([A-Z]+\d+(?:/[A-Z]+\d+)*)", text):
            rule = f"triangle {clue[2].replace('/', ' ')}"
            if rule not in self.puzzle.scopes or self.number(rule) != clue[1]:
                self.complain(f"{rule} has another number than {clue[1]}")

    def meant(self, what: str, known: Values, cell: Cell) -> Values:
        """The values that a claim leaves."""
        if what.startswith("not "):
            gone = numbers_in(what.removeprefix("not "))
            # Some may have gone with a digit that the sentence places elsewhere.
            if not gone <= known | (self.before[cell] or known):
                self.complain(f"{what}, but {shown(frozenset(gone) - known)} was gone")
            return known - gone
        if what.startswith("a digit"):
            gone = numbers_in(what.partition(" other than ")[2]) if " other" in what else set()
            return known - gone - {0}
        if bound := re.fullmatch(r"(?:(?:X|empty) or )?at (most|least) (\d+)", what):
            zero = {0} if " or " in what else set()
            most, end = bound[1] == "most", int(bound[2])
            fits = {v for v in known if v and (v <= end if most else v >= end)}
            if end not in fits:
                self.complain(f"{end} is no candidate")
            return frozenset(fits | zero)
        if among := re.fullmatch(r"(\d+) to (\d+) (with an?|ending in) (\d)", what):
            inside = {v for v in known if int(among[1]) <= v <= int(among[2])}
            if not {int(among[1]), int(among[2])} <= inside:
                self.complain(f"{what}: an end is no candidate")
            if not all(among[4] in str(v) for v in inside):
                self.complain(f"{what}: other digit")
            if among[3] == "ending in":
                inside = {v for v in inside if v % 10 == int(among[4])}
            return frozenset(inside)
        if what.startswith("among"):
            return self.after[cell] or frozenset()
        return frozenset(numbers_in(what))

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

    def not_all_x(self, rule: str, claimed: Sequence[Cell]) -> None:
        """Cells that do not hold the whole sum, since the others would be X."""
        total = self.total(rule)
        for cell in claimed:
            whole = {**self.state, cell: frozenset((total,))}
            if total not in self.values(cell) or can_be(whole, self.conditions()):
                self.complain(f"{self.name(cell)} could be {total}")

    def made_for(self, rule: str, text: str, cell: Cell) -> None:
        others = [c for c in self.puzzle.scopes[rule] if c != cell]
        total = self.total(rule)
        distinct = rule.startswith("triangle")
        # Where a cell or its line is named again, another reason rules out some of its values.
        again = rf"{self.name(cell)}\b|(?:row {cell[0]}|column {cell[1]}) (?:is|has|can)"
        is_once = len(re.findall(again, self.step["sentence"], re.IGNORECASE)) == 1
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
        text = self.spelled(text, [*others, cell])
        if several := re.fullmatch(r"with (.*) all make at (most|least) (\d+)", text):
            self.bound_with(several, cell, others, total)
            return
        if alone := re.fullmatch(r"with (\d|X) the others make at (most|least) (\d+)", text):
            self.bound_without(alone, cell, others, total)
            return
        text, explained = self.small_sums(text, [self.values(c) for c in others], sums, total)
        for bound, end in (("at least", min), ("at most", max)):
            if (figure := re.search(rf"{bound} (\d+)", text)) and int(figure[1]) != end(sums):
                self.complain(f"the others of {self.name(cell)} make {bound} {end(sums)}")
        if never := re.search(r"never (?:makes? )?(\d[^a-z]*(?:(?:to|or) [^a-z]*)*)", text):
            needed = {int(end) for end in re.findall(r"\d+", never[1])}
            gone = {total - v for v in self.before[cell] or () if v not in (self.after[cell] or ())}
            if not needed <= gone:
                self.complain(f"{shown(needed - gone)} is needed for nothing")
            within = {t for t in gone if min(sums) <= t <= max(sums)} - numbers_in(never[1])
            within -= explained
            if within and self.step["sentence"].startswith("In ") and is_once:
                self.complain(f"nothing is said of {shown(within)}")
            for number in numbers_in(never[1]):
                if number in sums:
                    self.complain(f"the others of {self.name(cell)} do make {number}")
        elif explained:
            gone = {total - v for v in self.before[cell] or () if v not in (self.after[cell] or ())}
            rest = gone - explained
            rest -= {t for t in rest if "at least" in text and t < min(sums)}
            rest = {t for t in rest if "at most" not in text or t <= max(sums)}
            if rest and is_once:
                self.complain(f"nothing is said of {shown(rest)}")
        exact = re.fullmatch(r"the others? makes? (\d[^a-z]*(?:(?:to|or) [^a-z]*)*)", text)
        if exact and numbers_in(exact[1]) != sums:
            self.complain(f"the others of {self.name(cell)} make {shown(sums)}")

    def spelled(self, text: str, others: Sequence[Cell]) -> str:
        """A text without the digits that make a bound: "at most 9 + 7 = 16"."""
        for bound, digits, total in re.findall(r"(at \w+) (\d(?: \+ \d)+) = (\d+)", text):
            held = [*map(int, digits.split(" + "))]
            fit = any(
                all(digit in self.values(cell) for digit, cell in zip(held, cells, strict=True))
                for cells in permutations(others, len(held))
            )
            if sum(held) != int(total) or len({*held}) < len(held) or not fit:
                self.complain(f"{bound} {digits} is not {total}")
            text = text.replace(f"{digits} = ", "")
        return text

    def small_sums(
        self, text: str, held: Sequence[Values], sums: set[int], total: int
    ) -> tuple[str, set[int]]:
        """What sums in tens leave of a total, "leave 87, 77, … or at most 33 after 60 + 7": the
        text with the least sum that is none of them, and the totals that are none of them."""
        begin = r"(\d+)(?:, (\d+)(, …)?)?"
        pattern = rf"leaves? {begin} or (?:at most (\d+)|nothing) after (\d+(?: \+ \d+)*)"
        if not (found := re.search(pattern, text)):
            return text, set()
        terms = [*map(int, found[5].split(" + "))]
        least, end = total - int(found[1]), sum(terms)
        tens = [*range(int(found[1]), max(total - end, 0), -10)]
        said = [int(found[n]) for n in (1, 2) if found[n]]
        if said != tens[:2] or bool(found[3]) != (len(tens) > 2) or least != min(sums):
            self.complain(f"{found[0]}: the sums begin with {tens}")
        if int(found[4] or 0) != max(total - end, 0):
            self.complain(f"{found[0]}: {total - end} is left")
        if any(n not in values for n, values in zip(terms, held, strict=True)):
            self.complain(f"{found[5]} cannot be")
        if any(s < end and (s - least) % 10 for s in sums):
            self.complain(f"{found[0]}: there are other sums")
        explained = {*range(end)} - {*range(least, end, 10)}
        text = text.replace(found[0], "make")
        if greatest := re.search(r", and at least (\d+)", text):
            text = text.replace(greatest[0], "")
            explained |= {*range(max(sums) + 1, total)}
            if int(greatest[1]) != total - max(sums):
                self.complain(f"{total - max(sums)} is left at least")
        return text, explained

    def bound_with(
        self, text: re.Match[str], cell: Cell, others: Sequence[Cell], total: int
    ) -> None:
        """What all make with a value that a cell loses, which is too little or too much."""
        gone = self.values(cell) - (self.after[cell] or frozenset())
        sums = self.sums([*(self.values(c) for c in others), gone], True)
        end = max(sums) if text[2] == "most" else min(sums)
        too_much = end < total if text[2] == "most" else end > total
        if numbers_in(text[1]) != gone or end != int(text[3]) or not too_much:
            self.complain(f"{text[0]} is wrong")

    def bound_without(
        self, text: re.Match[str], cell: Cell, others: Sequence[Cell], total: int
    ) -> None:
        """What the others make at most or at least without the digit of a cell, which is too little
        or too much for all values that the cell loses."""
        gone = self.values(cell) - (self.after[cell] or frozenset())
        most = text[2] == "most"
        made = {
            value: self.sums([self.values(c) - ({value} - {0}) for c in others], True)
            for value in gone
        }
        told = 0 if text[1] == "X" else int(text[1])
        if told not in gone or (max if most else min)(made[told]) != int(text[3]):
            self.complain(f"{text[0]} is wrong")
        for value, sums in made.items():
            if (max(sums) >= total - value) if most else (min(sums) <= total - value):
                self.complain(f"{text[0]} does not refute {value}")

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

    def placed(self, found: re.Match[str] | None) -> None:
        """What a group has already."""
        assert found
        group = self.group(found[1])
        there = [min(self.values(c)) for c in group if len(self.values(c)) == 1]
        named = numbers_in(re.sub(r" (twice|(three|four) times)", "", found[2]))
        if len(re.findall(r"\d+", found[2])) != len(named - {0}) and " to " not in found[2]:
            self.complain("a digit is named twice")
        if not named <= {*there}:
            self.complain(f"{found[1]} does not have {shown(frozenset(named - {*there}))}")
        if "X four times" in found[2] and there.count(0) != 4:
            self.complain(f"{found[1]} has X {there.count(0)} times")

    def contents(self, found: re.Match[str]) -> None:
        """What a group has, keeps for some cells, and needs, in this order."""
        cells, text = self.group(found[1]), found[2]
        state = {c: self.values(c) for c in cells}
        values = r"(?<!\w)((?:X|\d+)(?:(?:, | and | to )(?:X|\d+))*(?: (?:four times|twice))?)"
        part = (
            rf"has (.*?) already|{values} for ({CELLS})"
            rf"|needs (.*?), (?:(?:which|and it) fits nowhere|and only ({CELLS}) can hold them)"
            r"|then (\d)"
        )
        for has, kept, places, needed, only, then in re.findall(part, text):
            needed = needed or then
            if has:
                self.placed(re.fullmatch("(.*) has (.*)", f"{found[1]} has {has}"))
            named = numbers_in(re.sub(" (twice|(three|four) times)", "", has or kept or needed))
            count = sum(1 if value else 4 for value in named)
            some = {*self.cells(places or only)}
            if kept and (len(some) != count or not all(state[c] <= named for c in some)):
                self.complain(f"{places} do not take all of {kept}")
            able = {c for c in cells if state[c] & named}
            if needed and (len(able) != count or some not in (able, set())):
                self.complain(f"{needed} fits {[*map(self.name, able)]}")
            for cell, held in state.items():
                if needed and cell in able:
                    state[cell] = held & named
                elif not needed and cell not in some and len(held) > 1:
                    state[cell] = held - named
        if not re.search(part, text):
            raise Unreadable(text)

    def group(self, text: str) -> Sequence[Cell]:
        if text.lower() == "the board":
            return self.puzzle.scopes["digits"]
        if re.fullmatch("[A-Z]+", text):
            return self.puzzle.scopes[f"contents {text}"]
        return self.puzzle.scopes[self.rule(text)]

    def needs(self, rule: str, text: str) -> None:
        """The digits that a triangle needs: all sets, and no others, with the cells of X."""
        cells = self.puzzle.scopes[rule]
        found = ways(self.state, self.conditions(), cells, 10_000)
        possible = {frozenset(filter(None, way)) for way in found}
        x = [cell for cell in cells if self.values(cell) == {0}]
        text, _, always = re.sub(r", (?:always )?with ", "|", text).partition("|")
        needed, _, beside = text.partition(" beside ")
        fixed = numbers_in(beside) if beside else set()
        between = ", | or " if "+" in needed and " in " not in needed else "$^"
        between = "; (?:or )?" if ";" in needed else between
        named = {
            self.placed_digits(rule, always, part, fixed) for part in re.split(between, needed)
        }
        if named != possible:
            self.complain(f"it needs {[*map(sorted, possible)]}")
        alone = needed if len(possible) == 1 and " in " in needed else ""
        for held, where, is_full in self.places(always or alone.partition(" with ")[0]):
            x += where if held == {0} else ()
            for cell in where if is_full else ():
                self.state[cell] = self.values(cell) & held
        for cell in cells:
            near = [other for other in x if self.touch(cell, other)]
            if any(self.pairs is None or {cell, other} in self.pairs for other in near):
                self.state[cell] = self.values(cell) - {0}

    def placed_digits(self, rule: str, always: str, text: str, fixed: set[int]) -> frozenset[int]:
        """A set of digits, some with their only places: "9 in A7 and X in A6 with 2 + 5"."""
        places, _, rest = text.partition(" with ") if " in " in text else ("", "", text)
        placed = [*self.places(always), *self.places(places)]
        digits = fixed.union(*(held for held, *_ in placed))
        digits |= numbers_in(rest.replace(" + ", ", ")) if rest else set()
        cells = self.puzzle.scopes[rule]
        state = {**self.state, **{c: self.values(c) & (digits | {0}) for c in cells}}
        for way in ways(state, self.conditions(), cells, 10_000):
            filled = dict(zip(cells, way, strict=True))
            for held, where, is_full in placed:
                there = {filled[cell] for cell in where}
                if not held <= there or (is_full and there != held):
                    self.complain(f"{text} {always}, but {way} is possible")
                    return frozenset(digits - {0})
        return frozenset(digits - {0})

    def places(self, text: str) -> list[tuple[set[int], list[Cell], bool]]:
        """Digits, or X, with the cells that hold them, and whether these hold nothing else."""
        if re.sub(rf"{PLACES}|,? and |, ", "", text):
            raise Unreadable(text)
        found = list[tuple[set[int], list[Cell], bool]]()
        for what, where in re.findall(PLACES, text):
            held, cells = numbers_in(what.replace(" + ", ", ")), self.cells(where)
            is_full = " or " not in where
            if held != {0} and len(cells) != len(held) + (not is_full):
                raise Unreadable(f"{what} in {where}")
            found.append((held, cells, is_full))
        return found

    def all_sums(self, rule: str, text: str, only_open: bool = False) -> bool:
        """All ways to make a sum, in series."""
        cells = [c for c in self.puzzle.scopes[rule] if not only_open or len(self.values(c)) > 1]
        return self.compare(cells, self.sums_in_series(text), self.conditions(rule))

    def sums_in_series(self, text: str) -> list[tuple[int, ...]]:
        """Sums, of a series the first and the last: "5 + 63 to 65 + 3 in tens"."""
        found: list[tuple[int, ...]] = []
        for item in re.split(", | or ", text):
            ends, tens = item.removesuffix(" in tens"), item.endswith(" in tens")
            first, *last = (tuple(map(int, end.split(" + "))) for end in ends.split(" to "))
            found.append(first)
            moves = [b - a for a, b in zip(first, last[0], strict=True)] if last else []
            by, count = 10 if tens else 1, max(moves, default=0)
            if (tens and not last) or len(last) > 1:
                raise Unreadable(item)
            if last and (sorted(filter(None, moves)) != [-count, count] or count % by):
                raise Unreadable(f"{item} is no series")
            if last and count < 2 * by:
                self.complain(f"{item} are no three sums")
            for _ in range(count // by):
                steps = zip(found[-1], moves, strict=True)
                found.append(tuple(n + move * by // count for n, move in steps))
        return found

    def last_digits(self, text: str) -> None:
        """How many numbers of a line do not end in their digits, which, and why not more."""
        rule = self.rule(text)
        cells, total = self.puzzle.scopes[rule], self.total(rule)
        grid = self.identifier.split(":")[2].split("/")
        digits = [int(grid[row - 1][column - 1]) for row, column in cells]
        held = [sorted(self.values(cell)) for cell in cells]
        ways = [way for way in product(*held) if sum(way) == total]

        def others(way: Sequence[int]) -> list[int]:
            return [n for n, digit in zip(way, digits, strict=True) if n % 10 != digit]

        by_count = {count: [w for w in ways if len(others(w)) == count] for count in range(9)}
        ending = re.search(r"[Aa]s (\d+(?: \+ \d+)*) ends in (\d)", text)
        if not ending or [*map(int, ending[1].split(" + "))] != digits:
            raise Unreadable(text)
        if sum(digits) % 10 != int(ending[2]):
            self.complain(f"{ending[0]} is wrong")
        ones, _, two = text.partition("Or two: ")
        if too_much := re.search(r" \(two make at least (\d+(?: \+ \d+)*)\)", ones):
            ones = ones.replace(too_much[0], "")
        too_much = too_much or re.search(r"as (\d+(?: \+ \d+)*) is too much", text)
        which = re.findall(r"(\d+)(?: \((\d+) left\))?(?:, | or |\.|$)", ones.partition(": ")[2])
        named = {int(n): int(left or total - int(n)) for n, left in which}
        if {*named} != {n for way in by_count[1] for n in others(way)}:
            self.complain(f"one number is {[others(way) for way in by_count[1]]}")
        if any(total - n != left for n, left in named.items()):
            self.complain("something else is left")
        if sorted(self.sums_in_series(two) if two else []) != sorted(by_count[2]):
            self.complain(f"with two it is {by_count[2]}")
        if any(by_count[count] for count in range(3, 9)):
            self.complain("three numbers may not end in their digits")
        if re.search("so all do|, all numbers", text) and sum(digits) % 10 != total % 10:
            self.complain("not all can end in their digits")
        if not re.search("so all do|, all numbers", text) and by_count[0]:
            self.complain("all can end in their digits")
        at_least = re.match(r"At least (\w+) numbers", text)
        if at_least and at_least[1] != NUMBER_WORDS[len(cells) - 1]:
            self.complain(f"{at_least[0]} is wrong")
        if too_much or not two:
            front = [[n for n in some if n % 10 != d] for some, d in zip(held, digits, strict=True)]
            least = [
                [n[0] if i in pair else held[i][0] for i, n in enumerate(front)]
                for pair in combinations([i for i, n in enumerate(front) if n], 2)
            ]
            terms = [*map(int, too_much[1].split(" + "))] if too_much else []
            if bool(least) != bool(terms) or (least and terms not in least):
                self.complain(f"two that do not end in their digits make {least}")
            if least and not min(map(sum, least)) == sum(terms) > total:
                self.complain(f"{terms} is not the least or not too much")

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

    def fulcrum(self, rule: str) -> Cell:
        """The fulcrum of a line."""
        at, line = int(rule.startswith("column")), int(rule.split()[1])
        names = [name for name in self.puzzle.scopes if name.startswith("fulcrum")]
        fulcrums = [tuple(map(int, re.findall(r"\d+", name))) for name in names]
        (fulcrum,) = [fulcrum for fulcrum in fulcrums if fulcrum[at] == line]
        return fulcrum

    def arms(self, rule: str) -> dict[Cell, int]:
        """The cells of a line, with their distances to its fulcrum."""
        at, fulcrum = int(rule.startswith("column")), self.fulcrum(rule)
        return {c: c[1 - at] - fulcrum[1 - at] for c in self.puzzle.scopes[rule]}

    def able(self, rule: str, heading: str) -> list[Cell]:
        """The cells on one side of a line that can hold a digit."""
        return [cell for cell in self.side(rule, heading) if self.values(cell) != {0}]

    def side(self, rule: str, heading: str) -> list[Cell]:
        """The cells on one side of a line."""
        return [cell for cell, d in self.arms(rule).items() if d * SIDES[heading] > 0]

    def line_facts(self, text: str) -> None:
        """What is said of whole lines: that they are empty, used or one-sided, and why they cannot
        balance with digits."""
        if self.family != "multi-balance":
            return
        for name, what in re.findall(
            rf"({RULE}) ({UNUSABLE}|holds a digit|can hold no digit|is used)", text, re.IGNORECASE
        ):
            line = self.rule(name)
            held = [self.values(c) for c in self.puzzle.scopes.get(line, ())]
            if "torque" in what:
                self.unmatched(line, what)
                continue
            if "could" in what:
                self.twice(line, what.removeprefix("could balance only "))
                continue
            hypothetical = re.search(rf"\bif {line} is used", text, re.IGNORECASE)
            true = {
                "is empty": all(values == {0} for values in held),
                "holds": any(0 not in values for values in held),
                "can hold no": not held,
                "is used": bool(hypothetical) or (bool(held) and self.is_used(line)),
                "cannot": not self.usable(line, "left" in what),
            }
            heading = what.partition(" only ")[2]
            right = (
                bool(self.able(line, heading)) and not self.able(line, OPPOSITE[heading])
                if heading
                else next(fact for words, fact in true.items() if what.startswith(words))
            )
            if not right:
                self.complain(f"not so: {name} {what}")

    def usable(self, line: str, different: bool = False) -> bool:
        """Whether a line can balance with digits; one with several fulcrums has no rule."""
        if line not in self.puzzle.scopes:
            return False
        arms = self.arms(line)
        if different or "digits" in self.step["rules"]:
            ways_ = ways(self.state, self.conditions(line, "digits"), [*arms])
            return any(map(any, ways_))
        sums = [
            self.torque_sums([c for c, d in arms.items() if d * side > 0], arms, False) - {0}
            for side in (-1, 1)
        ]
        return not sums[0].isdisjoint(sums[1])

    def is_used(self, line: str) -> bool:
        """Whether a line holds a digit, or the other line of its fulcrum can hold none."""
        if any(0 not in self.values(c) for c in self.puzzle.scopes[line]):
            return True
        return not self.usable(self.crossing(line))

    def crossing(self, line: str) -> str:
        """The other line of the fulcrum of a line."""
        row, column = self.fulcrum(line)
        return f"column {column}" if line.startswith("row") else f"row {row}"

    def balances_if_used(self, line: str, text: str) -> None:
        """All balances of a line, beside that it may stay empty as far as is known."""
        mine, other = (
            [self.before[c] for c in self.puzzle.scopes.get(one, ())]
            for one in (line, self.crossing(line))
        )
        is_empty = not any({*(held or ())} - {0} for held in other)
        if is_empty or any(held and 0 not in held for held in mine):
            self.complain(f"{line} is known to be used")
        self.balances(line, f"{text} or stays empty")

    def unmatched(self, line: str, what: str) -> None:
        """All torques of one side, and that the other side has none of them."""
        found = re.fullmatch(r"can have torque (.*?) ((?:on|a|b).*), but not (.*)", what)
        assert found
        arms = self.arms(line)
        one, other = (
            self.torque_sums(self.able(line, heading), arms, False) - {0}
            for heading in found.groups()[1:]
        )
        if numbers_in(found[1]) != one or one & other or found[3] != OPPOSITE[found[2]]:
            self.complain(f"the torques are {shown(one)} and {shown(other)}")

    def alone(self, text: str) -> tuple[str, list[tuple[Cell, str]]]:
        """A text without remarks that cells are alone on their sides, and these."""
        remark = rf"({CELL}), alone ({'|'.join(SIDES)}),"
        found = [(self.cell(name), heading) for name, heading in re.findall(remark, text)]
        return re.sub(remark, r"\1", text), found

    def stands_alone(self, cell: Cell, heading: str) -> None:
        line = f"row {cell[0]}" if heading.startswith("on") else f"column {cell[1]}"
        if self.able(line, heading) != [cell]:
            self.complain(f"{self.name(cell)} is not alone {heading}")

    def never(
        self, name: str, expression: str, what: str, needs: str, placed: Collection[int], cell: Cell
    ) -> None:
        """What all other torques of a line make together, "5×r2c5 = 4×r2c1 − 2×r2c7, at most 9",
        and the balances that a digit needs, in each of which a digit stands twice."""
        terms = re.findall(rf"(− |)(\d+)×({CELL}|\d+)", expression)
        named = sorted((int(f"{'-' * bool(minus)}{factor}"), of) for minus, factor, of in terms)
        for line in (f"row {cell[0]}", f"column {cell[1]}"):
            arms = self.arms(line) if line in self.step["rules"] else {}
            distance = arms.get(cell, 0)
            factors = {c: -d if distance > 0 else d for c, d in arms.items() if c != cell}
            expected = [
                (factor, str(min(values)) if len(values) == 1 else self.name(c))
                for c, factor in factors.items()
                if (values := self.known(c)) != {0}
            ]
            if arms and (not expression or named == sorted(expected)):
                break
        else:
            self.complain(f"{expression} is not what the other torques make")
            return
        if name and name != f"{abs(distance)}×{self.name(cell)}":
            self.complain(f"{name} is not the torque of {self.name(cell)}")
        gone = {
            abs(distance) * v for v in (self.before[cell] or set()) - (self.after[cell] or set())
        }
        there = {min(held) for held in self.state.values() if held and len(held) == 1}
        if not there.issuperset(placed):
            self.complain(f"{shown(placed)} is not placed")
        gone -= {abs(distance) * digit for digit in placed}
        made = self.signed_sums(factors)
        for bound, end in (("at least", min(made)), ("at most", max(made))):
            if (figure := re.search(rf"{bound} (−?\d+)", what)) and figure[1] != shown(
                [end]
            ).replace("-", "−"):
                self.complain(f"{bound} {end}")
        inside = {torque for torque in gone if min(made) <= torque <= max(made)}
        if not re.search("at least", what) and any(torque < min(made) for torque in gone):
            self.complain(f"nothing is said of less than {min(made)}")
        if not re.search("at most", what) and any(torque > max(made) for torque in gone):
            self.complain(f"nothing is said of more than {max(made)}")
        explained = set[int]()
        if parity := re.search(r"\b(odd|even)\b", what):
            if {torque % 2 for torque in made} != {int(parity[1] == "odd")}:
                self.complain(f"{expression} is not {parity[1]}")
            explained |= {t for t in inside if t % 2 != (parity[1] == "odd")}
        if multiple := re.search(r"a multiple of (\d+)", what):
            if any(torque % int(multiple[1]) for torque in made):
                self.complain(f"{expression} is no multiple of {multiple[1]}")
            explained |= {t for t in inside if t % int(multiple[1])}
        numbers = r"\d+(?:(?:, | or )\d+)*"
        only = r"with a digit twice|with \S+ = \w+|without digits"
        told = [*re.findall(rf"(never) ({numbers})", what)]
        told += [(how, some) for some, how in re.findall(rf"({numbers}) only ({only})", what)]
        for how, some in told:
            for torque in numbers_in(some):
                explained.add(torque)
                own = {cell: torque // abs(distance)}
                if fault := self.made_only(factors, torque, own, how):
                    self.complain(f"{expression} is {torque} {fault}, not {how}")
        for part in needs.split("; ") if needs else ():
            found = re.fullmatch(r"(\d+|empty) needs (two \d+s(?: or two \d+s)*): (.*)", part)
            if not found:
                raise Unreadable(part)
            held = {cell: min(numbers_in(found[1]))}
            explained.add(abs(distance) * held[cell])
            twice = {int(digit) for digit in re.findall(r"\d+", found[2])}
            self.needs_twice(line, factors, held, twice, found[3].split(" or "))
        if explained != inside:
            self.complain(f"{shown(inside)} is needed, not {shown(explained)}")

    def ways_to_make(
        self, factors: Mapping[Cell, int], torque: int, own: Mapping[Cell, int]
    ) -> list[dict[Cell, int]]:
        """The ways to make a torque, with digits that may repeat, each with a cell's own digit."""
        return [
            {**dict(zip(factors, way, strict=True)), **own}
            for way in product(*(sorted(self.known(cell)) for cell in factors))
            if sum(n * value for n, value in zip(factors.values(), way, strict=True)) == torque
        ]

    def needs_twice(
        self,
        line: str,
        factors: Mapping[Cell, int],
        own: Mapping[Cell, int],
        twice: set[int],
        shown: Sequence[str],
    ) -> None:
        """Check that a digit needs some balances of a line, in each of which one of some digits is
        twice, and each of these in one of them."""
        for balance in shown:
            self.equation(balance)
        torque = sum(abs(self.arms(line)[cell]) * digit for cell, digit in own.items())
        ways_ = [way for way in self.ways_to_make(factors, torque, own) if any(way.values())]
        listed = [self.filled(line, balance) for balance in shown]
        if len(listed) != len(ways_) or any(way not in listed for way in ways_):
            self.complain(f"{own} needs {ways_}")
        doubled = [{d for d in twice if [*way.values()].count(d) > 1} for way in ways_]
        if not all(doubled) or set[int]().union(*doubled) != twice:
            self.complain(f"{own} is possible without two of {twice}")

    def made_only(
        self, factors: Mapping[Cell, int], torque: int, own: Mapping[Cell, int], how: str
    ) -> list[dict[Cell, int]]:
        """The ways to make a torque together with a digit that are not as told."""
        found = self.ways_to_make(factors, torque, own)
        found = [way for way in found if how == "never" or any(way.values())]
        if how in ("never", "without digits"):
            return found
        if equal := re.fullmatch(r"with (\S+) = (\w+)", how):
            one, other = map(self.cell, equal.groups())
            return [way for way in found if not way[one] == way[other] != 0]
        return [way for way in found if not repeats(way)]

    def known(self, cell: Cell) -> Values:
        """What a cell could hold before the claims of the step."""
        return self.because.get(cell, self.values(cell))

    def signed_sums(self, factors: Mapping[Cell, int]) -> set[int]:
        """What some torques make together, with different digits."""
        made: set[tuple[int, frozenset[int]]] = {(0, frozenset())}
        for cell, factor in factors.items():
            made = {
                (total + factor * value, used | {value} if value else used)
                for total, used in made
                for value in self.known(cell)
                if value not in used
            }
        return {total for total, _ in made}

    def torques(self, rule: str, text: str, claimed: Sequence[Cell]) -> None:
        arms = self.arms(rule)
        is_used = any(name.startswith("fulcrum") for name in self.step["rules"])
        first, _, rest = text.partition(", and the rest ")
        for figure in re.finditer(
            r"(at (?:most|least) )?(\d+)(?: to (\d+))? (on the left|on the right|above|below)",
            first,
        ):
            cells = [c for c, d in arms.items() if d * SIDES[figure[4]] > 0]
            # A line that is used has digits on both sides.
            self.torque(figure, cells, arms, {0} if is_used else set())
        for figure in re.finditer(r"(on the left|on the right|above|below) makes (.*)", rest):
            cells = [c for c, d in arms.items() if d * SIDES[figure[1]] > 0 and c not in claimed]
            for bound in re.finditer(r"(at (?:most|least) )?(\d+)()", figure[2]):
                self.torque(bound, cells, arms)

    def torque(
        self,
        figure: re.Match[str],
        cells: Sequence[Cell],
        arms: Mapping[Cell, int],
        without: Collection[int] = (),
    ) -> None:
        made = self.torque_sums(cells, arms, True).difference(without)
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

    def only_balance(self, line: str, text: str, claimed: Sequence[Cell]) -> None:
        """The only way in which the line of some cells balances."""
        if line not in self.step["rules"] or not {*claimed} <= {*self.arms(line)}:
            self.complain(f"{line} is not the line")
        complaints: list[list[str]] = []
        # The rules of a step by several moves may contradict each other where one of them does not.
        for names in ((line,), (line, "digits"), ()):
            before, self.found = self.found, []
            self.balances(line, text, self.conditions(*names))
            complaints.append(self.found)
            self.found = before
        if [] not in complaints:
            self.complain(f"{text} is not the only balance: {complaints}")

    def equation(self, text: str) -> None:
        sides = [
            sum(int(a) * int(b) for a, b in re.findall(r"(\d+)×(\d+)", side))
            for side in text.split(" = ")
        ]
        if len(sides) != 2 or sides[0] != sides[1]:
            self.complain(f"{text} does not balance")

    def balances(self, rule: str, text: str, conditions: Sequence[Condition] | None = None) -> None:
        """All balances of a line, and no others."""
        arms = self.arms(rule)
        listed, stays, _ = text.partition(" or stays empty")
        shown = [*filter(None, re.split(r", (?=\d+×)| or (?=\d+×)", listed))]
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
        found = ways(state, self.conditions() if conditions is None else conditions, [*arms])
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

    def twice(self, rule: str, how: str) -> None:
        """All balances of a line, in each of which a digit stands twice."""
        arms = self.arms(rule)
        factors = {cell: distance for cell, distance in arms.items() if self.known(cell) != {0}}
        if equal := re.match(r"(with \S+ = \S+) \(", how):
            if wrong := self.made_only(factors, 0, {}, equal[1]):
                self.complain(f"{rule} balances as {wrong}")
            return
        shown = re.findall(r"\d+×[^=]* = (?:\d+×\d+(?: \+ )?)+", how)
        for equation in shown:
            self.equation(equation)
        listed = [dict(self.filled(rule, equation)) for equation in shown]
        ways_ = [way for way in self.ways_to_make(factors, 0, {}) if any(way.values())]
        if not all(map(repeats, ways_)):
            self.complain(f"{rule} balances with different digits")
        listed = [{c: v for c, v in way.items() if c in factors} for way in listed]
        if re.search(CELL, how):
            if len(ways_) <= MOST_LISTED:
                self.complain(f"{rule} balances in few ways")
        elif len(listed) != len(ways_) or any(way not in listed for way in ways_):
            self.complain(f"{rule} balances as {ways_}")

    def filled(self, rule: str, equation: str) -> dict[Cell, int]:
        """The digits of all cells of a line in a balance."""
        left, _, right = equation.partition(" = ")
        digits = {
            int(distance) * side: int(digit)
            for side, text in ((-1, left), (1, right))
            for distance, digit in re.findall(r"(\d+)×(\d+)", text)
        }
        return {cell: digits.get(distance, 0) for cell, distance in self.arms(rule).items()}

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
