"""`quincunx score`: what answers in free text are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.cli.output import amount, table, write, write_json
from quincunx.cli.status import Status

if TYPE_CHECKING:
    from quincunx.datasets.scoring.summary import Group, Groups


def score(
    answers: str,
    /,
    dataset: list[str] | None = None,
    partial: bool = False,
    as_json: bool = False,
) -> int:
    """Score answers in free text: the last answer in each counts, and every right one is worth 1.

    Exit status: 0 the answers were scored, 2 the input is wrong.

    Options:
        answers (ANSWERS): A file with a JSON object a line: "puzzle" (an identifier, a document or
            a gallery name) or "id", and the text under "response", "output" or "answer"; - for
            standard input.
        dataset (PATH): Where the ids are looked up: the folder of a dataset, or a file of it; may
            be repeated.
        partial: Count the share of the rules that hold, not only 0 or 1.
        as_json: Print a JSON object a line for each answer, then a summary.
    """
    from quincunx.datasets import scoring
    from quincunx.datasets.scoring.replies import Replies
    from quincunx.datasets.scoring.summary import Groups

    groups = Groups()
    with Replies(answers, dataset or ()) as replies:
        for reply in replies:
            found = scoring.score(reply.puzzle, reply.text, partial)
            groups.add(reply, found)
            if as_json:
                write_json({"id": reply.key, "puzzle": reply.puzzle.identifier, **found.as_dict()})
    if as_json:
        write_json({"summary": [group.as_dict() for group in groups], "all": groups.all.as_dict()})
    else:
        _write_table(groups)
    return Status.FOUND


def _write_table(groups: Groups) -> None:
    """Means by family and grade, and over all."""
    several = groups.all.replies > groups.all.puzzles
    rows = [_row(group, several) for group in groups]
    if len(rows) > 1:
        rows.append(_row(groups.all, several))
    headers = ["family", "grade", "puzzles", "mean", "95 % interval"]
    write(table(rows, [*headers, *(["replies", "solved"] if several else [])]))
    if unread := groups.all.unread:
        write()
        write(f"{amount(unread, 'text')} without an answer of the right shape.")


def _row(group: Group, several: bool) -> list[str]:
    low, high = group.interval
    return [
        group.family or "all",
        group.grade or "-",
        f"{group.puzzles:,}",
        f"{group.mean:.3f}",
        f"{low:.3f} to {high:.3f}",
        *([f"{group.replies:,}", f"{group.solved:.3f}"] if several else []),
    ]
