"""How the time to solve a puzzle grows with its size, family by family.

Run it with `make bench`. Times include building the model and checking the answers; each is the
fastest of a few repetitions. `benchmarks.peers` compares with other solvers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from benchmarks import progress
from benchmarks.instances import made_grid
from quincunx import generate
from quincunx.cp import kernel
from quincunx.families import AnyPuzzle, parse
from quincunx.solving import solve

MAX_REPETITIONS = 25
MAX_SECONDS = 0.3
"""No repetition is started after this time."""
TIME_LIMIT = 10.0


Answer = TypeVar("Answer")


def fastest(act: Callable[[], Answer]) -> tuple[float, Answer]:
    """The shortest time of a few runs, and what the last one found."""
    best = float("inf")
    spent = 0.0
    for _ in range(MAX_REPETITIONS):
        began = time.perf_counter()
        answer = act()
        took = time.perf_counter() - began
        best = min(best, took)
        spent += took
        if spent > MAX_SECONDS:
            break
    return best, answer


def growing() -> Iterator[tuple[str, AnyPuzzle, int]]:
    """Puzzles of growing size with the number of solutions to look for; two make a verdict."""
    for cells in (8, 11, 14, 17):
        blanks = ",_" * (cells - 1)
        yield f"Power Strike 41 × 7, {cells} cells", parse(f"power-strike:7:41{blanks}"), 2
    for size in range(3, 11):
        target = 100 * size // 3
        rows = "/".join("".join(map(str, row)) for row in made_grid(size, target, seed=size))
        yield f"C-Note {size}×{size}, target {target}, first", parse(f"c-note:{target}:{rows}"), 1
    for levels in range(2, 10):
        empty = parse("aztec-math:" + "/".join("_" * row for row in range(1, levels + 1)))
        yield f"Aztec Math {levels} levels, empty, first", empty, 1
    for name in ("one", "pair", "triangle", "rhombus", "flower"):
        (made,) = generate("sum-star", arrangement=name, unique=False, seed=1)
        yield f"Sum Star, {name}, sums only", made.puzzle, 2
    for side, digits in ((7, 6), (8, 7), (10, 8), (12, 9)):
        (made,) = generate(
            "multi-balance", rows=side, columns=side, digits=digits, seed=side, published=True
        )
        yield f"Multi-Balance {side}×{side}, {digits} digits", made.puzzle, 2


def show_growth() -> None:
    """Time to the first solutions as puzzles grow."""
    print(f"{'puzzle':40}{'seconds':>10}{'nodes':>10}{'backtracks':>12}  found")
    for name, puzzle, limit in progress.shown(list(growing()), "growth"):
        took, result = fastest(partial(solve, puzzle, limit=limit, time_limit=TIME_LIMIT))
        found = f"{result.count}{', all' if result.complete else ''}"
        if result.count < limit and not result.complete:
            found += f", stopped after {TIME_LIMIT:.0f} s"
        done = result.statistics
        print(f"{name:40}{took:10.3f}{done.nodes:10}{done.backtracks:12}  {found}", flush=True)


def main() -> None:
    """Print the table."""
    kind = "compiled" if kernel.COMPILED else "pure Python"
    print(f"{kind} kernel\n")
    show_growth()


if __name__ == "__main__":
    main()
