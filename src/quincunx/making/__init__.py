"""Making puzzles: with exactly one solution, of the grade asked for, the same from the same seed.

Vocabulary:
  request    what is asked for: a family with its parameters, and wishes (see `wishes`)
  series     the puzzles that a request and a seed stand for
  row        a puzzle of a series, by its number: 0, 1, 2, ...
  stream     the puzzles that could be a row, in the order in which they are tried
  catalogue  a complete list of the puzzles that a request allows; rows are drawn from it where
             there is one
  try        one attempt of a family's maker; where it leads to several proposals, each of them
             counts as one
  patience   how many tries for one row may lead to nothing before a series is given up
  kept       a puzzle that is what was asked for
  form       what is the same for all puzzles that are the same but for turning and mirroring

A row depends on the request, the seed and its number alone, so that any of them can be made
without the others, on another machine as well. Whoever goes through a series leaves out rows that
were there before; `merged` does so for parts that were made apart. Each stream has dice of its
own, thrown from a hash of the request, the seed and the number.
"""

from __future__ import annotations

from quincunx.making.generated import Made
from quincunx.making.generation import generate
from quincunx.making.merge import merged
from quincunx.making.requests import COMMON, Request, maker_of, request
from quincunx.making.requirements import Judgement, Wishes
from quincunx.making.series import MAX_NUMBER, MAX_REPEATS, MAX_SEED, Series

__all__ = [
    "COMMON",
    "MAX_NUMBER",
    "MAX_REPEATS",
    "MAX_SEED",
    "Judgement",
    "Made",
    "Request",
    "Series",
    "Wishes",
    "generate",
    "maker_of",
    "merged",
    "request",
]
