"""C-Note: write digits before or after given ones until every row and column has the same sum.

Vocabulary:
  grid    n × n given digits
  target  what every row and every column of the finished grid sums to
  number  what a cell becomes: a positive integer whose digits include the given one

>>> puzzle = CNote.from_body("100:884/625/361")
>>> print(puzzle.sketch([[18, 8, 74], [69, 26, 5], [13, 66, 21]]))
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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from quincunx.constraints.linear import Linear
from quincunx.errors import PuzzleError
from quincunx.families import Cell, Document, Example, Field, Puzzle, Violation
from quincunx.families._partial import partial_cells
from quincunx.families._reading import answer_data, items, refuse_long, shown, whole, whole_text
from quincunx.model import Model, Values, domain
from quincunx.sketch import Sketch
from quincunx.wording import Phrases

if TYPE_CHECKING:
    from quincunx.families._maker import AnyMaker

Numbers: TypeAlias = list[list[int]]

MAX_SIZE = 30
"""Most rows and columns."""
MAX_TARGET = 100_000
MAX_NUMBER = 10**18
"""Answers are read up to this number, far beyond any that could be right."""
MAX_TEXT = 25 * MAX_SIZE * MAX_SIZE
"""Most characters of a body or an answer in text, JSON's brackets and commas included."""

DIGITS = "0123456789"


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
        Field("target", f"what every row and column sums to, 1 to {MAX_TARGET}"),
        Field("grid", f"the rows as lists of digits 0 to 9, 2 to {MAX_SIZE} rows and columns"),
    )
    example: ClassVar[Example] = Example(
        "c-note:100:884/625/361", [[18, 8, 74], [69, 26, 5], [13, 66, 21]]
    )
    labeling: ClassVar[tuple[str, ...]] = ("enum",)

    def __post_init__(self) -> None:
        whole(self.target, "c-note: target", 1, MAX_TARGET)
        rows = items(self.grid, "c-note: grid", "rows", 2, MAX_SIZE)
        grid = tuple(
            tuple(
                whole(digit, f"c-note: row {i}, column {j}", 0, 9)
                for j, digit in enumerate(
                    items(row, f"c-note: row {i}", "digits", len(rows), len(rows)), start=1
                )
            )
            for i, row in enumerate(rows, start=1)
        )
        object.__setattr__(self, "grid", grid)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> CNote:
        return cls(document.get("target"), document.get("grid"))  # type: ignore[arg-type]

    @classmethod
    def from_body(cls, body: str) -> CNote:
        refuse_long(body, "c-note: puzzle", MAX_TEXT)
        target, colon, rows = body.partition(":")
        if not colon:
            raise PuzzleError(f"c-note: {shown(body)} has no colon, expected TARGET:ROW/ROW/...")
        number = whole_text(target, "c-note: target", 1, MAX_TARGET)
        return cls(number, tuple(_digits(row, i) for i, row in enumerate(rows.split("/"), start=1)))

    def document(self) -> Document:
        return {
            "family": self.family,
            "target": self.target,
            "grid": [list(row) for row in self.grid],
        }

    def body(self) -> str:
        return f"{self.target}:{'/'.join(''.join(map(str, row)) for row in self.grid)}"

    @property
    def size(self) -> int:
        """How many rows there are, and how many columns."""
        return len(self.grid)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple((row, column) for row, column, _ in self._givens())

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

    def phrases(self) -> Phrases:
        from quincunx.families.c_note.phrases import CNotePhrases

        return CNotePhrases(self.grid)

    def solution(self, numbers: Sequence[int]) -> Numbers:
        return [list(numbers[i * self.size : (i + 1) * self.size]) for i in range(self.size)]

    def read_solution(self, data: object) -> Numbers:
        """The numbers as rows of a list, or as text: `18,8,74/69,26,5/13,66,21`."""
        place = "c-note: solution"
        data = answer_data(data, place, MAX_TEXT)
        typed = isinstance(data, str)
        rows: object = data.split("/") if isinstance(data, str) else data
        numbers: Numbers = []
        for i, row in enumerate(items(rows, place, "rows", self.size, self.size), start=1):
            row_place = f"{place}, row {i}"
            written: object = row.split(",") if typed and isinstance(row, str) else row
            numbers.append(
                [
                    _number(number, f"{row_place}, column {j}", typed)
                    for j, number in enumerate(
                        items(written, row_place, "numbers", self.size, self.size), start=1
                    )
                ]
            )
        return numbers

    def read_partial(self, data: object) -> dict[Cell, int]:
        """The numbers as in a solution, `18,_,74/_,_,_/13,_,_`."""
        cells = self.cells
        return partial_cells(
            data,
            "c-note: state",
            [cells[i : i + self.size] for i in range(0, len(cells), self.size)],
            most=MAX_TEXT,
            comma=True,
            name=lambda cell: f"row {cell[0]}, column {cell[1]}",
            row_name=lambda number: f"row {number}",
            read=_number,
        )

    def violations(self, solution: Numbers) -> list[Violation]:
        found: list[Violation] = []
        for row, column, digit in self._givens():
            number = solution[row - 1][column - 1]
            place = f"Row {row}, column {column}"
            if number < 1:
                sentence = f"{place} is {number}, expected a positive number."
                found.append(Violation("positive number", sentence, ((row, column),)))
            elif str(digit) not in str(number):
                sentence = f"{place} is {number}, expected a number with the given digit {digit}."
                found.append(Violation("given digit", sentence, ((row, column),)))
        lines = range(1, self.size + 1)
        for row in lines:
            total = sum(solution[row - 1])
            if total != self.target:
                sentence = f"Row {row} sums to {total}, expected {self.target}."
                cells = tuple((row, column) for column in lines)
                found.append(Violation("row sum", sentence, cells))
        for column in lines:
            total = sum(numbers[column - 1] for numbers in solution)
            if total != self.target:
                sentence = f"Column {column} sums to {total}, expected {self.target}."
                cells = tuple((row, column) for row in lines)
                found.append(Violation("column sum", sentence, cells))
        return found

    @classmethod
    def maker(cls) -> AnyMaker:
        from quincunx.families.c_note.making import CNoteMaker

        return CNoteMaker()

    def sketch(self, solution: Numbers | None = None) -> Sketch:
        target = str(self.target)
        written = [] if solution is None else [str(number) for row in solution for number in row]
        width = max(3, len(target), *map(len, written))
        if solution is None:
            width |= 1  # odd, so that a digit alone stands in the middle
        sketch = Sketch()
        for i in range(self.size + 1):
            left, cross, right = "├┼┤" if 0 < i < self.size else "┌┬┐" if i == 0 else "└┴┘"
            border = left + cross.join(["─" * (width + 2)] * self.size) + right
            sketch.put(2 * i, 0, border, "frame")
        for row, column, digit in self._givens():
            line, start = 2 * row - 1, (column - 1) * (width + 3)
            sketch.put(line, start, "│", "frame")
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
            end = self.size * (width + 3)
            sketch.put(2 * i + 1, end, "│", "frame")
            sketch.put(2 * i + 1, end + 2, target, "clue")
            middle = i * (width + 3) + 2 + width // 2
            sketch.put_centred(2 * self.size + 1, middle, target, "clue")
        return sketch


def _digits(row: str, number: int) -> tuple[int, ...]:
    """The digits of a row of an identifier; its length is looked at later, with the others."""
    for column, character in enumerate(row, start=1):
        if character not in DIGITS:
            raise PuzzleError(
                f"c-note: row {number}, column {column} is {shown(character)}, "
                "expected a digit from 0 to 9"
            )
    return tuple(map(int, row))


def _number(value: object, place: str, typed: bool) -> int:
    if typed and isinstance(value, str):
        return whole_text(value.strip(), place, -MAX_NUMBER, MAX_NUMBER)
    return whole(value, place, -MAX_NUMBER, MAX_NUMBER)


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
