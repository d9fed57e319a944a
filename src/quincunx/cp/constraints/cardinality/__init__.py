"""How often values occur among some variables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, log
from typing import TYPE_CHECKING, Any

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.cardinality.counting import CardinalityRemains
from quincunx.cp.constraints.cardinality.propagators import CardinalityPropagator
from quincunx.cp.constraints.residual import Remains, Scope
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, names_of, require_integers
from quincunx.cp.words.contents import ContentsWords, contents
from quincunx.cp.words.looks import Look, looks_at_contents
from quincunx.cp.words.phrases import capitalised
from quincunx.cp.words.techniques import SETS
from quincunx.errors import ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc
    from quincunx.cp.words.phrases import Deduction, Phrases


@dataclass(frozen=True, eq=False)
class Cardinality(Constraint):
    """How often values occur among the variables: at least and at most so many times.

    `counts` maps a value to `(least, most)`, or to one number where both are the same. A
    value that is not named may occur any number of times.
    """

    counts: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        variables: Iterable[Variable],
        counts: Mapping[int, int | tuple[int, int]],
        *,
        label: str = "",
        rules: tuple[str, ...] = (),
    ) -> None:
        rows = []
        for value in sorted(counts):
            given = counts[value]
            pair = given if isinstance(given, tuple) else (given, given)
            if len(pair) != 2:
                raise ModelError(
                    f"{label or type(self).__name__}: value {value!r} occurs {given!r} times, "
                    "expected a number or (least, most)"
                )
            rows.append((value, *pair))
        object.__setattr__(self, "variables", tuple(variables))
        object.__setattr__(self, "counts", tuple(rows))
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "rules", rules)
        self.__post_init__()
        for row in rows:
            require_integers(row, self, "a value or a count")
            if not 0 <= row[1] <= row[2]:
                raise ModelError(
                    f"{self}: value {row[0]} occurs {row[1]} to {row[2]} times, "
                    "expected 0 <= least <= most"
                )

    def check(self, values: Sequence[int]) -> bool:
        occurrences = list(values)
        return all(least <= occurrences.count(value) <= most for value, least, most in self.counts)

    def formula(self) -> str:
        parts = [
            f"{value} × {least}" if least == most else f"{value} × {least}..{most}"
            for value, least, most in self.counts
        ]
        return f"occurrences {', '.join(parts)}: {names_of(self.variables)}"

    def subject(self, phrases: Phrases) -> str:
        return self.label or f"the group of {super().subject(phrases)}"

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """What is there already, is still missing, or has no other place."""
        if not self.variables:
            return f"{capitalised(phrases.subject(self))} has no place for anything"
        counts = {value: (least, most) for value, least, most in self.counts}
        rule = f"holds {contents(phrases, self.variables, counts)}"
        return ContentsWords(self, counts, rule, deduction, phrases).reason()

    def over(self, variables: Sequence[Variable]) -> Cardinality:
        counts = {value: (least, most) for value, least, most in self.counts}
        return Cardinality(variables, counts, label=self.label, rules=self.rules)

    def propagators(self, posting: Posting) -> list[Propagator]:
        scope = posting.scope(self.variables)
        return [CardinalityPropagator(scope, list(self.counts), posting.domain_consistent)]

    def looks(self, posting: Posting) -> list[Look]:
        """What is there already, what has just as many places as it needs, small sets, and
        everything."""
        counts = {value: (least, most) for value, least, most in self.counts}
        strong = Look(SETS, posting.propagators(self), len)
        return [*looks_at_contents(posting.scope(self.variables), counts), strong]

    def in_machine_words(self, words: MachineWords) -> None:
        as_it_is = self.fits(words)
        size = len(self.variables)
        counts: dict[int, int | tuple[int, int]] = {}
        for value, least, most in self.counts:
            # More than there are variables need not be counted, and may be wide itself.
            within = (min(least, size + 1), min(most, size + 1))
            counts[value if as_it_is else words.code(value)] = within
        same = words.same if as_it_is else words.coded
        words.add(Cardinality(map(same, self.variables), counts, label=self.label))

    def fits(self, words: MachineWords) -> bool:
        return super().fits(words) and words.fits([value for value, _, _ in self.counts])

    def to_cp_sat(self, target: CpSat) -> None:
        for value, least, most in self.counts:
            holders = [v for v in self.variables if value in v.domain]
            if holders:
                times = sum(target.literal(v, value) for v in holders)
                target.model.add_linear_constraint(times, least, most)
            else:
                target.require(least == 0)

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        truths = []
        for value, least, most in self.counts:
            holders = [target.literal(v, value) for v in self.variables if value in v.domain]
            times = target.cp.LinearExpr.sum(holders)
            truths.append(target.truth_of(times >= least, times < least))
            truths.append(target.truth_of(times <= most, times > most))
        return target.all_of(truths)

    def to_minizinc(self, text: MiniZinc) -> str:
        if not self.counts or not self.variables:
            return str(self.check(())).lower()
        text.include("global_cardinality_low_up")
        columns = [f"[{', '.join(map(str, column))}]" for column in zip(*self.counts, strict=True)]
        scope = text.array(self.variables)
        return text.annotated(f"global_cardinality_low_up({scope}, {', '.join(columns)})")

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        if not self.counts or not self.variables:
            return self.to_minizinc(text)
        names = [text.name(variable) for variable in self.variables]
        times = [
            (f"sum([{', '.join(f'bool2int({name} = {value})' for name in names)}])", least, most)
            for value, least, most in self.counts
        ]
        return " /\\ ".join(f"{count} in {least}..{most}" for count, least, most in times)

    def remains(self, scope: Scope) -> Remains:
        """How often each value must and may still occur."""
        return CardinalityRemains(self.variables, self.counts, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """About as many states as ways to choose what of all that occurs is there already."""
        places = len(fixed.domains) + len(left.domains)
        return min(fixed.ways, log(comb(places, len(fixed.domains))))

    @classmethod
    def sample(cls, variables: Sequence[Variable], witness: Witness, dice: Random) -> Cardinality:
        """Some values about as often as in the witness, or never, or anything."""
        near = [value for variable in variables for value in variable.domain] or [0]
        near.append(max(near) + 1)
        held = [witness[variable] for variable in variables]
        counts: dict[int, int | tuple[int, int]] = {}
        for _ in range(dice.randint(0, 4)):
            value = dice.choice(near)
            least = max(0, held.count(value) - dice.randint(-1, 2))
            most = max(least, held.count(value) + dice.randint(0, 2))
            counts[value] = least if least == most else (least, most)
        return cls(variables, counts, label="how often")
