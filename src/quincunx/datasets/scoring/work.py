"""How much of a text is looked at.

Every text is answered in time that grows with its length and no faster. What is written in C goes
over all of it; what is written in Python goes from its end, and only so far.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_BRACKETS = 60_000
"""So many brackets are looked at, from the end of a text."""
MOST_LINES = 10_000
"""So many lines are."""
MOST_ROWS = 20_000
"""So many times a piece of text is read as a row."""
MOST_MARKS = 100_000
"""So many times something is read as what stands in a cell."""


@dataclass
class Work:
    """What was looked at so far."""

    brackets: int = 0
    lines: int = 0
    rows: int = 0
    marks: int = 0

    def add(self, other: Work) -> None:
        """Count what was looked at elsewhere, too."""
        self.brackets += other.brackets
        self.lines += other.lines
        self.rows += other.rows
        self.marks += other.marks

    @property
    def enough(self) -> bool:
        """Whether it is time to give up."""
        return (
            self.brackets >= MOST_BRACKETS
            or self.lines >= MOST_LINES
            or self.rows >= MOST_ROWS
            or self.marks >= MOST_MARKS
        )
