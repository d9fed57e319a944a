"""The archive of this program for the browser: its Python files and its data.

Compiled modules are left out: beside each is the Python file that it was made from.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import quincunx

ROOT = Path(quincunx.__file__).parent
SUFFIXES = (".py", ".json", ".gz")
LEFT_OUT = ("cli", "web/page", "web/server", "web/site")
"""Packages that need a terminal or a server, and the page itself."""
DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that equal files give equal bytes."""


def archive() -> bytes:
    """The archive: the same bytes for the same program."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in packed_files():
            name = f"quincunx/{path.relative_to(ROOT).as_posix()}"
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())
    return raw.getvalue()


def packed_files() -> Iterator[Path]:
    """The files that go into the archive, in order."""
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        left_out = name.startswith(tuple(f"{place}/" for place in LEFT_OUT))
        if path.suffix in SUFFIXES and path.is_file() and not left_out:
            yield path
