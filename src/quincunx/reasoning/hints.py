"""A hint for somebody in the middle of a puzzle.

Vocabulary:
  state   what the player has on paper: numbers, and notes of what is left or ruled out
  level   how much a hint tells: 1 where to look, 2 why something follows there, 3 what follows
  wrong   of a state: no solution has all of it

A hint is one step, the easiest that tells the player something new; a number is preferred to
something that is only ruled out. Where something is wrong, the levels tell that it is, where, and
why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from quincunx._support.notebook import Shown
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.words.phrases import capitalised, listed
from quincunx.cp.words.techniques import FEW_WAYS
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, Cell, State
from quincunx.families.base.capabilities import (
    phrases_of,
    short_name,
)
from quincunx.families.base.documents import numbers_of, read_state
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.families.base.state import Note
from quincunx.reasoning.case_analysis import goes_on
from quincunx.reasoning.moves import Move
from quincunx.reasoning.narration import told_alone
from quincunx.reasoning.next_step import next_step
from quincunx.reasoning.path import Path
from quincunx.reasoning.selection import most_telling
from quincunx.reasoning.steps import Held, Step, held_as_data, sets_as_data
from quincunx.reasoning.study import study_of

Kind: TypeAlias = Literal["step", "wrong", "solved", "multiple", "none", "unknown"]

LEVELS = (1, 2, 3)
MOST_SENTENCES = 3
"""A hint has no more."""


@dataclass(frozen=True)
class Hint(Shown):
    """What to tell a player.

    `kind` is "step" for a hint to something new, "wrong" where something on paper is wrong;
    otherwise all is done, or there is nothing to be found. `by_level` are the sentences of each
    level, and `cells` those one looks at. A step `sets` numbers, `removes` values or, where a cell
    could hold anything before, `leaves` some: who puts that down gets another hint the next time.
    """

    puzzle: AnyPuzzle
    kind: Kind
    by_level: tuple[tuple[str, ...], ...]
    cells: tuple[Cell, ...] = ()
    sets: tuple[tuple[Cell, int], ...] = ()
    removes: Held = ()
    leaves: Held = ()
    wrong: tuple[Cell, ...] = ()
    step: Step | None = None

    def sentences(self, level: int = 1) -> tuple[str, ...]:
        """What a level tells."""
        if level not in LEVELS:
            raise OptionError(f"hint: level is {level!r}, expected 1, 2 or 3")
        return self.by_level[min(level, len(self.by_level)) - 1]

    def __str__(self) -> str:
        return " ".join(self.sentences(3))

    def as_dict(self, level: int = 3) -> dict[str, Any]:
        """The hint at a level as JSON data, the way every command and page answers. What a level
        does not tell is not there."""
        tells = level == LEVELS[-1]
        where = level > 1 or self.kind != "wrong"
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "kind": self.kind,
            "level": level,
            "sentences": list(self.sentences(level)),
            "technique": self.step.technique if self.step and level > 1 else None,
            "cells": [list(cell) for cell in self.cells] if where else [],
            "sets": sets_as_data(self.sets if tells else ()),
            "removes": held_as_data("values", self.removes if tells else ()),
            "leaves": held_as_data("values", self.leaves if tells else ()),
            "wrong": [list(cell) for cell in self.wrong] if where else [],
        }


_SAYINGS: Mapping[Kind, tuple[str, ...]] = {
    "solved": ("All is there, and all is right.",),
    "multiple": (
        "Nothing more follows.",
        "The puzzle has several solutions that fit what is there.",
    ),
    "none": ("The puzzle has no solution.",),
    "unknown": ("A limit stopped the work before a hint was found.",),
}


def hint(
    puzzle: PuzzleLike,
    state: object = None,
    *,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Hint:
    """The easiest next step, given what is on paper already.

    `puzzle` is a puzzle, an identifier, a document or a name of the gallery; `state` is what
    `read_notes` of the puzzle takes: text or JSON data; nothing is a puzzle that was not begun.
    The work stops after `time_limit` seconds, or when `cancel` says so; the hint then is of the
    kind "unknown".

    >>> found = hint("c-note:100:878/312/272", "85,7,8/_,15,72/_,_,_")
    >>> found.sentences(1), found.sentences(3)
    (('Look at row 2.',), ('Row 2: ? + 15 + 72 = 100, so r2c1 is 13.',))
    """
    puzzle = parse(puzzle)
    on_paper = State.of({}) if state is None else read_state(puzzle, state)
    asked = _Asked(puzzle, on_paper, Limits(time_limit, cancel=cancel))
    try:
        return asked.hint()
    except Stopped:
        return asked.saying("unknown")


class _Asked:
    """A player's question."""

    def __init__(self, puzzle: AnyPuzzle, state: State, limits: Limits) -> None:
        self.puzzle = puzzle
        self.study = study_of(puzzle)
        self.state = state
        self.limits = limits
        self.began = time.perf_counter()

    def saying(self, kind: Kind) -> Hint:
        return Hint(self.puzzle, kind, (_SAYINGS[kind],))

    def left(self) -> Limits:
        """What is left of the limits."""
        return self.limits.after(time.perf_counter() - self.began)

    def hint(self) -> Hint:
        with watching(self.left()):
            self._refuse_changed_givens()
        result = self.study.result(self.left())
        if result.verdict in ("none", "unknown"):
            return self.saying("none" if result.verdict == "none" else "unknown")
        path = self._path(self.state)
        if result.verdict == "unique":
            numbers = numbers_of(self.puzzle, result.solutions[0])
            right = dict(zip(self.puzzle.cells, numbers, strict=True))
            wrong = [
                cell
                for cell, content in self.state.contents().items()
                if not _allows(content, right[cell])
            ]
            if not wrong and self._all_written(right):
                return self.saying("solved")
        else:
            wrong = [] if goes_on(path.candidates) else self._clashing()
        if wrong:
            return self._about_wrong(wrong)
        path.follow()
        found = next_step(path, makes_notes=bool(self.state.candidates or self.state.excluded))
        if found is not None:
            return self._about_step(found)
        return self._about_unwritten(path) or self.saying("solved" if path.solved else "multiple")

    def _all_written(self, right: Mapping[Cell, int]) -> bool:
        """Whether all is on paper that players write."""
        there = {**self.study.givens, **self.state.numbers}
        writes = phrases_of(self.puzzle).writes
        return all(cell in there or not writes(value) for cell, value in right.items())

    def _refuse_changed_givens(self) -> None:
        written = self.state.numbers
        for cell, given in self.study.givens.items():
            if written.get(cell, given) != given:
                name = short_name(self.puzzle, cell)
                raise PuzzleError(
                    f"{self.puzzle.family}: state, {name} is {self._value(cell, written[cell])}, "
                    f"but {self._value(cell, given)} is given"
                )

    def _value(self, cell: Cell, value: int) -> str:
        """A value of a cell as players call it."""
        variable = self.study.reasoning_model.decisions[self.puzzle.cells.index(cell)]
        return phrases_of(self.puzzle).value(variable, value)

    def _path(self, state: State) -> Path:
        left = self.left()
        return Path(
            self.puzzle, state, choose=most_telling, time_limit=left.seconds, cancel=left.cancel
        )

    # Something new.

    def _about_step(self, step: Step) -> Hint:
        where = f"Look at {step.about}."
        return Hint(
            self.puzzle,
            "step",
            ((where,), (where, *step.why), step.sentences),
            step.cells,
            step.sets,
            step.removes,
            step.leaves,
            step=step,
        )

    def _about_unwritten(self, path: Path) -> Hint | None:
        """A cell that has one number left, which is not written; None if there is none."""
        there = self.study.givens.keys() | self.state.numbers.keys()
        writes = phrases_of(self.puzzle).writes
        for cell, variable in path.variable_of.items():
            numbers = path.candidates.numbers(variable.index, variable.bits)
            if cell in there or path.candidates.open(variable.index):
                continue
            if numbers and writes(numbers[0]):
                name, number = short_name(self.puzzle, cell), self._value(cell, numbers[0])
                where, why = f"Look at {name}.", "One number is left there."
                levels = ((where,), (where, why), (f"Only {number} is left for {name}.",))
                return Hint(self.puzzle, "step", levels, (cell,), ((cell, numbers[0]),))
        return None

    # Something wrong.

    def _clashing(self) -> list[Cell]:
        """Cells of the state that cannot all be right, and none of them without the others."""
        kept = dict(self.state.contents())
        for cell in list(kept):
            without = {other: content for other, content in kept.items() if other != cell}
            if not goes_on(self._path(State.of(without)).candidates):
                kept = without
        return list(kept)

    def _about_wrong(self, wrong: Sequence[Cell]) -> Hint:
        names = listed([short_name(self.puzzle, cell) for cell in wrong], "and")
        that = ("Something is wrong.",)
        where = (f"Something is wrong at {names}.",)
        return Hint(
            self.puzzle,
            "wrong",
            (that, where, self._why(wrong)),
            tuple(wrong),
            wrong=tuple(wrong),
        )

    def _why(self, wrong: Sequence[Cell]) -> tuple[str, ...]:
        """What cannot stand where it stands, a rule that is broken, or the shortest refutation."""
        path = self._path(self.state)
        for cell in wrong:
            if not path.variable_of[cell].bits:
                alone = f"{capitalised(self._denied(cell))}, whatever stands elsewhere."
                return (self._broken_alone(cell) or alone,)
        for rule in path.candidates.rules:
            if path.candidates.deduce(rule.strong) is None:
                ask = partial(path.candidates.deduce, rule.strong)
                move = Move(FEW_WAYS, FEW_WAYS.effort, (rule,), (), ask)
                return told_alone(self.puzzle, path.candidates, move).sentences
        ways = [self._refutation({cell: self.state.contents()[cell]}) for cell in wrong]
        ways.append(self._refutation(self.state.contents()))
        shortest = min((way for way in ways if way), key=len)
        text = [sentence for step in shortest for sentence in step.sentences]
        if len(text) <= MOST_SENTENCES:
            return tuple(text)
        denied = listed([self._denied(cell) for cell in wrong], "and")
        return (f"{capitalised(denied)}.", f"It takes {len(shortest)} steps to see that.")

    def _broken_alone(self, cell: Cell) -> str:
        """What the checker says of a number that breaks a rule about its own cell; mostly
        nothing, for most rules are about several cells."""
        content = self.state.contents()[cell]
        if isinstance(content, Note):
            return ""
        # Anything will do elsewhere: rules about several cells are not asked.
        decisions = zip(self.puzzle.cells, self.study.reasoning_model.decisions, strict=True)
        filled = [
            content if at == cell else 1 if variable.other is not None else variable.domain[0]
            for at, variable in decisions
        ]
        broken = self.puzzle.violations(self.puzzle.solution(filled))
        return next((found.sentence for found in broken if found.cells == (cell,)), "")

    def _refutation(self, contents: Mapping[Cell, int | Note]) -> list[Step]:
        """The steps from some of what is on paper to a contradiction; none if it is not wrong."""
        path = self._path(State.of(contents))
        if all(path.start):
            path.follow()
        return path.told() if path.contradicted else []

    def _denied(self, cell: Cell) -> str:
        """That what is on paper in a cell is wrong."""
        content = self.state.contents()[cell]
        name = short_name(self.puzzle, cell)
        if not isinstance(content, Note):
            return f"{name} is not {self._value(cell, content)}"
        return f"the notes at {name} leave out what belongs there"


def _allows(content: int | Note, value: int) -> bool:
    return content.allows(value) if isinstance(content, Note) else content == value
