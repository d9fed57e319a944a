"""The pages of a book as the data that its template shows; the template decides the layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from quincunx.drawing.book import PAPERS, PER_PAGE, Book, BookPuzzle
from quincunx.drawing.picture import Picture, draw
from quincunx.drawing.qr import play_address, qr_code
from quincunx.drawing.steps import frame_data, frames
from quincunx.drawing.svg import clean
from quincunx.drawing.typst_export import picture_data
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import from_body

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation

T = TypeVar("T")

MAX_IDENTIFIER = 160
"""Longer identifiers are printed at the end of the book, and abridged under the puzzle."""
ANSWERS = {"a4": (4, 5), "a5": (3, 4), "letter": (4, 5)}
"""Columns and rows of a page of answers."""
MAX_COVER = 6
"""Number of pictures on the cover."""


def book_data(book: Book) -> dict[str, Any]:
    """Return everything that is printed in a book."""
    numbered = list(enumerate(book.tasks, 1))
    columns, rows = ANSWERS[book.paper]
    width, height = PAPERS[book.paper]
    by_family = {task.puzzle.family: task.puzzle for task in book.tasks}
    # The last, and so the hardest, puzzle of each family has most to look at.
    hardest = [by_family[name] for name in sorted(by_family)]
    puzzles = [_puzzle_data(at, task, book.link) for at, task in numbered]
    answers = [
        {"number": at, "picture": picture_data(draw(task.puzzle, solution=task.solution))}
        for at, task in numbered
    ]
    return {
        "title": clean(book.title),
        "subtitle": _subtitle(book.tasks),
        "width": width,
        "height": height,
        "format": PER_PAGE[book.per_page],
        "cover": [picture_data(Picture(puzzle)) for puzzle in hardest[:MAX_COVER]],
        "contents": [
            {
                "title": clean(puzzle.title),
                "count": sum(task.puzzle.family == puzzle.family for task in book.tasks),
            }
            for puzzle in hardest
        ],
        "families": [_family_data(type(puzzle)) for puzzle in hardest],
        "pages": [
            {"heading": _heading(page), "tasks": page} for page in divided(puzzles, book.per_page)
        ],
        "explained": [
            {"number": at, "frames": _steps(task.explanation)}
            for at, task in numbered
            if task.explanation is not None
        ],
        "answer_format": (columns, rows),
        "answers": divided(answers, columns * rows),
        "long": [
            {"number": at, "identifier": clean(task.puzzle.identifier)}
            for at, task in numbered
            if len(task.puzzle.identifier) > MAX_IDENTIFIER
        ],
    }


def divided(items: Sequence[T], most: int) -> list[list[T]]:
    """Divide items into as few pages as possible, of almost equal size.

    >>> divided(range(9), 4)
    [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    >>> [len(page) for page in divided(range(13), 4)]
    [4, 3, 3, 3]
    """
    count = -(-len(items) // most)
    pages: list[list[T]] = []
    for page in range(count):
        first = sum(map(len, pages))
        size = -(-(len(items) - first) // (count - page))
        pages.append(list(items[first : first + size]))
    return pages


def _subtitle(tasks: Sequence[BookPuzzle]) -> str:
    """How many puzzles there are, and how hard they are."""
    count = "1 puzzle" if len(tasks) == 1 else f"{len(tasks)} puzzles"
    first, last = tasks[0].grade, tasks[-1].grade
    return f"{count}, {first}" if first == last else f"{count}, from {first} to {last}"


def _heading(page: Sequence[dict[str, Any]]) -> str:
    """The grades of a page.

    >>> _heading([{"grade": "easy"}, {"grade": "hard"}]), _heading([{"grade": "easy"}])
    ('Easy to hard', 'Easy')
    """
    first, last = page[0]["grade"], page[-1]["grade"]
    words = first if first == last else f"{first} to {last}"
    return str(words).capitalize()


def _family_data(family: type[AnyPuzzle]) -> dict[str, Any]:
    """The rules of a family, with its example and the answer to that."""
    example = from_body(family, family.example.identifier.partition(":")[2])
    return {
        "title": clean(family.title),
        "rules": clean(" ".join(family.rules.split())),
        "puzzle": picture_data(Picture(example)),
        "solution": picture_data(draw(example, solution=family.example.solution)),
    }


def _steps(explanation: Explanation) -> list[dict[str, Any]]:
    """The opening and the steps; puzzle and solution are printed elsewhere in the book."""
    opening, *steps, _ = frames(explanation)
    return [frame_data(frame) for frame in ([opening] if opening.sentence else []) + steps]


def _puzzle_data(number: int, task: BookPuzzle, link: str | None) -> dict[str, Any]:
    """A puzzle with what is printed under it."""
    identifier = task.puzzle.identifier
    abridged = f"{identifier[:MAX_IDENTIFIER]}…"
    return {
        "number": number,
        "family": clean(task.puzzle.title),
        "grade": task.grade,
        "identifier": clean(identifier if len(identifier) <= MAX_IDENTIFIER else abridged),
        "picture": picture_data(Picture(task.puzzle)),
        "explained": task.explanation is not None,
        "code": qr_code(play_address(link, identifier) if link else identifier),
    }
