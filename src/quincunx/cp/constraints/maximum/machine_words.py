"""The largest or smallest of some numbers for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.maximum import Maximum
from quincunx.cp.constraints.table import MAX_TABULATED, Rows, Table
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words
from quincunx.cp.model import Variable
from quincunx.errors import EngineError


@add_in_machine_words.register(Maximum)
def add(constraint: Maximum, rewriter: Rewriter) -> None:
    if rewriter.add_unchanged(constraint):
        return
    # Ranks among all the values are in the same order as the values.
    scope = list(dict.fromkeys(constraint.variables))
    for variable in scope:
        if variable.size > MAX_TABULATED:
            raise EngineError(
                f"{constraint}: {variable.name} has {variable.size} values, expected at most "
                f"{MAX_TABULATED} where others do not fit in {rewriter.bits} bits"
            )
    values = sorted({value for variable in scope for value in variable.domain})
    ranks = {value: rank for rank, value in enumerate(values)}
    ranked: dict[Variable, Variable] = {}
    for variable in scope:
        rows = [
            (rewriter.code(value) if rewriter.is_coded(variable) else value, ranks[value])
            for value in variable.domain
        ]
        rank = rewriter.variable(f"{variable.name} rank", [row[1] for row in rows])
        rewriter.add(Table((rewriter.narrow(variable), rank), Rows(tuple(rows))))
        ranked[variable] = rank
    rewriter.add(constraint.over([ranked[variable] for variable in constraint.variables]))
