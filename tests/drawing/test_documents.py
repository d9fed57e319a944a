"""The pictures in docs/ are what the program draws, and its document says what is so."""

import io
import re
import shlex
import shutil
from pathlib import Path

import pypdf
import pytest

from tests.cli.conftest import Run, run

__all__ = ["run"]

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENT = (DOCS / "drawing.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)[1:] for line in re.findall(r"^quincunx (?:draw|explain) .*$", DOCUMENT, re.M)
]
(BOOK,) = [shlex.split(line)[1:] for line in re.findall(r"^quincunx book .*$", DOCUMENT, re.M)]
PROGRAMS = re.findall(r"^```python\n(.*?)^```", DOCUMENT, re.M | re.S)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[-1])
def test_pictures_agree_with_their_commands(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pictures").mkdir()
    assert run(*command).status == 0
    again = "`make pictures` makes them again"
    assert Path(command[-1]).read_bytes() == (DOCS / command[-1]).read_bytes(), again
    assert f"]({command[-1]})" in DOCUMENT


def test_contact_sheet_is_that_of_the_gallery(run: Run, tmp_path: Path) -> None:
    assert run("gallery", "-o", str(tmp_path / "gallery.svg")).status == 0
    again = "`make pictures` makes it again"
    committed = (DOCS / "gallery.svg").read_bytes()
    assert (tmp_path / "gallery.svg").read_bytes() == committed, again
    assert len(committed) < 400_000


def test_book_is_the_one_that_the_command_makes(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(DOCS / "sample.txt", "sample.txt")
    assert run(*BOOK).status == 0
    raw = (DOCS / "sample.pdf").read_bytes()
    shown, made = pypdf.PdfReader(io.BytesIO(raw)), pypdf.PdfReader("sample.pdf")
    # Another version of typst may write the same pages in other bytes.
    again = "`make pictures` makes it again"
    assert [p.extract_text() for p in shown.pages] == [p.extract_text() for p in made.pages], again
    assert len(shown.pages) == 32
    assert len(raw) < 500_000


def test_no_picture_is_left_over() -> None:
    # The page is shown as a browser drew it, and what the lab draws by its document.
    pages = ("../README.md", "lab.md", "web.md")
    others = "".join((DOCS / page).read_text("utf-8") for page in pages)
    drawn = {f"pictures/{path.name}" for path in (DOCS / "pictures").iterdir()}
    elsewhere = {name for name in drawn if name in others}
    assert {command[-1] for command in COMMANDS} == drawn - elsewhere


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_print_what_their_comments_say(
    program: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(program, {})
    printed = capsys.readouterr().out.splitlines()
    expected = re.findall(r"^print\(.*\)  # (.*)$", program, re.M)
    assert expected
    for start, line in zip(expected, printed, strict=True):
        assert line.startswith(start.removesuffix("...").strip())
