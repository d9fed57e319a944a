"""C-Note as its paper prints it: which digit of a number is the given one is tried in turn.

J. Sousa and R. Ribeiro, "Resolution and Optimization of a Decision Problem: C-Note". What each part
of the model follows:

  section 3.1   a list of variables, row after row, each in 1..Sum - Size. The text argues that
                three cells of 100 are at most [97, 1, 1]; those are 99, so 98 is lost.
  `sum_rows`    `sum(Row, #=, S)` for each row, then for each column: bounds consistency.
  `includes_digit`, first clause
                `Var mod 10 #= Input`: the given digit is the last.
  `includes_digit`, second clause
                `Var #> 0`, `Rest #= Var // 10`, and the same again for Rest: the given digit stands
                further to the left. The recursion ends where `#> 0` fails. A number that holds the
                digit twice satisfies both clauses, and is answered once for each; and since
                0 mod 10 is 0, a given 0 is found in front of every number.
  section 5     `labeling([], Output)` over the list, or other options where they are compared.

What had to be guessed, because the paper prints no predicate that calls all of these: the sums are
posted before the digits, and the digits cell after cell, so that the clauses are choices above the
labeling. Whether sums come first or last does not change the order of the 40 times that the paper
prints for labeling options; but with the sums first backtracks are nearly in proportion to the
times with step and bisect, and with the sums last they are not. Where `mod` takes away all numbers
with another last digit, and not just bounds, the order of the 40 times is lost.

Two things count a little more here than in SICStus: `Rest #> 0` is a constraint and not a change of
a domain, and `mod` has a quotient as well.
"""

from collections.abc import Iterator
from math import isqrt
from random import Random
from typing import Any

from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.model import Model, Notes, Phase, Variable, When
from quincunx.cp.options import IN_TURN
from quincunx.errors import PuzzleError
from quincunx.families.c_note import CNote
from quincunx.families.c_note.model import add_sums

TARGET = 100
"""The sum of a puzzle that is given by its digits alone."""
FIRST, SECOND = 1, 2
"""The clauses of `includes_digit`."""

NOTES = Notes(
    follows="includes_digit with its clauses as choices, sums by bounds, domains 1..Sum - Size",
    guessed="the sums are posted before the digits, and the digits cell after cell",
    wrong="it loses solutions with the number Sum - Size + 1, repeats answers with a number that "
    "holds its digit twice, and takes a given 0 to be in front of every number",
    loses=True,
    repeats=True,
    errs=True,
)


def printed_program(puzzle: CNote) -> Model:
    """One variable a cell, and one for each call of `includes_digit`: the clause it takes."""
    size, target = puzzle.size, puzzle.target
    model = Model("C-Note as its paper prints it")
    model.notes = NOTES
    cells = tuple(puzzle.layout.variables(model, range(1, max(1, target - size) + 1)).values())
    if target <= size:
        model.add(cells[0] <= target - size, label="an empty domain")
    ten = model.variable("ten", [10])
    digits = [model.variable(f"the digit {digit}", [digit]) for digit in range(10)]
    add_sums(model, cells, size, target)
    clauses: list[Variable] = []

    def includes_digit(
        number: Variable, given: Variable, name: str, call: int = 1, when: When = ()
    ) -> None:
        """The predicate of that name, called again for what stands to the left of the last digit;
        `when` are the clauses that led to this call."""
        most = number.domain[-1]
        label = f"{name} holds the {given.domain[0]}"
        clause = model.variable(f"{name}, clause {call}", (FIRST, SECOND), when=when)
        clauses.append(clause)
        first, second = (*when, (clause, FIRST)), (*when, (clause, SECOND))
        left = range(most // 10 + 1)
        quotient = model.variable(f"{name}, quotient {call}", left, when=first)
        model.add(Quotient((number, ten, quotient, given), label=label), when=first)
        if call > 1:  # a cell is above 0 anyway
            model.add(number >= 1, label=f"{number.name} is not 0", when=second)
        if most > 0:
            rest = model.variable(f"{name}, rest {call}", left, when=second)
            model.add(Quotient((number, ten, rest), label=label), when=second)
            includes_digit(rest, given, name, call + 1, second)

    for cell, (_, given) in zip(cells, puzzle.digits(), strict=True):
        includes_digit(cell, digits[given], cell.name)
    model.decisions = cells
    model.phases = [Phase(tuple(clauses), IN_TURN), Phase(cells)]
    return model


def printed_puzzle(digits: list[Any], target: int | None) -> dict[str, Any]:
    """The parts of a puzzle from the list of its digits, flat or row by row; 100 is the sum."""
    if all(isinstance(row, list) for row in digits):
        return {"target": target or TARGET, "grid": digits}
    size = isqrt(len(digits))
    if size * size != len(digits):
        raise ValueError
    rows = [digits[at : at + size] for at in range(0, len(digits), size)]
    return {"target": target or TARGET, "grid": rows}


def proposals(dice: Random, size: int, target: int) -> Iterator[CNote]:
    """An endless series of what the generator tries.

    The paper only says that it draws puzzles and asks for a second answer. In the authors'
    program, which is public, a grid of numbers in 1..Sum - Size * Size is labelled at random so
    that rows and columns add up, and one digit of each number is kept, all with the same
    probability. That program backtracks from a value that leads nowhere; here the grid is begun
    anew.

    Raises:
        PuzzleError: No grid of such numbers has these sums.
    """
    most = target - size * size
    if size * most < target:
        raise PuzzleError(
            f"c-note: the paper's generator writes numbers up to {most}, of which {size} never add "
            f"up to {target}, expected another size or target"
        )
    return _proposals(size, target, most, dice)


def _proposals(size: int, target: int, most: int, dice: Random) -> Iterator[CNote]:
    while True:
        grid: list[list[int]] = []
        while len(grid) < size:
            grid = _with_another_row(grid, size, target, most, dice)
        yield CNote(target, tuple(tuple(int(dice.choice(str(n))) for n in row) for row in grid))


def _with_another_row(
    grid: list[list[int]], size: int, target: int, most: int, dice: Random
) -> list[list[int]]:
    """The grid with one more row; an empty one if there is none."""
    row: list[int] = []
    below = size - len(grid) - 1
    for column in range(size):
        right = size - column - 1
        lowest, highest = 1, most
        for total, left in ((sum(row), right), (sum(above[column] for above in grid), below)):
            lowest = max(lowest, target - total - left * most)
            highest = min(highest, target - total - left)
        if lowest > highest:
            return []
        row.append(dice.randint(lowest, highest))
    return [*grid, row]
