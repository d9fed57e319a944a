"""Experiments on a Dask cluster: two workers of one thread each."""

from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

from quincunx.errors import EngineError
from quincunx.lab import runner
from quincunx.lab.growth_experiment import growth
from quincunx.lab.labeling_sweep import sweep
from quincunx.lab.runner import Runner
from tests.cli.conftest import run_apart
from tests.lab.rows import NONE, SMALL, timeless


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60
    ) as cluster:
        yield cluster.scheduler_address


def test_rows_of_a_cluster_are_those_of_this_process(address: str, tmp_path: Path) -> None:
    there = Runner(scheduler=address, folder=tmp_path)
    asked = sweep([SMALL, NONE], variables=["ff", "max"], values=["step"])
    here = [timeless(row) for row in asked.run()]
    assert [timeless(row) for row in asked.run(there)] == here
    absent = Runner(scheduler="tcp://127.0.0.1:1", folder=tmp_path)
    assert [timeless(row) for row in asked.run(absent)] == here, "from the journal alone"


def test_all_experiments_run_on_a_cluster(address: str) -> None:
    there = Runner(scheduler=address)
    growing = growth("c-note", "size=2..3", number=1, unique=False, labelings=["ff"])
    assert [row.outcome for row in growing.run(there)] == ["solved", "solved"]
    by_chance = sweep([SMALL], variables=["random"], values=["step"], repeat=3)
    runs, again = by_chance.run(there), by_chance.run()
    assert [row.nodes for row in runs] == [row.nodes for row in again]


def test_the_command_line_takes_a_scheduler(address: str) -> None:
    asked = ("lab", "labeling", SMALL, "--variable", "ff", "--value", "step", "--repeat", "1")
    there, here = (run_apart(*asked, *more) for more in (("--scheduler", address), ()))
    assert (there.status, there.err, there.out) == (0, "", here.out)


def test_workers_with_another_kernel_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "kernel_name", lambda: "another")
    with pytest.raises(EngineError, match=r"a worker has the .* kernel, expected the another one"):
        sweep([SMALL], variables=["ff"]).run(Runner(scheduler=address))
