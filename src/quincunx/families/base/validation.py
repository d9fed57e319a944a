"""Checks of untrusted values: lists of the right length, texts that are not too long, messages.

Lengths are checked before anything is converted, printed or copied.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import log10

from quincunx._support.json_text import begins_object, decode_json
from quincunx.errors import PuzzleError
from quincunx.families.base.puzzle import shorten

LONGEST = 4_000
"""Maximum length of a number that is read and printed, in digits."""


class InvalidShape(Exception):
    """A value does not have the expected shape.

    `wrong` says what it is and what was expected; `place` says where within the whole it stands
    ("row 2"), and is empty for the whole.
    """

    def __init__(self, wrong: str, place: str = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.place = place


@contextmanager
def errors_at(place: str) -> Iterator[None]:
    """Make messages of `PuzzleError` that are raised within begin with a place."""
    try:
        yield
    except PuzzleError as error:
        raise PuzzleError(f"{place}: {error}") from None


def items(
    value: object, what: str, least: int, most: int, kind: str = "a list"
) -> Sequence[object]:
    """The value itself, if it is a list of `least` to `most` things (`what` in the plural).

    >>> items([[1, 2]], "rows", 2, 30)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: has 1 row, expected 2 to 30
    """
    expected = str(least) if least == most else f"{least} to {most}"
    one = what.removesuffix("s")
    if not isinstance(value, list | tuple):
        listed = f"{expected} {one if most == 1 else what}"
        raise InvalidShape(f"is {shown(value)}, expected {kind} of {listed}")
    if not least <= len(value) <= most:
        counted = f"{len(value)} {one if len(value) == 1 else what}"
        raise InvalidShape(f"has {counted}, expected {expected}")
    return value


def refuse_long(text: str, place: str, most: int) -> None:
    """Raise `PuzzleError` if a text is longer than any puzzle or answer can be.

    >>> refuse_long("1" * 5000, "c-note: puzzle", 1000)
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: puzzle has 5000 characters, expected at most 1000
    """
    if len(text) > most:
        raise PuzzleError(f"{place} has {len(text)} characters, expected at most {most}")


def answer_data(data: object, place: str, most: int, braces: bool = False) -> object:
    """An answer with JSON text decoded; other text stays as it is. With `braces`, such text may
    begin with a brace that is not that of a JSON object.

    >>> answer_data("[[1, 2], [3, 4]]", "c-note: solution", 1000)
    [[1, 2], [3, 4]]
    >>> answer_data(" 1,2/3,4 ", "c-note: solution", 1000)
    '1,2/3,4'
    >>> answer_data("{1,2},_/3,4", "c-note: state", 1000, braces=True)
    '{1,2},_/3,4'
    """
    if not isinstance(data, str):
        return data
    refuse_long(data, place, most)
    text = data.strip()
    if not text.startswith(("[", "{", '"')):
        return text
    if braces and text.startswith("{") and not begins_object(text):
        return text
    try:
        return decode_json(text)
    except PuzzleError as error:
        raise PuzzleError(f"{place} is {error}") from None


def length(number: int) -> int:
    """The number of digits of a number, without printing it: Python may refuse to.

    >>> [length(number) for number in (0, 9, 10, -99, 100, 10**5000 - 1, 10**5000)]
    [1, 1, 2, 2, 3, 5000, 5001]
    """
    # A bit is log10(2) digits: this is the number of digits or one less.
    least = 1 + int(max(0, number.bit_length() - 1) * log10(2))
    return least + 1 if abs(number) >= 10**least else least


def most_digits() -> int:
    """Maximum length of a number that is read and printed, in digits. Python's own limit is 4,300
    by default, and at least 640."""
    return min(LONGEST, sys.get_int_max_str_digits() or LONGEST)


def is_printable(number: int) -> bool:
    """Whether a number is short enough to be printed."""
    return number.bit_length() < 2000 or length(number) <= most_digits()


def shown(value: object) -> str:
    """A value of any size in a few characters, in the words of JSON.

    >>> [shown(value) for value in (None, True, 12, 1.5, "12", [1, 2], {})]
    ['null', 'true', '12', '1.5', "'12'", 'a list', 'an object']
    >>> shown(10**5000), shown("1" * 5000)
    ('a number of over 4000 digits', "'1111111111111111111111111111111111111...'")
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if not is_printable(value):
            return f"a number of over {most_digits()} digits"
        return shorten(str(value))
    if isinstance(value, str):
        return repr(shorten(value))
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return shorten(repr(value)) if isinstance(value, float) else type(value).__name__
