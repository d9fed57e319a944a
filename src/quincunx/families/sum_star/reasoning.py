"""Sum Star as a person sees it: the cells and the rules, and nothing that only helps a solver.

Vocabulary, beside that of `dodecagons`:
  X pattern  the four cells of a dodecagon that hold X; there are 125
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log2

from quincunx.constraints import Constraint
from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.cardinality import Cardinality
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.looking import Look
from quincunx.constraints.table import Table
from quincunx.families.sum_star.constraints import X_COUNT, X, not_both_x, x_patterns
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    Cell,
    Star,
    black_triangles,
    cell_name,
    letters,
    shared_edges,
    triangle_name,
)
from quincunx.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.kernel.engine import Variable as Unknown
from quincunx.kernel.posting import Posting
from quincunx.model import Model, Variable
from quincunx.techniques import FEW_WAYS
from quincunx.wording import Deduction, Phrases


def reasoning_model(name: str, stars: Sequence[Star]) -> Model:
    """One variable a cell; its decisions are the cells A1 ... A13, B1 ..."""
    model = Model(name)
    cells: dict[Cell, Variable] = {}
    for d, star in enumerate(stars, 1):
        for c, given in zip(CELLS, star.cells, strict=True):
            cells[d, c] = model.variable(cell_name((d, c)), range(10), given=given)
    counts = {X: X_COUNT} | dict.fromkeys(range(1, 10), 1)
    for d in range(1, len(stars) + 1):
        scope = tuple(cells[d, c] for c in CELLS)
        contents, apart = f"contents {letters(d)}", f"X of {letters(d)}"
        model.add(Cardinality(scope, counts, label=letters(d), rules=(contents,)))
        model.add(XPattern(scope, label=letters(d), rules=(contents, apart)))
    places = [star.at for star in stars]
    for black in black_triangles(places):
        d, square = black.squares[0]
        number = stars[d - 1].sums[square // 2]
        scope = tuple(cells[cell] for cell in black.cells)
        label = f"the {triangle_name(black.squares, number)}"
        rules = (f"triangle {' '.join(map(cell_name, black.squares))}",)
        if number is None:
            model.add(AllDifferent(scope, frozenset({X}), label=label, rules=rules))
        else:
            model.add(DistinctSum(scope, number, label=label, rules=rules))
    for one, other in shared_edges(places):
        if one[0] != other[0]:
            names = f"{cell_name(one)} {cell_name(other)}"
            label = f"{cell_name(one)} and {cell_name(other)}, which share an edge"
            scope = (cells[one], cells[other])
            model.add(Table(scope, not_both_x(), label=label, rules=(f"edge {names}",)))
    return model


@cache
def _patterns() -> tuple[int, ...]:
    """The X patterns, with bit i for the cell at place i."""
    return tuple(
        sum(1 << at for at, digit in enumerate(row) if not digit) for row in x_patterns().rows
    )


@dataclass(frozen=True, eq=False)
class XPattern(Constraint):
    """Four of the cells of a dodecagon hold X, and no two of these touch."""

    def check(self, values: Sequence[int]) -> bool:
        return sum(1 << at for at, value in enumerate(values) if value == X) in _patterns()

    def propagators(self, posting: Posting) -> list[Propagator]:
        return [XPatternPropagator(posting.scope(self.variables))]

    def looks(self, posting: Posting) -> list[Look]:
        return [Look(FEW_WAYS, posting.propagators(self), _undecided)]

    def reason(self, deduction: Deduction, phrases: Phrases) -> str:
        held = [
            v.name for v in self.variables if v in deduction.needed and deduction.known[v] == (X,)
        ]
        digits = [
            v.name for v in self.variables if v in deduction.needed and X not in deduction.known[v]
        ]
        return x_pattern_reason(self.label, held, digits)


def x_pattern_reason(dodecagon: str, held: Sequence[str], digits: Sequence[str]) -> str:
    """Why an X pattern says something.

    >>> x_pattern_reason("A", ["A1"], ["A5", "A7"])
    'A has four X, no two of which touch; one is A1, none is A5 or A7'
    """
    parts = []
    if held:
        verb = "one is" if len(held) == 1 else "so far"
        parts.append(
            f"{verb} {' and '.join(held)}" if len(held) == 1 else f"among them {', '.join(held)}"
        )
    if digits:
        *most, last = digits
        parts.append(f"none is {', '.join(most)}{' or ' if most else ''}{last}")
    return f"{dodecagon} has four X, no two of which touch{'; ' if parts else ''}{', '.join(parts)}"


class XPatternPropagator(Propagator):
    """Cells that hold X in all patterns that are left, and cells that hold it in none."""

    def __init__(self, variables: list[Unknown]) -> None:
        super().__init__(variables, ON_CHANGE, False)

    def propagate(self, engine: Engine) -> int:
        must = may = 0
        for at, variable in enumerate(self.variables):
            bit = variable.bit(X)
            if variable.bits & bit:
                may |= 1 << at
                if variable.bits == bit:
                    must |= 1 << at
        left = [p for p in _patterns() if p & must == must and not p & ~may]
        if not left:
            return FAILED
        every = some = left[0]
        for pattern in left:
            every &= pattern
            some |= pattern
        for at, variable in enumerate(self.variables):
            bit = variable.bit(X)
            if every >> at & 1:
                kept = variable.bits & bit
            elif some >> at & 1:
                continue
            else:
                kept = variable.bits & ~bit
            if not engine.narrow(variable, kept):
                return FAILED
        return RAN


def _undecided(open_ones: Sequence[Unknown]) -> float:
    """What it takes to go through the patterns: each cell that may hold X or not counts."""
    count = sum(bool(variable.bits & variable.bit(X)) for variable in open_ones)
    return log2(1 + count)
