"""What was measured for the papers: rows, makings, counts; kept in a file and read again.

Vocabulary:
  row      the figures of one search: counters, which are the same each time, and the median of
           its times with an interval (`low` to `high`) and how often it was timed (`runs`)
  equal    of searches: the same counters. Then a difference in time is noise, and they share the
           median of their times
  cost     what a case or a labeling takes: the median over its puzzles, or the mean over the
           options that share a name; infinite where a limit stopped it
  count    how many solutions a puzzle has, and how many answers the paper's program gives
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from math import inf
from pathlib import Path
from statistics import mean, median
from typing import Any

from quincunx._support.files import write_file
from quincunx.errors import OptionError
from quincunx.lab.figures.intervals import interval_of
from quincunx.lab.labeling.sweep import LIMIT, NOT_RUN, Mark
from quincunx.lab.papers.experiments import Experiment, Tag
from quincunx.lab.runs.journal import record
from quincunx.lab.runs.trials import Row


@dataclass(frozen=True)
class PaperRow(Row):
    """The figures of one search, and the experiment it belongs to."""

    experiment: str
    case: str
    label: str
    setting: str
    low: float
    high: float
    runs: int


def row_of_runs(runs: Sequence[Row], tag: Tag) -> PaperRow:
    """The row of a search that was run several times."""
    time = interval_of(run.seconds for run in runs)
    data = {**asdict(runs[0]), **asdict(tag), "seconds": time.middle}
    return PaperRow(**data, low=time.low, high=time.high, runs=len(runs))


@dataclass(frozen=True)
class Making:
    """How long it took to make a puzzle of some case, and after how many attempts; where it is
    not `finished`, a limit stopped it and it would have taken longer."""

    experiment: str
    case: str
    setting: str
    puzzle: str
    seconds: float
    attempts: int
    finished: bool = True

    @property
    def cost(self) -> float:
        """The seconds; more than all else where it was stopped."""
        return self.seconds if self.finished else inf


@dataclass(frozen=True)
class Count:
    """How many solutions a puzzle has; what the paper's program answers, and how many of these
    are solutions, each once; nothing (-1) where it was not asked or did not end."""

    puzzle: str
    solutions: int
    answers: int = -1
    found: int = -1


@dataclass(frozen=True)
class Results:
    """Everything that was measured, and what it was made from."""

    made: Mapping[str, Any]
    rows: tuple[PaperRow, ...]
    makings: tuple[Making, ...]
    counts: tuple[Count, ...]

    def of(self, experiment: Experiment, setting: str) -> list[PaperRow]:
        """The rows of an experiment in one setting."""
        return [r for r in self.rows if r.experiment == experiment.key and r.setting == setting]

    def makings_of(self, experiment: Experiment, case: str, setting: str) -> list[Making]:
        """How long it took to make the puzzles of a case."""
        key = (experiment.key, case, setting)
        return [m for m in self.makings if (m.experiment, m.case, m.setting) == key]

    def count(self, puzzle: str) -> Count:
        """What was counted of a puzzle."""
        (found,) = (count for count in self.counts if count.puzzle == puzzle)
        return found

    def cost(
        self, experiment: Experiment, setting: str, counter: str, name: str, case: str = ""
    ) -> Mark:
        """What a case or a labeling costs; with `case`, a labeling on that case alone."""
        rows = self._rows(experiment, setting, name, case)
        if not rows:
            return NOT_RUN
        if experiment.by_case:
            middle = median(inf if row.limited else getattr(row, counter) for row in rows)
            return LIMIT if middle == inf else Mark(middle)
        if any(row.limited for row in rows):
            return LIMIT
        return Mark(mean(getattr(row, counter) for row in rows))

    def reached(self, experiment: Experiment, setting: str, counter: str, name: str) -> Mark:
        """What a case or a labeling costs, and where a limit stopped it, what it costs at least:
        that, if every search had been over when it was stopped."""
        known = self.cost(experiment, setting, counter, name)
        if known != LIMIT:
            return known
        figures = [getattr(row, counter) for row in self._rows(experiment, setting, name)]
        return Mark(median(figures) if experiment.by_case else mean(figures), LIMIT.instead)

    def _rows(
        self, experiment: Experiment, setting: str, name: str, case: str = ""
    ) -> list[PaperRow]:
        return [
            row
            for row in self._pooled.get((experiment.key, setting), [])
            if name == (row.case if experiment.by_case else row.label) and case in ("", row.case)
        ]

    @cached_property
    def _pooled(self) -> Mapping[tuple[str, str], list[PaperRow]]:
        """The rows of each experiment in each setting, equal searches with one time."""
        apart: dict[tuple[str, str], list[PaperRow]] = {}
        for row in self.rows:
            apart.setdefault((row.experiment, row.setting), []).append(row)
        return {key: equal_times(rows) for key, rows in apart.items()}

    def save(self, path: Path) -> None:
        """Keep everything in a file, a line a row."""
        names = [field.name for field in fields(PaperRow)]
        rows = [[getattr(row, name) for name in names] for row in self.rows]
        parts = {
            "made": json.dumps(dict(self.made), indent=1, ensure_ascii=False),
            "columns": json.dumps(names),
            "rows": _lines(rows),
            "makings": _lines(map(asdict, self.makings)),
            "counts": _lines(map(asdict, self.counts)),
        }
        text = ",\n".join(f'"{name}": {part}' for name, part in parts.items())
        write_file(path, f"{{\n{text}\n}}\n")


def _lines(items: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in items) + "\n]"


def load(path: Path) -> Results:
    """What `save` kept."""
    expected = "expected what quincunx lab papers measured"
    try:
        data = json.loads(path.read_bytes())
        rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
        return Results(
            made=data["made"],
            rows=tuple(record(PaperRow, row) for row in rows),
            makings=tuple(record(Making, one) for one in data["makings"]),
            counts=tuple(record(Count, one) for one in data["counts"]),
        )
    except FileNotFoundError:
        raise OptionError(f"lab: {path}: no such file, {expected}") from None
    except OSError as error:
        raise OptionError(f"lab: {path}: {error.strerror}, {expected}") from None
    except (ValueError, KeyError, TypeError):
        raise OptionError(f"lab: {path}: damaged, {expected}") from None


def equal_times(rows: Sequence[PaperRow]) -> list[PaperRow]:
    """The rows with one time for searches of a puzzle that are equal."""
    alike: dict[tuple[Any, ...], list[float]] = {}
    for row in rows:
        alike.setdefault(search_of(row), []).append(row.seconds)
    middle = {search: median(seconds) for search, seconds in alike.items()}
    return [replace(row, seconds=middle[search_of(row)]) for row in rows]


def search_of(row: PaperRow) -> tuple[Any, ...]:
    """What tells a search from others that are not equal to it."""
    return (row.puzzle, row.outcome, row.nodes, row.backtracks, row.resumptions, row.prunings)
