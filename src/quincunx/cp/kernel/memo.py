"""Results remembered by the domains that they were computed from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from quincunx.cp.kernel.engine import Variable

T = TypeVar("T")

MAX_REMEMBERED: Final = 4_096
"""Maximum number of results of one function: each takes about half a kilobyte."""


class Remembered(Generic[T]):
    """A function of the current domains of some variables, computed once for each combination.

    Reasoning returns to the same domains again and again: it takes the same look before and after
    changes elsewhere, tries values one after the other, and makes moves again without some others.
    Results must not be modified.
    """

    def __init__(self, variables: list[Variable], compute: Callable[[], T]) -> None:
        self.variables = variables
        self.compute = compute
        self.known: dict[tuple[int, ...], T] = {}

    def __call__(self) -> T:
        domains = tuple([variable.bits for variable in self.variables])
        if domains in self.known:
            return self.known[domains]
        found = self.compute()
        if len(self.known) >= MAX_REMEMBERED:
            self.known.clear()
        self.known[domains] = found
        return found
