"""What made puzzles look like beside published ones, feature by feature, as docs/making.md has it.

    python -m benchmarks.features > docs/making.md
    python -m benchmarks.features 20                with this many puzzles of each seed

Vocabulary:
  feature  a number that is read off many puzzles: a share in per cent, or a mean
  shared   of two seeds: how many of their first puzzles are the same but for turning and mirroring
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from benchmarks import page_text, progress
from quincunx.families import all_families
from quincunx.families.base.documents import givens_of
from quincunx.families.gallery import gallery, names
from quincunx.making import generate, maker_of
from quincunx.reasoning import GRADES
from quincunx.solving import solve

NUMBER = 100
"""Puzzles of each seed: as many as a book has."""
SEEDS = (1, 2, 3)
SECONDS = 900.0


@dataclass(frozen=True)
class Seen:
    """A puzzle with its only solution."""

    puzzle: Any
    solution: Any


Feature = Callable[[Sequence[Seen]], float]


def share(holds: Callable[[Seen], bool]) -> Feature:
    """The puzzles for which something holds, in per cent."""
    return lambda seen: 100 * mean(holds(one) for one in seen)


def average(measure: Callable[[Seen], float]) -> Feature:
    """The mean of a number that is read off each puzzle."""
    return lambda seen: mean(measure(one) for one in seen)


def givens(one: Seen) -> int:
    return len(givens_of(one.puzzle))


def _touching_on_ring(one: Seen) -> bool:
    ring = one.puzzle.ring
    return any(a and b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def _shared_rings(seen: Sequence[Seen]) -> float:
    seen = seen[:NUMBER]  # those of the first seed
    rings = Counter(frozenset(one.solution) for one in seen)
    return 100 * sum(count for count in rings.values() if count > 1) / len(seen)


def _flat(one: Seen) -> list[int]:
    return [number for row in one.solution for number in row]


def _touching_in_pyramid(one: Seen) -> bool:
    given = set(givens_of(one.puzzle))
    return any({(i, j + 1), (i + 1, j), (i + 1, j + 1)} & given for i, j in given)


def _x_pattern(one: Seen) -> tuple[bool, ...]:
    return tuple(value == 0 for star in one.solution for value in star)


def _middle(one: Seen) -> int | None:
    """The number between the three dodecagons of a triangle."""
    return one.puzzle.stars[0].sums[2] if len(one.puzzle.stars) == 3 else None


def _rim(one: Seen) -> list[int]:
    """The numbers that touch one dodecagon alone."""
    sums = Counter(number for star in one.puzzle.stars for number in star.sums)
    return [number for number, times in sums.items() if times == 1]


def _cells_per_digit(one: Seen) -> float:
    return float(len(one.puzzle.board) * len(one.puzzle.board[0]) / one.puzzle.digits)


def _triangles(feature: Feature) -> Feature:
    """A feature of Sum Stars with three dodecagons."""
    return lambda seen: feature([one for one in seen if len(one.puzzle.stars) == 3])


def _commonest(read: Callable[[Seen], object]) -> Feature:
    return lambda seen: 100 * Counter(map(read, seen)).most_common(1)[0][1] / len(seen)


FEATURES: Mapping[str, Mapping[str, Feature]] = {
    "power-strike": {
        "one given, %": share(lambda one: givens(one) == 1),
        "cells, mean": average(lambda one: len(one.puzzle.ring)),
        "givens side by side, %": share(_touching_on_ring),
        "a given that ends in 0, %": share(
            lambda one: any(n and n % 10 == 0 for n in one.puzzle.ring)
        ),
        "a number twice, %": share(lambda one: len(set(one.solution)) < len(one.solution)),
        "ring shared with another, %": _shared_rings,
        "digits of the largest number, mean": average(lambda one: len(str(max(one.solution)))),
        "a number with more than four digits, %": share(lambda one: max(one.solution) > 9_999),
    },
    "c-note": {
        "a zero given, %": share(lambda one: any(0 in row for row in one.puzzle.grid)),
        "a number twice, %": share(lambda one: len(set(_flat(one))) < len(_flat(one))),
        "different digits given, mean": average(
            lambda one: len({d for row in one.puzzle.grid for d in row})
        ),
        "numbers of one digit, mean": average(lambda one: sum(n < 10 for n in _flat(one))),
    },
    "multi-balance": {
        "rows and columns that it takes, mean": average(
            lambda one: sum(_spans(one.puzzle.board)) / 2
        ),
        "cells of the board for each digit, mean": average(_cells_per_digit),
        "fulcrums, mean": average(lambda one: "".join(one.puzzle.board).count("#")),
        "givens, mean": average(givens),
    },
    "sum-star": {
        "givens, mean": average(givens),
        "1 or 2 at the rim, % of the numbers there": lambda seen: (
            100 * mean(number < 3 for one in seen for number in _rim(one))
        ),
        "triangles: givens, mean": _triangles(average(givens)),
        "triangles: 15 or 16 in the middle, %": _triangles(
            share(lambda one: _middle(one) in (15, 16))
        ),
        "triangles: commonest pattern of X, %": _triangles(_commonest(_x_pattern)),
    },
    "aztec-math": {
        "givens, mean": average(givens),
        "givens touch, %": share(_touching_in_pyramid),
        "top given, %": share(lambda one: one.puzzle.rows[0][0] is not None),
        "commonest pattern of givens, %": _commonest(lambda one: tuple(givens_of(one.puzzle))),
    },
}


def _spans(board: Sequence[str]) -> tuple[int, int]:
    rows = [i for i, row in enumerate(board) if "#" in row]
    columns = [j for j, column in enumerate(zip(*board, strict=True)) if "#" in column]
    return rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1


def published(family: str) -> list[Seen]:
    """The published puzzles with one solution, without those that papers print again."""
    found: dict[str, Seen] = {}
    for name in names(family):
        puzzle = gallery()[name].puzzle
        result = solve(puzzle, limit=2)
        if result.verdict == "unique":
            found.setdefault(puzzle.identifier, Seen(puzzle, result.solution))
    return list(found.values())


def measured(family: str, seen: Sequence[Seen]) -> dict[str, float]:
    """All features of a family's puzzles."""
    return {name: feature(seen) for name, feature in FEATURES[family].items()}


def page(number: int) -> str:
    """The whole page."""
    sections = [section(family, number) for family in progress.shown(list(FEATURES), "families")]
    return "\n\n".join([page_text("making").rstrip(), *sections]) + "\n"


def section(family: str, number: int) -> str:
    """Return the section about a family."""
    began = time.process_time()
    series = [
        list(generate(family, seed=seed, number=number, time_limit=SECONDS)) for seed in SEEDS
    ]
    made = [one for rows in series for one in rows]
    took = time.process_time() - began
    grades = Counter(one.grade for one in made)
    known = published(family)
    seen = [Seen(one.puzzle, one.solution) for one in made]
    generated, printed = measured(family, seen), measured(family, known)
    rows = "\n".join(
        f"| {name} | {value:.1f} | {printed[name]:.1f} |" for name, value in generated.items()
    )
    form = maker_of(all_families()[family]).canonical
    first, second = ({form(one.puzzle) for one in rows} for rows in series[:2])
    shares = ", ".join(f"{100 * grades[grade] / len(made):.0f} % {grade}" for grade in GRADES)
    return (
        f"### {all_families()[family].title}\n\n"
        f"{len(made):,} made, {len(made) / took:.0f} a second of processor time; {len(known)} "
        f"published. Grades: {shares}. Seeds 1 and 2 share {len(first & second)}.\n\n"
        f"| feature | generated | published |\n|---|---:|---:|\n{rows}"
    )


def main() -> None:
    """Print the page."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER
    print(page(number), end="")


if __name__ == "__main__":
    main()
