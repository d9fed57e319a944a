"""`Puzzle`, the interface of every puzzle family, and the small records it uses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from quincunx._support.notebook import Shown
from quincunx.cp.model import Model
from quincunx.errors import PuzzleError
from quincunx.families.base.capabilities import Capabilities, resolve

if TYPE_CHECKING:
    from quincunx.families.base.layout import Layout
    from quincunx.families.base.shapes import Shape

Cell: TypeAlias = tuple[int, ...]
Document: TypeAlias = dict[str, Any]

SolutionT = TypeVar("SolutionT")
"""The type of a family's solutions: `list[int]`, `list[list[int]]` or `list[str]`."""


@dataclass(frozen=True)
class Field:
    """One part of a puzzle.

    Attributes:
        name: The key in the document.
        meaning: What it holds, in words.
        shape: Which values it may have.
        optional: Whether it has a default; it is then no part of identifiers.
        attribute: The attribute of the puzzle, if not the name.
        called: The name in messages, if not the attribute.
        bounds: How large it may be, in words.
    """

    name: str
    meaning: str
    shape: Shape[Any]
    optional: bool = False
    attribute: str = ""
    called: str = ""
    bounds: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "attribute", self.attribute or self.name)
        object.__setattr__(self, "called", self.called or self.attribute)

    @property
    def described(self) -> str:
        """What it holds and how large it may be."""
        return f"{self.meaning}, {self.bounds}" if self.bounds else self.meaning

    def of(self, puzzle: AnyPuzzle) -> Any:
        """The value of this part in a puzzle."""
        return getattr(puzzle, self.attribute)

    def read(self, value: object, family: type[AnyPuzzle], typed: bool = False) -> Any:
        """The value as a puzzle keeps it, from JSON data or as part of an identifier. In a family
        of several lists, messages name the list and the place in it."""
        several = sum(field.shape.has_places for field in family.fields) > 1
        return self.shape.read_part(value, f"{family.family}: ", self.called, typed, several)


@dataclass(frozen=True)
class Violation:
    """One broken rule: its short name, a sentence that says what is wrong, and the cells.

    `entry` is the rule's id in the rule book, if it is one of those.
    """

    rule: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    entry: str = ""


@dataclass(frozen=True)
class RuleEntry:
    """One rule of one puzzle: a stable id, a sentence, and the cells it is about."""

    id: str
    sentence: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Example:
    """A puzzle with one of its answers."""

    identifier: str
    solution: Any


class Puzzle(Shown, ABC, Generic[SolutionT]):
    """One puzzle of a family. Subclasses are frozen dataclasses that validate themselves.

    A puzzle that breaks the form raises `PuzzleError`, whether it is made from a document, an
    identifier or by the constructor; so a puzzle that exists is well formed.

    A family declares its parts (`fields`), defines a right answer twice, as a model and as a
    checker that shares nothing with it, and says in which cells an answer is written. Whatever
    else it can do is one of its `capabilities`.
    """

    family: ClassVar[str]
    """The name in identifiers, documents and commands: "c-note"."""
    title: ClassVar[str]
    """The name for people: "C-Note"."""
    rules: ClassVar[str]
    """The rules, in a few plain sentences."""
    fields: ClassVar[tuple[Field, ...]]
    """The parts of a puzzle: the keys of the document beside "family"."""
    example: ClassVar[Example]
    capabilities: ClassVar[Capabilities] = Capabilities()
    """What else the family can do: words, drawings, a generator, ..."""

    def __post_init__(self) -> None:
        """Read every part."""
        for field in self.fields:
            value = field.read(field.of(self), type(self))
            object.__setattr__(self, field.attribute, value)
        for wrong in resolve(self.capabilities.faults)(self):
            raise PuzzleError(f"{self.family}: {wrong}")

    def __getstate__(self) -> dict[str, Any]:
        """The parts, without the cached values that are computed from them."""
        kind = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }

    @abstractmethod
    def model(self) -> Model:
        """The puzzle as constraints; decision i is the number in `cells[i]`."""

    @abstractmethod
    def violations(self, solution: SolutionT) -> list[Violation]:
        """Every rule the solution breaks, from the rules alone: shares nothing with `model`."""

    @property
    def identifier(self) -> str:
        """The puzzle as one line of text; `parse` gives the same puzzle back."""
        return f"{self.family}:{resolve(self.capabilities.body)(self)}"

    @cached_property
    def layout(self) -> Layout:
        """The cells of an answer: by default those of the first part that is laid out in cells."""
        layout = self._cell_field.shape.layout(self._cell_field.of(self))
        assert layout is not None
        return layout

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The places that hold numbers in a solution, in the order of the model's decisions."""
        return tuple(cell for row in self.layout.rows for cell in row)

    def solution(self, numbers: Sequence[int | None]) -> SolutionT:
        """The solution with these numbers in `cells`; with `None` for cells where nothing is
        written, the state that `read_state` reads."""
        answer: SolutionT = self.layout.arranged(numbers)
        return answer

    @cached_property
    def _cell_field(self) -> Field:
        for field in self.fields:
            if field.shape.layout(field.of(self)) is not None:
                return field
        raise NotImplementedError(f"{self.family}: no part has cells, expected a layout")

    @cached_property
    def _model_givens(self) -> Mapping[Cell, int]:
        return declared_givens(self.cells, self.model())

    def __str__(self) -> str:
        return self.identifier


AnyPuzzle: TypeAlias = Puzzle[Any]


def cell_field(puzzle: AnyPuzzle) -> Field:
    """The first part of a puzzle that is laid out in cells."""
    return puzzle._cell_field


def declared_givens(cells: Sequence[Cell], model: Model) -> Mapping[Cell, int]:
    """The numbers that a model declares as given, by cell."""
    givens = ((cell, v.given) for cell, v in zip(cells, model.decisions, strict=True))
    return {cell: given for cell, given in givens if given is not None}


def model_givens(puzzle: AnyPuzzle) -> Mapping[Cell, int]:
    """The numbers that the puzzle's model declares as given."""
    return puzzle._model_givens


def shorten(text: str, most: int = 40) -> str:
    """Text short enough for a message.

    >>> shorten("1234567890", most=8)
    '12345...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."
