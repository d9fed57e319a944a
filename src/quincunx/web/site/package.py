"""This program as an archive for the browser's Python: its Python files and its data, no more.

Compiled modules stay at home: beside each lies the Python file that it was made from.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import quincunx

ROOT = Path(quincunx.__file__).parent
KINDS = (".py", ".json", ".gz")
AT_HOME = ("cli", "web/page", "web/server", "web/site")
"""What needs a terminal, other processes or a server, and the page itself."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of every file: equal files give equal bytes."""


def archive() -> bytes:
    """The archive: the same bytes for the same program."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in packed_files():
            name = f"quincunx/{path.relative_to(ROOT).as_posix()}"
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())
    return raw.getvalue()


def packed_files() -> Iterator[Path]:
    """The files that go into the archive, in order."""
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        at_home = any(name == place or name.startswith(f"{place}/") for place in AT_HOME)
        if path.suffix in KINDS and path.is_file() and not at_home:
            yield path
