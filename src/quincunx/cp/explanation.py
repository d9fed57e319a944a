"""What follows from one constraint after another, in words.

>>> from quincunx import cp
>>> model = cp.Model()
>>> x, y, z = model.ints("x y z", 1, 9)
>>> model.add(x + y == 17, x < y, cp.all_different(x, y, z), z >= 7)
>>> print(model.explain())
1. x + y == 17, so x and y are 8 or 9.
2. x - y <= -1, where x is 8 or 9, so x is 8 and y is 9.
3. all different: x, y, z, where x is 8 and y is 9, so z is at most 7.
4. z >= 7, where z is 1 to 7, so z is 7.
Every variable has its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quincunx.cp.engines.conditional import unconditional
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.deduction import Change, Inference
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Engine
from quincunx.cp.kernel.search import Poll
from quincunx.cp.limits import limit_reached
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, listed

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint
    from quincunx.cp.model import Model


@dataclass(frozen=True)
class ModelExplanation:
    """Deductions from one constraint each, until nothing more follows or one is contradicted.

    `left` are the values that each variable can still have, and `contradiction` says whether the
    last step has shown that there is no solution. No values are tried, so results that need a
    search are not explained.
    """

    steps: tuple[Deduction, ...]
    left: Mapping[Variable, Sequence[int]]

    @classmethod
    def of(cls, model: Model) -> ModelExplanation:
        """The explanation of a model."""
        reasoning = _Reasoning(unconditional(model))
        steps = tuple(reasoning.steps())
        return cls(steps, {v: reasoning.values(v) for v in model.unknowns})

    @property
    def contradiction(self) -> bool:
        return bool(self.steps) and self.steps[-1].contradicts

    @property
    def open(self) -> tuple[Variable, ...]:
        """The variables that can still have several values."""
        return tuple(v for v, values in self.left.items() if len(values) > 1)

    def __str__(self) -> str:
        phrases = ModelPhrases()
        lines = [f"{n}. {phrases.sentence(step)}" for n, step in enumerate(self.steps, 1)]
        if self.contradiction:
            end = "There is no solution."
        elif self.open:
            open_ones = [f"{v.name} is {phrases.possible(v, self.left[v])}" for v in self.open]
            end = f"No single constraint says more: {listed(open_ones, 'and')}."
        else:
            end = "Every variable has its value."
        return "\n".join([*lines, end])


class ModelPhrases(Phrases):
    """The words of a plain model: its formulas, and the names of its variables."""

    def sentence(self, deduction: Deduction) -> str:
        constraint, facts = deduction.constraint, self.facts(deduction)
        name = f"{constraint.label}: " if constraint.label else ""
        reason = f"{name}{constraint.formula()}" + (f", where {facts}" if facts else "")
        claims = ": that cannot be" if deduction.contradicts else f", so {self.claims(deduction)}"
        return f"{reason}{claims}."


class _Reasoning:
    """The domains of a model's variables, and the propagators of each constraint."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._engine = Engine()
        self._engine.poll = Poll(None, limit_reached).poll
        builder = EngineBuilder(self._engine, domain_consistent=True)
        for variable in model.variables:
            builder.variable(variable)
        count = len(model.variables)
        self._rules: list[tuple[Constraint, Inference]] = []
        for constraint in model.constraints:
            scope = [self._engine.variables[v.index] for v in dict.fromkeys(constraint.variables)]
            propagators = builder.propagators(constraint)
            self._rules.append((constraint, Inference(self._engine, scope, propagators, count)))
        self._initial = [variable.bits for variable in self._engine.variables]

    def values(self, variable: Variable, bits: int | None = None) -> tuple[int, ...]:
        """The values that a variable can still have, or those of some bits."""
        own = self._engine.variables[variable.index]
        return tuple(map(own.value, positions(own.bits if bits is None else bits)))

    def steps(self) -> list[Deduction]:
        """Deductions from one constraint after another, as long as something follows."""
        found: list[Deduction] = []
        news = True
        while news:
            news = False
            for constraint, deduce in self._rules:
                changes = deduce()
                if changes == ():
                    continue
                found.append(self._deduction(constraint, deduce, changes))
                if changes is None:
                    return found
                news = True
                for change in changes:
                    self._engine.variables[change.variable].bits = change.after
        return found

    def _deduction(
        self, constraint: Constraint, deduce: Inference, changes: Sequence[Change] | None
    ) -> Deduction:
        known = {variable: self.values(variable) for variable in constraint.variables}
        needed = set(known)
        held = {variable: self._engine.variables[variable.index].bits for variable in known}
        left = {self._model.variables[one.variable]: one.after for one in changes or ()}
        refuted = None if changes is None else {v.index: ~bits for v, bits in left.items()}
        # A variable is not needed if the same follows from its whole domain.
        for variable, bits in held.items():
            own = self._engine.variables[variable.index]
            own.bits = self._initial[variable.index]
            if deduce.implies(refuted):
                needed.remove(variable)
            else:
                own.bits = bits
        for variable, bits in held.items():
            self._engine.variables[variable.index].bits = bits
        values = {variable: self.values(variable, bits) for variable, bits in left.items()}
        return Deduction((constraint,), known, frozenset(needed), values)
