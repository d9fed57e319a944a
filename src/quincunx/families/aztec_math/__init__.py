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

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.limits import poll
from quincunx.cp.model import Model
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import PuzzleError
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
from quincunx.families.base.cells import Grid, pyramid
from quincunx.families.base.documents import changed_givens
from quincunx.families.base.shapes import ANY_NUMBER, Digit, Maybe
from quincunx.families.base.sketch import Role, Sketch

if TYPE_CHECKING:
    from quincunx.cp.constraints import Constraint
    from quincunx.families.base.scene import Scene

Digits: TypeAlias = list[list[int]]
Row: TypeAlias = tuple[int, ...]

MAX_LEVELS = 9
"""No row can hold more different digits."""
MAX_TEXT = 4_000
"""Most characters of a body, an answer or a state in text: JSON's brackets and commas are included,
and a note of all digits in every cell."""


@dataclass(frozen=True)
class AztecMath(Puzzle[Digits]):
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
            f"1 to {MAX_LEVELS} rows from the top, the i-th a list of i digits 1 to 9 or nulls",
            Grid(
                Maybe(Digit(1, 9)),
                1,
                MAX_LEVELS,
                pyramid,
                cell="row {}, cell {}",
                answer=Digit(number=ANY_NUMBER),
            ),
            called="pyramid",
        ),
    )
    example: ClassVar[Example] = Example(
        "aztec-math:8/__/_9_/8__2", [[8], [5, 3], [4, 9, 3], [8, 4, 5, 2]]
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for i, row in enumerate(self.rows, start=1):
            for digit in row:
                if digit is not None and row.count(digit) > 1:
                    raise PuzzleError(
                        f"aztec-math: row {i} has the digit {digit} more than once, "
                        "expected all different"
                    )
        for (i, j), left, right in _below(self.levels):
            top, a, b = self._given((i, j)), self._given(left), self._given(right)
            if top is not None and a is not None and b is not None and top not in made_of(a, b):
                raise PuzzleError(
                    f"aztec-math: row {i}, cell {j} is {top}, but {_sentence_of(a, b)}"
                )

    def _given(self, cell: tuple[int, int]) -> int | None:
        return self.rows[cell[0] - 1][cell[1] - 1]

    @property
    def levels(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def model(self) -> Model:
        """One variable a cell, one table a triple, and all different in every row."""
        model = Model(self.identifier)
        variables = self.layout.variables(model, range(1, 10), self.rows)
        for i in range(2, self.levels + 1):
            row = tuple(variables[i, j] for j in range(1, i + 1))
            model.add(AllDifferent(row, label=f"row {i}", rules=(f"row {i}",)))
        for top, left, right in _below(self.levels):
            model.add(
                Table(
                    (variables[top], variables[left], variables[right]),
                    _triples(),
                    label=f"{variables[top].name} and the two below it",
                    rules=(f"r{top[0]}c{top[1]}", f"row {left[0]}"),
                )
            )
        return model

    def paper_model(self) -> Model:
        from quincunx.families.aztec_math.paper import printed_program

        return printed_program(self)

    @staticmethod
    def related_constraints(model: Model) -> list[list[Constraint]]:
        """Three rows of the pyramid at once: a triple and those of its two lower cells."""
        triples = [c for c in model.constraints if isinstance(c, Table)]
        of_top = {triple.variables[0]: triple for triple in triples}
        return [
            [triple, of_top[left], of_top[right]]
            for triple in triples
            for _, left, right in [triple.variables]
            if left in of_top
        ]

    def phrases(self) -> Phrases:
        from quincunx.families.aztec_math.words import AztecPhrases

        return AztecPhrases(self.cells)

    def briefing(self) -> str:
        return (
            "Rows are counted from the top and cells from the left. Right below cell j of row i "
            "lie the cells j and j + 1 of row i + 1."
        )

    def rule_book(self) -> tuple[RuleEntry, ...]:
        from quincunx.families.aztec_math.rule_book import pyramid_rules
        from quincunx.families.base.rule_book import given_rules

        return (*pyramid_rules(self.levels), *given_rules(self))

    def count_solutions(self) -> int:
        """Row by row from the top: how many pyramids end in each possible row so far.

        However many pyramids there are, at most 9! rows have to be remembered: all
        3,211,665,350 pyramids of nine levels are counted in seconds.
        """
        choices = [
            [range(1, 10) if given is None else (given,) for given in row] for row in self.rows
        ]
        pyramids: dict[Row, int] = {(digit,): 1 for digit in choices[0][0]}
        for below in choices[1:]:
            pyramids = _with_row_below(pyramids, below)
        return sum(pyramids.values())

    def violations(self, solution: Digits) -> list[Violation]:
        found = changed_givens(self, solution)
        for i, j in self.cells:
            number = solution[i - 1][j - 1]
            if not 1 <= number <= 9:
                sentence = f"Row {i}, cell {j} is {number}, expected a digit from 1 to 9."
                found.append(Violation("digits", sentence, ((i, j),)))
        for i, row in enumerate(solution, start=1):
            for number in sorted(set(row)):
                places = tuple((i, j) for j, other in enumerate(row, start=1) if other == number)
                if len(places) > 1:
                    sentence = f"Row {i} holds {number} more than once, expected all different."
                    found.append(Violation("all different", sentence, places, f"row {i}"))
        for top, left, right in _below(self.levels):
            number, a, b = (solution[i - 1][j - 1] for i, j in (top, left, right))
            if number not in made_of(a, b):
                sentence = f"Row {top[0]}, cell {top[1]} is {number}, but {_sentence_of(a, b)}."
                found.append(Violation("top", sentence, (top, left, right), short_name(self, top)))
        return found

    def scene(self) -> Scene:
        from quincunx.families.aztec_math.scene import pyramid_scene

        return pyramid_scene(self)

    def sketch(self, solution: Digits | None = None) -> Sketch:
        sketch = Sketch()
        for i, row in enumerate(self.rows, start=1):
            line, start = 2 * i - 1, 2 * (self.levels - i)
            joint = "───" if i == 1 else "─┴─"
            sketch.put(line - 1, start, "┌" + "┬".join([joint] * i) + "┐", "frame")
            sketch.put(line, start, "│" + "   │" * i, "frame")
            for j, given in enumerate(row):
                if solution is not None:
                    text = str(solution[i - 1][j])
                    drawn = text if len(text) <= 3 else "…"
                    role: Role = "answer" if given is None else "given"
                    sketch.put_centred(line, start + 4 * j + 2, drawn, role)
                elif given is not None:
                    sketch.put(line, start + 4 * j + 2, str(given), "given")
        sketch.put(2 * self.levels, 0, "└" + "┴".join(["───"] * self.levels) + "┘", "frame")
        return sketch

    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("dom_wdeg",),
        max_text=MAX_TEXT,
        related_constraints=related_constraints,
        phrases=phrases,
        briefing=briefing,
        rule_book=rule_book,
        count=count_solutions,
        scene=scene,
        sketch=sketch,
        maker="quincunx.families.aztec_math.maker:AztecMaker",
        paper=PaperProgram(
            model=paper_model, proposals="quincunx.families.aztec_math.paper:proposals"
        ),
    )


def _below(levels: int) -> Iterator[tuple[tuple[int, int], tuple[int, int], tuple[int, int]]]:
    """Every triple of a pyramid: a cell above the bottom, and the left and right one below it."""
    for i in range(1, levels):
        for j in range(1, i + 1):
            yield (i, j), (i + 1, j), (i + 1, j + 1)


def made_of(a: int, b: int) -> dict[int, str]:
    """What two numbers side by side can have above them, and how it is made.

    >>> made_of(2, 6)
    {8: 'sum', 4: 'difference', 12: 'product', 3: 'quotient'}
    """
    made = {a + b: "sum"}
    made.setdefault(abs(a - b), "difference")
    made.setdefault(a * b, "product")
    for large, small in ((a, b), (b, a)):
        if small != 0 and large % small == 0:
            made.setdefault(large // small, "quotient")
    return made


def _sentence_of(a: int, b: int) -> str:
    """The part of a sentence that says what two numbers side by side can have above them.

    >>> _sentence_of(4, 9)
    '4 and 9 below it give only 13 (sum), 5 (difference) or 36 (product)'
    """
    *others, last = [f"{number} ({how})" for number, how in made_of(a, b).items()]
    before = f"{', '.join(others)} or " if others else ""
    return f"{a} and {b} below it give only {before}{last}"


@cache
def _triples() -> Rows:
    """Top, left and right of every triple there can be.

    Left and right stand in one row and so are never equal; to leave those out here as well
    lets a solver see more at once.
    """
    digits = range(1, 10)
    rows = [
        (top, left, right)
        for left in digits
        for right in digits
        if left != right
        for top in _results(left, right)
        if top in digits
    ]
    return Rows(tuple(sorted(rows)), "made of the two below")


def _results(left: int, right: int) -> set[int]:
    """The sum, the difference, the product and the exact quotient, either way.

    >>> sorted(_results(2, 6)), sorted(_results(5, 3))
    ([3, 4, 8, 12], [2, 8, 15])
    """
    small, large = sorted((left, right))
    quotient = {large // small} if large % small == 0 else set()
    return {left + right, large - small, left * right} | quotient


@cache
def _rights() -> Mapping[tuple[int, int], tuple[int, ...]]:
    """The digits that can stand to the right, by top and left."""
    rights: dict[tuple[int, int], tuple[int, ...]] = {}
    for top, left, right in _triples().rows:
        rights[top, left] = (*rights.get((top, left), ()), right)
    return rights


def _with_row_below(pyramids: Mapping[Row, int], below: Sequence[Sequence[int]]) -> dict[Row, int]:
    """How many pyramids end in each row, given that for the row above.

    Rows are taken in order, so that what can stand below the first digits of one row need not
    be found again for the next row that begins with the same digits.
    """
    rights = _rights()
    counts: dict[Row, int] = {}
    # beginnings[j]: the beginnings of rows that fit below the first j digits of the row above.
    beginnings: list[list[Row]] = [[(digit,) for digit in below[0]]]
    previous: Row = ()
    for row, count in sorted(pyramids.items()):
        poll()
        same = 0
        while same < len(previous) and previous[same] == row[same]:
            same += 1
        del beginnings[same + 1 :]
        for j in range(same, len(row)):
            top, allowed = row[j], below[j + 1]
            beginnings.append(
                [
                    (*start, digit)
                    for start in beginnings[j]
                    for digit in rights.get((top, start[-1]), ())
                    if digit in allowed and digit not in start
                ]
            )
        previous = row
        for lower in beginnings[-1]:
            counts[lower] = counts.get(lower, 0) + count
    return counts
