"""No solution is in two splits or two rows, nor excluded; classes are held against the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quincunx.datasets.api import make_dataset, verify_dataset
from quincunx.datasets.build import RunOptions, build
from quincunx.datasets.plan import Plan, Setting, read_plan
from quincunx.datasets.solution_classes import Exclusion, class_of, require_no_leaks
from quincunx.errors import OptionError
from quincunx.families.base.documents import read_solution
from quincunx.families.base.puzzle_input import parse
from quincunx.solving import solve
from tests.datasets.quick import Here, content
from tests.datasets.symmetries import images, leaks, rows_of, solution_class
from tests.families.guests import guests
from tests.families.own import OWN

PYRAMIDS = "aztec-math:levels=2"
"""Puzzles that are soon made, and whose solutions soon repeat."""
SET = Path(__file__).parents[2] / "data" / "benchmark"


@pytest.fixture(scope="module")
def benchmark() -> list[dict[str, Any]]:
    return rows_of(SET)


@pytest.fixture(scope="module")
def by_rules(benchmark: list[dict[str, Any]]) -> list[str]:
    """The classes of the benchmark's solutions, from the rules alone."""
    return [solution_class(row) for row in benchmark]


def class_in(row: dict[str, Any]) -> str:
    puzzle = parse(row["puzzle"])
    return class_of(puzzle, read_solution(puzzle, json.loads(row["answer"])))


def test_classes_are_those_of_the_rules(
    benchmark: list[dict[str, Any]], by_rules: list[str]
) -> None:
    """On 200 rows of each family. After an intended change of the classes,
    `python -m benchmarks.baselines` rewrites those that are shipped."""
    found = [class_in(row) for row in benchmark]
    assert len(set(by_rules)) == len(set(found)) == len(benchmark)
    assert found == [row["solution_class"] for row in benchmark]
    assert Exclusion.read("benchmark").classes == set(found)


@pytest.mark.parametrize("family", OWN)
def test_symmetric_solutions_have_the_same_class(
    benchmark: list[dict[str, Any]], family: str
) -> None:
    """Whichever cells are given: the images have every cell given, or none."""
    for row in [row for row in benchmark if row["family"] == family][::20]:
        found = {class_of(parse(image), solution) for image, solution in images(row)}
        assert found == {class_in(row)}


def test_variants_of_the_rules_share_solutions() -> None:
    one, other = parse("power-strike:2:6,_,_,_,_"), parse("power-strike:2z:_,96,_,_,24")
    assert class_of(one, [6, 12, 24, 48, 96]) == class_of(other, [48, 96, 6, 12, 24])


@pytest.fixture
def squares() -> Iterator[dict[str, Any]]:
    """The family of the recipe, which has no classes of its own: a solution is its own class."""
    with guests():
        yield {"settings": [Setting.of("magic-square")], "seed": 1}


def test_each_solution_comes_once_until_there_are_no_more(
    squares: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.datasets.shards.MAX_REPEATS", 30)
    summary = build(Plan.of(**squares), tmp_path, 9, RunOptions(), pool=Here)
    assert "candidates of magic-square gave no new row: there are probably no more" in summary.ended
    answers = [row["answer"] for row in rows_of(tmp_path)]
    assert len(set(answers)) == len(answers) == 8  # all squares of three rows


def test_repeated_solutions_stay_in_one_split(squares: dict[str, Any], tmp_path: Path) -> None:
    plan = Plan.of(**squares, repeat_solutions=True)
    assert build(plan, tmp_path, 40, RunOptions(), pool=Here).complete
    found = rows_of(tmp_path)
    assert len({row["puzzle"] for row in found}) == 40
    splits = {(row["answer"], row["split"]) for row in found}
    assert len(splits) == len({row["answer"] for row in found}) <= 8
    verify_dataset(tmp_path)


@pytest.mark.parametrize(
    ("family", "number"),
    [
        ("aztec-math", 30),
        ("c-note", 30),
        ("multi-balance", 30),
        ("power-strike", 8),
        ("sum-star:arrangement=one", 4),
    ],
)
def test_datasets_have_no_leaks(
    tmp_path: Path, by_rules: list[str], family: str, number: int
) -> None:
    make_dataset(tmp_path / "set", family, number, grades="easy,medium", jobs=2)
    found = rows_of(tmp_path / "set")
    assert (len(found), *leaks(found)) == (number, 0, 0)
    assert not {*by_rules} & {solution_class(row) for row in found}


def pyramids(folder: Path, number: int = 12, **options: Any) -> set[str]:
    """Make puzzles whose solutions soon repeat, and return their classes."""
    make_dataset(folder, PYRAMIDS, number, jobs=1, **options)
    return {row["solution_class"] for row in rows_of(folder)}


def test_excluded_solutions_do_not_come_up(tmp_path: Path) -> None:
    first = pyramids(tmp_path / "first")
    (shard, *_) = (tmp_path / "first" / "data").glob("*.jsonl")
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("\n".join(row["puzzle"] for row in rows_of(tmp_path / "first")))
    kept = {row["solution_class"] for row in map(json.loads, shard.read_text().splitlines())}
    assert not kept & pyramids(tmp_path / "rows", exclude=[shard])
    assert not first & pyramids(tmp_path / "identifiers", exclude=[puzzles], seed=2)
    manifest = verify_dataset(tmp_path / "rows", [shard]).manifest
    assert manifest.excluded == len(kept)
    assert [name for name, _ in manifest.plan["exclude"]] == ["benchmark", shard.name]
    with pytest.raises(OptionError, match=r"row \d+ has a solution of puzzles\.txt"):
        verify_dataset(tmp_path / "first", [puzzles])


def test_benchmark_is_excluded_unless_allowed(tmp_path: Path, monkeypatch: Any) -> None:
    usual = pyramids(tmp_path / "usual", splits="train")
    read = Exclusion.read
    classes = frozenset(usual)
    monkeypatch.setattr(
        Exclusion,
        "read",
        lambda source: Exclusion(source, classes) if source == "benchmark" else read(source),
    )
    assert not usual & pyramids(tmp_path / "without", splits="train")
    assert usual == pyramids(tmp_path / "with", splits="train", allow_benchmark=True)
    with pytest.raises(OptionError, match=r"row \d+ has a solution of benchmark"):
        verify_dataset(tmp_path / "usual")
    verify_dataset(tmp_path / "with")


def test_gallery_has_all_solutions_of_published_puzzles() -> None:
    """Power Strike 16 has 58 of them."""
    classes = Exclusion.read("gallery").classes
    solutions = solve("power-strike/16", limit=None).solutions
    assert {class_of(parse("power-strike/16"), one) for one in solutions} <= classes
    assert len(solutions) == 58


def test_exclusions_belong_to_the_plan(tmp_path: Path) -> None:
    pyramids(tmp_path / "set")
    for option in ("allow_benchmark", "repeat_solutions"):
        with pytest.raises(OptionError, match="holds another dataset"):
            pyramids(tmp_path / "set", **{option: True})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda row: {**row, "split": "test"}, "is in test, and its solution belongs to"),
        (lambda row: {**row, "solution_class": "00"}, "does not match its puzzle and answer"),
    ],
)
def test_verify_finds_leaks(tmp_path: Path, change: Any, message: str) -> None:
    """Rows and manifest that fit each other, but not the rules of splits."""
    pyramids(tmp_path, splits="train:999,test:1")
    plan = read_plan(PYRAMIDS, None, "train:999,test:1", seed=1)
    rows = rows_of(tmp_path)
    require_no_leaks(plan, rows, [])
    with pytest.raises(OptionError, match=message):
        require_no_leaks(plan, [*rows[:-1], change(rows[-1])], [])
    with pytest.raises(OptionError, match="has the solution of an earlier row"):
        require_no_leaks(plan, [*rows, rows[0]], [])


def test_number_of_jobs_and_interruptions_do_not_change_the_bytes(tmp_path: Path) -> None:
    """With repeats and exclusions among the candidates."""
    first = tmp_path / "first"
    pyramids(first, 5)
    exclude = list((first / "data").glob("*.jsonl"))
    for name, jobs in (("one", 1), ("two", 2)):
        make_dataset(tmp_path / name, PYRAMIDS, 20, jobs=jobs, exclude=exclude, shard_size=5)
    for number in (10, 20):
        pyramids(tmp_path / "grown", number, exclude=exclude, shard_size=5)
    assert content(tmp_path / "one") == content(tmp_path / "two") == content(tmp_path / "grown")
    assert verify_dataset(tmp_path / "one", exclude).manifest.excluded
