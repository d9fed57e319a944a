"""The workers that answer questions: a bounded number of processes, and a bounded waiting line."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from quincunx._support.pool import Died, Done, Failed, Outcome, Worker, WorkerOptions
from quincunx.errors import EngineError
from quincunx.web.answers import answer, reply_text

MAX_WORKERS = max(8, 2 * (os.cpu_count() or 1))
"""Questions that are answered at the same time."""
FIRST_WORKERS = 2
"""Workers that are started with the server; more are started when they are needed."""
MAX_WAITING = 32
"""Questions that wait for a worker; any more are refused."""
MAX_ANSWERS = 1_000
"""Answers after which a worker is replaced, in case it has accumulated memory."""
MEMORY_BYTES = 1 << 30
"""Memory of one worker; a question that needs more is answered with a limit."""
GRACE_SECONDS = 5.0
"""Seconds beyond its time limit after which a worker that has not answered is killed."""


class Busy(Exception):
    """Too many questions are waiting already."""


class WorkerDied(Exception):
    """The worker died, or was killed, before it had answered."""


def warm_up() -> None:
    """Load what the first question would have to wait for."""
    answer({"ask": "families"})


class _Worker(Worker):
    answers = 0


def _run(worker: Worker, question: Any, timeout: float) -> Outcome:
    try:
        return worker.run(reply_text, question, timeout=timeout)
    except EngineError as error:
        return Failed(str(error), error)


class Workers:
    """Processes that answer one question after the other, started when they are needed."""

    def __init__(self) -> None:
        self._options = WorkerOptions(memory_bytes=MEMORY_BYTES, initializer=warm_up)
        self._free = asyncio.Semaphore(MAX_WORKERS)
        self._waiting = 0
        self._idle: list[_Worker] = []
        self._running: dict[_Worker, asyncio.Future[Outcome]] = {}
        self._threads = ThreadPoolExecutor(MAX_WORKERS)

    async def __aenter__(self) -> None:
        """Start the first workers, and wait until one is ready."""
        self._idle = [_Worker(self._options) for _ in range(FIRST_WORKERS)]
        await asyncio.to_thread(self._idle[-1].wait_until_ready)

    async def __aexit__(self, *exception: object) -> None:
        """Kill all workers."""
        for worker in self._running:
            worker.kill()
        await asyncio.gather(*self._running.values())
        for worker in self._idle:
            worker.close()
        self._threads.shutdown()

    async def ask(self, question: Any, seconds: float) -> str:
        """Return the reply to a question as JSON text. Cancelling kills the worker.

        Raises:
            Busy: Too many questions are waiting.
            WorkerDied: There is no reply.
        """
        if self._free.locked() and self._waiting >= MAX_WAITING:
            raise Busy
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            # If an idle worker was killed from outside, the question is not the cause.
            for _ in range(MAX_WORKERS + 1):
                outcome = await self._ask(question, seconds)
                if outcome != Died(begun=False):
                    break
        finally:
            self._free.release()
        if not isinstance(outcome, Done):
            raise WorkerDied
        return str(outcome.value)

    async def _ask(self, question: Any, seconds: float) -> Outcome:
        try:
            worker = self._idle.pop() if self._idle else _Worker(self._options)
        except OSError as error:
            return Failed(f"no worker can be started: {error}")
        running = asyncio.get_running_loop().run_in_executor(
            self._threads, _run, worker, question, seconds + GRACE_SECONDS
        )
        self._running[worker] = running
        running.add_done_callback(lambda done: self._put_back(worker, done.result()))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            worker.kill()
            raise

    def _put_back(self, worker: _Worker, outcome: Outcome) -> None:
        del self._running[worker]
        worker.answers += 1
        if isinstance(outcome, Done) and worker.answers < MAX_ANSWERS:
            self._idle.append(worker)
        else:
            worker.close()
