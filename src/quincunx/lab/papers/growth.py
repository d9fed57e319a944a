"""Tests of how costs grow with a size, and where they fall."""

from __future__ import annotations

from statistics import mean, median

from quincunx.lab.growth.fit import Observed, fit
from quincunx.lab.growth.report import told
from quincunx.lab.papers.comparisons import costs, in_seconds
from quincunx.lab.papers.exact_tests import agreement, p_in_words, shift_p
from quincunx.lab.papers.experiments import PROGRAM, SETTINGS, Setting
from quincunx.lab.papers.results import equal_times
from quincunx.lab.papers.verdicts import (
    CHANCE,
    GOOD,
    NOT_REPRODUCED,
    REPRODUCED,
    UNTOLD,
    Case,
    Judgement,
)

FIRST_ATTEMPTS = 2
"""Who backtracks no more often has found a solution at the first attempts."""


def shape(case: Case) -> Judgement:
    """A cost grows in a certain way, and in no other that explains it as well. A power is a line
    where its exponent may be 1."""
    claimed = case.test["shape"]
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        observed = _observed(case, setting)
        plus = 0.0 if case.test["counter"] == "seconds" else 1.0
        found = fit(observed, plus)
        n = max(n, len(observed))
        if found is None or not found.grows:
            words.append("no growth beyond chance" if found else "too few points")
            verdicts.append(UNTOLD)
            continue
        power = fit(observed, plus, ("power",))
        exponent = None if power is None else (power.low, power.high)
        is_claimed = [
            kind == claimed or _straight(kind, claimed, exponent)
            for kind in (found.shape, *found.others)
        ]
        what = told(found, case.experiment.data["parameter"], case.test["counter"])
        words.append(f"{what}; {len(observed)} puzzles")
        verdicts.append(
            REPRODUCED if all(is_claimed) else UNTOLD if any(is_claimed) else NOT_REPRODUCED
        )
    return Judgement(verdicts[0], words, n=n or None)


def _straight(kind: str, claimed: str, exponent: tuple[float, float] | None) -> bool:
    """Whether a power cannot be told from a line, and a line was claimed."""
    if kind != "power" or claimed != "linear" or exponent is None:
        return False
    low, high = exponent
    return low <= 1 <= high


def not_shape(case: Case) -> Judgement:
    """A cost does not grow in a certain way."""
    found = shape(case)
    turned = {REPRODUCED: NOT_REPRODUCED, NOT_REPRODUCED: REPRODUCED}
    verdict = turned.get(found.verdict, found.verdict)
    return Judgement(verdict, found.words, n=found.n)


def _observed(case: Case, setting: Setting) -> list[Observed]:
    """What every puzzle costs; where a claim is of those alone that take so many backtracks before
    they are solved, of these."""
    counter = case.test["counter"]
    least = case.test.get("least backtracks")
    places = {c["name"]: c["place"] for c in case.experiment.cases}
    return [
        Observed(places[row.case], float(getattr(row, counter)), row.limited)
        for row in case.results.of(case.experiment, setting.name)
        if least is None or (row.outcome == "solved" and row.backtracks >= least)
    ]


def dips(case: Case) -> Judgement:
    """Time is low where the first attempts succeed: what is solved after at most `FIRST_ATTEMPTS`
    backtracks takes less, measured by its neighbours on the axis, than what takes more of them."""
    words, judged = [], []
    for setting in SETTINGS:
        rows = equal_times(case.results.of(case.experiment, setting.name))
        solved = [row for row in rows if row.outcome == "solved"]
        at_once: list[float] = []
        later: list[float] = []
        for before, row, after in zip(solved, solved[1:], solved[2:], strict=False):
            share = row.seconds / mean((before.seconds, after.seconds))
            (at_once if row.backtracks <= FIRST_ATTEMPTS else later).append(share)
        if not at_once or not later:
            words.append(
                f"nothing to compare: {len(at_once)} at the first attempts, {len(later)} later"
            )
            judged.append((UNTOLD, 0, 1.0, 1.0))
            continue
        p, against = shift_p(at_once, later), shift_p(later, at_once)
        words.append(
            f"{len(at_once)} inputs that are solved after at most {FIRST_ATTEMPTS} backtracks take "
            f"{median(at_once):.2f} of the time of their neighbours in the median "
            f"({min(at_once):.2f} to {max(at_once):.2f}), {len(later)} others {median(later):.2f} "
            f"({min(later):.2f} to {max(later):.2f}; {p_in_words(p)})"
        )
        verdict = REPRODUCED if p < CHANCE else NOT_REPRODUCED if against < CHANCE else UNTOLD
        judged.append((verdict, len(at_once) + len(later), p, against))
    verdict, n, p, against = judged[0]
    return Judgement(verdict, words, n=n, p=p, against=against)


def erratic(case: Case) -> Judgement:
    """A counter does not rise with the place: neither as printed nor here."""
    counter = case.test["counter"]
    experiment = case.experiment
    places = [c["place"] for c in experiment.cases]
    words, found = [], []
    for setting in SETTINGS:
        ours = costs(case.results, experiment, setting, counter)
        known = [
            (p, ours[n]) for p, n in zip(places, experiment.case_names, strict=True) if n in ours
        ]
        one = agreement([p for p, _ in known], [cost for _, cost in known])
        found.append(one)
        words.append(f"with the size, {one.in_words()}")
    one = found[0]
    stopped = any(row.limited for row in case.results.of(experiment, PROGRAM.name))
    if one.rho is None or stopped:
        return Judgement(UNTOLD, words, n=one.n)
    rises = one.rho >= GOOD and one.p < CHANCE
    return Judgement(NOT_REPRODUCED if rises else REPRODUCED, words, n=one.n, rho=one.rho, p=one.p)


def all_solved(case: Case) -> Judgement:
    """The program solves any puzzle: one that it does not solve disproves that, and a sample that
    it does proves nothing."""
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        rows = equal_times(case.results.of(case.experiment, setting.name))
        n = max(n, len(rows))
        solved = [row.seconds for row in rows if row.outcome == "solved"]
        words.append(
            f"{len(solved)} of {len(rows)} within the limit, the slowest of these in "
            f"{in_seconds(max(solved, default=0.0))}"
        )
        lost = any(row.outcome == "none" for row in rows)
        verdicts.append(NOT_REPRODUCED if lost else UNTOLD)
    return Judgement(verdicts[0], words, n=n or None)
