"""All solutions of random puzzles, held against rules that are written a second time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from quincunx import catalogues, solve
from quincunx.families import AnyPuzzle
from quincunx.families.multi_balance import MultiBalance
from quincunx.families.sum_star import SumStar
from quincunx.families.sum_star.dodecagons import black_triangles
from tests.families.random_stars import ONE, THREE, TWO, made_star
from tests.fuzz.puzzles import solving
from tests.proofs.test_random_puzzles import drawn, grid
from tests.reasoning.puzzles import random_puzzles

NUMBER = 100
"""Puzzles of each kind."""


def catalogued(dice: Random) -> str:
    """A Multi-Balance with one solution, often with a fulcrum moved or with a digit given."""
    (catalogue,) = catalogues("multi-balance", f"{dice.choice([4, 6, 7])}-digits")
    puzzle = dice.choice(list(catalogue)).puzzle
    assert isinstance(puzzle, MultiBalance)
    rows = [list(row) for row in puzzle.board]
    if dice.random() < 0.4:
        row, column = dice.choice([(r, row.index("#")) for r, row in enumerate(rows) if "#" in row])
        rows[row][column] = "."
        rows[dice.randrange(len(rows))][dice.randrange(len(rows[0]))] = "#"
    row, column = (cell - 1 for cell in dice.choice(puzzle.cells))
    if dice.random() < 0.5 and rows[row][column] == ".":
        rows[row][column] = str(dice.randint(1, puzzle.digits))
    return f"multi-balance:{puzzle.digits}:{'/'.join(map(''.join, rows))}"


def rings(dice: Random) -> str:
    """A ring with two givens anywhere, both of a solution if there is one."""
    times = f"{dice.choice([1, 2, 2, 3, 5, 7, 10])}{dice.choice(['', 'z'])}"
    cells = [str(dice.randint(1, 2_100)), *"_" * dice.randint(2, 5)]
    found = solve(f"power-strike:{times}:{','.join(cells)}", limit=9).solutions
    at, turn = dice.randrange(1, len(cells)), dice.randrange(len(cells))
    cells[at] = str(dice.choice(found)[at] if found else dice.randint(1, 200))
    return f"power-strike:{times}:{','.join(cells[turn:] + cells[:turn])}"


def stars(dice: Random) -> str:
    """Up to three dodecagons with most cells given, some numbers left out, one of them wrong."""
    places = dice.choice([ONE, TWO, THREE])
    puzzle, solution = made_star(places, dice.randrange(9))
    shift = dice.choice([0, 0, 1])
    made = []
    for star, values in zip(puzzle.stars, solution, strict=True):
        hidden = dice.sample(range(13), 7 - len(places))
        cells = tuple(None if at in hidden else value for at, value in enumerate(values))
        made.append(replace(star, cells=cells))
    for at, black in enumerate(black_triangles(places)):
        forgotten = dice.random() < 0.2
        for d, square in black.squares:
            sums = list(made[d - 1].sums)
            sums[square // 2] = None if forgotten else (sums[square // 2] or 0) + shift * (at == 0)
            made[d - 1] = replace(made[d - 1], sums=tuple(sums))
    return SumStar(tuple(made)).identifier


def puzzles() -> Iterator[AnyPuzzle]:
    """Puzzles of every family with one solution, with several and with none."""
    yield from random_puzzles(seed=3, count=NUMBER)
    dice = Random(1)
    for draw in (grid, catalogued, rings, stars):
        for _ in range(NUMBER):
            yield drawn(draw, dice)


def test_solutions_are_those_that_the_rules_allow() -> None:
    verdicts: Counter[tuple[str, bool]] = Counter()
    for puzzle in puzzles():
        solving(puzzle.identifier, "kernel")
        verdicts[puzzle.family, solve(puzzle).verdict == "none"] += 1
    assert len(verdicts) == 10
    assert min(verdicts.values()) > 5, verdicts
