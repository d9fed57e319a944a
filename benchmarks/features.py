"""What made puzzles look like beside published ones, feature by feature, as docs/making.md has it.

    python -m benchmarks.features > docs/making.md
    python -m benchmarks.features 100               with this many puzzles of each family

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
from quincunx.making.catalogue_sampler import CatalogueSampler
from quincunx.solving import solve

NUMBER = 1_000
SHARED = 300
"""First puzzles of two seeds that are compared."""
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
    rings = Counter(frozenset(one.solution) for one in seen)
    return 100 * sum(count for count in rings.values() if count > 1) / len(seen)


def _flat(one: Seen) -> list[int]:
    return [number for row in one.solution for number in row]


def _touching_in_pyramid(one: Seen) -> bool:
    given = set(givens_of(one.puzzle))
    return any({(i, j + 1), (i + 1, j), (i + 1, j + 1)} & given for i, j in given)


def _x_pattern(one: Seen) -> tuple[bool, ...]:
    return tuple(value == 0 for star in one.solution for value in star)


def _middle(one: Seen) -> int:
    return int(one.puzzle.stars[0].sums[2])


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
        "fulcrums, mean": average(lambda one: "".join(one.puzzle.board).count("#")),
        "givens, mean": average(givens),
    },
    "sum-star": {
        "givens, mean": average(givens),
        "commonest number in the middle, %": _commonest(_middle),
        "15 or 16 in the middle, %": share(lambda one: _middle(one) in (15, 16)),
        "commonest pattern of X, %": _commonest(_x_pattern),
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
    series = generate(family, seed=1, number=number, time_limit=SECONDS)
    made = [Seen(one.puzzle, one.solution) for one in series]
    took = time.process_time() - began
    known = published(family)
    generated, printed = measured(family, made), measured(family, known)
    rows = "\n".join(
        f"| {name} | {number:.1f} | {printed[name]:.1f} |" for name, number in generated.items()
    )
    ended = f" ({series.ended})" if series.ended else ""
    sampler = CatalogueSampler.of(series.request, series.seed)
    listed = f"drawn from {len(sampler):,} in a catalogue" if sampler is not None else "searched"
    return (
        f"### {all_families()[family].title}\n\n"
        f"{len(made):,} made{ended}, {listed}, {len(made) / took:.1f} a second of processor "
        f"time, {series.tried / max(1, len(made)):.1f} tries each; {len(known)} published. "
        f"{_shared(family, made)}.\n\n"
        f"| feature | generated | published |\n|---|---:|---:|\n{rows}"
    )


def _shared(family: str, made: Sequence[Seen]) -> str:
    """How many of the first puzzles of two seeds are shared, as a sentence without its end."""
    wanted = min(SHARED, len(made))
    others = list(generate(family, seed=2, number=wanted, time_limit=SECONDS))
    form = maker_of(all_families()[family]).canonical
    first = {form(one.puzzle) for one in made[: len(others)]}
    second = {form(one.puzzle) for one in others}
    return f"Of the first {len(others)} puzzles of seeds 1 and 2, {len(first & second)} are shared"


def main() -> None:
    """Print the page."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER
    print(page(number), end="")


if __name__ == "__main__":
    main()
