"""Makes the benchmark set.

    make benchmark                              remakes data/benchmark, the scores of simple
                                                programs on it and docs/benchmark.md
    python -m benchmarks.benchmark_set FOLDER   makes the set alone, in a new folder

`benchmark_set.json` has the seed, which is not the default of datasets, the settings, and how
many puzzles of each grade are wanted. The rows are those of an ordinary plan: of each stratum the
first ones that are in the test split and whose solutions no other row has. Datasets with the usual
shares have none of them in their training split, and others leave them out.

`--keep-puzzles` makes the rows of data/benchmark again, and looks for others only in strata whose
puzzles or grades changed: enough if only explanations changed.
"""

from __future__ import annotations

import json
import shutil
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import progress
from benchmarks.baselines import BENCHMARK, write_scores
from quincunx.datasets.card import card
from quincunx.datasets.folder import CARD, COUNTED_FIELDS, HIDDEN, Folder, Manifest, versions
from quincunx.datasets.plan import Plan, Setting, Stratum
from quincunx.datasets.records import WrittenRow, open_lines
from quincunx.datasets.rows import Candidate, make_candidate, make_line, make_row
from quincunx.datasets.shards import write_shard
from quincunx.errors import EngineError, OptionError

SET = BENCHMARK
PROCESSES = 2
CHUNK_CANDIDATES = 10
"""Candidates of one stratum that a process makes at a time."""
ENDED = "this is the benchmark, which does not grow"
"""Stands in the manifest, so that no rows are added."""
COMMAND = "python -m benchmarks.benchmark_set DIR"


@dataclass(frozen=True)
class Quotas:
    """A plan, and how many rows of each of its strata are wanted in one split."""

    plan: Plan
    split: str
    wanted: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of rows."""
        return sum(self.wanted)


@cache
def quotas(seed: int | None = None) -> Quotas:
    """The quotas of the benchmark; another seed stands for other puzzles of the same kinds."""
    data = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    settings = [
        Setting.of(one["family"], one["parameters"], dict.fromkeys(one["numbers"], 1))
        for one in data["settings"]
    ]
    plan = Plan.of(settings, splits=data["splits"], seed=data["seed"] if seed is None else seed)
    numbers = [one["numbers"] for one in data["settings"]]
    wanted = tuple(numbers[stratum.setting][stratum.grade] for stratum in plan.strata)
    return Quotas(plan, data["split"], wanted)


def lines_of_chunk(asked: Quotas, stratum: Stratum, chunk: int) -> list[WrittenRow] | None:
    """The lines of those candidates of a chunk that are in the right split; None if there are no
    candidates. The others are not graded and explained, which saves most of the time."""
    first = chunk * CHUNK_CANDIDATES
    rows = [asked.plan.row(stratum, m) for m in range(first, first + CHUNK_CANDIDATES)]
    candidates = [make_candidate(asked.plan, row) for row in rows]
    made = [one for one in candidates if isinstance(one, Candidate)]
    lines = [make_line(asked.plan, one) for one in made if one.split == asked.split]
    return lines if made else None


def find_lines(asked: Quotas, pool: ProcessPoolExecutor, old: Path | None) -> Iterator[WrittenRow]:
    """The rows of the benchmark, stratum after stratum; those of an `old` set are made again where
    their puzzles and grades are as before."""
    rows = rows_in(old) if old is not None else []
    known: set[str] = set()
    for stratum, wanted in zip(asked.plan.strata, asked.wanted, strict=True):
        there = [row for row in rows if asked.plan.place(row["row"])[0] == stratum]
        again = pool.map(partial(make_row, asked.plan), [row["row"] for row in there], chunksize=5)
        lines = [line for line in again if isinstance(line, WrittenRow)]
        if len(lines) != wanted or any(map(_changed, lines, there)):
            lines = []
        for turn in count():
            for line in lines:
                if wanted and line.solution_class not in known:
                    known.add(line.solution_class)
                    wanted -= 1
                    yield line
            if not wanted:
                break
            chunks = range(turn * PROCESSES, (turn + 1) * PROCESSES)
            found = list(pool.map(partial(lines_of_chunk, asked, stratum), chunks))
            if not any(chunk is not None for chunk in found):
                raise EngineError(f"{asked.plan.describe(stratum)}: there seem to be no more")
            lines = [line for chunk in found for line in chunk or ()]


def rows_in(folder: Path) -> list[dict[str, Any]]:
    """The rows of a set."""
    (shard,) = (folder / "data").iterdir()
    with open_lines(shard) as lines:
        return [json.loads(line) for line in lines]


def _changed(line: WrittenRow, row: dict[str, Any]) -> bool:
    again = json.loads(line.text)
    return any(again[name] != row[name] for name in ("puzzle", "grade", "split"))


def write_set(place: Folder, asked: Quotas, found: list[WrittenRow]) -> None:
    """Write the rows as a dataset like others."""
    lines = sorted(found)
    last = lines[-1].row
    plan = asked.plan
    manifest = Manifest(plan.name, plan.as_dict(), asked.number, compress=True)
    manifest.versions = versions(parquet=False)
    texts = [line.text for line in lines]
    manifest.shards = [write_shard(place, manifest, asked.split, last, lambda: iter(texts))]
    manifest.ended = ENDED
    manifest.rows, manifest.next, manifest.ranges = len(lines), last + 1, 1
    rows = [json.loads(line.text) for line in lines]
    manifest.counts = {
        key: dict(sorted(Counter(row[key] for row in rows).items())) for key in COUNTED_FIELDS
    }
    place.keep_manifest(manifest)
    place.keep(CARD, card(asdict(manifest), COMMAND))


def make_benchmark(folder: Path, asked: Quotas, old: Path | None = None) -> None:
    """Make the benchmark in an empty or new folder."""
    place = Folder(folder)
    new = Manifest(asked.plan.name, asked.plan.as_dict(), asked.number, compress=True)
    if place.manifest(new) is not None:
        raise OptionError(f"{folder} holds a dataset, expected an empty folder")
    with place, ProcessPoolExecutor(PROCESSES) as pool:
        found = []
        for line in find_lines(asked, pool, old):
            found.append(line)
            progress.tell("rows", len(found), asked.number)
        progress.tell("", 0, 0)
        write_set(place, asked, found)


def main() -> None:
    """Read the command line."""
    parser = ArgumentParser(description="Make the benchmark set.")
    parser.add_argument("folder", type=Path, nargs="?", help=f"default: {SET}, with its scores")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--keep-puzzles", action="store_true")
    given = parser.parse_args()
    old = SET if given.keep_puzzles else None
    if given.folder is not None:
        make_benchmark(given.folder, quotas(given.seed), old)
        return
    with TemporaryDirectory(dir=SET.parent) as draft:
        make_benchmark(Path(draft) / "set", quotas(given.seed), old)
        shutil.rmtree(SET)
        shutil.move(Path(draft) / "set", SET)
    shutil.rmtree(SET / HIDDEN)
    write_scores()


if __name__ == "__main__":
    main()
