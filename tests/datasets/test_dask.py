"""Sets made by a Dask cluster: two workers here, some of which are killed."""

from __future__ import annotations

import json
import logging
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import dask
import distributed
import pytest

from quincunx._support import dask_pool
from quincunx._support.dask_pool import DaskPool
from quincunx._support.pool import LocalPool, Pool
from quincunx.errors import EngineError, Unfinished
from quincunx.families import family_named
from quincunx.making import maker_of
from quincunx.making.catalogue_builder import CatalogueBuilder
from tests.datasets.quick import Quick, content, make, rows

SLOW = Quick(seconds=0.004)


class Workers:
    """A scheduler with two workers, each a process of its own that is replaced when it ends."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.processes = [self._started(), self._started()]

    def keep(self, progress: Any = None) -> None:
        """Replace workers that ended."""
        for at, process in enumerate(self.processes):
            if process.poll() is not None:
                self.processes[at] = self._started()

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-m", "distributed.cli.dask_worker", self.address]
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--death-timeout", "60"]
        silent = subprocess.DEVNULL
        return subprocess.Popen([*program, *options], stdout=silent, stderr=silent)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Workers]:
    # What ends a worker is not tried on another: starting one takes longer than all else here.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=60) as scheduler,
        closing(Workers(scheduler.scheduler_address)) as workers,
    ):
        yield workers


def test_cluster_with_killed_workers_gives_the_same_bytes(cluster: Workers, tmp_path: Path) -> None:
    victims = cluster.processes[:1]

    def kill_one(progress: Any) -> None:
        if progress.rows and victims:
            victims.pop().kill()
        cluster.keep()

    assert make(tmp_path / "killed", SLOW, scheduler=cluster.address, progress=kill_one).complete
    assert not victims
    make(tmp_path / "whole", SLOW)
    assert content(tmp_path / "killed") == content(tmp_path / "whole")


def test_rows_that_kill_their_worker_are_lost_and_all_others_made(
    cluster: Workers, tmp_path: Path
) -> None:
    plan = Quick(deadly=(12,), agony=1.0, not_found=())
    there = {"scheduler": cluster.address, "progress": cluster.keep}
    summary = make(tmp_path / "deadly", plan, number=40, **there)
    assert summary.complete
    assert summary.lost == [12]
    make(tmp_path / "whole", Quick(not_found=(12,)), number=40)
    assert rows(tmp_path / "deadly") == rows(tmp_path / "whole")


def test_at_most_two_tasks_are_under_way_for_each_worker(
    cluster: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 0

    class Counted(dask_pool.DaskPool[int]):
        def submit(self, key: int, function: Callable[..., Any], /, *arguments: Any) -> None:
            nonlocal most
            super().submit(key, function, *arguments)
            most = max(most, len(self._tasks))

    monkeypatch.setattr(dask_pool, "DaskPool", Counted)
    make(tmp_path, scheduler=cluster.address, progress=cluster.keep)
    assert 1 < most <= 2 * len(cluster.processes)


def test_workers_of_another_version_are_refused(
    cluster: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "VERSION", "99.0")
    with pytest.raises(EngineError, match=r"it has quincunx .*, expected 99\.0"):
        make(tmp_path, scheduler=cluster.address)


def test_lost_scheduler_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tmp_path / "scheduler.json"
    program = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard"]
    options = ["--port", "0", "--host", "127.0.0.1", "--scheduler-file", str(found)]
    silent = subprocess.DEVNULL
    said: list[str] = []
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", lambda record: said.append(record.getMessage()))
    log = logging.getLogger("distributed")
    part = logging.getLogger("distributed.batched")

    def kill(progress: Any) -> None:
        if progress.made:
            process.kill()
            part.warning("the connection of this part is lost, as it may tell or not")

    with subprocess.Popen([*program, *options], stdout=silent, stderr=silent) as process:
        try:
            while not found.exists():
                time.sleep(0.05)
            address = json.loads(found.read_text())["address"]
            log.addHandler(handler)
            with (
                closing(Workers(address)),
                pytest.raises(Unfinished, match=r"is gone .*run the same command again"),
            ):
                make(tmp_path / "set", SLOW, number=4_000, scheduler=address, progress=kill)
        finally:
            log.removeHandler(handler)
            process.kill()
    assert said == []
    assert not log.disabled
    assert not part.disabled


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", "no:such://place", "", "tcp://127.0.0.1:port",
     "tcp://127.0.0.1:99999999", "inproc://"],
)  # fmt: skip
def test_absent_scheduler_is_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(dask_pool, "ANSWER_SECONDS", 0.3)
    with pytest.raises(EngineError, match="no scheduler answers at"):
        make(tmp_path / "new", scheduler=address)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "answer",
    [
        b"",  # it waits for more, as a web server does
        b"HTTP/1.0",  # a number of bytes that no memory holds
        bytes(7) + b"\x00" + bytes(40),  # a greeting of nothing
    ],
)
def test_other_servers_are_not_taken_for_a_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    monkeypatch.setattr(dask_pool, "ANSWER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        met = []

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    met.append(connection)
                    connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        port = server.getsockname()[1]
        with pytest.raises(EngineError, match=f"no scheduler answers at .*{port}.*expected the"):
            make(tmp_path / "new", scheduler=f"tcp://127.0.0.1:{port}")
        server.shutdown(socket.SHUT_RDWR)
    for connection in met:
        connection.close()
    assert met
    assert not (tmp_path / "new").exists()
    assert not logging.getLogger("distributed").disabled


def test_scheduler_without_workers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "ANSWER_SECONDS", 0.3)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=60) as empty,
        pytest.raises(EngineError, match="has no workers"),
    ):
        make(tmp_path, scheduler=empty.scheduler_address)


def test_catalogue_of_a_cluster_is_the_same(cluster: Workers, tmp_path: Path) -> None:
    cluster.keep()
    kind = maker_of(family_named("aztec-math")).enumeration("_/##")
    pools: dict[str, Callable[[], Pool[str]]] = {
        "there": lambda: DaskPool(cluster.address),
        "here": lambda: LocalPool(1),
    }
    for name, start_pool in pools.items():
        assert CatalogueBuilder(kind, tmp_path / name).run(start_pool)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()
