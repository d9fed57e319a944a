"""Why something follows from a sum, in words.

A reason uses only the values that the deduction relies on (`Deduction.basis`). It names the
smallest and largest sums if these suffice, then the sums of the other terms, then the ways: a
value for each variable such that the sum is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.model import Variable
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
    number,
    reason_of,
    sentence_of,
    subject_of,
)
from quincunx.cp.words.propagators import Residues
from quincunx.cp.words.techniques import LAST_DIGITS, PARITY, Technique

MAX_WIDTH_BY_REMAINDERS = 4096
"""Parity and last digits are not tried on wider domains."""
MAX_TERMS = 12
"""In longer sums the known numbers are added up."""
MAX_WAYS = 6
"""More ways are not listed."""
MAX_ADDED = 5
"""Maximum of numbers that are shown as a sum, or ruled out one by one."""
MAX_COMPUTED = 20_000
"""Maximum of sums and partial ways that are computed for a sentence."""

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
        self.changed = [v for v in self.coefficients if v in deduction.left]
        self.ends = self._ends({v: deduction.basis(v) for v in self.coefficients})
        self.modulus = MODULI.get(deduction.technique) if deduction.technique else None

    def reason(self) -> str:
        """Why the deduction follows, without its claims."""
        if self.deduction.contradicts:
            return self.contradiction()
        if self.decides_itself():
            unequal = self.linear.relation == "!="
            return self.equation() + (self.phrases.besides(self.deduction) if unequal else "")
        subject = self.phrases.subject(self.linear)
        if self.modulus:
            by = "odd and even" if self.modulus == 2 else "the last digits"
            return f"Look at {by} in {subject}"
        go_through = f"Go through the ways to make {subject} come out right"
        return self.by_ends() or self.by_others() or go_through

    def sentence(self) -> str:
        """Reason and claims in one sentence, if that is shorter; otherwise empty."""
        if self.deduction.contradicts or self.decides_itself():
            return ""
        if self.modulus:
            by = "odd and even" if self.modulus == 2 else "last digits"
            subject = self.phrases.subject(self.linear)
            return f"By {by}, {subject} works only if {self._ends_in(self.modulus)}."
        if self.by_ends() or self.by_others():
            return ""
        return f"{self.subject} works only if {self.phrases.claims(self.deduction)}."

    def _ends_in(self, modulus: int) -> str:
        """The claims, by parity or last digits if that says everything."""
        claims: list[str] = []
        for variable in self.changed:
            left = self.deduction.left[variable]
            gone = set(self.deduction.known[variable]).difference(left)
            ends = sorted({value % modulus for value in left})
            place = self.phrases.place(variable)
            if len(left) <= FEW or len(ends) > FEW or {v % modulus for v in gone} & set(ends):
                claims.append(self.phrases.claim([variable], self.deduction.known[variable], left))
            elif modulus == 2:
                claims.append(f"{place} is {'odd' if ends == [1] else 'even'}")
            else:
                claims.append(f"{place} ends in {listed(map(str, ends), 'or')}")
        return listed(claims, "and")

    def brief(self) -> str:
        """The sum with all its numbers, if all are known afterwards; otherwise empty."""
        numbers = {v: self.deduction.result(v) for v in self.coefficients}
        if None in numbers.values() or self.linear.relation != "==" or not self.constant:
            return ""
        terms = [(self.coefficients[v], number(value or 0)) for v, value in numbers.items()]
        return f"{self.phrases.subject(self.linear)} is {signed(terms)}"

    def all_ways(self) -> str:
        """A sentence with all ways, if they are few; otherwise empty."""
        if self.deduction.contradicts or self.linear.relation != "==" or not self.constant:
            return ""
        known = {v: self.deduction.known[v] for v in self.coefficients}
        open_ones = [v for v in known if len(known[v]) > 1]
        ways = self.ways(known) if len(open_ones) > 1 else None
        if not ways:
            return ""
        shown = [
            signed([(self.coefficients[v], number(value)) for v, value in way.items()])
            for way in ways
        ]
        return f"{self.subject} can only be {listed(shown, 'or')}."

    def decides_itself(self) -> bool:
        """Whether just one number is open, so that its value is obvious."""
        open_ones = [v for v in self.coefficients if len(self.deduction.basis(v)) > 1]
        return len(open_ones) == 1 and open_ones == self.changed

    def equation(self) -> str:
        """The sum, as in "Column 2: 2 + ? + 6 = 15". Where it is to make nothing, what is
        subtracted stands on the other side."""
        here = {v: factor for v, factor in self.coefficients.items() if factor > 0}
        opposite = {v: -factor for v, factor in self.coefficients.items() if factor < 0}
        asked = self.changed[0] if len(self.changed) == 1 else None
        if self.constant or not here or not opposite:
            left, right = self.sum_of(self.coefficients, asked), number(self.constant)
        else:
            left, right = self.sum_of(here, asked), self.sum_of(opposite, asked)
        return f"{self.subject}: {left} {RELATIONS[self.linear.relation]} {right}"

    def contradiction(self) -> str:
        """What the sum should be and is not."""
        low, high = self._total(self.coefficients)
        relation = self.linear.relation
        if low == high != self.constant:
            fails = f"is {number(low)}"
        elif relation != ">=" and low > self.constant:
            fails = f"is at least {number(low)}"
        elif relation != "<=" and high < self.constant:
            fails = f"is at most {number(high)}"
        else:
            fails = "does not" if relation == "!=" else "never is"
        should = f"should {SHOULD[relation]} {number(self.constant)}"
        return f"{self.subject}: {self.sum_of(self.coefficients)} {should} but {fails}"

    # The smallest and the largest.

    def by_ends(self) -> str:
        """What the smallest and the largest leave, if one look at them is enough."""
        too_small = too_large = False
        for variable in self.changed:
            least, most = self.room(variable)
            for value in self.deduction.refuted(variable):
                term = self.coefficients[variable] * value
                if least <= term <= most:
                    return ""
                too_small |= term < least
                too_large |= term > most
        if len(self.changed) > 1:
            return f"{self.equation()}{self._for_several(too_small, too_large)}"
        return self._for_one(too_small, too_large)

    def room(self, variable: Variable) -> tuple[float, float]:
        """The least and the most that is left for the term of a variable."""
        low, high = self._total([v for v in self.coefficients if v is not variable])
        least = -inf if self.linear.relation in ("<=", "!=") else self.constant - high
        most = inf if self.linear.relation in (">=", "!=") else self.constant - low
        return least, most

    def _for_one(self, too_small: bool, too_large: bool) -> str:
        """What the others make at the least or at the most."""
        (variable,) = self.changed
        others = [v for v in self.coefficients if v is not variable]
        low, high = self._total(others)
        if not self._only_adds():
            least, most = self.room(variable)
            if self.coefficients[variable] < 0:
                least, most, too_small, too_large = -most, -least, too_large, too_small
            limits = [f"at most {number(int(most))}"] if too_large else []
            limits += [f"at least {number(int(least))}"] if too_small else []
            leave = "the other leaves" if len(others) == 1 else "the others leave"
            return f"{self.equation()}, and {leave} {' and '.join(limits)}{self._for_it(variable)}"
        limits = [f"at least {number(low)}"] if too_large else []
        limits += [f"at most {number(high)}"] if too_small else []
        makes = "the other is" if len(others) == 1 else "the others make"
        return f"In {self.phrases.subject(self.linear)} {makes} {' and '.join(limits)}"

    def _for_several(self, too_small: bool, too_large: bool) -> str:
        """How far the smallest and the largest are from what is to be made."""
        low, high = self._total(self.coefficients)
        lack, over = self.constant - low, high - self.constant
        if not self._only_adds():
            least = f"only {number(lack)} above the least" if lack else "the least"
            most = f"only {number(over)} below the most" if over else "the most"
            ends = " and ".join([least] * too_large + [most] * too_small)
            return f", which is {ends} it can be" if self.constant else ""
        parts = [f"the smallest make {number(low)}"] * too_large
        parts += [f"the largest make {number(high)}"] * too_small
        return f", and {' and '.join(parts)}"

    def _for_it(self, variable: Variable) -> str:
        """What it is that something is left for, if it is not just a number."""
        size = abs(self.coefficients[variable])
        return "" if size == 1 else f" for {size} × {self._term(variable, variable)}"

    def _total(self, variables: Iterable[Variable]) -> tuple[int, int]:
        """The least and the most that some terms make."""
        ends = [self.ends[variable] for variable in variables]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    def _ends(self, values: Mapping[Variable, Sequence[int]]) -> dict[Variable, list[int]]:
        """The least and the most that each term makes."""
        terms = self.coefficients.items()
        return {v: sorted((c * values[v][0], c * values[v][-1])) for v, c in terms}

    def _only_adds(self) -> bool:
        return all(factor == 1 for factor in self.coefficients.values())

    # What the others can make.

    def by_others(self) -> str:
        """What the others leave for the one variable that changes, or never make, if that is
        easily said."""
        if len(self.changed) > 1 or self.linear.relation != "==":
            return ""
        (variable,) = self.changed
        factor = self.coefficients[variable]
        made = self._made([v for v in self.coefficients if v is not variable])
        refuted = self.deduction.refuted(variable)
        if made is None or any(self.constant - factor * value in made for value in refuted):
            return ""
        sign = 1 if factor > 0 else -1
        for_it = self._for_it(variable)
        if len(made) <= FEW:
            verb, numbers = "leave", [sign * (self.constant - total) for total in made]
        elif len(refuted) > MAX_ADDED:
            return ""
        elif self._only_adds():
            verb, numbers = "never make", [self.constant - value for value in refuted]
        else:
            verb, numbers = "never leave", [abs(factor) * value for value in refuted]
        who = f"others {verb}" if len(self.coefficients) > 2 else f"other {verb}s"
        said = listed(map(number, sorted(numbers)), "or")
        if self._only_adds():
            return f"In {self.phrases.subject(self.linear)} the {who} {said}{for_it}"
        return f"{self.equation()}, and the {who} {said}{for_it}"

    def _made(self, variables: Iterable[Variable]) -> set[int] | None:
        """What some terms can make; nothing if that is too much to look at."""
        made = {0}
        for variable in variables:
            values = self.deduction.basis(variable)
            if len(made) * len(values) > MAX_COMPUTED:
                return None
            factor = self.coefficients[variable]
            made = {total + factor * value for total in made for value in values}
        return made

    # All ways.

    def ways(self, known: Mapping[Variable, Sequence[int]]) -> list[Mapping[Variable, int]] | None:
        """All ways; nothing if there are many, or it takes long to find out."""
        ends = self._ends(known)
        variables = list(self.coefficients)
        found: list[Mapping[Variable, int]] = []
        looked_at = 0
        waiting: list[tuple[tuple[int, ...], int]] = [((), self.constant)]
        while waiting:
            begun, lack = waiting.pop()
            if len(begun) == len(variables):
                found.append(dict(zip(variables, begun, strict=True)))
                if len(found) > MAX_WAYS:
                    return None
                continue
            variable = variables[len(begun)]
            values = known[variable]
            looked_at += len(values)
            if looked_at > MAX_COMPUTED:
                return None
            low = sum(ends[v][0] for v in variables[len(begun) + 1 :])
            high = sum(ends[v][1] for v in variables[len(begun) + 1 :])
            for value in reversed(values):
                left = lack - self.coefficients[variable] * value
                if low <= left <= high:
                    waiting.append(((*begun, value), left))
        return found

    # The sum itself.

    def sum_of(self, coefficients: Mapping[Variable, int], asked: Variable | None = None) -> str:
        """The terms with what is known of them: "2 + ? + 6"."""
        terms = [(factor, self._term(v, asked)) for v, factor in coefficients.items()]
        if len(terms) > MAX_TERMS:
            known = {v: self.deduction.value(v) for v in coefficients}
            total = sum(factor * (known[v] or 0) for v, factor in coefficients.items())
            terms = [(f, self._term(v, asked)) for v, f in coefficients.items() if known[v] is None]
            if len(terms) > MAX_TERMS:
                terms[FEW:] = [(1, f"({len(terms) - FEW} others)")]
            if any(value is not None for value in known.values()):
                terms.insert(0, (1, number(total)))
        return signed(terms) if terms else "0"

    def _term(self, variable: Variable, asked: Variable | None) -> str:
        """What is known of a variable; a mark where it is what one asks for."""
        if variable is asked and (
            variable not in self.deduction.needed or self.linear.relation == "!="
        ):
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
