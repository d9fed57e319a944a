"""Makes the benchmark set in data/benchmark: `python -m benchmarks.benchmark_set FOLDER`.

`benchmark_set.json` lists the settings and how many puzzles of each grade are wanted. The rows are
those of an ordinary plan: of each stratum the first ones that are in the test split and whose
solutions no other row has. Datasets with the usual shares have none of them in their training
split, and others leave them out.

`--keep-puzzles` makes only the rows of data/benchmark again: enough when explanations changed, and
puzzles and grades did not.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from pathlib import Path

from benchmarks import DOCS, progress
from quincunx.datasets import DEFAULT_SEED
from quincunx.datasets.build import RunOptions
from quincunx.datasets.card import card
from quincunx.datasets.folder import COUNTED_FIELDS, Folder
from quincunx.datasets.plan import Plan, Setting, Stratum
from quincunx.datasets.records import Line, open_lines
from quincunx.datasets.rows import Candidate, make_candidate, make_line, make_row
from quincunx.datasets.shards import RangeWriter
from quincunx.errors import EngineError, OptionError

SET = DOCS.parent / "data" / "benchmark"
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
def quotas(seed: int = DEFAULT_SEED) -> Quotas:
    """The quotas of the benchmark; another seed stands for other puzzles of the same kinds."""
    data = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    settings = [
        Setting.of(one["family"], one["parameters"], dict.fromkeys(one["numbers"], 1))
        for one in data["settings"]
    ]
    plan = Plan.of(settings, splits=data["splits"], seed=seed)
    numbers = [one["numbers"] for one in data["settings"]]
    wanted = tuple(numbers[stratum.setting][stratum.grade] for stratum in plan.strata)
    return Quotas(plan, data["split"], wanted)


def lines_of_chunk(asked: Quotas, stratum: Stratum, chunk: int) -> list[Line] | None:
    """The lines of those candidates of a chunk that are in the right split; None if there are no
    candidates. The others are not graded and explained, which saves most of the time."""
    first = chunk * CHUNK_CANDIDATES
    rows = [asked.plan.row(stratum, m) for m in range(first, first + CHUNK_CANDIDATES)]
    candidates = [make_candidate(asked.plan, row) for row in rows]
    made = [one for one in candidates if isinstance(one, Candidate)]
    lines = [make_line(asked.plan, one) for one in made if one.split == asked.split]
    return lines if made else None


def find_lines(asked: Quotas, pool: ProcessPoolExecutor) -> Iterator[Line]:
    """The rows of the benchmark, stratum after stratum."""
    known: set[bytes] = set()
    for stratum, wanted in zip(asked.plan.strata, asked.wanted, strict=True):
        missing = wanted
        for turn in count():
            if not missing:
                break
            chunks = range(turn * PROCESSES, (turn + 1) * PROCESSES)
            found = list(pool.map(partial(lines_of_chunk, asked, stratum), chunks))
            if not any(lines is not None for lines in found):
                raise EngineError(f"{asked.plan.describe(stratum)}: there seem to be no more")
            for lines in found:
                for line in lines or ():
                    if missing and line.solution_class not in known:
                        known.add(line.solution_class)
                        missing -= 1
                        yield line


def known_lines(asked: Quotas, pool: ProcessPoolExecutor) -> Iterator[Line]:
    """The rows of the set that is there, made again.

    Raises:
        EngineError: A row has another puzzle or another grade now.
    """
    (shard,) = (SET / "data").iterdir()
    with open_lines(shard) as lines:
        rows = [json.loads(line) for line in lines]
    made = pool.map(partial(make_row, asked.plan), [row["row"] for row in rows], chunksize=5)
    for row, line in zip(rows, made, strict=True):
        again = json.loads(line.text) if isinstance(line, Line) else {}
        for name in ("puzzle", "grade"):
            if again.get(name) != row[name]:
                raise EngineError(f"row {row['row']}: {name} changed, make the whole set again")
        assert isinstance(line, Line)
        yield line


def write_set(place: Folder, asked: Quotas, found: list[Line]) -> None:
    """Write the rows as a dataset like others."""
    lines = sorted(found)
    last = lines[-1].row
    manifest = RunOptions(compress=True).new_manifest(asked.plan, asked.number)
    writer = RangeWriter(place, manifest)
    for line in lines:
        writer.write(line)
    manifest.shards = writer.finish(0, last)
    manifest.ended = ENDED
    manifest.rows, manifest.next, manifest.ranges = len(lines), last + 1, 1
    rows = [json.loads(line.text) for line in lines]
    manifest.counts = {
        key: dict(sorted(Counter(row[key] for row in rows).items())) for key in COUNTED_FIELDS
    }
    place.keep_manifest(manifest)
    place.keep_card(card(manifest.as_dict(), lines[0].text, COMMAND))


def make_benchmark(folder: Path, asked: Quotas, *, keep_puzzles: bool = False) -> None:
    """Make the benchmark in an empty or new folder."""
    find = known_lines if keep_puzzles else find_lines
    place = Folder(folder)
    if place.manifest() is not None:
        raise OptionError(f"{folder} holds a dataset, expected an empty folder")
    with place, ProcessPoolExecutor(PROCESSES) as pool:
        found = []
        for line in find(asked, pool):
            found.append(line)
            progress.tell("rows", len(found), asked.number)
        progress.tell("", 0, 0)
        write_set(place, asked, found)


def main() -> None:
    """Read the command line."""
    parser = ArgumentParser(description="Make the benchmark set.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--keep-puzzles", action="store_true")
    given = parser.parse_args()
    make_benchmark(given.folder, quotas(given.seed), keep_puzzles=given.keep_puzzles)


if __name__ == "__main__":
    main()
