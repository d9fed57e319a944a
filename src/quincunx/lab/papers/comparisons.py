"""Tests that compare labelings and boards by what their searches cost, all with all.

Costs are processor seconds unless a claim names another counter; equal searches have equal times,
and what a limit stopped costs more than all else.
"""

from __future__ import annotations

from math import inf

from quincunx.lab.figures.numbers import brief
from quincunx.lab.labeling.heat import counter_name
from quincunx.lab.papers.exact_tests import Agreement, agreement, p_in_words, sign_p
from quincunx.lab.papers.experiments import SETTINGS, Experiment, Setting
from quincunx.lab.papers.results import PaperRow, Results, search_of
from quincunx.lab.papers.verdicts import (
    CHANCE,
    NOT_REPRODUCED,
    REPRODUCED,
    UNTOLD,
    Case,
    Judgement,
    rank_verdict,
)


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
    return Judgement(rank_verdict(one), words, one.n, one.rho, one.p)


def rows_of(case: Case, setting: Setting) -> list[PaperRow]:
    rows = case.results.of(case.experiment, setting.name)
    return [row for row in rows if row.case == case.test.get("case", row.case)]


def in_seconds(seconds: float) -> str:
    return "more than the limit" if seconds == inf else brief(seconds, "seconds")


def pairs(case: Case) -> Judgement:
    """One option beats others where all else is the same: a sign test by nodes, which have no
    noise; what was stopped has lost against what was not. Two pairs of the same searches count
    once, and a pair in which neither found a solution does not count."""
    better, worse = case.test["better"], case.test["worse"]
    words, judged = [], []
    for setting in SETTINGS:
        rows = {(row.case, row.label): row for row in rows_of(case, setting)}
        met = {}
        for (name, label), row in rows.items():
            options = label.split(", ")
            for other in worse:
                swapped = ", ".join(other if option == better else option for option in options)
                rival = rows.get((name, swapped))
                if better not in options or rival is None:
                    continue
                if "solved" in (row.outcome, rival.outcome):
                    met[search_of(row), search_of(rival)] = (row, rival)
        nodes = [[inf if r.limited else float(r.nodes) for r in pair] for pair in met.values()]
        wins = sum(mine < theirs for mine, theirs in nodes)
        losses = sum(mine > theirs for mine, theirs in nodes)
        p, against = sign_p(wins, losses), sign_p(losses, wins)
        words.append(
            f"{better} takes fewer nodes in {wins}, more in {losses}, as many in "
            f"{len(nodes) - wins - losses} pairs of searches on "
            f"{len({row.puzzle for row, _ in met.values()})} puzzles ({p_in_words(p)})"
        )
        verdict = REPRODUCED if p < CHANCE else NOT_REPRODUCED if against < CHANCE else UNTOLD
        judged.append((verdict, len(nodes), p, against))
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
        many = "one search" if len(searches) == 1 else f"{len(searches)} different searches"
        words.append(f"{many} in {len(rows)} runs")
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
    """A printed counter is near ours under a labeling, and under that labeling all counters of the
    same run are. Where it is under some, but the others are not, nobody can tell."""
    counter, together, factor = (case.test[name] for name in ("counter", "together", "factor"))
    words, verdicts = [], []
    for setting in SETTINGS:
        close = {}
        for name, printed in together.items():
            found = costs(case.results, case.experiment, setting, name)
            close[name] = {
                label: cost
                for label, cost in found.items()
                if printed / factor <= cost <= printed * factor
            }
        fits = set.intersection(*map(set, close.values()))
        shown = [f"{label} {brief(cost, counter)}" for label, cost in close[counter].items()]
        words.append(f"within a factor of {factor}: {', '.join(shown) or 'no labeling'}")
        if len(together) > 1 and shown:
            known = [label for label in case.experiment.labels if label in fits]
            everything = ", ".join(map(counter_name, together))
            words[-1] += f"; with all of {everything}: {', '.join(known) or 'no labeling'}"
        verdicts.append(REPRODUCED if fits else UNTOLD if close[counter] else NOT_REPRODUCED)
    measured = case.results.of(case.experiment, SETTINGS[0].name)
    return Judgement(verdicts[0] if measured else UNTOLD, words)


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
