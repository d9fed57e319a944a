"""Tests that hold what is printed against what else is printed, without any search."""

from __future__ import annotations

from itertools import pairwise

from quincunx.lab.papers.exact_tests import agreement
from quincunx.lab.papers.verdicts import REPRODUCED, WRONG, Case, Judgement, rank_verdict


def told(case: Case) -> Judgement:
    """Nothing to compute: somebody read it, and the reason says why."""
    return Judgement(case.test["verdict"], read=True)


def at_most(case: Case) -> Judgement:
    """A number is within a bound."""
    value, most = case.test["value"], case.test["most"]
    over = value > most
    sign = ">" if over else "≤"
    words = f"{case.test['what']}: {value:g} {sign} {most:g} ({case.test['bound']})"
    return Judgement(WRONG if over else REPRODUCED, words=("", words))


def total(case: Case) -> Judgement:
    """Terms add up to what is claimed."""
    found, claimed = sum(case.test["terms"]), case.test["claimed"]
    words = f"{case.test['what']}: {found:g}"
    if found != claimed:
        words += f", not {claimed:g}"
    return Judgement(WRONG if found != claimed else REPRODUCED, words=("", words))


def ratio(case: Case) -> Judgement:
    """A printed ratio is that of the printed figures, to a tenth."""
    above, below = case.test["of"]
    found, claimed = above / below, case.test["claimed"]
    words = f"{case.test['what']} = {found:.1f}; {case.test['said']}"
    wrong = not 0.9 <= found / claimed <= 1.1
    return Judgement(WRONG if wrong else REPRODUCED, words=("", words))


def rates(case: Case) -> Judgement:
    """Printed amounts and times go together: no rate is five times another."""
    found = {name: number / seconds for name, number, seconds in case.test["amounts"]}
    words = ", ".join(f"{name} {rate:,.0f}" for name, rate in found.items())
    wrong = max(found.values()) > 5 * min(found.values())
    verdict = WRONG if wrong else REPRODUCED
    return Judgement(verdict, words=("", f"{case.test['unit']}: {words}"), n=len(found))


def rising(case: Case) -> Judgement:
    """Printed figures rise."""
    values = case.test["values"]
    falls = [(a, b) for a, b in pairwise(values) if b < a]
    words = ", ".join(f"{value:g}" for value in values)
    verdict = WRONG if falls else REPRODUCED
    return Judgement(verdict, words=("", f"{case.test['what']}: {words}"), n=len(values))


def follows(case: Case) -> Judgement:
    """Printed figures follow a cause, by the same rule as a ranking; another cause, which they may
    follow better, is told beside it."""
    printed = case.test["printed"]
    claimed, other = (agreement(case.test[name], printed) for name in ("by", "better"))
    words = (
        f"{case.test['what']} against {case.test['cause']}: {claimed.in_words()}; against "
        f"{case.test['instead']}: {other.in_words()}"
    )
    return Judgement(
        rank_verdict(claimed), words=("", words), n=claimed.n, rho=claimed.rho, p=claimed.p
    )


def near_printed(case: Case) -> Judgement:
    """A printed time is that of some printed runs, to a third."""
    labels, seconds = case.test["labels"], case.test["seconds"]
    printed = {name: case.experiment.printed(name, "seconds") or 0.0 for name in labels}
    near_it = [n for n, time in printed.items() if time and 0.75 <= seconds / time <= 1.33]
    times = f"{min(printed.values()):.2f} to {max(printed.values()):.2f} s"
    words = f"{seconds:g} s against {times} of the printed runs"
    return Judgement(REPRODUCED if near_it else WRONG, words=("", words), n=len(printed))
