"""A plan whose rows take no time, some of them with a fault.

Run as a program, this builds a dataset in a folder, to be killed meanwhile.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from quincunx._support.pool import Outcome
from quincunx._support.pool_worker import run_task
from quincunx.datasets.build import RunOptions, Summary, build
from quincunx.datasets.plan import Plan
from quincunx.datasets.records import FIELDS, NUMBER_FIELDS, WHOLE_FIELDS, MissingRow, WrittenRow
from tests.datasets.symmetries import rows_of

SPLITS = ("train", "train", "train", "validation", "test")
SHARD = 30
NUMBER = 100
VALUES: dict[str, Any] = {
    **dict.fromkeys(FIELDS, "so"),
    **dict.fromkeys(WHOLE_FIELDS, 3),
    **dict.fromkeys(NUMBER_FIELDS, 0.5),
    "techniques": [],
}


@dataclass(frozen=True)
class Quick:
    """Rows of two strata. Every `repeating`-th is the one before it turned around, and after the
    first `different` ones there is nothing new."""

    seed: int = 1
    repeat_solutions: bool = False
    repeating: int = 9
    different: int = 10**9
    not_found: tuple[int, ...] = (5, 6, 40)
    failing: tuple[int, ...] = ()
    deadly: tuple[int, ...] = ()
    agony: float = 0.0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return f"quick-{self.seed}"

    def as_dict(self) -> dict[str, Any]:
        faults = ("failing", "deadly", "agony", "seconds")  # not part of the plan
        return {name: value for name, value in asdict(self).items() if name not in faults}

    def place(self, k: int) -> tuple[int, int]:
        return k % 2, k // 2

    @property
    def settings(self) -> tuple[str, ...]:
        return ("all",)

    def setting_of(self, k: int) -> str:
        return self.settings[k % len(self.settings)]

    def describe(self, stratum: int) -> str:
        return f"stratum {stratum}"

    def form(self, k: int) -> str:
        k %= self.different
        same = k - 1 if k % self.repeating == 0 and k else k
        return hashlib.sha256(f"{self.seed} {same}".encode()).hexdigest()[:32]


def make_row(plan: Quick, row: int) -> WrittenRow | MissingRow:
    """A row of such a plan."""
    time.sleep(plan.seconds)
    if row in plan.deadly:
        # A Dask worker has to be seen alive by its scheduler before it dies.
        time.sleep(plan.agony)
        os.kill(os.getpid(), signal.SIGKILL)
    if row in plan.failing:
        raise ZeroDivisionError("one by nothing")
    if row in plan.not_found:
        return MissingRow(row, "nothing to be found")
    form = plan.form(row)
    solution = hashlib.sha256(form.encode()).hexdigest()
    split = SPLITS[int(form, 16) % len(SPLITS)]
    content = VALUES | {"row": row, "split": split, "seed": plan.seed}
    content |= {"form": form, "solution_class": solution}
    content |= {"grade": ("easy", "hard")[row % 2], "question": "Why?\n" * (row % 50)}
    return WrittenRow(row, form, solution, split, json.dumps(content) + "\n")


class Here:
    """A pool that runs tasks in this process, in a random order."""

    def __init__(self, width: int = 1, seed: int = 0) -> None:
        self.most = 0
        self._width = width
        self._random = random.Random(seed)
        self._tasks: list[tuple[int, Outcome]] = []

    def free_slots(self) -> int:
        return self._width - len(self._tasks)

    def submit(self, key: int, function: Callable[..., Any], /, *arguments: Any) -> None:
        self._tasks.append((key, run_task(function, arguments)))
        self.most = max(self.most, len(self._tasks))

    def results(self, timeout: float) -> list[tuple[int, Outcome]]:
        self._random.shuffle(self._tasks)
        return [self._tasks.pop() for _ in self._tasks[: self._random.randint(0, 2)]]

    def close(self) -> None:
        self._tasks = []


def make(folder: Path, plan: Quick | None = None, number: int = NUMBER, **options: Any) -> Summary:
    """Build a dataset of such rows, in this process unless there are `jobs` or a `scheduler`."""
    if not {"jobs", "scheduler", "pool"} & set(options):
        options["pool"] = Here
    others = {name: options.pop(name) for name in ("pool", "card") if name in options}
    asked = RunOptions(**{"shard_size": SHARD, **options})
    return build(cast(Plan, plan or Quick()), folder, number, asked, make=make_row, **others)


def content(folder: Path) -> dict[str, bytes]:
    """All files of a dataset, without the hidden folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".quincunx" not in path.parts
    }


def rows(folder: Path) -> list[dict[str, Any]]:
    """All rows of a dataset, in order."""
    return sorted(rows_of(folder), key=lambda row: int(row["row"]))


def two_rows(folder: Path) -> Path:
    """A folder with a dataset of two rows in two files."""
    (folder / "data").mkdir(parents=True)
    for number, (puzzle, answer, file) in enumerate(
        [
            ("aztec-math:9/5_", "[[9],[5,4]]", "test-00000.jsonl"),
            ("aztec-math:8/5_", "[[8],[5,3]]", "train-00000.jsonl.gz"),
        ]
    ):
        row = {"id": f"row-{number}", "family": "aztec-math", "puzzle": puzzle, "grade": "easy"}
        row |= {"question": f"Solve {puzzle}.", "answer": answer}
        line = f"{json.dumps(row)}\n".encode()
        (folder / "data" / file).write_bytes(gzip.compress(line) if file.endswith("gz") else line)
    return folder


if __name__ == "__main__":
    place, wanted, processes, pause = sys.argv[1:]
    # Imported, so that workers find its functions under the same name.
    from tests.datasets import quick

    slow = quick.Quick(seconds=float(pause))
    quick.make(Path(place), slow, int(wanted), jobs=int(processes), parquet=True, compress=True)
