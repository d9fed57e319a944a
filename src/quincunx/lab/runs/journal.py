"""What was finished, written down at once, so that an interrupted sweep loses nothing.

Vocabulary:
  journal  a file in the output folder: a heading that says which sweep it belongs to, then one
           line for each finished piece of work
  key      the name of a piece of work within its sweep

A line that was cut short, because the machine went down while it was written, is dropped and its
piece of work done again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

from quincunx.errors import OptionError

Identity: TypeAlias = dict[str, Any]
"""What makes a sweep this one and no other, as JSON data."""

NAME = "journal.jsonl"
HEADING = "quincunx lab"


class Journal:
    """The journal of one sweep in one folder; opening it again goes on where it stopped.

    A folder that holds another sweep's journal is refused, and nothing in it is touched.
    """

    def __init__(self, folder: Path, identity: Identity, *, fresh: bool = False) -> None:
        self.path = folder / NAME
        self.done: dict[str, Any] = {}
        # Compared as it would be read back: JSON has no tuples.
        heading = {HEADING: json.loads(json.dumps(identity))}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            kept = b""
            if self.path.exists():
                kept = self._read(heading, fresh)
            self._file = open(self.path, "ab")  # noqa: SIM115
            self._file.truncate(len(kept))
            if not kept:
                self._write(heading)
        except OSError as error:
            raise OptionError(
                f"lab: {error.filename or folder}: {error.strerror}, expected a folder to write to"
            ) from None

    def add(self, key: str, data: Any) -> None:
        """Write down that a piece of work is finished, with what came of it."""
        self.done[key] = data
        self._write([key, data])

    def close(self) -> None:
        """Write no more."""
        self._file.close()

    def _write(self, data: Any) -> None:
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()

    def _read(self, heading: Identity, fresh: bool) -> bytes:
        """Learn what is done; the part of the file that is whole."""
        raw = self.path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            return b""
        found = _decode(lines[0])
        if found != heading:
            raise OptionError(_refusal(self.path.parent, found, heading, len(lines) - 1))
        if fresh:
            return b""
        length = len(lines[0]) + 1
        for line in lines[1:]:
            entry = _decode(line)
            if not isinstance(entry, list) or len(entry) != 2:
                break
            self.done[entry[0]] = entry[1]
            length += len(line) + 1
        return whole[:length]


def read_identity(folder: Path) -> Identity:
    """Which sweep a folder holds."""
    try:
        first = (folder / NAME).read_bytes().partition(b"\n")[0]
    except OSError:
        first = b""
    found = _decode(first)
    if not isinstance(found, dict) or not isinstance(found.get(HEADING), dict):
        raise OptionError(f"lab: {folder} holds no sweep, expected one to resume")
    identity: Identity = found[HEADING]
    return identity


def _decode(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _refusal(folder: Path, found: Any, heading: Identity, finished: int) -> str:
    """Why a folder is refused: what differs, and what can be done."""
    theirs = found.get(HEADING) if isinstance(found, dict) else None
    if not isinstance(theirs, dict):
        return f"lab: {folder} holds a {NAME} of something else, expected another folder"
    ours = heading[HEADING]
    differing = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
    return (
        f"lab: {folder} holds another sweep ({finished} entries, differs in "
        f"{', '.join(differing)}), expected --resume to go on with that one, or another folder"
    )
