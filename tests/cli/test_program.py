"""The program as a user meets it: processes, pipes, signals and terminals."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from quincunx import __version__
from quincunx.cli import repeat_signal
from quincunx.cp.kernel import COMPILED
from tests.cli.conftest import SOURCES, Run, interrupt_later, run_apart, start
from tests.fuzz.commands import EVERY
from tests.processes import python

PUZZLE = "c-note:100:878/312/272"
VAST = "aztec-math:_/__/___/____/_____/______/_______/________"
"""A puzzle with too many solutions to list."""


def test_the_version_names_the_kernel() -> None:
    outcome = run_apart("--version")
    kind = "compiled" if COMPILED else "pure Python"
    assert outcome.out == f"quincunx {__version__} ({kind} kernel)\n"
    assert (outcome.status, outcome.err) == (0, "")


def test_program_without_command_prints_help(run: Run) -> None:
    outcome = run()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("Usage: quincunx [OPTIONS] COMMAND")
    assert "quincunx menu" in outcome.out


@pytest.mark.parametrize("command", [[], ["generate"], ["lab"]])
def test_list_of_commands_shortens_no_description(command: list[str], run: Run) -> None:
    assert "..." not in run(*command, "--help").out.partition("Commands:")[2]


def test_every_command_has_help_and_json_and_explains_its_options(run: Run) -> None:
    for words, command in EVERY.items():
        name = " ".join(words)
        for option in ("--help", "-h"):
            outcome = run(*words, option)
            assert (outcome.status, outcome.err) == (0, "")
            assert outcome.out.startswith(f"Usage: quincunx {name} [OPTIONS]")
        assert all(getattr(parameter, "help", "") for parameter in command.params), name
        takes_json = any("--json" in parameter.opts for parameter in command.params)
        assert takes_json == (name != "menu"), name


def test_commands_work_without_docstrings() -> None:
    python("-OO", "-m", "quincunx", "solve", PUZZLE, "--limit", "1")


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    process = start("solve", VAST, "--all")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().strip() == "┌───┐"
    process.stdout.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


WRITING = [["--help"], ["lab"], ["solve", PUZZLE, "--json"], ["export", PUZZLE], ["menu"]]
"""Commands that write something: by way of typer, by themselves, a lot and little."""


@pytest.mark.parametrize("arguments", WRITING[::2], ids=" ".join)
def test_a_pipe_closed_from_the_start_ends_with_status_141(arguments: list[str]) -> None:
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


needs_full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="there is no device that is full"
)


@needs_full_device
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("--help >&-", 0, ""),
        ("--help 2>&-", 0, ""),
        ("menu <&-", 0, ""),
        ("menu <&- >&- 2>&-", 0, ""),
        ("solve - <&-", 2, "standard input: closed, expected text\n"),
        (f"solve {PUZZLE} >/dev/full 2>/dev/full", 2, ""),
        ("nonsense >/dev/full 2>/dev/full", 2, ""),
    ],
)
def test_closed_and_full_streams_end_with_a_documented_status(
    command: str, status: int, said: str
) -> None:
    done = in_shell(command)
    assert (done.returncode, done.stderr) == (status, said)


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    # What OR-Tools prints to standard error would end up in the first file that is opened.
    code = (
        "import os\nfrom quincunx.cli.output import prepared_streams\n"
        f"with prepared_streams():\n    file = open({str(tmp_path / 'file')!r}, 'w')\n"
        "    assert file.fileno() > 2\n    os.write(2, b'a complaint')\n"
    )
    command = f'{sys.executable} -c "$CODE" <&- >&- 2>&-'
    subprocess.run(
        ["sh", "-c", command], env={**os.environ, "PYTHONPATH": SOURCES, "CODE": code}, check=True
    )
    assert (tmp_path / "file").read_text() == ""


@needs_full_device
@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_full_disk_is_reported(arguments: list[str]) -> None:
    # Without buffers Python's streams are built differently: half of the commands go that way.
    unbuffered = "1" if WRITING.index(arguments) % 2 else ""
    done = in_shell(f"{' '.join(arguments)} >/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (2, "standard output: No space left on device\n")


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


@pytest.mark.parametrize("command", ["solve --json", "export", "hint"])
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


@pytest.fixture
def interrupting(tmp_path: Path) -> str:
    """A path for modules with which a program interrupts itself when it imports INTERRUPT_AT."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTER)
    return os.pathsep.join([str(tmp_path), SOURCES])


@pytest.mark.parametrize(
    ("by", "module"),
    [
        ("module", "quincunx.cp.statistics"),
        ("command", "typer"),
        ("module", "quincunx.cli.boards"),
        ("command", "quincunx.families.gallery"),
    ],
)
def test_ctrl_c_while_the_program_loads_ends_it_quietly(
    tmp_path: Path, interrupting: str, module: str, by: str
) -> None:
    (tmp_path / "quincunx-command").mkdir()
    command = tmp_path / "quincunx-command" / "quincunx"
    command.write_text("from quincunx.cli import repeat_signal, program\nprogram()\n")
    called = {"module": ["-m", "quincunx"], "command": [str(command)]}[by]
    done = subprocess.run(
        [sys.executable, *called, "show", "c-note/1"],
        env={**os.environ, "PYTHONPATH": interrupting, "INTERRUPT_AT": module},
        capture_output=True, text=True,
    )  # fmt: skip
    # Whether the signal ended the program or it ended itself, a shell reports 130.
    assert done.returncode in (130, -signal.SIGINT)
    assert (done.stdout, done.stderr) == ("", "")


def test_importing_the_library_keeps_keyboard_interrupt(interrupting: str) -> None:
    code = "try:\n    import quincunx.families\nexcept KeyboardInterrupt:\n    print('interrupted')"
    variables = {"PYTHONPATH": interrupting, "INTERRUPT_AT": "quincunx.families"}
    assert python("-c", code, **variables) == "interrupted\n"


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
    interrupt_later()
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
    interrupt_later()
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
def test_ascii_terminals_get_ascii_drawings(language: dict[str, str]) -> None:
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


def test_a_long_explanation_shows_progress() -> None:
    puzzle = f"power-strike:12:96,{'_,' * 19}88,8"
    assert "working, " in watch_on_terminal("explain", puzzle, until="(Ctrl-C stops)")


def test_a_quick_search_shows_no_progress() -> None:
    assert "Ctrl-C" not in watch_on_terminal("solve", PUZZLE, until="never")


def test_importing_changes_no_signal_handling() -> None:
    python(
        "-c",
        "import signal\nbefore = [signal.getsignal(n) for n in signal.valid_signals()]\n"
        "import quincunx.cli.app, quincunx.web, quincunx.web.server.run\n"
        "assert [signal.getsignal(n) for n in signal.valid_signals()] == before\n",
    )


@pytest.mark.parametrize(
    ("program", "absent"),
    [
        ("import quincunx", ["typer", "rich", "click", "quincunx.making", "random"]),
        ("from quincunx.cli import main; main(['solve', 'c-note/1'])", ["rich"]),
        (
            "import quincunx; quincunx.parse('c-note/1')",
            ["quincunx.drawing", "quincunx.families.base.scene"],
        ),
    ],
)
def test_little_is_loaded(program: str, absent: list[str]) -> None:
    loaded = f"print([name for name in {absent} if name in sys.modules])"
    assert python("-c", f"import sys; {program}; {loaded}").endswith("[]\n")


@pytest.mark.parametrize("lost", [KeyboardInterrupt(), SystemExit(128 + signal.SIGINT)])
def test_signal_that_a_callback_swallows_is_sent_again(lost: BaseException) -> None:
    repeat_signal(SimpleNamespace(exc_value=lost))
    with pytest.raises(KeyboardInterrupt):
        time.sleep(10)
