"""No two variables have the same value, some values aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, log
from typing import TYPE_CHECKING, Any

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.all_different.counting import AllDifferentRemains
from quincunx.cp.constraints.all_different.propagators import AllDifferentPropagator, TakenValues
from quincunx.cp.constraints.residual import Remains, Scope
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, format_values, names_of, require_integers
from quincunx.cp.words.contents import ContentsWords, contents, named
from quincunx.cp.words.looks import Look, looks_at_contents
from quincunx.cp.words.techniques import SETS

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc
    from quincunx.cp.words.phrases import Deduction, Phrases


@dataclass(frozen=True, eq=False)
class AllDifferent(Constraint):
    """No two variables have the same value, the values in `excepted` aside.

    With `by_value` it only takes the values of fixed variables from the others, however strong
    propagation shall be: so does SICStus's `all_different`, where `all_distinct` does it all.
    """

    excepted: frozenset[int] = frozenset()
    by_value: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "excepted", frozenset(self.excepted))
        require_integers(self.excepted, self, "an excepted value")

    def check(self, values: Sequence[int]) -> bool:
        counted = [value for value in values if value not in self.excepted]
        return len(set(counted)) == len(counted)

    def formula(self) -> str:
        but = f" except {format_values(sorted(self.excepted))}" if self.excepted else ""
        return f"all different{but}: {names_of(self.variables)}"

    def subject(self, phrases: Phrases) -> str:
        return self.label or f"the group of {super().subject(phrases)}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """What is there already, or has no other place: "Row 3 has 4 and 7 already"."""
        values = {value for known in deduction.known.values() for value in known}
        every = self._every_value()
        counts = dict.fromkeys(every or values - self.excepted, (int(bool(every)), 1))
        rule = contents(phrases, self.variables, counts)
        if not every:
            apart = named(phrases, self.variables[0], self.excepted & values)
            rule = f"nothing{f' but {apart}' if apart else ''} twice"
        return ContentsWords(self, counts, f"holds {rule}", deduction, phrases).reason()

    def _every_value(self) -> set[int]:
        """The values, if there are just as many as variables, so that each has to occur."""
        size = len(self.variables)
        if any(variable.size > size for variable in self.variables):
            return set()
        values = {value for variable in self.variables for value in variable.domain}
        return values if len(values) == size and not values & self.excepted else set()

    def propagators(self, posting: Posting) -> list[Propagator]:
        scope = posting.scope(self.variables)
        if self.by_value:
            return [TakenValues(scope, sorted(self.excepted))]
        return [AllDifferentPropagator(scope, sorted(self.excepted), posting.domain_consistent)]

    def looks(self, posting: Posting) -> list[Look]:
        """What is there already, what has just one place, small sets, and everything."""
        every = self._every_value()
        values = {value for variable in self.variables for value in variable.open_domain}
        counts = dict.fromkeys(every or values - self.excepted, (int(bool(every)), 1))
        strong = Look(SETS, posting.propagators(self), len)
        return [*looks_at_contents(posting.scope(self.variables), counts), strong]

    def in_machine_words(self, words: MachineWords) -> None:
        if self.fits(words):
            words.add(self.over(words.all_same(self.variables)))
            return
        scope = tuple(words.coded(variable) for variable in self.variables)
        excepted = frozenset(words.code(value) for value in self.excepted)
        words.add(AllDifferent(scope, excepted, label=self.label))

    def fits(self, words: MachineWords) -> bool:
        return super().fits(words) and words.fits(self.excepted)

    def to_cp_sat(self, target: CpSat) -> None:
        if not self.excepted:
            target.model.add_all_different(target.unknowns(self.variables))
            return
        for value, variables in self._rivals().items():
            target.model.add_at_most_one([target.literal(v, value) for v in variables])

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        if self.excepted:
            return target.all_of(
                [
                    target.truth_of(times <= 1, times >= 2)
                    for value, variables in self._rivals().items()
                    for times in [sum(target.literal(v, value) for v in variables)]
                ]
            )
        if len(set(self.variables)) < len(self.variables):
            return target.any_of([])
        pairs = combinations(target.unknowns(self.variables), 2)
        return target.all_of([target.truth_of(x != y, x == y) for x, y in pairs])

    def _rivals(self) -> dict[int, list[Variable]]:
        """For each value that several variables can have, and only one may, those that can."""
        holders: dict[int, list[Variable]] = {}
        for variable in self.variables:
            for value in variable.domain:
                if value not in self.excepted:
                    holders.setdefault(value, []).append(variable)
        return {value: variables for value, variables in holders.items() if len(variables) > 1}

    def to_minizinc(self, text: MiniZinc) -> str:
        if not self.variables:
            return "true"
        scope = text.array(self.variables)
        if self.excepted:
            text.include("all_different_except")
            excepted = ", ".join(map(str, sorted(self.excepted)))
            return text.annotated(f"all_different_except({scope}, {{{excepted}}})")
        # Not `all_different`: where solvers come from another hand than MiniZinc itself, as in
        # Debian, only the older names with `_int` reach Gecode's own propagators.
        text.include("all_different_int")
        return text.annotated(f"all_different_int({scope})")

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        names = [text.name(variable) for variable in self.variables]
        excepted = ", ".join(map(str, sorted(self.excepted)))
        but = f" \\/ {{x}} in {{{{{excepted}}}}}" if excepted else ""
        pairs = [f"({x} != {y}{but.format(x=x)})" for x, y in combinations(names, 2)]
        return " /\\ ".join(pairs) or "true"

    def remains(self, scope: Scope) -> Remains:
        """The values left."""
        return AllDifferentRemains(self.variables, self.excepted, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """No more states than sets of so many values."""
        values = {v for domain in fixed.domains for v in domain}
        values &= {v for domain in left.domains for v in domain}
        used = min(len(fixed.domains), len(values) // 2)
        return min(fixed.ways, log(comb(len(values), used)))

    @classmethod
    def sample(cls, variables: Sequence[Variable], witness: Witness, dice: Random) -> AllDifferent:
        """Often with excepted values, of which some are in no domain."""
        near = [value for variable in variables for value in variable.domain] or [0]
        near.append(max(near) + 1)
        excepted = [dice.choice(near) for _ in range(dice.choice([0, 0, 1, 2, 3]))]
        return cls(tuple(variables), frozenset(excepted))
