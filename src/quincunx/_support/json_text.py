"""Strict decoding of JSON input.

Duplicate keys in an object are refused, because it is unknown which value was meant; so are NaN,
Infinity and numbers that overflow, such as 1e999.
"""

import math
import re
from typing import Any

from quincunx.errors import PuzzleError


def decode_json(text: str) -> Any:
    """Decode JSON text; the caller puts the place in front of the message of a `PuzzleError`.

    >>> decode_json('{"target": 7, "target": 8}')
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: not valid JSON (duplicate key 'target')
    """
    import json

    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_no_number,
            parse_float=_finite,
            parse_int=_whole,
        )
    except (ValueError, RecursionError) as error:
        raise PuzzleError(f"not valid JSON ({str(error)[:100]})") from None


def begins_object(text: str) -> bool:
    """Whether a text begins like a JSON object that holds something, and not with braces of
    another kind.

    >>> begins_object('{ "target": 7'), begins_object("{7,8},_/_,_")
    (True, False)
    """
    return re.match(r'\s*\{\s*"', text) is not None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"duplicate key {key[:40]!r}")
        found[key] = value
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"a number has {len(text.lstrip('-'))} digits: too many") from None


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text[:40]} is too large")
    return number
