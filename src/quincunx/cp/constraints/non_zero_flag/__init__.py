"""A flag that says whether any of some variables is non-zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from quincunx.cp.constraints import Constraint, Witness
from quincunx.cp.constraints.non_zero_flag.counting import NonZeroFlagRemains
from quincunx.cp.constraints.non_zero_flag.propagators import NonZeroFlagPropagator
from quincunx.cp.constraints.residual import Remains, Scope
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.posting import Posting
from quincunx.cp.model import Variable, names_of
from quincunx.cp.words.phrases import capitalised
from quincunx.errors import ModelError

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.engines.translation import CpSat, MachineWords, MiniZinc
    from quincunx.cp.words.phrases import Deduction, Phrases


@dataclass(frozen=True, eq=False)
class NonZeroFlag(Constraint):
    """The first variable is 1 when any of the others is non-zero, and 0 when all are zero."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.variables:
            raise ModelError(f"{self}: no variables, expected a flag and what it speaks of")

    @property
    def flag(self) -> Variable:
        return self.variables[0]

    def check(self, values: Sequence[int]) -> bool:
        flag, *others = values
        return flag == (1 if any(others) else 0)

    def formula(self) -> str:
        return f"{self.flag.name} says whether any is non-zero: {names_of(self.variables[1:])}"

    def subject(self, phrases: Phrases) -> str:
        return self.label or phrases.place(self.flag)

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        """What the flag says, and what is known."""
        flag, *others = self.variables
        scope = tuple(dict.fromkeys(others)) or (flag,)
        which = phrases.places(scope) if len(scope) == 1 else f"any of {phrases.places(scope)}"
        zero = phrases.value(scope[0], 0)
        rule = f"{phrases.place(flag)} says whether {which} is not {zero}"
        facts = phrases.facts(deduction)
        joint = ", but " if deduction.contradicts else ", and "
        return capitalised(rule + (joint + facts if facts else ""))

    def propagators(self, posting: Posting) -> list[Propagator]:
        return [NonZeroFlagPropagator(posting.scope(self.variables))]

    def in_machine_words(self, words: MachineWords) -> None:
        scope = [words.follower(self.flag, "as a flag", lambda value: value, (0, 1))]
        for other in self.variables[1:]:
            scope.append(words.follower(other, "is non-zero", lambda value: int(value != 0)))
        words.add(NonZeroFlag(tuple(scope), label=self.label))

    def to_cp_sat(self, target: CpSat) -> None:
        raised = target.literal(self.flag, 1)
        target.model.add_bool_or(raised, target.literal(self.flag, 0))
        non_zero = [~target.literal(v, 0) for v in self.variables[1:]]
        for literal in non_zero:
            target.model.add_implication(literal, raised)
        target.model.add_bool_or(~raised, *non_zero)

    def truth_in_cp_sat(self, target: CpSat) -> Any:
        raised, lowered = (target.literal(self.flag, value) for value in (1, 0))
        none = target.all_of([target.literal(v, 0) for v in self.variables[1:]])
        return target.any_of([target.all_of([raised, ~none]), target.all_of([lowered, none])])

    def to_minizinc(self, text: MiniZinc) -> str:
        flag, *others = map(text.name, self.variables)
        if not others:
            return f"{flag} = 0"
        return f"{flag} = bool2int(exists([{', '.join(f'{name} != 0' for name in others)}]))"

    def truth_in_minizinc(self, text: MiniZinc) -> str:
        return self.to_minizinc(text)

    def remains(self, scope: Scope) -> Remains:
        """What the flag says, and whether any was non-zero."""
        return NonZeroFlagRemains(self.variables, scope)

    def spread(self, fixed: Scope, left: Scope) -> float:
        """The flag, and whether any was non-zero."""
        return min(fixed.ways, log(3))

    @classmethod
    def sample(
        cls, variables: Sequence[Variable], witness: Witness, dice: Random
    ) -> NonZeroFlag | None:
        """The first of the variables says whether any other is non-zero."""
        return cls(tuple(variables), label="any of these") if variables else None
