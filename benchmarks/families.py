"""How fast the families are solved: the gallery against OR-Tools CP-SAT, and growth with size.

Run it with `make bench`. Both solve the same puzzle in the same process, one after the other, and
both times include building the model: ours as the family builds it, CP-SAT's the natural one of
`benchmarks/natural.py`, with one worker. Ours includes checking the answer as well. Each time is
the fastest of a few repetitions. A verdict needs the search for a second solution, so this is the
proof of uniqueness, not only the finding of a solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from benchmarks import natural, progress
from benchmarks.instances import made_grid
from quincunx import generate
from quincunx.cp import kernel
from quincunx.families import AnyPuzzle, parse
from quincunx.families.gallery import gallery
from quincunx.solving import solve

REPETITIONS = 25
ENOUGH = 0.3
"""The fastest of so many runs counts, or of as many as fit so many seconds."""
TIME_LIMIT = 10.0


Answer = TypeVar("Answer")


def fastest(act: Callable[[], Answer]) -> tuple[float, Answer]:
    """The shortest time of a few runs, and what the last one found."""
    best = float("inf")
    spent = 0.0
    for _ in range(REPETITIONS):
        began = time.perf_counter()
        answer = act()
        took = time.perf_counter() - began
        best = min(best, took)
        spent += took
        if spent > ENOUGH:
            break
    return best, answer


def compare_gallery() -> None:
    """Time to a verdict, ours and CP-SAT's, for every puzzle that ships."""
    print(f"{'puzzle':28}{'verdict':10}{'kernel ms':>10}{'CP-SAT ms':>11}{'ratio':>7}")
    ratios = []
    for name, entry in progress.shown(gallery().items(), "gallery"):
        ours, result = fastest(partial(solve, entry.puzzle))
        theirs, second = fastest(partial(natural.verdict, entry.puzzle, TIME_LIMIT))
        if second not in (result.verdict, "unknown"):
            raise SystemExit(f"{name}: kernel says {result.verdict}, CP-SAT {second}")
        ratios.append(theirs / ours)
        late = f" (CP-SAT stopped after {TIME_LIMIT:.0f} s)" if second == "unknown" else ""
        print(
            f"{name:28}{result.verdict:10}{ours * 1e3:10.2f}{theirs * 1e3:11.1f}"
            f"{ratios[-1]:7.1f}{late}",
            flush=True,
        )
    print(f"smallest ratio {min(ratios):.1f}, median {sorted(ratios)[len(ratios) // 2]:.1f}\n")


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
        (made,) = generate("multi-balance", rows=side, columns=side, digits=digits, seed=side)
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
    """Print both tables."""
    kind = "compiled" if kernel.COMPILED else "pure Python"
    print(f"{kind} kernel\n")
    compare_gallery()
    show_growth()


if __name__ == "__main__":
    main()
