"""Cells and numbers in questions and replies.

A cell is named by an id such as "2-13". A number that a browser would round is sent as a text of
its digits; such texts are read as numbers again.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import numbers_of
from quincunx.families.base.scene import id_of

MAX_EXACT = 2**53 - 1
"""The largest number up to which browsers represent all whole numbers exactly."""
_DIGITS = re.compile(r"-?[1-9][0-9]{15,3999}")
_ABOUT_CELLS = ("cells", "wrong")


def ids_of(cells: Iterable[Sequence[int]]) -> list[str]:
    """The ids of cells."""
    return [id_of(cell) for cell in cells]


def by_id(puzzle: AnyPuzzle, solution: Any) -> dict[str, int]:
    """The numbers of a solution, by the ids of their cells."""
    numbers = numbers_of(puzzle, solution)
    return {id_of(cell): number for cell, number in zip(puzzle.cells, numbers, strict=True)}


def with_ids(data: Mapping[str, Any]) -> dict[str, Any]:
    """JSON data of explanations, hints and grades with cells replaced by their ids.

    >>> with_ids({"sets": [{"cell": [1, 2], "value": 7}], "cells": [[1, 2], [1, 3]]})
    {'sets': [{'cell': '1-2', 'value': 7}], 'cells': ['1-2', '1-3']}
    """
    return {key: _named(key, value) for key, value in data.items()}


def _named(key: str, value: Any) -> Any:
    if key == "cell" and _is_cell(value):
        return id_of(value)
    if key in _ABOUT_CELLS and isinstance(value, list) and all(map(_is_cell, value)):
        return ids_of(value)
    if isinstance(value, list):
        return [_named("", item) for item in value]
    return with_ids(value) if isinstance(value, dict) else value


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and all(type(number) is int for number in value)


def exact(data: Any) -> Any:
    """JSON data with every number that a browser would round replaced by a text.

    >>> exact({"1-1": 7, "1-2": 10**20})
    {'1-1': 7, '1-2': '100000000000000000000'}
    """
    return _changed(data, lambda n: str(n) if type(n) is int and abs(n) > MAX_EXACT else n)


def with_numbers(data: Any) -> Any:
    """JSON data with every text that `exact` made of a number replaced by that number.

    >>> with_numbers(["100000000000000000000", "7"])
    [100000000000000000000, '7']
    """
    return _changed(data, lambda n: int(n) if isinstance(n, str) and _DIGITS.fullmatch(n) else n)


def _changed(data: Any, change: Callable[[Any], Any]) -> Any:
    """JSON data with every value changed that is neither an object nor a list."""
    if isinstance(data, Mapping):
        return {key: _changed(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_changed(item, change) for item in data]
    return change(data)
