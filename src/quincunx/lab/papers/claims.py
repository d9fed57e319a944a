"""Verdicts on what the papers claim, by tests under the names by which `claims.toml` asks for them.

The parameters of a test are the other keys of a claim's entry. A claim about a program is tested
with the paper's program and with ours; the verdict is that of the paper's program. Costs are
processor seconds unless a claim names another counter. Equal searches have equal times, and what a
limit stopped costs more than everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from inspect import signature
from math import inf
from statistics import mean, median
from typing import Any, TypeAlias, get_origin, get_type_hints

from quincunx.families.base.capabilities import paper_model
from quincunx.families.base.documents import read_solution
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab.growth_experiment import describe_fit
from quincunx.lab.papers.experiments import SETTINGS, Claim, Experiment, Paper
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
    def in_words(self) -> str:
        """The verdict as readers see it."""
        return IN_WORDS[self.verdict]

    @property
    def decisive(self) -> float | None:
        """The p value that the verdict rests on, if any."""
        return self.against if self.verdict == NOT_REPRODUCED and self.against else self.p


@dataclass(frozen=True)
class Finding:
    """A claim of a family's paper and its judgement."""

    family: str
    claim: Claim
    judgement: Judgement

    @property
    def key(self) -> tuple[str, str]:
        """What distinguishes it from others."""
        return self.family, self.claim.id

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON data."""
        claim = {name: getattr(self.claim, name) for name in ("id", "where", "says", "reason")}
        return {"family": self.family, **claim, **asdict(self.judgement)}


@dataclass(frozen=True)
class Evidence:
    """What was measured of an experiment with one program."""

    results: Results
    experiment: Experiment
    setting: str

    def rows(self, case: str = "") -> list[PaperRow]:
        """Return the rows, or those of one case."""
        rows = self.results.of(self.experiment, self.setting)
        return [row for row in rows if case in ("", row.case)]

    def costs(self, counter: str, case: str = "") -> dict[str, float]:
        """Return the cost of each case or labeling that was run; infinite if it was stopped."""
        cells = {
            name: self.results.cost(self.experiment, self.setting, counter, name, case)
            for name in self.experiment.names
        }
        return {
            name: inf if cell.number is None else cell.number
            for name, cell in cells.items()
            if cell.number is not None or cell.instead == "limit"
        }

    def makings(self, case: str) -> list[Making]:
        """Return how puzzles of a case were made."""
        return self.results.makings_of(self.experiment, case, self.setting)


ClaimTest: TypeAlias = Callable[..., Judgement]
PROGRAM_TESTS: dict[str, ClaimTest] = {}
"""Tests of the `Evidence` of one program, which they describe as `program`."""
PRINT_TESTS: dict[str, ClaimTest] = {}
"""Tests of what is printed, or of counts among all `Results`."""


def claim_test(tests: dict[str, ClaimTest], name: str) -> Callable[[ClaimTest], ClaimTest]:
    """Register a test."""

    def register(test: ClaimTest) -> ClaimTest:
        tests[name] = test
        return test

    return register


def check(claim: Claim) -> ClaimTest:
    """Return the test of a claim; `ValueError` if it has wrong parameters."""
    test = (PROGRAM_TESTS | PRINT_TESTS).get(claim.test)
    given = {**claim.given}
    if test is None:
        raise ValueError(f"claim {claim.id}: unknown test {claim.test!r}")
    if claim.test in PROGRAM_TESTS and given.pop("experiment", None) is None:
        raise ValueError(f"claim {claim.id}: no experiment")
    try:
        signature(test).bind(None, **given)
    except TypeError as error:
        raise ValueError(f"claim {claim.id}: {error}") from None
    hints = get_type_hints(test)
    for name, value in given.items():
        kind = int | float if hints[name] is float else get_origin(hints[name]) or hints[name]
        if not isinstance(value, kind):
            raise ValueError(f"claim {claim.id}: {name} is {value!r}, expected {hints[name]}")
    return test


def judge(results: Results, paper: Paper) -> list[Finding]:
    """Return every claim of a paper with its verdict."""
    return [Finding(paper.family, one, _judge(results, paper, one)) for one in paper.claims]


def _judge(results: Results, paper: Paper, claim: Claim) -> Judgement:
    test, given = check(claim), {**claim.given}
    if claim.test in PRINT_TESTS:
        return test(results, **given)
    key = given.pop("experiment")
    (experiment,) = (one for one in paper.experiments if one.key == key)
    program, ours = (test(Evidence(results, experiment, s.name), **given) for s in SETTINGS)
    most = max(program.n or 0, ours.n or 0) or None
    return replace(program, ours=ours.program, n=most if program.p is None else program.n)


def verdict_on(claim: bool | None) -> str:
    """Return the verdict on a claim that holds, does not, or is not decided."""
    return UNDECIDED if claim is None else REPRODUCED if claim else NOT_REPRODUCED


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


# Comparisons of labelings and boards.


@claim_test(PROGRAM_TESTS, "rank")
def _rank(at: Evidence, counter: str) -> Judgement:
    """Printed figures rank as ours do."""

    def ranked(ours: str) -> Agreement:
        known = at.costs(ours)
        names = [name for name in at.experiment.printed_names(counter) if name in known]
        figures = [at.experiment.printed(name, counter) or 0.0 for name in names]
        return agreement(figures, [known[name] for name in names])

    found = ranked(counter)
    words = found.describe()
    if counter == "seconds":
        # Backtracks have no noise.
        rho = ranked("backtracks").rho
        words += f"; by backtracks {'nothing to rank' if rho is None else f'{rho + 0.0:+.2f}'}"
    return Judgement(rank_verdict(found), words, found.n, found.rho, found.p)


@claim_test(PROGRAM_TESTS, "pairs")
def _pairs(at: Evidence, better: str, worse: list[str]) -> Judgement:
    """One option beats others if all else is equal: a sign test by nodes, which have no noise.

    A stopped search has lost against a finished one. Two pairs of the same searches count once,
    and a pair in which neither found a solution does not count.
    """
    rows = {(row.case, row.label): row for row in at.rows()}
    pairs = {}
    for (name, label), row in rows.items():
        options = label.split(", ")
        for other in worse if better in options else ():
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


@claim_test(PROGRAM_TESTS, "same")
def _same(at: Evidence) -> Judgement:
    """All labelings make the same search."""
    rows = at.rows()
    searches = {(r.puzzle, r.outcome, r.nodes, r.backtracks, r.resumptions) for r in rows}
    many = "one search" if len(searches) == 1 else f"{len(searches)} different searches"
    same = len(searches) == len({row.puzzle for row in rows})
    return Judgement(verdict_on(same if rows else None), f"{many} in {len(rows)} runs", len(rows))


@claim_test(PROGRAM_TESTS, "differ")
def _differ(at: Evidence, case: str) -> Judgement:
    """Labelings make a difference, on one case."""
    found = at.costs("nodes", case)
    known = [cost for cost in found.values() if cost < inf]
    stopped = len(found) - len(known)
    if not known:
        return Judgement(UNDECIDED, "all stopped by the limit", len(found))
    more = f", {stopped} stopped by the limit" if stopped else ""
    words = f"{brief(min(known), 'nodes')} to {brief(max(known), 'nodes')} nodes{more}"
    return Judgement(verdict_on(stopped > 0 or max(known) >= 2 * min(known)), words, len(found))


@claim_test(PROGRAM_TESTS, "near")
def _near(at: Evidence, label: str, others: list[str], factor: float) -> Judgement:
    """Some labelings take about as long as another."""
    found = at.costs("seconds")
    usual = found.get(label, inf)
    ratios = [found[name] / usual for name in others if name in found]
    if usual == inf or not ratios:
        return Judgement(UNDECIDED, "not run to the end", len(others))
    least, most = min(ratios), max(ratios)
    words = f"{least:.2f} to {most:.2f} times the default's {in_seconds(usual)}"
    return Judgement(verdict_on(1 / factor <= least and most <= factor), words, len(others))


@claim_test(PROGRAM_TESTS, "amount")
def _amount(at: Evidence, counter: str, together: dict[str, int], factor: float) -> Judgement:
    """A printed counter is near ours under a labeling, as are all counters of the same run."""
    close = {
        name: {
            label: cost
            for label, cost in at.costs(name).items()
            if printed / factor <= cost <= printed * factor
        }
        for name, printed in together.items()
    }
    fits = set.intersection(*map(set, close.values()))
    shown = [f"{label} {brief(cost, counter)}" for label, cost in close[counter].items()]
    words = f"within a factor of {factor}: {', '.join(shown) or 'no labeling'}"
    if len(together) > 1 and shown:
        known = [label for label in at.experiment.labels if label in fits]
        everything = ", ".join(map(counter_name, together))
        words += f"; with all of {everything}: {', '.join(known) or 'no labeling'}"
    return Judgement(verdict_on(True if fits else None if shown or not at.rows() else False), words)


@claim_test(PROGRAM_TESTS, "weighs all")
def _weighs_all(at: Evidence, boards: dict[str, int]) -> Judgement:
    """A program prunes: it visits far fewer nodes than there are full boards before a solution.

    A program that fails at least once for each board generates and tests.
    """
    found = at.costs("backtracks")
    known = {name: found[name] for name in boards if name in found}
    shown = [
        f"{name}: {brief(cost, 'backtracks')} backtracks for {boards[name]:,} full boards"
        if cost < inf
        else f"{name}: stopped by the limit"
        for name, cost in known.items()
    ]
    shares = [cost / boards[name] for name, cost in known.items() if cost < inf]
    decided = False if min(shares, default=0) >= 1 else None
    verdict = verdict_on(True if max(shares, default=1) < 0.1 else decided)
    return Judgement(verdict, "; ".join(shown) or "not run", len(boards))


# The cheapest and the dearest labeling.


@claim_test(PROGRAM_TESTS, "best")
def _best(at: Evidence, label: str, case: str = "") -> Judgement:
    """A labeling is the cheapest: alone, or with others that make the very same search.

    Undecided if others are within noise of it, or it is within noise of the cheapest.
    """
    rows = at.rows(case)
    found = at.costs("seconds", case)
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
    made = {name: {search_of(row) for row in rows if row.label == name} for name in leaders}
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


@claim_test(PROGRAM_TESTS, "worst")
def _worst(at: Evidence, group: str, default: str = "", times: float = 0) -> Judgement:
    """The dearest labeling is one of a group, and costs some times as much as the default one.

    A stopped search costs at least what it had reached.
    """
    rows = equal_times(at.rows())
    by_group: dict[bool, list[PaperRow]] = {True: [], False: []}
    for row in rows:
        by_group[row.label.split(", ")[0] == group].append(row)
    if not all(by_group.values()) or len({row.seconds for row in rows}) < 2:
        return Judgement(UNDECIDED, "nothing to compare")
    mine, others = (max(some, key=lambda row: row.seconds) for some in by_group.values())
    stopped = sorted({row.label.split(", ")[0] for row in rows if row.limited})
    costs = [f"{'more than ' if r.limited else ''}{in_seconds(r.seconds)}" for r in (mine, others)]
    words = (
        f"the dearest of {group} takes {costs[0]}, of all others {costs[1]} ({others.label})"
        + (f"; some were stopped of {', '.join(stopped)}" if stopped else "")
    )
    verdict = UNDECIDED
    if not any(row.limited for row in by_group[False]):
        if (mine.seconds if mine.limited else mine.low) > others.high:
            verdict = REPRODUCED
        elif not mine.limited and mine.high < others.low:
            verdict = NOT_REPRODUCED
    if times:
        usual = next(row for row in rows if row.label == default)
        factor = mine.seconds / usual.seconds
        words += f"; {'over ' if mine.limited else ''}{factor:.0f} times the default"
        near = 0.5 <= factor / times <= 2 and not mine.limited
        if verdict == REPRODUCED and not near:
            verdict = UNDECIDED if mine.limited else NOT_REPRODUCED
    return Judgement(verdict, words, len({row.label for row in rows}))


# Growth.


@claim_test(PROGRAM_TESTS, "shape")
def _shape(
    at: Evidence,
    counter: str,
    shape: str,
    negated: bool = False,
    least_backtracks: int = 0,
) -> Judgement:
    """A cost grows in a certain way, and in no other that explains it as well; or it does not.

    A power is a line if its exponent may be 1. With `least_backtracks`, only puzzles that are
    solved after as many count.
    """
    rows = at.rows()
    if least_backtracks:
        solved = [row for row in rows if row.outcome == "solved"]
        rows = [row for row in solved if row.backtracks >= least_backtracks]
    # Where a search was stopped, the others are the easy ones.
    stopped = {row.case for row in rows if row.limited}
    places = {case["name"]: case["place"] for case in at.experiment.cases}
    costs = [(places[r.case], getattr(r, counter)) for r in rows if r.case not in stopped]
    n = len(costs)
    plus = 0.0 if counter == "seconds" else 1.0
    found = fit(costs, plus)
    if found is None or not found.grows:
        return Judgement(UNDECIDED, "no growth beyond chance" if found else "too few points", n)
    power = fit(costs, plus, ("power",))
    straight = power is not None and round(power.low, 9) <= 1 <= round(power.high, 9)
    as_claimed = {
        one == shape or (one == "power" and shape == "linear" and straight)
        for one in (found.shape, *found.others)
    }
    words = f"{describe_fit(found, at.experiment.data['parameter'], counter)}; {n} puzzles"
    verdict = verdict_on(None if len(as_claimed) == 2 else as_claimed.pop() != negated)
    return Judgement(verdict, words, n)


@claim_test(PROGRAM_TESTS, "dips")
def _dips(at: Evidence) -> Judgement:
    """Time is low where the first attempts succeed, measured by the neighbours on the axis."""
    solved = [row for row in equal_times(at.rows()) if row.outcome == "solved"]
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


@claim_test(PROGRAM_TESTS, "erratic")
def _erratic(at: Evidence, counter: str) -> Judgement:
    """A counter does not rise with the place: neither as printed nor here."""
    ours = at.costs(counter)
    places = {case["name"]: case["place"] for case in at.experiment.cases if case["name"] in ours}
    found = agreement([*places.values()], [ours[name] for name in places])
    words = f"with the size, {found.describe()}"
    if found.rho is None or any(row.limited for row in at.rows()):
        return Judgement(UNDECIDED, words, found.n)
    rises = found.rho >= GOOD and found.p < CHANCE
    return Judgement(verdict_on(not rises), words, found.n, found.rho, found.p)


@claim_test(PROGRAM_TESTS, "all solved")
def _all_solved(at: Evidence) -> Judgement:
    """The program solves any puzzle: one failure disproves it, and a sample proves nothing."""
    rows = equal_times(at.rows())
    solved = [row.seconds for row in rows if row.outcome == "solved"]
    slowest = in_seconds(max(solved, default=0.0))
    words = f"{len(solved)} of {len(rows)} within the limit, the slowest of these in {slowest}"
    lost = any(row.outcome == "none" for row in rows)
    return Judgement(verdict_on(False if lost else None), words, len(rows))


# Making puzzles.


def describe_reached(cost: float, reached: float) -> str:
    """Return a time; if it is not known, how much it is at least."""
    return f"more than {in_seconds(reached)}" if cost == inf else in_seconds(cost)


def describe_median(made: Sequence[Making]) -> str:
    """Return the median time, or how much it is at least if half were stopped."""
    known = median(one.cost for one in made)
    return describe_reached(known, median(one.seconds for one in made))


@claim_test(PROGRAM_TESTS, "slower")
def _slower(at: Evidence, slow: str, fast: str) -> Judgement:
    """Making puzzles of one case takes longer than of another.

    A stopped making counts for the claim as what it took until then, and against it as longer than
    all others.
    """
    long, short = at.makings(slow), at.makings(fast)
    if not long or not short:
        return Judgement(UNDECIDED, "not measured")
    p = rank_sum_test([one.cost for one in short], [one.seconds for one in long])
    against = rank_sum_test([one.cost for one in long], [one.seconds for one in short])
    what = at.experiment.data["parameter"]
    words = (
        f"{what} {slow} takes {describe_median(long)} in the median of {len(long)}, "
        f"{what} {fast} {describe_median(short)} of {len(short)} ({describe_p(p)})"
    )
    return Judgement(significance(p, against), words, len(long) + len(short), p=p, against=against)


@claim_test(PROGRAM_TESTS, "spread")
def _spread(at: Evidence, case: str, factor: float) -> Judgement:
    """Making puzzles of one case takes very different times, by a factor."""
    made = at.makings(case)
    ended = [one.seconds for one in made if one.finished]
    if len(made) < 3 or not ended:
        words = "all stopped by the limit" if made else "not measured"
        return Judgement(UNDECIDED, words, len(made))
    longest = max(made, key=lambda one: one.seconds)
    shown = describe_reached(longest.cost, longest.seconds)
    words = f"{in_seconds(min(ended))} to {shown} over {len(made)} puzzles"
    far = longest.seconds >= factor * min(ended)
    return Judgement(
        verdict_on(far or (None if len(ended) < len(made) else False)), words, len(made)
    )


# Solutions.


@claim_test(PROGRAM_TESTS, "finds")
def _finds(at: Evidence) -> Judgement:
    """The program finds a solution of every puzzle of an experiment, with some labeling."""
    shown = []
    held: list[bool | None] = []
    for name in at.experiment.case_names:
        if ends := [row.outcome for row in at.rows(name)]:
            shown.append(f"{name}: {ends.count('solved')} of {len(ends)} searches find one")
            held.append("solved" in ends or (None if "limit" in ends else False))
    decided = False if False in held else None if None in held or not held else True
    return Judgement(verdict_on(decided), "; ".join(shown) or "not run", len(shown))


@claim_test(PRINT_TESTS, "counts")
def _counts(results: Results, have: str, puzzles: list[dict[str, Any]]) -> Judgement:
    """Puzzles have as many solutions, and the paper's program as many answers, as claimed."""
    program, ours, held = [], [], []
    for entry in puzzles:
        one = results.count(entry["puzzle"])
        ours.append(f"`{one.puzzle}`: {counted(one.solutions, 'solution')}")
        by_kind = {"one solution": one.solutions == 1, "several solutions": one.solutions > 1}
        if one.answers >= 0:
            answers, found = counted(one.answers, "answer"), counted(one.found, "solution")
            program.append(f"`{one.puzzle}`: {answers}, {found}")
            by_kind = {
                "one solution": one.solutions == 1 and one.found == 1,
                "all solutions": one.found == one.solutions,
                "each once": one.answers == one.found,
                "nothing else": one.answers == one.found,
            }
        held.append(by_kind.get(have))
    verdict = UNDECIDED if None in held else REPRODUCED if all(held) else WRONG
    return Judgement(verdict, "; ".join(program), len(held), ours="; ".join(ours))


@claim_test(PRINT_TESTS, "answers")
def _answers(_: Results, answers: list[dict[str, Any]]) -> Judgement:
    """Printed answers follow the rules."""
    broken = []
    for shown in answers:
        puzzle = find_puzzle(shown["puzzle"])
        broken += puzzle.violations(read_solution(puzzle, shown["answer"]))
    words = f"the rules allow {'it' if len(answers) == 1 else 'them'}"
    return _printed(not broken, broken[0].sentence if broken else words, len(answers))


@claim_test(PRINT_TESTS, "domains")
def _domains(_: Results, sizes: dict[str, int]) -> Judgement:
    """The domains of the paper's program have these sizes."""
    models = {name: paper_model(find_puzzle(name)) for name in sizes}
    found = {n: None if m is None else len(m.decisions[0].domain) for n, m in models.items()}
    words = f"{', '.join(map(str, found.values()))} values"
    return Judgement(verdict_on(found == sizes), words, len(found))


# Printed figures against each other, without any search.


def _printed(right: bool, words: str, n: int | None = None) -> Judgement:
    return Judgement(REPRODUCED if right else WRONG, n=n, ours=words)


@claim_test(PRINT_TESTS, "told")
def _read(_: Results, verdict: str) -> Judgement:
    """Nothing is computed: the verdict comes from reading the paper, and has a reason."""
    return Judgement(verdict, read=True)


@claim_test(PRINT_TESTS, "printed")
def _printed_figures(_: Results, found: str, holds: list[Any], n: int = 0) -> Judgement:
    """A printed figure goes with another: it is equal, at most the other, or within a third."""
    one, relation, other = holds
    right = {"=": one == other, "≤": one <= other, "≈": 0.75 <= one / other <= 1.33}
    return _printed(right[relation], found, n or None)


@claim_test(PRINT_TESTS, "follows")
def _follows(
    _: Results,
    what: str,
    printed: list[float],
    cause: str,
    by: list[float],
    instead: str,
    better: list[float],
) -> Judgement:
    """Printed figures rank by a cause; another, by which they may rank better, is given too."""
    found, other = agreement(by, printed), agreement(better, printed)
    words = f"{what} against {cause}: {found.describe()}; against {instead}: {other.describe()}"
    return Judgement(rank_verdict(found), "", found.n, found.rho, found.p, ours=words)
