"""Rows of domains before and after propagation, for the tests of single kinds."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import Consistency
from tests.cp.kernel.helpers import propagated

Domains: TypeAlias = Sequence[Sequence[int]]
Make: TypeAlias = Callable[[tuple[Variable, ...]], Constraint]

D, B = "domain", "bounds"
R = range


def model_of(make: Make, before: Domains) -> Model:
    """A constraint over variables with these domains."""
    model = Model()
    scope = tuple(model.variable(f"x{place}", values) for place, values in enumerate(before, 1))
    model.add(make(scope))
    return model


def assert_left(
    make: Make, consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    """After propagation these domains are left, or it finds a contradiction."""
    expected = None if after is None else [list(values) for values in after]
    assert propagated(model_of(make, before), consistency) == expected, why
