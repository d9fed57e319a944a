"""Puzzles to reason about: the gallery's, and small random ones of every family.

Random puzzles have one solution, several or none: reasoning must be right about all of them.
Puzzles from the makers have one, and are as hard as what people are given to solve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, parse
from quincunx.families.gallery import gallery
from quincunx.making import generate
from quincunx.solving import solve
from tests.reasoning.images import images

GALLERY = {name: entry.puzzle for name, entry in gallery().items() if "/paper" not in name} | {
    name: gallery()[name].puzzle for name in ("c-note/paper-labeling", "sum-star/paper")
}
"""The published puzzles, and those of the papers that are not among them."""


PUBLISHED = {name: puzzle for name, puzzle in GALLERY.items() if name != "c-note/paper-labeling"}
"""The 55 that were printed for people to solve."""

MAKERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("c-note", {"size": 3}),
    ("aztec-math", {"levels": 5}),
    ("multi-balance", {"digits": 6}),
    ("power-strike", {"cells": 6}),
    ("sum-star", {"arrangement": "one"}),
)
"""Settings of which puzzles are made quickly."""


MADE = tuple(
    map(
        parse,
        (
            "c-note:100:841/997/356",
            "c-note:100:364/263/598",
            "c-note:100:366/893/167",
            "c-note:100:618/212/352",
            "c-note:100:921/196/423",
            "aztec-math:9/__/6_5/____/1_2_7",
            "aztec-math:4/__/7_4/____/4_5_8",
            "aztec-math:5/__/1_3/____/1_4_6",
            "aztec-math:5/__/8_2/____/4_1_6",
            "aztec-math:7/__/6_7/____/8_1_4",
            "multi-balance:6:........#.../............/......#...../............/............/"
            ".........#../............/............/..#........./............/#.........../"
            ".....#......",
            "multi-balance:6:..#........./............/............/............/............/"
            "............/#.........../.......#..../............/.#........../....#......./"
            "............",
            "multi-balance:6:............/....#......./............/............/............/"
            "............/.......#..../.#........#./............/............/.....#....../"
            "............",
            "multi-balance:6:.....#....../............/..........#./........#.../............/"
            "............/...#......../............/............/#.........../............/"
            "..#.........",
            "multi-balance:6:............/.......#..../........#.../..........#./............/"
            "#.........../............/............/....#......./............/............/"
            "............",
            "power-strike:3:2408,_,_,_,_,_",
            "power-strike:9:2644,_,_,_,_,_",
            "power-strike:8:712,_,_,_,_,_",
            "power-strike:7:4031,_,_,_,_,_",
            "power-strike:3:4775,_,_,_,_,_",
            "sum-star:0.0=5,13,10,5,6,2",
            "sum-star:0.0=9,6,6,15,15,13",
            "sum-star:0.0=13,7,8,10,7,9@3____________",
            "sum-star:0.0=20,4,8,5,8,14",
            "sum-star:0.0=6,11,5,8,4,15",
        ),
    )
)
"""Five puzzles of each family with one solution: `made_puzzles(seed=2, count=5)`, written down so
that tests can be collected without making them."""


def mostly_slow(cases: Iterable[Any], every: int = 11) -> list[Any]:
    """Cases for a test of many puzzles: a few are quick to run, the others are marked slow."""
    return [
        case if at % every == 0 else pytest.param(case, marks=pytest.mark.slow)
        for at, case in enumerate(cases)
    ]


def made_puzzles(seed: int, count: int) -> Iterator[AnyPuzzle]:
    """So many puzzles of each family with one solution, as its maker makes them."""
    for family, parameters in MAKERS:
        for made in generate(family, seed=seed, number=count, **parameters):
            yield made.puzzle


def imaged(puzzles: Iterable[AnyPuzzle], seed: int) -> Iterator[AnyPuzzle]:
    """One image of each puzzle, drawn at random; itself if there is no other."""
    dice = Random(seed)
    for puzzle in puzzles:
        others = [image for image in images(puzzle.identifier) if image != puzzle.identifier]
        yield parse(dice.choice(others or [puzzle.identifier]))


def random_puzzles(seed: int, count: int) -> Iterator[AnyPuzzle]:
    """So many puzzles of each family."""
    dice = Random(seed)
    for make in (_c_note, _aztec, _strike, _balance, _star):
        for _ in range(count):
            yield _parsed(make, dice)


def _parsed(make: Callable[[Random], str], dice: Random) -> AnyPuzzle:
    while True:
        try:
            return parse(make(dice))
        except PuzzleError:
            pass  # All digits are given, and break a rule.


def _c_note(dice: Random) -> str:
    """A digit of each number of a square whose rows and columns have the same sum, mostly."""
    size = dice.choice([2, 3])
    target = dice.randint(12, 70)
    while True:
        square = [[dice.randint(1, target - 2) for _ in range(size - 1)] for _ in range(size - 1)]
        square = [[*row, target - sum(row)] for row in square]
        square.append([target - sum(column) for column in zip(*square, strict=True)])
        if min(map(min, square)) > 0:
            break
    digits = [[dice.choice(str(number)) for number in row] for row in square]
    if dice.random() < 0.3:
        digits[0][0] = dice.choice("0123456789")
    return f"c-note:{target}:{'/'.join(map(''.join, digits))}"


def _aztec(dice: Random) -> str:
    rows = _solution(dice.choice(["aztec-math/1", "aztec-math/3", "aztec-math/6"]))
    share = dice.choice([0.3, 0.5, 0.7])
    kept = [[str(d) if dice.random() < share else "_" for d in row] for row in rows]
    if dice.random() < 0.3:
        kept[0][0] = dice.choice("123456789")
        kept[1] = ["_", "_"]
    return f"aztec-math:{'/'.join(map(''.join, kept))}"


def _strike(dice: Random) -> str:
    size = dice.randint(3, 6)
    ring = ["_"] * size
    ring[0] = str(dice.randint(1, 60))
    variant = dice.choice(["", "", "z"])
    return f"power-strike:{dice.randint(1, 9)}{variant}:{','.join(ring)}"


def _balance(dice: Random) -> str:
    """A published board with some of its digits given, and a fulcrum too many now and then."""
    name = dice.choice(["demo", "71", "81", "84"])
    rows = _solution(f"multi-balance/{name}")
    digits = len("".join(rows).replace(".", "").replace("#", ""))
    share = dice.choice([0, 0.2, 0.5])
    marks = [[m if m in ".#" or dice.random() < share else "." for m in row] for row in rows]
    if dice.random() < 0.3:
        row, column = dice.randrange(len(rows)), dice.randrange(len(rows[0]))
        if all(r[column] in ".#" for r in marks) and set(marks[row]) <= {".", "#"}:
            marks[row][column] = "#"
    return f"multi-balance:{digits}:{'/'.join(map(''.join, marks))}"


def _star(dice: Random) -> str:
    """One dodecagon with numbers of a solution, one of them wrong now and then."""
    values = _solution("sum-star/paper")[dice.randrange(3)]
    share = dice.choice([0.3, 0.6])
    givens = ["X123456789"[v] if dice.random() < share else "_" for v in values]
    givens[12] = "X123456789"[values[12]]
    sums = [values[(i - 1) % 12] + values[i] + values[i + 1] for i in range(0, 12, 2)]
    kept = [str(number) if dice.random() < 0.8 else "_" for number in sums]
    if dice.random() < 0.2:
        kept[0] = str(sums[0] + 1)
        givens[0] = givens[1] = givens[11] = "_"
    return f"sum-star:0.0={','.join(kept)}@{''.join(givens)}"


@cache
def _solution(name: str) -> Any:
    return solve(gallery()[name].puzzle, limit=1).solutions[0]
