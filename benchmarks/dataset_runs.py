"""Whole runs of `quincunx dataset`: one process beside two, memory, and the index of forms."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.dataset_rates import estimate
from quincunx.datasets.form_index import FormIndex

INTERVAL = 0.5
"""Seconds between looks at what processes hold."""
COMMIT = 100_000
"""After so many forms the index is told to keep them, as a run does after a shard or two."""


@dataclass
class Run:
    """A run of the command that is over."""

    seconds: float
    digest: list[str]
    rows: int
    repeats: int
    leader: list[int] = field(default_factory=list)
    """Memory of the process that gives out work, again and again, in bytes;"""
    workers: list[int] = field(default_factory=list)
    """and the largest of the others."""


def run(families: Sequence[str], number: int, jobs: int) -> Run:
    """Make a set of some families as they come."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "quincunx", "dataset", "-o", folder]
        for family in families:
            command += ["--family", family]
        command += ["--number", str(number), "--jobs", str(jobs), "--seed", "1"]
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        leader: list[int] = []
        workers: list[int] = []
        while True:
            try:
                _, said = process.communicate(timeout=INTERVAL)
                break
            except subprocess.TimeoutExpired:
                leader.append(_held(process.pid))
                workers.append(max(map(_held, _children(process.pid)), default=0))
        took = time.perf_counter() - began
        if process.returncode:
            raise RuntimeError(said.decode())
        manifest = json.loads((Path(folder) / "manifest.json").read_bytes())
        digest = [shard["sha256"] for shard in manifest["shards"]]
        return Run(took, digest, manifest["rows"], manifest["repeats"], leader, workers)


def scaling(families: Sequence[str], number: int) -> Iterator[str]:
    """One process beside two, and whether they write the same."""
    one, two = run(families, number, 1), run(families, number, 2)
    same = "the same files" if one.digest == two.digest else "DIFFERENT FILES"
    yield f"{number:,} rows of {', '.join(families)}, start and end of the command included:"
    yield ""
    yield "| processes | seconds | rows a second | times one process |"
    yield "|---|---|---|---|"
    for jobs, done in ((1, one), (2, two)):
        faster = f"{one.seconds / done.seconds:.2f}"
        rate = f"{number / done.seconds:.1f}"
        yield f"| {jobs} | {done.seconds:.1f} | {rate} | {faster} |"
    yield ""
    yield f"Both wrote {same}."


def memory(family: str, number: int) -> Iterator[str]:
    """What the processes of a long run hold, early and late."""
    done = run([family], number, 2)
    told = estimate(done.rows + done.repeats, done.repeats)
    yield (
        f"{number:,} rows of {family} by two processes in {done.seconds:.0f} seconds; repeats left "
        f"out: {done.repeats:,}" + (f". So there are {told}." if told else ".")
    )
    yield ""
    yield "| memory in MB | first quarter | last quarter | most |"
    yield "|---|---|---|---|"
    for name, held in (("the command", done.leader), ("a worker", done.workers)):
        quarter = max(1, len(held) // 4)
        early, late = median(held[:quarter]), median(held[-quarter:])
        told = " | ".join(f"{bytes_ / 1e6:.0f}" for bytes_ in (early, late, max(held)))
        yield f"| {name} | {told} |"


def index(number: int) -> Iterator[str]:
    """What it costs to leave out repeats among so many rows."""
    dice = Random(1)
    times: list[float] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "forms.sqlite"
        before = _held(os.getpid())
        forms = FormIndex(path)
        step = max(1, number // 10)
        for first in range(0, number, step):
            began = time.perf_counter()
            for row in range(first, first + step):
                forms.add(dice.randbytes(16), row)
                if row % COMMIT == COMMIT - 1:
                    forms.commit(row + 1)
            forms.commit(first + step)
            times.append(time.perf_counter() - began)
        grown = _held(os.getpid()) - before
        disk = sum(file.stat().st_size for file in Path(folder).iterdir())
        forms.close()
    yield "| forms | seconds | µs a form at first | µs a form at last | disk | memory |"
    yield "|---|---|---|---|---|---|"
    yield (
        f"| {number:,} | {sum(times):.0f} | {1e6 * times[0] / step:.1f} "
        f"| {1e6 * times[-1] / step:.1f} | {disk / 1e6:,.0f} MB | {grown / 1e6:,.0f} MB |"
    )


def _held(process: int) -> int:
    """Memory of a process in bytes; none if it is gone."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE")


def _children(process: int) -> list[int]:
    """The processes that a process has started, and those they have."""
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            direct = [int(child) for child in task.read_text().split()]
        except OSError:
            continue
        for child in direct:
            found += [child, *_children(child)]
    return found
