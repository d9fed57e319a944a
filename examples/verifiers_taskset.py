"""The rows of a dataset as a taskset of `verifiers` (version 0.4, `verifiers.v1`).

    pip install quincunx verifiers
    quincunx dataset -o puzzles --family c-note --number 500

`PuzzleTaskset(PuzzleConfig(folder="puzzles"))` yields a task for each row. The reward is 1 for a
right answer and 0 otherwise; with `partial`, up to 0.5 for one that is nearly right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import verifiers.v1 as vf

from quincunx.datasets.scoring import score


class PuzzleConfig(vf.TasksetConfig):
    folder: str
    split: str = "train"
    partial: bool = False


class PuzzleData(vf.TaskData):
    puzzle: str
    partial: bool


class PuzzleTask(vf.Task[PuzzleData, vf.State, vf.TaskConfig]):
    @vf.reward(weight=1.0)
    async def solved(self, trace: vf.Trace) -> float:
        return score(self.data.puzzle, trace.last_reply, self.data.partial).value


class PuzzleTaskset(vf.Taskset[PuzzleTask, PuzzleConfig]):
    def load(self) -> Iterator[PuzzleTask]:
        for path in sorted(Path(self.config.folder, "data").glob(f"{self.config.split}-*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                data = PuzzleData(
                    id=row["id"],
                    name=row["puzzle"],
                    prompt=row["question"],
                    puzzle=row["puzzle"],
                    partial=self.config.partial,
                )
                yield PuzzleTask(data, self.config.task)
