"""The exceptions that callers are meant to catch.

  QuincunxError
    PuzzleError    malformed puzzle, solution or state
    OptionError    unknown option, or one that conflicts with another
    ModelError     invalid model
    EngineError    a solver that is not available, or that failed
    Unfinished     work stopped by a limit or the environment
    TooBig         valid input that exceeds a resource limit
    WrongAnswer    a solver broke the rules: a bug in this program

Every message names the place and what was expected there. Internal signals such as `Stopped`, and
the exceptions of the verifiers, which run without this package, do not derive from `QuincunxError`.
"""

import re

MAX_MESSAGE, MAX_WORD, SHORT_WORD = 1_000, 200, 60
"""Maximum length of a message and of a word in it; longer words are cut to `SHORT_WORD`."""


def brief(message: str) -> str:
    """A message in which long arguments are shortened.

    >>> brief(f"unknown grade {'x' * 100_000} here")
    'unknown grade xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx... here'
    """
    short = re.sub(rf"\S{{{MAX_WORD},}}", lambda word: f"{word[0][: SHORT_WORD - 3]}...", message)
    return short if len(short) <= MAX_MESSAGE else f"{short[: MAX_MESSAGE - 3]}..."


def short_repr(value: object, most: int = 60) -> str:
    """The representation of any value in one line of at most `most` characters.

    >>> short_repr([1, "a"]), short_repr("b" * 100, 10), short_repr(10**5000)
    ("[1, 'a']", "'bbbbbb...", 'a number of 16,610 bits')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # Python prints no number of over 4,300 digits.
        bits = f"a number of {value.bit_length():,} bits" if isinstance(value, int) else ""
        text = bits or type(value).__name__
    return text if len(text) <= most else f"{text[: most - 3]}..."


class QuincunxError(Exception):
    """Base class of all errors that this package raises deliberately."""

    def __str__(self) -> str:
        return brief(super().__str__())


class PuzzleError(QuincunxError, ValueError):
    """Malformed puzzle, solution or state: the message names the place and what was expected."""


class OptionError(QuincunxError, ValueError):
    """Unknown option, or one that conflicts with another: the message lists the choices."""


class ModelError(QuincunxError, ValueError):
    """Invalid model: the message names the place and what was expected."""


class EngineError(QuincunxError, RuntimeError):
    """A solver that is not available, or that failed: the message says what to do."""


class Unfinished(QuincunxError, RuntimeError):
    """Work that a limit, a full disk or a lost connection stopped.

    Files that were finished are kept, and the same command or call continues the work. For a count
    that was stopped, `at_least` is the number of solutions found before.
    """

    def __init__(self, message: str, at_least: int | None = None) -> None:
        super().__init__(message)
        self.at_least = at_least


class TooBig(QuincunxError):
    """Valid puzzle or model that exceeds a resource limit of this program."""


class WrongAnswer(QuincunxError, AssertionError):
    """A solver returned something that breaks the rules: a bug in this program."""
