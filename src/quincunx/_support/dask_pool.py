"""A pool of the workers of a Dask cluster.

The cluster's scheduler assigns tasks to workers, and again when a worker is lost; it gives up a
task that has killed several. Values are fetched as soon as they are there, and not kept elsewhere.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Generic
from uuid import uuid4

from quincunx._support.extras import require_package
from quincunx._support.files import RUN_AGAIN
from quincunx._support.pool import Died, Key, Outcome
from quincunx._support.pool_worker import Done, Failed, run_task
from quincunx._support.version import VERSION
from quincunx.errors import EngineError, Unfinished

ANSWER_SECONDS = 10.0
"""Time within which a scheduler has to answer, and to have a worker."""
TASKS_PER_WORKER = 2
"""The next task is at a worker when it finishes one."""
POLL_SECONDS = 0.02
RECOUNT_SECONDS = 1.0
"""Time between two counts of the workers."""
ABSENCE_SECONDS = 120.0
"""Time without any worker after which the pool gives up."""


class DaskPool(Generic[Key]):
    """A pool of the workers that a scheduler has.

    Args:
        address: The scheduler's, for instance `tcp://10.0.0.1:8786`.

    Raises:
        EngineError: No scheduler answers there, it has no workers, or they have another version.
    """

    def __init__(self, address: str) -> None:
        distributed = require_package("distributed")
        self._address = address
        self._names = (f"quincunx-{uuid4().hex}-{n}" for n in count())
        self._tasks: dict[Any, Key] = {}
        self._accompanied: set[Any] = set()
        """Tasks that were under way together with another."""
        self._workers = 0
        self._counted = self._seen = 0.0
        self._silenced = _silence_logs()
        self._client: Any = None
        try:
            try:
                self._client = _connect(distributed.Client, address)
            except Exception as error:  # anything may listen there, and answer anything
                raise EngineError(
                    f"no scheduler answers at {str(address)[:100]!r} ({_first_line(error)}), "
                    "expected the address of one, for instance tcp://10.0.0.1:8786"
                ) from None
            self._require_workers()
        except BaseException:
            self.close()
            raise

    def free_slots(self) -> int:
        """Return how many more tasks the workers can have at hand."""
        if time.monotonic() >= self._counted + RECOUNT_SECONDS:
            self._count_workers()
        if time.monotonic() >= self._seen + ABSENCE_SECONDS:
            raise Unfinished(f"no workers at {self._address}, {ABSENCE_SECONDS:g} s; {RUN_AGAIN}")
        return max(0, TASKS_PER_WORKER * self._workers - len(self._tasks))

    def submit(self, key: Key, function: Callable[..., Any], /, *arguments: Any) -> None:
        """Send a task to the scheduler.

        Raises:
            Unfinished: The scheduler is gone.
        """
        task = (_run_task, VERSION, function, arguments)
        try:
            future = self._client.submit(*task, key=next(self._names), pure=False)
        except Exception as error:
            raise self._gone(error) from None
        if self._tasks:
            self._accompanied |= {future, *self._tasks}
        self._tasks[future] = key

    def results(self, timeout: float) -> list[tuple[Key, Outcome]]:
        """Return the tasks that ended, after waiting at most `timeout` seconds for one.

        Raises:
            Unfinished: The scheduler is gone.
            EngineError: A worker has another version.
        """
        until = time.monotonic() + timeout
        found: list[tuple[Key, Outcome]] = []
        while not found:
            for future in [one for one in self._tasks if one.status not in ("pending", "lost")]:
                outcome = self._outcome(future)
                if outcome is not None:
                    found.append((self._tasks.pop(future), outcome))
                    self._accompanied.discard(future)
            if time.monotonic() >= until:
                break
            time.sleep(POLL_SECONDS)
        return found

    def close(self) -> None:
        """Cancel all tasks and leave the cluster."""
        with suppress(Exception):
            self._client.cancel(list(self._tasks), force=True)
        with suppress(Exception):
            self._client.close(timeout=ANSWER_SECONDS)
        for log in self._silenced:
            log.disabled = False

    def _outcome(self, future: Any) -> Outcome | None:
        """Return the outcome of a task; `None` if it was lost on the way here, with its worker,
        for then it is run again."""
        try:
            outcome: Outcome = future.result(timeout=ANSWER_SECONDS)
            return outcome
        except TimeoutError:
            return None
        except (EngineError, ImportError) as error:
            raise EngineError(f"a worker of {self._address}: {error}") from None
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                # Dask blames all tasks that a worker had at hand when it died.
                return Died(certain=future not in self._accompanied, final=True)
            raise self._gone(error) from None

    def _require_workers(self) -> None:
        """Wait for the first worker; refuse a cluster without workers."""
        with suppress(TimeoutError):
            self._client.wait_for_workers(1, timeout=ANSWER_SECONDS)
        self._count_workers()
        if not self._workers:
            raise EngineError(f"the scheduler at {self._address} has no workers")

    def _count_workers(self) -> None:
        try:
            self._workers = len(self._client.nthreads())
        except Exception as error:
            raise self._gone(error) from None
        self._counted = time.monotonic()
        if self._workers:
            self._seen = self._counted

    def _gone(self, error: BaseException) -> Unfinished:
        return Unfinished(
            f"the scheduler at {self._address} is gone ({_first_line(error)}); {RUN_AGAIN}"
        )


def _run_task(
    version: str, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Done | Failed:
    """Run a task on a worker of the same version."""
    if version != VERSION:
        raise EngineError(f"it has quincunx {VERSION}, expected {version}")
    return run_task(function, arguments)


def _silence_logs() -> list[logging.Logger]:
    """Disable Dask's loggers and return those that were enabled. Each of its modules has its own,
    and logs a lost connection with a traceback; the pool reports it in one line instead."""
    names = [n for n in logging.root.manager.loggerDict if n.split(".")[0] == "distributed"]
    found = [log for log in map(logging.getLogger, names) if not log.disabled]
    for log in found:
        log.disabled = True
    return found


def _connect(kind: type[Any], address: str) -> Any:
    """Return a client of a scheduler.

    Dask waits without end for the greeting of a silent peer; so this runs in a thread, and has a
    deadline. A client that fails to connect is closed here: left to the garbage collector, it would
    wait for a thread that may be the collecting one.
    """

    class Client(kind):  # type: ignore[misc]  # the base is known at run time only
        def __init__(self) -> None:
            try:
                super().__init__(address, timeout=ANSWER_SECONDS, set_as_default=False)
            except BaseException:
                with suppress(Exception):
                    self.close(timeout=ANSWER_SECONDS)
                with suppress(Exception):
                    self._loop_runner.stop()
                raise

    found: list[Any] = []

    def connect() -> None:
        try:
            found.append(Client())
        except BaseException as error:
            found.append(error)

    meeting = threading.Thread(target=connect, daemon=True)
    meeting.start()
    meeting.join(2 * ANSWER_SECONDS)
    if not found or isinstance(found[0], BaseException):
        raise found[0] if found and str(found[0]) else TimeoutError("no answer in time")
    return found[0]


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
