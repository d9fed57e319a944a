"""Verdicts on what the papers claim, by a few general tests that `claims.toml` asks for by name.

The parameters of a test are the other keys of a claim's entry. A claim about a program is tested
with every program that its experiment was run with. The verdict is that of the authors' program if
it is known, otherwise of the paper's, unless the entry names another as `program`. The cost of a
search that a limit stopped counts as infinite.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from inspect import signature
from itertools import pairwise
from math import inf
from typing import Any, TypeAlias

from quincunx._support.text import amount
from quincunx.families.base.documents import read_solution
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.lab import tables
from quincunx.lab.growth_experiment import describe_fit
from quincunx.lab.papers.experiments import MODEL_NAMES, Claim, Paper
from quincunx.lab.papers.results import PaperResults, PaperRow, ProgramResults, search_of
from quincunx.lab.statistics import (
    MIN_PLACES,
    Agreement,
    agreement,
    describe_p,
    fit,
    rank_sum_test,
    sign_test,
)
from quincunx.lab.tables import brief, counter_name

REPRODUCED = "reproduced"
NOT_REPRODUCED = "not reproduced"
UNDECIDED = "inconclusive"
WRONG = "wrong in print"
VERDICTS = (REPRODUCED, NOT_REPRODUCED, UNDECIDED, WRONG)

MIN_CORRELATION = 0.7
"""A ranking with this correlation or more is reproduced; if its interval excludes it, it is not."""
SIGNIFICANCE = 0.05
"""Significance level."""


@dataclass(frozen=True)
class ClaimOutcome:
    """What a test found: whether the claim holds, `None` if that is open, and why.

    `p` is the probability of as much evidence by chance, `against` that for the opposite.
    """

    holds: bool | None
    words: str
    n: int | None = None
    p: float | None = None
    against: float | None = None


def by_chance(words: str, n: int, p: float, against: float) -> ClaimOutcome:
    """Return the outcome of a claim from its p value and from that of its opposite, `against`."""
    holds = True if p < SIGNIFICANCE else False if against < SIGNIFICANCE else None
    return ClaimOutcome(holds, f"{words} ({describe_p(p)})", n, p, against)


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of a family's paper, its verdict, and what that rests on.

    `program` is the one it was judged with, empty if no search was needed; `words` describe the
    outcome with each program.
    """

    family: str
    claim: Claim
    verdict: str
    program: str
    words: Mapping[str, str]
    outcome: ClaimOutcome

    @property
    def p(self) -> float | None:
        """The p value that the verdict rests on, if any."""
        outcome = self.outcome
        return outcome.against if self.verdict == NOT_REPRODUCED else outcome.p

    @property
    def by_reading(self) -> bool:
        """Whether the verdict comes from reading the paper, without any computation."""
        return self.claim.test == "read"

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON data."""
        claim = {name: getattr(self.claim, name) for name in ("id", "where", "says", "reason")}
        found = {name: x for name, x in asdict(self.outcome).items() if name != "words"}
        rests = {"verdict": self.verdict, "program": self.program, "words": dict(self.words)}
        return {"family": self.family, **claim, **rests, **found, "read": self.by_reading}


def judge(results: PaperResults, paper: Paper) -> list[JudgedClaim]:
    """Return every claim of a paper with its verdict."""
    return [_judge(results, paper, claim) for claim in paper.claims]


def _judge(results: PaperResults, paper: Paper, claim: Claim) -> JudgedClaim:
    """Return a claim with its verdict; `ValueError` if its test or a parameter is unknown."""
    given = dict(claim.given or {})
    test = (PROGRAM_TESTS | PRINT_TESTS).get(claim.test)
    if test is None:
        raise ValueError(f"claim {claim.id}: unknown test {claim.test!r}")
    key, program = given.pop("experiment", ""), given.pop("program", "")
    otherwise = given.pop("otherwise", WRONG)
    try:
        signature(test).bind(None, **given)
    except TypeError as error:
        raise ValueError(f"claim {claim.id}: {error}") from None
    if claim.test in PRINT_TESTS:
        outcome = test(results, **given)
        verdict = given["verdict"] if claim.test == "read" else _verdict(outcome.holds, otherwise)
        return JudgedClaim(paper.family, claim, verdict, "", {"": outcome.words}, outcome)
    (experiment,) = (one for one in paper.experiments if one.key == key)
    models = results.models(experiment)
    program = program or next(iter(models), "")
    outcomes = {m: test(ProgramResults(results, experiment, m), **given) for m in models}
    outcome = outcomes.get(program, ClaimOutcome(None, "not run"))
    words = {MODEL_NAMES[model]: found.words for model, found in outcomes.items()}
    verdict = _verdict(outcome.holds, NOT_REPRODUCED)
    return JudgedClaim(paper.family, claim, verdict, MODEL_NAMES.get(program, ""), words, outcome)


def _verdict(holds: bool | None, otherwise: str) -> str:
    return UNDECIDED if holds is None else REPRODUCED if holds else otherwise


# Rankings and orders.


def ranked(found: Agreement, words: str) -> ClaimOutcome:
    """Return the outcome of the claim that two rankings agree."""
    good = found.rho is not None and found.rho >= MIN_CORRELATION and found.p < SIGNIFICANCE
    holds = True if good else False if found.excludes(MIN_CORRELATION) else None
    return ClaimOutcome(holds, words, found.n, found.p if holds is not False else None)


def rank(at: ProgramResults, counters: list[str], without: Sequence[str] = ()) -> ClaimOutcome:
    """Printed figures rank as ours do, by each of these counters; the worst of them decides.

    The correlation is that of medians over the puzzles of a case, and p that of all puzzles.
    Figures of cases `without` are left out: another claim finds them wrong.
    """
    found = {}
    for counter in counters:
        known = at.costs(counter)
        printed = {
            name: figure
            for name in known
            if (figure := at.experiment.figure(name, counter)) is not None and name not in without
        }
        medians = agreement([*printed.values()], [known[name] for name in printed])
        rows = at.rows() if at.experiment.by_case else []
        each = [(printed[r.point], r.cost(counter)) for r in rows if r.point in printed]
        p = agreement(*zip(*each, strict=True)).p if len(each) > len(printed) else medians.p
        found[counter] = replace(medians, p=p, puzzles=len(each))
    worst = min(found.values(), key=lambda one: -2 if one.rho is None else one.rho)
    words = {one.describe() for one in found.values()}
    if len(words) > 1:
        words = {f"{counter_name(c)} {one.describe()}" for c, one in found.items()}
    return ranked(worst, "; ".join(sorted(words)))


def follows(_: PaperResults, figures: list[float], **causes: list[float]) -> ClaimOutcome:
    """Figures rank by the first of the causes, and not clearly better by another."""
    found = {name: agreement(by, figures) for name, by in causes.items()}
    words = "; ".join(f"by {n.replace('_', ' ')} {one.describe()}" for n, one in found.items())
    first, *others = found.values()
    if any(first.excludes(one.rho) for one in others if one.rho is not None):
        return ClaimOutcome(False, words, first.n)
    return ranked(first, words)


def pairs(
    at: ProgramResults, better: str, worse: list[str], counter: str = "nodes"
) -> ClaimOutcome:
    """One option beats others if all else is equal: a sign test over puzzles.

    On a puzzle it wins if it wins most pairs of searches that differ in the option alone, by a
    counter without noise. A stopped search has lost against a finished one. Two pairs of the same
    searches count once, and a pair that was stopped twice does not count. The claim is refuted if
    it is unlikely that the option wins on two puzzles of three.
    """
    rows: dict[tuple[str, ...], PaperRow] = {(row.puzzle, *row.labeling): row for row in at.rows()}
    pairs = {}
    for names, row in rows.items():
        for other in worse if better in names else ():
            rival = rows.get(tuple(other if name == better else name for name in names))
            if rival is not None and not (row.limited and rival.limited):
                pairs[search_of(row), search_of(rival)] = (row, rival)
    won = Counter[str]()
    for row, rival in pairs.values():
        mine, theirs = row.cost(counter), rival.cost(counter)
        won[row.puzzle] += (mine < theirs) - (mine > theirs)
    wins, losses = sum(n > 0 for n in won.values()), sum(n < 0 for n in won.values())
    words = f"fewer {counter} on {amount(wins, 'puzzle')}, more on {losses}, in "
    words += f"{amount(len(pairs), 'pair')} of searches"
    against = sign_test(losses, wins, 1 / 3)
    return by_chance(words, len(won), sign_test(wins, losses), against)


def extreme(
    at: ProgramResults, label: str, most: bool = False, counter: str = "nodes", case: str = ""
) -> ClaimOutcome:
    """A labeling is the cheapest of all, or the dearest: alone, or with the very same search.

    `label` may be the first option of several. Times must differ from those of every other search
    by more than chance; counters have no noise.
    """
    found = at.costs(counter, case)
    mine = [name for name in found if label in (name, name.split(", ")[0])]
    edge = max if most else min
    if not mine or len(set(found.values())) < 2:
        return ClaimOutcome(None, "nothing to compare", len(found))
    own = edge(mine, key=found.__getitem__)
    others = [name for name in found if name not in mine and found[name] != found[own]]
    rival = edge((n for n in found if n not in mine), key=found.__getitem__)
    place = 1 + sum((c > found[own]) if most else (c < found[own]) for c in found.values())
    words = f"{_cost(found[own], counter)} is place {place} of {len(found)}"
    if found[rival] != found[own]:
        words += f", {rival} takes {_cost(found[rival], counter)}"
    if found[own] == found[rival] == inf:
        return ClaimOutcome(None, f"stopped, as was {rival}", len(found))
    if counter != "seconds":
        return ClaimOutcome(found[own] == edge(found.values()), words, len(found))
    times = {n: at.labelled(n, case)[0].times for n in found}
    tests = [(times[n], times[own]) if most else (times[own], times[n]) for n in others]
    # To beat all, only the best rival counts; to be beaten by any, all are tried.
    p = max(rank_sum_test(low, high) for low, high in tests)
    against = min(1.0, len(tests) * min(rank_sum_test(high, low) for low, high in tests))
    return by_chance(words, len(found), p, against)


def slower(at: ProgramResults, slow: str, fast: str, counter: str = "seconds") -> ClaimOutcome:
    """Making puzzles of one case costs more than of another; a stopped run costs most."""
    long, short = (list(at.costs(counter, case).values()) for case in (slow, fast))
    if not long or not short:
        return ClaimOutcome(None, "not measured")
    shown = [
        f"{at.experiment.parameter} {name}: {_cost(min(some), counter)} to "
        f"{_cost(max(some), counter)} ({amount(len(some), 'puzzle')})"
        for name, some in ((slow, long), (fast, short))
    ]
    n = len(long) + len(short)
    p, against = rank_sum_test(short, long), rank_sum_test(long, short)
    return by_chance("; ".join(shown), n, p, against)


# Amounts.


def _cost(cost: float, counter: str) -> str:
    unit = "" if counter == "seconds" else f" {counter}"
    return "more than the limit" if cost == inf else f"{brief(cost, counter)}{unit}"


def ratio(
    at: ProgramResults,
    least: float = 0.0,
    most: float = inf,
    counter: str = "nodes",
    of: Sequence[str] = (),
    to: str | dict[str, float] = "",
    case: str = "",
) -> ClaimOutcome:
    """The costs `of` some, divided by that of `to`, lie within bounds.

    If `to` gives numbers, its costs are divided by them. Without both, the dearest is divided by
    the cheapest.
    """
    costs = at.costs(counter, case)
    by = to if isinstance(to, dict) else dict.fromkeys(of, costs.get(to, 0.0))
    if not by and costs:
        dearest = max(costs, key=costs.__getitem__)
        by = {dearest: min(costs.values())}
    ratios = [costs[name] / base for name, base in by.items() if name in costs and base]
    if not ratios or inf in by.values():
        return ClaimOutcome(None, "stopped by the limit" if ratios else "not run", len(costs))
    within = {least <= one <= most for one in ratios}
    shown = [
        tables.ratio(one) if one < inf else "the dearest was stopped" for one in sorted(ratios)
    ]
    words = f"{counter_name(counter)}: {' to '.join(dict.fromkeys((shown[0], shown[-1])))}"
    return ClaimOutcome(within.pop() if len(within) == 1 else None, words, len(costs))


def fits(at: ProgramResults, counters: dict[str, int], factor: float) -> ClaimOutcome:
    """The printed counters of one run are near ours under some labeling, all of them."""
    costs = {counter: at.costs(counter) for counter in counters}
    close = {
        name: [c for c, one in counters.items() if 1 / factor <= costs[c][name] / one <= factor]
        for name in at.experiment.names
        if all(name in some for some in costs.values())
    }
    best = max(close, key=lambda name: len(close[name]), default="")
    if not best:
        return ClaimOutcome(None, "not run")
    number = len(close[best])
    words = f"{best} fits best: {number} of {len(counters)} within a factor of {factor:g}"
    return ClaimOutcome(number == len(counters) or (None if number else False), words, len(close))


def growth(
    at: ProgramResults, counter: str, shape: str, negated: bool = False, least_backtracks: int = 0
) -> ClaimOutcome:
    """A cost grows in the named shape, and no other shape fits as well; `negated`: the reverse.

    A power is a line if its exponent may be 1. With `least_backtracks`, only puzzles that are
    solved after as many count.
    """
    rows = [row for row in at.rows() if row.backtracks >= least_backtracks]
    # Where a search was stopped, the others are the easy ones.
    stopped = {row.point for row in rows if row.limited}
    places = {case["name"]: case["place"] for case in at.experiment.cases}
    costs = [(places[r.point], getattr(r, counter)) for r in rows if r.point not in stopped]
    n = len(costs)
    plus = 0.0 if counter == "seconds" else 1.0
    found = fit(costs, plus)
    if found is None or not found.grows:
        return ClaimOutcome(None, "no growth beyond chance" if found else "too few points", n)
    power = fit(costs, plus, ("power",))
    straight = power is not None and round(power.low, 9) <= 1 <= round(power.high, 9)
    as_claimed = {
        one == shape or (one == "power" and shape == "linear" and straight)
        for one in (found.shape, *found.others)
    }
    words = f"{counter_name(counter)} {describe_fit(found, at.experiment.parameter, counter)}"
    holds = None if len(as_claimed) == 2 else as_claimed.pop() != negated
    return ClaimOutcome(holds, words, n)


def falls(at: ProgramResults, counter: str, factor: float = 1.0, times: int = 1) -> ClaimOutcome:
    """A cost falls along the axis by more than a factor, at least this many times."""
    every = at.costs(counter).values()
    costs = [cost for cost in every if cost < inf]
    falls = sum(before > factor * after for before, after in pairwise(costs))
    by = f" by more than a factor of {factor:g}" if factor > 1 else ""
    words = f"{counter} fall {amount(falls, 'time')}{by} over {amount(len(costs), 'case')}"
    fewer = None if inf in every or len(costs) < MIN_PLACES else False
    return ClaimOutcome(falls >= times or fewer, words, len(costs))


# Solutions.

OUTCOME_WORDS = {"solved": "right", "wrong": "wrong", "none": "without answer", "limit": "stopped"}
"""How first answers are counted."""


def solves(at: ProgramResults) -> ClaimOutcome:
    """The first answer to every puzzle that was searched is right, with some labeling."""
    shown = []
    held: list[bool | None] = []
    for name in at.experiment.case_names:
        if ends := [row.outcome for row in at.rows(name)]:
            listed = ", ".join(
                f"{ends.count(end)} {words}" for end, words in OUTCOME_WORDS.items() if end in ends
            )
            shown.append(f"{name}: {listed}")
            held.append("solved" in ends or (None if "limit" in ends else False))
    decided = False if False in held else None if None in held or not held else True
    return ClaimOutcome(decided, "; ".join(shown) or "not run", len(shown))


def counts(results: PaperResults, have: str, puzzles: list[str]) -> ClaimOutcome:
    """Puzzles have as many solutions, and the paper's program as many answers, as claimed."""
    shown, held = [], []
    for one in results.counts:
        if one.puzzle in puzzles:
            solutions, found = amount(one.solutions, "solution"), amount(one.found, "of them")
            answers = f"{amount(one.answers, 'answer')}, {found.removesuffix('s')}"
            shown.append(f"`{one.puzzle}`: {solutions}; {answers if one.found >= 0 else 'stopped'}")
            complete = one.found >= 0
            by_kind = {
                "one solution": one.solutions == 1 and one.found == 1 if complete else None,
                "several solutions": one.solutions > 1,
                "all solutions": one.found == one.solutions if complete else None,
                "nothing else": one.answers == one.found if complete else None,
            }
            held.append(by_kind[have])
    decided = None if None in held or not held else all(held)
    return ClaimOutcome(decided, "; ".join(shown), len(held))


def answers(_: PaperResults, answers: list[dict[str, Any]]) -> ClaimOutcome:
    """Printed answers follow the rules."""
    broken = []
    for shown in answers:
        puzzle = find_puzzle(shown["puzzle"])
        broken += puzzle.violations(read_solution(puzzle, shown["answer"]))
    words = broken[0].sentence if broken else "the rules allow it"
    return ClaimOutcome(not broken, words, len(answers))


# Printed figures against each other, without any search.


def read(_: PaperResults, verdict: str) -> ClaimOutcome:
    """Nothing is computed: the verdict comes from reading the paper, and has a reason."""
    return ClaimOutcome(None, "")


def printed(_: PaperResults, found: str, holds: list[Any], n: int | None = None) -> ClaimOutcome:
    """A printed figure agrees with another: it is equal, at most the other, or within a third."""
    one, relation, other = holds
    right = {"=": one == other, "≤": one <= other, "≈": 0.75 <= one / other <= 1.33}
    return ClaimOutcome(right[relation], found, n)


ClaimTest: TypeAlias = Callable[..., ClaimOutcome]
_PROGRAM = (rank, pairs, extreme, slower, ratio, fits, growth, falls, solves)
PROGRAM_TESTS: dict[str, ClaimTest] = {test.__name__: test for test in _PROGRAM}
"""Tests of the `ProgramResults` of one program."""
_PRINT = (follows, counts, answers, read, printed)
PRINT_TESTS: dict[str, ClaimTest] = {test.__name__: test for test in _PRINT}
"""Tests of what is printed, or of counts among all `PaperResults`."""
