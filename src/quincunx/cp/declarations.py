"""How variables are declared: by bounds, many at once, in lists and in lists of lists."""

from __future__ import annotations

import builtins
from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from quincunx.cp.expressions import Array
from quincunx.errors import ModelError, short_repr

if TYPE_CHECKING:
    from quincunx.cp.model import Variable

MAX_VARIABLES = 10_000_000
"""Maximum number of variables in one shape."""

Bound: TypeAlias = "builtins.int | Iterable[builtins.int]"
ArrayShape: TypeAlias = "builtins.int | Iterable[builtins.int] | None"


class Declarations(ABC):
    """The methods of a model that declare variables."""

    @abstractmethod
    def variable(self, name: str, values: Iterable[builtins.int]) -> Variable:
        """Add a variable that takes one of these values."""

    def int(self, name: str, low: Bound, high: builtins.int | None = None) -> Variable:
        """Add a variable from `low` to `high`, or with the values of an iterable.

        Args:
            name: The name in output and error messages.
            low: The smallest value; or all values, without `high`.
            high: The largest value.

        >>> from quincunx import cp
        >>> model = cp.Model()
        >>> model.int("x", 1, 6), model.int("y", [2, 3, 5])
        (<x in 1..6>, <y in {2, 3, 5}>)
        """
        return self.variable(name, _values(name, low, high))

    def ints(
        self,
        names: str | Iterable[str],
        low: Bound,
        high: builtins.int | None = None,
        shape: ArrayShape = None,
    ) -> Array:
        """Add variables with the same domain, one for each name or one for each place of a shape.

        Args:
            names: Names, in a list or separated by spaces; with `shape`, the part before the index.
            low: As for `int`.
            high: As for `int`.
            shape: The length of a list, or the lengths of nested lists.

        >>> from quincunx import cp
        >>> model = cp.Model()
        >>> model.ints("x y", 0, 1)
        [<x in 0..1>, <y in 0..1>]
        >>> model.ints("q", 1, 3, shape=(2, 2))
        [[<q[0,0] in 1..3>, <q[0,1] in 1..3>], [<q[1,0] in 1..3>, <q[1,1] in 1..3>]]
        """
        values = _values(names, low, high)
        if not isinstance(values, range):
            values = list(values)
        if shape is not None:
            if not isinstance(names, str):
                raise ModelError(f"names {short_repr(names)}, expected a text before the index")
            sizes = shape if isinstance(shape, Iterable) else [shape]
            lengths = [_length(size, names) for size in sizes]
            if prod(lengths) > MAX_VARIABLES:
                raise ModelError(f"{names}: too many, expected up to {MAX_VARIABLES:,} variables")
            return self._shaped(names, lengths, (), values)  # type: ignore[no-any-return]
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if not isinstance(names, Iterable):
            raise ModelError(f"names are {short_repr(names)}, expected such as 'x y z'")
        return Array([self.variable(name, values) for name in names])

    def bool(self, name: str) -> Variable:
        """Add a variable of 0 and 1, which is a condition."""
        return self.int(name, 0, 1)

    def bools(self, names: str | Iterable[str], shape: ArrayShape = None) -> Array:
        """Add variables of 0 and 1, as `ints` does."""
        return self.ints(names, 0, 1, shape)

    def _shaped(
        self,
        name: str,
        lengths: list[builtins.int],
        at: tuple[builtins.int, ...],
        values: Iterable[builtins.int],
    ) -> Any:
        if not lengths:
            return self.variable(f"{name}[{','.join(map(str, at))}]", values)
        first, *rest = lengths
        return Array(self._shaped(name, rest, (*at, i), values) for i in range(first))


def _values(name: object, low: Bound, high: builtins.int | None) -> Iterable[builtins.int]:
    """The values from `low` to `high`, or those of an iterable."""
    name = name if isinstance(name, str) else "variables"
    if high is None and isinstance(low, Iterable) and not isinstance(low, str):
        return low
    first, last = _bound(low, f"{name}: ", "lower"), _bound(high, f"{name}: ", "upper")
    if first > last:
        raise ModelError(
            f"{name}: from {short_repr(first)} to {short_repr(last)}, expected at least one value"
        )
    return range(first, last + 1)


def _bound(end: object, place: str, which: str) -> builtins.int:
    if isinstance(end, builtins.bool) or not hasattr(end, "__index__"):
        missing = f"no {which} bound" if end is None else f"a bound is {short_repr(end)}"
        raise ModelError(f"{place}{missing}, expected an integer")
    return builtins.int(end.__index__())


def _length(length: object, name: object) -> builtins.int:
    number = length.__index__() if hasattr(length, "__index__") else -1
    if number < 0:
        raise ModelError(f"{name}: shape with {short_repr(length)}, expected lengths of 0 or more")
    return builtins.int(number)
