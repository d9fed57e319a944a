"""`quincunx generate`: options from the families' parameters, output, limits, interruptions."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import Any

import pytest

from quincunx.families import all_families
from quincunx.making import generate, maker_of
from tests.cli.conftest import Run, run_apart, start


def lines(run: Run, *arguments: str) -> list[dict[str, Any]]:
    outcome = run("generate", *arguments, "--json")
    assert (outcome.status, outcome.err) == (0, "")
    return [json.loads(line) for line in outcome.out.splitlines()]


def test_json_is_that_of_the_rules_page(run: Run) -> None:
    made = lines(run, "aztec-math", "--levels", "3", "--seed", "7", "--number", "3")
    assert [list(data) for data in made] == [
        ["puzzle", "document", "solution", "grade", "seed", "index"]
    ] * 3
    assert [(data["seed"], data["index"]) for data in made] == [(7, 0), (7, 1), (7, 2)]
    expected = generate("aztec-math", levels=3, seed=7, number=3)
    assert made == [one.as_dict() for one in expected]


@pytest.mark.parametrize(
    ("arguments", "parameters"),
    [
        (["c-note"], {}),
        (["c-note", "--size", "2", "--target", "50"], {"size": 2, "target": 50}),
        (["aztec-math", "--givens", "symmetric"], {"givens": "symmetric"}),
        (["power-strike", "--cells", "5", "--multiplier", "3"], {"cells": 5, "multiplier": 3}),
        (["sum-star", "--arrangement", "one"], {"arrangement": "one"}),
        (["sum-star", "--arrangement", "one", "--no-givens"],
         {"arrangement": "one", "givens": False}),
        (["c-note", "--any"], {"unique": False}),
        (["c-note", "--grade", "medium"], {"grade": "medium"}),
    ],
)  # fmt: skip
def test_options_are_the_parameters(
    run: Run, arguments: list[str], parameters: dict[str, Any]
) -> None:
    (made,) = lines(run, *arguments, "--seed", "3")
    (expected,) = generate(arguments[0], seed=3, **parameters)
    assert made == expected.as_dict()


@pytest.mark.parametrize("family", all_families().values())
def test_help_lists_every_parameter(run: Run, family: Any) -> None:
    outcome = run("generate", family.family, "--help")
    assert outcome.status == 0
    for parameter in maker_of(family).parameters.declared():
        assert f"  --{parameter.name} " in outcome.out
    assert f"Make {family.title} puzzles." in run("generate").out


def test_puzzles_are_drawn(run: Run) -> None:
    outcome = run("generate", "aztec-math", "--levels", "2", "--seed", "2")
    made = next(generate("aztec-math", levels=2, seed=2))
    assert outcome.status == 0
    assert outcome.out == f"{made.puzzle}\n{made.puzzle.sketch()}\n{made.grade}\n"


def test_answers_are_drawn_beside_them_on_demand(run: Run) -> None:
    plain = run("generate", "c-note", "--seed", "2", "--number", "2")
    outcome = run("generate", "c-note", "--seed", "2", "--number", "2", "--solution")
    assert "⇒" not in plain.out
    assert outcome.out.count("⇒") == 2


def test_a_drawn_seed_is_said(run: Run) -> None:
    out = run("generate", "c-note", "--size", "2").out
    *shown, again = out.rstrip().splitlines()
    assert again.startswith("The same again: --seed ")
    seed = again.rpartition(" ")[2]
    assert run("generate", "c-note", "--size", "2", "--seed", seed).out.splitlines() == shown[:-1]


def test_a_limit_says_how_far_it_came(run: Run) -> None:
    outcome = run("generate", "c-note", "--size", "6", "--time-limit", "0", "--seed", "1")
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err == "the time was up after 0 of 1 puzzle, 0 tried\n"


def test_a_series_that_is_given_up_says_so(run: Run) -> None:
    outcome = run("generate", "multi-balance", "--patience", "3", "--seed", "1")
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err == "no puzzle in 3 tries after 0 of 1 puzzle, 3 tried\n"


def test_what_was_made_before_a_limit_is_kept(run: Run) -> None:
    outcome = run("generate", "c-note", "--size", "3", "--target", "3", "--number", "3", "--json")
    assert outcome.status == 3
    assert json.loads(outcome.out)["puzzle"] == "c-note:3:111/111/111"
    assert outcome.err.startswith("no other among 2,000 more after 1 of 3 puzzles, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "unknown family 'chess', expected one of aztec-math, c-note, "),
        (["c-note", "--size", "1"], "c-note: size is 1, expected a whole number from 2 to 7\n"),
        (["c-note", "--size", "two"], "quincunx generate c-note: Invalid value for '--size'"),
        (["c-note", "--levels", "2"], "quincunx generate c-note: No such option: --levels"),
        (["c-note", "--target", "999"], "c-note: target is 999, but grids of size 3 then mostly "),
        (["c-note", "--grade", "mean"], "unknown grade 'mean', expected one of easy, medium, "),
        (["c-note", "--number", "0"], "number is 0, expected 1 to "),
        (["c-note", "--seed", "-5"], "seed is -5, expected 0 to "),
        (["c-note", "--patience", "0"], "patience is 0, expected 1 or more\n"),
        (["aztec-math", "--givens", "no"], "aztec-math: givens is 'no', expected fewest or "),
        (["c-note", "--size", "2", "--grade", "expert"],
         "c-note: among the puzzles sampled with such parameters none was expert, expected easy\n"),
    ],
)  # fmt: skip
def test_wrong_input(run: Run, arguments: list[str], message: str) -> None:
    outcome = run("generate", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(message)
    assert outcome.err.count("\n") == 1


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


def test_importing_the_library_stays_light() -> None:
    outcome = run_apart("--version")
    assert outcome.status == 0
    import subprocess
    import sys

    script = (
        "import sys, quincunx; print('quincunx.making' in sys.modules, 'random' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False False\n"
