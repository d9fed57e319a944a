"""What a teacher hands out: the worksheet and the answers, each as a notebook and as PDF, and
slides of search trees, all made from `docs/worksheet.ipynb`.

The notebook has everything: its outputs and its last cell, the notes for teachers, are the answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quincunx
from quincunx import lab
from quincunx.drawing.typst_export import PRINT_FONTS, compiled
from website import DOCS
from website.notebooks import PICTURE

WORKSHEET = DOCS / "worksheet.ipynb"
TEMPLATES = Path(__file__).with_name("templates")
PUZZLE = "c-note/1"
"""The puzzle that the worksheet is about."""
SHOWN = "puzzle"
"""The last line of the cell that shows it: on paper it is drawn."""
LINES = {"**Predict": 3, "**Explain": 4}
"""Paragraphs that ask something, by their beginning, and the lines to write on below them."""


@dataclass(frozen=True)
class Slide:
    """A slide: a question, a picture that answers it, and what to say about it."""

    title: str
    words: str
    svg: str
    alt: str


def write(folder: Path) -> None:
    """Write all files of the kit into a folder."""
    notebook = json.loads(WORKSHEET.read_text(encoding="utf-8"))
    folder.mkdir(exist_ok=True)
    student = {**notebook, "cells": [without_outputs(cell) for cell in notebook["cells"][:-1]]}
    for name, content in {"worksheet": student, "answers": notebook}.items():
        text = json.dumps(content, indent=1, ensure_ascii=False)
        (folder / f"{name}.ipynb").write_text(f"{text}\n", encoding="utf-8")
        blocks = list(blocks_of(content["cells"], lines=name == "worksheet"))
        title = "Worksheet" if name == "worksheet" else "Worksheet with answers"
        (folder / f"{name}.pdf").write_bytes(pdf("worksheet", title, blocks))
    shown = [vars(slide) for slide in slides()]
    (folder / "slides.pdf").write_bytes(pdf("slides", "What does a solver do?", shown))


def without_outputs(cell: Any) -> Any:
    """A cell as it is before it is run."""
    return cell if cell["cell_type"] == "markdown" else {**cell, "outputs": []}


def pdf(template: str, title: str, blocks: list[Any]) -> bytes:
    """A document of blocks, by a template of this package."""
    source = (TEMPLATES / f"{template}.typ").read_text(encoding="utf-8")
    return compiled(source, "pdf", {"title": title, "blocks": json.dumps(blocks)})


# The worksheet


def blocks_of(cells: list[Any], lines: bool) -> Iterator[dict[str, Any]]:
    """The cells as blocks for a template: headings, paragraphs, items, code, outputs, pictures and,
    if asked for, lines to write on."""
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield from _markdown(source, lines)
            continue
        yield {"kind": "code", "text": source}
        if source.endswith(f"\n{SHOWN}"):
            drawn = quincunx.draw(PUZZLE)
            svg = drawn.svg(theme="light")
            yield {"kind": "picture", "svg": svg, "alt": drawn.description, "width": "30%"}
            continue
        for output in cell["outputs"]:
            data = output.get("data", {})
            if PICTURE in data:
                svg = printable("".join(data[PICTURE]))
                alt = "The tree of the search."
                yield {"kind": "picture", "svg": svg, "alt": alt, "width": "100%"}
            else:
                text = "".join(data.get("text/plain", output.get("text", ())))
                yield {"kind": "output", "text": text.rstrip("\n")}


def _markdown(source: str, lines: bool) -> Iterator[dict[str, Any]]:
    for paragraph in re.split(r"\n{2,}|\n(?=\d\. )", source.replace("&nbsp;", "").strip()):
        text = " ".join(paragraph.split())
        heading = re.match(r"(#+) (.*)", text)
        item = re.match(r"(\d+)\. (.*)", text)
        if heading:
            yield {"kind": "heading", "level": len(heading[1]), "text": heading[2]}
        elif item:
            yield {"kind": "item", "number": int(item[1]), "pieces": pieces(item[2])}
        elif text:
            asked = sum(n for start, n in LINES.items() if text.startswith(start)) if lines else 0
            yield {"kind": "paragraph", "pieces": pieces(text), "sticky": asked > 0}
            if asked:
                yield {"kind": "lines", "number": asked}


def pieces(text: str) -> list[dict[str, str]]:
    """Text with its bold, slanted and code parts apart.

    >>> pieces("a **b** `c`")
    [{'style': '', 'text': 'a '}, {'style': 'bold', 'text': 'b'}, {'style': '', 'text': ' '}, \
{'style': 'code', 'text': 'c'}]
    """
    styles = {"`": "code", "**": "bold", "*": "slanted"}
    found = []
    for part in re.split(r"(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)", text):
        mark = re.match(r"`|\*\*|\*", part)
        ends = len(mark[0]) if mark else 0
        if part:
            style = styles[mark[0]] if mark else ""
            found.append({"style": style, "text": part[ends : len(part) - ends]})
    return found


def printable(svg: str) -> str:
    """A picture in fonts that typst has, and without times, which differ from run to run."""
    svg = svg.replace('system-ui,"DejaVu Sans",sans-serif', f'"{PRINT_FONTS}"')
    return re.sub(r", [\d.]+ (µs|ms|s)\b", "", svg)


# Slides


def slides() -> Iterator[Slide]:
    """The puzzle, and the trees of its searches."""
    puzzle = quincunx.draw(PUZZLE)
    yield Slide(
        "The puzzle",
        "Write digits before or after the given ones, so that every row and every column sums to "
        "100. Where would you begin?",
        puzzle.svg(theme="light"),
        puzzle.description,
    )
    trees = {
        ("How does a search look?", "leftmost", "Reading order."): PUZZLE,
        ("Which cell first?", "ff", "First fail: the cell with the fewest values."): PUZZLE,
        ("The same the other way round", "anti_first_fail", "Most values first."): PUZZLE,
        ("Another puzzle, reading order", "leftmost", "Is first fail better here?"): "c-note/2",
        ("Another puzzle, first fail", "ff", "It is."): "c-note/2",
    }
    for (title, order, words), name in trees.items():
        tree = lab.grow(name, order, consistency="bounds", goal="all")
        counted = f"{tree.statistics.nodes} nodes, {tree.failures} of them failures."
        alt = f"The tree of a search with {order}: {counted}"
        yield Slide(title, f"{words} {counted}", printable(tree.svg()), alt)
