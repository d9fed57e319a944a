"""Arguments of public functions, compared with their annotations before any work."""

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from quincunx.errors import OptionError, short_repr

C = TypeVar("C", bound=str)
T = TypeVar("T", bound=Callable[..., Any])

NAMES: Mapping[object, str] = {
    str: "a text", bool: "true or false", int: "a whole number", float: "a number",
    NoneType: "None", os.PathLike: "a path", Callable: "a function", Any: "anything",
}  # fmt: skip
"""How messages call a type; others have the names of their classes."""
MAX_FLOAT = 10**308
"""Whole numbers from here on have no float."""


def require_choice(value: object, choices: Iterable[C], unknown: str) -> C:
    """The choice that the value is; otherwise an error that begins with `unknown` lists all.

    >>> require_choice("slow", ("bounds", "domain"), "unknown consistency")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown consistency 'slow', expected one of bounds, domain
    """
    for choice in choices:
        if isinstance(value, str) and value == choice:
            return choice
    raise OptionError(f"{unknown} {short_repr(value)}, expected one of {', '.join(choices)}")


def checked(callee: T) -> T:
    """Decorate a function, or a class, so that it refuses arguments of other types than annotated.

    >>> @checked
    ... def repeat(text: str, times: int | None = None) -> str:
    ...     return text * (times or 2)
    >>> repeat("no", times="3")
    Traceback (most recent call last):
    quincunx.errors.OptionError: repeat: times is '3', expected a whole number or None
    """
    made: Any = callee
    if isinstance(made, type):
        made.__init__ = _checked(made.__init__, made.__qualname__)  # type: ignore[misc]
    else:
        made = _checked(made, made.__qualname__)
    return cast(T, made)


def _checked(function: Any, place: str) -> Any:
    names = list(inspect.signature(function).parameters)
    notes, namespace = function.__annotations__, function.__globals__
    hints: dict[str, Any] = {}

    @wraps(function)
    def compare(*arguments: Any, **keywords: Any) -> Any:
        if not hints:
            # Names for type checkers alone may be in what is returned.
            taken = {name: kind for name, kind in notes.items() if name != "return"}
            hints.update(get_type_hints(SimpleNamespace(__annotations__=taken), namespace))
        for name, value in (*zip(names, arguments, strict=False), *keywords.items()):
            if name in hints and not fits(value, hints[name]):
                expected = expectation(hints[name])
                raise OptionError(f"{place}: {name} is {short_repr(value)}, expected {expected}")
        return function(*arguments, **keywords)

    return compare


def fits(value: object, kind: Any) -> bool:
    """Whether a value has the type of an annotation, with its elements.

    >>> fits([1, "2"], list[int]), fits("12", list[str]), fits(True, int), fits(1, float | None)
    (False, False, False, True)
    >>> fits([1.0, 2], tuple[float, float])  # a list does for a tuple
    True
    """
    if type(value) is kind:  # the most frequent case
        return True
    kind = (isinstance(kind, TypeVar) and kind.__bound__) or kind
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    if origin is Literal:
        return isinstance(value, str | int) and value in inner
    if origin is Callable:
        return callable(value)
    if origin is float and type(value) is int:
        return abs(value) < MAX_FLOAT
    if origin is int and isinstance(value, bool):
        return False
    if origin is Any or not isinstance(origin, type):
        return True
    if origin is tuple and isinstance(value, list):
        value = tuple(value)
    text = isinstance(value, str | bytes) and issubclass(origin, Iterable)
    if not isinstance(value, origin) or (text and origin not in (str, bytes)):
        return False
    if not inner or not isinstance(value, Collection):
        return True  # iterating over other things may use them up
    if isinstance(value, Mapping) and len(inner) == 2:
        return all(fits(key, inner[0]) and fits(value[key], inner[1]) for key in value)
    if origin is tuple and inner[-1] is not ...:
        return len(value) == len(inner) and all(map(fits, value, inner))
    return all(fits(one, inner[0]) for one in value)


def expectation(kind: Any) -> str:
    """The type of an annotation in words.

    >>> expectation(Mapping[str, float | None]), expectation(Literal["a", "b"] | list[int])
    ('a mapping from a text to a number or None', "'a' or 'b' or a list, each a whole number")
    """
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType, Literal):
        return " or ".join(repr(one) if origin is Literal else expectation(one) for one in inner)
    if origin in NAMES or not isinstance(origin, type):
        return NAMES.get(origin, "anything")
    if issubclass(origin, Mapping):
        return (
            "a mapping"
            if Any in inner
            else f"a mapping from {' to '.join(map(expectation, inner))}"
        )
    if inner and issubclass(origin, Iterable):
        return f"a list, each {expectation(inner[0])}"
    return f"{'an' if origin.__name__[0] in 'AEIOU' else 'a'} {origin.__name__}"
