"""Books: every puzzle with its code, its answer and its steps, the same bytes every time."""

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
import zxingcpp

from quincunx import Book, BookOptions, OptionError, make_book, parse
from quincunx.drawing.book import MAX_PUZZLES, BookPuzzle
from quincunx.drawing.book_data import split_evenly
from quincunx.drawing.book_options import require_link
from quincunx.drawing.page_plan import PagePlan
from quincunx.drawing.qr import play_address, qr_code
from quincunx.drawing.steps import frame_data, frames
from quincunx.families.base.capabilities import build_scene, phrases_of
from quincunx.families.base.documents import numbers_of
from tests.drawing.boards import ring
from tests.drawing.pdf_text import characters
from tests.drawing.svg_reader import parsed
from tests.drawing.svg_reader import texts as texts_of
from tests.drawing.test_svg import HOSTILE, HostileToy

LINK = "https://example.org/play/"
NAMES = [
    *("power-strike/1", "c-note/1", "c-note/3", "multi-balance/84", "aztec-math/demo"),
    *("aztec-math/6", "multi-balance/62"),
]
FULL = BookOptions(
    title="A sample",
    author="A. Editor",
    imprint="Example Press, 2026",
    isbn="978-3-16-148410-0",
    size="6x9in",
    bleed="3mm",
    per_page=2,
    explain=True,
    tips=True,
    notes=True,
    codes="qr",
    link=LINK,
)


@cache
def sample() -> Book:
    return make_book([*NAMES, "sum-star/paper"], FULL)


@cache
def sample_pages() -> list[str]:
    return pages(sample_pdf())


@cache
def sample_pdf() -> bytes:
    return sample().pdf()


@cache
def make_one() -> Book:
    return make_book(["c-note/1"])


def pages(pdf: bytes) -> list[str]:
    """The text of each page, without spaces."""
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]
    return ["".join(text.split()) for text in texts]


def opened(pdf: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(pdf))


def codes(pdf: bytes) -> set[str]:
    """What the QR codes of a book say, read from its pages as a telephone would."""
    found = set()
    for page, text in zip(pypdfium2.PdfDocument(pdf), pages(pdf), strict=True):
        if "points" in text:
            image = page.render(scale=300 / 72, grayscale=True).to_pil()
            found |= {read.text for read in zxingcpp.read_barcodes(image)}
    return found


# What is in a book.


def test_every_puzzle_is_printed_with_its_number_and_grade() -> None:
    printed = [page for page in sample_pages() if "points" in page and "steps:page" in page]
    assert len(printed) == 5, "four easy ones and four others, of which one fills a page"
    for number, task in enumerate(sample().tasks, 1):
        title = f"{number}{task.puzzle.title.replace(' ', '')}"
        assert any(title in page and task.grade in page for page in printed)
        assert not any(task.puzzle.identifier in page for page in printed)


def test_every_answer_is_printed_before_the_steps() -> None:
    starts = [page[:10] for page in sample_pages()]
    first, end = starts.index("Answers113"), starts.index("Stepbystep")
    # The text in the order in which it was drawn.
    key = "".join(page.extract_text() for page in opened(sample_pdf()).pages[first:end])
    key = "".join(key.split())
    for task in sample().tasks:
        scene = build_scene(task.puzzle)
        writes = phrases_of(task.puzzle).writes
        numbers = zip(task.puzzle.cells, numbers_of(task.puzzle, task.solution), strict=True)
        written = {cell: scene.text(number) for cell, number in numbers if writes(number)}
        assert "".join(written.get(place.cell, "") for place in scene.places) in key


def test_every_cell_that_a_step_names_is_labelled_on_its_board() -> None:
    for task in sample().tasks:
        assert task.explanation is not None
        for frame in frames(task.explanation)[1:-1]:
            drawn = frame_data(frame, PagePlan(FULL))
            texts = {text.text for text in texts_of(parsed(drawn["picture"]["svg"]))}
            for row, column in re.findall(r"\b(r\d+)(c\d+)\b", frame.caption):
                assert row + column in texts or {row, column} <= texts, frame.caption
            for name in re.findall(r"\bcell (\d+)\b|\b([A-Z]\d+)\b", frame.caption):
                assert "".join(name) in texts, frame.caption


# Type and trim.


def test_no_type_is_smaller_than_six_points() -> None:
    assert least_type(sample_pdf()) >= 5.99


def test_large_print_has_no_type_below_16_points_and_black_has_no_colours() -> None:
    options = BookOptions(large_print=True, per_page=1, explain=True, black=True)
    pdf = make_book(["multi-balance/62", "sum-star/paper", "c-note/1"], options).pdf()
    assert least_type(pdf) >= 15.99
    assert not any(is_coloured(page) for page in pypdfium2.PdfDocument(pdf))


def test_small_pages_hold_all_their_text_with_names_of_cells() -> None:
    options = BookOptions(title="Small", size="4x6in", explain=True)
    pdf = make_book(["sum-star/paper"], options).pdf()
    width, height = (72 * side / 25.4 for side in options.page)
    for character in characters(pdf):
        left, bottom, right, top = character.box
        assert 0 <= left <= right <= width, character
        assert 0 <= bottom <= top <= height, character


def test_long_title_is_cut_between_words_at_the_foot_of_pages() -> None:
    title = "A long and winding title " * 4 + "for everybody abroad"
    first, _, *others = pages(Book(make_one().tasks, BookOptions(title=title, size="a5")).pdf())
    assert "foreverybodyabroad" in first
    for page in others:
        assert "Alongandwindingtitle" in page
        assert "…" in page
        assert "everybody" not in page


def test_title_page_of_large_print_has_as_many_boards_as_there_is_room_for() -> None:
    options = BookOptions(size="letter", large_print=True, per_page=1)
    title_page = opened(Book(sample().tasks, options).pdf()).pages[0].extract_text()
    assert "Digits 1 to" in title_page, "the board of Multi-Balance"
    assert "100" in title_page, "the board of C-Note"


def least_type(pdf: bytes) -> float:
    """The size of the smallest character, all of which lie inside the trim."""
    trims = [[float(side) for side in page.trimbox] for page in opened(pdf).pages]
    sizes = []
    for one in characters(pdf):
        left, bottom, right, top = trims[one.page - 1]
        assert left + 14 < one.box[0] <= one.box[2] < right - 14, one
        assert bottom + 14 < one.box[1] <= one.box[3] < top - 14, one
        sizes.append(one.size)
    assert len(sizes) > 1_000
    return min(sizes)


def is_coloured(page: Any) -> bool:
    red, green, blue = page.render(scale=0.5).to_pil().convert("RGB").split()
    return len({red.tobytes(), green.tobytes(), blue.tobytes()}) > 1


def test_pages_have_a_trim_and_tabs_reach_the_bleed() -> None:
    trim, media = opened(sample_pdf()).pages[0].trimbox, opened(sample_pdf()).pages[0].mediabox
    assert float(trim.width) == pytest.approx(6 * 72, abs=0.1)
    assert float(media.width - trim.width) == pytest.approx(6 * 72 / 25.4, abs=0.1)
    document = pypdfium2.PdfDocument(sample_pdf())
    (first, *_) = [at for at, page in enumerate(sample_pages()) if page.startswith("Easy")]
    image = document[first].render(scale=1, grayscale=True).to_pil()
    outer = image.width - 1 if first % 2 == 0 else 0
    assert image.crop((outer, 0, outer + 1, image.height)).getextrema()[0] < 60


# Order and pages.


def test_families_alternate_in_a_chapter_and_chapters_follow_grades_or_families() -> None:
    book = make_book(["c-note/1", "c-note/3", "aztec-math/demo", "aztec-math/6"])
    assert [name for name, _ in book.chapters] == ["Medium"]
    assert [task.puzzle.family[0] for task in book.tasks] == ["a", "c", "a", "c"]
    names = ["c-note/3", "power-strike/1", "c-note/1"]
    by_family = make_book(names, BookOptions(chapters="family", order="given"))
    assert [name for name, _ in by_family.chapters] == ["C-Note", "Power Strike"]
    assert by_family.tasks[0].puzzle == parse("c-note/3")
    scores = [task.score for task in make_book(NAMES, BookOptions(order="score")).tasks]
    assert scores == sorted(scores)


def test_repeated_puzzle_is_printed_once() -> None:
    book = make_book(["c-note/1", parse("c-note/1"), "c-note:100:878/312/272"])
    assert [task.puzzle.identifier for task in book.tasks] == ["c-note:100:878/312/272"]


# QR codes and identifiers.


def test_codes_lead_to_the_play_page() -> None:
    expected = {play_address(LINK, task.puzzle.identifier) for task in sample().tasks}
    assert codes(sample_pdf()) == expected


def test_identifiers_are_listed_at_the_end_on_request() -> None:
    long = parse(ring(400))
    tasks = (*make_one().tasks, BookPuzzle(long, [41] * 400, "easy", 1.0))
    text = pages(Book(tasks, BookOptions(codes="text", per_page=9, size="a5")).pdf())
    assert "".join(text[-2:]).count(tasks[0].puzzle.identifier) == 1
    assert long.identifier[-100:] in "".join(text[-2:]).replace("1A5", "")
    assert qr_code("7" * 100_000) is None


@pytest.mark.parametrize(
    ("identifier", "address"),
    [
        ("c-note:100:884/625/361", f"{LINK}#c-note:100:884/625/361"),
        ("multi-balance:6:..#./", f"{LINK}#multi-balance:6:..%23./"),
        ("a b<>&?%", f"{LINK}#a%20b%3C%3E%26%3F%25"),
    ],
)
def test_play_address_quotes_the_identifier(identifier: str, address: str) -> None:
    assert play_address(LINK, identifier) == address
    for link in (LINK, "http://localhost:8000", "https://example.org/play?x=1"):
        assert require_link(link) == link


@pytest.mark.parametrize(
    ("things", "most", "sizes"),
    [
        (1, 4, [1]),
        (4, 4, [4]),
        (5, 4, [3, 2]),  # and not one alone
        (9, 4, [3, 3, 3]),
        (13, 6, [5, 4, 4]),
        (20, 1, [1] * 20),
    ],
)
def test_pages_are_filled_evenly(things: int, most: int, sizes: list[int]) -> None:
    assert [len(page) for page in split_evenly(range(things), most)] == sizes


# Bytes.


def test_same_book_has_the_same_bytes() -> None:
    shuffled = make_book(["sum-star/paper", *reversed(NAMES)], FULL)
    assert shuffled == sample()
    assert shuffled.pdf() == sample_pdf()


@pytest.mark.parametrize(
    "title",
    [
        '#panic("no") #import "x" #{1/0}',
        "$ 1/0 $ and \\ and \\u{7} and `raw`",
        "</script><script>alert(1)</script> & ]] ) } \" '",
        "= *bold* _not_ @label <label> // no comment /* nor this",
        "W" * 120,
        "\x00\x1b[31m\u202e\ud800",
    ],
)
def test_hostile_title_is_escaped(title: str) -> None:
    cover = pages(Book(make_one().tasks, BookOptions(title=title)).pdf())[0]
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in title)
    assert "".join(shown.split()) in cover


def test_hostile_family_is_escaped() -> None:
    book = Book((BookPuzzle(HostileToy(18), [9, 9], "easy", 1.0),), BookOptions(link=LINK))
    cover = pages(book.pdf())[0]
    assert "<script>alert(1)</script>" in cover
    assert HOSTILE not in cover
    assert "<script>" not in book.html()


# What cannot be printed.


def test_book_has_some_puzzles_and_not_too_many() -> None:
    with pytest.raises(OptionError, match=r"^book: 0 puzzles, expected 1 to 1000$"):
        make_book([])
    with pytest.raises(OptionError, match=r"^time limit is -1, expected 0 seconds"):
        make_book(["c-note/1"], time_limit=-1)
    with pytest.raises(OptionError, match=r"^book: 1001 puzzles, expected 1 to 1000$"):
        Book(make_one().tasks * (MAX_PUZZLES + 1))


def test_book_is_saved_as_pdf_or_html(tmp_path: Path) -> None:
    make_one().save(tmp_path / "book.html")
    assert (tmp_path / "book.html").read_text(encoding="utf-8") == make_one().html()
    with pytest.raises(OptionError, match=r"book.svg: ends in .svg, expected one of .pdf, .html$"):
        make_one().save(tmp_path / "book.svg")
