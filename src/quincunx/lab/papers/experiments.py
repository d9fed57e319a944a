"""The papers' experiments: their cases, labelings and printed figures, as data.

`papers.json` holds each paper's tables and figures, `claims.toml` what it claims. An experiment is
one table or figure; a case is the puzzles behind one row or one place of it. Each is run with the
paper's program, with that of its authors if it is known and differs, and with ours.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from statistics import median
from typing import Any, Self

from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.trials import Trial
from quincunx.solving.models import AUTHORS, OURS, PAPER, models_of, usual_consistency

MODEL_NAMES = {AUTHORS: "authors' program", PAPER: "paper's program", OURS: "ours"}
"""The models that experiments are run with; SICStus does bounds propagation by itself."""
DEFAULT_NODES = 100_000
"""Node limit of a search unless its experiment has another. Not seconds: so the same searches are
stopped on every machine."""
REDUCED_NODES = 300
"""Node limit of a trial run."""


@dataclass(frozen=True)
class Experiment:
    """One table or figure of a paper, with the names of its entry in `papers.json`."""

    key: str
    kind: str
    """`labeling`, `counters`, `growth` or `making`."""
    title: str
    about: str
    cases: Sequence[Mapping[str, Any]]
    """Each has a name and puzzles, and perhaps models to leave out; with `growth` a place; with
    `making` a request."""
    labelings: Sequence[Mapping[str, Any]] = ()
    """Each has a label, and the options whose mean the paper prints."""
    printed: Mapping[str, Any] | None = None
    parameter: str = ""
    goal: str = "first"
    nodes: int = DEFAULT_NODES
    repeat: int | None = None
    """Number of runs of each search; `None` repeats quick searches."""
    number: int = 0
    """Puzzles that our generator makes for each case, and `program_number` the paper's."""
    program_number: int = 0
    seed: int = 0

    @property
    def case_names(self) -> list[str]:
        """The names of its cases."""
        return [str(case["name"]) for case in self.cases]

    @property
    def labels(self) -> list[str]:
        """The names of its labelings."""
        return [str(labeling["label"]) for labeling in self.labelings]

    @property
    def by_case(self) -> bool:
        """Whether its figures are printed case by case, rather than labeling by labeling."""
        return self.kind != "labeling"

    @property
    def names(self) -> list[str]:
        """The names by which its figures are printed."""
        return self.case_names if self.by_case else self.labels

    @property
    def columns(self) -> list[str]:
        """The counters that the paper prints."""
        return list((self.printed or {}).get("columns", []))

    def figure(self, name: str, counter: str) -> float | None:
        """Return the printed figure of a case or a labeling, if there is one.

        It is the median if a table has a row for each run of a case.
        """
        if self.printed is None or counter not in self.columns:
            return None
        place, rows = self.columns.index(counter), self.printed["rows"]
        same = [key for key in rows if self.by_case and key.startswith(f"{name}, ")]
        figures = [rows[key][place] for key in same or [name] if key in rows]
        known = [float(figure) for figure in figures if figure is not None]
        return median(known) if known else None

    def trials(self) -> list[Trial]:
        """Return every search once."""
        options = {tuple(o): None for labeling in self.labelings for o in labeling["options"]}
        return [
            replace(
                Trial(puzzle.identifier, *each),
                consistency=usual_consistency(model),
                goal=self.goal,
                model=model,
                point=case["name"],
            )
            for case in self.cases
            for puzzle in map(find_puzzle, case.get("puzzles", ()))
            for model in MODEL_NAMES
            if model in models_of(puzzle) and model not in case.get("without", ())
            for each in options
        ]

    def reduced(self) -> Self:
        """Return the experiment with its first cases, puzzles and labelings only, as a trial."""
        cases = [
            {**case, "puzzles": case["puzzles"][:1]} if "puzzles" in case else case
            for case in self.cases[:2]
        ]
        return replace(
            self,
            cases=cases,
            labelings=self.labelings[:5],
            nodes=REDUCED_NODES,
            repeat=1,
            number=min(1, self.number),
            program_number=0,
        )


@dataclass(frozen=True)
class Claim:
    """What a paper claims, and the test that judges it; see `claims.py`."""

    id: str
    where: str
    says: str
    test: str
    reason: str = ""
    tuned: str = ""
    """What of the program was chosen so that the claim, or a figure near it, fits."""
    given: Mapping[str, Any] | None = None
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
    named = ("id", "where", "says", "test", "reason", "tuned")
    given = {name: value for name, value in entry.items() if name not in named}
    return Claim(**{name: entry[name] for name in named if name in entry}, given=given)


@cache
def papers() -> tuple[Paper, ...]:
    """Return the five papers."""
    claims = tomllib.loads(read_text("claims.toml"))
    read = []
    for entry in json.loads(read_text("papers.json"))["papers"]:
        entry["experiments"] = tuple(Experiment(**one) for one in entry["experiments"])
        read.append(Paper(**entry, claims=tuple(map(read_claim, claims[entry["family"]]))))
    return tuple(read)


def experiments() -> list[tuple[Paper, Experiment]]:
    """Return all experiments with their papers."""
    return [(paper, experiment) for paper in papers() for experiment in paper.experiments]


def counted_puzzles() -> list[str]:
    """Return the puzzles whose solutions and answers claims count."""
    claims = [claim for paper in papers() for claim in paper.claims if claim.test == "counts"]
    return list(dict.fromkeys(name for claim in claims for name in (claim.given or {})["puzzles"]))
