"""How programs end in which another solver searches: never in the middle of its code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quincunx.cp.engines.external import run_in_thread
from quincunx.families import parse
from tests.cli.conftest import SOURCES, run_apart, start
from tests.cp.engines.cases import needs_minizinc
from tests.processes import alive, children, python

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCES, os.getcwd()])}

SLOW = """
import sys, time
from quincunx.cp.engines.external import ExternalRun
from quincunx.cp.limits import Limits

class Slow:
    '''Finds one solution, and takes its time to notice that it was halted.'''

    nodes = backtracks = 0
    halted = False

    def search(self, hand_over):
        hand_over((1,))
        while not self.halted:
            time.sleep(0.01)
        time.sleep(PAUSE)
        print("came back", flush=True)
        return False

    def halt(self):
        self.halted = True

solutions = iter(ExternalRun(Slow(), Limits(), time.perf_counter()))
print(next(solutions), flush=True)
"""


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ("", "the search is under way"),
        ("del solutions", "nobody holds the search any longer"),
        ("solutions.close()", "the search was ended, and nobody waited for it"),
        ("raise SystemExit(0)", "in a hurry"),
    ],
)
def test_python_waits_for_a_search_that_was_halted(after: str, why: str) -> None:
    program = SLOW.replace("PAUSE", "0.5") + after
    assert python("-c", program) == "(1,)\ncame back\n", why


def test_ctrl_c_during_shutdown_ends_the_process() -> None:
    program = SLOW.replace("PAUSE", "3600")
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "(1,)\n"
    for _ in range(600):
        process.send_signal(signal.SIGINT)
        try:
            process.wait(0.1)
            break
        except subprocess.TimeoutExpired:
            continue
    process.communicate(timeout=1)
    assert process.returncode == 130


def dodecagons(number: int) -> str:
    """Joined dodecagons without numbers: far more solutions than anybody finds."""
    places = [(at % 10, at // 10) for at in range(number)]
    return "sum-star:" + "/".join(f"{q}.{r}=_,_,_,_,_,_" for q, r in places)


@pytest.mark.parametrize(("engine", "seconds"), [("cp-sat", "0.7"), ("both", "1.5")])
def test_a_limit_ends_a_large_search_by_cp_sat(engine: str, seconds: str) -> None:
    parse(dodecagons(60))
    options = ["--count", "--json", "--engine", engine, "--time-limit", seconds]
    outcome = run_apart("solve", dodecagons(60), *options)
    assert outcome.err == ""
    data = json.loads(outcome.out)
    assert not data["complete"]
    assert outcome.status == (0 if data["count"] else 3)


COMPILED = """
import sys, time

# What compiled code does when the import of something that it needs is interrupted.
try:
    sys.stderr.write("importing\\n")
    sys.stderr.flush()
    time.sleep(3600)
except BaseException:
    raise ImportError("initialization failed") from None
"""


@pytest.fixture
def loading(tmp_path: Path) -> dict[str, str]:
    """An environment in which OR-Tools takes an hour to be imported."""
    package = tmp_path / "ortools" / "sat" / "python"
    package.mkdir(parents=True)
    for folder in (package, package.parent, package.parent.parent):
        (folder / "__init__.py").write_text("")
    (package / "cp_model.py").write_text(COMPILED)
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), SOURCES])}


def test_time_limit_during_import_of_or_tools(loading: dict[str, str]) -> None:
    options = ["--engine", "both", "--time-limit", "0.5"]
    outcome = run_apart("solve", "c-note/1", *options, env=loading)
    assert (outcome.status, outcome.err) == (3, "importing\n")
    assert "A limit stopped the search before a solution was found" in outcome.out


def test_ctrl_c_during_import_of_or_tools(loading: dict[str, str]) -> None:
    process = start("solve", "c-note/1", "--engine", "cp-sat", env=loading)
    assert process.stderr is not None
    assert process.stderr.readline() == "importing\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (3, "")
    assert "You stopped the search before a solution was found" in out


def test_run_in_thread_returns_result_or_raises() -> None:
    assert run_in_thread(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        run_in_thread(lambda: 1 // 0)


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those they have."""
    return [one for child in children(process) for one in (child, *descendants(child))]


def searches(process: int) -> bool:
    """Whether a process has something to do with the model; another only tells its version."""
    try:
        return b"model.mzn" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


@needs_minizinc
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes cannot be listed here")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_no_minizinc_process_or_folder_outlives_the_program(name: str, tmp_path: Path) -> None:
    # So large that it takes a while: who prints a solution notices by itself that nobody reads.
    arguments = ("solve", dodecagons(60), "--count", "--engine", "minizinc")
    process = start(*arguments, env={"TMPDIR": str(tmp_path)})
    while not any(map(searches, started := descendants(process.pid))):
        time.sleep(0.02)
    process.send_signal(getattr(signal, name))
    process.communicate(timeout=60)
    assert not any(map(alive, started))
    assert not list(tmp_path.iterdir())
