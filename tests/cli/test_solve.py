"""`quincunx solve`: answers, verdicts in words and in JSON, exit statuses."""

from __future__ import annotations

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
NONE = "c-note:7:88/88"
VAST = "aztec-math:_/__/___/____/_____/______/_______/________"


def answer(run: Run, *arguments: str) -> tuple[int, dict[str, Any]]:
    outcome = run("solve", *arguments, "--json")
    assert outcome.err == ""
    assert outcome.out.count("\n") == 1, "one object, nothing else"
    return outcome.status, json.loads(outcome.out)


@pytest.mark.parametrize(
    ("arguments", "status", "expected", "why"),
    [
        ([UNIQUE], 0, ("unique", 1, True, 1), "two were looked for, one is there"),
        ([MANY], 0, ("multiple", 2, False, 1), "two settle it, the first is printed"),
        ([NONE], 1, ("none", 0, True, 0), "everything was searched"),
        ([UNIQUE, "--limit", "1"], 0, ("unknown", 1, False, 1), "no search for a second"),
        ([MANY, "--limit", "5"], 0, ("multiple", 5, False, 5), "as many as asked for"),
        ([MANY, "--limit", "99"], 0, ("multiple", 31, True, 31), "there are no more"),
        ([MANY, "--all"], 0, ("multiple", 31, True, 31), "every one"),
        ([MANY, "--count"], 0, ("multiple", 31, True, 0), "counted, not listed"),
        ([NONE, "--count"], 1, ("none", 0, True, 0), "there is nothing to count"),
        ([MANY, "--all", "--node-limit", "1"], 3, ("unknown", 0, False, 0), "stopped at the root"),
        (
            [MANY, "--count", "--node-limit", "1"],
            3,
            ("unknown", 0, False, 0),
            "stopped at the root",
        ),
        ([MANY, "--node-limit", "0"], 3, ("unknown", 0, False, 0), "not even the root"),
        ([MANY, "--time-limit", "0"], 3, ("unknown", 0, False, 0), "no time at all"),
        ([MANY, "--time-limit", "inf"], 0, ("multiple", 2, False, 1), "all the time there is"),
        ([MANY, "--time-limit", "1e300"], 0, ("multiple", 2, False, 1), "more than there is"),
        ([MANY, "--time-limit", "1e18"], 0, ("multiple", 2, False, 1), "more than the clock shows"),
        ([VAST, "--count", "--time-limit", "0.05"], 3, ("unknown", 0, False, 0), "too little time"),
    ],
)
def test_verdict_count_and_status_depend_on_what_was_searched(
    run: Run, arguments: list[str], status: int, expected: tuple[object, ...], why: str
) -> None:
    exited, data = answer(run, *arguments)
    assert list(data) == [
        "puzzle", "family", "verdict", "count", "complete", "solutions", "statistics", "checked",
    ]  # fmt: skip
    found = (data["verdict"], data["count"], data["complete"], len(data["solutions"]))
    assert (exited, found) == (status, expected), why
    assert data["puzzle"] == arguments[0]


@pytest.mark.parametrize(
    "options",
    [
        ["--labeling", "first_fail,bisect,down"],
        ["--labeling", "first_fail", "--labeling", " bisect, down"],
        ["--labeling", "down,ff,bisect", "--consistency", "domain", "--engine", "kernel"],
    ],
)
def test_labeling_is_given_in_any_form(run: Run, options: list[str]) -> None:
    assert answer(run, UNIQUE)[1]["solutions"] == [[[85, 7, 8], [13, 15, 72], [2, 78, 20]]]
    _, expected = answer(run, MANY, "--limit", "3", "--labeling", "ff,bisect,down")
    _, data = answer(run, MANY, "--limit", "3", *options)
    assert data["solutions"] == expected["solutions"]
    assert data["statistics"]["nodes"] == expected["statistics"]["nodes"]


def test_consistency_and_seed_reach_the_search(run: Run) -> None:
    _, strong = answer(run, MANY, "--count", "--consistency", "domain")
    _, weak = answer(run, MANY, "--count", "--consistency", "bounds")
    assert strong["count"] == weak["count"] == 31
    assert strong["statistics"]["backtracks"] < weak["statistics"]["backtracks"]
    firsts = [
        answer(run, MANY, "--limit", "1", "--labeling", "random,median", "--seed", seed)[1]
        for seed in "123456"
    ]
    assert len({json.dumps(data["solutions"]) for data in firsts}) > 1


def test_count_with_stats_searches(run: Run) -> None:
    _, quick = answer(run, "aztec-math:_/__/___", "--count")
    _, slow = answer(run, "aztec-math:_/__/___", "--count", "--labeling", "ff")
    assert quick["count"] == slow["count"]
    assert slow["statistics"]["nodes"] > quick["statistics"]["nodes"] == 0


def test_all_solutions_are_drawn_below_each_other(run: Run) -> None:
    out = run("solve", "aztec-math:2/__", "--all").out
    assert out.startswith("  ┌───┐\n  │ 2 │\n┌─┴─┬─┴─┐\n│   │   │\n└───┴───┘\n\nSolution 1\n")
    number = out.count("Solution ")
    assert out.endswith(f"\n\nThere are exactly {number} solutions.\n")
    assert out.count("┌─┴─┬─┴─┐") == number + 1


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
def test_the_verdict_in_words(found: int, checked: int, limit: int | None, words: str) -> None:
    result = Result(Toy(5), found, words.startswith("There ") and "stopped" not in words, (),
                    Statistics(), checked)  # fmt: skip
    assert sentence(result, limit, words.startswith("You ")) == words


def test_the_verdict_on_a_printed_program_with_one_answer() -> None:
    notes = Notes("a printed program", errs=True)
    result = Result(Toy(5), 0, True, (), Statistics(solutions=1), 0, notes)
    assert sentence(result, None, False) == (
        "The paper's program found no solution in 1 answer, and there is none."
    )


def test_counters_are_printed_as_sicstus_prints_them(run: Run) -> None:
    data = json.loads(run("solve", MANY, "--all", "--json").out)["statistics"]
    assert " ".join(data) == (
        "seconds nodes backtracks resumptions entailments prunings constraints solutions"
    )
    lines = run("solve", MANY, "--all", "--stats").out.splitlines()[-8:]
    assert lines[:-1] == [
        f"Resumptions: {data['resumptions']}",
        f"Entailments: {data['entailments']}",
        f"Prunings: {data['prunings']}",
        f"Backtracks: {data['backtracks']}",
        f"Constraints created: {data['constraints']}",
        f"Nodes: {data['nodes']}",
        "Solutions: 31",
    ]
    assert lines[-1].startswith("Seconds: 0.")


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


@pytest.mark.parametrize(
    ("arguments", "checked", "said", "why"),
    [
        (["c-note/demo"], 31, "31 solutions.", "all were searched for, and all checked"),
        (["power-strike/16"], 0, "58 solutions (counted without listing them).", "none was seen"),
        (["power-strike/16", "--labeling", "ff"], 58, "58 solutions.", "a search was asked for"),
        (["power-strike/16", "--listing"], 58, "58 solutions.", "all were listed"),
    ],
)
def test_a_count_says_what_was_checked(
    run: Run, arguments: list[str], checked: int, said: str, why: str
) -> None:
    assert answer(run, *arguments, "--count")[1]["checked"] == checked, why
    assert run("solve", *arguments, "--count").out.endswith(f"There are exactly {said}\n"), why


VAST_RING = f"power-strike:10:{'9' * 1000}" + ",_" * 39
"""Takes very long to build a model of."""


@pytest.mark.parametrize("count", [[], ["--count"]])
def test_a_limit_while_the_model_is_built(run: Run, count: list[str]) -> None:
    status, data = answer(run, VAST_RING, "--time-limit", "0.1", *count)
    assert (status, data["verdict"], data["complete"]) == (3, "unknown", False)
    assert data["statistics"]["seconds"] >= 0.1


def test_a_puzzle_that_is_too_big_exits_as_stopped(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.families.power_strike.number_graph.MAX_LAYER_DIGITS", 1_000)
    for command in ("solve", "explain", "grade", "hint", "export"):
        outcome = run(command, "power-strike:7:41" + ",_" * 50)
        assert (outcome.status, outcome.out) == (3, ""), command
        assert outcome.err.startswith("power-strike: too many numbers can stand in cell "), command
        assert outcome.err.count("\n") == 1


def test_marginals_in_words_and_as_json(run: Run) -> None:
    outcome = run("solve", MANY, "--count", "--marginals")
    lines = outcome.out.splitlines()
    assert outcome.status == 0
    assert "There are exactly 31 solutions (counted without listing them)." in lines
    assert "r1c1  8 in 11, 18 in 8, 28 in 8, 48 in 2, 38 in 1, 58 in 1" in lines
    assert "X in 1" in run("solve", "sum-star/paper", "--count", "--marginals").out
    data = json.loads(run("solve", MANY, "--count", "--marginals", "--json").out)
    assert (data["count"], data["complete"], data["checked"]) == (31, True, 0)
    first = {"8": 11, "18": 8, "28": 8, "38": 1, "48": 2, "58": 1}
    assert data["marginals"][0] == {"cell": [1, 1], "values": first}
    assert all(sum(cell["values"].values()) == 31 for cell in data["marginals"])


def test_random_solutions_depend_on_the_seed(run: Run) -> None:
    data = json.loads(run("solve", MANY, "--random", "5", "--seed", "3", "--json").out)
    assert (data["count"], data["checked"], data["seed"]) == (31, 5, 3)
    assert len(data["solutions"]) == 5
    again = json.loads(run("solve", MANY, "--random", "5", "--seed", "3", "--json").out)
    assert again["solutions"] == data["solutions"], "the same seed draws the same"
    shown = run("solve", MANY, "--random", "2").out
    assert "Drawn 2" in shown
    assert shown.endswith("There are exactly 31 solutions (counted without listing them).\n")


@pytest.mark.parametrize("options", [["--random", "2"], ["--count", "--marginals"]])
def test_a_limit_stops_the_propagation_before_counting(run: Run, options: list[str]) -> None:
    """Without a limit it takes more than ten seconds for these sums."""
    grid = "/".join("360718294536"[i:] + "360718294536"[:i] for i in range(12))
    began = time.process_time()
    assert run("solve", f"c-note:90000:{grid}", *options, "--time-limit", "0.2").status == 3
    assert time.process_time() - began < 3


@pytest.mark.parametrize("options", [["--random", "3"], ["--count", "--marginals"]])
def test_random_solutions_of_a_puzzle_without_any(run: Run, options: list[str]) -> None:
    outcome = run("solve", NONE, *options)
    assert outcome.status == 1
    assert outcome.out.endswith("There is no solution.\n")
    stopped = run("solve", MANY, *options, "--time-limit", "0")
    assert stopped.status == 3
    assert "A limit stopped the search" in stopped.out
