"""Deductions, and the phrases in which they are explained.

A sentence has a *reason*, which is the rule and the *facts* (what is known about the cells that
matter), and a *claim*, the conclusion: "row 1, column 3 is 74". Each kind of constraint words its
reasons (`reason_of`) with the names of places and values from the puzzle's `Phrases`, of which each
family has a subclass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from quincunx.cp.capability import capability
from quincunx.cp.model import Variable, runs

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint
    from quincunx.cp.words.techniques import Technique

MANY = 8
"""Longer lists of values are abbreviated."""
LONG_SENTENCE = 30
"""Number of words after which a list of short texts continues in another sentence."""
FEW = 4
"""Up to this many values are always listed."""
CELL_NAME = re.compile(r"(\w+) (\d+), (\w+) (\d+)")
"""The names of cells of a grid: "row 1, column 2"."""
SHORT_NAME = re.compile(r"r\d+c\d+\b")
"""The short names of cells of a grid: "r1c2"."""
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Deduction:
    """A conclusion from some constraints.

    `known` are the values that every variable of the constraints could still have, `needed` the
    variables for which this matters, and `left` the values that the changed variables have from now
    on. An empty `left` is a contradiction. `technique` is how it was found, if known.
    """

    constraints: tuple[Constraint, ...]
    known: Mapping[Variable, Sequence[int]]
    needed: frozenset[Variable]
    left: Mapping[Variable, Sequence[int]]
    technique: Technique | None = None

    @property
    def constraint(self) -> Constraint:
        """The first constraint."""
        return self.constraints[0]

    @property
    def contradicts(self) -> bool:
        return not self.left

    def value(self, variable: Variable) -> int | None:
        """The known value of a variable, if it is fixed and matters."""
        values = self.known[variable]
        return values[0] if len(values) == 1 and variable in self.needed else None

    def basis(self, variable: Variable) -> Sequence[int]:
        """The values of a variable that the deduction relies on: the known ones, or the domain."""
        return self.known[variable] if variable in self.needed else variable.domain

    def refuted(self, variable: Variable) -> list[int]:
        """The values of a changed variable that the reason has to account for."""
        left = set(self.left[variable])
        before = self.basis(variable) if len(left) == 1 else self.known[variable]
        return [value for value in before if value not in left]

    def result(self, variable: Variable) -> int | None:
        """The value of a variable after the deduction, if it is fixed."""
        values = self.left.get(variable, self.known[variable])
        return values[0] if len(values) == 1 else None


class Phrases:
    """The words of a puzzle. The defaults suit any family, with the names of the model's variables
    and constraints; a family overrides the names of its places and values."""

    nothing: ClassVar[str] = ""
    """The name of the value 0, if it stands for something that is no number."""
    techniques: ClassVar[tuple[Technique, ...]] = ()
    """The techniques of the family."""
    another: ClassVar[str] = "another number"
    """The name of the value that stands for every number that is not listed."""

    def place(self, variable: Variable) -> str:
        """The name of a cell or another variable."""
        return self.places([variable])

    def places(self, variables: Sequence[Variable]) -> str:
        """The names of several variables. Cells of a grid have short names.

        >>> grid = [Variable(i, f"row 1, column {i}", range(9)) for i in (2, 3)]
        >>> Phrases().places([*grid, Variable(0, "x", range(9))])
        'r1c2, r1c3 and x'
        """
        return listed([short_name(variable.name) for variable in variables], "and") or "nothing"

    def value(self, variable: Variable, value: int) -> str:
        """The name of a value of a variable."""
        if value == variable.other:
            return self.another
        if value in variable.called:
            return variable.called[value]
        return self.nothing if value == 0 and self.nothing else number(value)

    def subject(self, constraint: Constraint) -> str:
        """The name of a constraint: "row 1"."""
        return subject_of(constraint, self)

    def claim(
        self,
        variables: Sequence[Variable],
        known: Sequence[int],
        left: Sequence[int],
    ) -> str:
        """The conclusion about variables with the same values before and after."""
        verb = "is" if len(variables) == 1 else "are"
        predicate = self.predicate(variables[0], known, left)
        return f"{self.places(variables)} {verb} {predicate}"

    def predicate(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        """The part of a claim after the verb.

        >>> phrases, x = Phrases(), Variable(0, "x", range(1, 100))
        >>> phrases.predicate(x, range(1, 100), range(1, 20))
        'at most 19'
        >>> phrases.predicate(x, (3, 5, 7), (3, 5))
        '3 or 5'
        >>> phrases.predicate(x, range(1, 8), (1, 2, 4, 5, 6))
        'not 3 or 7'
        """
        if variable.other in known or len(left) <= FEW or variable.called:
            return self.possible(variable, left)
        removed = [value for value in known if value not in left]
        besides, numbers = self._apart(left)
        if len(removed) > 1 and numbers[-1] < removed[0]:
            return f"{besides}at most {self.value(variable, numbers[-1])}"
        if len(removed) > 1 and numbers[0] > removed[-1]:
            return f"{besides}at least {self.value(variable, numbers[0])}"
        if len(removed) <= FEW or (len(removed) < len(left) and len(removed) <= MANY):
            return "not " + listed([self.value(variable, value) for value in removed], "or")
        return self.possible(variable, left)

    def _apart(self, values: Sequence[int]) -> tuple[str, Sequence[int]]:
        """The name of 0 if it is no number, as a prefix, and the other values."""
        if not self.nothing or 0 not in values or len(values) == 1:
            return "", values
        return f"{self.nothing} or ", [value for value in values if value]

    def claims(self, deduction: Deduction) -> str:
        """All claims of a deduction; equal ones are combined."""
        known, left = deduction.known, deduction.left
        alike: dict[tuple[object, str], list[Variable]] = {}
        for variable in sorted(deduction.left, key=lambda variable: variable.index):
            predicate = self.predicate(variable, known[variable], left[variable])
            alike.setdefault((self.kind(variable), predicate), []).append(variable)
        groups = alike.values()
        return listed([self.claim(vs, known[vs[0]], left[vs[0]]) for vs in groups], "and")

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        """The family's technique in place of a general one on a constraint; None if people do not
        use it there."""
        return technique

    def kind(self, variable: Variable) -> object:
        """Variables of different kinds are never combined in one claim."""
        return None

    def only_choice(self, variables: Sequence[Variable], value: int) -> str:
        """The reason for cells that have only one value from the beginning."""
        return f"nothing but {self.value(variables[0], value)} fits {self.places(variables)}"

    def all_ways(self, deduction: Deduction) -> str:
        """Everything that the constraint still allows, if that is little; otherwise empty."""
        return all_ways_of(deduction.constraint, deduction, self)

    def sentence(self, deduction: Deduction) -> str:
        """The deduction in a sentence: reason and claims."""
        reason = self.reason(deduction)
        if deduction.contradicts:
            return f"{reason}: that cannot be."
        if len(deduction.constraints) > 1:
            about = capitalised(self.about(deduction))
            return f"{about} together allow only that {self.claims(deduction)}."
        whole = sentence_of(deduction.constraint, deduction, self)
        return whole or f"{reason}, so {self.claims(deduction)}{self.proof(deduction)}."

    def about(self, deduction: Deduction) -> str:
        """The names of the constraints of a deduction."""
        return listed(dict.fromkeys(map(self.subject, deduction.constraints)), "and")

    def glance(self, deduction: Deduction) -> str:
        """The reason in a word or two, for what is seen at a glance."""
        return self.about(deduction)

    def brief(self, deduction: Deduction) -> str:
        """A deduction seen at a glance, as one of several in a sentence."""
        brief = brief_of(deduction.constraint, deduction, self)
        return brief or f"{self.claims(deduction)} ({self.glance(deduction)})"

    def step_key(self, deduction: Deduction) -> object:
        """Consecutive deductions with the same key are combined in one step; None, which suits most
        families, combines those that are seen at a glance."""
        return None

    def section(self, constraint: Constraint) -> int:
        """The order in which to explain parts of a puzzle that are independent of each other."""
        return 0

    def together(self, deductions: Sequence[Deduction]) -> str:
        """One text for several deductions from one constraint each."""
        texts: list[str] = []
        for _, same in groupby(deductions, key=self.glance):
            *first, last = _without_superseded(list(same))
            claims = [*map(self.claims, first), self.brief(last)]
            texts.append(listed(claims, "and", 99))
        return " ".join(sentences_of(texts))

    def supposed(self, variable: Variable, value: int) -> str:
        """The beginning of a sentence that supposes a value."""
        return f"With {self.value(variable, value)} at {self.place(variable)}"

    def link(self, deduction: Deduction) -> str:
        """A deduction within a case, as short as possible."""
        about = self.about(deduction)
        if deduction.contradicts:
            return f"nothing fits {about}"
        return f"{self.claims(deduction)} ({about})"

    def proof(self, deduction: Deduction) -> str:
        """A remark after the claims that shows they are right; empty by default."""
        return ""

    def reason(self, deduction: Deduction) -> str:
        """Why the deduction follows, without its claims."""
        if len(deduction.constraints) == 1:
            return reason_of(deduction.constraint, deduction, self)
        return f"Go through what {self.about(deduction)} allow together"

    def facts(self, deduction: Deduction) -> str:
        """What is known about the variables that matter."""
        alike: dict[tuple[int, ...], list[Variable]] = {}
        for variable, known in deduction.known.items():
            if variable in deduction.needed:
                alike.setdefault(tuple(known), []).append(variable)
        return listed([self.fact(variables, known) for known, variables in alike.items()], "and")

    def besides(self, deduction: Deduction) -> str:
        """What was known about the changed variables, if it matters, after a reason that mentions
        only the others."""
        own = {v: known for v, known in deduction.known.items() if v in deduction.left}
        facts = self.facts(replace(deduction, known=own))
        return f", and {facts}" if facts else ""

    def fact(self, variables: Sequence[Variable], known: Sequence[int]) -> str:
        """What is known about variables with the same values."""
        verb = "is" if len(variables) == 1 else "are"
        return f"{self.places(variables)} {verb} {self.possible(variables[0], known)}"

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        """A set of values in words.

        >>> phrases, x = Phrases(), Variable(0, "x", range(100))
        >>> phrases.possible(x, (3, 4, 7)), phrases.possible(x, (72, *range(74, 80)))
        ('3, 4 or 7', '72 or 74 to 79')
        >>> phrases.possible(x, range(0, 100, 7))
        'one of 15 from 0 to 98'
        """
        if variable.other in values and len(values) > 1:
            listed_ones = [value for value in values if value != variable.other]
            return f"{self.possible(variable, listed_ones)} or {self.another}"
        if variable.called:
            return listed([self.value(variable, value) for value in values], "or")
        shown: list[str] = []
        for first, last in runs(values, apart=0 if self.nothing else None):
            ends = [self.value(variable, value) for value in (first, last)]
            shown += [f"{ends[0]} to {ends[1]}"] if last - first > 1 else ends[: 1 + last - first]
        if len(shown) > MANY:
            ends = [self.value(variable, value) for value in (values[0], values[-1])]
            return f"one of {len(values)} from {ends[0]} to {ends[1]}"
        return listed(shown, "or")

    def term(self, deduction: Deduction, variable: Variable) -> str:
        """A variable as a term of a sum: its value, or the values it can have."""
        if variable not in deduction.needed and len(variable.domain) > 1:
            return self.unknown(variable)
        values = deduction.known[variable]
        text = self.possible(variable, values)
        return text if len(values) == 1 else f"({text})"

    def unknown(self, variable: Variable) -> str:
        """A variable as a term of a sum when its values do not matter."""
        return "?"

    def writes(self, value: int) -> bool:
        """Whether a player writes a value down when it is found."""
        return True

    def opening(self) -> str:
        """A text before the first step; empty for most families."""
        return ""


@capability("words")
def subject_of(constraint: Constraint, phrases: Phrases) -> str:
    """What to call a constraint. By default its label, or the places of its variables."""
    return constraint.label or phrases.places(tuple(dict.fromkeys(constraint.variables)))


@capability("words")
def reason_of(constraint: Constraint, deduction: Deduction, phrases: Phrases) -> str:
    """Why a deduction follows from a constraint: the rule and the facts, but not what follows.
    By default its label or formula, and the facts."""
    facts = phrases.facts(deduction)
    if constraint.label:
        return capitalised(phrases.subject(constraint)) + (f": {facts}" if facts else "")
    return capitalised(constraint.formula()) + (f", where {facts}" if facts else "")


@capability("words")
def sentence_of(constraint: Constraint, deduction: Deduction, phrases: Phrases) -> str:
    """Reason and conclusion in one sentence, if that is shorter than both; otherwise empty."""
    return ""


@capability("words")
def brief_of(constraint: Constraint, deduction: Deduction, phrases: Phrases) -> str:
    """The conclusion as one of several in a list, if there is a better way to put it than cells
    and values; otherwise empty."""
    return ""


@capability("words")
def all_ways_of(constraint: Constraint, deduction: Deduction, phrases: Phrases) -> str:
    """A sentence with everything that a constraint still allows, if that is little; otherwise
    empty."""
    return ""


@capability("words")
def is_read_whole(constraint: Constraint) -> bool:
    """Whether a person reads a constraint as a whole, like an equation, with all its numbers."""
    return False


def _without_superseded(deductions: Sequence[Deduction]) -> Iterator[Deduction]:
    """The deductions without claims that later ones supersede."""
    for at, deduction in enumerate(deductions):
        later = {variable for other in deductions[at + 1 :] for variable in other.left}
        left = {v: values for v, values in deduction.left.items() if v not in later}
        if left:
            yield replace(deduction, left=left)


def short_name(name: str) -> str:
    """The short name of a cell of a grid; other names are unchanged.

    >>> short_name("row 1, column 12"), short_name("row 3, cell 2"), short_name("cell 4")
    ('r1c12', 'r3c2', 'cell 4')
    """
    cell = CELL_NAME.fullmatch(name)
    return f"{cell[1][0]}{cell[2]}{cell[3][0]}{cell[4]}" if cell else name


def number(value: int) -> str:
    """A number with a typographic minus sign.

    >>> number(7), number(-7)
    ('7', '−7')
    """
    return str(value) if value >= 0 else f"−{-value}"


def counted(count: int) -> str:
    """A small number as a word.

    >>> counted(3), counted(40)
    ('three', '40')
    """
    return NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else str(count)


def times(count: int) -> str:
    """A number of times as a word.

    >>> times(1), times(2), times(4)
    ('once', 'twice', 'four times')
    """
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{counted(count)} times")


def capitalised(text: str) -> str:
    """A text with a capital first letter, unless it begins with the name of a cell.

    >>> capitalised("row 1 has X already"), capitalised("r1c2 is 7")
    ('Row 1 has X already', 'r1c2 is 7')
    """
    return text if SHORT_NAME.match(text) else f"{text[:1].upper()}{text[1:]}"


def without_gaps(numbers: Sequence[int], but_for_zero: bool = False) -> bool:
    """Whether ascending numbers are consecutive, optionally without 0.

    >>> without_gaps([3, 4, 5]), without_gaps([-1, 1]), without_gaps([-1, 1], but_for_zero=True)
    (True, False, True)
    """
    missing = but_for_zero and numbers[0] < 0 < numbers[-1]
    return numbers[-1] - numbers[0] == len(numbers) - 1 + missing


def sentences_of(texts: Iterable[str], long: int = LONG_SENTENCE) -> Iterator[str]:
    """Short texts combined in sentences of moderate length.

    >>> list(sentences_of(["r1c1 is 3", "row 2 is 4 + 5", "r1c2 is 7"], long=7))
    ['r1c1 is 3; row 2 is 4 + 5.', 'r1c2 is 7.']
    """
    waiting: list[str] = []
    for text in texts:
        waiting.append(text)
        if sum(len(each.split()) for each in waiting) >= long:
            yield f"{capitalised('; '.join(waiting))}."
            waiting = []
    if waiting:
        yield f"{capitalised('; '.join(waiting))}."


def listed(parts: Iterable[str], last: str, most: int = MANY) -> str:
    """Words as a list in a sentence; a long list is abbreviated.

    >>> listed(["3", "4", "7"], "or"), listed("ab", "and"), listed("abcdef", "or", most=4)
    ('3, 4 or 7', 'a and b', 'a, b, c or 3 others')
    """
    words = list(parts)
    if len(words) > most:
        words[most - 1 :] = [f"{len(words) - most + 1} others"]
    if len(words) > 2 and any("," in word for word in words):
        return f"{'; '.join(words[:-1])}; {last} {words[-1]}"
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def grid_places(cells: Sequence[tuple[int, int]], row: str = "row", column: str = "column") -> str:
    """Cells of a grid in words.

    >>> grid_places([(1, 2), (1, 4)]), grid_places([(1, 2), (3, 2)]), grid_places([(2, 2)])
    ('row 1, columns 2 and 4', 'column 2, rows 1 and 3', 'row 2, column 2')
    >>> grid_places([(1, 2), (1, 3), (1, 4), (1, 5), (1, 6)])
    'row 1, columns 2 to 6'
    """
    rows = list(dict.fromkeys(r for r, _ in cells))
    columns = list(dict.fromkeys(c for _, c in cells))
    if len(cells) == 1:
        return f"{row} {rows[0]}, {column} {columns[0]}"
    if len(rows) == 1:
        return f"{row} {rows[0]}, {column}s {_numbers(columns)}"
    if len(columns) == 1 and column == "column":
        return f"{column} {columns[0]}, {row}s {_numbers(rows)}"
    by_row = [[cell for cell in cells if cell[0] == r] for r in rows]
    return listed([grid_places(group, row, column) for group in by_row], "and", 99)


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers of rows or columns in words, in the given order."""
    if len(numbers) > FEW and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return listed(map(str, numbers), "and", 99)
