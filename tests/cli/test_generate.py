"""`quincunx generate`: options from the families' parameters, output, limits, interruptions."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from quincunx import solve
from quincunx.making import generate
from tests.cli.conftest import Run, start
from tests.making.test_series import KEYS


def lines(run: Run, *arguments: str) -> list[dict[str, Any]]:
    outcome = run("generate", *arguments, "--json")
    assert (outcome.status, outcome.err) == (0, "")
    return [json.loads(line) for line in outcome.out.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "parameters"),
    [
        (["c-note"], {}),
        (["c-note", "--size", "2", "--target", "50"], {"size": 2, "target": 50}),
        (["aztec-math", "--pattern", "any"], {"pattern": "any"}),
        (["aztec-math", "--givens", "5"], {"givens": 5}),
        (["multi-balance", "--crop"], {"crop": True}),
        (["aztec-math", "--score", "2..5"], {"score": "2..5"}),
        (["aztec-math", "--forbid", "cases"], {"forbid": "cases"}),
        (["power-strike", "--cells", "5", "--multiplier", "3"], {"cells": 5, "multiplier": 3}),
        (["sum-star", "--arrangement", "one"], {"arrangement": "one"}),
        (["sum-star", "--arrangement", "one", "--givens", "0"],
         {"arrangement": "one", "givens": 0}),
        (["c-note", "--any"], {"unique": False}),
        (["c-note", "--grade", "medium"], {"grade": "medium"}),
    ],
)  # fmt: skip
def test_options_are_the_parameters_of_the_family(
    run: Run, arguments: list[str], parameters: dict[str, Any]
) -> None:
    (made,) = lines(run, *arguments, "--seed", "3")
    (expected,) = generate(arguments[0], seed=3, **parameters)
    assert made == expected.as_dict()
    assert (list(made), made["seed"], made["index"]) == (KEYS, 3, 0)


def test_a_random_seed_is_printed(run: Run) -> None:
    out = run("generate", "c-note", "--size", "2").out
    *shown, again = out.rstrip().splitlines()
    assert again.startswith("The same again: --seed ")
    seed = again.rpartition(" ")[2]
    assert run("generate", "c-note", "--size", "2", "--seed", seed).out.splitlines() == shown[:-1]


def test_puzzles_made_before_a_limit_are_kept(run: Run) -> None:
    asked = ["aztec-math", "--levels", "2", "--pattern", "_/##", "--number", "17", "--seed", "1"]
    outcome = run("generate", *asked, "--json")
    assert outcome.status == 3
    assert len(outcome.out.splitlines()) == 16
    assert outcome.err.startswith("the last 200 rows were repeats after 16 of 17 puzzles, ")


def test_the_puzzle_of_a_day(run: Run) -> None:
    outcome = run("generate", "--date", "2026-11-15", "--json")
    row = json.loads(outcome.out)
    assert row["seed"] == 20261115
    family = row["puzzle"].partition(":")[0]
    (again,) = lines(run, family, "--date", "2026-11-15")
    assert again == row


def test_excluded_puzzles_do_not_come_up(run: Run, tmp_path: Path) -> None:
    asked = ["c-note", "--size", "2", "--seed", "1"]
    (first,) = lines(run, *asked)
    (second,) = lines(run, *asked, "--exclude", first["puzzle"])
    assert first["puzzle"] != second["puzzle"]
    file = tmp_path / "known.jsonl"
    file.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n")
    (third,) = lines(run, *asked, "--exclude", str(file))
    assert third["puzzle"] not in (first["puzzle"], second["puzzle"])


def test_no_grade_is_computed_with_no_grade(run: Run, monkeypatch: Any) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("graded")

    monkeypatch.setattr("quincunx.reasoning.grade", refuse)
    (made,) = lines(run, "aztec-math", "--levels", "4", "--seed", "3", "--no-grade")
    assert (made["grade"], made["score"], made["techniques"]) == (None, None, None)


def test_a_row_without_its_grade_is_never_shown(run: Run, monkeypatch: Any) -> None:
    """The time is up while the second puzzle is graded: it is left out."""
    from quincunx import reasoning

    grade, graded = reasoning.grade, []

    def slow(puzzle: Any, **options: Any) -> Any:
        graded.append(puzzle)
        return grade(puzzle, **{**options, "time_limit": 0 if len(graded) == 2 else None})

    monkeypatch.setattr(reasoning, "grade", slow)
    asked = ["aztec-math", "--levels", "4", "--seed", "3", "--number", "3", "--json"]
    outcome = run("generate", *asked)
    assert outcome.status == 3
    assert [json.loads(line)["grade"] for line in outcome.out.splitlines()] == ["easy"]
    assert outcome.err.startswith("stopped after 1 of 3 puzzles, ")


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_ctrl_c_stops_at_once_and_keeps_what_was_finished() -> None:
    process = start("generate", "aztec-math", "--levels", "5", "--number", "100000", "--json")
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - sent < 30
    assert process.returncode == 3
    for line in [first, *out.splitlines()]:
        assert json.loads(line)["puzzle"].startswith("aztec-math:")
    assert err.startswith("stopped after ")


def test_generator_of_a_paper_proposes_until_its_program_answers_once(run: Run) -> None:
    asked = ("generate", "c-note", "--model", "paper", "--seed", "3", "--size", "2")
    (row,) = map(json.loads, run(*asked, "--json").out.splitlines())
    assert (row["model"], row["seed"], row["index"]) == ("paper", 3, 0)
    answers = solve(row["puzzle"], model="paper", limit=None).answers
    assert answers == 1
    assert row["puzzle"] in run(*asked).out
    several = run(*asked, "--any", "--number", "2", "--json").out.splitlines()
    assert [json.loads(line)["attempts"] for line in several] == [1, 1]
