"""The benchmark: a small set that never changes, with so many puzzles of each family and grade.

Vocabulary: that of `quincunx.datasets`, and
  quota  how many rows of a stratum are wanted
  chunk  consecutive candidates of one stratum that are made in one go

`benchmark.json` says which settings are asked for which grades. The rows are those of an ordinary
plan, of which the first ones of each stratum are taken that are in the split for tests. Sets made
with the usual shares have none of them in their split for training, whoever made them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from quincunx._support.files import keep_file
from quincunx._support.pool import Died, Done, Failed, Pool
from quincunx.datasets import card
from quincunx.datasets.build import Progress, Show, Summary, pool_of
from quincunx.datasets.dispatch import Block, make_block
from quincunx.datasets.folder import Folder
from quincunx.datasets.manifest import COUNTED, FORMAT, Manifest, versions
from quincunx.datasets.parquet import require_pyarrow
from quincunx.datasets.plan import Plan, Setting, Stratum
from quincunx.datasets.records import Line, Missing, Record, decode_records
from quincunx.datasets.rows import Candidate, candidate, line
from quincunx.datasets.shards import Range
from quincunx.errors import EngineError, OptionError

SEED = 1
CHUNK = 10
BREATH = 0.1
ENDED = "this is the benchmark, which does not grow"
"""What its manifest says, so that nobody adds rows to it."""


@dataclass(frozen=True)
class Quotas:
    """A plan, and how many rows of each of its strata are wanted in one split."""

    plan: Plan
    split: str
    wanted: tuple[int, ...]

    @property
    def name(self) -> str:
        """One name for the same rows."""
        return self.plan.name

    @property
    def number(self) -> int:
        """How many rows there will be."""
        return sum(self.wanted)


@cache
def quotas(seed: int = SEED) -> Quotas:
    """What the benchmark is made of; another seed stands for other puzzles of the same kinds."""
    data = json.loads(files("quincunx.datasets").joinpath("benchmark.json").read_text())
    settings = [
        Setting.of(one["family"], one["parameters"], dict.fromkeys(one["numbers"], 1))
        for one in data["settings"]
    ]
    plan = Plan.of(settings, splits=data["splits"], seed=seed)
    numbers = {
        Stratum(at, grade): number
        for at, one in enumerate(data["settings"])
        for grade, number in one["numbers"].items()
    }
    return Quotas(plan, data["split"], tuple(numbers[stratum] for stratum in plan.strata))


def made_chunk(asked: Quotas, chunk: int, count: int) -> list[Line | Missing]:
    """The candidates of a chunk that are in the right split; strata take turns. Nothing is said
    about the others, which saves most of the time."""
    strata = asked.plan.strata
    turn, at = divmod(chunk, len(strata))
    made: list[Line | Missing] = []
    for m in range(turn * CHUNK, (turn + count) * CHUNK):
        found = candidate(asked.plan, asked.plan.row(strata[at], m))
        if not isinstance(found, Candidate):
            made.append(found)
        elif found.split == asked.split:
            made.append(line(asked.plan, found))
    return made


def make_benchmark(
    folder: Path,
    *,
    seed: int = SEED,
    jobs: int | None = None,
    parquet: bool = False,
    compress: bool = False,
    scheduler: str | None = None,
    progress: Show | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Summary | None:
    """Make the benchmark in a folder that is empty or new, or go on with what was begun there; None
    if somebody called it off. The options are those of `run`."""
    began = time.monotonic()
    asked = quotas(seed)
    pool_for = pool_of(jobs, scheduler)
    if parquet:
        require_pyarrow()
    place = Folder(folder)
    if place.manifest() is not None:
        raise OptionError(f"dataset: {folder} holds a dataset, expected an empty folder")
    # A cluster that does not answer shall leave no folder behind.
    with closing(pool_for()) as pool, place:
        filling = _Filling(asked, place)
        while not filling.complete:
            if cancel is not None and cancel():
                return None
            filling.go_on(pool)
            if progress is not None:
                rows, seconds = filling.rows, time.monotonic() - began
                progress(Progress(rows, asked.number, filling.new, seconds, 0))
        manifest = _written(place, asked, filling.lines(), parquet, compress)
        filling.remove()
    return Summary(folder, manifest, asked.number, filling.made, time.monotonic() - began)


class _Filling:
    """Chunks are made in any order and kept, until those at hand hold enough of every stratum."""

    def __init__(self, asked: Quotas, place: Folder) -> None:
        self._asked = asked
        self._place = place
        self._strata = [_Chunks(wanted) for wanted in asked.wanted]
        self.made = 0
        for path in sorted(place.parts.glob(f"{asked.plan.name}-*")):
            with suppress(ValueError):
                self._add(int(path.name.rpartition("-")[2]), decode_records(path.read_bytes()))
        self._before = self.rows

    @property
    def rows(self) -> int:
        """How many rows are certain."""
        return sum(len(chunks.first) for chunks in self._strata)

    @property
    def new(self) -> int:
        """How many of them were not there when this began."""
        return self.rows - self._before

    @property
    def complete(self) -> bool:
        """Whether every stratum has as many rows as are wanted."""
        return all(chunks.complete for chunks in self._strata)

    def lines(self) -> list[Line]:
        """The rows in the order of their numbers."""
        return sorted(line for chunks in self._strata for line in chunks.first)

    def go_on(self, pool: Pool[Block]) -> None:
        """Give workers something to do, and keep what they did."""
        for _ in range(pool.free_slots()):
            lacking = [at for at, chunks in enumerate(self._strata) if not chunks.complete]
            if not lacking:
                break
            at = min(lacking, key=lambda at: self._strata[at].begun)
            block = Block(self._strata[at].next_to_begin() * len(self._strata) + at, 1)
            pool.submit(block, make_block, made_chunk, self._asked, block)
        for block, outcome in pool.results(BREATH):
            match outcome:
                case Died():
                    raise EngineError(f"dataset: {self._told(block.first)}: its worker was killed")
                case Failed(reason, error):
                    if isinstance(error, EngineError | OptionError):
                        raise error
                    raise EngineError(f"dataset: {self._told(block.first)}: {reason}")
                case Done(raw):
                    name = f"{self._asked.plan.name}-{block.first}"
                    keep_file(self._place.parts / name, raw, self._place.drafts / name)
                    self.made += CHUNK
                    self._add(block.first, decode_records(raw))

    def remove(self) -> None:
        """Remove what was kept."""
        for path in self._place.parts.glob(f"{self._asked.plan.name}-*"):
            path.unlink()

    def _add(self, chunk: int, records: list[Record]) -> None:
        turn, at = divmod(chunk, len(self._strata))
        try:
            self._strata[at].add(turn, records)
        except LookupError as error:
            raise EngineError(f"dataset: {self._told(chunk)}: {error}") from None

    def _told(self, chunk: int) -> str:
        """The stratum of a chunk in words."""
        return self._asked.plan.told(self._asked.plan.strata[chunk % len(self._strata)])


class _Chunks:
    """What there is of one stratum."""

    def __init__(self, wanted: int) -> None:
        self.begun = 0
        self._wanted = wanted
        self._chunks: dict[int, list[Record]] = {}
        self._gone_through = 0
        self._forms: dict[bytes, Line] = {}

    @property
    def first(self) -> list[Line]:
        """The first rows that are certain, none twice, no more than are wanted."""
        return list(self._forms.values())

    @property
    def complete(self) -> bool:
        """Whether these are as many as are wanted."""
        return len(self._forms) == self._wanted

    def next_to_begin(self) -> int:
        """The next chunk that nobody makes yet."""
        while self.begun in self._chunks:
            self.begun += 1
        self.begun += 1
        return self.begun - 1

    def add(self, turn: int, records: list[Record]) -> None:
        """Keep a chunk; a `LookupError` says that there are no more, and too few."""
        self._chunks[turn] = records
        while not self.complete and self._gone_through in self._chunks:
            found = self._chunks[self._gone_through]
            self._gone_through += 1
            missing = [record for record in found if isinstance(record, Missing)]
            if len(missing) == CHUNK:
                raise LookupError(f"{missing[0].reason}, expected {self._wanted} in the split")
            for record in found:
                if isinstance(record, Line) and not self.complete:
                    self._forms.setdefault(record.form, record)


def _written(
    place: Folder, asked: Quotas, lines: list[Line], parquet: bool, compress: bool
) -> Manifest:
    """The rows as a set that is like others."""
    plan = asked.plan
    rows = [json.loads(one.text) for one in lines]
    writing = Range(place.path, place.drafts, 0, parquet, compress)
    for one in lines:
        writing.write(one)
    last = lines[-1].row
    manifest = Manifest(
        plan.name,
        plan.as_dict(),
        len(lines),
        parquet=parquet,
        compress=compress,
        versions=versions(parquet),
        rows=len(lines),
        next=last + 1,
        ranges=1,
        ended=ENDED,
        counts={key: _counted([row[key] for row in rows]) for key in COUNTED},
        shards=writing.finish(0, last),
    )
    place.keep_manifest(manifest)
    data = {"format": FORMAT, **asdict(manifest)}
    place.keep_card(card.card(data, lines[0].text, command_of(plan.seed, compress, parquet)))
    return manifest


def command_of(seed: int, compress: bool, parquet: bool = False) -> str:
    """The command that makes the benchmark."""
    forms = (" --parquet" if parquet else "") + (" --compress" if compress else "")
    return f"quincunx dataset --benchmark -o DIR --seed {seed}{forms}"


def _counted(values: list[Any]) -> dict[str, int]:
    return {value: values.count(value) for value in sorted(set(values))}
