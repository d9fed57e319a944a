"""A book as the data that its template shows: what stands on which page.

Nothing here is about type: sizes, fonts and places are the template's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from quincunx.drawing.book import PAPERS, PER_PAGE, Book, Task
from quincunx.drawing.picture import Picture, draw
from quincunx.drawing.qr import play_address, qr_code
from quincunx.drawing.steps import Told, frames
from quincunx.drawing.svg import clean
from quincunx.drawing.typeset import frame_data, picture_data
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import from_body

T = TypeVar("T")

LONG = 160
"""A longer identifier is printed at the end of the book, and its beginning under the puzzle."""
ANSWERS = {"a4": (4, 5), "a5": (3, 4), "letter": (4, 5)}
"""Answers of a page: how many side by side, and how many rows of them."""
COVER = 6
"""So many families have a picture on the cover."""


def book_data(book: Book) -> dict[str, Any]:
    """All that is printed in a book."""
    columns, rows = ANSWERS[book.paper]
    tasks = [_task_data(number, task, book.link) for number, task in enumerate(book.tasks, 1)]
    width, height = PAPERS[book.paper]
    return {
        "title": clean(book.title),
        "subtitle": _subtitle(book.tasks),
        "width": width,
        "height": height,
        "format": PER_PAGE[book.per_page],
        "cover": [picture_data(Picture(puzzle)) for puzzle in _cover(book.tasks)],
        "contents": _contents(book.tasks),
        "families": [_family_data(family) for family in _families(book.tasks)],
        "pages": [
            {"heading": _heading(page), "tasks": page} for page in divided(tasks, book.per_page)
        ],
        "explained": [
            {"number": at, "frames": _steps(task.explanation)}
            for at, task in enumerate(book.tasks, 1)
            if task.explanation is not None
        ],
        "answer_format": (columns, rows),
        "answers": divided(
            [
                {"number": at, "picture": picture_data(draw(task.puzzle, solution=task.solution))}
                for at, task in enumerate(book.tasks, 1)
            ],
            columns * rows,
        ),
        "long": [
            {"number": at, "identifier": clean(task.puzzle.identifier)}
            for at, task in enumerate(book.tasks, 1)
            if len(task.puzzle.identifier) > LONG
        ],
    }


def divided(things: Sequence[T], most: int) -> list[list[T]]:
    """Things on as few pages as can be, about equally many on each: none is left alone at the end.

    >>> divided(range(9), 4)
    [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    >>> [len(page) for page in divided(range(13), 4)]
    [4, 3, 3, 3]
    """
    count = -(-len(things) // most)
    pages: list[list[T]] = []
    for page in range(count):
        first = sum(map(len, pages))
        size = -(-(len(things) - first) // (count - page))
        pages.append(list(things[first : first + size]))
    return pages


def _families(tasks: Sequence[Task]) -> list[type[AnyPuzzle]]:
    """The families of a book, by name."""
    families = {task.puzzle.family: type(task.puzzle) for task in tasks}
    return [families[name] for name in sorted(families)]


def _cover(tasks: Sequence[Task]) -> list[AnyPuzzle]:
    """One puzzle of each family, for the cover: the hardest, which has most to look at."""
    hardest = {task.puzzle.family: task.puzzle for task in tasks}
    return [hardest[family.family] for family in _families(tasks)][:COVER]


def _subtitle(tasks: Sequence[Task]) -> str:
    """How many puzzles there are, and how hard they are."""
    count = "1 puzzle" if len(tasks) == 1 else f"{len(tasks)} puzzles"
    first, last = tasks[0].grade, tasks[-1].grade
    return f"{count}, {first}" if first == last else f"{count}, from {first} to {last}"


def _contents(tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """For each family how many puzzles of it there are."""
    return [
        {
            "title": clean(family.title),
            "count": sum(task.puzzle.family == family.family for task in tasks),
        }
        for family in _families(tasks)
    ]


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


def _steps(told: Told) -> list[dict[str, Any]]:
    """What is said of a puzzle step by step; puzzle and solution stand elsewhere in the book."""
    opening, *steps, _ = frames(told)
    return [frame_data(frame) for frame in ([opening] if opening.sentence else []) + steps]


def _task_data(number: int, task: Task, link: str | None) -> dict[str, Any]:
    """A puzzle with what stands under it."""
    identifier = task.puzzle.identifier
    code = qr_code(play_address(link, identifier) if link else identifier)
    return {
        "number": number,
        "family": clean(task.puzzle.title),
        "grade": task.grade,
        "identifier": clean(identifier if len(identifier) <= LONG else f"{identifier[:LONG]}…"),
        "picture": picture_data(Picture(task.puzzle)),
        "explained": task.explanation is not None,
        "code": None
        if code is None
        else {"svg": code.svg, "modules": code.modules, "alt": clean(f"QR code: {code.content}")},
    }
