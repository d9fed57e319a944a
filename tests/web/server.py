"""A server of its own for a test: the real command in a real process."""

import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

import httpx

from tests.processes import PATIENCE, children, state


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

    def is_at_rest(self) -> bool:
        """Whether all workers sleep for a while: none computes, starts or waits for a disk."""
        for _ in range(10):
            if any(state(pid) != "S" for pid in self.workers()):
                return False
            time.sleep(0.03)
        return True

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask it to end; its exit status, and what it wrote to standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
