"""Why something follows from a line that balances, in plain words.

Vocabulary, beside that of `torques`:
  heading  the two sides of a line in words: "on the left", "above"
  way      a balance, as digits of the arms that may hold any

Arms that are known to be empty are not spoken of.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import gcd
from typing import TYPE_CHECKING

from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, capitalised, listed
from quincunx.families.multi_balance.torques import (
    Side,
    balances,
    combinations_of,
    ends,
)

if TYPE_CHECKING:
    from quincunx.families.multi_balance.reasoning import Fulcrum

MOST_WAYS = 4
"""So many ways are listed."""
LONGEST = 80
"""If they take no more characters."""
MOST_TRIED = 20_000
"""So many combinations are looked at, to find out what to say."""

HEADINGS = {"row": ("on the left", "on the right"), "column": ("above", "below")}


class LineWords:
    """The words for one deduction about a line; `used` where it is known to hold digits."""

    def __init__(
        self,
        line: str,
        arms: Sequence[tuple[Variable, int]],
        deduction: Deduction,
        phrases: Phrases,
        used: bool = False,
    ) -> None:
        self.line = line
        self.subject = capitalised(line)
        self.deduction = deduction
        self.phrases = phrases
        self.used = used
        self.headings = HEADINGS[line.split()[0]]
        self.distance = {variable: abs(distance) for variable, distance in arms}
        self.sides = tuple(
            [v for v, d in arms if (d > 0) == after and deduction.basis(v)[-1]]
            for after in (False, True)
        )
        self.able = [*self.sides[0], *self.sides[1]]
        self.changed = [v for v, _ in arms if v in deduction.left]

    @property
    def holds(self) -> bool:
        """Whether it is known to hold a digit."""
        return any(self.deduction.basis(variable)[0] for variable in self.able)

    def reason(self) -> str:
        """Why it follows."""
        return (
            self.one_sided()
            or self.by_ends()
            or self.by_divisor()
            or self.by_ways()
            or f"{self.subject} balances only in some ways: {self.equation()}"
        )

    def one_sided(self) -> str:
        """That digits can stand on one side alone."""
        if all(self.sides):
            return ""
        if not any(self.sides):
            return f"{self.subject} stays empty"
        (heading,) = [h for h, side in zip(self.headings, self.sides, strict=True) if side]
        known = any(variable in self.deduction.needed for variable in self.distance)
        can = "can hold digits" if known else "has cells"
        return f"{self.subject} {can} only {heading}"

    # The least and the most.

    def by_ends(self) -> str:
        """What the sides weigh, where one look at that is enough."""
        if self.deduction.contradicts:
            return self._unequal()
        needed: dict[tuple[int, str], None] = {}
        rests: list[str] = []
        for variable in self.changed:
            at = int(variable in self.sides[1])
            if variable not in self.able:
                return ""
            least, most = ends(self._arms(self.sides[1 - at]))
            low, high = ends(self._arms([v for v in self.sides[at] if v is not variable]))
            torques = [self.distance[variable] * v for v in self.deduction.refuted(variable)]
            large = [torque for torque in torques if torque + low > most]
            small = [torque for torque in torques if torque + high < least]
            if len(large) + len(small) < len(torques):
                return ""
            if small:
                needed[1 - at, "at least"] = None
                rests += [f"at most {high}"] * bool(high)
            if large:
                needed[1 - at, "at most"] = None
                rests += [f"at least {low}"] * bool(low)
        if len(self.changed) == 1 and rests:
            at = int(self.changed[0] in self.sides[1])
            rest = f", and the rest {self.headings[at]} makes {' and '.join(rests)}"
            return f"{self._weighs(needed)}{rest}"
        return self._weighs(needed) if needed else ""

    def _weighs(self, needed: Collection[tuple[int, str]]) -> str:
        """What the sides weigh: "Row 1 has torque at most 12 on the left"."""
        said: list[str] = []
        for at, heading in enumerate(self.headings):
            least, most = ends(self._arms(self.sides[at]))
            wanted = {end for side, end in needed if side == at}
            if len(wanted) == 2:
                said.append(f"{least}{f' to {most}' if most > least else ''} {heading}")
            elif wanted:
                (end,) = wanted
                said.append(f"{end} {least if end == 'at least' else most} {heading}")
        return f"{self.subject} has torque {' and '.join(said)}"

    def _unequal(self) -> str:
        """That one side weighs more than the other in any case."""
        for at in (0, 1):
            least, most = (
                ends(self._arms(self.sides[at]))[0],
                ends(self._arms(self.sides[1 - at]))[1],
            )
            if least > most:
                return (
                    f"{self.subject} has torque at least {least} {self.headings[at]} "
                    f"but at most {most} {self.headings[1 - at]}"
                )
        return ""

    # What divides the others.

    def by_divisor(self) -> str:
        """What divides all torques but one."""
        if len(self.changed) != 1 or self.changed[0] not in self.able:
            return ""
        (variable,) = self.changed
        basis = self.deduction.basis
        others = [v for v in self.able if v is not variable]
        divisor = gcd(
            *(self.distance[v] * (basis(v)[0] if len(basis(v)) == 1 else 1) for v in others)
        )
        refuted = self.deduction.refuted(variable)
        if any(self.distance[variable] * value % divisor == 0 for value in refuted):
            return ""
        multiple = "even" if divisor == 2 else f"multiples of {divisor}"
        return f"In {self.line} all other torques are {multiple}"

    # All ways.

    def by_ways(self) -> str:
        """All ways, if they are few."""
        sides = self._arms(self.sides[0]), self._arms(self.sides[1])
        if combinations_of([*sides[0], *sides[1]]) > MOST_TRIED:
            return ""
        found = [way for way in balances(sides) if any(way) or not self.used]
        ways = [way for way in found if any(way)]
        if not ways:
            if self.deduction.contradicts:
                return f"{self.subject} never balances: {self.equation()}"
            return f"{self.subject} cannot balance with digits"
        told = listed(map(self._told, ways[:MOST_WAYS]), "or")
        if len(ways) <= MOST_WAYS and len(told) <= LONGEST:
            otherwise = " or stays empty" if len(found) > len(ways) else ""
            return f"{self.subject} is {told}{otherwise}"
        return f"{self.subject} balances in few ways: {self.equation()}"

    def _told(self, way: Sequence[int]) -> str:
        """A way as an equation of torques: "2 × 7 = 3 × 3 + 5 × 1"."""
        value = dict(zip(self.able, way, strict=True))
        return " = ".join(
            " + ".join(f"{self.distance[v]} × {value[v]}" for v in side if value[v])
            for side in self.sides
        )

    def equation(self) -> str:
        """The line with the places that may hold digits: "4 × r2c1 = 2 × 5"."""
        return " = ".join(
            " + ".join(f"{self.distance[v]} × {self._named(v)}" for v in side) or "nothing"
            for side in self.sides
        )

    def _named(self, variable: Variable) -> str:
        values = self.deduction.basis(variable)
        return str(values[0]) if len(values) == 1 else self.phrases.place(variable)

    def _arms(self, variables: Sequence[Variable]) -> Side:
        return [(self.distance[v], self.deduction.basis(v)) for v in variables]


class FulcrumWords:
    """The words for one deduction from a fulcrum, which its row or its column uses."""

    def __init__(self, fulcrum: Fulcrum, deduction: Deduction, phrases: Phrases) -> None:
        self.deduction = deduction
        self.phrases = phrases
        self.lines = [
            LineWords(fulcrum.line(of_row), fulcrum.arms(of_row), deduction, phrases, used=True)
            for of_row in (True, False)
        ]

    def reason(self) -> str:
        """Why it follows."""
        row, column = self.lines
        if self.deduction.contradicts:
            if row.holds and column.holds:
                return f"{row.subject} and {column.line} both hold a digit, at one fulcrum"
            if not row.holds and not column.holds:
                return f"Neither {row.line} nor {column.line} can balance with digits"
            used = row if row.holds else column
            return used.one_sided() or used.by_ends() or used.by_ways() or used.subject
        parts: list[str] = []
        for line, other in ((row, column), (column, row)):
            if line.changed and all(self.deduction.result(v) == 0 for v in line.changed):
                holds = f"{other.subject} holds a digit"
                parts.insert(0, holds if other.holds else self._unusable(line))
        for line, other in ((row, column), (column, row)):
            if not all(self.deduction.result(v) == 0 for v in line.changed):
                parts.append(self._used(line, other, begun=bool(parts)))
        return " and ".join(parts)

    def glance(self) -> str:
        """Which line is used."""
        used = [
            line.line
            for line in self.lines
            if line.changed and any(self.deduction.result(v) != 0 for v in line.changed)
        ]
        holding = [line.line for line in self.lines if line.holds]
        return f"{listed(used or holding, 'and')} is used" if used or holding else "one side only"

    def empty(self) -> list[LineWords]:
        """The lines that are found to hold no digit: of which cells change, and all to that."""
        return [
            line
            for line, other in (self.lines, self.lines[::-1])
            if line.changed
            and all(self.deduction.result(v) == 0 for v in line.changed)
            and (other.holds or not all(line.sides))
        ]

    def _unusable(self, line: LineWords) -> str:
        return line.one_sided() or f"{line.subject} cannot balance with digits"

    def _used(self, line: LineWords, other: LineWords, begun: bool) -> str:
        """That a line is used, and what that says."""
        possible = not line.holds and all(other.sides) and not begun
        if possible and other.by_ways() != self._unusable(other):
            return f"If {line.line} is used, {self._inside(line)}"
        used = f"{line.line} is used"
        if not line.holds and not begun:
            used = f"{self._unusable(other)} and {used}"
        if begun:
            return f"{used}, {self._inside(line)}"
        return f"{capitalised(used)}, {self._inside(line)}"

    def _inside(self, line: LineWords) -> str:
        """What is seen in a line that is used."""
        only = [
            f"{self.phrases.place(side[0])} {heading}"
            for side, heading in zip(line.sides, line.headings, strict=True)
            if len(side) == 1 and side[0] in line.changed
        ]
        if all(self.deduction.refuted(v) == [0] for v in line.changed) and only:
            return f"with only {listed(only, 'and')}"
        said = line.by_ends() or line.by_ways()
        return said.replace(line.subject, "it", 1) if said else f"in some ways: {line.equation()}"
