"""What the tests of all families throw at their readers: data of any shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from quincunx.errors import PuzzleError

Read = TypeVar("Read")

json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
)
"""Anything a JSON text can hold."""


def read_or_refused(read: Callable[[], Read], place: str) -> Read | None:
    """What was read, or nothing if it was refused in one line that begins with the place."""
    try:
        return read()
    except PuzzleError as error:
        message = str(error)
    assert message.startswith(place)
    assert "\n" not in message
    return None
