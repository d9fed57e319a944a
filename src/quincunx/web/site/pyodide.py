"""Pyodide, which is Python for browsers: fetched once from npm's registry and kept in a cache.

It is a hundred times larger than this package, and therefore not part of it.
"""

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from quincunx._support.files import make_folder, write_file
from quincunx.errors import EngineError

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The hash of this version's archive, as npm lists it."""
NAME = f"pyodide-{VERSION}.tgz"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/{NAME}"
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""The files of the archive that a browser needs."""
SECONDS = 120


def pyodide_files(cache: Path | None = None) -> Mapping[str, bytes]:
    """The files of Pyodide by name, from the cache or from npm's registry."""
    folder = cache_folder() if cache is None else cache
    kept = folder / NAME
    raw = _read(kept)
    if raw is None or not is_right(raw):
        raw = _fetched()
        if not is_right(raw):
            raise EngineError(f"site: {NAME} has changed, expected SHA-512 {SHA512}")
        make_folder(folder)
        write_file(kept, raw)
    return unpacked(raw)


def is_right(raw: bytes) -> bool:
    """Whether an archive has the expected hash."""
    return base64.b64encode(hashlib.sha512(raw).digest()).decode() == SHA512


def unpacked(raw: bytes) -> Mapping[str, bytes]:
    """The files of npm's archive that a browser needs."""
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        for name in FILES:
            file = archive.extractfile(f"package/{name}")
            assert file is not None
            found[name] = file.read()
    return found


def cache_folder() -> Path:
    """The user's cache folder for this program."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "quincunx"


def _read(path: Path) -> bytes | None:
    with suppress(OSError):
        return path.read_bytes()
    return None


def _fetched() -> bytes:
    """The archive from npm's registry: by npm if installed, which knows about mirrors."""
    raw = _by_npm() or _by_address()
    if raw is None:
        raise EngineError(f"site: {ADDRESS} cannot be fetched; put it into {cache_folder()}")
    return raw


def _by_npm() -> bytes | None:
    npm = shutil.which("npm")
    if npm is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=True)
            return _read(Path(folder) / NAME)
    return None


def _by_address() -> bytes | None:
    from urllib.request import urlopen

    with suppress(OSError, ValueError), urlopen(ADDRESS, timeout=SECONDS) as response:
        return bytes(response.read())
    return None
