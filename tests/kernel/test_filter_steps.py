"""Equations over sets of every size: few steps, many steps, and sums too long for one go."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.constraints.linear.propagators import LONG_SLACK, MANY_STEPS, filter_steps
from quincunx.kernel.domain import bits_of, positions
from quincunx.kernel.engine import Engine

few = st.sets(st.integers(0, 150), min_size=1, max_size=5)
many = st.sets(st.integers(0, 150), min_size=MANY_STEPS + 1, max_size=70)


def kept(steps: list[set[int]], slack: int) -> list[set[int]]:
    """Worked out with sets: a step stays when the others have steps that complete it."""
    found = []
    for place, own in enumerate(steps):
        reached = {0}
        for other in steps[:place] + steps[place + 1 :]:
            reached = {a + b for a, b in product(reached, other)}
        found.append({step for step in own if slack - step in reached})
    return found if all(found) else []


@given(st.lists(few | many, min_size=2, max_size=4), st.integers(0, 450))
def test_a_step_stays_when_the_others_complete_it(steps: list[set[int]], slack: int) -> None:
    answer = filter_steps(Engine(), [bits_of(sorted(own)) for own in steps], slack)
    assert [set(positions(own)) for own in answer] == kept(steps, slack)


@pytest.mark.parametrize("stride", [61, 997])
def test_long_sums_are_no_exception(stride: int) -> None:
    """Sums beyond `LONG_SLACK` are computed in pieces."""
    slack = 3 * LONG_SLACK
    steps = [
        set(range(0, slack, stride)),
        set(range(5, slack, 4 * stride)) | {slack - stride},
        {0, 7, slack // 2, slack - 5},
    ]
    answer = filter_steps(Engine(), [bits_of(sorted(own)) for own in steps], slack)
    assert [set(positions(own)) for own in answer] == kept(steps, slack)
