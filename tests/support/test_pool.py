"""The pool of local processes: outcomes, deaths, limits, and the ends of workers."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quincunx._support.pool import Died, Done, Failed, LocalPool, Outcome, Worker, WorkerOptions
from quincunx._support.processes import physical_cores
from quincunx.errors import EngineError, OptionError

ROOT = Path(__file__).parents[2]
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux does it")


def double(number: int) -> int:
    print("a task may print")
    return 2 * number


def refuse() -> None:
    raise OptionError("no such option")


def divide() -> float:
    return 1 / 0


def unsendable() -> Any:
    return lambda: None


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def affinity() -> set[int]:
    return os.sched_getaffinity(0)


def hold(size: int) -> int:
    return len(bytearray(size))


class Unreadable:
    def __reduce__(self) -> Any:
        return int, ("no number",)


def run(worker: Worker, function: Any, *arguments: Any, timeout: float | None = None) -> Outcome:
    return worker.run(pickle.dumps((function, arguments)), timeout)


def outcomes(pool: LocalPool[Any], number: int) -> dict[Any, Outcome]:
    found: dict[Any, Outcome] = {}
    while len(found) < number:
        found.update(pool.results(1))
    return found


@pytest.fixture
def worker() -> Iterator[Worker]:
    with closing(Worker()) as worker:
        yield worker


def test_every_task_has_its_outcome() -> None:
    with closing(LocalPool[str](2)) as pool:
        pool.submit("value", double, 21)
        pool.submit("refused", refuse)
        assert pool.free_slots() == 0
        found = outcomes(pool, 2)
        assert pool.free_slots() == 2
    assert found["value"] == Done(42)
    refused = found["refused"]
    assert isinstance(refused, Failed)
    assert (type(refused.error), str(refused.error)) == (OptionError, "no such option")


def test_dead_worker_is_reported_and_replaced() -> None:
    with closing(LocalPool[int](1)) as pool:
        pool.submit(1, kill_itself)
        assert outcomes(pool, 1) == {1: Died()}
        pool.submit(2, double, 1)
        assert outcomes(pool, 1) == {2: Done(2)}


def test_task_that_had_not_begun_goes_to_the_next_worker() -> None:
    with closing(LocalPool[int](1)) as pool:
        pool.submit(1, double, 1)
        outcomes(pool, 1)
        (worker,) = pool._workers
        os.kill(worker.pid, signal.SIGKILL)
        pool.submit(2, double, 2)
        assert outcomes(pool, 1) == {2: Done(4)}


def test_results_waits_no_longer_than_it_may() -> None:
    with closing(LocalPool[int](1)) as pool:
        pool.submit(1, time.sleep, 60)
        assert pool.results(0.05) == []


def test_task_that_cannot_be_pickled_is_refused_when_it_is_submitted() -> None:
    with closing(LocalPool[int](1)) as pool:
        with pytest.raises((AttributeError, TypeError)):
            pool.submit(1, lambda: None)
        assert pool.free_slots() == 1


@linux
def test_pinned_workers_have_a_core_each_also_when_they_are_replaced() -> None:
    cores = physical_cores()
    with closing(LocalPool[int](len(cores), pin=True)) as pool:
        for key in range(len(cores)):
            pool.submit(key, kill_itself)
        outcomes(pool, len(cores))
        for key in range(len(cores)):
            pool.submit(key, affinity)
        found = outcomes(pool, len(cores))
    assert all(isinstance(one, Done) and one.value <= set(cores) for one in found.values())
    assert all(isinstance(one, Done) and len(one.value) == 1 for one in found.values())


def test_workers_that_die_before_they_are_ready_are_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    with closing(LocalPool[int](1)) as pool:
        pool.submit(1, double, 1)
        with pytest.raises(EngineError, match=r"^worker processes exit during start-up \(status 1"):
            outcomes(pool, 1)


def test_worker_is_replaced_after_its_last_task() -> None:
    with closing(LocalPool[int](1, WorkerOptions(max_tasks=2))) as pool:
        pids = [pool.start(os.getpid).future.result() for _ in range(3)]
    assert pids[0] == pids[1] != pids[2]


def test_cancelled_task_ends_with_its_worker_and_others_go_on() -> None:
    with closing(LocalPool[int](1)) as pool:
        tasks = [pool.start(time.sleep, 60) for _ in range(2)]
        pool.cancel(tasks[1])
        pool.cancel(tasks[0])
        assert all(isinstance(task.future.result(30), Died) for task in tasks)
        assert pool.start(double, 1).future.result() == Done(2)


@linux
def test_task_beyond_the_memory_limit_fails_and_the_worker_survives() -> None:
    with closing(Worker(WorkerOptions(memory_bytes=512 << 20))) as worker:
        assert run(worker, hold, 1 << 30) == Failed("MemoryError: ")
        assert run(worker, hold, 1000) == Done(1000)


def test_failures_that_are_not_deliberate_travel_as_text(worker: Worker) -> None:
    assert run(worker, divide) == Failed("ZeroDivisionError: division by zero")
    for outcome in (run(worker, double, Unreadable()), run(worker, unsendable)):
        assert isinstance(outcome, Failed)
        assert isinstance(outcome.error, EngineError)
    assert run(worker, double, 1) == Done(2), "the worker goes on"


def test_result_that_cannot_be_unpickled_is_a_failure(worker: Worker) -> None:
    outcome = run(worker, Unreadable)
    assert isinstance(outcome, Failed)
    assert outcome.reason.startswith("a result cannot be read")
    assert run(worker, double, 2) == Done(4)


def test_worker_that_overruns_its_time_is_killed(worker: Worker) -> None:
    assert run(worker, double, 1) == Done(2)
    began = time.monotonic()
    assert run(worker, time.sleep, 60, timeout=0.2) == Died()
    assert time.monotonic() - began < 30
    assert run(worker, double, 1) == Died(begun=False)


def test_closed_pool_refuses_tasks() -> None:
    pool = LocalPool[int](1)
    pool.close()
    with pytest.raises(EngineError, match="the pool is closed"):
        pool.start(double, 1)


PARENT = """
import time
from quincunx._support.pool import LocalPool
pool = LocalPool(2)
for key in range(2):
    pool.submit(key, time.sleep, 0)
found = []
while len(found) < 2:
    found += pool.results(1)
for key in range(2):
    pool.submit(key, time.sleep, 600)
try:
    print(*(worker.pid for worker in pool._workers), flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    print(len(pool.results(0.2)), flush=True)
    pool.close()
"""


def started() -> tuple[subprocess.Popen[str], list[int]]:
    """A process with a busy pool of two workers, and their ids."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )
    assert process.stdout is not None
    return process, [int(pid) for pid in process.stdout.readline().split()]


@linux
def test_workers_die_with_a_parent_that_is_killed() -> None:
    parent, workers = started()
    with parent:
        parent.kill()
    until = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.01)


@linux
def test_interrupt_on_the_terminal_reaches_the_parent_only() -> None:
    parent, workers = started()
    with parent:
        os.killpg(parent.pid, signal.SIGINT)
        assert parent.stdout is not None
        assert parent.stdout.readline() == "0\n", "no task has ended"
        assert parent.wait(30) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers), "close ends them"
