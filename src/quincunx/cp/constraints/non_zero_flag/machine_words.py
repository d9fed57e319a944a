"""A flag for numbers other than zero for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words


@add_in_machine_words.register(NonZeroFlag)
def add(constraint: NonZeroFlag, rewriter: Rewriter) -> None:
    scope = [rewriter.image(constraint.flag, "as a flag", lambda value: value, (0, 1))]
    for other in constraint.variables[1:]:
        scope.append(rewriter.image(other, "is non-zero", lambda value: int(value != 0)))
    rewriter.add(NonZeroFlag(tuple(scope), label=constraint.label))
