"""Files of replies, and the datasets that their puzzles are in.

A file has a JSON object per line: a reply to one puzzle. It is read several times: first for the
ids, then every line is checked, so that errors are reported before anything is scored. Standard
input and pipes are copied to a temporary file for that. Nothing but the ids is held in memory.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from quincunx._support.files import option_errors
from quincunx._support.input_text import place_of
from quincunx._support.json_text import decode_json
from quincunx.datasets.records import Readable, open_lines
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, shorten
from quincunx.families.base.puzzle_input import parse
from quincunx.families.base.validation import shown

TEXT_KEYS = ("response", "output", "answer")
"""Where the text of a reply may stand. The first that is there counts: rows of a dataset have the
right answer under the last."""
DATASET_ENDINGS = (".jsonl", ".jsonl.gz")
MAX_LINE_BYTES = 20_000_000
READABLE = "a file that can be read"

JsonObject = Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """A text, the puzzle that it answers, and that puzzle's key and grade.

    The key is the id of the puzzle, or its identifier if the reply has no id.
    """

    key: str
    puzzle: AnyPuzzle
    grade: str
    text: str


def read_replies(path: str, datasets: Iterable[str] = ()) -> Iterator[Reply]:
    """Yield the replies in a file, or in standard input if its name is `-`.

    Args:
        path: A file of JSON Lines, perhaps compressed by gzip.
        datasets: Folders or files of datasets, in which the ids are looked up.

    Raises:
        OptionError: The file cannot be read.
        PuzzleError: A line is not a reply; raised before the first reply is yielded.
    """
    place = place_of(path)
    with _open_replies(path) as file:
        ids = {_id_of(data, here) for here, data in _objects(file, place) if "id" in data}
        folders = tuple(datasets)
        known = _looked_up(folders, ids) if folders else None
        lines = sum(_reply(data, here, known) is not None for here, data in _objects(file, place))
        if not lines:
            raise PuzzleError(f"{place}: no answers in it, expected a JSON object per line")
        for here, data in _objects(file, place):
            yield _reply(data, here, known)


def _open_replies(path: str) -> Readable:
    if path == "-" and sys.stdin is None:
        raise PuzzleError(f"{place_of(path)}: closed, expected replies")
    file = sys.stdin.buffer if path == "-" else _open(path)
    if path != "-" and file.seekable():
        return file
    copy = tempfile.TemporaryFile()  # noqa: SIM115  # the caller closes it
    with nullcontext() if path == "-" else file:
        shutil.copyfileobj(file, copy)
    return copy


def _reply(data: JsonObject, place: str, known: Mapping[str, JsonObject] | None) -> Reply:
    """Return the reply that a line holds; `known` has the rows of datasets, if there are any."""
    text = _text_of(data, place)
    row = (known or {}).get(str(data.get("id", "")), {})
    if "puzzle" not in data and "puzzle" not in row:
        name = _id_of(data, place)
        if known is None:
            raise PuzzleError(f'{place}: no "puzzle", expected one, or --dataset for the ids')
        raise PuzzleError(f"{place}: id {shown(name)}, expected one of the dataset")
    try:
        puzzle = parse(data["puzzle"] if "puzzle" in data else row["puzzle"])
    except PuzzleError as error:
        raise PuzzleError(f"{place}: {error}") from None
    grade = data.get("grade") or row.get("grade")
    key = _id_of(data, place) if "id" in data else puzzle.identifier
    return Reply(key, puzzle, grade if isinstance(grade, str) else "", text)


def _id_of(data: JsonObject, place: str) -> str:
    if "id" not in data:
        raise PuzzleError(f'{place}: no puzzle, expected "puzzle" or "id"')
    name = data["id"]
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise PuzzleError(f'{place}: "id" is {shown(name)}, expected a text or a number')
    return str(name)


def _text_of(data: JsonObject, place: str) -> str:
    """Return the text of a reply; a list or an object stands for its JSON, null for no text."""
    for name in TEXT_KEYS:
        if name in data:
            text = data[name]
            if isinstance(text, str | list | dict) or text is None:
                return text if isinstance(text, str) else json.dumps(text)
            raise PuzzleError(f'{place}: "{name}" is {shown(text)}, expected a text')
    expected = " or ".join(f'"{name}"' for name in TEXT_KEYS)
    raise PuzzleError(f"{place}: no text, expected it under {expected}")


def _looked_up(datasets: Iterable[str], wanted: Collection[str]) -> dict[str, JsonObject]:
    """Return the puzzles and grades that the datasets have for these ids."""
    found: dict[str, JsonObject] = {}
    for path in (file for dataset in datasets for file in _files(dataset)):
        with _open(str(path)) as file:
            for place, row in _objects(file, str(path)):
                name = str(row.get("id", ""))
                if name in wanted:
                    if not isinstance(row.get("puzzle"), str):
                        raise PuzzleError(f'{place}: no "puzzle", expected a row of a dataset')
                    found[name] = {"puzzle": row["puzzle"], "grade": row.get("grade")}
    return found


def _files(dataset: str) -> list[Path]:
    """Return the files of a dataset: those in a folder, or the one that is named."""
    path = Path(dataset)
    if not path.is_dir():
        return [path]
    folder = path / "data" if (path / "data").is_dir() else path
    names = [file for file in sorted(folder.iterdir()) if not file.name.startswith(".")]
    files = [file for file in names if file.name.endswith(DATASET_ENDINGS)]
    if not files:
        raise PuzzleError(
            f"{dataset}: no rows there, expected files that end in {DATASET_ENDINGS[0]}"
        )
    return files


def _open(path: str) -> Readable:
    with option_errors(path, READABLE):
        return open_lines(path)


def _objects(file: Readable, place: str) -> Iterator[tuple[str, JsonObject]]:
    """Yield the JSON objects of a file, one a line, each with the place where it stands."""
    file.seek(0)
    with option_errors(place, READABLE):
        for number, line in enumerate(iter(partial(file.readline, MAX_LINE_BYTES + 1), b""), 1):
            here = f"{place}: line {number}"
            if len(line) > MAX_LINE_BYTES:
                raise PuzzleError(f"{here} is too long, expected at most {MAX_LINE_BYTES} bytes")
            if line.strip():
                yield here, _object(line, here)


def _object(line: bytes, place: str) -> JsonObject:
    try:
        data = decode_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PuzzleError(f"{place} is not UTF-8, expected a JSON object") from None
    except PuzzleError as error:
        raise PuzzleError(f"{place} is {error}, expected a JSON object") from None
    if not isinstance(data, dict):
        raise PuzzleError(f"{place} is {shorten(shown(data))}, expected a JSON object")
    return data
