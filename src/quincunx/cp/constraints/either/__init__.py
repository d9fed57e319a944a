"""Disjunction and reification of constraints, like SICStus's `#\\/` and `#<=>`.

>>> from quincunx.cp.constraints.linear import Linear
>>> from quincunx.cp.model import Model
>>> model = Model()
>>> x, y, far = (model.variable(name, values) for name, values in
...              [("x", range(9)), ("y", range(9)), ("far", range(2))])
>>> smaller = Linear((x, y), (1, -1), "<=", -3)
>>> larger = Linear((x, y), (1, -1), ">=", 3)
>>> print(Either([smaller, larger]).formula())
x - y <= -3 or x - y >= 3
>>> print(Either([larger], far, label="far = 1 says that x is larger").formula())
far says x - y >= 3
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from quincunx.cp.constraints import Constraint, engine_of
from quincunx.cp.constraints.either.propagators import (
    Alternative,
    EitherPropagator,
    Hypothesis,
    Shift,
)
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.expressions import as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable, require_label
from quincunx.errors import ModelError, short_repr


@dataclass(frozen=True, eq=False)
class Either(Constraint):
    """At least one of the alternatives holds; or, with a `flag`, the flag is 1 if one holds and 0
    if none does.

    An alternative is a constraint of any kind, or a conjunction of several.

    With domain consistency a value stays if one of the alternatives leaves it; with bounds
    consistency, an alternative propagates only when it is the last. A flag of 0 forbids the
    alternatives by the negation of their constraints (`Constraint.opposite`), or, if there is none,
    when one of the variables is left open.
    """

    alternatives: tuple[tuple[Constraint, ...], ...]
    flag: Variable | None

    def __init__(
        self,
        alternatives: Iterable[Constraint | Iterable[Constraint]],
        flag: Variable | None = None,
        *,
        label: str = "",
    ) -> None:
        place = label or type(self).__name__
        require_label(label, type(self).__name__)
        held = tuple(
            (given,) if isinstance(given, Constraint) else as_tuple(given, place, "constraints")
            for given in as_tuple(alternatives, place, "alternatives")
        )
        object.__setattr__(self, "alternatives", held)
        object.__setattr__(self, "flag", flag)
        object.__setattr__(self, "label", label)
        if not isinstance(flag, Variable | None):
            raise ModelError(f"{self}: {short_repr(flag)} is not a variable of a model")
        mentioned = [] if flag is None else [flag]
        for constraint in chain.from_iterable(held):
            if not isinstance(constraint, Constraint):
                raise ModelError(f"{self}: {short_repr(constraint)} is not a constraint")
            mentioned += constraint.variables
        object.__setattr__(self, "variables", tuple(dict.fromkeys(mentioned)))
        self.__post_init__()

    def check(self, values: Sequence[int]) -> bool:
        value = dict(zip(self.variables, values, strict=True))
        holds = any(
            all(constraint.check([value[v] for v in constraint.variables]) for constraint in held)
            for held in self.alternatives
        )
        return holds if self.flag is None else value[self.flag] == holds

    def formula(self) -> str:
        texts = [" and ".join(_bracketed(c) for c in held) or "true" for held in self.alternatives]
        says = "" if self.flag is None else f"{self.flag.name} says "
        return says + (" or ".join(texts) or "false")

    def opposite(self) -> "Either | None":
        """None of the alternatives holds."""
        opposites = [opposite_of(held) for held in self.alternatives]
        found = [opposite for opposite in opposites if opposite is not None]
        if self.flag is not None or len(found) < len(opposites):
            return None
        return Either([found], label=self.label)

    def over(self, variables: Sequence[Variable]) -> "Either":
        new = dict(zip(self.variables, variables, strict=True))
        return Either(
            [[c.over([new[v] for v in c.variables]) for c in held] for held in self.alternatives],
            None if self.flag is None else new[self.flag],
            label=self.label,
        )

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        alternatives = []
        for held in self.alternatives:
            opposite = None if self.flag is None else opposite_of(held)
            negation = None if opposite is None else _hypothesis((opposite,), builder)
            alternatives.append(Alternative(_hypothesis(held, builder), negation))
        scope = builder.scope(self.variables)
        flag = None if self.flag is None else scope[0]
        return [EitherPropagator(scope, alternatives, flag, builder.domain_consistent)]


def opposite_of(held: Sequence[Constraint]) -> Constraint | None:
    """The negation of a conjunction, if there is one."""
    opposites = [constraint.opposite() for constraint in held]
    found = [opposite for opposite in opposites if opposite is not None]
    if len(found) < len(opposites):
        return None
    return found[0] if len(found) == 1 else Either(found)


def _hypothesis(held: Sequence[Constraint], builder: EngineBuilder) -> Hypothesis:
    """The hypothesis that constraints hold."""
    unknowns = tuple(dict.fromkeys(v for constraint in held for v in constraint.variables))
    scope = builder.scope(unknowns)
    match held:
        case [Linear(_, (1 | -1 as factor,), "==", constant)]:
            return Shift(scope, 0, scope[0].bit(factor * constant))
        case [Linear((x, y), (1, -1) | (-1, 1) as factors, "==", constant)] if x is not y:
            shift = scope[1].offset - scope[0].offset + factors[0] * constant
            if builder.domain_consistent and not (scope[0].values or scope[1].values):
                return Shift(scope, shift, -1)
    return Hypothesis(scope, partial(engine_of, held, unknowns, builder.domain_consistent))


def _bracketed(constraint: Constraint) -> str:
    """The formula as a part of another."""
    formula = constraint.formula()
    return f"({formula})" if isinstance(constraint, Either) else formula
