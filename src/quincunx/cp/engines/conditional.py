"""Models for solvers that know nothing of clauses: what sleeps becomes an alternative.

A constraint that is there only after some choices says: one of these fell otherwise, or it holds.
A variable that is there only then says: they fell so, or it has its smallest value. So the
solutions are the same, though a solver may rule out what a program would not yet know of.

>>> from quincunx.cp.constraints.linear import Linear
>>> model = Model()
>>> way, x = model.variable("way", range(2)), model.variable("x", range(9))
>>> _ = model.add(Linear((x,), (1,), ">=", 5), when=[(way, 1)])
>>> print(awake(model).constraints[0].formula())
way != 1 or x >= 5
"""

from __future__ import annotations

from copy import copy

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Comparison, Linear
from quincunx.cp.model import Model, Variable


def awake(model: Model) -> Model:
    """The same with nothing that sleeps; the model itself where nothing does."""
    sleeping = [variable for variable in model.variables if variable.when]
    if not (sleeping or model.sleeping):
        return model
    same = copy(model)
    same.sleeping = {}
    same.constraints = [_always(model, constraint) for constraint in model.constraints]
    for variable in sleeping:
        made = [_is(choice, "==", value) for choice, value in variable.when if value is not None]
        same.constraints.append(Either([made, [_is(variable, "==", variable.domain[0])]]))
    return same


def _always(model: Model, constraint: Constraint) -> Constraint:
    """What can always be said of it."""
    when = model.sleeping.get(constraint, ())
    otherwise = [_is(choice, "!=", value) for choice, value in when if value is not None]
    if not otherwise:
        return constraint
    return Either([*otherwise, constraint], label=constraint.label)


def _is(variable: Variable, relation: Comparison, value: int) -> Linear:
    return Linear((variable,), (1,), relation, value)
