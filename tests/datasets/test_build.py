"""A dataset has the same bytes for any number of workers, any order and any interruptions."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.datasets.build import Progress
from quincunx.errors import EngineError
from tests.datasets.quick import NUMBER, SHARD, Here, Quick, content, make, rows

PLAN = Quick()


@pytest.fixture(scope="module")
def whole(new_folder: Callable[[], Path]) -> Path:
    """A dataset built in one run."""
    folder = new_folder()
    make(folder)
    return folder


def expected(plan: Quick, number: int) -> list[int]:
    """The rows of a set, found by remembering everything."""
    seen: set[str] = set()
    kept: list[int] = []
    row = 0
    while len(kept) < number:
        if row not in plan.not_found and plan.form(row) not in seen:
            seen.add(plan.form(row))
            kept.append(row)
        row += 1
    return kept


def test_dataset_holds_the_first_row_of_each_form_and_its_manifest_agrees(whole: Path) -> None:
    kept = expected(PLAN, NUMBER)
    assert [row["row"] for row in rows(whole)] == kept
    manifest = json.loads((whole / "manifest.json").read_text())
    last = kept[-1]
    assert (manifest["rows"], manifest["number"], manifest["next"]) == (NUMBER, NUMBER, last + 1)
    assert [gap["row"] for gap in manifest["not_found"]] == [5, 6, 40]
    assert manifest["repeats"] == last + 1 - NUMBER - 3
    assert sum(manifest["counts"]["split"].values()) == NUMBER
    assert sum(shard["rows"] for shard in manifest["shards"]) == NUMBER
    assert manifest["ranges"] == -(-NUMBER // SHARD)
    for shard in manifest["shards"]:
        found = [json.loads(line) for line in (whole / shard["file"]).read_text().splitlines()]
        assert {row["split"] for row in found} == {shard["split"]}
        assert [row["row"] for row in found] == sorted(row["row"] for row in found)
        assert all(shard["first"] <= row["row"] <= shard["last"] for row in found)
        assert len(found) == shard["rows"]
    left = [path.name for path in (whole / ".quincunx").rglob("*") if path.is_file()]
    assert sorted(left) == ["lock", "store.sqlite"]


def test_complete_dataset_is_not_written_again(whole: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (whole / "data").iterdir()}
    summary = make(whole)
    assert (summary.complete, summary.made) == (True, 0)
    assert {path: path.stat().st_mtime_ns for path in (whole / "data").iterdir()} == before


@settings(max_examples=8)
@given(width=st.integers(1, 9), seed=st.integers(0, 1000))
def test_order_of_rows_does_not_change_the_bytes(
    whole: Path, new_folder: Callable[[], Path], width: int, seed: int
) -> None:
    folder = new_folder()
    make(folder, pool=partial(Here, width=width, seed=seed))
    assert content(folder) == content(whole)


def test_worker_processes_do_not_change_the_bytes(whole: Path, tmp_path: Path) -> None:
    assert make(tmp_path, jobs=2).complete
    assert content(tmp_path) == content(whole)


def test_no_more_rows_are_made_at_a_time_than_free_slots_and_none_in_vain(tmp_path: Path) -> None:
    pool = Here(width=3)
    summary = make(tmp_path, number=500, pool=lambda: pool)
    assert pool.most == 3
    assert summary.made == summary.manifest.next


def test_cancelled_runs_go_on_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    looks = iter(range(10**6))
    for runs in range(100):
        pool = partial(Here, width=3, seed=runs)
        summary = make(tmp_path, pool=pool, cancel=lambda: next(looks) % 4 == 3)
        if summary.complete:
            break
        ended = f"stopped: {summary.rows} rows in files, {summary.kept} more made and kept; run"
        assert summary.ended.startswith(ended)
        assert "again" in summary.ended
    assert 3 < runs < 99
    assert content(tmp_path) == content(whole)


def test_summary_counts_rows_that_are_kept_for_the_next_run(tmp_path: Path) -> None:
    made = 0

    def enough(progress: Progress) -> None:
        nonlocal made
        made = progress.made

    summary = make(tmp_path, number=400, shard_size=400, progress=enough, cancel=lambda: made > 50)
    # A ninth of the candidates are repeats, and some are not found.
    assert summary.rows == 0
    assert 0.8 * summary.made < summary.kept < summary.made
    # The next run makes what is missing and nothing else.
    rest = make(tmp_path, number=400, shard_size=400)
    assert rest.complete
    assert rest.kept == 0
    assert rest.made + summary.made == rest.manifest.next


@pytest.mark.parametrize(
    "numbers", [(SHARD, 2 * SHARD, NUMBER), (3 * SHARD, NUMBER), (1, 17, 18, 61, NUMBER)]
)
def test_growing_gives_the_same_rows_and_from_full_shards_the_same_files(
    whole: Path, tmp_path: Path, numbers: tuple[int, ...]
) -> None:
    for number in numbers:
        before = content(tmp_path / "data")
        make(tmp_path, number=number)
        assert content(tmp_path / "data").items() >= before.items()
    assert rows(tmp_path) == rows(whole)
    if not any(number % SHARD for number in numbers[:-1]):
        assert content(tmp_path) == content(whole)


def test_parquet_and_gzip_hold_the_same_rows(whole: Path, tmp_path: Path) -> None:
    from pyarrow import parquet

    make(tmp_path, parquet=True, compress=True)
    for path in (whole / "data").iterdir():
        packed = tmp_path / "data" / f"{path.name}.gz"
        assert gzip.decompress(packed.read_bytes()) == path.read_bytes()
        table = parquet.read_table(tmp_path / "parquet" / f"{path.stem}.parquet")
        assert table.to_pylist() == [json.loads(line) for line in path.read_bytes().splitlines()]
    make(tmp_path / "again", parquet=True, compress=True)
    again = content(tmp_path / "again")
    assert again == {name: content(tmp_path)[name] for name in again}


def test_missing_card_is_written_again(tmp_path: Path) -> None:
    def card(manifest: dict[str, Any]) -> str:
        return f"{manifest['rows']} rows, {len(manifest['shards'])} shards"

    make(tmp_path, card=card)
    text = (tmp_path / "README.md").read_text()
    assert text.startswith(f"{NUMBER} rows, ")
    (tmp_path / "README.md").unlink()
    make(tmp_path, card=card)
    assert (tmp_path / "README.md").read_text() == text


@pytest.mark.parametrize("harm", ["gone", "behind", "ahead", "broken", "of another layout"])
def test_unusable_store_is_rebuilt(whole: Path, tmp_path: Path, harm: str) -> None:
    index = tmp_path / ".quincunx" / "store.sqlite"
    make(tmp_path, number=SHARD)
    old = index.read_bytes()
    make(tmp_path, number=2 * SHARD)
    if harm == "gone":
        index.unlink()
    elif harm == "behind":
        index.write_bytes(old)
    elif harm == "ahead":
        other = tmp_path / "other"
        make(other, Quick(repeating=5), number=3 * SHARD)
        index.write_bytes((other / ".quincunx" / "store.sqlite").read_bytes())
    elif harm == "broken":
        index.write_bytes(b"no database at all " * 1000)
    else:
        index.unlink()
        with closing(sqlite3.connect(index)) as old_store:
            old_store.execute("CREATE TABLE state (name TEXT, next INTEGER)")
            old_store.execute("INSERT INTO state VALUES (?, 60)", (PLAN.name,))
            old_store.commit()
    make(tmp_path)
    assert content(tmp_path / "data") == content(whole / "data")


def test_failing_rows_are_lost_and_all_others_made(tmp_path: Path) -> None:
    summary = make(tmp_path, Quick(failing=(10, 33)))
    assert summary.complete
    assert summary.lost == [10, 33]
    assert summary.manifest.lost[0]["reason"] == "ZeroDivisionError: one by nothing"
    assert [row["row"] for row in rows(tmp_path)] == expected(
        Quick(not_found=(5, 6, 10, 33, 40)), NUMBER
    )


def test_run_ends_if_all_rows_fail(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"one after the other.*ZeroDivisionError"):
        make(tmp_path, Quick(failing=tuple(range(60))))
    # With whatever was wrong put right, it is as if nothing had been.
    make(tmp_path)
    assert content(tmp_path / "data") == content(whole / "data")


def test_dataset_ends_when_candidates_only_repeat(tmp_path: Path) -> None:
    small = Quick(different=50, not_found=())
    summary = make(tmp_path, small, pool=partial(Here, width=3))
    assert not summary.complete
    assert "200 candidates of stratum 0" in summary.ended
    different = {small.form(row) for row in range(50)}
    assert {row["form"] for row in rows(tmp_path)} == different
    assert summary.rows == len(different)
    again = make(tmp_path, small, number=1000)
    assert (again.ended, again.made) == (summary.ended, 0)


class Two(Quick):
    """Settings in turns, of which the second has few different rows."""

    settings = ("many", "few")

    def form(self, k: int) -> str:
        return super().form(k % 50 if k % 2 else k)


@pytest.mark.parametrize("width", [1, 3, 40])
def test_other_settings_go_on_when_one_is_used_up(tmp_path: Path, width: int) -> None:
    plan = Two(not_found=(), repeating=10**9)
    summary = make(tmp_path, plan, number=900, pool=partial(Here, width=width))
    assert summary.complete
    assert summary.manifest.used_up == ["few"]
    found = [row["row"] for row in rows(tmp_path)]
    assert [row for row in found if row % 2] == list(range(1, 50, 2))
    assert sorted(row for row in found if row % 2 == 0) == list(range(0, 2 * 875, 2))


def test_progress_has_rate_and_time_left(tmp_path: Path) -> None:
    seen: list[Progress] = []
    make(tmp_path, progress=seen.append)
    assert [one.rows for one in seen] == sorted(one.rows for one in seen)
    assert " left" not in seen[0].text
    assert "a second, " in seen[-1].text
