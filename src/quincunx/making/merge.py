"""Merging parts of a series that were generated separately, possibly on several machines.

Sorted by row number, without rows that equal an earlier one up to rotation and reflection, the
parts are what one machine would have generated. Rows of one family and seed whose `series` differ
answer different requests and cannot be merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import read_solution, to_document
from quincunx.families.base.reading import parse
from quincunx.making.requests import maker_of

RowData: TypeAlias = Mapping[str, Any]
"""What `GeneratedPuzzle.as_dict` returns."""


def merged(rows: Iterable[RowData]) -> list[RowData]:
    """Return the rows of all parts by family, seed and number, without repetitions.

    Raises:
        PuzzleError: A row is invalid, or the rows are not parts of the same series.
    """
    return merged_parts((f"rows[{at}]", row) for at, row in enumerate(rows))


def merged_parts(rows: Iterable[tuple[str, RowData]]) -> list[RowData]:
    """Like `merged`, for rows with the places to name in error messages."""
    by_number: dict[tuple[str, int, int], tuple[str, RowData]] = {}
    names: dict[tuple[str, int], tuple[str, str]] = {}
    for place, row in rows:
        try:
            puzzle = _checked_puzzle(row)
            seed, index = _field(row, "seed", int), _field(row, "index", int)
            name = _field(row, "series", str)
        except PuzzleError as error:
            raise PuzzleError(f"{place}: {error}") from None
        of_seed = f"{place}: {puzzle.family}, seed {seed}:"
        first, there = names.setdefault((puzzle.family, seed), (name, place))
        if first != name:
            raise PuzzleError(
                f"{of_seed} not the series of {there}: it was generated with other options"
            )
        form = maker_of(type(puzzle)).canonical(puzzle)
        if by_number.setdefault((puzzle.family, seed, index), (form, row))[0] != form:
            raise PuzzleError(
                f"{of_seed} row {index} is there as two different puzzles, so these are "
                "not parts of one series"
            )
    kept: dict[tuple[str, str], RowData] = {}
    for (family, _, _), (form, row) in sorted(by_number.items(), key=lambda item: item[0]):
        kept.setdefault((family, form), row)
    return list(kept.values())


def _checked_puzzle(row: RowData) -> AnyPuzzle:
    """The puzzle of a row whose identifier, document and solution agree."""
    puzzle = parse(_field(row, "puzzle", str))
    if row.get("document") != to_document(puzzle):
        raise PuzzleError("puzzle and document are not the same, expected an unchanged row")
    if puzzle.violations(read_solution(puzzle, row.get("solution"))):
        raise PuzzleError("not a solution of the puzzle, expected an unchanged row")
    return puzzle


def _field(row: RowData, name: str, kind: type) -> Any:
    value = row.get(name) if isinstance(row, Mapping) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise PuzzleError(
            f'a row without "{name}", expected what `quincunx generate --json` prints'
        )
    return value
