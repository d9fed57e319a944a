"""Looks at a puzzle, and rounds: all moves of the least effort, found at once and applied before
the next round.

Since a round holds all of the easiest moves, the effort of a puzzle does not depend on the order of
its rules and cells: a mirror image has the same rounds.

A block is several rules that share cells. A person looks at a block by going through all ways to
fill the shared cells; a value that no way leaves is ruled out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import inf, log2

from quincunx.cp.kernel.deduction import Inference, number_of_ways, open_variables
from quincunx.cp.kernel.domain import single
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.words.propagators import BlockInference, Together
from quincunx.cp.words.techniques import LAST_ONE, TOGETHER, Technique
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import phrases_of, related_constraints
from quincunx.reasoning.candidates import Candidates, Move, Rule
from quincunx.reasoning.case_analysis import (
    SHALLOWEST,
    effort_of_case,
    moves_by_cases,
    moves_by_search,
)

MAX_WAYS = 128
"""Blocks with more ways to fill their shared cells are too much work for a person."""
MAX_WAYS_AGAIN = 8 * MAX_WAYS
"""Blocks with more ways than this are skipped when evidence is reduced: the number of ways grows
exponentially with the cells that are relaxed."""

UNKNOWN = -1.0
"""Stands for the effort of a look that must be computed again."""


def inference_of(candidates: Candidates, rules: Sequence[Rule]) -> BlockInference:
    """What some rules imply together."""
    variables, count = candidates.variables, dict[int, int]()
    for index in chain.from_iterable([rule.scope for rule in rules]):
        count[index] = count.get(index, 0) + 1
    scope = [variables[index] for index in count]
    shared = [variables[index] for index, rules_there in count.items() if rules_there > 1]
    # Small rules first: they are soon known for all domains, and often refute a way alone.
    deductions = [rule.deduce for rule in sorted(rules, key=lambda rule: len(rule.scope))]
    together = Together(scope, shared, deductions)
    return BlockInference(candidates.engine, together, len(variables), MAX_WAYS_AGAIN)


def effort_of_shared(open_ones: Sequence[Variable]) -> float:
    """Additional effort of going through the ways to fill shared cells; `inf` if a person would not
    try.

    With only one shared cell open, the rules deduce no more together than one by one.
    """
    ways = number_of_ways([*open_ones])
    return inf if ways > MAX_WAYS or len(open_ones) < 2 else log2(ways)


@dataclass(eq=False)
class Look:
    """A look at one rule or a block.

    The effort depends on the `variables` that are open. If it `may_be_plain`, it takes the least
    effort when one of them is.
    """

    candidates: Candidates
    technique: Technique
    rules: tuple[Rule, ...]
    deduce: Inference
    variables: list[Variable]
    weigh: Callable[[Sequence[Variable]], float]
    may_be_plain: bool = False

    def effort(self) -> float:
        """Effort of taking this look now; `inf` if a person would not try."""
        open_ones = open_variables(self.variables)
        if self.may_be_plain and len(open_ones) < 2:
            return LAST_ONE.effort
        return round(self.technique.effort + self.weigh(open_ones), 1)

    def move(self) -> Move | None:
        """The move that this look finds; None if it finds nothing."""
        if not self.may_be_plain and self.effort() == inf:
            return None
        changes = self.deduce()
        if changes == () or (effort := self.effort()) == inf:
            return None
        technique = self.technique
        if changes and effort <= LAST_ONE.effort and len(changes) == 1 and single(changes[0].after):
            endless = self.candidates.endless(changes[0].variable, changes[0].before)
            technique = technique if endless else LAST_ONE
        return Move(technique, effort, self.rules, changes or (), self.deduce, self.move)


class Looks:
    """All looks at a puzzle, and what they find in the current state."""

    purpose = "grades"

    def __init__(self, puzzle: AnyPuzzle, candidates: Candidates) -> None:
        self.candidates = candidates
        self._looks: list[Look] = []
        self._looks_at: list[list[int]] = [[] for _ in candidates.variables]
        self._found: dict[int, Move | None] = {}
        self._efforts: list[float] = []
        """The efforts of the looks in this state, `UNKNOWN` until they are asked for; `inf` also
        where a look is known to find nothing."""
        self._puzzle, self._named = puzzle, phrases_of(puzzle).technique
        self.has_blocks = False
        for rule in candidates.rules:
            for applied in rule.looks:
                technique = self._named(applied.technique, rule.constraint)
                if technique is not None and applied.only_for in ("", self.purpose):
                    ask = rule.deduce
                    if applied.propagators is not None:
                        ask = candidates.inference(ask.variables, applied.propagators)
                    named = rule
                    if applied.rules:
                        used = replace(rule.constraint, rules=(*rule.names, *applied.rules))
                        named = replace(rule, constraint=used)
                    own = ask, ask.variables, applied.weigh, not applied.never_plain
                    self._add(Look(candidates, technique, (named,), *own))
        self._blocks_from = len(self._looks)

    def _add_blocks(self) -> None:
        """Add the looks at blocks, which most hints never need: pairs of rules that share two cells
        or more, and the blocks that the family declares."""
        self.has_blocks = True
        candidates, rules = self.candidates, self.candidates.rules
        shared = Counter(pair for there in candidates.rules_of for pair in combinations(there, 2))
        pairs = sorted((pair[::-1] for pair, cells in shared.items() if cells > 1))
        by_constraint = {id(rule.constraint): rule for rule in rules}
        declared = related_constraints(self._puzzle, candidates.model)
        for block_rules in (
            *([rules[first], rules[second]] for second, first in pairs),
            *([by_constraint[id(constraint)] for constraint in block] for block in declared),
        ):
            technique = self._named(TOGETHER, block_rules[0].constraint)
            if technique is not None:
                ask = inference_of(candidates, block_rules)
                own = ask, ask.together.shared, effort_of_shared
                self._add(Look(candidates, technique, tuple(block_rules), *own))

    def _add(self, look: Look) -> None:
        for variable in look.deduce.variables:
            self._looks_at[variable.index].append(len(self._looks))
        self._looks.append(look)
        self._efforts.append(UNKNOWN)

    def waiting(self, within: float = inf) -> list[tuple[float, int]]:
        """The efforts and numbers of the looks that a person would take and that are not known to
        find nothing; blocks are among them if one may be `within` an effort."""
        with_blocks = within >= TOGETHER.effort
        if with_blocks and not self.has_blocks:
            self._add_blocks()
        efforts = self._efforts
        count = len(efforts) if with_blocks else self._blocks_from
        for at in range(count):
            if efforts[at] == UNKNOWN:
                efforts[at] = self._looks[at].effort()
        return [(efforts[at], at) for at in range(count) if efforts[at] < inf]

    def move(self, at: int) -> Move | None:
        """What a look finds in the current state."""
        if at not in self._found:
            self._found[at] = self._looks[at].move()
            if self._found[at] is None:
                self._efforts[at] = inf
        return self._found[at]

    def learn(self, moves: Iterable[Move]) -> None:
        """Apply moves, so that the rules of the changed variables are looked at again."""
        changed = set[int]()
        for change in chain.from_iterable(move.changes for move in moves):
            self.candidates.variables[change.variable].bits &= change.after
            changed.add(change.variable)
        for at in set[int]().union(*[self._looks_at[variable] for variable in changed]):
            self._found.pop(at, None)
            self._efforts[at] = UNKNOWN


class RoundFinder(Looks):
    """Finds the rounds of one puzzle, one after the other.

    The moves of a round are applied to `candidates` when the next round is requested. The rounds
    end when nothing more can be deduced, by search as the last resort.
    """

    def __iter__(self) -> Iterator[Sequence[Move]]:
        while moves := list(self._next()):
            yield moves
            if any(move.contradicts for move in moves):
                return
            self.learn(moves)

    def _next(self) -> Iterable[Move]:
        """All moves of the least effort; none if nothing follows."""
        found = self._by_rules()
        least = found[0].effort if found else inf
        if found and least <= effort_of_case(self.candidates, SHALLOWEST):
            return found
        by_cases = moves_by_cases(self.candidates, least)
        if by_cases:
            return [*found, *by_cases] if found and by_cases[0].effort == least else by_cases
        if found or self.candidates.solved:
            return found
        return moves_by_search(self.candidates)

    def _by_rules(self) -> list[Move]:
        """The moves of the least effort by rules and blocks, or one contradiction."""
        found = self._easiest(0.0)
        # Looks at blocks, which take more, are many.
        return found if found and found[0].effort < TOGETHER.effort else self._easiest(inf)

    def _easiest(self, within: float) -> list[Move]:
        """The same; blocks are looked at if one may be `within` an effort."""
        found: list[Move] = []
        least = inf
        for effort, at in sorted(self.waiting(within)):
            if effort > least:
                break
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

    def removed(move: Move) -> int:
        return sum(change.gone.bit_count() for change in move.changes)

    most: dict[tuple[Rule, ...], Move] = {}
    kept: dict[tuple[object, ...], Move] = {}
    for move in moves:
        if move.effort > LAST_ONE.effort:
            found = frozenset((change.variable, change.after) for change in move.changes)
            kept.setdefault((move.rules, found), move)
        elif move.rules not in most or removed(move) > removed(most[move.rules]):
            most[move.rules] = move
    return [*most.values(), *kept.values()]
