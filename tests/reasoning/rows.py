"""The rows of tables of cases, and the reasons of contradictions, read again.

What a row supposes and what follows must be what its links set and remove, in order, by the rules
that are named in brackets. The reason of a contradiction is computed from the candidates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product

from tests.reasoning.figures import (
    CELL,
    CELLS,
    NUMBER_WORDS,
    RULE,
    SIDES,
    Figures,
    Unreadable,
    Values,
    numbers_in,
    shown,
)
from tests.reasoning.narrowing import Cell, X

CLAIM = re.compile(rf"({CELL}(?:, {CELL})*)(=|≠| is )(.*?)(?:, (?={CELL})|$)")
DIGITS = r"(?:X|\d)(?:(?:, | and | to )(?:X|\d))*"
SHARED = (
    r"(\w+) digits fill at most (\w+) (row|column)s, two or more in each, and (.*) (?:is|are) used"
)


class Rows(Figures):
    """Reads parts of rows and contradictions."""

    apart = False
    """Whether it is said that no two X touch."""

    def follows(self, text: str) -> None:
        """Check a deduction: "A1, A2≠3, A5=X/4–6 (11 at A3)", or what is supposed."""
        claims, _, rule = text.removesuffix(")").partition(" (")
        claimed: list[Cell] = []
        if CLAIM.sub("", claims):
            raise Unreadable(text)
        for names, sign, what in CLAIM.findall(claims):
            for cell in self.cells(names):
                known, left = self.before[cell] or frozenset(), self.after[cell]
                named = self.meant(what, known, cell) if sign == " is " else self.signed(what)
                if not named <= known or left != (known - named if sign == "≠" else named):
                    self.complain(f"{self.name(cell)} is {shown(left)}, not {sign}{what}")
                claimed.append(cell)
        if sorted(claimed) != [c for c in sorted(self.after) if self.after[c] != self.before[c]]:
            self.complain(f"{claims} is about other cells")
        if self.step["rules"] and not self.by_rule(rule, claimed):
            self.complain(f"{rule or claims} is not by {' and '.join(self.step['rules'])}")

    def signed(self, text: str) -> Values:
        """Values in signs: "X/2–4/7"."""
        values = [numbers_in(part.replace("–", " to ")) for part in text.split("/")]
        if any(max(one) >= min(other) for one, other in pairwise(values)):
            self.complain(f"{text} is not in order")
        return frozenset().union(*values)

    def by_rule(self, text: str, claimed: Sequence[Cell]) -> bool:
        """Whether a deduction is by the rule that is named."""
        first, *more = self.step["rules"]
        if not text or re.fullmatch(CELL, text):
            # Of a digit and the two below it nothing is said but where they are.
            inside = {*claimed} <= {*self.puzzle.scopes[first]}
            return bool(re.fullmatch(CELL, first)) and text in ("", first) and inside
        if re.fullmatch("[A-Z]+", text):
            return [first, *more] in (ids := [f"contents {text}", f"X of {text}"], ids[:1])
        if beside := re.fullmatch(rf"({CELLS}) (?:is|are) X", text):
            return self.beside_x(self.cells(beside[1]), claimed)
        if re.fullmatch(rf"{RULE}|\d+ at \S+", text, re.IGNORECASE):
            self.clues(f"({text}")
            return self.rule(text) == str(first)
        self.bracket(text, claimed)
        return True

    def bracket(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason in brackets."""
        raise NotImplementedError

    def touch(self, one: Cell, other: Cell) -> bool:
        """Whether two cells may not both be X."""
        return any({*condition.cells} == {one, other} for condition in self.conditions())

    def beside_x(self, held: Sequence[Cell], cells: Sequence[Cell]) -> bool:
        """Whether some cells are X, and touch others."""
        beside = (any(self.touch(cell, other) for other in held) for cell in cells)
        return all(self.values(cell) == {X} for cell in held) and all(beside)

    # Contradictions.

    def end(self, text: str) -> None:
        """Check the reason of a contradiction."""
        ends: list[tuple[str, Callable[..., bool | None]]] = [
            (rf"never ([\d/]+) at ({CELL})", self.never_at),
            (rf"({CELL}) would be ([\d/]+)", self.would_be),
            (r"(\d) twice in (row \d+)", lambda digit, row: self.too_many(row, f"{digit} twice")),
            (r"nothing fits (the rows under \S+|.* and .*)", self.plain),
            (r"nothing fits (.*)", lambda rule: self.by_rule(rule, ())),
            (rf"({RULE}) (never makes|makes at \w+) (\d+) with different digits", self.extreme),
            (rf"({RULE}) cannot be (.*?)(?: with different digits)?", self.cannot_be),
            (r"([A-Z]+) has no room for four X that do not touch(.*)", self.four_x),
            (rf"({CELLS}) have only (.*) between them", self.too_few_values),
            (rf"(.*) needs (.*), which fits? only ({CELLS})", self.too_few_places),
            (r"(.*) has no place for (.*)", self.no_place),
            (r"(.*) has no room for everything", lambda group: bool(self.scope(group))),
            (rf"(.*) has ({DIGITS} (?:twice|\w+ times).*)", self.too_many),
            (rf"({CELLS}) touch and are X", lambda c: self.beside_x(self.cells(c), self.cells(c))),
            (rf"({RULE}): (.*) should be (\d+) but (.*)", self.should_be),
            (r"(.*) stands on (.*)", self.stands_on),
            (rf"({RULE}) and ({RULE}) both hold a digit, at one fulcrum", self.both_hold),
            (rf"Neither ({RULE}) nor ({RULE}) can balance with digits", self.neither),
            (rf"{RULE} (?:is empty|.* only (?:{'|'.join(SIDES)}))", lambda: self.line_facts(text)),
            (
                rf"({RULE}) has torque (.*)",
                lambda line, said: self.torques(self.rule(line), said, ()),
            ),
            (rf"({RULE}) never balances: (.*)", self.no_balance),
            (SHARED, self.shared),
        ]
        self.clues(text)
        text, apart = re.subn(" and no two X touching", "", text)
        self.apart = bool(apart)
        for pattern, right in ends:
            if found := re.fullmatch(pattern, text, re.IGNORECASE):
                if right(*found.groups()) is False:
                    self.complain(f"not so: {text}")
                return
        raise Unreadable(text)

    def scope(self, named: str) -> Sequence[Cell]:
        """The cells of a rule that is named, which must be that of the step."""
        cells = self.group(named)
        if {*cells} != {*self.puzzle.scopes[self.step["rules"][0]]}:
            self.complain(f"{named} is not {self.step['rules'][0]}")
        return cells

    def made_by(self, rule: str, distinct: bool) -> tuple[set[int], int]:
        """What the numbers of a rule make, and what they should."""
        held = [*map(self.values, self.scope(rule))]
        return self.sums(held, distinct), self.total(self.rule(rule))

    def never_at(self, digits: str, cell: str) -> bool:
        return self.step["rules"][0] == cell and self.values(self.cell(cell)) == self.signed(digits)

    def would_be(self, cell: str, digits: str) -> bool:
        """What the two below a cell, which differ, make, and it cannot be."""
        top, *lower = self.puzzle.scopes[cell]
        pairs = [pair for pair in product(*map(self.values, lower)) if len({*pair}) == 2]
        made = {n for a, b in pairs for n in (a + b, a - b, b - a, a * b, a / b, b / a)}
        named = self.signed(digits)
        apart = named == made & {*range(1, 10)} and not named & self.values(top)
        return self.step["rules"][0] == cell and apart

    def extreme(self, rule: str, bound: str, figure: str) -> bool:
        """The smallest or the largest sum of different digits, or that none is the number."""
        sums, total = self.made_by(rule, True)
        if bound == "never makes":
            return int(figure) == total and (self.apart or total not in sums)
        end = max(sums) if bound.endswith("most") else min(sums)
        return int(figure) == end and (end < total if bound.endswith("most") else end > total)

    def cannot_be(self, rule: str, text: str) -> bool:
        """All digits of the cells of a sum, which do not make it."""
        sums, total = self.made_by(rule, True)
        held = [values for c in self.scope(rule) if any(values := self.values(c))]
        named = [*map(self.signed, text.split(" + "))]
        possible = total in sums and not self.apart
        return not possible and sorted(map(sorted, named)) == sorted(map(sorted, held))

    def four_x(self, letters: str, text: str, claimed: Sequence[Cell] = ()) -> bool:
        """Four X that do not touch, in all ways that leave out some cells and hold others: either
        none of some cells, or all of them; or there is no way."""
        there, _, none = text.partition("none at")
        held, empty = {*self.cells(there)}, {*self.cells(none)}
        patterns = [
            four
            for four in combinations([c for c in self.scope(letters) if c not in empty], 4)
            if held <= {*four} and not any(self.touch(*two) for two in combinations(four, 2))
        ]
        wrong = any(self.values(c) != {X} for c in held) or any(X in self.values(c) for c in empty)
        alike = all(len({cell in four for four in patterns}) == 1 for cell in claimed)
        return not wrong and alike and bool(claimed) == bool(patterns)

    def counted(self, text: str) -> dict[int, int]:
        """How often values are there at most: "3, 5 and X four times"."""
        named = numbers_in(re.sub(" four times", "", text))
        if (X in named) != text.endswith("X four times"):
            self.complain(f"{text}: how often?")
        return {value: 1 if value else 4 for value in named}

    def too_few_values(self, places: str, text: str) -> bool:
        cells, most = {*self.cells(places)}, self.counted(text)
        held = {value for cell in cells for value in self.values(cell)}
        inside = cells <= {*self.puzzle.scopes[self.step["rules"][0]]}
        return inside and held == {*most} and len(cells) > sum(most.values())

    def too_few_places(self, group: str, text: str, places: str) -> bool:
        least = self.counted(text)
        able = {c for c in self.scope(group) if self.values(c) & {*least}}
        return able == {*self.cells(places)} and len(able) < sum(least.values())

    def no_place(self, group: str, text: str) -> bool:
        return not any(self.values(cell) & numbers_in(text) for cell in self.scope(group))

    def too_many(self, group: str, text: str) -> bool:
        """Values that are there too often: "3 and 7 twice and X five times"."""
        there = [min(self.values(c)) for c in self.scope(group) if len(self.values(c)) == 1]
        named = {
            value: 2 if times == "twice" else NUMBER_WORDS.index(times.split()[0])
            for some, times in re.findall(rf"({DIGITS}) (twice|\w+ times)", text)
            for value in numbers_in(some)
        }
        most = {X: 4 if self.family == "sum-star" else len(there)}
        return named == {v: n for v in there if (n := there.count(v)) > most.get(v, 1)}

    def should_be(self, line: str, text: str, figure: str, fails: str) -> bool:
        """The numbers of a line, and what they make."""
        terms = re.findall(r"\(([^()]*)\)|(\d+)(?: \+|$)", text)
        for cell, (some, one) in zip(self.scope(line), terms, strict=True):
            if self.meant(some or one, self.values(cell), cell) != self.values(cell):
                self.complain(f"{self.name(cell)} is {shown(self.values(cell))}")
        sums, total = self.made_by(line, False)
        right = {f"is at least {min(sums)}", f"is at most {max(sums)}", "never is"}
        right |= {f"is {min(sums)}"} if len(sums) == 1 else set()
        right |= (
            {f"is {('even', 'odd')[s % 2]}" for s in sums}
            if len({s % 2 for s in sums}) == 1
            else set()
        )
        if ends := re.fullmatch("is a number ending in (.*)", fails):
            right |= {fails} if numbers_in(ends[1]) == {s % 10 for s in sums} else set()
        return fails in right and int(figure) == total and total not in sums

    def stands_on(self, top: str, lower: str) -> bool:
        self.plain(f"{top} {lower}")
        return self.cells(f"{top} {lower}") == [*self.puzzle.scopes[self.step["rules"][0]]]

    def both_hold(self, *lines: str) -> bool:
        return all(any(0 not in self.values(c) for c in self.group(line)) for line in lines)

    def neither(self, *lines: str) -> bool:
        return not any(self.usable(self.rule(line)) for line in lines)

    def no_balance(self, line: str, text: str) -> bool:
        """The torques of a line: "4×3 + 5×r2c1 = 2×r2c7"."""
        sides: tuple[list[str], list[str]] = ([], [])
        for cell, arm in self.arms(self.rule(line)).items():
            first, *others = sorted(self.values(cell))
            if first or others:
                sides[arm > 0].append(f"{abs(arm)}×{self.name(cell) if others else first}")
        named = [side.split(" + ") for side in text.split(" = ")]
        return [*map(sorted, named)] == [*map(sorted, sides)]

    def shared(self, digits: str, most: str, kind: str, used: str) -> bool:
        """That digits fill only some lines, and which are used."""
        lines = [f"{kind} {number}" for number in re.findall(r"\d+", used)]
        count = int(self.identifier.split(":")[1])
        enough = len(lines) >= count // 2 + bool(self.step.get("contradiction"))
        many = NUMBER_WORDS[count], NUMBER_WORDS[count // 2]
        return enough and (digits.lower(), most) == many and all(map(self.is_used, lines))
