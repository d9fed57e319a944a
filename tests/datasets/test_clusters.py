"""Sets made by a Dask cluster: two workers here, some of which are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import dask
import distributed
import pytest

from quincunx.datasets import clusters
from quincunx.errors import EngineError
from tests.datasets.quick import Quick, content, make, rows

SLOW = Quick(seconds=0.004)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    # What ends a worker is not tried on another: starting one takes longer than all else here.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=60
        ) as started,
    ):
        yield started


def replenished(cluster: Any) -> Callable[[Any], None]:
    """Adds a worker when there has been none for a while: whoever looks after workers gives up on
    one that is killed while it starts."""
    looks = count()

    def look(progress: Any) -> None:
        if not cluster.scheduler.workers and next(looks) % 50 == 49:
            cluster.scale(len(cluster.worker_spec) + 1)

    return look


def test_a_cluster_makes_the_same_set_also_when_workers_are_killed(
    cluster: Any, tmp_path: Path
) -> None:
    victims = [nanny.pid for nanny in cluster.workers.values()][:1]
    replenish = replenished(cluster)

    def kill_one(progress: Any) -> None:
        if progress.rows and victims:
            os.kill(victims.pop(), signal.SIGKILL)
        replenish(progress)

    address = cluster.scheduler_address
    assert make(tmp_path / "killed", SLOW, scheduler=address, progress=kill_one).complete
    assert not victims
    make(tmp_path / "whole", SLOW)
    assert content(tmp_path / "killed") == content(tmp_path / "whole")


def test_rows_that_kill_their_worker_are_lost_and_the_rest_is_there(
    cluster: Any, tmp_path: Path
) -> None:
    summary = make(
        tmp_path / "deadly",
        Quick(deadly=(12,), agony=1.0, not_found=()),
        number=40,
        scheduler=cluster.scheduler_address,
        progress=replenished(cluster),
    )
    assert summary.complete
    assert summary.lost == [12]
    make(tmp_path / "whole", Quick(not_found=(12,)), number=40)
    assert rows(tmp_path / "deadly") == rows(tmp_path / "whole")


def test_no_more_blocks_are_under_way_than_two_for_each_worker(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 0

    class Counted(clusters.Cluster):
        def give(self, block: Any, /) -> None:
            nonlocal most
            super().give(block)
            most = max(most, len(self._blocks))

    monkeypatch.setattr(clusters, "Cluster", Counted)
    make(tmp_path, scheduler=cluster.scheduler_address, progress=replenished(cluster))
    assert 1 < most <= 2 * len(cluster.worker_spec)


def test_workers_of_another_version_are_refused_before_any_work(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "__version__", "99.0")
    with pytest.raises(EngineError, match=r"has quincunx .*, expected 99\.0 on all of them"):
        make(tmp_path, scheduler=cluster.scheduler_address)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "127.0.0.1:1", "nowhere", "no:such://place", ""]
)
def test_a_scheduler_that_does_not_answer_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.3)
    with pytest.raises(EngineError, match="no scheduler answers at"):
        make(tmp_path / "new", scheduler=address)
    assert not (tmp_path / "new").exists()


def test_a_scheduler_without_workers_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.3)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=60) as empty,
        pytest.raises(EngineError, match="has no workers"),
    ):
        make(tmp_path, scheduler=empty.scheduler_address)
