"""The card: front matter that is YAML, tables that are tables, a command that makes the set."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from quincunx.datasets.card import card, command_of
from quincunx.datasets.plan import Plan, read_plan
from quincunx.datasets.records import FIELDS
from tests.extras import extra

EXCLUDED = [("benchmark", "0a"), ("other.jsonl", "0b")]
PLAN = read_plan(
    ["c-note", "aztec-math:levels=4,pattern=#/__/_#_/#__#"], "easy", None, seed=3, exclude=EXCLUDED
)


def manifest(plan: Plan = PLAN, **changes: Any) -> dict[str, Any]:
    return {
        "plan": plan.as_dict(),
        "number": 12_000,
        "rows": 12_000,
        "repeats": 4,
        "excluded": 7,
        "not_found": [],
        "lost": [],
        "parquet": False,
        "compress": False,
        "versions": {"quincunx": "1.0", "python": "3.11"},
        "counts": {"split": {"test": 2_000, "train": 10_000}, "grade": {"easy": 12_000}},
        "shards": [{"split": "train"}, {"split": "test"}],
        **changes,
    }


def front(**changes: Any) -> dict[str, Any]:
    yaml = extra("yaml")
    text = card(manifest(**changes)).partition("\n\n# ")[0]
    opening, inside, rest = text.split("---\n", 1)[0], text[4:].rpartition("---")[0], text[-3:]
    assert (opening, rest) == ("", "---")
    found: dict[str, Any] = yaml.safe_load(inside)
    return found


def test_front_matter_lists_the_files_of_each_split() -> None:
    found = front()
    assert found["license"] == "mit"
    assert found["task_categories"] == ["question-answering", "text-generation"]
    assert found["pretty_name"] == "Quincunx: C-Note, Aztec Math"
    (config,) = found["configs"]
    assert config["config_name"] == "default"
    assert config["data_files"] == [
        {"split": "train", "path": "data/train-*.jsonl"},
        {"split": "test", "path": "data/test-*.jsonl"},
    ]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({}, "data/train-*.jsonl"),
        ({"compress": True}, "data/train-*.jsonl.gz"),
        ({"parquet": True}, "parquet/train-*.parquet"),
        ({"parquet": True, "compress": True}, "parquet/train-*.parquet"),
    ],
)
def test_front_matter_lists_one_format_only(changes: dict[str, Any], path: str) -> None:
    (config,) = front(**changes)["configs"]
    assert config["data_files"][0]["path"] == path


def test_card_holds_counts_and_fields() -> None:
    text = card(manifest())
    assert "| train | 10,000 |\n| test | 2,000 |" in text  # in the order of the splits
    assert all(f"| {name} | " in text for name in FIELDS)
    assert "4 same solution as an earlier one" in text
    assert "7 with an excluded solution" in text
    assert "no split shares a solution with another" in text
    assert "No row has a solution of a puzzle in `benchmark` or `other.jsonl`." in text
    assert "lost" not in text


def test_command_of_the_card_gives_the_same_plan() -> None:
    words = shlex.split(command_of(PLAN, manifest(parquet=True)))
    assert words[:4] == ["quincunx", "dataset", "-o", "DIR"]
    assert words[-1] == "--parquet"
    options = list(zip(words[4:-1:2], words[5:-1:2], strict=True))
    families = [value for option, value in options if option == "--family"]
    given = dict(options)
    assert given["--number"] == "12000"
    assert given["--exclude"] == "other.jsonl"  # the benchmark is excluded by default
    shares = given.get("--splits")
    again = read_plan(
        families, given["--grades"], shares, seed=int(given["--seed"]), exclude=EXCLUDED
    )
    assert again == PLAN


def test_card_says_that_solutions_may_repeat_and_the_benchmark_come_up() -> None:
    plan = read_plan("c-note", None, None, seed=3, repeat_solutions=True)
    text = card(manifest(plan))
    assert "--seed 3 --allow-benchmark --repeat-solutions" in text
    assert "No two rows have the same puzzle" in text
    assert "No row has a solution" not in text
