"""Locks on files, which the system takes away when the process ends, however that happens."""

from __future__ import annotations

from typing import IO


def lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; whether nobody else has it locked.

    Where there are no locks, on Windows and some file systems, nobody is kept out.
    """
    try:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True
