"""A pool of worker processes on this machine, and the interface it shares with Dask's.

A task is a function that workers can import, with arguments; both are pickled. A worker that dies
is replaced, and its task is reported as `Died`. Workers die with this process, however it ends, and
Ctrl-C on the terminal reaches this process only.
"""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from quincunx._support.pool_worker import Done, Failed, WorkerOptions, receive, send
from quincunx._support.processes import physical_cores, start_module, usable_processors
from quincunx.errors import EngineError, OptionError, short_repr

__all__ = [
    "Died", "Done", "Failed", "LocalPool", "Outcome", "Pool", "Worker", "WorkerOptions",
    "choose_pool", "run_tasks",
]  # fmt: skip

POLL_SECONDS = 0.1
"""Seconds that `run_tasks` waits for a result before it yields None."""
MAX_FALSE_STARTS = 3
"""Workers in a row that may die before they are ready; then the pool gives up."""

Key = TypeVar("Key")
Task = TypeVar("Task")


@dataclass(frozen=True)
class Died:
    """The worker died before the task was done.

    Attributes:
        begun: Whether the worker had begun the task. If not, the task is not the cause.
        certain: Whether that worker had no other task, which might be the cause instead.
        final: Whether the pool has already tried the task again, on other workers.
    """

    begun: bool = True
    certain: bool = True
    final: bool = False


Outcome: TypeAlias = Done | Failed | Died


class Pool(Protocol[Task]):
    """Workers that run tasks in any order. Callers name each task by a key of their own."""

    def free_slots(self) -> int:
        """Return how many tasks may be submitted now."""

    def submit(self, key: Task, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Start a task, if there is a free slot."""

    def results(self, timeout: float) -> list[tuple[Task, Outcome]]:
        """Return the tasks that ended, after waiting at most `timeout` seconds for one.

        Raises:
            QuincunxError: No worker can run tasks.
        """

    def close(self) -> None:
        """End all workers and tasks at once."""


class Worker:
    """A process that runs one task at a time. Its methods may be called in any thread.

    On Linux it dies with the thread that started it, so start it in one that outlives it.
    """

    def __init__(self, options: WorkerOptions | None = None) -> None:
        self._process = process = start_module("quincunx._support.pool_worker")
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        self._input, self._output = process.stdin, process.stdout
        self._ready = False
        with suppress(OSError):  # a worker that has died already is noticed when it is asked
            send(self._input, pickle.dumps(sys.path))
            send(self._input, pickle.dumps(options or WorkerOptions()))

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status of the process, `None` while it runs."""
        return self._process.poll()

    def wait_until_ready(self) -> bool:
        """Wait until the worker can take tasks; return `False` if it died instead.

        Raises:
            EngineError: Its options could not be read, or its initializer failed.
        """
        if not self._ready:
            try:
                reason = pickle.loads(receive(self._output))
            except (EOFError, OSError, ValueError):
                self._process.wait()
                return False
            if reason is not None:
                raise EngineError(f"a worker cannot begin: {reason}")
            self._ready = True
        return True

    def run(
        self, function: Callable[..., Any], /, *arguments: Any, timeout: float | None = None
    ) -> Outcome:
        """Run a task and wait for it. After `timeout` seconds the worker is killed."""
        return self.run_pickled(pickle.dumps((function, arguments)), timeout)

    def run_pickled(self, task: bytes, timeout: float | None = None) -> Outcome:
        """Run a task given as the pickled pair of its function and arguments."""
        timer = None if timeout is None else Timer(timeout, self.kill)
        if timer is not None:
            timer.daemon = True
            timer.start()
        begun = False
        try:
            if not self.wait_until_ready():
                return Died(begun)
            send(self._input, task)
            receive(self._output)
            begun = True
            outcome: Outcome = pickle.loads(receive(self._output))
            return outcome
        except (EOFError, OSError):
            return Died(begun)
        finally:
            if timer is not None:
                timer.cancel()

    def kill(self) -> None:
        """Kill the process; a task that runs ends as `Died`."""
        self._process.kill()

    def close(self) -> None:
        """Kill the process, wait for its end and close its pipes. No task may be running."""
        self.kill()
        self._process.wait()
        self._output.close()
        with suppress(OSError):
            self._input.close()  # may flush a message that never arrived


class LocalPool(Generic[Key]):
    """A pool of processes on this machine, each served by a thread.

    Args:
        jobs: The number of workers.
        options: How each is set up.
        pin: Whether each worker stays on a physical core of its own; then there may be at most as
            many as there are cores.
    """

    def __init__(
        self, jobs: int, options: WorkerOptions | None = None, *, pin: bool = False
    ) -> None:
        options = options or WorkerOptions()
        cores: list[int | None] = [*physical_cores()] if pin else [options.core] * jobs
        self._tasks: SimpleQueue[tuple[Key, bytes] | None] = SimpleQueue()
        self._ended: SimpleQueue[tuple[Key, Outcome] | EngineError] = SimpleQueue()
        self._lock = Lock()
        self._workers: set[Worker] = set()
        self._closed = False
        self._false_starts = 0
        self._threads = [
            Thread(target=self._serve, args=(replace(options, core=core),), daemon=True)
            for core in cores[:jobs]
        ]
        self._free = len(self._threads)
        for thread in self._threads:
            thread.start()

    def free_slots(self) -> int:
        """Return how many workers have no task."""
        return self._free

    def submit(self, key: Key, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Start a task, if a worker is free."""
        self._tasks.put((key, pickle.dumps((function, arguments))))
        self._free -= 1

    def results(self, timeout: float) -> list[tuple[Key, Outcome]]:
        """Return the tasks that ended, after waiting at most `timeout` seconds for one.

        Raises:
            EngineError: Workers cannot be started or set up.
        """
        found: list[tuple[Key, Outcome]] = []
        with suppress(Empty):
            ended = self._ended.get(timeout=timeout)
            while True:
                if isinstance(ended, EngineError):
                    raise ended
                found.append(ended)
                self._free += 1
                ended = self._ended.get_nowait()
        return found

    def close(self) -> None:
        """Kill all workers."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, options: WorkerOptions) -> None:
        """Keep one worker alive and give it tasks, until the pool is closed."""
        task: tuple[Key, bytes] | None = None
        while (worker := self._start(options)) is not None:
            try:
                if not self._is_ready(worker):
                    continue
                while (task := task or self._tasks.get()) is not None:
                    outcome = worker.run_pickled(task[1])
                    if outcome == Died(begun=False):
                        break  # the next worker gets the task
                    self._ended.put((task[0], outcome))
                    task = None
                    if isinstance(outcome, Died):
                        break
                else:
                    return
            except EngineError as error:
                self._ended.put(error)
                return
            finally:
                worker.close()
                with self._lock:
                    self._workers.discard(worker)

    def _start(self, options: WorkerOptions) -> Worker | None:
        with self._lock:
            if self._closed:
                return None
            try:
                worker = Worker(options)
            except (OSError, subprocess.SubprocessError) as error:
                self._ended.put(EngineError(f"no worker can be started: {error}"))
                return None
            self._workers.add(worker)
            return worker

    def _is_ready(self, worker: Worker) -> bool:
        """Wait for a worker to be ready; give up after several that died first."""
        ready = worker.wait_until_ready()
        with self._lock:
            self._false_starts = 0 if ready else self._false_starts + 1
            if self._false_starts >= MAX_FALSE_STARTS and not self._closed:
                raise EngineError(
                    f"worker processes exit during start-up (status {worker.returncode})"
                )
        return ready


def run_tasks(
    pool: Pool[Key], tasks: Iterable[tuple[Any, ...]], describe: Callable[[Key], str]
) -> Iterator[tuple[Key, Any] | None]:
    """Run tasks that must not fail; yield the key and the value of each, in any order.

    `None` comes now and then while workers run. A task is a key, a function and arguments; it is
    taken from `tasks` when a worker is free.

    Raises:
        QuincunxError: A task raised it, or no worker can run tasks.
        EngineError: A task failed otherwise, or its worker died; `describe` names it.
    """
    waiting = iter(tasks)
    under_way = 0
    while True:
        yield None
        for key, function, *arguments in islice(waiting, pool.free_slots()):
            pool.submit(key, function, *arguments)
            under_way += 1
        if not under_way:
            return
        for key, outcome in pool.results(POLL_SECONDS):
            under_way -= 1
            match outcome:
                case Done(value):
                    yield key, value
                case Failed(reason, error):
                    raise error or EngineError(f"{describe(key)}: {reason}")
                case Died():
                    raise EngineError(f"{describe(key)}: its worker was killed")


def choose_pool(
    command: str,
    jobs: int | None,
    scheduler: str | None,
    *,
    usual: int | None = None,
    most: int = 1_024,
    pin: bool = False,
) -> Callable[[], Pool[Any]]:
    """Return a function that starts a pool of local processes, or of a Dask cluster's workers.

    Args:
        command: The command that needs it, for messages.
        jobs: The number of local processes.
        scheduler: The address of a Dask scheduler, whose workers are used instead.
        usual: The number of local processes by default; one for each processor if not given.
        most: The largest number of them.
        pin: Whether each of them stays on a physical core of its own.

    Raises:
        OptionError: Both are given, or the number of jobs is out of range.
    """
    if scheduler is not None:
        if jobs is not None:
            raise OptionError(
                f"{command}: jobs and a scheduler together, expected one (it has its own workers)"
            )
        from quincunx._support.dask_pool import DaskPool

        return partial(DaskPool, scheduler)
    jobs = jobs if jobs is not None else usual or len(usable_processors())
    if not isinstance(jobs, int) or isinstance(jobs, bool) or not 1 <= jobs <= most:
        raise OptionError(f"{command}: jobs is {short_repr(jobs)}, expected 1 to {most:,}")
    return partial(LocalPool, jobs, pin=pin)
