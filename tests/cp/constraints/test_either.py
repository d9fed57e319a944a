"""Disjunction and reification: hypotheses can be interrupted, are not counted, and end."""

from collections.abc import Sequence

import pytest

from quincunx.cp import Constraint, Either
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import FAILED, ON_CHANGE, RAN, Engine, Propagator
from quincunx.cp.limits import Stopped
from tests.cp.constraints.test_domains import apart, flagged, is_, linear
from tests.cp.kernel.helpers import domains, model_of, propagated, run
from tests.cp.models import solutions


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
    pair = linear([1, 1], "==", 7)
    model = model_of(
        lambda s: Either([[pair(s[i : i + 2]) for i in range(4)], is_(s[0], 99)]), [range(9)] * 5
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


@pytest.mark.parametrize(("y", "holds"), [([6], [1]), ([5], [0]), ([5, 6], [0, 1])])
def test_fixed_alternative_without_failure_holds(y: list[int], holds: list[int]) -> None:
    model = model_of(flagged(Twice), [[0, 1], [3], y])
    assert propagated(model) == [holds, [3], y]
    assert sorted(run(model)) == solutions(model)


def test_propagation_of_hypotheses_is_not_counted() -> None:
    searching = run(model_of(apart, [range(4), range(4)]))
    assert searching.engine.propagate()
    assert searching.statistics.constraints == 1
    assert searching.statistics.resumptions == 1
