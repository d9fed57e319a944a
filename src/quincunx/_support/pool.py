"""A pool of worker processes on this machine, and the interface it shares with Dask's.

A task is a function that workers can import, with arguments; both are pickled. A worker that dies
is replaced, and its task is reported as `Died`. Workers die with this process, however it ends, and
Ctrl-C on the terminal reaches this process only.
"""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from threading import Lock, Timer
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from quincunx._support.pool_worker import Done, Failed, WorkerOptions, receive, send
from quincunx._support.processes import physical_cores, start_module, usable_processors
from quincunx.errors import EngineError, OptionError, short_repr

__all__ = [
    "Died", "Done", "Failed", "LocalPool", "Outcome", "Pool", "PoolTask", "Worker", "WorkerOptions",
    "choose_pool", "run_tasks",
]  # fmt: skip

POLL_SECONDS = 0.1
"""Seconds that `run_tasks` waits for a result before it yields None."""
MAX_FALSE_STARTS = 3
"""Workers in a row that may die before they begin a task; then the pool gives up."""

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
        self.options = options or WorkerOptions()
        self.tasks = 0
        """The number of tasks that it has had in a pool."""
        self._process = process = start_module("quincunx._support.pool_worker")
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        self._input, self._output = process.stdin, process.stdout
        with suppress(OSError):  # a worker that has died already is noticed when it is asked
            send(self._input, pickle.dumps(sys.path))
            send(self._input, pickle.dumps(self.options))

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status of the process, `None` while it runs."""
        return self._process.poll()

    def run(self, task: bytes, timeout: float | None = None) -> Outcome:
        """Run a task, the pickled pair of its function and arguments, and wait for it. After
        `timeout` seconds the worker is killed."""
        timer = None if timeout is None else Timer(timeout, self.kill)
        if timer is not None:
            timer.daemon = True
            timer.start()
        begun = False
        try:
            send(self._input, task)
            receive(self._output)
            begun = True
            outcome: Outcome = pickle.loads(receive(self._output))
            return outcome
        except (EOFError, OSError):
            self._process.wait()
            return Died(begun)
        except Exception as error:  # what the task returned cannot be unpickled
            return Failed(f"a result cannot be read: {type(error).__name__}: {error}")
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


@dataclass(eq=False)
class PoolTask:
    """A task of a `LocalPool`, as the pickled pair of its function and arguments."""

    pickled: bytes
    timeout: float | None
    worker: Worker | None = None
    """The worker that has it."""
    cancelled: bool = False
    future: Future[Outcome] = field(init=False)


class LocalPool(Generic[Key]):
    """A pool of processes on this machine. Each task has a thread that waits for its worker.

    Args:
        jobs: The number of workers; each is started when it is first needed.
        options: How each is set up.
        pin: Whether each worker stays on a physical core of its own; then there may be at most as
            many as there are cores.
    """

    def __init__(
        self, jobs: int, options: WorkerOptions | None = None, *, pin: bool = False
    ) -> None:
        options = options or WorkerOptions()
        cores: list[int | None] = [*physical_cores()] if pin else [options.core] * jobs
        self._setups = [replace(options, core=core) for core in cores[:jobs]]
        """The options of workers that are not running."""
        self._jobs = len(self._setups)
        self._threads = ThreadPoolExecutor(self._jobs)
        self._tasks: dict[Future[Outcome], Key] = {}
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._lock = Lock()
        self._closed = False

    def free_slots(self) -> int:
        """Return how many workers have no task."""
        return self._jobs - len(self._tasks)

    def submit(self, key: Key, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Start a task, if a worker is free."""
        self._tasks[self.start(function, *arguments).future] = key

    def results(self, timeout: float) -> list[tuple[Key, Outcome]]:
        """Return the submitted tasks that ended, after waiting at most `timeout` seconds for one.

        Raises:
            EngineError: Workers cannot be started or set up.
        """
        ended, _ = wait(self._tasks, timeout, FIRST_COMPLETED)
        return [(self._tasks.pop(task), task.result()) for task in ended]

    def start(
        self, function: Callable[..., Any], /, *arguments: Any, timeout: float | None = None
    ) -> PoolTask:
        """Start a task when a worker is free; after `timeout` seconds its worker is killed.

        Raises:
            EngineError: The pool is closed.
        """
        task = PoolTask(pickle.dumps((function, arguments)), timeout)
        try:
            task.future = self._threads.submit(self._run, task)
        except RuntimeError:
            raise EngineError("the pool is closed") from None
        return task

    def cancel(self, task: PoolTask) -> None:
        """Kill the worker that has a task, now or as soon as it has one."""
        with self._lock:
            task.cancelled = True
            if task.worker is not None:
                task.worker.kill()

    def close(self) -> None:
        """Kill all workers."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._idle:
            worker.close()

    def _run(self, task: PoolTask) -> Outcome:
        """Run a task; a worker that dies before it begins the task is replaced."""
        for _ in range(MAX_FALSE_STARTS):
            worker = self._take(task)
            outcome = worker.run(task.pickled, task.timeout)
            self._put_back(task, worker, ended=isinstance(outcome, Died))
            if outcome != Died(begun=False) or task.cancelled or self._closed:
                return outcome
        raise EngineError(f"worker processes exit during start-up (status {worker.returncode})")

    def _take(self, task: PoolTask) -> Worker:
        """Give a task to an idle worker, or to a new one."""
        with self._lock:
            while self._idle and self._idle[-1].returncode is not None:
                self._forget(self._idle.pop())
            if self._closed:
                raise EngineError("the pool is closed")
            try:
                worker = self._idle.pop() if self._idle else Worker(self._setups[-1])
            except (OSError, subprocess.SubprocessError) as error:
                raise EngineError(f"no worker can be started: {error}") from None
            if worker not in self._workers:
                self._workers.add(worker)
                self._setups.pop()
            task.worker = worker
            if task.cancelled:
                worker.kill()
            return worker

    def _put_back(self, task: PoolTask, worker: Worker, *, ended: bool) -> None:
        """Keep a worker for other tasks, unless it has ended or had as many as it may have."""
        with self._lock:
            task.worker = None
            worker.tasks += 1
            if ended or worker.tasks == worker.options.max_tasks:
                self._forget(worker)
            else:
                self._idle.append(worker)

    def _forget(self, worker: Worker) -> None:
        worker.close()
        self._workers.discard(worker)
        self._setups.append(worker.options)


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
            raise OptionError(f"{command}: jobs and a scheduler together, expected one")
        from quincunx._support.dask_pool import DaskPool

        return partial(DaskPool, scheduler)
    jobs = jobs if jobs is not None else usual or len(usable_processors())
    if not isinstance(jobs, int) or isinstance(jobs, bool) or not 1 <= jobs <= most:
        raise OptionError(f"{command}: jobs is {short_repr(jobs)}, expected 1 to {most:,}")
    return partial(LocalPool, jobs, pin=pin)
