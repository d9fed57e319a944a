"""The workers that answer questions: a bounded number of processes, and a bounded waiting line."""

import asyncio
import os
from typing import Any

from quincunx._support.pool import Done, LocalPool, WorkerOptions
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


class Workers:
    """Processes that answer one question after the other, started when they are needed."""

    def __init__(self) -> None:
        options = WorkerOptions(memory_bytes=MEMORY_BYTES, max_tasks=MAX_ANSWERS)
        self._pool = LocalPool[None](MAX_WORKERS, options)
        self._asked = 0
        """The number of questions under way or waiting."""

    async def start(self) -> None:
        """Start the first workers, and wait until one is ready."""
        first = [self._pool.start(warm_up) for _ in range(FIRST_WORKERS)]
        await asyncio.wrap_future(first[-1].future)

    def close(self) -> None:
        """Kill all workers; questions under way have no reply."""
        self._pool.close()

    async def ask(self, question: Any, seconds: float) -> str:
        """Return the reply to a question as JSON text. Cancelling kills the worker.

        Raises:
            Busy: Too many questions are waiting.
            WorkerDied: There is no reply.
        """
        if self._asked == MAX_WORKERS + MAX_WAITING:
            raise Busy
        self._asked += 1
        try:
            task = self._pool.start(reply_text, question, timeout=seconds + GRACE_SECONDS)
            try:
                outcome = await asyncio.wrap_future(task.future)
            except asyncio.CancelledError:
                self._pool.cancel(task)
                raise
        except EngineError:
            raise WorkerDied from None
        finally:
            self._asked -= 1
        if not isinstance(outcome, Done):
            raise WorkerDied
        return str(outcome.value)
