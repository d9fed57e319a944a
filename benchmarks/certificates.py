"""Certificates: size, and time to make and to check them, by family.

Run it with `python -m benchmarks.certificates`. Checking is compared with solving the same puzzle
in the same process, which other machines can compare, too. With the name of a folder that has
`drat-trim` and `cake_lpr` in it, these check every certificate as well.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from benchmarks import progress
from quincunx.families import AnyPuzzle, all_families, parse
from quincunx.families.gallery import gallery
from quincunx.proofs import Certificate, certify, verify
from quincunx.proofs.verifier import FORMULA, LRAT
from quincunx.solving import solve

LARGER: dict[str, tuple[str, dict[str, Any]]] = {
    "Power Strike, 24 cells": ("power-strike", {"cells": 24}),
    "C-Note, 5 × 5": ("c-note", {"size": 5}),
    "Multi-Balance, 15 × 15": ("multi-balance", {"rows": 15, "columns": 15, "digits": 9}),
    "Aztec Math, 9 levels": ("aztec-math", {"levels": 9}),
    "Sum Star, rhombus": ("sum-star", {"arrangement": "rhombus"}),
    "Sum Star, flower": ("sum-star", {"arrangement": "flower"}),
}
COUNTED = {
    "C-Note 811/181/118 at 100": "c-note:100:811/181/118",
    "C-Note 635/681/421 at 1500": "c-note:1500:635/681/421",
    "C-Note 5×5 at 100, mixed": "c-note:100:21342/40201/00402/41041/21103",
    "C-Note 5×5 at 100, all 4": "c-note:100:" + "/".join(["4" * 5] * 5),
    "Power Strike 41 × 7, 14 cells": f"power-strike:7:41{',_' * 13}",
    "Aztec Math, empty, 5 levels": "aztec-math:_/__/___/____/_____",
    "Sum Star, one, no numbers": "sum-star:0.0=_,_,_,_,_,_",
}
CHECKERS = {"drat-trim": "s VERIFIED", "cake_lpr": "s VERIFIED UNSAT"}
Answer = TypeVar("Answer")


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Seconds of processor time, and what the work returns."""
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def span(values: Sequence[float], form: str) -> str:
    """The least, the middle and the largest."""
    return " – ".join(form.format(v) for v in (min(values), median(values), max(values)))


def row(name: str, puzzles: Sequence[AnyPuzzle], tools: Path | None, count: bool = False) -> str:
    """A row of a table: the certificates that have a proof."""
    clauses, sizes, making, checking, ratios = [], [], [], [], []
    accepted = 0
    for puzzle in puzzles:
        solving, _ = timed(lambda puzzle=puzzle: solve(puzzle, limit=2))  # type: ignore[misc]
        seconds, made = timed(lambda puzzle=puzzle: certify(puzzle, count=count))  # type: ignore[misc]
        if made.statement == "several":
            continue
        check, _ = timed(lambda made=made: verify(made.files))  # type: ignore[misc]
        clauses.append(made.files.get(FORMULA, b"").count(b" 0\n"))
        sizes.append(len(made.files.get(LRAT, b"")) / 1000)
        making.append(seconds)
        checking.append(check)
        ratios.append(check / max(solving, 1e-6))
        accepted += tools is not None and all(_verdicts(made, tools))
    columns = [
        name,
        f"{len(making)}",
        span(clauses, "{:,.0f}"),
        span(sizes, "{:,.1f} kB"),
        span(making, "{:.2f} s"),
        span(checking, "{:.2f} s"),
        span(ratios, "× {:.1f}"),
        *([f"{accepted}"] if tools else []),
    ]
    return f"| {' | '.join(columns)} |"


def _verdicts(made: Certificate, tools: Path) -> Iterator[bool]:
    """Whether other programs accept a certificate."""
    with TemporaryDirectory() as folder:
        made.write(folder)
        for command, line in made.recipe(folder):
            program, *files = command.split()
            if program in CHECKERS:
                done = subprocess.run([tools / program, *files], capture_output=True, text=True)
                yield line in done.stdout


def main() -> None:
    """Print the tables of docs/certificates.md."""
    from quincunx.making import generate

    tools = Path(sys.argv[1]) if sys.argv[1:] else None
    print("| puzzles | with a proof | clauses | LRAT | to certify | to verify | beside solving |")
    print("|---|---|---|---|---|---|---|")
    for name, family in progress.shown(all_families().items(), "families"):
        puzzles = [entry.puzzle for entry in gallery().values() if entry.puzzle.family == name]
        if puzzles:
            print(row(family.title, puzzles, tools))
    for name, (of_family, wishes) in LARGER.items():
        (made,) = generate(of_family, seed=5, **wishes)
        print(row(name, [made.puzzle], tools))
    for name, identifier in COUNTED.items():
        print(row(f"{name}, counted", [parse(identifier)], None, count=True))


if __name__ == "__main__":
    main()
