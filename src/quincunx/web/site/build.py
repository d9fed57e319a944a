"""Builds a site in a temporary folder beside its target, then renames it."""

import base64
import gzip
import hashlib
import io
import json
import os
import secrets
import shutil
import zipfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import quincunx
from quincunx._support.files import make_folder, option_errors, require_writable
from quincunx.cp.limits import require_number
from quincunx.errors import OptionError
from quincunx.web.encoding import exact
from quincunx.web.page_files import PAGE, index_page
from quincunx.web.security import HEADERS
from quincunx.web.site.prepared import prepared_replies
from quincunx.web.site.pyodide import pyodide_files

PAGE_SUFFIXES = (".html", ".js", ".json", ".css", ".svg", ".png", ".ico", ".webmanifest", ".txt")
"""Kinds of files that belong to the page."""
MAX_DAYS = 1_000
DAYS = 14
"""Days whose puzzles are prepared, unless another number is given."""
CARRIER = "carrier.json"
ARCHIVE = "quincunx.zip"
WORKER = "service_worker.js"
SITE_LINE = 'const SITE = { version: "", files: {}, headers: {} };'
"""The line of the service worker that is replaced by the list of files."""
ADDED_HEADERS = [name for name in HEADERS if name.startswith("Cross-Origin-")]
"""Headers that the service worker adds if the host does not send them."""


ROOT = Path(quincunx.__file__).parent
PACKED_SUFFIXES = (".py", ".json", ".gz")
LEFT_OUT = ("cli", "web/page", "web/server", "web/site")
"""Packages that need a terminal or a server, and the page itself."""
ARCHIVE_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that equal files give equal bytes."""


@dataclass(frozen=True)
class Site:
    """A site: its folder, its version, and the sizes of its files."""

    folder: Path
    version: str
    files: Mapping[str, int]

    @property
    def size(self) -> int:
        """Total size in bytes."""
        return sum(self.files.values())


def build_site(folder: Path, days: int = DAYS) -> Site:
    """Build a site in a folder that is new, empty, or holds a site already. The puzzles of some
    days, from today, are prepared.

    Raises:
        OptionError: The folder holds something else or cannot be written.
        EngineError: Pyodide cannot be fetched.
    """
    require_number(days, "site: number of days", 0, MAX_DAYS)
    _require_replaceable(folder)
    make_folder(folder.parent)
    require_writable(folder, "a folder to write to")
    place = Path(os.path.realpath(folder))
    new, old = (place.with_name(f".quincunx-{secrets.token_hex(8)}") for _ in range(2))
    files = site_files(days)
    _require_replaceable(folder, {name.split("/")[0] for name in files})
    try:
        with option_errors(folder, "a folder to write to"):
            for name, content in files.items():
                make_folder((new / name).parent)
                (new / name).write_bytes(content)
            if place.exists():
                os.replace(place, old)
            try:
                os.replace(new, place)
            except OSError:
                if old.exists():
                    os.replace(old, place)
                raise
    finally:
        for folder_beside in (new, old):
            shutil.rmtree(folder_beside, ignore_errors=True)
    version = json.loads(files[CARRIER])["version"]
    return Site(folder, version, {name: len(content) for name, content in files.items()})


def site_files(days: int) -> dict[str, bytes]:
    """The files of a site by name."""
    page = [path for path in sorted(PAGE.iterdir()) if path.suffix in PAGE_SUFFIXES]
    files = {path.name: path.read_bytes() for path in page}
    for name, content in pyodide_files().items():
        if name.endswith(".wasm"):
            name, content = f"{name}.packed", gzip.compress(content, 9, mtime=0)
        files[f"pyodide/{name}"] = content
    files[ARCHIVE] = archive()
    prepared = prepared_replies(date.today(), days)
    for name, data in prepared.items():
        files[name] = json.dumps(exact(data), ensure_ascii=False, separators=(",", ":")).encode()
    files["index.html"] = index_page(data=(CARRIER, "prepared.json")).encode()
    version = version_of(files)
    carrier = {
        "carrier": "site",
        "version": version,
        "program": quincunx.__version__,
        "package": ARCHIVE,
        "days": [name[5:-5] for name in prepared if name.startswith("days/")],
    }
    files[CARRIER] = json.dumps(carrier).encode()
    kept = {name: integrity(files[name]) for name in files if name != WORKER}
    headers = {name: HEADERS[name] for name in ADDED_HEADERS}
    site = json.dumps({"version": version, "files": kept, "headers": headers}, indent=1)
    worker = files[WORKER].decode()
    assert SITE_LINE in worker
    files[WORKER] = worker.replace(SITE_LINE, f"const SITE = {site};").encode()
    # Some hosts read the headers to send from this file.
    files["_headers"] = "\n".join(["/*", *(f"  {k}: {v}" for k, v in HEADERS.items()), ""]).encode()
    files[".nojekyll"] = b""
    return files


def archive() -> bytes:
    """The archive of this program for the browser: its Python files and its data, as the same bytes
    for the same program.

    Compiled modules are left out: beside each is the Python file that it was made from.
    """
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in packed_files():
            name = f"quincunx/{path.relative_to(ROOT).as_posix()}"
            entry = zipfile.ZipInfo(name, ARCHIVE_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, path.read_bytes())
    return raw.getvalue()


def packed_files() -> Iterator[Path]:
    """The files that go into the archive, in order."""
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        left_out = name.startswith(tuple(f"{place}/" for place in LEFT_OUT))
        if path.suffix in PACKED_SUFFIXES and path.is_file() and not left_out:
            yield path


def version_of(files: Mapping[str, bytes]) -> str:
    """A hash of the names and the contents of files.

    >>> version_of({"a": b"1"}) == version_of({"a": b"2"})
    False
    """
    named = sorted((name, integrity(content)) for name, content in files.items())
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()[:16]


def integrity(content: bytes) -> str:
    """The hash of a file as browsers write it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"


def _require_replaceable(folder: Path, names: Collection[str] | None = None) -> None:
    """Refuse a folder that holds no site, or more than these names: it would be deleted."""
    with option_errors(folder, "a folder to write to"):
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(None, "a file")
        held = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    if held and not (folder / CARRIER).is_file():
        raise OptionError(f"{folder}: holds something else, expected a new folder or a site")
    for name in held:
        if names is not None and name not in names:
            raise OptionError(f"{folder}: holds {name!r} beside a site, which would be deleted")
