"""The labeling sweep: every combination of options on the same puzzles.

Vocabulary:
  sweep   puzzles, options to combine, and what stops a single run; it says which trials there are
  cell    one combination of options on one puzzle: its repeated trials
  mark    what a cell shows for a counter: the median of its trials, or that a limit stopped one
  repeat  how often everything is run; nothing (`None`) means that what is quick is repeated

>>> rows = labeling(["c-note:100:878/312/272"], variables=["ff", "min"], values=["bisect"])
>>> [(row.variable, row.direction, row.nodes) for row in rows]
[('min', 'up', 1), ('min', 'down', 1), ('ff', 'up', 1), ('ff', 'down', 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import prod
from pathlib import Path
from statistics import median
from typing import Any

from quincunx.cp.kernel import COMPILED
from quincunx.cp.limits import Limits
from quincunx.errors import OptionError
from quincunx.families import parse
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.runs.journal import Identity, Journal, require_same, require_types, sweep_of
from quincunx.lab.runs.pool import Progress, require_jobs
from quincunx.lab.runs.repetitions import TIMES, require_repeat, run_repeated
from quincunx.lab.runs.trials import (
    Row,
    Trial,
    choose_consistencies,
    choose_directions,
    choose_values,
    choose_variables,
    consistency_of,
    require_few,
    require_goal,
)
from quincunx.solving.models import OURS, require_model, usual_consistency


@dataclass(frozen=True)
class Sweep:
    """A labeling sweep to be run; `sweep` makes one from what a person names."""

    puzzles: tuple[str, ...]
    variables: tuple[str, ...]
    values: tuple[str, ...]
    directions: tuple[str, ...]
    consistencies: tuple[str, ...]
    goal: str
    repeat: int | None
    seed: int
    seconds: float | None
    nodes: int | None
    model: str = OURS

    @property
    def limits(self) -> Limits:
        """What stops a single run."""
        return Limits(self.seconds, self.nodes)

    @property
    def size(self) -> int:
        """How many runs there are at the most."""
        options = (self.consistencies, self.variables, self.values, self.directions)
        repeat = TIMES if self.repeat is None else self.repeat
        return len(self.puzzles) * prod(map(len, options)) * repeat

    def trials(self) -> list[Trial]:
        """Every combination once, puzzle by puzzle."""
        return [
            Trial(
                puzzle,
                variable,
                value,
                direction,
                consistency,
                self.seed,
                self.goal,
                model=self.model,
            )
            for puzzle in self.puzzles
            for consistency in self.consistencies
            for variable in self.variables
            for value in self.values
            for direction in self.directions
        ]

    def identity(self) -> Identity:
        """What a journal must agree with: figures of different kernels are not mixed either."""
        return {"kind": "labeling", "kernel": kernel_name(), **asdict(self)}

    @staticmethod
    def of_identity(identity: Identity) -> Sweep:
        """The sweep with this identity; it must be one that a person could have asked for."""
        require_types(identity, puzzles=list, goal=str, seed=int, model=str)
        built = sweep(
            [parse(identifier).identifier for identifier in identity["puzzles"]],
            variables=identity["variables"],
            values=identity["values"],
            directions=identity["directions"],
            consistency=consistency_of(identity["consistencies"]),
            goal=identity["goal"],
            repeat=identity["repeat"],
            seed=identity["seed"],
            seconds=identity["seconds"],
            nodes=identity["nodes"],
            model=identity["model"],
        )
        _ = built.limits  # which are refused if they make no sense
        require_same(built.identity(), identity)
        return built

    @staticmethod
    def resumed(folder: Path) -> Sweep:
        """The sweep whose journal is in a folder."""
        return sweep_of(folder, "labeling", Sweep.of_identity)


def kernel_name() -> str:
    """Which kernel measures."""
    return "compiled" if COMPILED else "pure Python"


def sweep(
    puzzles: Iterable[str],
    *,
    variables: Iterable[str] | None = None,
    values: Iterable[str] | None = None,
    directions: Iterable[str] | None = None,
    consistency: str | None = None,
    goal: str = "first",
    repeat: int | None = 1,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    model: str = OURS,
) -> Sweep:
    """A sweep of puzzles named in any way, with all options of a kind where none is named."""
    found = tuple(dict.fromkeys(find_puzzle(text).identifier for text in puzzles))
    if not found:
        raise OptionError("lab: no puzzle, expected one or more")
    limits = Limits(seconds, nodes)
    asked = Sweep(
        puzzles=found,
        variables=choose_variables(variables),
        values=choose_values(values),
        directions=choose_directions(directions),
        consistencies=choose_consistencies(consistency or usual_consistency(model)),
        goal=require_goal(goal),
        repeat=require_repeat(repeat),
        seed=seed,
        seconds=limits.seconds,
        nodes=limits.nodes,
        model=require_model(model),
    )
    require_few(asked.size)
    return asked


def run_sweep(
    asked: Sweep,
    *,
    jobs: int = 1,
    folder: Path | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    finished: Callable[[int, Row], None] | None = None,
) -> list[Row]:
    """The rows of a sweep, cell by cell. With a folder, what is finished is kept there and not run
    again."""
    require_jobs(jobs)
    journal = None if folder is None else Journal(folder, asked.identity(), fresh=fresh)
    try:
        cells = run_repeated(
            asked.trials(),
            asked.repeat,
            limits=asked.limits,
            jobs=jobs,
            journal=journal,
            progress=progress,
            finished=finished,
        )
    finally:
        if journal is not None:
            journal.close()
    return [row for cell in cells for row in cell]


def labeling(
    puzzles: Iterable[str],
    *,
    variables: Iterable[str] | None = None,
    values: Iterable[str] | None = None,
    directions: Iterable[str] | None = None,
    consistency: str | None = None,
    goal: str = "first",
    repeat: int | None = 1,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    model: str = OURS,
    jobs: int = 1,
) -> list[Row]:
    """The rows of a labeling sweep, run at once; the arguments are those of `sweep`.

    Every combination is run once unless `repeat` says how often; with `None` what is quick is run
    several times, as the command line does it. Random orders take another seed each time.
    """
    asked = sweep(
        puzzles,
        variables=variables,
        values=values,
        directions=directions,
        consistency=consistency,
        goal=goal,
        repeat=repeat,
        seed=seed,
        seconds=seconds,
        nodes=nodes,
        model=model,
    )
    return run_sweep(asked, jobs=jobs)


@dataclass(frozen=True)
class Mark:
    """What a cell shows: a number, or `None` with what there is instead of one."""

    number: float | None
    instead: str = ""


NOT_RUN = Mark(None, "not run")
LIMIT = Mark(None, "limit")


def mark(rows: Sequence[Row], counter: str) -> Mark:
    """What a cell of these rows shows: the median, unless a limit stopped one of them."""
    if not rows:
        return NOT_RUN
    if not all(row.knows(counter) for row in rows):
        return LIMIT
    return Mark(median(getattr(row, counter) for row in rows))


def groups(rows: Iterable[Row], *names: str) -> dict[tuple[Any, ...], list[Row]]:
    """Rows by what they have under these names, in the order in which they come."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(getattr(row, name) for name in names), []).append(row)
    return found


def distinct(rows: Iterable[Row], name: str) -> list[Any]:
    """The different values of a column, in the order in which they come."""
    return list(dict.fromkeys(getattr(row, name) for row in rows))
