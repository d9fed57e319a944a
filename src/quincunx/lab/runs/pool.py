"""Running many trials: one after another here, or several at a time, each on a core of its own.

Vocabulary:
  worker  a process that runs the trials it is told, one at a time, pinned to one core

Timed trials never share a core: there are at most as many workers as cores, every worker stays on
its own, and this process only waits for them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import IO, Any, TypeAlias

from quincunx import errors
from quincunx._support.processes import start_module
from quincunx.cp.limits import Limits
from quincunx.errors import EngineError, OptionError
from quincunx.lab.runs.journal import Journal
from quincunx.lab.runs.trials import Row, Trial, row_of, run, warm_up

Progress: TypeAlias = Callable[[int, int], None]
"""Told again and again how many pieces of work are finished, and how many there are."""

TOPOLOGY = Path("/sys/devices/system/cpu")
"""Where Linux describes the processors."""
BREATH = 0.1
"""Seconds between two looks at Ctrl-C and at the clock while workers work."""


def cores() -> list[int]:
    """The processors that this process may use, one of each core: two that are threads of the
    same core would slow each other down."""
    if hasattr(os, "sched_getaffinity"):
        processors = sorted(os.sched_getaffinity(0))
    else:
        processors = list(range(os.cpu_count() or 1))
    by_core: dict[str, int] = {}
    for processor in processors:
        by_core.setdefault(_threads_of_core(processor), processor)
    return list(by_core.values())


def _threads_of_core(processor: int) -> str:
    """Which processors share a core with this one, as Linux tells; elsewhere none."""
    try:
        return (TOPOLOGY / f"cpu{processor}/topology/thread_siblings_list").read_text().strip()
    except OSError:
        return str(processor)


def require_jobs(jobs: int) -> int:
    """The number of workers, if there are cores for as many."""
    most = len(cores())
    if not 1 <= jobs <= most:
        raise OptionError(
            f"lab: {jobs} jobs, expected 1 to {most}: timed runs never share one of the "
            f"{most} cores"
        )
    return jobs


def run_all(
    trials: Sequence[Trial],
    *,
    limits: Limits | None = None,
    jobs: int = 1,
    journal: Journal | None = None,
    progress: Progress | None = None,
    finished: Callable[[int, Row], None] | None = None,
    name: str = "run",
) -> list[Row]:
    """The rows of all trials, in their order.

    What a journal knows already, under this name, is not run again, and what is finished is
    written to it at once.
    Ctrl-C stops without waiting for the trials under way.
    """
    require_jobs(jobs)
    limits = limits or Limits()
    rows: dict[int, Row] = {}
    if journal is not None:
        for index, trial in enumerate(trials):
            known = journal.recall(f"{name} {index}", partial(row_of, trial))
            if known is not None:
                rows[index] = known
    missing = [index for index in range(len(trials)) if index not in rows]
    tell = progress or (lambda done, total: None)
    tell(len(rows), len(trials))
    if jobs == 1 or len(missing) <= 1:
        running = _run_here(trials, missing, limits)
    else:
        running = _run_in_workers(trials, missing, limits, min(jobs, len(missing)))
    try:
        for step in running:
            if step is not None:
                index, row = step
                rows[index] = row
                if journal is not None:
                    journal.add(f"{name} {index}", asdict(row))
                if finished is not None:
                    finished(index, row)
            tell(len(rows), len(trials))
    finally:
        running.close()
    return [rows[index] for index in range(len(trials))]


def _run_here(
    trials: Sequence[Trial], missing: Sequence[int], limits: Limits
) -> Generator[tuple[int, Row] | None, None, None]:
    for index in missing:
        warm_up(trials[index].puzzle, trials[index].model, limits)
        yield index, run(trials[index], limits)


class _Worker:
    """A worker as seen from here: a trial goes in, a row comes out."""

    def __init__(self, core: int) -> None:
        self.process = start_module("quincunx.lab.runs.worker", str(core))

    def run(self, trial: Trial, limits: Limits) -> Row:
        """Have a trial run, and wait for it."""
        request = {"trial": asdict(trial), "limits": asdict(limits)}
        try:
            _stream(self.process.stdin).write(json.dumps(request).encode() + b"\n")
            _stream(self.process.stdin).flush()
            answer = _stream(self.process.stdout).readline()
        except (OSError, ValueError):
            answer = b""
        if not answer:
            raise EngineError(f"lab: a worker ended without an answer to {trial}")
        data: dict[str, Any] = json.loads(answer)
        if "error" in data:
            raise getattr(errors, data["kind"])(data["error"])
        return Row(**data["row"])

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.wait()
        _stream(self.process.stdout).close()
        try:
            _stream(self.process.stdin).close()
        except OSError:
            return


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None, "the worker was started with pipes"
    return stream


def _run_in_workers(
    trials: Sequence[Trial], missing: Sequence[int], limits: Limits, jobs: int
) -> Generator[tuple[int, Row] | None, None, None]:
    """Rows as they come, with a `None` now and then while there is none."""
    waiting = iter(missing)
    taking = Lock()
    answers: Queue[tuple[int, Row | Exception]] = Queue()

    def serve(worker: _Worker) -> None:
        while True:
            with taking:
                index = next(waiting, None)
            if index is None:
                return
            try:
                answers.put((index, worker.run(trials[index], limits)))
            except Exception as error:
                answers.put((index, error))
                return

    workers = [_Worker(core) for core in cores()[:jobs]]
    threads = [Thread(target=serve, args=(worker,), daemon=True) for worker in workers]
    try:
        for thread in threads:
            thread.start()
        for _ in missing:
            while True:
                try:
                    index, answer = answers.get(timeout=BREATH)
                    break
                except Empty:
                    yield None
            if isinstance(answer, Exception):
                raise answer
            yield index, answer
    finally:
        for worker in workers:
            worker.end()
        for thread in threads:
            thread.join()
