"""Sum Star as a person sees it: the cells and the rules, and nothing that only helps a solver.

Vocabulary, beside that of `dodecagons`:
  X pattern  the four cells of a dodecagon that hold X; there are 125
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log2

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.kernel.engine import Variable as Unknown
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.phrases import Deduction, Phrases, is_read_whole, reason_of
from quincunx.cp.words.techniques import Technique
from quincunx.families.sum_star.around import Around, in_a_round
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    BlackTriangle,
    Cell,
    Star,
    black_triangles,
    cell_name,
    letters,
    shared_edges,
    triangle_name,
)
from quincunx.families.sum_star.model import X_COUNT, X, x_patterns

X_PATTERNS = Technique(
    "X patterns",
    2,
    1.0,
    "Four X that do not touch stand in a dodecagon in 125 ways; all that are left agree on a cell.",
    "sum-star/paper",
)
SUMS = Technique(
    "smallest and largest sums",
    2,
    1.5,
    "The smallest or the largest different digits for the other cells of a triangle leave too much "
    "or too little for a digit.",
    "sum-star/paper",
)


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
    touching: dict[Cell, set[Cell]] = {cell: set() for cell in cells}
    for one, other in shared_edges(places):
        touching[one].add(other)
        touching[other].add(one)
    for black in black_triangles(places):
        d, square = black.squares[0]
        number = stars[d - 1].sums[square // 2]
        around = in_a_round(black.cells, touching)
        # The number alone, where there is one: "the 22 at A9".
        label = f"the {triangle_name(black.squares, number)}"
        label = label if number is None else label.replace("triangle ", "")
        model.add(
            Around(
                tuple(cells[cell] for cell in around),
                number,
                len(black.squares) == 3,
                label=label,
                rules=tuple(_rules_around(black, touching)),
            )
        )
    return model


def _rules_around(black: BlackTriangle, touching: Mapping[Cell, set[Cell]]) -> Iterator[str]:
    """The rules of what stands around a black triangle."""
    yield f"triangle {' '.join(map(cell_name, black.squares))}"
    yield from (f"X of {letters(d)}" for d, _ in black.squares)
    for one in black.cells:
        for other in sorted(touching[one]):
            if other in black.cells and one[0] < other[0]:
                yield f"edge {cell_name(one)} {cell_name(other)}"


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

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [XPatternPropagator(builder.scope(self.variables))]


@techniques_for.register(XPattern)
def x_pattern_techniques(constraint: XPattern, builder: EngineBuilder) -> list[AppliedTechnique]:
    return [AppliedTechnique(X_PATTERNS, builder.propagators(constraint), _undecided)]


@reason_of.register(XPattern)
def x_pattern_reason(constraint: XPattern, deduction: Deduction, phrases: Phrases) -> str:
    """Which cells hold X, and which do not: "A has four X that do not touch, none at A1"."""
    held = [v for v in constraint.variables if tuple(deduction.basis(v)) == (X,)]
    digits = [v for v in constraint.variables if X not in deduction.basis(v)]
    reason = f"{constraint.label} has four X that do not touch"
    if held:
        them = "one of them" if len(held) == 1 else "among them"
        reason += f", {them} {phrases.places(held)}"
    if digits:
        reason += f", {'and ' if held else ''}none at {phrases.places(digits)}"
    return reason


is_read_whole.register(XPattern)(lambda _: True)


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
