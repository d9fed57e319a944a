"""Looks at one constraint, held against all ways to fill its cells."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

from hypothesis import strategies as st

from quincunx.cp import Constraint, Variable
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Engine, Propagator
from quincunx.cp.words.applied_techniques import techniques_for
from quincunx.cp.words.phrases import Deduction

Values: TypeAlias = Sequence[Sequence[int]]
MakeConstraint: TypeAlias = Callable[[tuple[Variable, ...]], Constraint]


def holdings(digits: int, least: int, most: int) -> st.SearchStrategy[list[list[int]]]:
    """What so many cells can hold, each 0 or a digit."""
    some = st.sets(st.integers(0, digits), min_size=1).map(sorted)
    return st.lists(some, min_size=least, max_size=most)


def said_by_looks(make: MakeConstraint, holding: Values, digits: int) -> list[Values | None]:
    """What each look leaves of the cells, and in the end what all of the constraint's own
    propagators leave, one after the other; None is a contradiction."""
    engine = Engine()
    builder = EngineBuilder(engine, domain_consistent=True)
    unknowns = tuple(Variable(at, f"x{at}", range(digits + 1)) for at in range(len(holding)))
    for unknown in unknowns:
        builder.variable(unknown)
    cells = list(engine.variables)
    constraint = make(unknowns)
    own = builder.propagators(constraint)
    looks = [look.propagators or own for look in techniques_for(constraint, builder)]
    looks.append(own)
    for cell, values in zip(cells, holding, strict=True):
        cell.bits = sum(cell.bit(value) for value in values)
    return [_left(engine, cells, propagators) for propagators in looks]


def _left(engine: Engine, cells: Sequence[object], look: Sequence[Propagator]) -> Values | None:
    mark = engine.mark()
    consistent = all(engine.run_alone(propagator) for propagator in look)
    left = [[c.value(p) for p in positions(c.bits)] for c in engine.variables[: len(cells)]]
    engine.undo(*mark)
    return left if consistent else None


def left_by_brute_force(make: MakeConstraint, holding: Values) -> Values | None:
    """What stands in some way to fill the cells; None if there is no way."""
    unknowns = tuple(Variable(at, f"x{at}", range(10)) for at in range(len(holding)))
    constraint = make(unknowns)
    ways = [way for way in product(*holding) if constraint.check(way)]
    return [sorted({way[at] for way in ways}) for at in range(len(holding))] if ways else None


def assert_sound(make: MakeConstraint, holding: Values, digits: int) -> None:
    """No look rules out what stands in some way, and none finds a contradiction where there is a
    way."""
    true = left_by_brute_force(make, holding)
    for said in said_by_looks(make, holding, digits):
        if true is not None:
            assert said is not None
            assert all(set(t) <= set(s) for t, s in zip(true, said, strict=True))


def deduced(rule: Constraint, cells: Sequence[Variable], known: str, left: str) -> Deduction:
    """A deduction from text: the values of each cell before and after, with commas between cells;
    a question mark is any value, and nothing no change."""

    def values(text: str) -> dict[Variable, Sequence[int]]:
        parts = [part.strip() for part in text.split(",")]
        found = zip(cells, parts, strict=True)
        return {c: tuple(c.domain if p == "?" else map(int, p.split())) for c, p in found if p}

    before = values(known)
    needed = frozenset(cell for cell in cells if before[cell] != tuple(cell.domain))
    return Deduction((rule,), before, needed, values(left))
