"""The benchmark: a small dataset that never changes, with a quota for each family and grade.

`benchmark.json` lists the settings and how many puzzles of each grade are wanted. The rows are
those of an ordinary plan: of each stratum the first ones that are in the test split and whose
solutions no other row has. Datasets with the usual shares have none of them in their training
split, and others leave them out.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

from quincunx._support.files import keep_file
from quincunx._support.pool import run_tasks
from quincunx.datasets import DEFAULT_SEED
from quincunx.datasets.build import Progress, RunOptions, Summary
from quincunx.datasets.card import card
from quincunx.datasets.folder import COUNTED_FIELDS, Folder, Manifest
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.records import Line, Missing, Record, decode_records, encode_records
from quincunx.datasets.rows import Candidate, make_candidate, make_line
from quincunx.datasets.shards import RangeWriter
from quincunx.errors import EngineError, OptionError

CHUNK_CANDIDATES = 10
"""Candidates of one stratum that a worker makes as one task."""
ENDED = "this is the benchmark, which does not grow"
"""Stands in the manifest, so that no rows are added."""


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
    """Return the quotas of the benchmark; another seed stands for other puzzles."""
    data = json.loads(files("quincunx.datasets").joinpath("benchmark.json").read_text())
    settings = [
        Setting.of(one["family"], one["parameters"], dict.fromkeys(one["numbers"], 1))
        for one in data["settings"]
    ]
    plan = Plan.of(settings, splits=data["splits"], seed=seed)
    numbers = [one["numbers"] for one in data["settings"]]
    wanted = tuple(numbers[stratum.setting][stratum.grade] for stratum in plan.strata)
    return Quotas(plan, data["split"], wanted)


def make_chunk(asked: Quotas, chunk: int) -> list[Line | Missing]:
    """Make the candidates of a chunk, and lines of those in the right split; strata take turns.
    The others are not graded and explained, which saves most of the time."""
    turn, at = divmod(chunk, len(asked.wanted))
    stratum, first = asked.plan.strata[at], turn * CHUNK_CANDIDATES
    rows = [asked.plan.row(stratum, m) for m in range(first, first + CHUNK_CANDIDATES)]
    candidates = [make_candidate(asked.plan, row) for row in rows]
    return [
        make_line(asked.plan, found) if isinstance(found, Candidate) else found
        for found in candidates
        if isinstance(found, Missing) or found.split == asked.split
    ]


def make_benchmark(folder: Path, options: RunOptions, seed: int = DEFAULT_SEED) -> Summary | None:
    """Make the benchmark in an empty or new folder, or go on with what was begun there.

    Returns `None` if it was cancelled.
    """
    began = time.monotonic()
    asked = quotas(seed)
    start_pool = options.pool_starter()
    manifest = options.new_manifest(asked.plan, asked.number)
    place = Folder(folder)
    if place.manifest() is not None:
        raise OptionError(f"dataset: {folder} holds a dataset, expected an empty folder")
    # The pool first: a cluster that does not answer leaves no folder behind.
    with closing(start_pool()) as pool, place:
        found = _Found(asked, place)
        before, made = found.rows, 0

        def progress() -> Progress:
            rows, seconds = found.rows, time.monotonic() - began
            return Progress(rows, asked.number, rows - before, seconds, 0)

        for ended in run_tasks(pool, found.missing_chunks(), found.describe):
            if ended is not None:
                found.keep(*ended)
                made += CHUNK_CANDIDATES
            elif found.complete:
                break
            elif options.watch(progress):
                return None
        _write(place, manifest, asked.plan.seed, found.lines())
        place.remove_parts()
    return Summary(folder, manifest, asked.number, made, time.monotonic() - began)


class _Found:
    """Chunks, made in any order and kept as files until there are enough rows of each stratum.

    The rows of a stratum come from consecutive chunks, as many as it takes.
    """

    def __init__(self, asked: Quotas, place: Folder) -> None:
        self._asked = asked
        self._place = place
        self._chunks: dict[int, list[Record]] = {}
        self._lines: list[list[Line]] = [[] for _ in asked.wanted]
        for path in place.parts.glob(f"{asked.plan.name}-*"):
            with suppress(ValueError):
                self._add(int(path.name.rpartition("-")[2]), decode_records(path.read_bytes()))

    @property
    def rows(self) -> int:
        """The number of rows that are certain."""
        return sum(map(len, self._lines))

    @property
    def complete(self) -> bool:
        """Whether every stratum has as many rows as are wanted."""
        return self.rows == self._asked.number

    def lines(self) -> list[Line]:
        """Return the rows in the order of their numbers."""
        return sorted(line for lines in self._lines for line in lines)

    def missing_chunks(self) -> Iterator[tuple[Any, ...]]:
        """Yield tasks that make chunks, of the stratum of which least was begun."""
        begun = [0] * len(self._lines)
        while lacking := [at for at in range(len(begun)) if self._lacks(at)]:
            at = min(lacking, key=begun.__getitem__)
            chunk = begun[at] * len(begun) + at
            begun[at] += 1
            if chunk not in self._chunks:
                yield chunk, make_chunk, self._asked, chunk

    def keep(self, chunk: int, records: list[Record]) -> None:
        """Keep a chunk in a file, and use its rows."""
        name = f"{self._asked.plan.name}-{chunk}"
        keep_file(self._place.parts / name, encode_records(records), self._place.drafts / name)
        self._add(chunk, records)

    def describe(self, chunk: int) -> str:
        """Return the stratum of a chunk, for messages."""
        plan = self._asked.plan
        return f"dataset: {plan.describe(plan.strata[chunk % len(self._lines)])}"

    def _lacks(self, at: int) -> bool:
        return len(self._lines[at]) < self._asked.wanted[at]

    def _add(self, chunk: int, records: list[Record]) -> None:
        """Use the rows of a chunk: of each stratum the first whose solutions are in no other row.

        The solutions of earlier strata come first, so the result does not depend on the order in
        which chunks are made.
        """
        self._chunks[chunk] = records
        known: set[bytes] = set()
        for at, wanted in enumerate(self._asked.wanted):
            lines: dict[bytes, Line] = {}
            for number in count(at, len(self._lines)):
                found = self._chunks.get(number)
                if found is None or len(lines) >= wanted:
                    break
                missing = [record for record in found if isinstance(record, Missing)]
                if len(missing) == CHUNK_CANDIDATES:
                    why = f"{missing[0].reason}, expected {wanted} in the split"
                    raise EngineError(f"{self.describe(number)}: {why}")
                for record in found:
                    if isinstance(record, Line) and record.solution_class not in known:
                        lines.setdefault(record.solution_class, record)
            self._lines[at] = list(lines.values())[:wanted]
            known.update(line.solution_class for line in self._lines[at])


def _write(place: Folder, manifest: Manifest, seed: int, lines: list[Line]) -> None:
    """Write the rows as a dataset like others."""
    last = lines[-1].row
    manifest.ended = ENDED
    writer = RangeWriter(place, manifest)
    for line in lines:
        writer.write(line)
    manifest.shards = writer.finish(0, last)
    manifest.rows, manifest.next, manifest.ranges = len(lines), last + 1, 1
    rows = [json.loads(line.text) for line in lines]
    manifest.counts = {
        key: dict(sorted(Counter(row[key] for row in rows).items())) for key in COUNTED_FIELDS
    }
    place.keep_manifest(manifest)
    command = command_of(seed, manifest.compress, manifest.parquet)
    place.keep_card(card(manifest.as_dict(), lines[0].text, command))


def command_of(seed: int, compress: bool, parquet: bool = False) -> str:
    """Return the command that makes the benchmark."""
    formats = (" --parquet" if parquet else "") + (" --compress" if compress else "")
    return f"quincunx dataset --benchmark -o DIR --seed {seed}{formats}"
