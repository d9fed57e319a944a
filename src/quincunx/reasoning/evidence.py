"""Which moves are needed, and what each relies on.

First moves are left out that the others can do without: the others are made again from the start,
and if they still reach the end, the reasoning stays shorter. Large pieces are tried first, within a
fixed amount of work.

Then the moves are traversed backwards. A value is wanted if a later move, or the end, needs it
removed; the wanted values that a move removes are its claims, and a move without any is dropped.
A move relies on removed values, of which it keeps as few as possible; those that were hard to find
are dropped first. What remains is wanted in turn.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TypeAlias, final

from quincunx.cp.kernel.deduction import Inference
from quincunx.cp.kernel.domain import single
from quincunx.cp.kernel.engine import mypyc_attr
from quincunx.cp.limits import Stopped
from quincunx.cp.words.techniques import LAST_ONE
from quincunx.reasoning.candidates import Bits, Candidates, Case, Link, Move

WORK = 20_000
"""Maximum number of deductions for leaving moves out."""
MAX_EXTRA_EFFORT = 1.0
"""A move may become this much harder than the hardest one, if others can be left out for it."""
MAX_LINKS = 8
"""Maximum number of links of a case that a person follows easily."""
A_CASE = 15
"""Deductions that one case counts as."""


def simplify(candidates: Candidates, start: Sequence[int], made: Sequence[Move]) -> Sequence[Move]:
    """The moves without those that the others can do without.

    They still reach the goal: a contradiction, if that is the last move, or the decided cells.
    """
    variables = candidates.variables
    contradicted = bool(made) and made[-1].contradicts
    # Cells that were decided before the first move are no goal.
    decided = {v.index: v.bits for v in variables if single(v.bits) and v.bits != start[v.index]}
    goal = {} if contradicted else decided
    most = max((move.effort for move in made), default=0.0) + MAX_EXTRA_EFFORT
    work = 0

    def is_longer(again: Move, move: Move) -> bool:
        """Whether a move is by a case that has become too long."""
        if again.case is None or move.case is None:
            return False
        return len(again.case.links) > max(MAX_LINKS, len(move.case.links))

    def make_again(moves: Sequence[Move], lost: Sequence[set[int]]) -> list[Move] | None:
        """Make moves in the current state; None if they do not reach the goal."""
        nonlocal work
        found: list[Move] = []
        for move, too_late in zip(moves, lost, strict=True):
            if any(variables[v].bits != goal[v] for v in too_late):
                return None
            work += 1 if move.case is None else A_CASE
            again = move.again() if move.again else None
            if again is None or again.effort > most or is_longer(again, move):
                continue
            found.append(again)
            if again.contradicts:
                return found if contradicted else None
            for change in again.changes:
                variables[change.variable].bits &= change.after
        reached = not contradicted and all(variables[v].bits == bits for v, bits in goal.items())
        return found if reached else None

    def too_late(moves: Sequence[Move]) -> list[set[int]]:
        """For each move the cells of the goal that neither it nor a later one can decide."""
        left, found = {*goal}, list[set[int]]()
        for move in reversed(moves):
            one = move.case
            left = left.difference([one.variable] if one else chain(*[r.scope for r in move.rules]))
            found.append(left)
        return found[::-1]

    size = len(made) // 2 if goal or contradicted else 0
    while size:
        at = len(made) - size
        while at > -size and work < WORK:
            state = dict(enumerate(start))
            for change in chain.from_iterable(move.changes for move in made[: max(at, 0)]):
                state[change.variable] &= change.after
            try:
                left = made[at + size :]
                again = candidates.assuming(state, partial(make_again, left, too_late(left)))
            except Stopped:
                return made
            if again is not None:
                made = [*made[: max(at, 0)], *again]
            at = min(at, len(made)) - size
        size //= 2
    return made


GIVEN = -1
"""Source of values that no move removed: a given, or what a player wrote."""


@final
@mypyc_attr(acyclic=True)
class RemovedValues:
    """Values that one move removed from a variable, or one link of a case; `source` is its
    number, or `GIVEN`."""

    def __init__(
        self, source: int, variable: int, mask: int, effort: float, within_case: bool = False
    ) -> None:
        self.source = source
        self.variable = variable
        self.mask = mask
        self.effort = effort
        self.within_case = within_case


Groups: TypeAlias = list[RemovedValues]


@dataclass(frozen=True)
class LinkEvidence:
    """A link of a case with its claims and the variables it relies on."""

    link: Link
    claims: Bits
    needs: frozenset[int]


@dataclass(frozen=True)
class Evidence:
    """A move with its claims and the variables it relies on, and the links of a case."""

    move: Move
    claims: Bits
    needs: frozenset[int]
    links: tuple[LinkEvidence, ...] = ()


class Pruning:
    """The moves that lead from the start to the goals, which it finds backwards.

    Args:
        candidates: The state after all moves.
        start: The bits of all variables before the first move.
        made: The moves.
        goals: Variables whose final bits must follow. A contradiction is a goal by itself.
    """

    def __init__(
        self,
        candidates: Candidates,
        start: Sequence[int],
        made: Sequence[Move],
        goals: Collection[int],
    ) -> None:
        self.candidates = candidates
        self.made = made
        self.state = list(start)
        self.groups: dict[int, Groups] = {}
        for variable, bits in enumerate(start):
            if mask := candidates.initial[variable] & ~bits:
                self.groups[variable] = [RemovedValues(GIVEN, variable, mask, 0.0)]
        for number, move in enumerate(made):
            for change in move.changes:
                group = RemovedValues(number, change.variable, change.gone, move.effort)
                self.groups.setdefault(change.variable, []).append(group)
                self.state[change.variable] &= change.after
        self.wanted: Bits = {}
        self.goals = set(goals)
        for variable in goals:
            if not single(self.state[variable]):
                self.wanted[variable] = candidates.initial[variable] & ~self.state[variable]

    def evidence(self) -> list[Evidence]:
        """The moves that are needed, with their evidence, in order."""
        kept: list[Evidence] = []
        for number in range(len(self.made) - 1, -1, -1):
            move = self.made[number]
            claims = self._claims(move)
            for change in move.changes:
                self.state[change.variable] |= change.gone
                self.groups[change.variable].pop()
            if claims or move.contradicts:
                kept.append(self._with_evidence(move, claims))
        return kept[::-1]

    def _claims(self, move: Move) -> Bits:
        """The wanted values that a move removes."""
        claims: Bits = {}
        for change in move.changes:
            variable, mask = change.variable, change.gone
            left = self.state[variable]
            wanted = self.wanted.get(variable, 0)
            if single(left) and (wanted or variable in self.goals):
                claims[variable] = self.candidates.initial[variable] & ~left
                self.wanted.pop(variable, None)
                self.goals.discard(variable)
            elif wanted & mask:
                claims[variable] = wanted & mask
                self.wanted[variable] = wanted & ~mask
        return claims

    def _with_evidence(self, move: Move, claims: Bits) -> Evidence:
        scope = {index for rule in move.rules for index in rule.scope}
        groups = [group for v in scope for group in self.groups.get(v, ())]
        links: tuple[LinkEvidence, ...] = ()
        if move.case is not None:
            # The assumed value is one of those left; the evidence does not mention the others.
            links, needed = self.links_of(move.case)
            needs = {group.variable for group in needed}
            if move.contradicts:
                # No value is left, because all others were removed before.
                needed += self.groups.get(move.case.variable, ())
        elif move.deduce is None:
            needed, needs = groups, scope
        else:
            known = {index: self.state[index] for index in scope}
            wants = None if move.contradicts else claims
            needed, bits = self._fewest(move.deduce, wants, known, groups)
            if move.technique is LAST_ONE:
                # A person sees it because all other cells are full, even if some would suffice.
                needed = [g for g in groups if g in needed or g.variable not in claims]
            claims = self._extended_claims(move.deduce, bits, claims, [self.wanted])
            needs = {group.variable for group in needed}
        if move.case is not None or move.deduce is None:
            # If the refuted value is the last but one, the earlier removals decide the cell.
            for variable, mask in claims.items():
                needed += [g for g in self.groups.get(variable, ()) if g.mask & mask]
        for group in needed:
            if group.source != GIVEN:
                self.wanted[group.variable] = self.wanted.get(group.variable, 0) | group.mask
        return Evidence(move, claims, frozenset(needs), links)

    def _fewest(
        self, deduce: Inference, wants: Bits | None, known: Bits, groups: Groups
    ) -> tuple[Groups, Bits]:
        """Removed values that suffice for a deduction to find what it `wants`, and the bits with
        these alone."""
        kept: Groups = []
        bits = dict(known)
        order = sorted(groups, key=partial(_drop_priority, known), reverse=True)
        relax = partial(self._relax, deduce, wants, bits, kept, order, False)
        self.candidates.assuming(known, relax)
        return kept, bits

    def _relax(
        self, ask: Inference, wants: Bits | None, bits: Bits, kept: Groups, some: Groups, sure: bool
    ) -> bool:
        """Restore as many of these removed values as possible, the first ones rather than others,
        in `bits` and the state; those that are not restored are `kept`. Returns whether all were
        restored. `sure`: at least one is known to be necessary."""
        if not sure:
            variables = self.candidates.variables
            relaxed: Bits = {}
            for group in some:
                at = group.variable
                relaxed[at] = relaxed.get(at, bits[at]) | group.mask
            for at, more in relaxed.items():
                variables[at].bits = more
            if ask.implies(wants):
                bits.update(relaxed)
                return True
            for at in relaxed:
                variables[at].bits = bits[at]
        if half := len(some) // 2:
            first = self._relax(ask, wants, bits, kept, some[:half], False)
            self._relax(ask, wants, bits, kept, some[half:], first)
        else:
            kept += some
        return False

    def links_of(self, case: Case) -> tuple[tuple[LinkEvidence, ...], Groups]:
        """The links of a case that are needed, and the earlier removals that they rely on."""
        inner: dict[int, Groups] = {}
        for number, link in enumerate(case.links):
            for change in link.changes:
                group = RemovedValues(number, change.variable, change.gone, 0.0, within_case=True)
                inner.setdefault(change.variable, []).append(group)
        supposed = self.candidates.initial[case.variable] & ~case.bit
        kept: list[LinkEvidence] = []
        outer: Groups = []
        wanted: dict[int, Bits] = {}
        for number in range(len(case.links) - 1, -1, -1):
            link = case.links[number]
            claims = wanted.pop(number, {})
            if not claims and link.changes:
                continue
            known = dict(link.known)
            # A case was found before the other moves of its round were made, so values that these
            # remove are still candidates in it.
            groups: Groups = []
            for v, bits in known.items():
                if v != case.variable:
                    groups += [g for g in self.groups.get(v, ()) if not g.mask & bits]
                groups += [g for g in inner.get(v, ()) if g.source < number and not g.mask & bits]
            wants = claims if link.changes else None
            needed, relaxed = self._fewest(link.rule.deduce, wants, known, groups)
            claims = self._extended_claims(link.rule.deduce, relaxed, claims, wanted.values())
            for group in needed:
                if group.within_case:
                    into = wanted.setdefault(group.source, {})
                    into[group.variable] = into.get(group.variable, 0) | group.mask
                else:
                    outer.append(group)
            needs = {group.variable for group in needed}
            if case.variable in known:
                relaxed[case.variable] |= supposed
                follows = partial(link.rule.deduce.implies, claims if link.changes else None)
                if not self.candidates.assuming(relaxed, follows):
                    needs.add(case.variable)
            kept.append(LinkEvidence(link, claims, frozenset(needs)))
        return tuple(kept[::-1]), outer

    def _extended_claims(
        self, deduce: Inference, bits: Bits, claims: Bits, wanted: Collection[Bits]
    ) -> Bits:
        """The claims with everything else that the same evidence implies about the same cells, and
        about others where that is wanted, so that no earlier move or link is needed for it."""
        said = dict(claims)
        for change in self.candidates.assuming(bits, deduce) or ():
            variable, gone = change.variable, change.gone
            earlier = [into for into in wanted if into.get(variable, 0) & gone]
            if variable in claims or earlier:
                said[variable] = said.get(variable, 0) | gone
            for into in earlier:
                into[variable] &= ~gone
                if not into[variable]:
                    del into[variable]
        return said


def _drop_priority(known: Bits, group: RemovedValues) -> tuple[bool, bool, float, int]:
    """Sort key of removed values; the largest are dropped first.

    Those within a case make it longer, a decided cell has to be mentioned anyway, and what was
    hard to find takes many words.
    """
    return group.within_case, not single(known[group.variable]), group.effort, group.source
