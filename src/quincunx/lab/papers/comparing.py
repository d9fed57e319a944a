"""Tests that compare labelings and boards by what their searches cost.

Costs are processor seconds unless a claim names another counter; equal searches have equal times,
and what a limit stopped costs more than all else.
"""

from __future__ import annotations

from math import inf

from quincunx.lab.figures.numbers import brief
from quincunx.lab.papers.chance import Agreement, agreement, p_in_words, sign_p
from quincunx.lab.papers.experiments import SETTINGS, Experiment, Setting
from quincunx.lab.papers.judging import (
    CHANCE,
    GOOD,
    NOT_REPRODUCED,
    REPRODUCED,
    UNTOLD,
    Case,
    Judgement,
)
from quincunx.lab.papers.results import PaperRow, Results


def costs(
    results: Results, experiment: Experiment, setting: Setting, counter: str, case: str = ""
) -> dict[str, float]:
    """What each case or labeling costs that was run; what was stopped costs more than all else."""
    names = experiment.case_names if experiment.by_case else experiment.labels
    marks = {n: results.cost(experiment, setting.name, counter, n, case) for n in names}
    return {
        name: inf if mark.number is None else mark.number
        for name, mark in marks.items()
        if mark.number is not None or mark.instead == "limit"
    }


def _ranked(case: Case, printed: str, ours: str) -> list[Agreement]:
    """How a counter of ours ranks against a printed one, in every setting."""
    found = []
    for setting in SETTINGS:
        known = costs(case.results, case.experiment, setting, ours)
        names = [name for name in case.experiment.printed_names(printed) if name in known]
        figures = [case.experiment.printed(name, printed) or 0.0 for name in names]
        found.append(agreement(figures, [known[name] for name in names]))
    return found


def rank(case: Case) -> Judgement:
    """Printed figures rank as ours do."""
    counter = case.test["counter"]
    found = _ranked(case, counter, counter)
    words = [one.in_words() for one in found]
    if counter == "seconds":
        # What a search did has no noise.
        effort = [one.rho for one in _ranked(case, counter, "backtracks")]
        told = ["nothing to rank" if rho is None else f"{rho + 0.0:+.2f}" for rho in effort]
        words = [f"{text}; by backtracks {more}" for text, more in zip(words, told, strict=True)]
    one = found[0]
    verdict = UNTOLD
    if one.rho is not None and one.rho >= GOOD and one.p < CHANCE:
        verdict = REPRODUCED
    elif one.excludes(GOOD):
        verdict = NOT_REPRODUCED
    return Judgement(verdict, words, one.n, one.rho, one.p)


def best(case: Case) -> Judgement:
    """A labeling is the cheapest, or one of those nobody can tell from the cheapest."""
    label = case.test["label"]
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        rows = rows_of(case, setting)
        found = costs(case.results, case.experiment, setting, "seconds", case.test.get("case", ""))
        if label not in found or min(found.values()) == inf:
            words.append("not run" if label not in found else "all stopped by the limit")
            verdicts.append(UNTOLD)
            continue
        n = max(n, len(found))
        leaders = _leaders(found, rows)
        place = 1 + sum(cost < found[label] for cost in found.values())
        if len(leaders) == len(found):
            words.append(f"all {len(found)} cost the same within noise")
            verdicts.append(UNTOLD)
        elif label in leaders:
            others = "alone" if len(leaders) == 1 else f"with {len(leaders) - 1} others"
            words.append(f"first {others}, of {len(found)}: {in_seconds(found[label])}")
            verdicts.append(REPRODUCED)
        else:
            first = min(found, key=lambda name: found[name])
            words.append(
                f"place {place} of {len(found)}: {in_seconds(found[label])}, "
                f"where {first} takes {in_seconds(found[first])}"
            )
            verdicts.append(NOT_REPRODUCED)
    return Judgement(verdicts[0], words, n=n or None)


def rows_of(case: Case, setting: Setting) -> list[PaperRow]:
    rows = case.results.of(case.experiment, setting.name)
    return [row for row in rows if row.case == case.test.get("case", row.case)]


def _leaders(found: dict[str, float], rows: list[PaperRow]) -> set[str]:
    """The labelings whose times overlap that of the cheapest."""
    least = min(found.values())
    first = {name for name, cost in found.items() if cost == least}
    high = max((row.high for row in rows if row.label in first), default=least)
    return {row.label for row in rows if not row.limited and row.low <= high and row.label in found}


def in_seconds(seconds: float) -> str:
    return "more than the limit" if seconds == inf else brief(seconds, "seconds")


def worst(case: Case) -> Judgement:
    """The dearest labeling is one of a group, and the group the dearest in the mean rank."""
    group = case.test["group"]
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        found = costs(case.results, case.experiment, setting, "seconds")
        finite = len(set(found.values()))
        if finite < 2 or not any(_first(name) == group for name in found):
            words.append("nothing to compare")
            verdicts.append(UNTOLD)
            continue
        n = max(n, len(found))
        most = max(found.values())
        dearest = sorted({_first(name) for name, cost in found.items() if cost == most})
        words.append(f"the dearest of {len(found)} ({in_seconds(most)}) is of {', '.join(dearest)}")
        verdicts.append(REPRODUCED if dearest == [group] else NOT_REPRODUCED)
        if group in dearest and len(dearest) > 1:
            verdicts[-1] = UNTOLD
    return Judgement(verdicts[0], words, n=n or None)


def _first(label: str) -> str:
    return label.split(", ")[0]


def pairs(case: Case) -> Judgement:
    """One option beats others where all else is the same: a sign test by nodes, which have no
    noise; what was stopped has lost against what was not."""
    better, worse = case.test["better"], case.test["worse"]
    words, judged = [], []
    for setting in SETTINGS:
        wins = losses = ties = 0
        rows = {(row.case, row.label): row for row in rows_of(case, setting)}
        for (name, label), row in rows.items():
            options = label.split(", ")
            for other in worse:
                swapped = ", ".join(other if option == better else option for option in options)
                rival = rows.get((name, swapped))
                if better not in options or rival is None:
                    continue
                mine, theirs = (inf if r.limited else float(r.nodes) for r in (row, rival))
                wins, losses = wins + (mine < theirs), losses + (mine > theirs)
                ties += mine == theirs
        p = sign_p(wins, losses)
        against = sign_p(losses, wins)
        words.append(
            f"{better} takes fewer nodes in {wins}, more in {losses}, as many in {ties} pairs "
            f"({p_in_words(p)})"
        )
        verdict = REPRODUCED if p < CHANCE else NOT_REPRODUCED if against < CHANCE else UNTOLD
        judged.append((verdict, wins + losses + ties, p, against))
    verdict, n, p, against = judged[0]
    return Judgement(verdict, words, n=n, p=p, against=against)


def same(case: Case) -> Judgement:
    """All labelings make the same search."""
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        rows = rows_of(case, setting)
        n = max(n, len(rows))
        searches = {(r.puzzle, r.outcome, r.nodes, r.backtracks, r.resumptions) for r in rows}
        puzzles = {row.puzzle for row in rows}
        words.append(f"{len(searches)} different searches in {len(rows)} runs")
        verdicts.append(REPRODUCED if len(searches) == len(puzzles) else NOT_REPRODUCED)
    return Judgement(verdicts[0] if n else UNTOLD, words, n=n or None)


def differ(case: Case) -> Judgement:
    """Labelings make a difference."""
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        found = costs(case.results, case.experiment, setting, "nodes", case.test.get("case", ""))
        n = max(n, len(found))
        known = [cost for cost in found.values() if cost < inf]
        stopped = len(found) - len(known)
        if not known:
            words.append("all stopped by the limit")
            verdicts.append(UNTOLD)
            continue
        more = f", {stopped} stopped by the limit" if stopped else ""
        words.append(f"{brief(min(known), 'nodes')} to {brief(max(known), 'nodes')} nodes{more}")
        far = stopped > 0 or max(known) >= 2 * min(known)
        verdicts.append(REPRODUCED if far else NOT_REPRODUCED)
    return Judgement(verdicts[0], words, n=n or None)


def near(case: Case) -> Judgement:
    """Some labelings take about as long as another."""
    words, verdicts = [], []
    for setting in SETTINGS:
        found = costs(case.results, case.experiment, setting, "seconds")
        usual = found.get(case.test["label"], inf)
        ratios = {name: found[name] / usual for name in case.test["others"] if name in found}
        if usual == inf or not ratios:
            words.append("not run to the end")
            verdicts.append(UNTOLD)
            continue
        least, most = min(ratios.values()), max(ratios.values())
        words.append(f"{least:.2f} to {most:.2f} times the default's {in_seconds(usual)}")
        factor = case.test["factor"]
        verdicts.append(REPRODUCED if 1 / factor <= least and most <= factor else NOT_REPRODUCED)
    return Judgement(verdicts[0], words, n=len(case.test["others"]))


def amount(case: Case) -> Judgement:
    """A printed counter is near ours under some labeling."""
    counter, printed, factor = (case.test[name] for name in ("counter", "printed", "factor"))
    words, verdicts = [], []
    for setting in SETTINGS:
        found = costs(case.results, case.experiment, setting, counter)
        close = {n: c for n, c in found.items() if printed / factor <= c <= printed * factor}
        shown = ", ".join(f"{name} {brief(cost, counter)}" for name, cost in close.items())
        words.append(f"within a factor of {factor}: {shown or 'none'}")
        verdicts.append(REPRODUCED if close else NOT_REPRODUCED if found else UNTOLD)
    return Judgement(verdicts[0], words)


def weighs_all(case: Case) -> Judgement:
    """A program prunes: it looks at far fewer nodes than there are full boards before the first
    solution. One that fails at least once for each of them generates and tests."""
    words, verdicts = [], []
    boards = case.test["boards"]
    for setting in SETTINGS:
        found = costs(case.results, case.experiment, setting, "backtracks")
        known = {name: found[name] for name in boards if name in found}
        told = [
            f"{name}: {brief(cost, 'backtracks')} backtracks for {boards[name]:,} full boards"
            if cost < inf
            else f"{name}: stopped by the limit"
            for name, cost in known.items()
        ]
        words.append("; ".join(told) or "not run")
        ended = [cost / boards[name] for name, cost in known.items() if cost < inf]
        few = bool(ended) and max(ended) < 0.1
        all_of_them = bool(ended) and min(ended) >= 1
        verdicts.append(NOT_REPRODUCED if all_of_them else REPRODUCED if few else UNTOLD)
    return Judgement(verdicts[0], words, n=len(boards))
