"""From what is known to the easiest next moves, again and again.

Vocabulary:
  place  a look at one rule, or a block of rules
  round  all moves of the least effort that there are, found at once; what they say is known in
         the next round

Since a round holds all of the easiest moves, what a puzzle takes does not depend on the order in
which its rules and cells are written down: its mirror image takes the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import TypeAlias

from quincunx.cp.kernel.domain import single
from quincunx.cp.words.applied_techniques import AppliedTechnique
from quincunx.cp.words.techniques import CASES, LAST_ONE, SEARCH, TOGETHER, Technique
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, related_constraints
from quincunx.reasoning.candidates import Candidates, Change, Rule
from quincunx.reasoning.case_analysis import SHALLOWEST, cases, effort_of_case, searched
from quincunx.reasoning.moves import Ask, Move
from quincunx.reasoning.rule_blocks import blocks_of
from quincunx.reasoning.selection import all_of_them

Choose: TypeAlias = Callable[[Candidates, Iterable[Move]], Sequence[Move]]
"""Which moves of a round to make; whoever asks for no more of them spares their search."""


@dataclass(eq=False)
class _Place:
    """A look at rules; `quiet` when it has nothing to say as things are."""

    candidates: Candidates
    technique: Technique
    rules: tuple[Rule, ...]
    scope: tuple[int, ...]
    ask: Ask
    weigh: Callable[[], float]
    never_plain: bool = False
    quiet: bool = False

    def effort(self) -> float:
        """What it takes to look, as things are; beyond everything where nobody would."""
        plain = len(self.rules) == 1 and not self.never_plain
        if plain and sum(map(self.candidates.open, self.scope)) < 2:
            return LAST_ONE.effort
        return round(self.technique.effort + self.weigh(), 1)

    def look(self) -> Move | None:
        """What there is to see; None if there is nothing."""
        effort = self.effort()
        changes = self.ask() if effort < inf else ()
        if changes == ():
            return None
        technique = self.technique
        if changes and effort <= LAST_ONE.effort and self._decides(changes):
            technique = LAST_ONE
        return Move(technique, effort, self.rules, changes or (), self.ask, self.look)

    def _decides(self, changes: tuple[Change, ...]) -> bool:
        """Whether one cell gets its number."""
        change = changes[0]
        endless = self.candidates.endless(change.variable, change.before)
        return len(changes) == 1 and single(change.after) and not endless


class Rounds:
    """Reasoning about one puzzle under way; iterate it for the rounds.

    Of each round those moves are made that `choose` says. They are taken over into `candidates`
    when the next round is asked for. In the end everything is found out that can be, by search if
    nothing else helps; or only what techniques up to a `tier` find.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        candidates: Candidates,
        *,
        choose: Choose = all_of_them,
        tier: int = SEARCH.tier,
    ) -> None:
        self.candidates = candidates
        self.choose = choose
        self.tier = tier
        self._named = phrases_of(puzzle).technique
        self._places: list[_Place] = []
        self._places_of: list[list[int]] = [[] for _ in candidates.variables]
        for rule in candidates.rules:
            for look in rule.looks:
                technique = self._named(look.technique, rule.constraint)
                if technique is not None:
                    ask = partial(candidates.deduce, look.propagators)
                    weigh = partial(self._weigh, look, rule.scope)
                    place = _Place(candidates, technique, (rule,), rule.scope, ask, weigh)
                    place.never_plain = look.never_plain
                    self._add(place)
        by_constraint = {id(rule.constraint): rule for rule in candidates.rules}
        declared = [
            [by_constraint[id(constraint)] for constraint in block]
            for block in related_constraints(puzzle, candidates.model)
        ]
        for block in blocks_of(candidates, declared):
            technique = self._named(TOGETHER, block.rules[0].constraint) or TOGETHER
            rules, scope = block.rules, block.scope
            self._add(_Place(candidates, technique, rules, scope, block.deduce, block.weigh))

    def _add(self, place: _Place) -> None:
        for variable in place.scope:
            self._places_of[variable].append(len(self._places))
        self._places.append(place)

    def _weigh(self, look: AppliedTechnique, scope: tuple[int, ...]) -> float:
        variables = [self.candidates.variables[index] for index in scope]
        return look.weigh([variable for variable in variables if not single(variable.bits)])

    def __iter__(self) -> Iterator[Sequence[Move]]:
        while moves := self.choose(self.candidates, self._next()):
            yield moves
            if any(move.contradicts for move in moves):
                return
            for move in moves:
                for change in move.changes:
                    if not self.candidates.variables[change.variable].bits & change.after:
                        # What two moves say does not go together.
                        yield [replace(move, changes=())]
                        return
                    self.learn(change)

    def learn(self, change: Change) -> None:
        """Take over what a move says, so that its cell's rules are looked at again."""
        self.candidates.learn(change)
        for place in self._places_of[change.variable]:
            self._places[place].quiet = False

    def _next(self) -> Iterable[Move]:
        """All moves of the least effort; none if there is nothing to be found."""
        found = self._by_rules()
        least = found[0].effort if found else inf
        if self.tier < CASES.tier:
            return found
        if found and least <= effort_of_case(self.candidates, SHALLOWEST):
            return found
        by_cases = cases(self.candidates, least)
        if by_cases:
            return [*found, *by_cases] if found and by_cases[0].effort == least else by_cases
        if found or self.candidates.solved or self.tier < SEARCH.tier:
            return found
        return searched(self.candidates)

    def _by_rules(self) -> list[Move]:
        """The moves of the least effort by looks at rules, or one contradiction."""
        waiting = sorted(
            ((place.effort(), at) for at, place in enumerate(self._places) if not place.quiet),
        )
        found: list[Move] = []
        least = inf
        for effort, at in waiting:
            if effort > least or effort == inf:
                break
            place = self._places[at]
            if place.technique.tier > self.tier and effort > LAST_ONE.effort:
                continue
            move = place.look()
            if move is None:
                place.quiet = True
                continue
            if move.contradicts:
                return [move]
            found.append(move)
            least = effort
        return _each_once(found)


def _each_once(moves: Sequence[Move]) -> list[Move]:
    """The moves without those that say what an easier look at the same rules says; of a rule with
    one open cell there is but one, which says all."""
    most: dict[tuple[Rule, ...], Move] = {}
    kept: dict[tuple[object, ...], Move] = {}
    for move in moves:
        if move.effort > LAST_ONE.effort:
            kept.setdefault((move.rules, frozenset(move.changes)), move)
        elif move.rules not in most or _removes(move) > _removes(most[move.rules]):
            most[move.rules] = move
    return [*most.values(), *kept.values()]


def _removes(move: Move) -> int:
    """How many values a move rules out."""
    return sum((change.before & ~change.after).bit_count() for change in move.changes)
