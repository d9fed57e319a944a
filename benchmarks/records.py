"""The records as a page.

Run it with `python -m benchmarks.records`; it writes `docs/records.md`.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import DOCS, page_text
from quincunx.families import family_named
from quincunx.making.records import RecordQuestion, questions

DOCUMENT = DOCS / "records.md"


def document() -> str:
    """The whole document."""
    parts: list[str] = []
    family = ""
    for question in questions():
        if question.family != family:
            family = question.family
            parts += [f"## {family_named(family).title}", ""]
        parts += _section(question)
    return page_text("records").format(records="\n".join(parts))


def _section(question: RecordQuestion) -> Iterator[str]:
    yield f"### {question.question}"
    yield ""
    yield question.meaning
    yield ""
    yield "| case | best | | how |"
    yield "|---|---|---|---|"
    for record in question.records:
        standing = "proved" if record.proved else "best known to us"
        yield f"| {record.case} | {record.best} | {standing} | {record.how} |"
    yield ""
    yield "```"
    yield from (record.puzzle for record in question.records if record.puzzle)
    yield "```"
    yield ""


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
