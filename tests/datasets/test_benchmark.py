"""The benchmark has its quota of each kind, no training puzzles, and always the same rows."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from quincunx._support import dask_pool
from quincunx.datasets import benchmark
from quincunx.datasets.api import verify_dataset
from quincunx.datasets.benchmark import Quotas, make_benchmark, quotas
from quincunx.datasets.build import RunOptions
from quincunx.datasets.card import card
from quincunx.datasets.folder import read_manifest
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.records import Line
from quincunx.datasets.rows import make_row
from quincunx.errors import EngineError, OptionError
from quincunx.families import all_families
from quincunx.families.base.documents import read_solution
from quincunx.families.base.grades import GRADES
from quincunx.families.base.reading import parse
from tests.extras import extra

SET = Path(__file__).parents[2] / "data" / "benchmark"
A_FAMILY = 200


def rows_in(folder: Path) -> list[dict[str, Any]]:
    (shard,) = (folder / "data").iterdir()
    lines = gzip.decompress(shard.read_bytes()).splitlines()
    return [json.loads(line) for line in lines]


def test_every_stratum_has_its_first_rows_in_the_test_split(small: Quotas, tmp_path: Path) -> None:
    summary = make_benchmark(tmp_path / "set", RunOptions(jobs=2, compress=True))
    assert summary is not None
    assert summary.complete
    found = rows_in(tmp_path / "set")
    assert [row["row"] for row in found] == sorted(row["row"] for row in found)
    expected = []
    for stratum, wanted in zip(small.plan.strata, small.wanted, strict=True):
        made = (make_row(small.plan, small.plan.row(stratum, m)) for m in range(40))
        tests = (one for one in made if isinstance(one, Line) and one.split == "test")
        expected += [json.loads(one.text) for one in islice(tests, wanted)]
    assert found == sorted(expected, key=lambda row: int(row["row"]))


def test_number_of_jobs_does_not_change_the_bytes(small: Quotas, tmp_path: Path) -> None:
    for jobs in (1, 3):
        assert (
            make_benchmark(tmp_path / str(jobs), RunOptions(jobs=jobs, compress=True)) is not None
        )
    one, three = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*.*") if path.is_file()}
        for name in ("1", "3")
    )
    assert one == three
    assert set(one) == {"README.md", "manifest.json", "test-00000.jsonl.gz"}


def test_benchmark_is_written_as_parquet(small: Quotas, tmp_path: Path) -> None:
    parquet = extra("pyarrow.parquet")
    assert (
        make_benchmark(tmp_path / "set", RunOptions(jobs=1, parquet=True, compress=True))
        is not None
    )
    summary = verify_dataset(tmp_path / "set")
    assert (summary.rows, summary.manifest.parquet) == (small.number, True)
    table = parquet.read_table(tmp_path / "set" / "data" / "test-00000.parquet")
    lines = gzip.decompress((tmp_path / "set" / "data" / "test-00000.jsonl.gz").read_bytes())
    assert table.to_pylist() == [json.loads(line) for line in lines.splitlines()]
    text = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "--benchmark -o DIR --seed 1 --parquet --compress" in text
    assert 'path: "data/test-*.parquet"' in text


def test_absent_scheduler_leaves_no_folder(
    small: Quotas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    extra("distributed")
    monkeypatch.setattr(dask_pool, "ANSWER_SECONDS", 0.3)
    with pytest.raises(EngineError, match="no scheduler answers at"):
        make_benchmark(tmp_path / "set", RunOptions(scheduler="tcp://127.0.0.1:1"))
    assert not (tmp_path / "set").exists()


def test_folder_with_other_files_is_refused(small: Quotas, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader", encoding="utf-8")
    with pytest.raises(OptionError, match=r"holds letter\.txt"):
        make_benchmark(tmp_path, RunOptions())
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_cancelled_benchmark_goes_on(small: Quotas, tmp_path: Path) -> None:
    parts = tmp_path / "set" / ".quincunx" / "parts"
    stopped = make_benchmark(
        tmp_path / "set", RunOptions(jobs=1, cancel=lambda: any(parts.iterdir()))
    )
    assert stopped is None
    assert not (tmp_path / "set" / "manifest.json").exists()
    (begun,) = parts.iterdir()
    (parts / begun.name.replace("-0", "-1")).write_bytes(b"half a chu")  # made again
    summary = make_benchmark(tmp_path / "set", RunOptions(jobs=1, compress=True))
    assert summary is not None
    whole = make_benchmark(tmp_path / "whole", RunOptions(jobs=1, compress=True))
    assert whole is not None
    assert summary.manifest == whole.manifest
    assert summary.made < whole.made
    assert not any(parts.iterdir())


def test_quotas_are_200_puzzles_of_each_family() -> None:
    asked = quotas()
    numbers: Counter[str] = Counter()
    for stratum, wanted in zip(asked.plan.strata, asked.wanted, strict=True):
        numbers[asked.plan.settings[stratum.setting].family] += wanted
    assert numbers == dict.fromkeys(all_families(), A_FAMILY)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return rows_in(SET)


def test_committed_benchmark_agrees_with_its_manifest(rows: list[dict[str, Any]]) -> None:
    asked, manifest = quotas(), read_manifest(SET / "manifest.json")
    assert (manifest.name, manifest.rows) == (asked.plan.name, len(rows))
    assert len(rows) == asked.number
    (shard,) = manifest.shards
    assert hashlib.sha256((SET / shard.file).read_bytes()).hexdigest() == shard.sha256
    data = json.loads((SET / "manifest.json").read_text(encoding="utf-8"))
    command = benchmark.command_of(asked.plan.seed, compress=True)
    text = (SET / "README.md").read_text(encoding="utf-8")
    assert text == card(data, json.dumps(rows[0]), command)
    kinds = Counter((row["family"], row["grade"]) for row in rows)
    wanted: Counter[tuple[str, str | None]] = Counter()
    for stratum, number in zip(asked.plan.strata, asked.wanted, strict=True):
        wanted[asked.plan.settings[stratum.setting].family, stratum.grade] += number
    assert kinds == wanted
    assert {grade for _, grade in kinds} == set(GRADES)


def test_benchmark_has_no_repeats_and_no_training_puzzles(rows: list[dict[str, Any]]) -> None:
    usual = Plan.of([Setting.of(rows[0]["family"])], seed=5)
    classes = [bytes.fromhex(row["solution_class"]) for row in rows]
    assert len({row["form"] for row in rows}) == len(set(classes)) == len(rows)
    assert {usual.split(one) for one in classes} == {"validation", "test"}
    verify_dataset(SET)


def test_all_answers_of_the_benchmark_are_right(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        puzzle = parse(row["puzzle"])
        assert puzzle.violations(read_solution(puzzle, json.loads(row["answer"]))) == [], row["id"]


def test_rows_of_the_benchmark_can_be_made_again(rows: list[dict[str, Any]]) -> None:
    again = {row["family"]: row for row in rows if row["grade"] == "medium"}
    for row in again.values():
        made = make_row(quotas().plan, row["row"])
        assert isinstance(made, Line)
        assert json.loads(made.text) == row
