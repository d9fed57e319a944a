"""Verdicts on claims of the papers: what a claim is, and how tests of claims are registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import Any, TypeAlias

from quincunx.lab.papers.experiments import SETTINGS, Experiment, Paper, Setting
from quincunx.lab.papers.results import Making, PaperRow, Results
from quincunx.lab.statistics import Agreement
from quincunx.lab.tables import brief

REPRODUCED = "reproduced"
NOT_REPRODUCED = "not reproduced"
UNDECIDED = "cannot be told"
WRONG = "wrong in print"
VERDICTS = (REPRODUCED, NOT_REPRODUCED, UNDECIDED, WRONG)
IN_WORDS = {verdict: verdict for verdict in VERDICTS} | {UNDECIDED: "inconclusive"}
"""Verdicts as readers see them; stored data keep the keys."""

GOOD = 0.7
"""A ranking is reproduced from this correlation on, and not reproduced if it is excluded."""
CHANCE = 0.05
"""Significance level."""
FIRST_ATTEMPTS = 2
"""A search with at most this many backtracks finds a solution at the first attempts."""


@dataclass(frozen=True)
class Judgement:
    """A verdict and what it rests on.

    `program` describes the result of the paper's program, `ours` that of ours; either may be
    empty. `p` is that of the claim, `against` that of its opposite. `read` means that nothing was
    computed.
    """

    verdict: str
    program: str = ""
    n: int | None = None
    rho: float | None = None
    p: float | None = None
    against: float | None = None
    ours: str = ""
    read: bool = False

    @property
    def decisive(self) -> float | None:
        """The p value that the verdict rests on, if any."""
        return self.against if self.verdict == NOT_REPRODUCED and self.against else self.p


@dataclass(frozen=True)
class Finding:
    """A claim and its judgement."""

    family: str
    id: str
    where: str
    says: str
    reason: str
    judgement: Judgement

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON data."""
        data = asdict(self)
        return {**data, **data.pop("judgement")}


@dataclass(frozen=True)
class Claim:
    """What a test is given: the entry of the claim, its paper, and all measurements."""

    test: Mapping[str, Any]
    paper: Paper
    results: Results

    @property
    def experiment(self) -> Experiment:
        """The experiment that the claim is about."""
        (found,) = (e for e in self.paper.experiments if e.key == self.test["experiment"])
        return found

    def rows(self, setting: Setting) -> list[PaperRow]:
        """Return the rows of the experiment, or of the case that the claim is about."""
        rows = self.results.of(self.experiment, setting.name)
        return [row for row in rows if row.case == self.test.get("case", row.case)]

    def costs(self, setting: Setting, counter: str, case: str = "") -> dict[str, float]:
        """Return the cost of each case or labeling that was run; infinite if it was stopped."""
        experiment = self.experiment
        cells = {
            name: self.results.cost(experiment, setting.name, counter, name, case)
            for name in experiment.names
        }
        return {
            name: inf if cell.number is None else cell.number
            for name, cell in cells.items()
            if cell.number is not None or cell.instead == "limit"
        }

    def makings(self, setting: Setting, case: str) -> list[Making]:
        """Return how puzzles of a case were made."""
        return self.results.makings_of(self.experiment, self.test[case], setting.name)


ClaimTest: TypeAlias = Callable[[Claim], Judgement]
TESTS: dict[str, ClaimTest] = {}
"""All tests by the names under which claims ask for them."""


def claim_test(kind: str) -> Callable[[ClaimTest], ClaimTest]:
    """Register a test."""

    def register(test: ClaimTest) -> ClaimTest:
        TESTS[kind] = test
        return test

    return register


ProgramTest: TypeAlias = Callable[[Claim, Setting], Judgement]


def program_test(kind: str) -> Callable[[ProgramTest], ClaimTest]:
    """Register a test that is applied to the paper's program and to ours.

    Its judgements of both describe one program each, as `program`.
    """

    def register(test: ProgramTest) -> ClaimTest:
        def judge(claim: Claim) -> Judgement:
            program, ours = (test(claim, setting) for setting in SETTINGS)
            most = max(program.n or 0, ours.n or 0) or None
            return replace(program, ours=ours.program, n=most if program.p is None else program.n)

        return claim_test(kind)(judge)

    return register


def rank_verdict(found: Agreement) -> str:
    """Return the verdict on the claim that two rankings agree."""
    if found.rho is not None and found.rho >= GOOD and found.p < CHANCE:
        return REPRODUCED
    return NOT_REPRODUCED if found.excludes(GOOD) else UNDECIDED


def significance(p: float, against: float) -> str:
    """Return the verdict on a claim with this p value, and this one of its opposite."""
    return REPRODUCED if p < CHANCE else NOT_REPRODUCED if against < CHANCE else UNDECIDED


def in_seconds(seconds: float) -> str:
    """Return a time, or that it is beyond the limit."""
    return "more than the limit" if seconds == inf else brief(seconds, "seconds")
