"""Domains after propagation, and the components of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from quincunx.cp.constraints import Constraint, engine_of
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.search import Poll
from quincunx.cp.limits import called_off
from quincunx.cp.model import Model, Variable
from quincunx.errors import TooBig

MAX_VALUES: Final = 1 << 17
"""Counting refuses variables with more values."""


def narrowed(model: Model) -> dict[Variable, Sequence[int]] | None:
    """The domains after propagation by our kernel; None on a contradiction."""
    engine = engine_of(model.constraints, model.variables)
    engine.poll = Poll(None, called_off).poll
    if not engine.propagate():
        return None
    left: dict[Variable, Sequence[int]] = {}
    for variable in model.variables:
        cell = engine.variables[variable.index]
        if cell.bits.bit_count() > MAX_VALUES:
            raise TooBig(
                f"counting: {variable.name} has {cell.bits.bit_count()} values, "
                f"expected at most {MAX_VALUES}"
            )
        left[variable] = [cell.value(position) for position in positions(cell.bits)]
    return left


def components(
    constraints: Sequence[Constraint], domains: Mapping[Variable, Sequence[int]]
) -> list[tuple[list[Variable], list[Constraint]]]:
    """The components: the variables that are not fixed in groups that share no constraint, each
    with its constraints."""
    leader: dict[Variable, Variable] = {v: v for v, values in domains.items() if len(values) > 1}

    def find(variable: Variable) -> Variable:
        while leader[variable] is not variable:
            leader[variable] = leader[leader[variable]]
            variable = leader[variable]
        return variable

    loose = {c: [v for v in dict.fromkeys(c.variables) if v in leader] for c in constraints}
    for scope in loose.values():
        for variable in scope[1:]:
            leader[find(variable)] = find(scope[0])
    parts: dict[Variable, tuple[list[Variable], list[Constraint]]] = {}
    for variable in leader:
        parts.setdefault(find(variable), ([], []))[0].append(variable)
    for constraint, scope in loose.items():
        if scope:
            parts[find(scope[0])][1].append(constraint)
    return list(parts.values())
