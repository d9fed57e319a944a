"""Books: every puzzle with its identifier, its code and its answer, the same bytes every time."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
import zxingcpp

from quincunx import Book, EngineError, OptionError, PuzzleError, make_book, parse
from quincunx.drawing.book import MAX_PUZZLES, PAPERS, PER_PAGE, BookPuzzle
from quincunx.drawing.book_pages import MAX_IDENTIFIER, divided
from quincunx.drawing.qr import play_address, qr_code, require_link
from quincunx.errors import TooBig
from quincunx.families.base.capabilities import build_scene, phrases_of
from quincunx.families.base.documents import numbers_of
from quincunx.families.base.grades import GRADES
from tests.drawing.boards import ring
from tests.drawing.test_svg import HOSTILE, HostileToy

LINK = "https://example.org/play/"
NAMES = [
    *("power-strike/1", "c-note/1", "c-note/3", "multi-balance/84", "aztec-math/demo"),
    *("aztec-math/6", "multi-balance/62"),
]


@cache
def sample() -> Book:
    return make_book([*NAMES, "sum-star/paper"], title="A sample", link=LINK)


@cache
def sample_pages() -> list[str]:
    return pages(sample())


@cache
def sample_pdf() -> bytes:
    return sample().pdf()


def pages(book: Book) -> list[str]:
    """The text of each page, without spaces."""
    return ["".join(page.extract_text().split()) for page in opened(book).pages]


def opened(book: Book) -> Any:
    return pypdf.PdfReader(io.BytesIO(sample_pdf() if book is sample() else book.pdf()))


def codes(book: Book) -> set[str]:
    """What the QR codes of a book say, read from its pages as a telephone would."""
    document = pypdfium2.PdfDocument(sample_pdf() if book is sample() else book.pdf())
    found = set()
    for page in document:
        image = page.render(scale=300 / 72, grayscale=True).to_pil()
        found |= {read.text for read in zxingcpp.read_barcodes(image)}
    return found


# What is in a book.


def test_every_identifier_is_printed_with_its_grade() -> None:
    printed = [page for page in sample_pages() if "answer:page" in page]
    assert len(printed) == 2
    for task in sample().tasks:
        assert any(task.puzzle.identifier in page and task.grade in page for page in printed)


def test_every_answer_is_in_the_key_at_the_end() -> None:
    (key,) = [page for page in sample_pages() if page.startswith("Answers")]
    assert sample_pages()[-1] == key
    for task in sample().tasks:
        scene = build_scene(task.puzzle)
        writes = phrases_of(task.puzzle).writes
        numbers = zip(task.puzzle.cells, numbers_of(task.puzzle, task.solution), strict=True)
        written = {cell: scene.text(number) for cell, number in numbers if writes(number)}
        assert "".join(written.get(place.cell, "") for place in scene.places) in key


def test_rules_and_a_worked_example_of_each_family_come_first() -> None:
    families = {type(task.puzzle) for task in sample().tasks}
    first = next(at for at, page in enumerate(sample_pages()) if "answer:page" in page)
    rules = "".join(sample_pages()[1:first])
    assert "Howtoplay" in rules
    for family in families:
        # A hyphen may divide a word at the end of a line.
        words = re.findall(r"\w+", family.rules)
        assert sum(word in rules for word in words) > 0.9 * len(words)
        assert family.title.replace(" ", "") in rules
    assert rules.count("itssolution") == len(families)


def test_cover_lists_the_contents() -> None:
    cover = sample_pages()[0]
    assert "Asample" in cover
    assert "8puzzles" in cover
    for title, count in Counter(task.puzzle.title for task in sample().tasks).items():
        assert f"{title.replace(' ', '')}{count}" in cover


def test_puzzles_are_ordered_by_grade() -> None:
    grades = [GRADES.index(task.grade) for task in sample().tasks]
    assert grades == sorted(grades)
    assert len(set(grades)) > 1


def test_repeated_puzzle_is_printed_once() -> None:
    book = make_book(["c-note/1", parse("c-note/1"), "c-note:100:878/312/272"])
    assert [task.puzzle.identifier for task in book.tasks] == ["c-note:100:878/312/272"]


def test_explained_book_has_every_step() -> None:
    book = make_book(["aztec-math/demo", "c-note/1"], explain=True)
    text = "".join(pages(book))
    assert "Stepbystep" in text
    for task in book.tasks:
        assert task.explanation is not None
        for step in task.explanation.steps:
            assert step.technique.replace(" ", "") in text
            told = [step.conclusion, *(part for case in step.chain for part in case.row)]
            for word in " ".join(told if step.chain else [step.sentence]).split():
                assert word in text
    assert text.index("Stepbystep") < text.rindex("Answers")
    assert "Stepbystep" not in "".join(sample_pages())


# QR codes.


def test_codes_lead_to_the_play_page() -> None:
    assert codes(sample()) == {
        play_address(LINK, task.puzzle.identifier) for task in sample().tasks
    }


def test_codes_hold_the_identifier_without_a_link() -> None:
    book = make_book(NAMES, paper="a5", per_page=9)
    assert codes(book) == {task.puzzle.identifier for task in book.tasks}


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


def test_long_identifier_has_no_code_and_is_printed_whole_at_the_end() -> None:
    puzzle = parse(ring(400))
    book = Book((BookPuzzle(puzzle, [41] * 400, "easy", 1.0),), per_page=9, paper="a5")
    assert qr_code("7" * 100_000) is None
    assert codes(book) == set()
    assert len(puzzle.identifier) > MAX_IDENTIFIER
    *others, last = pages(book)
    assert puzzle.identifier in last
    assert any(puzzle.identifier[:MAX_IDENTIFIER] + "…" in page for page in others)


# Pages.


@pytest.mark.parametrize(
    ("paper", "per_page"), [*product(PAPERS, [1]), *product(["a5"], [*PER_PAGE][1:])]
)
def test_page_counts_and_sizes(paper: str, per_page: int) -> None:
    book = replace(make_one(), tasks=make_one().tasks * 7, paper=paper, per_page=per_page)
    document = opened(book)
    # The cover, one page of rules, the puzzles, and the answers.
    assert len(document.pages) == 1 + 1 + -(-7 // per_page) + 1
    for length, found in zip(PAPERS[paper], document.pages[0].mediabox[2:], strict=True):
        assert float(found) == pytest.approx(72 / 25.4 * length, abs=0.1)


@cache
def make_one() -> Book:
    return make_book(["c-note/1"])


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
    assert [len(page) for page in divided(range(things), most)] == sizes


def test_nothing_touches_the_edge_of_a_page() -> None:
    for page in pypdfium2.PdfDocument(sample_pdf()):
        image = page.render(scale=1, grayscale=True).to_pil()
        wide, high = image.size
        for edge in ((0, 0, wide, 9), (0, high - 9, wide, high), (0, 0, 9, high)):
            assert image.crop(edge).getextrema() == (255, 255)
        assert image.crop((wide - 9, 0, wide, high)).getextrema() == (255, 255)


# Bytes.


def test_same_book_has_the_same_bytes() -> None:
    shuffled = make_book(["sum-star/paper", *reversed(NAMES)], title="A sample", link=LINK)
    assert shuffled == sample()
    assert shuffled.pdf() == sample_pdf()


def test_pdf_is_tagged_and_has_metadata() -> None:
    document = opened(sample())
    assert document.metadata.title == "A sample"
    assert document.metadata.get("/CreationDate") is None
    assert document.trailer["/Root"]["/Lang"] == "en"
    metadata = document.trailer["/Root"]["/Metadata"].get_data()
    assert b"<pdfuaid:part>1</pdfuaid:part>" in metadata, "PDF/UA-1"
    outline = str(document.outline)
    assert "How to play" in outline
    assert "Answers" in outline


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
    book = replace(make_one(), title=title)
    cover = pages(book)[0]
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in title)
    assert "".join(shown.split()) in cover


def test_hostile_family_is_escaped() -> None:
    book = Book((BookPuzzle(HostileToy(18), [9, 9], "easy", 1.0),), link=LINK)
    assert "<script>alert(1)</script>" in pages(book)[0]
    assert HOSTILE not in pages(book)[0]


# What cannot be printed.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"title": ""}, "book: title is '', expected 1 to 120 characters"),
        ({"title": " \n"}, r"book: title is ' \\n', expected 1 to 120 characters"),
        ({"title": "a" * 121}, "book: title is 'aaa.*, expected 1 to 120 characters"),
        ({"title": 7}, "book: title is 7, expected 1 to 120 characters"),
        ({"paper": "a0"}, "book: paper is 'a0', expected one of a4, a5, letter"),
        ({"per_page": 3}, "book: 3 puzzles to a page, expected one of 1, 2, 4, 6, 9"),
        ({"per_page": True}, "book: true puzzles to a page, expected one of 1, 2, 4, 6, 9"),
        ({"link": "example.org"}, "book: link is 'example.org', expected an address as in"),
        ({"link": "javascript:alert(1)"}, "book: link is 'javascript:alert.1.', expected an"),
        ({"link": "https://a b/"}, "book: link is 'https://a b/', expected an address as in"),
        ({"link": "https://example.org/#x"}, "book: link is 'https://example.org/#x', expected"),
        ({"link": "https://[::1"}, "book: link is .*, expected an address as in"),
        ({"time_limit": -1}, "time limit is -1, expected a number of seconds, 0 or more"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=f"^{message}"):
        make_book(["c-note/1"], **options)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ("power-strike/16", "book: power-strike/16 has more than one solution, expected exactly"),
        ("c-note:7:88/88", "book: c-note:7:88/88 has no solution, expected exactly one"),
        (parse("c-note/demo"), "book: c-note:100:884/625/361 has more than one solution, exp"),
        ("c-note:7", "c-note: '7' has no colon, expected"),
        ("c-note/77", "gallery: no puzzle 'c-note/77', expected one such as"),
    ],
)
def test_every_puzzle_has_exactly_one_solution(puzzle: Any, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{message}"):
        make_book(["c-note/1", puzzle])


def test_book_has_some_puzzles_and_not_too_many() -> None:
    with pytest.raises(OptionError, match=r"^book: 0 puzzles, expected 1 to 1000$"):
        make_book([])
    with pytest.raises(OptionError, match=r"^book: 1001 puzzles, expected 1 to 1000$"):
        Book(make_one().tasks * (MAX_PUZZLES + 1))


def test_limits_stop_the_work() -> None:
    with pytest.raises(TooBig, match=r"^book: stopped after 0 puzzles, and no book was made$"):
        make_book(["c-note/1"], time_limit=0)
    asked = iter([False] * 3)
    with pytest.raises(TooBig, match=r"^book: stopped after "):
        make_book(NAMES * 2, cancel=lambda: next(asked, True))


def test_title_without_a_font_is_refused(tmp_path: Path) -> None:
    book = replace(make_one(), title="数独")
    with pytest.raises(OptionError, match=r"^print: no font here has '数'$"):
        book.save(tmp_path / "book.pdf")
    assert list(tmp_path.iterdir()) == []


def test_book_is_saved_as_pdf_only(tmp_path: Path) -> None:
    make_one().save(tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").read_bytes() == make_one().pdf()
    with pytest.raises(OptionError, match=r"book.svg: ends in .svg, expected one of .pdf$"):
        make_one().save(tmp_path / "book.svg")


def test_missing_segno_is_reported_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(EngineError, match=r"^QR codes need segno, install it with: pip install"):
        make_one().pdf()
