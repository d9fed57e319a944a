"""The program that the Power Strike paper prints: its answers, and its mistakes."""

from __future__ import annotations

from collections import Counter

import pytest

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.options import SearchOptions
from quincunx.errors import TooBig
from quincunx.families.power_strike import PowerStrike
from quincunx.families.power_strike.paper import paper_model
from quincunx.solving import solve

SMALL, BIG = "power-strike:2:6,_,_,_,_", "power-strike:7:41,_,_,_,_,_,_,_"
MEDIUM = "power-strike:2:9,_,_,_,_,_,_,_"


def answers(puzzle: PowerStrike, labeling: str = "ff,bisect,up") -> Counter[tuple[int, ...]]:
    """How often the program answers each ring."""
    run = KernelRun(paper_model(puzzle), SearchOptions(labeling, "bounds"))
    return Counter(values[: len(puzzle.ring)] for values in run)


def test_printed_bound_makes_the_small_example_impossible() -> None:
    result = solve(SMALL, model="paper")
    assert (result.count, result.answers, result.complete) == (0, 0, True)
    assert result.verdict == "unknown", "a program that loses solutions proves nothing"
    assert solve(SMALL).solution == [6, 12, 24, 48, 96]


@pytest.mark.parametrize(
    ("identifier", "printed"),
    [(MEDIUM, [9, 18, 36, 6, 12, 24, 48, 96]), (BIG, [41, 4, 28, 196, 19, 9, 63, 441])],
)
def test_first_answers_are_the_printed_ones(identifier: str, printed: list[int]) -> None:
    """Of the big example's 58 solutions, and of all that the program takes for one, the labeling
    ff, bisect, up comes to just that one first."""
    result = solve(identifier, model="paper", limit=1)
    assert result.solution == printed
    assert result.answers == 1


@pytest.mark.parametrize(
    ("ring", "solutions", "why"),
    [
        ((9, None, None, 6, None, None, None, None), 1, "another number is given"),
        ((None, 9, 18, 36, 6, 12, 24, 48), 1, "the first that is given is the start"),
        ((6, None, None, None, 96), 0, "a given beyond the bound"),
    ],
)
def test_paper_program_takes_other_givens(
    ring: tuple[int | None, ...], solutions: int, why: str
) -> None:
    result = solve(PowerStrike(2, ring), model="paper", limit=1)
    assert result.count == solutions, why


def test_domains_that_are_too_large_are_refused() -> None:
    with pytest.raises(TooBig, match="expected at most 67108864"):
        solve("power-strike:1000:99999,_,_", model="paper")
