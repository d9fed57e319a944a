"""The command line, one module a command.

Each command is a function that typer reads its options from; it prints what it found and
returns its exit status. What goes wrong on the way is raised, and said in one line by `_app`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from quincunx.cli import interrupts
from quincunx.cli._status import Status


def program() -> NoReturn:
    """What the command `quincunx` runs: the command line, and then the end of the process."""
    status = main()
    # Everything is said. Whoever presses Ctrl-C now wants the end, and no exception.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    engines = sys.modules.get("quincunx.cp.engines.external")
    if engines is not None and engines.still_at_work():
        # Python would wait for a solver that was told to stop and takes its time.
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status)
    sys.exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (`sys.argv` unless told otherwise); returns the exit status."""
    try:
        interrupts.end()
        from quincunx.cli._app import run

        return run(arguments)
    except KeyboardInterrupt:
        return Status.INTERRUPTED
