"""What the tests of all families throw at their readers: data of any shape, and of nearly the
right one."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from quincunx.errors import PuzzleError

Read = TypeVar("Read")

json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
)
"""Anything a JSON text can hold."""


@st.composite
def changed_data(draw: st.DrawFn, data: Any) -> Any:
    """JSON data with a few of its values replaced, repeated or left out."""
    changed = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 2))):
        places = list(_places(changed))
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        value = holder[key]
        near = st.integers(value - 2, value + 2) if type(value) is int else st.nothing()
        change = draw(st.sampled_from(["replace", "replace", "repeat", "leave out"]))
        if change == "replace" or isinstance(holder, dict):
            holder[key] = draw(near | st.none() | st.integers(-1, 12) | json_data)
        elif change == "repeat":
            holder.insert(key, value)
        else:
            del holder[key]
    return changed


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every value within some data, by what holds it and the key or place there."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in list(inside):
        yield data, key
        if isinstance(value, dict | list):
            yield from _places(value)


def refusal(read: Callable[..., object], *arguments: Any) -> str:
    """The message with which something is refused, one line."""
    with pytest.raises(PuzzleError) as refused:
        read(*arguments)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def read_or_refused(read: Callable[[], Read], place: str) -> Read | None:
    """What was read, or nothing if it was refused in one line that begins with the place."""
    try:
        return read()
    except PuzzleError as error:
        message = str(error)
    assert message.startswith(place)
    assert "\n" not in message
    return None
