"""Aztec Math: a pyramid of digits, each made of the two right below it.

Vocabulary:
  row     a level of the pyramid, counted from the top; row i holds i cells
  triple  a cell and the two right below it
  top     the upper cell of a triple: sum, difference, product or exact quotient of the others

>>> from quincunx.families import parse, sketch_of
>>> puzzle = parse("aztec-math:8/__/_9_/8__2")
>>> print(sketch_of(puzzle, [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]]))
      ┌───┐
      │ 8 │
    ┌─┴─┬─┴─┐
    │ 5 │ 3 │
  ┌─┴─┬─┴─┬─┴─┐
  │ 4 │ 9 │ 3 │
┌─┴─┬─┴─┬─┴─┬─┴─┐
│ 8 │ 4 │ 5 │ 2 │
└───┴───┴───┴───┘
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from quincunx.families import Capabilities, Example, Field, PaperProgram, Puzzle
from quincunx.families.aztec_math.checker import faults, find_violations
from quincunx.families.aztec_math.model import build_model
from quincunx.families.base.layout import Grid, Layout, pyramid
from quincunx.families.base.shapes import ANY_NUMBER, Digit, Maybe

MAX_LEVELS = 9
"""No row can hold more different digits."""
MAX_TEXT = 4_000
"""Maximum length of an identifier, answer or state, in characters: allows for JSON's brackets and
commas, and for a note of all digits in every cell."""


@dataclass(frozen=True)
class AztecMath(Puzzle[list[list[int]]]):
    """The rows of a pyramid from the top, with a digit or nothing in each cell."""

    rows: tuple[tuple[int | None, ...], ...]

    family: ClassVar[str] = "aztec-math"
    title: ClassVar[str] = "Aztec Math"
    rules: ClassVar[str] = (
        "Fill the pyramid with digits from 1 to 9. The digits in a row are all different. Every "
        "digit above the bottom row is the sum, the difference, the product or the exact "
        "quotient of the two right below it, taken either way round."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            "rows",
            "the rows from the top, the i-th a list of i digits 1 to 9 or nulls",
            Grid(
                Maybe(Digit(1, 9)),
                1,
                MAX_LEVELS,
                pyramid,
                cell="row {}, cell {}",
                answer=Digit(number=ANY_NUMBER),
            ),
            called="pyramid",
            bounds=f"1 to {MAX_LEVELS} rows",
        ),
    )
    example: ClassVar[Example] = Example(
        "aztec-math:8/__/_9_/8__2", [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]]
    )
    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("dom_wdeg",),
        max_text=MAX_TEXT,
        faults=faults,
        plain_rules="quincunx.families.aztec_math.model:plain_rules",
        related_constraints="quincunx.families.aztec_math.reasoning:related_constraints",
        phrases="quincunx.families.aztec_math.words:AztecPhrases",
        briefing="quincunx.families.aztec_math.words:briefing",
        rule_book="quincunx.families.aztec_math.words:rule_book",
        scene="quincunx.families.aztec_math.scene:pyramid_scene",
        maker="quincunx.families.aztec_math.maker:AztecMaker",
        count="quincunx.families.aztec_math.model:count_solutions",
        paper=PaperProgram(
            model="quincunx.families.aztec_math.paper:printed_program",
            proposals="quincunx.families.aztec_math.paper:proposals",
            read_call="quincunx.families.aztec_math.paper:printed_puzzle",
            example="[[9], [A, B], [C, 8, D]]",
        ),
    )

    @cached_property
    def layout(self) -> Layout:
        # Each row rests on two bricks of the row below.
        return replace(
            super().layout,
            where=lambda cell: (cell[1] - 1 + (self.levels - cell[0]) / 2, cell[0] - 1),
        )

    @property
    def levels(self) -> int:
        """The number of rows."""
        return len(self.rows)

    model = build_model
    violations = find_violations
