"""Counting without listing: numbers that are known, limits that are kept, and fair chances."""

from collections import Counter
from itertools import product
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from benchmarks.instances import latin_square, magic_square
from quincunx.cp import AllDifferent, Cardinality, Linear, NonZeroFlag, SearchOptions, Table, start
from quincunx.cp.counting import Counting, TooManyStates
from quincunx.cp.counting.counter import propagated_domains
from quincunx.cp.counting.grids import SumGrid
from quincunx.cp.counting.residual import symmetric_values
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.model import Model, Variable
from tests.cp.models import solutions
from tests.families.toy import MistakenToy, Toy

DEMO = "c-note:100:884/625/361"


def square(size: int, values: range) -> tuple[Model, list[list[Variable]]]:
    model = Model()
    cells = [[model.variable(f"{i}{j}", values) for j in range(size)] for i in range(size)]
    return model, cells


def test_values_are_symmetric_once_the_sums_are_done() -> None:
    """Without that there are 386,805 states at once."""
    model = quincunx.parse("sum-star:0.0=12,_,_,_,14,16/1.0=_,_,_,_,_,_").model()
    assert Counting(model, states=30_000).count() == 119_219_224_320


def queens(size: int) -> Model:
    model = Model()
    rows = [model.variable(f"queen {i}", range(size)) for i in range(size)]
    model.add(AllDifferent(tuple(rows)))
    for sign in (1, -1):
        shifted = [model.variable(f"{sign} {i}", range(-size, 2 * size)) for i in range(size)]
        for i, (row, other) in enumerate(zip(rows, shifted, strict=True)):
            model.add(Linear((row, other), (1, -1), "==", sign * i))
        model.add(AllDifferent(tuple(shifted)))
    return model


@pytest.mark.parametrize(
    ("model", "number"),
    [
        *[(latin_square(n), many) for n, many in enumerate([1, 2, 12, 576, 161_280], 1)],
        (latin_square(6), 812_851_200),
        (magic_square(3), 8),
        *[(queens(n), many) for n, many in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)]],
        (queens(8), 92),
    ],
)
def test_counts_are_the_well_known_numbers(model: Model, number: int) -> None:
    assert Counting(model).count() == number


@settings(max_examples=40)
@given(st.integers(3, 4), st.integers(3, 4), st.randoms(use_true_random=False), st.integers(-2, 1))
def test_grids_of_sums_are_counted_as_they_are_listed(
    rows: int, columns: int, dice: Random, least: int
) -> None:
    """Small grids, with negative numbers and cells that are given, held against all ways to fill
    them; the sums are those of one way, so that there is always one."""
    model = Model()
    cells = []
    for i, j in product(range(rows), range(columns)):
        values = sorted(dice.sample(range(least, least + 5), dice.choice([1, 2, 2, 2])))
        cells.append(model.variable(f"{i}{j}", values))
    held = [dice.choice(cell.domain) for cell in cells]
    lines = [range(i * columns, (i + 1) * columns) for i in range(rows)]
    lines += [range(j, rows * columns, columns) for j in range(columns)]
    for line in lines:
        total = sum(held[place] for place in line) + dice.choice([0] * 40 + [1])
        model.add(Linear(tuple(cells[place] for place in line), (1,) * len(line), "==", total))
    listed = sum(1 for _ in start(model, SearchOptions()))
    assert Counting(model).count() == listed


@pytest.mark.parametrize(
    ("size", "total", "number"),
    [(3, 5, 231), (4, 2, 282), (4, 3, 2008), (5, 2, 6210), (6, 2, 202_410)],
)
def test_counts_of_squares_with_equal_sums_are_those_of_oeis(
    size: int, total: int, number: int
) -> None:
    """How many there are is known: OEIS A002817, A001496, A003438 and A003439."""
    model, cells = square(size, range(total + 1))
    for line in [*cells, *zip(*cells, strict=True)]:
        model.add(Linear(tuple(line), (1,) * size, "==", total))
    assert Counting(model).count() == number


def test_grids_of_sums_are_recognised() -> None:
    model, cells = square(3, range(9))
    for line in [*cells, *zip(*cells, strict=True)]:
        model.add(Linear(tuple(line), (1, 1, 1), "==", 12))
    domains = {variable: variable.domain for variable in model.variables}
    assert SumGrid.of(model.constraints, domains) is not None
    diagonal = Linear(tuple(cells[i][i] for i in range(3)), (1, 1, 1), "==", 12)
    assert SumGrid.of([*model.constraints, diagonal], domains) is None, "a cell in three lines"
    assert SumGrid.of(model.constraints[:5], domains) is None, "cells in one line"
    assert SumGrid.of(magic_square(3).constraints, domains) is None, "not only sums"


def random_symmetric_model(dice: Random) -> Model:
    """A model in which swapping two values often gives another solution."""
    model = Model()
    values = range(dice.choice((0, 1)), 5)
    cells = [model.variable(f"x{i}", values) for i in range(5)]
    for _ in range(dice.randint(2, 4)):
        some = dice.sample(cells, dice.randint(2, 4))
        kind = dice.choice(("different", "counts", "flag", "rows"))
        if kind == "different":
            model.add(AllDifferent(some, excepted=frozenset(dice.choice([[], [0], [0, 3]]))))
        elif kind == "counts":
            counted = dice.sample(values, dice.randint(1, len(values)))
            most = dice.choice((1, 2))
            model.add(Cardinality(some, dict.fromkeys(counted, (0, most))))
        elif kind == "flag":
            model.add(NonZeroFlag([model.variable(f"flag {dice.random()}", range(2)), *some]))
        else:
            rule = dice.choice(
                (lambda a, b: a != b, lambda a, b: not (a and b), lambda a, b: a < 4)
            )
            model.add(Table.where(some[:2], rule))
    if dice.random() < 0.2:
        model.add(Linear(cells[:2], (1, 1), "<=", 6))
    return model


def test_symmetric_values_are_counted_as_brute_force_counts_them() -> None:
    dice = Random(1)
    grouped = 0
    for _ in range(60):
        model = random_symmetric_model(dice)
        counting = Counting(model)
        domains = propagated_domains(model)
        grouped += domains is not None and bool(
            symmetric_values(model.constraints, domains)(range(len(model.constraints)))
        )
        assert counting.count() == len(solutions(model))
    assert grouped > 20


def test_components_are_multiplied() -> None:
    model = Model()
    for part in range(40):
        pair = [model.variable(f"{part}{name}", range(10)) for name in "ab"]
        model.add(AllDifferent(tuple(pair)))
    counting = Counting(model)
    assert counting.count() == 90**40
    assert counting.marginals()[model.variables[0]] == dict.fromkeys(range(10), 90**39 * 9)


def test_random_solutions_are_uniform() -> None:
    """Of 31 solutions each is drawn about 100 times in 3100: far from 0, and from 200."""
    drawn = quincunx.sample(DEMO, 3100, seed=5)
    times = Counter(str(solution) for solution in drawn.solutions)
    assert len(times) == drawn.count == 31
    assert all(50 < number < 150 for number in times.values())


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooManyStates, match="more than 100 states"):
        Counting(latin_square(5), states=100).count()
    with pytest.raises(TooManyStates, match="more than 10 states"):
        Counting(quincunx.parse("c-note:100:811/181/118").model(), states=10).count()


def test_time_limit_stops_counting() -> None:
    with pytest.raises(Stopped), watching(Limits(seconds=0.05)):
        Counting(latin_square(6)).count()
    asked = iter([False] * 3)
    stopped = quincunx.sample(DEMO, 10**7, cancel=lambda: next(asked, None) is None)
    assert (stopped.complete, stopped.solutions) == (False, ())
    assert quincunx.marginals(DEMO, time_limit=0).result.verdict == "unknown"


@pytest.mark.parametrize("turns", [((5, 100_000),), ((5, 2), (10, 100_000))])
def test_listing_and_counting_alternate(
    monkeypatch: pytest.MonkeyPatch, turns: tuple[tuple[int, int], ...]
) -> None:
    monkeypatch.setattr("quincunx.solving.COUNTING_TURNS", turns)
    result = quincunx.tally(DEMO)
    assert (result.count, result.complete, result.checked) == (31, True, 0), "counted"
    assert quincunx.tally(DEMO, listing=True).checked == 31, "unless listing was asked for"
    assert quincunx.tally(DEMO, labeling="ff").checked == 31, "or a search"
    capped = quincunx.tally(DEMO, limit=20)
    assert (capped.count, capped.complete) == (20, False)
    assert quincunx.verdict(DEMO) == "multiple"
    assert quincunx.verdict("c-note/1") == "unique"


def test_uncountable_models_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.solving.COUNTING_TURNS", ((5, 1),))
    result = quincunx.tally(DEMO)
    assert (result.count, result.complete, result.checked) == (31, True, 31)
    assert quincunx.verdict("c-note/1") == "unique"


def test_marginals_and_samples_by_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = quincunx.marginals(DEMO)
    monkeypatch.setattr(
        "quincunx.solving.marginals.Counting", lambda model: Counting(model, states=1)
    )
    listed = quincunx.marginals(DEMO)
    assert (listed.cells, listed.result.count) == (counted.cells, 31)
    assert (listed.result.checked, counted.result.checked) == (31, 0)
    drawn = quincunx.sample(DEMO, 5)
    assert (drawn.count, len(drawn.solutions)) == (31, 5)
    assert all(quincunx.check(DEMO, solution) == [] for solution in drawn.solutions)


def test_random_solutions_are_checked() -> None:
    assert quincunx.sample(Toy(5)).solution in [[1, 4], [2, 3], [3, 2], [4, 1]]
    with pytest.raises(quincunx.WrongAnswer):
        quincunx.sample(MistakenToy(5))
    with pytest.raises(quincunx.OptionError, match="number of solutions to draw is 0, expected 1"):
        quincunx.sample(Toy(5), 0)


def test_conditional_constraints_count_only_under_their_choices() -> None:
    model = Model()
    x, y = model.variable("x", range(3)), model.variable("y", range(3))
    choice = model.variable("choice", range(2))
    model.add(AllDifferent((x, y)), when=[(choice, 1)])
    assert Counting(model).count() == 9 + 6


@pytest.mark.parametrize("what", ["count", "marginals"])
def test_large_grids_keep_to_the_time_limit(what: str) -> None:
    """Half a row of this square has more than a million fillings."""
    rows = "/".join(["123456789123"] * 12)
    model = quincunx.parse(f"c-note:300:{rows}").model()
    began = process_time()
    with pytest.raises((Stopped, TooManyStates)), watching(Limits(seconds=0.4)):
        getattr(Counting(model), what)()
    assert process_time() - began < 2.5
