"""Commands print what `sessions` shows, word for word."""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.sessions import FOLDER, read, rerun
from tests.extras import extra

NEEDS = {"book": "typst", "certify": "pysat"}
"""Packages that sessions need."""


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_commands_print_what_the_session_shows(
    name: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name in NEEDS:
        extra(NEEDS[name])

    def here(command: str, typed: str) -> tuple[int, str, str]:
        outcome = run(*shlex.split(command), stdin=typed)
        return outcome.status, outcome.out, outcome.err

    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    for entry in read(text):
        now = rerun(entry, here)
        assert entry.agrees(now), f"$ {entry.command}\n{now.printed}\ninstead of\n{entry.printed}"
