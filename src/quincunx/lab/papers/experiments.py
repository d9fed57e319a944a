"""The papers' experiments: their cases, labelings and printed figures, as data.

`papers.json` holds each paper's tables and figures, `claims.toml` what it claims, and `page.md` the
text around the verdicts. An experiment is one table or figure; a case is the puzzles behind one row
or one place of it. Each is run with the paper's own program and with ours.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Any

from quincunx.families.base.capabilities import paper_model
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.tables import counter_name
from quincunx.lab.trials import Trial
from quincunx.solving.models import OURS, PAPER

KINDS = ("labeling", "matrix", "counters", "growth", "making")


@dataclass(frozen=True)
class Setting:
    """How an experiment is run: a model with a strength of propagation."""

    name: str
    consistency: str
    model: str


PROGRAM = Setting("paper's program", "bounds", PAPER)
"""SICStus does bounds propagation by itself."""
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
    """One table or figure of a paper; `data` is its entry in `papers.json`."""

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
        """Its heading."""
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
    def names(self) -> list[str]:
        """The names by which its figures are printed."""
        return self.case_names if self.by_case else self.labels

    @property
    def pictures(self) -> dict[str, str]:
        """The names of its pictures, each with the counter of its heat map; curves have none."""
        if self.kind == "growth":
            return {self.key: ""}
        counters = ["seconds"] if self.kind == "making" else ["seconds", "backtracks"]
        if self.kind == "labeling" and len(self.cases) > 1:
            counters = ["seconds", "nodes"]
        return {f"{self.key}-{counter_name(counter)}": counter for counter in counters}

    @property
    def columns(self) -> list[str]:
        """The counters that the paper prints."""
        return list((self.data["printed"] or {}).get("columns", []))

    def printed(self, name: str, counter: str) -> float | None:
        """Return the printed figure of a case or a labeling, if there is one.

        It is the median if a table has a row for each run of a case.
        """
        table = self.data["printed"]
        if table is None or counter not in table["columns"]:
            return None
        place = table["columns"].index(counter)
        rows = table["rows"]
        same = [key for key in rows if self.by_case and key.startswith(f"{name}, ")]
        figures = [rows[key][place] for key in same or [name] if key in rows]
        known = [float(figure) for figure in figures if figure is not None]
        return median(known) if known else None

    def printed_names(self, counter: str) -> list[str]:
        """Return the cases or labelings that have a printed figure."""
        return [name for name in self.names if self.printed(name, counter) is not None]

    def trials(self) -> Iterator[tuple[Trial, Tag]]:
        """Yield every search once, with what it belongs to."""
        if self.kind == "making":
            return
        for case in self.cases:
            for puzzle in map(find_puzzle, case["puzzles"]):
                for setting in SETTINGS:
                    if setting.model == PAPER and paper_model(puzzle) is None:
                        continue
                    for labeling in self.data["labelings"]:
                        tag = Tag(self.key, case["name"], labeling["label"], setting.name)
                        for variable, value, direction in labeling["options"]:
                            trial = Trial(
                                puzzle.identifier,
                                variable,
                                value,
                                direction,
                                setting.consistency,
                                goal=self.data["goal"],
                                model=setting.model,
                            )
                            yield trial, tag

    def reduced(self) -> Experiment:
        """Return the experiment with its first cases, puzzles and labelings only, as a trial."""
        data = dict(self.data)
        data["cases"] = [
            {**case, "puzzles": case["puzzles"][:1]} if "puzzles" in case else case
            for case in data["cases"][:2]
        ]
        if self.kind == "making":
            data["number"] = 1
        elif not self.by_case:
            data["labelings"] = [
                {**labeling, "options": labeling["options"][:1]}
                for labeling in data["labelings"][:5]
            ]
        return Experiment(data)


@dataclass(frozen=True)
class Claim:
    """What a paper claims, and the test that judges it; see `claims.py`."""

    id: str
    where: str
    says: str
    reason: str
    test: str
    given: Mapping[str, Any]
    """The parameters of the test."""


@dataclass(frozen=True)
class Paper:
    """One paper: its source, its experiments, and its claims."""

    family: str
    title: str
    source: str
    program: str
    experiments: tuple[Experiment, ...]
    claims: tuple[Claim, ...]


def read_text(name: str) -> str:
    """Return the text of a file in this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def read_claim(entry: Mapping[str, Any]) -> Claim:
    """Return a claim from its entry in `claims.toml`."""
    named = [field.name for field in fields(Claim) if field.name != "given"]
    for name in named:
        if not isinstance(entry.get(name), str):
            raise ValueError(f"claim {entry.get('id')}: no {name}, expected a text")
    given = {name: value for name, value in entry.items() if name not in named}
    return Claim(**{name: entry[name] for name in named}, given=given)


@cache
def papers() -> tuple[Paper, ...]:
    """Return the five papers."""
    claims = tomllib.loads(read_text("claims.toml"))
    return tuple(
        Paper(
            paper["family"],
            paper["title"],
            paper["paper"],
            paper["program"],
            tuple(map(Experiment, paper["experiments"])),
            tuple(map(read_claim, claims[paper["family"]])),
        )
        for paper in json.loads(read_text("papers.json"))["papers"]
    )


def experiments() -> list[tuple[Paper, Experiment]]:
    """Return all experiments with their papers."""
    return [(paper, experiment) for paper in papers() for experiment in paper.experiments]


def counted_puzzles(asked: Sequence[Paper]) -> list[tuple[str, bool]]:
    """Return the puzzles whose solutions claims need, and whether by the paper's program too."""
    found: dict[str, bool] = {}
    for claim in (claim for paper in asked for claim in paper.claims):
        for check in claim.given.get("puzzles", []):
            program = bool(check.get("program"))
            found[check["puzzle"]] = found.get(check["puzzle"], False) or program
    return list(found.items())
