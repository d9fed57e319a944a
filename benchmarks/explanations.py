"""Explanations as one would print them: writes `docs/reasoning.md`.

Run it with `python -m benchmarks.explanations`. The page shows the whole explanation of one puzzle
a family, the three levels of its first hint, and the glossary of techniques.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quincunx.families import all_families
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.gallery import entry_named
from quincunx.reasoning import explain, grade, hint
from quincunx.reasoning.glossary import glossary

DOCUMENT = Path(__file__).parents[1] / "docs" / "reasoning.md"

SHOWN = (
    "c-note/1",
    "aztec-math/demo",
    "power-strike/demo",
    "multi-balance/demo",
    "sum-star/paper",
)
"""One puzzle of each family."""


def document() -> str:
    """The whole page."""
    parts = [OPENING]
    for name in SHOWN:
        parts += ["", *_puzzle(name)]
    parts += ["", GLOSSARY, "", *_techniques(), ""]
    return "\n".join(parts)


def _puzzle(name: str) -> Iterator[str]:
    puzzle = entry_named(name).puzzle
    told = explain(puzzle)
    graded = grade(puzzle)
    words = sum(len(step.sentence.split()) for step in told.steps)
    yield f"## {puzzle.title}: {name}"
    yield ""
    yield f"`{puzzle.identifier}`, {graded.grade}, {len(told.steps)} steps, {words} words."
    yield ""
    yield from ["```", str(sketch_of(puzzle)), "```", ""]
    if told.opening:
        yield from [told.opening, ""]
    for number, step in enumerate(told.steps, 1):
        if step.chain:
            *cases, end = step.sentences
            yield from [f"{number}. {cases[0]}", *(f"   {case}" for case in cases[1:])]
            yield f"   {end} *[{step.technique}]*"
        else:
            yield f"{number}. {step.sentence} *[{step.technique}]*"
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


OPENING = """# Explanations

`quincunx explain PUZZLE` prints the path to the solution in steps that a person can take. The next
step is always one of those that take the least effort. Steps that the others do not need are left
out, and so are conclusions that no later step needs. Steps that are seen at a glance are joined. A
cell in row 2 and column 3 is called r2c3.

`--full` shows below each step the rules it uses and the candidates left in their cells; `--json`
gives the same as data. Each step follows from these rules and candidates alone: the tests prove
that by exhaustive search, with rules that share no code with the program.

`quincunx hint PUZZLE --state STATE --level 1|2|3` gives one such step from a player's state: where
to look, why, and what follows.

This page is written by `python -m benchmarks.explanations`."""

GLOSSARY = """## The techniques

`quincunx techniques` lists them, too. The effort of a step grows by one when the number of things
to look at doubles: a technique has a least effort, and each open cell, each doubling of the
combinations and each wave of a case adds to it. [Grades](grades.md) follow from the efforts of all
steps."""


def main() -> None:
    """Write the page."""
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
