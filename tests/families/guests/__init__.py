"""Families that only the tests have, and how they come to be among the others for a while.

A guest is a file in this folder, or the one that `docs/new_family.md` shows: its blocks of Python,
put together.
"""

import atexit
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from quincunx.families import AnyPuzzle, all_families
from quincunx.families.registry import forget_families

RECIPE = Path(__file__).parents[3] / "docs" / "new_family.md"


def recipe() -> str:
    """The file that the document about new families shows."""
    text = RECIPE.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S))


@cache
def folders() -> list[str]:
    """Where guests are found."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    (Path(folder.name) / "of_the_document.py").write_text(recipe(), encoding="utf-8")
    return [str(Path(__file__).parent), folder.name]


@contextmanager
def guests() -> Iterator[Mapping[str, type[AnyPuzzle]]]:
    """All families, with guests among them, wherever families are asked for."""
    package = sys.modules["quincunx.families"]
    path = package.__path__
    package.__path__ = [*path, *folders()]
    forget_families()
    try:
        yield all_families()
    finally:
        package.__path__ = path
        forget_families()
