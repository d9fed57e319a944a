"""Judging what a paper claims: a verdict that is computed, with what it rests on.

Vocabulary:
  claim      an entry of `claims.json`: where the paper says something, what, and how to test it
  verdict    one of `VERDICTS`; of what was measured it is that of the paper's own program, and
             ours stands beside it
  test       a function that judges claims of its kind, see `TESTS`
  read       of a verdict: nothing was computed for it; somebody read the paper, and gives a reason

When a ranking is reproduced, ρ is at least `GOOD` and no chance (p below `CHANCE`). When it is not,
so much agreement is excluded. In between nobody can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from quincunx.lab.papers.exact_tests import Agreement
from quincunx.lab.papers.experiments import Experiment, Paper
from quincunx.lab.papers.results import Results

REPRODUCED = "reproduced"
NOT_REPRODUCED = "not reproduced"
UNTOLD = "cannot be told"
WRONG = "wrong in print"
VERDICTS = (REPRODUCED, NOT_REPRODUCED, UNTOLD, WRONG)

GOOD = 0.7
CHANCE = 0.05


@dataclass(frozen=True)
class Judgement:
    """A verdict and what it rests on: `words` on the paper's program and on ours, empty where
    there is nothing to say, and n, ρ and p where there are such. `p` is that of the claim, and
    `against` that of its opposite."""

    verdict: str
    words: Sequence[str] = ("", "")
    n: int | None = None
    rho: float | None = None
    p: float | None = None
    against: float | None = None
    read: bool = False

    @property
    def decisive(self) -> float | None:
        """The p value that the verdict rests on, if any."""
        return self.against if self.verdict == NOT_REPRODUCED and self.against else self.p


def rank_verdict(found: Agreement) -> str:
    """What becomes of the claim that two rankings agree."""
    if found.rho is not None and found.rho >= GOOD and found.p < CHANCE:
        return REPRODUCED
    return NOT_REPRODUCED if found.excludes(GOOD) else UNTOLD


@dataclass(frozen=True)
class Finding:
    """A claim and what came of it."""

    family: str
    id: str
    where: str
    says: str
    reason: str
    judgement: Judgement

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON data."""
        data = asdict(self)
        judgement = data.pop("judgement")
        program, ours = judgement.pop("words")
        return {**data, **judgement, "program": program, "ours": ours}


@dataclass(frozen=True)
class Case:
    """What a test is given: the claim's test, the paper, and all that was measured."""

    test: Mapping[str, Any]
    paper: Paper
    results: Results

    @property
    def experiment(self) -> Experiment:
        """The experiment that the test names."""
        return self.named(str(self.test["experiment"]))

    def named(self, key: str) -> Experiment:
        """An experiment of the paper."""
        (found,) = (e for e in self.paper.experiments if e.key == key)
        return found


Test: TypeAlias = Callable[[Case], Judgement]


def judge(results: Results, paper: Paper) -> list[Finding]:
    """Every claim of a paper with its verdict."""
    from quincunx.lab.papers.claim_tests import TESTS

    found = []
    for claim in paper.claims:
        judgement = TESTS[claim["test"]["kind"]](Case(claim["test"], paper, results))
        assert judgement.verdict in VERDICTS
        found.append(
            Finding(
                paper.family, claim["id"], claim["where"], claim["says"], claim["reason"], judgement
            )
        )
    return found
