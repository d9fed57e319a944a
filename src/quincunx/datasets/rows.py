"""Row k of a set, as a line of JSON.

Vocabulary: that of `quincunx.datasets`, and
  candidate  the puzzle of a row before anything is said about it
  line       a row as it stands in a file

A row is flat, and all rows of all families have the same fields of the same types, so that whoever
reads tables reads these as they are. What has another shape in each family (document, parameters,
answer) is JSON as text. No limit of time has an influence on a row.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from quincunx.datasets.plan import Plan, Stratum
from quincunx.datasets.questions import answer_text, chain_of_thought, question
from quincunx.datasets.records import Line, Missing
from quincunx.errors import TooBig
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.making import GeneratedPuzzle, Series, maker_of
from quincunx.reasoning import explain, grade

FORM_BYTES = 16
"""So many bytes of a digest tell forms apart, of however many puzzles."""
ID_DIGITS = 16

FIELDS = {
    "id": "the family and the beginning of the form: the same for the same puzzle up to symmetry",
    "row": "the number k of the row; repeats and rows that were not found leave gaps",
    "split": "train, validation or test, as the form decides",
    "family": "the kind of puzzle",
    "puzzle": "the puzzle as one line of text, as all commands read it",
    "document": "the puzzle as JSON",
    "parameters": "what was chosen when it was made, as JSON",
    "grade": "how hard it is for a person: easy, medium, hard or expert",
    "score": "the same as a number",
    "reason": "why it has this grade",
    "hardest": "the effort of the hardest step",
    "techniques": "what a person has to know, and how often each technique is needed",
    "steps": "how many steps the explanation has",
    "question": "rules, puzzle and the format of the answer in plain English",
    "answer": "the only right answer, as JSON",
    "drawing": "the puzzle drawn with characters",
    "explanation": "a chain of thought: numbered steps that lead to the answer, each of which "
    "follows from what was said before",
    "form": "what is the same for the puzzle turned, mirrored or moved: half a SHA-256",
    "seed": "the seed of the set",
    "index": "the number of the puzzle in its series",
    "series": "the name of the series it was made in",
}
"""The fields of a row, in their order, and what they mean."""


@dataclass(frozen=True)
class Candidate:
    """The puzzle of a row, its form and its split."""

    row: int
    made: GeneratedPuzzle
    form: bytes
    split: str


def made_part(plan: Plan, first: int, count: int) -> list[Line | Missing]:
    """Consecutive rows: what is done in one go."""
    return [made_row(plan, k) for k in range(first, first + count)]


def made_row(plan: Plan, k: int) -> Line | Missing:
    """Row k of a set. It depends on the plan and k alone, and on no row before."""
    found = candidate(plan, k)
    return line(plan, found) if isinstance(found, Candidate) else found


def candidate(plan: Plan, k: int) -> Candidate | Missing:
    """The puzzle of row k, before anything is said about it."""
    stratum, m = plan.place(k)
    try:
        made = _series(plan, stratum).row(m)
    except (TooBig, IndexError) as error:
        return Missing(k, str(error))
    form = form_of(made.puzzle)
    return Candidate(k, made, form, plan.split(form))


def line(plan: Plan, found: Candidate) -> Line:
    """A candidate with all that is said about it."""
    text = json.dumps(_row(plan, found), ensure_ascii=False, separators=(",", ":"))
    return Line(found.row, found.form, found.split, f"{text}\n".encode())


def form_of(puzzle: AnyPuzzle) -> bytes:
    """What is the same for all puzzles that are the same up to symmetry."""
    text = f"{puzzle.family}\n{maker_of(type(puzzle)).canonical(puzzle)}"
    return hashlib.sha256(text.encode()).digest()[:FORM_BYTES]


def _row(plan: Plan, found: Candidate) -> dict[str, Any]:
    made, puzzle = found.made, found.made.puzzle
    graded, explained = grade(puzzle), explain(puzzle)
    stratum, _ = plan.place(found.row)
    chosen = _series(plan, stratum).request.parameters
    form = found.form.hex()
    return {
        "id": f"{puzzle.family}-{form[:ID_DIGITS]}",
        "row": found.row,
        "split": found.split,
        "family": puzzle.family,
        "puzzle": puzzle.identifier,
        "document": _json(to_document(puzzle)),
        "parameters": _json({part.name: getattr(chosen, part.name) for part in fields(chosen)}),
        "grade": graded.grade,
        "score": graded.score,
        "reason": graded.reason,
        "hardest": graded.hardest,
        "techniques": [{"name": name, "times": n} for name, n in graded.techniques.items()],
        "steps": len(explained.steps),
        "question": question(puzzle),
        "answer": answer_text(puzzle, made.solution),
        "drawing": str(sketch_of(puzzle)),
        "explanation": chain_of_thought(explained),
        "form": form,
        "seed": made.seed,
        "index": made.index,
        "series": made.series,
    }


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def _series(plan: Plan, stratum: Stratum) -> Series:
    """The series of a stratum, kept because a complete list takes a while to be put in order."""
    return Series(plan.request(stratum), plan.seed)
