"""docs/lab.md shows what one sees: its commands and programs are run."""

import re
import shlex
from pathlib import Path

import pytest

from quincunx.cli import main
from quincunx.cp.options import STRATEGIES
from tests.test_readme import trimmed

DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_commands_print_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    sessions = re.findall(r"^```\n\$ quincunx (.*?)\n(.*?)^```", TEXT, re.M | re.S)
    assert sessions
    for command, shown in sessions:
        assert main(shlex.split(command)) == 0
        assert trimmed(capsys.readouterr().out) == trimmed(shown)


def test_programs_print_what_their_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    programs = re.findall(r"^```python\n(.*?)^```", TEXT, re.M | re.S)
    assert programs
    for program in programs:
        exec(program, {})
        expected = re.findall(r"print\(.*\)  # (.*)$", program, re.M)
        assert capsys.readouterr().out.splitlines() == expected


def test_every_strategy_is_explained() -> None:
    for strategy in STRATEGIES:
        assert f"| `{strategy}` |" in TEXT
