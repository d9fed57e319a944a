"""`quincunx draw`: pictures in files, whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from quincunx import draw
from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"
ANSWER = "85,7,8/13,15,72/2,78,20"
BLANKS = "85,_,_/_,_,_/_,_,_"


@pytest.mark.parametrize(
    ("options", "name", "expected"),
    [
        ([], "a.svg", draw(PUZZLE).svg()),
        (["--solution", ANSWER], "a.svg", draw(PUZZLE, solution=ANSWER).svg()),
        (["--solve"], "a.svg", draw(PUZZLE, solution=ANSWER).svg()),
        (["--state", BLANKS], "a.svg", draw(PUZZLE, state=BLANKS).svg()),
        (["--state", BLANKS, "--marks"], "a.svg", draw(PUZZLE, state=BLANKS, marks=True).svg()),
        (["--theme", "dark", "--size", "99"], "a.svg", draw(PUZZLE).svg(theme="dark", size=99)),
        (["--solve"], "a.png", draw(PUZZLE, solution=ANSWER).png()),
        (["--theme", "dark"], "a.pdf", draw(PUZZLE).pdf(theme="dark")),
        (["--solve"], "a.txt", f"{draw(PUZZLE, solution=ANSWER).text()}\n"),
    ],
)
def test_pictures(
    run: Run, tmp_path: Path, options: list[str], name: str, expected: str | bytes
) -> None:
    outcome = run("draw", PUZZLE, "-o", str(tmp_path / name), *options)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    raw = expected.encode() if isinstance(expected, str) else expected
    assert (tmp_path / name).read_bytes() == raw


def test_notes_are_what_the_family_adds(run: Run, tmp_path: Path) -> None:
    name = tmp_path / "a.svg"
    assert run("draw", "multi-balance/demo", "--solve", "--notes", "-o", str(name)).status == 0
    assert "12 = 12" in name.read_text(encoding="utf-8")


def test_json(run: Run, tmp_path: Path) -> None:
    name = str(tmp_path / "a.svg")
    outcome = run("draw", PUZZLE, "-o", name, "--json")
    assert json.loads(outcome.out) == {"puzzle": PUZZLE, "family": "c-note", "file": name}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("-o a.jpg", "a.jpg: ends in .jpg, expected one of .svg, .png, .pdf, .txt"),
        ("-o picture", "picture: has no ending, expected one of .svg, .png, .pdf, .txt"),
        ("-o no/a.svg", "no/a.svg: No such file or directory, expected a file that can be written"),
        ("-o full.svg", "full.svg: No space left on device, expected a file that can be written"),
        ("-o a.svg --theme blue", "draw: unknown theme 'blue', expected one of light, dark, auto"),
        ("-o a.svg --size 9001", "draw: size is 9001, expected 1 to 8000 pixels"),
        ("-o a.png --size 9001", "draw: size is 9001, expected 1 to 8000 pixels"),
        ("-o a.txt --size 90", "draw: text has no size and no theme, expected another kind of"),
        ("-o a.txt --marks", "draw: text shows a puzzle or its solution, and nothing else"),
        ("-o a.svg --solve --state _", "draw: both --solve and --state, expected at most one"),
        ("-o a.svg --state 7", "c-note: state has 1 row, expected 3"),
        ("-o a.svg --solution 7", "c-note: solution has 1 row, expected 3"),
    ],
)
def test_errors_are_one_line_and_write_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if Path("/dev/full").exists():
        os.symlink("/dev/full", "full.svg")
    elif "full" in arguments:
        pytest.skip("no device here is always full")
    before = sorted(os.listdir())
    outcome = run("draw", PUZZLE, *arguments.split())
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(said)
    assert outcome.err.count("\n") == 1
    assert sorted(os.listdir()) == before


def test_an_existing_file_is_kept_when_nothing_can_be_drawn(run: Run, tmp_path: Path) -> None:
    name = tmp_path / "a.svg"
    name.write_text("before", encoding="utf-8")
    outcome = run("draw", "c-note:7:88/88", "--solve", "-o", str(name))
    assert (outcome.status, outcome.err) == (1, "draw: There is no solution.\n")
    outcome = run("draw", PUZZLE, "--solve", "--time-limit", "0", "-o", str(name))
    assert outcome.status == 3
    outcome = run("draw", PUZZLE, "--marks", "--time-limit", "0", "-o", str(name))
    assert outcome.status == 3
    assert outcome.err == "draw: a limit stopped the work before the marks were found\n"
    assert name.read_text(encoding="utf-8") == "before"


def test_standard_input_is_read_once(run: Run, tmp_path: Path) -> None:
    name = str(tmp_path / "a.svg")
    assert run("draw", "-", "-o", name, stdin=PUZZLE).status == 0
    assert run("draw", PUZZLE, "--state", "-", "-o", name, stdin=BLANKS).status == 0
    outcome = run("draw", "-", "--solution", "-", "-o", name)
    assert outcome.err == "draw: puzzle and answer are both -, expected at most one\n"


def test_missing_typst_is_reported_with_the_command_to_install_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    outcome = run("draw", PUZZLE, "-o", str(tmp_path / "a.pdf"))
    assert outcome.status == 2
    assert outcome.err == "PNG and PDF need typst, install it with: pip install 'quincunx[print]'\n"
    assert list(tmp_path.iterdir()) == []


def test_the_gallery_is_drawn_on_one_sheet(run: Run, tmp_path: Path) -> None:
    name = tmp_path / "sheet.svg"
    outcome = run("gallery", "--family", "aztec-math", "-o", str(name))
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    sheet = name.read_text(encoding="utf-8")
    assert ">aztec-math/18<" in sheet
    assert sheet.count('data-cell="1-1"') == sheet.count('middle">aztec-math/')
    listed = json.loads(run("gallery", "--family", "aztec-math", "-o", str(name), "--json").out)
    assert len(listed["puzzles"]) == sheet.count('middle">aztec-math/')


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("c-note/1 -o a.svg", "gallery: both a name and -o, expected at most one"),
        ("-o a.txt", "draw: a sheet cannot be text, expected another kind of file"),
        ("-o a.gif", "a.gif: ends in .gif, expected one of .svg, .png, .pdf, .txt"),
    ],
)
def test_sheets_that_cannot_be_drawn(run: Run, arguments: str, said: str) -> None:
    outcome = run("gallery", *arguments.split())
    assert (outcome.status, outcome.err) == (2, f"{said}\n")


def test_show_and_draw_agree(run: Run, tmp_path: Path) -> None:
    run("draw", "sum-star/paper", "-o", str(tmp_path / "a.txt"))
    assert run("show", "sum-star/paper").out == (tmp_path / "a.txt").read_text(encoding="utf-8")
