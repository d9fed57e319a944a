"""Records, shipped as data: the smallest, the longest and the fewest that puzzles can be.

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
from typing import Any

from quincunx.families import AnyPuzzle, family_named, parse


@dataclass(frozen=True)
class Record:
    """The best answer in one case, and why nothing is better."""

    case: str
    best: str
    proved: bool
    how: str
    identifier: str | None = None

    @property
    def puzzle(self) -> AnyPuzzle | None:
        """The puzzle that shows it, or `None` if nothing exists."""
        return None if self.identifier is None else parse(self.identifier)

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        data = dict(vars(self))
        identifier = data.pop("identifier")
        return {**data, "puzzle": identifier}


@dataclass(frozen=True)
class Question:
    """A question, its exact meaning, and the record of each case."""

    name: str
    family: str
    question: str
    meaning: str
    records: tuple[Record, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the question as JSON data."""
        return {**vars(self), "records": [record.as_dict() for record in self.records]}


def questions(family: str | None = None) -> tuple[Question, ...]:
    """Return all questions, or those about one family."""
    if family is not None:
        family_named(family)
    return tuple(q for q in _shipped() if family is None or q.family == family)


@cache
def _shipped() -> tuple[Question, ...]:
    return tuple(
        Question(
            q["name"],
            q["name"].partition("/")[0],
            q["question"],
            q["meaning"],
            tuple(Record(identifier=r.pop("puzzle"), **r) for r in q["records"]),
        )
        for q in json.loads(files(__name__).joinpath("records.json").read_bytes())
    )
