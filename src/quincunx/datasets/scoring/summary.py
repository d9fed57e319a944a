"""Many scores in one number, with how sure it is.

Vocabulary:
  group     puzzles of one family and grade
  mean      over the puzzles of a group, of each the mean over its replies: a puzzle with many
            replies counts no more than another
  solved    the share of puzzles that at least one reply solves
  interval  where the mean of all such puzzles lies, with 95 % certainty, by Wilson's formula; for
            shares of rules it is wider than it had to be
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from quincunx.datasets.scoring.replies import Reply
from quincunx.datasets.scoring.scores import Score
from quincunx.families.base.grades import GRADES

CERTAIN = 1.959963984540054
"""So many standard deviations are 95 % of a normal distribution."""


@dataclass
class Group:
    """The scores of puzzles of one family and grade, by the key of each puzzle."""

    family: str
    grade: str
    replies: int = 0
    unread: int = 0
    """Replies in which there is no answer of the right shape."""
    _sums: dict[str, tuple[int, float, bool]] = field(default_factory=dict)

    def add(self, key: str, score: Score) -> None:
        """Count a score."""
        count, total, solved = self._sums.get(key, (0, 0.0, False))
        self._sums[key] = (count + 1, total + score.value, solved or score.right)
        self.replies += 1
        self.unread += score.answer is None

    def join(self, other: Group) -> None:
        """Count all scores of another group."""
        self.replies += other.replies
        self.unread += other.unread
        for key, sums in other._sums.items():
            self._sums[f"{other.family} {other.grade} {key}"] = sums

    @property
    def puzzles(self) -> int:
        return len(self._sums)

    @property
    def mean(self) -> float:
        return sum(total / count for count, total, _ in self._sums.values()) / self.puzzles

    @property
    def solved(self) -> float:
        return sum(solved for *_, solved in self._sums.values()) / self.puzzles

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.mean, self.puzzles)

    def as_dict(self) -> dict[str, Any]:
        """The group as JSON data."""
        return {
            "family": self.family or None,
            "grade": self.grade or None,
            "puzzles": self.puzzles,
            "replies": self.replies,
            "unread": self.unread,
            "mean": self.mean,
            "interval": list(self.interval),
            "solved": self.solved,
        }


class Groups:
    """All scores, by family and grade."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], Group] = {}

    def add(self, reply: Reply, score: Score) -> None:
        """Count the score of a reply."""
        name = (reply.puzzle.family, reply.grade)
        self._groups.setdefault(name, Group(*name)).add(reply.key, score)

    def __iter__(self) -> Iterator[Group]:
        """The groups, by family, and from easy to hard."""
        order: dict[str, int] = {grade: at for at, grade in enumerate(GRADES)}
        names = sorted(self._groups, key=lambda name: (name[0], order.get(name[1], -1), name[1]))
        return iter([self._groups[name] for name in names])

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def all(self) -> Group:
        """All of them together."""
        together = Group("", "")
        for group in self._groups.values():
            together.join(group)
        return together


def wilson(mean: float, count: int) -> tuple[float, float]:
    """Wilson's interval for a share that was found in so many cases.

    >>> [round(end, 3) for end in wilson(0.9, 100)], [round(end, 3) for end in wilson(1.0, 10)]
    ([0.826, 0.945], [0.722, 1.0])
    """
    square = CERTAIN**2 / count
    middle = (mean + square / 2) / (1 + square)
    half = CERTAIN / (1 + square) * sqrt(mean * (1 - mean) / count + square / 4 / count)
    return max(0.0, middle - half), min(1.0, middle + half)
