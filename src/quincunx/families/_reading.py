"""Reading what people and programs hand in: whole numbers, lists and texts, strictly.

Every function takes the `place` it speaks of ("c-note: row 2") and raises a `PuzzleError` of one
line that begins with it. Nothing here believes in the size of what it is given: lengths are
looked at before anything is converted, printed or copied.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quincunx.decoding import decode_json
from quincunx.errors import PuzzleError
from quincunx.families import shorten

_CANONICAL = re.compile(r"0|-?[1-9][0-9]*")
_SPOKEN = 10**15
"""Bounds from here on are said as a number of digits."""


def whole(value: object, place: str, least: int, most: int, also: str = "") -> int:
    """The value itself, if it is a whole number within bounds; `True` and `3.0` are not.

    `also` is what the caller would have taken as well, for the message.

    >>> whole(7, "c-note: target", 1, 100)
    7
    >>> whole(True, "c-note: target", 1, 100)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: target is true, expected a whole number from 1 to 100
    """
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise PuzzleError(f"{place} is {shown(value)}, expected {_whole_within(least, most, also)}")


def whole_text(text: str, place: str, least: int, most: int, also: str = "") -> int:
    """The whole number a text spells in the one canonical way: ASCII digits, no leading zeros.

    >>> whole_text("42", "c-note: target", 1, 100)
    42
    >>> whole_text("042", "c-note: target", 1, 100)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: target is '042', expected a whole number from 1 to 100
    """
    longest = len(str(max(abs(least), most))) + 1
    if len(text) <= longest and _CANONICAL.fullmatch(text):
        number = int(text)
        if least <= number <= most:
            return number
    raise PuzzleError(f"{place} is {shown(text)}, expected {_whole_within(least, most, also)}")


def items(value: object, place: str, what: str, least: int, most: int) -> Sequence[object]:
    """The value itself, if it is a list of so many things (`what` in the plural).

    >>> items([[1, 2]], "c-note: grid", "rows", 2, 30)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: grid has 1 row, expected 2 to 30
    """
    expected = str(least) if least == most else f"{least} to {most}"
    one = what.removesuffix("s")
    if not isinstance(value, list | tuple):
        listed = f"{expected} {one if most == 1 else what}"
        raise PuzzleError(f"{place} is {shown(value)}, expected a list of {listed}")
    if not least <= len(value) <= most:
        counted = f"{len(value)} {one if len(value) == 1 else what}"
        raise PuzzleError(f"{place} has {counted}, expected {expected}")
    return value


def refuse_long(text: str, place: str, most: int) -> None:
    """Refuse a text longer than any puzzle or answer can be, before it is taken apart.

    >>> refuse_long("1" * 5000, "c-note: puzzle", 1000)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: puzzle has 5000 characters, expected at most 1000
    """
    if len(text) > most:
        raise PuzzleError(f"{place} has {len(text)} characters, expected at most {most}")


def answer_data(data: object, place: str, most: int) -> object:
    """A solution as it was handed in, with JSON text decoded; any other text stays as it is.

    >>> answer_data("[[1, 2], [3, 4]]", "c-note: solution", 1000)
    [[1, 2], [3, 4]]
    >>> answer_data(" 1,2/3,4 ", "c-note: solution", 1000)
    '1,2/3,4'
    """
    if not isinstance(data, str):
        return data
    refuse_long(data, place, most)
    text = data.strip()
    if not text.startswith(("[", "{", '"')):
        return text
    try:
        return decode_json(text)
    except PuzzleError as error:
        raise PuzzleError(f"{place} is {error}") from None


def shown(value: object) -> str:
    """A value in a few characters, in the words of JSON, whatever its size.

    >>> [shown(value) for value in (None, True, 12, 1.5, "12", [1, 2], {})]
    ['null', 'true', '12', '1.5', "'12'", 'a list', 'an object']
    >>> shown(10**5000), shown("1" * 5000)
    ('a number of over 4000 digits', "'1111111111111111111111111111111111111...'")
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # Python refuses to print numbers of more than 4300 digits.
        if value.bit_length() > 13_300:
            return "a number of over 4000 digits"
        return shorten(str(value))
    if isinstance(value, str):
        return repr(shorten(value))
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return shorten(repr(value)) if isinstance(value, float) else type(value).__name__


def _whole_within(least: int, most: int, also: str) -> str:
    other = f" or {also}" if also else ""
    if most < _SPOKEN:
        return f"a whole number from {least} to {most}{other}"
    kind = "a positive whole number" if least == 1 else "a whole number"
    return f"{kind} of at most {len(str(most))} digits{other}"
