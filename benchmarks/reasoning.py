"""Many explanations, each judged by the judge of the tests.

Run it with `python -m benchmarks.reasoning`, or with how many puzzles and from which seed:
`python -m benchmarks.reasoning 200 7`. It prints every complaint and a line that sums up; it ends
with status 1 if there was a complaint.
"""

from __future__ import annotations

import sys
from statistics import median

from benchmarks import progress
from tests.reasoning.judging import Judged, judged, puzzles_to_judge
from tests.reasoning.puzzles import GALLERY

PUZZLES = 1_000


def summary(found: list[Judged]) -> str:
    """All of it in a line."""
    steps = sum(len(one.explanation.steps) for one in found)
    slowest = max(found, key=lambda one: one.seconds)
    return (
        f"{len(found)} puzzles, {steps} steps, {sum(len(one.complaints) for one in found)} "
        f"complaints; median {median(one.words for one in found):g} words, longest sentence "
        f"{max(one.longest for one in found)} words, slowest {slowest.seconds:.1f} s "
        f"({slowest.explanation.puzzle.identifier})"
    )


def main(count: int = PUZZLES, seed: int = 1) -> int:
    """Judge this many puzzles; 1 if there was a complaint."""
    puzzles = [*GALLERY.values(), *puzzles_to_judge(seed, count - len(GALLERY))]
    found: list[Judged] = []
    for puzzle in progress.shown(puzzles, "judging"):
        found.append(judged(puzzle))
        for complaint in found[-1].complaints:
            print(f"{puzzle.identifier}: {complaint}")
    print(summary(found))
    return int(any(one.complaints for one in found))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
