"""Moves put into words: steps.

Vocabulary:
  step  one or several moves that belong together, in a sentence of the puzzle's own words
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quincunx.families import Cell
from quincunx.kernel.domain import single
from quincunx.model import Variable
from quincunx.reasoning.candidates import Bits, Candidates, Change, Rule
from quincunx.reasoning.ladder import Link, Move, Technique
from quincunx.reasoning.minimal_facts import leaning, needed
from quincunx.reasoning.solve_path import SolvePath, go_together
from quincunx.reasoning.techniques import COMBINATIONS, LAST_ONE, SQUEEZE
from quincunx.wording import FEW, Deduction, capitalised, listed


@dataclass(frozen=True)
class Step:
    """One step: what it is about, its reason, and the sentence that tells all of it. `cells`
    are those it uses and those it speaks of.

    `chains` holds, for each value that was tried, the sentences from the assumption to its
    refutation. `needs` names the variables, by index, of which it uses what is known, and
    `changes` those of which more is known afterwards.
    """

    technique: str
    tier: int
    about: str
    reason: str
    sentence: str
    cells: tuple[Cell, ...]
    sets: tuple[tuple[Cell, int], ...]
    removes: tuple[tuple[Cell, tuple[int, ...]], ...]
    chains: tuple[tuple[str, ...], ...] = ()
    needs: frozenset[int] = frozenset()
    changes: frozenset[int] = frozenset()

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON data."""
        return {
            "technique": self.technique,
            "tier": self.tier,
            "sentence": self.sentence,
            "cells": [list(cell) for cell in self.cells],
            "sets": [{"cell": list(cell), "value": value} for cell, value in self.sets],
            "removes": [
                {"cell": list(cell), "values": list(values)} for cell, values in self.removes
            ],
        }


def wanted_steps(steps: Sequence[Step], aim: Callable[[Step], bool]) -> list[Step]:
    """The steps that are aimed at and the last one, with those that they build on."""
    kept: list[Step] = []
    wanted: set[int] = set()
    for step in reversed(steps):
        if not kept or aim(step) or wanted & step.changes:
            kept.append(step)
            wanted |= step.needs
    return kept[::-1]


def told(path: SolvePath) -> Iterator[tuple[Step, bool]]:
    """The steps of a path, and of each whether it goes together with the one before."""
    teller = Teller(path)
    opening = teller.decided_at_once()
    if opening is not None:
        yield opening, False
    last: Move | None = None
    for technique, move in path:
        yield teller.step(technique, move), go_together(last, move)
        last = move


class Teller:
    """Puts moves into words."""

    def __init__(self, path: SolvePath) -> None:
        self.candidates: Candidates = path.candidates
        self.phrases = path.puzzle.phrases()
        decisions = path.candidates.model.decisions
        self.written = path.written
        self.cells = {
            variable.index: cell
            for variable, cell in zip(decisions, path.puzzle.cells, strict=True)
        }

    def step(self, technique: Technique, move: Move) -> Step:
        """A move as a step. It must not have been learnt yet."""
        if not move.tries:
            return self._rules_step(technique, move)
        if move.chain:
            return self._refutation_step(technique, move)
        return self._search_step(technique, move)

    def _rules_step(self, technique: Technique, move: Move) -> Step:
        """What rules say."""
        bits = self.candidates.scope_bits(move.rules)
        by_bounds = technique.tier <= SQUEEZE.tier
        needs = needed(self.candidates, move.rules, by_bounds, bits, move.changes)
        deduction = self._deduction(technique, move.rules, bits, needs, move.changes)
        about = " and at ".join(map(self.phrases.subject, deduction.constraints))
        reason = self.phrases.reason(deduction)
        sentence = self.phrases.sentence(deduction)
        needs |= {variable.index for variable in deduction.already | deduction.needed}
        return self._step(technique, move, about, reason, sentence, needs)

    def _refutation_step(self, technique: Technique, move: Move) -> Step:
        """A value that was tried, and the chain that refutes it."""
        supposed, denied = self._trial(move)
        sentences = [supposed]
        needs: set[int] = {move.changes[0].variable}
        for link in move.chain:
            deduction = self._deduction(
                _seen_as(link), (link.rule,), link.bits, link.needs, link.changes
            )
            sentences.append(self.phrases.sentence(deduction))
            needs |= {variable.index for variable in deduction.already | deduction.needed}
        chain = (*sentences, denied)
        about = self.phrases.place(self.candidates.model.variables[move.changes[0].variable])
        reason = " ".join(sentences).removesuffix(".")
        step = self._step(technique, move, about, reason, " ".join(chain), needs)
        return replace(step, chains=(chain,))

    def _search_step(self, technique: Technique, move: Move) -> Step:
        """A value that was tried, and everything that could follow searched in vain."""
        supposed, denied = self._trial(move)
        reason = (
            f"{supposed} Nothing simpler helps: whatever one tries then, {move.size} positions in "
            "all, breaks a rule in the end"
        )
        about = self.phrases.place(self.candidates.model.variables[move.changes[0].variable])
        everything = range(len(self.candidates.variables))
        return self._step(technique, move, about, reason, f"{reason}. {denied}", everything)

    def _trial(self, move: Move) -> tuple[str, str]:
        """The sentences with which trying a value begins and ends."""
        (change,) = move.changes
        variable = self.candidates.model.variables[change.variable]
        known = self.candidates.values(change.variable, change.before)
        tried = self.candidates.values(change.variable, change.before & ~change.after)
        left = self.candidates.values(change.variable, change.after)
        denied = self.phrases.denial(variable, tried[0])
        if len(left) == 1:
            denied = self.phrases.claim([variable], known, left)
        return f"Suppose {self.phrases.claim([variable], known, tried)}.", f"So {denied}."

    def _step(
        self,
        technique: Technique,
        move: Move,
        about: str,
        reason: str,
        sentence: str,
        needs: Iterable[int],
    ) -> Step:
        changes = (*move.changes, *move.echoes)
        changed = [change.variable for change in changes]
        kin = self.candidates.kin
        facts = {
            index
            for need in needs
            for index in kin[need]
            if self.candidates.variables[index].bits != self.candidates.initial[index]
        }
        spoken_of = facts.union(*(kin[index] for index in changed))
        return Step(
            technique.name,
            technique.tier,
            about,
            reason,
            sentence,
            tuple(self.cells[v] for v in sorted(spoken_of) if v in self.cells),
            tuple(self._sets(changes)),
            tuple(self._removes(changes)),
            needs=frozenset(facts),
            changes=frozenset(changed),
        )

    def decided_at_once(self) -> Step | None:
        """The cells for which there was never a choice, although nothing is written there."""
        known = self.candidates
        variables = [v for v in known.model.decisions if len(v.domain) == 1]
        open_ones = [v for v in variables if self.cells[v.index] not in self.written]
        alike: dict[int, list[Variable]] = {}
        for variable in open_ones:
            alike.setdefault(variable.domain[0], []).append(variable)
        if not alike:
            return None
        texts = [self.phrases.only_choice(group, value) for value, group in alike.items()]
        sentence = listed(texts, "and")
        return Step(
            LAST_ONE.name,
            LAST_ONE.tier,
            self.phrases.places(open_ones),
            f"There is only one choice for {self.phrases.places(open_ones)}",
            f"{capitalised(sentence)}.",
            tuple(self.cells[variable.index] for variable in open_ones),
            tuple((self.cells[variable.index], variable.domain[0]) for variable in open_ones),
            (),
            changes=frozenset(variable.index for variable in open_ones),
        )

    def _sets(self, changes: Sequence[Change]) -> Iterator[tuple[Cell, int]]:
        for change in changes:
            if change.variable in self.cells and self.candidates.decides(change):
                (value,) = self.candidates.values(change.variable, change.after)
                yield self.cells[change.variable], value

    def _removes(self, changes: Sequence[Change]) -> Iterator[tuple[Cell, tuple[int, ...]]]:
        for change in changes:
            if change.variable in self.cells:
                removed = self.candidates.numbers(change.variable, change.before & ~change.after)
                if removed:
                    yield self.cells[change.variable], removed

    def _deduction(
        self,
        technique: Technique,
        rules: tuple[Rule, ...],
        bits: Bits,
        needs: frozenset[int],
        changes: tuple[Change, ...],
    ) -> Deduction:
        """What rules say about variables with these bits, as the families take it."""
        variables = self.candidates.model.variables
        values = self.candidates.values
        by_bounds = technique.tier <= SQUEEZE.tier
        already = leaning(self.candidates, rules, by_bounds, bits, needs, changes)
        # Where much is ruled out, one says what is left, and then what was known before matters.
        long = {
            change.variable
            for change in changes
            if change.variable in already and (change.before & ~change.after).bit_count() > FEW
        }
        return Deduction(
            tuple(rule.constraint for rule in rules),
            {variables[index]: values(index, bits[index]) for index in bits},
            frozenset(variables[index] for index in needs | long),
            {variables[c.variable]: values(c.variable, c.after) for c in changes},
            frozenset(variables[index] for index in already - long),
        )


def _seen_as(link: Link) -> Technique:
    """The technique that a link of a chain amounts to."""
    open_before = [index for index, bits in link.bits.items() if not single(bits)]
    if len(open_before) == 1 and all(single(change.after) for change in link.changes):
        return LAST_ONE
    return SQUEEZE if link.by_bounds else COMBINATIONS


def joined(one: Step, other: Step) -> Step:
    """Two steps that say the same of one cell as one."""
    removes = dict(one.removes)
    for cell, values in other.removes:
        removes[cell] = (*removes.get(cell, ()), *values)
    return replace(
        one,
        reason=f"{one.reason}. {other.reason}",
        sentence=f"{one.sentence} {other.sentence}",
        cells=tuple(sorted({*one.cells, *other.cells})),
        sets=(*one.sets, *other.sets),
        removes=tuple(removes.items()),
        chains=(*one.chains, *other.chains),
        needs=one.needs | other.needs,
    )
