"""Rounds: all moves of the least effort, found at once and applied before the next round.

Since a round holds all of the easiest moves, the effort of a puzzle does not depend on the order of
its rules and cells: a mirror image has the same rounds.

A block is several rules that share cells. A person looks at a block by going through all ways to
fill the shared cells; a value that no way leaves is ruled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, log2, prod
from typing import TypeAlias

from quincunx.cp.kernel.domain import positions, single
from quincunx.cp.words.applied_techniques import AppliedTechnique
from quincunx.cp.words.techniques import CASES, LAST_ONE, SEARCH, TOGETHER, Technique
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, related_constraints
from quincunx.reasoning.candidates import Candidates, Change, Deduce, Move, Rule
from quincunx.reasoning.case_analysis import (
    SHALLOWEST,
    effort_of_case,
    moves_by_cases,
    moves_by_search,
)

MAX_WAYS = 128
"""Blocks with more ways to fill their shared cells are too much work for a person."""
MAX_WAYS_AGAIN = 8 * MAX_WAYS
"""In looking for less evidence of a move, a block is not gone through that has more ways than this:
the number grows exponentially with the cells that are relaxed."""


class RuleBlock:
    """Several rules, the variables that some of them share, and the scope of all."""

    def __init__(self, candidates: Candidates, rules: Sequence[Rule]) -> None:
        self.candidates = candidates
        self.rules = tuple(rules)
        self._propagators = [propagator for rule in rules for propagator in rule.strong]
        count = Counter(index for rule in rules for index in rule.scope)
        self.scope = tuple(count)
        self.shared = tuple(index for index, rules_there in count.items() if rules_there > 1)

    @property
    def ways(self) -> int:
        """The number of ways to fill the shared cells."""
        return prod(self.candidates.variables[index].bits.bit_count() for index in self.shared)

    def weigh(self) -> float:
        """Additional effort of going through the ways; `inf` if a person would not try.

        With only one shared cell open, the rules deduce no more together than one by one.
        """
        open_ones = sum(map(self.candidates.open, self.shared))
        ways = self.ways
        return log2(ways) if open_ones > 1 and ways <= MAX_WAYS else inf

    def deduce(self) -> tuple[Change, ...] | None:
        """The changes that the rules imply together; None is a contradiction."""
        if self.ways > MAX_WAYS_AGAIN:
            return ()
        possible = self.candidates.bits_of(self.scope)
        left = dict.fromkeys(self.scope, 0)
        with self.candidates.tentatively():
            self._explore(left, possible)
        changes = tuple(
            Change(index, possible[index], left[index])
            for index in self.scope
            if left[index] != possible[index]
        )
        return None if any(change.after == 0 for change in changes) else changes

    def _explore(self, left: dict[int, int], possible: dict[int, int]) -> None:
        """Fill one more shared cell in every way."""
        variables = self.candidates.variables
        if not self.candidates.run(self._propagators):
            return
        if all(variables[index].bits & ~there == 0 for index, there in left.items()):
            return
        open_ones = [index for index in self.shared if not single(variables[index].bits)]
        if not open_ones:
            # The rules share no open cell any more, so all values that each leaves are possible.
            for index in left:
                left[index] |= variables[index].bits
            return
        chosen = variables[min(open_ones, key=lambda index: variables[index].bits.bit_count())]
        engine = self.candidates.engine
        for position in positions(chosen.bits):
            mark = engine.mark()
            engine.narrow(chosen, 1 << position)
            self._explore(left, possible)
            engine.undo(*mark)
            if left == possible:
                return


def rule_blocks(candidates: Candidates, declared: Sequence[Sequence[Rule]] = ()) -> list[RuleBlock]:
    """Pairs of rules that share two cells or more, and the blocks that the family declares."""
    pairs: list[tuple[Rule, Rule]] = []
    for rule in candidates.rules:
        shared: Counter[int] = Counter()
        for variable in rule.scope:
            shared.update(other for other in candidates.rules_of[variable] if other < rule.index)
        pairs += [
            (candidates.rules[other], rule) for other, cells in sorted(shared.items()) if cells > 1
        ]
    return [RuleBlock(candidates, rules) for rules in (*pairs, *declared)]


def all_moves(candidates: Candidates, moves: Iterable[Move]) -> Sequence[Move]:
    """Select the whole round."""
    return list(moves)


def moves_to_explain(candidates: Candidates, moves: Iterable[Move]) -> Sequence[Move]:
    """Select the moves that an explanation makes: the whole round, but of cases only those about
    the cell that decides most for the fewest links, and of searches only the first.

    Values of other cells may be easier to refute after that.
    """
    by_rules: list[Move] = []
    of_cell: dict[int, list[Move]] = {}
    for move in moves:
        if move.technique is SEARCH:
            return [move]
        if move.case is None:
            by_rules.append(move)
        else:
            of_cell.setdefault(move.changes[0].variable, []).append(move)
    if by_rules or not of_cell:
        return by_rules
    return max(of_cell.values(), key=lambda cases: _worth(candidates, cases))


def _worth(candidates: Candidates, cases: Sequence[Move]) -> tuple[float, float]:
    """How many cells the cases about one cell decide, and candidates they remove, per link."""
    variable = candidates.variables[cases[0].changes[0].variable]
    left = variable.bits
    for move in cases:
        left &= move.changes[0].after
    links = sum(len(move.case.links) for move in cases if move.case)
    before = _decided(candidates)
    with candidates.tentatively() as engine:
        mark, _ = engine.mark()
        if not (engine.narrow(variable, left) and engine.propagate()):
            return (inf, 0.0)
        decided = _decided(candidates) - before
        changes = engine.changes(mark)
        gone = sum(b.bit_count() - v.bits.bit_count() for v, b in changes)
    return (decided / links, gone / links)


def _decided(candidates: Candidates) -> int:
    return sum(single(variable.bits) for variable in candidates.variables)


SelectMoves: TypeAlias = Callable[[Candidates, Iterable[Move]], Sequence[Move]]
"""Selects moves from a round. Lazy: moves that are not consumed are never computed."""


@dataclass(eq=False)
class _Place:
    """A look at one rule or a block; `quiet` if it finds nothing in the current state."""

    candidates: Candidates
    technique: Technique
    rules: tuple[Rule, ...]
    scope: tuple[int, ...]
    deduce: Deduce
    weigh: Callable[[], float]
    never_plain: bool = False
    quiet: bool = False

    def effort(self) -> float:
        """Effort of taking this look now; `inf` if a person would not try."""
        plain = len(self.rules) == 1 and not self.never_plain
        if plain and sum(map(self.candidates.open, self.scope)) < 2:
            return LAST_ONE.effort
        return round(self.technique.effort + self.weigh(), 1)

    def look(self) -> Move | None:
        """The move that this look finds; None if it finds nothing."""
        effort = self.effort()
        changes = self.deduce() if effort < inf else ()
        if changes == ():
            return None
        technique = self.technique
        if changes and effort <= LAST_ONE.effort and self._decides(changes):
            technique = LAST_ONE
        return Move(technique, effort, self.rules, changes or (), self.deduce, self.look)

    def _decides(self, changes: tuple[Change, ...]) -> bool:
        """Whether the only change decides a cell."""
        change = changes[0]
        endless = self.candidates.endless(change.variable, change.before)
        return len(changes) == 1 and single(change.after) and not endless


class RoundFinder:
    """Finds the rounds of one puzzle, one after the other.

    `choose` selects the moves of each round; they are applied to `candidates` when the next round
    is requested. The rounds end when nothing more can be deduced, by search as the last resort, or
    by techniques up to a `tier`.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        candidates: Candidates,
        *,
        choose: SelectMoves = all_moves,
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
        for block in rule_blocks(candidates, declared):
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
                        # Two moves of the round contradict each other.
                        yield [replace(move, changes=())]
                        return
                    self.learn(change)

    def learn(self, change: Change) -> None:
        """Apply a change, so that the rules of its variable are looked at again."""
        self.candidates.variables[change.variable].bits &= change.after
        for place in self._places_of[change.variable]:
            self._places[place].quiet = False

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
        waiting = sorted(
            ((place.effort(), at) for at, place in enumerate(self._places) if not place.quiet)
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
