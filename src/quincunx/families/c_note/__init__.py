"""C-Note: write digits before or after given ones until every row and column has the same sum.

Vocabulary:
  grid    n × n given digits
  target  what every row and every column of the finished grid sums to
  number  what a cell becomes: a positive integer whose digits include the given one

>>> from quincunx.families import parse, sketch_of
>>> puzzle = parse("c-note:100:884/625/361")
>>> print(sketch_of(puzzle, [[18, 8, 74], [69, 26, 5], [13, 66, 21]]))
┌─────┬─────┬─────┐
│  18 │   8 │  74 │ 100
├─────┼─────┼─────┤
│  69 │  26 │   5 │ 100
├─────┼─────┼─────┤
│  13 │  66 │  21 │ 100
└─────┴─────┴─────┘
  100   100   100
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from quincunx.cp.constraints.linear import Linear
from quincunx.cp.model import Model, Values, domain
from quincunx.cp.words.phrases import Phrases
from quincunx.families import (
    Capabilities,
    Example,
    Field,
    PaperProgram,
    Puzzle,
    RuleEntry,
    Violation,
)
from quincunx.families.base.capabilities import short_name
from quincunx.families.base.cells import Grid, square
from quincunx.families.base.shapes import Digit, Whole
from quincunx.families.base.sketch import Sketch, boxes

if TYPE_CHECKING:
    from quincunx.families.base.scene import Scene

Numbers: TypeAlias = list[list[int]]

MAX_SIZE = 30
"""Most rows and columns."""
MAX_TARGET = 100_000
MAX_TEXT = 100 * MAX_SIZE * MAX_SIZE
"""Most characters of a body, an answer or a state in text: JSON's brackets and commas are included,
and notes of some numbers a cell."""


@dataclass(frozen=True)
class CNote(Puzzle[Numbers]):
    """A square of digits and the sum its rows and columns shall have."""

    target: int
    grid: tuple[tuple[int, ...], ...]

    family: ClassVar[str] = "c-note"
    title: ClassVar[str] = "C-Note"
    rules: ClassVar[str] = (
        "Write digits before or after each given digit so that every row and every column sums "
        "to the target. Each cell becomes a positive number without leading zeros; a given digit "
        "may also stay as it is, unless it is 0."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            "target",
            f"what every row and column sums to, 1 to {MAX_TARGET}",
            Whole(1, MAX_TARGET),
        ),
        Field(
            "grid",
            f"the rows as lists of digits 0 to 9, 2 to {MAX_SIZE} rows and columns",
            Grid(Digit(), 2, MAX_SIZE, square, things="digits"),
        ),
    )
    example: ClassVar[Example] = Example(
        "c-note:100:884/625/361", [[18, 8, 74], [69, 26, 5], [13, 66, 21]]
    )

    @property
    def size(self) -> int:
        """How many rows there are, and how many columns."""
        return len(self.grid)

    def _givens(self) -> Iterator[tuple[int, int, int]]:
        """Row, column and given digit of every cell."""
        for i, row in enumerate(self.grid, start=1):
            for j, digit in enumerate(row, start=1):
                yield i, j, digit

    def model(self) -> Model:
        """One variable a cell, and one equation a row and a column."""
        most = largest_number(self.size, self.target)
        choices = [numbers_holding(digit, most) for row in self.grid for digit in row]
        return sums_model(self.identifier, self.size, self.target, choices)

    def paper_model(self) -> Model:
        from quincunx.families.c_note.paper import printed_program

        return printed_program(self)

    def phrases(self) -> Phrases:
        from quincunx.families.c_note.words import CNotePhrases

        return CNotePhrases(self.grid)

    def briefing(self) -> str:
        return (
            "Any number of digits may be written before a given digit, after it, or on both sides: "
            "4 may become 4, 14, 40 or 143. Rows are counted from the top and columns from the "
            "left."
        )

    def rule_book(self) -> tuple[RuleEntry, ...]:
        from quincunx.families.c_note.rule_book import sum_rules

        return sum_rules(self.target, self.grid)

    def violations(self, solution: Numbers) -> list[Violation]:
        found: list[Violation] = []
        for row, column, digit in self._givens():
            number = solution[row - 1][column - 1]
            place = f"Row {row}, column {column}"
            entry = f"digit {short_name(self, (row, column))}"
            if number < 1:
                sentence = f"{place} is {number}, expected a positive number."
                found.append(Violation("positive number", sentence, ((row, column),), entry))
            elif str(digit) not in str(number):
                sentence = f"{place} is {number}, expected a number with the given digit {digit}."
                found.append(Violation("given digit", sentence, ((row, column),), entry))
        lines = range(1, self.size + 1)
        for row in lines:
            total = sum(solution[row - 1])
            if total != self.target:
                sentence = f"Row {row} sums to {total}, expected {self.target}."
                cells = tuple((row, column) for column in lines)
                found.append(Violation("row sum", sentence, cells, f"row {row}"))
        for column in lines:
            total = sum(numbers[column - 1] for numbers in solution)
            if total != self.target:
                sentence = f"Column {column} sums to {total}, expected {self.target}."
                cells = tuple((row, column) for row in lines)
                found.append(Violation("column sum", sentence, cells, f"column {column}"))
        return found

    def scene(self) -> Scene:
        from quincunx.families.c_note.scene import grid_scene

        return grid_scene(self)

    def sketch(self, solution: Numbers | None = None) -> Sketch:
        target = str(self.target)
        written = [] if solution is None else [str(number) for row in solution for number in row]
        width = max(3, len(target), *map(len, written))
        if solution is None:
            width |= 1  # odd, so that a digit alone stands in the middle
        sketch = Sketch()
        boxes(sketch, [self.size] * self.size, width)
        for row, column, digit in self._givens():
            line, start = 2 * row - 1, (column - 1) * (width + 3)
            if solution is None:
                sketch.put(line, start + 2 + width // 2, str(digit), "given")
            else:
                number = str(solution[row - 1][column - 1])
                first = start + 2 + width - len(number)
                sketch.put(line, first, number, "answer")
                at = number.find(str(digit))
                if at >= 0:
                    sketch.put(line, first + at, str(digit), "given")
        for i in range(self.size):
            sketch.put(2 * i + 1, self.size * (width + 3) + 2, target, "clue")
            middle = i * (width + 3) + 2 + width // 2
            sketch.put_centred(2 * self.size + 1, middle, target, "clue")
        return sketch

    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("enum",),
        max_text=MAX_TEXT,
        phrases=phrases,
        briefing=briefing,
        rule_book=rule_book,
        scene=scene,
        sketch=sketch,
        maker="quincunx.families.c_note.maker:CNoteMaker",
        paper=PaperProgram(model=paper_model, proposals="quincunx.families.c_note.paper:proposals"),
    )


def largest_number(size: int, target: int) -> int:
    """The largest number a cell can hold: the other cells of its row hold at least 1 each."""
    return target - (size - 1)


def sums_model(name: str, size: int, target: int, choices: Sequence[Iterable[int]]) -> Model:
    """A square of numbers, each one of its choices, whose rows and columns sum to the target."""
    model = Model(name)
    for place, numbers in enumerate(choices):
        model.variable(f"row {place // size + 1}, column {place % size + 1}", numbers)
    ones = (1,) * size
    for i in range(size):
        row = tuple(model.variables[i * size : (i + 1) * size])
        model.add(Linear(row, ones, "==", target, label=f"row {i + 1}"))
    for j in range(size):
        column = tuple(model.variables[j::size])
        model.add(Linear(column, ones, "==", target, label=f"column {j + 1}"))
    return model


@lru_cache(maxsize=64)
def numbers_holding(digit: int, most: int) -> Values:
    """The numbers from 1 to `most` whose decimal digits include this one.

    Where there is none, a cell still needs something to hold: the smallest number with the
    digit, which is more than `most` and so too much for every row.

    >>> numbers_holding(0, 40)
    (10, 20, 30, 40)
    >>> numbers_holding(0, 9)
    range(10, 11)
    """
    # It is the last digit, or what stands before that holds it.
    found = set(range(digit or 10, most + 1, 10))
    if most >= 10:
        for tens in numbers_holding(digit, most // 10):
            found.update(range(10 * tens, min(10 * tens + 9, most) + 1))
    return domain(found or [digit or 10])
