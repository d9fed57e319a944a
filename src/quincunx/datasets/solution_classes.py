"""Which puzzles and solutions are the same, and which of them a dataset must not contain.

The *class* of a solution is a digest that is the same for all its symmetric images, whatever is
given. It decides the split of a row. A dataset has one row of a class unless it is allowed to
repeat solutions, and none of the classes that are excluded.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Self, TypeAlias

from quincunx.datasets.plan import NAME_LENGTH, Plan
from quincunx.datasets.records import read_objects
from quincunx.datasets.store import Store
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, read_solution
from quincunx.families.base.puzzle_input import find_puzzles, parse
from quincunx.families.gallery import gallery
from quincunx.making import maker_of
from quincunx.solving import solve

Source: TypeAlias = str | os.PathLike[str]
"""What can be excluded: "benchmark", "gallery", a file of puzzles, or an identifier."""
BENCHMARK, GALLERY = "benchmark", "gallery"
"""Names of what can be excluded beside files."""
BENCHMARK_FILE = "benchmark_solutions.json"
"""The classes of the benchmark's solutions; `python -m benchmarks.baselines` writes it."""
DIGEST_DIGITS = 32
"""Hexadecimal digits of a digest: enough to tell any number of puzzles apart."""
MAX_SOLUTIONS = 1_000
MAX_NODES = 100_000
"""Limits of the search for the solutions of an excluded puzzle that comes without an answer."""


def form_of(puzzle: AnyPuzzle) -> str:
    """Return a digest that is the same for all puzzles that are the same up to symmetry."""
    return _digest(puzzle, maker_of(type(puzzle)).canonical(puzzle))


def class_of(puzzle: AnyPuzzle, solution: Any) -> str:
    """Return a digest that is the same for all solutions that are the same up to symmetry."""
    return _digest(puzzle, f"solution {maker_of(type(puzzle)).solution_class(puzzle, solution)}")


def _digest(puzzle: AnyPuzzle, text: str) -> str:
    return hashlib.sha256(f"{puzzle.family}\n{text}".encode()).hexdigest()[:DIGEST_DIGITS]


@dataclass(frozen=True)
class Exclusion:
    """Classes of solutions that a dataset must not contain, under the name of their source."""

    name: str
    classes: frozenset[str]

    @cached_property
    def digest(self) -> str:
        """A short hash of the classes."""
        raw = bytes.fromhex("".join(sorted(self.classes)))
        return hashlib.sha256(raw).hexdigest()[:NAME_LENGTH]

    @classmethod
    def read(cls, source: Source) -> Self:
        """Return what a source stands for.

        A file holds rows of a dataset, or whatever else commands read as puzzles.

        Raises:
            OptionError, PuzzleError: There is no such file, or it holds something else.
        """
        name = os.fspath(source)
        if name == BENCHMARK:
            data = files(__package__).joinpath(BENCHMARK_FILE).read_bytes()
            return cls(name, frozenset(json.loads(data)))
        puzzles: Iterable[tuple[AnyPuzzle, Any]]
        if name == GALLERY:
            puzzles = ((entry.puzzle, None) for entry in gallery().values())
        elif name.endswith((".jsonl", ".jsonl.gz")):
            puzzles = answered_puzzles(name)
        else:
            puzzles = ((parse(puzzle), None) for puzzle in find_puzzles(name))
        classes = frozenset(
            class_of(puzzle, solution)
            for puzzle, answer in puzzles
            for solution in _solutions(puzzle, answer)
        )
        return cls(Path(name).name if os.path.exists(name) else name, classes)


def answered_puzzles(path: str) -> Iterator[tuple[AnyPuzzle, Any]]:
    """Yield the puzzles of a file with one JSON object per line, with their answers if there are
    any."""
    for place, row in read_objects(path):
        try:
            yield parse(row["puzzle"]), row.get("answer", row.get("solution"))
        except KeyError:
            raise OptionError(f'{place}: no "puzzle", expected a puzzle as JSON') from None
        except PuzzleError as error:
            raise OptionError(f"{place}: {error}, expected a puzzle as JSON") from None


def _solutions(puzzle: AnyPuzzle, answer: Any) -> list[Any]:
    """Return the answer if it is right, or else the solutions of the puzzle."""
    if answer is not None:
        solution = read_solution(puzzle, answer)
        if not puzzle.violations(solution):
            return [solution]
    return list(solve(puzzle, limit=MAX_SOLUTIONS, node_limit=MAX_NODES).solutions)


def all_classes(excluded: Iterable[Exclusion]) -> dict[str, str]:
    """Return the excluded classes, each with the name of its source."""
    return {one: exclusion.name for exclusion in excluded for one in exclusion.classes}


def require_no_leaks(
    plan: Plan, rows: Iterable[Mapping[str, Any]], excluded: Iterable[Exclusion]
) -> None:
    """Raise an `OptionError` for a row whose solution is in another split, in another row (unless
    the plan repeats solutions), or excluded. Everything is read from puzzles and answers."""
    classes = all_classes(excluded)
    with closing(Store(Path(":memory:"))) as known:
        for row in rows:
            puzzle = parse(row["puzzle"])
            form = form_of(puzzle)
            found = class_of(puzzle, read_solution(puzzle, row["answer"]))
            if found in classes:
                why = f"has a solution of {classes[found]}, perhaps turned or mirrored"
            elif row["split"] != plan.split(found):
                why = f"is in {row['split']}, and its solution belongs to {plan.split(found)}"
            elif not known.add(row["row"], form, *([] if plan.repeat_solutions else [found])):
                why = "has the solution of an earlier row, perhaps turned or mirrored"
            elif (row["form"], row["solution_class"]) != (form, found):
                why = "has a form or solution_class that does not match its puzzle and answer"
            else:
                continue
            raise OptionError(f"dataset: row {row['row']} {why}")
