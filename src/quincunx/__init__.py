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

from quincunx.families import Puzzle, PuzzleError, Violation, families, from_document, parse
from quincunx.kernel.statistics import Statistics
from quincunx.solving import Result, check, count, solutions, solve, verdict

__version__ = "0.1.0"

__all__ = [
    "Puzzle",
    "PuzzleError",
    "Result",
    "Statistics",
    "Violation",
    "check",
    "count",
    "families",
    "from_document",
    "parse",
    "solutions",
    "solve",
    "verdict",
]
