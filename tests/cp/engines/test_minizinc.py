"""The `minizinc` program with Gecode: right solutions, and nothing left behind."""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path

import pytest

from quincunx.cp import Cardinality, Limits, Linear, Model, SearchOptions, Table
from quincunx.cp.engines.external import ExternalRun
from quincunx.cp.engines.minizinc import MiniZincSearcher, start
from quincunx.cp.engines.minizinc_text import MINIZINC_CHOICES, MINIZINC_ORDERS
from quincunx.errors import EngineError
from tests.cp.engines.cases import endless, many, needs_minizinc
from tests.cp.models import solutions
from tests.processes import wait_until


def gecode(model: Model, options: SearchOptions) -> ExternalRun:
    return start(model, replace(options, engine="minizinc:gecode"))


@pytest.fixture(autouse=True)
def leftovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test here does, it leaves no temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    gc.collect()
    wait_until(lambda: not list(folder.iterdir()))


@needs_minizinc
class TestGecode:
    def test_least_and_most_occurrences_lose_no_solution(self) -> None:
        """Gecode loses two of these with domain consistency if it gets both bounds together."""
        model = Model()
        a, b = model.variable("a", range(-2, 2)), model.variable("b", range(8))
        c, d = model.variable("c", range(-1, 2)), model.variable("d", [1])
        model.add(Cardinality((c, b, d, a), {1: (1, 2), -1: 0}))
        assert sorted(gecode(model, SearchOptions())) == solutions(model)

    def test_table_that_names_a_variable_twice_has_no_other_solutions(self) -> None:
        model = Model()
        a, x, b = (model.variable(n, v) for n, v in [("a", [5, 7]), ("x", [2, 8]), ("b", [4, 5])])
        model.add(Table((a, x, x, b), ((12, 2, 8, 4), (5, 8, 2, 5))))
        assert list(gecode(model, SearchOptions())) == []

    @pytest.mark.parametrize(
        ("order", "value"), [*zip_longest(MINIZINC_ORDERS, MINIZINC_CHOICES, fillvalue="")]
    )
    def test_it_understands_every_labeling(self, order: str, value: str) -> None:
        found = list(gecode(sums(), SearchOptions(f"{order} {value}".split())))
        assert sorted(found) == solutions(sums())

    def test_solver_statistics_are_reported(self) -> None:
        run = gecode(endless_at_first(), SearchOptions())
        assert run.count() == 0
        assert run.complete
        assert run.statistics.nodes == run.searcher.nodes > 0
        assert run.statistics.backtracks > 0
        assert searcher_of(run).reported["solveTime"] > 0

    def test_a_limit_on_solutions_stops_it(self) -> None:
        run = gecode(many(), SearchOptions(limits=Limits(solutions=3)))
        assert len(list(run)) == 3
        assert not run.complete
        assert run.statistics.solutions == 3
        assert run.statistics.nodes > 0

    def test_interrupt_ends_the_program(self) -> None:
        def interrupt() -> bool:
            if program_and_solver(run):
                raise KeyboardInterrupt
            return False

        run = gecode(endless(), SearchOptions((), "bounds", limits=Limits(cancel=interrupt)))
        with pytest.raises(KeyboardInterrupt):
            list(run)
        assert_ended(run)

    def test_an_abandoned_search_ends(self) -> None:
        run = start(many(), SearchOptions())
        assert len(list(islice(run, 1))) == 1
        searcher = searcher_of(run)
        assert searcher.processes()
        del run
        gc.collect()
        wait_until(lambda: not searcher.processes())

    @pytest.mark.parametrize("victim", ["the solver", "the program"])
    def test_killed_solver_is_an_error(self, victim: str) -> None:
        def kill() -> bool:
            if processes := program_and_solver(run):
                os.kill(processes[victim == "the solver"], signal.SIGKILL)
            return False

        run = gecode(endless(), SearchOptions((), "bounds", limits=Limits(cancel=kill)))
        with pytest.raises(EngineError, match=r"^minizinc: the program (ended with|was killed by)"):
            list(run)
        assert_ended(run)

    def test_unknown_solver_is_an_error(self) -> None:
        with pytest.raises(
            EngineError, match=r"^minizinc: the program ended with status 1: .*oracle"
        ):
            list(start(sums(), SearchOptions(engine="minizinc:oracle")))


ENDED = "ended with status 0 before all was searched"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ('echo "Warning: old" >&2; echo "Error: no" >&2; exit 3', "ended with status 3: Error: no"),
        ("echo 5 5; echo ----------; kill -9 $$", "was killed by signal 9 before all was searched"),
        ("echo 5 5; echo ----------", ENDED),
        ("echo =====UNKNOWN=====", ENDED),
        ("echo 5; echo ----------; echo ==========", "printed '5'"),
        ("echo a b; echo ----------; echo ==========", "printed 'a b'"),
    ],
)
def test_misbehaving_program_is_an_error(
    script: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(script, tmp_path, monkeypatch)
    with pytest.raises(EngineError, match=f"^minizinc: the program {message}$"):
        list(gecode(sums(), SearchOptions()))


def test_children_of_a_killed_program_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(f"sleep 1000 & echo $! > {tmp_path}/pid; kill -9 $$", tmp_path, monkeypatch)
    run = start(sums(), SearchOptions())
    with pytest.raises(EngineError, match="killed by signal 9"):
        list(run)
    assert (tmp_path / "pid").read_text().strip().isdigit()
    assert_ended(run)


def test_program_that_does_not_run_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("", tmp_path, monkeypatch)
    (tmp_path / "minizinc").write_bytes(b"\0 nonsense")
    with pytest.raises(EngineError, match=r"^minizinc: the program does not run"):
        list(gecode(sums(), SearchOptions()))


def test_missing_program_names_the_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineError) as raised:
        gecode(sums(), SearchOptions())
    assert str(raised.value) == (
        "minizinc: the program minizinc is not installed; on Debian: apt-get install minizinc"
    )


def sums() -> Model:
    """Two numbers up to six that sum to ten."""
    model = Model()
    x, y = model.variable("x", range(1, 7)), model.variable("y", range(1, 7))
    model.add(Linear((x, y), (1, 1), "==", 10))
    return model


def endless_at_first() -> Model:
    """More pigeons than holes, told pair by pair: it takes some failures to see."""
    model = Model()
    pigeons = [model.variable(f"x{i}", range(4)) for i in range(5)]
    for i, one in enumerate(pigeons):
        for other in pigeons[:i]:
            model.add(Linear((one, other), (1, -1), "!=", 0))
    return model


def install(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program of the name `minizinc` before all others."""
    program = folder / "minizinc"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


def searcher_of(run: ExternalRun) -> MiniZincSearcher:
    assert isinstance(run.searcher, MiniZincSearcher)
    return run.searcher


def program_and_solver(run: ExternalRun) -> list[int]:
    """Their processes, once the program has started the solver."""
    processes = sorted(searcher_of(run).processes())
    return processes if len(processes) == 2 else []


def assert_ended(run: ExternalRun) -> None:
    """Neither the program nor anything it started lives."""
    assert searcher_of(run).processes() == []
