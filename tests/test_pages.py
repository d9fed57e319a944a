"""The README and pages of the documentation show what one sees: commands and programs are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from quincunx.cli import main
from tests.extras import extra

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "",
    "docs/reference/python/index.md": "",
    "docs/lab.md": "",
    "docs/scoring.md": "",
    "docs/drawing.md": "typst",
}
"""Pages, and a package that their programs need."""
TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
BLOCKS = [
    (page, language, block)
    for page, text in TEXTS.items()
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S)
]
SESSIONS = [
    (page, *session.split("\n", 1))
    for page, _, block in BLOCKS
    for session in re.findall(r"^\$ (.*?)(?=^\$ |\Z)", block, re.M | re.S)
]
"""Commands with what the pages show below them."""
PROGRAMS = [
    pytest.param(page, block, marks=[pytest.mark.slow] if page.startswith("docs/") else [])
    for page, language, block in BLOCKS
    if language == "python"
]


def trimmed(text: str) -> list[str]:
    """Lines without what one does not see."""
    return [line.rstrip() for line in text.strip("\n").split("\n")]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "command", "shown"), SESSIONS)
def test_commands_print_what_is_shown(
    page: str,
    command: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = [block for where, language, block in BLOCKS if (where, language) == (page, "json")]
    Path("answers.jsonl").write_text("".join(answers), encoding="utf-8")
    program, *arguments = shlex.split(command)
    assert program == "quincunx"
    main(arguments)
    out, err = capsys.readouterr()
    assert err == ""
    assert trimmed(out) == trimmed(shown)


@pytest.mark.parametrize(("page", "program"), PROGRAMS)
def test_programs_print_what_their_comments_say(
    page: str,
    program: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A comment after a print says how its output starts, another what an expression gives."""
    monkeypatch.chdir(tmp_path)
    if PAGES[page]:
        extra(PAGES[page])
    names: dict[str, object] = {}
    exec(program, names)
    printed = capsys.readouterr().out.splitlines()
    expected = [
        comment.removesuffix("...").strip()
        for comment in re.findall(r"^\s*print\(.*\)\s*# (.*)$", program, re.M)
        if not comment.startswith("nodes")
    ]
    assert len(expected) > 0
    for start, line in zip(expected, printed, strict=False):
        assert line.startswith(start)
    for expression, value in re.findall(r"^(quincunx\.\S.*\))\s+# (.*)$", program, re.M):
        assert repr(eval(expression, names)) == value


def test_pages_show_sessions_and_programs() -> None:
    assert {page for page, *_ in SESSIONS} >= {"README.md", "docs/lab.md", "docs/scoring.md"}
    assert {program.values[0] for program in PROGRAMS} == {*PAGES}


@pytest.mark.another_solver
@pytest.mark.parametrize(("page", "least"), [("cp", 14), ("new_constraint", 2)])
def test_program_of_a_page_prints_the_blocks_between_its_parts(
    page: str, least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {}
    shown = 0
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S):
        if language == "python":
            exec(block, names)
        else:
            shown += 1
            assert capsys.readouterr().out == block
    assert shown >= least
    assert capsys.readouterr().out == ""
