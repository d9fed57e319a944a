"""Atomic file writes: a reader sees the old file or the new one, never a part.

A file is written under another name and then renamed. `keep_file` also waits for the disk, so that
the file is still there after a power failure.
"""

import errno
import os
import secrets
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from quincunx.errors import OptionError, QuincunxError, Unfinished

RUN_AGAIN = "nothing finished is lost: run the same command again"


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a whole file, or leave everything as it was.

    Text is written in UTF-8. A special file such as /dev/null is written to in place.

    Raises:
        OptionError: The file cannot be written.
    """
    raw = content.encode() if isinstance(content, str) else content
    with option_errors(path, "a file that can be written"):
        if Path(path).exists() and not Path(path).is_file():
            Path(path).write_bytes(raw)
        else:
            # A link stays a link: its target is replaced.
            place = Path(os.path.realpath(path))
            if place.exists() and not os.access(place, os.W_OK):
                raise PermissionError(None, "Permission denied")
            # The draft's name is short: the file's own may be as long as names can be.
            _replace(place, raw, place.with_name(f".quincunx-{secrets.token_hex(8)}"))


def require_writable(path: Path, expected: str = "a file that can be written") -> None:
    """Refuse, before long work, a path beside which nothing can be written."""
    if not path.exists() or path.is_file() or path.is_dir():
        with option_errors(path, expected):
            draft = Path(os.path.realpath(path)).with_name(f".quincunx-{secrets.token_hex(8)}")
            draft.touch()
            draft.unlink()


def make_folder(path: Path) -> None:
    """Make a folder and its parents, unless it exists.

    Raises:
        OptionError: The folder cannot be made.
    """
    with option_errors(path, "a folder to write to"):
        path.mkdir(parents=True, exist_ok=True)


@contextmanager
def option_errors(path: str | os.PathLike[str], expected: str) -> Iterator[None]:
    """Turn errors of the file system, and damage of compressed files, into an `OptionError` that
    names a path and what is expected there."""
    try:
        yield
    except QuincunxError:
        raise
    except (OSError, ValueError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"{path}: {reason}, expected {expected}") from None


def keep_file(path: Path, raw: bytes, draft: Path) -> None:
    """Write a whole file to the disk, by way of a draft on the same file system.

    Raises:
        Unfinished: The disk is full.
        OptionError: The file cannot be written.
    """
    with disk_errors(path):
        _replace(path, raw, draft, durable=True)


def flush_to_disk(file: IO[bytes]) -> None:
    """Wait until a file's content is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with suppress(OSError):
                os.fsync(handle)
        finally:
            os.close(handle)


def lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; return whether no other process holds the lock.

    Windows and some file systems have no such locks: there it always succeeds.
    """
    try:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn errors of the file system into errors of one line."""
    try:
        yield
    except OSError as error:
        place, reason = error.filename or path, error.strerror or str(error)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Unfinished(f"{place}: {reason}; {RUN_AGAIN} when there is room") from None
        raise OptionError(f"{place}: {reason}, expected a writable folder; {RUN_AGAIN}") from None


def _replace(place: Path, raw: bytes, draft: Path, *, durable: bool = False) -> None:
    try:
        with open(draft, "wb") as file:
            file.write(raw)
            if durable:
                flush_to_disk(file)
        if place.exists():
            shutil.copymode(place, draft)
        os.replace(draft, place)
        if durable:
            flush_folder(place.parent)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
