"""Texts that are meant to make a reader work: counted, because clocks tell nothing for sure."""

from __future__ import annotations

import json

import pytest

from quincunx.datasets.scoring import score
from quincunx.datasets.scoring import work as limits
from quincunx.datasets.scoring.search import last_answer
from quincunx.datasets.scoring.work import MOST_BRACKETS, Work
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import to_document
from quincunx.families.base.reading import parse

MEGABYTE = 1_000_000

PIECES = {
    "brackets that are never closed": "[",
    "brackets that were never opened": "]",
    "empty lists": "[]",
    "brackets of all kinds": "[({",
    "ones": "1,",
    "short rows": "[1,1],",
    "rows that never end": "[[1,1],",
    "parentheses": "(1 2) ",
    "a number": "9",
    "numbers too long to be any": "9" * 5000 + ",",
    "NUL": "\0",
    "half a character": "\ud800",
    "written from the right": "\u202e1,2",
    "lines": "1\n",
    "lines that are nearly rows": "1,2,x\n",
    "nothing but lines": "\n",
    "colons": "1:",
    "lines full of colons": "1:1:1:1:1:1:1:1:1:1:1:1:1:1\n",
    "quotation marks": "\"'",
    "quotation marks in brackets": "['",
    "slashes": "1/2/",
    "bars": "1|2|3\n",
    "backslashes": "\\",
    "boxes": "\\boxed{",
    "the word is": " is ",
    "dots": "...\n",
    "X": "X ",
    "fences": "```\n",
    "words": "lorem ipsum ",
    "objects": '{"a":',
    "objects with texts": '{"a":"1","b":"2"}',
    "keys": "{1:a ",
    "pictures": "🙂",
    "bold type": "**1",
    "named cells": "Cell 400: 6\n",
    "named cells on a line": "1=6,",
    "matrices that never end": "\\begin{a}{|c|",
    "empty cells": "| & ",
    "rows of dashes": "-\n",
    "arrows": "6->",
    "semicolons": "1;",
    "rows of a table in HTML": "<tr><td>1<td>2",
    "cells in HTML": "<td>",
    "tags that never end": "<td ",
    "tags in tags": "<tr <td ",
    "lines in HTML": "1<br>",
    "tags of bold type": "<tr><b>1</b>",
    "rows with sums": "| 1 | 1 | 2 |\n",
    "rows that are their own totals": "0 0 0\n",
    "headings of sums": "1 2 3\nSum\n",
    "remarks": "6 (a), ",
    "remarks that never end": "6 (a ",
    "remarks in lists": "[6 (a), ",
    "lists with remarks": "[6 (a)]",
    "arrows of TeX": "6 \\xrightarrow{\\text{a}} ",
    "arrows of TeX that never end": "\\xrightarrow{a{",
    "null": "null, ",
    "named cells with remarks": "Cell 400: 6 (a) | b\n",
    "labels with remarks": "1 (a) (b (c: 1\n",
    "lists of many rows on lines": "[[1],\n[1],\n[1],\n[1],\n[1],\n[1]],\n",
    "lists of texts on lines": "['1',\n'1',\n'1',\n'1',\n'1',\n'1']\n",
    "lists in lists on lines": "[\n[\n[1]\n],\n[\n",
    "lists with comments": "[[1], # (1) // [1]\n[1]\n]",
    "brackets of TeX": "\\left[\\{1\\right]\\\\[4",
    "cells in parentheses": "6 (7), ",
    "spaces and parentheses": "," + " " * 300 + "(",
    "parentheses in parentheses": "6 ((",
    "the word and": "6 and ",
    "dashes behind cells": "Cell 400: 6 - - - a\n",
    "objects with rows": '{"a":[1]}',
    "fonts of TeX": "1\\mathbf{1}1",
    "fonts of TeX that never end": "1\\mathbf{1",
    "ends of lines in JSON": "1\\n",
    "names before bars": "1 | 1\n",
    "named cells with letters": "c400 = x, ",
    "quotation marks in JSON": '\\"',
    "rows with names on a line": "1: 1; ",
    "computations behind rows": "1 (1 = 1 (",
    "computations in lines": "1 (1 = 1)\n",
    "short rules": "|-|:-",
    "lists of objects": '[{"a": 1},\n{"b": [1]}]',
    "sums in tables": "| 1 | 1+1+1+1+1+1+1 |\n",
    "answers with holes": "Answer: [null, 1]",
}
"""What a megabyte is made of."""

PUZZLES = {
    "a long ring": "power-strike:2:6" + ",_" * 399,
    "a pyramid": "aztec-math:8/__/_9_/8__2",
    "a large board": "multi-balance:9:" + "/".join(["." * 39 + "#", *["." * 40] * 39]),
}

LARGE_GRID = "c-note:100:" + "/".join(["1" * 20] * 20)
"""A puzzle whose rows may have sums beside them."""


def assert_little(work: Work) -> None:
    """Two finders look, each of them no further than it may."""
    assert work.brackets <= 2 * limits.MOST_BRACKETS
    assert work.lines <= 2 * limits.MOST_LINES
    assert work.rows <= 2 * limits.MOST_ROWS
    # A row that was begun is read to its end.
    assert work.marks <= 2 * (limits.MOST_MARKS + 400)


@pytest.fixture
def tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits a tenth as large, for texts a tenth as long: the same ratio in a tenth of the time."""
    for name in ("MOST_BRACKETS", "MOST_LINES", "MOST_ROWS", "MOST_MARKS"):
        monkeypatch.setattr(limits, name, getattr(limits, name) // 10)


@pytest.mark.usefixtures("tenth")
@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_is_answered_with_little_work(puzzle: str, piece: str) -> None:
    text = PIECES[piece] * (MEGABYTE // 10 // len(PIECES[piece]))
    work = Work()
    last_answer(parse(PUZZLES[puzzle]), text, work)
    assert_little(work)


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 20 + "20\n",
        "0 " * 20 + "\n",
        "1 " * 20 + "20\nSum\n",
        "| 1 " * 20 + "| = 3 |\n",
        "<tr>" + "<td>1" * 20 + "<td>20",
        "1," * 20 + " → 1+1+1+1+1+1+1\n",
        "1," * 20 + " sum = 20\n",
    ],
)
def test_a_megabyte_of_sums_is_answered_with_little_work(text: str) -> None:
    work = Work()
    last_answer(parse(LARGE_GRID), text * (MEGABYTE // len(text)), work)
    assert_little(work)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_puzzle_again_and_again_is_no_answer(puzzle: str) -> None:
    asked = parse(PUZZLES[puzzle])
    text = f"{json.dumps(to_document(asked))}\n{sketch_of(asked)}\n"
    work = Work()
    assert last_answer(asked, text * (MEGABYTE // len(text)), work) is None
    assert_little(work)


def test_of_a_million_answers_only_the_last_is_looked_at() -> None:
    work = Work()
    found = last_answer(parse("aztec-math:9/5_"), "[[9],[5,4]] " * 100_000 + "[[9],[5,3]]", work)
    assert found is not None
    assert found.answer == [[9], [5, 3]]
    assert work.brackets < 10


def test_answers_with_holes_behind_an_answer_are_looked_at_once_more() -> None:
    work = Work()
    text = "[[9],[5,4]]" + " [[9],[5,null]]" * 3_000
    found = last_answer(parse("aztec-math:9/5_"), text, work)
    assert found is not None
    assert found.answer == [[9], [5, 4]]
    assert work.brackets < 2 * text.count("[") + 2 * text.count("]")


def test_columns_of_columns_are_looked_at_once() -> None:
    turned = "[[1,2],[3,4]] [[1,3],[2,4]] " * 30_000
    work = Work()
    found = last_answer(parse("c-note:10:55/55"), turned, work)
    assert found is not None
    assert found.answer == [[1, 2], [3, 4]]
    assert work.brackets < 20


@pytest.mark.parametrize("piece", PIECES)
def test_an_answer_is_found_behind_whatever_there_is(piece: str) -> None:
    text = PIECES[piece] * (10_000 // len(PIECES[piece]))
    assert score("aztec-math:9/5_", f"{text}\nAnswer: [[9],[5,4]]").value == 1.0


@pytest.mark.parametrize("piece", ["lines", "short rows", "words", "quotation marks", "NUL"])
def test_an_answer_is_found_before_a_little_of_it(piece: str) -> None:
    text = f"Answer: [[9],[5,4]]\n\n{PIECES[piece] * 100}"
    assert score("aztec-math:9/5_", text).value == 1.0


def test_an_answer_that_is_too_far_from_the_end_is_not_found() -> None:
    assert score("aztec-math:9/5_", "[[9],[5,4]]" + "[]" * MOST_BRACKETS).answer is None
