"""All-different for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words, numbers_fit


@add_in_machine_words.register(AllDifferent)
def add(constraint: AllDifferent, rewriter: Rewriter) -> None:
    if not rewriter.add_unchanged(constraint):
        scope = tuple(map(rewriter.coded, constraint.variables))
        excepted = frozenset(map(rewriter.code, constraint.excepted))
        rewriter.add(AllDifferent(scope, excepted, label=constraint.label))


@numbers_fit.register(AllDifferent)
def fits(constraint: AllDifferent, rewriter: Rewriter) -> bool:
    return rewriter.fits(constraint.excepted)
