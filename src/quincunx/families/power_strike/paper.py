"""The program of the Power Strike paper: powers of ten choose the digit that is removed.

A. Teixeira and H. Lima, "Power Strike". What each part of the model follows:

  section 3.1   the first number is Start, every other one in 1..Max with Max = Start * Multiplier *
                (nCells - 1). That is a bound of nothing: numbers grow up to Start *
                Multiplier^(nCells - 1), and the paper's own small example needs 96 where Max is 48.
  section 3.2   `Coeffs`: the powers of ten 1, 10, 100, ..., one more than Max has digits.
  example 2     `element(_, Coeffs, PowerIminus1)`, `PowerI #= PowerIminus1 * 10`, `LeftSide #=
                Number // PowerI`, `RightSide #= Number mod PowerIminus1`, and the number without
                the digit is `LeftSide * PowerIminus1 + RightSide`. A power above the number's
                first digit removes nothing, so that a number of two digits or more may be followed
                by itself, which the rules forbid.
  example 1     either `NextElement #= CurrElement * Multiplier` and the power is 1, or
                `CurrElement #>= 10` and NextElement is the number without the digit; a disjunction
                of reified constraints, so that nothing follows before one of the two is refuted.
                It is posted for each number and the next, and for the last and the first.
  section 3.3   `labeling([ff, bisect, up], ...)`.

What had to be guessed: that `GeneratedPower` is PowerIminus1; that the variables labelled are the
numbers followed by those powers, all at once. With that, and not with the numbers alone, the first
answer to the big example is the one that the paper prints: 41, 4, 28, 196, 19, 9, 63, 441. A number
can become the same by removing either of two digits, and is then answered once for each.

The paper's program takes one number. Here others may be given as well, and the first given is
its Start. The paper speaks of integer overflow with larger inputs: SICStus has a
largest integer for domains; here domains of more than 2^26 values are refused.

The authors' own program is public and differs in three ways: Max is Start * Multiplier^(nCells -
1); the number without a digit differs from the number, so that no number follows itself; and the
powers are labelled before the numbers. It measures its labeling alone, and stops it after 20 s.
"""

from dataclasses import replace
from typing import Any

from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.quotient import Quotient
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.model import Model, Notes, Phase, Values, Variable
from quincunx.families.power_strike import PowerStrike

MAX_CELLS = 1_000
"""Cells of a ring that is given by its inputs."""

PRINTED = Notes(
    follows="the printed bound Start * Multiplier * (cells - 1), a list of powers with element, "
    "quotient and remainder, and the disjunction of multiply and remove",
    guessed="numbers and powers are labelled together",
    wrong="the bound loses solutions, a number may be followed by itself, and answers are repeated "
    "if either of two digits can be removed",
    loses=True,
    repeats=True,
    errs=True,
)
AUTHORS = Notes(
    follows="the authors' public program: the bound Start * Multiplier^(cells - 1), no number that "
    "follows itself, and the powers labelled before the numbers",
    wrong="answers are repeated if either of two digits can be removed",
    repeats=True,
)


def printed_puzzle(numbers: list[Any], before: int | None) -> dict[str, Any]:
    """The parts of a puzzle from the three inputs of the program: start, cells, multiplier."""
    start, cells, multiplier = numbers
    if before is not None or not 2 <= cells <= MAX_CELLS:
        raise ValueError
    return {"multiplier": multiplier, "ring": [start] + [None] * (cells - 1)}


def paper_model(puzzle: PowerStrike, authors: bool = False) -> Model:
    """One variable a number, and for each step the power of ten of the digit that is removed."""
    model = Model("Power Strike as its paper prints it")
    # Zeros in front vanish in both programs, also where a puzzle forbids that.
    model.notes = replace(AUTHORS, errs=puzzle.forbids_leading_zeros) if authors else PRINTED
    ring, steps = puzzle.ring, len(puzzle.ring) - 1
    start = next(number for number in ring if number is not None)
    most = start * (puzzle.multiplier**steps if authors else puzzle.multiplier * steps)
    tens = tuple(10**place for place in range(len(str(most)) + 1))

    def add_step(name: str, number: Variable, following: Variable) -> Variable:
        """Post the step from a number to the next; returns the power of ten of its digit."""
        anything = range(max(most, number.domain[-1]) + 1)

        def helper(what: str, values: Values = anything) -> Variable:
            return model.variable(f"{name}, {what}", values)

        index = helper("index", range(1, len(tens) + 1))
        power = helper("power", tens)
        above = helper("power above", tuple(10 * ten for ten in tens))
        left, right, removed = helper("left side"), helper("right side"), helper("without a digit")
        quotient, shifted = helper("quotient"), helper("left side shifted")
        places = Rows(tuple(enumerate(tens, start=1)), "the powers of ten by their index")
        model.add(Table((index, power), places, label=f"{name}: a power of ten"))
        model.add(above == 10 * power, label=f"{name}: the power above")
        model.add(Quotient((number, above, left), label=f"{name}: left side"))
        model.add(Quotient((number, power, quotient, right), label=f"{name}: right side"))
        model.add(left * power == shifted, label=f"{name}: left side shifted")
        model.add(removed == shifted + right, label=f"{name}: without a digit")
        if authors:
            model.add(removed != number, label=f"{name}: another number")
        multiply = [
            Linear((following, number), (1, -puzzle.multiplier), "==", 0),
            Linear((power,), (1,), "==", 1),
        ]
        remove = [Linear((number,), (1,), ">=", 10), Linear((following, removed), (1, -1), "==", 0)]
        model.add(Either([multiply, remove], label=f"{name}: multiply or remove"))
        return power

    numbers = []
    for i, given in enumerate(ring, start=1):
        values = range(1, max(most, given or 1) + 1)
        numbers.append(model.variable(f"cell {i}", values, given=given))
        if given is not None and given > most:
            model.add(numbers[-1] <= most, label="the printed bound")
    pairs = enumerate(zip(numbers, [*numbers[1:], numbers[0]], strict=True), start=1)
    powers = [add_step(f"step {i}", *pair) for i, pair in pairs]
    model.decisions = numbers
    model.phases = [Phase((*powers, *numbers) if authors else (*numbers, *powers))]
    return model


def authors_model(puzzle: PowerStrike) -> Model:
    """The same with the bound, the inequality and the order of the authors' program."""
    return paper_model(puzzle, authors=True)
