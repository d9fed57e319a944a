"""`quincunx draw`: pictures in files, whole or not at all."""

import json
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
    ],
)
def test_pictures_equal_those_of_the_library(
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


def test_json_names_the_file(run: Run, tmp_path: Path) -> None:
    name = str(tmp_path / "a.svg")
    outcome = run("draw", PUZZLE, "-o", name, "--json")
    assert json.loads(outcome.out) == {"puzzle": PUZZLE, "family": "c-note", "file": name}


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


def test_puzzle_or_state_comes_from_standard_input(run: Run, tmp_path: Path) -> None:
    name = str(tmp_path / "a.svg")
    assert run("draw", "-", "-o", name, stdin=PUZZLE).status == 0
    assert run("draw", PUZZLE, "--state", "-", "-o", name, stdin=BLANKS).status == 0


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
