"""Builds a dataset repeatedly, and dies each time before another of the steps that leave a trace: a
file is opened, flushed, renamed or removed, or an index committed. Then it finishes the dataset.

Run as a program it prints the number of steps, and those that did not lead to the expected bytes.
It forks, which a process with threads should not.
"""

from __future__ import annotations

import builtins
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quincunx.datasets.store import Store
from tests.datasets.quick import content, make

NUMBER = 17
SHARD = 8
"""Two ranges are full, and one is not."""


class Steps:
    """Counts steps, and dies before one of them and as suddenly as by `kill -9`."""

    def __init__(self, last: int) -> None:
        self.taken = 0
        self._last = last

    def before(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            if self.taken == self._last:
                os._exit(9)
            self.taken += 1
            return step(*arguments, **named)

        return counted


def dies_before(step: int, folder: Path, number: int) -> bool:
    """Make a set in a process of its own that dies before a step; whether it came so far."""
    child = os.fork()
    if not child:
        steps = Steps(step)
        for home, name in (
            (os, "fsync"),
            (os, "replace"),
            (os, "unlink"),
            (builtins, "open"),
            (Store, "commit"),
            (Store, "keep"),
        ):
            setattr(home, name, steps.before(getattr(home, name)))
        make(folder, number=number, shard_size=SHARD, compress=True)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def main(folder: Path) -> None:
    """Die before every step in turn."""
    whole = folder / "whole"
    make(whole, number=NUMBER, shard_size=SHARD, compress=True)
    expected = content(whole)
    wrong = []
    step = 0
    broken = folder / "broken"
    while dies_before(step, broken, NUMBER):
        # And once more, soon after it went on.
        dies_before(step % 7, broken, NUMBER)
        make(broken, number=NUMBER, shard_size=SHARD, compress=True)
        if content(broken) != expected:
            wrong.append(step)
        shutil.rmtree(broken)
        step += 1
    print(step, wrong)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
