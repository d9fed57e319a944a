"""Boards that the tests of drawing look at: published ones, the largest and the oddest."""

from functools import cache
from typing import Any

from quincunx import gallery, parse, solve
from quincunx.families import AnyPuzzle

FLOWER = ("0.0", "1.0", "0.1", "-1.1", "-1.0", "0.-1", "1.-1")
"""Seven dodecagons: one, and all six around it."""

RINGS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 25, 26, 27, 28, 29, 30, 31, 99, 100, 101, 102, 103, 400]


def ring(cells: int, first: str = "41") -> str:
    return f"power-strike:7:{first}{',_' * (cells - 1)}"


def pyramid(levels: int) -> str:
    return "aztec-math:" + "/".join("_" * row for row in range(1, levels + 1))


def stars(count: int) -> str:
    """This many dodecagons: one, and the others around it."""
    return "sum-star:" + "/".join(f"{at}=_,_,_,_,_,_" for at in FLOWER[:count])


def board(side: int) -> str:
    """A square board with fulcrums along its diagonal."""
    rows = ["." * i + "#" + "." * (side - i - 1) for i in range(side)]
    return f"multi-balance:{min(9, side)}:" + "/".join(rows)


def square(size: int, target: int = 100_000) -> str:
    rows = "/".join("".join(str((i + j) % 10) for j in range(size)) for i in range(size))
    return f"c-note:{target}:{rows}"


SIZES = {
    **{f"ring of {cells}": ring(cells) for cells in RINGS},
    "long numbers": ring(6, "123456789012"),
    "forbidden zeros": "power-strike:12345678901234567890z:6,_,_",
    **{f"pyramid of {levels}": pyramid(levels) for levels in range(1, 10)},
    **{f"dodecagons, {count}": stars(count) for count in range(1, 8)},
    **{f"board of {side}": board(side) for side in (1, 2, 9, 14, 40)},
    **{f"square of {size}": square(size) for size in (2, 3, 10, 30)},
}


@cache
def published() -> dict[str, AnyPuzzle]:
    return {name: entry.puzzle for name, entry in gallery().items()}


@cache
def every_board() -> dict[str, AnyPuzzle]:
    return {**published(), **{name: parse(text) for name, text in SIZES.items()}}


MADE = (
    "sum-star:0.0=37,44,31,31,19,33/1.-1=8,2,13,44,37,16/1.0=13,2,1,9,31,44/0.1=31,9,2,4,22,31"
    "/-1.1=19,31,22,20,9,8/-1.0=26,33,19,8,5,16/0.-1=2,16,37,33,26,1",
    f"multi-balance:9:{'............../' * 6}.......#....../............../..#.........#./"
    "...#....#...../.....#......../............../..........#.../..............",
    "aztec-math:1/67/_4_/12_5/5_6_3/8316_7/_743952/3_9581_4/264_1_937",
)
"""A flower, a large board with few fulcrums and a high pyramid, from `generate`."""


@cache
def answered() -> list[tuple[AnyPuzzle, Any]]:
    """One published puzzle of each family with an answer, and a few larger ones."""
    first = {puzzle.family: puzzle for puzzle in published().values()}
    puzzles = [*first.values(), *map(parse, MADE)]
    return [(puzzle, solve(puzzle, limit=1).solutions[0]) for puzzle in puzzles]
