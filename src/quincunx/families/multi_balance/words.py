"""The words of a Multi-Balance: reasons in explanations, the rule book, and the briefing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from math import gcd
from typing import ClassVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, counted, listed, reason_of
from quincunx.cp.words.techniques import FEW_WAYS, Technique
from quincunx.cp.words.ways import MAX_WAYS, WayFinder
from quincunx.families import Cell, RuleEntry
from quincunx.families.base.rule_book import given_rules, plain_name
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.multi_balance.board import MAX_FIGURE, noun_for
from quincunx.families.multi_balance.reasoning import (
    DIVISORS,
    PARITY,
    TECHNIQUES,
    TORQUE_WAYS,
    Balance,
    Fulcrum,
    Sharing,
)

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
        for line in sorted(set(lines)):
            if lines.count(line) == 1:
                balance = f"The torques of {kind} {line} balance"
                sentence = f"{balance}, and it does not hold exactly one digit."
                yield RuleEntry(f"{kind} {line}", sentence, on_line(at, line))
    for fulcrum in puzzle.fulcrums:
        row, column = fulcrum
        sentence = f"Exactly one of row {row} and column {column} holds digits."
        crossings = on_line(0, row) + on_line(1, column)
        yield RuleEntry(f"fulcrum {plain_name(fulcrum)}", sentence, crossings)
    last = puzzle.digits
    each = f"Each {noun_for(last)} from 1 to {last} stands" if last > 1 else "The digit 1 stands"
    yield RuleEntry("digits", f"{each} once on the board.", puzzle.cells)
    yield from given_rules(puzzle)


class BalancePhrases(Phrases):
    """The phrases of explanations of one puzzle."""

    nothing: ClassVar[str] = "empty"
    explains_contradictions: ClassVar[bool] = True
    techniques: ClassVar[tuple[Technique, ...]] = TECHNIQUES

    def __init__(self, puzzle: MultiBalance) -> None:
        self.cells = puzzle.cells
        self.most_empty = len(puzzle.cells) - puzzle.digits

    def opening(self) -> str:
        if not self.cells:
            return "No row and column with just one fulcrum each cross, so no digit can stand."
        rows, columns = (
            listed(map(str, sorted({cell[at] for cell in self.cells})), "and", 99) for at in (0, 1)
        )
        return (
            "Digits stand only where a row and a column with exactly one fulcrum each cross: "
            f"in rows {rows}, and there in columns {columns}."
        )

    def writes(self, value: int) -> bool:
        return value != 0

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        return TORQUE_WAYS if technique is FEW_WAYS else technique

    # Conclusions.

    def claims(self, deduction: Deduction, why: Callable[[Variable], str] | None = None) -> str:
        """Mentions lines that stay empty as a whole."""
        lines = self._empty_lines(deduction)
        mentioned = {v for cells in lines.values() for v in cells}
        if why or sum(deduction.known[v][-1] > 0 for v in mentioned) < 2:
            return super().claims(deduction, why)
        claims = [f"{listed(lines, 'and')} {'stays' if len(lines) == 1 else 'stay'} empty"]
        left = {v: values for v, values in deduction.left.items() if v not in mentioned}
        if left:
            claims.append(super().claims(replace(deduction, left=left)))
        return (", " if " and " in claims[-1] else " and ").join(claims)

    def sentence(self, deduction: Deduction) -> str:
        line = f", so {deduction.constraint.label} stays"
        return super().sentence(deduction).replace(line, ", so it stays")

    def claim(
        self, variables: Sequence[Variable], known: Sequence[int], left: Sequence[int]
    ) -> str:
        if 0 in left or len(left) < 2 or [0, *left] != [*known]:
            return super().claim(variables, known, left)
        return f"{self.places(variables)} hold{'s' * (len(variables) == 1)} a digit"

    def _empty_lines(self, deduction: Deduction) -> dict[str, list[Variable]]:
        """The lines that the deduction finds empty as a whole, with their cells."""
        constraint = deduction.constraint
        if len(deduction.constraints) > 1:
            return {}
        if isinstance(constraint, Sharing):
            lines = {
                line: [constraint.variables[at] for at in m] for line, m, _ in constraint.lines
            }
            return {line: c for line, c in lines.items() if any(v in deduction.left for v in c)}
        if not isinstance(constraint, Balance | Fulcrum):
            return {}
        levers = lever_words(constraint, deduction, self).empty()
        return {lever.line: list(lever.distance) for lever in levers}

    # Reasons.

    def glance(self, deduction: Deduction) -> str:
        constraint = deduction.constraint
        if isinstance(constraint, Balance | Fulcrum):
            return lever_words(constraint, deduction, self).glance()
        if not isinstance(constraint, Cardinality):
            return super().glance(deduction)
        fits, digits = self._on_the_board(deduction)
        if fits:
            return f"only place for {digits}"
        return f"{digits} placed" if 0 < len(digits) <= MAX_GLANCE else "digits left"

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
        only_placed = refuted <= placed - {0}
        return False, listed(map(str, sorted(refuted)), "and") if only_placed else ""


def lever_words(
    constraint: Balance | Fulcrum, deduction: Deduction, phrases: Phrases
) -> LeverWords | FulcrumWords:
    """The words for a deduction about one lever or one fulcrum."""
    assert isinstance(phrases, BalancePhrases)
    if isinstance(constraint, Balance):
        arms = list(zip(constraint.variables, constraint.distances, strict=True))
        return LeverWords(constraint.label, arms, deduction, phrases)
    return FulcrumWords(constraint, deduction, phrases)


for kind in (Balance, Fulcrum):
    reason_of.register(kind)(lambda *deduced: lever_words(*deduced).reason())


@reason_of.register(Sharing)
def sharing_reason(sharing: Sharing, deduction: Deduction, phrases: Phrases) -> str:
    """How many lines are used: "Seven digits fill at most three rows, and rows 1, ..."."""
    known = [tuple(deduction.known[variable]) for variable in sharing.variables]
    used = [
        line.split()[1]
        for line, mine, other in sharing.lines
        if any(0 not in known[at] for at in mine) or all(known[at] == (0,) for at in other)
    ]
    kind = sharing.lines[0][0].split()[0]
    kinds = f"{kind} {used[0]} is" if len(used) == 1 else f"{kind}s {listed(used, 'and', 99)} are"
    many = f"{capitalised(counted(sharing.digits))} {noun_for(sharing.digits)}s"
    return f"{many} fill at most {counted(sharing.digits // 2)} {kind}s, and {kinds} used"


class LeverWords:
    """The reason of one deduction about a lever, by its own rule or by that of its fulcrum.

    Arms that are known to be empty are not mentioned.
    """

    def __init__(
        self,
        line: str,
        arms: Sequence[tuple[Variable, int]],
        deduction: Deduction,
        phrases: BalancePhrases,
    ) -> None:
        self.line = line
        self.subject = capitalised(line)
        self.deduction = deduction
        self.phrases = phrases
        self.headings = HEADINGS[line.split()[0]]
        self.distance = {variable: abs(distance) for variable, distance in arms}
        known = deduction.known
        self.sides = tuple(
            [v for v, d in arms if (d > 0) == after and known[v][-1]] for after in (False, True)
        )
        self.able = [*self.sides[0], *self.sides[1]]
        self.changed = [v for v, _ in arms if v in deduction.left]
        self.holds = any(known[variable][0] for variable in self.able)
        self.becomes_empty = all(deduction.result(v) == 0 for v in self.changed)

    def reason(self) -> str:
        """The first reason that applies, simple ones first."""
        ways = [self.one_sided, self.by_bounds, self.by_divisor, self.by_ways]
        if self.deduction.technique in (PARITY, DIVISORS):
            ways.insert(0, self.by_divisor)
        return next(filter(None, (way() for way in ways)))

    def glance(self) -> str:
        """The reason in a few words: the balance, if all arms are known."""
        if self.one_sided():
            return "one side only"
        digits = [self.deduction.result(variable) for variable in self.able]
        return self.line if None in digits or not any(digits) else self.equation(digits)

    def empty(self) -> list[LeverWords]:
        """The lever, if it stays empty because digits can stand on one side only."""
        return [] if all(self.sides) else [self]

    def one_sided(self) -> str:
        """The reason if digits can stand on one side only."""
        if all(self.sides):
            return ""
        if not any(self.sides):
            return f"{self.subject} stays empty"
        (heading,) = [h for h, side in zip(self.headings, self.sides, strict=True) if side]
        known = any(variable in self.deduction.needed for variable in self.distance)
        can = "can hold digits" if known else "has cells"
        return f"{self.subject} {can} only {heading}"

    def by_bounds(self) -> str:
        """The reason if the bounds of the torques of both sides suffice."""
        if self.deduction.contradicts:
            return self._unequal()
        needed: dict[tuple[int, str], None] = {}
        rests: list[str] = []
        for variable in self.changed:
            at = int(variable in self.sides[1])
            if variable not in self.able:
                return ""
            least, most = self._bounds(self.sides[1 - at])
            low, high = self._bounds([v for v in self.sides[at] if v is not variable])
            torques = [self.distance[variable] * v for v in self.deduction.refuted(variable)]
            large = [torque for torque in torques if torque + low > most]
            small = [torque for torque in torques if torque + high < least]
            if len(large) + len(small) < len(torques):
                return ""
            if large:
                needed[1 - at, "at most"] = None
                rests += [f"at least {low}"] * bool(low)
            if small:
                needed[1 - at, "at least"] = None
                rests += [f"at most {high}"] * bool(high)
        if len(self.changed) == 1 and rests:
            made = " and ".join(rests) if low < high else low
            rest = f", and the rest {self.headings[at]} makes {made}"
            return f"{self._torques(needed)}{rest}"
        return self._torques(needed) if needed else ""

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
        for at, (least, _) in enumerate(map(self._bounds, self.sides)):
            if least > self._bounds(self.sides[1 - at])[1]:
                return self._torques([(at, "at least"), (1 - at, "at most")])
        return ""

    def by_divisor(self) -> str:
        """The reason if a common divisor of the torques of all other open arms suffices."""
        if len(self.changed) != 1 or self.changed[0] not in self.able:
            return ""
        (variable,) = self.changed
        known = self.deduction.known
        others = [v for v in self.able if v is not variable]
        of = 2 if self.deduction.technique is PARITY else 0
        divisor = gcd(of, *(self.distance[v] for v in others if len(known[v]) > 1))
        side = self.sides[variable in self.sides[1]]
        placed = [
            self.distance[v] * known[v][0] * (1 if v in side else -1)
            for v in others
            if len(known[v]) == 1
        ]
        torques = [self.distance[variable] * value for value in self.deduction.refuted(variable)]
        if divisor < 2 or any((torque + sum(placed)) % divisor == 0 for torque in torques):
            return ""
        if divisor == 2:
            odd = "an odd" if sum(placed) % 2 else "an even"
            return f"In {self.line} the other torques make {odd} number"
        multiples = f"In {self.line} all other torques are multiples of {divisor}"
        return "" if sum(placed) % divisor else multiples

    def by_ways(self) -> str:
        """All balances if there are few, otherwise what cannot be balanced."""
        known = {**self.deduction.known, **self.deduction.seen}
        known = {v: values if v in self.distance else (0,) for v, values in known.items()}
        found = WayFinder([self.deduction.constraint]).find(known, self.able, MAX_WAYS + 1)
        least = len(self.distance) - self.phrases.most_empty
        found = [way for way in found if sum(map(bool, way)) >= least]
        ways = [way for way in found if any(way)]
        if not ways:
            never = f"never balances: {self.equation()}" if self.deduction.contradicts else ""
            return f"{self.subject} {never or 'cannot balance with digits'}"
        if len(ways) <= MAX_WAYS:
            empty = " or stays empty" if len(found) > len(ways) else ""
            return f"{self.subject} is {listed(map(self.equation, ways), 'or')}{empty}"
        return f"{self.subject} must balance: {self.equation()}"

    def equation(self, way: Sequence[int | None] | None = None) -> str:
        """A balance, or the lever with its open cells: "2×7 = 3×3 + 5×1", "4×r2c1 = 2×5"."""
        shown: dict[Variable, object] = dict(zip(self.able, way or (), strict=False))
        for variable in () if way else self.able:
            values = self.deduction.known[variable]
            shown[variable] = values[0] if len(values) == 1 else self.phrases.place(variable)
        sides = ([f"{self.distance[v]}×{shown[v]}" for v in s if shown[v]] for s in self.sides)
        return " = ".join(" + ".join(side) or "nothing" for side in sides)

    def _bounds(self, variables: Sequence[Variable]) -> tuple[int, int]:
        """The least and the most torque of some arms; a lever by itself has different digits."""
        different = isinstance(self.deduction.constraint, Balance)
        loads: dict[int, tuple[int, int]] = {0: (0, 0)}
        for variable in variables:
            heavier: dict[int, tuple[int, int]] = {}
            for used, (low, high) in loads.items():
                for value in self.deduction.known[variable]:
                    digit = 1 << value if value and different else 0
                    if not used & digit:
                        torque = self.distance[variable] * value
                        least, most = heavier.get(used | digit, (low + torque, high + torque))
                        heavier[used | digit] = min(least, low + torque), max(most, high + torque)
            loads = heavier
        return min(low for low, _ in loads.values()), max(high for _, high in loads.values())


class FulcrumWords:
    """The reason of one deduction from a fulcrum, which its row or its column uses."""

    def __init__(self, fulcrum: Fulcrum, deduction: Deduction, phrases: BalancePhrases) -> None:
        self.deduction = deduction
        self.phrases = phrases
        self.row, self.column = (
            LeverWords(fulcrum.line(of_row), fulcrum.arms(of_row), deduction, phrases)
            for of_row in (True, False)
        )
        self.pairs = ((self.row, self.column), (self.column, self.row))

    def reason(self) -> str:
        """Why the deduction follows."""
        row, column = self.row, self.column
        if self.deduction.contradicts:
            if row.holds and column.holds:
                return f"{row.subject} and {column.line} both hold a digit, at one fulcrum"
            if not row.holds and not column.holds:
                return f"Neither {row.line} nor {column.line} can balance with digits"
            return (row if row.holds else column).reason()
        parts: list[str] = []
        for lever, other in self.pairs:
            if lever.changed and lever.becomes_empty and (other.becomes_empty or not other.holds):
                holds = f"{other.subject} holds a digit"
                parts.insert(0, holds if other.holds else _unusable(lever))
        for lever, other in self.pairs:
            if not lever.becomes_empty:
                parts.append(self._used(lever, other, begun=bool(parts)))
        return " and ".join(parts)

    def glance(self) -> str:
        """Which line is used."""
        used = [lever.line for lever, _ in self.pairs if not lever.becomes_empty]
        used = used or [lever.line for lever, _ in self.pairs if lever.holds]
        return f"{listed(used, 'and')} is used" if used else "one side only"

    def empty(self) -> list[LeverWords]:
        """The levers that stay empty, because the other is used or digits have one side only."""
        return [
            lever
            for lever, other in self.pairs
            if lever.changed and lever.becomes_empty and (other.holds or not all(lever.sides))
        ]

    def _used(self, lever: LeverWords, other: LeverWords, begun: bool) -> str:
        """That a lever is used, and what follows from that."""
        possible = not lever.holds and all(other.sides) and not begun
        if possible and other.by_ways() != _unusable(other):
            return f"If {lever.line} is used, {self._inside(lever, 'it')}"
        used = f"{lever.line} is used"
        if not lever.holds and not begun:
            used = f"{_unusable(other)} and {used}"
        return f"{used if begun else capitalised(used)}, {self._inside(lever, 'which')}"

    def _inside(self, lever: LeverWords, it: str) -> str:
        """What follows in a lever that is used."""
        only = [
            f"{self.phrases.place(side[0])} {heading}"
            for side, heading in zip(lever.sides, lever.headings, strict=True)
            if len(side) == 1 and side[0] in lever.changed
        ]
        if only and all(self.deduction.refuted(v) == [0] for v in lever.changed):
            return f"with only {listed(only, 'and')}"
        reason = lever.by_bounds() or lever.by_ways()
        return reason.replace(lever.subject, it, 1)


def _unusable(lever: LeverWords) -> str:
    return lever.one_sided() or f"{lever.subject} cannot balance with digits"
