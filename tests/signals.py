"""Signals that tests send to the commands they start."""

from __future__ import annotations

import signal


def heed_signals() -> None:
    """Restore the usual handling of SIGINT and SIGHUP where they are ignored.

    A process that was started in the background, or by `nohup`, ignores these signals, and so do
    the commands that it starts.
    """
    for name, handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)
