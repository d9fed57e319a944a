"""Text from files and from standard input, refused in one line if it cannot be read."""

import sys
from typing import Any

from quincunx._support.json_text import decode_json
from quincunx.errors import PuzzleError

MAX_BYTES = 4_000_000
"""Maximum size of a file with a puzzle or an answer."""


def read_text(path: str, most: int = MAX_BYTES) -> str:
    """The text in a file or on standard input (`-`).

    Raises:
        PuzzleError: It cannot be read, is too large, binary, not UTF-8, or empty.
    """
    place = place_of(path)
    if path == "-" and sys.stdin is None:
        raise PuzzleError(f"{place}: closed, expected text")
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(most + 1)
    except IsADirectoryError:
        raise PuzzleError(f"{place}: a directory, expected a file") from None
    except FileNotFoundError:
        raise PuzzleError(f"{place}: no such file, expected one that can be read") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PuzzleError(f"{place}: {reason}, expected a file that can be read") from None
    if len(raw) > most:
        raise PuzzleError(f"{place}: too large, expected at most {most} bytes")
    if not raw.strip():
        raise PuzzleError(f"{place}: empty, expected text")
    if b"\0" in raw:
        raise PuzzleError(f"{place}: binary data, expected text in UTF-8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PuzzleError(f"{place}: not UTF-8 at byte {error.start + 1}") from None


def read_json(path: str, most: int = MAX_BYTES) -> Any:
    """The data in a JSON file, or in JSON on standard input (`-`)."""
    return decode_document(read_text(path, most), place_of(path))


def decode_document(text: str, place: str) -> Any:
    """The data in a JSON text; errors begin with its place."""
    try:
        return decode_json(text)
    except PuzzleError as error:
        raise PuzzleError(f"{place}: {error}, expected a document") from None


def place_of(path: str) -> str:
    """The name of a file in messages, or "standard input" for `-`."""
    return "standard input" if path == "-" else path
