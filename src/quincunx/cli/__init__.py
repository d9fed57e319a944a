"""The command line, one module for a group of commands.

Each command is a function whose parameters are its options (see `options`); it prints its result
and returns the exit status. `app` reports errors in one line.
"""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn

from quincunx.cli.status import Status

REPEAT_SECONDS = 0.01
"""Delay before a lost signal is sent again."""

ENGINE_SECONDS = 1.0
"""Seconds for a solver that was asked to stop to end its processes and remove its files."""


def program() -> NoReturn:
    """Run the command line and end the process: the entry point of the command `quincunx`."""
    # While modules are being imported nothing could catch a KeyboardInterrupt: the signal's
    # default action ends the process without a traceback.
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from quincunx.cli import app  # noqa: F401

    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.unraisablehook = repeat_signal
    status = main()
    # All output is written: from here Ctrl-C ends the process at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    engines = sys.modules.get("quincunx.cp.engines.external")
    if engines is not None and engines.is_running_after(ENGINE_SECONDS):
        # Python would wait for a solver that was asked to stop and has not stopped yet.
        engines.flush_output()
        engines.remove_files()
        os._exit(status)
    sys.exit(status)


def repeat_signal(lost: "sys.UnraisableHookArgs") -> None:
    """Send a signal again whose exception was raised in a callback or a destructor, where Python
    prints it and continues; report other exceptions as usual."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        number = int(signal.SIGINT)
    elif isinstance(lost.exc_value, SystemExit) and isinstance(lost.exc_value.code, int):
        number = lost.exc_value.code - 128
    else:
        sys.__unraisablehook__(lost)
        return
    # A little later, when the callback is over.
    again = threading.Timer(REPEAT_SECONDS, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with `arguments`, by default `sys.argv`; return the exit status."""
    try:
        from quincunx.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        return Status.INTERRUPTED
