"""Which combinations of options are one and the same search, and how long each search takes.

Vocabulary:
  search    what the kernel did: all counters but the time. Options that led to the same counters
            made no difference, and what their times differ in is noise
  names     the combinations of options that are a search
  interval  of a search: its time, from all runs of all its combinations; see `figures.intervals`

Combinations that a limit stopped are no searches here: nobody knows what they would have become.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from quincunx.lab.figures.intervals import Interval, interval_of
from quincunx.lab.labeling.sweep import Mark, groups, mark
from quincunx.lab.runs.trials import COUNTERS, Row

OPTIONS = ("variable", "value", "direction")
SEEN = tuple(counter for counter in COUNTERS if counter != "seconds")
"""The counters that tell searches apart."""


@dataclass(frozen=True)
class Search:
    """A search, the combinations that are it, and all their rows."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def time(self) -> Interval:
        """How long it takes."""
        return interval_of(row.seconds for row in self.rows)

    def number(self, counter: str) -> float:
        """Its median by a counter."""
        found = mark(self.rows, counter).number
        assert found is not None, "a search was not stopped"
        return found


def searches_of(rows: Sequence[Row]) -> list[Search]:
    """The different searches of one puzzle at one strength of propagation, in the order of their
    first rows.

    A random order that was run with several seeds is a search of its own, unless all of them
    did the same.
    """
    found: dict[Hashable, tuple[list[str], list[Row]]] = {}
    for labeling, cell in groups(rows, *OPTIONS).items():
        if any(row.limited for row in cell):
            continue
        names, same = found.setdefault(_done(cell), ([], []))
        names.append(", ".join(labeling))
        same += cell
    return [Search(tuple(names), tuple(same)) for names, same in found.values()]


def stopped_names(rows: Sequence[Row]) -> list[str]:
    """The combinations that a limit stopped."""
    return [
        ", ".join(labeling)
        for labeling, cell in groups(rows, *OPTIONS).items()
        if any(row.limited for row in cell)
    ]


def marks_of(rows: Sequence[Row], counter: str) -> dict[tuple[str, ...], Mark]:
    """What each combination shows: what equal searches share, the time too."""
    found = {key: mark(cell, counter) for key, cell in groups(rows, *OPTIONS).items()}
    if counter == "seconds":
        for search in searches_of(rows):
            shared = Mark(search.time.middle)
            found |= {tuple(name.split(", ")): shared for name in search.names}
    return found


def _done(cell: Sequence[Row]) -> Hashable:
    """What tells a search from others; the same for repeats that did the same."""
    return tuple(sorted({tuple(getattr(row, counter) for counter in SEEN) for row in cell}))
