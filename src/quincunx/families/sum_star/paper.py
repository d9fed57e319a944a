"""The program of the Sum Star paper: contents, three kinds of sums, and edges.

The paper (section 3.2) lists its constraints in words and prints two of them; the rest is as in
the author's program, which is public. They are posted in this order:
  global_cardinality     each dodecagon holds 1 to 9 once and X, which is 0, four times
  simpleRestrictions     the sum around a black triangle that one dodecagon has for itself
  doubleRestrictions     one that two share: first `notRepeatedInSum2`, then the sum
  tripleRestriction      the one in the middle: first `notRepeatedInSum`, then the sum
  crossListShadedEdges   A4 + B10 is not 0, and so on: facing triangles are not both X
  shadedDontShareEdge    neighbours in a ring differ, and the hexagon differs from its squares
Then comes labeling, with `min`.

What keeps digits different around a shared triangle is not a constraint but a disjunction of
Prolog: "this cell is not 0 and differs from those; or it is 0". So each such cell is a choice
point above the labeling, two for each double triangle and six for the middle one, twelve in all,
and what comes after a choice is posted anew each time it is made again.

Errors of the program that are reproduced:
  - The printed `notRepeatedInSum2` compares four of six cells, [A2, A3, B11, B12]; the text says
    all six.
  - The ring is not closed: A12 is compared with A11 twice, and never with A1, so both may be X.
    The text does not speak of it; the author's program has it so.
  - The paper prints the edge between dodecagons as A4 + B10 "#=" 0. That would make both X; its
    words say the opposite, and so does the program.
The program solves one arrangement only, three dodecagons around one black triangle.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.model import Model, Notes, Phase, Variable, When
from quincunx.cp.options import IN_TURN
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import CELLS, HEXAGON, SQUARES, Place
from quincunx.families.sum_star.model import CONTENT_COUNTS, add_cells

PLACES: tuple[Place, ...] = ((0, 0), (1, 0), (0, 1))
"""The places of A, B and C."""
A, B, C = range(3)

SIMPLE = (
    (A, (1, 2, 12), 1),
    (A, (8, 9, 10), 9),
    (A, (12, 11, 10), 11),
    (B, (12, 1, 2), 1),
    (B, (2, 3, 4), 3),
    (B, (4, 5, 6), 5),
    (C, (4, 5, 6), 5),
    (C, (6, 7, 8), 7),
    (C, (8, 9, 10), 9),
)
"""Black triangles of one dodecagon: its cells, and the square in the middle of them."""

DOUBLE = (
    ((A, (2, 3, 4), 3), (B, (12, 11, 10)), ((2, 3), (12, 11))),
    ((B, (6, 7, 8), 7), (C, (2, 3, 4)), ((7, 8), (3, 4))),
    ((C, (10, 11, 12), 11), (A, (6, 7, 8)), ((11, 12), (6, 7))),
)
"""Those of two: the cells of each, the square of the first, and two cells of each that are
compared."""

MIDDLE = ((A, (4, 5, 6), 5), (B, (8, 9, 10)), (C, (1, 2, 12)))
FACING = (((A, 4), (B, 10)), ((B, 8), (C, 2)), ((C, 12), (A, 6)))
"""The triangles that touch where two dodecagons meet."""
FACING_AT_MIDDLE = (((A, 4), (B, 10)), ((A, 6), (C, 12)), ((B, 8), (C, 2)))
"""The same pairs in the clauses around the middle, in their order: the first cell is 0, the second
is not."""

NOTES = Notes(
    follows="the program of the Sum Star paper: cardinalities, sums, and different digits by "
    "twelve choice points above the labeling",
    guessed="what the text only mentions is as in the author's public program; a given is a domain "
    "of one value, and a missing number no sum, because that program has neither",
    wrong="around a triangle of two dodecagons only four of six cells are compared, and cells 12 "
    "and 1 of a dodecagon may both be X",
    errs=True,
)


def paper_model(puzzle: SumStar) -> Model | None:
    """One variable a cell, 0 for X; `None` for an arrangement other than the paper's."""
    order = _paper_order(puzzle.places)
    if order is None:
        return None
    model = Model("cells and sums")
    model.notes = NOTES
    cells = add_cells(model, puzzle.stars)
    model.decisions = cells.values()
    stars = [puzzle.stars[d - 1] for d in order]
    by_number = [{c: cells[d, c] for c in CELLS} for d in order]
    _post(model, by_number, [star.sums for star in stars])
    return model


def printed_puzzle(sums: list[Any], before: int | None) -> dict[str, Any]:
    """The parts of a puzzle from the sums around each of the three dodecagons."""
    if before is not None or len(sums) != len(PLACES):
        raise ValueError
    return {"stars": [{"at": list(at), "sums": s} for at, s in zip(PLACES, sums, strict=True)]}


def _paper_order(places: Sequence[Place]) -> list[int] | None:
    """The numbers of the dodecagons that are A, B and C; `None` for another arrangement."""
    for q, r in places:
        wanted = [(q + dq, r + dr) for dq, dr in PLACES]
        if sorted(wanted) == sorted(places):
            return [places.index(place) + 1 for place in wanted]
    return None


def _post(
    model: Model, cells: Sequence[dict[int, Variable]], totals: Sequence[Sequence[int | None]]
) -> None:
    """Post the program's constraints in its order: after a choice, once that is made."""
    choices: list[Variable] = []

    def of(d: int, numbers: Sequence[int]) -> list[Variable]:
        return [cells[d][c] for c in numbers]

    def now() -> When:
        """The condition of the next constraints: the last choice is made, whichever way."""
        return ((choices[-1], None),) if choices else ()

    def add_sum(summed: Sequence[Variable], d: int, square: int) -> None:
        total = totals[d][square // 2]
        if total is not None:
            model.add(sum(summed) == total, label="sum", when=now())

    def choose(cell: Variable, against: Sequence[Variable], facing: Variable | None = None) -> None:
        """Post that a cell is not 0 and differs from some others; or that it is 0 and differs
        from the cell that it faces, if any. The first alternative is tried first."""
        choice = model.variable(f"{cell.name} is X", (0, 1), called={0: "no", 1: "yes"})
        # Only after the choice above it, so that nothing is propagated earlier than in the program.
        digit, empty = (*now(), (choice, 0)), (*now(), (choice, 1))
        model.add(cell != 0, label="a digit", when=digit)
        for other in against:
            model.add(cell != other, label="differ", when=digit)
        model.add(cell == 0, label="X", when=empty)
        if facing is not None:
            model.add(cell != facing, label="differ", when=empty)
        choices.append(choice)

    for d in (A, B, C):
        model.add(Cardinality(of(d, CELLS), CONTENT_COUNTS, label="contents"))
    for d, numbers, square in SIMPLE:
        add_sum(of(d, numbers), d, square)
    for (d, numbers, square), (other, others), (compared, against) in DOUBLE:
        for cell in of(d, compared):
            choose(cell, of(other, against))
        add_sum([*of(d, numbers), *of(other, others)], d, square)
    (d, numbers, square), second, third = MIDDLE
    first, second_cells, third_cells = of(d, numbers), of(*second), of(*third)
    facing = {cells[d][c]: cells[e][f] for (d, c), (e, f) in FACING_AT_MIDDLE}
    for cell in first:
        choose(cell, [*second_cells, *third_cells], facing.get(cell))
    for cell in second_cells:
        choose(cell, third_cells, facing.get(cell))
    add_sum([*first, *second_cells, *third_cells], d, square)
    for (d, c), (e, f) in FACING:
        model.add(cells[d][c] + cells[e][f] != 0, label="not both X", when=now())
    for d in (A, B, C):
        # The program compares cells 12 and 11 once more instead of closing the ring.
        for one, other in (*pairwise(range(1, 13)), (12, 11)):
            model.add(cells[d][one] != cells[d][other], label="differ", when=now())
        for square in SQUARES:
            model.add(cells[d][HEXAGON] != cells[d][square], label="differ", when=now())
    model.phases = (Phase(tuple(choices), IN_TURN), Phase(model.decisions))
