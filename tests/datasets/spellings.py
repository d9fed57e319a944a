"""The same answer in many spellings: as programs print it, as people type it, as models put it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import cycle
from typing import Any, NamedTuple

from quincunx.datasets.questions import answer_text, question
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, sketch_of
from quincunx.families.base.documents import to_document

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

    def with_sums(self, row: str, totals: str = "") -> str:
        """Rows with their sums behind them, and with those of the columns below; as they are where
        cells are no numbers that one would sum up."""
        layout = self.puzzle.layout
        if len({len(cells) for cells in layout.rows}) > 1 or not layout.mark.separator:
            return self.lines(" | ", "| ", " |")
        if layout.flat:
            return self.typed
        rows = [row.format(" | ".join(map(str, cells)), sum(cells)) for cells in self.rows]
        sums = [sum(column) for column in zip(*self.rows, strict=True)]
        return "\n".join([*rows, totals.format(" | ".join(map(str, sums)), sum(sums))])

    def with_remarks(self, between: str, *remarks: str) -> str:
        """One row with remarks behind its cells; JSON where there are more rows."""
        if not self.puzzle.layout.flat:
            return self.json
        remark = cycle(remarks)
        return between.join(mark + next(remark) for mark in self.marks[0])

    def in_html(self, cell: str, row: str = "<tr>{}</tr>") -> str:
        """A table in HTML."""
        rows = (row.format("".join(map(cell.format, marks))) for marks in self.marks)
        return f"<table>\n<tbody>{''.join(rows)}</tbody>\n</table>"

    def with_null(self) -> str:
        """JSON with null in cells that hold no number."""
        nulls = {"X": None, ".": None} if phrases_of(self.puzzle).nothing else {}
        rows = [[nulls.get(m, int(m) if m.isdecimal() else m) for m in row] for row in self.marks]
        return json.dumps(rows[0] if self.puzzle.layout.flat else rows)

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
        f"{a.json} solves {json.dumps(to_document(a.puzzle))}\n{sketch_of(a.puzzle)}"
    ),
    "null where there is no number": lambda a: a.with_null(),
    "None where there is no number": lambda a: a.with_null().replace("null", "None"),
    "a column of sums": lambda a: a.with_sums("| {} | {} |"),
    "a column of sums without a frame": lambda a: a.with_sums("{} | {}"),
    "sums behind lines": lambda a: a.with_sums("{} = {}").replace(" |", ","),
    "sums behind equals signs in a table": lambda a: a.with_sums("| {} | = {} |"),
    "wrong sums below their name": lambda a: (
        f"{'| a ' * len(a.rows[0])}| Sum |\n|---|---|\n{a.with_sums('| {} | 1{} |')}"
    ),
    "sums of columns": lambda a: a.with_sums("| {} |", "| {} |"),
    "sums of columns by their name": lambda a: a.with_sums("| {} |", "| Sum | {} | {} |"),
    "sums of rows and columns": lambda a: a.with_sums("| {} | {} |", "|---|---|\n| {} | {} |"),
    "sums of rows and columns on lines": lambda a: (
        a.with_sums("{} {}", "{} {}").replace(" |", "")
        if a.puzzle.layout.mark.separator
        else a.typed
    ),
    "a table in HTML": lambda a: a.in_html("<td>{}</td>"),
    "a table in HTML on many lines": lambda a: a.in_html(
        '\n  <td align="center">\n<strong>{}</strong></td>', '<tr class="row">{}\n</tr>\n'
    ),
    "a table in HTML without tags that end": lambda a: a.in_html("<TD>{}", "<TR>{}"),
    "lines in HTML": lambda a: a.lines(" ").replace("\n", "<br/>"),
    "remarks in a ring": lambda a: a.with_remarks(", ", " (given)", " (×2)", ""),
    "remarks in a ring of arrows": lambda a: a.with_remarks(" -> ", "", " (2 * 3 = 6)"),
    "remarks behind arrows": lambda a: a.with_remarks(" →(double) ", ""),
    "remarks in a list": lambda a: (
        f"[{a.with_remarks(', ', ' (given)', ' (: x 2)')}]" if a.puzzle.layout.flat else a.json
    ),
    "arrows of TeX with remarks": lambda a: a.with_remarks(r" \xrightarrow{\times 2} ", ""),
    "fonts of TeX": lambda a: (
        "\\begin{bmatrix}\\mathbf{"
        + a.lines("} & \\text{").replace("#", "\\#").replace("\n", "} \\\\ \\boxed{")
        + "}\\end{bmatrix}"
    ),
    "an array in brackets and a box": lambda a: (
        "\\[\\boxed{\\left[\\begin{array}{cc} "
        + a.lines(" & ").replace("#", "\\#").replace("\n", " \\\\ ")
        + "\\end{array}\\right]}\\]"
    ),
    "names of rows before one bar": lambda a: "\n".join(
        f"{a.puzzle.layout.row_name(at)} | {' '.join(row)}" for at, row in enumerate(a.marks, 1)
    ),
    "lines in a text of JSON": lambda a: json.dumps({"answer": f"So:\n{a.lines(' ')}"}),
    "JSON in a text of JSON": lambda a: json.dumps([{"role": "assistant", "content": a.json}]),
    "rows with names on one line": lambda a: a.named(", ").replace("\n", "; "),
    "with marks for the direction of writing": lambda a: f"\u202b{a.json}\u202c",
}
"""Ways to spell an answer, by what is special about each."""
