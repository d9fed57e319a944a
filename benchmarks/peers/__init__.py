"""The same puzzles solved by us and by others, in one run on one machine.

Vocabulary:
  instance  a puzzle to solve
  task      `first`: one solution; `all`: every solution, or the proof that there is no second
  peer      a solver; each is one module of this package
  column    what is shown of a peer; most have one, Gecode has several times
  cell      what came of one task of one instance by one peer

Run it with `make peers`. It writes `docs/peers.md`, `docs/peers.json` and `docs/peers.svg`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, TypeAlias

from quincunx.families import AnyPuzzle

Task: TypeAlias = Literal["first", "all"]
Status: TypeAlias = Literal["solved", "late", "missing", "cannot", "failed"]

TASKS: tuple[Task, ...] = ("first", "all")


class CannotExpress(Exception):
    """The puzzle, or its size, is beyond what a peer can be told."""


@dataclass(frozen=True)
class Cell:
    """What came of a task: how long it took and how many solutions were found, or why not."""

    status: Status
    seconds: float | None = None
    count: int | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The cell as JSON data, without what does not apply."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")}


class Peer(Protocol):
    """A solver that takes part."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what it measures."""

    def version(self) -> str | None:
        """The version that is installed here, or nothing."""

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, Cell]:
        """Solve a puzzle within `limit` seconds; what came of it, by column."""
