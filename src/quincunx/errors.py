"""What can go wrong, as exceptions: one root, so that a caller may catch it all at once.

  QuincunxError    whatever this package raises on purpose
    PuzzleError    a puzzle, a solution or a state that is not one
    OptionError    an option that does not exist, or does not fit another
    ModelError     a model that means nothing
    EngineError    a solver that cannot be used here, or that failed
    Unfinished     work that a limit or the surroundings stopped
    TooBig         a puzzle that is well formed, and more than this program can hold
    WrongAnswer    a solver broke the rules: a mistake in this program

The message of each names the place and what was expected there.
"""

from __future__ import annotations


class QuincunxError(Exception):
    """Whatever this package raises on purpose."""


class PuzzleError(QuincunxError, ValueError):
    """A puzzle or a solution that is not one: the message names the place and what was expected."""


class OptionError(QuincunxError, ValueError):
    """An option that does not exist, or does not fit another: the message lists what exists."""


class ModelError(QuincunxError, ValueError):
    """A model that means nothing: the message names the place and what was expected."""


class EngineError(QuincunxError, RuntimeError):
    """A solver that cannot be used here, or that failed: the message says what to do."""


class Unfinished(QuincunxError, RuntimeError):
    """Work that a limit, a full disk or a lost connection stopped.

    Files that were finished are kept, and the same command or call continues the work. For a count
    that was stopped, `at_least` is the number of solutions found before.
    """

    def __init__(self, message: str, at_least: int | None = None) -> None:
        super().__init__(message)
        self.at_least = at_least


class TooBig(QuincunxError):
    """A puzzle or a model that is well formed, and more than this program can hold: a limit, like
    the end of the time, and no fault of the puzzle."""


class WrongAnswer(QuincunxError, AssertionError):
    """A solver returned something that breaks the rules: a mistake in this program."""
