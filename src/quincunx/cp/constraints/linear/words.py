"""Why something follows from a sum, in words.

What the smallest and largest numbers make comes first, then what the other numbers make at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.model import Variable, runs
from quincunx.cp.words.applied_techniques import (
    AppliedTechnique,
    at_bounds,
    bounds_propagators,
    remainders,
    techniques_for,
)
from quincunx.cp.words.phrases import (
    FEW,
    Deduction,
    Phrases,
    all_ways_of,
    brief_of,
    capitalised,
    is_read_whole,
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
from quincunx.cp.words.ways import MAX_WAYS, ways_of

MAX_WIDTH_BY_REMAINDERS = 4096
"""Parity and last digits are not tried on wider domains."""
MAX_TERMS = 12
"""Longer sums are cut short."""
MAX_COMPUTED = 20_000
"""Maximum of sums that are computed for a sentence."""

RELATIONS = {"==": "=", "!=": "differs from", "<=": "is at most", ">=": "is at least"}
SHOULD = {"==": "be", "!=": "differ from", "<=": "be at most", ">=": "be at least"}
MODULI: Mapping[Technique, int] = {PARITY: 2, LAST_DIGITS: 10}


class SumWords:
    """The words for one deduction from a sum."""

    def __init__(self, linear: Linear, deduction: Deduction, phrases: Phrases) -> None:
        self.linear = linear
        self.constant = linear.constant
        self.deduction = deduction
        self.phrases = phrases
        self.subject = capitalised(phrases.subject(linear))
        self.coefficients = linear.terms()
        self.adds = all(factor == 1 for factor in self.coefficients.values())
        self.known = {v: deduction.known[v] for v in self.coefficients}
        self.open = [v for v, values in self.known.items() if len(values) > 1]
        self.changed = [v for v in self.coefficients if v in deduction.left]
        self.modulus = MODULI.get(deduction.technique) if deduction.technique else None

    def reason(self) -> str:
        """Why the deduction follows, without its claims."""
        if self.deduction.contradicts:
            return self.contradiction()
        if self.decides_itself():
            return self.equation()
        if reason := self.by_smallest() or self.same_for_all():
            return reason
        return f"Go through the ways to make {self.phrases.subject(self.linear)} come out right"

    def sentence(self) -> str:
        """Reason and claims in one sentence, if they are better told together; otherwise empty."""
        if self.deduction.contradicts or self.decides_itself():
            return ""
        if self.by_smallest() or self.same_for_all():
            return ""
        if self.modulus:
            claims = self.phrases.claims(self.deduction, self.others)
            return f"In {self.phrases.subject(self.linear)}, {claims}."
        claims = self.phrases.claims(self.deduction)
        if self.adds and len(self.open) == 2 < len(self.known):
            return f"{self._left()}, so {claims}."
        return f"{self.subject} works only if {claims}."

    def _left(self) -> str:
        """What is left for the open terms."""
        fixed = [values[0] for values in self.known.values() if len(values) == 1]
        for_two = " for two" if len(self.open) == 2 else ""
        return f"{self.subject} has {number(self.constant - sum(fixed))} left{for_two}"

    def brief(self) -> str:
        """The sum with all its numbers, if all are known afterwards, or what the others make."""
        numbers = {v: self.deduction.result(v) for v in self.coefficients}
        if None in numbers.values() or self.linear.relation != "==" or not self.constant:
            told = {self.others(variable) for variable in self.changed}
            if not self.adds or self.decides_itself() or len(told) > 1 or "" in told:
                return ""
            about = f"{self.phrases.subject(self.linear)}: {told.pop()}"
            return f"{self.phrases.claims(self.deduction)} ({about})"
        terms = [(self.coefficients[v], number(value or 0)) for v, value in numbers.items()]
        return f"{self.phrases.subject(self.linear)} is {signed(terms)}"

    def all_ways(self) -> str:
        """A sentence with all ways, if they are few; otherwise empty."""
        if self.deduction.contradicts or self.linear.relation != "==" or not self.constant:
            return ""
        partly = self.adds and len(self.open) < len(self.known)
        cells = self.open if partly else list(self.known)
        ways = ways_of([self.linear], self.deduction.known, cells) if len(self.open) > 1 else []
        if not 0 < len(ways) <= MAX_WAYS:
            return ""
        factors = [self.coefficients[v] for v in cells]
        shown = [signed(list(zip(factors, map(number, way), strict=True))) for way in ways]
        can = f"{self._left()}:" if partly else f"{self.subject} can only be"
        return f"{can} {listed(shown, 'or')}."

    def decides_itself(self) -> bool:
        """Whether just one number is open, so that its value is obvious."""
        return len(self.open) == 1 and self.open == self.changed

    def equation(self) -> str:
        """The sum, as in "Column 2: 2 + ? + 6 = 15"."""
        asked = self.changed[0] if len(self.changed) == 1 else None
        relation = f"{RELATIONS[self.linear.relation]} {number(self.constant)}"
        return f"{self.subject}: {self.sum_of(asked)} {relation}"

    def contradiction(self) -> str:
        """What the sum should be and is not."""
        low, high = self._bounds(self.coefficients)
        relation = self.linear.relation
        if low == high != self.constant:
            fails = f"is {number(low)}"
        elif relation != ">=" and low > self.constant:
            fails = f"is at least {number(low)}"
        elif relation != "<=" and high < self.constant:
            fails = f"is at most {number(high)}"
        else:
            fails = "does not" if relation == "!=" else "never is"
        if self.adds and relation == "==" and fails.startswith("is"):
            return f"{self.subject} should make {number(self.constant)} but makes{fails[2:]}"
        if self.modulus:
            ends = sorted(self._made(self.coefficients))
            odd_or_even = "is odd" if 1 in ends else "is even"
            never = f"is a number ending in {listed(map(str, ends), 'or')}"
            fails = odd_or_even if self.modulus == 2 else never
        should = f"should {SHOULD[relation]} {number(self.constant)}"
        return f"{self.subject}: {self.sum_of()} {should} but {fails}"

    # What the others can make.

    def by_smallest(self) -> str:
        """How far the smallest and the largest are from the sum, if that rules out values of
        several variables; otherwise empty."""
        if len(self.changed) < 2 or self.modulus or not self.adds:
            return ""
        low, high = self._bounds(self.coefficients)
        lack, over = self.constant - low, high - self.constant
        ends: set[bool] = set()
        for variable in self.changed:
            for value in self.deduction.refuted(variable):
                least, most = self.room(variable)
                term = self.coefficients[variable] * value
                if least <= term <= most:
                    return ""
                ends.add(term > most)
        little = f", only {number(lack)} too little" if lack else " already"
        much = f", only {number(over)} too much" if over else " at most"
        parts = [f"the smallest make {number(low)}{little}"] * (True in ends)
        parts += [f"the largest make {number(high)}{much}"] * (False in ends)
        return f"In {self.phrases.subject(self.linear)} {' and '.join(parts)}"

    def same_for_all(self) -> str:
        """What the others make, if that is the same for all variables that change."""
        told = {self.others(variable) for variable in self.changed}
        if len(told) > 1 or "" in told:
            return ""
        (others,) = told
        if self.adds:
            return f"In {self.phrases.subject(self.linear)} {others}"
        return f"{self.equation()}, and {others}"

    def others(self, variable: Variable) -> str:
        """What the others make, or leave for a variable, so that it cannot have the values that it
        loses; empty if that takes too long to say."""
        others = [v for v in self.coefficients if v is not variable]
        several = len(others) > 1
        factor = self.coefficients[variable]
        sign = 1 if factor > 0 else -1
        for_it = (
            "" if abs(factor) == 1 else f" for {abs(factor)} × {self._term(variable, variable)}"
        )
        made = self._made(others)
        who = "the others" if several else "the other"
        s = "" if several else "s"
        if self.modulus == 2:
            return f"{who} make{s} an {'odd' if 1 in made else 'even'} number"
        if self.modulus:
            ends = {sign * (self.constant - total) % self.modulus for total in made}
            leave = f"leave{s} a number ending in"
            if len(ends) > self.modulus // 2:
                leave, ends = f"never {leave}", set(range(self.modulus)) - ends
            return f"{who} {leave} {listed(run_texts(runs(sorted(ends))), 'or')}{for_it}"
        refuted = self.deduction.refuted(variable)
        if self.adds:
            wanted = [self.constant - value for value in refuted]
            return makes(several, wanted, self._bounds(others), made)
        wanted = [abs(factor) * value for value in refuted]
        least, most = sorted(sign * end for end in self.room(variable))
        left = {sign * (self.constant - total) for total in made}
        leave = makes(several, wanted, (least, most), left, "leave")
        return leave and f"{leave}{for_it}"

    def room(self, variable: Variable) -> tuple[float, float]:
        """The least and the most that is left for the term of a variable."""
        low, high = self._bounds([v for v in self.coefficients if v is not variable])
        least = -inf if self.linear.relation in ("<=", "!=") else self.constant - high
        most = inf if self.linear.relation in (">=", "!=") else self.constant - low
        return least, most

    def _bounds(self, variables: Iterable[Variable]) -> tuple[int, int]:
        """The least and the most that some terms make."""
        ends = [
            sorted(self.coefficients[v] * end for end in (self.known[v][0], self.known[v][-1]))
            for v in variables
        ]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

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

    # The sum itself.

    def sum_of(self, asked: Variable | None = None) -> str:
        """The terms with what is known of them: "2 + ? + 6"."""
        terms = [(factor, self._term(v, asked)) for v, factor in self.coefficients.items()]
        if len(terms) > MAX_TERMS:
            terms[FEW:] = [(1, f"({len(terms) - FEW} others)")]
        return signed(terms) if terms else "0"

    def _term(self, variable: Variable, asked: Variable | None) -> str:
        """What is known of a variable; a mark where it is what one asks for."""
        if variable is asked and variable not in self.deduction.needed:
            return "?"
        return self.phrases.term(self.deduction, variable)


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
        by_remainders.append(AppliedTechnique(technique, [residues], remainders(modulus)))
    return [*bounds, *by_remainders, all_ways]


bounds_propagators.register(Linear)(at_bounds)
is_read_whole.register(Linear)(lambda _: True)
reason_of.register(Linear)(lambda *deduced: SumWords(*deduced).reason())
sentence_of.register(Linear)(lambda *deduced: SumWords(*deduced).sentence())
brief_of.register(Linear)(lambda *deduced: SumWords(*deduced).brief())
all_ways_of.register(Linear)(lambda *deduced: SumWords(*deduced).all_ways())
