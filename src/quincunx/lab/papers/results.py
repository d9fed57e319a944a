"""The measurements for the papers: rows, makings and counts, in a file.

Searches with equal counters are the same search: they share their times, since the difference is
noise.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import inf
from operator import attrgetter
from pathlib import Path
from statistics import mean, median
from typing import Any

from quincunx._support.files import option_errors, write_file
from quincunx.lab.papers.experiments import MODEL_NAMES, Experiment
from quincunx.lab.trials import TrialRow, group_by
from quincunx.solving.models import AUTHORS


@dataclass(frozen=True, kw_only=True)
class PaperRow(TrialRow):
    """The figures of one search: the median of its `times`, and its experiment."""

    experiment: str
    times: tuple[float, ...]

    def cost(self, counter: str) -> float:
        """Return a counter; infinite if a limit stopped the search."""
        return inf if self.limited else float(getattr(self, counter))


def row_of_runs(runs: Sequence[TrialRow], experiment: str) -> PaperRow:
    """Return the row of a search that was run several times.

    The authors' programs measure their labeling alone, so the set-up is left out of its time.
    """
    times = tuple(r.seconds - (r.setup if r.model == AUTHORS else 0) for r in runs)
    figures = {**asdict(runs[0]), "seconds": median(times)}
    return PaperRow(**figures, experiment=experiment, times=times)


@dataclass(frozen=True)
class MakingRow:
    """The cost of making a puzzle; a limit stopped it if it is not `finished`.

    `nodes` are those of the paper's program over all attempts; our generator counts none.
    """

    experiment: str
    case: str
    model: str
    puzzle: str
    seconds: float
    nodes: int
    attempts: int
    finished: bool = True

    def cost(self, counter: str) -> float:
        """Return seconds or nodes; infinite if it was stopped."""
        return float(getattr(self, counter)) if self.finished else inf


@dataclass(frozen=True)
class PaperCount:
    """How many solutions a puzzle has, and the answers of the paper's program.

    `found` is how many of the answers are different solutions; -1 if it was stopped.
    """

    puzzle: str
    solutions: int
    answers: int = -1
    found: int = -1


@dataclass(frozen=True)
class PaperResults:
    """All measurements, and what they were made from."""

    made: Mapping[str, Any]
    rows: tuple[PaperRow, ...]
    makings: tuple[MakingRow, ...]
    counts: tuple[PaperCount, ...]

    def models(self, experiment: Experiment) -> list[str]:
        """Return the programs that an experiment was run with."""
        every: list[PaperRow | MakingRow] = [*self.rows, *self.makings]
        done = {one.model for one in every if one.experiment == experiment.key}
        return [model for model in MODEL_NAMES if model in done]

    @cached_property
    def pooled(self) -> Mapping[tuple[Any, ...], list[PaperRow]]:
        """The rows of each experiment with each program, equal searches with all their times."""
        alike: dict[tuple[Any, ...], list[float]] = {}
        for row in self.rows:
            alike.setdefault(search_of(row), []).extend(row.times)
        rows = [
            replace(row, seconds=median(alike[search_of(row)]), times=tuple(alike[search_of(row)]))
            for row in self.rows
        ]
        return group_by(rows, "experiment", "model")

    def save(self, path: Path) -> None:
        """Write everything to a file, a line for each row."""
        parts = [f'"made": {json.dumps(dict(self.made), ensure_ascii=False)}']
        for name in ("rows", "makings", "counts"):
            lines = [json.dumps(asdict(one), ensure_ascii=False) for one in getattr(self, name)]
            parts.append(f'"{name}": [\n' + ",\n".join(lines) + "\n]")
        write_file(path, "{\n" + ",\n".join(parts) + "\n}\n")


@dataclass(frozen=True)
class ProgramResults:
    """What was measured of an experiment with one program."""

    results: PaperResults
    experiment: Experiment
    model: str

    def rows(self, case: str = "") -> list[PaperRow]:
        """Return the rows, or those of one case."""
        rows = self.results.pooled.get((self.experiment.key, self.model), [])
        return [row for row in rows if case in ("", row.point)]

    def makings(self, case: str) -> list[MakingRow]:
        """Return how the puzzles of a case were made."""
        key = (self.experiment.key, case, self.model)
        return [m for m in self.results.makings if (m.experiment, m.case, m.model) == key]

    def labelled(self, name: str, case: str = "") -> list[PaperRow]:
        """Return the rows of a case, or those of a labeling; with `case`, on that case alone."""
        if self.experiment.by_case:
            return [row for row in self.rows(case) if row.point == name]
        labelings = [each for each in self.experiment.labelings if each["label"] == name]
        options = [tuple(o) for each in labelings for o in each["options"]]
        return [row for row in self.rows(case) if row.labeling in options]

    def measured(self, name: str, case: str = "") -> Sequence[PaperRow | MakingRow]:
        """Return how the puzzles of a case were made, or else its rows, as in `labelled`."""
        return self.makings(name) if self.experiment.kind == "making" else self.labelled(name, case)

    def cost(self, counter: str, name: str, case: str = "") -> float | None:
        """Return the cost of a case or a labeling, infinite if it was stopped; `None` if not run.

        It is the median over puzzles, or the mean over the options of a labeling.
        """
        found = self.measured(name, case)
        costs = [one.cost(counter) for one in found]
        one_puzzle = not self.experiment.by_case and len({one.puzzle for one in found}) == 1
        return None if not costs else mean(costs) if one_puzzle else median(costs)

    def costs(self, counter: str, case: str = "") -> dict[str, float]:
        """Return the cost of each case or labeling that was run; infinite if it was stopped.

        If figures belong to cases, the cost of each puzzle of one case.
        """
        if self.experiment.by_case and case:
            every = enumerate(self.measured(case), 1)
            return {f"puzzle {at}": one.cost(counter) for at, one in every}
        costs = {name: self.cost(counter, name, case) for name in self.experiment.names}
        return {name: cost for name, cost in costs.items() if cost is not None}


def load(path: Path) -> PaperResults:
    """Read what `save` wrote."""
    with option_errors(path, "what quincunx lab papers measured"):
        data = json.loads(path.read_bytes())
        try:
            return PaperResults(
                made=data["made"],
                rows=tuple(PaperRow(**{**r, "times": tuple(r["times"])}) for r in data["rows"]),
                makings=tuple(MakingRow(**one) for one in data["makings"]),
                counts=tuple(PaperCount(**one) for one in data["counts"]),
            )
        except (KeyError, TypeError):
            raise ValueError("damaged") from None


search_of = attrgetter(
    "experiment", "puzzle", "model", "outcome", "nodes", "backtracks", "resumptions", "prunings"
)
"""Returns what distinguishes the search of a row from others."""
