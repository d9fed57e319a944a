"""What simple programs score on the benchmark set; writes `docs/benchmark.md`.

Also writes the classes of its solutions into the package, so that other datasets leave them out.

Run it with `python -m benchmarks.baselines`, or with the folder of another set to have the tables
printed: `python -m benchmarks.baselines FOLDER`. Answers go through the same scorer as a model's,
as text. It takes some minutes; two processes share the work.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks import DOCS, page_text, progress
from benchmarks.programs import PROGRAMS
from quincunx import __version__
from quincunx._support.files import write_file
from quincunx.datasets.evaluation import Command, evaluate
from quincunx.datasets.questions import answer_text
from quincunx.datasets.scoring import score
from quincunx.datasets.solution_classes import BENCHMARK_FILE
from quincunx.families import family_named
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import parse

BENCHMARK = DOCS.parent / "data" / "benchmark"
DOCUMENT = DOCS / "benchmark.md"
CLASSES = DOCS.parent / "src" / "quincunx" / "datasets" / BENCHMARK_FILE
RESULTS = BENCHMARK / "results"
SHIPPED = ("random", "first candidates", "propagation, bounds", "propagation")
"""Programs whose results `quincunx evaluate` can show beside those of models."""
PROCESSES = 2


@dataclass(frozen=True)
class Scored:
    """The scores of all programs for one puzzle: by name, whether it was right and its part."""

    family: str
    grade: str
    scores: Mapping[str, tuple[float, float]]


def lines_of(folder: Path) -> bytes:
    """The lines of a set, of its files one behind the other in the order of their names."""
    found = b""
    for path in sorted((folder / "data").glob("*.jsonl*")):
        raw = path.read_bytes()
        found += gzip.decompress(raw) if path.suffix == ".gz" else raw
    return found


def hash_of(folder: Path) -> str:
    """The SHA-256 of all rows of a set."""
    return hashlib.sha256(lines_of(folder)).hexdigest()


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """All rows of a set."""
    return [json.loads(line) for line in lines_of(folder).splitlines()]


def scored(row: Mapping[str, Any]) -> Scored:
    """What all programs score on one row."""
    puzzle = parse(row["puzzle"])
    found = {}
    for name, program in PROGRAMS.items():
        answered = score(puzzle, answer_text(puzzle, program(puzzle)), partial=True)
        found[name] = (float(answered.right), answered.value)
    return Scored(row["family"], row["grade"], found)


def all_scored(rows: Sequence[Mapping[str, Any]]) -> list[Scored]:
    """The same for all rows."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = []
        for one in pool.map(scored, rows, chunksize=4):
            found.append(one)
            progress.tell("scored", len(found), len(rows))
        progress.tell("", 0, 0)
        return found


def tables(found: Sequence[Scored]) -> Iterator[str]:
    """All tables: families side by side, then each family by grade."""
    families = sorted({one.family for one in found})
    yield f"| program | all | {' | '.join(family_named(f).title for f in families)} |"
    yield "|---" * (len(families) + 2) + "|"
    for name in PROGRAMS:
        groups = [found, *([one for one in found if one.family == f] for f in families)]
        yield f"| {name} | {' | '.join(_cell(name, group) for group in groups)} |"
    for family in families:
        of_family = [one for one in found if one.family == family]
        grades = [g for g in GRADES if any(one.grade == g for one in of_family)]
        by_grade = [[one for one in of_family if one.grade == g] for g in grades]
        heads = [f"{g} ({len(group)})" for g, group in zip(grades, by_grade, strict=True)]
        yield from ("", f"### {family_named(family).title}", "")
        yield f"| program | {' | '.join(heads)} |"
        yield "|---" * (len(grades) + 1) + "|"
        for name in PROGRAMS:
            yield f"| {name} | {' | '.join(_cell(name, group) for group in by_grade)} |"


def _cell(program: str, group: Sequence[Scored]) -> str:
    """Mean score and mean part of a program."""
    right, part = zip(*(one.scores[program] for one in group), strict=True)
    return f"{100 * mean(right):.1f} ({100 * mean(part):.0f})"


def document(folder: Path = BENCHMARK) -> str:
    """The whole document."""
    rows = rows_of(folder)
    return page_text("benchmark").format(
        rows=len(rows),
        families=len({row["family"] for row in rows}),
        hash=hash_of(folder),
        version=__version__,
        tables="\n".join(tables(all_scored(rows))),
        requests=len(rows),
        asked=_tokens(rows, "question"),
        explained=_tokens(rows, "explanation"),
    )


def _tokens(rows: Sequence[Mapping[str, Any]], column: str) -> int:
    """How many tokens a column has, roughly: four characters each, to the nearest ten thousand."""
    return round(sum(len(row[column]) for row in rows) // 4, -4)


@dataclass(frozen=True)
class Baseline(Command):
    """A program as a model that is asked questions."""

    def ask(self, question: str) -> dict[str, Any]:
        """Return the answer to the puzzle that the question holds as data."""
        data = question.partition("The same puzzle as data:\n")[2].partition("\n")[0]
        puzzle = parse(json.loads(data))
        return {"response": f"Answer: {answer_text(puzzle, PROGRAMS[self.name](puzzle))}"}


def write_results(folder: Path = BENCHMARK, place: Path = RESULTS) -> None:
    """Write the results of programs as `quincunx evaluate` does, without the replies."""
    place.mkdir(exist_ok=True)
    for name in SHIPPED:
        path = place / f"{name.replace(', ', '-').replace(' ', '-')}.json"
        evaluate(str(folder), Baseline(name, "python -m benchmarks.baselines"), path)
        path.with_name(f"{path.name}.journal").unlink()


def write_scores() -> None:
    """Write everything that follows from the rows of the benchmark."""
    classes = sorted(row["solution_class"] for row in rows_of(BENCHMARK))
    write_file(CLASSES, json.dumps(classes, indent=0) + "\n")
    write_file(DOCUMENT, document())
    write_results()


def main(arguments: Sequence[str]) -> None:
    """Write the document, or print the tables of another set."""
    if arguments:
        print("\n".join(tables(all_scored(rows_of(Path(arguments[0]))))))
    else:
        write_scores()


if __name__ == "__main__":
    main(sys.argv[1:])
