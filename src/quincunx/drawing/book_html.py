"""Books as one HTML page: it can be printed, and its puzzles link to a page to play on."""

from collections.abc import Iterable, Mapping
from typing import Any

from quincunx.drawing.book import Book
from quincunx.drawing.book_data import book_data
from quincunx.drawing.page_plan import PagePlan
from quincunx.drawing.steps import escaped, section
from quincunx.drawing.templates import html_page, template
from quincunx.drawing.themes import style_sheet


def book_html(book: Book) -> str:
    """Return a book as an HTML page without other files."""
    book.options.check_screen()
    plan = PagePlan(book.options, screen=True)
    data = book_data(book, plan)
    parts = [("How to play", "\n".join(map(_introduction, data["families"])))]
    tasks: list[dict[str, Any]] = []
    for chapter in data["chapters"]:
        own = [task for page in chapter["pages"] for task in page["tasks"]]
        parts.append((chapter["title"], _boards(map(_puzzle, own))))
        tasks += own
    answers = [_figure(f"answer-{one['number']}", one["number"], one["answer"]) for one in tasks]
    steps = [
        _details(f"steps-{task['number']}", f"{task['number']} {task['family']}", task["frames"])
        for task in tasks
    ]
    back = [("Answers", _boards(answers)), ("Step by step", "".join(steps))]
    before = book.options.answers == "before"
    parts += [part for part in back[:: 1 if before else -1] if part[1]]
    texts = {name: escaped(getattr(book.options, name)) for name in ("title", "author", "imprint")}
    return html_page(
        "book.html",
        **texts,
        subtitle=escaped(data["subtitle"]),
        style=f"{style_sheet(plan.theme)}\n{template('steps.css')}\n{template('book.css')}",
        contents="".join(
            f'<li><a href="#{_id(name)}">{escaped(name)}</a></li>' for name, _ in parts
        ),
        parts="\n".join(
            f'<article id="{_id(name)}"><h2>{escaped(name)}</h2>\n{body}</article>'
            for name, body in parts
        ),
    )


def _id(name: str) -> str:
    return f"part-{escaped(name).lower().replace(' ', '-')}"


def _boards(figures: Iterable[str]) -> str:
    return f'<div class="boards">{"".join(figures)}</div>'


def _figure(id: str, caption: object, drawn: Mapping[str, Any]) -> str:
    return f'<figure id="{id}"><figcaption>{caption}</figcaption>{drawn["svg"]}</figure>\n'


def _details(id: str, title: str, frames: Iterable[Mapping[str, Any]]) -> str:
    steps = "\n".join(section(f"{id}-{at}", frame, "h4") for at, frame in enumerate(frames, 1))
    return f'<details id="{id}"><summary>{escaped(title)}</summary>{steps}</details>' * bool(steps)


def _introduction(family: Mapping[str, Any]) -> str:
    """Rules, names of cells, a worked example and, on request, the techniques of a family."""
    id = _id(family["title"])
    board = _figure(f"{id}-example", "the cells and their names", family["example"])
    solution = _figure(f"{id}-solution", "the solution", family["solution"])
    return (
        f"<h3>{escaped(family['title'])}</h3><p>{escaped(family['rules'])}</p>"
        f"<p>{escaped(family['notation'])}</p>{_boards([board, solution])}"
        f"{_details(f'{id}-steps', 'A worked example', family['frames'])}"
        f"{_details(f'{id}-tips', 'Solving tips', family['tips'])}"
    )


def _puzzle(task: Mapping[str, Any]) -> str:
    number, level = task["number"], task["level"]
    name = f"{number} {escaped(task['family'])}"
    if task["address"]:
        name = f'<a href="{escaped(task["address"])}">{name}</a>'
    dots = f'<span aria-hidden="true">{"●" * level}{"○" * (4 - level)}</span>'
    links = f'<a href="#answer-{number}">answer</a>'
    links += f' <a href="#steps-{number}">steps</a>' * bool(task["frames"])
    caption = f"<strong>{name}</strong> {dots} {task['grade']}, {task['points']} points {links}"
    return _figure(f"puzzle-{number}", caption, task["picture"])
