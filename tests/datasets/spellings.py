"""The same answer in many spellings: as programs print it, as people type it, as models put it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from quincunx.datasets.questions import answer_text, question
from quincunx.families import AnyPuzzle

FULL_WIDTH = str.maketrans("0123456789,[]", "０１２３４５６７８９，［］")


class Answer(NamedTuple):
    """A puzzle with an answer, as data and as the marks of its cells."""

    puzzle: AnyPuzzle
    solution: Any

    @property
    def rows(self) -> list[Any]:
        return [self.solution] if self.puzzle.layout.flat else self.solution

    @property
    def marks(self) -> list[list[str]]:
        mark = self.puzzle.layout.mark
        return [[c if isinstance(c, str) else mark.text(c) for c in row] for row in self.rows]

    @property
    def json(self) -> str:
        return json.dumps(self.solution)

    @property
    def typed(self) -> str:
        """As `quincunx check` takes it."""
        return "/".join(map(self.puzzle.layout.mark.separator.join, self.marks))

    def lines(self, between: str, before: str = "", after: str = "") -> str:
        return "\n".join(before + between.join(row) + after for row in self.marks)

    def named(self, between: str, before: str = "") -> str:
        name = self.puzzle.layout.row_name
        rows = enumerate(self.marks, 1)
        return "\n".join(f"{before}{name(at)}: {between.join(row)}" for at, row in rows)

    def tabled(self) -> str:
        name = self.puzzle.layout.row_name
        rows = enumerate(self.marks, 1)
        return "\n".join(f"| {name(at)} | {' | '.join(row)} |" for at, row in rows)

    def as_texts(self) -> str:
        texts = [[str(mark) for mark in row] for row in self.rows]
        return json.dumps(texts[0] if self.puzzle.layout.flat else texts)


SPELLINGS: dict[str, Callable[[Answer], str]] = {
    "as the question asks": lambda a: f"Answer: {answer_text(*a)}",
    "JSON and nothing else": lambda a: a.json,
    "JSON with every number on its line": lambda a: json.dumps(a.solution, indent=2),
    "line ends of Windows and tabs": lambda a: a.json.replace(",", ",\r\n\t"),
    "in a fence": lambda a: f"So:\n```json\n{json.dumps(a.solution, indent=1)}\n```\nThat is it.",
    "boxed": lambda a: f"The answer is $\\boxed{{{a.json}}}$.",
    "in tags": lambda a: f"<think>or [1, 2] (a, b)?</think><answer>{a.json}</answer>",
    "bold, with words behind": lambda a: f"Well.\n\n**Answer:** {a.json}\n\nHope this helps!",
    "Python": lambda a: f"answer = {a.solution!r}",
    "tuples": lambda a: str(tuple(tuple(r) if isinstance(r, list) else r for r in a.solution)),
    "numpy": lambda a: f"array({[list(r) for r in a.marks]})".replace(",", "").replace("'", ""),
    "trailing commas": lambda a: a.json.replace("]", ",]"),
    "in an object": lambda a: f'{{"sure": true, "solution": {a.json}, "steps": 3}}',
    "typed, in an object": lambda a: f'{{"answer": "{a.typed}"}}',
    "numbers as texts": lambda a: a.as_texts(),
    "texts in single quotes": lambda a: a.as_texts().replace('"', "'"),
    "rows without a list around them": lambda a: "\n".join(json.dumps(list(r)) for r in a.rows),
    "rows in a sentence": lambda a: "It has " + ", then ".join(json.dumps(list(r)) for r in a.rows),
    "a row under each key, from the last": lambda a: json.dumps(
        {a.puzzle.layout.row_name(at): list(a.rows[at - 1]) for at in range(len(a.rows), 0, -1)}
    ),
    "lines with spaces": lambda a: f"Answer:\n{a.lines(' ')}",
    "lines with commas": lambda a: f"Answer:\n{a.lines(', ')}\n",
    "lines with semicolons": lambda a: f"My answer:\n\n{a.lines('; ')}",
    "lines with blank ones between": lambda a: a.lines(" ").replace("\n", "\n\n"),
    "lines with bars": lambda a: a.lines(" | ", "| ", " |"),
    "lines with bars inside only": lambda a: f"Answer:\n{a.lines(' | ')}",
    "lines with names": lambda a: a.named(", "),
    "a list of rows with names": lambda a: a.named(" ", "- "),
    "a table in Markdown": lambda a: "\n".join(
        [
            "|" + "abc|" * len(a.marks[-1]),
            "|" + "---|" * len(a.marks[-1]),
            a.lines(" | ", "| ", " |"),
            "\nDone.",
        ]
    ),
    "a matrix in TeX": lambda a: (
        "\\[\\begin{pmatrix}" + a.lines(" & ").replace("\n", " \\\\ ") + "\\end{pmatrix}\\]"
    ),
    "a matrix in TeX with lines and boxes": lambda a: (
        "$$\\boxed{\\begin{array}{|c|c|}\\hline "
        + a.lines(" & ").replace("#", "\\#").replace("\n", " \\\\ \\hline ")
        + " \\\\ \\hline\\end{array}}$$"
    ),
    "spaces of TeX": lambda a: a.lines("\\;").replace("#", "\\#").replace("\n", "\\\\"),
    "lists with spaces of TeX": lambda a: f"$\\boxed{{{a.json}}}$".replace(", ", ",\\,"),
    "a tick behind each row": lambda a: a.named(", ").replace("\n", " ✓\n") + " ✓",
    "bold numbers": lambda a: a.lines(", ", "**", "**").replace(", ", "**, **"),
    "bold numbers in bars": lambda a: a.lines("** | **", "| **", "** |"),
    "rows divided by semicolons": lambda a: "; ".join(map(" ".join, a.marks)),
    "behind the signs of a heading": lambda a: f"So it is.\n#### {a.typed}",
    "names of rows in a table": lambda a: a.tabled(),
    "an object for each row": lambda a: (
        a.json
        if a.puzzle.layout.flat
        else json.dumps([{"at": at, "cells": list(row)} for at, row in enumerate(a.rows)])
    ),
    "typed": lambda a: a.typed,
    "typed, in a sentence": lambda a: f"I think that it is {a.typed}.",
    "typed, as code": lambda a: f"So it must be `{a.typed}`, I think",
    "typed, on lines": lambda a: a.typed.replace("/", "\n"),
    "full-width signs": lambda a: a.json.translate(FULL_WIDTH),
    "behind the whole question": lambda a: f"{question(a.puzzle)}\n\n{a.json}",
    "behind another answer": lambda a: (
        f"Not {a.json.translate(str.maketrans('12', '21'))}! {a.json}"
    ),
    "before the puzzle repeated": lambda a: (
        f"{a.json} solves {json.dumps(a.puzzle.document())}\n{a.puzzle.sketch()}"
    ),
    "with marks for the direction of writing": lambda a: f"\u202b{a.json}\u202c",
}
"""Ways to spell an answer, by what is special about each."""
