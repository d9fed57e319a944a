"""Books of puzzles: a cover, the rules, puzzles from easy to hard, and the answers, as PDF.

Vocabulary:
  task   a puzzle of a book with its solution, its grade and, on request, its explanation
  paper  the size of a page
  link   the address of a page to play on; without one QR codes hold the identifiers themselves

A book is plain data. Making one proves that every puzzle has exactly one solution; typesetting it
gives the same bytes every time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quincunx._support.files import write_file
from quincunx.cp.limits import Limits, Stopped, called_off, watching
from quincunx.drawing.files import require_form
from quincunx.drawing.qr import require_link
from quincunx.errors import OptionError, PuzzleError, TooBig
from quincunx.families import AnyPuzzle, shorten
from quincunx.families.base.grades import GRADES
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.solving import solve

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Puzzles of a page: how many side by side, and how many rows of them."""
MOST = 1_000
"""Most puzzles of a book."""
LONGEST_TITLE = 120
TITLE = "Number puzzles"


@dataclass(frozen=True)
class Task:
    """A puzzle of a book, with its only solution."""

    puzzle: AnyPuzzle
    solution: Any
    grade: str
    score: float
    explanation: Explanation | None = None

    @property
    def place(self) -> tuple[int, str, float, str]:
        """Where it comes in a book: by grade, by family, by how much work it is."""
        return (GRADES.index(self.grade), self.puzzle.family, self.score, self.puzzle.identifier)


@dataclass(frozen=True)
class Book:
    """Puzzles to be printed, from easy to hard, at most `per_page` to a page."""

    tasks: tuple[Task, ...]
    title: str = TITLE
    paper: str = "a4"
    per_page: int = 4
    link: str | None = None

    def __post_init__(self) -> None:
        """What cannot be printed is an error at once."""
        check_options(self.title, self.paper, self.per_page, self.link)
        check_number(len(self.tasks))

    def pdf(self) -> bytes:
        """The book as PDF."""
        from quincunx.drawing.book_data import book_data
        from quincunx.drawing.typeset import typeset

        return typeset("book", book_data(self))

    def as_dict(self) -> dict[str, Any]:
        """What is in the book as JSON data, the way every command answers."""
        return {
            "title": self.title,
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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the book to a file that ends in .pdf, all of it or nothing."""
        require_book(path)
        write_file(path, self.pdf())


def require_book(path: str | os.PathLike[str]) -> None:
    """Refuse a file in which no book can be written."""
    require_form(path, {".pdf": Book.pdf})


def check_number(puzzles: int) -> None:
    """Refuse a book of nothing, and one that nobody would hold."""
    if not 1 <= puzzles <= MOST:
        raise OptionError(f"book: {puzzles} puzzles, expected 1 to {MOST}")


def check_options(title: str, paper: str, per_page: int, link: str | None) -> None:
    """Refuse what no book can be."""
    if not isinstance(title, str) or not title.strip() or len(title) > LONGEST_TITLE:
        shown = shorten(repr(title), 40)
        raise OptionError(f"book: title is {shown}, expected 1 to {LONGEST_TITLE} characters")
    if paper not in PAPERS:
        shown = shorten(repr(paper), 40)
        raise OptionError(f"book: paper is {shown}, expected one of {', '.join(PAPERS)}")
    if isinstance(per_page, bool) or per_page not in PER_PAGE:
        choices = ", ".join(map(str, PER_PAGE))
        raise OptionError(f"book: {per_page} puzzles to a page, expected one of {choices}")
    if link is not None:
        require_link(link)


def make_book(
    puzzles: Iterable[PuzzleLike],
    *,
    title: str = TITLE,
    paper: str = "a4",
    per_page: int = 4,
    link: str | None = None,
    explain: bool = False,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Book:
    """A book of puzzles, to be saved as PDF.

    Each of `puzzles` is a puzzle, an identifier, a document or a name of the gallery, and has to
    have exactly one solution; what is there twice is printed once. They are ordered from easy to
    hard. `paper` is "a4", "a5" or "letter"; at most `per_page` (1, 2, 4, 6 or 9) stand on a page.
    `link` is the address of a page to play on, for the QR codes; `explain` adds how each puzzle is
    solved. `TooBig` is raised when the work has not ended after `time_limit` seconds, or when
    `cancel` says so.

    >>> book = make_book(["aztec-math/demo", "c-note/1"], title="Two puzzles")
    >>> sorted(task.puzzle.identifier for task in book.tasks)
    ['aztec-math:8/__/_9_/8__2', 'c-note:100:878/312/272']
    """
    check_options(title, paper, per_page, link)
    tasks: dict[str, Task] = {}
    try:
        with watching(Limits(time_limit, cancel=cancel)):
            for puzzle in puzzles:
                identifier = parse(puzzle).identifier
                if identifier not in tasks:
                    tasks[identifier] = _task(puzzle, explain)
    except Stopped:
        done = "1 puzzle" if len(tasks) == 1 else f"{len(tasks)} puzzles"
        raise TooBig(f"book: stopped after {done}, and no book was made") from None
    ordered = sorted(tasks.values(), key=lambda task: task.place)
    return Book(tuple(ordered), title, paper, per_page, link)


def _task(source: PuzzleLike, explain: bool) -> Task:
    """A puzzle with all that a book says of it."""
    from quincunx import reasoning

    puzzle = parse(source)
    found = solve(puzzle, limit=2, cancel=called_off)
    graded = reasoning.grade(puzzle, cancel=called_off)
    told = reasoning.explain(puzzle, cancel=called_off) if explain else None
    if found.verdict == "unknown" or not graded.complete or (told and told.verdict == "unknown"):
        raise Stopped
    if found.verdict != "unique" or graded.grade is None:
        name = shorten(source if isinstance(source, str) else puzzle.identifier, 80)
        many = "no solution" if found.verdict == "none" else "more than one solution"
        raise PuzzleError(f"book: {name} has {many}, expected exactly one")
    return Task(puzzle, found.solution, graded.grade, graded.score, told)
