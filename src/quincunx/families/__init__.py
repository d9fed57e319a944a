"""The puzzles: one module a family, all behind the one interface declared here.

Vocabulary:
  family     a kind of puzzle: Power Strike, C-Note, ...
  puzzle     one puzzle of a family, checked when it is made, immutable
  document   the puzzle as JSON data, with its family's name under "family"
  identifier the puzzle as one line of text: the family's name, a colon, and its body
  cell       a place that holds a number; named by one or two integers that count from 1
  solution   the answer as JSON data, in the shape the family's rules settle
  violation  one way in which a solution breaks the rules, said in a sentence

A new family is one more module in this folder with one subclass of `Puzzle`; nothing else has
to be told about it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from quincunx.decoding import decode_json
from quincunx.errors import PuzzleError
from quincunx.model import Model
from quincunx.sketch import Sketch
from quincunx.wording import Phrases

if TYPE_CHECKING:
    from quincunx.families._maker import AnyMaker

Cell: TypeAlias = tuple[int, ...]
Document: TypeAlias = dict[str, Any]

SolutionT = TypeVar("SolutionT")
"""The shape of a family's solutions: `list[int]`, `list[list[int]]` or `list[str]`."""


@dataclass(frozen=True)
class Field:
    """One key of a family's document: its name, what it holds, and whether it may be left out."""

    name: str
    meaning: str
    optional: bool = False


@dataclass(frozen=True)
class Violation:
    """One broken rule: the rule's short name, a sentence that says what is wrong, and where."""

    rule: str
    sentence: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Example:
    """A puzzle with one of its answers; the family's own module shows one."""

    identifier: str
    solution: Any


class Puzzle(ABC, Generic[SolutionT]):
    """One puzzle of a family. Subclasses are frozen dataclasses that validate themselves.

    Whatever a subclass is made from (a document, an identifier, the constructor), a puzzle that
    breaks the form raises `PuzzleError`; so a puzzle that exists is well formed.
    """

    family: ClassVar[str]
    """The name in identifiers, documents and commands: "c-note"."""
    title: ClassVar[str]
    """The name for people: "C-Note"."""
    rules: ClassVar[str]
    """The rules, in a few plain sentences."""
    fields: ClassVar[tuple[Field, ...]]
    """The keys of the document beside "family"."""
    example: ClassVar[Example]
    labeling: ClassVar[tuple[str, ...]] = ()
    """The labeling that suits the family's model, used when nobody asks for another."""

    @classmethod
    @abstractmethod
    def from_document(cls, document: Mapping[str, Any]) -> Puzzle[SolutionT]:
        """The puzzle a document describes; the key "family" has been looked at already."""

    @classmethod
    @abstractmethod
    def from_body(cls, body: str) -> Puzzle[SolutionT]:
        """The puzzle an identifier describes, given what follows the family's name and colon."""

    @abstractmethod
    def document(self) -> Document:
        """The puzzle as JSON data; `from_document` gives the same puzzle back."""

    @abstractmethod
    def body(self) -> str:
        """The identifier without the family's name; `from_body` gives the same puzzle back."""

    @property
    def identifier(self) -> str:
        return f"{self.family}:{self.body()}"

    @property
    @abstractmethod
    def cells(self) -> tuple[Cell, ...]:
        """The places that hold numbers in a solution, in the order of the model's decisions."""

    @abstractmethod
    def model(self) -> Model:
        """The puzzle as constraints; decision i is the number in `cells[i]`."""

    @abstractmethod
    def solution(self, numbers: Sequence[int]) -> SolutionT:
        """The solution with these numbers in `cells`."""

    @abstractmethod
    def read_solution(self, data: object) -> SolutionT:
        """A solution from JSON data, or from the text a person would type; checks its shape only.

        Raises `PuzzleError` when the data has not the shape of a solution of this puzzle.
        """

    def read_partial(self, data: object) -> dict[Cell, int]:
        """What somebody has written so far, by cell: JSON data or text in the shape of a
        solution, with null or `_` for what is not written yet; checks its shape only.

        Raises `PuzzleError` when the data has another shape.
        """
        raise PuzzleError(f"{self.family}: cannot read unfinished answers")

    @abstractmethod
    def violations(self, solution: SolutionT) -> list[Violation]:
        """Every rule the solution breaks, from the rules alone: shares nothing with `model`."""

    @classmethod
    def maker(cls) -> AnyMaker | None:
        """Who makes puzzles of this family; nobody where it has not been taught."""
        return None

    def givens(self) -> Mapping[Cell, int]:
        """The numbers that the puzzle itself writes into cells."""
        return {}

    def reasoning_model(self) -> Model:
        """The puzzle without its givens as a person sees it: the rules, and nothing that only
        helps a solver. Decision i is the number in `cells[i]`; a negative value stands for all
        numbers that are not listed."""
        return self.model()

    def phrases(self) -> Phrases:
        """How to speak of the cells and rules of `reasoning_model`."""
        return Phrases()

    def count_solutions(self) -> int | None:
        """How many solutions there are, where the family can count without listing them."""
        return None

    @abstractmethod
    def sketch(self, solution: SolutionT | None = None) -> Sketch:
        """The puzzle drawn with characters, with the answer filled in if there is one."""

    def __str__(self) -> str:
        return self.identifier


AnyPuzzle: TypeAlias = Puzzle[Any]


@cache
def families() -> Mapping[str, type[AnyPuzzle]]:
    """All families by name, in alphabetical order: whatever modules this folder holds."""
    import importlib
    import pkgutil

    found: dict[str, type[AnyPuzzle]] = {}
    for module in pkgutil.iter_modules(__path__):
        contents = vars(importlib.import_module(f"{__name__}.{module.name}"))
        for thing in contents.values():
            if isinstance(thing, type) and issubclass(thing, Puzzle) and "family" in vars(thing):
                found[thing.family] = thing
    return dict(sorted(found.items()))


def family_named(name: str) -> type[AnyPuzzle]:
    """The family of this name; an unknown one is an error that lists those there are."""
    try:
        return families()[name]
    except KeyError:
        known = ", ".join(families())
        raise PuzzleError(f"unknown family {shorten(name)!r}, expected one of {known}") from None


def from_document(document: object) -> AnyPuzzle:
    """The puzzle of a JSON document.

    >>> from_document({"family": "c-note", "target": 100, "grid": [[8,8,4],[6,2,5],[3,6,1]]})
    CNote(target=100, grid=((8, 8, 4), (6, 2, 5), (3, 6, 1)))
    """
    if not isinstance(document, dict):
        raise PuzzleError(f"puzzle: {shorten(repr(document))} is not an object, expected {{...}}")
    name = document.get("family")
    if not isinstance(name, str):
        raise PuzzleError('puzzle: no "family", expected one of ' + ", ".join(families()))
    family = family_named(name)
    known = {field.name for field in family.fields}
    for key in document:
        if key != "family" and key not in known:
            expected = ", ".join(field.name for field in family.fields)
            raise PuzzleError(f"{name}: unknown key {shorten(key)!r}, expected {expected}")
    for field in family.fields:
        if field.name not in document and not field.optional:
            raise PuzzleError(f'{name}: no "{field.name}", expected {field.meaning}')
    return family.from_document(document)


def parse(text: str) -> AnyPuzzle:
    """The puzzle a text describes: an identifier, or a JSON document.

    >>> parse("c-note:100:884/625/361").document()["target"]
    100
    """
    text = text.strip()
    if not text:
        raise PuzzleError("puzzle: nothing there, expected an identifier or a JSON document")
    if text.startswith(("{", "[")):
        try:
            document = decode_json(text)
        except PuzzleError as error:
            raise PuzzleError(f"puzzle: {error}") from None
        return from_document(document)
    name, colon, body = text.partition(":")
    if not colon:
        raise PuzzleError(
            f"puzzle: {shorten(text)!r} is not an identifier, expected FAMILY:... "
            "as in c-note:100:884/625/361"
        )
    return family_named(name).from_body(body)


def shorten(text: str, most: int = 40) -> str:
    """Text short enough for a message.

    >>> shorten("1234567890", most=8)
    '12345...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."
