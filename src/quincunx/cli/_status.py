"""What the exit status of every command says."""

from enum import IntEnum


class Status(IntEnum):
    """The same four answers everywhere; `check` and `audit` read "a solution" as "all is well"."""

    FOUND = 0
    """A solution was found; the answer is right; every claim is true."""
    NONE = 1
    """There is no solution; the answer is wrong; a claim is false."""
    WRONG_INPUT = 2
    """Nothing can be answered: the input is wrong, or the system refuses to read, write or run."""
    STOPPED = 3
    """A limit, or Ctrl-C, stopped the search before it knew; or the puzzle is too big for it."""
    MISTAKE = 70
    """Something is wrong with this program; the number is the customary one for that."""
    BROKEN_PIPE = 141
    """Nobody reads the output any more: what a shell reports of any program that ends so."""
    INTERRUPTED = 130
    """Ctrl-C outside of a search: what a shell reports of any program that ends so."""
