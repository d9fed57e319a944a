"""Multi-Balance: digits on a board that balance its rows and columns on fulcrums.

Vocabulary:
  fulcrum  `#` on the board: a cell that holds no digit and on which a line may balance
  line     a row or a column
  lever    a line with exactly one fulcrum, the only kind of line that may hold digits
  used     of a line: it holds digits; of a fulcrum: its row or its column is used
  torque   a digit times its distance to the fulcrum of its line

Every digit stands where two levers cross, one for its row and one for its column.

>>> puzzle = MultiBalance(4, ["#...", "...#", "..#.", "#..."])
>>> puzzle.identifier
'multi-balance:4:#.../...#/..#./#...'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from quincunx.cp.constraints.cardinality import Cardinality
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.non_zero_flag import NonZeroFlag
from quincunx.cp.model import Model, Variable
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import PuzzleError
from quincunx.families import (
    Capabilities,
    Cell,
    Example,
    Field,
    PaperProgram,
    Puzzle,
    RuleEntry,
    State,
    Violation,
)
from quincunx.families.base.capabilities import short_name
from quincunx.families.base.shapes import BLANK, Whole
from quincunx.families.base.sketch import Role, Sketch
from quincunx.families.base.state import Note
from quincunx.families.base.validation import shown
from quincunx.families.multi_balance.forms import (
    DIGITS,
    EMPTY,
    FIGURES,
    FULCRUM,
    MAX_SIDE,
    Board,
    BoardLayout,
    called,
    expected_digits,
    mark_of,
    noted,
    number_of,
)

if TYPE_CHECKING:
    from quincunx.families.base.scene import Label, Scene

MAX_TEXT = 60 * MAX_SIDE * MAX_SIDE
"""Most characters of a body, an answer or a state in text: JSON's quotes and commas are included,
and a note of all digits in every cell."""


@dataclass(frozen=True)
class MultiBalance(Puzzle[list[str]]):
    """A board of fulcrums, empty cells and given digits, and how many digits go on it."""

    digits: int
    board: tuple[str, ...]

    family: ClassVar[str] = "multi-balance"
    title: ClassVar[str] = "Multi-Balance"
    rules: ClassVar[str] = (
        "Place each of the digits 1 to n once in empty cells. A row or column holds no digit or "
        "at least two, and one that holds digits holds exactly one fulcrum (▲). There the "
        "torques balance: digit times distance to the fulcrum sums to the same on both sides. "
        "Every fulcrum is used by its row or by its column, never by both. Where n is above 9, the "
        "numbers 10 to n are placed like digits."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field("digits", "how many digits are placed, 1 to 12", Whole(1, len(DIGITS))),
        Field(
            "board",
            "the rows as texts: # a fulcrum, . empty, a digit a given; A, B, C are 10, 11, 12",
            Board(),
        ),
    )
    example: ClassVar[Example] = Example(
        "multi-balance:6:......#./...#..../#......#/......../......../.....#..",
        ["1.....#6", "4..#...3", "#......#", "........", "........", "2....#.5"],
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for row, column, mark in _marks(self.board):
            if mark not in EMPTY + FULCRUM + DIGITS[: self.digits]:
                raise PuzzleError(
                    f"multi-balance: row {row}, column {column} is {shown(mark)}, "
                    f"expected . # or {expected_digits(self.digits)}"
                )
        _require_possible_givens(self.board)
        if len(_placed(self.board)) == self.digits:
            for violation in self.violations(list(self.board)):
                raise PuzzleError(
                    f"multi-balance: all digits are given and break a rule: {violation.sentence}"
                )

    @cached_property
    def layout(self) -> BoardLayout:
        largest = FIGURES if self.digits <= FIGURES else len(DIGITS)
        return BoardLayout.of(self.board, largest)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells where two levers cross: no other can hold a digit."""
        fulcrums = _fulcrums(self.board)
        rows = sorted(_once(row for row, _ in fulcrums))
        columns = sorted(_once(column for _, column in fulcrums))
        return tuple(
            (row, column)
            for row in rows
            for column in columns
            if self.board[row - 1][column - 1] != FULCRUM
        )

    def model(self) -> Model:
        """One variable a cell, 0 where it stays empty, and two flags a fulcrum, one of them 1."""
        fulcrums = _fulcrums(self.board)
        given = _placed(self.board)
        model = Model(self.identifier)
        crossings: dict[Cell, Variable] = {}
        for row, column in self.cells:
            crossings[row, column] = model.variable(
                f"row {row}, column {column}",
                range(self.digits + 1),
                given=given.get((row, column)),
            )
        model.decisions = tuple(model.variables)
        model.add(
            Cardinality(
                model.decisions,
                dict.fromkeys(range(1, self.digits + 1), 1),
                label="the board",
            )
        )
        by_row: list[Variable] = []
        by_column: list[Variable] = []
        for row, column in fulcrums:
            arms = {c - column: cell for (r, c), cell in crossings.items() if r == row}
            by_row.append(_add_lever(model, (row, column), "row", arms))
            arms = {r - row: cell for (r, c), cell in crossings.items() if c == column}
            by_column.append(_add_lever(model, (row, column), "column", arms))
            model.add(
                Linear(
                    (by_row[-1], by_column[-1]),
                    (1, 1),
                    "==",
                    1,
                    label=_fulcrum(row, column),
                )
            )
        # Redundant, and it saves most of the search: a used line holds two digits or more, so
        # there are few ways to share the fulcrums between rows and columns.
        for flags, lines in ((by_row, "rows"), (by_column, "columns")):
            if flags:
                label = f"the {lines} that are used"
                coefficients = (1,) * len(flags)
                model.add(Linear(tuple(flags), coefficients, "<=", self.digits // 2, label=label))
        return model

    def givens(self) -> Mapping[Cell, int]:
        return _placed(self.board)

    def reasoning_model(self) -> Model:
        from quincunx.families.multi_balance.reasoning import reasoning_model

        fulcrums, placed = _fulcrums(self.board), _placed(self.board)
        return reasoning_model(self.identifier, self.digits, self.cells, fulcrums, placed)

    def paper_model(self) -> Model:
        from quincunx.families.multi_balance.paper import positions

        return positions(self)

    def paper_numbers(self, decided: Sequence[int]) -> list[int]:
        """The paper decides, digit after digit, the cell, counted row after row from 0."""
        width = len(self.board[0])
        digits = {at: digit for digit, at in enumerate(decided, start=1)}
        return [digits.get((row - 1) * width + column - 1, 0) for row, column in self.cells]

    def phrases(self) -> Phrases:
        from quincunx.families.multi_balance.words import BalancePhrases

        return BalancePhrases(self.digits, self.cells)

    def briefing(self) -> str:
        from quincunx.families.multi_balance.rule_book import balance_briefing

        return balance_briefing(self.digits)

    def rule_book(self) -> tuple[RuleEntry, ...]:
        from quincunx.families.base.rule_book import given_rules
        from quincunx.families.multi_balance.rule_book import balance_rules

        rules = balance_rules(self.digits, self.cells, _fulcrums(self.board))
        return (*rules, *given_rules(self))

    def solution(self, numbers: Sequence[int | None]) -> list[str]:
        rows = [list(row) for row in self.board]
        for (row, column), number in zip(self.cells, numbers, strict=True):
            rows[row - 1][column - 1] = mark_of(number) if number else EMPTY
        return ["".join(row) for row in rows]

    def numbers(self, solution: list[str]) -> list[int]:
        placed = _placed(solution)
        return [placed.get(cell, 0) for cell in self.cells]

    def read_solution(self, data: object) -> list[str]:
        """The rows as a list, or as text joined by `/`."""
        found = self.layout.read(data, "multi-balance: solution", MAX_TEXT, state=False)
        return ["".join(row) for row in self.layout.arranged(list(found.values()))]

    def read_notes(self, data: object) -> State:
        """The rows as in a solution; in JSON a row may also be a list with null and notes.

        What is not written yet is `.` or `_`; a cell that is known to stay empty is marked `x`,
        which is 0. Where no digit can stand nothing is kept.
        """
        place = "multi-balance: state"
        wording = noted(self.layout.largest)
        marks = self.layout.read(data, place, MAX_TEXT, state=True)
        crossings = set(self.cells)
        found: dict[Cell, int | Note] = {}
        for row, column, printed in _marks(self.board):
            cell = (row, column)
            mark: str | Note = marks.get(cell, BLANK)
            if (mark == FULCRUM) != (printed == FULCRUM):
                written = wording.text(mark) if isinstance(mark, Note) else shown(mark)
                has = "no fulcrum" if mark == FULCRUM else "a fulcrum"
                raise PuzzleError(
                    f"{place}, {self.layout.name(cell)} is {written}, but the board has {has} there"
                )
            if mark in (FULCRUM, EMPTY, BLANK):
                continue
            content = mark if isinstance(mark, Note) else number_of(mark)
            if cell in crossings:
                found[cell] = content
            elif not (content.allows(0) if isinstance(content, Note) else content == 0):
                raise PuzzleError(
                    f"{place}, {self.layout.name(cell)} is {wording.text(content)}, "
                    "but no row and column with one fulcrum each cross there"
                )
        return State.of(found)

    def violations(self, solution: list[str]) -> list[Violation]:
        return [
            *self._changed_cells(solution),
            *self._wrong_digits(solution),
            *self._wrong_lines(solution),
            *self._wrong_use(solution),
        ]

    def _changed_cells(self, solution: list[str]) -> Iterator[Violation]:
        for row, column, mark in _marks(self.board):
            answer = solution[row - 1][column - 1]
            if answer == mark or (mark == EMPTY and answer != FULCRUM):
                continue
            where = f"Row {row}, column {column}"
            has = {EMPTY: "is empty", FULCRUM: "has a fulcrum"}.get(answer, "")
            has = has or f"has {number_of(answer)}"
            if mark == FULCRUM and answer != FULCRUM:
                sentence = f"{where} is a fulcrum on the board, but {has} in the answer."
                yield Violation("fulcrum", sentence, ((row, column),))
            elif mark != FULCRUM and answer == FULCRUM:
                sentence = f"{where} has a fulcrum in the answer, but none on the board."
                yield Violation("fulcrum", sentence, ((row, column),))
            elif mark in DIGITS and answer != mark:
                sentence = f"{where} is given as {number_of(mark)}, but {has} in the answer."
                entry = f"given {short_name(self, (row, column))}"
                yield Violation("given", sentence, ((row, column),), entry)

    def _wrong_digits(self, solution: list[str]) -> Iterator[Violation]:
        placed = _placed(solution)
        for digit in range(1, len(DIGITS) + 1):
            at = tuple(cell for cell, placed_digit in placed.items() if placed_digit == digit)
            if digit > self.digits and at:
                expected = f"{called(self.digits)}s from 1 to {self.digits}"
                sentence = f"The {called(digit)} {digit} is placed, expected {expected}."
                yield Violation("digits", sentence, at, "digits")
            elif digit <= self.digits and len(at) != 1:
                how_often = f"placed {len(at)} times" if at else "not placed"
                sentence = f"The {called(digit)} {digit} is {how_often}, expected once."
                yield Violation("digits", sentence, at, "digits")

    def _wrong_lines(self, solution: list[str]) -> Iterator[Violation]:
        placed = _placed(solution)
        fulcrums = _fulcrums(self.board)
        for number in sorted({row for row, _ in placed}):
            digits = {c: digit for (r, c), digit in placed.items() if r == number}
            places = [c for r, c in fulcrums if r == number]
            at = tuple((number, column) for column in digits)
            yield from _wrong_line(
                "row", number, digits, places, ("to the left", "to the right of"), at
            )
        for number in sorted({column for _, column in placed}):
            digits = {r: digit for (r, c), digit in placed.items() if c == number}
            places = [r for r, c in fulcrums if c == number]
            at = tuple((row, number) for row in digits)
            yield from _wrong_line("column", number, digits, places, ("above", "below"), at)

    def _wrong_use(self, solution: list[str]) -> Iterator[Violation]:
        placed = _placed(solution)
        for row, column in _fulcrums(self.board):
            by_row = any(r == row for r, _ in placed)
            by_column = any(c == column for _, c in placed)
            if by_row == by_column:
                who = "both its row and its column" if by_row else "neither its row nor its column"
                yield Violation(
                    "use",
                    f"The fulcrum at row {row}, column {column} is used by {who}, "
                    "expected one of them.",
                    ((row, column),),
                    f"fulcrum {short_name(self, (row, column))}",
                )

    def scene(self) -> Scene:
        from quincunx.families.multi_balance.scene import board_scene

        return board_scene(self, _fulcrums(self.board), self.givens())

    def notes(self, written: Mapping[Cell, int]) -> list[Label]:
        """The torques beside each line that holds digits."""
        from quincunx.families.multi_balance.scene import torques

        return list(torques(self, _fulcrums(self.board), {**self.givens(), **written}))

    def sketch(self, solution: list[str] | None = None) -> Sketch:
        """The board in a frame, rows and columns numbered."""
        height, width = len(self.board), len(self.board[0])
        step = 2 if width < 10 and self.digits <= FIGURES else 3
        margin = len(str(height)) + 1
        line = "─" * (step * width + 1)
        sketch = Sketch()
        for column in range(1, width + 1):
            sketch.put(0, margin + step * (column - 1) + 1, str(column).rjust(step), "note")
        sketch.put(1, margin, f"┌{line}┐", "frame")
        for row in range(1, height + 1):
            sketch.put(row + 1, 0, str(row).rjust(margin - 1), "note")
            sketch.put(row + 1, margin, "│", "frame")
            sketch.put(row + 1, margin + len(line) + 1, "│", "frame")
        sketch.put(height + 2, margin, f"└{line}┘", "frame")
        for row, column, mark in _marks(solution or self.board):
            given = self.board[row - 1][column - 1] == mark
            symbol = {FULCRUM: "▲", EMPTY: "·"}.get(mark) or str(number_of(mark))
            role: Role = "given" if given else "answer"
            if mark in FULCRUM + EMPTY:
                role = "clue" if mark == FULCRUM else "note"
            sketch.put(row + 1, margin + step * column - len(symbol) + 1, symbol, role)
        return sketch

    capabilities: ClassVar[Capabilities] = Capabilities(
        labeling=("ff",),
        max_text=MAX_TEXT,
        givens=givens,
        reasoning_model=reasoning_model,
        phrases=phrases,
        briefing=briefing,
        rule_book=rule_book,
        numbers=numbers,
        read_solution=read_solution,
        read_state=read_notes,
        scene=scene,
        scene_notes=notes,
        sketch=sketch,
        maker="quincunx.families.multi_balance.maker:BalanceMaker",
        paper=PaperProgram(model=paper_model, numbers=paper_numbers),
    )


def _require_possible_givens(rows: Sequence[str]) -> None:
    """Refuse givens that break a rule whatever is placed beside them."""
    fulcrums = _fulcrums(rows)
    given: dict[int, Cell] = {}
    for (row, column), digit in _placed(rows).items():
        where = f"multi-balance: row {row}, column {column} gives {digit}"
        if digit in given:
            first = "row {}, column {}".format(*given[digit])
            raise PuzzleError(f"{where} like {first}, expected each digit once")
        given[digit] = (row, column)
        for line, count in (
            ("row", sum(r == row for r, _ in fulcrums)),
            ("column", sum(c == column for _, c in fulcrums)),
        ):
            if count != 1:
                raise PuzzleError(f"{where} in a {line} of {count} fulcrums, expected exactly one")
    for row, column in fulcrums:
        by_row = any(r == row for r, _ in given.values())
        by_column = any(c == column for _, c in given.values())
        if by_row and by_column:
            raise PuzzleError(
                f"multi-balance: givens use the fulcrum at row {row}, column {column} "
                "by its row and by its column, expected one of them"
            )


def _marks(rows: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Every cell of a board: its row, its column and what stands there."""
    for row, text in enumerate(rows, 1):
        for column, mark in enumerate(text, 1):
            yield row, column, mark


def _fulcrums(rows: Sequence[str]) -> list[Cell]:
    """The cells with fulcrums, in reading order."""
    return [
        (row, column)
        for row, text in enumerate(rows, 1)
        if FULCRUM in text
        for column, mark in enumerate(text, 1)
        if mark == FULCRUM
    ]


def _placed(rows: Sequence[str]) -> dict[Cell, int]:
    """The digits on a board by cell."""
    return {(row, column): number_of(mark) for row, column, mark in _marks(rows) if mark in DIGITS}


def _wrong_line(
    kind: str,
    number: int,
    digits: Mapping[int, int],
    fulcrums: Sequence[int],
    sides: tuple[str, str],
    at: tuple[Cell, ...],
) -> Iterator[Violation]:
    """What is wrong with a line that has these digits and fulcrums at these places."""
    entry = f"{kind} {number}"
    line = entry.capitalize()
    if len(digits) == 1:
        (digit,) = digits.values()
        yield Violation(
            "lonely digit",
            f"{line} holds only the {called(digit)} {digit}; a {kind} holds none or at least two.",
            at,
            entry,
        )
    if digits and len(fulcrums) != 1:
        how_many = f"{len(fulcrums)} fulcrums" if fulcrums else "no fulcrum"
        sentence = f"{line} holds digits and {how_many}, expected exactly one fulcrum."
        yield Violation("one fulcrum", sentence, at, entry)
    elif digits:
        (fulcrum,) = fulcrums
        before = sum(
            digit * (fulcrum - place) for place, digit in digits.items() if place < fulcrum
        )
        after = sum(digit * (place - fulcrum) for place, digit in digits.items() if place > fulcrum)
        if before != after:
            sentence = (
                f"{line} has torque {before} {sides[0]} and {after} {sides[1]} its fulcrum, "
                "expected the same."
            )
            yield Violation("balance", sentence, at, entry)


def _once(numbers: Iterable[int]) -> set[int]:
    """The numbers that occur exactly once."""
    return {number for number, count in Counter(numbers).items() if count == 1}


def _fulcrum(row: int, column: int) -> str:
    return f"the fulcrum at row {row}, column {column}"


def _add_lever(model: Model, fulcrum: Cell, line: str, arms: Mapping[int, Variable]) -> Variable:
    """A line balances on its fulcrum; the flag that is returned says whether it is used.

    `arms` are the cells that may hold digits by their signed distance to the fulcrum.
    """
    used = f"{_fulcrum(*fulcrum)} is used by its {line}"
    flag = model.variable(used, range(2) if arms else (0,))
    if arms:
        name = f"{line} {fulcrum[line == 'column']}"
        cells = tuple(arms.values())
        model.add(Linear(cells, tuple(arms), "==", 0, label=f"the balance of {name}"))
        model.add(NonZeroFlag((flag, *cells), label=f"whether {name} is used"))
    return flag
