"""How the dodecagons of a Sum Star and its answers are written.

In text a dodecagon is its place, the six numbers around it and its givens, if it has any:
`0.0=6,33,45,11,22,10@__X7________1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quincunx.families import Cell
from quincunx.families.base.layout import Layout, Line
from quincunx.families.base.shapes import Mark, Maybe, Shape, Slot, Whole
from quincunx.families.base.validation import Unfit, items, shown
from quincunx.families.sum_star.dodecagons import (
    CELLS,
    SQUARES,
    Star,
    black_triangles,
    letters,
    triangle_name,
)
from quincunx.families.sum_star.model import X

MAX_STARS = 60
"""Most dodecagons: far more than can be solved, and still quick to refuse."""
MAX_COORDINATE = 1000
DIGITS: Sequence[object] = tuple("123456789")
MAX_SUM = 999
"""No black triangle can reach more than 45; numbers beyond it are puzzles without a solution."""


class Contents(Mark[int]):
    """What a cell holds: X, which is 0 in JSON and may be "X" there, too, or a digit."""

    @property
    def separator(self) -> str:
        return ""

    def read(self, value: object, typed: bool = False) -> int:
        if value == "X":
            return X
        if typed:
            if value in DIGITS:
                return DIGITS.index(value) + 1
            raise Unfit(f"is {shown(value)}, expected X or a digit from 1 to 9")
        try:
            return Whole(X, 9).read(value)
        except Unfit as unfit:
            raise Unfit(f"{unfit.wrong} or X") from None

    def text(self, value: int) -> str:
        return "X" if value == X else str(value)


CONTENTS = Contents()
AT = Line(Whole(-MAX_COORDINATE, MAX_COORDINATE), 2, 2, "coordinates", "coordinate")
SUMS = Line(Maybe(Whole(0, MAX_SUM)), len(SQUARES), len(SQUARES), "numbers", "sum {}")
GIVENS = Line(Maybe(CONTENTS), len(CELLS), len(CELLS), "givens")


class Stars(Shape[tuple[Star, ...]]):
    """The dodecagons of a puzzle."""

    def read(self, value: object, typed: bool = False) -> tuple[Star, ...]:
        written: object = value.split("/") if typed and isinstance(value, str) else value
        stars = []
        for d, star in enumerate(items(written, "dodecagons", 1, MAX_STARS), 1):
            try:
                parts = _parts_of_text(star) if isinstance(star, str) and typed else _parts_of(star)
                stars.append(_read_star(parts, typed))
            except Unfit as unfit:
                part = f": {unfit.place}" if unfit.place else ""
                raise Unfit(unfit.wrong, f"dodecagon {letters(d)}{part}") from None
        return tuple(stars)

    def data(self, value: Sequence[Star]) -> list[dict[str, Any]]:
        written = []
        for star in value:
            written.append({"at": AT.data(star.at), "sums": SUMS.data(star.sums)})
            if any(given is not None for given in star.cells):
                written[-1]["cells"] = GIVENS.data(star.cells)
        return written

    def text(self, value: Sequence[Star]) -> str:
        return "/".join(map(_text_of, value))

    def slots(self, value: Sequence[Star], name: str) -> Iterator[Slot]:
        for black in black_triangles([star.at for star in value]):
            path, *also = (_path_of_sum(square) for square in black.squares)
            for slot in SUMS.mark.slots(None, triangle_name(black.squares, None)):
                yield replace(slot, path=path, also=tuple(also), about=black.cells)
        for at in range(len(value)):
            for number in range(len(CELLS)):
                yield Slot(
                    (at, "cells", number),
                    f"cell {letters(at + 1)}{number + 1}",
                    X,
                    9,
                    optional=True,
                    cell=(at + 1, number + 1),
                )


def _path_of_sum(square: Cell) -> tuple[int | str, ...]:
    """Where the number outside a square stands."""
    return (square[0] - 1, "sums", SQUARES.index(square[1]))


def _text_of(star: Star) -> str:
    text = f"{star.at[0]}.{star.at[1]}={SUMS.text(star.sums)}"
    if all(given is None for given in star.cells):
        return text
    return f"{text}@{GIVENS.text(star.cells)}"


def _read_star(parts: dict[str, object], typed: bool) -> Star:
    """A dodecagon, with everything in it of the right kind, number and size."""
    read: dict[str, Any] = {}
    for name, shape in (("at", AT), ("sums", SUMS), ("cells", GIVENS)):
        if name != "cells" or parts.get(name) is not None:
            try:
                read[name] = shape.read(parts.get(name), typed)
            except Unfit as unfit:
                raise Unfit(unfit.wrong, unfit.place or name) from None
    if typed and not any(given is not None for given in read.get("cells", [X])):
        raise Unfit("are all _, expected some that are not, or no @ before them", "givens")
    return Star(**read)


def _parts_of(star: object) -> dict[str, object]:
    if isinstance(star, Star):
        return vars(star)
    if not isinstance(star, dict):
        raise Unfit(f"is {shown(star)}, expected an object with at and sums")
    for key in star:
        if key not in ("at", "sums", "cells"):
            raise Unfit(f"has the key {shown(key)}, expected at, sums, cells")
    return star


def _parts_of_text(text: str) -> dict[str, object]:
    shape = re.fullmatch(r"([^.=@]*)\.([^.=@]*)=([^.=@]*)(?:@([^.=@]*))?", text)
    if shape is None:
        raise Unfit(f"is {shown(text)}, expected q.r=six sums, as in 0.0=6,33,_,_,_,_")
    q, r, sums, givens = shape.groups()
    return {"at": [q, r], "sums": sums, "cells": givens}


class StarLayout(Layout):
    """The cells of an answer, dodecagon by dodecagon; in text a dodecagon's name may go before
    its cells, as the drawing has it: `A: X 4 X 7 6 3 X 5 9 8 X 2 1`."""

    def name(self, cell: Cell) -> str:
        return f"cell {letters(cell[0])}{cell[1]}"

    def row_name(self, number: int) -> str:
        return f"dodecagon {letters(number)}"

    def unlabelled(self, row: str, number: int) -> str:
        name, _, cells = row.rpartition(":")
        if name.strip() not in ("", letters(number)):
            wrong = f"is called {shown(name.strip())}, expected {letters(number)}"
            raise Unfit(wrong, self.row_name(number))
        return cells
