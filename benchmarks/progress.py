"""The progress of a benchmark, shown on the terminal while it runs."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def shown(items: Collection[Item], name: str) -> Iterator[Item]:
    """Yield the items, and show which of them is under way."""
    for number, item in enumerate(items, 1):
        tell(name, number, len(items))
        yield item
    tell("", 0, 0)


def tell(name: str, number: int, total: int) -> None:
    """Show which item is under way, or nothing; the next printed line replaces it."""
    if sys.stderr.isatty():
        text = f"{name}: {number} of {total}" if total else ""
        print(f"\r\033[K{text}\r", end="", file=sys.stderr, flush=True)
