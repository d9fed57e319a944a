"""A journal of finished work, so that an interrupted command loses nothing.

The file has one JSON value per line: a heading with the kind and the identity of the work, then a
pair of key and result for each finished piece. A last line that was cut short by a crash is dropped
and its work done again. Any other damage is reported with its line number, and the file is left
alone.

An open journal holds a lock on its file; the operating system releases it when the process ends.
"""

import json
import os
import stat
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, BinaryIO, Self, TypeVar

from quincunx._support.files import lock, option_errors
from quincunx.errors import OptionError, QuincunxError

T = TypeVar("T")

ELSEWHERE = "another place"
_INVALID = object()
"""The value of a line that is not JSON."""


class Journal:
    """The journal of one piece of work; opening it again resumes where it stopped.

    Args:
        path: The file; `None` keeps everything in memory only.
        kind: The kind of work.
        identity: What distinguishes it from other work of this kind. A file with another kind or
            identity in its heading is refused and not touched.
        fresh: Forget the entries of an existing file of the same work.

    Raises:
        OptionError: The file belongs to other work, is in use, damaged, or cannot be written.
    """

    def __init__(
        self, path: Path | None, kind: str, identity: Mapping[str, Any], *, fresh: bool = False
    ) -> None:
        self.entries: dict[str, Any] = {}
        self._path = path or Path()
        self._line_numbers: dict[str, int] = {}
        self._file: BinaryIO | None = None
        if path is None:
            return
        # Compared as it would be read back: JSON has no tuples.
        heading: dict[str, Any] = json.loads(json.dumps({kind: identity}))
        try:
            with self._disk_errors():
                self._file = self._open()
                length = self._read(heading, fresh)
                self._file.truncate(length)
                if not length:
                    self._write(heading)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and release its lock."""
        if self._file is not None:
            self._file.close()

    def add(self, key: str, result: Any) -> None:
        """Write the result of a finished piece of work, as JSON data."""
        self.entries[key] = result
        with self._disk_errors():
            self._write([key, result])

    def recall(self, key: str, decode: Callable[[Any], T]) -> T | None:
        """Return the decoded result of a piece of work, or `None` if it is not finished.

        `decode` raises `ValueError` or an error of ours for data that it cannot accept.
        """
        return self._decoded(key, decode) if key in self.entries else None

    def _decoded(self, key: str, decode: Callable[[Any], T]) -> T:
        try:
            return decode(self.entries[key])
        except (ValueError, QuincunxError) as error:
            raise self._damaged(self._line_numbers.get(key, 0), str(error)) from None

    def recall_or_do(self, key: str, work: Callable[[], Any], decode: Callable[[Any], T]) -> T:
        """Return the decoded result of a piece of work, which is done if it is not finished.

        `work` returns JSON data.
        """
        if key not in self.entries:
            self.add(key, work())
        return self._decoded(key, decode)

    def _open(self) -> BinaryIO:
        while True:
            if self._path.exists() and not stat.S_ISREG(self._path.stat().st_mode):
                raise OSError(None, "not a file", str(self._path))
            file = open(self._path, "a+b", buffering=0)  # noqa: SIM115
            if not lock(file):
                file.close()
                raise OptionError(
                    f"{self._path}: in use by another process; use another place, or try again "
                    "when that process has ended"
                )
            # The process that had the lock before may have removed the file.
            if self._path.exists() and os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                return file
            file.close()

    def _write(self, data: Any) -> None:
        if self._file is None:
            return
        left = json.dumps(data).encode() + b"\n"
        while left:
            # A disk that is nearly full accepts a part first, and reports the error afterwards.
            left = left[self._file.write(left) :]

    def _disk_errors(self) -> AbstractContextManager[None]:
        return option_errors(self._path, "a file that can be written")

    def _damaged(self, line: int, reason: str) -> OptionError:
        return OptionError(
            f"{self._path}, line {line}: {reason}; remove that line (its work is done again), or "
            f"use {ELSEWHERE}"
        )

    def _other_work(self, found: Any, heading: dict[str, Any], entries: int) -> OptionError:
        ((kind, ours),) = heading.items()
        theirs = found.get(kind) if isinstance(found, dict) else None
        if not isinstance(theirs, dict):
            return OptionError(
                f"{self._path}, line 1: not a journal of {kind}, expected {ELSEWHERE}"
            )
        differing = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
        return OptionError(
            f"{self._path}, line 1: other work ({entries} entries, differs in "
            f"{', '.join(differing)}), expected the command that began it, or {ELSEWHERE}"
        )

    def _read(self, heading: dict[str, Any], fresh: bool) -> int:
        """Read the entries; return the length of the file without an incomplete last line."""
        assert self._file is not None
        self._file.seek(0)
        raw = self._file.read()
        lines = raw[: raw.rfind(b"\n") + 1].split(b"\n")[:-1]
        if not lines and json.dumps(heading).encode().startswith(raw):
            return 0
        found = decode_line(lines[0]) if lines else None
        if found != heading:
            raise self._other_work(found, heading, len(lines) - 1)
        if fresh:
            return 0
        length = len(lines[0]) + 1
        for number, line in enumerate(lines[1:], start=2):
            entry = decode_line(line, _INVALID)
            if entry is _INVALID and number == len(lines):
                break
            length += len(line) + 1
            if not line.strip():
                continue
            if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
                raise self._damaged(number, "not a journal entry")
            key, self.entries[key] = entry
            self._line_numbers[key] = number
        return length


def decode_line(line: bytes, invalid: Any = None) -> Any:
    """Return the JSON value of a line, or `invalid` if it has none."""
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):
        return invalid
