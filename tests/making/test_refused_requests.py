"""Requests that cannot be met: refused at once, with what was expected instead."""

from __future__ import annotations

from typing import Any

import pytest

from quincunx.errors import OptionError, PuzzleError
from quincunx.making import COMMON, MAX_SEED, generate
from quincunx.making.series import MAX_NUMBER
from tests.families.tables import json_or_text, rows

REFUSED = f"""
chess | | unknown family 'chess', expected one of aztec-math, c-note, multi-balance,
    power-strike, sum-star
# Options of all families.
c-note | number=0 | number is 0, expected 1 to {MAX_NUMBER:,}
c-note | seed=-1 | seed is -1, expected 0 to {MAX_SEED:,}
c-note | start=-1 | start is -1, expected 0 to 1,000,000,000,000
c-note | patience=0 | patience is 0, expected 1 or more
c-note | grade=mean | unknown grade 'mean', expected one of easy, medium, hard, expert
c-note | grade=easy; unique=false | a grade for puzzles with any number of solutions,
    expected a grade only where there is one
c-note | levels=3 | c-note: unknown parameter 'levels', expected one of size, target,
    or one for all families: {", ".join(COMMON)}
c-note | score=9..6 | score is '9..6', expected a number, or a range such as 6..9, 6.. or ..9
c-note | score=[9, 6] | score is '9..6', expected a number, or a range such as 6..9, 6.. or ..9
c-note | score=x | score is 'x', expected a number, or a range such as 6..9, 6.. or ..9
c-note | require=magic | unknown technique 'magic', expected one that `quincunx techniques` lists
c-note | require=7 | generate: require is 7, expected a text
c-note | forbid=[7] | unknown technique '7', expected one that `quincunx techniques` lists
c-note | require=parity; forbid=parity | 'parity' is required and forbidden, expected one
c-note | require=torque ways, cases | c-note: require is 'torque ways', a technique of another
    family, expected one that `quincunx techniques` lists for all or for this one
c-note | seed=1; date=2026-11-15 | generate: a seed and a date, expected one of them
c-note | date=yesterday | date is 'yesterday', expected a day such as 2026-11-15
c-note | exclude=null | exclude is None, expected several puzzles in a list
c-note | exclude=c-note/1 | exclude is 'c-note/1', expected several puzzles in a list
# Parameters of one family.
multi-balance | crop=1 | multi-balance: crop is 1, expected true or false
aztec-math | givens=0 | aztec-math: givens is 0, expected a whole number from 1 to 45
aztec-math | levels=1 | aztec-math: levels is 1, expected a whole number from 2 to 9
aztec-math | levels=10 | aztec-math: levels is 10, expected a whole number from 2 to 9
aztec-math | levels=true | aztec-math: levels is true, expected a whole number from 2 to 9
aztec-math | pattern=#/# | aztec-math: pattern is '#/#', expected any, symmetric, classic with
    4 or 5 levels, or 5 rows as in #/__/#_#/____/#_#_#
aztec-math | pattern=classic; levels=6 | aztec-math: pattern is 'classic', expected any,
    symmetric, classic with 4 or 5 levels, or 6 rows as in #/__/#_#/____/#_#_#
aztec-math | pattern=classic; givens=5 | aztec-math: givens is 5, but the pattern has 6,
    expected one of the two
aztec-math | givens=15 | aztec-math: givens is 15 of 15 cells, expected fewer
aztec-math | levels=2; pattern=#/## | aztec-math: givens is 3 of 3 cells, expected fewer
aztec-math | givens=3 | aztec-math: no pyramid of 5 levels has one solution with 3 given,
    as a list of all pyramids shows, expected 4 or more
aztec-math | levels=2; pattern=#/__ | aztec-math: no pyramid of 2 levels has one solution with 1
    given, as a list of all pyramids shows, expected 2 or more
c-note | size="3" | c-note: size is '3', expected a whole number from 2 to 7
c-note | size=8 | c-note: size is 8, expected a whole number from 2 to 7
c-note | target=0 | c-note: target is 0, expected a whole number from 2 to 100000
c-note | target=11 | c-note: target is 11, but then no number in a row of 3 has two digits,
    and nothing is left to write, expected 12 or more
multi-balance | digits=5 | multi-balance: 5 digits fit on no board: with two or more in each line
    they have at most 2 rows and 2 columns, which cross in 4 cells; expected 4, 6, 7, 8, 9, 10, 11,
    12 digits
multi-balance | givens=8 | multi-balance: givens is 8 of 8 digits, expected fewer
multi-balance | digits=3 | multi-balance: digits is 3, expected a whole number from 4 to 12
multi-balance | columns=41 | multi-balance: columns is 41, expected a whole number from 4 to 40
multi-balance | digits=9; rows=5; columns=12 | multi-balance: there is no puzzle of 9 digits without
    givens on a board of 5 rows and 12 columns, for all placements up to 15 by 15 cells were listed;
    expected a board with room for 6 by 6 or 5 by 13 cells
power-strike | cells=1 | power-strike: cells is 1, expected a whole number from 2 to 24
power-strike | multiplier=1 | power-strike: multiplier is 1, expected a whole number from 2 to 12
power-strike | cells=4; multiplier=2 | power-strike: cells is 4, but with multiplier 2 no ring
    has 4 cells, expected 5, 6, 7, 8, ...
power-strike | cells=6; multiplier=10 | power-strike: multiplier is 10, so that of two numbers side
    by side one is ten times the other, expected another multiplier
power-strike | cells=5; givens=3 | power-strike: givens is 3 of 5 cells, none beside another,
    expected at most 2
power-strike | givens=6 | power-strike: givens is 6 of 11 cells, none beside another,
    expected at most 5
power-strike | pattern=symmetric; cells=7 | power-strike: pattern is symmetric, expected even
    numbers of cells and givens
power-strike | pattern=symmetric; givens=1 | power-strike: pattern is symmetric, expected even
    numbers of cells and givens
sum-star | arrangement=0.0/1.0/2.-1/2.0; pattern=symmetric | sum-star: pattern is symmetric, but the
    cells differ when they are turned by half or mirrored, expected other cells or another pattern
sum-star | arrangement=1 | sum-star: arrangement is 1, expected a text
sum-star | arrangement=0.0/1 | sum-star: arrangement is '0.0/1', expected one, pair, triangle,
    rhombus, flower, or places as in 0.0/1.0/0.1
sum-star | arrangement=0.0/2.0 | sum-star: dodecagon B is not connected with A,
    expected every dodecagon to touch another
sum-star | arrangement=0.0/1.0/2.0/3.0/4.0/5.0/6.0/7.0 | sum-star: arrangement has 8 dodecagons,
    expected at most 7
sum-star | arrangement=one; givens=13 | sum-star: givens is 13 of 13 cells, expected fewer
sum-star | arrangement=one; pattern=############# | sum-star: givens is 13 of 13 cells,
    expected fewer
"""


@pytest.mark.parametrize(("family", "options", "message"), rows(REFUSED))
def test_impossible_request_is_refused(family: str, options: str, message: str) -> None:
    pairs = [option.partition("=") for option in options.split("; ") if option]
    asked: dict[str, Any] = {name: json_or_text(value) for name, _, value in pairs}
    with pytest.raises((OptionError, PuzzleError)) as refused:
        generate(family, **asked)
    assert str(refused.value) == message
