"""SWI-Prolog's `clpfd`, on models written the way the papers describe theirs.

The papers used SICStus Prolog, which is not free; SWI-Prolog has the same constraints and most of
the labeling options. The models are in `prolog/`. The clock runs in Prolog, from the first
constraint to the last solution.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks import processes
from benchmarks.peers import PeerResult, Sample, Task, repeated, rules
from benchmarks.peers.rules import Document
from benchmarks.peers.worker import BUSY
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document

MODELS = Path(__file__).with_name("prolog")


class SwiProlog:
    """See `benchmarks.peers.Peer`."""

    columns = ("SWI-Prolog",)

    def version(self) -> str | None:
        """The version that is installed here, or nothing."""
        if shutil.which("swipl") is None:
            return None
        found = re.search(r"version ([\d.]+)", processes.run(["swipl", "--version"], 30).output)
        return found[1] if found else "unknown"

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, PeerResult]:
        """Solve a puzzle within `limit` seconds, the start of Prolog included."""
        return repeated(lambda: {self.columns[0]: self._run(puzzle, task, limit)})

    def _run(self, puzzle: AnyPuzzle, task: Task, limit: float) -> Sample:
        files = [str(MODELS / "main.pl"), str(MODELS / f"{puzzle.family}.pl")]
        goal = f"main({task}, {DATA[puzzle.family](to_document(puzzle))})"
        command = ["swipl", "-g", goal, "-t", "halt", *files]
        # It is done twice, and starting takes a moment too.
        done = processes.run(command, BUSY * limit, processor=2 * limit + 1)
        spent = done.processor
        if done.late:
            return Sample("late", spent)
        found = re.fullmatch(r"([\d.]+) ([\d.]+) (\d+)\s*", done.output)
        if found is None:
            reason = (done.errors.strip() or "nothing was said").splitlines()[-1]
            return Sample("failed", spent, note=reason)
        cold, warm = float(found[1]), float(found[2])
        if cold > limit:
            return Sample("late", spent)
        return Sample("solved", spent, cold, warm, int(found[3]))


def _list(values: Iterable[object]) -> str:
    return "[" + ",".join("_" if value is None else str(value) for value in values) + "]"


def power_strike(puzzle: Document) -> str:
    """The data of `prolog/power-strike.pl`."""
    most = rules.largest_strike(puzzle)
    cells, places = _list(puzzle["cells"]), _list(rules.places(most))
    return f"data({puzzle['multiplier']}, {cells}, {most}, {places})"


def c_note(puzzle: Document) -> str:
    """The data of `prolog/c-note.pl`."""
    return f"data({puzzle['target']}, {_list(_list(row) for row in puzzle['grid'])})"


def multi_balance(puzzle: Document) -> str:
    """The data of `prolog/multi-balance.pl`: the cell of each digit that is given, and lines."""
    board = rules.balance(puzzle)
    held = {digit: cell for cell, digit in board.givens.items()}
    given = _list(held.get(digit) for digit in range(1, puzzle["digits"] + 1))
    fulcrums = _list(
        "-".join(_list(f"{cell}-({distance})" for cell, distance in line) for line in both)
        for both in zip(board.rows, board.columns, strict=True)
    )
    return f"data({given}, {len(board.cells) - 1}, {fulcrums})"


def sum_star(puzzle: Document) -> str:
    """The data of `prolog/sum-star.pl`, which counts cells from 1."""
    stars = rules.stars(puzzle)
    given = _list(stars.givens.get(cell) for cell in range(stars.size))
    triangles = _list(
        f"{_list(cell + 1 for cell in touching)}-{'_' if total is None else total}"
        for touching, total in stars.triangles
    )
    edges = _list(f"{one + 1}-{other + 1}" for one, other in stars.edges)
    return f"data({given}, {triangles}, {edges})"


def aztec_math(puzzle: Document) -> str:
    """The data of `prolog/aztec-math.pl`."""
    return f"data({_list(_list(row) for row in puzzle['rows'])})"


DATA: dict[str, Callable[[Document], str]] = {
    "power-strike": power_strike,
    "c-note": c_note,
    "multi-balance": multi_balance,
    "sum-star": sum_star,
    "aztec-math": aztec_math,
}
