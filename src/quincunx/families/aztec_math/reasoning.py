"""How a person reasons about an Aztec Math."""

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table import Table
from quincunx.cp.model import Model


def related_constraints(model: Model) -> list[list[Constraint]]:
    """Three rows of the pyramid at once: a triple and those of its two lower cells."""
    of_top = {c.variables[0]: c for c in model.constraints if isinstance(c, Table)}
    return [
        [triple, *[of_top[lower] for lower in triple.variables[1:]]]
        for triple in of_top.values()
        if triple.variables[1] in of_top
    ]
