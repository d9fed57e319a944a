"""docs/scoring.md shows what one sees: its commands and its program are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.test_readme import trimmed

PAGE = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.M | re.S))
SESSIONS = re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", BLOCKS[""], re.M | re.S)


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_commands_print_what_is_shown(
    command: str, shown: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.jsonl").write_text(BLOCKS["json"], encoding="utf-8")
    outcome = run(*shlex.split(command)[1:])
    assert (outcome.status, outcome.err) == (0, "")
    assert trimmed(outcome.out) == trimmed(shown)


def test_the_program_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    exec(BLOCKS["python"], {})
    comments = re.findall(r"^print\(.*\)  # (.*)$", BLOCKS["python"], re.M)
    assert capsys.readouterr().out.splitlines() == comments
    assert len(comments) == 5
