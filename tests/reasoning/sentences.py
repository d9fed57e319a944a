"""Do the sentences of an explanation say what its evidence says? A reader that does the sums again.

`check_sentences` takes the JSON of `quincunx explain` and reads the puzzle's rules anew from its
identifier. For every step it reads the sentence and recomputes each figure from the candidates of
that moment: what the other cells make, torques, what is left, which digits are there already. Ways
that are listed must be possible, and there must be no others. What a sentence concludes must be
what the step's data say. A number that is none of this is complained of, and so are lists that are
too long, and labels that the sentence does not bear out.

The rows of cases are read beside their links.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from tests.reasoning.evidence import follows_from
from tests.reasoning.figures import (
    CELL,
    CELLS,
    RULE,
    SHOWN,
    SIDES,
    TOUCH,
    Data,
    Unreadable,
    Values,
    can_be,
    numbers_in,
    shown,
)
from tests.reasoning.narrowing import Cell
from tests.reasoning.rings import Openings, Rings
from tests.reasoning.rows import SHARED, Rows
from tests.reasoning.rules_anew import Puzzle, read
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
    "digits left": r"digits fill at most|take all digits",
    "left for two": r"left for two",
    "neighbours under a 1": r"neighbours",
}
"""What a sentence with this label mentions."""
ALREADY = r"(?:X|\d|,| and| to| twice| (?:three|four) times| (?=[\dX]))+(?: already)?"
NEEDS = r"(?:(?:; |^)((?:\d+|empty) needs .*?))?"
PLACED = r"(?:; ([\d, a-z]+) placed)?"
NEVER = rf"(?:(\d+×{CELL}) = ([^=,]*×[^=,]*), ((?:(?! needs ).)*?))?{NEEDS}{PLACED}"
"""What the other torques of a line never make, and what a digit needs in vain."""
AT_A_GLANCE = (
    rf"{RULE} (?:is empty|is used|holds a digit|cannot balance with .*)"
    rf"|{RULE} can hold digits only (?:{'|'.join(SIDES)})"
    rf"|(?:already|only place|all else is) in (?:[A-Z]+|{RULE})(?: already)?"
    r"|open on one side only|digits left|row \d+ or column \d+"
)
"""Reasons that are checked elsewhere, or say nothing that could be wrong."""


def results(one: int, other: int) -> Values:
    """The digits that two digits make."""
    small, large = sorted((one, other))
    quotients = {large // small} if large % small == 0 else set[int]()
    return frozenset(range(1, 10)) & {small + large, large - small, small * large, *quotients}


def check_sentences(explanation: Data) -> list[str]:
    """Everything in the words that the evidence does not bear out."""
    puzzle = read(explanation["puzzle"])
    state = dict(puzzle.cells)
    complaints: list[str] = []
    if explanation["puzzle"].startswith("power-strike"):
        _Reader.opening = Openings(explanation["puzzle"], explanation["opening"])
        complaints += [f"{one}: {explanation['opening']}" for one in _Reader.opening.complaints]
    for number, step in enumerate(explanation["steps"], 1):
        found = [*_wrong_form(step)]
        after = _after(step, state)
        if step["technique"] != "search":
            for case in step["chain"]:
                found += _wrong_row(case, partial(_Reader, explanation["puzzle"], puzzle), state)
            read_by = (explanation["puzzle"], puzzle, state, after)
            readings = _readings(step, *read_by)
            found += [] if [] in readings else readings[0]
            bare = {**step, "sentence": re.sub(rf", as {TOUCH} touch", "", step["sentence"])}
            is_bare = bare["sentence"] == step["sentence"] or len(readings) > 1
            if not is_bare and not any(_readings(bare, *read_by)):
                found.append("it does not matter which cells touch")
        complaints += [f"step {number}: {one}: {step['sentence']!r}" for one in found]
        state = after
    return complaints


def _readings(
    step: Data, identifier: str, puzzle: Puzzle, state: State, after: State
) -> list[list[str]]:
    """Complaints about a sentence, read with all that the step's rules say or only with what
    groups hold."""
    readings: list[list[str]] = []
    for read_as in filter(None, (step, _after_groups(step, puzzle, state))):
        reader = _Reader(identifier, puzzle, read_as, state, after)
        plain = reader.ring if reader.family == "power-strike" else reader.sentence
        readings.append(reader.complaints(reader.cases if step["chain"] else plain))
    return readings


def _after_groups(step: Data, puzzle: Puzzle, state: State) -> Data | None:
    """The step if all that matters of groups beside its first rule is which digits stand in them;
    None if it has none."""
    groups = [r for r in step["rules"][1:] if r == "digits" or r.startswith("contents")]
    held = {tuple(one["cell"]): frozenset(one["candidates"]) for one in step["because"]}
    for rule, cells in ((rule, puzzle.scopes[rule]) for rule in groups):
        known = {cell: held.get(cell) or state[cell] or frozenset[int]() for cell in cells}
        placed = [min(values) for values in known.values() if len(values) == 1]
        # A dodecagon has X four times.
        there = {v for v in placed if v or (rule != "digits" and placed.count(v) == 4)}
        held |= {c: v - there for c, v in held.items() if c in known and len(v) > 1}
    because = [{"cell": cell, "candidates": sorted(values)} for cell, values in held.items()]
    rules = [rule for rule in step["rules"] if rule not in groups]
    return {**step, "rules": rules, "because": because} if groups else None


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


def _wrong_row(case: Data, reader: Callable[..., _Reader], state: State) -> Iterator[str]:
    """Where a row of a table of cases is not what its links say, or a link needs another that
    stands beside it and not before an arrow."""
    first, follows, clash = case["row"]
    links = case["links"]
    stages = [re.split(r"; (?![^()]*\))", stage) for stage in follows.split(" → ") if stage]
    texts = [text for stage in stages for text in stage] + [clash]
    if len(texts) != len(links):
        yield f"{len(links)} links, but {len(texts)} texts"
    begins = [not at for stage in stages for at in range(len(stage))]
    supposed = {"sets": [case["suppose"]], "rules": [], "because": [], "removes": []}
    if clash.startswith("they "):
        scopes = reader({**supposed, "sentence": clash}, state, state).puzzle.scopes
        _, *lower = scopes[links[-1]["rules"][0]]
        claims = dict(text.partition(" (")[0].partition("=")[::2] for text in stages[-1])
        held = [claims.pop(f"r{r}c{c}", "") for r, c in lower]
        texts[-1] = clash.replace("they", " and ".join(held))
        if claims:
            yield f"{clash} is said of {' and '.join(claims)} too"
    rows = zip((first, *texts), (supposed, *links), (True, *begins, True), strict=False)
    before = state
    for text, link, begins_stage in rows:
        after = _after(link, state)
        read = reader({**link, "sentence": text}, state, after)
        before = state if begins_stage else before
        if not follows_from(read.puzzle, link, before):
            yield f"{text!r} needs what stands beside it"
        yield from read.complaints(read.end if link.get("contradiction") else read.follows)
        state = after


def _after(step: Data, state: State) -> State:
    """What is left after a step."""
    after = dict(state)
    for one in step.get("leaves", ()):
        after[tuple(one["cell"])] = frozenset(one["values"])
    for one in step["removes"]:
        held = after[tuple(one["cell"])]
        after[tuple(one["cell"])] = None if held is None else held - frozenset(one["values"])
    for one in step["sets"]:
        after[tuple(one["cell"])] = frozenset((one["value"],))
    return after


class _Reader(Rows, Rings):
    """Reads the sentence of one step."""

    def complaints(self, read: Callable[[str], None]) -> list[str]:
        """What is wrong when the text is read in some way."""
        try:
            read(self.step["sentence"].removesuffix("."))
        except (Unreadable, ValueError, KeyError) as error:
            self.complain(f"cannot be read ({error!r})")
        return self.found

    def cases(self, text: str) -> None:
        """The rows once more, in sentences, and what follows."""
        rows = [case["row"] for case in self.step["chain"]]
        said = [
            f"{row[0]}: {'; '.join(filter(None, row[1:]))}.".replace(" → ", "; ") for row in rows
        ]
        before, _, conclusion = text.rpartition(" So ")
        if before != " ".join(said):
            self.complain(f"the rows are {said}")
        if self.step.get("contradiction"):
            (tried,) = {tuple(case["suppose"]["cell"]) for case in self.step["chain"]}
            if conclusion != f"nothing is left for {self.name(tried)}":
                self.complain(f"{conclusion} is not said of {self.name(tried)}")
        else:
            self.claims(conclusion)
            self.check_claims()

    def sentence(self, text: str) -> None:
        """What a step says that is not by cases."""
        if self.step.get("contradiction"):
            self.end(text)
            return
        self.clues(text)
        text = self.without_pairs(text)
        alone = rf"((?:^|; |\. )(?:if )?{RULE} is used)"
        text = re.sub(rf"{alone}: it ", r"\1 and ", text, flags=re.IGNORECASE)
        text = re.sub(rf"{alone}: (?=r\d)", r"\1, so ", text, flags=re.IGNORECASE)
        text = re.sub(rf"({RULE}) is used: it ", r"\1 is used; \1 ", text)
        # Long lists of ways are several sentences.
        text = re.sub(r"\. Or (?=\d+ \+ )", ", ", text)
        argued = re.fullmatch(r"((?:At least \w+ numbers of|As \d).*)\. So (.*)", text)
        if argued:
            self.last_digits(argued[1])
            text = argued[2]
        between = r"$^" if text.startswith("In ") else r"(?<=[^ ]); (?!\d|X|empty|or )|\. "
        # What is in brackets stays together.
        text = re.sub(r"\([^()]*\)", lambda bracket: bracket[0].replace("; ", ";\t"), text)
        for clause in filter(None, re.split(between, text)):
            self.clause(clause.replace("\t", " "))
        self.check_claims()

    def check_claims(self) -> None:
        """What the text leaves of the candidates is what the step does."""
        for cell in self.after:
            changed = self.after[cell] != self.before[cell]
            more = cell in self.listed and (self.state[cell] or set()) < (self.after[cell] or set())
            if changed and self.state[cell] != self.after[cell] and not more:
                left, said = shown(self.after[cell]), shown(self.state[cell])
                self.complain(f"{self.name(cell)} is {left}, not {said}")

    # Clauses.

    def clause(self, text: str) -> None:
        """Check the figures of a clause, and apply what it concludes."""
        if proof := re.search(r": (\d = \d [+−×÷] \d)$", text):
            self.bracket(proof[1], ())
        text, alone = self.alone(text)
        reason, so, claims = text.rpartition(", so ")
        if so:
            self.line_facts(reason)
            self.there(reason, claims.partition(", then ")[0])
            self.reason(reason, self.cells_claimed(claims))
            self.subject = reason
            for claim in re.split(": (?=r)", claims):
                self.claims(claim)
                self.line_facts(claim)
            for cell, heading in alone:
                self.stands_alone(cell, heading)
        elif not self.statement(text):
            begins = rf"(?:and )?{CELL}|{RULE}(?:,| and| stays?| is) |[^:]*: in every way, "
            if not re.match(begins, text, re.IGNORECASE):
                raise Unreadable(text)
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
            claimed = self.cells_claimed(part) or self.cells_claimed(before)
            reasons = re.sub(r"below (\S+) and ", r"below \1; below ", bracket).split("; ")
            if self.family == "aztec-math" and (len(reasons) > 1 or re.match(r"\d = ", bracket)):
                for reason in reasons:
                    self.bracket(reason, claimed)
                self.jointly(reasons, self.split(part))
                continue
            self.there(bracket, part)
            self.bracket(bracket, claimed)
        for line in re.findall(
            r"((?:row|column) \d+)(?=,? and|, (?:row|column)| stays? empty)", text.lower()
        ):
            if "empty" in text:
                for cell in self.puzzle.scopes.get(line, ()):
                    self.narrow(cell, frozenset((0,)))
        if re.search(r"\bit stays empty", text):
            for cell in self.puzzle.scopes[self.rule(self.subject)]:
                self.narrow(cell, frozenset((0,)))
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

    # Figures.

    def statement(self, text: str) -> bool:
        """Read a clause that needs no conclusion, a list of all ways; false if it is none."""
        if found := re.fullmatch(rf"({RULE}) (?:is|can only be) (\d+ \+ .*)", text, re.IGNORECASE):
            return self.all_sums(self.rule(found[1]), found[2])
        if found := re.fullmatch(rf"[^:]*: ({CELLS}) (?:can only be|are|is) (.*)", text):
            return self.all_ways(found[1], found[2])
        if found := re.fullmatch(r"(.*) has (\d+) left(?: for two)?: (.*)", text):
            self.left(self.rule(found[1]), int(found[2]))
            return self.all_sums(self.rule(found[1]), found[3], only_open=True)
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
            # Of a rule that cannot hold at all everything is true.
            possible = narrowed(self.state, self.conditions(self.rule(found[1]))) or self.state
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
        if found := re.fullmatch(SHARED, text):
            if not self.shared(*found.groups()):
                self.complain(f"not so: {text}")
            return
        checks: list[tuple[str, Callable[[re.Match[str]], None]]] = [
            (rf"In ({RULE}),? ({SHOWN})", lambda m: self.made(self.rule(m[1]), m[2], claimed)),
            (
                rf"In ({RULE}) the others touch and are not all X",
                lambda m: self.not_all_x(self.rule(m[1]), claimed),
            ),
            (rf"({RULE}): (.*) = (\d+)", self.open_sum),
            (rf"({RULE}) is complete", lambda m: self.left(self.rule(m[1]), 0)),
            (rf"({RULE}) has (\d+) left.*", lambda m: self.left(self.rule(m[1]), int(m[2]))),
            (rf"({RULE}) has torque (.*)", lambda m: self.torques(self.rule(m[1]), m[2], claimed)),
            (
                rf"(the board|{RULE}|[A-Z]+) "
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
                rf"({RULE}), if used, (?:is|can only be) (.*×.*)",
                lambda m: self.balances_if_used(self.rule(m[1]), m[2]),
            ),
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
        self.simple(text, claimed)

    def there(self, text: str, claims: str) -> None:
        """Check that what some claims exclude is in a group already, or fits nowhere else in it."""
        group = re.fullmatch(
            r"(already|only place|all else is) in (.*?)(?: already)?", text
        ) or re.fullmatch(rf"()(the board|[A-Z]+|{RULE}|\d+ at \S+) has ({ALREADY})", text, re.I)
        if not group:
            return
        cells = self.group(group[2])
        claimed = {
            cell: self.meant(what, self.values(cell), cell)
            for some, what in self.split(claims)
            for cell in some
        }
        # Of cells in one claim, some are found because others are.
        news = {c: v for c in cells if (v := self.after[c]) and len(v) == 1 and v != self.before[c]}
        then = {c: claimed.get(c, news.get(c, self.values(c))) for c in cells}
        fixed = [min(held) for held in then.values() if len(held) == 1]
        for cell, left in claimed.items():
            if group[1] == "only place":
                missing = {v for v in left if any(v in then[c] for c in cells if c != cell)}
            else:
                gone = self.values(cell) - left
                missing = {v for v in gone if fixed.count(v) < (1 if v else 4)}
                if not group[1]:
                    named = numbers_in(re.sub(" (twice|(three|four) times|already)", "", group[3]))
                    missing |= gone - named.union(*news.values())
            if missing or cell not in cells:
                self.complain(f"not so of {shown(missing)} in {self.name(cell)}: {text}")

    def bracket(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason in brackets."""
        if found := re.fullmatch(r"([A-Z]+|row \d+|\d+ at \S+) has (.*?)(?: already)?", text):
            self.placed(found)
            return
        if text == "the others touch and are not all X":
            self.not_all_x(self.rule(self.step["sentence"]), claimed)
        elif found := re.fullmatch(rf"(?:({RULE}): )?({SHOWN})", text):
            rule = self.rule(found[1] or self.step["sentence"])
            self.made(rule, found[2], claimed)
        elif found := re.fullmatch(r"(\d) = (\d) ([+−×÷]) (\d)", text):
            one, two = int(found[2]), int(found[4])
            made = {"+": one + two, "−": one - two, "×": one * two, "÷": one / two}[found[3]]
            if made != int(found[1]):
                self.complain(f"{text} is wrong")
        elif self.family == "aztec-math" and re.fullmatch(r"\d [+−×÷] \d", text):
            self.made_of(text, claimed)
        elif found := re.fullmatch(r"(\d) makes (\d) only with (.*)", text):
            self.needs_beside(int(found[1]), int(found[2]), numbers_in(found[3]), claimed)
        elif found := re.fullmatch(r"(\d) and (\d) make only (.*)", text):
            self.makes_only(int(found[1]), int(found[2]), numbers_in(found[3]), claimed)
        elif "×" in text and (found := re.fullmatch(NEVER, text)):
            for cell in claimed:
                own, terms, what, needs, there = (part or "" for part in found.groups())
                placed = numbers_in(there) if there else set[int]()
                self.never(own, terms, what, needs, placed, cell)
        elif found := re.fullmatch(rf"({RULE}): only (.*×.*)", text):
            self.only_balance(found[1], found[2], claimed)
        elif "×" in text:
            raise Unreadable(text)
        elif self.family == "aztec-math" and (
            found := re.fullmatch(rf"(?:({CELL}) )?above (\S+) and (\S+)", text)
        ):
            r, c = self.cell(found[1]) if found[1] else claimed[0]
            self.stands(found[2], {(r + 1, c)})
            self.stands(found[3], {(r + 1, c + 1)})
        elif self.family == "aztec-math" and (found := re.fullmatch(r"below (\S+)", text)):
            r, c = claimed[0]
            self.stands(found[1], {(r - 1, c), (r - 1, c - 1)})
        else:
            self.line_facts(text)
            self.simple(text, claimed)

    def jointly(self, reasons: Sequence[str], claims: list[tuple[list[Cell], str]]) -> None:
        """Check that several reasons together leave no more than is claimed."""
        state = {cell: held or frozenset() for cell, held in self.state.items()}
        claimed = {
            cell: self.meant(what, state[cell], cell) for some, what in claims for cell in some
        }
        for reason in (*reasons, *reasons):
            state |= {cell: self.left_by(reason, cell, state) for cell in claimed}
        for cell, left in claimed.items():
            if state[cell] - left:
                self.complain(f"{'; '.join(reasons)} leave {shown(state[cell])}")

    def left_by(self, reason: str, cell: Cell, state: Mapping[Cell, Values]) -> Values:
        """What a reason leaves of a cell."""
        if placed := re.fullmatch(r"row \d+ has (.*?)(?: already)?", reason):
            return state[cell] - numbers_in(placed[1])
        r, c = cell
        above = [top for top in ((r - 1, c - 1), (r - 1, c)) if top in state]
        if made := re.fullmatch(r"(\d) = \d . \d", reason):
            tops = [top for top in (*above, cell) if self.after[top] == frozenset((int(made[1]),))]
            tops = [(r, c) for r, c in tops if (r + 1, c) in state]
        elif re.match("below|neighbours", reason):
            text = reason.rpartition(" ")[2]
            tops = [
                top
                for top in above
                if text in (self.name(top), "/".join(map(str, sorted(state[top]))))
            ]
        else:
            tops = [cell]
        triples = [(top, (top[0] + 1, top[1]), (top[0] + 1, top[1] + 1)) for top in tops]
        return min((self.fitting(triple, cell, state) for triple in triples), key=len)

    def fitting(self, triple: Sequence[Cell], cell: Cell, state: Mapping[Cell, Values]) -> Values:
        """The digits of a cell with which a triple is possible."""
        return frozenset(
            way[triple.index(cell)]
            for way in product(*(state[one] for one in triple))
            if way[0] in results(*way[1:]) and way[1] != way[2]
        )

    def made_of(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check that a digit is made of the two below it: "9 − 8"."""
        one, two = int(text[0]), int(text[-1])
        made = {"+": one + two, "−": one - two, "×": one * two, "÷": one / two}[text[2]]
        for r, c in claimed:
            below = sorted([*self.values((r + 1, c)), *self.values((r + 1, c + 1))])
            # What is said of several cells may follow from one to the other.
            then = [
                n for held in (self.after[r + 1, c], self.after[r + 1, c + 1]) for n in held or ()
            ]
            if [*(self.after[r, c] or ())] != [made] or sorted([one, two]) not in (
                below,
                sorted(then),
            ):
                self.complain(f"{self.name((r, c))} is not {text}")

    def needs_beside(self, one: int, top: int, needed: set[int], claimed: Sequence[Cell]) -> None:
        """Check why a digit is ruled out: below or above another, what it would need beside it."""
        right = needed == {n for n in range(1, 10) if n != one and top in results(one, n)}
        for r, c in claimed:
            triples = [((r - 1, c - 1), (r, c - 1)), ((r - 1, c), (r, c + 1))]
            is_below = any(
                self.values(above) == {top} and not needed & self.values(beside)
                for above, beside in triples
                if above in self.puzzle.cells
            )
            pair = [(r + 1, c), (r + 1, c + 1)]
            is_above = pair[0] in self.puzzle.cells and any(
                self.values(x) == {one} and not needed & self.values(y)
                for x, y in (pair, pair[::-1])
            )
            gone = self.values((r, c)) - (self.after[r, c] or frozenset())
            right &= (is_below and one in gone) or (is_above and top in gone)
        if not right:
            self.complain(f"{one} makes {top} with others than {shown(needed)}")

    def makes_only(self, one: int, other: int, made: set[int], claimed: Sequence[Cell]) -> None:
        """Check why a digit is ruled out beside another: they make nothing that fits above."""
        ((r, c),) = claimed
        triples = [((r - 1, c - 1), (r, c - 1)), ((r - 1, c), (r, c + 1))]
        fails = any(
            self.values(beside) == {other} and not made & self.values(above)
            for above, beside in triples
            if above in self.puzzle.cells
        )
        if made != results(one, other) or not fails or one in (self.after[r, c] or ()):
            self.complain(f"{one} and {other} make {shown(results(one, other))}")

    def simple(self, text: str, claimed: Sequence[Cell]) -> None:
        """Check a reason that is seen at a glance."""
        self.plain(text)
        right, digits = bool(re.fullmatch(AT_A_GLANCE, text, re.IGNORECASE)), r"[\d, a-z]*"
        if re.fullmatch(rf"{RULE}|(?:triangle|\d+) at \S+|[A-Z]+", text):
            ids = {f"contents {text}", f"X of {text}"} if text.isalpha() else {self.rule(text)}
            right = not ids.isdisjoint(self.step["rules"])
        elif beside := re.fullmatch(rf"({CELLS}) (?:is|are) X", text):
            right = self.beside_x(self.cells(beside[1]), claimed)
        elif only := re.fullmatch(rf"(?:In {RULE} )?the sum is only (\d+)", text):
            right = self.total(self.rule(self.step["sentence"])) == int(only[1])
        elif under := re.fullmatch(r"neighbours under (\S+)", text):
            right = under[1] == "1"
            self.stands("1", {(r - 1, at) for r, c in claimed for at in (c - 1, c)})
        elif stands := re.fullmatch(r"(.*) stands on (.*)", text):
            cells = self.cells(f"{stands[1]} {stands[2]}")
            right = any(cells == [*self.puzzle.scopes[rule]] for rule in self.step["rules"])
        elif beneath := re.fullmatch(rf"(.*) are neighbours under the 1 at ({CELL})", text):
            ((r, c),) = self.cells(beneath[2])
            right = self.cells(beneath[1]) == [(r + 1, c), (r + 1, c + 1)]
            right = right and self.known((r, c)) == {1}
        elif patterns := re.fullmatch(r"([A-Z]+) has four X that do not touch(.*)", text):
            right = self.four_x(patterns[1], patterns[2], claimed)
        elif places := re.fullmatch(rf"only places? for ({digits})", text):
            able = {c for c, held in self.state.items() if numbers_in(places[1]) & (held or set())}
            right = {*claimed} <= able and len(able) == len(numbers_in(places[1]))
        elif shared := re.fullmatch(rf"(row|column)s ({digits}) take all digits", text):
            right = self.take_all(shared[1], numbers_in(shared[2]), claimed)
        elif placed := re.fullmatch(rf"({digits}) placed", text):
            there = {min(held) for held in self.state.values() if held and len(held) == 1}
            right = numbers_in(placed[1]) <= there
        if not right:
            self.complain(f"not so: {text}")

    def stands(self, text: str, cells: set[Cell]) -> None:
        """A cell by name, or the digits that one of some cells can hold: "2/9"."""
        if re.fullmatch(CELL, text):
            if self.cell(text) not in cells:
                self.complain(f"{text} stands elsewhere")
        elif frozenset(map(int, text.split("/"))) not in [self.state.get(cell) for cell in cells]:
            self.complain(f"{text} stands elsewhere")
