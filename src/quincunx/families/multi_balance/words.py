"""The words of a Multi-Balance: reasons in explanations, the rule book, and the briefing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import gcd
from operator import mul
from statistics import mode
from typing import Any, ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.model import Variable, runs
from quincunx.cp.words.phrases import (
    FEW,
    MAX_ITEMS,
    Deduction,
    Phrases,
    brief_of,
    capitalised,
    counted,
    listed,
    lowered,
    reason_of,
    run_texts,
)
from quincunx.cp.words.techniques import FEW_WAYS, Technique
from quincunx.cp.words.ways import MAX_WAYS
from quincunx.families import Cell, RuleEntry
from quincunx.families.base.rule_book import given_rules, plain_name
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import MAX_FIGURE, noun_for
from quincunx.families.multi_balance.propagators import ARM_WIDTH
from quincunx.families.multi_balance.reasoning import (
    DIVISORS,
    PARITY,
    TECHNIQUES,
    TORQUE_WAYS,
    Balance,
    Fulcrum,
    Sharing,
)

MAX_REPEATING = 2
"""Maximum of balances with a digit twice that are listed for a digit."""
TWICE = "with a digit twice"
MAX_GLANCE = len("1, 2 and 3")
"""Maximum length of a list of digits in a short reason, in characters."""
HEADINGS = {"row": ("on the left", "on the right"), "column": ("above", "below")}
"""The two sides of a line in words."""


def briefing(puzzle: MultiBalance) -> str:
    """What a reader who sees only text must know beside the rules."""
    figures = " and A, B, C for 10, 11 and 12" if puzzle.digits > MAX_FIGURE else ""
    return (
        f"Here n is {puzzle.digits}. Rows are counted from the top and columns from the left. The "
        "distance of a digit to the fulcrum of its row or column is counted in cells, 1 for the "
        "cell beside it. A digit counts for its row and for its column, and both have to balance."
        " A fulcrum is used by its row when digits stand in that row, and by its column when "
        "digits stand in that column. In the drawing ▲ is a fulcrum and · an empty cell; in data,"
        " and in the answer, # is a fulcrum, . a cell that stays empty, and a digit stands for "
        f"itself{figures}."
    )


def rule_book(puzzle: MultiBalance) -> Iterator[RuleEntry]:
    """The rules of one puzzle: levers, fulcrums, digits and givens.

    >>> from quincunx.families import parse
    >>> [rule.id for rule in rule_book(parse("multi-balance:2:.#/#."))]
    ['row 1', 'row 2', 'column 1', 'column 2', 'fulcrum r1c2', 'fulcrum r2c1', 'digits']
    """

    def on_line(at: int, line: int) -> tuple[Cell, ...]:
        return tuple(cell for cell in puzzle.cells if cell[at] == line)

    for at, kind in enumerate(("row", "column")):
        lines = [fulcrum[at] for fulcrum in puzzle.fulcrums]
        for line in sorted(line for line in lines if lines.count(line) == 1):
            name = f"{kind} {line}"
            sentence = f"The torques of {name} balance, and it does not hold exactly one digit."
            yield RuleEntry(name, sentence, on_line(at, line))
    for row, column in puzzle.fulcrums:
        sentence = f"Exactly one of row {row} and column {column} holds digits."
        crossings = on_line(0, row) + on_line(1, column)
        yield RuleEntry(f"fulcrum {plain_name((row, column))}", sentence, crossings)
    last = puzzle.digits
    each = f"Each {noun_for(last)} from 1 to {last} stands" if last > 1 else "The digit 1 stands"
    yield RuleEntry("digits", f"{each} once on the board.", puzzle.cells)
    yield from given_rules(puzzle)


class BalancePhrases(Phrases):
    """The phrases of explanations of one puzzle."""

    nothing: ClassVar[str] = "empty"
    explains_contradictions: ClassVar[bool] = True
    combines_rules: ClassVar[bool] = False
    techniques: ClassVar[tuple[Technique, ...]] = TECHNIQUES

    def __init__(self, puzzle: MultiBalance) -> None:
        self.puzzle = puzzle
        self.most_empty = len(puzzle.cells) - puzzle.digits

    def opening(self) -> str:
        if not self.puzzle.cells:
            return "No row and column with just one fulcrum each cross, so no digit can stand."
        able = rows, columns = [{cell[at] for cell in self.puzzle.cells} for at in (0, 1)]
        text = (
            "A row or column with digits has exactly one fulcrum, so digits stand only where "
            f"{_numbered('row', rows)} cross{'es' * (len(rows) == 1)} "
            f"{_numbered('column', columns)}."
        )
        for at, (kind, crossing) in enumerate((("Row", "column"), ("Column", "row"))):
            for line in dict.fromkeys(f[at] for f in self.puzzle.fulcrums if f[at] not in able[at]):
                used = [f[1 - at] for f in self.puzzle.fulcrums if f[at] == line]
                many = f"has {counted(len(used))} fulcrums"
                why = many if len(used) > 1 else f"crosses no such {crossing}"
                text += f" {kind} {line} {why} and stays empty, so {_are_used(crossing, used)}."
        return text

    def writes(self, value: int) -> bool:
        return value != 0

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        return TORQUE_WAYS if technique is FEW_WAYS else technique

    def label(
        self, techniques: Sequence[Technique], deduction: Deduction, sentence: str
    ) -> Technique:
        """What is found by comparing torques is not named after which line is used."""
        by_ways = TORQUE_WAYS in techniques and isinstance(deduction.constraint, Fulcrum)
        label = super().label(techniques, deduction, sentence)
        return TORQUE_WAYS if by_ways and "×" in sentence else label

    # Conclusions.

    def together(self, deductions: Sequence[Deduction]) -> str:
        """Mentions lines that stay empty for the same reason in one list."""
        stays = r"([Rr]ow|[Cc]olumn) \d+ stays empty"
        return re.sub(
            rf"(?:{stays}(, | and ))+{stays}",
            lambda found: f"{found[0].replace(' stays empty', '')} stay empty",
            super().together(deductions),
        )

    def claims(self, deduction: Deduction, why: Callable[[Variable], str] | None = None) -> str:
        """Mentions lines that stay empty as a whole."""
        if isinstance(deduction.constraint, Cardinality) and len(deduction.constraints) == 1:
            claims = super().claims
            turns = (replace(deduction, left=left) for left in _in_turn(deduction))
            return ", then ".join(claims(turn, why) for turn in turns)
        lines = self._empty_lines(deduction)
        mentioned = {v for cells in lines.values() for v in cells}
        if why or sum(deduction.known[v][-1] > 0 for v in mentioned) < 2:
            return super().claims(deduction, why)
        return f"{listed(lines, 'and')} {'stays' if len(lines) == 1 else 'stay'} empty"

    def sentence(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if isinstance(constraint, Fulcrum) and len(deduction.constraints) == 1 and deduction.left:
            return f"{FulcrumWords(constraint, deduction, self).describe()}."
        if isinstance(constraint, Cardinality) and self._on_the_board(deduction)[0]:
            return f"{self.claims(deduction)} ({self.glance(deduction)})."
        sentence = super().sentence(deduction)
        if " must balance: " in sentence and isinstance(constraint, Balance):
            words = LeverWords(constraint, deduction, self)
            if one_by_one := words.one_by_one():
                return f"In {constraint.label}, {one_by_one}."
        return sentence.replace(f", so {constraint.label} stays", ", so it stays")

    def claim(
        self, variables: Sequence[Variable], known: Sequence[int], left: Sequence[int]
    ) -> str:
        claim = super().claim(variables, known, left)
        return claim.replace(" is a digit", " holds a digit").replace(" are a ", " hold a ")

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        empty, *gone = [value for value in known if value not in left] or [1]
        fewer = len(self.shown(variable, gone)) < len(self.shown(variable, left))
        if empty == 0 and len(left) > 1 and fewer and not (gone and len(left) <= FEW):
            return f"a digit other than {self.possible(variable, gone)}" if gone else "a digit"
        predicate = super().predicate(variable, known, left)
        return self.possible(variable, left) if predicate.startswith("not empty") else predicate

    def _empty_lines(self, deduction: Deduction) -> dict[str, Sequence[Variable]]:
        """The lines that the deduction finds empty as a whole, with their cells."""
        lines: dict[str, Sequence[Variable]] = {}
        match deduction.constraints:
            case (Sharing() as sharing,):
                lines = {line: mine for line, mine, _ in sharing.lines}
            case (Balance() as lever,):
                words = LeverWords(lever, deduction, self)
                if not all(words.sides) or all(deduction.result(v) == 0 for v in words.able):
                    lines = {lever.label: lever.variables}
        return {line: c for line, c in lines.items() if any(v in deduction.left for v in c)}

    # Reasons.

    def glance(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if isinstance(constraint, Balance | Fulcrum):
            return lever_words(constraint, deduction, self).glance()
        if isinstance(constraint, Sharing):
            return f"{_numbered(*_used(constraint, deduction))} take all digits"
        if not isinstance(constraint, Cardinality):
            return super().glance(deduction)
        fits, digits = self._on_the_board(deduction)
        if fits:
            return f"only place{'s' * (len(deduction.left) > 1)} for {digits}"
        return f"{digits} placed" if 0 < len(digits) <= MAX_GLANCE else "digits left"

    def step_key(self, deduction: Deduction) -> object:
        """What needs more than a word or two to be seen is a step of its own."""
        constraint = deduction.constraint
        if isinstance(constraint, Balance | Fulcrum):
            return None if lever_words(constraint, deduction, self).is_plain else object()
        return object() if self.glance(deduction) == "digits left" else None

    def about(self, deduction: Deduction) -> str:
        if len(deduction.constraints) > 1 or not isinstance(deduction.constraint, Cardinality):
            return super().about(deduction)
        fits, digits = self._on_the_board(deduction)
        if fits:
            return f"the places left for {digits}"
        return "the digits that are placed" if digits else "the digits left"

    def _on_the_board(self, deduction: Deduction) -> tuple[bool, str]:
        """Whether digits fit nowhere else, and which these are, or which are placed."""
        known, left = deduction.known, deduction.left
        found = {v: deduction.result(v) for v in left}
        able = {d: [v for v in known if d in known[v]] for d in found.values() if d}
        if found and all(able.get(digit or 0) == [v] for v, digit in found.items()):
            return True, listed(map(str, found.values()), "and")
        placed = {held[0] for v, held in known.items() if v not in left and len(held) == 1}
        refuted = {value for v in left for value in deduction.refuted(v)}
        return False, listed(map(str, sorted(refuted if refuted <= placed - {0} else ())), "and")


def _in_turn(deduction: Deduction) -> Iterator[dict[Variable, Sequence[int]]]:
    """What a deduction leaves, in the order in which digits that are placed rule out others."""
    known = {v: set(values) for v, values in deduction.known.items()}
    left = dict(deduction.left)
    while left:
        placed = {v: min(values) for v, values in known.items() if len(values) == 1}
        for v, values in known.items():
            values -= {digit for other, digit in placed.items() if digit and other is not v}
        found = {v: values for v, values in left.items() if known[v] <= {*values}}
        yield found or left
        left = {v: values for v, values in left.items() if found and v not in found}


def lever_words(*deduced: Any) -> LeverWords | FulcrumWords:
    """The words for a deduction about one lever or one fulcrum."""
    if isinstance(deduced[0], Balance):
        return LeverWords(*deduced)
    return FulcrumWords(*deduced)


for kind in (Balance, Fulcrum):
    reason_of.register(kind)(lambda *deduced: lever_words(*deduced).reason())


brief_of.register(Fulcrum)(lambda *deduced: lowered(FulcrumWords(*deduced).describe()))


@reason_of.register(Sharing)
def sharing_reason(sharing: Sharing, deduction: Deduction, phrases: Phrases) -> str:
    """How many lines are used: "Seven digits fill at most three rows, and rows 1, ..."."""
    many = f"{capitalised(counted(sharing.digits))} {noun_for(sharing.digits)}s"
    most = f"at most {counted(sharing.digits // 2)} {sharing.kind}s"
    return f"{many} fill {most}, two or more in each, and {_are_used(*_used(sharing, deduction))}"


def _used(sharing: Sharing, deduction: Deduction) -> tuple[str, list[int]]:
    """The kind of the lines, and the numbers of those that are used."""
    known = deduction.known
    return sharing.kind, [
        int(line.split()[1])
        for line, mine, other in sharing.lines
        if any(known[v][0] for v in mine) or not any(known[v][-1] for v in other)
    ]


def _are_used(kind: str, numbers: Collection[int]) -> str:
    """That some lines are used: "rows 1, 2 and 5 are used"."""
    return f"{_numbered(kind, numbers)} {'are' if len(numbers) > 1 else 'is'} used"


def _numbered(kind: str, numbers: Collection[int]) -> str:
    """The name of some lines: "rows 1, 2 and 5"."""
    return f"{kind}{'s' * (len(numbers) > 1)} {listed(map(str, sorted(numbers)), 'and', 99)}"


@dataclass
class LeverWords:
    """The reason of one deduction about a lever, by its own rule or by that of its fulcrum.

    Arms that are known to be empty are not mentioned.
    """

    lever: Balance
    deduction: Deduction
    phrases: BalancePhrases

    def __post_init__(self) -> None:
        self.line = self.lever.label
        self.subject = capitalised(self.line)
        self.headings = HEADINGS[self.line.split()[0]]
        arms = dict(zip(self.lever.variables, self.lever.distances, strict=True))
        self.distance = {v: abs(distance) for v, distance in arms.items()}
        able = {v: distance for v, distance in arms.items() if self.deduction.known[v][-1]}
        self.sides = [v for v, d in able.items() if d < 0], [v for v, d in able.items() if d > 0]
        self.able = [*self.sides[0], *self.sides[1]]
        self.changed = [v for v in self.distance if v in self.deduction.left]
        known = {**self.deduction.known, **self.deduction.seen}
        self.known = {v: known[v] for v in self.distance}
        self.holds = any(self.deduction.known[v][0] for v in self.able)

    @cached_property
    def torques(self) -> list[frozenset[int]]:
        """The torques that each side can have if it holds digits."""
        return [self._made(self._arms(side), different=False) - {0} for side in self.sides]

    @cached_property
    def usable(self) -> bool:
        """Whether it balances with different digits."""
        return any(map(any, self.phrases.find_ways([self.lever], self.known, self.able, 1)))

    @property
    def is_used(self) -> bool:
        """Whether something follows in it, and not that it stays empty."""
        return any(self.usable or self.deduction.result(v) != 0 for v in self.changed)

    def reason(self) -> str:
        """The first reason that applies, simple ones first."""
        ways = [self.one_sided, self.by_bounds, self.by_divisor, self.by_ways]
        if self.deduction.technique in (PARITY, DIVISORS):
            ways.insert(0, self.by_divisor)
        return next(filter(None, (way() for way in ways)))

    def glance(self) -> str:
        """The reason in a few words: the balance, if all arms are known."""
        if one_sided := self.one_sided():
            is_named = len(self.able) > 1 or not self.changed
            return "open on one side only" if is_named else lowered(one_sided)
        digits = [self.deduction.result(variable) for variable in self.able]
        is_open = None in digits or not any(digits)
        return self.line if is_open else f"{self.line}: only {self.equation(digits)}"

    @property
    def is_plain(self) -> bool:
        """Whether `glance` is the whole reason."""
        return self.glance() != self.line

    def unusable(self) -> str:
        """Why the line stays empty, if it is not `usable`."""
        if one_sided := self.one_sided():
            return one_sided
        if not self.torques[0].isdisjoint(self.torques[1]):
            return self._twice()
        fewer = int(len(self.torques[1]) < len(self.torques[0]))
        torques = run_texts(runs(sorted(self.torques[fewer])))
        one, other = self.headings[fewer], self.headings[1 - fewer]
        if len(torques) > MAX_ITEMS:
            return f"{self.subject} cannot balance with digits"
        return f"{self.subject} can have torque {listed(torques, 'or')} {one}, but not {other}"

    def alone(self) -> str:
        """What follows for cells that are alone on their sides of a line that is used; empty if
        something else follows."""
        sides = zip(self.sides, self.headings, strict=True)
        alone = {side[0]: heading for side, heading in sides if len(side) == 1}
        if any(v not in alone or self.deduction.refuted(v) != [0] for v in self.changed):
            return ""
        known, left, place = self.deduction.known, self.deduction.left, self.phrases.place
        claims = [(v, self.phrases.claim([v], known[v], left[v])) for v in self.changed]
        return ", and ".join(
            c.replace(place(v), f"{place(v)}, alone {alone[v]},", 1) for v, c in claims
        )

    def in_use(self) -> str:
        """What follows, and why, if the line is used."""
        if alone := self.alone():
            return alone
        ways, bounds = self.by_ways(), self.by_bounds()
        inside = ways if " can only be " in ways and len(self.changed) > 1 else bounds or ways
        if " must balance: " in inside and (told := self.one_by_one()):
            return told
        left = {v: self.deduction.left[v] for v in self.changed}
        claims = self.phrases.claims(replace(self.deduction, left=left))
        return f"it{inside.removeprefix(self.subject)}, so {claims}"

    def one_sided(self) -> str:
        """The reason if digits can stand on one side only."""
        if all(self.sides):
            return ""
        if not any(self.sides):
            return f"{self.subject} is empty"
        (heading,) = [h for h, side in zip(self.headings, self.sides, strict=True) if side]
        return f"{self.subject} can hold digits only {heading}"

    def by_bounds(self) -> str:
        """The reason if the bounds of the torques of both sides suffice."""
        if self.deduction.contradicts:
            return self._unequal()
        needed: set[tuple[int, str]] = set()
        rests: list[str] = []
        for variable in self.changed:
            at = int(variable in self.sides[1])
            least, most = self._bounds(self.sides[1 - at])
            low, high = self._bounds([v for v in self.sides[at] if v is not variable])
            torques = [self.distance[variable] * v for v in self.deduction.refuted(variable)]
            if any(least - high <= torque <= most - low for torque in torques):
                return ""
            if torques[-1] + low > most:
                needed.add((1 - at, "at most"))
                rests += [f"at least {low}"] * bool(low)
            if torques[0] + high < least:
                needed.add((1 - at, "at least"))
                rests += [f"at most {high}"] * bool(high)
        if len(self.changed) == 1 and rests:
            made = " and ".join(rests) if low < high else low
            return f"{self._torques(needed)}, and the rest {self.headings[at]} makes {made}"
        return self._torques(needed)

    def _torques(self, needed: Collection[tuple[int, str]]) -> str:
        """Some bounds of the torques: "Row 1 has torque at most 12 on the left"."""
        torques: list[str] = []
        for at, heading in enumerate(self.headings):
            least, most = self._bounds(self.sides[at])
            wanted = {bound for side, bound in needed if side == at}
            if len(wanted) == 2:
                torques.append(f"{least}{f' to {most}' if most > least else ''} {heading}")
            elif wanted:
                (bound,) = wanted
                torques.append(f"{bound} {least if bound == 'at least' else most} {heading}")
        return f"{self.subject} has torque {' and '.join(torques)}"

    def _unequal(self) -> str:
        """The reason if one side always has more torque than the other."""
        bounds = [self._bounds(side) for side in self.sides if self._made(self._arms(side))]
        for at, (least, _) in enumerate(bounds):
            if len(bounds) > 1 and least > bounds[1 - at][1]:
                return self._torques([(at, "at least"), (1 - at, "at most")])
        return ""

    def by_divisor(self) -> str:
        """The reason if a common divisor of the torques of all other open arms suffices."""
        if len(self.changed) != 1:
            return ""
        (variable,) = self.changed
        arms = [(d, self.deduction.known[v]) for v, d in self._others(variable).items()]
        of = 2 if self.deduction.technique is PARITY else 0
        divisor = gcd(of, *(distance for distance, digits in arms if len(digits) > 1))
        placed = [distance * digits[0] for distance, digits in arms if len(digits) == 1]
        torques = [self.distance[variable] * value for value in self.deduction.refuted(variable)]
        if divisor < 2 or any((torque - sum(placed)) % divisor == 0 for torque in torques):
            return ""
        if divisor == 2:
            odd = "an odd" if sum(placed) % 2 else "an even"
            return f"In {self.line} the other torques make {odd} number"
        multiples = f"In {self.line} all other torques are multiples of {divisor}"
        return "" if any(torque % divisor for torque in placed) else multiples

    def by_ways(self) -> str:
        """All balances if there are few, otherwise what cannot be balanced."""
        found = self.phrases.find_ways([self.lever], self.known, self.able, MAX_ITEMS + 1)
        is_used = isinstance(self.deduction.constraint, Fulcrum)
        least = max(is_used, len(self.distance) - self.phrases.most_empty)
        found = [way for way in found if sum(map(bool, way)) >= least]
        ways = [way for way in found if any(way)]
        if not ways:
            return self.unusable()
        used, be = ", if used," * (len(found) > len(ways)), "is" if found[1:] else "can only be"
        balances = listed(map(self.equation, ways), "or")
        text = f"{self.subject}{used} {be} {balances}"
        told = self.one_by_one() if len(ways) > MAX_WAYS else ""
        listing = f"{text} {self.phrases.claims(self.deduction)}"
        if len(ways) > MAX_ITEMS or (told and len(told.split()) < len(listing.split())):
            return f"{self.subject} must balance: {self.equation()}"
        return text

    def _twice(self) -> str:
        """The ways to balance it, if all of these need a digit twice."""
        arms = self._arms(self.sides[0]) | {v: -self.distance[v] for v in self.sides[1]}
        ways = self._repeating(arms, 0)
        if any(len({*way} - {0}) == sum(map(bool, way)) for way in ways):
            return f"{self.subject} cannot balance with the digits left"
        how = f"{self._equal(arms, ways)} ({self.equation()})"
        if len(ways) <= MAX_WAYS or (TWICE in how and len(ways) <= MAX_ITEMS):
            how = f"{TWICE} ({listed(map(self.equation, ways), 'or', MAX_ITEMS)})"
        return f"{self.subject} could balance only {how}"

    def one_by_one(self) -> str:
        """What is left of each cell, and what the others never make; empty if that is long."""
        words = replace(self, deduction=replace(self.deduction, known=self.known))
        whys: dict[Variable, str] = {}
        for v in self.changed:
            placed = [str(n) for n in self.deduction.known[v] if n not in self.known[v]]
            why = words._never(v) if words.deduction.refuted(v) else ""
            if not why and words.deduction.refuted(v):
                return ""
            there = f"{listed(placed, 'and')} placed" * bool(placed)
            whys[v] = "; ".join(filter(None, [why, there]))
        left = {v: self.deduction.left[v] for v in self.changed}
        return self.phrases.claims(replace(self.deduction, left=left), whys.__getitem__)

    def _never(self, variable: Variable) -> str:
        """What the other torques never make together, so that one cell loses values; empty if that
        takes many figures."""
        others = self._others(variable)
        made = self._made(others)
        distance = self.distance[variable]
        gone = {distance * digit: digit for digit in self.deduction.refuted(variable)}
        least, most, divisor = min(made), max(made), gcd(*(t - min(made) for t in made))
        inside = [torque for torque in gone if least <= torque <= most]
        parts = [f"at least {least}"] if min(gone) < least else []
        parts += [f"at most {most}"] if max(gone) > most else []
        if divisor % 2 == 0 and any((torque - least) % 2 for torque in inside):
            parts.append("odd" if least % 2 else "even")
            inside = [torque for torque in inside if (torque - least) % 2 == 0]
        elif least % (divisor or 1) == 0 and any(torque % divisor for torque in inside):
            parts.append(f"a multiple of {divisor}")
            inside = [torque for torque in inside if torque % divisor == 0]
        repeating = {torque: self._repeating(others, torque) for torque in inside}
        never: dict[str, list[int]] = {}
        for torque, ways in repeating.items():
            if any(len({*way, gone[torque]} - {0}) > sum(map(bool, way)) for way in ways):
                return ""
            how = self._equal({**others, variable: 0}, [(*way, gone[torque]) for way in ways])
            never.setdefault(how if ways or torque else "without digits", []).append(torque)
        needs: list[str] = []
        for how, torques in never.items():
            for torque in list(torques):
                ways = repeating[torque]
                if 0 < len(ways) <= MAX_REPEATING and (len(torques) == 1 or how == TWICE):
                    torques.remove(torque)
                    digit = gone[torque]
                    held = [dict(zip((*others, variable), (*w, digit), strict=True)) for w in ways]
                    shown = listed((self.equation([w[v] for v in self.able]) for w in held), "or")
                    twice = dict.fromkeys(f"two {mode(filter(None, w.values()))}s" for w in held)
                    value = self.phrases.value(variable, digit)
                    needs.append(f"{value} needs {listed(twice, 'or')}: {shown}")
            named = listed(map(str, torques), "or")
            parts += [f"{named} only {how}" if how else f"never {named}"] if torques else []
        terms = _terms([(factor, self._shown(v)) for v, factor in others.items()])
        told = "; ".join(parts) if any(never) else listed(parts, "and")
        made_by = f"{distance}×{self.phrases.place(variable)} = {terms}"
        return "; ".join([f"{made_by}, {told}"] * bool(parts) + needs)

    def _repeating(self, arms: Mapping[Variable, int], torque: int) -> list[tuple[int, ...]]:
        """All ways to make a torque with digits, which may repeat."""
        *held, last = (self.deduction.known[v] for v in arms)
        *factors, factor = arms.values()
        ways = ((*way, (torque - sum(map(mul, factors, way))) / factor) for way in product(*held))
        return [tuple(map(int, way)) for way in ways if way[-1] in last and any(way)]

    def _equal(self, cells: Iterable[Variable], ways: Sequence[Sequence[int]]) -> str:
        """Which cells hold the same digit in all ways, or that some do: "with r1c2 = r3c2"."""
        columns = zip(map(self.phrases.place, cells), zip(*ways, strict=True), strict=False)
        for (one, held), (other, same) in combinations(columns, 2):
            if held == same and all(held):
                return f"with {one} = {other}"
        return TWICE if ways else ""

    def _shown(self, variable: Variable) -> object:
        """The digit of a cell, or its name."""
        values = self.deduction.known[variable]
        return values[0] if len(values) == 1 else self.phrases.place(variable)

    def _arms(self, side: Iterable[Variable]) -> dict[Variable, int]:
        return {v: self.distance[v] for v in side}

    def _others(self, variable: Variable) -> dict[Variable, int]:
        """The other arms with their distances, negative for those on the same side."""
        at = int(variable in self.sides[1])
        same = {v: -self.distance[v] for v in self.sides[at] if v is not variable}
        return self._arms(self.sides[1 - at]) | same

    def _made(self, arms: Mapping[Variable, int], different: bool = True) -> frozenset[int]:
        """The torques of some arms together, with different digits or with any."""
        known = self.deduction.known
        return _torques_of(tuple((d, tuple(known[v])) for v, d in arms.items()), different)

    def equation(self, way: Sequence[int | None] | None = None) -> str:
        """A balance, or the lever with its open cells: "2×7 = 3×3 + 5×1", "4×r2c1 = 2×5"."""
        shown = {v: self._shown(v) for v in self.able}
        shown |= dict(zip(self.able, way or (), strict=False))
        sides = ([f"{self.distance[v]}×{shown[v]}" for v in s if shown[v]] for s in self.sides)
        return " = ".join(" + ".join(side) or "nothing" for side in sides)

    def _bounds(self, variables: Sequence[Variable]) -> tuple[int, int]:
        """The least and the most torque of some arms. A lever of a fulcrum is used, so that neither
        side is empty."""
        made = self._made(self._arms(variables))
        if variables in self.sides and isinstance(self.deduction.constraint, Fulcrum):
            made = made - {0} or made
        return min(made), max(made)


@lru_cache(maxsize=256)
def _torques_of(arms: Sequence[tuple[int, Sequence[int]]], different: bool) -> frozenset[int]:
    """The torques of arms, given by their distances and digits; cached, because a sentence needs
    the same ones again and again."""
    # The digits that are used stand beside the torque, as the lowest bits of one number.
    made = {0}
    for distance, digits in arms:
        bits = [(distance * d << ARM_WIDTH, 1 << d if d and different else 0) for d in digits]
        made = {way + torque | bit for way in made for torque, bit in bits if not way & bit}
    return frozenset(way >> ARM_WIDTH for way in made)


def _terms(terms: Iterable[tuple[int, object]]) -> str:
    """Torques added up, without those of empty cells: "2×4 − 3×r1c2"."""
    shown = "".join(f"{' + ' if n > 0 else ' − '}{abs(n)}×{what}" for n, what in terms if what)
    return shown.removeprefix(" + ")


class FulcrumWords:
    """One deduction from a fulcrum, which its row or its column uses."""

    def __init__(self, fulcrum: Fulcrum, deduction: Deduction, phrases: BalancePhrases) -> None:
        self.deduction = deduction
        self.row, self.column = (LeverWords(one, deduction, phrases) for one in fulcrum.levers)
        self.pairs = ((self.row, self.column), (self.column, self.row))
        self.used = [p for p in self.pairs if p[0].is_used and not p[1].holds]
        """The lines that may be used and in which something follows, each with the other line."""

    def reason(self) -> str:
        """Why the deduction follows."""
        row, column = self.row, self.column
        if not self.deduction.contradicts:
            return re.split(", so |: r", self.describe())[0]
        if row.holds and column.holds:
            return f"{row.subject} and {column.line} both hold a digit, at one fulcrum"
        if not row.holds and not column.holds:
            at = "".join(f"{line.line[0]}{line.line.split()[1]}" for line in (row, column))
            why = f"{row.unusable()}, and {lowered(column.unusable())}"
            return f"{why}, so the fulcrum at {at} is not used"
        return (row if row.holds else column).reason()

    def describe(self) -> str:
        """What follows and why, in this order: which line stays empty, and what is in the other."""
        clauses: list[str] = []
        for lever, other in self.pairs:
            if lever.changed and other.holds:
                clauses.append(f"{other.line} holds a digit, so {lever.line} stays empty")
            elif lever.changed and not lever.is_used:
                clauses.append(f"{lowered(lever.unusable())}, so it stays empty")
        for lever, other in self.used:
            told, used = lever.in_use(), f"{lever.line} is used: "
            if lever.holds and (clauses or told.startswith("it ")):
                told, used = re.sub("^it ", f"{lever.line} ", told), ""
            elif not lever.holds and other.usable:
                used = f"if {lever.line} is used, "
            elif not lever.holds and (clauses or other.distance):
                why = f"{clauses.pop()} and" if clauses else f"{lowered(other.unusable())}, so"
                used = f"{why} {used}"
            clauses.append(used + told)
        return capitalised("; ".join(clauses))

    @property
    def is_plain(self) -> bool:
        """Whether no torques have to be compared to see it."""
        return all(lever.alone() for lever, _ in self.used)

    def glance(self) -> str:
        """The line that holds a digit, or both lines."""
        used = [lever.line for lever, _ in self.pairs if lever.holds]
        return f"{used[0]} holds a digit" if used else f"{self.row.line} or {self.column.line}"
