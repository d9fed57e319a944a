"""What a move needs to know, and which moves are needed at all.

Vocabulary:
  group      values that one move removed from one variable, or that a given rules out
  wanted     values, by variable, that later moves, or the end, need to be gone
  claim      what of a move is wanted: a value that is set, or values that are removed
  evidence   a move with what it claims and the groups it relies on

Moves are gone through backwards. One that removes nothing wanted is dropped. Of the groups that
another has at hand it keeps as few as it can do with, and tries first to do without those that
are hard to come by; what removes these is wanted in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from quincunx.cp.kernel.domain import single
from quincunx.cp.words.phrases import is_read_whole
from quincunx.cp.words.techniques import LAST_ONE
from quincunx.reasoning.candidates import Bits, Candidates
from quincunx.reasoning.moves import Ask, Case, Link, Move

GIVEN = -1
"""Where a group comes from that no move made: a given, or what a player wrote."""


@dataclass(frozen=True)
class Group:
    """Values that are gone from a variable: since the move with this number, within a case since
    the link with this number."""

    source: int
    variable: int
    mask: int
    effort: float
    within_case: bool = False


@dataclass(frozen=True)
class LinkEvidence:
    """A link of a case with what it claims and the variables it relies on."""

    link: Link
    claims: Bits
    needs: frozenset[int]


@dataclass(frozen=True)
class Evidence:
    """A move with what it claims and the variables it relies on; `links` where it is a case."""

    move: Move
    claims: Bits
    needs: frozenset[int]
    links: tuple[LinkEvidence, ...] = ()


@dataclass(frozen=True)
class Made:
    """A move as it was made: the values that were news, by variable."""

    move: Move
    removed: Bits


def needed_moves(
    candidates: Candidates, start: Sequence[int], made: Sequence[Made], goals: Collection[int]
) -> list[Evidence]:
    """The moves that lead from the start (the bits of all variables) to all that is known of the
    goals, with their evidence, in order. A contradiction is a goal by itself."""
    return _Pruning(candidates, start, made, goals).evidence()


class _Pruning:
    """Going backwards through the moves."""

    def __init__(
        self,
        candidates: Candidates,
        start: Sequence[int],
        made: Sequence[Made],
        goals: Collection[int],
    ) -> None:
        self.candidates = candidates
        self.made = made
        self.state = list(start)
        self.groups: dict[int, list[Group]] = {}
        for variable, bits in enumerate(start):
            mask = candidates.initial[variable] & ~bits
            if mask:
                self.groups[variable] = [Group(GIVEN, variable, mask, 0.0)]
        for number, one in enumerate(made):
            for variable, mask in one.removed.items():
                group = Group(number, variable, mask, one.move.effort)
                self.groups.setdefault(variable, []).append(group)
                self.state[variable] &= ~mask
        self.wanted: Bits = {}
        self.goals = set(goals)
        for variable in goals:
            if not single(self.state[variable]):
                self.wanted[variable] = candidates.initial[variable] & ~self.state[variable]

    def evidence(self) -> list[Evidence]:
        kept: list[Evidence] = []
        for number in range(len(self.made) - 1, -1, -1):
            made = self.made[number]
            claims = self._claims(made)
            for variable, mask in made.removed.items():
                self.state[variable] |= mask
                self.groups[variable].pop()
            if claims or made.move.contradicts:
                kept.append(self._with_evidence(made.move, claims))
        return kept[::-1]

    def _claims(self, made: Made) -> Bits:
        """What of a move is wanted."""
        claims: Bits = {}
        for variable, mask in made.removed.items():
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
        if move.case is not None:
            links, needed = self._case(move.case)
            # What is supposed is one of the values left, and the others are not spoken of.
            evidence = Evidence(move, claims, frozenset(g.variable for g in needed), links)
            if move.contradicts:
                # Nothing is left, for what else could be supposed is gone.
                needed += self.groups.get(move.case.variable, ())
        elif move.ask is None:
            scope = {index for rule in move.rules for index in rule.scope}
            needed = [group for v in scope for group in self.groups.get(v, ())]
            evidence = Evidence(move, claims, frozenset(scope))
        else:
            scope = {index for rule in move.rules for index in rule.scope}
            known = {index: self.state[index] for index in scope}
            groups = [group for v in scope for group in self.groups.get(v, ())]
            needed, bits = self._fewest(
                move.ask, known, groups, None if move.contradicts else claims
            )
            if move.technique is LAST_ONE or self._full(move, scope):
                # One sees it because all others are there, even if some would do.
                needed = [g for g in groups if g in needed or g.variable not in claims]
                bits = {v: bits[v] if v in claims else known[v] for v in scope}
            claims = self._all_it_says(move.ask, bits, claims)
            evidence = Evidence(move, claims, frozenset(g.variable for g in needed))
        if move.case is not None or move.ask is None:
            # The value that is refuted goes; where it is the last but one, those that went before
            # decide the cell.
            for variable, mask in claims.items():
                needed += [g for g in self.groups.get(variable, ()) if g.mask & mask]
        self._want(needed)
        return evidence

    def _full(self, move: Move, scope: Iterable[int]) -> bool:
        """Whether a rule is contradicted that is read as a whole, and all its cells are full."""
        (rule, *more) = move.rules
        whole = not more and is_read_whole(rule.constraint)
        return move.contradicts and whole and all(single(self.state[v]) for v in scope)

    def _all_it_says(self, ask: Ask, bits: Bits, claims: Bits) -> Bits:
        """The claims together with what else the same evidence says of the same cells, and of
        others where that is wanted: it need not be found before."""
        found = self.candidates.supposing(bits, ask) or ()
        said = dict(claims)
        for change in found:
            variable, gone = change.variable, change.before & ~change.after
            wanted = self.wanted.get(variable, 0)
            if variable in claims or wanted & gone:
                said[variable] = said.get(variable, 0) | gone
                if wanted:
                    self.wanted[variable] = wanted & ~gone
        return said

    def _want(self, groups: Iterable[Group]) -> None:
        for group in groups:
            if group.source != GIVEN:
                self.wanted[group.variable] = self.wanted.get(group.variable, 0) | group.mask

    def _fewest(
        self, ask: Ask, known: Bits, groups: Iterable[Group], claims: Bits | None
    ) -> tuple[list[Group], Bits]:
        """Groups that are enough, and what is known with these alone; no claims are a
        contradiction."""
        kept: list[Group] = []
        bits = dict(known)
        for group in sorted(groups, key=partial(_unwelcome, known), reverse=True):
            held = bits[group.variable]
            bits[group.variable] = held | group.mask
            if not self.candidates.supposing(bits, partial(self._follows, ask, claims)):
                bits[group.variable] = held
                kept.append(group)
        return kept, bits

    def _follows(self, ask: Ask, claims: Bits | None) -> bool:
        """Whether the claims, or a contradiction, follow from what is supposed to be known."""
        found = ask()
        if found is None or claims is None:
            return found is None and claims is None
        left = {change.variable: change.after for change in found}
        variables = self.candidates.variables
        return not any(left.get(v, variables[v].bits) & mask for v, mask in claims.items())

    def _case(self, case: Case) -> tuple[tuple[LinkEvidence, ...], list[Group]]:
        """The links of a case that are needed, and the groups from before that they rely on."""
        inner: dict[int, list[Group]] = {}
        for number, link in enumerate(case.links):
            for change in link.changes:
                gone = change.before & ~change.after
                group = Group(number, change.variable, gone, 0.0, within_case=True)
                inner.setdefault(change.variable, []).append(group)
        supposed = self.candidates.initial[case.variable] & ~case.bit
        kept: list[LinkEvidence] = []
        outer: list[Group] = []
        wanted: dict[int, Bits] = {}
        for number in range(len(case.links) - 1, -1, -1):
            link = case.links[number]
            claims = wanted.pop(number, {})
            if not claims and link.changes:
                continue
            known = dict(link.known)
            groups: list[Group] = []
            for variable, bits in known.items():
                for group in self.groups.get(variable, ()):
                    # What was found in the same round is not known yet.
                    if not group.mask & bits and variable != case.variable:
                        groups.append(group)
                groups += [
                    group
                    for group in inner.get(variable, ())
                    if group.source < number and not group.mask & bits
                ]
            wants = claims if link.changes else None
            needed, relaxed = self._fewest(link.ask, known, groups, wants)
            claims = self._all_a_link_says(link.ask, relaxed, claims, wanted)
            for group in needed:
                if group.within_case:
                    into = wanted.setdefault(group.source, {})
                    into[group.variable] = into.get(group.variable, 0) | group.mask
                else:
                    outer.append(group)
            needs = {group.variable for group in needed}
            if case.variable in known and self._relies(
                link, relaxed, case.variable, supposed, claims
            ):
                needs.add(case.variable)
            kept.append(LinkEvidence(link, claims, frozenset(needs)))
        return tuple(kept[::-1]), outer

    def _all_a_link_says(self, ask: Ask, bits: Bits, claims: Bits, wanted: dict[int, Bits]) -> Bits:
        """The claims of a link with what else it says of the same cells; what it says need not be
        said by links before it."""
        said = dict(claims)
        for change in self.candidates.supposing(bits, ask) or ():
            variable, gone = change.variable, change.before & ~change.after
            earlier = [into for into in wanted.values() if into.get(variable, 0) & gone]
            if variable in claims or earlier:
                said[variable] = said.get(variable, 0) | gone
            for into in earlier:
                into[variable] &= ~gone
                if not into[variable]:
                    del into[variable]
        return said

    def _relies(self, link: Link, known: Bits, variable: int, mask: int, claims: Bits) -> bool:
        """Whether a link needs what is supposed."""
        bits = {**known, variable: known[variable] | mask}
        wanted = claims if link.changes else None
        return not self.candidates.supposing(bits, partial(self._follows, link.ask, wanted))


def _unwelcome(known: Bits, group: Group) -> tuple[bool, bool, float, int]:
    """Groups that one would rather do without come last: those within a case make it longer, a
    cell that is decided has to be told of anyway, and what was hard to find takes many words."""
    return group.within_case, not single(known[group.variable]), group.effort, group.source
