"""What is remembered of a line is what would be worked out anew."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from quincunx.cp.kernel.engine import Engine, Propagator, Variable
from quincunx.families.multi_balance import lever
from quincunx.families.multi_balance.lever import DomainCache
from quincunx.families.multi_balance.reasoning import FulcrumPropagator, TorqueWays

DIGITS = 4
ALL = (1 << DIGITS + 1) - 1


def cells(engine: Engine, number: int) -> list[Variable]:
    return [engine.add_variable(ALL, DIGITS + 1, 0, []) for _ in range(number)]


def test_the_same_is_worked_out_once_until_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lever, "MAX_CACHED", 2)
    (cell,) = cells(Engine(), 1)
    asked: list[int] = []

    def work_out() -> int:
        asked.append(cell.bits)
        return cell.bits.bit_count()

    count = DomainCache([cell], work_out)
    for bits, answer in ((1, 1), (3, 2), (1, 1), (3, 2), (7, 3), (7, 3), (1, 1)):
        cell.bits = bits
        assert count() == answer
    assert asked == [1, 3, 7, 1]


@pytest.mark.parametrize(
    "look",
    [
        lambda some: TorqueWays(some, (-2, -1, 1, 3), 100),
        lambda some: FulcrumPropagator(some, (-2, 1), (-1, 2), by_torque=True),
        lambda some: FulcrumPropagator(some, (-2, 1), (-1, 2), by_torque=False),
    ],
    ids=["ways", "torques", "sides"],
)
def test_who_remembers_says_what_a_newcomer_says(
    look: Callable[[list[Variable]], Propagator],
) -> None:
    engine = Engine()
    line = cells(engine, 4)
    remembers = look(line)
    dice = Random(1)
    seen = set()
    for _ in range(2_000):
        for cell in line:
            cell.bits = dice.choice((ALL, ALL & ~1, 1, 1 << dice.randrange(DIGITS + 1)))
        said = [_said(engine, line, one) for one in (remembers, look(line))]
        assert said[0] == said[1]
        seen.add(tuple(said[0]) if said[0] else None)
    assert None in seen
    assert len(seen) > 5


def _said(engine: Engine, line: list[Variable], propagator: Propagator) -> list[int] | None:
    """What is left of the cells; None if that is a contradiction."""
    mark = engine.mark()
    goes_on = engine.run_alone(propagator)
    left = [cell.bits for cell in line]
    engine.undo(*mark)
    return left if goes_on else None
