"""`quincunx grade`: how hard is a puzzle, and why?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quincunx.cli.output import amount, table, wrapped, write, write_json, write_lines
from quincunx.cli.progress import attended
from quincunx.cli.status import Status
from quincunx.cp.words.phrases import capitalised
from quincunx.families.base.reading import find_puzzle

if TYPE_CHECKING:
    from quincunx.reasoning import Grade


def grade(puzzle: str, /, time_limit: float | None = None, as_json: bool = False) -> int:
    """Grade a puzzle: easy, medium, hard or expert, with the evidence.

    Exit status: 0 it has a grade, 1 it has none because it has not just one solution, 2 the
    input is wrong, 3 a limit stopped it.
    """
    from quincunx import reasoning

    board = find_puzzle(puzzle)
    found = attended(lambda cancel: reasoning.grade(board, time_limit=time_limit, cancel=cancel))
    if as_json:
        write_json(found.as_dict())
    else:
        write_grade(found)
    if not found.complete:
        return Status.STOPPED
    return Status.NONE if found.grade is None else Status.FOUND


def write_grade(found: Grade) -> None:
    """Write the grade and the evidence for it."""
    if found.grade is None:
        write_lines([[(f"No grade: {found.reason}.", "bad")]])
        return
    write_lines([[(found.grade.capitalize(), "title"), (f": {found.reason}.", "note")]])
    beyond = f"{capitalised(found.next)}." if found.next else ""
    hardest = f"The hardest step: {found.decisive}" if found.decisive else ""
    for sentence in filter(None, (beyond, hardest)):
        write_lines([[(line, "note")] for line in wrapped(sentence)])
    write()
    if found.techniques:
        rows = [[name, str(times)] for name, times in found.techniques.items()]
        write(table(rows, ["technique", "times"]))
        write()
    write(f"{amount(found.steps, 'step')}, score {found.score:g}")
