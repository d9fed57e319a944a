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

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from quincunx.families import Capabilities, Cell, Example, Field, PaperProgram, Puzzle
from quincunx.families.base.layout import Grid, square
from quincunx.families.base.shapes import Digit, Whole
from quincunx.families.c_note.checker import find_violations
from quincunx.families.c_note.model import build_model

MAX_SIZE = 30
"""Maximum number of rows and columns."""
MAX_TARGET = 100_000
MAX_TEXT = 100 * MAX_SIZE * MAX_SIZE
"""Maximum length of an identifier, answer or state, in characters: allows for JSON's brackets and
commas, and for notes of some numbers a cell."""


@dataclass(frozen=True)
class CNote(Puzzle[list[list[int]]]):
    """A square of digits and the sum of its rows and columns."""

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
            "what every row and column sums to",
            Whole(1, MAX_TARGET),
            bounds=f"1 to {MAX_TARGET}",
        ),
        Field(
            "grid",
            "the rows as lists of digits 0 to 9",
            Grid(Digit(), 2, MAX_SIZE, square, things="digits"),
            bounds=f"2 to {MAX_SIZE} rows and columns",
        ),
    )
    example: ClassVar[Example] = Example(
        "c-note:100:884/625/361", [[18, 8, 74], [69, 26, 5], [13, 66, 21]]
    )
    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("enum",),
        max_text=MAX_TEXT,
        phrases="quincunx.families.c_note.words:CNotePhrases",
        briefing="quincunx.families.c_note.words:briefing",
        rule_book="quincunx.families.c_note.words:rule_book",
        scene="quincunx.families.c_note.scene:grid_scene",
        sketch="quincunx.families.c_note.scene:grid_sketch",
        maker="quincunx.families.c_note.maker:CNoteMaker",
        paper=PaperProgram(
            model="quincunx.families.c_note.paper:printed_program",
            proposals="quincunx.families.c_note.paper:proposals",
            max_answers=2,
            read_call="quincunx.families.c_note.paper:printed_puzzle",
            example="[8, 8, 4, 6, 2, 5, 3, 6, 1] or 100:[[8, 8, 4], [6, 2, 5], [3, 6, 1]]",
        ),
    )

    @property
    def size(self) -> int:
        """The number of rows, and of columns."""
        return len(self.grid)

    def digits(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Every cell with its given digit."""
        for i, row in enumerate(self.grid, start=1):
            for j, digit in enumerate(row, start=1):
                yield (i, j), digit

    def lines(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """The name and the cells of every row and column."""
        rows = self.layout.rows
        for kind, lines in (("row", rows), ("column", zip(*rows, strict=True))):
            for number, cells in enumerate(lines, 1):
                yield f"{kind} {number}", cells

    model = build_model
    violations = find_violations
