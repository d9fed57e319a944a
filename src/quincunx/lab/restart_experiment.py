"""The same search many times, with the variables in a random order, without and with restarts.

Runs are measured in search nodes, so that the same seeds give the same figures everywhere. A run
that a limit stopped took more than it counted; a quantile among stopped runs is not known.

>>> rows = restarts("c-note:100:884/625/361", number=5, consistency="bounds", unit=20)
>>> [row.outcome for row in rows if strategy_name(row) == "once"]
['solved', 'solved', 'solved', 'solved', 'solved']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf
from pathlib import Path
from statistics import mean
from typing import Any, Self

from quincunx.cp.limits import checked_number
from quincunx.cp.options import RESTART_UNIT, Consistency, parse_strategy
from quincunx.errors import OptionError
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.lab import tables
from quincunx.lab.plots import Curve, Point, draw_charts
from quincunx.lab.runner import Runner, Sweep
from quincunx.lab.statistics import ENOUGH, interval_of
from quincunx.lab.tables import brief, counted, markdown_table
from quincunx.lab.trials import TrialRow
from quincunx.solving.models import OURS, search_options

ONCE, RESTARTS = "once", "restarts"
NEVER = 10**12
"""A restart after this many nodes never happens."""
NODE_LIMIT = 100_000
MAX_RUNS = 100_000

QUANTILES = {"least": 0, "lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "most": 1}
HEADERS = ("", "runs", "stopped", *(name.split("_")[-1] for name in QUANTILES), "mean", "median in")


def strategy_name(row: TrialRow) -> str:
    """Return `once` or `restarts`."""
    return ONCE if row.strategy == f"{RESTARTS}:{NEVER}" else RESTARTS


def restarts(
    puzzle: PuzzleLike,
    labeling: str | Sequence[str] = (),
    *,
    number: int = 100,
    unit: int = RESTART_UNIT,
    consistency: Consistency | None = None,
    model: str = OURS,
    seed: int = 0,
    nodes: int | None = NODE_LIMIT,
    seconds: float | None = None,
    runner: Runner | None = None,
) -> list[TrialRow]:
    """Search for the first solution many times, once to the end and as often with restarts.

    Args:
        puzzle: The puzzle, in any form.
        labeling: Labeling options; the family's own by default.
        number: Runs of each kind.
        unit: Nodes of the shortest run before a restart.
        consistency: `bounds` or `domain`.
        model: `ours`, the `paper`'s or the `authors`'.
        seed: The seed of the first run; the others count up.
        nodes: Search nodes that stop a run.
        seconds: Processor time that stops a run.
        runner: Where they run; another call with its folder makes only runs that are missing.
    """
    checked_number(number, "lab: runs", 1)
    if number > MAX_RUNS:
        raise OptionError(f"lab: {number} runs, expected at most {MAX_RUNS}")
    parse_strategy(f"{RESTARTS}:{unit}")
    board = parse(puzzle)
    options = search_options(board, model, labeling=labeling, consistency=consistency)
    order = options.parsed_labeling
    asked = Sweep(
        kind="restarts",
        puzzles=(board.identifier,),
        labelings=((order.variable, order.value, order.direction),),
        strategies=(f"{RESTARTS}:{NEVER}", f"{RESTARTS}:{unit}"),
        consistency=options.consistency,
        repeat=number,
        seed=seed,
        seconds=seconds,
        nodes=nodes,
        model=model,
    )
    return asked.run(runner)


@dataclass(frozen=True)
class Distribution:
    """The nodes of many runs, each kind in ascending order.

    A time limit stops some runs sooner than others take. The rank of a run that took longer than a
    stopped one had got is not known, so nothing is reported of it.
    """

    ended: tuple[int, ...]
    stopped: tuple[int, ...] = ()
    """How far the runs had come that were stopped."""

    @classmethod
    def of(cls, rows: Sequence[TrialRow], strategy: str) -> Self:
        """Return the distribution of the runs of one strategy."""
        ended, stopped = (
            sorted(r.nodes for r in rows if strategy_name(r) == strategy and r.limited is limited)
            for limited in (False, True)
        )
        return cls(tuple(ended), tuple(stopped))

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.ended) + len(self.stopped)

    @property
    def known(self) -> tuple[int, ...]:
        """The runs that ended before any was stopped.

        >>> Distribution((1, 2, 3, 4), (100,)).known, Distribution((1, 2, 3, 4), (2,)).known
        ((1, 2, 3, 4), (1, 2))
        """
        return tuple(n for n in self.ended if n <= min(self.stopped, default=n))

    def quantile(self, share: float) -> int | None:
        """Return the nodes within which this share of the runs ended; `None` if not known.

        >>> Distribution((1, 2, 3, 4), (100,)).quantile(0.5)
        3
        """
        place = max(0, ceil(share * self.runs) - 1)
        return self.known[place] if place < len(self.known) else None

    def mean(self) -> float | None:
        """Return the mean; `None` if some runs were stopped."""
        return mean(self.ended) if self.ended and not self.stopped else None

    def interval(self) -> tuple[float, float] | None:
        """Return an interval that holds the true median with a confidence of 93 %.

        `None` if there are fewer than five runs, or if it is among stopped ones.
        """
        unknown = [inf] * (self.runs - len(self.known))
        found = interval_of([*self.known, *unknown]) if self.runs >= ENOUGH else None
        return None if found is None or found.high == inf else (found.low, found.high)

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as JSON data."""
        return {
            "runs": self.runs,
            "stopped": len(self.stopped),
            **{name: self.quantile(share) for name, share in QUANTILES.items()},
            "mean": self.mean(),
            "interval": self.interval(),
        }


def figures(rows: Sequence[TrialRow]) -> list[list[str]]:
    """Return a line of figures in nodes for each strategy; those that are not known say so."""
    lines = []
    for strategy in (ONCE, RESTARTS):
        found = Distribution.of(rows, strategy)
        if found.runs:
            *numbers, interval = found.as_dict().values()
            shown = ["unknown" if n is None else brief(n, "nodes") for n in numbers]
            ends = "–".join(brief(end, "nodes") for end in interval or ())
            lines.append([strategy, *shown, ends or "unknown"])
    return lines


def describe_figures(rows: Sequence[TrialRow]) -> str:
    """Describe what the figures count."""
    if any(row.outcome == "none" for row in rows):
        return "nodes of an exhaustive search: no solution was found"
    return "nodes to the first solution"


def draw_restarts(heading: str, rows: Sequence[TrialRow], path: Path) -> Path:
    """Draw the share of runs that are finished against nodes."""
    curves = []
    for strategy in (ONCE, RESTARTS):
        found = Distribution.of(rows, strategy)
        stopped = f", {len(found.stopped)} stopped" if found.stopped else ""
        name = f"{strategy} ({counted(found.runs, 'run')}{stopped})"
        points = [
            Point(max(1, nodes), (at / found.runs,)) for at, nodes in enumerate(found.known, 1)
        ]
        if found.runs:
            curves.append(Curve(name, tuple(points), {"drawstyle": "steps-post"}))
    return draw_charts(heading, {"share of the runs that are finished": curves}, "nodes", {}, path)


def write_results(folder: Path, heading: str, asked: str, rows: Sequence[TrialRow]) -> list[Path]:
    """Write rows, the plot and the report into a folder; return the paths, the report last."""
    plot = draw_restarts(heading, rows, folder / "restarts")
    text = [
        f"# {heading}",
        f"{asked} All figures are {describe_figures(rows)}.",
        markdown_table(HEADERS, figures(rows)),
        f"![The share of runs that are finished]({plot.name})",
    ]
    return tables.write_results(folder, rows, [plot], "\n\n".join(text) + "\n")
