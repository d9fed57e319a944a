"""Running the command line: in this process for speed, or as a user does."""

import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import typer.main

import quincunx
from quincunx.cli import main

Run: TypeAlias = Callable[..., "Outcome"]

SOURCES = str(Path(quincunx.__file__).parents[1])


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True, scope="session")
def commands_are_built_once() -> Iterator[None]:
    """Typer builds all commands again for every call, which takes longer than most of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """`run("solve", "c-note/1", stdin="...")`: a command in this process, its output captured."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    # Hypothesis watches the garbage collector. An interruption that meets its callback is lost.
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()

    def run(*arguments: str, stdin: str | bytes = b"") -> Outcome:
        typed = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        status = main(arguments)
        return Outcome(status, *capsys.readouterr())

    yield run
    gc.callbacks[:] = callbacks


def refused(run: Run, *arguments: str, stdin: str | bytes = "") -> str:
    """The one line with which a command refuses its input."""
    outcome = run(*arguments, stdin=stdin)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("\n")
    assert outcome.err.count("\n") == 1
    return outcome.err[:-1]


def interrupt_later() -> None:
    """Press Ctrl-C when this process has computed for half a second more."""
    until = time.process_time() + 0.5

    def wait() -> None:
        while time.process_time() < until:
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, daemon=True).start()


def start(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    """A command in a process of its own; `env` adds to the environment."""
    environment = {**os.environ, "PYTHONPATH": SOURCES, **options.pop("env", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "quincunx", *arguments],
        env=environment,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,
    )


def run_apart(*arguments: str, **options: Any) -> Outcome:
    """A command run to its end in a process of its own."""
    process = start(*arguments, **options)
    try:
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return Outcome(process.returncode, out or "", err)
