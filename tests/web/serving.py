"""A server of its own for a test: the real command in a real process."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds after which what a test waits for will not come."""


def long_question(seed: int) -> dict[str, Any]:
    """A question that is at work until a limit stops it, for no flower is easy without givens;
    each seed is another."""
    return {
        "ask": "generate",
        "family": "sum-star",
        "parameters": {"arrangement": "flower", "givens": 0},
        "grade": "easy",
        "seed": seed,
    }


class Served:
    """A server under test."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quincunx", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+/", said)
        assert found is not None, said or self.process.communicate()
        self.address = found[0]

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2].strip("/"))

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(
            base_url=self.address, timeout=PATIENCE, headers=headers, trust_env=False
        )

    def workers(self) -> list[int]:
        """The processes that answer."""
        return children(self.process.pid)

    def busy(self) -> list[int]:
        """The workers that are computing."""
        return [pid for pid in self.workers() if state(pid) == "R"]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end; its exit status, and what it wrote to standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in listed.split()]


def state(pid: int) -> str:
    """The state of a process as Linux abbreviates it: R for running, Z for a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


def alive(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    return state(pid) not in ("", "Z")


def wait_until(happened: Callable[[], T]) -> T:
    """Wait for something, for as long as it takes but not for ever; return what happened."""
    until = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)
    return found
