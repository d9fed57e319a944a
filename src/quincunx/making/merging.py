"""One series out of parts that were made apart, on several machines.

Rows stand alone, so parts need not know of each other. Put together in the order of their numbers,
with those left out that equal an earlier one up to symmetry, they are what one machine would have
made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quincunx.errors import PuzzleError
from quincunx.making.requests import maker_of
from quincunx.reading import parse

Row = Mapping[str, Any]
"""A made puzzle as JSON data, see `Made.as_dict`."""


def merged(rows: Iterable[Row]) -> list[Row]:
    """The rows of all parts: family by family, seed by seed, in the order of their numbers, none
    of them twice, not even turned or mirrored."""
    by_place: dict[tuple[str, int, int], tuple[str, Row]] = {}
    for row in rows:
        puzzle = parse(_part(row, "puzzle", str))
        place = (puzzle.family, _part(row, "seed", int), _part(row, "index", int))
        form = maker_of(type(puzzle)).canonical(puzzle)
        if by_place.setdefault(place, (form, row))[0] != form:
            raise PuzzleError(
                f"{puzzle.family}: row {place[2]} of seed {place[1]} is there as two different "
                "puzzles, expected parts of one series"
            )
    seen: set[tuple[str, str]] = set()
    kept: list[Row] = []
    for (family, _, _), (form, row) in sorted(by_place.items(), key=lambda item: item[0]):
        if (family, form) not in seen:
            seen.add((family, form))
            kept.append(row)
    return kept


def _part(row: Row, name: str, kind: type) -> Any:
    value = row.get(name) if isinstance(row, Mapping) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise PuzzleError(
            f'a row without "{name}", expected what `quincunx generate --json` prints'
        )
    return value
