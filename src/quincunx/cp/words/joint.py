"""What several constraints together allow in the cells they share.

A *hinge* is an open cell that several of the constraints share; a *way* is a value for each hinge
such that every constraint can still hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quincunx.cp.constraints import engine_of
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Engine
from quincunx.cp.kernel.engine import Variable as Cell
from quincunx.cp.model import Variable
from quincunx.cp.words.phrases import Deduction, Phrases, listed

MAX_WAYS = 4
"""More ways are not listed."""


def hinges(deduction: Deduction) -> list[Variable]:
    """The open cells that several constraints of a deduction share."""
    count = Counter(v for one in deduction.constraints for v in dict.fromkeys(one.variables))
    return [v for v, rules in count.items() if rules > 1 and len(deduction.known[v]) > 1]


def joint_ways(deduction: Deduction, most: int = MAX_WAYS) -> list[tuple[int, ...]]:
    """The ways to fill the hinges, by propagation; empty if there are more than `most`."""
    scope = list(dict.fromkeys(v for one in deduction.constraints for v in one.variables))
    free = {v: Variable(at, v.name, v.open_domain) for at, v in enumerate(scope)}
    ungiven = [one.over([free[v] for v in one.variables]) for one in deduction.constraints]
    engine = engine_of(ungiven, list(free.values()))
    cells = dict(zip(scope, engine.variables, strict=False))
    for variable, cell in cells.items():
        basis = set(deduction.known[variable])
        bits = sum(1 << p for p in positions(cell.bits) if cell.value(p) in basis)
        if not engine.narrow(cell, bits):
            return []
    found: list[tuple[int, ...]] = []
    for way in _ways(engine, [cells[v] for v in hinges(deduction)], ()):
        found.append(way)
        if len(found) > most:
            return []
    return found


def _ways(
    engine: Engine, cells: Sequence[Cell], begun: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    if not engine.propagate():
        return
    if not cells:
        yield begun
        return
    for position in positions(cells[0].bits):
        mark = engine.mark()
        engine.narrow(cells[0], 1 << position)
        yield from _ways(engine, cells[1:], (*begun, cells[0].value(position)))
        engine.undo(*mark)


def joint_reason(deduction: Deduction, phrases: Phrases) -> str:
    """The ways of the hinges if they are few, otherwise which cells are shared."""
    shared = hinges(deduction)
    about = phrases.about(deduction)
    # One by one, because the places must stand in the order of the values.
    places = listed(map(phrases.place, shared), "and")
    ways = joint_ways(deduction)
    if not ways or deduction.contradicts:
        fails = "cannot both be kept" if deduction.contradicts else "go together only in some ways"
        which = f", which share {places}," if len(shared) <= MAX_WAYS else ""
        return f"{about}{which} {fails}"
    shown = [
        listed([phrases.value(v, n) for v, n in zip(shared, way, strict=True)], "and")
        for way in ways
    ]
    verb = "is" if len(shared) == 1 else "are"
    return f"for {about} together {places} {verb} {', or '.join(shown)}"
