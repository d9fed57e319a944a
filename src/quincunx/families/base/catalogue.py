"""Complete lists of puzzles: what a family says of them, and how they are stored.

Vocabulary:
  kind         puzzles of a family within bounds that leave finitely many: rings with one given
               and at most eleven cells, pyramids on one pattern of givens, ...
  enumeration  how all puzzles of a kind are found, each once up to turning and mirroring
  part         a piece of an enumeration that is done by itself; each puzzle is found in one part
  catalogue    all puzzles of a kind, or those of them that fit what somebody asked for
  entry        a puzzle of a catalogue, with its solution, grade, score and techniques
  measure      a number that is read off a puzzle: its cells, its rows, its largest number, ...
  packed       of a puzzle with its solution: written as a short text

A catalogue is complete: its enumeration went through everything there is within its bounds, and
kept every puzzle that has exactly one solution. Whoever finds nothing in it knows that there is
nothing.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, overload

from quincunx.families.base.documents import body_of, from_body, givens_of, to_document
from quincunx.families.base.puzzle import AnyPuzzle

PuzzleT = TypeVar("PuzzleT", bound=AnyPuzzle)


@dataclass(frozen=True)
class Measure:
    """A number that is read off a puzzle: its name in options and tables, and what it means."""

    name: str
    meaning: str


GIVENS = Measure("givens", "numbers that are printed in cells")
"""What every puzzle has."""


class Enumeration(ABC, Generic[PuzzleT]):
    """How all puzzles of a kind are found."""

    family: type[PuzzleT]
    name: str
    """The kind in a word or two, without spaces: "one-given"."""
    bounds: str
    """What the catalogue is complete for, as the end of the sentence "It holds every ..."."""
    symmetry: str
    """Which puzzles count as one, as the end of the sentence "Puzzles count as one that ..."."""
    measures: ClassVar[tuple[Measure, ...]] = ()
    """What can be read off these puzzles beside the number of their givens."""
    turned: ClassVar[Mapping[str, str]] = {}
    """Measures that change places when a puzzle is turned, each by the name of the other."""

    def __eq__(self, other: object) -> bool:
        """Whether it is of the same kind."""
        return isinstance(other, Enumeration) and self._kind == other._kind

    def __hash__(self) -> int:
        return hash(self._kind)

    @property
    def _kind(self) -> tuple[str, str]:
        return self.family.family, self.name

    @abstractmethod
    def parts(self) -> Sequence[str]:
        """The names of all parts, in the order in which they are done."""

    @abstractmethod
    def found(self, part: str) -> Iterator[tuple[PuzzleT, Any]]:
        """Every puzzle of a part with its only solution, always in the same order.

        Work that takes long polls now and then (`quincunx.cp.limits.poll`).
        """

    def measured(self, puzzle: PuzzleT) -> Mapping[str, int]:
        """The `measures` of a puzzle, by name."""
        return {}

    def glanced(self, packed: str) -> Mapping[str, int] | None:
        """The measures of a packed puzzle, its givens included, where they can be told without
        unpacking it; thousands are looked through."""
        return None

    def pack(self, puzzle: PuzzleT, solution: Any) -> str:
        """The puzzle and its solution as a text, as short as may be; no line breaks."""
        return f"{body_of(puzzle)} {json.dumps(solution, separators=(',', ':'))}"

    def unpack(self, text: str) -> tuple[PuzzleT, Any]:
        """The puzzle and its solution: the inverse of `pack`."""
        body, _, solution = text.partition(" ")
        return from_body(self.family, body), json.loads(solution)


AnyEnumeration: TypeAlias = Enumeration[Any]


@dataclass(frozen=True)
class Judged:
    """What is known of a puzzle: how hard it is, its score, and how often its explanation uses
    each technique. The grade is empty where nobody has looked."""

    grade: str = ""
    score: float = 0.0
    techniques: Mapping[str, int] = field(default_factory=dict)


class Entry:
    """A puzzle of a catalogue; it is unpacked when somebody looks at it."""

    def __init__(self, enumeration: AnyEnumeration, packed: str, judged: Judged) -> None:
        self.packed = packed
        self.grade = judged.grade
        self.score = judged.score
        self.techniques = judged.techniques
        self._enumeration = enumeration

    @cached_property
    def _unpacked(self) -> tuple[AnyPuzzle, Any]:
        return self._enumeration.unpack(self.packed)

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle, in the one of its forms that the enumeration found."""
        return self._unpacked[0]

    @property
    def solution(self) -> Any:
        """Its only solution."""
        return self._unpacked[1]

    @cached_property
    def measures(self) -> Mapping[str, int]:
        """What is read off the puzzle, by the names of the measures, `givens` included."""
        glanced = self._enumeration.glanced(self.packed)
        if glanced is not None:
            return glanced
        measured = self._enumeration.measured(self.puzzle)
        return {**measured, GIVENS.name: len(givens_of(self.puzzle))}

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON data, the way every command answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "document": to_document(self.puzzle),
            "solution": self.solution,
            **self.measures,
            "grade": self.grade or None,
            "score": self.score if self.grade else None,
            "techniques": dict(self.techniques) if self.grade else None,
        }


class Catalogue(Sequence[Entry]):
    """All puzzles of a kind, or all of them that fit: `len`, `catalogue[i]`, iteration."""

    def __init__(self, enumeration: AnyEnumeration, entries: Iterable[Entry]) -> None:
        self.enumeration = enumeration
        self._entries = tuple(entries)

    def __repr__(self) -> str:
        family, kind = self.enumeration.family.family, self.enumeration.name
        return f"<Catalogue of {family}, {kind}: {len(self):,} puzzles>"

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> Catalogue: ...
    def __getitem__(self, at: int | slice) -> Entry | Catalogue:
        if isinstance(at, slice):
            return Catalogue(self.enumeration, self._entries[at])
        return self._entries[at]

    @property
    def graded(self) -> bool:
        """Whether all its puzzles have grades."""
        return not self.ungraded

    @property
    def ungraded(self) -> int:
        """How many of its puzzles have no grade."""
        return sum(not entry.grade for entry in self._entries)

    def those(self, fits: Callable[[Entry], bool]) -> Catalogue:
        """The part of it that fits: complete, if it was, for what fits."""
        return Catalogue(self.enumeration, filter(fits, self._entries))

    def within(self, **ranges: tuple[int, int]) -> Catalogue:
        """The entries whose measures lie in these ranges, both ends included."""
        return self.those(
            lambda entry: all(
                least <= entry.measures[name] <= most for name, (least, most) in ranges.items()
            )
        )
