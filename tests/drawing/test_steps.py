"""Explanations as pages: every step with its picture and its words, on screens and on paper."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pypdf
import pytest

from quincunx import Explanation, OptionError, explain
from quincunx.drawing.steps import FEW, frames, step_pictures
from quincunx.drawing.steps_sheet import StepSheet
from quincunx.families.base.documents import givens_of
from tests.drawing import reading
from tests.drawing.test_svg import HOSTILE, HostileToy

NAMES = ["power-strike/1", "c-note/1", "multi-balance/demo", "aztec-math/demo"]
every_name = pytest.mark.parametrize("name", NAMES)


@cache
def told(name: str) -> Explanation:
    return explain(name)


def unspaced(text: str) -> str:
    return "".join(text.split())


# Frames.


@every_name
def test_there_is_a_frame_for_the_puzzle_for_every_step_and_for_the_end(name: str) -> None:
    shown = frames(told(name))
    steps = told(name).steps
    labels = ["The puzzle", *(f"Step {at}" for at in range(1, len(steps) + 1)), "The solution"]
    assert [frame.label for frame in shown] == labels
    assert [frame.words for frame in shown[1:-1]] == [step.sentence for step in steps]
    assert [frame.technique for frame in shown[1:-1]] == [step.technique for step in steps]
    assert shown[-1].picture.answer == told(name).solution


def test_cases_stand_on_lines_of_their_own() -> None:
    explanation = told("aztec-math/demo")
    by_cases = [
        (frame, step)
        for frame, step in zip(frames(explanation)[1:-1], explanation.steps, strict=True)
        if step.chain
    ]
    assert by_cases
    for frame, step in by_cases:
        assert (*frame.cases, frame.sentence) == step.sentences


@every_name
def test_candidates_are_pencilled_in_where_they_are_few(name: str) -> None:
    explanation = told(name)
    for step, picture in zip(
        explanation.steps, step_pictures(explanation.puzzle, explanation.steps), strict=True
    ):
        removed = dict(step.removes)
        for cell, values in step.because:
            left = [value for value in values if value not in removed.get(cell, ())]
            if cell in picture.written or cell in givens_of(explanation.puzzle):
                assert cell not in picture.struck
            elif cell not in dict(step.sets) and len(left) <= FEW:
                assert list(picture.marks[cell]) == left
                assert set(picture.struck.get(cell, ())) in (set(), set(removed.get(cell, ())))


def test_without_a_single_solution_the_last_frame_shows_what_is_known() -> None:
    for name in ("c-note:99:88/88", "c-note:7:88/88"):
        last = frames(explain(name))[-1]
        assert (last.label, last.sentence) == ("The end", explain(name).ending)
        assert last.picture.answer is None


# HTML.


class Page(HTMLParser):
    """Checks that every element is closed, and keeps what a browser would load."""

    VOID = frozenset({"meta", "br", "link", "img", "input", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.ids += [value or "" for key, value in attrs if key == "id"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@every_name
def test_the_page_is_well_formed_and_loads_nothing(name: str) -> None:
    text = told(name).html()
    page = Page(text)
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert not {"link", "img", "iframe", "object"} & set(page.tags)
    assert not {"src", "href", "srcset"} & {key for key, _ in page.attributes}
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest", text)
    assert page.tags.count("section") == page.tags.count("svg") == len(told(name).steps) + 2


def test_the_page_can_be_heard_and_used_with_the_keyboard() -> None:
    text = told("c-note/1").html()
    for needed in (
        'lang="en"',
        'aria-live="polite"',
        "ArrowRight",
        "ArrowLeft",
        "Home",
        "End",
        "prefers-reduced-motion",
        "prefers-color-scheme",
        "@media print",
        'name="viewport"',
        ":focus-visible",
    ):
        assert needed in text
    assert re.findall(r'<button type="button" id="(\w+)"', text) == [
        *("first", "back", "next", "last", "all")
    ]


@every_name
def test_every_sentence_and_every_technique_is_on_the_page(name: str) -> None:
    text = re.sub(r"<[^>]*>", " ", told(name).html().replace("&#x27;", "'"))
    for step in told(name).steps:
        assert unspaced(step.sentence) in unspaced(text)
        assert step.technique in text


def hostile() -> Explanation:
    step = replace(
        told("c-note/1").steps[0],
        sentence=HOSTILE,
        technique=HOSTILE,
        because=(),
        cells=(),
        sets=(),
        removes=(),
        leaves=(),
        chain=(),
    )
    return Explanation(HostileToy(18), "unique", HOSTILE, (step,), HOSTILE)


def test_hostile_words_are_no_markup() -> None:
    page = Page(hostile().html())
    assert page.tags.count("script") == 1
    assert page.open == []
    ET.fromstring(hostile().svg())
    assert hostile().pdf().startswith(b"%PDF")


# SVG and PDF.


@every_name
def test_the_sheet_holds_every_step(name: str) -> None:
    sheet = StepSheet.of(told(name))
    root = reading.parsed(sheet.svg(theme="light"))
    labels = [text for text in reading.texts(root) if text.role == "qx-title"]
    assert {text.text for text in labels} >= {frame.label for frame in sheet.frames}
    words = unspaced("".join(text.text for text in reading.texts(root) if text.anchor == "start"))
    for step in told(name).steps:
        for sentence in step.sentences if step.chain else (step.sentence,):
            assert unspaced(sentence) in words
    assert list(sheet.tops) == sorted(sheet.tops)


@every_name
def test_lines_of_the_sheet_fit_their_tiles(name: str) -> None:
    sheet = StepSheet.of(told(name))
    for text in reading.texts(reading.parsed(sheet.svg(theme="light"))):
        if text.role == "qx-mark" and text.anchor == "start" and text.cell is None:
            (left, _), (right, _), *_ = text.box()
            assert right - left <= 40 * sheet.wide


@every_name
def test_the_paper_holds_every_sentence(name: str) -> None:
    pages = pypdf.PdfReader(io.BytesIO(told(name).pdf())).pages
    text = unspaced("".join(page.extract_text() for page in pages))
    assert unspaced(told(name).puzzle.identifier) in text
    assert unspaced(told(name).ending) in text
    for step in told(name).steps:
        for word in step.sentence.split():
            assert word in text
        assert unspaced(step.technique) in text


def test_the_same_explanation_gives_the_same_bytes() -> None:
    explanation = told("aztec-math/demo")
    assert explanation.pdf() == explanation.pdf()
    assert explanation.html() == explanation.html()
    assert explanation.svg() == explanation.svg()


def test_saved_as_the_name_says(tmp_path: Path) -> None:
    explanation = told("power-strike/1")
    made = {
        ".html": explanation.html().encode(),
        ".svg": explanation.svg().encode(),
        ".pdf": explanation.pdf(),
    }
    for ending, content in made.items():
        explanation.save(tmp_path / f"steps{ending}")
        assert (tmp_path / f"steps{ending}").read_bytes() == content
    with pytest.raises(OptionError, match=r"steps.png: ends in .png, expected one of .html, .pdf"):
        explanation.save(tmp_path / "steps.png")
    with pytest.raises(OptionError, match=r"^explain: a sheet of steps cannot be text$"):
        StepSheet.of(explanation).text()


def test_a_step_longer_than_a_page_is_not_cut_off() -> None:
    plain = told("c-note/1")
    long = " ".join(f"word{at}" for at in range(2_000))
    step = replace(plain.steps[0], sentence=long)
    pages = pypdf.PdfReader(io.BytesIO(replace(plain, steps=(step,)).pdf())).pages
    text = "".join(page.extract_text() for page in pages)
    assert set(long.split()) <= set(re.findall(r"word\d+", text))
