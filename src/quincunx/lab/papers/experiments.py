"""The five papers measured again: what they printed, and what our kernel does with the same.

Vocabulary:
  experiment  one table or figure of a paper: cases, named labelings, and the printed figures
  case        the puzzles behind one row or one place of it
  setting     how we run it: our model at `bounds` (nearest to what the authors ran) and at
              `domain`, and where a family knows it the paper's plain model
  finding     an experiment with our figures for it

Everything about a paper is data in `papers.json`: its instances (by their names in the gallery),
its printed figures, the errors found in it and how they can be checked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from statistics import mean
from typing import Any

from quincunx import __version__
from quincunx.errors import EngineError
from quincunx.lab.runs.journal import Identity, Journal, record
from quincunx.lab.runs.running import Progress, require_jobs, run_all
from quincunx.lab.runs.trials import Row, Trial
from quincunx.lab.sweeps.sweep import LIMIT, NOT_RUN, Mark, kernel_name
from quincunx.limits import Limits
from quincunx.models import OURS, PAPER
from quincunx.reading import find_puzzle
from quincunx.solving import tally

KINDS = ("labeling", "matrix", "counters", "growth", "making")


@dataclass(frozen=True)
class Setting:
    """How an experiment is run: a strength of propagation, and a model."""

    name: str
    consistency: str
    model: str = OURS


PLAIN = Setting("plain model", "bounds", PAPER)
OWN = (Setting("bounds", "bounds"), Setting("domain", "domain"))
SETTINGS = (PLAIN, *OWN)


@dataclass(frozen=True)
class Experiment:
    """One table or figure of a paper. `data` is its entry in `papers.json`."""

    data: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Its name in file names."""
        return str(self.data["key"])

    @property
    def kind(self) -> str:
        """One of `KINDS`: how it is measured, tabulated and drawn."""
        return str(self.data["kind"])

    @property
    def cases(self) -> list[dict[str, Any]]:
        """Its cases, each with a name and its puzzles."""
        return list(self.data["cases"])

    @property
    def labels(self) -> list[str]:
        """The names of its labelings."""
        return [str(labeling["label"]) for labeling in self.data.get("labelings", [])]

    @property
    def columns(self) -> list[str]:
        """The counters that the paper prints."""
        return list((self.data["printed"] or {}).get("columns", []))

    def printed(self, name: str, counter: str) -> float | None:
        """The printed figure of a case or a labeling, if there is one."""
        table = self.data["printed"]
        if table is None or counter not in table["columns"] or name not in table["rows"]:
            return None
        figure = table["rows"][name][table["columns"].index(counter)]
        return None if figure is None else float(figure)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """How it is run."""
        return SETTINGS if self.data.get("plain") else OWN

    def trials(self) -> Iterator[tuple[Trial, Tag]]:
        """Every search of it once, with what it belongs to."""
        if self.kind == "making":
            return
        for case in self.cases:
            for text in case["puzzles"]:
                puzzle = find_puzzle(text).identifier
                for setting in self.settings:
                    for labeling in self.data["labelings"]:
                        for options in labeling["options"]:
                            variable, value, direction = options
                            yield (
                                Trial(
                                    puzzle,
                                    variable,
                                    value,
                                    direction,
                                    setting.consistency,
                                    goal=self.data["goal"],
                                    model=setting.model,
                                ),
                                Tag(self.key, case["name"], labeling["label"], setting.name),
                            )


@dataclass(frozen=True)
class Tag:
    """What a row belongs to."""

    experiment: str
    case: str
    label: str
    setting: str


@dataclass(frozen=True)
class PaperRow(Row):
    """The figures of one trial, and the experiment it belongs to."""

    experiment: str
    case: str
    label: str
    setting: str


@dataclass(frozen=True)
class MakingTime:
    """How long it took to make a puzzle of some case."""

    experiment: str
    case: str
    puzzle: str
    seconds: float
    attempts: int


@dataclass(frozen=True)
class Paper:
    """One paper: who wrote it, its experiments, and the errors found in it."""

    family: str
    title: str
    source: str
    experiments: tuple[Experiment, ...]
    errors: tuple[Mapping[str, Any], ...]
    limits: tuple[str, ...]


@cache
def papers() -> tuple[Paper, ...]:
    """The five papers."""
    data = json.loads(files(__package__).joinpath("papers.json").read_bytes())
    return tuple(
        Paper(
            paper["family"],
            paper["title"],
            paper["paper"],
            tuple(map(Experiment, paper["experiments"])),
            tuple(paper["errors"]),
            tuple(paper["limits"]),
        )
        for paper in data["papers"]
    )


def reduced(experiment: Experiment) -> Experiment:
    """An experiment with its first cases, puzzles and labelings only: to try whether all works."""
    data = dict(experiment.data)
    data["cases"] = [
        {**case, "puzzles": case["puzzles"][:1]} if "puzzles" in case else case
        for case in data["cases"][:2]
    ]
    if experiment.kind == "making":
        data["number"] = 1
    elif experiment.kind == "labeling":
        data["labelings"] = [
            {**labeling, "options": labeling["options"][:1]} for labeling in data["labelings"][:5]
        ]
    return Experiment(data)


@dataclass(frozen=True)
class Results:
    """Everything that was measured."""

    papers: tuple[Paper, ...]
    limits: Limits
    rows: tuple[PaperRow, ...]
    """Of every run the fastest of its passes."""
    passes: tuple[tuple[PaperRow, ...], ...]
    """The rows of each pass; a run that was done once only is the same in all of them."""
    making_times: tuple[MakingTime, ...]
    counts: Mapping[str, int]
    """How many solutions puzzles have whose number is claimed."""

    def as_dict(self) -> dict[str, Any]:
        """The results as JSON data: plain rows."""
        return {
            "rows": [row.as_dict() for row in self.rows],
            "makings": [asdict(making) for making in self.making_times],
            "counts": dict(self.counts),
        }

    def alone(self) -> list[Results]:
        """The results as each pass by itself would have given them."""
        return [replace(self, rows=rows, passes=(rows,)) for rows in self.passes]

    def of(self, experiment: Experiment, setting: str) -> list[PaperRow]:
        """The rows of an experiment in one setting."""
        return [r for r in self.rows if r.experiment == experiment.key and r.setting == setting]

    def times_of(self, experiment: Experiment, case: str) -> list[MakingTime]:
        """How long it took to make the puzzles of a case."""
        return [t for t in self.making_times if (t.experiment, t.case) == (experiment.key, case)]

    def figure(
        self, experiment: Experiment, setting: str, counter: str, *, case: str = "", label: str = ""
    ) -> Mark:
        """The mean over the runs of a case, a labeling, or both."""
        rows = [
            row
            for row in self.of(experiment, setting)
            if case in ("", row.case) and label in ("", row.label)
        ]
        if not rows:
            return NOT_RUN
        if any(row.limited for row in rows):
            return LIMIT
        return Mark(mean(getattr(row, counter) for row in rows))


def run_papers(
    *,
    limits: Limits,
    repeat: int = 1,
    jobs: int = 1,
    folder: Path | None = None,
    reduce: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Measure everything. With a folder, what is finished is kept there until all is.

    There are `repeat` passes over all runs, and of every run the fastest counts. What took over
    a second in the first pass, or was stopped, is not done again.
    """
    require_jobs(jobs)
    asked = papers()
    if reduce:
        asked = tuple(
            Paper(
                p.family, p.title, p.source, tuple(map(reduced, p.experiments)), p.errors, p.limits
            )
            for p in asked
        )
    pairs = [pair for p in asked for e in p.experiments for pair in e.trials()]
    journal = None if folder is None else Journal(folder, _identity(limits, repeat, reduce))
    try:
        first = run_all(
            [trial for trial, _ in pairs],
            limits=limits,
            jobs=jobs,
            journal=journal,
            progress=progress,
        )
        passes = [first]
        quick = [at for at, row in enumerate(first) if row.seconds < 1 and not row.limited]
        for again in range(2, repeat + 1):
            rows = run_all(
                [replace(pairs[at][0], repeat=again) for at in quick],
                limits=limits,
                jobs=jobs,
                journal=journal,
                progress=progress,
                name=f"run {again}",
            )
            done = dict(zip(quick, rows, strict=True))
            passes.append([done.get(at, row) for at, row in enumerate(first)])
        times = [t for p in asked for e in p.experiments for t in _making_times(p, e, journal)]
    finally:
        if journal is not None:
            journal.close()
    tagged = [
        tuple(
            PaperRow(**asdict(row), **asdict(tag))
            for row, (_, tag) in zip(rows, pairs, strict=True)
        )
        for rows in passes
    ]
    return Results(
        papers=asked,
        limits=limits,
        rows=tuple(min(same, key=lambda row: row.seconds) for same in zip(*tagged, strict=True)),
        passes=tuple(tagged),
        making_times=tuple(times),
        counts=_counts(asked),
    )


def _identity(limits: Limits, repeat: int, reduce: bool) -> Identity:
    kind = {"kind": "papers", "kernel": kernel_name(), "version": __version__}
    return {**kind, **asdict(limits), "repeat": repeat, "reduced": reduce}


def _making_times(
    paper: Paper, experiment: Experiment, journal: Journal | None
) -> Iterator[MakingTime]:
    """Make the puzzles of a making experiment, one clock a puzzle."""
    if experiment.kind != "making":
        return
    from quincunx.making import generate

    for case in experiment.cases:
        key = f"making {experiment.key} {case['name']}"
        number = experiment.data["number"]
        known = None if journal is None else journal.recall(key, partial(_made, number))
        if known is not None:
            yield from known
            continue
        made = []
        series = generate(
            paper.family, seed=experiment.data["seed"], number=number, **case["parameters"]
        )
        began = time.perf_counter()
        for item in series:
            seconds = round(time.perf_counter() - began, 6)
            made.append(
                MakingTime(
                    experiment.key, case["name"], item.puzzle.identifier, seconds, item.attempts
                )
            )
            began = time.perf_counter()
        if not series.complete:
            raise EngineError(f"lab: {key}: {series.ended} after {series.kept} puzzles")
        if journal is not None:
            journal.add(key, [asdict(one) for one in made])
        yield from made


def _made(number: int, data: Any) -> list[MakingTime]:
    """The makings of a case that were written down; an error if they are not that."""
    if not isinstance(data, list) or len(data) != number:
        raise ValueError(f"no list of {number} makings")
    return [record(MakingTime, one) for one in data]


def _counts(asked: Sequence[Paper]) -> dict[str, int]:
    """How many solutions the puzzles have that the errors speak of."""
    return {
        check["puzzle"]: tally(find_puzzle(check["puzzle"])).count
        for paper in asked
        for error in paper.errors
        for check in error["checks"]
    }
