"""Solving: solutions, counts and verdicts, and how strong they are."""

import pickle
import time
from typing import Any

import pytest

from quincunx.cp import Model, Statistics
from quincunx.errors import PuzzleError, Unfinished, WrongAnswer
from quincunx.families import Capabilities
from quincunx.solving import Result, check, count, solutions, solve, tally
from tests.cp.engines.cases import CP_SAT
from tests.families.toy import CountingToy, MistakenToy, Toy

DEMO = "c-note:100:884/625/361"
"""Has 31 solutions."""


@pytest.mark.parametrize(
    ("found", "complete", "expected", "why"),
    [
        (0, True, "none", "everything was searched"),
        (1, True, "unique", "everything was searched"),
        (2, True, "multiple", "two are more than one"),
        (2, False, "multiple", "two settle it, however many more there are"),
        (0, False, "unknown", "there may be some"),
        (1, False, "unknown", "there may be another"),
    ],
)
def test_verdict_depends_on_completeness(
    found: int, complete: bool, expected: str, why: str
) -> None:
    assert Result(Toy(5), found, complete, (), Statistics()).verdict == expected, why


@pytest.mark.parametrize(
    ("limit", "number", "complete"), [(1, 1, False), (3, 3, False), (5, 4, True), (None, 4, True)]
)
def test_limit_bounds_the_number_of_solutions(
    limit: int | None, number: int, complete: bool
) -> None:
    result = solve(Toy(5), limit=limit)
    assert (result.count, result.complete) == (number, complete)
    assert result.solutions == ([1, 4], [2, 3], [3, 2], [4, 1])[:number]
    assert result.statistics.solutions == number
    assert result.solution == [1, 4]


def test_solutions_come_one_by_one() -> None:
    found = solutions(Toy(10))
    assert next(found) == [1, 9]
    assert next(found) == [2, 8]


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"labeling": ["down"]}, [9, 1]),
        ({"labeling": ["bisect", "down"]}, [9, 1]),
        ({"labeling": ["median"]}, [5, 5]),
        ({"consistency": "bounds"}, [1, 9]),
        ({"labeling": ["random"], "seed": 3}, [1, 9]),
    ],
)
def test_options_reach_the_search(options: dict[str, Any], first: list[int]) -> None:
    assert next(solutions(Toy(10), **options)) == first


def test_family_labeling_is_the_default() -> None:
    class Downward(Toy):
        capabilities = Capabilities(labeling=("down",))

    assert next(solutions(Downward(10))) == [9, 1]
    assert next(solutions(Downward(10), labeling=["up"])) == [1, 9]


@pytest.mark.parametrize("engine", ["kernel", CP_SAT])
def test_wrong_model_is_not_counted_either(engine: str) -> None:
    with pytest.raises(WrongAnswer, match=r"toy:5: \[\d, \d\]: The digits sum to \d+, expected 5"):
        tally(MistakenToy(5), engine=engine)
    with pytest.raises(WrongAnswer):
        count(MistakenToy(5))


@pytest.mark.parametrize(
    ("most", "limit", "checked", "why"),
    [
        (10, None, 10, "the first ten of 31"),
        (30, None, 30, "all but one"),
        (31, None, 31, "all"),
        (99, None, 31, "there are no more"),
        (10, 10, 10, "as many as were asked for"),
        (10, 7, 7, "no more were counted"),
        (10, 20, 10, "the first ten of twenty"),
    ],
)
def test_first_solutions_are_checked_while_they_are_counted(
    monkeypatch: pytest.MonkeyPatch, most: int, limit: int | None, checked: int, why: str
) -> None:
    monkeypatch.setattr("quincunx.solving.MAX_CHECKED", most)
    result = tally(DEMO, limit=limit)
    assert (result.count, result.checked) == (limit or 31, checked), why
    assert result.as_dict()["checked"] == checked
    assert solve(DEMO, limit=limit).checked == (limit or 31), "what is shown is always checked"


def test_count_asks_a_family_that_can_count() -> None:
    assert count(DEMO) == 31
    assert count(Toy(5)) == 4
    assert count(CountingToy(5)) == 1005, "a family that can count is asked to"
    assert tally(CountingToy(5)).checked == 0, "and no solution was listed"
    assert tally(CountingToy(5), listing=True).count == 4, "unless a search is wanted"


@pytest.mark.parametrize("limit", [{"time_limit": 0}, {"cancel": lambda: True}])
def test_count_raises_when_it_is_stopped(limit: dict[str, Any]) -> None:
    with pytest.raises(Unfinished, match="at least 0 exist") as stopped:
        count(DEMO, **limit)
    assert stopped.value.at_least == 0
    assert pickle.loads(pickle.dumps(stopped.value)).args == stopped.value.args


def test_stopped_count_carries_its_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Result(Toy(5), 3, False, (), Statistics())
    monkeypatch.setattr("quincunx.solving.tally", lambda *_, **__: stopped)
    with pytest.raises(Unfinished, match="at least 3 exist") as raised:
        count(Toy(5))
    assert raised.value.at_least == 3
    assert count(Toy(5), limit=3) == 3, "as many as were asked for"


def test_time_limit_includes_building_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    hours_later = 0

    class Slow(Toy):
        def model(self) -> Model:
            nonlocal hours_later
            hours_later += 3600
            return super().model()

    clock = time.perf_counter
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + hours_later)
    assert solve(Slow(5)).statistics.seconds >= 3600, "seconds are what a person waits"
    assert solve(Slow(5), time_limit=60).verdict == "unknown", "no time was left to search"


def test_check_takes_puzzles_and_identifiers() -> None:
    assert check(Toy(5), [2, 3]) == []
    assert [v.sentence for v in check(Toy(5), [2, 2])] == ["The digits sum to 4, expected 5."]
    assert check("c-note:100:878/312/272", "85,7,8/13,15,72/2,78,20") == []
    with pytest.raises(PuzzleError, match=r"solution has 2 rows, expected 3"):
        check("c-note:100:878/312/272", [[1], [2]])
