"""The command line, one module a command.

Each command is a function that typer reads its options from; it prints what it found and
returns its exit status. What goes wrong on the way is raised, and said in one line by `_app`.
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cli._status import Status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (`sys.argv` unless told otherwise); returns the exit status."""
    try:
        from quincunx.cli._app import run

        return run(arguments)
    except KeyboardInterrupt:
        return Status.INTERRUPTED
