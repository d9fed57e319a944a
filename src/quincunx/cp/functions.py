"""Functions of expressions, named like Python's own functions of numbers.

>>> from quincunx import cp
>>> model = cp.Model()
>>> x, y, z = model.ints("x y z", 0, 9)
>>> cp.sum([x, y, 3]), cp.max(x, y), cp.all_different(x, y + 1, z + 2), cp.any([x > 1, y == z])
(<x + y + 3>, <max(x, y)>, <all different: x, y + 1, z + 2>, <x >= 2 or y == z>)
"""

from collections.abc import Iterable

from quincunx.cp.expressions import (
    Condition,
    Different,
    Expression,
    Function,
    Junction,
    Sum,
    as_tuple,
    condition,
    operand,
    total,
)
from quincunx.errors import ModelError


def sum(terms: Iterable[object]) -> Sum:
    """The sum of expressions; conditions count as 1 or 0."""
    return total((1, term) for term in as_tuple(terms, "sum", "some expressions"))


def min(*terms: object) -> Expression:
    """The smallest of some expressions, given one by one or as a list."""
    return _best("min", terms)


def max(*terms: object) -> Expression:
    """The largest of some expressions, given one by one or as a list."""
    return _best("max", terms)


def all_different(*terms: object) -> Condition:
    """The condition that all expressions, given one by one or in nested lists, differ."""
    return Different(tuple(map(operand, _flat(terms))))


def all(*conditions: object) -> Condition:
    """The condition that all of these hold."""
    return Junction(tuple(map(condition, _flat(conditions))), True)


def any(*conditions: object) -> Condition:
    """The condition that at least one of these holds."""
    return Junction(tuple(map(condition, _flat(conditions))), False)


def _best(name: str, terms: tuple[object, ...]) -> Expression:
    flat = _flat(terms)
    if not flat:
        raise ModelError(f"{name} of nothing, expected at least one number")
    return Function(name, tuple(map(operand, flat)))


def _flat(items: Iterable[object]) -> list[object]:
    """The items, with nested iterables flattened."""
    found: list[object] = []
    for item in items:
        inner = isinstance(item, Iterable) and not isinstance(item, str)
        found += _flat(item) if inner else [item]  # type: ignore[arg-type]
    return found
