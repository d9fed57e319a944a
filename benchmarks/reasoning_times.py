"""How long explanations, grades and hints take, by family, in milliseconds of processor time.

    python -m benchmarks.reasoning_times                     this installation
    python -m benchmarks.reasoning_times --against PYTHON    beside another one

The puzzles are the first of a series with a fixed seed. Each time is the median over the puzzles of
the fastest of some runs; `solve`, which proves that there is one solution, is the yardstick. With
`--against`, the interpreter of another environment with Quincunx measures the same puzzles in
turns with this one, and the last column is its time divided by ours.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from statistics import median

from quincunx import all_families, generate

TASKS = ("solve", "explain", "grade", "hint")
PUZZLES = 10
SEED = 5

MEASURE = """
import json, sys, time
import quincunx
from quincunx.reasoning.study import study_of
puzzles = [quincunx.parse(text) for text in json.loads(sys.argv[1])]
found = {}
for task in json.loads(sys.argv[2]):
    work = getattr(quincunx, task)
    work(puzzles[0])
    found[task] = []
    for puzzle in puzzles:
        runs = []
        for _ in range(3):
            study_of.cache_clear()
            before = time.process_time()
            work(puzzle)
            runs.append(1000 * (time.process_time() - before))
        found[task].append(min(runs))
print(json.dumps(found))
"""
"""Run by each interpreter: it needs nothing but an installed Quincunx."""


def times(python: str, puzzles: Sequence[str]) -> dict[str, float]:
    """The median time of each task, in milliseconds, with one interpreter."""
    command = [python, "-c", MEASURE, json.dumps(puzzles), json.dumps(TASKS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {task: median(found) for task, found in json.loads(done.stdout).items()}


def rows(other: str | None, count: int) -> Iterator[str]:
    """The lines of the table."""
    yield f"{'family':15}{'task':9}{'ms':>9}" + (
        f"{'other ms':>10}{'other : ours':>14}" * bool(other)
    )
    for family in all_families():
        series = generate(family, seed=SEED, number=count)
        puzzles = [made.puzzle.identifier for made in series]
        theirs = times(other, puzzles) if other else {}
        for task, ours in times(sys.executable, puzzles).items():
            line = f"{family:15}{task:9}{ours:9.1f}"
            if other:
                line += f"{theirs[task]:10.1f}{theirs[task] / ours:14.1f}"
            yield line


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--against", metavar="PYTHON", help="interpreter of another environment")
    parser.add_argument("--puzzles", type=int, default=PUZZLES, help="how many of each family")
    options = parser.parse_args()
    for row in rows(options.against, options.puzzles):
        print(row, flush=True)


if __name__ == "__main__":
    main()
