"""`quincunx solve`: answers, verdicts in words and in JSON, exit statuses."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from quincunx.cli.progress import sentence
from quincunx.cp.model import Notes
from quincunx.cp.statistics import Statistics
from quincunx.solving import Result
from tests.cli.conftest import Run
from tests.families.toy import MistakenToy, Toy

UNIQUE = "c-note:100:878/312/272"
MANY = "c-note:100:884/625/361"


def answer(run: Run, *arguments: str) -> tuple[int, dict[str, Any]]:
    outcome = run("solve", *arguments, "--json")
    assert outcome.err == ""
    assert outcome.out.count("\n") == 1, "one object, nothing else"
    return outcome.status, json.loads(outcome.out)


STOPPED = "A limit stopped the search "


@pytest.mark.parametrize(
    ("found", "checked", "limit", "words"),
    [
        # The whole space was searched,
        (0, 0, 2, "There is no solution."),
        (1, 1, 2, "There is exactly one solution."),
        (31, 31, None, "There are exactly 31 solutions."),
        (19440, 10000, None, "There are exactly 19,440 solutions (the first 10,000 were checked)."),
        (58, 0, None, "There are exactly 58 solutions (counted without listing them)."),
        # or not.
        (1, 1, 1, "Stopped at the first solution: there may be more."),
        (2, 2, 2, "There is more than one solution (stopped at 2 solutions)."),
        (0, 0, 2, STOPPED + "before a solution was found: there may be some."),
        (1, 1, 2, STOPPED + "after 1 solution: there may be more."),
        (5, 5, None, "You stopped the search after 5 solutions: there may be more."),
        (19440, 10000, None,
         STOPPED + "after 19,440 solutions (the first 10,000 were checked): there may be more."),
    ],
)  # fmt: skip
def test_verdict_says_what_was_searched_and_checked(
    found: int, checked: int, limit: int | None, words: str
) -> None:
    result = Result(Toy(5), found, words.startswith("There ") and "stopped" not in words, (),
                    Statistics(), checked)  # fmt: skip
    assert sentence(result, limit, words.startswith("You ")) == words


def test_the_verdict_on_a_printed_program_with_one_answer() -> None:
    notes = Notes("a printed program", errs=True)
    result = Result(Toy(5), 0, True, (), Statistics(solutions=1), 0, notes)
    assert sentence(result, None, False) == (
        "The paper's program found no solution in 1 answer, and there is none."
    )


@pytest.mark.parametrize(
    "text",
    [
        UNIQUE,
        f"\n  {UNIQUE}\n",
        '{"family": "c-note", "target": 100, "grid": [[8,7,8],[3,1,2],[2,7,2]]}',
        '\ufeff{"family": "c-note", "target": 100, "grid": [[8,7,8],[3,1,2],[2,7,2]]}\n',
        json.dumps({"puzzle": UNIQUE, "family": "c-note", "solutions": []}),
        json.dumps({"name": "c-note/1", "puzzle": {"family": "c-note", "target": 100,
                    "grid": [[8, 7, 8], [3, 1, 2], [2, 7, 2]]}}),
    ],
)  # fmt: skip
def test_puzzles_come_from_files_and_standard_input(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "puzzle").write_text(text, encoding="utf-8")
    _, data = answer(run, str(tmp_path / "puzzle"))
    assert (data["puzzle"], data["verdict"]) == (UNIQUE, "unique")
    assert json.loads(run("solve", "-", "--json", stdin=text).out)["puzzle"] == UNIQUE


def test_puzzles_come_from_the_gallery_unless_a_file_has_the_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer(run, "c-note/1")[1]["puzzle"] == UNIQUE
    (tmp_path / "c-note").mkdir()
    (tmp_path / "c-note" / "1").write_text(MANY)
    assert answer(run, "c-note/1")[1]["puzzle"] == MANY


def test_an_invalid_solution_is_never_shown_or_counted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.cli.solve.find_puzzle", lambda text: MistakenToy(5))
    outcome = run("solve", "toy:5")
    assert (outcome.status, outcome.out) == (70, "")
    assert outcome.err == (
        "a mistake in quincunx, please report it: toy:5: [1, 1]: The digits sum to 2, expected 5.\n"
    )
    outcome = run("solve", "toy:5", "--count")
    assert (outcome.status, outcome.out) == (70, "")
    assert outcome.err.startswith("a mistake in quincunx, please report it: toy:5: [1, 1]: ")


def test_a_puzzle_that_is_too_big_exits_as_stopped(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.families.power_strike.number_graph.MAX_LAYER_DIGITS", 1_000)
    for command in ("solve", "explain", "grade", "hint", "export"):
        outcome = run(command, "power-strike:7:41" + ",_" * 50)
        assert (outcome.status, outcome.out) == (3, ""), command
        assert outcome.err.startswith("power-strike: too many numbers can stand in cell "), command
        assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("options", [["--random", "2"], ["--count", "--marginals"]])
def test_a_limit_stops_the_propagation_before_counting(run: Run, options: list[str]) -> None:
    """Without a limit it takes more than ten seconds for these sums."""
    grid = "/".join("360718294536"[i:] + "360718294536"[:i] for i in range(12))
    began = time.process_time()
    assert run("solve", f"c-note:90000:{grid}", *options, "--time-limit", "0.2").status == 3
    assert time.process_time() - began < 3
