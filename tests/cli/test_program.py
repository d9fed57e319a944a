"""The program as a user meets it: processes, pipes, signals and terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
import typer

from quincunx import __version__
from quincunx.cli.app import app
from quincunx.cp.kernel import COMPILED
from tests.cli.conftest import SOURCES, Run, run_apart, start

PUZZLE = "c-note:100:878/312/272"
VAST = "aztec-math:_/__/___/____/_____/______/_______/________"
"""A puzzle with too many solutions to list."""


def test_the_version_names_the_kernel() -> None:
    outcome = run_apart("--version")
    kind = "compiled" if COMPILED else "pure Python"
    assert outcome.out == f"quincunx {__version__} ({kind} kernel)\n"
    assert (outcome.status, outcome.err) == (0, "")


def test_no_command_prints_help(run: Run) -> None:
    outcome = run()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("Usage: quincunx [OPTIONS] COMMAND")
    assert "quincunx menu" in outcome.out


@pytest.mark.parametrize(
    "command", ["solve", "check", "show", "gallery", "audit", "families", "menu"]
)
def test_every_command_has_help(run: Run, command: str) -> None:
    for option in ("--help", "-h"):
        outcome = run(command, option)
        assert (outcome.status, outcome.err) == (0, "")
        assert outcome.out.startswith(f"Usage: quincunx {command} [OPTIONS]")


def commands(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every command there is, by its words."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


def test_every_command_but_the_menu_takes_json() -> None:
    without = [
        name
        for name, command in commands(typer.main.get_command(app))
        if not any("--json" in parameter.opts for parameter in command.params)
    ]
    assert without == ["menu"]


def test_every_option_has_a_help_text() -> None:
    without = [
        f"{name} {parameter.name}"
        for name, command in commands(typer.main.get_command(app))
        for parameter in command.params
        if not getattr(parameter, "help", "")
    ]
    assert without == []


def test_commands_work_without_docstrings() -> None:
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "quincunx", "solve", PUZZLE, "--limit", "1"],
        env={**os.environ, "PYTHONPATH": SOURCES}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [([PUZZLE], 0), (["c-note:7:88/88"], 1), (["c-note:7"], 2), ([PUZZLE, "--time-limit", "0"], 3)],
)
def test_exit_statuses(arguments: list[str], status: int) -> None:
    assert run_apart("solve", *arguments).status == status


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    process = start("solve", VAST, "--all")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().strip() == "┌───┐"
    process.stdout.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


WRITING = [
    ["--help"],
    ["--version"],
    ["solve", "--help"],
    ["generate", "c-note", "--help"],
    ["lab", "--help"],
    ["solve", PUZZLE, "--json"],
    ["gallery"],
    ["export", PUZZLE],
    ["lab", "tree", PUZZLE],
    ["menu"],
]
"""Commands that write something: by way of typer, by themselves, a lot and little."""


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_pipe_closed_from_the_start(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        outcome = run_apart(*arguments, stdout=writer, stdin=subprocess.DEVNULL)
    finally:
        os.close(writer)
    assert (outcome.status, outcome.err) == (141, "")


def in_shell(command: str, **options: str) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it."""
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m quincunx {command}"],
        env={**os.environ, "PYTHONPATH": SOURCES, **options},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("arguments", ["--help", "menu"])
def test_closed_streams(closed: str, arguments: str) -> None:
    done = in_shell(f"{arguments} {closed}")
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_can_be_read_from_closed_input() -> None:
    done = in_shell("solve - <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "standard input: closed, expected text\n"


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    # What OR-Tools prints to standard error would end up in the first file that is opened.
    code = (
        "import os\nfrom quincunx.cli.output import prepared_streams\n"
        f"with prepared_streams():\n    file = open({str(tmp_path / 'file')!r}, 'w')\n"
        "    assert file.fileno() > 2\n    os.write(2, b'a complaint')\n"
    )
    done = subprocess.run(
        ["sh", "-c", f'{sys.executable} -c "$CODE" <&- >&- 2>&-'],
        env={**os.environ, "PYTHONPATH": SOURCES, "CODE": code},
    )
    assert done.returncode == 0
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_full_disk(arguments: list[str]) -> None:
    # Without buffers Python's streams are built differently: half of the commands go that way.
    environment = {"PYTHONUNBUFFERED": "1" if WRITING.index(arguments) % 2 else ""}
    with open("/dev/full", "w") as full:
        outcome = run_apart(*arguments, stdout=full, stdin=subprocess.DEVNULL, env=environment)
    assert (outcome.status, outcome.err) == (2, "standard output: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", ["--help", f"solve {PUZZLE}", "solve nothing", "nonsense"])
def test_full_output_and_full_errors(arguments: str) -> None:
    done = in_shell(f"{arguments} >/dev/full 2>/dev/full")
    assert done.returncode == 2


def test_endless_input_ends_the_menu() -> None:
    with open("/dev/zero", "rb") as zeros:
        outcome = run_apart("menu", stdin=zeros)
    assert outcome.status == 2
    assert outcome.err == "menu: a line has over 4000000 characters, which is no answer\n"


def test_control_characters_in_input_are_escaped(run: Run) -> None:
    outcome = run("menu", stdin="\x1b[31m\nq\n")
    assert "\x1b" not in outcome.out
    assert "\\x1b[31m" in outcome.out


LONG = "9" * 700


@pytest.mark.parametrize("command", ["solve --json", "solve --stats", "show", "export", "hint"])
def test_numbers_of_many_digits_in_any_environment(run: Run, command: str) -> None:
    name, *options = command.split()
    arguments = [name, f"power-strike:10:{LONG},_,_,_", *options]
    usual = run(*arguments)
    other = run_apart(*arguments, env={"PYTHONINTMAXSTRDIGITS": "640"})
    times = re.compile(r'"seconds": [^,]*|Seconds: .*')
    assert (other.status, other.err) == (usual.status, usual.err)
    assert times.sub("", other.out) == times.sub("", usual.out)


def test_huge_numbers_are_refused_in_any_environment() -> None:
    document = f'{{"family": "power-strike", "multiplier": {"9" * 3_000_000}, "cells": [1, null]}}'
    process = start("solve", "-", stdin=subprocess.PIPE, env={"PYTHONINTMAXSTRDIGITS": "0"})
    out, err = process.communicate(document, timeout=60)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_sigterm_and_sighup_end_the_program_quietly(name: str) -> None:
    number = getattr(signal, name)
    process = start("solve", VAST, "--all")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (128 + number, "")


INTERRUPTER = """
import os, signal, sys

class Interrupter:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["INTERRUPT_AT"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupter())
"""


@pytest.mark.parametrize("by", ["module", "command"])
@pytest.mark.parametrize(
    "module",
    [
        "quincunx.cp.statistics",
        "quincunx.families",
        "quincunx.solving",
        "typer",
        "quincunx.cli.app",
        "quincunx.cli.solve",
        "quincunx.families.gallery",
    ],
)
def test_ctrl_c_while_the_program_loads(tmp_path: Path, module: str, by: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTER)
    (tmp_path / "quincunx-command").mkdir()
    command = tmp_path / "quincunx-command" / "quincunx"
    command.write_text("from quincunx.cli import program\nprogram()\n")
    called = {"module": ["-m", "quincunx"], "command": [str(command)]}[by]
    done = subprocess.run(
        [sys.executable, *called, "show", "c-note/1"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path), SOURCES]),
            "INTERRUPT_AT": module,
        },
        capture_output=True,
        text=True,
    )
    # Whether the signal ended the program or it ended itself, a shell reports 130.
    assert done.returncode in (130, -signal.SIGINT)
    assert (done.stdout, done.stderr) == ("", "")


def test_importing_the_library_keeps_keyboard_interrupt(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTER)
    code = "try:\n    import quincunx.families\nexcept KeyboardInterrupt:\n    print('interrupted')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path), SOURCES]),
            "INTERRUPT_AT": "quincunx.families",
        },
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\n", "")


@pytest.mark.parametrize(
    ("arguments", "status", "least"),
    [
        (["--all"], 0, 1),
        (["--count", "--labeling", "ff"], 0, 1),
        (["--count"], 3, 0),  # the family counts in its own way: all or nothing
    ],
)
def test_ctrl_c_stops_a_search_and_shows_what_was_found(
    run: Run, arguments: list[str], status: int, least: int
) -> None:
    Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    outcome = run("solve", VAST, "--json", *arguments)
    data = json.loads(outcome.out)
    assert (outcome.status, data["complete"], outcome.err) == (status, False, "")
    assert data["count"] >= least
    assert data["count"] == data["statistics"]["solutions"]


def test_ctrl_c_while_solutions_are_drawn() -> None:
    process = start("solve", VAST, "--all")
    assert process.stdout is not None
    while process.stdout.readline() != "Solution 3\n":
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert re.search(r"\nYou stopped the search after \d+ solutions: there may be more\.\n$", out)


def test_ctrl_c_ends_an_audit_with_what_was_found(run: Run) -> None:
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    entries = [{"name": "quick", "puzzle": PUZZLE}, {"name": "vast", "puzzle": VAST}]
    outcome = run("audit", "-", stdin=json.dumps(entries))
    assert outcome.status == 3
    assert "\nquick " in outcome.out
    assert outcome.out.endswith("1 puzzle audited, 0 with false claims, 1 not reached.\n")


def test_a_bug_exits_with_status_70(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.cli.solve.find_puzzle", lambda text: 1 // 0)
    outcome = run("solve", PUZZLE)
    assert (outcome.status, outcome.out) == (70, "")
    assert outcome.err.startswith("Traceback")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (OSError(24, "Too many open files"), 2, "quincunx: Too many open files\n"),
        (PermissionError(13, "Permission denied", "/a/b"), 2, "/a/b: Permission denied\n"),
        (MemoryError(), 3, "quincunx: there is not enough memory for this\n"),
    ],
)
def test_system_errors_are_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str
) -> None:
    def refuse(text: str) -> None:
        raise error

    monkeypatch.setattr("quincunx.cli.solve.find_puzzle", refuse)
    outcome = run("solve", PUZZLE)
    assert (outcome.status, outcome.out, outcome.err) == (status, "", said)


@pytest.mark.parametrize("language", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}])
def test_ascii_terminals(language: dict[str, str]) -> None:
    outcome = run_apart("solve", "multi-balance/81", env=language)
    assert (outcome.status, outcome.err) == (0, "")
    if "PYTHONIOENCODING" in language:
        assert outcome.out.isascii()
        assert "?" not in outcome.out


def watch_on_terminal(*arguments: str, until: str) -> str:
    """What a person sees who runs a command on a terminal and stops it when they see `until`."""
    screen, keyboard = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": SOURCES, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "quincunx", *arguments],
        env=environment, stdin=keyboard, stdout=keyboard, stderr=keyboard,
    )  # fmt: skip
    os.close(keyboard)
    seen = b""
    stopped = False
    while True:
        try:
            read = os.read(screen, 1 << 16)
        except OSError:  # Linux reports a closed terminal as an error
            break
        if not read:
            break
        seen += read
        if not stopped and until.encode() in seen:
            process.send_signal(signal.SIGINT)
            stopped = True
    os.close(screen)
    process.wait(timeout=30)
    return seen.decode()


def test_a_terminal_shows_progress_and_colours() -> None:
    options = ["--count", "--labeling", "ff"]
    seen = watch_on_terminal("solve", VAST, *options, until="(Ctrl-C stops)")
    assert re.search(r"\r[\d,]+ solutions?, [\d,]+ nodes?, \d\.\d s \(Ctrl-C stops\)", seen)
    assert re.search(r"You stopped the search after [\d,]+ solution", seen)
    assert "\x1b[90m" in seen, "the frame is grey"


def test_a_quick_search_shows_no_progress() -> None:
    assert "Ctrl-C" not in watch_on_terminal("solve", PUZZLE, until="never")


def test_importing_changes_no_signal_handling() -> None:
    code = (
        "import signal\nbefore = [signal.getsignal(n) for n in signal.valid_signals()]\n"
        "import quincunx.cli.app, quincunx.web, quincunx.web.server.run\n"
        "assert [signal.getsignal(n) for n in signal.valid_signals()] == before\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": SOURCES}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_importing_the_library_loads_neither_typer_nor_rich() -> None:
    code = (
        "import sys, quincunx; print([m for m in sys.modules if m in ('typer', 'rich', 'click')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": SOURCES}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout == "[]\n"


def test_solving_into_a_pipe_does_not_load_rich() -> None:
    code = (
        "import sys; from quincunx.cli import main; main(['solve', 'c-note/1']); "
        "print([m for m in sys.modules if m.startswith('rich')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": SOURCES}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.endswith("\n[]\n")
