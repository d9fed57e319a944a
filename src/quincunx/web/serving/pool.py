"""The workers of a server, and who waits for them.

Vocabulary:
  idle     of a worker: it waits for a question
  patient  how many questions may wait for a worker; one more is refused
  lowered  of a worker: its question takes long, so all others go first. It is ended after its reply

There is always a number of workers that are not lowered, unless there are as many in all as there
may be. So a question that takes long keeps nobody waiting, and whatever ends a worker, another
takes its place.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from contextlib import suppress

from quincunx.web.answering import LONGEST_WORK
from quincunx.web.serving.worker import READY

MOST_WORKERS = max(8, 2 * (os.cpu_count() or 1))
READY_WORKERS = max(2, os.cpu_count() or 1)
"""So many workers are not lowered."""
PATIENT = 32
LOWERED_AFTER = 0.5
"""Seconds after which a worker lets others go first."""
LOWERED = 10
"""How nice it is then, as systems count it."""
GRACE = 5.0
"""Seconds beyond its limit after which a worker that does not answer is ended."""
MOST_ANSWERS = 1_000
"""After so many answers a worker is replaced, whatever it may have piled up."""
LONGEST_REPLY = 64 << 20
COMMAND = (sys.executable, "-m", "quincunx.web.serving.worker")


class Busy(Exception):
    """Too many questions wait already."""


class Lost(Exception):
    """The worker ended before it had answered."""


class Worker:
    """A process that answers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.answers = 0
        self.lowered = False

    def lower(self) -> None:
        """Let others go first from now on."""
        self.lowered = True
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self.process.pid, LOWERED)

    @classmethod
    async def started(cls, command: tuple[str, ...] = COMMAND) -> Worker:
        """A worker that is ready."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_REPLY,
            # Ctrl-C is for the server, which ends its workers itself.
            start_new_session=True,
        )
        worker = cls(process)
        try:
            if await worker._line() != READY:
                raise Lost
        except BaseException:
            worker.kill()
            raise
        return worker

    async def ask(self, question: str) -> str:
        """The reply to a question of one line."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(question.encode() + b"\n")
            await self.process.stdin.drain()
            reply = await self._line()
        except (ConnectionError, ValueError):
            raise Lost from None
        self.answers += 1
        return reply

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self.process.kill()

    @property
    def fresh(self) -> bool:
        """Whether it may answer another question."""
        return not self.lowered and self.answers < MOST_ANSWERS and self.process.returncode is None

    async def _line(self) -> str:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Lost
        return line[:-1].decode()


class Pool:
    """Workers, started as they are needed."""

    def __init__(
        self,
        most: int = MOST_WORKERS,
        ready: int = READY_WORKERS,
        patient: int = PATIENT,
        longest: float = LONGEST_WORK + GRACE,
    ) -> None:
        self._most = most
        self._ready = min(ready, most)
        self._patient = patient
        self._longest = longest
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._waiting: deque[asyncio.Future[Worker]] = deque()
        self._starting: set[asyncio.Task[Worker]] = set()
        self._closed = False

    async def open(self) -> None:
        """Start the first workers, and wait for one."""
        self._keep_ready()
        await asyncio.wait(self._starting, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for start in self._starting:
            start.cancel()
        for future in self._waiting:
            future.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.process.wait() for worker in self._workers))

    async def ask(self, question: str) -> str:
        """The reply to a question of one line. Whoever is cancelled while waiting for it ends the
        worker, and `Lost` says that it ended by itself; `Busy`, that there are too many."""
        worker = await self._take()
        turn = asyncio.get_running_loop().call_later(LOWERED_AFTER, self._lower, worker)
        try:
            reply = await asyncio.wait_for(worker.ask(question), self._longest)
        except TimeoutError:
            self._end(worker)
            raise Lost from None
        except BaseException:
            self._end(worker)
            raise
        finally:
            turn.cancel()
        self._give_back(worker)
        return reply

    async def _take(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.fresh:
                return worker
            self._end(worker)
        if len(self._waiting) >= self._patient:
            raise Busy
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        self._keep_ready()
        try:
            return await future
        except asyncio.CancelledError:
            if future in self._waiting:
                self._waiting.remove(future)
            elif future.done() and not future.cancelled() and not future.exception():
                self._give_back(future.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        if not worker.fresh or self._closed:
            self._end(worker)
            return
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(worker)
                return
        self._idle.append(worker)

    def _lower(self, worker: Worker) -> None:
        worker.lower()
        self._keep_ready()

    def _end(self, worker: Worker) -> None:
        worker.kill()
        self._workers.discard(worker)
        self._keep_ready()

    def _keep_ready(self) -> None:
        """Start as many workers as are missing."""
        ready = sum(not worker.lowered for worker in self._workers) + len(self._starting)
        room = self._most - len(self._workers) - len(self._starting)
        for _ in range(min(self._ready - ready, room)):
            self._start()

    def _start(self) -> None:
        if not self._closed:
            task = asyncio.get_running_loop().create_task(Worker.started())
            self._starting.add(task)
            task.add_done_callback(self._started)

    def _started(self, task: asyncio.Task[Worker]) -> None:
        self._starting.discard(task)
        if task.cancelled():
            return
        if task.exception() is None:
            self._workers.add(task.result())
            self._give_back(task.result())
            return
        # Nobody shall wait for a worker that will never come.
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_exception(Lost())
