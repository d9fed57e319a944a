"""Pencil marks: the numbers that each rule on its own leaves in each cell.

Every rule is propagated once, from the givens and the written numbers alone: consequences of two
rules together are not found. A family whose cells could hold any number may list beforehand what
each can hold; its marks know these lists.
"""

from collections.abc import Mapping

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.deduction import changes_alone
from quincunx.cp.kernel.domain import positions
from quincunx.cp.limits import Limits, limit_reached, poll
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle, Cell
from quincunx.reasoning.study import study_of


def left_by_rules(puzzle: AnyPuzzle, written: Mapping[Cell, int]) -> dict[Cell, tuple[int, ...]]:
    """Return the candidates of every open cell, except cells with unlimited candidates.

    >>> from quincunx.families import parse
    >>> left_by_rules(parse("aztec-math:8/__/_9_/8__2"), {})[3, 1]
    (1, 2, 3, 4, 5, 6, 7, 8)
    """
    study = study_of(puzzle)
    model, givens = study.reasoning_model, study.givens
    engine = KernelRun(model, SearchOptions(limits=Limits(cancel=limit_reached))).engine
    variables = dict(zip(puzzle.cells, model.decisions, strict=True))
    for cell, number in {**givens, **written}.items():
        known = engine.variables[variables[cell].index]
        if known.bits & known.bit(number):
            engine.narrow(known, known.bit(number))
    engine.forget_waiting()
    left = {variable.index: variable.bits for variable in engine.variables}
    for propagator in engine.propagators:
        poll()
        for change in changes_alone(engine, [propagator], len(left)) or ():
            left[change.variable] &= change.after
    marks: dict[Cell, tuple[int, ...]] = {}
    for cell, unknown in variables.items():
        if cell not in written and cell not in givens:
            poll()
            value = engine.variables[unknown.index].value
            marks[cell] = tuple(map(value, positions(left[unknown.index])))
    return {cell: values for cell, values in marks.items() if variables[cell].other not in values}
