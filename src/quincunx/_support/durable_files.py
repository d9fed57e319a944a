"""Files that are still there after the power failed.

A file is written somewhere else, flushed to the disk and then renamed: under its own name there is
all of it or nothing. What the system refuses, a full disk above all, is said in one line, and
leaves everything as it was.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from quincunx.errors import OptionError, Unfinished

AGAIN = "nothing finished is lost: run the same command again"


def keep_file(path: Path, raw: bytes, draft: Path) -> None:
    """Write a whole file, by way of a draft."""
    with refusals_told(path):
        try:
            with open(draft, "wb") as file:
                file.write(raw)
                settle(file)
            os.replace(draft, path)
            settle_folder(path.parent)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft)
            raise


def settle(file: IO[bytes]) -> None:
    """Wait until a file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def settle_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system knows how."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with suppress(OSError):
                os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def refusals_told(path: Path) -> Iterator[None]:
    """Say in one line what the system refuses."""
    try:
        yield
    except OSError as error:
        place, reason = error.filename or path, error.strerror or str(error)
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Unfinished(f"{place}: {reason}; {AGAIN} when there is room") from None
        raise OptionError(f"{place}: {reason}, expected a folder to write to; {AGAIN}") from None
    except sqlite3.OperationalError as error:
        raise Unfinished(f"{path}: {error}; {AGAIN} when there is room") from None
