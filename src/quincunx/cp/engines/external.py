"""Runs of external solvers, which only know how to search to the end.

The solver runs in a second thread and puts solutions into a bounded queue, so that it pauses while
no further solution is requested.

A thread that runs foreign code when Python shuts down aborts the process (SIGABRT). Shutdown
therefore waits for every such thread; a program in a hurry checks `is_running_after` and ends the
process with `os._exit`.
"""

import atexit
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Event, Thread, current_thread
from typing import Protocol, TypeAlias, TypeVar

from quincunx.cp.engines import Run
from quincunx.cp.limits import Limits, poll
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError

T = TypeVar("T")
Assignment: TypeAlias = tuple[int, ...]

QUEUE_SIZE = 64
"""Number of solutions after which the solver pauses."""

POLL_SECONDS = 0.01
"""Seconds between two checks of the clock and of `Limits.cancel`."""

GRACE_SECONDS = 1.0
"""Seconds to wait for the final counters after the last requested solution."""

MAX_HALTS = 3
"""Attempts to halt a searcher before a background thread takes over."""

INTERRUPTED = 130
"""Exit status of a program that was interrupted by Ctrl-C."""


class Searcher(Protocol):
    """A search by an external solver."""

    nodes: int
    backtracks: int

    def search(self, hand_over: Callable[[Assignment], bool]) -> bool:
        """Call `hand_over` with every solution until it returns false; return whether all were
        found."""

    def halt(self) -> None:
        """Make `search` return soon; called from another thread, at any time, maybe twice."""


class ExternalRun(Run):
    """A search by an external solver; see `quincunx.cp.engines.Run`.

    It ends when it is complete, when a limit is reached, or when the run is garbage-collected.
    """

    def __init__(self, searcher: Searcher, limits: Limits, began: float) -> None:
        self._progress = _Progress(time.perf_counter() - began)
        self.searcher = searcher
        deadline = None if limits.seconds is None else began + limits.seconds
        self._solutions = _stream(searcher, limits, deadline, self._progress)

    def __iter__(self) -> Iterator[Assignment]:
        return self._solutions

    @property
    def complete(self) -> bool:
        """Whether everything was searched."""
        return self._progress.complete

    @property
    def statistics(self) -> Statistics:
        """The counters so far, as far as the solver reports them."""
        return Statistics(
            seconds=self._progress.seconds,
            nodes=self.searcher.nodes,
            backtracks=self.searcher.backtracks,
            solutions=self._progress.solutions,
        )


def refuse_node_limit(limits: Limits, engine: str) -> None:
    """Raise `OptionError` if there is a node limit: this engine cannot observe it."""
    if limits.nodes is not None:
        raise OptionError(f"{engine}: a node limit is not supported, expected a time limit")


@dataclass
class _Progress:
    """Progress of a run."""

    seconds: float
    solutions: int = 0
    complete: bool = False


@dataclass(frozen=True)
class _End:
    """The last item in the queue of a searcher."""

    complete: bool
    error: BaseException | None


def _stream(
    searcher: Searcher, limits: Limits, deadline: float | None, progress: _Progress
) -> Iterator[Assignment]:
    """The solutions as they are found, until the last or a limit; finally halts the searcher."""
    waiting: Queue[Assignment | _End] = Queue(QUEUE_SIZE)
    closed = Event()

    def work() -> None:
        handed_over = 0

        def hand_over(solution: Assignment) -> bool:
            nonlocal handed_over
            if closed.is_set():
                return False
            handed_over += 1
            waiting.put(solution)
            return handed_over != limits.solutions and not closed.is_set()

        try:
            end = _End(searcher.search(hand_over), None)
        except BaseException as error:
            end = _End(False, error)
        if not closed.is_set():
            waiting.put(end)

    def enough() -> bool:
        return (
            (deadline is not None and time.perf_counter() >= deadline)
            or (limits.cancel is not None and limits.cancel())
            or (limits.solutions is not None and progress.solutions >= limits.solutions)
        )

    def next_item() -> Assignment | _End | None:
        """The next item of the queue; None if a limit is reached first."""
        began = time.perf_counter()
        try:
            while not enough():
                with suppress(Empty):
                    return waiting.get(timeout=POLL_SECONDS)
            if progress.solutions == limits.solutions:
                # The searcher is stopping; its last item carries the counters.
                with suppress(Empty):
                    return waiting.get(timeout=GRACE_SECONDS)
            return None
        finally:
            progress.seconds += time.perf_counter() - began

    def halt() -> None:
        closed.set()
        searcher.halt()
        # A searcher that waits for room in the queue would never see that it is closed.
        with suppress(Empty):
            while True:
                waiting.get_nowait()

    if enough():
        return
    thread = _start_thread(work, halt)
    try:
        while (item := next_item()) is not None:
            if isinstance(item, _End):
                if item.error is not None:
                    raise item.error
                progress.complete = item.complete
                return
            progress.solutions += 1
            yield item
    finally:
        for _ in range(MAX_HALTS):
            halt()
            thread.join(POLL_SECONDS)
            if not thread.is_alive():
                break
        else:
            # A searcher that was halted before it really began may not have noticed.
            Thread(target=_end, args=(thread, halt), daemon=True).start()


def run_in_thread(work: Callable[[], T]) -> T:
    """The result of `work`, run in a separate thread.

    For imports of compiled code, which mistakes an exception raised by a signal handler, such as
    KeyboardInterrupt, for a failure of its own. Here it is raised in the calling thread.
    """
    ended: Future[T] = Future()

    def try_it() -> None:
        try:
            ended.set_result(work())
        except BaseException as error:
            ended.set_exception(error)

    thread = _start_thread(try_it, lambda: None)
    poll()
    while not ended.done():
        thread.join(POLL_SECONDS)
        poll()
    return ended.result()


_threads: dict[Thread, Callable[[], None]] = {}
"""Running threads, each with the function that halts it."""


def _start_thread(work: Callable[[], None], halt: Callable[[], None]) -> Thread:
    """Start a thread that Python's shutdown will wait for."""

    def work_listed() -> None:
        try:
            work()
        finally:
            _threads.pop(current_thread(), None)

    thread = Thread(target=work_listed, name="quincunx engine", daemon=True)
    _threads[thread] = halt
    thread.start()
    return thread


def _end(thread: Thread, halt: Callable[[], None]) -> None:
    while thread.is_alive():
        halt()
        thread.join(POLL_SECONDS)


@contextmanager
def removed_at_exit(remove: Callable[[], None]) -> Iterator[None]:
    """Make `remove_files` call a function if the process ends meanwhile."""
    _removals.append(remove)
    try:
        yield
    finally:
        _removals.remove(remove)


def remove_files() -> None:
    """Remove the files of all threads, before the process is ended with `os._exit`."""
    for remove in list(_removals):
        remove()


_removals: list[Callable[[], None]] = []


def is_running_after(seconds: float = 0.0) -> bool:
    """Whether Python's shutdown would have to wait for a thread, after waiting this long for all
    of them: a thread that ends removes its files."""
    until = time.perf_counter() + seconds
    threads = list(_threads)
    for thread in threads:
        thread.join(max(0.0, until - time.perf_counter()))
    return any(thread.is_alive() for thread in threads)


def flush_output() -> None:
    """Write what is left of the output, before the process is ended with `os._exit`."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


@atexit.register
def _end_all() -> None:
    """Halt all threads, and the processes they started, before Python shuts down."""
    try:
        for thread, halt in list(_threads.items()):
            _end(thread, halt)
    except KeyboardInterrupt:
        # A second Ctrl-C ends the process without cleaning up.
        flush_output()
        os._exit(INTERRUPTED)
