"""A hint for somebody in the middle of a puzzle.

Vocabulary:
  state   what the player has written so far, by cell
  nudge   where to look, and nothing more
  reason  the steps to the next number, without the number
  answer  the number

A hint leads to the next number that can be written down, with just the steps that it needs, for
what a player has only ruled out is not written anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, Cell
from quincunx.limits import Limits, Stopped, watching
from quincunx.model import Model
from quincunx.reading import PuzzleLike, parse
from quincunx.reasoning.narration import Step, told, wanted_steps
from quincunx.reasoning.solve_path import SolvePath
from quincunx.showing import Shown
from quincunx.solving import solve
from quincunx.wording import listed

Kind: TypeAlias = Literal["step", "wrong", "solved", "multiple", "none", "unknown"]


@dataclass(frozen=True)
class Hint(Shown):
    """What to tell a player.

    `kind` is "step" for a hint to the next number; otherwise `nudge` says what else there is to
    say: something is wrong, all is done, or the puzzle has not just one solution. `reason` are
    the sentences of the steps, `answer` what can be written.
    """

    puzzle: AnyPuzzle
    kind: Kind
    nudge: str
    reason: tuple[str, ...] = ()
    answer: str = ""
    technique: str = ""
    tier: int = 0
    cells: tuple[Cell, ...] = ()
    sets: tuple[tuple[Cell, int], ...] = ()
    wrong: tuple[tuple[Cell, int], ...] = ()

    @classmethod
    def unknown(cls, puzzle: AnyPuzzle) -> Hint:
        """What is left when a limit stops the work."""
        return cls(puzzle, "unknown", _SAYINGS["unknown"])

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.nudge, *self.reason, self.answer)))

    def as_dict(self) -> dict[str, Any]:
        """The hint as JSON data, the way every command and page answers."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "kind": self.kind,
            "nudge": self.nudge,
            "reason": list(self.reason),
            "answer": self.answer,
            "technique": self.technique,
            "tier": self.tier,
            "cells": [list(cell) for cell in self.cells],
            "sets": [{"cell": list(cell), "value": value} for cell, value in self.sets],
            "wrong": [{"cell": list(cell), "value": value} for cell, value in self.wrong],
        }


def hint(
    puzzle: PuzzleLike,
    state: object = None,
    *,
    time_limit: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Hint:
    """The easiest way to the next number, given what is written already.

    `puzzle` is a puzzle, an identifier, a document or a name of the gallery; `state` is what
    `read_state` of the puzzle takes: text or JSON data; nothing is a puzzle that was not begun.
    The work stops after `time_limit` seconds, or when `cancel` says so; the hint then is of the
    kind "unknown".

    >>> found = hint("c-note:100:878/312/272", "85,7,8/_,15,72/_,_,_")
    >>> found.nudge, found.reason, found.answer
    ('Look at row 2.', ('Row 2: ? + 15 + 72 = 100.',), 'Row 2, column 1 is 13.')
    """
    puzzle = parse(puzzle)
    began = time.perf_counter()
    limits = Limits(time_limit, cancel=cancel)
    written = {} if state is None else puzzle.read_state(state)
    try:
        with watching(limits):
            places = _Places(puzzle)
    except Stopped:
        return Hint.unknown(puzzle)
    for cell, given in puzzle.givens().items():
        if written.get(cell, given) != given:
            raise PuzzleError(
                f"{puzzle.family}: state, {places.name(cell)} is "
                f"{places.value(cell, written[cell])}, but {places.value(cell, given)} is given"
            )
    left = limits.after(time.perf_counter() - began)
    result = solve(puzzle, time_limit=left.seconds, cancel=cancel)
    if result.verdict != "unique":
        return Hint(puzzle, result.verdict, _SAYINGS[result.verdict])
    right = dict(zip(puzzle.cells, puzzle.numbers(result.solutions[0]), strict=True))
    wrong = {cell: value for cell, value in written.items() if value != right[cell]}
    if wrong:
        named = listed(
            [f"{places.name(c)} is not {places.value(c, wrong[c])}" for c in wrong], "and"
        )
        return Hint(puzzle, "wrong", f"Something is wrong: {named}.", wrong=tuple(wrong.items()))
    try:
        left = limits.after(time.perf_counter() - began)
        return _next_number(puzzle, written, places, left)
    except Stopped:
        return Hint.unknown(puzzle)


_SAYINGS: Mapping[Kind, str] = {
    "multiple": "The puzzle has more than one solution, so not every number can be found.",
    "none": "The puzzle has no solution.",
    "unknown": "A limit stopped the work before a hint was found.",
}


def _next_number(
    puzzle: AnyPuzzle,
    written: Mapping[Cell, int],
    places: _Places,
    limits: Limits,
) -> Hint:
    """The steps to the next number, with what they need; if there is none, all is there."""
    at = {cell: i for i, cell in enumerate(puzzle.cells)}
    known = {at[cell]: value for cell, value in written.items()}
    path = SolvePath(
        puzzle,
        known,
        model=places.model,
        verdict="unique",
        time_limit=limits.seconds,
        cancel=limits.cancel,
    )
    steps: list[Step] = []
    for step, _ in told(path):
        steps.append(step)
        found = [(cell, value) for cell, value in sorted(step.sets) if places.phrases.writes(value)]
        if found:
            break
    else:
        assert path.verdict == "unique", f"{puzzle.identifier}: no way to its solution was found"
        return Hint(puzzle, "solved", "All is there, and all is right.")
    kept = wanted_steps(steps, lambda step: False)
    nudge = f"Look at {kept[0].about}."
    if len(kept) > 1:
        nudge += f" {len(kept)} steps lead from there to the next number."
    hardest = max(kept, key=lambda step: step.tier)
    answer = listed([f"{places.name(cell)} is {places.value(cell, v)}" for cell, v in found], "and")
    return Hint(
        puzzle,
        "step",
        nudge,
        (*(step.sentence for step in kept[:-1]), f"{kept[-1].reason}."),
        f"{answer[0].upper()}{answer[1:]}.",
        hardest.technique,
        hardest.tier,
        tuple(sorted({cell for step in kept for cell in step.cells})),
        tuple(found),
    )


class _Places:
    """The names of cells and of what stands in them."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.phrases = puzzle.phrases()
        self.model: Model = puzzle.reasoning_model()
        self._variables = dict(zip(puzzle.cells, self.model.decisions, strict=True))

    def name(self, cell: Cell) -> str:
        return self.phrases.place(self._variables[cell])

    def value(self, cell: Cell, value: int) -> str:
        return self.phrases.value(self._variables[cell], value)
