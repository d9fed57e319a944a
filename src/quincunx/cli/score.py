"""`quincunx score`: scores answers in free text."""

from quincunx._support.text import amount
from quincunx.cli.output import table, write, write_json
from quincunx.cli.status import Status
from quincunx.datasets import scoring
from quincunx.datasets.scoring.reply_files import read_replies
from quincunx.datasets.scoring.summary import ScoreGroup, ScoreSummary


def score(
    answers: str, /, dataset: list[str] | None = None, partial: bool = False, as_json: bool = False
) -> int:
    """Score answers in free text.

    The last answer in each text counts; every right one is worth 1.

    Exit status: 0 the answers were scored, 2 the input is wrong.

    Options:
        answers (ANSWERS): A file with a JSON object per line: "puzzle" (an identifier, a document
            or a gallery name) or "id", and the text under "response", "output" or "answer"; - for
            standard input.
        dataset (PATH): Where the ids are looked up: the folder of a dataset, or a file of it; may
            be repeated.
        partial: Give wrong answers up to 0.5 for right cells, not only 0 or 1.
        as_json: Print a JSON object per line for each answer, then a summary.
    """
    summary = ScoreSummary()
    for reply in read_replies(answers, dataset or ()):
        found = scoring.score(reply.puzzle, reply.text, partial)
        summary.add(reply, found)
        if as_json:
            write_json({"id": reply.key, "puzzle": reply.puzzle.identifier, **found.as_dict()})
    if as_json:
        groups = [group.as_dict() for group in summary]
        write_json({"summary": groups, "all": summary.all.as_dict()})
    else:
        _write_table(summary)
    return Status.FOUND


def _write_table(summary: ScoreSummary) -> None:
    """Print means by family and grade, and over all."""
    together = summary.all
    several = together.replies > together.puzzles
    rows = [_row(group, several) for group in summary]
    if len(rows) > 1:
        rows.append(_row(together, several))
    headers = ["family", "grade", "puzzles", "mean", "95 % interval"]
    write(table(rows, [*headers, *(["replies", "solved"] if several else [])]))
    if unread := together.unread:
        errors = together.statuses["format-error"]
        write()
        write(
            f"{amount(unread, 'text')} without an answer of the right shape"
            f"{f', {errors:,} with a format error' if errors else ''}."
        )


def _row(group: ScoreGroup, several: bool) -> list[str]:
    low, high = group.interval
    return [
        group.family or "all",
        group.grade or "-",
        f"{group.puzzles:,}",
        f"{group.mean:.3f}",
        f"{low:.3f} to {high:.3f}",
        *([f"{group.replies:,}", f"{group.solved:.3f}"] if several else []),
    ]
