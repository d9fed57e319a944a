"""One series out of parts that were made apart, on several machines.

Rows stand alone, so parts need not know of each other. Put together in the order of their numbers,
with those left out that equal an earlier one up to symmetry, they are what one machine would have
made. What tells series apart is the name that each row carries: rows of one family and seed that
have different names were asked for differently, and are no parts of one series.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import read_solution, to_document
from quincunx.families.base.reading import parse
from quincunx.making.requests import maker_of

Row = Mapping[str, Any]
"""A made puzzle as JSON data, see `Made.as_dict`."""


def merged(rows: Iterable[Row]) -> list[Row]:
    """The rows of all parts: family by family, seed by seed, in the order of their numbers, none
    of them twice, not even turned or mirrored."""
    return merged_parts((f"rows[{at}]", row) for at, row in enumerate(rows))


def merged_parts(rows: Iterable[tuple[str, Row]]) -> list[Row]:
    """The same of rows that come with the places where they stand, for messages."""
    by_number: dict[tuple[str, int, int], tuple[str, Row]] = {}
    names: dict[tuple[str, int], tuple[str, str]] = {}
    for place, row in rows:
        try:
            puzzle = _agreed(row)
            seed, index = _part(row, "seed", int), _part(row, "index", int)
            name = _part(row, "series", str)
        except PuzzleError as error:
            raise PuzzleError(f"{place}: {error}") from None
        of_seed = f"{place}: {puzzle.family}, seed {seed}:"
        first, there = names.setdefault((puzzle.family, seed), (name, place))
        if first != name:
            raise PuzzleError(
                f"{of_seed} not the series of {there}, for something else was asked for, "
                "expected parts of one series"
            )
        form = maker_of(type(puzzle)).canonical(puzzle)
        if by_number.setdefault((puzzle.family, seed, index), (form, row))[0] != form:
            raise PuzzleError(
                f"{of_seed} row {index} is there as two different puzzles, expected parts of one "
                "series"
            )
    seen: set[tuple[str, str]] = set()
    kept: list[Row] = []
    for (family, _, _), (form, row) in sorted(by_number.items(), key=lambda item: item[0]):
        if (family, form) not in seen:
            seen.add((family, form))
            kept.append(row)
    return kept


def _agreed(row: Row) -> AnyPuzzle:
    """The puzzle of a row, if its document and its solution are of this puzzle as well."""
    puzzle = parse(_part(row, "puzzle", str))
    if row.get("document") != to_document(puzzle):
        raise PuzzleError(
            "puzzle and document are not the same, expected a row that nobody changed"
        )
    if puzzle.violations(read_solution(puzzle, row.get("solution"))):
        raise PuzzleError("not a solution of the puzzle, expected a row that nobody changed")
    return puzzle


def _part(row: Row, name: str, kind: type) -> Any:
    value = row.get(name) if isinstance(row, Mapping) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise PuzzleError(
            f'a row without "{name}", expected what `quincunx generate --json` prints'
        )
    return value
