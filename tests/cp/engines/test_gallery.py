"""Kernel and CP-SAT agree on every puzzle of the gallery, and Gecode on a third of them."""

from functools import cache

import pytest

from quincunx.cp.options import CONSISTENCIES
from quincunx.families import gallery as gallery
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving import AnyResult, solve
from tests.cp.engines.cases import needs_minizinc

LARGE = "power-strike:10:12345678901234567890123,_,_,_,_,_"
"""Its numbers do not fit into 64 bits."""

PUZZLES = [*gallery.names(), LARGE]


@cache
def by_the_kernel(name: str) -> AnyResult:
    return solve(find_puzzle(name), limit=None)


def assert_agreement(result: AnyResult, name: str) -> None:
    expected = by_the_kernel(name)
    assert result.complete
    assert result.verdict == expected.verdict
    assert sorted(result.solutions) == sorted(expected.solutions)


@pytest.mark.parametrize("name", PUZZLES)
def test_cp_sat_agrees_with_the_kernel(name: str) -> None:
    assert_agreement(solve(find_puzzle(name), limit=None, engine="cp-sat"), name)


@needs_minizinc
@pytest.mark.parametrize("name", PUZZLES[::-3])
def test_gecode_agrees_with_the_kernel(name: str) -> None:
    # Every third puzzle, with one or the other: each takes the start of another program.
    consistency = CONSISTENCIES[PUZZLES.index(name) % 2]
    found = solve(find_puzzle(name), limit=None, engine="minizinc:gecode", consistency=consistency)
    assert_agreement(found, name)
