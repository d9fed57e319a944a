"""Pencil marks: the numbers that the rules leave in each cell, each rule taken by itself.

That is what a careful player writes down before thinking: no rule is asked twice, and nothing
that follows from two of them together is found.
"""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.domain import positions
from quincunx.cp.limits import Limits, called_off, poll
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.capabilities import reasoning_model
from quincunx.families.base.documents import givens_of


def left_by_rules(puzzle: AnyPuzzle, written: Mapping[Cell, int]) -> dict[Cell, tuple[int, ...]]:
    """For every cell in which nothing is written or given, the numbers it can hold, unless there
    are numbers among them that nobody can list.

    >>> from quincunx.families import parse
    >>> left_by_rules(parse("aztec-math:8/__/_9_/8__2"), {})[3, 1]
    (1, 2, 3, 4, 5, 6, 7, 8)
    """
    model = reasoning_model(puzzle)
    engine = KernelRun(model, SearchOptions(limits=Limits(cancel=called_off))).engine
    variables = dict(zip(puzzle.cells, model.decisions, strict=True))
    for cell, number in {**givens_of(puzzle), **written}.items():
        known = engine.variables[variables[cell].index]
        if known.bits & known.bit(number):
            engine.narrow(known, known.bit(number))
    engine.forget_waiting()
    left = {variable.index: variable.bits for variable in engine.variables}
    for propagator in engine.propagators:
        poll()
        moment = engine.mark()
        if engine.run_alone(propagator):
            for variable, _ in engine.changes(moment[0]):
                left[variable.index] &= variable.bits
        engine.undo(*moment)
    marks: dict[Cell, tuple[int, ...]] = {}
    for cell, unknown in variables.items():
        if cell not in written and cell not in givens_of(puzzle):
            poll()
            value = engine.variables[unknown.index].value
            marks[cell] = tuple(map(value, positions(left[unknown.index])))
    return {cell: values for cell, values in marks.items() if variables[cell].other not in values}
