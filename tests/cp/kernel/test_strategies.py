"""Restarts and limited discrepancy search: complete, each solution once, and in the order they
promise."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import solve, verdict
from quincunx.cp import AllDifferent, Limits, Linear, Model
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.strategies import Repeated, luby
from quincunx.cp.options import Consistency, SearchOptions

STRATEGIES = ["discrepancy", "restarts", "restarts:1", "restarts:7"]


def free(*sizes: int) -> Model:
    """Variables that nothing limits: every leaf of the tree is a solution."""
    model = Model()
    for number, size in enumerate(sizes):
        model.variable(f"x{number}", range(size))
    return model


def run(model: Model, strategy: str, labeling: str = "", nodes: int | None = None) -> KernelRun:
    return KernelRun(model, SearchOptions(labeling, strategy=strategy, limits=Limits(nodes=nodes)))


def test_restarts_follow_the_luby_sequence() -> None:
    row = [1]
    while len(row) < 1000:
        row = [*row, *row, 2 * row[-1]]
    assert [luby(place) for place in range(1, len(row) + 1)] == row


def test_discrepancies_come_in_waves() -> None:
    """With two values each, a solution's discrepancies are its ones: they never become fewer."""
    search = run(free(2, 2, 2, 2), "discrepancy")
    found = list(search)
    assert sorted(found) == list(product(range(2), repeat=4))
    ones = [sum(solution) for solution in found]
    assert ones == sorted(ones)
    assert search.complete
    assert isinstance(search.search, Repeated)
    assert search.search.runs == 5, "0, 1, 2, 3 and 4 decisions against the labeling"


def sums(numbers: list[int], total: int) -> Model:
    model = Model()
    digits = tuple(model.variable(f"x{at}", range(1, 7)) for at in range(len(numbers)))
    model.add(Linear(digits, tuple(numbers), "==", total))
    model.add(AllDifferent(digits[:3]))
    return model


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(-2, 3).filter(bool), min_size=3, max_size=4),
    st.integers(-5, 20),
    st.sampled_from(STRATEGIES),
    st.sampled_from(["", "ff,bisect", "enum,down", "dom_wdeg,median", "random,middle"]),
    st.sampled_from(["bounds", "domain"]),
)
def test_every_strategy_finds_every_solution_once(
    numbers: list[int], total: int, strategy: str, labeling: str, consistency: Consistency
) -> None:
    model = sums(numbers, total)
    plain = list(KernelRun(model, SearchOptions(labeling, consistency)))
    search = KernelRun(model, SearchOptions(labeling, consistency, 5, strategy))
    found = list(search)
    assert sorted(found) == sorted(plain)
    assert len(set(found)) == len(found) == search.statistics.solutions
    assert search.complete, "in the end a run is not cut"


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("nodes", [0, 1, 2, 50, 300])
def test_a_node_limit_holds_for_all_runs_together(strategy: str, nodes: int) -> None:
    search = run(free(4, 4, 4, 4), strategy, nodes=nodes)
    list(search)
    assert search.statistics.nodes == nodes
    assert not search.complete


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_only_an_exhausted_run_proves_that_there_is_one_solution(strategy: str) -> None:
    hard = {"labeling": "ff", "consistency": "bounds", "strategy": strategy}
    assert verdict("c-note/paper-labeling", node_limit=1000, **hard) == "unknown"  # type: ignore[arg-type]
    result = solve("c-note/1", **hard)  # type: ignore[call-overload]
    assert (result.verdict, result.complete) == ("unique", True)
    assert solve("c-note:7:88/88", strategy=strategy).verdict == "none"
    assert solve("c-note/demo", limit=None, **hard).count == 31  # type: ignore[call-overload]


def test_seed_determines_the_restarts() -> None:
    def found(seed: int) -> tuple[object, ...]:
        options = SearchOptions("random", seed=seed, strategy="restarts:2")
        return tuple(KernelRun(free(3, 3, 3), options))

    assert found(1) == found(1)
    assert len({found(seed) for seed in range(4)}) > 1
