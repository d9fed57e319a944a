"""Quincunx: a workbench for five number puzzles.

>>> import quincunx
>>> puzzle = quincunx.parse("c-note:100:878/312/272")
>>> quincunx.verdict(puzzle)
'unique'
>>> next(quincunx.solutions(puzzle))
[[85, 7, 8], [13, 15, 72], [2, 78, 20]]
>>> quincunx.check(puzzle, [[85, 7, 8], [13, 15, 72], [2, 78, 20]])
[]
>>> quincunx.count("c-note:100:884/625/361")
31
"""

from quincunx import _loading  # before all that takes time

# isort: split
from typing import TYPE_CHECKING, Any

from quincunx.counters import Statistics
from quincunx.errors import PuzzleError
from quincunx.families import Puzzle, Violation, families, from_document, parse
from quincunx.solving import Result, check, count, solutions, solve, verdict

if TYPE_CHECKING:
    from quincunx.making import generate
    from quincunx.reading import load
    from quincunx.reasoning import explain, grade, hint

__version__ = "0.1.0"

__all__ = [
    "Puzzle",
    "PuzzleError",
    "Result",
    "Statistics",
    "Violation",
    "check",
    "count",
    "explain",
    "families",
    "from_document",
    "generate",
    "grade",
    "hint",
    "load",
    "parse",
    "solutions",
    "solve",
    "verdict",
]


def __getattr__(name: str) -> Any:
    """What takes longer to import is imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "generate":
        from quincunx.making import generate

        return generate
    if name == "load":
        from quincunx.reading import load

        return load
    from quincunx import reasoning

    return getattr(reasoning, name)


_loading.end()
