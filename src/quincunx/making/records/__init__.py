"""Records, shipped as data: the smallest, the longest and the fewest that puzzles can be.

Vocabulary:
  question  what is asked of a family's puzzles, and what exactly is meant by it
  record    the best answer to a question in one case, with a puzzle that shows it where there is
            one
  proved    nothing is better: every candidate was looked at, or an argument rules the rest out;
            `how` says which. Other records are the best known to us.

That a record's puzzle has one solution is always proved, by an exhausted search: `quincunx records
--check` does it again.

>>> [record.case for record in questions("multi-balance")[0].records][:3]
['4 digits', '5 digits', '6 digits']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from quincunx.families import AnyPuzzle, family_named, parse


@dataclass(frozen=True)
class Record:
    """The best in one case: what it is, a puzzle that shows it, and why nothing is better."""

    case: str
    best: str
    how: str
    proved: bool
    identifier: str | None = None

    @property
    def puzzle(self) -> AnyPuzzle | None:
        """The puzzle that shows it; none where nothing exists."""
        return None if self.identifier is None else parse(self.identifier)

    @property
    def standing(self) -> str:
        """Whether it is proved, in a few words."""
        return "proved" if self.proved else "best known to us"

    def as_dict(self) -> dict[str, Any]:
        """The record as JSON data, the way every command answers."""
        return {
            "case": self.case,
            "best": self.best,
            "proved": self.proved,
            "how": self.how,
            "puzzle": self.identifier,
        }


@dataclass(frozen=True)
class Question:
    """What is asked, what is meant by it, and the record of each case."""

    name: str
    family: str
    question: str
    meaning: str
    records: tuple[Record, ...]

    def as_dict(self) -> dict[str, Any]:
        """The question as JSON data, the way every command answers."""
        return {
            "name": self.name,
            "family": self.family,
            "question": self.question,
            "meaning": self.meaning,
            "records": [record.as_dict() for record in self.records],
        }


def questions(family: str | None = None) -> tuple[Question, ...]:
    """All questions, or those about one family."""
    if family is not None:
        family_named(family)
    return tuple(q for q in _shipped() if family is None or q.family == family)


@cache
def _shipped() -> tuple[Question, ...]:
    import json

    listed = json.loads(files(__name__).joinpath("records.json").read_bytes())
    return tuple(
        Question(
            q["name"],
            q["name"].partition("/")[0],
            q["question"],
            q["meaning"],
            tuple(
                Record(r["case"], r["best"], r["how"], r["proved"], r["puzzle"])
                for r in q["records"]
            ),
        )
        for q in listed
    )
