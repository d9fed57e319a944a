"""How a person reasons about an Aztec Math."""

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.table import Table
from quincunx.cp.model import Model


def related_constraints(model: Model) -> list[list[Constraint]]:
    """Three rows of the pyramid at once: a triple and those of its two lower cells."""
    triples = [c for c in model.constraints if isinstance(c, Table)]
    of_top = {triple.variables[0]: triple for triple in triples}
    return [
        [triple, of_top[left], of_top[right]]
        for triple in triples
        for _, left, right in [triple.variables]
        if left in of_top
    ]
