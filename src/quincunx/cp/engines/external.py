"""What the engines made by others have in common: they search on their own, and we listen.

Vocabulary:
  searcher  finds solutions in a thread of its own and hands them over one by one
  hand over give a solution to whoever iterates; waits while enough solutions are waiting already

So that solutions come one by one from a solver that only knows how to run to its end, the solver
runs in a second thread, which stands still while nobody asks for more.

A thread that is inside somebody else's code when Python ends takes the whole process down with
it (SIGABRT). So Python's end waits until every such thread has come back; whoever is in a hurry
asks `still_at_work` and ends the process without Python.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Thread, current_thread
from typing import Protocol, TypeAlias, TypeVar

from quincunx.cp.engines import SolutionCallback
from quincunx.cp.limits import Limits, poll
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError

T = TypeVar("T")
Solution: TypeAlias = tuple[int, ...]

AHEAD = 64
"""So many solutions may wait before the solver has to."""

GLANCE = 0.01
"""Seconds between two looks at the clock and at `Limits.cancel`."""

PATIENCE = 1.0
"""Seconds that a searcher has for its last words after the last solution that was asked for."""

HALTS = 3
"""So often, a glance apart, a searcher is told to halt before nobody waits for it any longer."""

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended."""


class Searcher(Protocol):
    """A search by somebody else's solver."""

    nodes: int
    backtracks: int

    def search(self, hand_over: Callable[[Solution], bool]) -> bool:
        """Hand over every solution until told to stop (False); whether all were found."""

    def halt(self) -> None:
        """Make `search` return soon; asked from another thread, at any time, maybe twice."""


class ExternalRun:
    """A search under way in another solver; see `quincunx.cp.engines.Run`.

    The search ends with the run: when it is complete, when a limit is reached, or when nobody
    holds the run any longer.
    """

    def __init__(self, searcher: Searcher, limits: Limits, began: float) -> None:
        self._progress = _Progress(time.perf_counter() - began)
        self.searcher = searcher
        deadline = None if limits.seconds is None else began + limits.seconds
        self._solutions = _stream(searcher, limits, deadline, self._progress)

    def __iter__(self) -> Iterator[Solution]:
        return self._solutions

    def count(self, look: SolutionCallback | None = None) -> int:
        """Search on without listing; how many further solutions there were."""
        found = 0
        for solution in self._solutions:
            found += 1
            if look is not None and not look(solution):
                look = None
        return found

    @property
    def complete(self) -> bool:
        """Whether everything was searched."""
        return self._progress.complete

    @property
    def statistics(self) -> Statistics:
        """What was done so far, as far as the solver says."""
        return Statistics(
            seconds=self._progress.seconds,
            nodes=self.searcher.nodes,
            backtracks=self.searcher.backtracks,
            solutions=self._progress.solutions,
        )


def refuse_node_limit(limits: Limits, engine: str) -> None:
    """Solvers that cannot stop after a number of nodes say so rather than go on for ever."""
    if limits.nodes is not None:
        raise OptionError(f"{engine}: no limit on nodes, expected a limit on time or solutions")


class _Progress:
    """What is known of a run while it lasts."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.solutions = 0
        self.complete = False


class _End:
    """The last thing a searcher's thread says."""

    def __init__(self, complete: bool, error: BaseException | None) -> None:
        self.complete = complete
        self.error = error


def _stream(
    searcher: Searcher, limits: Limits, deadline: float | None, progress: _Progress
) -> Iterator[Solution]:
    """The solutions as they come, until the last or a limit; the searcher is halted at the end."""
    waiting: Queue[Solution | _End] = Queue(AHEAD)
    closed = Event()

    def work() -> None:
        handed_over = 0

        def hand_over(solution: Solution) -> bool:
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

    def next_said() -> Solution | _End | None:
        """What the searcher says next; nothing when a limit was reached before it spoke."""
        began = time.perf_counter()
        try:
            while not enough():
                with suppress(Empty):
                    return waiting.get(timeout=GLANCE)
            if progress.solutions == limits.solutions:
                # It has been told to stop; what it says last holds its counters.
                with suppress(Empty):
                    return waiting.get(timeout=PATIENCE)
            return None
        finally:
            progress.seconds += time.perf_counter() - began

    def halt() -> None:
        closed.set()
        searcher.halt()
        # A searcher that waits to hand over must find room, or it would never see the end.
        with suppress(Empty):
            while True:
                waiting.get_nowait()

    if enough():
        return
    thread = _at_work(work, halt)
    try:
        while (said := next_said()) is not None:
            if isinstance(said, _End):
                if said.error is not None:
                    raise said.error
                progress.complete = said.complete
                return
            progress.solutions += 1
            yield said
    finally:
        for _ in range(HALTS):
            halt()
            thread.join(GLANCE)
            if not thread.is_alive():
                break
        else:
            # Told to halt before it had really begun, it may not have noticed.
            Thread(target=_end, args=(thread, halt), daemon=True).start()


def apart(work: Callable[[], T]) -> T:
    """What comes of a piece of work, done in a thread of its own while we wait.

    For imports of compiled code: it takes a signal whose handler raises, as Ctrl-C does, for a
    failure of its own. Here that is raised where we wait.
    """
    ended: Queue[T | _End] = Queue()

    def try_it() -> None:
        try:
            ended.put(work())
        except BaseException as error:
            ended.put(_End(False, error))

    _at_work(try_it, lambda: None)
    while True:
        poll()
        with suppress(Empty):
            came = ended.get(timeout=GLANCE)
            break
    if isinstance(came, _End):
        assert came.error is not None
        raise came.error
    return came


_threads: dict[Thread, Callable[[], None]] = {}
"""The threads that have not ended, and how to tell each to."""


def _at_work(work: Callable[[], None], halt: Callable[[], None]) -> Thread:
    """A thread that works, and that Python's end will wait for."""

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
        thread.join(GLANCE)


def still_at_work() -> bool:
    """Whether Python's end would have to wait for a thread."""
    return any(thread.is_alive() for thread in list(_threads))


@atexit.register
def _end_all() -> None:
    """At the end of the program nothing may be left running, in threads or outside."""
    try:
        for thread, halt in list(_threads.items()):
            _end(thread, halt)
    except KeyboardInterrupt:
        # Whoever does not want to wait gets an end without Python's tidying up.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(INTERRUPTED)
