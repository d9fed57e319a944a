"""Verdicts on what the papers claim, by tests under the kinds by which `claims.json` names them.

A claim about a program is tested with the paper's program and with ours; the verdict is that of
the paper's program. Costs are processor seconds unless a claim names another counter. Equal
searches have equal times, and what a limit stopped costs more than everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from statistics import mean, median
from typing import Any, TypeAlias

from quincunx.families.base.capabilities import paper_model
from quincunx.families.base.documents import read_solution
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.growth_experiment import describe_fit
from quincunx.lab.papers.experiments import SETTINGS, Experiment, Paper, Setting
from quincunx.lab.papers.results import Making, PaperRow, Results, equal_times, search_of
from quincunx.lab.statistics import (
    Agreement,
    agreement,
    describe_p,
    fit,
    rank_sum_test,
    sign_test,
)
from quincunx.lab.tables import brief, counted, counter_name

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


def judge(results: Results, paper: Paper) -> list[Finding]:
    """Return every claim of a paper with its verdict."""
    found = []
    for claim in paper.claims:
        judgement = TESTS[claim["test"]["kind"]](Claim(claim["test"], paper, results))
        assert judgement.verdict in VERDICTS
        about = (claim["id"], claim["where"], claim["says"], claim["reason"])
        found.append(Finding(paper.family, *about, judgement))
    return found


# Comparisons of labelings and boards.


@program_test("rank")
def _rank(claim: Claim, setting: Setting) -> Judgement:
    """Printed figures rank as ours do."""
    counter = claim.test["counter"]

    def ranked(ours: str) -> Agreement:
        known = claim.costs(setting, ours)
        names = [name for name in claim.experiment.printed_names(counter) if name in known]
        figures = [claim.experiment.printed(name, counter) or 0.0 for name in names]
        return agreement(figures, [known[name] for name in names])

    found = ranked(counter)
    words = found.describe()
    if counter == "seconds":
        # Backtracks have no noise.
        rho = ranked("backtracks").rho
        words += f"; by backtracks {'nothing to rank' if rho is None else f'{rho + 0.0:+.2f}'}"
    return Judgement(rank_verdict(found), words, found.n, found.rho, found.p)


@program_test("pairs")
def _pairs(claim: Claim, setting: Setting) -> Judgement:
    """One option beats others if all else is equal: a sign test by nodes, which have no noise.

    A stopped search has lost against a finished one. Two pairs of the same searches count once,
    and a pair in which neither found a solution does not count.
    """
    better = claim.test["better"]
    rows = {(row.case, row.label): row for row in claim.rows(setting)}
    pairs = {}
    for (name, label), row in rows.items():
        options = label.split(", ")
        for other in claim.test["worse"] if better in options else ():
            swapped = ", ".join(other if option == better else option for option in options)
            rival = rows.get((name, swapped))
            if rival is not None and "solved" in (row.outcome, rival.outcome):
                pairs[search_of(row), search_of(rival)] = (row, rival)
    nodes = [[inf if r.limited else float(r.nodes) for r in pair] for pair in pairs.values()]
    wins = sum(mine < other for mine, other in nodes)
    losses = sum(mine > other for mine, other in nodes)
    p, against = sign_test(wins, losses), sign_test(losses, wins)
    words = (
        f"{better} takes fewer nodes in {wins}, more in {losses}, as many in "
        f"{len(nodes) - wins - losses} pairs of searches on "
        f"{len({row.puzzle for row, _ in pairs.values()})} puzzles ({describe_p(p)})"
    )
    return Judgement(significance(p, against), words, len(nodes), p=p, against=against)


@program_test("same")
def _same(claim: Claim, setting: Setting) -> Judgement:
    """All labelings make the same search."""
    rows = claim.rows(setting)
    searches = {(r.puzzle, r.outcome, r.nodes, r.backtracks, r.resumptions) for r in rows}
    many = "one search" if len(searches) == 1 else f"{len(searches)} different searches"
    same = len(searches) == len({row.puzzle for row in rows})
    verdict = (REPRODUCED if same else NOT_REPRODUCED) if rows else UNDECIDED
    return Judgement(verdict, f"{many} in {len(rows)} runs", len(rows))


@program_test("differ")
def _differ(claim: Claim, setting: Setting) -> Judgement:
    """Labelings make a difference."""
    found = claim.costs(setting, "nodes", claim.test.get("case", ""))
    known = [cost for cost in found.values() if cost < inf]
    stopped = len(found) - len(known)
    if not known:
        return Judgement(UNDECIDED, "all stopped by the limit", len(found))
    more = f", {stopped} stopped by the limit" if stopped else ""
    words = f"{brief(min(known), 'nodes')} to {brief(max(known), 'nodes')} nodes{more}"
    far = stopped > 0 or max(known) >= 2 * min(known)
    return Judgement(REPRODUCED if far else NOT_REPRODUCED, words, len(found))


@program_test("near")
def _near(claim: Claim, setting: Setting) -> Judgement:
    """Some labelings take about as long as another."""
    others, factor = claim.test["others"], claim.test["factor"]
    found = claim.costs(setting, "seconds")
    usual = found.get(claim.test["label"], inf)
    ratios = [found[name] / usual for name in others if name in found]
    if usual == inf or not ratios:
        return Judgement(UNDECIDED, "not run to the end", len(others))
    least, most = min(ratios), max(ratios)
    words = f"{least:.2f} to {most:.2f} times the default's {in_seconds(usual)}"
    near = 1 / factor <= least and most <= factor
    return Judgement(REPRODUCED if near else NOT_REPRODUCED, words, len(others))


@program_test("amount")
def _amount(claim: Claim, setting: Setting) -> Judgement:
    """A printed counter is near ours under a labeling, as are all counters of the same run."""
    counter, together, factor = (claim.test[name] for name in ("counter", "together", "factor"))
    close = {
        name: {
            label: cost
            for label, cost in claim.costs(setting, name).items()
            if printed / factor <= cost <= printed * factor
        }
        for name, printed in together.items()
    }
    fits = set.intersection(*map(set, close.values()))
    shown = [f"{label} {brief(cost, counter)}" for label, cost in close[counter].items()]
    words = f"within a factor of {factor}: {', '.join(shown) or 'no labeling'}"
    if len(together) > 1 and shown:
        known = [label for label in claim.experiment.labels if label in fits]
        everything = ", ".join(map(counter_name, together))
        words += f"; with all of {everything}: {', '.join(known) or 'no labeling'}"
    verdict = REPRODUCED if fits else UNDECIDED if shown else NOT_REPRODUCED
    measured = claim.results.of(claim.experiment, setting.name)
    return Judgement(verdict if measured else UNDECIDED, words)


@program_test("weighs all")
def _weighs_all(claim: Claim, setting: Setting) -> Judgement:
    """A program prunes: it visits far fewer nodes than there are full boards before a solution.

    A program that fails at least once for each board generates and tests.
    """
    boards = claim.test["boards"]
    found = claim.costs(setting, "backtracks")
    known = {name: found[name] for name in boards if name in found}
    shown = [
        f"{name}: {brief(cost, 'backtracks')} backtracks for {boards[name]:,} full boards"
        if cost < inf
        else f"{name}: stopped by the limit"
        for name, cost in known.items()
    ]
    shares = [cost / boards[name] for name, cost in known.items() if cost < inf]
    decided = NOT_REPRODUCED if min(shares, default=0) >= 1 else UNDECIDED
    verdict = REPRODUCED if max(shares, default=1) < 0.1 else decided
    return Judgement(verdict, "; ".join(shown) or "not run", len(boards))


# The cheapest and the dearest labeling.


@program_test("best")
def _best(claim: Claim, setting: Setting) -> Judgement:
    """A labeling is the cheapest: alone, or with others that make the very same search.

    Undecided if others are within noise of it, or it is within noise of the cheapest.
    """
    label = claim.test["label"]
    rows = claim.rows(setting)
    found = claim.costs(setting, "seconds", claim.test.get("case", ""))
    if label not in found or min(found.values()) == inf:
        return Judgement(UNDECIDED, "not run" if label not in found else "all stopped by the limit")
    n = len(found)
    first = min(found, key=found.__getitem__)
    cheapest = {name for name, cost in found.items() if cost == found[first]}
    high = max((row.high for row in rows if row.label in cheapest), default=found[first])
    leaders = {r.label for r in rows if not r.limited and r.low <= high and r.label in found}
    place = 1 + sum(cost < found[label] for cost in found.values())
    words = f"{in_seconds(found[label])} is place {place} of {n}"
    if label not in leaders:
        words += f", where {first} takes {in_seconds(found[first])}"
        return Judgement(NOT_REPRODUCED, words, n)
    if len(leaders) == n:
        return Judgement(UNDECIDED, f"all {n} cost the same within noise", n)
    made: dict[str, set[tuple[Any, ...]]] = {}
    for row in rows:
        made.setdefault(row.label, set()).add(search_of(row))
    same = {name for name in leaders if made[name] == made[label]}
    others = [name for name in found if name in leaders - same]
    if alike := [name for name in found if name in same - {label}]:
        words += f", with {_names(alike)}, the same search"
    if others:
        words += f"; within noise of {_names(others)}"
    return Judgement(UNDECIDED if others else REPRODUCED, words, n)


def _names(names: list[str]) -> str:
    """Return up to three names, or the number of more.

    >>> _names(["ff, up", "min, up"]), _names(["a", "b", "c", "d"])
    ('"ff, up" and "min, up"', '4 others')
    """
    few = [f'"{name}"' if ", " in name else name for name in names]
    return f"{len(names)} others" if len(names) > 3 else " and ".join(few)


@program_test("worst")
def _worst(claim: Claim, setting: Setting) -> Judgement:
    """The dearest labeling is one of a group, and costs a claimed factor more than another.

    A stopped search costs at least what it had reached.
    """
    rows = equal_times(claim.rows(setting))
    groups: dict[str, list[PaperRow]] = {}
    for row in rows:
        groups.setdefault(row.label.split(", ")[0], []).append(row)
    group = claim.test["group"]
    if len({row.seconds for row in rows}) < 2 or group not in groups:
        return Judgement(UNDECIDED, "nothing to compare")
    most = {name: max(some, key=lambda row: row.seconds) for name, some in groups.items()}
    stopped = sorted(name for name, some in groups.items() if any(r.limited for r in some))
    mine = most.pop(group)
    rival = max(most.values(), key=lambda row: row.seconds)
    costs = [f"{'more than ' if r.limited else ''}{in_seconds(r.seconds)}" for r in (mine, rival)]
    words = f"the dearest of {group} takes {costs[0]}, of all others {costs[1]} ({rival.label})" + (
        f"; some were stopped of {', '.join(stopped)}" if stopped else ""
    )
    verdict = UNDECIDED
    if not any(row.limited for row in most.values()):
        if (mine.seconds if mine.limited else mine.low) > rival.high:
            verdict = REPRODUCED
        elif not mine.limited and mine.high < rival.low:
            verdict = NOT_REPRODUCED
    if "times" in claim.test:
        usual = next(row for row in rows if row.label == claim.test["default"])
        factor = mine.seconds / usual.seconds
        words += f"; {'over ' if mine.limited else ''}{factor:.0f} times the default"
        near = 0.5 <= factor / claim.test["times"] <= 2 and not mine.limited
        if verdict == REPRODUCED and not near:
            verdict = UNDECIDED if mine.limited else NOT_REPRODUCED
    return Judgement(verdict, words, len({row.label for row in rows}))


# Growth.


@program_test("shape")
def _shape(claim: Claim, setting: Setting) -> Judgement:
    """A cost grows in a certain way, and in no other that explains it as well; or it does not.

    A power is a line if its exponent may be 1.
    """
    claimed, counter = claim.test["shape"], claim.test["counter"]
    rows = claim.rows(setting)
    if (least := claim.test.get("least backtracks")) is not None:
        rows = [row for row in rows if row.outcome == "solved" and row.backtracks >= least]
    # Where a search was stopped, the others are the easy ones.
    stopped = {row.case for row in rows if row.limited}
    places = {case["name"]: case["place"] for case in claim.experiment.cases}
    costs = [(places[r.case], getattr(r, counter)) for r in rows if r.case not in stopped]
    n = len(costs)
    plus = 0.0 if counter == "seconds" else 1.0
    found = fit(costs, plus)
    if found is None or not found.grows:
        return Judgement(UNDECIDED, "no growth beyond chance" if found else "too few points", n)
    power = fit(costs, plus, ("power",))
    straight = claimed == "linear" and power is not None and power.low <= 1 <= power.high
    as_claimed = [
        shape == claimed or (shape == "power" and straight)
        for shape in (found.shape, *found.others)
    ]
    words = f"{describe_fit(found, claim.experiment.data['parameter'], counter)}; {n} puzzles"
    agrees, differs = REPRODUCED, NOT_REPRODUCED
    if claim.test.get("not"):
        agrees, differs = differs, agrees
    verdict = UNDECIDED if any(as_claimed) else differs
    return Judgement(agrees if all(as_claimed) else verdict, words, n)


@program_test("dips")
def _dips(claim: Claim, setting: Setting) -> Judgement:
    """Time is low where the first attempts succeed, measured by the neighbours on the axis."""
    rows = equal_times(claim.results.of(claim.experiment, setting.name))
    solved = [row for row in rows if row.outcome == "solved"]
    at_once: list[float] = []
    later: list[float] = []
    for before, row, after in zip(solved, solved[1:], solved[2:], strict=False):
        share = row.seconds / mean((before.seconds, after.seconds))
        (at_once if row.backtracks <= FIRST_ATTEMPTS else later).append(share)
    if not at_once or not later:
        words = f"nothing to compare: {len(at_once)} at the first attempts, {len(later)} later"
        return Judgement(UNDECIDED, words, p=1.0, against=1.0)
    p, against = rank_sum_test(at_once, later), rank_sum_test(later, at_once)
    words = (
        f"{len(at_once)} inputs that are solved after at most {FIRST_ATTEMPTS} backtracks take "
        f"{median(at_once):.2f} of the time of their neighbours in the median "
        f"({min(at_once):.2f} to {max(at_once):.2f}), {len(later)} others {median(later):.2f} "
        f"({min(later):.2f} to {max(later):.2f}; {describe_p(p)})"
    )
    n = len(at_once) + len(later)
    return Judgement(significance(p, against), words, n, p=p, against=against)


@program_test("erratic")
def _erratic(claim: Claim, setting: Setting) -> Judgement:
    """A counter does not rise with the place: neither as printed nor here."""
    ours = claim.costs(setting, claim.test["counter"])
    known = [(case["place"], ours[case["name"]]) for case in claim.experiment.cases
             if case["name"] in ours]  # fmt: skip
    found = agreement([place for place, _ in known], [cost for _, cost in known])
    words = f"with the size, {found.describe()}"
    stopped = any(row.limited for row in claim.results.of(claim.experiment, setting.name))
    if found.rho is None or stopped:
        return Judgement(UNDECIDED, words, found.n)
    rises = found.rho >= GOOD and found.p < CHANCE
    verdict = NOT_REPRODUCED if rises else REPRODUCED
    return Judgement(verdict, words, found.n, found.rho, found.p)


@program_test("all solved")
def _all_solved(claim: Claim, setting: Setting) -> Judgement:
    """The program solves any puzzle: one failure disproves it, and a sample proves nothing."""
    rows = equal_times(claim.results.of(claim.experiment, setting.name))
    solved = [row.seconds for row in rows if row.outcome == "solved"]
    slowest = in_seconds(max(solved, default=0.0))
    words = f"{len(solved)} of {len(rows)} within the limit, the slowest of these in {slowest}"
    lost = any(row.outcome == "none" for row in rows)
    return Judgement(NOT_REPRODUCED if lost else UNDECIDED, words, len(rows))


# Making puzzles.


def describe_reached(cost: float, reached: float) -> str:
    """Return a time; if it is not known, how much it is at least."""
    return f"more than {in_seconds(reached)}" if cost == inf else in_seconds(cost)


def describe_median(made: Sequence[Making]) -> str:
    """Return the median time, or how much it is at least if half were stopped."""
    known = median(one.cost for one in made)
    return describe_reached(known, median(one.seconds for one in made))


@program_test("slower")
def _slower(claim: Claim, setting: Setting) -> Judgement:
    """Making puzzles of one case takes longer than of another.

    A stopped making counts for the claim as what it took until then, and against it as longer than
    all others.
    """
    slow, fast = (claim.makings(setting, case) for case in ("slow", "fast"))
    if not slow or not fast:
        return Judgement(UNDECIDED, "not measured")
    p = rank_sum_test([one.cost for one in fast], [one.seconds for one in slow])
    against = rank_sum_test([one.cost for one in slow], [one.seconds for one in fast])
    what = claim.experiment.data["parameter"]
    words = (
        f"{what} {claim.test['slow']} takes {describe_median(slow)} in the median of {len(slow)}, "
        f"{what} {claim.test['fast']} {describe_median(fast)} of {len(fast)} ({describe_p(p)})"
    )
    return Judgement(significance(p, against), words, len(slow) + len(fast), p=p, against=against)


@program_test("spread")
def _spread(claim: Claim, setting: Setting) -> Judgement:
    """Making puzzles of one case takes very different times, by a factor."""
    made = claim.makings(setting, "case")
    ended = [one.seconds for one in made if one.finished]
    if len(made) < 3 or not ended:
        words = "all stopped by the limit" if made else "not measured"
        return Judgement(UNDECIDED, words, len(made))
    longest = max(made, key=lambda one: one.seconds)
    shown = describe_reached(longest.cost, longest.seconds)
    words = f"{in_seconds(min(ended))} to {shown} over {len(made)} puzzles"
    verdict = UNDECIDED if len(ended) < len(made) else NOT_REPRODUCED
    if longest.seconds >= claim.test["factor"] * min(ended):
        verdict = REPRODUCED
    return Judgement(verdict, words, len(made))


# Solutions.


@claim_test("counts")
def _counts(claim: Claim) -> Judgement:
    """Puzzles have as many solutions, and the paper's program as many answers, as claimed."""
    says = claim.test["says"]
    program, ours, held = [], [], []
    for check in claim.test["puzzles"]:
        one = claim.results.count(check["puzzle"])
        solutions = counted(one.solutions, "solution")
        ours.append(f"`{one.puzzle}`: {solutions}")
        if one.answers < 0:
            alone = {"one solution": one.solutions == 1, "several solutions": one.solutions > 1}
            held.append(alone.get(says))
            continue
        answers, found = counted(one.answers, "answer"), counted(one.found, "solution")
        program.append(f"`{one.puzzle}`: {answers}, {found}")
        by_kind = {
            "one solution": one.solutions == 1 and one.found == 1,
            "all solutions": one.found == one.solutions,
            "each once": one.answers == one.found,
            "nothing else": one.answers == one.found,
        }
        held.append(by_kind[says])
    verdict = UNDECIDED if None in held else REPRODUCED if all(held) else WRONG
    return Judgement(verdict, "; ".join(program), len(held), ours="; ".join(ours))


@claim_test("answers")
def _answers(claim: Claim) -> Judgement:
    """Printed answers follow the rules."""
    broken = []
    for shown in claim.test["answers"]:
        puzzle = find_puzzle(shown["puzzle"])
        broken += puzzle.violations(read_solution(puzzle, shown["answer"]))
    number = len(claim.test["answers"])
    allowed = f"the rules allow {'it' if number == 1 else 'them'}"
    return _printed(bool(broken), broken[0].sentence if broken else allowed, number)


@program_test("finds")
def _finds(claim: Claim, setting: Setting) -> Judgement:
    """The program finds a solution of every puzzle of an experiment, with some labeling."""
    rows = claim.results.of(claim.experiment, setting.name)
    shown, held = [], []
    for name in claim.experiment.case_names:
        ends = [row.outcome for row in rows if row.case == name]
        if ends:
            shown.append(f"{name}: {ends.count('solved')} of {len(ends)} searches find one")
            held.append("solved" in ends or (None if "limit" in ends else False))
    verdict = UNDECIDED if None in held or not held else REPRODUCED
    verdict = NOT_REPRODUCED if False in held else verdict
    return Judgement(verdict, "; ".join(shown) or "not run", len(shown))


@claim_test("domains")
def _domains(claim: Claim) -> Judgement:
    """The domains of the paper's program have these sizes."""
    sizes = dict(claim.test["sizes"])
    models = {name: paper_model(find_puzzle(name)) for name in sizes}
    found = {n: None if m is None else len(m.decisions[0].domain) for n, m in models.items()}
    words = f"{', '.join(map(str, found.values()))} values"
    return Judgement(REPRODUCED if found == sizes else NOT_REPRODUCED, words, len(found))


# Printed figures against each other, without any search.


def _printed(wrong: bool, words: str, n: int | None = None) -> Judgement:
    return Judgement(WRONG if wrong else REPRODUCED, n=n, ours=words)


@claim_test("told")
def _read(claim: Claim) -> Judgement:
    """Nothing is computed: the verdict comes from reading the paper, and has a reason."""
    return Judgement(claim.test["verdict"], read=True)


@claim_test("printed")
def _printed_figures(claim: Claim) -> Judgement:
    """A printed figure goes with another: it is equal, at most the other, or within a third."""
    one, relation, other = claim.test["holds"]
    holds = {"=": one == other, "≤": one <= other, "≈": 0.75 <= one / other <= 1.33}
    return _printed(not holds[relation], claim.test["found"], claim.test.get("n"))


@claim_test("follows")
def _follows(claim: Claim) -> Judgement:
    """Printed figures rank by a cause; another, by which they may rank better, is given too."""
    printed = claim.test["printed"]
    found, other = (agreement(claim.test[name], printed) for name in ("by", "better"))
    words = (
        f"{claim.test['what']} against {claim.test['cause']}: {found.describe()}; against "
        f"{claim.test['instead']}: {other.describe()}"
    )
    return Judgement(rank_verdict(found), "", found.n, found.rho, found.p, ours=words)
