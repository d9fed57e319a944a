"""Models of a single constraint."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from quincunx.cp import Constraint, Model, Variable

Domains: TypeAlias = Sequence[Sequence[int]]
Make: TypeAlias = Callable[[tuple[Variable, ...]], Constraint]


def model_of(make: Make, before: Domains) -> Model:
    """A constraint over variables with these domains."""
    model = Model()
    scope = tuple(model.variable(f"x{place}", values) for place, values in enumerate(before, 1))
    model.add(make(scope))
    return model
