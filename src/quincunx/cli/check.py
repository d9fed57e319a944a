"""`quincunx check`: is an answer right, and if not, which rules does it break?"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cli.output import amount, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.errors import PuzzleError
from quincunx.families import Violation
from quincunx.families.base.reading import find_puzzle, find_solution


def check(puzzle: str, solution: str, /, as_json: bool = False) -> int:
    """Check an answer against the rules.

    Exit status: 0 the answer is right, 1 it breaks a rule, 2 the input is wrong.

    Options:
        solution (SOLUTION): The answer as text or JSON, a file with it, or - for standard input.
    """
    if puzzle == solution == "-":
        raise PuzzleError("check: puzzle and solution are both -, expected at most one")
    found = find_puzzle(puzzle)
    broken = found.violations(find_solution(found, solution))
    if as_json:
        violations = [
            {"rule": v.rule, "sentence": v.sentence, "cells": [list(cell) for cell in v.cells]}
            for v in broken
        ]
        write_json({"ok": not broken, "violations": violations})
    else:
        write_verdict(broken)
    return Status.NONE if broken else Status.FOUND


def write_verdict(broken: Sequence[Violation]) -> None:
    """Write that an answer is right, or everything that is wrong with it."""
    if not broken:
        write_lines([[("The answer is right.", "good")]])
        return
    write_lines([[(f"The answer is wrong: {amount(len(broken), 'violation')}.", "bad")]])
    write_lines([[(f"  {v.sentence}", "note")] for v in broken])
