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
from collections.abc import Callable, Iterator, Sequence

from tests.reasoning.figures import (
    CELL,
    CELLS,
    MADE,
    RULE,
    Data,
    Figures,
    Unreadable,
    Values,
    can_be,
    numbers_in,
    shown,
)
from tests.reasoning.narrowing import Cell
from tests.reasoning.rules_anew import read
from tests.reasoning.ways import State, narrowed

LONGEST_LIST = 15
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


class _Reader(Figures):
    """Reads the sentence of one step."""

    def complaints(self) -> list[str]:
        text = self.step["sentence"].removesuffix(".")
        for clue in re.finditer(r"(?:[Tt]he |\()(\d+) at ([A-Z]+\d+(?:/[A-Z]+\d+)*)", text):
            rule = f"triangle {clue[2].replace('/', ' ')}"
            if rule in self.puzzle.scopes and self.number(rule) != clue[1]:
                self.complain(f"{rule} has {self.number(rule)}")
        try:
            text = self.others_named(text)
            alone = rf"((?:^|; |\. )(?:if )?{RULE} is used)"
            text = re.sub(rf"{alone}: it ", r"\1 and ", text, flags=re.IGNORECASE)
            text = re.sub(rf"{alone}: (?=r\d)", r"\1, so ", text, flags=re.IGNORECASE)
            text = re.sub(rf"({RULE}) is used: it ", r"\1 is used; \1 ", text)
            argued = re.fullmatch(r"((?:At least \w+ numbers of|As \d).*)\. So (.*)", text)
            needs = re.fullmatch(rf"({RULE}) has (\d+ in .* with .*)", text, re.IGNORECASE)
            if argued:
                self.last_digits(argued[1])
                text = argued[2]
            elif needs and self.family == "c-note":
                self.sums_by_term(self.rule(needs[1]), needs[2])
                text = ""
            both = r"Digits at (.*) would use both lines of a fulcrum, so one is empty: (.*)"
            if crossing := re.fullmatch(both, text):
                self.crossing(crossing[1])
                text = f"The fulcrums: {crossing[2]}"
            between = r"$^" if text.startswith("In ") else r"(?<=[^ ]); (?!\d|X|empty|or )|\. "
            # What is in brackets stays together.
            text = re.sub(r"\([^()]*\)", lambda bracket: bracket[0].replace("; ", ";\t"), text)
            for clause in filter(None, re.split(between, text)):
                self.clause(clause.replace("\t", " "))
        except (Unreadable, ValueError, KeyError) as error:
            return [*self.found, f"cannot be read ({error!r})"]
        for cell, values in self.told.items():
            self.state[cell] = self.values(cell) & values
        for cell in self.after:
            changed = self.after[cell] != self.before[cell]
            more = cell in self.listed and (self.state[cell] or set()) < (self.after[cell] or set())
            if changed and self.state[cell] != self.after[cell] and not more:
                left, said = shown(self.after[cell]), shown(self.state[cell])
                self.complain(f"{self.name(cell)} is {left}, not {said}")
        return self.found

    # Clauses.

    def clause(self, text: str) -> None:
        """Check the figures of a clause, and apply what it concludes."""
        if proof := re.search(r": (\d = \d [+−×÷] \d)$", text):
            self.bracket(proof[1], ())
        text, alone = self.alone(self.on_board(text))
        if where := re.search(rf" \(({CELL} is [^()]*)\)(?=: )", text):
            text = text.replace(where[0], "")
            for cells, what in self.split(where[1]):
                for cell in cells:
                    if self.known(cell) != numbers_in(what):
                        self.complain(f"{self.name(cell)} is not {what}")
        reason, so, claims = text.rpartition(", so ")
        if so:
            self.line_facts(reason)
            self.reason(reason, self.cells_claimed(claims))
            self.subject = reason
            for claim in re.split(": (?=r)", claims):
                self.claims(claim)
                self.line_facts(claim)
            for cell, heading in alone:
                self.stands_alone(cell, heading)
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
        first, then, more = text.partition(", then ")
        if then:
            bracket = re.search(r" \([^()]*\)$", more)
            self.claims(f"{first}{bracket[0] if bracket else ''}")
            self.claims(more)
            return
        for bracket in re.findall(r"\(([^()]*)\)", text):
            before = text[: text.index(f"({bracket})")]
            part = before.rpartition(")")[2]
            self.there(bracket, part)
            self.bracket(bracket, self.cells_claimed(part) or self.cells_claimed(before))
        for line in re.findall(
            r"((?:row|column) \d+)(?=,? and|, (?:row|column)| stays? empty)", text.lower()
        ):
            if "empty" in text:
                for cell in self.puzzle.scopes.get(line, ()):
                    self.narrow(cell, frozenset((0,)))
        if re.search(r"\bit stays empty", text):
            for cell in self.puzzle.scopes[self.rule(self.subject)]:
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
                f"{self.name(cell)} could not be {shown(left - self.values(cell))} any more"
            )
        self.state[cell] = left

    def meant(self, what: str, known: Values, cell: Cell) -> Values:
        """The values that a claim leaves."""
        if what.startswith("not "):
            gone = numbers_in(what.removeprefix("not "))
            if old := gone - self.because.get(cell, known):
                self.complain(f"{what}, but {shown(old)} was gone")
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

    # Figures.

    def statement(self, text: str) -> bool:
        """Read a clause that needs no conclusion, a list of all ways; false if it is none."""
        if found := re.fullmatch(rf"({RULE}) (?:is|can only be) (\d+ \+ .*)", text, re.IGNORECASE):
            return self.all_sums(self.rule(found[1]), found[2])
        if found := re.fullmatch(rf"[^:]*: ({CELLS}) (?:can only be|are|is) (.*)", text):
            return self.all_ways(found[1], found[2])
        if found := re.fullmatch(r"(.*) has (\d+) left(?: for two)?: (.*)", text):
            self.left(self.rule(found[1]), int(found[2]))
            return self.all_sums(self.rule(found[1]), found[3])
        if found := re.fullmatch(rf"({RULE}) needs (X .*|\d.*)", text, re.IGNORECASE):
            self.needs(self.rule(found[1]), found[2])
            return True
        if found := re.fullmatch(r"(.*) leaves (.*) only (.*)", text):
            return self.all_ways(found[2], found[3])
        if found := re.fullmatch(r"([^:]*): (.* goes with .*)", text):
            return self.table(found[2])
        if found := re.fullmatch(r"([^:]*): (.*) hold (.*), in some order", text):
            return self.hands(found[2], found[3])
        if found := re.fullmatch(r"(?:In|in) (.*?), (.*)", text):
            self.claims(found[2])
            return True
        if found := re.fullmatch(r"(.*) works only if (.*)", text):
            self.claims(found[2])
            possible = narrowed(self.state, self.conditions(self.rule(found[1]))) or {}
            for cell in self.cells_claimed(found[2]):
                if possible[cell] != self.state[cell]:
                    self.complain(f"{self.name(cell)} can be only {shown(possible[cell])}")
            return True
        return False

    def reason(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason; `claimed` are the cells that it is for."""
        if re.match("[^:]*: .* (goes with|hold|can only be|are|is) ", text):
            if not self.statement(text):
                raise Unreadable(text)
            return
        if used := re.fullmatch(
            rf"(?:If )?({RULE}) is used(?: and|, it) (.*)", text, re.IGNORECASE
        ):
            self.reason(f"{used[1]} {used[2]}", claimed)
            return
        checks: list[tuple[str, Callable[[re.Match[str]], None]]] = [
            (
                rf"In ({RULE}) ((?:else |with . )?the others? {MADE})",
                lambda m: self.made(self.rule(m[1]), m[2], claimed),
            ),
            (
                rf"In ({RULE}) the others are not all X",
                lambda m: self.not_all_x(self.rule(m[1]), claimed),
            ),
            (rf"({RULE}): (.*) = (\d+)", self.open_sum),
            (rf"({RULE}) has (\d+) left.*", lambda m: self.left(self.rule(m[1]), int(m[2]))),
            (rf"({RULE}) has torque (.*)", lambda m: self.torques(self.rule(m[1]), m[2], claimed)),
            (
                rf"(the board|[A-Z]+|{RULE}) "
                "((?:has .* already|keeps|.* fits nowhere|.* can hold t).*)",
                self.contents,
            ),
            (rf"({RULE}) could balance only (.*)", lambda m: self.twice(self.rule(m[1]), m[2])),
            (
                rf"({RULE}) can only stay empty",
                lambda m: self.balances(self.rule(m[1]), " or stays empty"),
            ),
            (rf"{RULE} can have torque .*", lambda m: None),  # one of the facts about lines
            (rf"({RULE}) needs (X .*|\d.*)", lambda m: self.needs(self.rule(m[1]), m[2])),
            (
                rf"({RULE}) (?:is|can only be) (.*×.*)",
                lambda m: self.balances(self.rule(m[1]), m[2]),
            ),
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

    def there(self, text: str, claims: str) -> None:
        """Check that what some claims exclude is in a group already, or fits nowhere else in it."""
        group = re.fullmatch(
            r"(already|only place|all else is) in (.*?)(?: already)?", text
        ) or re.fullmatch(r"()([A-Z]+|row \d+|\d+ at \S+) has .*", text)
        if not group:
            return
        cells = self.group(group[2])
        claimed = {
            cell: self.meant(what, self.values(cell), cell)
            for some, what in self.split(claims)
            for cell in some
        }
        # Of cells in one claim, some are found because others are.
        then = {cell: claimed.get(cell, self.values(cell)) for cell in cells}
        fixed = [min(held) for held in then.values() if len(held) == 1]
        for cell, left in claimed.items():
            if group[1] == "only place":
                missing = {v for v in left if any(v in then[c] for c in cells if c != cell)}
            else:
                gone = self.values(cell) - left
                missing = {v for v in gone if fixed.count(v) < (1 if v else 4)}
            if missing or cell not in cells:
                self.complain(f"not so of {shown(missing)} in {self.name(cell)}: {text}")

    def bracket(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason in brackets."""
        if found := re.fullmatch(r"([A-Z]+|row \d+|\d+ at \S+) has (.*?)(?: already)?", text):
            self.placed(found)
            return
        if text == "the others are not all X":
            self.not_all_x(self.rule(self.step["sentence"]), claimed)
        elif found := re.fullmatch(rf"(?:({RULE}): )?((?:else |with . )?the others? {MADE})", text):
            rule = self.rule(found[1] or self.step["sentence"])
            self.made(rule, found[2], claimed)
        elif found := re.fullmatch(r"(\d) = (\d) ([+−×÷]) (\d)", text):
            one, two = int(found[2]), int(found[4])
            made = {"+": one + two, "−": one - two, "×": one * two, "÷": one / two}[found[3]]
            if made != int(found[1]):
                self.complain(f"{text} is wrong")
        elif found := re.fullmatch(r"(.*×.*) is (.*)", text):
            self.never(found[1], found[2], claimed)
        elif found := re.fullmatch("only (.*×.*)", text):
            self.only_balance(found[1], claimed)
        elif "×" in text:
            raise Unreadable(text)
        elif self.family == "aztec-math" and (
            found := re.fullmatch(r"above (\S+) and (\S+)", text)
        ):
            self.stands(found[1], {(r + 1, c) for r, c in claimed[:1]})
            self.stands(found[2], {(r + 1, c + 1) for r, c in claimed[:1]})
        elif self.family == "aztec-math" and (found := re.fullmatch(r"below (\S+)", text)):
            r, c = claimed[0]
            self.stands(found[1], {(r - 1, c), (r - 1, c - 1)})
        else:
            self.line_facts(text)
            self.plain(text)

    def stands(self, text: str, cells: set[Cell]) -> None:
        """A cell by name, or the digits that one of some cells can hold: "2/9"."""
        if re.fullmatch(CELL, text):
            if self.cell(text) not in cells:
                self.complain(f"{text} stands elsewhere")
        elif frozenset(map(int, text.split("/"))) not in [self.state.get(cell) for cell in cells]:
            self.complain(f"{text} stands elsewhere")
