"""The measurements for the papers: rows, makings and counts, in a file.

Searches with equal counters are the same search: they share the median of their times, since the
difference is noise.
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

from quincunx._support.files import option_errors, write_file
from quincunx.lab.papers.experiments import SETTINGS, Experiment, Setting, Tag
from quincunx.lab.statistics import interval_of
from quincunx.lab.trials import LIMIT, NOT_RUN, Cell, TrialRow, decode_record, group_by


@dataclass(frozen=True)
class PaperRow(TrialRow):
    """The figures of one search: the median of its times with an interval, and its experiment."""

    experiment: str
    case: str
    label: str
    setting: str
    low: float
    high: float
    runs: int


def row_of_runs(runs: Sequence[TrialRow], tag: Tag) -> PaperRow:
    """Return the row of a search that was run several times."""
    time = interval_of(run.seconds for run in runs)
    data = {**asdict(runs[0]), **asdict(tag), "seconds": time.middle}
    return PaperRow(**data, low=time.low, high=time.high, runs=len(runs))


@dataclass(frozen=True)
class Making:
    """The time and the attempts to make a puzzle; a limit stopped it if it is not `finished`."""

    experiment: str
    case: str
    setting: str
    puzzle: str
    seconds: float
    attempts: int
    finished: bool = True

    @property
    def cost(self) -> float:
        """The seconds; infinite if it was stopped."""
        return self.seconds if self.finished else inf


@dataclass(frozen=True)
class Count:
    """How many solutions a puzzle has, and the answers of the paper's program.

    `found` is how many of the answers are different solutions; -1 if it was not run or stopped.
    """

    puzzle: str
    solutions: int
    answers: int = -1
    found: int = -1


@dataclass(frozen=True)
class Results:
    """All measurements, and what they were made from."""

    made: Mapping[str, Any]
    rows: tuple[PaperRow, ...]
    makings: tuple[Making, ...]
    counts: tuple[Count, ...]

    def of(self, experiment: Experiment, setting: str) -> list[PaperRow]:
        """Return the rows of an experiment in one setting."""
        return [r for r in self.rows if r.experiment == experiment.key and r.setting == setting]

    def settings(self, experiment: Experiment) -> list[Setting]:
        """Return the settings in which anything was run."""
        done = {row.setting for row in self.rows if row.experiment == experiment.key}
        done |= {made.setting for made in self.makings if made.experiment == experiment.key}
        return [setting for setting in SETTINGS if setting.name in done]

    def makings_of(self, experiment: Experiment, case: str, setting: str) -> list[Making]:
        """Return how the puzzles of a case were made."""
        key = (experiment.key, case, setting)
        return [m for m in self.makings if (m.experiment, m.case, m.setting) == key]

    def count(self, puzzle: str) -> Count:
        """Return the count of a puzzle."""
        (found,) = (count for count in self.counts if count.puzzle == puzzle)
        return found

    def cost(
        self, experiment: Experiment, setting: str, counter: str, name: str, case: str = ""
    ) -> Cell:
        """Return the cost of a case or a labeling; with `case`, on that case alone.

        It is the median over the puzzles of a case, or the mean over the options of a labeling; of
        making puzzles, the median time.
        """
        if experiment.kind == "making":
            made = [one.cost for one in self.makings_of(experiment, name, setting)]
            return NOT_RUN if not made else _cell(median(made))
        rows = self._rows(experiment, setting, name, case)
        if not rows:
            return NOT_RUN
        if experiment.by_case:
            return _cell(median(inf if row.limited else getattr(row, counter) for row in rows))
        if any(row.limited for row in rows):
            return LIMIT
        return Cell(mean(getattr(row, counter) for row in rows))

    def _rows(
        self, experiment: Experiment, setting: str, name: str, case: str = ""
    ) -> list[PaperRow]:
        return [
            row
            for row in self._pooled.get((experiment.key, setting), [])
            if name == (row.case if experiment.by_case else row.label) and case in ("", row.case)
        ]

    @cached_property
    def _pooled(self) -> Mapping[tuple[Any, ...], list[PaperRow]]:
        """The rows of each experiment in each setting, equal searches with one time."""
        apart = group_by(self.rows, "experiment", "setting")
        return {key: equal_times(rows) for key, rows in apart.items()}

    def save(self, path: Path) -> None:
        """Write everything to a file, a line for each row."""
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


def _cell(number: float) -> Cell:
    return LIMIT if number == inf else Cell(number)


def _lines(items: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in items) + "\n]"


def load(path: Path) -> Results:
    """Read what `save` wrote."""
    with option_errors(path, "what quincunx lab papers measured"):
        data = json.loads(path.read_bytes())
        try:
            rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
            return Results(
                made=data["made"],
                rows=tuple(decode_record(PaperRow, row) for row in rows),
                makings=tuple(decode_record(Making, one) for one in data["makings"]),
                counts=tuple(decode_record(Count, one) for one in data["counts"]),
            )
        except (KeyError, TypeError):
            raise ValueError("damaged") from None


def equal_times(rows: Sequence[PaperRow]) -> list[PaperRow]:
    """Return the rows with one time for equal searches."""
    alike: dict[tuple[Any, ...], list[float]] = {}
    for row in rows:
        alike.setdefault(search_of(row), []).append(row.seconds)
    middle = {search: median(seconds) for search, seconds in alike.items()}
    return [replace(row, seconds=middle[search_of(row)]) for row in rows]


def search_of(row: PaperRow) -> tuple[Any, ...]:
    """Return what distinguishes a search from others."""
    return (row.puzzle, row.outcome, row.nodes, row.backtracks, row.resumptions, row.prunings)
