"""Models without conditional constraints and variables, for solvers that do not have these.

A conditional constraint becomes a disjunction: a choice was made differently, or the constraint
holds. A conditional variable has its smallest value unless the choices are made. The solutions stay
the same.

>>> from quincunx.cp.constraints.linear import Linear
>>> model = Model()
>>> way, x = model.variable("way", range(2)), model.variable("x", range(9))
>>> model.add(Linear((x,), (1,), ">=", 5), when=[(way, 1)])
>>> print(unconditional(model).constraints[0].formula())
way != 1 or x >= 5
"""

from copy import copy

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.expressions import Relation
from quincunx.cp.model import Model, Variable


def unconditional(model: Model) -> Model:
    """An equivalent model without `when`; the model itself if nothing in it is conditional."""
    conditional = [variable for variable in model.variables if variable.when]
    if not (conditional or model.sleeping):
        return model
    same = copy(model)
    same.sleeping = {}
    same.constraints = [_always(model, constraint) for constraint in model.constraints]
    for variable in conditional:
        made = [_is(choice, "==", value) for choice, value in variable.when if value is not None]
        same.constraints.append(Either([made, [_is(variable, "==", variable.domain[0])]]))
    return same


def _always(model: Model, constraint: Constraint) -> Constraint:
    """The constraint, or the disjunction that can always be required instead."""
    when = model.sleeping.get(constraint, ())
    otherwise = [_is(choice, "!=", value) for choice, value in when if value is not None]
    if not otherwise:
        return constraint
    return Either([*otherwise, constraint], label=constraint.label)


def _is(variable: Variable, relation: Relation, value: int) -> Linear:
    return Linear((variable,), (1,), relation, value)
