"""Deductions, and the phrases in which they are explained.

A sentence has a *reason*, which is the rule and the *facts* (what is known about the cells that
matter), and a *claim*, the conclusion: "row 1, column 3 is 74". Each kind of constraint words its
reasons (`reason_of`) with the names of places and values from the puzzle's `Phrases`, of which each
family has a subclass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

from quincunx.cp.capability import capability
from quincunx.cp.kernel.engine import mypyc_attr
from quincunx.cp.model import Variable, runs
from quincunx.cp.words.techniques import FEW_WAYS, GENERAL, LAST_ONE, Technique
from quincunx.cp.words.ways import MAX_WAYS, Known, Way, WayFinder, hinges

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint

MAX_ITEMS = 10
"""Longer lists are abbreviated."""
LONG_SENTENCE = 30
"""Number of words after which a list of short texts continues in another sentence."""
MAX_WORDS = 35
"""Number of words up to which ways are listed, and which a hint should not exceed."""
SHORT_REASON = 8
"""Number of words up to which a reason in brackets names what is there already."""
LONG_FORMULA = 20
"""Number of words after which the label of a constraint stands for its formula."""
FEW = 4
"""Up to this many values are always listed."""
MAX_PRODUCTS = 8
"""Number of rows up to which ways are described by products of sets of values."""
MAX_COMPUTED = 60
"""Maximum number of ways that are computed to look for a short description of them."""
CELL_NAME = re.compile(r"(\w+) (\d+), (\w+) (\d+)")
"""The names of cells of a grid: "row 1, column 2"."""
SHORT_NAME = re.compile(r"[a-z]\d+[a-z]\d+\b")
"""The short names of cells of a grid: "r1c2"."""
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Deduction:
    """A conclusion from some constraints.

    `known` are the values that every variable of the constraints could still have, `needed` the
    variables for which this matters, and `left` the values that the changed variables have from now
    on. An empty `left` is a contradiction. `technique` is how it was found, if known. `seen` are
    the known values without those that repeat what is written elsewhere, where ways are listed, and
    `implied` other constraints that the rules of these contain.
    """

    constraints: tuple[Constraint, ...]
    known: Mapping[Variable, Sequence[int]]
    needed: frozenset[Variable]
    left: Mapping[Variable, Sequence[int]]
    technique: Technique | None = None
    seen: Mapping[Variable, Sequence[int]] = field(default_factory=dict)
    implied: tuple[Constraint, ...] = ()

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

    def refuted(self, variable: Variable) -> list[int]:
        """The values that a changed variable loses."""
        left = set(self.left[variable])
        return [value for value in self.known[variable] if value not in left]

    def result(self, variable: Variable) -> int | None:
        """The value of a variable after the deduction, if it is fixed."""
        values = self.left.get(variable, self.known[variable])
        return values[0] if len(values) == 1 else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Phrases:
    """The words of a puzzle. The defaults suit any family, with the names of the model's variables
    and constraints; a family overrides the names of its places and values."""

    nothing: ClassVar[str] = ""
    """The name of the value 0, if it stands for something that is no number."""
    explains_contradictions: ClassVar[bool] = False
    """Whether a case ends with the reason of the contradiction, not only with its place."""
    is_brief: ClassVar[bool] = False
    """Whether explanations tell one deduction in the same form as several."""
    combines_rules: ClassVar[bool] = True
    """Whether explanations go through what rules that share cells allow together."""
    leaves_out_placed: ClassVar[bool] = False
    """Whether lists of what is left leave out what stands in the same group."""
    shows_all_terms: ClassVar[bool] = False
    """Whether terms of a sum that do not matter are shown with their values, not as "?"."""
    techniques: ClassVar[tuple[Technique, ...]] = ()
    """The techniques of the family."""
    another: ClassVar[str] = "another number"
    """The name of the value that stands for every number that is not listed."""
    _finders: dict[tuple[Constraint, ...], WayFinder] | None = None

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
        self, variables: Sequence[Variable], known: Sequence[int], left: Sequence[int]
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
        remaining = set(left)
        removed = [value for value in known if value not in remaining]
        numbered = removed and not variable.called
        if variable.other in known or len(left) <= FEW or not numbered:
            return self.possible(variable, left)
        besides, numbers = self._apart(left)
        if len(removed) > 1 and numbers[-1] < removed[0]:
            return f"{besides}at most {self.value(variable, numbers[-1])}"
        if len(removed) > 1 and numbers[0] > removed[-1]:
            return f"{besides}at least {self.value(variable, numbers[0])}"
        gone, kept = self.shown(variable, removed), self.shown(variable, left)
        fewer = len(removed) < len(left) and (len(removed) <= FEW or len(gone) < len(kept))
        if (fewer and len(gone) <= FEW) or len(gone) <= MAX_ITEMS < len(kept):
            return f"not {listed(gone, 'or')}"
        return self.possible(variable, left)

    def _apart(self, values: Sequence[int]) -> tuple[str, Sequence[int]]:
        """The name of 0 if it is no number, as a prefix, and the other values."""
        if not self.nothing or 0 not in values or len(values) == 1:
            return "", values
        return f"{self.nothing} or ", [value for value in values if value]

    def claims(self, deduction: Deduction, why: Callable[[Variable], str] | None = None) -> str:
        """All claims of a deduction, with the reasons that `why` returns in brackets; equal
        claims and equal reasons are combined."""
        known, left = deduction.known, deduction.left
        alike: dict[str, dict[str, list[Variable]]] = {}
        for variable in sorted(left, key=lambda variable: variable.index):
            predicate = self.predicate(variable, known[variable], left[variable])
            reason = f" ({why(variable)})" if why else ""
            alike.setdefault(reason, {}).setdefault(predicate, []).append(variable)
        claims = [
            listed([self.claim(one, known[one[0]], left[one[0]]) for one in groups.values()], "and")
            + reason
            for reason, groups in alike.items()
        ]
        is_combined = 1 < len(alike) < sum(map(len, alike.values()))
        return "; ".join(claims) if is_combined else listed(claims, "and")

    def technique(self, technique: Technique, constraint: Constraint) -> Technique | None:
        """The family's technique in place of a general one on a constraint; None if people do not
        use it there."""
        return technique

    def label(
        self, techniques: Sequence[Technique], deduction: Deduction, sentence: str
    ) -> Technique:
        """The technique to name for a sentence: the first of those that found what it says, or
        another one that it names, or going through the ways."""
        few_ways = self.technique(FEW_WAYS, deduction.constraint) or FEW_WAYS
        candidates = [*techniques, few_ways]
        if len(techniques) == 1:
            sentence = re.split(", so |only if ", sentence)[0]
            (found,) = techniques
            named = (*self.techniques, *(GENERAL if found.words else ()))
            candidates = [*(one for one in (found, *named) if one.words), *candidates]
        return next(t for t in candidates if not t.words or any(w in sentence for w in t.words))

    def only_choice(self, variables: Sequence[Variable], value: int) -> str:
        """The reason for cells that have only one value from the beginning."""
        return f"nothing but {self.value(variables[0], value)} fits {self.places(variables)}"

    def sentence(self, deduction: Deduction) -> str:
        """The deduction in a sentence: reason and claims."""
        if deduction.contradicts:
            return f"{self.reason(deduction)}."
        if len(deduction.constraints) > 1:
            return f"{capitalised(self._together(deduction))}."
        shorter = sentence_of(deduction.constraint, deduction, self)
        return shorter or f"{self.reason(deduction)}, so {self.claims(deduction)}."

    def _together(self, deduction: Deduction) -> str:
        """What several constraints allow in the cells they share, and what follows for others."""
        about, (shown, held) = self.about(deduction), self.joint_ways(deduction)
        if not shown:
            return f"{about}: in every way, {self.claims(deduction)}"
        others = {v: values for v, values in deduction.left.items() if v not in held}
        is_open = any(len(values) > 1 for values in held.values())
        others |= {v: [*values] for v, values in held.items() if is_open and len(values) == 1}
        claims = f", so {self.claims(replace(deduction, left=others))}" if others else ""
        return f"{about}: {shown}{claims}"

    def joint_ways(self, deduction: Deduction) -> tuple[str, Mapping[Variable, set[int]]]:
        """All ways to fill the cells that several constraints share in words, and what each of
        these holds in them; both are empty if the ways are too many."""
        cells = hinges(deduction.constraints, deduction.known)
        rules = [*deduction.constraints, *deduction.implied]
        known = {**deduction.known, **deduction.seen}
        found = self.find_ways(rules, known, cells, MAX_COMPUTED)
        be = "can only be" if len(found) > 1 else "is" if len(cells) == 1 else "are"
        shown = self.ways(cells, found, be) if cells and 0 < len(found) <= MAX_COMPUTED else ""
        shown += self.remark(rules, known, cells, len(found)) if shown else ""
        columns = zip(*found, strict=True) if shown else ()
        return shown, dict(zip(cells, map(set, columns), strict=False))

    def find_ways(
        self, rules: Sequence[Constraint], known: Known, cells: Sequence[Variable], most: int
    ) -> list[Way]:
        """The ways to fill some cells by some rules, of which `most` + 1 are looked for."""
        finders = self._finders = {} if self._finders is None else self._finders
        if (key := tuple(rules)) not in finders:
            finders[key] = WayFinder(rules)
        return finders[key].find(known, cells, most)

    def argument(self, deduction: Deduction) -> str:
        """A family's own reason for what takes many words otherwise; empty if it has none."""
        return ""

    def remark(
        self, rules: Sequence[Constraint], known: Known, cells: Sequence[Variable], count: int
    ) -> str:
        """A remark after this many ways that some rules leave, which readers may not expect."""
        return ""

    def ways(self, cells: Sequence[Variable], ways: Sequence[Way], be: str) -> str:
        """All ways to fill some cells in words, with a verb; empty if they are too many.

        >>> x, y = (Variable(at, "xy"[at], range(9)) for at in range(2))
        >>> Phrases().ways([x, y], [(1, 7), (2, 9)], "are")
        'x and y are 1 and 7, or 2 and 9'
        >>> ways = [(a, b) for a in range(1, 5) for b in (a % 2 + 5, a % 2 + 7)]
        >>> Phrases().ways([x, y], ways, "are")
        '1 or 3 at x goes with 6 or 8 at y; 2 or 4 with 5 or 7'
        """
        # One by one, because the places must stand in the order of the values.
        places = listed(map(self.place, cells), "and")
        if len(ways) <= MAX_WAYS:
            return f"{places} {be} {self._alternatives(cells, ways)}"
        shifts = range(len(cells))
        tables = [_as_products([way[at:] + way[:at] for way in ways]) for at in shifts]
        at = min(shifts, key=lambda at: len(tables[at]))
        hands = sorted({tuple(sorted(way)) for way in ways})
        if len(hands) <= min(MAX_WAYS, len(tables[at])):
            return f"{places} hold {self._alternatives(cells, hands)}, in some order"
        if len(tables[at]) > MAX_PRODUCTS:
            return ""
        cells, parts = [*cells[at:], *cells[:at]], list[str]()
        for row in tables[at]:
            held = [self.possible(*one) for one in zip(cells, row, strict=True)]
            if not parts:
                held = [f"{held[i]} at {self.place(v)}" for i, v in enumerate(cells)]
                held[0] += " goes"
            parts.append(f"{held[0]} with {listed(held[1:], 'and')}")
        return "; ".join(parts)

    def _alternatives(self, cells: Sequence[Variable], ways: Sequence[Way]) -> str:
        """Values of some cells: "1 and 7, or 2 and 9"."""
        shown = [listed(map(self.value, cells, way), "and") for way in ways]
        comma = "; " if len(cells) > 2 else ", "
        return listed(shown, "or") if len(cells) == 1 else joined(shown, comma, f"{comma}or ")

    def about(self, deduction: Deduction) -> str:
        """The names of the constraints of a deduction."""
        return listed(dict.fromkeys(map(self.subject, deduction.constraints)), "and")

    def glance(self, deduction: Deduction) -> str:
        """The reason in a few words, for what is seen at a glance."""
        about, reason = self.about(deduction), self.reason(deduction) if deduction.technique else ""
        if reason.endswith(", which fits nowhere else"):
            return f"only place in {about}"
        if not reason.endswith(" already"):
            return about
        left, known = deduction.left, deduction.known
        if all(self.predicate(v, known[v], left[v]).startswith("not ") for v in left):
            return f"already in {about}"
        if len(reason.split()) > SHORT_REASON:
            reason = f"all else is in {about} already"
        return lowered(reason).removesuffix(" already" if deduction.technique is LAST_ONE else "")

    def glances(self, deductions: Sequence[Deduction]) -> list[tuple[str, Deduction]]:
        """Deductions that are combined in one text, each with its reason in a few words."""
        return [(self.glance(deduction), deduction) for deduction in deductions]

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
        for glance, same in groupby(self.glances(deductions), key=itemgetter(0)):
            claims: list[str] = []
            for deduction in _without_superseded([deduction for _, deduction in same]):
                brief = brief_of(deduction.constraint, deduction, self)
                texts += [brief] if brief else []
                claims += [] if brief else [self.claims(deduction)]
            if claims:
                texts.append(f"{listed(claims, 'and', 99)} ({glance})")
        return " ".join(sentences_of(texts))

    def link(self, deduction: Deduction, before: Collection[str] = ()) -> str:
        """A deduction within a case, as short as possible, after some that it may need."""
        if deduction.contradicts and self.explains_contradictions:
            return lowered(self.reason(deduction))
        if deduction.contradicts:
            return f"nothing fits {self.about(deduction)}"
        return f"{self.in_signs(deduction)} ({self.glance(deduction)})"

    def in_signs(self, deduction: Deduction) -> str:
        """All claims of a deduction in the signs of tables: "r1c2=7, r1c3≠1/2"."""
        alike: dict[str, list[Variable]] = {}
        for variable, left in sorted(deduction.left.items(), key=lambda item: item[0].index):
            sign = self.sign(variable, deduction.known[variable], left)
            alike.setdefault(sign, []).append(variable)
        return ", ".join(f"{', '.join(map(self.place, v))}{sign}" for sign, v in alike.items())

    def sign(self, variable: Variable, known: Sequence[int], left: Sequence[int]) -> str:
        """What is left of a variable in signs, to be put after its name.

        >>> phrases, x = Phrases(), Variable(0, "x", range(9))
        >>> phrases.sign(x, range(9), [3]), phrases.sign(x, range(9), [1, 2, 3, 5])
        ('=3', '=1–3/5')
        >>> phrases.sign(x, range(9), [0, 1, 2, 4, 5, 6, 8]), phrases.sign(x, range(9), [5, 6, 7])
        ('≠3/7', '=5/6/7')
        """
        removed = [value for value in known if value not in left]
        gone, kept = self.shown(variable, removed), self.shown(variable, left)
        few = 0 < len(removed) < min(len(left), FEW + 1)
        fewer = few and (len(gone) < len(kept) or len(removed) == 1 < FEW <= len(left))
        equal, items, values = ("≠", gone, removed) if fewer else ("=", kept, left)
        if variable.other in known:
            return f" is {self.possible(variable, left)}"
        if len(values) < FEW:
            items = [self.value(variable, value) for value in values]
        shown = [item.replace(" to ", "–") for item in items]
        if len(shown) > MAX_ITEMS:
            return f" is {self.predicate(variable, known, left)}"
        return (f" {equal} " if " " in self.place(variable) else equal) + "/".join(shown)

    def reason(self, deduction: Deduction) -> str:
        """Why the deduction follows, without its claims."""
        if len(deduction.constraints) == 1:
            return reason_of(deduction.constraint, deduction, self)
        if deduction.contradicts:
            return f"Nothing fits {self.about(deduction)}"
        cells = hinges(deduction.constraints, deduction.known)
        return f"{capitalised(self.places(cells))} must fit {self.about(deduction)} at once"

    def facts(self, deduction: Deduction) -> str:
        """What is known about the variables that matter."""
        alike: dict[tuple[int, ...], list[Variable]] = {}
        for variable, known in deduction.known.items():
            if variable in deduction.needed:
                alike.setdefault(tuple(known), []).append(variable)
        return listed([self.claim(group, (), known) for known, group in alike.items()], "and")

    def possible(self, variable: Variable, values: Sequence[int]) -> str:
        """A set of values in words.

        >>> phrases, x = Phrases(), Variable(0, "x", range(100))
        >>> phrases.possible(x, (3, 4, 7)), phrases.possible(x, (72, *range(74, 80)))
        ('3, 4 or 7', '72 or 74 to 79')
        >>> phrases.possible(x, range(0, 100, 7))
        'among 15 numbers from 0 to 98'
        """
        if variable.other in values and len(values) > 1:
            listed_ones = [value for value in values if value != variable.other]
            return f"{self.possible(variable, listed_ones)} or {self.another}"
        shown = self.shown(variable, values)
        if len(shown) > MAX_ITEMS:
            ends = [self.value(variable, value) for value in (values[0], values[-1])]
            return f"among {len(values)} numbers from {ends[0]} to {ends[1]}"
        return listed(shown, "or")

    def shown(self, variable: Variable, values: Sequence[int]) -> list[str]:
        """Values as the items of a list; three or more numbers in a row are one item."""
        if variable.called:
            return [self.value(variable, value) for value in values]
        numbers = runs(values, apart=0 if self.nothing else None)
        return run_texts(numbers, partial(self.value, variable))

    def term(self, deduction: Deduction, variable: Variable) -> str:
        """A variable as a term of a sum: its value, or the values it can have."""
        values = deduction.known[variable]
        if variable not in deduction.needed and len(values) > 1 and not self.shows_all_terms:
            return "?"
        text = self.possible(variable, values)
        return text if len(values) == 1 else f"({text})"

    def rank(self, constraint: Constraint) -> float:
        """The place of a deduction from this constraint in a step of several: lower ones come
        first, equal ones in the order in which they were made."""
        return 0

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
    By default its label, its formula if that is short or there is no label, and the
    facts: "Row 1: |r1c2 − r1c3| == 1, where r1c2 is 4"."""
    named = [Variable(v.index, phrases.place(v), v.domain) for v in constraint.variables]
    formula = constraint.over(named).formula().replace("-", "−")
    facts = phrases.facts(deduction)
    label = capitalised(constraint.label)
    is_list = ":" in formula
    if label and (is_list or len(formula.split()) > LONG_FORMULA):
        said = f"{label}: {facts}" if facts else f"{label} must hold"
    else:
        rule = f"{label}: {formula}" if label else f"{'' if is_list else 'The rule is '}{formula}"
        said = f"{capitalised(rule)}, where {facts}" if facts else capitalised(rule)
    return f"{said}{', which cannot be' * deduction.contradicts}"


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
def is_read_whole(constraint: Constraint) -> bool:
    """Whether a person reads a constraint as a whole, like an equation, with all its numbers."""
    return False


def _as_products(ways: Iterable[Way]) -> list[tuple[Sequence[int], ...]]:
    """The ways as products of sets of values, one set for each cell; values of the last cell are
    combined first, so that the first cell has few in each product.

    >>> _as_products([(1, 6), (3, 6), (3, 8)])
    [((1,), (6,)), ((3,), (6, 8))]
    """
    found: list[tuple[Sequence[int], ...]] = [tuple((value,) for value in way) for way in ways]
    for at in reversed(range(len(found[0]))):
        alike: dict[tuple[Sequence[int], ...], list[int]] = {}
        for product in found:
            alike.setdefault((*product[:at], *product[at + 1 :]), []).extend(product[at])
        found = [(*rest[:at], tuple(sorted(n)), *rest[at:]) for rest, n in alike.items()]
    return sorted(found)


def _without_superseded(deductions: Sequence[Deduction]) -> Iterator[Deduction]:
    """The deductions without claims that later ones supersede; those begin where the first did."""
    first: dict[Variable, Sequence[int]] = {}
    for at, deduction in enumerate(deductions):
        first = {v: deduction.known[v] for v in deduction.left} | first
        later = {variable for other in deductions[at + 1 :] for variable in other.left}
        left = {v: values for v, values in deduction.left.items() if v not in later}
        if left:
            known = {**deduction.known, **{v: first[v] for v in left}}
            yield replace(deduction, known=known, left=left)


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


def lowered(text: str) -> str:
    """The beginning of a sentence as a part of another.

    >>> lowered("The 22 at A9 has 7 left"), lowered("A8 and A9 touch and are X")
    ('the 22 at A9 has 7 left', 'A8 and A9 touch and are X')
    """
    return text if text[1:2].isdigit() or text[1:2] == " " else f"{text[:1].lower()}{text[1:]}"


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


def listed(parts: Iterable[str], last: str, most: int = MAX_ITEMS) -> str:
    """Words as a list in a sentence; a long list is abbreviated.

    >>> listed(["3", "4", "7"], "or"), listed("ab", "and"), listed("abcdef", "or", most=4)
    ('3, 4 or 7', 'a and b', 'a, b, c or 3 others')
    """
    words = list(parts)
    if len(words) > most:
        words[most - 1 :] = [f"{len(words) - most + 1} others"]
    if len(words) > 2 and any("," in word for word in words):
        return joined(words, "; ", f"; {last} ")
    return joined(words, ", ", f" {last} ")


def joined(parts: Sequence[str], comma: str, last: str) -> str:
    """Parts in a row, with a separator of its own before the last.

    >>> joined(["a, b", "c", "d"], "; ", "; or ")
    'a, b; c; or d'
    """
    return last.join(filter(None, [comma.join(parts[:-1]), *parts[-1:]]))


def run_texts(numbers: Iterable[tuple[int, int]], name: Callable[[int], str] = number) -> list[str]:
    """Runs of numbers as items of a list; three or more in a row are one item.

    >>> run_texts([(3, 4), (7, 9)])
    ['3', '4', '7 to 9']
    """
    shown: list[str] = []
    for first, last in numbers:
        ends = [name(first), name(last)]
        shown += [" to ".join(ends)] if last - first > 1 else ends[: 1 + last - first]
    return shown


def makes(
    several: bool, wanted: Collection[int], bounds: tuple[float, float], most_never: int = FEW
) -> str:
    """What the other terms of a sum make, of which nothing is wanted; empty if that is long.

    Args:
        several: Whether there are several other terms.
        wanted: The totals that the values to be ruled out would need.
        bounds: The least and the most that the other terms make.
        most_never: How many totals within the bounds may be listed.

    >>> makes(True, [3, 8, 9, 20], (7, 12))
    'the others make at least 7, at most 12 and never 8 or 9'
    >>> makes(False, [3], (2, 2)), makes(True, [3], (2, 6)), makes(True, [3], (2, 6), 0)
    ('the other makes 2', 'the others never make 3', '')
    """
    who, verbs = ("the others", "make") if several else ("the other", "makes")
    least, most = bounds
    between = [total for total in wanted if least <= total <= most]
    if least == most:
        return f"{who} {verbs} {number(int(least))}"
    if len(between) > most_never:
        return ""
    never = run_texts(runs(sorted(between)))
    parts = [f"at least {number(int(least))}"] if min(wanted) < least else []
    parts += [f"at most {number(int(most))}"] if max(wanted) > most else []
    if not parts:
        return f"{who} never {verbs} {listed(never, 'or')}"
    parts += [f"never {listed(never, 'or')}"] if never else []
    return f"{who} {verbs} {joined(parts, ', ', ' and ')}"
