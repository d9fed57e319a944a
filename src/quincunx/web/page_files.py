"""The files of the page, and its HTML with hints that let browsers load them all at once."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

PAGE = Path(__file__).parent / "page"
LOADED_LATER = ("worker.js", "service_worker.js", "versions.js")
"""Modules that the page may never need."""


def index_page(folder: str = "", data: Iterable[str] = ()) -> str:
    """The page's HTML for files in a folder; the browser begins with these data files at once."""
    modules = sorted(path.name for path in PAGE.glob("*.js") if path.name not in LOADED_LATER)
    hints = [f'<link rel="modulepreload" href="{folder}{name}" />' for name in modules]
    hints += [f'<link rel="preload" as="fetch" crossorigin href="{name}" />' for name in data]
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    placed = re.sub(r'(href|src)="(?=\w)', rf'\1="{folder}', text)
    return placed.replace("  </head>", "".join(f"    {hint}\n" for hint in hints) + "  </head>")


def page_version() -> str:
    """A hash of the page's files."""
    files = sorted(PAGE.iterdir())
    named = [path.name.encode() + path.read_bytes() for path in files if path.is_file()]
    return hashlib.sha256(b"".join(named)).hexdigest()[:16]
