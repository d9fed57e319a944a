"""A puzzle is modelled and solved once for all questions about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from quincunx.cp.limits import Limits
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import resolve
from quincunx.families.gallery import entry_named
from quincunx.reasoning import explain, grade, hint
from quincunx.reasoning.study import Study, study_of
from quincunx.solving import PuzzleSearch
from tests.families.toy import Toy

NAMES = ("c-note/1", "aztec-math/18", "sum-star/paper", "power-strike/16", "multi-balance/71")


@pytest.fixture(autouse=True)
def _fresh_studies() -> None:
    study_of.cache_clear()


def count_builds(puzzle: AnyPuzzle, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each model of a puzzle's family is built, and a search begun, from now on."""
    counted: Counter[str] = Counter()

    def counting(name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def counts(*arguments: object, **options: object) -> Any:
            counted[name] += 1
            return act(*arguments, **options)

        return counts

    kind = type(puzzle)
    own = kind.capabilities.reasoning_model
    if own is not None:
        counted_model = counting("reasoning model", resolve(own))
        capabilities = replace(kind.capabilities, reasoning_model=counted_model)
        monkeypatch.setattr(kind, "capabilities", capabilities)
    monkeypatch.setattr(kind, "model", counting("model", kind.model))
    monkeypatch.setattr(PuzzleSearch, "find", counting("search", PuzzleSearch.find))
    return counted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ask", [hint, explain, grade])
def test_each_model_is_built_once(
    name: str, ask: Callable[[AnyPuzzle], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = entry_named(name).puzzle
    built = count_builds(puzzle, monkeypatch)
    ask(puzzle)
    assert set(built.values()) == {1}


def test_all_questions_share_one_study(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = entry_named("c-note/1").puzzle
    built = count_builds(puzzle, monkeypatch)
    hint(puzzle, "85,7,8/_,15,72/_,_,_")
    hint(puzzle, "85,7,8/_,15,71/_,_,_")
    explain(puzzle)
    grade(puzzle)
    assert built == {"model": 1, "search": 1}


def test_limit_also_stops_a_study_that_is_ready_and_is_not_remembered() -> None:
    study = Study(Toy(2))
    assert study.result(Limits(seconds=0)).verdict == "unknown"
    assert study.result(Limits()).verdict == "unique"
    assert study.result(Limits(seconds=0)).verdict == "unknown"
    assert study.result(Limits(cancel=lambda: True)).verdict == "unknown"
