"""Disjunction and reification: alternatives, flags, and how strongly they propagate."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.all_different import AllDifferent
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.constraints.table import Rows, Table
from quincunx.cp.constraints.times import Times
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.limits import Stopped
from quincunx.cp.model import Model, Variable
from quincunx.cp.options import Consistency
from quincunx.errors import ModelError
from tests.cp.constraints.helpers import B, D, Domains, Make, R, assert_left, model_of
from tests.cp.kernel.helpers import domains, propagated, run
from tests.cp.models import models, solutions, supported


def is_(variable: Variable, *values: int) -> Constraint:
    return Table((variable,), Rows(tuple((value,) for value in values)))


def at_most(variable: Variable, value: int) -> Constraint:
    return Linear((variable,), (1,), "<=", value)


def sums(variables: Sequence[Variable], total: int) -> Constraint:
    return Linear(tuple(variables), (1,) * len(variables), "==", total)


def apart(scope: tuple[Variable, ...]) -> Constraint:
    """The last two variables differ by three or more; a flag, if there is one, comes first."""
    *flag, x, y = scope
    smaller, larger = Linear((x, y), (1, -1), "<=", -3), Linear((x, y), (1, -1), ">=", 3)
    return Either([smaller, larger], *flag)


def two_ways(s: tuple[Variable, ...]) -> Constraint:
    """x and y are 1 and 2, or 3 and 4; or x is 3 and y is 9."""
    return Either(
        [[is_(s[0], 1), is_(s[1], 2)], [is_(s[0], 3), is_(s[1], 4)], [is_(s[0], 3), is_(s[1], 9)]]
    )


def flagged(make: Callable[[tuple[Variable, ...]], Constraint]) -> Make:
    """The first variable says whether something holds of the others."""
    return lambda scope: Either([make(scope[1:])], scope[0])


FLAG = [0, 1]

ROWS: list[tuple[Make, str, Domains, Domains | None, str]] = [
    # at least one
    (apart, D, [R(0, 4), R(0, 4)], [[0, 3], [0, 3]], "0 and 3, either way: 1 and 2 are in none"),
    (apart, B, [R(0, 4), R(0, 4)], [R(0, 4), R(0, 4)], "B waits until one is left"),
    (apart, D, [R(0, 4), R(1, 4)], [[0], [3]], "only the first"),
    (apart, B, [R(0, 4), R(1, 4)], [[0], [3]], "only the first, for B too"),
    (apart, D, [R(0, 3), R(0, 3)], None, "neither"),
    (apart, B, [R(0, 3), R(0, 3)], None, "neither"),
    (two_ways, D, [R(0, 9), R(0, 10)], [[1, 3], [2, 4, 9]], "what any of the three leaves"),
    (two_ways, B, [R(0, 9), R(0, 10)], [R(0, 9), R(0, 10)], "B leaves all three open"),
    (two_ways, D, [R(2, 9), R(0, 10)], [[3], [4, 9]], "two are left, which agree on x"),
    (two_ways, B, [R(0, 3), R(0, 10)], [[1], [2]], "the last one is required"),
    (lambda s: Either([]), D, [[1]], None, "none of none"),
    (lambda s: Either([], s[0]), D, [[0, 1]], [[0]], "as its flag says"),
    (lambda s: Either([[], is_(s[0], 7)]), D, [R(9)], [R(9)], "nothing at all always holds"),
    (
        lambda s: Either([Either([is_(s[0], 1), is_(s[0], 2)]), [is_(s[0], 5), is_(s[1], 5)]]),
        D,
        [R(9), R(9)],
        [[1, 2, 5], R(9)],
        "one within another",
    ),
    (
        lambda s: Either([sums((s[0], s[0], s[1]), 5), is_(s[1], 9)]),
        D,
        [R(0, 2), R(10)],
        [[0, 1], [3, 5, 9]],
        "a variable named again: 2x + y = 5",
    ),
    (
        lambda s: Either([is_(s[0], 10**30), is_(s[0], 7)]),
        D,
        [[7, 8, 10**30]],
        [[7, 10**30]],
        "any size",
    ),
    # flags
    (apart, D, [FLAG, R(0, 4), R(0, 4)], [FLAG, R(0, 4), R(0, 4)], "either or neither"),
    (apart, D, [[1], R(0, 4), R(0, 4)], [[1], [0, 3], [0, 3]], "either"),
    (apart, D, [FLAG, [0], [3]], [[1], [0], [3]], "the flag says so"),
    (apart, D, [FLAG, R(0, 3), R(0, 3)], [[0], R(0, 3), R(0, 3)], "neither, says the flag"),
    (apart, B, [[0], R(0, 5), [0]], [[0], [0, 1, 2], [0]], "neither: x < y + 3"),
    (apart, D, [R(-5, 5), [0], R(0, 5)], [FLAG, [0], R(0, 5)], "a flag is 0 or 1"),
    (apart, D, [[0], [0], [3, 4]], None, "one does hold"),
    (
        flagged(lambda s: at_most(s[0], 3)),
        D,
        [FLAG, R(0, 3)],
        [[1], R(0, 3)],
        "it holds in any case",
    ),
    (
        flagged(lambda s: at_most(s[0], 3)),
        D,
        [FLAG, R(4, 6)],
        [[0], R(4, 6)],
        "it fails in any case",
    ),
    (flagged(lambda s: at_most(s[0], 3)), D, [FLAG, R(0, 6)], [FLAG, R(0, 6)], "who knows"),
    (flagged(lambda s: at_most(s[0], 3)), B, [[0], R(0, 6)], [[0], [4, 5]], "so it is larger"),
    (flagged(lambda s: at_most(s[0], 3)), B, [[1], R(0, 6)], [[1], R(0, 4)], "so it is not larger"),
    (
        flagged(lambda s: sums(s, 4)),
        D,
        [[0], [1], R(0, 6)],
        [[0], [1], [0, 1, 2, 4, 5]],
        "not 1 + 3",
    ),
    (flagged(lambda s: sums(s, 4)), D, [[0], [1, 2], R(3, 9)], [[0], [1, 2], R(3, 9)], "not yet"),
    (flagged(AllDifferent), D, [FLAG, [1, 2], [3]], [[1], [1, 2], [3]], "different anyway"),
    (flagged(AllDifferent), D, [FLAG, [1, 2], [2]], [FLAG, [1, 2], [2]], "different or not"),
    (
        flagged(AllDifferent),
        D,
        [[0], [1, 2], [2]],
        [[0], [2], [2]],
        "one is open: only 2 is the same",
    ),
    (flagged(AllDifferent), D, [[0], [1, 2], R(1, 4)], [[0], [1, 2], R(1, 4)], "two are open"),
    (flagged(Times), D, [[0], [2], R(1, 4), [6]], [[0], [2], [1, 2], [6]], "not 2 · 3"),
    (flagged(Times), D, [[0], [2], [3], [6]], None, "2 · 3 is 6"),
    (
        flagged(lambda s: Either([at_most(s[0], 3), at_most(s[1], 3)])),
        B,
        [[0], R(0, 6), R(0, 6)],
        [[0], [4, 5], [4, 5]],
        "neither of two within",
    ),
    (
        lambda s: Either([[at_most(s[1], 3), at_most(s[2], 3)]], s[0]),
        B,
        [[0], R(0, 3), R(0, 6)],
        [[0], R(0, 3), [4, 5]],
        "not both, and one holds anyway",
    ),
    (lambda s: Either([is_(s[0], 0)], s[0]), D, [R(3)], [FLAG], "denies itself: to be tried"),
]


@pytest.mark.parametrize(("make", "consistency", "before", "after", "why"), ROWS)
def test_domains_in_domains_out(
    make: Make, consistency: Consistency, before: Domains, after: Domains | None, why: str
) -> None:
    assert_left(make, consistency, before, after, why)


@settings(max_examples=50)
@given(st.data())
def test_every_value_that_no_alternative_leaves_is_removed(data: st.DataObject) -> None:
    """Where each alternative is one table, what is left is what some solution has."""
    model = data.draw(models(kinds=["table"], most_variables=4, repeats=False))
    tables = model.constraints
    model.constraints = []
    model.add(Either(tables))
    assert propagated(model) == supported(model)


class Counting:
    """A poll that has had enough after so many calls."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.calls = 0

    def poll(self) -> int:
        self.calls += 1
        if self.calls > self.most:
            raise Stopped
        return 1


def test_propagation_of_a_hypothesis_can_be_interrupted() -> None:
    model = model_of(
        lambda s: Either([[sums(s[i : i + 2], 7) for i in range(4)], is_(s[0], 99)]), [R(9)] * 5
    )
    engine = Engine()
    builder = EngineBuilder(engine, domain_consistent=True)
    for variable in model.variables:
        builder.variable(variable)
    (propagator,) = builder.post(model.constraints[0])
    before = domains(engine)
    stopped = 0
    for most in range(1, 60):
        engine.poll = Counting(most).poll
        engine.tick(1 << 31)
        try:
            assert engine.run_alone(propagator)
            break
        except Stopped:
            stopped += 1
            assert domains(engine) == before
    assert stopped > 1, "a shadow that does not poll cannot be stopped"
    assert domains(engine) == propagated(model)


class Twice(Constraint):
    """The second variable is twice the first."""

    def check(self, values: Sequence[int]) -> bool:
        return values[1] == 2 * values[0]

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [NeverDone(builder.scope(self.variables), ON_CHANGE, slow=False)]


class NeverDone(Propagator):
    """Waits for the first variable, and never says that nothing is left to do."""

    def propagate(self, engine: Engine) -> int:
        x, y = self.variables
        found = not x.fixed() or engine.narrow(y, y.bits & y.bit(2 * x.least()))
        return RAN if found else FAILED


@pytest.mark.parametrize(("y", "holds"), [([6], [1]), ([5], [0]), ([5, 6], FLAG)])
def test_fixed_alternative_without_failure_holds(y: list[int], holds: list[int]) -> None:
    model = model_of(flagged(Twice), [FLAG, [3], y])
    assert propagated(model) == [holds, [3], y]
    assert sorted(run(model)) == solutions(model)


def test_propagation_of_hypotheses_is_not_counted() -> None:
    searching = run(model_of(apart, [R(0, 4), R(0, 4)]))
    assert searching.engine.propagate()
    assert searching.statistics.constraints == 1
    assert searching.statistics.resumptions == 1


def test_wrong_alternatives_are_refused() -> None:
    model = Model()
    x = model.variable("x", R(3))
    one = is_(x, 1)
    with pytest.raises(ModelError, match="Either: 7 is not a constraint"):
        Either([[one, 7]])  # type: ignore[list-item]
    with pytest.raises(ModelError, match="7 is not a variable of a model"):
        Either([one], 7)  # type: ignore[arg-type]
