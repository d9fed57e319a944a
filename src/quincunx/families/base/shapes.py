"""Shapes: which values a part of a puzzle may have, and how they are read and written.

Vocabulary:
  shape  reads a value from JSON data and from text, and writes it as both
  mark   the shape of what stands in one cell
  typed  a typed value is text from an identifier or a person, rather than JSON data
  blank  stands for nothing: null in JSON, `_` in text
  slot   one value of a part, for pages on which a puzzle is built by hand

A family declares the shape of each part once; its documents, its identifiers and the messages
about wrong ones follow. Shapes of many cells are in `layout`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from quincunx._support.arguments import checked
from quincunx.errors import PuzzleError
from quincunx.families.base.validation import InvalidShape, is_printable, length, most_digits, shown

if TYPE_CHECKING:
    from quincunx.families.base.layout import Layout

T = TypeVar("T")

BLANK = "_"


@dataclass(frozen=True)
class Slot:
    """One value of a part that can be changed when a puzzle is built by hand.

    Attributes:
        path: Indices and keys that lead to the value in the part's JSON data.
        name: The name of the value for people.
        least: The least whole number it may be, if it is a number.
        most: The greatest.
        choices: The words it may be, if it is a word.
        optional: Whether it may be left out.
        empty: What stands in the data if it is left out.
        cell: The cell in which it is printed, if any.
        about: The cells that it concerns, if it is printed elsewhere.
        also: Paths to other places in the data that hold the same value.
    """

    path: tuple[int | str, ...]
    name: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False
    empty: str | None = None
    cell: tuple[int, ...] | None = None
    about: tuple[tuple[int, ...], ...] = ()
    also: tuple[tuple[int | str, ...], ...] = ()


_CANONICAL = re.compile(r"0|-?[1-9][0-9]*")
_SPOKEN = 10**15
"""Larger bounds are described by their number of digits."""


class Shape(ABC, Generic[T]):
    """Which values a part of a puzzle may have."""

    has_places: ClassVar[bool] = False
    """Whether messages name a place within the part."""

    @abstractmethod
    def read(self, value: object, typed: bool = False) -> T:
        """The value as a puzzle keeps it; raises `InvalidShape` if it does not have this shape."""

    def data(self, value: T) -> Any:
        """The value as JSON data."""
        return value

    def text(self, value: T) -> str:
        """The value as text."""
        return str(value)

    def form(self, name: str) -> str:
        """The form of the text in a few letters, for messages."""
        return name.upper()

    def layout(self, value: T) -> Layout | None:
        """The cells of an answer, if the value is laid out in the same cells."""
        return None

    def printed(self, value: T) -> Mapping[tuple[int, ...], tuple[Any, str]]:
        """What stands in each cell, as a value and as text; blanks are left out."""
        raise NotImplementedError(f"{type(self).__name__} does not define `printed`")

    def with_cells(self, value: T, numbers: Any) -> Any:
        """The value with these numbers in its cells, which have the form of an answer."""
        raise NotImplementedError(f"{type(self).__name__} does not define `with_cells`")

    def slots(self, value: T, name: str) -> Iterator[Slot]:
        """What can be changed in a value with this name, by default nothing."""
        return iter(())

    def read_part(
        self, value: object, inside: str, name: str, typed: bool = False, always: bool = False
    ) -> T:
        """Like `read`, but raises `PuzzleError` with `inside` and the place before the reason; with
        `name`, too, if there is no place or `always`.

        >>> Whole(1, 100).read_part("x", "c-note: ", "target")
        Traceback (most recent call last):
        quincunx.errors.PuzzleError: c-note: target is 'x', expected a whole number from 1 to 100
        """
        try:
            return self.read(value, typed)
        except InvalidShape as unfit:
            place = f"{name}, {unfit.place}" if always and unfit.place else unfit.place or name
            raise PuzzleError(f"{inside}{place} {unfit.wrong}") from None


class Mark(Shape[T]):
    """The shape of what stands in one cell."""

    @property
    def separator(self) -> str:
        """The text between marks; empty for marks of one character."""
        return ","

    @property
    def names(self) -> Mapping[int, str]:
        """The values that are not shown as numbers, and how they are shown instead."""
        return {}

    def data(self, value: T) -> Any:
        """The value as JSON data: its name, if it has one."""
        return self.names.get(value, value)  # type: ignore[call-overload]

    def divided(self, row: str) -> list[str]:
        """The marks of a row, as text."""
        return row.split(self.separator) if self.separator else list(row)

    def read_all(
        self, values: Iterable[object], typed: bool, name: Callable[[int], str]
    ) -> tuple[T, ...]:
        """Read the marks of a row; a wrong one is named by its place in the row, from 1 on."""
        found: list[T] = []
        read = self.read
        try:
            for value in values:
                found.append(read(value, typed))
        except InvalidShape as unfit:
            place = name(len(found) + 1)
            inside = f"{place}, {unfit.place}" if unfit.place else place
            raise InvalidShape(unfit.wrong, inside) from None
        return tuple(found)


class Character(Mark[T]):
    """A mark of one character."""

    @property
    def separator(self) -> str:
        return ""


@checked
@dataclass(frozen=True)
class Whole(Mark[int]):
    """A whole number within bounds; `True` and `3.0` are not. In text it is spelt in the one
    canonical way: ASCII digits, no leading zeros.

    >>> Whole(1, 100).read(42), Whole(1, 100).read("42", typed=True)
    (42, 42)
    >>> Whole(1, 100).read("042", typed=True)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is '042', expected a whole number from 1 to 100
    >>> Whole(1, 100).read(True)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is true, expected a whole number from 1 to 100
    """

    least: int
    most: int

    def read(self, value: object, typed: bool = False) -> int:
        number = value
        if typed and isinstance(value, str):
            short = len(value) <= min(self._longest, most_digits())
            number = int(value) if short and _CANONICAL.fullmatch(value) else None
        if type(number) is int and self.least <= number <= self.most and is_printable(number):
            return number
        raise InvalidShape(f"is {shown(value)}, expected {self._expected}")

    def slots(self, value: int, name: str) -> Iterator[Slot]:
        yield Slot((), name, self.least, self.most)

    @cached_property
    def _longest(self) -> int:
        return length(max(abs(self.least), abs(self.most))) + 1

    @property
    def _expected(self) -> str:
        if self.most < _SPOKEN:
            return f"a whole number from {self.least} to {self.most}"
        kind = "a positive whole number" if self.least == 1 else "a whole number"
        return f"{kind} of at most {min(length(self.most), most_digits())} digits"


ANY_NUMBER = Whole(-(10**18), 10**18)
"""A number of an answer, with bounds far beyond any that could be right."""


FIGURES = "0123456789"
"""All digits, each at its own place."""


@checked
@dataclass(frozen=True)
class Digit(Character[int]):
    """A digit within bounds, a single character in text. In JSON it is a number within the same
    bounds, or any that `number` reads.

    >>> Digit(1, 9).read("0", typed=True)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is '0', expected a digit from 1 to 9
    """

    least: int = 0
    most: int = 9
    number: Whole | None = None

    def read(self, value: object, typed: bool = False) -> int:
        if not typed or not isinstance(value, str):
            return self._number.read(value)
        if len(value) == 1 and value in FIGURES[self.least : self.most + 1]:
            return int(value)
        raise InvalidShape(f"is {shown(value)}, expected a digit from {self.least} to {self.most}")

    def slots(self, value: int, name: str) -> Iterator[Slot]:
        yield Slot((), name, self.least, self.most)

    @cached_property
    def _number(self) -> Whole:
        return self.number or Whole(self.least, self.most)


KEYBOARD = str.maketrans("−×÷", "-x/")
"""How signs are typed."""


@checked
@dataclass(frozen=True, eq=False)
class Named(Mark[int]):
    """A value with a name, by which it is shown wherever a person sees it. JSON may have either,
    and signs may be typed as on a keyboard.

    >>> sign = Named({0: "+", 1: "×"})
    >>> sign.read("×", typed=True), sign.read("x"), sign.read(1), sign.text(1), sign.separator
    (1, 1, 1, '×', '')
    >>> sign.read("-", typed=True)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is '-', expected + or ×
    """

    values: Mapping[int, str]
    """The name of each value."""

    @property
    def separator(self) -> str:
        return "" if all(len(name) == 1 for name in self.values.values()) else ","

    @property
    def names(self) -> Mapping[int, str]:
        return self.values

    def read(self, value: object, typed: bool = False) -> int:
        for number, name in self.names.items():
            if value == name or (not typed and type(value) is int and value == number):
                return number
        for number, name in self.names.items():
            if value == name.translate(KEYBOARD):
                return number
        raise InvalidShape(f"is {shown(value)}, expected {' or '.join(self.names.values())}")

    def text(self, value: int) -> str:
        return self.names.get(value, str(value))

    def slots(self, value: int, name: str) -> Iterator[Slot]:
        yield Slot((), name, choices=tuple(self.names.values()))


@checked
@dataclass(frozen=True)
class Maybe(Mark[T | None]):
    """What `mark` reads, or a blank, which is kept as `None`.

    >>> Maybe(Digit(1, 9)).read("_", typed=True), Maybe(Digit(1, 9)).read(None)
    (None, None)
    >>> Maybe(Digit(1, 9)).read("0", typed=True)
    Traceback (most recent call last):
    quincunx.families.base.validation.InvalidShape: is '0', expected a digit from 1 to 9 or _
    """

    mark: Mark[T]
    blanks: tuple[str, ...] = (BLANK,)
    """Texts of a blank; the first is written."""

    @property
    def separator(self) -> str:
        return self.mark.separator

    @property
    def names(self) -> Mapping[int, str]:
        return self.mark.names

    def read(self, value: object, typed: bool = False) -> T | None:
        if value in self.blanks if typed else value is None:
            return None
        try:
            return self.mark.read(value, typed)
        except InvalidShape as unfit:
            blank = self.blanks[0] if typed else "null"
            raise InvalidShape(f"{unfit.wrong} or {blank}", unfit.place) from None

    def slots(self, value: T | None, name: str) -> Iterator[Slot]:
        for slot in self.mark.slots(value, name):  # type: ignore[arg-type]  # not used
            yield replace(slot, optional=True)

    def text(self, value: T | None) -> str:
        return self.blanks[0] if value is None else self.mark.text(value)


@checked
@dataclass(frozen=True)
class Word(Shape[str]):
    """One of these words."""

    words: tuple[str, ...]

    def read(self, value: object, typed: bool = False) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        expected = " or ".join(f'"{word}"' for word in self.words)
        raise InvalidShape(f"is {shown(value)}, expected {expected}")

    def slots(self, value: str, name: str) -> Iterator[Slot]:
        yield Slot((), name, choices=self.words)
