"""Rounds: all moves of the least effort, found at once and applied before the next round.

Since a round holds all of the easiest moves, the effort of a puzzle does not depend on the order of
its rules and cells: a mirror image has the same rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from quincunx.cp.words.techniques import CASES, LAST_ONE, SEARCH
from quincunx.families import AnyPuzzle
from quincunx.reasoning.candidates import Candidates, Move, Rule
from quincunx.reasoning.case_analysis import (
    SHALLOWEST,
    effort_of_case,
    moves_by_cases,
    moves_by_search,
)
from quincunx.reasoning.looks import Looks


class RoundFinder(Looks):
    """Finds the rounds of one puzzle, one after the other.

    The moves of a round are applied to `candidates` when the next round is requested. The rounds
    end when nothing more can be deduced, by search as the last resort, or by techniques up to a
    `tier`.
    """

    def __init__(
        self, puzzle: AnyPuzzle, candidates: Candidates, *, tier: int = SEARCH.tier
    ) -> None:
        super().__init__(puzzle, candidates)
        self.tier = tier

    def __iter__(self) -> Iterator[Sequence[Move]]:
        while moves := list(self._next()):
            yield moves
            if any(move.contradicts for move in moves):
                return
            for move in moves:
                for change in move.changes:
                    if not self.candidates.variables[change.variable].bits & change.after:
                        # Two moves of the round contradict each other.
                        yield [replace(move, changes=())]
                        return
                    self.learn(change)

    def _next(self) -> Iterable[Move]:
        """All moves of the least effort; none if nothing follows."""
        found = self._by_rules()
        least = found[0].effort if found else inf
        if self.tier < CASES.tier:
            return found
        if found and least <= effort_of_case(self.candidates, SHALLOWEST):
            return found
        by_cases = moves_by_cases(self.candidates, least)
        if by_cases:
            return [*found, *by_cases] if found and by_cases[0].effort == least else by_cases
        if found or self.candidates.solved or self.tier < SEARCH.tier:
            return found
        return moves_by_search(self.candidates)

    def _by_rules(self) -> list[Move]:
        """The moves of the least effort by rules and blocks, or one contradiction."""
        found: list[Move] = []
        least = inf
        for effort, at in sorted(self.waiting()):
            if effort > least or effort == inf:
                break
            if self._looks[at].technique.tier > self.tier and effort > LAST_ONE.effort:
                continue
            move = self.move(at)
            if move is not None and move.contradicts:
                return [move]
            if move is not None:
                found.append(move)
                least = effort
        return _each_once(found)


def _each_once(moves: Sequence[Move]) -> list[Move]:
    """The moves without repetitions of the same changes by the same rules; of the looks at a rule
    with one open cell only the one that removes most is kept."""
    most: dict[tuple[Rule, ...], Move] = {}
    kept: dict[tuple[object, ...], Move] = {}
    for move in moves:
        if move.effort > LAST_ONE.effort:
            kept.setdefault((move.rules, frozenset(move.changes)), move)
        elif move.rules not in most or _removes(move) > _removes(most[move.rules]):
            most[move.rules] = move
    return [*most.values(), *kept.values()]


def _removes(move: Move) -> int:
    """The number of values that a move rules out."""
    return sum(change.gone.bit_count() for change in move.changes)
