"""The gallery's puzzles graded, and our grades against the order their authors put them in.

Run it with `python -m benchmarks.grades`; it writes `docs/grades.md`. Authors number their puzzles
from easy to hard, so for every family the rank correlation of our grade and score with that number
is printed: 1 is the same order, -1 the opposite one, 0 none at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path

from quincunx.families import all_families
from quincunx.families.gallery import gallery
from quincunx.reasoning import GRADES, Grade, grade
from quincunx.reasoning.grading import BOUNDS

DOCUMENT = Path(__file__).parents[1] / "docs" / "grades.md"

HALVES = {"odd, to calibrate": 1, "even, to judge": 0}
"""The numbered puzzles in two halves: the bounds of the grades were chosen by the first."""


def document() -> str:
    """The whole document."""
    graded = {name: grade(entry.puzzle) for name, entry in gallery().items()}
    parts = [OPENING, *_bounds(), "", CORRELATION, *_correlations(graded), ""]
    for family in all_families().values():
        of_family = {n: g for n, g in graded.items() if g.puzzle.family == family.family}
        parts += [f"## {family.title}", "", *_table(of_family), ""]
    return "\n".join(parts)


def _bounds() -> Iterator[str]:
    yield "| grade | score |"
    yield "|---|---|"
    least = 0.0
    for name in GRADES:
        least = BOUNDS.get(name, least)
        yield f"| **{name}** | from {least:g} |"


def _correlations(graded: dict[str, Grade]) -> Iterator[str]:
    yield "| family | puzzles | grade, all | score, all | " + " | ".join(HALVES) + " (grade) |"
    yield "|---|---|---|---|" + "---|" * len(HALVES)
    for family in all_families().values():
        numbered = {
            int(number): found
            for name, found in graded.items()
            if found.puzzle.family == family.family and found.grade
            for number in [name.split("/")[1]]
            if number.isdigit()
        }
        halves = [{n: g for n, g in numbered.items() if n % 2 == odd} for odd in HALVES.values()]
        cells = [
            _agreement({n: float(_rank(g)) for n, g in numbered.items()}),
            _agreement({n: g.score for n, g in numbered.items()}),
            *(_agreement({n: float(_rank(g)) for n, g in half.items()}) for half in halves),
        ]
        yield f"| {family.title} | {len(numbered)} | {' | '.join(cells)} |"


def _rank(found: Grade) -> int:
    return GRADES.index(found.grade) if found.grade else len(GRADES)


def _agreement(measured: dict[int, float]) -> str:
    """The rank correlation with the authors' numbers, in words where there is none."""
    if len(measured) < 3:
        return "too few"
    if len(set(measured.values())) == 1:
        return "all alike"
    return f"{rank_correlation(list(measured), list(measured.values())):+.2f}"


def _table(graded: dict[str, Grade]) -> Iterator[str]:
    yield "| puzzle | grade | score | hardest | why |"
    yield "|---|---|---|---|---|"

    def order(item: tuple[str, Grade]) -> tuple[int, float, str]:
        return (_rank(item[1]), item[1].score, item[0])

    for name, found in sorted(graded.items(), key=order):
        if found.grade is None:
            yield f"| {name} | none | | | {found.reason} |"
        else:
            numbers = f"{found.score:g} | {found.hardest:g}"
            yield f"| {name} | {found.grade} | {numbers} | {found.reason} |"


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's: the correlation of the ranks, where equals share the mean of theirs.

    >>> round(rank_correlation([1, 2, 3, 4], [10, 20, 40, 30]), 3)
    0.8
    """
    ranks, others = _from_the_mean(first), _from_the_mean(second)
    together = sum(rank * other for rank, other in zip(ranks, others, strict=True))
    return together / sqrt(sum(rank**2 for rank in ranks) * sum(rank**2 for rank in others))


def _from_the_mean(numbers: Sequence[float]) -> list[float]:
    """How far the rank of each number is from the mean of all ranks."""
    ordered = sorted(numbers)
    mean = (len(numbers) - 1) / 2
    return [ordered.index(number) + (ordered.count(number) - 1) / 2 - mean for number in numbers]


OPENING = """# Grades

A grade says how hard a puzzle is for a person. Reasoning proceeds in rounds: each round makes all
moves of the least effort (see [the techniques](reasoning.md)). The **score** is the geometric mean
of two numbers, the square root of their product: the number of rounds, which is how long the
puzzle is, and the effort of the hardest round, which is how hard it gets. A **grade** is a range of
scores.

A round holds *all* of the easiest moves, so that symmetric images of a puzzle have the same score:
mirrored or turned boards, exchanged rows and columns. If only a search helps, it decides the cells
with the fewest candidates that it can decide, and each of them counts as a round. A puzzle without
a solution, or with several, has no grade.

`quincunx grade PUZZLE` cites the hardest step and says which score the next grade takes. This page
is written by `python -m benchmarks.grades`.
"""

CORRELATION = """## Our grades and the authors' order

Authors number their puzzles from easy to hard. The table shows the rank correlation of our order
with theirs; +1 is the same order. The puzzles with odd numbers were used to choose the form of the
score and the bounds of the grades, those with even numbers to test them. But there are few puzzles,
the authors' order mostly follows the size of the board, and the efforts of techniques were chosen
with all puzzles in view. Power Strikes are numbered by their multiplier, and the meaning of a
C-Note's number is not published, so no agreement is expected there.
"""


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
