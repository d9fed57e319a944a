"""The gallery's puzzles graded, and our grades against the order their authors put them in.

Run it with `python -m benchmarks.grades`; it writes `docs/grades.md`. Authors number their puzzles
from easy to hard, so for every family the rank correlation of our grade and score with that number
is printed: 1 is the same order, -1 the opposite one, 0 none at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import DOCS, page_text
from quincunx.families import all_families
from quincunx.families.gallery import gallery
from quincunx.lab.statistics import correlation
from quincunx.reasoning import GRADES, Grade, grade
from quincunx.reasoning.grades import BOUNDS

DOCUMENT = DOCS / "grades.md"

HALVES = {"odd, to calibrate": 1, "even, to judge": 0}
"""The numbered puzzles in two halves: the bounds of the grades were chosen by the first."""


WEIGHTS = (0, 0.25, 0.5, 0.75, 1)
"""Of hardness in the score; length has the rest. The score has 0.5."""


def document() -> str:
    """The whole document."""
    graded = {name: grade(entry.puzzle) for name, entry in gallery().items()}
    parts: list[str] = []
    for family in all_families().values():
        of_family = {n: g for n, g in graded.items() if g.puzzle.family == family.family}
        parts += [f"## {family.title}", "", *_table(of_family), ""]
    return page_text("grades").format(
        bounds="\n".join(_bounds()),
        correlations="\n".join(_correlations(graded)),
        weights="\n".join(_weights(graded)),
        families="\n".join(parts),
    )


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
        numbered = _numbered(graded, family.family)
        halves = [{n: g for n, g in numbered.items() if n % 2 == odd} for odd in HALVES.values()]
        cells = [
            _agreement({n: float(_rank(g)) for n, g in numbered.items()}),
            _agreement({n: g.score for n, g in numbered.items()}),
            *(_agreement({n: float(_rank(g)) for n, g in half.items()}) for half in halves),
        ]
        yield f"| {family.title} | {len(numbered)} | {' | '.join(cells)} |"


def _numbered(graded: dict[str, Grade], family: str) -> dict[int, Grade]:
    """The puzzles of a family that have a number and a grade."""
    return {
        int(number): found
        for name, found in graded.items()
        if found.puzzle.family == family and found.grade
        for number in [name.split("/")[1]]
        if number.isdigit()
    }


def _weights(graded: dict[str, Grade]) -> Iterator[str]:
    """The rank correlations of other scores, which weigh hardness more or less."""
    yield "| family | " + " | ".join(f"{weight:g}" for weight in WEIGHTS) + " |"
    yield "|---|" + "---|" * len(WEIGHTS)
    for family in all_families().values():
        numbered = _numbered(graded, family.family)
        cells = [
            _agreement({n: g.hardness**w * g.length ** (1 - w) for n, g in numbered.items()})
            for w in WEIGHTS
        ]
        yield f"| {family.title} | {' | '.join(cells)} |"


def _rank(found: Grade) -> int:
    return GRADES.index(found.grade) if found.grade else len(GRADES)


def _agreement(measured: dict[int, float]) -> str:
    """The rank correlation with the authors' numbers, in words where there is none."""
    if len(measured) < 3:
        return "too few"
    found = correlation(list(measured), list(measured.values()))
    return "all alike" if found is None else f"{found:+.2f}"


def _table(graded: dict[str, Grade]) -> Iterator[str]:
    yield "| puzzle | grade | score | hardness | length | why |"
    yield "|---|---|---|---|---|---|"

    def order(item: tuple[str, Grade]) -> tuple[int, float, str]:
        return (_rank(item[1]), item[1].score, item[0])

    for name, found in sorted(graded.items(), key=order):
        if found.grade is None:
            yield f"| {name} | none | | | | {found.reason} |"
        else:
            numbers = f"{found.score:g} | {found.hardness:g} | {found.length}"
            yield f"| {name} | {found.grade} | {numbers} | {found.reason} |"


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
