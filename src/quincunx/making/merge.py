"""Merging parts of a series that were generated separately, possibly on several machines.

Sorted by row number, without rows that equal an earlier one up to rotation and reflection, the
parts are what one machine would have generated. Rows of one family and seed whose `series` differ
answer different requests and cannot be merged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import read_solution, to_document
from quincunx.families.base.grades import GRADES
from quincunx.families.base.reading import parse
from quincunx.families.base.validation import shown
from quincunx.making.requests import NAME_LENGTH, maker_of
from quincunx.making.series import MAX_ROW, MAX_SEED
from quincunx.reasoning.glossary import glossary
from quincunx.reasoning.grading import grade_of

RowData: TypeAlias = Mapping[str, Any]
"""What `GeneratedPuzzle.as_dict` returns, and the folder of its certificate if there is one."""

MAX_SCORE = 10_000

_NAME = re.compile(f"[0-9a-f]{{{NAME_LENGTH}}}")


def _is_whole(value: object, least: int, most: float = inf) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_score(value: object) -> bool:
    return _is_whole(value, 0, MAX_SCORE) or (isinstance(value, float) and 0 <= value < MAX_SCORE)


def _are_techniques(value: object) -> bool:
    known = {entry.technique.name for entry in glossary()}
    return isinstance(value, Mapping) and all(
        name in known and _is_whole(times, 1) for name, times in value.items()
    )


_FIELDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "puzzle": (lambda value: isinstance(value, str), "an identifier"),
    "document": (lambda value: isinstance(value, Mapping), "an object"),
    "solution": (lambda value: value is not None, "a solution"),
    "grade": (lambda value: value in (None, *GRADES), f"null or one of {', '.join(GRADES)}"),
    "score": (
        lambda value: value is None or _is_score(value),
        f"null, or 0 to {MAX_SCORE:,}",
    ),
    "techniques": (
        lambda value: value is None or _are_techniques(value),
        "null or how often each technique is used",
    ),
    "seed": (lambda value: _is_whole(value, 0, MAX_SEED), f"a whole number, 0 to {MAX_SEED}"),
    "index": (lambda value: _is_whole(value, 0, MAX_ROW), f"a whole number, 0 to {MAX_ROW}"),
    "series": (
        lambda value: isinstance(value, str) and _NAME.fullmatch(value) is not None,
        f"{NAME_LENGTH} hexadecimal digits",
    ),
    "certificate": (lambda value: value is None or isinstance(value, str), "the name of a folder"),
}
"""The fields of a row: whether a value is valid, and what is expected."""


def merged(rows: Iterable[RowData]) -> list[RowData]:
    """Return the rows of all parts by family, seed and number, without repetitions.

    Raises:
        PuzzleError: A row is invalid, or the rows are not parts of the same series.
    """
    if not isinstance(rows, Iterable):
        raise PuzzleError(f"rows are {shown(rows)}, expected a list")
    return merged_parts((f"rows[{at}]", row) for at, row in enumerate(rows))


def merged_parts(rows: Iterable[tuple[str, RowData]]) -> list[RowData]:
    """Like `merged`, for rows with the places to name in error messages."""
    by_number: dict[tuple[str, int, int], tuple[str, RowData]] = {}
    names: dict[tuple[str, int], tuple[str, str]] = {}
    for place, row in rows:
        try:
            puzzle = _checked_puzzle(row)
        except PuzzleError as error:
            raise PuzzleError(f"{place}: {error}") from None
        seed, index, name = row["seed"], row["index"], row["series"]
        of_seed = f"{place}: {puzzle.family}, seed {seed}:"
        first, there = names.setdefault((puzzle.family, seed), (name, place))
        if first != name:
            raise PuzzleError(
                f"{of_seed} not the series of {there}: it was generated with other options"
            )
        form = maker_of(type(puzzle)).canonical(puzzle)
        if by_number.setdefault((puzzle.family, seed, index), (form, row))[0] != form:
            raise PuzzleError(
                f"{of_seed} row {index} is there as two different puzzles: these are not parts "
                "of one series"
            )
    kept: dict[tuple[str, str], RowData] = {}
    for (family, _, _), (form, row) in sorted(by_number.items(), key=lambda item: item[0]):
        kept.setdefault((family, form), row)
    return list(kept.values())


def _checked_puzzle(row: RowData) -> AnyPuzzle:
    """The puzzle of a row whose fields are all valid, and agree with each other."""
    if not isinstance(row, Mapping):
        raise PuzzleError(f"a row is {shown(row)}, expected an object")
    for name in row:
        if name not in _FIELDS:
            raise PuzzleError(f"unknown key {shown(name)}, expected {', '.join(_FIELDS)}")
    for name, (is_valid, expected) in _FIELDS.items():
        if not is_valid(row.get(name)) or (name not in row and name != "certificate"):
            raise PuzzleError(f"{name} is {shown(row.get(name))}, expected {expected}")
    puzzle = parse(row["puzzle"])
    same: dict[str, Any] = {"puzzle": puzzle.identifier, "document": to_document(puzzle)}
    same["solution"] = read_solution(puzzle, row["solution"])
    score = row["score"]
    same["grade"] = None if score is None else grade_of(score)
    for name, value in same.items():
        # As text: 100.0 and 100 are equal, but no generator writes the former.
        if json.dumps(row[name], sort_keys=True) != json.dumps(value, sort_keys=True):
            raise PuzzleError(f"{name} is not that of the puzzle, expected an unchanged row")
    if (score is None) != (row["techniques"] is None):
        raise PuzzleError("a score without techniques or techniques without a score")
    if puzzle.violations(same["solution"]):
        raise PuzzleError("not a solution of the puzzle, expected an unchanged row")
    return puzzle
