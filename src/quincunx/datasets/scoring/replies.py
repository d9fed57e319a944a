"""Files of replies, and the datasets that their puzzles are in.

Vocabulary:
  reply    one text that somebody replied to one puzzle: a line of a file, as a JSON object
  dataset  files of rows with an "id", a "puzzle" and a "grade" each
  key      what tells puzzles apart: the id, or the identifier where there is none

A file is gone through twice: first everything in it is looked at, so that what is wrong is told
before anything is scored; what comes from a pipe is kept in a file meanwhile. Nothing but the ids
is held in memory.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx._support.json_text import decode_json
from quincunx.datasets.records import Readable, open_lines
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, shorten
from quincunx.families.base.reading import parse, place_of
from quincunx.families.base.validation import shown

TEXTS = ("response", "output", "answer")
"""Where the text of a reply stands; the first that is there, since rows of a dataset have the right
answer under the last."""
ENDS = (".jsonl", ".jsonl.gz")
"""How the files of a dataset are called."""
MAX_LINE = 20_000_000
"""Most bytes of a line."""


@dataclass(frozen=True)
class Reply:
    """A text, the puzzle that it answers, and what that is called and graded."""

    key: str
    puzzle: AnyPuzzle
    grade: str
    text: str


@dataclass(frozen=True)
class Known:
    """What a dataset says of a puzzle: its identifier and its grade."""

    puzzle: str
    grade: str


class Replies:
    """The replies of a file, or of standard input where its name is -; to be used in a `with`."""

    def __init__(self, path: str, datasets: Iterable[str] = ()) -> None:
        self.place = place_of(path)
        self._path = path
        self._datasets = tuple(datasets)
        self._known: dict[str, Known] = {}
        self._closing = ExitStack()

    def __enter__(self) -> Replies:
        with ExitStack() as closing:
            self._file: Readable = self._opened()
            closing.callback(self._file.close)
            self._look_through()
            self._closing = closing.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def __iter__(self) -> Iterator[Reply]:
        """The replies, one after the other."""
        for place, data in self._objects():
            yield self._reply(data, place)

    def _opened(self) -> Readable:
        if self._path != "-":
            return _open(self._path)
        if sys.stdin is None:
            raise PuzzleError(f"{self.place}: closed, expected replies")
        kept = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed with the others
        shutil.copyfileobj(sys.stdin.buffer, kept)
        return kept

    def _look_through(self) -> None:
        """See that every line is a reply, and look up the puzzles that only have an id."""
        ids: set[str] = set()
        needed: dict[str, str] = {}
        empty = True
        for place, data in self._objects():
            empty = False
            if "puzzle" in data:
                self._reply(data, place)
            else:
                needed.setdefault(_id_of(data, place), place)
                _text_of(data, place)
            if "id" in data:
                ids.add(_id_of(data, place))
        if empty:
            raise PuzzleError(f"{self.place}: no answers in it, expected a JSON object a line")
        if needed and not self._datasets:
            place = next(iter(needed.values()))
            raise PuzzleError(f'{place}: no "puzzle", expected one, or --dataset for the ids')
        self._known = _looked_up(self._datasets, ids)
        for name, place in needed.items():
            if name not in self._known:
                raise PuzzleError(f"{place}: id {shown(name)}, expected one of the dataset")

    def _objects(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        self._file.seek(0)
        return _objects(self._file, self.place)

    def _reply(self, data: Mapping[str, Any], place: str) -> Reply:
        known = self._known.get(str(data.get("id", "")))
        described = data["puzzle"] if "puzzle" in data or known is None else known.puzzle
        try:
            puzzle = parse(described)
        except PuzzleError as error:
            raise PuzzleError(f"{place}: {error}") from None
        grade = data.get("grade") or (known.grade if known else "")
        key = _id_of(data, place) if "id" in data else puzzle.identifier
        return Reply(key, puzzle, grade if isinstance(grade, str) else "", _text_of(data, place))


def _id_of(data: Mapping[str, Any], place: str) -> str:
    name = data.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int):
        expected = "a text or a number" if "id" in data else '"puzzle" or "id"'
        what = f'"id" is {shown(name)}' if "id" in data else "no puzzle"
        raise PuzzleError(f"{place}: {what}, expected {expected}")
    return str(name)


def _text_of(data: Mapping[str, Any], place: str) -> str:
    """The text of a reply; an answer that is not text but data is as good, and null is none."""
    for name in TEXTS:
        if name in data:
            text = data[name]
            if isinstance(text, str | list | dict) or text is None:
                return text if isinstance(text, str) else json.dumps(text)
            raise PuzzleError(f'{place}: "{name}" is {shown(text)}, expected a text')
    expected = " or ".join(f'"{name}"' for name in TEXTS)
    raise PuzzleError(f"{place}: no text, expected it under {expected}")


def _looked_up(datasets: Iterable[str], wanted: Collection[str]) -> dict[str, Known]:
    """What the datasets say of these puzzles."""
    found: dict[str, Known] = {}
    for path in (file for dataset in datasets for file in _files(dataset)):
        with _open(str(path)) as file:
            for place, row in _objects(file, str(path)):
                name = str(row.get("id", ""))
                if name not in wanted:
                    continue
                puzzle, grade = row.get("puzzle"), row.get("grade")
                if not isinstance(puzzle, str):
                    raise PuzzleError(f'{place}: no "puzzle", expected a row of a dataset')
                found[name] = Known(puzzle, grade if isinstance(grade, str) else "")
    return found


def _files(dataset: str) -> list[Path]:
    """The files of a dataset: a folder's, or the one that is named."""
    path = Path(dataset)
    if not path.is_dir():
        return [path]
    data = path / "data"
    inside = sorted((data if data.is_dir() else path).iterdir())
    files = [file for file in inside if file.name.endswith(ENDS) and not file.name.startswith(".")]
    if not files:
        raise PuzzleError(f"{dataset}: no rows there, expected files that end in {ENDS[0]}")
    return files


def _open(path: str) -> Readable:
    if os.path.isdir(path):
        raise PuzzleError(f"{path}: a directory, expected a file")
    try:
        return open_lines(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(f"{path}: {reason}, expected a file that can be read") from None


def _objects(file: Readable, place: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The JSON objects of a file, one a line, each with the place where it stands."""
    number = 0
    read: Callable[[], bytes] = lambda: file.readline(MAX_LINE + 1)  # noqa: E731
    try:
        for line in iter(read, b""):
            number += 1
            here = f"{place}: line {number}"
            if len(line) > MAX_LINE:
                raise PuzzleError(f"{here} is too long, expected at most {MAX_LINE} bytes")
            if line.strip():
                yield here, _object(line, here)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(f"{place}: {reason}, expected a file that can be read") from None


def _object(line: bytes, place: str) -> Mapping[str, Any]:
    try:
        data = decode_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PuzzleError(f"{place} is not UTF-8, expected a JSON object") from None
    except PuzzleError as error:
        raise PuzzleError(f"{place} is {error}, expected a JSON object") from None
    if not isinstance(data, dict):
        raise PuzzleError(f"{place} is {shorten(shown(data))}, expected a JSON object")
    return data
