"""How far a benchmark is, told on the terminal while it runs."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def shown(items: Collection[Item], name: str) -> Iterator[Item]:
    """The items, one after another, saying which of them is under way."""
    for number, item in enumerate(items, 1):
        tell(name, number, len(items))
        yield item
    tell("", 0, 0)


def tell(name: str, number: int, total: int) -> None:
    """Say that number so and so is under way, or nothing any more; the next line printed stands
    in its place."""
    if sys.stderr.isatty():
        told = f"{name}: {number} of {total}" if total else ""
        print(f"\r\033[K{told}\r", end="", file=sys.stderr, flush=True)
