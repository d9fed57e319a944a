"""Explanations as pages: every step with its picture and its words, on screens and on paper."""

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import takewhile
from typing import Any

import pypdf
import pytest

from quincunx import Explanation, explain
from quincunx.drawing.sheet import GAP, WIDE
from quincunx.drawing.steps import MAX_MARKS, frames, step_pictures, steps_html
from quincunx.families.base.documents import givens_of
from quincunx.reasoning.steps import CASE_HEADERS, case_sentence
from tests.drawing import svg_reader
from tests.drawing.test_svg import HOSTILE, HostileToy

NAMES = ["power-strike/1", "c-note/1", "multi-balance/demo", "aztec-math/demo"]
every_name = pytest.mark.parametrize("name", NAMES)


@cache
def explanation_of(name: str) -> Explanation:
    return explain(name)


def unspaced(text: str) -> str:
    return "".join(text.split())


# Frames.


@every_name
def test_frames_show_the_puzzle_every_step_and_the_solution(name: str) -> None:
    shown = frames(explanation_of(name))
    steps = explanation_of(name).steps
    labels = ["The puzzle", *(f"Step {at}" for at in range(1, len(steps) + 1)), "The solution"]
    assert [frame.label for frame in shown] == labels
    captions = [f"Step {n} ({one.label}): {one.sentence}" for n, one in enumerate(steps, 1)]
    assert [frame.caption for frame in shown[1:-1]] == captions


def test_step_by_cases_has_a_row_for_each_case() -> None:
    explanation = explanation_of("aztec-math/demo")
    by_cases = [
        (frame, step)
        for frame, step in zip(frames(explanation)[1:-1], explanation.steps, strict=True)
        if step.chain
    ]
    assert by_cases
    for frame, step in by_cases:
        rows = tuple(map(case_sentence, frame.cases))
        assert (*rows, frame.sentence) == step.sentences
        assert len(rows) == len(step.chain)


def test_lines_of_a_table_of_cases_break_before_arrows() -> None:
    page = steps_html(explanation_of("aztec-math/demo"))
    (table,) = re.findall('<table class="cases">.*?</table>', page)
    assert " →\u00a0r2c1" in table
    assert "→ " not in table


@every_name
def test_cells_with_few_candidates_get_pencil_marks(name: str) -> None:
    explanation = explanation_of(name)
    for step, picture in zip(
        explanation.steps, step_pictures(explanation.puzzle, explanation.steps), strict=True
    ):
        removed = dict(step.removes)
        for cell, values in step.because:
            left = [value for value in values if value not in removed.get(cell, ())]
            if cell in picture.written or cell in givens_of(explanation.puzzle):
                assert cell not in picture.struck
            elif cell not in dict(step.sets) and len(left) <= MAX_MARKS:
                assert list(picture.marks[cell]) == left
                assert set(picture.struck.get(cell, ())) in (set(), set(removed.get(cell, ())))


def test_last_frame_without_a_single_solution_shows_what_is_known() -> None:
    for name in ("c-note:99:88/88", "c-note:7:88/88"):
        last = frames(explain(name))[-1]
        assert (last.label, last.sentence) == ("The end", explain(name).ending)


# HTML.


class Page(HTMLParser):
    """Checks that every element is closed, and collects tags and attributes."""

    VOID = frozenset({"meta", "br", "link", "img", "input", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@every_name
def test_page_is_complete_well_formed_and_loads_nothing(name: str) -> None:
    text = explanation_of(name).html()
    page = Page(text)
    assert page.open == []
    ids = [value for key, value in page.attributes if key == "id"]
    assert len(set(ids)) == len(ids)
    assert not {"link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "href", "srcset"} & {key for key, _ in page.attributes}
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest", text)
    steps = explanation_of(name).steps
    assert page.tags.count("section") == page.tags.count("svg") == len(steps) + 2
    shown = re.sub(r"<[^>]*>", " ", text.replace("&#x27;", "'"))
    for step in steps:
        rows = [text for case in step.chain for text in case.row]
        assert unspaced("".join([*rows, step.conclusion])) in unspaced(shown)
        assert step.technique in shown


def test_page_supports_screen_readers_and_keyboards() -> None:
    text = explanation_of("c-note/1").html()
    needed = 'lang="en"|aria-live="polite"|ArrowRight|ArrowLeft|Home|End|prefers-reduced-motion'
    needed += '|prefers-color-scheme|@media print|name="viewport"|:focus-visible'
    assert [each for each in needed.split("|") if each not in text] == []
    assert re.findall(r'<button type="button" id="(\w+)"', text) == [
        *("first", "back", "next", "last", "all")
    ]


def hostile() -> Explanation:
    empty: dict[str, Any] = dict.fromkeys(
        ("because", "cells", "sets", "removes", "leaves", "chain"), ()
    )
    plain = explanation_of("c-note/1").steps[0]
    step = replace(plain, sentence=HOSTILE, technique=HOSTILE, **empty)
    return Explanation(HostileToy(18), "unique", HOSTILE, (step,), HOSTILE)


def test_hostile_words_are_escaped() -> None:
    page = Page(hostile().html())
    assert page.tags.count("script") == 1
    assert page.open == []
    ET.fromstring(hostile().svg())
    assert hostile().pdf().startswith(b"%PDF")


# SVG and PDF.


@every_name
def test_sheet_holds_every_step_within_its_tile(name: str) -> None:
    root = svg_reader.parsed(explanation_of(name).svg(theme="light"))
    captions = [text for text in svg_reader.texts(root) if text.role == "qx-note" and not text.cell]
    words = unspaced("".join(text.text for text in captions))
    for at, step in enumerate(explanation_of(name).steps, 1):
        assert f"Step{at}({unspaced(step.label)}):" in words
        assert unspaced(step.conclusion) in words
    for text in captions:
        (left, _), (right, _), *_ = text.box()
        assert right - left <= 40 * WIDE


@pytest.mark.parametrize("name", ["aztec-math/demo", "aztec-math/16", "c-note:100:312/285/661"])
def test_sheet_shows_cases_in_three_columns_that_do_not_overlap(name: str) -> None:
    shown = [step for step in explanation_of(name).steps if step.chain]
    root = svg_reader.parsed(explanation_of(name).svg(theme="black"))
    texts = [text for text in svg_reader.texts(root) if text.role == "qx-note" and not text.cell]
    starts = [at for at, text in enumerate(texts) if text.text == "suppose"]
    assert len(starts) == len(shown)
    for at, step in zip(starts, shown, strict=True):
        heads = texts[at : at + 3]
        table = list(takewhile(lambda text: text.anchor == "start", texts[at:]))
        edges = [*(head.x for head in heads), heads[0].x + 40 * (2 * WIDE + GAP)]
        columns = [[text for text in table if text.x == head.x] for head in heads]
        assert sum(map(len, columns)) == len(table)
        for place, (head, *cells) in enumerate(columns):
            assert head.text == CASE_HEADERS[place]
            written = unspaced("".join(cell.text for cell in cells))
            assert written == unspaced("".join(case.row[place] for case in step.chain))
            assert max(cell.box()[1][0] for cell in cells) < edges[place + 1]


@every_name
def test_pdf_holds_every_sentence(name: str) -> None:
    pages = pypdf.PdfReader(io.BytesIO(explanation_of(name).pdf())).pages
    text = unspaced("".join(page.extract_text() for page in pages))
    assert unspaced(explanation_of(name).puzzle.identifier) in text
    assert unspaced(explanation_of(name).ending) in text
    for step in explanation_of(name).steps:
        for words in (*(" ".join(case.row) for case in step.chain), step.conclusion):
            assert all(word in text for word in words.split())
        assert unspaced(step.technique) in text


def test_step_longer_than_a_page_is_not_cut_off() -> None:
    plain = explanation_of("c-note/1")
    long = " ".join(f"word{at}" for at in range(2_000))
    step = replace(plain.steps[0], sentence=long)
    pages = pypdf.PdfReader(io.BytesIO(replace(plain, steps=(step,)).pdf())).pages
    text = "".join(page.extract_text() for page in pages)
    assert set(long.split()) <= set(re.findall(r"word\d+", text))
