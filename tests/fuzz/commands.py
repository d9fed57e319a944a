"""Hostile command lines, run in this process.

Whatever is typed, the exit status is a documented one. Wrong input gives status 2, one short line
on standard error and nothing on standard output. A file is written completely or not at all.
"""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import typer
from hypothesis import strategies as st

from quincunx.cli import main
from quincunx.cli.app import app
from quincunx.cli.status import Status
from quincunx.families import all_families
from quincunx.families.gallery import gallery
from tests.cli.conftest import Outcome
from tests.fuzz.target import Target, reproduction, scratch_folder, within

COMMAND_SECONDS = 60
MAX_MESSAGE = 2000
LONG = {"serve", "papers", "menu", "watch"}
"""Commands that run until they are stopped, or for hours."""
BOUNDS = (
    *(("--time-limit", "1"), ("--node-limit", "100"), ("--number", "1"), ("--jobs", "1")),
    ("--days", "1"),
)
"""Options that keep a command short."""
LASTING = {"--build": "/proc/catalogue"}
"""Options that begin work of an hour, with a value that is refused."""

WORDS = [
    *("", " ", "-", "--", "-1", "0", "1", "2", "3.5", "1e999", "nan", "inf", "9" * 400, "٣", "²"),
    *("x", "c-note", "aztec-math", "easy", "expert", "ff,up", "ff,min", "domain", "cp-sat"),
    *("null", "[]", "{}", "[[1]]", '{"family": 3}', '{"a":1,"a":2}', "{" * 2000, "[" * 100_000),
    *("/dev/null", "/dev/zero", "/", ".", "missing.json", "broken.json", "latin.txt", "folder"),
    *("c-note:100:88/6", "c-note:100:884/625/361", "c-note/1", "aztec-math/18", "sum-star/paper"),
    *("85,!{7,8},8/_,!5,{3,13}/_,_,_", "!{1,2}", "c-note:١٠٠:88/6", "power-strike:2:６,_", "85;7"),
    *("a\nb", "\x00", "\udcff", "é", "A" * 100_000),
]


def commands(
    group: Any, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands with the words that call them."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name), command


EVERY = dict(commands(typer.main.get_command(app)))
ALL = {words: command for words, command in EVERY.items() if words[-1] not in LONG}


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """A command with some of its options and arguments, most of them wrong."""
    words = draw(st.sampled_from(sorted(ALL)))
    known = [option for option in ALL[words].params if option.opts[0].startswith("-")]
    values = st.sampled_from([*WORDS, *all_families(), *gallery()])
    line = [*words]
    for parameter in ALL[words].params:
        if not parameter.opts[0].startswith("-") and draw(st.integers(0, 7)):
            line.append(draw(values))
    for option in draw(st.lists(st.sampled_from(known), max_size=3)) if known else ():
        line.append(draw(st.sampled_from(option.opts)))
        if not getattr(option, "is_flag", False) and draw(st.integers(0, 9)):
            line.append(LASTING.get(option.opts[0]) or draw(values))
    # What comes last counts: no command runs for longer than this.
    names = [name for option in known for name in option.opts]
    for bound, value in BOUNDS:
        if bound in names and bound not in line and "--" not in line:
            line += [bound, value]
    return line


def run(arguments: list[str], stdin: bytes = b"") -> Outcome:
    """Run a command in this process."""
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape") for _ in "12"
    )
    typed, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(arguments)
    finally:
        sys.stdin = typed
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(errors="replace"))
    return Outcome(status, *texts)


def leave_broken_files(folder: Path) -> None:
    """Write what the command lines can name."""
    (folder / "folder").mkdir()
    (folder / "broken.json").write_text('{"family": "c-note", "target": ')
    (folder / "latin.txt").write_bytes(b"\xe9\xff\x00")


def hostile_lines(line: list[str], stdin: bytes) -> None:
    reproduction.append(f"quincunx {shlex.join(line)[:500]}  # standard input: {stdin!r}")
    with scratch_folder() as folder, within(COMMAND_SECONDS):
        leave_broken_files(folder)
        outcome = run(line, stdin)
    assert outcome.status in {*Status} - {Status.MISTAKE}, outcome.err
    assert "Traceback" not in outcome.err, outcome.err
    if outcome.status == Status.WRONG_INPUT:
        assert outcome.err.count("\n") == 1, outcome.err[:MAX_MESSAGE]
        assert outcome.err.endswith("\n")
        assert len(outcome.err) < MAX_MESSAGE, "the message repeats all of its input"


TARGETS = {
    "hostile lines": Target(
        hostile_lines,
        (command_lines(), st.sampled_from([b"", b"c-note/1\n", b"\xff\x00", b'{"family": 1}\n'])),
    )
}
