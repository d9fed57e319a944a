"""Datasets: the puzzles of a configuration as items without end.

Item k is row k of the series that the configuration and the seed stand for. Where a complete list
has no more rows, it is gone through once more, in another order: its puzzles come again. A row
that its maker's patience does not find is looked for again with other dice. What is done then
depends on the configuration, the seed and k alone, so that every number has its item, always the
same one.
"""

from __future__ import annotations

from typing import Any, ClassVar

from reasoning_gym.dataset import ProceduralDataset

from quincunx.datasets.gym.config import Config, end_of, field_name
from quincunx.datasets.questions import answer_text, question
from quincunx.datasets.scoring import score
from quincunx.errors import TooBig
from quincunx.families.base.documents import to_document
from quincunx.making import MAX_SEED, GeneratedPuzzle, Series
from quincunx.making.series import MAX_ROW

TURN = 2**32
"""What is added to the seed to go on: seeds of reasoning-gym are smaller, so nobody else has it."""
TURNS = 3
"""So often at most a row is looked for."""
PARTIAL = 0.1
"""What an answer is worth that has the right form and keeps nearly all rules."""


class PuzzleDataset(ProceduralDataset):  # type: ignore[misc]  # it declares no types
    """The puzzles of a configuration."""

    name: ClassVar[str]
    config: Config
    seed: int

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._request = config.request()
        self._series: dict[int, Series] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What a copy has to know: series are made again where they are needed."""
        return self.__dict__ | {"_series": {}}

    @property
    def category(self) -> str:
        """Where reasoning-gym would have it among its own."""
        return "games"

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """The item of a number; below zero they are counted from the end."""
        at = idx + self.size if idx < 0 else idx
        if at < 0:
            raise IndexError(f"{self.name}: item {idx} of {self.size:,}")
        made = self._made(at)
        puzzle = made.puzzle
        return {
            "question": question(puzzle),
            "answer": answer_text(puzzle, made.solution),
            "metadata": {
                "source_dataset": self.name,
                "source_index": at,
                "puzzle": puzzle.identifier,
                "document": to_document(puzzle),
                "solution": made.solution,
                "grade": made.grade,
                "score": made.score,
                "techniques": dict(made.techniques or {}),
                "difficulty": {"grade": made.grade, **self._size()},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for every answer that the rules accept; a little for one that keeps some of them, and
        nothing where there is no answer."""
        if not isinstance(answer, str) or not answer:
            return 0.0
        found = score(entry["metadata"]["puzzle"], answer, partial=True)
        return 1.0 if found.right else PARTIAL * found.value

    def _size(self) -> dict[str, Any]:
        """The size that was asked for, where a family tells of sizes."""
        sizes = self.config.maker().sizes
        if sizes is None:
            return {}
        name = field_name(sizes.parameter)
        return {name: getattr(self.config, name)}

    def _made(self, row: int) -> GeneratedPuzzle:
        """The puzzle of an item."""
        rows, _ = end_of(self._request)
        # After the last row of a complete list the next turn begins.
        return self._searched(*divmod(row, MAX_ROW if rows is None else rows))

    def _searched(self, turn: int, row: int) -> GeneratedPuzzle:
        """A row of a turn, or of the first turn after it that finds one."""
        for later in range(turn, turn + TURNS):
            try:
                return self._series_of(later).row(row)
            except TooBig:
                continue
        raise TooBig(f"{self.name}: item {row}: none was found, expected another grade or size")

    def _series_of(self, turn: int) -> Series:
        if turn not in self._series:
            # Who goes through a list again and again needs but one turn at a time.
            self._series.clear()
            seed = (self.seed + turn * TURN) % MAX_SEED
            self._series[turn] = Series(self._request, seed, graded=True)
        return self._series[turn]
