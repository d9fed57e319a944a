"""Counts solutions that splits of datasets share, by a form that shares nothing with the program.

    python -m benchmarks.leaks          2,000 rows of each family, in about ten minutes
    python -m benchmarks.leaks 100      this many

The rows go through the pipeline of `quincunx dataset`, without grade and explanation, which decide
nothing about splits. `tests/datasets/symmetries.py` finds symmetric solutions by trying all images.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import leaks as this
from benchmarks.baselines import BENCHMARK
from quincunx.datasets.build import RunOptions, build
from quincunx.datasets.plan import Plan, Setting
from quincunx.datasets.questions import answer_text
from quincunx.datasets.records import MissingRow, WrittenRow
from quincunx.datasets.rows import make_candidate
from quincunx.datasets.solution_classes import Exclusion, form_of
from quincunx.families.base.documents import to_document
from quincunx.families.registry import own_families
from tests.datasets.symmetries import leaks, rows_of, solution_class

NUMBER = 2_000
SEED = 31


def make_plain_row(plan: Plan, k: int) -> WrittenRow | MissingRow:
    """Make row k without grade and explanation."""
    found = make_candidate(plan, k)
    if isinstance(found, MissingRow):
        return found
    puzzle = found.made.puzzle
    row = {
        "row": k,
        "split": found.split,
        "family": puzzle.family,
        "grade": "any",
        "puzzle": puzzle.identifier,
        "document": json.dumps(to_document(puzzle)),
        "answer": answer_text(puzzle, found.made.solution),
        "form": form_of(puzzle),
        "solution_class": found.solution_class,
    }
    return WrittenRow(
        k, str(row["form"]), found.solution_class, found.split, f"{json.dumps(row)}\n"
    )


def report(family: str, number: int) -> str:
    """Make a dataset of a family, and say what is shared."""
    excluded = Exclusion.read("benchmark")
    sources = [(excluded.name, excluded.digest)]
    plan = Plan.of([Setting.of(family)], seed=SEED, exclude=sources)
    with TemporaryDirectory() as folder:
        # Under this name workers find the function.
        make = this.make_plain_row
        build(plan, Path(folder), number, RunOptions(), excluded=excluded.classes, make=make)
        rows = rows_of(Path(folder))
    shared, repeated = leaks(rows)
    theirs = {solution_class(row) for row in rows_of(BENCHMARK) if row["family"] == family}
    common = len(theirs & {solution_class(row) for row in rows})
    splits = ", ".join(f"{n:,} {name}" for name, n in Counter(r["split"] for r in rows).items())
    return (
        f"{family}: {len(rows):,} rows ({splits}), {shared} solutions in two splits, "
        f"{repeated} repeated, {common} of the benchmark"
    )


if __name__ == "__main__":
    for one in own_families():
        print(report(one.family, int(sys.argv[1]) if sys.argv[1:] else NUMBER), flush=True)
