"""Who is answered next: light questions before heavy ones, and nobody has all places."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest

from quincunx.web.server.queue import Busy, Queue, Turn, lanes_for

LANES = lanes_for(8)
SWIFT = 4
"""So many workers are not lowered."""
LIGHT, MIDDLE, LONG = 10, 20, 60
"""Seconds that a question of each lane may take."""


@pytest.fixture
def queue() -> Queue:
    return Queue(LANES)


def begun(queue: Queue, swift: int = SWIFT) -> list[Turn]:
    """The turns that begin with so many workers that are not lowered."""
    return list(iter(partial(queue.next, swift), None))


def lower(turns: list[Turn]) -> None:
    for turn in turns:
        turn.lowered = True


def fill(queue: Queue, seconds: float, visitors: int) -> int:
    """Have visitors ask as much as they may, each at work for long; how many are at work then."""
    at_work: list[Turn] = []
    for visitor in (f"visitor {number}" for number in range(visitors)):
        with suppress(Busy):
            while queue.join(seconds, visitor, 0):
                more = begun(queue)
                lower(more)
                at_work += more
    return len(at_work)


def test_the_order_is_that_in_which_they_came(queue: Queue) -> None:
    first, second = queue.join(LIGHT, "a", 0), queue.join(LIGHT, "b", 1)
    assert begun(queue) == [first, second]
    assert queue.next(SWIFT) is None


@pytest.mark.parametrize(
    ("later", "first"),
    [
        pytest.param(1, "light", id="soon after: the light one goes first"),
        pytest.param(4, "light", id="a little later, too"),
        pytest.param(6, "long", id="who has waited for long is not overtaken any more"),
    ],
)
def test_a_light_question_overtakes_a_heavy_one(queue: Queue, later: float, first: str) -> None:
    turns = {"long": queue.join(LONG, "a", 0), "light": queue.join(LIGHT, "b", later)}
    assert queue.next(SWIFT) is turns[first]


@pytest.mark.parametrize("visitors", [1, 2, 30])
@pytest.mark.parametrize(("light", "heavy"), [(LIGHT, MIDDLE), (LIGHT, LONG), (MIDDLE, LONG)])
def test_however_many_ask_for_much_a_light_question_begins_at_once(
    queue: Queue, visitors: int, heavy: float, light: float
) -> None:
    at_work = fill(queue, heavy, visitors)
    turn = queue.join(light, "visitor 0", 0)
    assert queue.next(8 - at_work) is turn


def test_questions_that_are_not_lowered_yet_leave_workers_for_lighter_ones(queue: Queue) -> None:
    long = [queue.join(LONG, f"{n}", n) for n in range(4)]
    assert begun(queue) == long[:2]
    middle = [queue.join(MIDDLE, f"{n}", n) for n in range(4)]
    assert begun(queue) == middle[:1]
    light = queue.join(LIGHT, "a", 9)
    assert begun(queue) == [light]
    lower(long[:2])
    assert begun(queue, 2) == [], "those that are to take their places have not started yet"
    assert len(begun(queue, 4)) == 2


@pytest.mark.parametrize(
    ("seconds", "visitors", "at_work"),
    [
        pytest.param(LONG, 1, 3, id="one visitor has half of what long questions may have"),
        pytest.param(LONG, 2, 6, id="two have all of it"),
        pytest.param(LONG, 9, 6, id="and nine no more"),
        pytest.param(MIDDLE, 1, 5, id="one visitor leaves two workers for others"),
        pytest.param(MIDDLE, 9, 7, id="one is for light questions"),
        pytest.param(LIGHT, 1, 7, id="even of light questions one visitor has not all"),
        pytest.param(LIGHT, 9, 8, id="all"),
    ],
)
def test_how_many_are_at_work(queue: Queue, seconds: float, visitors: int, at_work: int) -> None:
    assert fill(queue, seconds, visitors) == at_work


@pytest.mark.parametrize(
    ("seconds", "visitors", "accepted"),
    [
        pytest.param(LONG, 1, 4, id="long ones of one visitor"),
        pytest.param(LONG, 30, 8, id="long ones of all"),
        pytest.param(LIGHT, 1, 24, id="light ones of one visitor"),
        pytest.param(LIGHT, 30, 32, id="light ones of all"),
    ],
)
def test_too_many_wait(queue: Queue, seconds: float, visitors: int, accepted: int) -> None:
    for number in range(accepted):
        queue.join(seconds, f"visitor {number % visitors}", 0)
    with pytest.raises(Busy):
        queue.join(seconds, "visitor 0", 0)


def test_who_leaves_makes_room(queue: Queue) -> None:
    waiting = [queue.join(LONG, "a", 0) for _ in range(4)]
    queue.leave(waiting[0])
    queue.join(LONG, "a", 0)
    at_work = begun(queue)
    assert waiting[0] not in at_work
    queue.leave(at_work[0])
    assert len(begun(queue)) == 1
