"""Work with progress on the terminal, which Ctrl-C stops without losing what it has found; and the
result of a search as a sentence, a style and an exit status.

Compiled code neither lets other threads run nor handles signals. But many times a second it calls a
function that says whether to stop, and that call does both.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Self, TypeAlias, TypeVar

from quincunx._support.text import amount
from quincunx.cli.status import Status
from quincunx.cp.limits import Stopped
from quincunx.cp.model import Notes
from quincunx.errors import TooBig
from quincunx.solving import AnyResult, PuzzleSearch, Show
from quincunx.solving.models import AUTHORS

FIRST_REPORT_SECONDS = 0.7
"""Seconds before the first report of progress."""
REPORT_SECONDS = 0.1
"""Seconds between two reports."""

Answer = TypeVar("Answer")


def shows_progress() -> bool:
    """Whether standard error is a terminal that can replace a line."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return sys.stderr is not None and sys.stderr.isatty() and not dumb


class ProgressDisplay:
    """Shows progress of some work and lets Ctrl-C stop it.

    Hand `cancel` to the work, and a function that reports its progress to `follow`. The first
    Ctrl-C asks the work to stop; the second raises `KeyboardInterrupt`.
    """

    def __init__(self) -> None:
        self.interrupted = False
        self._report: Callable[[], str] = lambda: "working"
        self._shows = shows_progress()
        self._shown = False
        self._began = time.perf_counter()
        self._next = self._began + FIRST_REPORT_SECONDS

    def __enter__(self) -> Self:
        self._on_interrupt = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *exception: object) -> None:
        signal.signal(signal.SIGINT, self._on_interrupt)
        self.clear()

    def follow(self, report: Callable[[], str]) -> None:
        """Show what `report` returns from now on."""
        self._report = report

    def cancel(self) -> bool:
        """Return whether to stop; shows progress on the way."""
        now = time.perf_counter()
        if self._shows and now >= self._next:
            text = f"{self._report()}, {now - self._began:.1f} s (Ctrl-C stops)"
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = True
            self._next = now + REPORT_SECONDS
        return self.interrupted

    def clear(self) -> None:
        """Remove the line of progress."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True


Begin: TypeAlias = Callable[..., PuzzleSearch]
"""Begins a search that its argument `cancel` can stop."""


def search(
    begin: Begin, show: Show | None = None, *, tally: bool = False, listing: bool = False
) -> tuple[AnyResult, bool]:
    """Return what a watched search found, and whether Ctrl-C stopped it.

    With `show`, each solution is shown when it is found and not kept. With `tally`, solutions are
    only counted; `listing` as in `PuzzleSearch.tally`.
    """
    with ProgressDisplay() as watch:

        def uncover(solution: object) -> None:
            watch.clear()
            if show is not None:
                show(solution)

        solving = begin(cancel=watch.cancel)
        watch.follow(partial(_report, solving))
        if tally:
            return solving.tally(listing=listing), watch.interrupted
        return solving.find(None if show is None else uncover), watch.interrupted


def interruptible(work: Callable[..., Answer]) -> tuple[Answer, bool]:
    """Return the result of work whose argument `cancel` lets Ctrl-C stop it early, and whether it
    did."""
    with ProgressDisplay() as watch:
        return work(cancel=watch.cancel), watch.interrupted


def run_to_end(work: Callable[..., Answer], stopped: str = "stopped by a limit") -> Answer:
    """Return the result of work, which has an argument `cancel`. Ctrl-C raises `KeyboardInterrupt`;
    a limit raises `TooBig` with the message `stopped`."""
    with ProgressDisplay() as watch:
        try:
            answer = work(cancel=watch.cancel)
            if not watch.interrupted:
                return answer
        except Stopped:
            if not watch.interrupted:
                raise TooBig(stopped) from None
    raise KeyboardInterrupt


def _report(solving: PuzzleSearch) -> str:
    done = solving.statistics
    return f"{amount(done.solutions, 'solution')}, {amount(done.nodes, 'node')}"


def status(result: AnyResult) -> Status:
    """The exit status for the result of a search."""
    if result.count:
        return Status.FOUND
    return Status.NONE if result.verdict == "none" else Status.STOPPED


def style(result: AnyResult) -> str:
    """The style in which to write the verdict of a search."""
    return {"unique": "good", "none": "bad"}.get(result.verdict, "clue")


def sentence(result: AnyResult, limit: int | None, interrupted: bool) -> str:
    """The verdict of a search in words; `limit` is the requested number of solutions."""
    found = amount(result.count, "solution")
    if result.complete and result.notes is not None:
        return _paper_sentence(result, result.notes)
    if result.complete:
        if result.count < 2:
            return ("There is no solution.", "There is exactly one solution.")[result.count]
        return f"There are exactly {found}{_unchecked(result)}."
    if result.count == limit:
        if limit == 1:
            return "Stopped at the first solution: there may be more."
        return f"There is more than one solution (stopped at {found})."
    if limit == 1 and result.notes is not None and result.answers:
        return "The program's first answer breaks the rules, and it stops there."
    stopped = "You stopped the search" if interrupted else "A limit stopped the search"
    if result.count == 0:
        return f"{stopped} before a solution was found: there may be some."
    return f"{stopped} after {found}{_unchecked(result)}: there may be more."


def _paper_sentence(result: AnyResult, notes: Notes) -> str:
    """What a paper's program found, which may lose solutions."""
    found = amount(result.count, "solution") if result.count else "no solution"
    answers = f" in {amount(result.answers, 'answer')}" if result.answers != result.count else ""
    if notes.loses:
        proof = f"but it loses some: there may be {'more' if result.count else 'one'}"
    else:
        proof = "and there are no more" if result.count else "and there is none"
    whose = "authors'" if result.model == AUTHORS else "paper's"
    return f"The {whose} program found {found}{answers}, {proof}."


def _unchecked(result: AnyResult) -> str:
    """How many of the counted solutions were checked, unless all were."""
    if result.checked == result.count:
        return ""
    if result.checked == 0:
        return " (counted without listing them)"
    return f" (the first {result.checked:,} were checked)"
