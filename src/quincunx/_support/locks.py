"""Locks on files; the system releases them when the process ends, however it ends."""

from __future__ import annotations

from typing import IO


def lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; return whether no other process holds the lock.

    Windows and some file systems have no such locks: there it always succeeds.
    """
    try:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True
