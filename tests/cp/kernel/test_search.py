"""Search: searches worked by hand, all options against brute force, limits and listeners."""

import gc
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.cp import AllDifferent, Limits, Linear, Model, Table
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.options import (
    DIRECTIONS,
    VALUE_CHOICES,
    VARIABLE_ORDERS,
    Consistency,
    SearchOptions,
)
from quincunx.errors import TooBig
from tests.cp import models
from tests.cp.kernel.helpers import Diary, run

LABELINGS = list(product(VARIABLE_ORDERS, VALUE_CHOICES, DIRECTIONS))


def free(*domains: Sequence[int]) -> Model:
    """Variables a, b, ... without constraints."""
    model = Model()
    for name, values in zip("abcdefghijklmnop", domains, strict=False):
        model.variable(name, values)
    return model


def unequal(names: str, values: Sequence[int]) -> Model:
    """Variables that are pairwise unequal, each pair a constraint of its own."""
    model = free(*[values] * len(names))
    for a, b in combinations(model.variables, 2):
        model.add(Linear((a, b), (1, -1), "!=", 0))
    return model


def sum_of_two(total: int, values: Sequence[int]) -> Model:
    model = free(values, values)
    model.add(Linear(model.variables, (1, 1), "==", total))
    return model


COUNTERS = ("nodes", "backtracks", "prunings", "solutions", "resumptions", "entailments")

HAND_WORKED: list[tuple[Model, str, list[int], str]] = [
    (free([1, 2, 3]), "step", [5, 0, 4, 3, 0, 0], "a=1 is a solution; a≠1; a=2; a≠2 leaves 3"),
    (free([1, 2, 3]), "enum", [4, 0, 3, 3, 0, 0], "the root; a=1; a=2; a=3"),
    (free([1, 2, 3]), "bisect", [5, 0, 4, 3, 0, 0], "a≤2; in it a≤1 and a>1; then a>2"),
    (free([1, 2, 3]), "median", [5, 0, 4, 3, 0, 0], "a=2; a≠2 leaves 1 and 3; a=1; a≠1"),
    (unequal("ab", [1, 2]), "", [3, 0, 4, 2, 3, 2], "a=1 wakes a≠b, which is then entailed"),
    (unequal("abc", [1, 2]), "", [3, 2, 6, 0, 9, 4], "a=1 makes b and c 2, and b≠c fails"),
    (sum_of_two(4, [1, 2, 3]), "", [5, 0, 8, 3, 5, 3], "a=1 makes b 3; a≠1 takes 3 from b"),
    (sum_of_two(8, [1, 2, 6]), "", [3, 0, 6, 2, 3, 2], "the root takes 1 from both"),
    (sum_of_two(9, [2, 4, 6]), "", [1, 1, 0, 0, 1, 0], "the root is contradictory"),
]


@pytest.mark.parametrize(("model", "labeling", "expected", "why"), HAND_WORKED)
def test_searches_count_what_was_worked_out_by_hand(
    model: Model, labeling: str, expected: list[int], why: str
) -> None:
    searching = run(model, labeling.split())
    searching.count()
    assert [getattr(searching.statistics, name) for name in COUNTERS] == expected, why
    assert searching.complete


@given(
    models.models(),
    st.sampled_from(LABELINGS),
    st.sampled_from(["domain", "bounds"]),
    st.integers(0, 3),
)
def test_solutions_are_those_of_brute_force(
    model: Model, labeling: tuple[str, ...], consistency: Consistency, seed: int
) -> None:
    searching = run(model, labeling, consistency, seed)
    assert sorted(searching) == models.solutions(model)
    assert searching.complete


def puzzle() -> Model:
    """A small model with all but flags: three different digits, a sum and a table."""
    model = free(range(1, 8), range(1, 8), range(1, 8), range(-2, 9))
    a, b, c, d = model.variables
    model.add(AllDifferent((a, b, c)))
    model.add(Linear((a, b, c, d), (1, 2, -1, -3), "==", 4))
    model.add(Table.where((b, d), lambda b, d: b % 3 != d % 3))
    return model


@pytest.mark.parametrize(
    "labeling", [["dom_wdeg", "middle"], ["random"], ["ffc", "bisect", "down"]]
)
def test_the_same_search_twice_is_the_same(labeling: list[str]) -> None:
    first, second = run(puzzle(), labeling, seed=3), run(puzzle(), labeling, seed=3)
    assert list(first) == list(second)

    def counted(searching: KernelRun) -> dict[str, Any]:
        return {**searching.statistics.as_dict(), "seconds": None}

    assert counted(first) == counted(second)


def test_decisions_come_first_and_in_their_order() -> None:
    model = free([1, 2], [1, 2], [1, 2])
    model.decisions = (model.variables[2], model.variables[0])
    assert list(run(model))[:3] == [(1, 1, 1), (1, 2, 1), (2, 1, 1)]


def test_ten_thousand_variables_are_searched_without_recursion() -> None:
    model = Model()
    variables = [model.variable(f"x{i}", [0, 1]) for i in range(10_000)]
    for a, b in pairwise(variables):
        model.add(Linear((a, b), (1, -1), "!=", 5))
    searching = run(model, limits=Limits(solutions=3))
    assert [solution[-2:] for solution in searching] == [(0, 0), (0, 1), (1, 0)]
    assert searching.statistics.nodes == 10_001 + 3


def endless() -> Model:
    """More solutions than anyone can list."""
    return free(*[range(100)] * 8)


@pytest.mark.parametrize(
    ("limits", "nodes", "solutions"),
    [(Limits(nodes=11), 11, 2), (Limits(solutions=5), 17, 5), (Limits(nodes=1), 1, 0)],
)
def test_limits_stop_the_search(limits: Limits, nodes: int, solutions: int) -> None:
    searching = run(endless(), limits=limits)
    assert len(list(searching)) == solutions
    assert searching.statistics.nodes == nodes
    assert not searching.complete
    assert list(searching) == []


def chained() -> Model:
    """Has no solution, which takes far longer to find out than anyone waits."""
    return unequal("abcdefghijklmnop", range(15))


@pytest.mark.parametrize("model", [endless, chained])
def test_a_time_limit_stops_the_search(model: Callable[[], Model]) -> None:
    searching = run(model(), limits=Limits(seconds=0.05))
    searching.count()
    assert not searching.complete
    assert searching.statistics.seconds > 0


@pytest.mark.parametrize("interrupt", [False, True])
def test_stopped_search_keeps_its_counters_and_stays_stopped(interrupt: bool) -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        if asked == 20 and interrupt:
            raise KeyboardInterrupt
        return asked == 20

    searching = run(chained(), limits=Limits(cancel=cancel))
    with pytest.raises(KeyboardInterrupt) if interrupt else nullcontext():
        assert searching.count() == 0
    assert (asked, searching.complete) == (20, False)
    assert searching.statistics.nodes > 0
    assert list(searching) == []


@pytest.mark.parametrize(
    ("labeling", "expected"),
    [
        (["step"], "1: a = 1|1: failed|1: a ≠ 1|2: a = 2|2: failed|2: a ≠ 2|2: [3, 3]"),
        (["enum"], "1: a = 1|1: failed|1: a = 2|1: failed|1: a = 3|1: [3, 3]"),
        (["bisect"], "1: a ≤ 2|2: a ≤ 1|2: failed|2: a > 1|2: failed|1: a > 2|1: [3, 3]"),
        (["bisect", "down"], "1: a > 2|1: [3, 3]|1: a ≤ 2|2: a > 1|2: failed|2: a ≤ 1|2: failed"),
        (["middle"], "1: a = 2|1: failed|1: a ≠ 2|2: a = 1|2: failed|2: a ≠ 1|2: [3, 3]"),
    ],
)
def test_listener_receives_all_events(labeling: list[str], expected: str) -> None:
    """b is 3 or 5 and, as it turns out when a is decided, just as large as a."""
    model = free([1, 2, 3], [3, 5])
    for gap in (1, 2, 3, 4):
        model.add(Linear((model.variables[1], model.variables[0]), (1, -1), "!=", gap))
    diary = Diary("ab")
    list(KernelRun(model, SearchOptions(labeling), listener=diary))
    assert "|".join(diary.lines) == expected


@pytest.mark.parametrize("size", [10**9, 10**30])
def test_huge_domain_is_refused(size: int) -> None:
    with pytest.raises(TooBig, match=f"^a has {size} values, expected at most 67108864"):
        run(free(range(size)))


def test_finished_search_is_garbage_collected() -> None:
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(20):
        run(puzzle()).count()
    gc.collect()
    assert len(gc.get_objects()) - before < 200
