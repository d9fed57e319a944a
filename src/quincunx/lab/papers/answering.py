"""Tests of answers, of how many there are, and of how long it takes to make a puzzle."""

from __future__ import annotations

from math import inf
from statistics import median

from quincunx.lab.papers.chance import p_in_words, shift_p
from quincunx.lab.papers.comparing import in_seconds
from quincunx.lab.papers.experiments import SETTINGS
from quincunx.lab.papers.judging import (
    CHANCE,
    NOT_REPRODUCED,
    REPRODUCED,
    UNTOLD,
    WRONG,
    Case,
    Judgement,
)
from quincunx.reading import find_puzzle


def slower(case: Case) -> Judgement:
    """Making puzzles of one case takes longer than of another."""
    words, judged = [], []
    for setting in SETTINGS:
        slow, fast = (
            [m.cost for m in case.results.makings_of(case.experiment, name, setting.name)]
            for name in (case.test["slow"], case.test["fast"])
        )
        if not slow or not fast:
            words.append("not measured")
            judged.append((UNTOLD, 0, 1.0, 1.0))
            continue
        p = shift_p(fast, slow)
        what = case.experiment.data["parameter"]
        words.append(
            f"{what} {case.test['slow']} takes {in_seconds(median(slow))} in the median of "
            f"{len(slow)}, {what} {case.test['fast']} {in_seconds(median(fast))} of {len(fast)} "
            f"({p_in_words(p)})"
        )
        against = shift_p(slow, fast)
        verdict = REPRODUCED if p < CHANCE else NOT_REPRODUCED if against < CHANCE else UNTOLD
        judged.append((verdict, len(slow) + len(fast), p, against))
    verdict, n, p, against = judged[0]
    return Judgement(verdict, words, n, p=p, against=against) if n else Judgement(UNTOLD, words)


def spread(case: Case) -> Judgement:
    """Making puzzles of one case takes very different times."""
    words, verdicts, n = [], [], 0
    for setting in SETTINGS:
        made = case.results.makings_of(case.experiment, case.test["case"], setting.name)
        times = [one.cost for one in made]
        n = max(n, len(times))
        if len(times) < 3 or min(times) == inf:
            words.append("all stopped by the limit" if times else "not measured")
            verdicts.append(UNTOLD)
            continue
        words.append(
            f"{in_seconds(min(times))} to {in_seconds(max(times))} over {len(times)} puzzles"
        )
        far = max(times) >= case.test["factor"] * min(times)
        verdicts.append(REPRODUCED if far else NOT_REPRODUCED)
    return Judgement(verdicts[0], words, n=n or None)


def counts(case: Case) -> Judgement:
    """How many solutions puzzles have, and what the paper's program answers."""
    says = case.test["says"]
    program, ours, held = [], [], []
    for check in case.test["puzzles"]:
        one = case.results.count(check["puzzle"])
        ours.append(f"`{one.puzzle}`: {_many(one.solutions, 'solution')}")
        if one.answers < 0:
            held.append(one.solutions == 1 if says == "one solution" else None)
            continue
        program.append(
            f"`{one.puzzle}`: {_many(one.answers, 'answer')}, {_many(one.found, 'solution')}"
        )
        by_kind = {
            "one solution": one.solutions == 1 and one.found == 1,
            "all solutions": one.found == one.solutions,
            "each once": one.answers == one.found,
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
        broken += puzzle.violations(puzzle.read_solution(shown["answer"]))
    number = len(case.test["answers"])
    words = f"the rules allow {'it' if number == 1 else 'them'}"
    if broken:
        words = broken[0].sentence
    return Judgement(WRONG if broken else REPRODUCED, words=("", words), n=number)


def domains(case: Case) -> Judgement:
    """The domains of the paper's program have these sizes."""
    found = {}
    for name in case.test["sizes"]:
        model = find_puzzle(name).paper_model()
        found[name] = None if model is None else len(model.decisions[0].domain)
    right = found == dict(case.test["sizes"])
    words = ", ".join(map(str, found.values()))
    return Judgement(REPRODUCED if right else NOT_REPRODUCED, (f"{words} values", ""), n=len(found))
