"""The benchmark, the programs that models are compared with, what sets cost, and their pages."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from benchmarks import page_text
from benchmarks.baselines import BENCHMARK, DOCUMENT, all_scored, hash_of, rows_of, tables
from benchmarks.benchmark_set import COMMAND, SET, Quotas, make_benchmark, quotas, rows_in
from benchmarks.dataset import (
    QUICK,
    Measurement,
    index,
    is_endless,
    lists,
    measured,
    plan_of,
    space,
    strata,
)
from benchmarks.programs import PROGRAMS, TIERS, at_random, first, propagated, reasoned
from quincunx.datasets.api import verify_dataset
from quincunx.datasets.card import card
from quincunx.datasets.folder import read_manifest
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.records import WrittenRow
from quincunx.datasets.rows import make_row
from quincunx.errors import OptionError
from quincunx.families.base.documents import numbers_of, read_solution
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import parse
from quincunx.families.gallery import gallery, names
from quincunx.solving import check, solve
from tests.datasets.quick import two_rows
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
        tests = (one for one in lines if isinstance(one, WrittenRow) and one.split == "test")
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
        assert isinstance(made, WrittenRow)
        assert json.loads(made.text) == row


def published(family: str) -> Any:
    """A puzzle of the gallery with one solution."""
    puzzles = (gallery()[name].puzzle for name in names(family))
    return next(puzzle for puzzle in puzzles if solve(puzzle).verdict == "unique")


@pytest.mark.parametrize("family", OWN)
def test_answers_have_the_form_of_a_solution(family: str) -> None:
    puzzle = published(family)
    for program in PROGRAMS.values():
        answer = program(puzzle)
        assert read_solution(puzzle, json.loads(json.dumps(answer))) == answer
        assert program(puzzle) == answer


@pytest.mark.parametrize("family", OWN)
def test_more_is_known_with_every_tier(family: str) -> None:
    """What a tier decides, the next decides as well; the last solves everything."""
    puzzle = published(family)
    solution = numbers_of(puzzle, solve(puzzle).solution)
    right = [
        {cell for cell, number in enumerate(numbers_of(puzzle, reasoned(puzzle, tier)))
         if number == solution[cell]}
        for tier in TIERS
    ]  # fmt: skip
    assert right[-1] == {*range(len(solution))}
    assert len(right[0]) <= len(right[-2]) <= len(right[-1])


@pytest.mark.parametrize(
    ("puzzle", "program", "answer"),
    [
        # Each cell holds 1 to 9 but what is printed.
        ("aztec-math:9/5_", first, [[9], [5, 1]]),
        # One open cell, and one rule: what is seen at a glance.
        ("aztec-math:9/5_", lambda puzzle: reasoned(puzzle, 1), [[9], [5, 4]]),
        ("aztec-math:9/5_", propagated, [[9], [5, 4]]),
        # The sums come out by going through all ways, tier 3, and not by what is least and most.
        ("c-note/1", lambda puzzle: reasoned(puzzle, 2), None),
        ("c-note/1", lambda puzzle: reasoned(puzzle, 3), [[85, 7, 8], [13, 15, 72], [2, 78, 20]]),
        ("c-note/1", lambda puzzle: propagated(puzzle, "bounds"), None),
        ("c-note/1", propagated, [[85, 7, 8], [13, 15, 72], [2, 78, 20]]),
    ],
)
def test_programs_find_what_their_propagation_allows(
    puzzle: str, program: Any, answer: Any
) -> None:
    found = program(parse(puzzle))
    if answer is None:
        assert check(puzzle, found)
    else:
        assert found == answer


def test_random_answers_differ_between_puzzles() -> None:
    one, other = at_random(parse("aztec-math:_/__/___")), at_random(parse("aztec-math:_/__/__1"))
    assert one[:2] != other[:2]


def test_tables_list_all_programs(tmp_path: Path) -> None:
    lines = list(tables(all_scored(rows_of(two_rows(tmp_path)))))
    for name in PROGRAMS:
        assert sum(line.startswith(f"| {name} |") for line in lines) == 2
    assert "| ladder to tier 1 | 100.0 (100) | 100.0 (100) |" in lines
    assert any(line.startswith("| first candidates | 0.0 (") for line in lines)


def test_the_page_shows_the_set_that_is_there() -> None:
    """After a change of either, run: python -m benchmarks.baselines."""
    page = DOCUMENT.read_text(encoding="utf-8")
    assert hash_of(BENCHMARK) in page
    assert f"{len(rows_of(BENCHMARK)):,} puzzles" in page
    for name in PROGRAMS:
        assert f"\n| {name} |" in page


def test_every_family_is_measured_as_it_comes_and_by_grade() -> None:
    found = list(strata())
    assert {family for family, grade in found if grade is None} == {*OWN}
    assert {grade for _, grade in found} == {None, *GRADES}


def test_the_page_has_a_place_for_every_part() -> None:
    places = {name for _, name, _, _ in Formatter().parse(page_text("scale")) if name}
    assert places == {*Measurement(QUICK).parts, "machine", "minutes"}


def test_rows_are_made_by_a_process_of_its_own() -> None:
    rate = measured("c-note", "medium", 60.0, most=2)
    assert len(rate.forms) == rate.rows == 2
    assert rate.size > 1_000 * rate.rows


def test_lists_say_where_a_space_ends() -> None:
    assert space("multi-balance", None) == "12,614 listed, then searched"
    assert is_endless(plan_of("multi-balance"))
    assert not is_endless(Plan.of([Setting.of("multi-balance", {"givens": 0})], seed=1))
    assert space("c-note", None) == ""
    assert any(line.startswith("| aztec-math | every pyramid") for line in lists())


def test_index_of_rows_is_measured() -> None:
    *_, line = index(1_000)
    assert line.startswith("| 1,000 | ")
