"""`quincunx draw`, and other commands that write pictures; `sessions/draw.txt` has more."""

from pathlib import Path
from typing import Any

import pytest

from quincunx import draw, explain
from quincunx.families.gallery import names
from tests.cli.conftest import Run
from tests.extras import extra

PUZZLE = "c-note:100:878/312/272"
ANSWER = "85,7,8/13,15,72/2,78,20"
BLANKS = "85,_,_/_,_,_/_,_,_"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("options", "shown", "form", "drawn"),
    [
        ([], {}, "svg", {}),
        (["--solution", ANSWER], {"solution": ANSWER}, "svg", {}),
        (["--solve"], {"solution": ANSWER}, "svg", {}),
        (["--state", BLANKS], {"state": BLANKS}, "svg", {}),
        (["--state", BLANKS, "--marks"], {"state": BLANKS, "marks": True}, "svg", {}),
        (["--theme", "dark", "--size", "99"], {}, "svg", {"theme": "dark", "size": 99}),
        (["--solve", "--notes"], {"solution": ANSWER, "notes": True}, "png", {}),
        (["--theme", "dark"], {}, "pdf", {"theme": "dark"}),
    ],
)
def test_pictures_equal_those_of_the_library(
    run: Run, options: list[str], shown: dict[str, Any], form: str, drawn: dict[str, Any]
) -> None:
    outcome = run("draw", PUZZLE, "-o", f"a.{form}", *options)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    expected = getattr(draw(PUZZLE, **shown), form)(**drawn)
    raw = expected.encode() if isinstance(expected, str) else expected
    assert Path(f"a.{form}").read_bytes() == raw


@pytest.mark.parametrize("name", ["steps.svg", "steps.pdf", "STEPS.HTML"])
def test_files_of_steps_equal_those_of_the_library(run: Run, name: str) -> None:
    if name.endswith("pdf"):
        extra("typst")
    outcome = run("explain", "c-note/1", "-o", name)
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
    explain("c-note/1").save(f"again-{name}")
    assert Path(name).read_bytes() == Path(f"again-{name}").read_bytes()


@pytest.mark.parametrize(
    ("command", "boards", "name"),
    [
        ("gallery --family aztec-math", len(names("aztec-math")), "aztec-math/18"),
        ("records sum-star", 1, "flower: 22 numbers"),
        ("catalogue aztec-math --number 3", 3, "aztec-math:1/__/_8_/5__9"),
    ],
)
def test_puzzles_are_drawn_on_one_sheet(run: Run, command: str, boards: int, name: str) -> None:
    outcome = run(*command.split(), "-o", "sheet.svg")
    assert (outcome.status, outcome.err, name in outcome.out) == (0, "", False)
    sheet = Path("sheet.svg").read_text(encoding="utf-8")
    assert sheet.count("<g transform=") == boards
    assert f">{name}</text>" in sheet
