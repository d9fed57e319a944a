"""The workers of a server.

Vocabulary:
  idle     of a worker: it waits for a question
  lowered  of a worker: its question takes long, so all others go first. It is ended after its reply

There is always a number of workers that are not lowered, unless there are as many in all as there
may be. So a question that takes long keeps nobody waiting, and whatever ends a worker, another
takes its place.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

from quincunx.web.server.queue import Queue, Turn, lanes_for
from quincunx.web.server.worker import BEGUN, READY

PROCESSORS = os.cpu_count() or 1
MOST_WORKERS = max(8, 2 * PROCESSORS)
LANES = lanes_for(MOST_WORKERS)
READY_WORKERS = PROCESSORS + len(LANES) - 1
"""So many workers are not lowered: one for each processor, whatever is kept for lighter lanes."""
LOWERED_AFTER = 0.5
"""Seconds of a processor's time after which a worker lets others go first."""
LOWERED = 10
"""How nice it is then, as systems count it."""
GRACE = 5.0
"""Seconds beyond its limit after which a worker that does not answer is ended."""
MOST_ANSWERS = 1_000
"""After so many answers a worker is replaced, whatever it may have piled up."""
LONGEST_REPLY = 64 << 20
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Where there is no such signal the other is as sudden."""
COMMAND = (sys.executable, "-m", "quincunx.web.server.worker")


class Lost(Exception):
    """The worker ended before it had answered."""


class NotBegun(Lost):
    """The worker had ended before it began with the question: another one may answer."""


class Worker:
    """A process that answers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.answers = 0
        self.at_work = False
        self.lowered = False

    def spent(self) -> float:
        """The seconds that a processor has worked for it, or, where the system does not tell, that
        have gone by: on a machine that has much to do, to take long is not to work for long."""
        try:
            status = Path(f"/proc/{self.process.pid}/stat").read_text()
            user, system = status.rpartition(")")[2].split()[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError):
            return time.monotonic()

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
        self.at_work = True
        try:
            await self._begin(question)
            reply = await self._line()
        except (ConnectionError, ValueError):
            raise Lost from None
        self.answers += 1
        self.at_work = False
        return reply

    async def _begin(self, question: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(question.encode() + b"\n")
            await self.process.stdin.drain()
            begun = await self._line()
        except (ConnectionError, Lost):
            raise NotBegun from None
        if begun != BEGUN:
            raise Lost

    def kill(self) -> None:
        """End it at once."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                # Its own method would collect a process that has ended, and leave whoever waits
                # for that end wondering.
                os.kill(self.process.pid, KILL)

    @property
    def fresh(self) -> bool:
        """Whether it may answer another question."""
        ended = self.process.returncode is not None
        return not (ended or self.at_work or self.lowered or self.answers >= MOST_ANSWERS)

    async def _line(self) -> str:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Lost
        return line[:-1].decode()


class Pool:
    """Workers, started as they are needed."""

    def __init__(self) -> None:
        self._queue = Queue(LANES)
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._waiting: dict[Turn, asyncio.Future[Worker]] = {}
        self._starting: set[asyncio.Task[Worker]] = set()
        self._closed = False

    async def open(self) -> None:
        """Start a first worker, and then the others."""
        self._start()
        await asyncio.wait(self._starting)
        self._proceed()

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for start in self._starting:
            start.cancel()
        for future in self._waiting.values():
            future.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.process.wait() for worker in self._workers))

    async def ask(self, question: str, seconds: float, visitor: str) -> str:
        """The reply to a question of one line that may take so many seconds. Whoever is cancelled
        while waiting for it ends the worker, and `Lost` says that it ended by itself; `Busy`, that
        there are too many."""
        for _ in range(MOST_WORKERS):
            with suppress(NotBegun):
                return await self._ask(question, seconds, visitor)
        raise Lost

    async def _ask(self, question: str, seconds: float, visitor: str) -> str:
        loop = asyncio.get_running_loop()
        turn = self._queue.join(seconds, visitor, loop.time())
        self._waiting[turn] = future = loop.create_future()
        self._proceed()
        try:
            worker = await future
            watch = loop.create_task(self._watch(turn, worker))
            try:
                return await asyncio.wait_for(worker.ask(question), seconds + GRACE)
            finally:
                watch.cancel()
        except TimeoutError:
            raise Lost from None
        finally:
            self._waiting.pop(turn, None)
            self._queue.leave(turn)
            if future.done() and not future.cancelled() and not future.exception():
                self._give_back(future.result())
            self._proceed()

    async def _watch(self, turn: Turn, worker: Worker) -> None:
        """Lower a worker when its question has taken long."""
        until = worker.spent() + LOWERED_AFTER
        while (left := until - worker.spent()) > 0:
            await asyncio.sleep(left)
        turn.lowered = True
        worker.lower()
        self._proceed()

    def _give_back(self, worker: Worker) -> None:
        if worker.fresh and not self._closed:
            self._idle.append(worker)
        else:
            self._end(worker)

    def _end(self, worker: Worker) -> None:
        worker.kill()
        self._workers.discard(worker)

    def _proceed(self) -> None:
        """Give questions that wait to workers that are idle, and start workers that are missing."""
        for worker in [worker for worker in self._idle if not worker.fresh]:
            self._idle.remove(worker)
            self._end(worker)
        swift = sum(not worker.lowered for worker in self._workers)
        while self._idle and (turn := self._queue.next(swift)) is not None:
            future = self._waiting.pop(turn)
            if not future.done():
                future.set_result(self._idle.pop())
        missing = READY_WORKERS - swift - len(self._starting)
        room = MOST_WORKERS - len(self._workers) - len(self._starting)
        for _ in range(min(missing, room)):
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
            self._proceed()
            return
        # Nobody shall wait for a worker that will never come.
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(NotBegun())
