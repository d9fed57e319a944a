"""Do the sentences of an explanation say what its evidence says? A reader that does the sums again.

`check_sentences` takes the JSON of `quincunx explain` and reads the puzzle's rules anew from its
identifier. For every step it reads the sentence and recomputes each figure from the candidates of
that moment: what the other cells make, torques, what is left, which digits are there already. Ways
that are listed must be possible, and there must be no others. What a sentence concludes must be
what the step's data say. A number that is none of this is complained of, and so are lists that are
too long, and labels that the sentence does not bear out.

Cases are judged by their links (`evidence`), and of a Power Strike only lists and labels are read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tests.reasoning.narrowing import Cell, Condition
from tests.reasoning.rules_anew import Puzzle, read
from tests.reasoning.ways import State, narrowed, way_through

Data: TypeAlias = Mapping[str, Any]
Values: TypeAlias = frozenset[int]

LONGEST_LIST = 15
MOST_WAYS = 61
CELL = r"(?:r\d+c\d+|[A-Z]+\d+)"
CELLS = rf"{CELL}(?:, {CELL})*(?: and {CELL})?"
NUMBER = r"(?<![\w×/.])−?\d+"
RULE = r"(?:(?:row|column) \d+|the \d+ at [A-Z]+\d+(?:/[A-Z]+\d+)*)"
MADE = r"(?:(?:make|leave)s? .*|never (?:make|leave)s? .*)"
LABELS = {
    "parity": r"\b(odd|even)\b",
    "last digits": r"ending in",
    "too much, too little": r"at least|at most",
    "smallest and largest sums": r"at least|at most",
    "farthest arm": r"torque",
    "common divisor": r"multiples",
    "one side only": r"one side only|only (on the|above|below)",
    "only place": r"nowhere else|only place|can hold them",
    "already there": r"already|placed",
    "sets": r"keeps|between them|can hold them|room for everything",
    "X patterns": r"four X",
    "next to X": r"\b(is|are) X",
    "digits left": r"digits fill at most",
    "left for two": r"left for two",
    "neighbours under a 1": r"neighbours",
}
"""What a sentence with this label mentions."""


def check_sentences(explanation: Data) -> list[str]:
    """Everything in the words that the evidence does not bear out."""
    puzzle = read(explanation["puzzle"])
    family = explanation["puzzle"].partition(":")[0]
    state = dict(puzzle.cells)
    complaints: list[str] = []
    for number, step in enumerate(explanation["steps"], 1):
        found = [*_wrong_form(step)]
        after = _after(step, state)
        if family != "power-strike" and not step["chain"] and step["technique"] != "search":
            found += _Reader(explanation["puzzle"], puzzle, step, state, after).complaints()
        complaints += [f"step {number}: {one}: {step['sentence']!r}" for one in found]
        state = after
    return complaints


def _wrong_form(step: Data) -> Iterator[str]:
    """Labels without their words, and lists that are too long."""
    label = LABELS.get(step["technique"])
    if label and not re.search(label, step["sentence"]):
        yield f"nothing says {step['technique']}"
    word = r"(?!(?:and|or|then)\b)[^,;:.() ]+"
    item = rf"{word}(?: {word}){{0,2}}"
    for listed in re.findall(rf"(?:{item}, )+{item} (?:or|and) {item}", step["sentence"]):
        if listed.count(", ") + 2 > LONGEST_LIST:
            yield f"a list of {listed.count(', ') + 2}"


def _after(step: Data, state: State) -> State:
    """What is left after a step."""
    after = dict(state)
    for one in step["leaves"]:
        after[tuple(one["cell"])] = frozenset(one["values"])
    for one in step["removes"]:
        held = after[tuple(one["cell"])]
        after[tuple(one["cell"])] = None if held is None else held - frozenset(one["values"])
    for one in step["sets"]:
        after[tuple(one["cell"])] = frozenset((one["value"],))
    return after


def ways(
    state: State, conditions: Sequence[Condition], cells: Sequence[Cell]
) -> list[tuple[int, ...]]:
    """All ways to fill some cells, up to a number, so that the conditions can be met."""
    found: list[tuple[int, ...]] = []

    def fill(state: State, begun: tuple[int, ...]) -> None:
        left = narrowed(state, conditions)
        if left is None or len(found) > MOST_WAYS:
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


class _Unreadable(Exception):
    """Words that this reader does not know."""


class _Reader:
    """Reads one step."""

    def __init__(
        self, identifier: str, puzzle: Puzzle, step: Data, state: State, after: State
    ) -> None:
        self.identifier = identifier
        self.puzzle = puzzle
        self.family = identifier.partition(":")[0]
        self.step = step
        because = {tuple(one["cell"]): frozenset(one["candidates"]) for one in step["because"]}
        self.state = {**puzzle.cells, **because}
        self.before = state
        self.after = after
        self.listed: set[Cell] = set()
        """Cells of lists of ways, which may say more than the step goes on to use."""
        self.found: list[str] = []

    def complaints(self) -> list[str]:
        text = self.step["sentence"].removesuffix(".")
        for clue in re.finditer(r"(\d+) at ([A-Z]+\d+(?:/[A-Z]+\d+)*)", text):
            rule = f"triangle {clue[2].replace('/', ' ')}"
            if rule in self.puzzle.scopes and self.total(rule) != int(clue[1]):
                self.complain(f"{rule} has {self.total(rule)}")
        try:
            for clause in re.split(r"(?<=[^ ]); (?!\d|X|or )|\. ", text):
                self.clause(clause)
        except (_Unreadable, ValueError, KeyError) as error:
            return [*self.found, f"cannot be read ({error!r})"]
        for cell in self.after:
            changed = self.after[cell] != self.before[cell]
            more = cell in self.listed and (self.state[cell] or set()) < (self.after[cell] or set())
            if changed and self.state[cell] != self.after[cell] and not more:
                left, said = _shown(self.after[cell]), _shown(self.state[cell])
                self.complain(f"{self.name(cell)} is {left}, not {said}")
        return self.found

    def complain(self, what: str) -> None:
        self.found.append(what)

    # Names.

    def cell(self, name: str) -> Cell:
        if grid := re.fullmatch(r"r(\d+)c(\d+)", name):
            return int(grid[1]), int(grid[2])
        found = re.fullmatch(r"([A-Z]+)(\d+)", name)
        if not found:
            raise _Unreadable(name)
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
        raise _Unreadable(text)

    def conditions(self, *names: str) -> list[Condition]:
        """The conditions of some rules, or of all rules of the step."""
        return [c for name in names or self.step["rules"] for c in self.puzzle.conditions[name]]

    def values(self, cell: Cell) -> Values:
        return self.state[cell] or frozenset()

    # Clauses.

    def clause(self, text: str) -> None:
        """Check the figures of a clause, and apply what it concludes."""
        if proof := re.search(r": (\d = \d [+−×÷] \d)$", text):
            self.bracket(proof[1], ())
        reason, so, claims = text.rpartition(", so ")
        if so:
            self.reason(reason, self.cells_claimed(claims))
            self.claims(claims)
        elif not self.statement(text):
            self.claims(text)

    def cells_claimed(self, text: str) -> list[Cell]:
        return [cell for cells, _ in self.split(text) for cell in cells]

    def split(self, text: str) -> list[tuple[list[Cell], str]]:
        """The claims of a text: cells, and what they are."""
        text = re.sub(r"\([^()]*\)", lambda bracket: "#" * len(bracket[0]), text)
        starts = [*re.finditer(rf"({CELLS}) (is|are|holds|hold) ", text)]
        found = []
        for at, start in enumerate(starts):
            end = starts[at + 1].start() if at + 1 < len(starts) else len(text)
            what = re.sub(r"#.*|: \d.*|,? and (row|column).*", "", text[start.end() : end])
            found.append((self.cells(start[1]), re.sub(r"[,;]?( and)? ?$", "", what).strip()))
        return found

    def claims(self, text: str) -> None:
        for bracket in re.findall(r"\(([^()]*)\)", text):
            before = text[: text.index(f"({bracket})")]
            part = before.rpartition(")")[2]
            self.bracket(bracket, self.cells_claimed(part) or self.cells_claimed(before))
        for line in re.findall(
            r"((?:row|column) \d+)(?=,? and|, (?:row|column)| stays? empty)", text.lower()
        ):
            if "empty" in text:
                for cell in self.puzzle.scopes.get(line, ()):
                    self.narrow(cell, frozenset((0,)))
        if re.search(r"\bit stays empty", text):
            for cell in self.puzzle.scopes[self.rule(self.step["sentence"])]:
                self.narrow(cell, frozenset((0,)))
        for sum_ in re.finditer(r"((?:row|column) \d+) is (\d+(?: \+ \d+)+)", text, re.IGNORECASE):
            line = self.puzzle.scopes[self.rule(sum_[1])]
            terms = [*map(int, sum_[2].split(" + "))]
            for cell, value in zip(line, terms, strict=True):
                self.narrow(cell, frozenset((value,)))
            if narrowed(self.state, self.conditions(self.rule(sum_[1]))) is None:
                self.complain(f"{sum_[0]} is wrong")
        for cells, what in self.split(text):
            for cell in cells:
                left = self.meant(what, self.values(cell), cell)
                if self.after[cell] != left:
                    for value in sorted(self.values(cell) - left):
                        kept = {**self.state, cell: frozenset((value,))}
                        if can_be(kept, self.conditions()):
                            self.complain(f"{self.name(cell)} could be {value}")
                self.narrow(cell, left)

    def narrow(self, cell: Cell, left: Values) -> None:
        if not left <= self.values(cell):
            self.complain(
                f"{self.name(cell)} could not be {_shown(left - self.values(cell))} any more"
            )
        self.state[cell] = left

    def meant(self, what: str, known: Values, cell: Cell) -> Values:
        """The values that a claim leaves."""
        if what.startswith("not "):
            gone = numbers_in(what.removeprefix("not "))
            if not gone <= known:
                self.complain(f"{what}, but {_shown(frozenset(gone) - known)} was gone")
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

    def in_ways(self, cell: Cell, values: Values) -> None:
        self.state[cell] = values
        self.listed.add(cell)

    # Figures.

    def statement(self, text: str) -> bool:
        """Read a clause that needs no conclusion, a list of all ways; false if it is none."""
        if found := re.fullmatch(r"(.*) can only be (.*)", text):
            if adding := re.fullmatch(r"(?:row|column) \d+", found[1], re.IGNORECASE):
                return self.all_sums(self.rule(adding[0]), found[2])
            return self.all_ways(found[1], found[2])
        if found := re.fullmatch(r"(.*) has (\d+) left(?: for two)?: (.*)", text):
            self.left(self.rule(found[1]), int(found[2]))
            return self.all_sums(self.rule(found[1]), found[3])
        if found := re.fullmatch(r"(.*) leaves (.*) only (.*)", text):
            return self.all_ways(found[2], found[3])
        if found := re.fullmatch(r"For (.*?), (.* goes with .*)", text):
            return self.table(found[2])
        if found := re.fullmatch(r"For (.*?), (.*) hold (.*), in some order", text):
            return self.hands(found[2], found[3])
        if found := re.fullmatch(r"(?:In|in) (.*?), (.*)", text):
            self.claims(found[2])
            return True
        if found := re.fullmatch(r"(.*) works only if (.*)", text):
            self.claims(found[2])
            possible = narrowed(self.state, self.conditions(self.rule(found[1]))) or {}
            for cell in self.cells_claimed(found[2]):
                if possible[cell] != self.state[cell]:
                    self.complain(f"{self.name(cell)} can be only {_shown(possible[cell])}")
            return True
        return False

    def reason(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason; `claimed` are the cells that it is for."""
        if re.match("For ", text):
            if not self.statement(text):
                raise _Unreadable(text)
            return
        if used := re.fullmatch(rf".*?({RULE}) is used, (?:which|it) (.*)", text, re.IGNORECASE):
            self.reason(f"{used[1]} {used[2]}", claimed)
            return
        checks: list[tuple[str, Callable[[re.Match[str]], None]]] = [
            (
                rf"In ({RULE}) (the others? {MADE})",
                lambda m: self.made(self.rule(m[1]), m[2], claimed),
            ),
            (rf"({RULE}): (.*) = (\d+)", self.open_sum),
            (rf"({RULE}) has (\d+) left.*", lambda m: self.left(self.rule(m[1]), int(m[2]))),
            (rf"({RULE}) has torque (.*)", lambda m: self.torques(self.rule(m[1]), m[2], claimed)),
            (r"(.*) has (.*) already.*|(.*) keeps .*", self.placed),
            (rf"({RULE}) needs (\d+ .*|\d+)", lambda m: self.needs(self.rule(m[1]), m[2], claimed)),
            (rf"({RULE}) is (.*×.*)", lambda m: self.balances(self.rule(m[1]), m[2])),
            (
                rf"In ({RULE}) the other torques make an (odd|even) number",
                lambda m: self.torque_parity(m, claimed),
            ),
            (
                rf"In ({RULE}) all other torques are multiples of (\d+)",
                lambda m: self.multiples(m, claimed),
            ),
        ]
        for pattern, check in checks:
            if found := re.fullmatch(pattern, text, re.IGNORECASE):
                check(found)
                return
        self.plain(text)

    def bracket(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason in brackets."""
        if found := re.fullmatch(rf"(?:({RULE}): )?(the others? {MADE})", text):
            rule = self.rule(found[1] or self.step["sentence"])
            self.made(rule, found[2], claimed)
        elif found := re.fullmatch(r"(\d) = (\d) ([+−×÷]) (\d)", text):
            one, two = int(found[2]), int(found[4])
            made = {"+": one + two, "−": one - two, "×": one * two, "÷": one / two}[found[3]]
            if made != int(found[1]):
                self.complain(f"{text} is wrong")
        elif "×" in text:
            self.equation(text)
        elif self.family == "aztec-math" and (
            found := re.fullmatch(r"above (\S+) and (\S+)", text)
        ):
            self.stands(found[1], {(r + 1, c) for r, c in claimed[:1]})
            self.stands(found[2], {(r + 1, c + 1) for r, c in claimed[:1]})
        elif self.family == "aztec-math" and (found := re.fullmatch(r"below (\S+)", text)):
            r, c = claimed[0]
            self.stands(found[1], {(r - 1, c), (r - 1, c - 1)})
        else:
            self.plain(text)

    def stands(self, text: str, cells: set[Cell]) -> None:
        """A cell by name, or the digits that one of some cells can hold: "2/9"."""
        if re.fullmatch(CELL, text):
            if self.cell(text) not in cells:
                self.complain(f"{text} stands elsewhere")
        elif frozenset(map(int, text.split("/"))) not in [self.state.get(cell) for cell in cells]:
            self.complain(f"{text} stands elsewhere")

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
        several = r"(?:rows|columns) \d[\d, and]*|any number with an? \d"
        text = re.sub(rf"{clue}|{CELL}|{RULE}|{several}", "", text, flags=re.IGNORECASE)
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
        if never := re.search(
            r"never (?:makes? )?(\d[^a-z]*(?:(?:to|or) [^a-z]*)*)(beside it)?", text
        ):
            needed = {int(end) for end in re.findall(r"\d+", never[1])}
            gone = {total - v for v in self.before[cell] or () if v not in (self.after[cell] or ())}
            if not needed <= gone:
                self.complain(f"{_shown(needed - gone)} is needed for nothing")
            for number in numbers_in(never[1]):
                if never[2]:
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
            self.complain(f"the others of {self.name(cell)} make {_shown(sums)}")

    def total(self, rule: str) -> int:
        """What a line, or the cells around a triangle, sum to."""
        body = self.identifier.split(":")[-1]
        if self.family == "c-note":
            return int(self.identifier.split(":")[1])
        star, square = self.cell(rule.split()[1])
        numbers = body.split("/")[star - 1].partition("=")[2].partition("@")[0]
        return int(numbers.split(",")[(square - 1) // 2])

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
            self.complain(f"{found[1]} does not have {_shown(frozenset(named - {*there}))}")
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
        if single := re.fullmatch(r"(\d), which fits nowhere else", text):
            digit = int(single[1])
            if [c for c in cells if digit in self.values(c)] != [*claimed]:
                self.complain(f"{digit} fits elsewhere")
            if not all(digit in digits for digits in possible):
                self.complain(f"{digit} is not needed")
            return
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
        """All ways to make a sum: the open cells, or all cells."""
        shown = [tuple(map(int, way.split(" + "))) for way in re.split(", | or ", text)]
        cells = [*self.puzzle.scopes[rule]]
        if len(shown[0]) < len(cells):
            cells = [cell for cell in cells if len(self.values(cell)) > 1]
        return self.compare(cells, shown, self.conditions(rule))

    def all_ways(self, places: str, text: str) -> bool:
        cells = self.cells(places.rpartition("For ")[2])
        if self.family == "aztec-math" or " at " in places:
            names = re.search(rf"(?:^|, )({CELLS})$", places)
            assert names is not None
            cells = self.cells(names[1])
            known = re.match(r"For the rows under r\d+c\d+, ", places)
            cells = cells if known is None else self.cells(places[known.end() :])
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
        """Ways by the value of one cell: "1 at r1c1 goes with 2 or 3 at r1c2; 2 at …"."""
        shown: list[dict[Cell, set[int]]] = []
        for row in text.split("; "):
            parts = re.split(r" goes with | with | and (?=[^ ]+(?: [^ ]+){0,9} at )", row)
            entry: dict[Cell, set[int]] = {}
            for part in parts:
                values, _, cell = part.rpartition(" at ")
                entry[self.cell(cell)] = numbers_in(values)
            shown.append(entry)
        cells = [*shown[0]]
        found = ways(self.state, self.conditions(), cells)
        allowed = [
            w
            for w in found
            if any(all(v in e[c] for c, v in zip(cells, w, strict=True)) for e in shown)
        ]
        count = sum(_product(len(values) for values in entry.values()) for entry in shown)
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
            for bound in re.finditer(r"(at (?:most|least) )(\d+)()", figure[2]):
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


def numbers_list(text: str) -> list[int]:
    return [0 if item in ("X", "empty") else int(item) for item in re.split(", | and ", text)]


def can_be(state: State, conditions: Sequence[Condition]) -> bool:
    left = narrowed(state, conditions)
    return left is not None and way_through(left, conditions) is not None


def _product(numbers: Iterable[int]) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


def _shown(values: Iterable[int] | None) -> str:
    return ", ".join(map(str, sorted(values or ()))) or "nothing"
