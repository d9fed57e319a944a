"""Workers on this machine: processes that make a block at a time.

One that ends is replaced, whatever ended it. They end with this process, even if that is killed.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from quincunx._support.processes import started
from quincunx.datasets.dispatch import Answer, Block, Died, Make
from quincunx.datasets.worker import received, send
from quincunx.errors import EngineError, QuincunxError

MOST_FALSE_STARTS = 3
"""After so many workers one after the other that ended before they were ready, no more is tried."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """A worker as seen from here. What it says is put on a queue, and an `EOFError` when it has
    ended."""

    def __init__(self, heard: SimpleQueue[tuple[Worker, Any]], make: Make, plan: Any) -> None:
        self.ready = False
        self.block: Block | None = None
        self.process = started("quincunx.datasets.worker")
        self._heard = heard
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.say(sys.path)
        self.say((make, plan))

    def say(self, message: Any) -> None:
        """Tell it something. If it has ended, that is heard soon."""
        assert self.process.stdin is not None, "it was started with pipes"
        with suppress(OSError):
            send(self.process.stdin, message)

    def end(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()
        self._thread.join()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None, "it was started with pipes"
            # What it was told last may still be on its way.
            with suppress(OSError):
                stream.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None, "it was started with pipes"
        while True:
            try:
                message = received(self.process.stdout)
            except Exception as error:
                self._heard.put((self, EOFError(str(error))))
                return
            self._heard.put((self, message))


class Workers:
    """A pool of so many workers."""

    def __init__(self, jobs: int, make: Make, plan: Any) -> None:
        self._make = make
        self._plan = plan
        self._heard: SimpleQueue[tuple[Worker, Any]] = SimpleQueue()
        self._workers: set[Worker] = set()
        self._false_starts = 0
        try:
            for _ in range(jobs):
                self._start()
        except BaseException:
            self.close()
            raise

    def room(self) -> int:
        """How many workers wait for a block."""
        return len(self._idle())

    def give(self, block: Block, /) -> None:
        """Have a block made by a worker that waits for one."""
        worker = self._idle()[0]
        worker.block = block
        worker.say(block)

    def take(self, seconds: float, /) -> list[tuple[Block, Answer]]:
        """What the workers answered, and which of them ended."""
        found: list[tuple[Block, Answer]] = []
        with suppress(Empty):
            worker, message = self._heard.get(timeout=seconds)
            while True:
                block = worker.block
                answer = self._understood(worker, message)
                if block is not None and answer is not None:
                    found.append((block, answer))
                worker, message = self._heard.get_nowait()
        return found

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()
        self._workers = set()

    def _idle(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.ready and worker.block is None]

    def _understood(self, worker: Worker, message: Any) -> Answer | None:
        if isinstance(message, EOFError):
            self._replace(worker)
            return Died()
        if isinstance(message, QuincunxError):
            raise message
        if not worker.ready:
            if message is not None:
                raise EngineError(f"dataset: a worker cannot begin: {message}")
            worker.ready = True
            self._false_starts = 0
            return None
        worker.block = None
        answer: Answer = message
        return answer

    def _replace(self, worker: Worker) -> None:
        self._workers.discard(worker)
        worker.end()
        if not worker.ready:
            self._false_starts += 1
            if self._false_starts == MOST_FALSE_STARTS:
                raise EngineError(
                    f"dataset: workers end before they begin (status {worker.process.returncode}), "
                    "expected processes that can be started"
                )
        self._start()

    def _start(self) -> None:
        self._workers.add(Worker(self._heard, self._make, self._plan))
