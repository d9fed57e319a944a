"""Means over many scores, with confidence intervals."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb, sqrt
from typing import Any

from quincunx.datasets.scoring.reply_files import ModelReply
from quincunx.datasets.scoring.scores import Score
from quincunx.families.base.grades import GRADES

Z_95 = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass
class ScoreGroup:
    """The scores of puzzles of one family and grade, by the key of each puzzle."""

    family: str
    grade: str
    statuses: Counter[str] = field(default_factory=Counter)
    _sums: dict[str, tuple[int, float, int]] = field(default_factory=dict)

    def add(self, key: str, score: Score) -> None:
        """Add the score of a reply to a puzzle."""
        count, total, right = self._sums.get(key, (0, 0.0, 0))
        self._sums[key] = (count + 1, total + score.value, right + score.right)
        self.statuses[score.status] += 1

    @property
    def puzzles(self) -> int:
        """The number of puzzles."""
        return len(self._sums)

    @property
    def replies(self) -> int:
        """The number of replies."""
        return self.statuses.total()

    @property
    def unread(self) -> int:
        """The number of replies from which no answer was read."""
        return self.statuses["format-error"] + self.statuses["no-answer"]

    @property
    def mean(self) -> float:
        """The mean over puzzles, of each the mean over its replies."""
        return sum(total / count for count, total, _ in self._sums.values()) / self.puzzles

    @property
    def solved(self) -> float:
        """The share of puzzles that at least one reply solves."""
        return sum(right > 0 for *_, right in self._sums.values()) / self.puzzles

    def pass_at(self, k: int) -> float:
        """Return the chance that at least one of k replies is right, estimated without bias from at
        least k replies to each puzzle: the mean of 1 - C(n - c, k) / C(n, k)."""
        counts = [(count, right) for count, _, right in self._sums.values()]
        return sum(1 - comb(n - c, k) / comb(n, k) for n, c in counts) / self.puzzles

    def evaluated(self, samples: int) -> dict[str, Any]:
        """The group as JSON data, with pass@k for k = 1, 2, 4, ... and the number of samples."""
        ks = sorted({1 << n for n in range(samples.bit_length())} | {samples})
        values = [self.pass_at(k) for k in ks]
        passed = [{"value": value, "interval": wilson(value, self.puzzles)} for value in values]
        return {**self.as_dict(), "pass": dict(zip(map(str, ks), passed, strict=True))}

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the mean over puzzles; conservative for partial scores."""
        return wilson(self.mean, self.puzzles)

    def as_dict(self) -> dict[str, Any]:
        """The group as JSON data."""
        return {
            "family": self.family or None,
            "grade": self.grade or None,
            "puzzles": self.puzzles,
            "replies": self.replies,
            "unread": self.unread,
            "wrong": self.statuses["wrong"],
            "format_errors": self.statuses["format-error"],
            "mean": self.mean,
            "interval": list(self.interval),
            "solved": self.solved,
        }


class ScoreSummary:
    """All scores, together and grouped by family and grade."""

    def __init__(self) -> None:
        self.all = ScoreGroup("", "")
        self.right: Counter[str] = Counter()
        """The number of right replies by the key of the puzzle."""
        self._groups: dict[tuple[str, str], ScoreGroup] = {}

    def add(self, reply: ModelReply, score: Score) -> None:
        """Add the score of a reply."""
        name = (reply.puzzle.family, reply.grade)
        self._groups.setdefault(name, ScoreGroup(*name)).add(reply.key, score)
        self.all.add(" ".join((*name, reply.key)), score)
        self.right[reply.key] += score.right

    def __iter__(self) -> Iterator[ScoreGroup]:
        """Iterate over the groups by family, and from easy to hard."""
        order: dict[str, int] = {grade: at for at, grade in enumerate(GRADES)}
        names = sorted(self._groups, key=lambda name: (name[0], order.get(name[1], -1), name[1]))
        return iter([self._groups[name] for name in names])


def wilson(mean: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share found in a number of cases.

    >>> [round(end, 3) for end in wilson(0.9, 100)], [round(end, 3) for end in wilson(1.0, 10)]
    ([0.826, 0.945], [0.722, 1.0])
    """
    square = Z_95**2 / count
    middle = (mean + square / 2) / (1 + square)
    half = Z_95 / (1 + square) * sqrt(mean * (1 - mean) / count + square / 4 / count)
    return max(0.0, middle - half), min(1.0, middle + half)
