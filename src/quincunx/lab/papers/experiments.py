"""The five papers measured again: what they printed, and what two programs do with the same.

Vocabulary:
  experiment  one table or figure of a paper: cases, named labelings, and the printed figures
  case        the puzzles behind one row or one place of it
  setting     how we run it: the paper's own program at `bounds`, which is what SICStus does, and
              our model at `domain`
  making      how long it takes to make a puzzle
  results     an experiment's figures, and whatever else was found out on the way

Everything about a paper is data: its experiments and printed figures in `papers.json`, what it
claims in `claims.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from quincunx.families.base.capabilities import paper_model
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.runs.trials import Trial
from quincunx.solving.models import OURS, PAPER

KINDS = ("labeling", "matrix", "counters", "growth", "making")


@dataclass(frozen=True)
class Setting:
    """How an experiment is run: a model, and a strength of propagation."""

    name: str
    consistency: str
    model: str


PROGRAM = Setting("paper's program", "bounds", PAPER)
OWN = Setting("ours", "domain", OURS)
SETTINGS = (PROGRAM, OWN)


@dataclass(frozen=True)
class Tag:
    """What a row belongs to."""

    experiment: str
    case: str
    label: str
    setting: str


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
    def title(self) -> str:
        """What to call it."""
        return str(self.data["title"])

    @property
    def cases(self) -> list[dict[str, Any]]:
        """Its cases, each with a name and its puzzles."""
        return list(self.data["cases"])

    @property
    def case_names(self) -> list[str]:
        """The names of its cases."""
        return [str(case["name"]) for case in self.cases]

    @property
    def labels(self) -> list[str]:
        """The names of its labelings."""
        return [str(labeling["label"]) for labeling in self.data.get("labelings", [])]

    @property
    def by_case(self) -> bool:
        """Whether its figures are printed case by case, rather than labeling by labeling."""
        return self.kind in ("counters", "growth", "making")

    @property
    def mapped(self) -> tuple[str, ...]:
        """The counters that get a heat map each: those of a matrix, and where labelings are
        compared on several puzzles, of which a mean would say nothing."""
        if self.kind == "matrix":
            return ("seconds", "backtracks")
        return ("seconds", "nodes") if not self.by_case and len(self.cases) > 1 else ()

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

    def all_printed(self, name: str, counter: str) -> list[float]:
        """The printed figures of a case or a labeling: several where a table has a row for each
        of several runs, named after the case and the run."""
        rows = (self.data["printed"] or {"rows": {}})["rows"]
        runs = [
            row for row in rows if row == name or (row.startswith(f"{name}, ") and self.by_case)
        ]
        figures = [self.printed(run, counter) for run in runs]
        return [figure for figure in figures if figure is not None]

    def printed_names(self, counter: str) -> list[str]:
        """The cases or labelings that have a printed figure."""
        names = self.case_names if self.by_case else self.labels
        return [name for name in names if self.printed(name, counter) is not None]

    def trials(self) -> Iterator[tuple[Trial, Tag]]:
        """Every search of it once, with what it belongs to."""
        if self.kind == "making":
            return
        for case in self.cases:
            for text in case["puzzles"]:
                puzzle = find_puzzle(text)
                for setting in SETTINGS:
                    if setting.model == PAPER and paper_model(puzzle) is None:
                        continue
                    for labeling in self.data["labelings"]:
                        for variable, value, direction in labeling["options"]:
                            yield (
                                Trial(
                                    puzzle.identifier,
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
class Paper:
    """One paper: who wrote it, its experiments, and what it claims."""

    family: str
    title: str
    source: str
    program: str
    experiments: tuple[Experiment, ...]
    claims: tuple[Mapping[str, Any], ...]


@cache
def papers() -> tuple[Paper, ...]:
    """The five papers."""
    claims = read_data("claims.json")
    return tuple(
        Paper(
            paper["family"],
            paper["title"],
            paper["paper"],
            paper["program"],
            tuple(map(Experiment, paper["experiments"])),
            tuple(claims[paper["family"]]),
        )
        for paper in read_data("papers.json")["papers"]
    )


def read_data(name: str) -> Any:
    """A file of data beside this one."""
    return json.loads(files(__package__).joinpath(name).read_bytes())


def counted(asked: Sequence[Paper]) -> list[tuple[str, bool]]:
    """The puzzles that claims want counted, and whether with the paper's program too."""
    found: dict[str, bool] = {}
    for paper in asked:
        for claim in paper.claims:
            for check in claim["test"].get("puzzles", []):
                program = bool(check.get("program"))
                found[check["puzzle"]] = found.get(check["puzzle"], False) or program
    return list(found.items())


def reduced(experiment: Experiment) -> Experiment:
    """An experiment with its first cases, puzzles and labelings only: to try whether all works."""
    data = dict(experiment.data)
    data["cases"] = [
        {**case, "puzzles": case["puzzles"][:1]} if "puzzles" in case else case
        for case in data["cases"][:2]
    ]
    if experiment.kind == "making":
        data["number"] = 1
    elif not experiment.by_case:
        data["labelings"] = [
            {**labeling, "options": labeling["options"][:1]} for labeling in data["labelings"][:5]
        ]
    return Experiment(data)
