"""Whatever is killed, at any time, a later run gives the same bytes."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx._support.pool import LocalPool
from quincunx.errors import EngineError, OptionError, Unfinished
from tests.datasets.quick import Quick, content, make, rows
from tests.processes import alive, children, wait_until

ROOT = Path(__file__).parents[2]
SLOW = 0.004
"""Seconds for a row of a run that is to be killed."""
NUMBER = 150
FULL = (
    "No space left on device; nothing finished is lost: run the same command again when there is "
    "room"
)


def begun(folder: Path) -> subprocess.Popen[bytes]:
    """A run in a process of its own, which has begun with its work."""
    command = [sys.executable, "-m", "tests.datasets.quick", folder, NUMBER, 2, SLOW]
    process = subprocess.Popen([str(word) for word in command], cwd=ROOT)
    while process.poll() is None and not (folder / ".quincunx" / "store.sqlite").exists():
        time.sleep(0.01)
    return process


def killed(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def test_killed_runs_go_on_to_the_same_bytes(tmp_path: Path) -> None:
    chance = random.Random(15)
    folder = tmp_path / "killed"
    for _ in range(4):
        run = begun(folder)
        time.sleep(chance.uniform(0, 0.4))
        killed(run)
    make(folder, Quick(seconds=SLOW), NUMBER, parquet=True, compress=True)
    make(tmp_path / "whole", Quick(seconds=SLOW), NUMBER, parquet=True, compress=True)
    assert content(folder) == content(tmp_path / "whole")


def test_death_before_any_step_leads_to_the_same_bytes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.datasets.dying", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    steps, _, wrong = done.stdout.strip().partition(" ")
    assert (wrong, done.stderr) == ("[]", "")
    assert int(steps) > 50


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux tells who the children are")
def test_folder_is_locked_until_its_run_and_workers_are_gone(tmp_path: Path) -> None:
    run = begun(tmp_path)
    try:
        with pytest.raises(OptionError, match="is in use by another run"):
            make(tmp_path, Quick(seconds=SLOW), NUMBER, parquet=True, compress=True)
        wait_until(lambda: len(children(run.pid)) == 2)
        workers = children(run.pid)
    finally:
        killed(run)
    wait_until(lambda: not any(map(alive, workers)))
    assert make(tmp_path, Quick(seconds=SLOW), NUMBER, parquet=True, compress=True).complete


class Hunted(LocalPool[int]):
    """A pool of which a worker is killed after the first, fourth, ... of some tasks."""

    def __init__(self) -> None:
        self.submitted = self.killed = 0
        super().__init__(2)

    def submit(self, key: int, function: Callable[..., Any], /, *arguments: Any) -> None:
        super().submit(key, function, *arguments)
        self.submitted += 1
        if self.submitted % 3 == 1 and self.killed < 4:
            with self._lock:
                for worker in list(self._workers)[:1]:
                    worker.kill()
                    self.killed += 1


def test_killed_workers_are_replaced(tmp_path: Path) -> None:
    pool = Hunted()
    assert make(tmp_path / "killed", pool=lambda: pool).complete
    assert pool.killed == 4
    make(tmp_path / "whole")
    assert content(tmp_path / "killed") == content(tmp_path / "whole")


def test_rows_that_kill_their_worker_are_lost_and_all_others_made(tmp_path: Path) -> None:
    summary = make(tmp_path / "deadly", Quick(deadly=(12,), not_found=()), jobs=2, number=60)
    assert summary.complete
    assert summary.lost == [12]
    assert "killed, 3 times" in summary.manifest.lost[0]["reason"]
    make(tmp_path / "whole", Quick(not_found=(12,)), number=60)
    assert rows(tmp_path / "deadly") == rows(tmp_path / "whole")


class Unloadable(Quick):
    """A plan that no worker can load."""

    def __reduce__(self) -> Any:
        return int, ("no number",)


def test_a_plan_that_workers_cannot_load_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="a worker cannot read its task: ValueError"):
        make(tmp_path, Unloadable(), jobs=1)


def test_full_disk_is_reported_in_one_line_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = room = 0
    messages: list[str] = []

    def flush(file: Any) -> None:
        nonlocal written
        written += 1
        if written > room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for module in ("_support.files", "datasets.shards"):
        monkeypatch.setattr(f"quincunx.{module}.flush_to_disk", flush)
    while room < 30:
        room += 1
        written = 0
        try:
            make(tmp_path / "full", parquet=True)
            break
        except Unfinished as error:
            messages.append(str(error))
        assert not any((tmp_path / "full" / ".quincunx" / "drafts").iterdir())
    assert all(one.endswith(FULL) for one in messages)
    assert 5 < room < 30
    room = 10**6
    make(tmp_path / "whole", parquet=True)
    assert content(tmp_path / "full") == content(tmp_path / "whole")


def test_full_tmpfs_is_reported_and_the_run_goes_on_later(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", str(disk)]
    if os.name != "posix" or os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("needs leave to mount a small disk")
    try:
        with pytest.raises(Unfinished, match="run the same command again when there is room"):
            make(disk / "set", number=400, shard_size=300)
        subprocess.run(["mount", "-o", "remount,size=8m", str(disk)], check=True)
        make(disk / "set", number=400, shard_size=300)
        make(tmp_path / "whole", number=400, shard_size=300)
        assert content(disk / "set") == content(tmp_path / "whole")
    finally:
        subprocess.run(["umount", str(disk)], check=True)
