"""`quincunx book`: puzzles from wherever they are, in one file, whole or not at all."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path
from threading import Timer

import pypdf
import pytest

from quincunx import make_book
from tests.cli.conftest import Run
from tests.cli.test_program import watch_on_terminal

PUZZLE = "c-note:100:878/312/272"
OTHER = "aztec-math:8/__/_9_/8__2"


def listed(run: Run, *arguments: str) -> list[str]:
    """The puzzles of a book, in the order of their identifiers."""
    outcome = run("book", *arguments, "-o", "book.pdf", "--json")
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
    assert Path("book.pdf").read_bytes() == make_book([OTHER, "c-note/1"], title="Two").pdf()


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


def test_a_family_stands_for_its_published_puzzles_with_one_solution(run: Run) -> None:
    both = listed(run, "c-note", "--per-page", "9")
    assert PUZZLE in both
    assert "c-note:100:884/625/361" not in both, "it has several"
    assert len(both) == 11


def test_new_puzzles_of_several_families(run: Run) -> None:
    options = ["--family", "c-note", "--family", "power-strike", "--number", "2", "--seed", "7"]
    first = listed(run, *options)
    assert [name.partition(":")[0] for name in first] == ["c-note"] * 2 + ["power-strike"] * 2
    raw = Path("book.pdf").read_bytes()
    assert listed(run, *options) == first
    assert Path("book.pdf").read_bytes() == raw
    assert len(listed(run, *options, PUZZLE)) == 5


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


def test_paper_size_and_explanations(run: Run) -> None:
    options = ["--paper", "letter", "--per-page", "1", "--explain"]
    assert run("book", PUZZLE, *options, "-o", "book.pdf").status == 0
    document = pypdf.PdfReader("book.pdf")
    assert round(float(document.pages[0].mediabox.width)) == 612
    assert any("Step by step" in page.extract_text() for page in document.pages)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("", "book: no puzzles; name some, or make new ones with --family"),
        ("c-note/1 -o book.svg", "book.svg: ends in .svg, expected one of .pdf"),
        ("c-note/1 -o no/book.pdf", "no/book.pdf: No such file or directory, expected a file"),
        ("c-note/1 -o full.pdf", "full.pdf: No space left on device, expected a file that can"),
        ("c-note/1 --per-page 5", "book: 5 puzzles to a page, expected one of 1, 2, 4, 6, 9"),
        ("c-note/1 --paper b5", "book: paper is 'b5', expected one of a4, a5, letter"),
        ("c-note/1 --link play", "book: link is 'play', expected an address as in https://"),
        ("c-note/1 --title 数", "print: no font here has '数'"),
        ("c-note/1 --seed 7", "book: --seed needs --family"),
        ("c-note/1 --grade easy", "book: --grade needs --family"),
        ("c-note/1 --number 2", "book: --number needs --family"),
        ("c-note/1 power-strike/16", "book: power-strike/16 has more than one solution, exp"),
        ("c-note:7:88/88", "book: c-note:7:88/88 has no solution, expected exactly one"),
        ("c-note/77", "c-note/77: no such file, expected an identifier"),
        ("wrong.txt", "wrong.txt: line 2: c-note: '7' has no colon, expected"),
        ("wrong.json", "wrong.json: "),
        ("--family chess", "unknown family 'chess'"),
        ("--family c-note --grade odd", "unknown grade 'odd', expected one of easy, medium, hard"),
        ("--family c-note --number 1001", "book: 1001 puzzles, expected 1 to 1000"),
        ("--family c-note --seed -1", "seed is -1, expected "),
    ],
)
def test_errors_are_one_line_and_write_nothing(run: Run, arguments: str, said: str) -> None:
    Path("wrong.txt").write_text(f"{PUZZLE}\nc-note:7\n", encoding="utf-8")
    Path("wrong.json").write_text('{"puzzles": [7]}', encoding="utf-8")
    if Path("/dev/full").exists():
        os.symlink("/dev/full", "full.pdf")
    elif "full" in arguments:
        pytest.skip("no device here is always full")
    before = sorted(os.listdir())
    options = [] if "-o" in arguments else ["-o", "book.pdf"]
    outcome = run("book", *arguments.split(), *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said)
    assert outcome.err.count("\n") == 1
    assert sorted(os.listdir()) == before


def test_a_limit_keeps_the_existing_file(run: Run) -> None:
    Path("book.pdf").write_text("before", encoding="utf-8")
    outcome = run("book", PUZZLE, "--time-limit", "0", "-o", "book.pdf")
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err == "book: stopped after 0 puzzles, and no book was made\n"
    outcome = run("book", "--family", "c-note", "--time-limit", "0", "-o", "book.pdf")
    assert outcome.status == 3
    assert outcome.err == "book: c-note: stopped after 0 of 1 puzzle\n"
    assert Path("book.pdf").read_text(encoding="utf-8") == "before"


def test_ctrl_c_leaves_nothing_half_written(run: Run) -> None:
    Timer(0.6, os.kill, (os.getpid(), signal.SIGINT)).start()
    # As many puzzles as this take minutes.
    outcome = run("book", "--family", "sum-star", "--number", "999", "-o", "book.pdf")
    assert outcome.status == 3
    assert outcome.err.startswith("book: ")
    assert "stopped after" in outcome.err
    assert outcome.err.count("\n") == 1
    assert os.listdir() == []


def test_a_terminal_shows_progress_while_puzzles_are_made() -> None:
    options = ["--family", "sum-star", "--number", "999", "-o", "book.pdf"]
    seen = watch_on_terminal("book", *options, until="(Ctrl-C stops)")
    assert re.search(r"\r\d+ of 999 puzzles, [\d,]+ tried, \d\.\d s \(Ctrl-C stops\)", seen)
    assert "stopped after" in seen
    assert os.listdir() == []


@pytest.mark.parametrize("package", ["typst", "segno"])
def test_missing_packages_are_reported_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    outcome = run("book", "--family", "sum-star", "--number", "999", "-o", "book.pdf")
    assert outcome.status == 2
    assert f"need {package}, install it with: pip install 'quincunx[print]'\n" in outcome.err


def test_standard_input(run: Run) -> None:
    outcome = run("book", "-", "-o", "book.pdf", "--json", stdin=f"{PUZZLE}\n{OTHER}\n")
    assert outcome.status == 0
    assert len(json.loads(outcome.out)["puzzles"]) == 2
