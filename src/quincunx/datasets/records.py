"""Rows of a dataset while it is made, and files of rows."""

import gzip
import json
import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from importlib.resources import files
from typing import IO, Any, NamedTuple, TypeAlias

from quincunx._support.files import option_errors
from quincunx._support.input_text import place_of
from quincunx._support.json_text import decode_json
from quincunx.errors import PuzzleError
from quincunx.families.base.validation import shown

FIELDS: dict[str, str] = json.loads(files(__package__).joinpath("fields.json").read_bytes())
"""The fields of a row, in their order, and what they mean. All but the following hold text."""
WHOLE_FIELDS = ("row", "length", "steps", "seed", "index")
NUMBER_FIELDS = ("difficulty", "hardness")
MAX_LINE_BYTES = 20_000_000


class WrittenRow(NamedTuple):
    """A row as it is written to a file."""

    row: int
    form: str
    solution_class: str
    split: str
    text: str


class MissingRow(NamedTuple):
    """A row for which no puzzle was found, and why."""

    row: int
    reason: str


class LostRow(NamedTuple):
    """A row that could not be made because its workers died or failed, and why."""

    row: int
    reason: str


Record: TypeAlias = WrittenRow | MissingRow | LostRow
KINDS: dict[str, type[Record]] = {kind.__name__: kind for kind in (WrittenRow, MissingRow, LostRow)}


def open_lines(path: str | os.PathLike[str]) -> IO[bytes] | gzip.GzipFile:
    """Open a file of rows; a name that ends in .gz is a compressed one."""
    return gzip.open(path) if os.fspath(path).endswith(".gz") else open(path, "rb")


def read_objects(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the JSON objects of a file or of standard input (`-`), one a line, each with its place.

    Raises:
        OptionError: The file cannot be read.
        PuzzleError: A line is not a JSON object.
    """
    place = place_of(path)
    if path == "-" and sys.stdin is None:
        raise PuzzleError(f"{place}: closed, expected JSON objects")
    with (
        option_errors(place, "a file that can be read"),
        nullcontext(sys.stdin.buffer) if path == "-" else open_lines(path) as file,
    ):
        for number, line in enumerate(iter(partial(file.readline, MAX_LINE_BYTES + 1), b""), 1):
            here = f"{place}: line {number}"
            if len(line) > MAX_LINE_BYTES:
                raise PuzzleError(f"{here} is too long, expected at most {MAX_LINE_BYTES} bytes")
            if line.strip():
                yield here, _object(line, here)


def _object(line: bytes, place: str) -> dict[str, Any]:
    try:
        data = decode_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PuzzleError(f"{place} is not UTF-8, expected a JSON object") from None
    except PuzzleError as error:
        raise PuzzleError(f"{place} is {error}, expected a JSON object") from None
    if not isinstance(data, dict):
        raise PuzzleError(f"{place} is {shown(data)}, expected a JSON object")
    return data
