"""Tests of answers, of how many there are, and of how long it takes to make a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from statistics import median

from quincunx.families.base.capabilities import paper_model
from quincunx.families.base.documents import read_solution
from quincunx.families.base.reading import find_puzzle
from quincunx.lab.papers.comparisons import in_seconds
from quincunx.lab.papers.exact_tests import p_in_words, shift_p
from quincunx.lab.papers.experiments import SETTINGS
from quincunx.lab.papers.results import Making
from quincunx.lab.papers.verdicts import (
    CHANCE,
    NOT_REPRODUCED,
    REPRODUCED,
    UNTOLD,
    WRONG,
    Case,
    Judgement,
)


def slower(case: Case) -> Judgement:
    """Making puzzles of one case takes longer than of another. What was stopped counts for the
    claim as no longer than it took until then, and against it as longer than all else."""
    words, judged = [], []
    for setting in SETTINGS:
        slow, fast = (
            case.results.makings_of(case.experiment, name, setting.name)
            for name in (case.test["slow"], case.test["fast"])
        )
        if not slow or not fast:
            words.append("not measured")
            judged.append((UNTOLD, 0, 1.0, 1.0))
            continue
        p = shift_p([one.cost for one in fast], [one.seconds for one in slow])
        against = shift_p([one.cost for one in slow], [one.seconds for one in fast])
        what = case.experiment.data["parameter"]
        words.append(
            f"{what} {case.test['slow']} takes {middle_of(slow)} in the median of {len(slow)}, "
            f"{what} {case.test['fast']} {middle_of(fast)} of {len(fast)} ({p_in_words(p)})"
        )
        verdict = REPRODUCED if p < CHANCE else NOT_REPRODUCED if against < CHANCE else UNTOLD
        judged.append((verdict, len(slow) + len(fast), p, against))
    verdict, n, p, against = judged[0]
    return Judgement(verdict, words, n, p=p, against=against) if n else Judgement(UNTOLD, words)


def middle_of(made: Sequence[Making]) -> str:
    """The median time, or what it is at least where half of the makings were stopped."""
    known = median(one.cost for one in made)
    return reached_in_words(known, median(one.seconds for one in made))


def reached_in_words(cost: float, reached: float) -> str:
    """A time; where it is not known, how much it is at least."""
    return f"more than {in_seconds(reached)}" if cost == inf else in_seconds(cost)


def spread(case: Case) -> Judgement:
    """Making puzzles of one case takes very different times: the longest so many times the
    shortest. What was stopped takes at least as long as until then."""
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        made = case.results.makings_of(case.experiment, case.test["case"], setting.name)
        n = max(n, len(made))
        ended = [one.seconds for one in made if one.finished]
        if len(made) < 3 or not ended:
            words.append("all stopped by the limit" if made else "not measured")
            verdicts.append(UNTOLD)
            continue
        longest = max(made, key=lambda one: one.seconds)
        shown = reached_in_words(longest.cost, longest.seconds)
        words.append(f"{in_seconds(min(ended))} to {shown} over {len(made)} puzzles")
        far = longest.seconds >= case.test["factor"] * min(ended)
        unknown = UNTOLD if len(ended) < len(made) else NOT_REPRODUCED
        verdicts.append(REPRODUCED if far else unknown)
    return Judgement(verdicts[0], words, n=n or None)


def counts(case: Case) -> Judgement:
    """How many solutions puzzles have, and what the paper's program answers."""
    says = case.test["says"]
    program, ours, held = [], [], []
    for check in case.test["puzzles"]:
        one = case.results.count(check["puzzle"])
        ours.append(f"`{one.puzzle}`: {_many(one.solutions, 'solution')}")
        alone = {"one solution": one.solutions == 1, "several solutions": one.solutions > 1}
        if one.answers < 0:
            held.append(alone.get(says))
            continue
        program.append(
            f"`{one.puzzle}`: {_many(one.answers, 'answer')}, {_many(one.found, 'solution')}"
        )
        by_kind = {
            "one solution": one.solutions == 1 and one.found == 1,
            "all solutions": one.found == one.solutions,
            "each once": one.answers == one.found,
            "nothing else": one.answers == one.found,
        }
        held.append(by_kind[says])
    verdict = UNTOLD if None in held else REPRODUCED if all(held) else WRONG
    return Judgement(verdict, ("; ".join(program), "; ".join(ours)), n=len(held))


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def answers(case: Case) -> Judgement:
    """Printed answers follow the rules."""
    broken = []
    for shown in case.test["answers"]:
        puzzle = find_puzzle(shown["puzzle"])
        broken += puzzle.violations(read_solution(puzzle, shown["answer"]))
    number = len(case.test["answers"])
    words = f"the rules allow {'it' if number == 1 else 'them'}"
    if broken:
        words = broken[0].sentence
    return Judgement(WRONG if broken else REPRODUCED, words=("", words), n=number)


def finds(case: Case) -> Judgement:
    """The paper's program finds a solution of every puzzle of an experiment, somehow labeled."""
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        rows = case.results.of(case.experiment, setting.name)
        told, held = [], []
        for name in case.experiment.case_names:
            ends = [row.outcome for row in rows if row.case == name]
            if ends:
                told.append(f"{name}: {ends.count('solved')} of {len(ends)} searches find one")
                held.append("solved" in ends or (None if "limit" in ends else False))
        n = max(n, len(told))
        words.append("; ".join(told) or "not run")
        unknown = UNTOLD if None in held or not held else REPRODUCED
        verdicts.append(NOT_REPRODUCED if False in held else unknown)
    return Judgement(verdicts[0], words, n=n or None)


def domains(case: Case) -> Judgement:
    """The domains of the paper's program have these sizes."""
    found = {}
    for name in case.test["sizes"]:
        model = paper_model(find_puzzle(name))
        found[name] = None if model is None else len(model.decisions[0].domain)
    right = found == dict(case.test["sizes"])
    words = ", ".join(map(str, found.values()))
    return Judgement(REPRODUCED if right else NOT_REPRODUCED, (f"{words} values", ""), n=len(found))
