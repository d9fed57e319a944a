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
>>> print(Either([larger], [far], least=0, label="far = 1 says that x is larger").formula())
far says x - y >= 3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from quincunx.cp.constraints import Constraint, engine_of
from quincunx.cp.constraints.either.propagators import Alternative, EitherPropagator, Hypothesis
from quincunx.cp.expressions import as_tuple
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.model import Variable, require_integers
from quincunx.errors import ModelError


@dataclass(frozen=True, eq=False)
class Either(Constraint):
    """At least `least` of the alternatives hold.

    An alternative is a constraint of any kind, or a conjunction of several. `flags`, if given, are
    one variable for each alternative: 1 if it holds, 0 if not. With `least` 0 they only report.

    With domain consistency a value stays if enough of the alternatives leave it; with bounds
    consistency, alternatives propagate only when just enough are left. A flag of 0 forbids its
    alternative by the negation of its constraints (`Constraint.opposite`), or, if there is none,
    when one of its variables is left open.
    """

    alternatives: tuple[tuple[Constraint, ...], ...]
    flags: tuple[Variable, ...]
    least: int

    def __init__(
        self,
        alternatives: Iterable[Constraint | Iterable[Constraint]],
        flags: Iterable[Variable] = (),
        least: int = 1,
        *,
        label: str = "",
    ) -> None:
        place = label or type(self).__name__
        held = tuple(
            (given,) if isinstance(given, Constraint) else as_tuple(given, place, "constraints")
            for given in as_tuple(alternatives, place, "alternatives")
        )
        given_flags = as_tuple(flags, place, "flags")
        object.__setattr__(self, "alternatives", held)
        object.__setattr__(self, "flags", given_flags)
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "label", label)
        for constraint in self._constraints():
            if not isinstance(constraint, Constraint):
                raise ModelError(f"{self}: {constraint!r} is not a constraint")
        mentioned = [v for constraint in self._constraints() for v in constraint.variables]
        object.__setattr__(self, "variables", tuple(dict.fromkeys([*given_flags, *mentioned])))
        self.__post_init__()
        if given_flags and len(given_flags) != len(held):
            raise ModelError(
                f"{self}: {len(given_flags)} flags for {len(held)} alternatives, "
                "expected the same number, or none"
            )
        require_integers((least,), self, "the least number of alternatives")
        if least < 0:
            raise ModelError(f"{self}: at least {least} alternatives, expected 0 or more")

    def _constraints(self) -> list[Constraint]:
        return [constraint for held in self.alternatives for constraint in held]

    def check(self, values: Sequence[int]) -> bool:
        value = dict(zip(self.variables, values, strict=True))
        holding = [
            all(constraint.check([value[v] for v in constraint.variables]) for constraint in held)
            for held in self.alternatives
        ]
        flags = [value[flag] for flag in self.flags]
        return sum(holding) >= self.least and flags in ([], [int(holds) for holds in holding])

    def formula(self) -> str:
        texts = [" and ".join(_bracketed(c) for c in held) or "true" for held in self.alternatives]
        if self.flags:
            flagged = zip(self.flags, texts, strict=True)
            parts = [f"{flag.name} says {text}" for flag, text in flagged]
            parts += [f"at least {self.least}"] if self.least else []
            return "; ".join(parts)
        if self.least == 1:
            return " or ".join(texts) or "false"
        return f"at least {self.least}: {'; '.join(texts)}"

    def opposite(self) -> Either | None:
        """Enough of the alternatives do not hold."""
        opposites = [opposite_of(held) for held in self.alternatives]
        found = [opposite for opposite in opposites if opposite is not None]
        if self.flags or len(found) < len(opposites):
            return None
        return Either(found, (), max(0, len(found) - self.least + 1), label=self.label)

    def over(self, variables: Sequence[Variable]) -> Either:
        new = dict(zip(self.variables, variables, strict=True))
        return Either(
            [[c.over([new[v] for v in c.variables]) for c in held] for held in self.alternatives],
            [new[flag] for flag in self.flags],
            self.least,
            label=self.label,
        )

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        alternatives = []
        for place, held in enumerate(self.alternatives):
            opposite = opposite_of(held) if self.flags else None
            alternatives.append(
                Alternative(
                    _hypothesis(held, builder),
                    None if opposite is None else _hypothesis((opposite,), builder),
                    builder.scope([self.flags[place]])[0] if self.flags else None,
                )
            )
        scope = builder.scope(self.variables)
        return [EitherPropagator(scope, alternatives, self.least, builder.domain_consistent)]


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
    make = partial(engine_of, held, unknowns, builder.domain_consistent)
    return Hypothesis(builder.scope(unknowns), make)


def _bracketed(constraint: Constraint) -> str:
    """The formula as a part of another."""
    formula = constraint.formula()
    return f"({formula})" if isinstance(constraint, Either) else formula
