"""Records, shipped as data: the extremes of puzzles, such as the fewest givens.

A question about a family has a record for each case: the best answer, with a puzzle that shows it.
A *proved* record cannot be improved: all candidates were enumerated, or an argument rules the rest
out; `how` says which. Other records are the best known to us. `quincunx records --check` proves
again that the puzzle of each record has one solution.

>>> [record.case for record in questions("multi-balance")[0].records][:3]
['4 digits', '5 digits', '6 digits']
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from quincunx.families import family_named


@dataclass(frozen=True)
class PuzzleRecord:
    """The best answer in one case, and why nothing is better."""

    case: str
    best: str
    proved: bool
    how: str
    puzzle: str | None = None
    """The identifier of a puzzle that shows it, or `None` if nothing exists."""


@dataclass(frozen=True)
class RecordQuestion:
    """A question, its exact meaning, and the record of each case."""

    name: str
    family: str
    question: str
    meaning: str
    records: tuple[PuzzleRecord, ...]


def questions(family: str | None = None) -> tuple[RecordQuestion, ...]:
    """Return all questions, or those about one family."""
    if family is not None:
        family_named(family)
    return tuple(q for q in _shipped() if family is None or q.family == family)


@cache
def _shipped() -> tuple[RecordQuestion, ...]:
    listed = json.loads(files(__name__).joinpath("records.json").read_bytes())
    for q in listed:
        q["family"] = q["name"].partition("/")[0]
        q["records"] = tuple(PuzzleRecord(**record) for record in q["records"])
    return tuple(RecordQuestion(**q) for q in listed)
