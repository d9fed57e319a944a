"""When to stop before everything was done.

Vocabulary:
  limit   a number of seconds, nodes or solutions after which a search ends; `None` is no limit,
          and 0 means that nothing is done
  cancel  a hook that is asked many times a second whether to stop
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan

from quincunx.errors import OptionError

MAX_SECONDS = 1e9
"""More than thirty years: a longer limit, `inf` included, is none."""


class Stopped(Exception):
    """A limit or a cancellation ended the work in the middle."""


@dataclass(frozen=True)
class Limits:
    """When to stop early; `None` is no limit. `cancel` is asked many times a second.

    >>> Limits(seconds=float("inf"))
    Limits(seconds=None, nodes=None, solutions=None, cancel=None)
    >>> Limits(nodes=-1)
    Traceback (most recent call last):
    quincunx.errors.OptionError: node limit is -1, expected 0 or more
    """

    seconds: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    cancel: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", checked_seconds(self.seconds))
        for name, number in (("node limit", self.nodes), ("limit", self.solutions)):
            if number is None:
                continue
            if not isinstance(number, int) or isinstance(number, bool):
                raise OptionError(f"{name} is {number!r}, expected a whole number")
            if number < 0:
                raise OptionError(f"{name} is {number}, expected 0 or more")

    def __str__(self) -> str:
        parts = [f"{self.seconds:g} s"] if self.seconds is not None else []
        parts += [f"{self.nodes:,} nodes"] if self.nodes is not None else []
        return " or ".join(parts) or "no limit"


def checked_seconds(seconds: float | None, name: str = "time limit") -> float | None:
    """A time limit that means something; one beyond any patience is none.

    >>> checked_seconds(1e300), checked_seconds(2)
    (None, 2)
    >>> checked_seconds(float("nan"))
    Traceback (most recent call last):
    quincunx.errors.OptionError: time limit is nan, expected a number of seconds, 0 or more
    """
    if seconds is None:
        return None
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or isnan(seconds) or seconds < 0:
        raise OptionError(f"{name} is {seconds!r}, expected a number of seconds, 0 or more")
    return None if seconds > MAX_SECONDS else seconds
