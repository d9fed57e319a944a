"""Catalogues: complete lists of puzzles, how they are enumerated, and the files they ship in.

Vocabulary:
  kind         puzzles of a family within bounds that leave finitely many: rings with one given
               and at most eleven cells, pyramids on one pattern of givens, ...
  enumeration  finds all puzzles of a kind, each once up to turning and mirroring
  part         a piece of an enumeration that is done by itself; each puzzle is in one part
  measure      a number that is read off a puzzle: its cells, its rows, its largest number, ...
  packed       a puzzle with its solution, written as a short text

A catalogue is complete: its enumeration went through everything within its bounds and kept every
puzzle that has exactly one solution. A puzzle that is not in it does not exist.

A file holds columns of JSON, compressed, with a digest: `packed` (a text an entry), `grades` (a
digit an entry, 0 the easiest, - without a grade), `scores`, and for each technique how often each
entry uses it. The heading names the family, the kind, the bounds and the number of entries.
"""

import gzip
import hashlib
import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from quincunx.errors import OptionError
from quincunx.families.base.documents import body_of, from_body, givens_of, to_document
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle import AnyPuzzle

PuzzleT = TypeVar("PuzzleT", bound=AnyPuzzle)

FORMAT = 1
FOLDER = "catalogues"
UNGRADED = "-"
COLUMNS = ("packed", "grades", "scores", "techniques")


@dataclass(frozen=True)
class Measure:
    """A number that is read off a puzzle: its name in options and tables, and what it means."""

    name: str
    meaning: str
    of: Callable[[Any], int]


GIVENS = Measure("givens", "numbers that are printed in cells", lambda one: len(givens_of(one)))
"""The measure that every puzzle has."""


class Enumeration(ABC, Generic[PuzzleT]):
    """Finds all puzzles of a kind."""

    family: type[PuzzleT]
    name: str
    """The kind in a word or two, without spaces: "one-given"."""
    bounds: str
    """What the catalogue is complete for: the end of the sentence "It holds every ..."."""
    symmetry: str
    """Which puzzles count as one: the end of the sentence "Puzzles count as one that ..."."""
    measures: ClassVar[tuple[Measure, ...]] = ()
    """Measures of these puzzles beside the number of their givens."""
    turned: ClassVar[Mapping[str, str]] = {}
    """Measures that change places when a puzzle is turned, each by the name of the other."""

    def __eq__(self, other: object) -> bool:
        """Whether two enumerations are of the same kind."""
        return isinstance(other, Enumeration) and self._kind == other._kind

    def __hash__(self) -> int:
        return hash(self._kind)

    @property
    def _kind(self) -> tuple[str, str]:
        return self.family.family, self.name

    @property
    def heading(self) -> dict[str, str]:
        """The family, the kind and the bounds, as a file begins."""
        return {"family": self.family.family, "kind": self.name, "bounds": self.bounds}

    @abstractmethod
    def parts(self) -> Sequence[str]:
        """The names of all parts, in the order in which they are done."""

    @abstractmethod
    def found(self, part: str) -> Iterator[tuple[PuzzleT, Any]]:
        """Every puzzle of a part with its only solution, always in the same order.

        Long computations call `quincunx.cp.limits.poll` now and then.
        """

    def glanced(self, packed: str) -> Mapping[str, int] | None:
        """The measures of a packed puzzle, its givens included; `None` if it has to be unpacked
        for that, which is slow for thousands of puzzles."""
        return None

    def pack(self, puzzle: PuzzleT, solution: Any) -> str:
        """The puzzle and its solution as a short text without line breaks."""
        return f"{body_of(puzzle)} {json.dumps(solution, separators=(',', ':'))}"

    def unpack(self, text: str) -> tuple[PuzzleT, Any]:
        """The puzzle and its solution: the inverse of `pack`."""
        body, _, solution = text.partition(" ")
        return from_body(self.family, body), json.loads(solution)


AnyEnumeration: TypeAlias = Enumeration[Any]


@dataclass(frozen=True)
class Judged:
    """The grade of a puzzle, its score, and how often its explanation uses each technique. The
    grade is empty for a puzzle that has not been graded."""

    grade: str = ""
    score: float = 0.0
    techniques: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class CatalogueEntry(Judged):
    """A puzzle of a catalogue, unpacked on first use."""

    packed: str = ""
    enumeration: AnyEnumeration = field(kw_only=True)

    @cached_property
    def _unpacked(self) -> tuple[AnyPuzzle, Any]:
        return self.enumeration.unpack(self.packed)

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle, in the form that the enumeration found."""
        return self._unpacked[0]

    @property
    def solution(self) -> Any:
        """Its only solution."""
        return self._unpacked[1]

    @cached_property
    def measures(self) -> Mapping[str, int]:
        """The values of all measures by name, `givens` included."""
        glanced = self.enumeration.glanced(self.packed)
        if glanced is not None:
            return glanced
        return {each.name: each.of(self.puzzle) for each in (*self.enumeration.measures, GIVENS)}

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON data, as commands print it."""
        return {
            "puzzle": self.puzzle.identifier,
            "document": to_document(self.puzzle),
            "solution": self.solution,
            **self.measures,
            "grade": self.grade or None,
            "score": self.score if self.grade else None,
            "techniques": dict(self.techniques) if self.grade else None,
        }


class Catalogue(list[CatalogueEntry]):
    """All puzzles of a kind, or all that satisfy a condition."""

    def __init__(self, enumeration: AnyEnumeration, entries: Iterable[CatalogueEntry]) -> None:
        super().__init__(entries)
        self.enumeration = enumeration

    def __repr__(self) -> str:
        family, kind = self.enumeration.family.family, self.enumeration.name
        return f"<Catalogue of {family}, {kind}: {len(self):,} puzzles>"

    @property
    def ungraded(self) -> int:
        """The number of puzzles without a grade."""
        return sum(not entry.grade for entry in self)

    def matching(self, fits: Callable[[CatalogueEntry], bool]) -> "Catalogue":
        """The entries that satisfy a condition: all there are, if the catalogue is complete."""
        return Catalogue(self.enumeration, filter(fits, self))


class DamagedCatalogue(OptionError):
    """A catalogue file that cannot be read."""


def file_name(enumeration: AnyEnumeration) -> str:
    """The name of an enumeration's catalogue file, without characters that some systems forbid."""
    kind = enumeration.name.replace("/", "-").replace("#", "x")
    return f"{enumeration.family.family}.{kind}.json.gz"


def encoded(enumeration: AnyEnumeration, rows: Iterable[tuple[str, Judged]]) -> bytes:
    """The file of a catalogue with these entries."""
    rows = list(rows)
    judged = [one for _, one in rows]
    names = sorted({name for one in judged for name in one.techniques})
    marks = (str(GRADES.index(one.grade)) if one.grade else UNGRADED for one in judged)
    columns = {
        "packed": [packed for packed, _ in rows],
        "grades": "".join(marks),
        "scores": [one.score for one in judged],
        "techniques": {name: [one.techniques.get(name, 0) for one in judged] for name in names},
    }
    heading = {
        "format": FORMAT,
        **enumeration.heading,
        "entries": len(rows),
        "sha256": _digest(columns),
    }
    text = json.dumps({**heading, **columns}, separators=(",", ":"))
    return gzip.compress(text.encode(), mtime=0)


def kind_in(raw: bytes, place: str) -> tuple[str, str]:
    """The family and the kind in a file's heading."""
    data = _read(raw, place)
    return data["family"], data["kind"]


def decoded(enumeration: AnyEnumeration, raw: bytes, place: str) -> Catalogue:
    """The catalogue in a file; raises `DamagedCatalogue` if it is of another enumeration."""
    data = _read(raw, place)
    for key, expected in enumeration.heading.items():
        if data.get(key) != expected:
            wrong = f"its {key} is {data.get(key)!r}, expected {expected!r}"
            raise DamagedCatalogue(f"{place}: {wrong}")
    return Catalogue(enumeration, _entries(enumeration, data))


def _read(raw: bytes, place: str) -> dict[str, Any]:
    """The contents of a file; raises `DamagedCatalogue` if they do not match the digest."""
    try:
        data: dict[str, Any] = json.loads(gzip.decompress(raw))
        columns = {key: data[key] for key in COLUMNS}
        whole = data["sha256"] == _digest(columns) and data["entries"] == len(data["packed"])
        whole = whole and data["format"] == FORMAT
        whole = whole and all(isinstance(data[key], str) for key in ("family", "kind"))
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, RecursionError):
        whole = False
    if not whole:
        raise DamagedCatalogue(f"{place}: not a whole catalogue: build it again")
    return data


def _entries(enumeration: AnyEnumeration, columns: dict[str, Any]) -> Iterable[CatalogueEntry]:
    techniques = columns["techniques"]
    rows = zip(columns["packed"], columns["grades"], columns["scores"], strict=True)
    for at, (packed, mark, score) in enumerate(rows):
        grade = "" if mark == UNGRADED else GRADES[int(mark)]
        used = {name: times[at] for name, times in techniques.items() if times[at]}
        yield CatalogueEntry(grade, score, used, packed, enumeration=enumeration)


@cache
def shipped(enumeration: AnyEnumeration) -> Catalogue | None:
    """The catalogue of this kind that ships with the package, or `None`."""
    name = file_name(enumeration)
    file = files("quincunx.families.base").joinpath(FOLDER, name)
    return decoded(enumeration, file.read_bytes(), name) if file.is_file() else None


def _digest(columns: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(columns).encode()).hexdigest()
