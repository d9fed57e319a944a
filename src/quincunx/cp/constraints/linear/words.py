"""Why something follows from a sum, in words.

What the smallest and largest numbers make comes first, then what the other numbers make at all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.model import Variable, runs
from quincunx.cp.words.applied_techniques import (
    AppliedTechnique,
    at_bounds,
    bounds_propagators,
    effort_of_remainders,
    techniques_for,
)
from quincunx.cp.words.phrases import (
    FEW,
    MAX_WORDS,
    Deduction,
    Phrases,
    brief_of,
    capitalised,
    is_read_whole,
    joined,
    listed,
    makes,
    number,
    reason_of,
    run_texts,
    sentence_of,
    subject_of,
)
from quincunx.cp.words.propagators import Residues
from quincunx.cp.words.techniques import LAST_DIGITS, PARITY, Technique
from quincunx.cp.words.ways import MAX_WAYS, Way, WayFinder, in_series

MAX_WIDTH_BY_REMAINDERS = 4096
"""Parity and last digits are not tried on wider domains."""
MAX_TERMS = 12
"""Longer sums are cut short."""
MAX_IN_SERIES = 60
"""Maximum number of ways that are listed in series."""
MAX_LENGTH = 40
"""Number of words and numbers up to which a sentence is not replaced by another argument."""
LONG_LIST = 30
"""Number of words after which a list of ways continues in another sentence."""
LONG_WAYS = 60
"""Number of words and numbers up to which ways are listed where they cannot be told shortly."""
MAX_COMPUTED = 20_000
"""Maximum of sums that are computed for a sentence."""

VERBS = {"==": "=", "!=": "differs from", "<=": "is at most", ">=": "is at least"}
SHOULD = {"==": "be", "!=": "differ from", "<=": "be at most", ">=": "be at least"}
STRICT = {("<=", -1): "is less than", (">=", 1): "is more than"}
"""Wording for x - y <= -1 and x - y >= 1, by relation and constant."""
MODULI: Mapping[Technique, int] = {PARITY: 2, LAST_DIGITS: 10}


class SumWords:
    """The words for one deduction from a sum.

    Plain sums, numbers that add up to a constant, are explained by what the other numbers make;
    others by their equation.
    """

    def __init__(self, linear: Linear, deduction: Deduction, phrases: Phrases) -> None:
        self.linear = linear
        self.constant = linear.constant
        self.deduction = deduction
        self.phrases = phrases
        self.line = phrases.subject(linear)
        self.coefficients = linear.terms()
        self.plain = linear.relation == "==" and {*self.coefficients.values()} <= {1}
        self.known = {v: deduction.known[v] for v in self.coefficients}
        self.open = [v for v, values in self.known.items() if len(values) > 1]
        self.changed = [v for v in self.coefficients if v in deduction.left]
        self.modulus = MODULI.get(deduction.technique) if deduction.technique else None
        self._told: dict[tuple[Variable, int], str] = {}

    def reason(self) -> str:
        """Why the deduction follows, without its claims."""
        if self.deduction.contradicts:
            return self.contradiction()
        if not self.plain or (len(self.open) == 1 and self.open == self.changed):
            return self.equation()
        way = self.same_for_all()
        argument = "" if way else self.phrases.argument(self.deduction)
        why = self.inside(way) if way else argument * (length(argument) <= MAX_WORDS)
        return why or f"Go through the ways to make {self.line} right"

    def sentence(self) -> str:
        """Reason and claims in one sentence, if that is better than both; otherwise empty."""
        if self.deduction.contradicts or not self.plain or len(self.open) < 2:
            return ""
        way, claims = self.same_for_all(), self.phrases.claims(self.deduction)
        alike = f"{self.inside(way)}, so {claims}." if way else ""
        sentences = [alike or self.each_with_reason(), self.all_ways()]
        if short := [text for text in sentences if 0 < length(text) <= MAX_LENGTH]:
            return min(short, key=lambda text: len(text.split()))
        argument = self.phrases.argument(self.deduction)
        sentences += [f"{argument}. So {claims}."] if argument else []
        if all(length(text) > LONG_WAYS for text in filter(None, sentences)):
            sentences.append(self.each_with_reason(MAX_IN_SERIES))
        works = f"{capitalised(self.line)} works only if {claims}."
        return min(filter(None, sentences), key=lambda text: len(text.split()), default=works)

    def _left(self) -> str:
        """What is left for the open terms."""
        fixed = [values[0] for values in self.known.values() if len(values) == 1]
        for_two = " for two" if len(self.open) == 2 else ""
        return f"{capitalised(self.line)} has {number(self.constant - sum(fixed))} left{for_two}"

    def brief(self) -> str:
        """The sum with all its numbers, if all are known afterwards, or what the others make."""
        numbers = {v: self.deduction.result(v) for v in self.coefficients}
        if None in numbers.values() or self.linear.relation != "==" or not self.constant:
            why = self.plain and len(self.open) > 1 and self.same_for_all()
            return f"{self.phrases.claims(self.deduction)} ({self.line}: {why})" if why else ""
        terms = [(self.coefficients[v], number(value or 0)) for v, value in numbers.items()]
        return f"{self.line} is {signed(terms)}"

    def all_ways(self) -> str:
        """A sentence with all ways, if they stand in few series; otherwise empty."""
        held = tuple([tuple(values) for values in self.known.values()])
        places = tuple(map(self.phrases.place, self.open))
        left = "" if len(places) == len(held) else self._left()
        return all_ways_of(self.linear, held, capitalised(self.line), left, places)

    def equation(self) -> str:
        """The sum, as in "Column 2: 2 + ? + 6 = 15", or two numbers side by side."""
        relation = self.linear.relation
        order = STRICT.get((relation, self.constant), "" if self.constant else VERBS[relation])
        if order and relation != "==" and sorted(self.coefficients.values()) == [-1, 1]:
            said = f" {order} ".join(term for _, term in sorted(self._terms(), reverse=True))
        else:
            said = f"{self.sum_of()} {VERBS[relation]} {number(self.constant)}"
        return f"{capitalised(self.line)}: {said}"

    def contradiction(self) -> str:
        """What the sum should be and is not."""
        low, high = self._bounds(self.coefficients)
        fails = "" if self.linear.relation == "!=" else "never is"
        if low > self.constant or high < self.constant:
            end = f"at least {number(low)}" if low > self.constant else f"at most {number(high)}"
            fails = f"is {number(low) if low == high else end}"
        elif self.modulus:
            ends = sorted(self._made(self.coefficients))
            last = f"a number ending in {listed(map(str, ends), 'or')}"
            fails = f"is {('odd' if 1 in ends else 'even') if self.modulus == 2 else last}"
        should = f"should {SHOULD[self.linear.relation]} {number(self.constant)}"
        return f"{capitalised(self.line)}: {self.sum_of()} {should} but {fails or 'does not'}"

    # What the others can make.

    def same_for_all(self, most: int = FEW) -> str:
        """What the others make, if that is the same for all variables that change."""
        reasons = {self.others(variable, most) for variable in self.changed}
        return reasons.pop() if len(reasons) == 1 else ""

    def each_with_reason(self, most: int = FEW) -> str:
        """A sentence with what the others make after each claim; empty if one takes too long."""
        reasons = {variable: self.others(variable, most) for variable in self.changed}
        claims = self.phrases.claims(self.deduction, reasons.__getitem__)
        return f"In {self.line}, {claims}." if all(reasons.values()) else ""

    def others(self, variable: Variable, most: int = FEW) -> str:
        """What the others make, so that a variable cannot have the values that it loses; empty if
        more than `most` sums would be named that they never make."""
        if (variable, most) not in self._told:
            self._told[variable, most] = self._others(variable, most)
        return self._told[variable, most]

    def _others(self, variable: Variable, most: int) -> str:
        others = [v for v in self.coefficients if v is not variable]
        made = self._made(others)
        if not self.modulus:
            wanted = [self.constant - value for value in self.deduction.refuted(variable)]
            told = makes(len(others) > 1, wanted, self._bounds(others), made, most)
            if told.count(",") < MAX_WAYS:
                return self.named(told, variable, max(wanted))
            left = self.deduction.left[variable]
            is_not = self.phrases.predicate(variable, self.known[variable], left)[:4] == "not "
            never = "s never make" if len(others) > 1 else " never makes"
            return f"the other{never} what {'these leave' if is_not else 'any other leaves'}"
        who, s = ("the others", "") if len(others) > 1 else ("the other", "s")
        if self.modulus == 2:
            return f"{who} make{s} an {'odd' if 1 in made else 'even'} number"
        ends = {(self.constant - total) % self.modulus for total in made}
        leave = f"leave{s} a number ending in"
        if len(ends) > self.modulus // 2:
            leave, ends = f"never {leave}", set(range(self.modulus)) - ends
        return f"{who} {leave} {listed(run_texts(runs(sorted(ends))), 'or')}"

    def inside(self, way: str) -> str:
        """What the others make in the line."""
        return f"In {self.line}{',' * (not way.startswith(('the ', 'a ', 'with')))} {way}"

    def named(self, told: str, variable: Variable, most: int) -> str:
        """What the others never make, with what they hold if that is short; totals up to `most`
        matter."""
        if "never" not in told:
            return told
        others = {v: self.known[v] for v in self.coefficients if v is not variable}
        return told.replace("the others", self.phrases.others(others, most))

    def _bounds(self, variables: Iterable[Variable]) -> tuple[int, int]:
        """The least and the most that some terms make."""
        terms = [[self.coefficients[v] * end for end in self.known[v]] for v in variables]
        return sum(map(min, terms)), sum(map(max, terms))

    def _made(self, variables: Iterable[Variable]) -> set[int]:
        """What some terms can make, or the remainders of that; empty if it is too much."""
        made = {0}
        for variable in variables:
            terms = {self.coefficients[variable] * value for value in self.known[variable]}
            if self.modulus:
                terms = {term % self.modulus for term in terms}
            if len(made) * len(terms) > MAX_COMPUTED:
                return set()
            made = {total + term for total in made for term in terms}
            if self.modulus:
                made = {total % self.modulus for total in made}
        return made

    def sum_of(self) -> str:
        """The terms with what is known of them, and a mark for the one that is asked for."""
        terms = self._terms()
        if len(terms) > MAX_TERMS:
            terms[FEW:] = [(1, f"({len(terms) - FEW} others)")]
        return signed(terms) if terms else "0"

    def _terms(self) -> list[tuple[int, str]]:
        return [
            (factor, "?" if self.changed == [v] else self.phrases.term(self.deduction, v))
            for v, factor in self.coefficients.items()
        ]


@lru_cache(maxsize=64)
def all_ways_of(
    linear: Linear, held: tuple[tuple[int, ...], ...], line: str, left: str, places: tuple[str, ...]
) -> str:
    """A sentence with all ways to make a sum of terms that hold these values, with the places of
    the open ones; empty if they stand in many series. `left` says what is left for these, if not
    all are. Cached, because several conclusions may follow from one sum."""
    known = dict(zip(linear.terms(), held, strict=True))
    open_terms = [v for v, values in known.items() if len(values) > 1]
    ways = WayFinder([linear]).find(known, open_terms, MAX_IN_SERIES)
    if not 0 < len(ways) <= MAX_IN_SERIES:
        return ""
    by_term: list[str] = []
    if not left and len(ways) > MAX_WAYS:
        by_term = sums_by_term(ways, places)
        by_term = [part if " in " in part else f"is {part}" for part in by_term]
    if len(by_term) < 2:
        be = "can only be" if len(ways) == 1 else "is"
        return f"{f'{left}:' if left else f'{line} {be}'} {sums_in_series(ways)}."
    groups: list[list[str]] = [[]]
    for part in by_term:
        if groups[-1] and len(" ".join([*groups[-1], part]).split()) > LONG_LIST:
            groups.append([])
        groups[-1].append(part)
    parts = [f"has {joined(group, '; ', '; or ')}".replace("has is", "is") for group in groups]
    return f"{line} {'. Otherwise it '.join(parts)}."


def sums_in_series(ways: Iterable[Way]) -> str:
    """Ways as sums, with the middle of a long series left out.

    >>> sums_in_series([(1, 41), (11, 31), (21, 21), (31, 11), (39, 3)])
    '1 + 41, 11 + 31, …, 31 + 11 or 39 + 3'
    """
    shown: list[str] = []
    for series in in_series(ways):
        sums = [signed([(1, number(value)) for value in way]) for way in series]
        if len(sums) > 3:
            sums[1:-1] = [f"{sums[1]}, …"]
        shown += sums
    return joined(shown, ", ", " or ")


def sums_by_term(ways: Sequence[Way], places: Sequence[str]) -> list[str]:
    """Ways as sums, by the numbers that many of them share.

    >>> sums_by_term([(5, 9, 1), (5, 8, 2), (5, 4, 6), (6, 7, 2)], ["x", "y", "z"])
    ['5 in x with 4 + 6, 8 + 2 or 9 + 1', '6 + 7 + 2']
    """
    parts: list[str] = []
    while ways:
        count = Counter((at, value) for way in ways for at, value in enumerate(way))
        (at, value), most = max(count.items(), key=lambda item: item[1])
        if most < 2:
            return [*parts, sums_in_series(ways)]
        rest = [(*way[:at], *way[at + 1 :]) for way in ways if way[at] == value]
        parts.append(f"{number(value)} in {places[at]} with {sums_in_series(rest)}")
        ways = [way for way in ways if way[at] != value]
    return parts


def length(text: str) -> int:
    """The number of words and numbers; signs are not counted."""
    return sum(word != "+" for word in text.split())


def signed(terms: Sequence[tuple[int, str]]) -> str:
    """Terms in a row, added and subtracted.

    >>> signed([(1, "2"), (-3, "?"), (1, "−4"), (2, "−1")])
    '2 − 3 × ? − 4 + 2 × (−1)'
    """
    text = ""
    for factor, term in terms:
        minus = factor < 0
        if abs(factor) != 1:
            term = f"({term})" if term.startswith("−") else term
            term = f"{abs(factor)} × {term}"
        elif term.startswith("−"):
            minus, term = not minus, term.removeprefix("−")
        text += f" {'−' if minus else '+'} {term}" if text else f"{'−' if minus else ''}{term}"
    return text


@subject_of.register(Linear)
def subject(constraint: Linear, phrases: Phrases) -> str:
    # One by one, because the places must stand in the order of the terms.
    places = listed(map(phrases.place, constraint.terms()), "and") or "nothing"
    return constraint.label or f"the sum of {places}"


@techniques_for.register(Linear)
def techniques(constraint: Linear, builder: EngineBuilder) -> list[AppliedTechnique]:
    """Bounds and all ways, as for any constraint, and for equations parity and last digits."""
    *bounds, all_ways = techniques_for.default(constraint, builder)
    terms = constraint.terms()
    scope = builder.scope(list(terms))
    wide = any(variable.width > MAX_WIDTH_BY_REMAINDERS for variable in scope)
    if wide or constraint.relation != "==":
        return [*bounds, all_ways]
    by_remainders = []
    for technique, modulus in MODULI.items():
        residues = Residues(scope, list(terms.values()), constraint.constant, modulus)
        by_remainders.append(AppliedTechnique(technique, [residues], effort_of_remainders(modulus)))
    return [*bounds, *by_remainders, all_ways]


bounds_propagators.register(Linear)(at_bounds)
is_read_whole.register(Linear)(lambda _: True)
reason_of.register(Linear)(lambda *deduced: SumWords(*deduced).reason())
sentence_of.register(Linear)(lambda *deduced: SumWords(*deduced).sentence())
brief_of.register(Linear)(lambda *deduced: SumWords(*deduced).brief())
