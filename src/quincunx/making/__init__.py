"""Generating puzzles: with one solution, of the requested grade, reproducible from a seed.

A request (a family, its parameters, requirements) and a seed define a *series* of puzzles, its
rows 0, 1, 2, ... Each row depends on the request, the seed and its number alone, so any row can be
made without the others, on another machine as well. Rows come from a *catalogue*, a complete list
of the puzzles that the request allows, where one is shipped; elsewhere each row is searched, with
random numbers seeded by a hash of the request, the seed and the row.

The *canonical form* of a puzzle is one text for all puzzles that are equal up to rotation and
reflection. Iterating over a series skips rows whose canonical form came before.
"""

from quincunx.making.requests import COMMON, Request, maker_of, request
from quincunx.making.requirements import Requirements
from quincunx.making.series import MAX_REPEATS, MAX_SEED, GeneratedPuzzle, Series, generate

__all__ = [
    "COMMON", "MAX_REPEATS", "MAX_SEED", "GeneratedPuzzle",
    "Request", "Requirements", "Series", "generate", "maker_of", "request",
]  # fmt: skip
