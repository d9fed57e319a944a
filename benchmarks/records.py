"""The records as a page.

Run it with `python -m benchmarks.records`; it writes `docs/records.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quincunx.families import family_named
from quincunx.making.records import Question, questions

DOCUMENT = Path(__file__).parents[1] / "docs" / "records.md"

OPENING = """# Records

The smallest, the longest and the fewest that puzzles can be, as far as we know. *Proved* means that
nothing is better: all candidates were enumerated, or an argument rules the rest out. Other records
are the *best known to us*. An exhaustive search proves that each puzzle shown here has exactly one
solution; `quincunx records --check` repeats it, and `quincunx certify PUZZLE -o DIR` writes a proof
that needs no trust in this program. The tests verify every puzzle, and repeat the enumerations that
are quick.
"""


def document() -> str:
    """The whole document."""
    parts = [OPENING]
    family = ""
    for question in questions():
        if question.family != family:
            family = question.family
            parts += [f"## {family_named(family).title}", ""]
        parts += _section(question)
    return "\n".join(parts)


def _section(question: Question) -> Iterator[str]:
    yield f"### {question.question}"
    yield ""
    yield question.meaning
    yield ""
    yield "| case | best | | how |"
    yield "|---|---|---|---|"
    for record in question.records:
        yield f"| {record.case} | {record.best} | {record.standing} | {record.how} |"
    yield ""
    yield "```"
    yield from (record.identifier for record in question.records if record.identifier)
    yield "```"
    yield ""


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
