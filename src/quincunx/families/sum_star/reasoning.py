"""Sum Star for explanations: the rules as a person applies them, and techniques of the family.

Each dodecagon has its contents and its X pattern, the four cells that hold X; each black triangle
has the cells around it, in the order in which each shares an edge with the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import log2
from typing import TypeVar

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.distinct_sum.words import effort_by_digits
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Propagator
from quincunx.cp.kernel.engine import Variable as KernelVariable
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.applied_techniques import AppliedTechnique, techniques_for
from quincunx.cp.words.phrases import Deduction, Phrases, is_read_whole, reason_of
from quincunx.cp.words.techniques import FEW_WAYS, Technique
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    BlackTriangle,
    Cell,
    X,
    cell_name,
    letters,
    neighbours,
)
from quincunx.families.sum_star.model import CONTENT_COUNTS, add_cells, around_triangle, x_patterns
from quincunx.families.sum_star.propagators import (
    AroundTrianglePropagator,
    NextToX,
    XPatternPropagator,
)

T = TypeVar("T")

NEAR = neighbours([(0, 0)])
"""The cells of one dodecagon that share an edge with each."""

NEXT_TO_X = Technique("next to X", 1, 1.0, "A cell that shares an edge with an X is no X.")
X_PATTERNS = Technique(
    "X patterns",
    2,
    1.0,
    "Four X that do not touch stand in a dodecagon in 125 ways; all that are left agree on a cell.",
    ("four X",),
)
SUMS = Technique(
    "smallest and largest sums",
    2,
    1.5,
    "The smallest or the largest different digits for the other cells of a triangle leave too much "
    "or too little for a digit.",
    ("at least", "at most"),
    repeats_as_one=True,
)


def reasoning_model(puzzle: SumStar) -> Model:
    """The model that explanations use: one variable a cell and one constraint a rule."""
    model = Model(puzzle.identifier)
    cells = add_cells(model, puzzle.stars)
    for d in range(1, len(puzzle.stars) + 1):
        scope = tuple(cells[d, c] for c in CELLS)
        contents, apart = f"contents {letters(d)}", f"X of {letters(d)}"
        model.add(Cardinality(scope, CONTENT_COUNTS, label=letters(d), rules=(contents,)))
        model.add(XPattern(scope, label=letters(d), rules=(contents, apart)))
    near = neighbours(puzzle.places)
    for black in puzzle.triangles:
        # The number alone, where there is one: "the 22 at A9".
        name = black.name if black.number is None else black.name.removeprefix("triangle ")
        scope = tuple(cells[cell] for cell in in_touching_order(black.cells, near))
        closed = len(black.squares) == 3
        rules = tuple(_rules_around(black, near))
        around = AroundTriangle(scope, black.number, closed, label=f"the {name}", rules=rules)
        model.add(around)
    return model


def in_touching_order(cells: Sequence[Cell], near: Mapping[Cell, set[Cell]]) -> list[Cell]:
    """Cells in an order in which each touches the next.

    >>> near = {(1, 2): {(1, 1)}, (1, 1): {(1, 2), (1, 12)}, (1, 12): {(1, 1)}}
    >>> in_touching_order([(1, 2), (1, 12), (1, 1)], near)
    [(1, 2), (1, 1), (1, 12)]
    """
    ends = [cell for cell in cells if len(near[cell].intersection(cells)) < 2]
    order = [ends[0] if ends else cells[0]]
    while len(order) < len(cells):
        order.append(next(c for c in cells if c in near[order[-1]] and c not in order))
    return order


def _rules_around(black: BlackTriangle, near: Mapping[Cell, set[Cell]]) -> Iterator[str]:
    """The ids of the rules about the cells around a black triangle."""
    cells = black.cells
    yield black.rule
    yield from (f"X of {letters(d)}" for d, _ in black.squares)
    for one in cells:
        for other in sorted(near[one].intersection(cells)):
            if one[0] < other[0]:
                yield f"edge {cell_name(one)} {cell_name(other)}"


@dataclass(frozen=True, eq=False)
class AroundTriangle(Constraint):
    """The digits around a black triangle differ and add up to its number, and no two X touch.

    The variables are in touching order; `closed` if the last one touches the first. `total` is
    `None` for a triangle without a number.
    """

    total: int | None
    closed: bool

    @cached_property
    def numbers(self) -> DistinctSum | AllDifferent:
        """The same constraint without the condition on X."""
        return around_triangle(self.variables, self.total, self.label)

    def neighbours(self) -> list[tuple[Variable, Variable]]:
        """The pairs of cells that touch."""
        return _touching_pairs(self.variables, self.closed)

    def check(self, values: Sequence[int]) -> bool:
        digits = [value for value in values if value]
        return (
            self.total in (None, sum(digits))
            and len(set(digits)) == len(digits)
            and not any(a == b == X for a, b in _touching_pairs(values, self.closed))
        )

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [AroundTrianglePropagator(builder.scope(self.variables), self.total, self.closed)]


@techniques_for.register(AroundTriangle)
def around_triangle_techniques(
    around: AroundTriangle, builder: EngineBuilder
) -> list[AppliedTechnique]:
    """The techniques for digits with a sum, and for X that touch."""
    first, *others = techniques_for(around.numbers, builder)
    scope = builder.scope(around.variables)
    return [
        first,
        AppliedTechnique(NEXT_TO_X, [NextToX(scope, around.closed)], lambda _: 0.0),
        *others[:-1],
        AppliedTechnique(FEW_WAYS, None, effort_by_digits),
    ]


def _touching_pairs(cells: Sequence[T], closed: bool) -> list[tuple[T, T]]:
    return list(pairwise([*cells, cells[0]] if closed else cells))


@cache
def _pattern_bits() -> tuple[int, ...]:
    """The X patterns, with bit i set if the cell at place i holds X."""
    rows = x_patterns().rows
    return tuple(sum(1 << at for at, digit in enumerate(row) if not digit) for row in rows)


@dataclass(frozen=True, eq=False)
class XPattern(Constraint):
    """Four cells of a dodecagon hold X, and no two of these touch."""

    def check(self, values: Sequence[int]) -> bool:
        return sum(1 << at for at, value in enumerate(values) if value == X) in _pattern_bits()

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [XPatternPropagator(builder.scope(self.variables), list(_pattern_bits()))]


@techniques_for.register(XPattern)
def x_pattern_techniques(pattern: XPattern, builder: EngineBuilder) -> list[AppliedTechnique]:
    """The technique that goes through the patterns of X."""
    return [AppliedTechnique(X_PATTERNS, None, _effort_of_patterns)]


@reason_of.register(XPattern)
def x_pattern_reason(pattern: XPattern, deduction: Deduction, phrases: Phrases) -> str:
    """Which cells hold X, and which do not: "A has four X that do not touch, none at A1"."""
    needed = [v for v in pattern.variables if v in deduction.needed]
    held = [v for v in needed if tuple(deduction.known[v]) == (X,)]
    digits = [v for v in needed if X not in deduction.known[v]]
    cell = dict(zip(pattern.variables, ((1, c) for c in CELLS), strict=True))
    if clash := [v for v in held for other in held if cell[other] in NEAR[cell[v]]]:
        return f"{phrases.places(tuple(dict.fromkeys(clash)))} touch and are X"
    if deduction.contradicts:
        others = [v for v in pattern.variables if v not in digits and v not in held]
        holds = f"holds X at {phrases.places(held)} and can hold more" if held else "can hold X"
        return f"{pattern.label} {holds} only at {phrases.places(others)}, where four X would touch"
    reason = f"{pattern.label} has four X that do not touch"
    if held:
        them = "one of them" if len(held) == 1 else "among them"
        reason += f", {them} {phrases.places(held)}"
    if digits:
        reason += f", {'and ' if held else ''}none at {phrases.places(digits)}"
    return reason


for kind in (AroundTriangle, XPattern):
    is_read_whole.register(kind)(lambda _: True)


def _effort_of_patterns(open_ones: Sequence[KernelVariable]) -> float:
    """The effort of going through the patterns: it grows with the cells that may hold X."""
    count = sum(bool(variable.bits & variable.bit(X)) for variable in open_ones)
    return log2(1 + count)
