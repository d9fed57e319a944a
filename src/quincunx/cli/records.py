"""`quincunx records`: the smallest, the longest and the fewest, and whether that is proved."""

from __future__ import annotations

from typing import Any

from quincunx.cli.output import wrapped, write, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.making.records import Question, Record, questions
from quincunx.solving import solve


def records(family: str | None = None, /, check: bool = False, as_json: bool = False) -> int:
    """List the records, each with a puzzle, and whether and how it is proved.

    Exit status: 0 they were listed, 1 a puzzle has not just one solution, 2 the input is wrong.

    Options:
        family (FAMILY): Only the records of this family.
        check: Prove again that each puzzle has one solution.
    """
    wrong = False
    listed: list[dict[str, Any]] = []
    for question in questions(family):
        data = question.as_dict()
        if not as_json:
            _write_heading(question, first=not listed)
        for record, fields in zip(question.records, data["records"], strict=True):
            verdict = ""
            if check and record.puzzle is not None:
                fields["verdict"] = verdict = solve(record.puzzle).verdict
                wrong |= verdict != "unique"
            if not as_json:
                _write_record(record, verdict)
        listed.append(data)
    if as_json:
        write_json({"questions": listed})
    return Status.NONE if wrong else Status.FOUND


def _write_heading(question: Question, *, first: bool) -> None:
    if not first:
        write()
    write_lines([[(line, "title")] for line in wrapped(question.question)])
    write_lines([[(line, "note")] for line in wrapped(question.meaning)])


def _write_record(record: Record, verdict: str) -> None:
    write()
    standing = f"  {record.standing}{f', checked: {verdict}' if verdict else ''}"
    write_lines([[(f"{record.case}: {record.best}", "answer"), (standing, "frame")]])
    write_lines([[(f"  {line}", "note")] for line in wrapped(record.how, 2)])
    if record.identifier is not None:
        write(f"  {record.identifier}")
