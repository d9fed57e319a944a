"""The exit statuses of the program."""

from enum import IntEnum


class Status(IntEnum):
    """The exit statuses of all commands."""

    FOUND = 0
    """A solution was found; the answer is right; every claim is true."""
    NONE = 1
    """There is no solution; the answer is wrong; a claim is false."""
    WRONG_INPUT = 2
    """The input is wrong, or the system refuses to read, write or start something."""
    STOPPED = 3
    """A limit or Ctrl-C stopped the search before the answer was known, or it was too big."""
    MISTAKE = 70
    """A bug in this program (EX_SOFTWARE)."""
    INTERRUPTED = 130
    """Ctrl-C outside of a search, as shells report it (128 + SIGINT)."""
    BROKEN_PIPE = 141
    """The reader of the output is gone, as shells report it (128 + SIGPIPE)."""
