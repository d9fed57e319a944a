"""The next step for somebody in the middle of a puzzle.

Vocabulary:
  noted    of a step: a player can put down what it says, as a number or as a note in a cell
  at once  of a step: it follows from what is on paper alone

What cannot be noted, something about a variable that is no cell, is told as the reason of the
first step behind it that can: whoever does what each hint says comes to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from quincunx.families.base.capabilities import phrases_of
from quincunx.reasoning.candidates import Bits
from quincunx.reasoning.case_analysis import refute
from quincunx.reasoning.evidence import Evidence
from quincunx.reasoning.moves import Move
from quincunx.reasoning.narration import told_alone
from quincunx.reasoning.path import Path
from quincunx.reasoning.steps import Step


def next_step(path: Path, makes_notes: bool) -> Step | None:
    """The first step of the way that follows at once from what is on paper and can be noted; for
    somebody who makes no notes the first that gives a number to write, if there is one. None if
    nothing is to be found any more."""
    now = dict(enumerate(path.start))
    needed = path.needed()
    told = (_told(path, evidence, now) for evidence in needed)
    steps = [step for step in told if step is not None and step.noted]
    if not steps:
        return _with_reasons(path, needed, now)
    if makes_notes:
        return steps[0]
    writes = phrases_of(path.puzzle).writes
    return min(
        steps,
        key=lambda step: (not any(writes(value) for _, value in step.sets), not step.sets),
    )


def _with_reasons(path: Path, needed: Sequence[Evidence], now: Bits) -> Step | None:
    """The first step that can be noted, and before it those that it needs and that cannot."""
    known = dict(now)
    before: list[tuple[Evidence, Step]] = []
    for evidence in needed:
        step = _told(path, evidence, known)
        if step is None:
            continue
        if step.noted:
            return _joined([*_wanted(before, evidence), step])
        before.append((evidence, step))
        for variable, mask in evidence.claims.items():
            known[variable] &= ~mask
    return None


def _wanted(before: Sequence[tuple[Evidence, Step]], last: Evidence) -> list[Step]:
    """Of the steps before, in order, those on which the last relies."""
    needs = set(last.needs)
    kept: list[Step] = []
    for evidence, step in reversed(before):
        if needs & evidence.claims.keys():
            needs |= evidence.needs
            kept.append(step)
    return kept[::-1]


def _joined(steps: Sequence[Step]) -> Step:
    """Steps told as one: the last, with those before it as its reasons."""
    *reasons, last = steps
    said = [step.sentence for step in reasons]
    return replace(
        last,
        reason=" ".join([*said, last.reason]),
        sentence=" ".join([*said, last.sentence]),
        rules=tuple(dict.fromkeys(name for step in steps for name in step.rules)),
        because=tuple(dict(held for step in steps[::-1] for held in step.because).items()),
        cells=tuple(sorted({cell for step in steps for cell in step.cells})),
    )


def _told(path: Path, evidence: Evidence, known: Bits) -> Step | None:
    """A move of the way as a step from what is known; None if it does not follow at once."""
    move = path.candidates.supposing(known, partial(_at_once, path, evidence))
    if move is None:
        return None
    tell = partial(told_alone, path.puzzle, path.candidates, move)
    return path.candidates.supposing(known, tell)


def _at_once(path: Path, evidence: Evidence) -> Move | None:
    """A move of the way, made from what is known now; None if it does not say all of it yet."""
    move: Move | None = evidence.move
    if evidence.move.case is not None:
        move = refute(path.candidates, evidence.move.case.variable, evidence.move.case.bit)
    elif evidence.move.again is not None:
        move = evidence.move.again()
    if move is None:
        return None
    left = {change.variable: change.after for change in move.changes}
    variables = path.candidates.variables
    told = all(not left.get(v, variables[v].bits) & mask for v, mask in evidence.claims.items())
    return move if told or evidence.move.case is not None else None
