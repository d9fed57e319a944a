"""The engine "both" answers what kernel and CP-SAT agree on, and nothing else."""

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given

from quincunx.cp import Limits, Linear, Model, SearchOptions, Statistics
from quincunx.cp.engines import both, cp_sat
from quincunx.cp.engines import kernel as kernel
from quincunx.errors import EngineError
from tests.cp.engines.cases import many
from tests.cp.models import Solution, models, solutions


@given(models())
def test_returns_solutions_found_by_both(model: Model) -> None:
    run = both.start(model, SearchOptions())
    assert sorted(run) == solutions(model)
    assert run.complete
    assert both.start(model, SearchOptions()).count() == len(solutions(model))


def test_the_order_and_the_counters_are_the_kernels() -> None:
    options = SearchOptions(["max", "down"])
    run = both.start(three(), options)
    alone = kernel.start(three(), options)
    assert list(run) == list(alone)
    assert run.statistics.nodes == alone.statistics.nodes
    assert run.statistics.solutions == 3


def test_iteration_resumes_where_it_stopped() -> None:
    run = both.start(three(), SearchOptions())
    assert list(islice(run, 1)) == [(1, 3)]
    assert run.count() == 2


def test_limits_hold_for_each_engine() -> None:
    run = both.start(many(), SearchOptions(limits=Limits(solutions=5)))
    assert len(list(run)) == 5
    assert not run.complete


def three() -> Model:
    """Two numbers that sum to 4: the solutions (1, 3), (2, 2) and (3, 1)."""
    model = Model()
    x, y = model.variable("x", range(1, 9)), model.variable("y", range(1, 9))
    model.add(Linear((x, y), (1, 1), "==", 4))
    return model


class Claim:
    """A run that says what it was told to say."""

    def __init__(self, solutions: list[Solution], complete: bool) -> None:
        self.solutions = solutions
        self.complete = complete
        self.statistics = Statistics()

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    def count(self) -> int:
        return len(self.solutions)


ALL: list[Solution] = [(1, 3), (2, 2), (3, 1)]

DISAGREEMENTS = [
    pytest.param(Claim(ALL[:2], True), id="a solution is missing"),
    pytest.param(Claim([], True), id="all are missing"),
    pytest.param(Claim([*ALL, (4, 4)], True), id="one too many"),
]


@pytest.mark.parametrize("claim", DISAGREEMENTS)
def test_disagreement_is_an_error(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp_sat, "start", lambda *_: claim)
    with pytest.raises(EngineError, match=r"disagree.*kernel found 3 in all.*cp-sat found "):
        list(both.start(three(), SearchOptions()))
    with pytest.raises(EngineError, match=r"disagree.*kernel found 3 in all.*cp-sat found "):
        both.start(three(), SearchOptions()).count()


@pytest.mark.parametrize("claim", [Claim([(2, 2)], True), Claim([], True)])
def test_different_optima_are_a_disagreement(claim: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    model = three()
    model.objective = {model.variables[0]: 1}
    assert list(both.start(model, SearchOptions())) == [(1, 3)]
    monkeypatch.setattr(cp_sat, "start", lambda *_: claim)
    with pytest.raises(EngineError, match="disagree"):
        list(both.start(model, SearchOptions()))


@pytest.mark.parametrize(
    ("limits", "claim", "complete"),
    [
        pytest.param(Limits(), Claim(ALL[:1], False), False, id="cp-sat was stopped"),
        pytest.param(Limits(solutions=2), Claim(ALL, True), False, id="the kernel was stopped"),
        pytest.param(
            Limits(solutions=1), Claim(ALL[2:], False), False, id="each found another solution"
        ),
    ],
)
def test_incomplete_search_is_no_disagreement(
    limits: Limits, claim: Claim, complete: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cp_sat, "start", lambda *_: claim)
    run = both.start(three(), SearchOptions(limits=limits))
    assert list(run) == ALL[: limits.solutions]
    assert run.complete is complete


def test_wrong_solution_of_incomplete_searches_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cp_sat, "start", lambda *_: Claim([(9, 9)], False))
    with pytest.raises(EngineError, match=r"such as \(9, 9\)"):
        list(both.start(three(), SearchOptions(limits=Limits(solutions=1))))
