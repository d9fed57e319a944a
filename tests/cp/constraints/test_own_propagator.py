"""A constraint with a propagator of its own, in plain Python.

It works in a compiled install too: the tests run with both.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from quincunx.cp.constraints import Constraint
from quincunx.cp.engines import start
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import ENTAILED, FAILED, ON_BOUNDS, RAN, Engine, Propagator
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions


class AtMostTwice(Constraint):
    """The second variable is at most twice the first."""

    def check(self, values: Sequence[int]) -> bool:
        return values[1] <= 2 * values[0]

    def propagators(self, builder: EngineBuilder) -> list[Propagator]:
        return [Halving(builder.scope(self.variables), ON_BOUNDS, slow=False)]


class Halving(Propagator):
    """Cuts both to what the other leaves."""

    runs = 0

    def propagate(self, engine: Engine) -> int:
        type(self).runs += 1
        x, y = self.variables
        if not engine.narrow(y, y.at_most(2 * x.most())):
            return FAILED
        if not engine.narrow(x, x.at_least((y.least() + 1) // 2)):
            return FAILED
        return ENTAILED if y.most() <= 2 * x.least() else RAN


def test_plain_python_propagator_runs() -> None:
    model = Model()
    x, y = model.variable("x", range(6)), model.variable("y", range(5, 9))
    model.add(AtMostTwice((x, y)))
    run = start(model, SearchOptions())
    assert sorted(run) == [
        (a, b) for a in range(6) for b in range(5, 9) if model.check((a, b)) and b <= 2 * a
    ]
    assert Halving.runs > 0
    assert run.statistics.entailments > 0


@pytest.mark.another_solver
def test_other_solvers_get_its_table() -> None:
    model = Model()
    x, y = model.variable("x", range(6)), model.variable("y", range(5, 9))
    model.add(AtMostTwice((x, y)))
    ours = sorted(start(model, SearchOptions()))
    assert sorted(start(model, SearchOptions(engine="cp-sat"))) == ours


def test_constraint_without_propagator_is_checked() -> None:
    """Without a propagator, and with too many combinations for a table."""

    class Halves(Constraint):
        def check(self, values: Sequence[int]) -> bool:
            return 2 * values[0] == values[1]

    model = Model()
    x, y = model.variable("x", range(1000)), model.variable("y", range(1990, 2000))
    model.add(Halves((x, y)))
    found = start(model, SearchOptions(["ff"]))
    assert sorted(found) == [(half, 2 * half) for half in range(995, 1000)]
