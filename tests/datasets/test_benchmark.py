"""The benchmark has its quota of each kind, no training puzzles, and always the same rows."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from benchmarks.benchmark_set import COMMAND, SET, Quotas, make_benchmark, quotas, rows_in
from quincunx.datasets.api import verify_dataset
from quincunx.datasets.card import card
from quincunx.datasets.folder import read_manifest
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.records import Line
from quincunx.datasets.rows import make_row
from quincunx.errors import OptionError
from quincunx.families.base.documents import read_solution
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import parse
from tests.families.own import OWN

A_FAMILY = 200


@pytest.fixture(scope="module")
def made(small: Quotas, new_folder: Callable[[], Path]) -> Path:
    """The small benchmark."""
    folder = new_folder() / "set"
    make_benchmark(folder, small)
    return folder


def test_every_stratum_has_its_first_rows_in_the_test_split(small: Quotas, made: Path) -> None:
    assert verify_dataset(made).complete
    found = rows_in(made)
    assert [row["row"] for row in found] == sorted(row["row"] for row in found)
    expected = []
    for stratum, wanted in zip(small.plan.strata, small.wanted, strict=True):
        lines = (make_row(small.plan, small.plan.row(stratum, m)) for m in range(40))
        tests = (one for one in lines if isinstance(one, Line) and one.split == "test")
        expected += [json.loads(one.text) for one in islice(tests, wanted)]
    assert found == sorted(expected, key=lambda row: int(row["row"]))


def test_rows_of_an_old_set_are_made_again(small: Quotas, made: Path, tmp_path: Path) -> None:
    fewer = Quotas(small.plan, small.split, (4, 2, 2))
    make_benchmark(tmp_path / "fewer", fewer, old=made)
    rows = rows_in(tmp_path / "fewer")
    assert len(rows) == fewer.number
    assert all(row in rows_in(made) for row in rows)


def test_folder_with_other_files_is_refused(small: Quotas, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader", encoding="utf-8")
    with pytest.raises(OptionError, match=r"holds letter\.txt"):
        make_benchmark(tmp_path, small)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_quotas_are_200_puzzles_of_each_family() -> None:
    asked = quotas()
    numbers: Counter[str] = Counter()
    for stratum, wanted in zip(asked.plan.strata, asked.wanted, strict=True):
        numbers[asked.plan.settings[stratum.setting].family] += wanted
    assert numbers == dict.fromkeys(OWN, A_FAMILY)


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
    text = (SET / "README.md").read_text(encoding="utf-8")
    assert text == card(data, COMMAND)
    kinds = Counter((row["family"], row["grade"]) for row in rows)
    wanted: Counter[tuple[str, str | None]] = Counter()
    for stratum, number in zip(asked.plan.strata, asked.wanted, strict=True):
        wanted[asked.plan.settings[stratum.setting].family, stratum.grade] += number
    assert kinds == wanted
    assert {grade for _, grade in kinds} == set(GRADES)


def test_benchmark_has_no_repeats_and_no_training_puzzles(rows: list[dict[str, Any]]) -> None:
    usual = Plan.of([Setting.of(rows[0]["family"])], seed=5)
    classes = [row["solution_class"] for row in rows]
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
