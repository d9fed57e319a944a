"""The gallery's puzzles graded, and our scores against the order their authors put them in.

Run it with `python -m benchmarks.grades`; it writes `docs/grades.md`. Authors number their puzzles
from easy to hard, so for every family the rank correlation of our score with that number is
printed: 1 is the same order, -1 the opposite one, 0 none at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from pathlib import Path

from quincunx.families import all_families
from quincunx.published import gallery
from quincunx.reasoning import GRADES, TECHNIQUES, Grade, grade
from quincunx.reasoning.grading import EFFORT, MEANS

DOCUMENT = Path(__file__).parents[1] / "docs" / "grades.md"


def document() -> str:
    """The whole document."""
    graded = {name: grade(entry.puzzle) for name, entry in gallery().items()}
    parts = [OPENING, *_techniques(), "", *_means(), "", CORRELATION, *_correlations(graded), ""]
    for family in all_families().values():
        of_family = {n: g for n, g in graded.items() if g.puzzle.family == family.family}
        parts += [f"## {family.title}", "", *_table(of_family), ""]
    return "\n".join(parts)


def _techniques() -> Iterator[str]:
    yield "| tier | technique | what it is | a move counts |"
    yield "|---|---|---|---|"
    for technique in TECHNIQUES:
        flat, each = EFFORT[technique]
        effort = f"{flat:g} + {each:g} for each of its {technique.counts}" if each else f"{flat:g}"
        yield f"| {technique.tier} | *{technique.name}* | {technique.meaning} | {effort} |"


def _means() -> Iterator[str]:
    yield "| grade | " + " | ".join(technique.name for technique in TECHNIQUES) + " |"
    yield "|---|" + "---|" * len(TECHNIQUES)
    for name, means in MEANS.items():
        cells = []
        for technique in TECHNIQUES:
            most = means.get(technique)
            limit = "any" if most == inf else f"up to {most} {technique.counts}"
            cells.append("–" if most is None else limit)
        yield f"| **{name}** | " + " | ".join(cells) + " |"


def _correlations(graded: dict[str, Grade]) -> Iterator[str]:
    yield "| family | puzzles | rank correlation |"
    yield "|---|---|---|"
    for family in all_families().values():
        numbers, scores = [], []
        for name, found in graded.items():
            number = name.split("/")[1]
            if found.puzzle.family == family.family and number.isdigit() and found.grade:
                numbers.append(float(number))
                scores.append(found.score)
        if len(numbers) > 2:
            said = f"{rank_correlation(numbers, scores):+.2f}"
        else:
            said = "too few are numbered"
        yield f"| {family.title} | {len(numbers)} | {said} |"


def _table(graded: dict[str, Grade]) -> Iterator[str]:
    yield "| puzzle | grade | score | steps | longest what if | why |"
    yield "|---|---|---|---|---|---|"

    def order(item: tuple[str, Grade]) -> tuple[int, float, str]:
        name, found = item
        return (GRADES.index(found.grade) if found.grade else len(GRADES), found.score, name)

    for name, found in sorted(graded.items(), key=order):
        if found.grade is None:
            yield f"| {name} | none | | | | {found.reason} |"
        else:
            depth = str(found.depth) if found.depth else ""
            numbers = f"{found.score:g} | {found.steps} | {depth}"
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

How hard is a puzzle for a person? A ladder of techniques says so: always the easiest one that
finds something is used, and after each success one starts again from the easiest. A puzzle has a
grade if it is solved within the means of that grade and not within those of the grade below. Its
score is the effort of all moves together and orders puzzles of the same grade. A puzzle that has
not exactly one solution has no grade. This page is written by `python -m benchmarks.grades`.

## The ladder
"""

CORRELATION = """## Our scores and the authors' order

Authors number their puzzles from easy to hard. Here is how well the order of our scores agrees:
+1 would be the same order. There are few puzzles, and other things than difficulty decide an
author's order too: Power Strikes are numbered by their multiplier, and what makes a C-Note hard,
that sums have to be tried, may be alike in all of them. What a move counts was itself chosen with
an eye on these puzzles, so this shows a fit and is no independent evidence.
"""


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
