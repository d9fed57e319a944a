"""Numbers of occurrences for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words, numbers_fit


@add_in_machine_words.register(Cardinality)
def add(constraint: Cardinality, rewriter: Rewriter) -> None:
    unchanged = rewriter.fits_constraint(constraint)
    size = len(constraint.variables)
    counts: dict[int, int | tuple[int, int]] = {}
    for value, least, most in constraint.counts:
        # Counts beyond the number of variables mean the same as one more, and may be wide.
        within = (min(least, size + 1), min(most, size + 1))
        counts[value if unchanged else rewriter.code(value)] = within
    narrow = rewriter.narrow if unchanged else rewriter.coded
    rewriter.add(Cardinality(map(narrow, constraint.variables), counts, label=constraint.label))


@numbers_fit.register(Cardinality)
def fits(constraint: Cardinality, rewriter: Rewriter) -> bool:
    return rewriter.fits([value for value, _, _ in constraint.counts])
