"""Explanations as one would print them: writes `docs/reasoning.md`.

Run it with `python -m benchmarks.explanations`. The page shows the whole explanation of one puzzle
a family, the three levels of its first hint, and the glossary of techniques.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import DOCS, page_text
from quincunx.families import all_families
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.gallery import entry_named
from quincunx.reasoning import explain, grade, hint
from quincunx.reasoning.glossary import glossary
from quincunx.reasoning.steps import CASE_HEADERS

DOCUMENT = DOCS / "reasoning.md"

SHOWN = ("c-note/1", "aztec-math/demo", "power-strike/demo", "multi-balance/demo", "sum-star/paper")
"""One puzzle of each family."""


def document() -> str:
    """The whole page."""
    return page_text("explanations").format(
        puzzles="\n\n".join("\n".join(_puzzle(name)) for name in SHOWN),
        techniques="\n".join(_techniques()),
    )


def _puzzle(name: str) -> Iterator[str]:
    puzzle = entry_named(name).puzzle
    explanation = explain(puzzle)
    graded = grade(puzzle)
    said = [explanation.opening, *(step.sentence for step in explanation.steps)]
    words = sum(len(text.split()) for text in said)
    yield f"## {puzzle.title}: {name}"
    yield ""
    yield f"`{puzzle.identifier}`, {graded.grade}, {len(explanation.steps)} steps, {words} words."
    yield ""
    yield from ["```", str(sketch_of(puzzle)), "```", ""]
    if explanation.opening:
        yield from [explanation.opening, ""]
    for number, step in enumerate(explanation.steps, 1):
        begins = f"{number}. "
        if step.chain:
            rows = [CASE_HEADERS, ("---",) * 3, *(case.row for case in step.chain)]
            yield f"{begins}Go through the values of {step.about}."
            yield from ["", *(f"   | {' | '.join(row)} |" for row in rows), ""]
            begins = "   "
        yield f"{begins}{step.conclusion} *[{step.technique}]*"
    yield ""
    levels = " ".join(f"({level}) {' '.join(hint(puzzle).sentences(level))}" for level in (1, 2, 3))
    yield f"The first hint: {levels}"


def _techniques() -> Iterator[str]:
    yield "| technique | tier | effort from | what one does | for example |"
    yield "|---|---|---|---|---|"
    for entry in glossary():
        technique = entry.technique
        title = f" ({all_families()[entry.family].title})" if entry.family else ""
        numbers = f"{technique.tier} | {technique.effort:g}"
        yield (
            f"| *{technique.name}*{title} | {numbers} | {technique.meaning} | `{entry.example}` |"
        )


def main() -> None:
    """Write the page."""
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
