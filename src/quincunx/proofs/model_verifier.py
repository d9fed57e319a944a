"""A second checker, for certificates that rest on a model: a puzzle's rules as sums, as
tables and as counts of numbers. It needs verifier.py beside it and only the standard library.

    python model_verifier.py FOLDER|FILE.zip [SECONDS]

Such a certificate proves its statement of the model in its `puzzle.json`. Whether this is the model
of the puzzle that it names is for `quincunx verify` to say, or for a reader.

A certificate of a large number has no list of solutions. It names an order of the cells, and this
file counts again. The cells are fixed in that order. What matters of the numbers so far is the
*state* of every rule that has some of its cells fixed and others open: the sum so far, how often
each number occurs, the rest of the rows that still fit. Ways that lead to the same states can be
completed alike, so only the states are kept, with the number of ways to each.
"""

from __future__ import annotations

import operator
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

try:
    from quincunx.proofs import verifier
except ImportError:
    import verifier  # type: ignore[import-not-found, no-redef]

FAMILY, LAYERS = "model", "layers.json"
FILES = (*verifier.FILES, LAYERS)
RELATIONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
MAX_STATES = 1_000_000
"""Maximum number of states that are kept at once."""

Domains: TypeAlias = Sequence[Sequence[int]]
State: TypeAlias = Hashable
After: TypeAlias = Callable[[int, Any, int], State | None]


@dataclass(frozen=True)
class Rule(ABC):
    """A rule about cells, which are given by their places in the model."""

    name: str
    cells: list[int]

    @abstractmethod
    def require(self, rules: verifier.Rules, cells: Sequence[str]) -> None:
        """Add its clauses; the cells have these names."""

    @abstractmethod
    def states(
        self, order: Sequence[int], domains: Domains, budget: verifier.Budget
    ) -> tuple[State, After]:
        """Return its state before its cells are fixed in an order, and a function for the state
        after one is fixed, by its depth, the state before and the number. `None` is the state of
        a rule that can no longer hold."""

    def determines(self, cell: int) -> bool:
        """Return whether the other cells leave at most one number for this one."""
        return False


@dataclass(frozen=True)
class Sum(Rule):
    """The sum of the numbers in the cells, times their weights, compared with a constant."""

    weights: list[int]
    relation: str
    constant: int

    def _fine(self, total: int) -> bool:
        return RELATIONS[self.relation](total, self.constant)

    def require(self, rules: verifier.Rules, cells: Sequence[str]) -> None:
        rules.total(self.name, list(zip(cells, self.weights, strict=True)), self._fine)

    def states(
        self, order: Sequence[int], domains: Domains, budget: verifier.Budget
    ) -> tuple[State, After]:
        weights = [self.weights[self.cells.index(cell)] for cell in order]
        parts = [[w * n for n in domains[c]] for w, c in zip(weights, order, strict=True)]
        useful = verifier.partial_sums(parts, self._fine, budget)

        def after(depth: int, total: int, number: int) -> int | None:
            total += weights[depth] * number
            return total if total in useful[depth + 1] else None

        return 0, after

    def determines(self, cell: int) -> bool:
        return self.relation == "=="


@dataclass(frozen=True)
class Counts(Rule):
    """How many cells hold a number, for some numbers: (number, least, most)."""

    bounds: list[list[int]]

    def require(self, rules: verifier.Rules, cells: Sequence[str]) -> None:
        for number, least, most in self.bounds:
            rules.count(self.name, cells, number, least, most)

    def states(
        self, order: Sequence[int], domains: Domains, budget: verifier.Budget
    ) -> tuple[State, After]:
        bounds = [tuple(bound) for bound in self.bounds]
        coming = [[0] * len(bounds)]
        for cell in reversed(order):
            numbers = set(domains[cell])
            later = zip(coming[-1], bounds, strict=True)
            coming.append([count + (bound[0] in numbers) for count, bound in later])
        coming.reverse()

        @cache
        def after(depth: int, counts: tuple[int, ...], number: int) -> tuple[int, ...] | None:
            budget.spend(10 + len(counts), 10 + len(counts))
            new: list[int] = []
            for count, open_cells, bound in zip(counts, coming[depth + 1], bounds, strict=True):
                count += number == bound[0]
                if not bound[1] - open_cells <= count <= bound[2]:
                    return None
                # Without an open cell that could hold it, a number no longer matters.
                new.append(count if open_cells else bound[1])
            return tuple(new)

        return (0,) * len(bounds), after


@dataclass(frozen=True)
class Rows(Rule):
    """The cells hold the numbers of one of the rows, in order."""

    rows: list[tuple[int, ...]]

    def require(self, rules: verifier.Rules, cells: Sequence[str]) -> None:
        rules.rows(self.name, cells, self.rows)

    def states(
        self, order: Sequence[int], domains: Domains, budget: verifier.Budget
    ) -> tuple[State, After]:
        columns = [self.cells.index(cell) for cell in order]
        budget.spend(len(self.rows) * len(columns), len(self.rows) * len(columns))
        start = frozenset(tuple(row[column] for column in columns) for row in self.rows)

        @cache
        def after(
            depth: int, left: frozenset[tuple[int, ...]], number: int
        ) -> frozenset[tuple[int, ...]] | None:
            budget.spend(len(left), len(left))
            return frozenset(row[1:] for row in left if row[0] == number) or None

        return start, after

    def determines(self, cell: int) -> bool:
        at = self.cells.index(cell)
        return len({row[:at] + row[at + 1 :] for row in self.rows}) == len(self.rows)


@dataclass(frozen=True)
class Model:
    """Cells with their numbers, and rules. The first cells, the decisions, tell solutions apart."""

    puzzle: str
    decisions: int
    names: list[str]
    domains: list[list[int]]
    rules: list[Rule]

    def state(self, rules: verifier.Rules) -> None:
        """Add the cells and the clauses of the rules."""
        for name, domain in zip(self.names, self.domains, strict=True):
            rules.cell(name, domain)
        for rule in self.rules:
            rule.require(rules, [self.names[cell] for cell in rule.cells])


MANY = 1_000_000
NUMBER = range(-(10**18), 10**18)
# A line break in a name would add a line to a formula that other programs read.
TEXT = re.compile("[^\\x00-\\x1f\\x7f-\\xa0\\u2028\\u2029\\ud800-\\udfff]{0,10000}")
NUMBERS, CELLS = verifier.Many(NUMBER, 0, MANY), verifier.Many(range(MANY), 1, MANY)
RULE = (
    [TEXT, "sum", CELLS, NUMBERS, tuple(RELATIONS), NUMBER],
    [TEXT, "counts", CELLS, verifier.Many([NUMBER, range(MANY), range(MANY)], 0, MANY)],
    [TEXT, "rows", CELLS, range(MANY)],
)
SHAPE = {
    "puzzle": TEXT,
    "decisions": range(MANY),
    "cells": verifier.Many([TEXT, NUMBERS], 1, MANY),
    "tables": verifier.Many(verifier.Many(NUMBERS, 0, MANY), 0, MANY),
    "rules": verifier.Many(RULE, 0, MANY),
}
"""The exact form of a model. A rule names its cells by place and its table by number."""


def read_model(
    puzzle: str, decisions: int, cells: list[Any], tables: list[Any], rules: list[Any]
) -> Model:
    """Return the model of a document that has the exact form."""
    domains = [numbers for _, numbers in cells]
    fine = decisions <= len(cells) and all(sorted({*d}) == d for d in domains)
    verifier.require(fine, "cells with different numbers in order")
    read: list[Rule] = []
    for name, kind, places, *rest in rules:
        fine = len({*places}) == len(places) and all(cell < len(cells) for cell in places)
        if kind == "sum":
            weights, relation, constant = rest
            fine = fine and len(weights) == len(places) and all(weights)
            read.append(Sum(name, places, weights, relation, constant))
        elif kind == "counts":
            fine = fine and len({number for number, _, _ in rest[0]}) == len(rest[0])
            read.append(Counts(name, places, rest[0]))
        else:
            rows = tables[rest[0]] if rest[0] < len(tables) else [()]
            fine = fine and all(len(row) == len(places) for row in rows)
            read.append(Rows(name, places, [*dict.fromkeys(map(tuple, rows))]))
        verifier.require(fine, f"a rule {name[:40]!a} about different cells of the model")
    names = [f"{place} {name}" for place, (name, _) in enumerate(cells, 1)]
    return Model(puzzle, decisions, names, domains, read)


def _as_puzzle(*parts: Any) -> verifier.Puzzle:
    model = read_model(*parts)
    shape: list[Any] = [NUMBER] * len(model.names)
    return verifier.Puzzle(model.puzzle, shape, model.names, model.state, model.decisions)


verifier.FAMILIES[FAMILY] = (_as_puzzle, SHAPE)


def require_determined(model: Model) -> None:
    """Refuse a model in which the decisions leave a choice for another cell, so that there can be
    more ways to fix all cells than solutions."""
    open_cells = set(range(model.decisions, len(model.names)))
    while open_cells:
        known = {
            cell
            for rule in model.rules
            if len(left := open_cells.intersection(rule.cells)) == 1
            for cell in left
            if rule.determines(cell)
        } | {cell for cell in open_cells if len(model.domains[cell]) == 1}
        if not known:
            raise verifier.Unreadable(f"{verifier.PUZZLE}: cells that no rule determines")
        open_cells -= known


def count_layers(
    model: Model, order: Sequence[int], budget: verifier.Budget
) -> Iterator[tuple[int, int]]:
    """Fix the cells in order; return after each one the number of states and of ways to them."""
    ranks = {cell: rank for rank, cell in enumerate(order)}
    scopes = [sorted(rule.cells, key=ranks.__getitem__) for rule in model.rules]
    begun = [
        rule.states(scope, model.domains, budget)
        for rule, scope in zip(model.rules, scopes, strict=True)
    ]
    states: dict[tuple[State, ...], int] = {(): 1}
    live: list[int] = []
    for cell in order:
        touched = [at for at, scope in enumerate(scopes) if cell in scope]
        kept = [i for i, at in enumerate(live) if at not in touched]
        moves = []
        for at in touched:
            depth, (start, after) = scopes[at].index(cell), begun[at]
            place = live.index(at) if depth else None
            moves.append((place, start, after, depth, cell != scopes[at][-1]))
        new: dict[tuple[State, ...], int] = {}
        for state, ways in states.items():
            budget.spend(len(model.domains[cell]) * (1 + len(moves)))
            rest = tuple(state[i] for i in kept)
            for number in model.domains[cell]:
                parts: list[State] = []
                for place, start, after, depth, stays in moves:
                    left = after(depth, start if place is None else state[place], number)
                    if left is None:
                        break
                    if stays:
                        parts.append(left)
                else:
                    key = (*rest, *parts)
                    new[key] = new.get(key, 0) + ways
            if len(new) > MAX_STATES:
                raise verifier.LimitReached(f"more than {MAX_STATES:,} states")
        live = [live[i] for i in kept] + [at for at in touched if cell != scopes[at][-1]]
        states = new
        yield len(states), sum(states.values())


def verify(files: Mapping[str, bytes], seconds: float = verifier.MAX_SECONDS) -> verifier.Proved:
    """Return what a certificate proves; raises what `verifier.verify` raises."""
    if LAYERS not in files:
        return verifier.verify(files, seconds)
    budget = verifier.Budget(seconds)
    claim = verifier.read_claim(files, [LAYERS])
    verifier.require(claim.document["family"] == FAMILY, "a model where solutions are counted")
    model = read_model(*list(claim.document.values())[1:])
    require_determined(model)
    layers = verifier.read_json(files, LAYERS)
    size = len(model.names)
    shape = verifier.Many([range(size), range(10**1_000), range(10**1_000)], size, size)
    if not verifier.fits(layers, shape) or len({cell for cell, _, _ in layers}) < size:
        raise verifier.Refuted(f"{LAYERS}: not every cell once, with states and ways")
    ways = 0
    counted = count_layers(model, [cell for cell, _, _ in layers], budget)
    for (cell, *listed), (states, ways) in zip(layers, counted, strict=True):
        if listed != [states, ways]:
            raise verifier.Refuted(f"{LAYERS}: wrong numbers after {model.names[cell]!a}")
    solutions = verifier.read_json(files, verifier.SOLUTIONS)
    if solutions != [] or claim.statement != f"exactly {ways}":
        raise verifier.Refuted(f"{verifier.PUZZLE}: it claims another number of solutions")
    most = max(states for _, states, _ in layers)
    return claim._replace(sentence=f"{claim.sentence} (counted with up to {most:,} states)")


if __name__ == "__main__":
    sys.exit(verifier.main(sys.argv[1:], verify, FILES))
