"""Why something follows from a sum, in words.

What the smallest and largest numbers make comes first, then what the other numbers make at all.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from math import prod
from operator import sub

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import mypyc_attr
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
    counted,
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
from quincunx.cp.words.techniques import LAST_DIGITS, PARITY, TOO_MUCH, Technique
from quincunx.cp.words.ways import MAX_WAYS, Way, in_series, ways_to_sum

MAX_WIDTH_BY_REMAINDERS = 4096
"""Parity and last digits are not tried on wider domains."""
MAX_TERMS = 12
"""Longer sums are cut short."""
MAX_WAYS_OF_SUM = 60
"""Maximum number of ways to make a sum that are gone through."""
MAX_IN_SERIES = 40
"""Maximum number of ways that are listed in series."""
MAX_LENGTH = 40
"""Number of words and numbers up to which a sentence is neither split nor replaced by another
argument."""
MAX_NEVER = 10
"""Maximum number of sums that are named because the others never make them."""
SHORT = 15
"""Number of words and numbers up to which all ways are told without looking for other reasons."""
LONG_LIST = 35
"""Number of words and numbers after which a list of ways continues in another sentence."""
MAX_COMPUTED = 20_000
"""Maximum of sums that are computed for a sentence."""

VERBS = {"==": "=", "!=": "differs from", "<=": "is at most", ">=": "is at least"}
SHOULD = {"==": "be", "!=": "differ from", "<=": "be at most", ">=": "be at least"}
STRICT = {("<=", -1): "is less than", (">=", 1): "is more than"}
"""Wording for x - y <= -1 and x - y >= 1, by relation and constant."""
MODULI: Mapping[Technique, int] = {PARITY: 2, LAST_DIGITS: 10}
SIMPLE = (TOO_MUCH, *MODULI)
"""Techniques that do not go through the ways."""


@mypyc_attr(allow_interpreted_subclasses=True)
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

    def reason(self) -> str:
        """Why the deduction follows, without its claims."""
        if self.deduction.contradicts:
            return self.contradiction()
        if not self.plain or (len(self.open) == 1 and self.open == self.changed):
            return self.equation()
        count, is_simple = len(self.ways), self.deduction.technique in SIMPLE
        if 0 < count <= (MAX_WAYS // 2 if is_simple else MAX_WAYS):
            ways = f"{counted(count)} way{'s' * (count > 1)}"
            return f"{capitalised(self.line)} can be made in {ways} only"
        for variable in self.changed:
            if 0 < length(way := self.others(variable, 0)) <= MAX_LENGTH:
                others = self.phrases.places([v for v in self.known if v is not variable])
                return self.inside(re.sub("^the others?", others, way))
        argument = self.phrases.argument(self.deduction)
        ways = f"Go through the ways to make {self.line} right"
        return argument if 0 < length(argument) <= MAX_WORDS else ways

    @property
    def held(self) -> tuple[Way, ...]:
        """The numbers that each term can be."""
        return tuple([tuple(values) for values in self.known.values()])

    @property
    def ways(self) -> list[Way]:
        """All ways to make a plain sum; none if they are many."""
        return _ways(self.held, self.constant)

    def sentence(self) -> str:
        """Reason and claims in one sentence, if that is better than both; otherwise empty."""
        if self.deduction.contradicts or not self.plain or len(self.open) < 2:
            return ""
        left = self._left() if len(self.open) < len(self.known) else ""
        ways = _all_ways(self.linear, self.phrases, self.held, left)
        if 0 < len(ways.split()) <= SHORT:
            return ways
        told = [text for text in (ways, self.with_reasons(0)) if text and is_readable(text)]
        if not any(length(text) <= MAX_LENGTH for text in told):
            argument = self.phrases.argument(self.deduction)
            told += [f"{argument}. So {self.phrases.claims(self.deduction)}."] * bool(argument)
            told += filter(None, [self.with_reasons(FEW if told else MAX_NEVER)])
        works = f"{capitalised(self.line)} works only if {self.phrases.claims(self.deduction)}."
        return min(told, key=lambda text: len(text.split()), default=works)

    def with_reasons(self, most: int) -> str:
        """A sentence with what the others make, of which `most` sums may be named that they never
        make; empty if that is not enough."""
        reasons = {variable: self.others(variable, most) for variable in self.changed}
        if not all(reasons.values()):
            return ""
        if len({*reasons.values()}) == 1:
            way = self.inside(reasons[self.changed[0]])
            return f"{way}, so {self.phrases.claims(self.deduction)}."
        return f"In {self.line}, {self.phrases.claims(self.deduction, reasons.__getitem__)}."

    def _left(self) -> str:
        """What is left for the open terms."""
        for_two = " for two" if len(self.open) == 2 else ""
        rest = number(self.rest) if self.rest else "nothing"
        return f"{capitalised(self.line)} has {rest} left{for_two}"

    @property
    def rest(self) -> int:
        """What a plain sum has left for its open terms."""
        return self.constant - sum(v[0] for v in self.known.values() if len(v) == 1)

    def brief(self) -> str:
        """The sum with all its numbers, if all are known afterwards, or what the others make."""
        numbers = {v: self.deduction.result(v) for v in self.coefficients}
        if None in numbers.values() or self.linear.relation != "==" or not self.constant:
            why = self.plain and len(self.open) > 1 and self.same_for_all()
            return f"{self.phrases.claims(self.deduction)} ({self.line}: {why})" if why else ""
        terms = [(self.coefficients[v], number(value or 0)) for v, value in numbers.items()]
        return f"{self.line} is {signed(terms)}"

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
        if self.plain and len(self.open) == 1 and high > self.constant > low and not self.modulus:
            place = self.phrases.places(self.open)
            return f"{self._left()}, and {place} cannot be {number(self.rest)}"
        should = f"should {SHOULD[self.linear.relation]} {number(self.constant)}"
        return f"{capitalised(self.line)}: {self.sum_of()} {should} but {fails or 'does not'}"

    # What the others can make.

    def same_for_all(self, most: int = FEW) -> str:
        """What the others make, if that is the same for all variables that change."""
        reasons = {self.others(variable, most) for variable in self.changed}
        return reasons.pop() if len(reasons) == 1 else ""

    def others(self, variable: Variable, most: int = FEW) -> str:
        """What the others make, so that a variable cannot have the values that it loses: bounds, or
        small sums in tens. Empty if more than `most` sums would be named that they never make."""
        others = [v for v in self.coefficients if v is not variable]
        if self.modulus:
            return self._remainders(others)
        several, bounds = len(others) > 1, self._bounds(others)
        wanted = [self.constant - value for value in self.deduction.refuted(variable)]
        (least, greatest), (tens, end) = bounds, self._in_tens(others)
        small = [total for total in wanted if least < total < end and (total - least) % 10]
        if not small or any(least <= t <= greatest and t not in small for t in wanted):
            return makes(several, wanted, bounds, most)
        beyond = f", and at least {number(self.constant - greatest)}" * (max(wanted) > greatest)
        return f"the other{'s leave' if several else ' leaves'} {tens}{beyond}"

    def _remainders(self, others: Sequence[Variable]) -> str:
        """Whether the others make an odd or an even number, or the last digits that they leave."""
        made = self._made(others)
        who, s = ("the others", "") if len(others) > 1 else ("the other", "s")
        if self.modulus == 2:
            return f"{who} make{s} an {'odd' if 1 in made else 'even'} number"
        ends = sorted({(self.constant - total) % 10 for total in made})
        return f"{who} leave{s} a number ending in {listed(run_texts(runs(ends)), 'or')}"

    def _in_tens(self, variables: Iterable[Variable]) -> tuple[str, int]:
        """What some numbers leave, in tens as long as all end like their least, with the least
        other sum as its terms and as a total; that is 0 if there is none."""
        held = [self.known[v] for v in variables]
        least = [values[0] for values in held]
        others = [
            [*least[:at], other, *least[at + 1 :]]
            for at, values in enumerate(held)
            for other in values
            if (other - values[0]) % 10
        ]
        terms = min(others, key=sum, default=[])
        left, most = self.constant - sum(least), self.constant - sum(terms)
        tens = [*map(number, range(left, max(most, 0), -10)[:3])]
        tens[2:] = ["…"] * (len(tens) > 2)
        rest = f"at most {most}" if most > 0 else "nothing"
        return f"{', '.join(tens)} or {rest} after {_added(terms)}", sum(terms)

    def inside(self, way: str) -> str:
        """What the others make in the line."""
        return f"In {self.line}{',' * (not way.startswith(('the ', 'a ', 'with')))} {way}"

    def _bounds(self, variables: Iterable[Variable]) -> tuple[int, int]:
        """The least and the most that some terms make."""
        terms = [[self.coefficients[v] * end for end in self.known[v]] for v in variables]
        return sum(map(min, terms)), sum(map(max, terms))

    def _made(self, variables: Iterable[Variable]) -> set[int]:
        """The remainders of what some terms can make."""
        made, modulus = {0}, self.modulus or 1
        for variable in variables:
            factor, values = self.coefficients[variable], self.known[variable]
            made = {(total + factor * value) % modulus for total in made for value in values}
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


@lru_cache(maxsize=16)
def _ways(held: tuple[Way, ...], total: int) -> list[Way]:
    """All ways to make a sum of some numbers; none if they are many. Cached, because the reason,
    the sentence and several conclusions may follow from the same sum."""
    is_much = prod([len(values) for values in held[1:]]) > MAX_COMPUTED
    return [] if is_much else ways_to_sum(held, total, MAX_WAYS_OF_SUM)


@lru_cache(maxsize=16)
def _all_ways(linear: Linear, phrases: Phrases, held: tuple[Way, ...], left: str) -> str:
    """A sentence with all ways to make a plain sum, if they stand in few series; otherwise empty.
    `left` is what is left for the open terms, if some are known. Cached for the same reason."""
    if not 0 < len(all_ways := _ways(held, linear.constant)) <= MAX_IN_SERIES:
        return ""
    is_open = [len(values) > 1 for values in held]
    ways = [(*compress(way, is_open),) for way in all_ways]
    line, be = capitalised(phrases.subject(linear)), "can only be" if len(ways) == 1 else "is"
    return f"{f'{left}:' if left else f'{line} {be}'} {sums_in_series(ways)}."


def sums_in_series(ways: Iterable[Way]) -> str:
    """Ways as sums; of a series the first and the last.

    >>> sums_in_series([(1, 41), (11, 31), (21, 21), (39, 3)])
    '1 + 41 to 21 + 21 in tens or 39 + 3'
    """
    sentences: list[list[str]] = [[]]
    for series in in_series(ways):
        sums = [*map(_added, series)]
        if len(sums) > 2:
            tens = " in tens" * (max(map(sub, series[1], series[0])) == 10)
            sums = [f"{sums[0]} to {sums[-1]}{tens}"]
        if sentences[-1] and length(" ".join([*sentences[-1], *sums])) > LONG_LIST:
            sentences.append([])
        sentences[-1] += sums
    *begun, last = sentences
    return ". Or ".join([*(", ".join(sums) for sums in begun), joined(last, ", ", " or ")])


def _added(way: Iterable[int]) -> str:
    """Some numbers as a sum."""
    return " + ".join(map(str, way)).replace("+ -", "− ").replace("-", "−")


def is_readable(text: str) -> bool:
    """Whether no sentence of a text is too long."""
    return all(length(sentence) <= MAX_LENGTH for sentence in text.split(". "))


def length(text: str) -> int:
    """The number of words and numbers; signs are not counted."""
    words = text.split()
    return len(words) - words.count("+")


def signed(terms: Sequence[tuple[int, str]]) -> str:
    """Terms in a row, added and subtracted.

    >>> signed([(1, "2"), (-3, "?"), (1, "−4"), (2, "−1")])
    '2 − 3 × ? − 4 + 2 × (−1)'
    """
    shown: list[str] = []
    for factor, term in terms:
        if abs(factor) != 1:
            term = f"{abs(factor)} × {f'({term})' if term.startswith('−') else term}"
        shown.append(f"−{term}".removeprefix("−−") if factor < 0 else term)
    return " + ".join(shown).replace("+ −", "− ")


def subject(constraint: Linear, phrases: Phrases) -> str:
    # One by one, because the places must stand in the order of the terms.
    terms = () if constraint.label else constraint.terms()
    return constraint.label or f"the sum of {listed(map(phrases.place, terms), 'and') or 'nothing'}"


def techniques(constraint: Linear, builder: EngineBuilder) -> list[AppliedTechnique]:
    """Bounds and all ways, as for any constraint, and for equations parity and last digits."""
    *bounds, all_ways = techniques_for.default(constraint, builder)
    terms = constraint.terms()
    scope = builder.scope(list(terms))
    if constraint.relation != "==" or any(v.width > MAX_WIDTH_BY_REMAINDERS for v in scope):
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
subject_of.register(Linear)(subject)
techniques_for.register(Linear)(techniques)
