"""Writing files so that nobody ever sees half of one.

A file is written beside its place under another name and then renamed: under its own name there
is what was there before, or all of what is new.
"""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

from quincunx.errors import OptionError


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a whole file, or leave everything as it was and say why in an `OptionError`.

    Text is written in UTF-8. What is no ordinary file, such as /dev/null, is written to as it is.
    """
    raw = content.encode() if isinstance(content, str) else content
    try:
        if Path(path).exists() and not Path(path).is_file():
            # A pipe has no other name to go by than the one it was given.
            Path(path).write_bytes(raw)
        else:
            # A link stays one: what it points to is replaced.
            _replace(Path(os.path.realpath(path)), raw)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"{path}: {reason}, expected a file that can be written") from None


def make_folder(path: Path) -> None:
    """Make a folder, and those it lies in, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"{path}: {reason}, expected a folder to write to") from None


def _replace(place: Path, raw: bytes) -> None:
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(None, "Permission denied")
    # Its name has nothing of the file's: that may be as long as names can be.
    beside = place.with_name(f".quincunx-{secrets.token_hex(8)}")
    try:
        with open(beside, "xb") as file:
            file.write(raw)
        if place.exists():
            shutil.copymode(place, beside)
        os.replace(beside, place)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
