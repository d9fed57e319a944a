"""Folders for sets, in memory where the system has such: sets wait for the disk again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def new_folder() -> Iterator[Callable[[], Path]]:
    """Makes empty folders."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as home:
        yield lambda: Path(mkdtemp(dir=home))


@pytest.fixture
def tmp_path(new_folder: Callable[[], Path]) -> Path:
    """An empty folder."""
    return new_folder()
