"""Published puzzles, shipped as data: their source, the printed answer, and what the source claims.

A source claims that the printed answer is right and, if `claims_unique` is true, that there is no
other. `quincunx audit` checks these claims.

>>> entry = entry_named("power-strike/16")
>>> entry.puzzle.identifier
'power-strike:7:41,_,_,_,_,_,_,_'
>>> entry.solution
[41, 287, 2009, 209, 29, 9, 63, 441]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from quincunx._support.notebook import Shown
from quincunx.errors import PuzzleError
from quincunx.families.base.documents import to_document
from quincunx.families.base.puzzle import AnyPuzzle, shorten
from quincunx.families.base.validation import errors_at
from quincunx.families.registry import from_document, parse

_FILES = ("published.json", "papers.json")


@dataclass(frozen=True)
class GalleryEntry(Shown):
    """One published puzzle. `solution` is the printed one, right or wrong, or `None`."""

    name: str
    source: str
    claims_unique: bool
    puzzle: AnyPuzzle
    solution: Any = None

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON data; `read_entries` gives the same entry back."""
        data = {**vars(self), "puzzle": to_document(self.puzzle)}
        return {name: value for name, value in data.items() if value is not None}


class Gallery(Mapping[str, GalleryEntry]):
    """The shipped puzzles by name, in the order of their files; each is read on first use.

    >>> gallery()["c-note/1"].puzzle.identifier
    'c-note:100:878/312/272'
    """

    def __init__(self) -> None:
        self._read: dict[str, GalleryEntry] = {}

    def __getitem__(self, name: str) -> GalleryEntry:
        if name not in self._read:
            (self._read[name],) = read_entries(_shipped()[name], f"gallery: {name}")
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in _shipped()

    def __iter__(self) -> Iterator[str]:
        return iter(_shipped())

    def __len__(self) -> int:
        return len(_shipped())


@cache
def gallery() -> Gallery:
    """The published puzzles that come with the package, by name."""
    return Gallery()


def names(family: str = "") -> tuple[str, ...]:
    """The names of the shipped puzzles, or of those of a family, in the order of their files."""
    return tuple(name for name in gallery() if name.startswith(f"{family}/" if family else ""))


def entry_named(name: str) -> GalleryEntry:
    """The shipped puzzle of this name.

    Raises:
        PuzzleError: There is no such puzzle. The message names similar ones.
    """
    try:
        return gallery()[name]
    except KeyError:
        from difflib import get_close_matches

        near = get_close_matches(name, names(), n=3, cutoff=0.5) or [*names()[:2], "..."]
        raise PuzzleError(
            f"gallery: no puzzle {shorten(name)!r}, expected one such as {', '.join(near)}"
        ) from None


def read_entries(data: object, place: str) -> tuple[GalleryEntry, ...]:
    """The entries in a JSON list, in one entry, or in what `quincunx gallery --json` prints.

    Only "puzzle" is required, a document or an identifier; "claims_unique" is false by default.

    >>> [entry.name for entry in read_entries([{"puzzle": "c-note:100:884/625/361"}], "file")]
    ['c-note:100:884/625/361']
    """
    if isinstance(data, dict):
        data = data.get("puzzles", [data])
    if not isinstance(data, list):
        raise PuzzleError(f"{place}: not a list of puzzles, expected [{{...}}, ...]")
    return tuple(_entry(item, f"{place}: entry {at}") for at, item in enumerate(data, 1))


def _entry(data: object, place: str) -> GalleryEntry:
    if not isinstance(data, dict) or not isinstance(data.get("puzzle"), str | dict):
        raise PuzzleError(f'{place}: no "puzzle", expected a document or an identifier')
    described = data["puzzle"]
    with errors_at(place):
        puzzle = parse(described) if isinstance(described, str) else from_document(described)
    kinds = {"name": (str, puzzle.identifier), "source": (str, ""), "claims_unique": (bool, False)}
    values = {}
    for key, (kind, default) in kinds.items():
        values[key] = data.get(key, default)
        if not isinstance(values[key], kind):
            expected = "true or false" if kind is bool else "a text"
            shown = shorten(repr(values[key]))
            raise PuzzleError(f'{place}: "{key}" is {shown}, expected {expected}')
    return GalleryEntry(**values, puzzle=puzzle, solution=data.get("solution"))


@cache
def technique_examples() -> Mapping[str, str]:
    """The name or identifier of a puzzle that needs it, for each technique in explanations; those
    of a family are listed as "family: technique"."""
    examples: dict[str, str] = _data_in("techniques.json")
    return examples


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    """The data of all entries by name, not yet checked."""
    return {data["name"]: data for file in _FILES for data in _data_in(file)}


def _data_in(file: str) -> Any:
    import json
    from importlib.resources import files

    return json.loads(files(__name__).joinpath(file).read_bytes())
