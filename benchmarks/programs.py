"""Simple programs that answer puzzles, for models to be compared with.

Vocabulary:
  candidate  a number that a cell can hold, as far as a program knows
  first      of candidates: the smallest
  undecided  of a cell: more than one candidate is left; a program then takes one of them
  tier       how hard a technique is, see `quincunx techniques`

None of them searches but the last: each finds out what it can, and guesses the rest. So an answer
always has the right form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, TypeAlias

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.options import Consistency, SearchOptions
from quincunx.cp.words.techniques import GENERAL
from quincunx.families import AnyPuzzle
from quincunx.reasoning.rounds import RoundFinder
from quincunx.reasoning.study import Study

Program: TypeAlias = Callable[[AnyPuzzle], Any]
"""From a puzzle to an answer in the shape of a solution."""

TIERS = range(1, max(technique.tier for technique in GENERAL) + 1)


def at_random(puzzle: AnyPuzzle) -> Any:
    """Each cell holds one of its candidates by luck, the same for the same puzzle."""
    dice = Random(puzzle.identifier)
    return puzzle.solution([dice.choice(numbers) for numbers in _printed(puzzle)])


def first(puzzle: AnyPuzzle) -> Any:
    """Each cell holds its first candidate."""
    return puzzle.solution([numbers[0] for numbers in _printed(puzzle)])


def propagated(puzzle: AnyPuzzle, consistency: Consistency = "domain") -> Any:
    """What our solver's propagation leaves before it searches; first candidates elsewhere."""
    model = puzzle.model()
    engine = KernelRun(model, SearchOptions(consistency=consistency)).engine
    engine.propagate()
    return puzzle.solution([engine.variables[cell.index].least() for cell in model.decisions])


def reasoned(puzzle: AnyPuzzle, tier: int) -> Any:
    """What reasoning finds until it needs a technique of a higher tier; first candidates
    elsewhere."""
    candidates = Study(puzzle).candidates()
    for moves in RoundFinder(puzzle, candidates):
        if any(move.technique.tier > tier for move in moves):
            break
    return puzzle.solution([numbers[0] for numbers in _left(candidates)])


PROGRAMS: Mapping[str, Program] = {
    "random": at_random,
    "first candidates": first,
    "propagation, bounds": partial(propagated, consistency="bounds"),
    "propagation": propagated,
    **{f"ladder to tier {tier}": partial(reasoned, tier=tier) for tier in TIERS},
}
"""All programs by name, from the one that knows least."""


def _printed(puzzle: AnyPuzzle) -> list[Sequence[int]]:
    """The candidates of all cells by what is printed in each alone."""
    return _left(Study(puzzle).candidates())


def _left(candidates: Any) -> list[Sequence[int]]:
    """The candidates of all cells, ascending. If a cell could hold any number, the
    numbers considered so far."""
    found: list[Sequence[int]] = []
    for cell in candidates.model.decisions:
        values = candidates.values(cell.index, candidates.variables[cell.index].bits)
        found.append([value for value in values if value != cell.other] or [1])
    return found
