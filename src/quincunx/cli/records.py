"""`quincunx records`: the smallest, the longest and the fewest, and whether that is proved."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from quincunx.cli._options import JsonOption, complete_family
from quincunx.cli._output import write, write_json, write_lines
from quincunx.cli._status import Status
from quincunx.cli.explain import wrapped
from quincunx.making.records import Question, Record, questions
from quincunx.solving import solve


def records(
    family: Annotated[
        str | None,
        typer.Argument(
            metavar="FAMILY",
            help="Only the records of this family.",
            autocompletion=complete_family,
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Prove again that each puzzle has one solution.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """List the records, each with a puzzle, and whether and how it is proved."""
    asked = questions(family)
    wrong = False
    listed: list[dict[str, Any]] = []
    for at, question in enumerate(asked):
        data = question.as_dict()
        if not as_json:
            _write_heading(question, first=at == 0)
        for record, fields in zip(question.records, data["records"], strict=True):
            verdict = _verdict(record) if check else ""
            wrong |= verdict not in ("", "unique")
            if verdict:
                fields["verdict"] = verdict
            if not as_json:
                _write_record(record, verdict)
        listed.append(data)
    if as_json:
        write_json({"questions": listed})
    return Status.NONE if wrong else Status.FOUND


def _verdict(record: Record) -> str:
    """What an exhausted search says of a record's puzzle; nothing where there is no puzzle."""
    return "" if record.puzzle is None else solve(record.puzzle).verdict


def _write_heading(question: Question, *, first: bool) -> None:
    if not first:
        write()
    write_lines([[(line, "title")] for line in wrapped(question.question, 0)])
    write_lines([[(line, "note")] for line in wrapped(question.meaning, 0)])


def _write_record(record: Record, verdict: str) -> None:
    write()
    checked = f", checked: {verdict}" if verdict else ""
    write_lines(
        [
            [
                (f"{record.case}: {record.best}", "answer"),
                (f"  {record.standing}{checked}", "frame"),
            ]
        ]
    )
    write_lines([[(f"  {line}", "note")] for line in wrapped(record.how, 2)])
    if record.identifier is not None:
        write(f"  {record.identifier}")
