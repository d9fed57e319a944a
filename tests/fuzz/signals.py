"""Signals at random moments: a command ends in good order, and leaves nothing half-done behind."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from time import sleep

from hypothesis import strategies as st

import quincunx
from quincunx.cli.status import Status
from tests.fuzz.target import Target, reproduction

SOURCES = str(Path(quincunx.__file__).parents[1])
GRACE_SECONDS = 120

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
HARD = "c-note:900:8787/3123/2724/1111"
COMMANDS = (
    f"solve {HARD} --all",
    f"solve {HARD} --all --engine cp-sat",
    f"solve {HARD} --all --engine minizinc:gecode",
    f"solve {HARD} --count --marginals",
    "explain sum-star/paper",
    "draw sum-star/paper -o out.svg",
    "draw c-note/1 -o out.png",
    "generate sum-star --number 20 --seed 1 --json",
    "dataset -o out --family c-note --number 60 --jobs 2 --seed 1",
    "certify aztec-math/18 -o out",
    "lab labeling c-note/1 --jobs 2",
    "catalogue aztec-math",
    "serve --port 0",
    "audit",
)
ENDED = {Status.FOUND, Status.NONE, Status.STOPPED, Status.INTERRUPTED}


def random_moments(command: str, sent: signal.Signals, after: float) -> None:
    reproduction.append(f"quincunx {command}  # {sent.name} after {after:.2f} s")
    with tempfile.TemporaryDirectory() as name:
        folder, scratch = Path(name) / "work", Path(name) / "scratch"
        folder.mkdir()
        scratch.mkdir()
        process = subprocess.Popen(
            [sys.executable, "-m", "quincunx", *shlex.split(command)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": SOURCES, "TMPDIR": str(scratch)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            restore_signals=True,
        )
        sleep(after)
        process.send_signal(sent)
        try:
            _, err = process.communicate(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise AssertionError(f"still running {GRACE_SECONDS} s after {sent.name}") from None
        if "Traceback" in err and ", in program" not in err and "Exception ignored" not in err:
            return  # Python itself was still starting.
        assert "Traceback" not in err, err
        assert process.returncode in {*ENDED, -sent, 128 + sent}, (process.returncode, err)
        assert not list(scratch.iterdir()), f"left behind: {[p.name for p in scratch.iterdir()]}"
        for file in folder.glob("out*"):
            check_complete(file)


def check_complete(file: Path) -> None:
    """What stands under its final name is complete."""
    if file.suffix == ".svg":
        assert file.read_text().rstrip().endswith("</svg>")
    elif file.suffix == ".png":
        assert file.read_bytes().endswith(b"IEND\xaeB`\x82")


TARGETS = {
    "random moments": Target(
        random_moments,
        (st.sampled_from(COMMANDS), st.sampled_from(SIGNALS), st.floats(0.0, 4.0, allow_nan=False)),
    )
}
