"""The same search many times, with the variables in a random order, without and with restarts.

Runs are measured in search nodes, so that the same seeds give the same figures everywhere. A run
that a limit stopped took more than it counted; a quantile among stopped runs is not known.

>>> rows = restarts("c-note:100:884/625/361", number=5, consistency="bounds", unit=20)
>>> [row.outcome for row in rows if row.strategy == "once"]
['solved', 'solved', 'solved', 'solved', 'solved']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from statistics import mean
from typing import Any

from quincunx._support.version import VERSION
from quincunx.cp.limits import Limits, checked_number
from quincunx.cp.options import RESTART_UNIT, Consistency, parse_strategy
from quincunx.errors import OptionError
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.lab import tables
from quincunx.lab.plots import LINE_COLOURS, MARKERS, edge_mark, new_figure, save
from quincunx.lab.runner import Runner
from quincunx.lab.tables import brief, counted, markdown_table
from quincunx.lab.trials import Trial, TrialRow, kernel_name
from quincunx.solving.models import OURS, search_options

ONCE, RESTARTS = "once", "restarts"
NEVER = 10**12
"""A restart after this many nodes never happens."""
NODE_LIMIT = 100_000
MAX_RUNS = 100_000

QUANTILES = {"least": 0, "lower_quartile": 0.25, "median": 0.5, "upper_quartile": 0.75, "most": 1}
COLUMNS = ("strategy", "seed", "outcome", "nodes", "backtracks", "seconds")
HEADERS = ("", "runs", "stopped", "least", "quartile", "median", "quartile", "most", "mean")


@dataclass(frozen=True)
class RestartRow(TrialRow):
    """The figures of one run; `strategy` is `once` or `restarts`."""

    strategy: str

    def as_dict(self) -> dict[str, Any]:
        """Return the columns in which runs differ; figures of stopped runs are `None`."""
        data = super().as_dict()
        return {name: data[name] for name in COLUMNS}


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
) -> list[RestartRow]:
    """Search for the first solution many times, once to the end and as often with restarts.

    Args:
        puzzle: The puzzle, in any form.
        labeling: Labeling options; the family's own by default.
        number: Runs of each kind.
        unit: Nodes of the shortest run before a restart.
        consistency: `bounds` or `domain`.
        model: `ours`, or the `paper`'s.
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
    first = Trial(
        board.identifier,
        *(order.variable, order.value, order.direction, options.consistency),
        model=model,
    )
    trials = {
        f"{kind} {seed + at}": replace(first, seed=seed + at, strategy=f"{RESTARTS}:{after}")
        for kind, after in ((ONCE, NEVER), (RESTARTS, unit))
        for at in range(number)
    }
    # Without seeds and their number, so that another call makes only runs that are missing.
    identity = {"kind": "restarts", "kernel": kernel_name(), "version": VERSION, **asdict(first)}
    identity |= {"unit": unit, "nodes": nodes, "seconds": seconds}
    runner = runner or Runner()
    with runner.journal(identity) as journal:
        found = runner.run(trials, Limits(seconds, nodes), journal=journal)
    return [
        RestartRow(**asdict(row), strategy=key.partition(" ")[0])
        for key, (row,) in zip(trials, found, strict=True)
    ]


@dataclass(frozen=True)
class Distribution:
    """The nodes of many runs, each kind in ascending order.

    A time limit stops some runs sooner than others take. The rank of a run that took longer than a
    stopped one had got is not known, so nothing is reported of it.
    """

    ended: tuple[int, ...]
    stopped: tuple[int, ...] = ()
    """How far the runs had come that were stopped."""

    @staticmethod
    def of(rows: Sequence[RestartRow], strategy: str) -> Distribution:
        """Return the distribution of the runs of one strategy."""
        ended, stopped = (
            sorted(r.nodes for r in rows if r.strategy == strategy and r.limited is limited)
            for limited in (False, True)
        )
        return Distribution(tuple(ended), tuple(stopped))

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

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as JSON data."""
        return {
            "runs": self.runs,
            "stopped": len(self.stopped),
            **{name: self.quantile(share) for name, share in QUANTILES.items()},
            "mean": self.mean(),
        }


def figures(rows: Sequence[RestartRow]) -> list[list[str]]:
    """Return a line of figures in nodes for each strategy; those that are not known say so."""
    return [
        [strategy, *("unknown" if n is None else brief(n, "nodes") for n in found.values())]
        for strategy in (ONCE, RESTARTS)
        if (found := Distribution.of(rows, strategy).as_dict())["runs"]
    ]


def describe_figures(rows: Sequence[RestartRow]) -> str:
    """Describe what the figures count."""
    if any(row.outcome == "none" for row in rows):
        return "nodes of an exhaustive search: no solution was found"
    return "nodes to the first solution"


def draw_restarts(heading: str, rows: Sequence[RestartRow], path: Path) -> Path:
    """Draw the share of runs that are finished against nodes, with marks at the quartiles."""
    figure = new_figure(7, 4.6, heading)
    axes = figure.subplots()
    for at, (strategy, line) in enumerate(((ONCE, "-"), (RESTARTS, "--"))):
        found = Distribution.of(rows, strategy)
        if not found.runs:
            continue
        colour = LINE_COLOURS[at]
        stopped = f", {len(found.stopped)} stopped" if found.stopped else ""
        name = f"{strategy} ({counted(found.runs, 'run')}{stopped})"
        shares = [(place + 1) / found.runs for place in range(len(found.known))]
        axes.step(found.known, shares, where="post", color=colour, linestyle=line, label=name)
        for share in (0.25, 0.5, 0.75):
            if (nodes := found.quantile(share)) is not None:
                axes.plot([nodes], [share], MARKERS[at], color=colour, markersize=7)
        if found.stopped:
            limit = max(1, found.stopped[0])
            drawn = edge_mark(axes, [limit], [max([0.0, *shares])], ">", colour)
            drawn.set_label(f"{strategy}: stopped by the limit")
    axes.set_xscale("log")
    axes.set_xlabel("nodes, logarithmic")
    axes.set_ylabel("share of the runs")
    axes.set_title("Share of the runs that are finished (marks: quartiles)", fontsize=10)
    axes.set_ylim(-0.03, 1.03)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=9, loc="upper left")
    return save(figure, path)


def write_results(folder: Path, heading: str, asked: str, rows: Sequence[RestartRow]) -> list[Path]:
    """Write rows, the plot and the report into a folder; return the paths, the report last."""
    plot = draw_restarts(heading, rows, folder / "restarts")
    text = [
        f"# {heading}",
        f"{asked} All figures are {describe_figures(rows)}.",
        markdown_table(HEADERS, figures(rows)),
        f"![The share of runs that are finished]({plot.name})",
    ]
    return tables.write_results(folder, rows, [plot], "\n\n".join(text) + "\n")
