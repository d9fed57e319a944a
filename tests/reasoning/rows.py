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
    UNUSABLE,
    Figures,
    Unreadable,
    Values,
    numbers_in,
    shown,
)
from tests.reasoning.narrowing import Cell, X

CLAIM = re.compile(rf"({CELL}(?:, {CELL})*)(=|≠| is )(.*?)(?:, (?={CELL})|$)")
DIGITS = r"(?:X|\d+)(?:(?:, | and | to )(?:X|\d+))*"
FILL = r"(\w+) digits fill at most (\w+) (row|column)s"
SHARED = rf"{FILL}, two or more in each, and (?:row|column)s? (.*) (?:is|are) used"


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

    def beside_x(self, held: Sequence[Cell], cells: Sequence[Cell]) -> bool:
        """Whether some cells are X, and touch others."""
        beside = (any(self.touch(cell, other) for other in held) for cell in cells)
        return all(self.values(cell) == {X} for cell in held) and all(beside)

    # Contradictions.

    def end(self, text: str) -> None:
        """Check the reason of a contradiction."""
        ends: list[tuple[str, Callable[..., bool | None]]] = [
            (
                rf"({CELL}|[\d/–]+) and ({CELL}|[\d/–]+) (never make|make only) ({CELL}|[\d/]+)",
                self.never_make,
            ),
            (r"(.*\)|r\d+c\d+) and (.*) never make (.*)", self.never_make_at),
            (r"(\d) twice in (row \d+)", lambda digit, row: self.too_many(row, f"{digit} twice")),
            (r"nothing fits ((?:the rows|row \d+) under \S+|.* and .*)", self.plain),
            (r"nothing fits (.*)", lambda rule: self.by_rule(rule, ())),
            (rf"({RULE}) (never gets|gets at \w+) (\d+) with different digits", self.extreme),
            (rf"({RULE}) cannot be (.*?)(?: with different digits)?", self.cannot_be),
            (
                rf"([A-Z]+) (?:holds X at ({CELLS}) and can hold more|can hold X) "
                rf"only at ({CELLS}), where four X would touch",
                self.too_few_x,
            ),
            (rf"({CELLS}) have only (.*) between them", self.too_few_values),
            (rf"(.*) needs (.*), which fits? only ({CELLS})", self.too_few_places),
            (r"(.*) has no place for (.*)", self.no_place),
            (r"(.*) has no room for everything", lambda group: bool(self.scope(group))),
            (rf"(.*) has ({DIGITS} (?:twice|\w+ times).*)", self.too_many),
            (rf"({CELLS}) touch and are X", lambda c: self.beside_x(self.cells(c), self.cells(c))),
            (rf"({RULE}): (.*) should be (\d+) but (.*)", self.should_be),
            (rf"({RULE}) has (\d+) left, and ({CELL}) cannot be (\d+)", self.cannot_be_left),
            (rf"({RULE}) and ({RULE}) both hold a digit, at one fulcrum", self.both_hold),
            (
                rf"({RULE}) {UNUSABLE}, and ({RULE}) {UNUSABLE}, so the fulcrum at ({CELL}) "
                "is not used",
                self.neither,
            ),
            (rf"{RULE} {UNUSABLE}", lambda: self.line_facts(text)),
            (
                rf"({RULE}) could balance only (.*)",
                lambda line, how: self.twice(self.rule(line), how),
            ),
            (
                rf"({RULE}) has torque (.*)",
                lambda line, said: self.torques(self.rule(line), said, ()),
            ),
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

    def never_make(self, left: str, right: str, how: str, top: str) -> bool:
        """Two digits, which differ as in all rows, that make nothing that fits above them."""
        above, *lower = self.puzzle.scopes[self.step["rules"][0]]
        pairs = [pair for pair in product(*map(self.values, lower)) if len({*pair}) == 2]
        made = {n for a, b in pairs for n in (a + b, a - b, b - a, a * b, a / b, b / a)}
        makes_only = how == "make only"
        named = zip((*lower, above), (left, right, top)[: 2 if makes_only else 3], strict=False)
        right_names = all(
            text == self.name(cell) or self.values(cell) == self.signed(text)
            for cell, text in named
        )
        only = not makes_only or self.signed(top) == made & {*range(1, 10)}
        return right_names and only and not made & self.values(above)

    def never_make_at(self, left: str, right: str, top: str) -> bool:
        """The same with the names of the cells."""
        self.plain(f"{top} {left} {right}")
        above, *lower = map(self.name, self.puzzle.scopes[self.step["rules"][0]])
        names = [*map(self.name, self.cells(f"{left} {right} {top}"))]
        is_right = names == [*lower, above]
        return is_right and self.never_make(names[0], names[1], "never make", names[2])

    def extreme(self, rule: str, bound: str, figure: str) -> bool:
        """The smallest or the largest sum of different digits, or that none is the number."""
        sums, total = self.made_by(rule, True)
        if bound == "never gets":
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

    def too_few_x(self, letters: str, held: str | None, others: str) -> bool:
        """Whether four X that do not touch find no room where X is or may be."""
        cells = {*self.cells(f"{held} {others}")}
        none = [self.name(cell) for cell in self.scope(letters) if cell not in cells]
        return self.four_x(letters, f"{held} none at {', '.join(none)}")

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

    def cannot_be_left(self, line: str, left: str, cell: str, wanted: str) -> bool:
        """What is left for the only open cell of a sum, which cannot be that."""
        self.left(self.rule(line), int(left))
        (is_open,) = [c for c in self.scope(line) if len(self.values(c)) > 1]
        return (
            self.name(is_open) == cell and left == wanted and int(left) not in self.values(is_open)
        )

    def both_hold(self, *lines: str) -> bool:
        return all(any(0 not in self.values(c) for c in self.group(line)) for line in lines)

    def neither(self, row: str, column: str, fulcrum: str) -> bool:
        self.line_facts(self.step["sentence"])
        at = self.cell(fulcrum) == (int(row.split()[1]), int(column.split()[1]))
        return at and not any(self.usable(self.rule(line)) for line in (row, column))

    def shared(self, digits: str, most: str, kind: str, used: str) -> bool:
        """That digits fill only some lines, and which are used."""
        count = int(self.identifier.split(":")[1])
        many = NUMBER_WORDS[count], NUMBER_WORDS[count // 2]
        return (digits.lower(), most) == many and self.are_used(kind, numbers_in(used))

    def are_used(self, kind: str, numbers: set[int]) -> bool:
        """Whether some lines are used, as many as the digits fill, or too many."""
        count = int(self.identifier.split(":")[1])
        enough = len(numbers) >= count // 2 + bool(self.step.get("contradiction"))
        return enough and all(self.is_used(f"{kind} {number}") for number in numbers)

    def take_all(self, kind: str, numbers: set[int], claimed: Sequence[Cell]) -> bool:
        """Whether all digits are in some lines, and none in cells that are in no such line."""
        at = kind == "column"
        return self.are_used(kind, numbers) and not any(cell[at] in numbers for cell in claimed)
