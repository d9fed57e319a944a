"""States: the numbers that a player has written, and the notes pencilled in beside them.

A note holds the candidates that are left in a cell, or values that are excluded from it. In text
candidates stand in braces, `{1,2}`, and excluded values follow an exclamation mark, `!3` or
`!{3,4}`; commas go between values, also in families whose cells have nothing between them. In JSON
a note is `{"candidates": [1, 2]}` or `{"not": [3]}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from quincunx.errors import PuzzleError
from quincunx.families.base.shapes import Mark
from quincunx.families.base.validation import InvalidShape, shown

if TYPE_CHECKING:
    from quincunx.families.base.puzzle import AnyPuzzle, Cell

T = TypeVar("T")

NOT = "!"
CANDIDATES_KEY, NOT_KEY = "candidates", "not"

# An unclosed list goes on to the end.
_LIST = r"\{[^}]*\}?"
_ONE_CELL = re.compile(rf"{NOT}?(?:{_LIST}|.)", re.DOTALL)


@dataclass(frozen=True)
class Note:
    """Candidates of a cell, or values that are excluded from it."""

    values: frozenset[int]
    excluded: bool = False

    def allows(self, value: int) -> bool:
        """Whether the note leaves a value possible.

        >>> Note(frozenset({1, 2})).allows(3), Note(frozenset({1, 2}), excluded=True).allows(3)
        (False, True)
        """
        return (value in self.values) != self.excluded


@dataclass(frozen=True)
class State:
    """A player's numbers, remaining candidates and excluded values, by cell.

    A cell is in at most one of them, and a set of values is never empty. `read_state` reads a
    state, and `text` writes it so that it can be read again.
    """

    numbers: Mapping[Cell, int] = field(default_factory=dict)
    candidates: Mapping[Cell, frozenset[int]] = field(default_factory=dict)
    excluded: Mapping[Cell, frozenset[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.contents()) < len(self.numbers) + len(self.candidates) + len(self.excluded):
            raise PuzzleError("state: a cell is there twice, expected a number or one note in it")
        if not all(self.candidates.values()) or not all(self.excluded.values()):
            raise PuzzleError("state: a note has no values, expected at least one")

    @classmethod
    def of(cls, contents: Mapping[Cell, int | Note]) -> State:
        """The state with these numbers and notes.

        >>> State.of({(1, 1): 7, (1, 2): Note(frozenset({3}), excluded=True)})
        State(numbers={(1, 1): 7}, candidates={}, excluded={(1, 2): frozenset({3})})
        """
        notes = {cell: note for cell, note in contents.items() if isinstance(note, Note)}
        return cls(
            {cell: number for cell, number in contents.items() if not isinstance(number, Note)},
            {cell: note.values for cell, note in notes.items() if not note.excluded},
            {cell: note.values for cell, note in notes.items() if note.excluded},
        )

    def contents(self) -> dict[Cell, int | Note]:
        """The number or the note in each cell that has one: the inverse of `of`."""
        return {
            **self.numbers,
            **{cell: Note(values) for cell, values in self.candidates.items()},
            **{cell: Note(values, excluded=True) for cell, values in self.excluded.items()},
        }

    def text(self, puzzle: AnyPuzzle) -> str:
        """The state as a person would type it: `read_state` reads the same.

        Raises:
            PuzzleError: The puzzle does not have these cells, or a value has no text.

        >>> from quincunx.families import parse
        >>> state = State({(1, 1): 8}, {(2, 1): frozenset({3, 5})}, {(2, 2): frozenset({1})})
        >>> state.text(parse("aztec-math:8/__"))
        '8/{3,5}!1'
        """
        place = f"{puzzle.family}: state"
        contents = self.contents()
        for cell in contents.keys() - set(puzzle.cells):
            raise PuzzleError(f"{place}, {cell} is no cell of {puzzle.identifier}")
        return puzzle.layout.text(contents, place)


@dataclass(frozen=True)
class MarkOrNote(Mark[T | Note]):
    """What `mark` reads, or a note, each value of which `value` reads.

    >>> from quincunx.families.base.shapes import Digit, Maybe
    >>> mark = MarkOrNote(Maybe(Digit(1, 9)), Digit(1, 9))
    >>> [mark.read(cell, typed=True) for cell in mark.divided("5_!4{1,2}")]
    [5, None, Note(values=frozenset({4}), excluded=True), Note(values=frozenset({1, 2}), \
excluded=False)]
    >>> mark.read({"not": [12]})
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is 12, expected a whole number from 1 to 9
    """

    mark: Mark[T]
    value: Mark[int]

    @property
    def separator(self) -> str:
        return self.mark.separator

    def divided(self, row: str) -> list[str]:
        if not self.separator:
            return _ONE_CELL.findall(row)
        if "{" not in row:
            return row.split(self.separator)
        found = re.finditer(f"{_LIST}|{re.escape(self.separator)}", row)
        cuts = [cut.span() for cut in found if not cut[0].startswith("{")]
        starts = [0, *(end for _, end in cuts)]
        ends = [*(start for start, _ in cuts), len(row)]
        return [row[start:end] for start, end in zip(starts, ends, strict=True)]

    def read(self, value: object, typed: bool = False) -> T | Note:
        if typed and isinstance(value, str) and value.startswith(("{", NOT)):
            excluded = value.startswith(NOT)
            return self._note(_listed(value.removeprefix(NOT).strip()), excluded, typed)
        if not typed and isinstance(value, dict):
            if len(value) != 1 or not value.keys() <= {CANDIDATES_KEY, NOT_KEY}:
                expected = f'{{"{CANDIDATES_KEY}": [...]}} or {{"{NOT_KEY}": [...]}}'
                raise InvalidShape(f"is {shown(value)}, expected {expected}")
            ((key, values),) = value.items()
            if not isinstance(values, list | tuple):
                raise InvalidShape(f"is {shown(values)}, expected a list of values", f'"{key}"')
            return self._note(values, key == NOT_KEY, typed)
        return self.mark.read(value, typed)

    def _note(self, values: Sequence[object], excluded: bool, typed: bool) -> Note:
        one = "excluded value" if excluded else "candidate"
        if not values:
            raise InvalidShape(f"has an empty list of {one}s, expected at least one")
        found = self.value.read_all(values, typed, lambda place: f"{one} {place}")
        return Note(frozenset(found), excluded)

    def text(self, value: T | Note) -> str:
        if not isinstance(value, Note):
            return self.mark.text(value)
        values = ",".join(map(self.value.text, sorted(value.values)))
        braces = values if value.excluded and len(value.values) == 1 else f"{{{values}}}"
        return f"{NOT}{braces}" if value.excluded else braces


def refuse_loose_braces(typed: str, place: str) -> None:
    """Raise `InvalidShape` if the braces in a typed cell are not those of one list.

    >>> refuse_loose_braces("{1,{2}", "cell 3")
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is '{1,{2}', expected one { and one } after \
it, as in {1,2}
    """
    opened, closed = typed.count("{"), typed.count("}")
    if opened != closed or opened > 1 or typed.find("}") < typed.find("{"):
        wrong = f"is {shown(typed)}, expected one {{ and one }} after it, as in {{1,2}}"
        raise InvalidShape(wrong, place)


def _listed(note: str) -> list[str]:
    """The values of a note as they were typed: in braces, or one without."""
    if not note.startswith("{"):
        return [note]
    if not note.endswith("}"):
        raise InvalidShape(f"is {shown(note)}, expected nothing after }}")
    inside = note[1:-1]
    return [value.strip() for value in inside.split(",")] if inside.strip() else []
