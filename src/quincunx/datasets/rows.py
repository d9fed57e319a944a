"""Row k of a dataset, as a line of JSON.

All rows of all families have the same fields of the same types, as tables need it. What has another
shape in each family (document, parameters, answer) is JSON as text. No time limit influences a row.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from quincunx.datasets.plan import Plan, Stratum
from quincunx.datasets.questions import answer_text, chain_of_thought, compact_json, question
from quincunx.datasets.records import Line, Missing
from quincunx.errors import TooBig
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.making import GeneratedPuzzle, Series, maker_of
from quincunx.reasoning import explain, grade

FORM_BYTES = 16
"""Bytes of a digest: enough to tell the forms of any number of puzzles apart."""
ID_DIGITS = 16


@dataclass(frozen=True)
class Candidate:
    """The puzzle of a row, its form and its split."""

    row: int
    made: GeneratedPuzzle
    form: bytes
    split: str


def make_rows(plan: Plan, first: int, count: int) -> list[Line | Missing]:
    """Make consecutive rows."""
    return [make_row(plan, k) for k in range(first, first + count)]


def make_row(plan: Plan, k: int) -> Line | Missing:
    """Make row k of a dataset. It depends on the plan and k alone."""
    found = make_candidate(plan, k)
    return make_line(plan, found) if isinstance(found, Candidate) else found


def make_candidate(plan: Plan, k: int) -> Candidate | Missing:
    """Make the puzzle of row k, without grade and explanation."""
    stratum, m = plan.place(k)
    try:
        made = _series(plan, stratum).row(m)
    except (TooBig, IndexError) as error:
        return Missing(k, str(error))
    form = form_of(made.puzzle)
    return Candidate(k, made, form, plan.split(form))


def make_line(plan: Plan, found: Candidate) -> Line:
    """Grade and explain a candidate."""
    text = f"{compact_json(_row(plan, found))}\n"
    return Line(found.row, found.form, found.split, text.encode())


def form_of(puzzle: AnyPuzzle) -> bytes:
    """Return a digest that is the same for all puzzles that are the same up to symmetry."""
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
        "document": compact_json(to_document(puzzle)),
        "parameters": compact_json(asdict(chosen)),
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


@lru_cache(maxsize=64)
def _series(plan: Plan, stratum: Stratum) -> Series:
    """Return the series of a stratum; cached because ordering a catalogue takes a while."""
    return Series(plan.request(stratum), plan.seed)
