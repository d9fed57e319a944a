"""Ctrl-C while the program is loading ends it without a word.

Python answers Ctrl-C with an exception, and until `quincunx.cli.main` is at work there is nobody
to catch it. So from the import of this module until `end` the signal does what it does to any
program: it ends it, and a shell reports 130. Programs that only use the library keep the exception.
"""

# `signal` takes longer to load than all of this; what it is made of is there from the start.
import _signal  # type: ignore[import-not-found]
import sys


def _is_the_program() -> bool:
    """Whether the command `quincunx` or `python -m quincunx` is what loads the package."""
    name = (getattr(sys, "argv", None) or [""])[0]
    if name == "-m":
        return "quincunx" in sys.orig_argv
    return name.replace("\\", "/").rpartition("/")[2] in ("quincunx", "quincunx.exe")


_LEFT_TO_SYSTEM = (
    _is_the_program() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
)
if _LEFT_TO_SYSTEM:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def end() -> None:
    """The package is loaded: Ctrl-C is an exception again."""
    if _LEFT_TO_SYSTEM:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
