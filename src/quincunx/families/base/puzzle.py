"""`Puzzle`, the interface of every puzzle family, and the small records it uses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from quincunx._support.notebook import Shown
from quincunx.cp.model import Model, Values
from quincunx.cp.words.phrases import Phrases
from quincunx.errors import PuzzleError
from quincunx.families.base.sketch import Sketch
from quincunx.families.base.state import State as State

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.constraints import Constraint
    from quincunx.families.base.layout import Layout
    from quincunx.families.base.maker import AnyMaker
    from quincunx.families.base.scene import Label, Scene
    from quincunx.families.base.shapes import Shape

Cell: TypeAlias = tuple[int, ...]
Document: TypeAlias = dict[str, Any]

SolutionT = TypeVar("SolutionT")
"""The shape of a family's solutions: `list[int]`, `list[list[int]]` or `list[str]`."""


@dataclass(frozen=True)
class Field:
    """One part of a puzzle: its key in the document, what it holds in words, and its shape.

    A puzzle keeps it under `attribute` and messages speak of `called`; both are its name unless
    they are something else. What is `optional` is no part of identifiers and has a default.
    """

    name: str
    meaning: str
    shape: Shape[Any]
    optional: bool = False
    attribute: str = ""
    called: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "attribute", self.attribute or self.name)
        object.__setattr__(self, "called", self.called or self.attribute)

    def of(self, puzzle: AnyPuzzle) -> Any:
        """The value that a puzzle has."""
        return getattr(puzzle, self.attribute)

    def read(self, value: object, family: str, typed: bool = False) -> Any:
        """The value as a puzzle keeps it, from JSON data or as part of an identifier."""
        return self.shape.read_part(value, f"{family}: ", self.called, typed)


@dataclass(frozen=True)
class Violation:
    """One broken rule: the rule's short name, a sentence that says what is wrong, and where.

    `entry` is its id in the rule book, where it is one of those.
    """

    rule: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    entry: str = ""


@dataclass(frozen=True)
class RuleEntry:
    """One rule of one puzzle: an id that stays the same, a sentence, and the cells it is about."""

    id: str
    sentence: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Example:
    """A puzzle with one of its answers; the family's own module shows one."""

    identifier: str
    solution: Any


class Puzzle(Shown, ABC, Generic[SolutionT]):
    """One puzzle of a family. Subclasses are frozen dataclasses that validate themselves.

    Whatever a subclass is made from (a document, an identifier, the constructor), a puzzle that
    breaks the form raises `PuzzleError`; so a puzzle that exists is well formed.

    A family declares its parts (`fields`), says what a right answer is, as a model and as a
    checker that shares nothing with it, and in which cells an answer is written. All else is
    there already and may be said better.
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
    labeling: ClassVar[tuple[str, ...]] = ()
    """The labeling that suits the family's model, used when nobody asks for another."""
    paper_labeling: ClassVar[tuple[str, ...]] = ()
    """The labeling that the paper about the family uses."""
    paper_takes: ClassVar[str] = ""
    """Which puzzles the paper's program takes, where that is not all."""
    longest: ClassVar[int] = 100_000
    """Most characters of a body or an answer in text, JSON's brackets and commas included."""

    def __post_init__(self) -> None:
        """Read every part. A family that asks for more than shapes say does so after this."""
        for field in self.fields:
            value = field.read(field.of(self), self.family)
            object.__setattr__(self, field.attribute, value)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy has to know: the parts, and nothing that follows from them."""
        kind = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }

    # What a family must say.

    @abstractmethod
    def model(self) -> Model:
        """The puzzle as constraints; decision i is the number in `cells[i]`."""

    @abstractmethod
    def violations(self, solution: SolutionT) -> list[Violation]:
        """Every rule the solution breaks, from the rules alone: shares nothing with `model`."""

    @cached_property
    def layout(self) -> Layout:
        """The cells of an answer: those of the first part that is laid out in cells, unless the
        family says otherwise."""
        layout = self._laid_out.shape.layout(self._laid_out.of(self))
        assert layout is not None
        return layout

    @cached_property
    def _laid_out(self) -> Field:
        """The first part that is laid out in cells."""
        for field in self.fields:
            if field.shape.layout(field.of(self)) is not None:
                return field
        raise NotImplementedError(f"{self.family}: no part has cells, expected a layout")

    # What follows, and may be said better.

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """The puzzle a document describes; the key "family" has been looked at already."""
        parts = {
            field.attribute: document.get(field.name)
            for field in cls.fields
            if not (field.optional and field.name not in document)
        }
        return cls(**parts)

    @classmethod
    def from_body(cls, body: str) -> Self:
        """The puzzle an identifier describes, given what follows the family's name and colon."""
        from quincunx.families.base.validation import refuse_long

        refuse_long(body, f"{cls.family}: puzzle", cls.longest)
        return cls(**cls.parts_of(body))

    @classmethod
    def parts_of(cls, body: str) -> dict[str, Any]:
        """The parts in an identifier, by attribute: divided by colons, without optional ones."""
        fields = [field for field in cls.fields if not field.optional]
        texts = body.split(":", len(fields) - 1)
        if len(texts) < len(fields):
            form = ":".join(field.shape.form(field.name) for field in fields)
            counted = "no colon" if len(texts) == 1 else "too few colons"
            raise PuzzleError(f"{cls.family}: {shorten(body)!r} has {counted}, expected {form}")
        return {
            field.attribute: field.read(text, cls.family, typed=True)
            for field, text in zip(fields, texts, strict=True)
        }

    def document(self) -> Document:
        """The puzzle as JSON data; `from_document` gives the same puzzle back."""
        document: Document = {"family": self.family}
        for field in self.fields:
            value = field.of(self)
            if not (field.optional and value == getattr(type(self), field.attribute)):
                document[field.name] = field.shape.data(value)
        return document

    def body(self) -> str:
        """The identifier without the family's name; `from_body` gives the same puzzle back."""
        return ":".join(
            field.shape.text(field.of(self)) for field in self.fields if not field.optional
        )

    @property
    def identifier(self) -> str:
        return f"{self.family}:{self.body()}"

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The places that hold numbers in a solution, in the order of the model's decisions."""
        return tuple(cell for row in self.layout.rows for cell in row)

    def solution(self, numbers: Sequence[int | None]) -> SolutionT:
        """The solution with these numbers in `cells`; with `None` where nothing is written, the
        state that `read_state` reads."""
        answer: SolutionT = self.layout.arranged(numbers)
        return answer

    def numbers(self, solution: SolutionT) -> list[int]:
        """The numbers in `cells`: the inverse of `solution`."""
        return self.layout.flattened(solution)

    def read_solution(self, data: object) -> SolutionT:
        """A solution from JSON data, or from the text a person would type; checks its shape only.

        Raises `PuzzleError` when the data has not the shape of a solution of this puzzle.
        """
        found = self.layout.read(data, f"{self.family}: solution", self.longest, state=False)
        return self.solution([found[cell] for cell in self.cells])

    def read_notes(self, data: object) -> State:
        """What a player has on paper: JSON data or text in the shape of a solution; checks its
        shape only.

        A cell may hold a number; null or `_` where there is nothing; the candidates that the
        player has left, `{1,2}` in text and `{"candidates": [1, 2]}` in JSON; or values that
        the player has ruled out, `!3` or `!{3,4}`, `{"not": [3, 4]}` in JSON.

        Raises `PuzzleError` when the data has another shape.

        >>> puzzle = parse("c-note:100:878/312/272")
        >>> state = puzzle.read_notes("85,7,8/{13,3},_,72/_,!5,_")
        >>> state.candidates, state.excluded
        ({(2, 1): frozenset({3, 13})}, {(3, 2): frozenset({5})})
        """
        place = f"{self.family}: state"
        return State.of(self.layout.read(data, place, self.longest, state=True))

    def read_state(self, data: object) -> dict[Cell, int]:
        """The numbers that a player has written so far, by cell; notes are read, and left out.
        The data is that of `read_notes`."""
        return dict(self.read_notes(data).numbers)

    def changed_givens(self, solution: SolutionT) -> list[Violation]:
        """Where an answer differs from what the puzzle prints, for checkers: the part that is
        laid out in cells says what that is, not the model."""
        from quincunx.families.base.validation import shown

        printed = self.layout.flattened(self._laid_out.of(self))
        found: list[Violation] = []
        for cell, given, number in zip(self.cells, printed, self.numbers(solution), strict=True):
            if given is not None and number != given:
                name = self.layout.name(cell)
                sentence = f"{name} is {shown(number)}, but {shown(given)} is given there."
                said = f"{sentence[0].upper()}{sentence[1:]}"
                entry = f"given {self.short_name(cell)}"
                found.append(Violation("given", said, (cell,), entry))
        return found

    @classmethod
    def maker(cls) -> AnyMaker | None:
        """Who makes puzzles of this family; nobody where it has not been taught."""
        return None

    def givens(self) -> Mapping[Cell, int]:
        """The numbers that the puzzle itself prints in cells: unless a family says it in another
        way, those that its model declares as given."""
        return self._given_by_model

    @cached_property
    def _given_by_model(self) -> Mapping[Cell, int]:
        return declared_givens(self.cells, self.model())

    def printing(self, numbers: Sequence[int | None]) -> Self:
        """The puzzle with these numbers printed in its cells, instead of those that are: the
        part that is laid out in cells holds them, unless the family says otherwise."""
        parts = {field.attribute: field.of(self) for field in self.fields}
        return type(self)(**parts | {self._laid_out.attribute: self.layout.arranged(numbers)})

    def reasoning_model(self) -> Model:
        """The puzzle as a person sees it: the rules, and nothing that only helps a solver.

        Decision i is the number in `cells[i]`. A variable may have a value that stands for every
        number that is not listed (`Variable.other`).
        """
        return self.model()

    def paper_model(self) -> Model | None:
        """The program that the paper about the family prints, where that is known: as faithful,
        and as wrong, as its `notes` say.

        The figures of a paper are those of its program. It may have other decisions than `model`;
        `paper_numbers` reads them.
        """
        return None

    def paper_numbers(self, decided: Sequence[int]) -> Sequence[int]:
        """The numbers in `cells`, from the decisions of `paper_model`: the same, unless the
        family says otherwise."""
        return decided

    @classmethod
    def paper_proposals(cls, dice: Random, **parameters: int) -> Iterator[Self | None] | None:
        """What the paper's generator tries, one after another without end, None for what is no
        puzzle; the first with just one solution is its answer. None where no generator is
        printed."""
        return None

    def looked_at_together(self, model: Model) -> Sequence[Sequence[Constraint]]:
        """Constraints of the reasoning model that a person looks at together, beside those that
        share two cells or more."""
        return ()

    def phrases(self) -> Phrases:
        """How to speak of the cells and rules of `reasoning_model`."""
        return Phrases()

    def briefing(self) -> str:
        """What somebody who has never seen such a puzzle, and sees only text, has to know beside
        the rules: the words in them, what lies where, how cells without a number are written."""
        return ""

    def rule_book(self) -> tuple[RuleEntry, ...]:
        """The rules of this puzzle, each under an id of its own: unless the family says it in
        another way, the constraints of `reasoning_model` and the givens."""
        from quincunx.families.base.rule_book import plain_rule_book

        return plain_rule_book(self)

    def short_name(self, cell: Cell) -> str:
        """What a cell is called in ids and tables."""
        from quincunx.families.base.rule_book import short_name

        return short_name(cell)

    def own_candidates(self) -> Mapping[Cell, Values | None]:
        """What each cell could hold before any reasoning, for what is printed in it alone; None
        where nothing limits that."""
        decisions = self.reasoning_model().decisions
        return {
            cell: variable.domain if variable.other is None else None
            for cell, variable in zip(self.cells, decisions, strict=True)
        }

    def count_solutions(self) -> int | None:
        """How many solutions there are, where the family can count without listing them."""
        return None

    def sketch(self, solution: SolutionT | None = None) -> Sketch:
        """The puzzle drawn with characters, with the answer filled in if there is one."""
        from quincunx.families.base.plain_drawing import plain_sketch

        return plain_sketch(self, solution)

    def scene(self) -> Scene:
        """The board as shapes and cells, which is all that those who draw it know of it."""
        from quincunx.families.base.plain_drawing import plain_scene

        return plain_scene(self)

    def notes(self, written: Mapping[Cell, int]) -> Sequence[Label]:
        """What may be said beside the board, on request, of what is written in its cells."""
        return ()

    def __str__(self) -> str:
        return self.identifier


AnyPuzzle: TypeAlias = Puzzle[Any]


def declared_givens(cells: Sequence[Cell], model: Model) -> dict[Cell, int]:
    """The numbers that a model declares as given, by cell."""
    return {
        cell: variable.given
        for cell, variable in zip(cells, model.decisions, strict=True)
        if variable.given is not None
    }


def shorten(text: str, most: int = 40) -> str:
    """Text short enough for a message.

    >>> shorten("1234567890", most=8)
    '12345...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."
