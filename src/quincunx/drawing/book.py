"""Books of puzzles as PDF: a cover, the rules, puzzles from easy to hard, and the answers.

A book is plain data. Making one proves that every puzzle has exactly one solution; typesetting it
gives the same bytes every time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quincunx._support.files import write_file
from quincunx.cp.limits import Limits, Stopped, called_off, watching
from quincunx.drawing.drawable import require_suffix
from quincunx.drawing.qr import require_link
from quincunx.errors import OptionError, PuzzleError, TooBig
from quincunx.families import AnyPuzzle, shorten
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.families.base.validation import shown
from quincunx.solving import solve

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Columns and rows of a page with this many puzzles."""
MAX_PUZZLES = 1_000
MAX_TITLE = 120
"""Maximum length of a title in characters."""
TITLE = "Number puzzles"


@dataclass(frozen=True)
class BookPuzzle:
    """A puzzle of a book with its only solution, its grade and, on request, its explanation."""

    puzzle: AnyPuzzle
    solution: Any
    grade: str
    score: float
    explanation: Explanation | None = None

    @property
    def sort_key(self) -> tuple[int, str, float, str]:
        """Puzzles are ordered by grade, family and score."""
        return (GRADES.index(self.grade), self.puzzle.family, self.score, self.puzzle.identifier)


@dataclass(frozen=True)
class Book:
    """Puzzles to be printed, from easy to hard, at most `per_page` to a page.

    Raises:
        OptionError: The book cannot be printed like this.
    """

    tasks: tuple[BookPuzzle, ...]
    title: str = TITLE
    paper: str = "a4"
    per_page: int = 4
    link: str | None = None

    def __post_init__(self) -> None:
        check_options(self.title, self.paper, self.per_page, self.link)
        check_number(len(self.tasks))

    def pdf(self) -> bytes:
        """Return the book as PDF."""
        from quincunx.drawing.book_pages import book_data
        from quincunx.drawing.typst_export import typeset

        return typeset("book", book_data(self))

    def as_dict(self) -> dict[str, Any]:
        """Return the contents as JSON data."""
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
        """Write the book to a file that ends in .pdf, completely or not at all."""
        require_suffix(path, (".pdf",))
        write_file(path, self.pdf())


def check_number(puzzles: int) -> None:
    """Raise `OptionError` for a book with no puzzles or too many."""
    if not 1 <= puzzles <= MAX_PUZZLES:
        raise OptionError(f"book: {puzzles} puzzles, expected 1 to {MAX_PUZZLES}")


def check_options(title: str, paper: str, per_page: int, link: str | None) -> None:
    """Raise `OptionError` for options with which no book can be printed."""
    if not isinstance(title, str) or not title.strip() or len(title) > MAX_TITLE:
        raise OptionError(f"book: title is {shown(title)}, expected 1 to {MAX_TITLE} characters")
    if not isinstance(paper, str) or paper not in PAPERS:
        raise OptionError(f"book: paper is {shown(paper)}, expected one of {', '.join(PAPERS)}")
    if type(per_page) is not int or per_page not in PER_PAGE:
        choices = ", ".join(map(str, PER_PAGE))
        raise OptionError(f"book: {shown(per_page)} puzzles to a page, expected one of {choices}")
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
    """Return a book of puzzles, ordered from easy to hard, to be saved as PDF.

    Args:
        puzzles: Puzzles, identifiers, documents or names of the gallery, each with exactly one
            solution. Repeated puzzles are printed once.
        title: The title on the cover.
        paper: "a4", "a5" or "letter".
        per_page: Puzzles on a page: 1, 2, 4, 6 or 9.
        link: The address of a page to play on, for the QR codes. Without it the codes hold the
            identifiers themselves.
        explain: Add how each puzzle is solved.
        time_limit: Seconds after which the work stops.
        cancel: Polled many times a second; the work stops when it returns true.

    Raises:
        PuzzleError: A puzzle does not have exactly one solution.
        TooBig: The work was stopped.

    >>> book = make_book(["aztec-math/demo", "c-note/1"], title="Two puzzles")
    >>> sorted(task.puzzle.identifier for task in book.tasks)
    ['aztec-math:8/__/_9_/8__2', 'c-note:100:878/312/272']
    """
    check_options(title, paper, per_page, link)
    if isinstance(puzzles, str | Mapping) or not isinstance(puzzles, Iterable):
        raise OptionError(f"book: puzzles are {shown(puzzles)}, expected a list of puzzles")
    tasks: dict[str, BookPuzzle] = {}
    try:
        with watching(Limits(time_limit, cancel=cancel)):
            for puzzle in puzzles:
                identifier = parse(puzzle).identifier
                if identifier not in tasks:
                    tasks[identifier] = _book_puzzle(puzzle, explain)
    except Stopped:
        done = "1 puzzle" if len(tasks) == 1 else f"{len(tasks)} puzzles"
        raise TooBig(f"book: stopped after {done}, and no book was made") from None
    ordered = sorted(tasks.values(), key=lambda task: task.sort_key)
    return Book(tuple(ordered), title, paper, per_page, link)


def _book_puzzle(source: PuzzleLike, explain: bool) -> BookPuzzle:
    """Solve, grade and, on request, explain a puzzle."""
    from quincunx import reasoning

    puzzle = parse(source)
    found = solve(puzzle, limit=2, cancel=called_off)
    graded = reasoning.grade(puzzle, cancel=called_off)
    explained = reasoning.explain(puzzle, cancel=called_off) if explain else None
    verdicts = (found.verdict, explained.verdict if explained else "")
    if "unknown" in verdicts or not graded.complete:
        raise Stopped
    if found.verdict != "unique" or graded.grade is None:
        name = shorten(source if isinstance(source, str) else puzzle.identifier, 80)
        many = "no solution" if found.verdict == "none" else "more than one solution"
        raise PuzzleError(f"book: {name} has {many}, expected exactly one")
    return BookPuzzle(puzzle, found.solution, graded.grade, graded.score, explained)
