"""Books of puzzles as PDF or HTML: how to play, puzzles in chapters, the answers, the steps.

A book is plain data. Making one proves that every puzzle has exactly one solution; typesetting it
gives the same bytes every time.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any

from quincunx import reasoning
from quincunx._support.arguments import checked
from quincunx._support.files import write_file
from quincunx._support.text import amount
from quincunx.cp.limits import Limits, Stopped, limit_reached, require_number, watching
from quincunx.drawing.book_options import BookOptions
from quincunx.drawing.drawable import require_suffix
from quincunx.drawing.page_plan import PagePlan
from quincunx.drawing.typst_export import typeset
from quincunx.errors import OptionError, PuzzleError, TooBig
from quincunx.families import AnyPuzzle, shorten
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.reasoning import Explanation
from quincunx.solving import solve

MAX_PUZZLES = 1_000
MAX_WEIGHT = 400
"""Heaviest paper in grams per square metre."""
MILLIMETRES_PER_GRAM = 1.25e-3
"""Thickness of uncoated paper in millimetres, for each gram per square metre."""


@dataclass(frozen=True)
class BookPuzzle:
    """A puzzle of a book with its only solution, its grade and, on request, its explanation."""

    puzzle: AnyPuzzle
    solution: Any
    grade: str
    score: float
    explanation: Explanation | None = None

    @property
    def difficulty(self) -> tuple[int, float, str]:
        """Sort key: puzzles from easy to hard."""
        return (GRADES.index(self.grade), self.score, self.puzzle.identifier)


@checked
@dataclass(frozen=True)
class Book:
    """Puzzles to be printed, in the order of their numbers.

    Raises:
        OptionError: There are no puzzles, or too many.
    """

    tasks: tuple[BookPuzzle, ...]
    options: BookOptions = field(default_factory=BookOptions)

    def __post_init__(self) -> None:
        check_number(len(self.tasks))

    @property
    def chapters(self) -> list[tuple[str, list[tuple[int, BookPuzzle]]]]:
        """The titles of the chapters, and the puzzles of each with their numbers."""
        numbered = list(enumerate(self.tasks, 1))
        grouped = groupby(numbered, key=lambda pair: _chapter(pair[1], self.options))
        return [(name[1] or "Puzzles", list(pairs)) for name, pairs in grouped]

    @cached_property
    def _data(self) -> dict[str, Any]:
        from quincunx.drawing.book_data import book_data

        return book_data(self, PagePlan(self.options))

    @cached_property
    def _pdf(self) -> bytes:
        return typeset("book", self._data)

    def pdf(self) -> bytes:
        """Return the book as PDF."""
        return self._pdf

    def cover(self, weight: int = 90) -> bytes:
        """Return a cover with its spine as PDF, for paper of this weight in grams per square
        metre."""
        require_number(weight, "book: weight of the paper", 1, MAX_WEIGHT)
        leaves = self._pdf.count(b"/MediaBox") / 2
        return typeset("cover", {**self._data, "spine": leaves * weight * MILLIMETRES_PER_GRAM})

    def html(self) -> str:
        """Return the book as one HTML page."""
        from quincunx.drawing.book_html import book_html

        return book_html(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the contents as JSON data."""
        return {
            "title": self.options.title,
            "puzzles": [
                {
                    "number": number,
                    "puzzle": task.puzzle.identifier,
                    "grade": task.grade,
                    "solution": task.solution,
                }
                for number, task in enumerate(self.tasks, 1)
            ],
        }

    def content(self, path: str | os.PathLike[str]) -> bytes | str:
        """Return what is written to a file of this name, which ends in .pdf or .html."""
        return self.pdf() if require_suffix(path, BOOK_SUFFIXES) == ".pdf" else self.html()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file that ends in .pdf or .html, completely or not at all."""
        write_file(path, self.content(path))


BOOK_SUFFIXES = (".pdf", ".html")


def check_number(puzzles: int) -> None:
    """Raise `OptionError` for a book with no puzzles or too many."""
    if not 1 <= puzzles <= MAX_PUZZLES:
        raise OptionError(f"book: {puzzles} puzzles, expected 1 to {MAX_PUZZLES}")


@checked
def make_book(
    puzzles: Iterable[PuzzleLike],
    options: BookOptions | None = None,
    *,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Book:
    """Return a book of puzzles, to be saved as PDF or HTML.

    Args:
        puzzles: Puzzles, identifiers, documents or names of the gallery, each with exactly one
            solution. Repeated puzzles are printed once.
        options: How the book looks.
        time_limit: Seconds after which the work stops.
        cancel: Polled many times a second; the work stops when it returns true.

    Raises:
        PuzzleError: A puzzle does not have exactly one solution.
        TooBig: The work was stopped.

    >>> book = make_book(["aztec-math/demo", "c-note/1"], BookOptions(title="Two puzzles"))
    >>> sorted(task.puzzle.identifier for task in book.tasks)
    ['aztec-math:8/__/_9_/8__2', 'c-note:100:878/312/272']
    """
    options = BookOptions() if options is None else options
    tasks: dict[str, BookPuzzle] = {}
    try:
        with watching(Limits(time_limit, cancel=cancel)):
            for puzzle in puzzles:
                identifier = parse(puzzle).identifier
                if identifier not in tasks:
                    tasks[identifier] = _book_puzzle(puzzle, options.explain)
    except Stopped:
        done = amount(len(tasks), "puzzle")
        raise TooBig(f"book: stopped after {done}, and no book was made") from None
    return Book(tuple(_ordered(tasks.values(), options)), options)


def _chapter(task: BookPuzzle, options: BookOptions) -> tuple[int, str]:
    """The sort key and the title of a puzzle's chapter."""
    if options.chapters == "grade":
        return GRADES.index(task.grade), task.grade.capitalize()
    return 0, task.puzzle.title if options.chapters == "family" else ""


def _ordered(tasks: Iterable[BookPuzzle], options: BookOptions) -> list[BookPuzzle]:
    """The puzzles in the order of their numbers. Mixed, the families of a chapter are distributed
    evenly, each from easy to hard."""
    if options.order == "given":
        return sorted(tasks, key=lambda task: _chapter(task, options))
    ordered = sorted(tasks, key=lambda task: task.difficulty)
    ordered.sort(key=lambda task: _chapter(task, options))
    if options.order == "score":
        return ordered
    groups: dict[tuple[tuple[int, str], str], list[BookPuzzle]] = {}
    for task in ordered:
        groups.setdefault((_chapter(task, options), task.puzzle.family), []).append(task)
    ranked = [
        (chapter, (at + 0.5) / len(group), family, task)
        for (chapter, family), group in groups.items()
        for at, task in enumerate(group)
    ]
    return [task for *_, task in sorted(ranked, key=lambda rank: rank[:3])]


def _book_puzzle(source: PuzzleLike, explain: bool) -> BookPuzzle:
    """Solve, grade and, on request, explain a puzzle."""
    puzzle = parse(source)
    found = solve(puzzle, limit=2, cancel=limit_reached)
    graded = reasoning.grade(puzzle, cancel=limit_reached)
    explained = reasoning.explain(puzzle, cancel=limit_reached) if explain else None
    verdicts = (found.verdict, explained.verdict if explained else "")
    if "unknown" in verdicts or not graded.complete:
        raise Stopped
    if found.verdict != "unique" or graded.grade is None:
        name = shorten(source if isinstance(source, str) else puzzle.identifier, 80)
        many = "no solution" if found.verdict == "none" else "more than one solution"
        raise PuzzleError(f"book: {name} has {many}, expected exactly one")
    return BookPuzzle(puzzle, found.solution, graded.grade, graded.score, explained)
