"""Gecode through MiniZinc, on natural models and on the text that we export.

MiniZinc compiles a model, and then Gecode solves what came of it. So there are several columns:
*solver* is what the processor spends on Gecode, less what it spends on starting it: building its
model and searching; *command* is everything, MiniZinc's part included. *solving* is the search
alone, as Gecode reports it, by a clock that includes waiting. On our export, which spares Gecode
all the modelling, *solver* is shown.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import processes
from benchmarks.peers import PeerResult, Sample, Task, repeated, rules
from benchmarks.peers.rules import Document
from benchmarks.peers.worker import BUSY
from quincunx.cp.engines.minizinc_text import to_text
from quincunx.cp.options import SearchOptions
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import to_document

MODELS = Path(__file__).with_name("minizinc")

SOLVING, SOLVER, COMMAND = "Gecode, solving", "Gecode, solver", "Gecode, command"
EXPORTED = "Gecode, our export"


class Natural:
    """Gecode on natural models; see `benchmarks.peers.Peer`."""

    columns = (SOLVING, SOLVER, COMMAND)

    def version(self) -> str | None:
        """The versions of MiniZinc and Gecode."""
        return version()

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, PeerResult]:
        """Solve a puzzle within `limit` seconds."""
        model = MODELS / f"{puzzle.family}.mzn"
        text = model.read_text(encoding="utf-8") + DATA[puzzle.family](to_document(puzzle))
        return repeated(lambda: run(text, task, limit))


class Exported:
    """Gecode on the text that we export, at the better of both consistencies."""

    columns = (EXPORTED,)

    def version(self) -> str | None:
        """The versions of MiniZinc and Gecode."""
        return version()

    def measure(self, puzzle: AnyPuzzle, task: Task, limit: float) -> dict[str, PeerResult]:
        """Solve a puzzle within `limit` seconds."""
        texts = [
            to_text(puzzle.model(), SearchOptions(puzzle.capabilities.labeling, consistency))
            for consistency in ("bounds", "domain")
        ]
        cells = [repeated(partial(self._run, text, task, limit))[EXPORTED] for text in texts]
        best = min(cells, key=lambda cell: limit if cell.cold is None else cell.cold.middle)
        return {EXPORTED: best}

    def _run(self, text: str, task: Task, limit: float) -> dict[str, Sample]:
        return {EXPORTED: run(text, task, limit)[SOLVER]}


def version() -> str | None:
    """The versions of MiniZinc and Gecode, or nothing where one is missing."""
    if shutil.which("minizinc") is None or shutil.which("fzn-gecode") is None:
        return None
    minizinc = processes.run(["minizinc", "--version"], 30).output
    gecode = processes.run(["fzn-gecode", "-help"], 30)
    numbers = [
        found[1].rstrip(".") if (found := re.search(pattern, text)) else "unknown"
        for pattern, text in (
            (r"version (\d[\d.]*)", minizinc),
            (r"Version: (\d[\d.]*)", gecode.output + gecode.errors),
        )
    ]
    return f"{numbers[1]} (MiniZinc {numbers[0]})"


def run(text: str, task: Task, limit: float) -> dict[str, Sample]:
    """Compile a model and solve it, once, each in a process of its own."""
    with TemporaryDirectory() as folder:
        model, flat = Path(folder) / "model.mzn", Path(folder) / "model.fzn"
        model.write_text(text, encoding="utf-8")
        command = ["minizinc", "-c", "--solver", "gecode", "--fzn", str(flat), str(model)]
        compiling = processes.run(command, BUSY * limit, processor=limit)
        amount = ["-n", "1"] if task == "first" else ["-a"]
        done = processes.run(
            ["fzn-gecode", "-s", *amount, str(flat)], BUSY * limit, processor=limit
        )
    spent = compiling.processor + done.processor
    if compiling.late or done.late:
        return dict.fromkeys(Natural.columns, Sample("late", spent))
    solving = re.search(r"%%%mzn-stat: solveTime=(\S+)", done.output)
    if compiling.status or done.status or solving is None:
        said = (compiling.errors + done.errors).strip() or "nothing was said"
        return dict.fromkeys(Natural.columns, Sample("failed", spent, note=said.splitlines()[-1]))
    count = len(re.findall(r"^-{10}$", done.output, re.MULTILINE))
    solver = max(0.0, done.processor - starting())
    times = {SOLVING: float(solving[1]), SOLVER: solver, COMMAND: spent}
    return {name: Sample("solved", spent, time, None, count) for name, time in times.items()}


@cache
def starting() -> float:
    """What the processor spends on starting Gecode: on a model of which there is nothing to say."""
    with TemporaryDirectory() as folder:
        flat = Path(folder) / "nothing.fzn"
        flat.write_text("var 0..0: x :: output_var;\nsolve satisfy;\n", encoding="utf-8")
        runs = [processes.run(["fzn-gecode", "-s", str(flat)], 30) for _ in range(15)]
    return median(run.processor for run in runs)


def _array(values: Iterable[object]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _matrix(rows: Iterable[Iterable[object]]) -> str:
    return "[|" + "|".join(",".join(map(str, row)) for row in rows) + "|]"


def _data(**values: object) -> str:
    return "\n" + "\n".join(f"{name} = {value};" for name, value in values.items()) + "\n"


def power_strike(puzzle: Document) -> str:
    """The data of `minizinc/power-strike.mzn`."""
    cells = puzzle["cells"]
    return _data(
        n=len(cells),
        k=puzzle["multiplier"],
        places=len(str(rules.largest_strike(puzzle))),
        given=_array(number or 0 for number in cells),
    )


def c_note(puzzle: Document) -> str:
    """The data of `minizinc/c-note.mzn`."""
    grid = puzzle["grid"]
    return _data(n=len(grid), target=puzzle["target"], digit=_matrix(grid))


def multi_balance(puzzle: Document) -> str:
    """The data of `minizinc/multi-balance.mzn`."""
    board = rules.balance(puzzle)
    cells = range(len(board.cells))
    return _data(
        digits=puzzle["digits"],
        cells=len(cells),
        fulcrums=len(board.rows),
        given=_array(board.givens.get(cell, 0) for cell in cells),
        in_row=_matrix([dict(line).get(cell, 0) for cell in cells] for line in board.rows),
        in_column=_matrix([dict(line).get(cell, 0) for cell in cells] for line in board.columns),
    )


def sum_star(puzzle: Document) -> str:
    """The data of `minizinc/sum-star.mzn`, which counts cells from 1."""
    stars = rules.stars(puzzle)
    cells = range(stars.size)
    groups = [
        "{" + ", ".join(str(i + 1) for i in touching) + "}" for touching, _ in stars.triangles
    ]
    return _data(
        stars=stars.size // 13,
        given=_array(stars.givens.get(cell, -1) for cell in cells),
        edge=_matrix((one + 1, other + 1) for one, other in stars.edges),
        triangle=_array(groups),
        total=_array(-1 if total is None else total for _, total in stars.triangles),
    )


def aztec_math(puzzle: Document) -> str:
    """The data of `minizinc/aztec-math.mzn`."""
    given = (number or 0 for row in puzzle["rows"] for number in row)
    return _data(levels=len(puzzle["rows"]), given=_array(given))


DATA: dict[str, Callable[[Document], str]] = {
    "power-strike": power_strike,
    "c-note": c_note,
    "multi-balance": multi_balance,
    "sum-star": sum_star,
    "aztec-math": aztec_math,
}
