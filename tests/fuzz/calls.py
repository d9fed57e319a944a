"""Every public function, called with values of wrong types, wrong sizes and wrong contents.

A call may return, raise a `QuincunxError`, or pass on an `OSError` of the system; any other
exception is a failure.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import quincunx
from quincunx.errors import QuincunxError
from tests.fuzz.target import Target, reproduction, scratch_folder, within

CALL_SECONDS = 20
MAX_MESSAGE = 2000

PUZZLES = ("c-note/1", "aztec-math:8/__/_9_/8__2", "power-strike:2:6,_,_,_,_", "multi-balance/62")

ARGUMENTS: dict[str, Any] = {
    "puzzle": PUZZLES[0],
    "puzzles": [PUZZLES[0]],
    "solution": [[85, 7, 8], [13, 15, 72], [2, 78, 20]],
    "text": "Answer: [[85, 7, 8], [13, 15, 72], [2, 78, 20]]",
    "document": {"family": "c-note", "target": 100, "grid": [[8, 8], [1, 2]]},
    "family": "c-note",
    "families": "c-note",
    "number": 1,
    "path": "missing.json",
    "folder": "missing",
}
"""Right values of the arguments that have no default."""

OPTIONS = ("labeling", "consistency", "seed", "strategy", "engine", "node_limit", "cancel")
"""Those that `solve` and its relatives take as keywords."""

CHEAP = {"time_limit": 1, "jobs": 1}
"""What keeps a call short, wherever it is an argument."""

odd_values = st.sampled_from(
    [
        *(None, True, False, 0, 1, -1, 3, 10**400, 0.5, float("nan"), float("inf"), 1j),
        *("", " ", "x", "c-note/1", "c-note:", "ff,up", "é\0", "9" * 5000, b"", b"ff"),
        *([], [None], [[]], (), {}, {"family": 3}, {1: 2}, set(), frozenset({1})),
        *(range(3), object(), Path(), str, print, lambda *_: None),
    ]
)


def functions() -> dict[str, Callable[..., Any]]:
    """The public functions by name."""
    public = ((name, getattr(quincunx, name)) for name in quincunx.__all__)
    return {name: value for name, value in public if inspect.isfunction(value)}


def settle(result: Any) -> None:
    """Use what a call returned, as its caller would."""
    if isinstance(result, Iterator):
        list(islice(result, 2))
    str(result)


@st.composite
def wrong_calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A public function, and arguments of which one or two are odd."""
    name, function = draw(st.sampled_from(sorted(functions().items())))
    parameters = inspect.signature(function).parameters
    names = [name for name, one in parameters.items() if one.kind is not one.VAR_KEYWORD]
    searches = any(
        one.kind is one.VAR_KEYWORD and one.name == "options" for one in parameters.values()
    )
    if searches:
        names += OPTIONS
    right = {name: ARGUMENTS[name] for name in names if name in ARGUMENTS}
    right |= {name: value for name, value in CHEAP.items() if name in names}
    if searches:
        right["time_limit"] = 1
    if "puzzle" in names:
        right["puzzle"] = draw(st.sampled_from(PUZZLES))
    wrong = draw(st.dictionaries(st.sampled_from(names), odd_values, min_size=1, max_size=2))
    return name, {**right, **wrong}


def wrong_types(call: tuple[str, dict[str, Any]]) -> None:
    name, arguments = call
    reproduction.append(f"quincunx.{name}(**{arguments!r})")
    function = functions()[name]
    with scratch_folder(), within(CALL_SECONDS):
        message = "returned"
        try:
            settle(function(**arguments))
        except QuincunxError as error:
            message = str(error)
        except OSError:
            return  # The system refuses the name of a file.
    assert message.strip(), "an error without words"
    assert "\n" not in message, "an error of several lines"
    assert len(message) < MAX_MESSAGE, "an error that repeats all of its input"


TARGETS = {"wrong types": Target(wrong_types, (wrong_calls(),))}
