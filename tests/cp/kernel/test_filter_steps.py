"""Equations over sets of every size: few steps, many steps, and sums too long for one go."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quincunx.cp.constraints.linear.propagators import (
    LONG_SLACK,
    MANY_STEPS,
    SMALL_PLAY,
    filter_from_nearer_end,
    filter_steps,
    nothing_to_filter,
)
from quincunx.cp.kernel.domain import bits_of, positions
from quincunx.cp.kernel.engine import Engine

few = st.sets(st.integers(0, 150), min_size=1, max_size=5)
many = st.sets(st.integers(0, 150), min_size=MANY_STEPS + 1, max_size=70)

wide = st.sets(st.integers(0, SMALL_PLAY), min_size=1, max_size=5).map(
    lambda own: own | {SMALL_PLAY}
)


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


@given(st.lists(wide, min_size=2, max_size=4), st.integers(0, 3))
def test_counting_down_from_the_largest_steps_is_the_same(steps: list[set[int]], less: int) -> None:
    steps = [own | {0} for own in steps]
    play = sum(map(max, steps))
    slack = play - less * 200
    sets = [bits_of(sorted(own)) for own in steps]
    answer = filter_from_nearer_end(Engine(), sets, slack, play)
    assert [set(positions(own)) for own in answer] == kept(steps, slack)


dense = st.builds(
    lambda most, holes: set(range(most + 1)) - holes,
    st.integers(2, 14),
    st.sets(st.integers(1, 12), max_size=4),
)
stepping = st.builds(
    lambda most, stride: set(range(0, most + 1, stride)), st.integers(4, 30), st.integers(1, 4)
)


@given(st.lists(dense | stepping, min_size=2, max_size=6), st.data())
def test_quick_test_implies_nothing_to_filter(steps: list[set[int]], data: st.DataObject) -> None:
    play, largest = sum(map(max, steps)), max(map(max, steps))
    assume(largest <= play - largest)
    slack = data.draw(st.integers(largest, play - largest))
    if nothing_to_filter([bits_of(sorted(own)) for own in steps]):
        assert kept(steps, slack) == steps
