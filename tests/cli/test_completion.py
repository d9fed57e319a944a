"""Shell completion, asked for the way bash, zsh and fish ask."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from quincunx.cli.app import app
from quincunx.families import all_families
from quincunx.families.gallery import names
from tests.cli.conftest import SOURCES, Run


def complete(line: str, monkeypatch: pytest.MonkeyPatch, run: Run) -> list[str]:
    """What bash offers after a line; its last word is the one being typed."""
    monkeypatch.setenv("_QUINCUNX_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    outcome = run()
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out.split()


COMMANDS = [*typer.main.get_command(app).commands]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("quincunx ", COMMANDS),
        ("quincunx s", ["solve", "show", "score", "serve", "site"]),
        ("quincunx solve --l", ["--limit", "--listing", "--labeling"]),
        ("quincunx solve c-note/d", ["c-note/demo"]),
        ("quincunx show ", list(names())),
        ("quincunx families ", list(all_families())),
        ("quincunx gallery --family sum-s", ["sum-star"]),
        ("quincunx gallery sum", ["sum-star/paper"]),
        ("quincunx solve x --consistency ", ["bounds", "domain"]),
        ("quincunx solve x --engine k", ["kernel"]),
        ("quincunx draw x --theme d", ["dark"]),
        ("quincunx solve some-fi", []),
    ],
)
def test_bash_is_offered_what_fits(
    line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    assert complete(line, monkeypatch, run) == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_are_offered_what_fits(
    shell: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("_QUINCUNX_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "quincunx families c")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    out = run().out
    assert "c-note" in out
    assert "sum-star" not in out


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_printed_script_completes_in_bash(tmp_path: Path) -> None:
    """The script that --show-completion prints, at work."""
    program = tmp_path / "quincunx"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quincunx "$@"\n')
    program.chmod(0o755)
    script = """
        source /dev/stdin <<<"$(quincunx --show-completion)"
        COMP_WORDS=(quincunx solve c-note/d) COMP_CWORD=2
        _quincunx_completion quincunx
        echo "${COMPREPLY[@]}"
    """
    variables = {"PYTHONPATH": SOURCES, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], env={**os.environ, **variables}, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("c-note/demo\n", "")
