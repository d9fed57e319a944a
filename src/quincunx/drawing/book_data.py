"""The parts of a book as the data that its template shows; the template decides the layout."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from quincunx._support.text import amount
from quincunx._support.version import VERSION
from quincunx.drawing.book import Book, BookPuzzle
from quincunx.drawing.book_options import PER_PAGE
from quincunx.drawing.page_plan import PagePlan, Rectangle
from quincunx.drawing.picture import Picture, draw, notation_of
from quincunx.drawing.qr import play_address, qr_code
from quincunx.drawing.steps import frame_data, frames
from quincunx.drawing.svg import clean
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import from_body
from quincunx.families.base.grades import GRADES
from quincunx.reasoning import Explanation, explain
from quincunx.reasoning.glossary import GlossaryEntry, glossary

T = TypeVar("T")

_explained = cache(explain)
MAX_COVER = 6
"""Number of pictures on the cover."""
MAX_EXAMPLE_STEPS = 12
"""Maximum number of steps of a worked example, if some puzzle has as few."""
MAX_TIP_TIER = 5
"""Techniques of higher tiers are for programs."""


def book_data(book: Book, plan: PagePlan) -> dict[str, Any]:
    """Return everything that is printed in a book."""
    options = vars(book.options).items()
    return {
        **plan.data,
        "options": {name: clean(v) if isinstance(v, str) else v for name, v in options},
        "version": VERSION,
        "subtitle": _subtitle(book.tasks),
        "cover": list(_cover(book, plan)),
        "families": [_family_data(family, book, plan) for family in _families(book)],
        "chapters": [
            {"title": clean(title), "pages": list(_pages(pairs, plan))}
            for title, pairs in book.chapters
        ],
    }


def _cover(book: Book, plan: PagePlan) -> Iterator[dict[str, Any]]:
    """The boards on the cover: the last puzzle of each family, for as many families as fit."""
    last = {type(task.puzzle): Picture(task.puzzle) for task in book.tasks}
    (wide, high), gap = plan.area, plan.data["gap"]
    for most in range(min(len(last), MAX_COVER), 0, -1):
        room = (wide + gap) / min(most, 2) - gap, (0.56 * high + gap) / -(-most // 2) - gap
        boards = [last[family] for family in _families(book) if plan.fits(last[family], room)]
        if len(boards) >= most:
            break
    return (plan.drawn(board, room) for board in boards[:most])


def _families(book: Book) -> list[type[AnyPuzzle]]:
    """The families of a book by their names."""
    return sorted({type(task.puzzle) for task in book.tasks}, key=lambda family: family.title)


def split_evenly(items: Sequence[T], most: int) -> list[list[T]]:
    """Divide items into as few pages as possible, of almost equal size.

    >>> split_evenly(range(9), 4)
    [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    >>> [len(page) for page in split_evenly(range(13), 4)]
    [4, 3, 3, 3]
    """
    count = -(-len(items) // most)
    pages: list[list[T]] = []
    for page in range(count):
        first = sum(map(len, pages))
        size = -(-(len(items) - first) // (count - page))
        pages.append(list(items[first : first + size]))
    return pages


def _pages(pairs: Sequence[tuple[int, BookPuzzle]], plan: PagePlan) -> Iterator[dict[str, Any]]:
    """The pages of a chapter. A board whose type would be too small has a page of its own."""
    columns, rows = PER_PAGE[plan.options.per_page]
    runs: list[list[tuple[int, BookPuzzle]]] = [[]]
    for pair in pairs:
        if plan.fits(Picture(pair[1].puzzle), plan.slot(columns, rows)):
            runs[-1].append(pair)
        else:
            runs += [[pair], []]
    for page in (page for run in runs for page in split_evenly(run, columns * rows)):
        slots = {n: plan.slot(n, -(-len(page) // n)) for n in range(1, min(columns, len(page)) + 1)}
        boards = [Picture(task.puzzle) for _, task in page]
        across = max(slots, key=lambda n: (min(plan.unit(b, slots[n]) for b in boards), n))
        room = slots[across]
        tasks = [_puzzle_data(number, task, room, plan) for number, task in page]
        yield {"columns": across, "room": room, "tasks": tasks}


def _subtitle(tasks: Sequence[BookPuzzle]) -> str:
    """How many puzzles there are, and how hard they are."""
    grades = sorted({task.grade for task in tasks}, key=GRADES.index)
    hardest = f" to {grades[-1]}" if len(grades) > 1 else ""
    return f"{amount(len(tasks), 'puzzle')}, {grades[0]}{hardest}"


def _family_data(family: type[AnyPuzzle], book: Book, plan: PagePlan) -> dict[str, Any]:
    """The rules of a family, how its cells are named, a worked example, and the techniques."""
    example, explanation = _worked_example(family, book)
    solution = explanation.solution if explanation else family.example.solution
    room, most = (plan.column[0] - 6, plan.column[1]), plan.data["step_cell"]
    board = Picture(example, named=example.cells)
    return {
        "title": clean(family.title),
        "rules": clean(" ".join(family.rules.split())),
        "notation": clean(notation_of(example)),
        "example": plan.drawn(board, room, most),
        "solution": plan.drawn(draw(example, solution=solution), room, most),
        "frames": _steps_data(explanation, plan),
        "tips": list(_tips(family, plan)) if plan.options.tips else [],
    }


def _worked_example(family: type[AnyPuzzle], book: Book) -> tuple[AnyPuzzle, Explanation | None]:
    """A puzzle that is explained in few steps and is not in the book, if there is one."""
    example = from_body(family, family.example.identifier.partition(":")[2])
    found = [_explained(each) for each in (example, *(e.example for e in _techniques(family)))]
    short = [e for e in found if e.solved and 1 < len(e.steps) <= MAX_EXAMPLE_STEPS]
    printed = [task.puzzle for task in book.tasks]
    chosen = [e for e in short if e.puzzle not in printed] or short
    best = min(chosen, key=lambda e: len(e.puzzle.identifier), default=None)
    return (best.puzzle, best) if best else (example, None)


def _techniques(family: type[AnyPuzzle]) -> list[GlossaryEntry]:
    """The techniques that a person uses in a family, by their examples."""
    entries = [entry for entry in glossary() if entry.technique.tier <= MAX_TIP_TIER]
    own = (f"{family.family}/", f"{family.family}:")
    return [entry for entry in entries if entry.example.startswith(own)]


def _tips(family: type[AnyPuzzle], plan: PagePlan) -> Iterator[dict[str, Any]]:
    """The techniques of a family, each with a step that takes it."""
    for entry in _techniques(family):
        explanation, name = _explained(entry.example), entry.technique.name
        for frame, step in zip(frames(explanation)[1:], explanation.steps, strict=False):
            if step.technique == name:
                told = {"label": "", "technique": name, "meaning": clean(entry.technique.meaning)}
                yield {**frame_data(frame, plan), **told}
                break


def _steps_data(explanation: Explanation | None, plan: PagePlan) -> list[dict[str, Any]]:
    """The opening and the steps; puzzle and solution stand elsewhere in the book."""
    if explanation is None:
        return []
    opening, *steps, _ = frames(explanation)
    return [frame_data(frame, plan) for frame in [opening] * bool(opening.sentence) + steps]


def _puzzle_data(number: int, task: BookPuzzle, room: Rectangle, plan: PagePlan) -> dict[str, Any]:
    """A puzzle with everything that the book says about it; its level counts grades from 1."""
    identifier, link = task.puzzle.identifier, plan.options.link
    address = play_address(link, identifier) if link else ""
    return {
        "number": number,
        "family": clean(task.puzzle.title),
        "grade": task.grade,
        "level": GRADES.index(task.grade) + 1,
        "points": round(10 * task.score),
        "identifier": clean(identifier),
        "address": address,
        "code": qr_code(address or identifier) if plan.options.codes == "qr" else None,
        "picture": plan.drawn(Picture(task.puzzle), room),
        "answer": plan.answer(draw(task.puzzle, solution=task.solution)),
        "frames": _steps_data(task.explanation, plan),
    }
