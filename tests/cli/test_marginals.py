"""`quincunx solve --count --marginals` and `--random`: what is written, and what does not fit."""

from __future__ import annotations

import json
import time

import pytest

from tests.cli.conftest import Run

MANY = "c-note:100:884/625/361"
NONE = "c-note:7:88/88"


def test_marginals_in_words(run: Run) -> None:
    outcome = run("solve", MANY, "--count", "--marginals")
    lines = outcome.out.splitlines()
    assert outcome.status == 0
    assert "There are exactly 31 solutions (counted without listing them)." in lines
    assert "r1c1  8 in 11, 18 in 8, 28 in 8, 48 in 2, 38 in 1, 58 in 1" in lines


def test_marginals_name_values_that_are_not_digits(run: Run) -> None:
    assert "X in 1" in run("solve", "sum-star/paper", "--count", "--marginals").out


def test_marginals_as_json(run: Run) -> None:
    data = json.loads(run("solve", MANY, "--count", "--marginals", "--json").out)
    assert (data["count"], data["complete"], data["checked"]) == (31, True, 0)
    first = {"8": 11, "18": 8, "28": 8, "38": 1, "48": 2, "58": 1}
    assert data["marginals"][0] == {"cell": [1, 1], "values": first}
    assert all(sum(cell["values"].values()) == 31 for cell in data["marginals"])


@pytest.mark.parametrize("options", [["--count", "--marginals"], ["--random", "2"]])
def test_a_limit_stops_the_first_propagation(run: Run, options: list[str]) -> None:
    """Without a limit it takes more than ten seconds for these sums."""
    grid = "/".join("360718294536"[i:] + "360718294536"[:i] for i in range(12))
    began = time.process_time()
    outcome = run("solve", f"c-note:90000:{grid}", *options, "--time-limit", "0.2")
    assert outcome.status == 3
    assert time.process_time() - began < 3


def test_random_solutions_depend_on_the_seed(run: Run) -> None:
    data = json.loads(run("solve", MANY, "--random", "5", "--seed", "3", "--json").out)
    assert (data["count"], data["checked"], data["seed"]) == (31, 5, 3)
    assert len(data["solutions"]) == 5
    again = json.loads(run("solve", MANY, "--random", "5", "--seed", "3", "--json").out)
    assert again["solutions"] == data["solutions"], "the same seed draws the same"
    shown = run("solve", MANY, "--random", "2").out
    assert "Drawn 2" in shown
    assert shown.endswith("There are exactly 31 solutions (counted without listing them).\n")


@pytest.mark.parametrize("options", [["--random", "3"], ["--count", "--marginals"]])
def test_random_solutions_of_a_puzzle_without_any(run: Run, options: list[str]) -> None:
    outcome = run("solve", NONE, *options)
    assert outcome.status == 1
    assert outcome.out.endswith("There is no solution.\n")
    stopped = run("solve", MANY, *options, "--time-limit", "0")
    assert stopped.status == 3
    assert "A limit stopped the search" in stopped.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--marginals"], "solve: --marginals needs --count"),
        (["--listing"], "solve: --listing needs --count"),
        (
            ["--random", "2", "--all"],
            "solve: --random does not go with --limit, --all or --count",
        ),
        (
            ["--random", "2", "--engine", "cp-sat"],
            "solve: --random does not go with options of a search",
        ),
        (
            ["--count", "--marginals", "--labeling", "ff"],
            "solve: --marginals does not go with options of a search",
        ),
    ],
)
def test_conflicting_options_are_refused(run: Run, options: list[str], message: str) -> None:
    outcome = run("solve", MANY, *options)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", message + "\n")


def test_count_with_listing_checks_all_solutions(run: Run) -> None:
    assert run("solve", "power-strike/16", "--count", "--listing").out.endswith(
        "There are exactly 58 solutions.\n"
    )
