"""A value of a list for solvers with integers of 32 or 64 bits."""

from __future__ import annotations

from quincunx.cp.constraints.element import Element
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.engines.machine_words import Rewriter, add_in_machine_words, numbers_fit


@add_in_machine_words.register(Element)
def add(constraint: Element, rewriter: Rewriter) -> None:
    if constraint.numbers is not None:
        add_in_machine_words.default(constraint, rewriter)
        return
    index = constraint.variables[0]
    reached = [i for i in constraint.indices if index.domain[0] <= i <= index.domain[-1]]
    if not reached:
        rewriter.add(Table(rewriter.narrow_all((index,)), Rows(()), label=constraint.label))
        return
    # Only the items that the index can reach: others may have wide indices.
    items = [constraint.items[i - constraint.first] for i in reached]
    first = 1 if rewriter.is_coded(index) else reached[0]
    position = rewriter.image(index, "as an index", lambda i: i - reached[0] + 1, reached)
    compared = (constraint.variables[1], *items)
    narrow = rewriter.coded if any(map(rewriter.is_coded, compared)) else rewriter.narrow
    rewriter.add(Element((position, *map(narrow, compared)), first=first, label=constraint.label))


@numbers_fit.register(Element)
def fits(constraint: Element, rewriter: Rewriter) -> bool:
    return rewriter.fits((constraint.first, constraint.indices[-1]))
