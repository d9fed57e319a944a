"""CP-SAT finds the solutions of brute force, one by one, and observes limits."""

import gc
from collections.abc import Sequence
from itertools import islice

import pytest

from quincunx.cp import Constraint, Either, Limits, Model, Quotient, SearchOptions, Table, Times
from quincunx.cp.engines.cp_sat import start
from tests.cp.engines.cases import Cancelled, endless, many, searching_threads
from tests.cp.models import solutions
from tests.processes import python, wait_until


def test_no_row_of_large_numbers_is_lost() -> None:
    """OR-Tools compresses tables in 32 bits if it is let."""
    large = 2**50
    model = Model()
    x = model.variable("x", range(large + 1, large + 5))
    y, z = (
        model.variable("y", [0, 3, large // 3, large - 1]),
        model.variable("z", [1, 3, large // 3]),
    )
    model.add(Table.where((x, y, z), lambda a, b, c: b != 0 and a // b == c))
    assert len(solutions(model)) == 9
    assert sorted(start(model, SearchOptions())) == solutions(model)


@pytest.mark.parametrize(
    ("kind", "x", "y", "z"),
    [
        (Times, [2, 2**24 + 1], range(2**22, 2**22 + 3), [2**23 + 4, (2**24 + 1) * (2**22 + 1)]),
        (Quotient, [0], [-1, 2**31], range(-1, 2)),
    ],
)
def test_no_solution_with_large_products_is_lost(
    kind: type[Constraint], x: Sequence[int], y: Sequence[int], z: Sequence[int]
) -> None:
    """OR-Tools adds up in 32 bits what depends on literals if it is let."""
    model = Model()
    scope = [model.variable(name, values) for name, values in zip("xyz", (x, y, z), strict=True)]
    model.add(Either([kind(tuple(scope))], model.variable("holds", [0, 1])))
    assert sorted(start(model, SearchOptions())) == solutions(model)


def test_it_answers_the_same_every_time() -> None:
    first, second = (
        start(many(), SearchOptions(seed=7, limits=Limits(solutions=100))) for _ in range(2)
    )
    assert list(first) == list(second)


def test_cancelling_stops_a_search_that_finds_nothing() -> None:
    cancel = Cancelled(3)
    run = start(endless(), SearchOptions(limits=Limits(cancel=cancel)))
    list(run)
    assert not run.complete
    assert cancel.left == -1, "it was asked until it said stop, and not again"


def test_time_limit_stops_it() -> None:
    run = start(endless(), SearchOptions(limits=Limits(seconds=0.1)))
    list(run)  # By luck, CP-SAT may find a solution in that time.
    assert not run.complete
    assert run.statistics.seconds > 0


def test_searcher_pauses_until_the_next_request() -> None:
    run = start(many(), SearchOptions())
    assert len(list(islice(run, 100))) == 100
    assert searching_threads()
    del run
    gc.collect()
    wait_until(lambda: not searching_threads())


def test_program_can_exit_during_a_search() -> None:
    program = (
        "from tests.cp.engines.cases import many\n"
        "from quincunx.cp.engines import cp_sat\n"
        "from quincunx.cp.options import SearchOptions\n"
        "solutions = iter(cp_sat.start(many(), SearchOptions()))\n"
        "next(solutions)\n"
    )
    python("-c", program)
