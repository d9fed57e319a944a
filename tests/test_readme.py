"""The README and the page about Python show what one sees: their commands and programs are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from quincunx.cli import main

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/reference/python/index.md")
BLOCKS: list[tuple[str, str]] = [
    block
    for page in PAGES
    for block in re.findall(
        r"^```(\w*)\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S
    )
]

SESSIONS = [
    tuple(session.split("\n", 1))
    for _, text in BLOCKS
    for session in re.findall(r"^\$ (.*?)(?=^\$ |\Z)", text, re.M | re.S)
]
"""Commands with what the pages show below them."""

PROGRAMS = [text for language, text in BLOCKS if language == "python"]


def trimmed(text: str) -> list[str]:
    """Lines without what one does not see."""
    return [line.rstrip() for line in text.strip("\n").split("\n")]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_commands_print_what_is_shown(
    command: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *arguments = shlex.split(command)
    assert program == "quincunx"
    main(arguments)
    out, err = capsys.readouterr()
    assert err == ""
    assert trimmed(out) == trimmed(shown)


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_print_what_their_comments_say(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A comment after a print says how its output starts, another what an expression gives."""
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
    assert len(SESSIONS) >= 3
    assert len(PROGRAMS) >= 2
