"""What was finished, written down at once, so that an interrupted sweep loses nothing.

Vocabulary:
  journal  a file in the output folder: a heading that says which sweep it belongs to, then one
           line for each finished piece of work
  key      the name of a piece of work within its sweep

A last line that was cut short, because the machine went down while it was written, is dropped and
its piece of work done again. Any other damage is told with the number of its line, and the file
is left alone: somebody may want to rescue what it holds.

While a sweep runs it holds a lock on its journal, which the system takes away when the process
ends, however that happens.
"""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, TypeVar, get_type_hints

from quincunx._support.files import make_folder
from quincunx._support.locks import lock
from quincunx.errors import OptionError, QuincunxError

T = TypeVar("T")

Identity: TypeAlias = dict[str, Any]
"""What makes a sweep this one and no other, as JSON data."""

NAME = "journal.jsonl"
HEADING = "quincunx lab"
COMPLETE = ("labeling", "growth")
"""The kinds of sweeps whose heading says all there is to know: `--resume` goes on with these."""
LARGEST = 2**63
"""No counter comes near."""


class Journal:
    """The journal of one sweep in one folder; opening it again goes on where it stopped.

    A folder that holds another sweep's journal is refused, and nothing in it is touched; so is
    one in which a sweep is under way.
    """

    def __init__(self, folder: Path, identity: Identity, *, fresh: bool = False) -> None:
        self.path = folder / NAME
        self.done: dict[str, Any] = {}
        self._lines: dict[str, int] = {}
        # Compared as it would be read back: JSON has no tuples.
        heading = {HEADING: json.loads(json.dumps(identity))}
        make_folder(folder)
        try:
            self._file = self._open()
        except OSError as error:
            raise self._failed(error) from None
        try:
            kept = self._read(heading, fresh)
            self._file.truncate(kept)
            if not kept:
                self._write(heading)
        except OSError as error:
            self.close()
            raise self._failed(error) from None
        except BaseException:
            self.close()
            raise

    def add(self, key: str, data: Any) -> None:
        """Write down that a piece of work is finished, with what came of it."""
        self.done[key] = data
        try:
            self._write([key, data])
        except OSError as error:
            raise self._failed(error) from None

    def recall(self, key: str, understand: Callable[[Any], T]) -> T | None:
        """What came of a piece of work, as far as it is finished.

        `understand` makes something of the data, or says in a `ValueError` or an error of ours
        why it cannot.
        """
        if key not in self.done:
            return None
        try:
            return understand(self.done[key])
        except (ValueError, QuincunxError) as error:
            raise damaged(self.path, self._lines.get(key, 0), str(error)) from None

    def close(self) -> None:
        """Write no more, and let others have the folder."""
        self._file.close()

    def _open(self) -> BinaryIO:
        """The file, locked."""
        while True:
            if self.path.exists() and not stat.S_ISREG(self.path.stat().st_mode):
                raise OSError(None, "not a file", str(self.path))
            file = open(self.path, "a+b", buffering=0)  # noqa: SIM115
            if not lock(file):
                file.close()
                raise OptionError(
                    f"lab: {self.path.parent} is in use: a sweep is under way there, expected "
                    "another folder, or the same when that one has ended"
                )
            # Whoever had it until now may have removed it.
            if self.path.exists() and os.path.samestat(os.fstat(file.fileno()), self.path.stat()):
                return file
            file.close()

    def _write(self, data: Any) -> None:
        left = json.dumps(data).encode() + b"\n"
        while left:
            # A disk that is nearly full takes a part, and only then says so.
            left = left[self._file.write(left) :]

    def _failed(self, error: OSError) -> OptionError:
        return OptionError(f"{self.path}: {error.strerror}, expected a file to write to")

    def _read(self, heading: Identity, fresh: bool) -> int:
        """Learn what is done; how much of the file is whole."""
        self._file.seek(0)
        raw = self._file.read()
        lines = raw[: raw.rfind(b"\n") + 1].split(b"\n")[:-1]
        if not lines and json.dumps(heading).encode().startswith(raw):
            return 0
        found = _decode(lines[0]) if lines else _NOTHING
        if found != heading:
            raise OptionError(_refusal(self.path, found, heading, len(lines) - 1))
        if fresh:
            return 0
        length = len(lines[0]) + 1
        for number, line in enumerate(lines[1:], start=2):
            entry = _decode(line)
            if entry is _NOTHING and number == len(lines):
                break
            length += len(line) + 1
            if not line.strip():
                continue
            if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
                raise damaged(self.path, number, "not a finished piece of work")
            key, self.done[key] = entry
            self._lines[key] = number
        return length


def damaged(path: Path, line: int, what: str) -> OptionError:
    """What to say of a line that cannot be used."""
    where = f", line {line}" if line else ""
    return OptionError(
        f"lab: {path}{where}: {what}, expected that line removed (its work is done again) or "
        "another folder"
    )


def record(kind: type[T], data: Any) -> T:
    """The dataclass that JSON data stands for: its fields and no others, each of its type.

    >>> from quincunx.cp.statistics import Statistics
    >>> record(Statistics, {"seconds": 1})
    Traceback (most recent call last):
    ValueError: no nodes
    """
    if not isinstance(data, dict):
        raise ValueError("no object")
    types = get_type_hints(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in names:
        if name not in data:
            raise ValueError(f"no {name}")
        if not _fits(data[name], types[name]):
            raise ValueError(f"{name} is no {types[name].__name__} that can be")
    for name in data:
        if name not in names:
            raise ValueError(f"{name!r} is unknown")
    return kind(**data)


def _fits(value: Any, kind: type) -> bool:
    if kind is float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and 0 <= value < LARGEST and math.isfinite(value)
    if kind is int:
        return type(value) is int and -LARGEST < value < LARGEST
    return type(value) is kind


def read_identity(folder: Path) -> Identity:
    """Which sweep a folder holds."""
    path = folder / NAME
    first = b""
    try:
        if path.is_file():
            with open(path, "rb") as file:
                first = file.readline()
    except OSError as error:
        raise OptionError(f"lab: {path}: {error.strerror}, expected a sweep to resume") from None
    if not first:
        raise OptionError(f"lab: {folder} holds no sweep, expected one to resume")
    found = _decode(first)
    if not isinstance(found, dict) or not isinstance(found.get(HEADING), dict):
        raise OptionError(f"lab: {path}, line 1: no heading of a sweep, expected one to resume")
    identity: Identity = found[HEADING]
    return identity


def sweep_of(folder: Path, kind: str, build: Callable[[Identity], T]) -> T:
    """The sweep of this kind that a folder holds, built from what its heading says."""
    identity = read_identity(folder)
    found = identity.get("kind")
    if found != kind:
        raise OptionError(f"lab: {folder} holds a sweep of {found!r}, expected {kind}")
    try:
        return build(identity)
    except (TypeError, ValueError, LookupError, AttributeError, QuincunxError) as error:
        raise OptionError(
            f"lab: {folder / NAME}, line 1: a heading that is damaged or of another version "
            f"({error}), expected another folder"
        ) from None


def require_types(identity: Identity, **kinds: type) -> None:
    """What an identity says under these names must be of these types."""
    for name, kind in kinds.items():
        if type(identity.get(name)) is not kind:
            raise ValueError(name)


def require_same(built: Identity, found: Identity) -> None:
    """What was built from an identity must have that identity, kernels aside: which of them
    measures is not for the heading to choose."""
    expected = json.loads(json.dumps(built))
    for name in {**expected, **found}:
        if name != "kernel" and expected.get(name) != found.get(name):
            raise ValueError(name)


_NOTHING = object()
"""What a line stands for that is no JSON."""


def _decode(line: bytes) -> Any:
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):
        return _NOTHING


def _refusal(path: Path, found: Any, heading: Identity, finished: int) -> str:
    """Why a folder is refused: what differs, and what can be done."""
    theirs = found.get(HEADING) if isinstance(found, dict) else None
    if not isinstance(theirs, dict):
        return f"lab: {path}, line 1: no heading of a sweep, expected another folder"
    ours = heading[HEADING]
    differing = [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
    going_on = "--resume" if theirs.get("kind") in COMPLETE else "the command that began it"
    return (
        f"lab: {path.parent} holds another sweep ({finished} entries, differs in "
        f"{', '.join(differing)}), expected {going_on} to go on with that one, or another folder"
    )
