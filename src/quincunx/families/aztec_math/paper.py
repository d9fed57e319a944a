"""Aztec Math as its paper prints it: a disjunction of reified operations, and the generator.

D. Dinis and J. Gomes, "Programação em Lógica - Aztec Math", section 9.1. What each part follows:

  `aux_aztec`   goes from each row to the next, and posts nothing for a pyramid of one level: then
                no domain is known, labeling raises an error, and `catch` turns that into failure.
  `constraints_list`
                for each cell H, with H1 and H2 below it: the domains 1..9; `all_different` of the
                rest of the row from H on, and of the rest of the row below from H1 on (so that
                most of a row gets several such constraints); and the disjunction
                H #= H1 + H2, H #= abs(H1 - H2), H #= H1 * H2, or H1 #> H2 and 0 #= mod(H1, H2) and
                H #= H1 / H2, or the same the other way round.
  `aztec`       `labeling([], NewList)` over all cells, row after row from the top.
  `randOrAtom`, `createPyramid`, `try`, `generate`
                each cell is with probability 0.2 a number, drawn from 0..9 where the text says 1 to
                9, and otherwise empty; all solutions of the pyramid are listed; if that is just
                one, the pyramid is the answer, otherwise everything starts again.

How SICStus handles it had to be guessed: difference, product, quotients and remainders
are variables of their own, for which arithmetic holds whatever is chosen, and each comparison with
them has a flag: nothing follows from the disjunction before all but one of them are refuted.
`all_different` only removes the values of fixed cells, as SICStus documents it. The generator
starts again at once when a pyramid is not the answer. The second clause of the printed
`createPyramid` leaves choice points, so Prolog would first go back into them and also search that
pyramid cut to fewer rows, N - 1, N - 2 and so on.

The program is right: it finds every solution once, unless the pyramid has one level only.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.functions import max
from quincunx.cp.model import Model, Notes, Values, Variable
from quincunx.errors import PuzzleError
from quincunx.families.aztec_math import AztecMath

KEPT = 0.2
"""The probability that a cell of a generated pyramid holds a number."""
DRAWN = 10
"""Numbers below this are drawn."""

NOTES = Notes(
    follows="the full listing: all_different of the rest of each row, once from each cell, and a "
    "disjunction of reified operations",
    guessed="how SICStus decomposes operations inside a disjunction; and the generator starts "
    "again where Prolog would first try the same pyramid with fewer rows",
)
ONE_LEVEL = replace(NOTES, wrong="it has no answer for an empty pyramid of one level", loses=True)


def printed_program(puzzle: AztecMath) -> Model:
    """One variable a cell, and helpers for what is made of two neighbours."""
    model = Model("Aztec Math as its paper prints it")
    cells = list(puzzle.layout.variables(model, range(1, 10), puzzle.rows).values())
    model.notes = NOTES
    rows = [cells[i * (i - 1) // 2 : i * (i + 1) // 2] for i in range(1, puzzle.levels + 1)]
    if puzzle.levels == 1 and cells[0].given is None:
        model.notes = ONE_LEVEL
        model.add(cells[0] <= 0, label="labeling without a domain")
    for i, (row, below) in enumerate(pairwise(rows), start=1):
        for j in range(i):
            for rest, at in ((row[j:], i), (below[j:], i + 1)):
                label = f"row {at} from cell {j + 1} on"
                model.add(AllDifferent(tuple(rest), by_value=True, label=label))
            _add_operations(model, row[j], below[j], below[j + 1])
    model.decisions = cells
    return model


def printed_puzzle(rows: list[Any], before: int | None) -> dict[str, Any]:
    """The parts of a puzzle from the list of its rows, in which names stand for empty cells."""
    if before is not None or not all(isinstance(row, list) for row in rows):
        raise ValueError
    return {"rows": rows}


def _add_operations(model: Model, top: Variable, left: Variable, right: Variable) -> None:
    """Post the disjunction of `constraints_list` for a cell and the two below it."""

    def helper(what: str, values: Values) -> Variable:
        return model.variable(f"{top.name}, {what}", values)

    def flag(name: str, *held: Linear) -> Variable:
        """A flag that is 1 if and only if all of these hold."""
        found = helper(f"{name}?", range(2))
        model.add(Either([held], found, label=found.name))
        return found

    def division(name: str, large: Variable, small: Variable) -> Variable:
        """Whether one is larger, has the other as a divisor, and the top as the quotient."""
        quotient = helper(f"{name}, quotient", range(10))
        whole = helper(f"{name}, quotient of the remainder", range(10))
        rest = helper(f"{name}, remainder", range(9))
        model.add(Quotient((large, small, whole, rest), label=f"{name}, remainder"))
        model.add(Quotient((large, small, quotient), label=f"{name}, quotient"))
        larger = flag(f"{name}, larger", Linear((large, small), (1, -1), ">=", 1))
        exact = flag(f"{name}, exact", Linear((rest,), (1,), "==", 0))
        same = flag(f"{name}, same", _equal(top, quotient))
        return flag(name, *(Linear((one,), (1,), "==", 1) for one in (larger, exact, same)))

    difference = helper("difference", range(-8, 9))
    turned = helper("difference turned", range(-8, 9))
    distance = helper("distance", range(9))
    product = helper("product", range(1, 82))
    model.add(difference == left - right, label="difference")
    model.add(difference + turned == 0, label="difference turned")
    model.add(max(difference, turned) == distance, label="distance")
    model.add(left * right == product, label="product")
    flags = (
        flag("sum", Linear((top, left, right), (1, -1, -1), "==", 0)),
        flag("difference", _equal(top, distance)),
        flag("product", _equal(top, product)),
        division("left by right", left, right),
        division("right by left", right, left),
    )
    model.add(sum(flags) >= 1, label=f"{top.name} and the two below it")


def _equal(one: Variable, other: Variable) -> Linear:
    return Linear((one, other), (1, -1), "==", 0)


def proposals(dice: Random, levels: int) -> Iterator[AztecMath | None]:
    """An endless series of what the generator tries; `None` for what is not a pyramid, such as one
    with a 0.

    Raises:
        PuzzleError: No pyramid has this number of levels.
    """
    AztecMath(tuple((None,) * level for level in range(1, levels + 1)))
    return _proposals(levels, dice)


def _proposals(levels: int, dice: Random) -> Iterator[AztecMath | None]:
    while True:
        rows = tuple(
            tuple(dice.randrange(DRAWN) if dice.random() < KEPT else None for _ in range(level))
            for level in range(1, levels + 1)
        )
        try:
            yield AztecMath(rows)
        except PuzzleError:
            yield None
