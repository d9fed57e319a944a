"""`quincunx book`: puzzles from wherever they are, in one file, whole or not at all."""

import json
import os
import re
from pathlib import Path

import pypdf
import pypdfium2
import pytest
import zxingcpp

from quincunx import BookOptions, make_book
from tests.cli.conftest import Run, interrupt_later

PUZZLE = "c-note:100:878/312/272"
OTHER = "aztec-math:8/__/_9_/8__2"


def listed(run: Run, *arguments: str, stdin: str = "") -> list[str]:
    """The puzzles of a book, in the order of their identifiers."""
    outcome = run("book", *arguments, "-o", "book.pdf", "--json", stdin=stdin)
    assert (outcome.status, outcome.err) == (0, "")
    assert Path("book.pdf").read_bytes().startswith(b"%PDF")
    return sorted(entry["puzzle"] for entry in json.loads(outcome.out)["puzzles"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_the_book_of_make_book(run: Run) -> None:
    outcome = run("book", PUZZLE, "aztec-math/demo", "-o", "book.pdf", "--title", "Two")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    made = make_book([OTHER, "c-note/1"], BookOptions(title="Two"))
    assert Path("book.pdf").read_bytes() == made.pdf()


def test_puzzles_come_from_identifiers_files_and_the_gallery(run: Run) -> None:
    made = run("generate", "c-note", "--seed", "1", "--number", "2", "--json").out
    new = sorted(json.loads(line)["puzzle"] for line in made.splitlines())
    Path("new.jsonl").write_text(made, encoding="utf-8")
    Path("list.txt").write_text(f"{PUZZLE}\n\n  {OTHER}\n", encoding="utf-8")
    Path("one.json").write_text(run("gallery", "c-note/1", "--json").out, encoding="utf-8")
    assert listed(run, "new.jsonl") == new
    assert listed(run, "list.txt") == [OTHER, PUZZLE]
    assert listed(run, "one.json") == [PUZZLE]
    assert listed(run, "c-note/1", "list.txt", PUZZLE) == [OTHER, PUZZLE]
    assert listed(run, "-", stdin=f"{PUZZLE}\n{OTHER}\n") == [OTHER, PUZZLE]


def test_a_family_stands_for_its_published_puzzles_with_one_solution(run: Run) -> None:
    both = listed(run, "c-note", "--per-page", "9")
    assert PUZZLE in both
    assert "c-note:100:884/625/361" not in both, "it has several"
    assert len(both) == 12


def test_new_puzzles_have_the_grades_that_were_asked_for(run: Run) -> None:
    options = ["--family", "c-note", "--grade", "hard", "--grade", "medium", "--seed", "3"]
    outcome = run("book", *options, "-o", "book.pdf", "--json")
    answer = json.loads(outcome.out)
    assert [entry["grade"] for entry in answer["puzzles"]] == ["medium", "hard"]
    assert (answer["seed"], answer["file"]) == (3, "book.pdf")


def test_a_random_seed_is_printed(run: Run) -> None:
    outcome = run("book", "--family", "power-strike", "-o", "a.pdf")
    assert outcome.status == 0
    said, seed = outcome.out.rsplit(maxsplit=1)
    assert said == "The same again: --seed"
    assert run("book", "--family", "power-strike", "--seed", seed, "-o", "b.pdf").out == ""
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()


def test_paper_size_and_explanations_are_options(run: Run) -> None:
    options = ["--size", "letter", "--per-page", "1", "--explain", "--isbn", "9783161484100"]
    options += ["--cover", "cover.pdf", "--weight", "400"]
    assert run("book", PUZZLE, *options, "-o", "book.pdf").status == 0
    document = pypdf.PdfReader("book.pdf")
    assert round(float(document.pages[0].mediabox.width)) == 612
    assert any("Step by step" in page.extract_text() for page in document.pages)
    (cover,) = pypdfium2.PdfDocument("cover.pdf")
    spine = len(document.pages) / 2 * 0.5 * 72 / 25.4
    assert cover.get_width() == pytest.approx(2 * 612 + spine, abs=0.5)
    (code,) = zxingcpp.read_barcodes(cover.render(scale=3, grayscale=True).to_pil())
    assert code.text == "9783161484100"


def test_html_book_has_everything_in_one_file(run: Run) -> None:
    options = ["--explain", "--tips", "--link", "https://example.org/play/", "--title", "<Two>"]
    assert run("book", PUZZLE, OTHER, *options, "-o", "book.html").status == 0
    page = Path("book.html").read_text(encoding="utf-8")
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'href="#([^"]*)"', page):
        assert target in ids
    for identifier in (PUZZLE, OTHER):
        assert f'href="https://example.org/play/#{identifier}"' in page
    assert "<h1>&lt;Two&gt;</h1>" in page
    assert "src=" not in page


def test_ctrl_c_leaves_nothing_half_written(run: Run) -> None:
    interrupt_later()
    # As many puzzles as this take minutes.
    outcome = run("book", "--family", "sum-star", "--number", "999", "-o", "book.pdf")
    assert outcome.status == 3
    assert outcome.err.startswith("book: ")
    assert "stopped after" in outcome.err
    assert outcome.err.count("\n") == 1
    assert os.listdir() == []
