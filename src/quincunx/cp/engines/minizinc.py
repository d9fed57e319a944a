"""Searches by the `minizinc` program, 2.6 or later, with any of its solvers: "minizinc:gecode".

The program and the solver it starts run in a session of their own, which is killed with the search.
The counters are those that the solver reports: `backtracks` are its failures.
"""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any

from quincunx.cp.engines.external import Assignment, ExternalRun, refuse_node_limit, removed_at_exit
from quincunx.cp.engines.minizinc_text import to_text
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.errors import EngineError

GRACE_SECONDS = 0.02
"""Seconds between SIGTERM and SIGKILL."""

MISSING = "minizinc: the program minizinc is not installed; on Debian: apt-get install minizinc"


def start(model: Model, options: SearchOptions) -> ExternalRun:
    """Begin a search for the solutions of a model, by the solver that `options.engine`
    names after a colon, or by MiniZinc's default solver."""
    began = time.perf_counter()
    limits = options.limits
    solver = options.engine.partition(":")[2] or None
    refuse_node_limit(limits, "minizinc")
    text = to_text(model, options)
    program = shutil.which("minizinc")
    if program is None:
        raise EngineError(MISSING)
    searcher = MiniZincSearcher(program, solver, text, len(model.variables), limits.solutions)
    return ExternalRun(searcher, limits, began)


class MiniZincSearcher:
    """A run of the program; see `quincunx.cp.engines.external.Searcher`.

    `reported` holds the numbers among the statistics the program printed, as "solveTime".
    """

    def __init__(
        self, program: str, solver: str | None, text: str, width: int, most: int | None
    ) -> None:
        self.nodes = 0
        self.backtracks = 0
        self.reported: dict[str, float] = {}
        self._text = text
        self._width = width
        self._most = most
        self._command = [program, *(["--solver", solver] if solver else []), "-s"]
        self._command += ["-a"] if most is None else ["-n", str(most)]
        self._process: subprocess.Popen[str] | None = None
        self._halted = False
        self._starting = Lock()

    def search(self, hand_over: Callable[[Assignment], bool]) -> bool:
        # A killed program leaves its temporary files behind, so it gets its own folder.
        scratch = TemporaryDirectory(prefix="quincunx-", ignore_cleanup_errors=True)
        with removed_at_exit(scratch.cleanup), scratch as folder:
            try:
                process = self._begin(Path(folder))
            except OSError as error:
                reason = _one_line(str(error))
                raise EngineError(f"minizinc: the program does not run ({reason})") from None
            if process is None:
                return False
            # Processes that outlive the program could keep its output open.
            ending = Thread(target=_wait_and_end, args=[process], daemon=True)
            ending.start()
            try:
                found, complete = self._listen(process, hand_over)
            except BaseException:
                end_session(process)
                raise
            finally:
                ending.join()
            status = process.returncode
            if self._halted or complete or found == self._most:
                return complete
            errors = (Path(folder) / "errors").read_text(encoding="utf-8", errors="replace")
            raise EngineError(f"minizinc: {_reason(errors, status)}")

    def halt(self) -> None:
        with self._starting:
            if self._process is not None and not self._halted:
                end_session(self._process)
            self._halted = True

    def processes(self) -> list[int]:
        """The living processes of this search."""
        return [] if self._process is None else list(_session_members(self._process.pid))

    def _begin(self, folder: Path) -> subprocess.Popen[str] | None:
        model = folder / "model.mzn"
        model.write_text(self._text, encoding="utf-8")
        with self._starting, (folder / "errors").open("wb") as errors:
            if not self._halted:
                self._process = subprocess.Popen(
                    [*self._command, str(model)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    encoding="utf-8",
                    errors="replace",
                    env={**os.environ, "TMPDIR": str(folder)},
                    start_new_session=True,
                )
            return self._process

    def _listen(
        self, process: subprocess.Popen[str], hand_over: Callable[[Assignment], bool]
    ) -> tuple[int, bool]:
        """Hand over solutions as they are printed; return their number, and whether these are
        all."""
        assert process.stdout is not None
        found, complete, wanted = 0, False, True
        before = ""
        with process.stdout as lines:
            for line in map(str.strip, lines):
                if line.startswith("%"):
                    self._read_statistic(line)
                elif line == "----------":
                    found += 1
                    wanted = wanted and hand_over(self._read_solution(before))
                elif line in ("==========", "=====UNSATISFIABLE====="):
                    complete = wanted
                before = line
        return found, complete

    def _read_solution(self, line: str) -> Assignment:
        words = line.split()
        if len(words) != self._width or not all(re.fullmatch(r"-?\d+", word) for word in words):
            raise EngineError(f"minizinc: the program printed {_one_line(line)!r}")
        return tuple(map(int, words))

    def _read_statistic(self, line: str) -> None:
        found = re.fullmatch(r"%%%mzn-stat:?\s*(\w+)=([-+.\deE]+)", line)
        if found is None:
            return
        with suppress(ValueError):
            self.reported[found[1]] = float(found[2])
        self.nodes = int(self.reported.get("nodes", 0))
        self.backtracks = int(self.reported.get("failures", 0))


def _wait_and_end(process: subprocess.Popen[str]) -> None:
    """Wait for the program, then end what it started."""
    process.wait()
    end_session(process)


def end_session(leader: subprocess.Popen[Any]) -> None:
    """End the program and every process it left.

    On SIGTERM the program ends its solver and then itself. What is left is killed: MiniZinc puts
    its solver into a process group of its own, but not into another session.
    """
    leader.terminate()
    with suppress(subprocess.TimeoutExpired):
        leader.wait(GRACE_SECONDS)
    while members := list(_session_members(leader.pid)):
        for pid in members:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
    leader.wait()


def _session_members(session: int) -> Iterator[int]:
    """The living processes of a session."""
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                # pid (command) state parent group session ...; the command may hold anything
                state, _, _, its_session, *_ = file.read().rpartition(b")")[2].split()
                if int(its_session) == session and state not in b"ZX":
                    yield int(name)


def _reason(errors: str, status: int) -> str:
    """Why the program failed: its exit status and its error message, if any."""
    ended = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
    lines = filter(str.strip, errors.splitlines())
    line = next((line for line in lines if not line.lower().startswith("warning")), "")
    return f"the program {ended}" + (f": {_one_line(line)}" if line else " before all was searched")


def _one_line(text: str, most: int = 200) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."
