"""What a player has on paper: numbers, and what is pencilled in beside them.

Vocabulary:
  note        what is pencilled in a cell: the candidates that are left there, or values that are
              excluded
  candidates  the values that the player has left in a cell, `{1,2}` in text
  excluded    of values: the player has ruled them out, `!3` or `!{3,4}` in text
  state       the numbers and the notes of a player; in a cell there is one of them, or nothing
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quincunx.errors import PuzzleError

if TYPE_CHECKING:
    from quincunx.families.base.puzzle import AnyPuzzle, Cell


@dataclass(frozen=True)
class Note:
    """Candidates, or values that are excluded."""

    values: frozenset[int]
    excluded: bool = False

    def allows(self, value: int) -> bool:
        """Whether the player takes a value for possible.

        >>> Note(frozenset({1, 2})).allows(3), Note(frozenset({1, 2}), excluded=True).allows(3)
        (False, True)
        """
        return (value in self.values) != self.excluded


@dataclass(frozen=True)
class State:
    """What a player has on paper, by cell: the numbers that are written, the candidates that are
    left, and the values that are excluded. A cell is in one of them at most, and nobody notes
    nothing: a set of values has at least one.

    `read_state` reads it, and `text` writes it so that it is read again.
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

        Raises `PuzzleError` when the puzzle has not these cells, or text has no such values.

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
