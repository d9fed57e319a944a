"""Row k of a dataset, as a line of JSON.

All rows have the same fields with the same types, so they fit into one table. Parts whose shape
differs by family (document, parameters, answer) are JSON text. No time limit influences a row.
"""

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from quincunx.datasets.plan import Plan, Stratum, rows_of
from quincunx.datasets.questions import answer_text, chain_of_thought, compact_json, question
from quincunx.datasets.records import MissingRow, WrittenRow
from quincunx.datasets.solution_classes import class_of, form_of
from quincunx.datasets.trainers import trainer_columns
from quincunx.errors import TooBig
from quincunx.families import sketch_of, to_document
from quincunx.families.base.maker import Parameters
from quincunx.making import GeneratedPuzzle, Series
from quincunx.reasoning import Grade, explain, grade

ID_DIGITS = 16


@dataclass(frozen=True)
class Candidate:
    """The puzzle of a row, the class of its solution, and the split that follows from it."""

    row: int
    made: GeneratedPuzzle
    solution_class: str
    split: str
    parameters: Parameters


def make_row(plan: Plan, k: int) -> WrittenRow | MissingRow:
    """Make row k of a dataset. It depends on the plan and k alone."""
    found = make_candidate(plan, k)
    return make_line(plan, found) if isinstance(found, Candidate) else found


def make_candidate(plan: Plan, k: int) -> Candidate | MissingRow:
    """Make the puzzle of row k, without grade and explanation."""
    stratum, m = plan.place(k)
    series, *larger = _series(plan, stratum)
    while larger and m >= (rows := rows_of(series.request) or 0):
        m -= rows
        series, *larger = larger
    try:
        made = series.row(m)
    except (TooBig, IndexError) as error:
        return MissingRow(k, str(error))
    solution_class = class_of(made.puzzle, made.solution)
    split = plan.split(solution_class)
    return Candidate(k, made, solution_class, split, series.request.parameters)


def make_line(plan: Plan, found: Candidate) -> WrittenRow:
    """Grade and explain a candidate."""
    made, puzzle = found.made, found.made.puzzle
    form = form_of(puzzle)
    graded = made.known if isinstance(made.known, Grade) else grade(puzzle, decisive=False)
    explained = explain(puzzle)
    row: dict[str, Any] = {
        "id": f"{puzzle.family}-{form[:ID_DIGITS]}",
        "row": found.row,
        "split": found.split,
        "family": puzzle.family,
        "puzzle": puzzle.identifier,
        "document": compact_json(to_document(puzzle)),
        "parameters": compact_json(asdict(found.parameters)),
        "grade": graded.grade,
        "difficulty": graded.score,
        "reason": graded.reason,
        "hardness": graded.hardness,
        "length": graded.length,
        "techniques": [{"name": name, "times": n} for name, n in graded.techniques.items()],
        "steps": len(explained.steps),
        "question": question(puzzle),
        "answer": answer_text(puzzle, made.solution),
        "drawing": str(sketch_of(puzzle)),
        "explanation": chain_of_thought(explained),
        "form": form,
        "solution_class": found.solution_class,
        "seed": made.seed,
        "index": made.index,
        "series": made.series,
    }
    text = f"{compact_json(row | trainer_columns(row, plan.format))}\n"
    return WrittenRow(found.row, form, found.solution_class, found.split, text)


@lru_cache(maxsize=64)
def _series(plan: Plan, stratum: Stratum) -> list[Series]:
    """Return the series of a stratum, each for when the one before has no more rows; cached because
    ordering a catalogue takes a while."""
    return [Series(asked, plan.seed) for asked in plan.requests(stratum)]
