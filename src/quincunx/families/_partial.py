"""Reading what somebody has written into a puzzle so far.

A partial state has the shape of a solution, as text or as JSON data, with `_` or nothing (in JSON
null) where nothing is written yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from quincunx.families import Cell
from quincunx.families._reading import answer_data, items

BLANKS = ("_", "?", "")
"""What stands for a cell without a number, in text."""

ReadCell: TypeAlias = Callable[[object, str, bool], int]
"""Reads what is written in one cell: what it is, its place, and whether it was typed as text."""


def partial_cells(
    data: object,
    place: str,
    rows: Sequence[Sequence[Cell]],
    *,
    most: int,
    comma: bool,
    name: Callable[[Cell], str],
    row_name: Callable[[int], str],
    read: ReadCell,
) -> dict[Cell, int]:
    """What is written, by cell.

    In text rows are divided by `/`, and cells by commas or, without `comma`, not at all. A puzzle
    of one row is not wrapped in another list.
    """
    data = answer_data(data, place, most)
    typed = isinstance(data, str)
    written: object = [data] if len(rows) == 1 else data
    if isinstance(data, str):
        written = data.split("/")
    written_rows = items(written, place, "rows", len(rows), len(rows))
    found: dict[Cell, int] = {}
    for number, (cells, row) in enumerate(zip(rows, written_rows, strict=True), 1):
        row_place = f"{place}, {row_name(number)}" if len(rows) > 1 else place
        if typed and isinstance(row, str):
            row = row.split(",") if comma else list("".join(row.split()))
        for cell, value in zip(
            cells, items(row, row_place, "cells", len(cells), len(cells)), strict=True
        ):
            if isinstance(value, str):
                value = value.strip()
            if value is not None and not (typed and value in BLANKS):
                found[cell] = read(value, f"{place}, {name(cell)}", typed)
    return found
