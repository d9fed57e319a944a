"""Alternatives for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.either import Either
from quincunx.cp.engines.machine_words import (
    Rewriter,
    add_in_machine_words,
    as_table,
    without_auxiliaries,
)
from quincunx.cp.model import Variable


@add_in_machine_words.register(Either)
def add(constraint: Either, rewriter: Rewriter) -> None:
    flags = [
        rewriter.image(flag, "as a flag", lambda value: value, (0, 1)) for flag in constraint.flags
    ]
    rewriter.add(_rewritten(constraint, rewriter, flags))


@without_auxiliaries.register(Either)
def without(constraint: Either, rewriter: Rewriter) -> tuple[Constraint, ...]:
    if any(map(rewriter.is_coded, constraint.flags)):
        return without_auxiliaries(as_table(constraint), rewriter)
    return (_rewritten(constraint, rewriter, rewriter.narrow_all(constraint.flags)),)


def _rewritten(constraint: Either, rewriter: Rewriter, flags: Sequence[Variable]) -> Either:
    alternatives = [
        [narrow for part in alternative for narrow in without_auxiliaries(part, rewriter)]
        for alternative in constraint.alternatives
    ]
    return Either(alternatives, flags, constraint.least, label=constraint.label)
