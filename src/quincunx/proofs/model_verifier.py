"""A second checker, for certificates that rest on a model and for large numbers of solutions. It
needs verifier.py beside it and only the standard library.

    python model_verifier.py FOLDER... [--seconds SECONDS]

A model has a puzzle's rules as sums, as tables and as counts of numbers. A certificate proves its
statement of the model in its `puzzle.json`. Whether this is the model of the puzzle that it names
is for `quincunx verify` to say, or for a reader.

A certificate of a large number has no list of solutions but a plan, with which this file counts
again. The cells are fixed in an order. What matters of the numbers so far is the *state* of every
rule that has some of its cells fixed and others open: the sum so far, how often each number occurs,
the rest of the rows that still fit. Ways that lead to the same states can be completed alike, so
only the states are kept, with the number of ways to each. Three things need no states:
  implied rules  sums that follow from others: the plan says which multiples of them to add
  own cells      a cell that is in one rule only, a sum, which leaves one number for it
  the last sum   its cells share no other rule that is open at the end, so each has a set of
                 numbers, and the ways to choose one of each with the right sum are one
                 coefficient of a product of polynomials
"""

from __future__ import annotations

import operator
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias, TypeGuard

try:
    from quincunx.proofs import verifier
except ImportError:
    import verifier  # type: ignore[import-not-found, no-redef]

FAMILY, COUNT = "model", "count.json"
FILES = (*verifier.FILES, COUNT)
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

Numbers: TypeAlias = Mapping[str, Sequence[int]]
State: TypeAlias = Hashable
Moves: TypeAlias = Callable[[tuple[State, ...]], dict[int, tuple[State, ...]]]
After: TypeAlias = Callable[[int, Any, int], State | None]
"""The state after a cell is fixed, by its depth, the state before and the number. `None` is the
state of a rule that can no longer hold."""


# Models.


@dataclass(frozen=True)
class Rows(verifier.Rule):
    """The cells hold the numbers of one of the rows, in order."""

    rows: Sequence[tuple[int, ...]]

    def holds(self, numbers: Sequence[int]) -> bool:
        return tuple(numbers) in self.rows

    def state(self, formula: verifier.Formula) -> None:
        """A variable stands for each row."""
        rows = [row for row in self.rows if all(map(formula.holds, self.cells, row))]
        chosen = [formula.variable(f"{self.name}, row {i}") for i in range(1, len(rows) + 1)]
        formula.add(self.name, chosen)
        for i, cell in enumerate(self.cells):
            with_number: dict[int, list[int]] = {n: [] for n in formula.numbers[cell]}
            for variable, row in zip(chosen, rows, strict=True):
                with_number[row[i]].append(variable)
                formula.add(self.name, (-variable, formula.holds(cell, row[i])))
            for n, variables in with_number.items():
                formula.add(self.name, (-formula.holds(cell, n), *variables))


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


def model(
    puzzle: str, decisions: int, listed: list[Any], tables: list[Any], rules: list[Any]
) -> verifier.Puzzle:
    """Return the puzzle of a model that has the exact form."""
    fine = decisions <= len(listed) and all(sorted({*numbers}) == numbers for _, numbers in listed)
    verifier.require(fine, "cells with different numbers in order")
    names = [f"{place} {name}" for place, (name, _) in enumerate(listed, 1)]
    cells = {
        name: verifier.Cell(f"cell {name}", numbers)
        for name, (_, numbers) in zip(names, listed, strict=True)
    }
    read: list[verifier.Rule] = []
    for name, kind, places, *rest in rules:
        fine = len({*places}) == len(places) and all(cell < len(names) for cell in places)
        held = [names[cell] for cell in places if cell < len(names)]
        if kind == "sum":
            weights, relation, constant = rest
            fine = fine and len(weights) == len(places) and all(weights)
            read.append(verifier.Sum(name, held, weights, constant, RELATIONS[relation]))
        elif kind == "counts":
            bounds = {number: (least, most) for number, least, most in rest[0]}
            fine = fine and len(bounds) == len(rest[0])
            read.append(verifier.Counts(name, held, bounds))
        else:
            rows = tables[rest[0]] if rest[0] < len(tables) else [()]
            fine = fine and all(len(row) == len(places) for row in rows)
            read.append(Rows(name, held, [*dict.fromkeys(map(tuple, rows))]))
        verifier.require(fine, f"a rule {name[:40]!a} about different cells of the model")
    return verifier.Puzzle([NUMBER] * len(names), names, cells, read, decisions=decisions)


verifier.FAMILIES[FAMILY] = (model, SHAPE)


# Counting: the states of each kind of rule while its cells are fixed in an order.


def states_of(
    rule: verifier.Rule, order: Sequence[str], numbers: Numbers, budget: verifier.Budget
) -> tuple[State, After]:
    """Return the state of a rule before its cells are fixed in an order, and what comes after."""
    if isinstance(rule, verifier.Sum):
        weights = [rule.weights[rule.cells.index(cell)] for cell in order]
        parts = [[w * n for n in numbers[c]] for w, c in zip(weights, order, strict=True)]
        return 0, sum_states(weights, verifier.partial_sums(parts, rule.fine, budget))
    if isinstance(rule, verifier.Counts):
        return (0,) * len(rule.bounds), count_states(rule, [numbers[c] for c in order], budget)
    columns = [rule.cells.index(cell) for cell in order]
    if isinstance(rule, verifier.Leads):
        allowed = {*numbers[rule.cells[-1]]}
        begun = product(*(numbers[cell] for cell in rule.cells[:-1]))
        rows = {(*first, n) for first in begun for n in allowed.intersection(rule.to(*first))}
    else:
        assert isinstance(rule, Rows)
        rows = {*rule.rows}
    return frozenset(tuple(row[column] for column in columns) for row in rows), row_states(budget)


def sum_states(weights: Sequence[int], useful: Sequence[Collection[int]]) -> After:
    """The state of a sum is the sum so far."""

    def after(depth: int, total: int, number: int) -> int | None:
        total += weights[depth] * number
        return total if total in useful[depth + 1] else None

    return after


def row_states(budget: verifier.Budget) -> After:
    """The state of a table is the rest of the rows that fit."""

    @cache
    def split(left: frozenset[tuple[int, ...]]) -> dict[int, frozenset[tuple[int, ...]]]:
        budget.spend(len(left), 2 * len(left))
        found: dict[int, list[tuple[int, ...]]] = {}
        for row in left:
            found.setdefault(row[0], []).append(row[1:])
        return {number: frozenset(rest) for number, rest in found.items()}

    return lambda depth, left, number: split(left).get(number)


def count_states(
    rule: verifier.Counts, domains: Sequence[Sequence[int]], budget: verifier.Budget
) -> After:
    """The state of counts is how often each number occurs."""
    coming = [
        [sum(number in domain for domain in domains[depth:]) for number in rule.bounds]
        for depth in range(len(domains) + 1)
    ]

    @cache
    def after(depth: int, counts: tuple[int, ...], number: int) -> tuple[int, ...] | None:
        budget.spend(10 + len(counts), 10 + len(counts))
        new: list[int] = []
        together = zip(counts, coming[depth + 1], rule.bounds.items(), strict=True)
        for count, open_cells, (counted, (least, most)) in together:
            count += number == counted
            if not least - open_cells <= count <= most:
                return None
            # Without an open cell that could hold it, a number no longer matters.
            new.append(count if open_cells else least)
        return tuple(new)

    return after


def is_equation(rule: verifier.Rule | None) -> TypeGuard[verifier.Sum]:
    return isinstance(rule, verifier.Sum) and rule.compare is operator.eq


def determines(rule: verifier.Rule, cell: str) -> bool:
    """Return whether the other cells of a rule leave at most one number for this one."""
    if isinstance(rule, Rows):
        at = rule.cells.index(cell)
        return len({row[:at] + row[at + 1 :] for row in rule.rows}) == len(rule.rows)
    return is_equation(rule)


def require_determined(puzzle: verifier.Puzzle) -> None:
    """Refuse a puzzle in which the decisions leave a choice for another cell, so that there can be
    more ways to fix all cells than solutions."""
    open_cells = set(list(puzzle.cells)[puzzle.decisions :]) if puzzle.decisions is not None else ()
    while open_cells:
        known = {
            cell
            for rule in puzzle.rules
            if len(left := open_cells.intersection(rule.cells)) == 1
            for cell in left
            if determines(rule, cell)
        } | {cell for cell in open_cells if len(puzzle.cells[cell].numbers) == 1}
        if not known:
            raise verifier.Unreadable(f"{verifier.PUZZLE}: cells that no rule determines")
        open_cells -= known


class Plan(NamedTuple):
    """How to count: cells and rules are named by their places."""

    implied: list[list[Any]]
    """Rules that are left out, each with the multiples of others that it is the sum of."""
    last: int | None
    """The last sum."""
    order: list[int]
    """The order of the cells that are neither own cells nor in the last sum."""


def own_cells(rules: Sequence[verifier.Rule], last: verifier.Rule | None) -> set[str]:
    """Return the own cells of rules, at most one of each; the last sum has none."""
    times = Counter(chain.from_iterable(rule.cells for rule in rules))
    own = set()
    for rule in rules:
        found = [cell for cell in rule.cells if times[cell] == 1]
        if found and len(rule.cells) > 1 and is_equation(rule) and rule is not last:
            own.add(found[0])
    return own


def read_plan(puzzle: verifier.Puzzle, data: Any) -> tuple[list[verifier.Rule], Plan]:
    """Return the rules to count with, and the plan, if it is one for a puzzle."""
    rules, names = puzzle.rules, [*puzzle.cells]
    at = range(len(rules))
    factors = verifier.Many([at, NUMBER], 0, len(rules))
    shape = {
        "implied": verifier.Many([at, factors], 0, len(rules)),
        "last": (None, at),
        "order": verifier.Many(range(len(names)), 0, len(names)),
    }
    if not verifier.fits(data, shape):
        raise verifier.Refuted(f"{COUNT}: not the exact form of a plan")
    plan = Plan(**data)
    dropped = {rule for rule, _ in plan.implied}
    for place, multiples in plan.implied:
        fine = dropped.isdisjoint(other for other, _ in multiples)
        total: Counter[str | None] = Counter()
        for other, factor in ([place, -1], *multiples):
            rule = rules[other]
            if is_equation(rule):
                total[None] += factor * rule.constant
                for cell, weight in zip(rule.cells, rule.weights, strict=True):
                    total[cell] += factor * weight
            else:
                fine = False
        if not fine or any(total.values()):
            raise verifier.Refuted(f"{COUNT}: the rule {rules[place].name!a} is not implied")
    left = [rule for place, rule in enumerate(rules) if place not in dropped]
    last = None if plan.last is None else rules[plan.last]
    at_end = [] if last is None else [*last.cells]
    apart = all(rule is last or len({*at_end}.intersection(rule.cells)) < 2 for rule in left)
    listed = [*(names[cell] for cell in plan.order), *at_end, *own_cells(left, last)]
    once = sorted(listed) == sorted(names)
    fine = last is None or (plan.last not in dropped and is_equation(last) and len(at_end) > 1)
    if not (once and apart and fine):
        raise verifier.Refuted(f"{COUNT}: not every cell once, or no last sum")
    return left, plan


@lru_cache(20_000)
def sums_of(sets: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Return the sums of one number of each set, with the number of ways to each."""
    if not sets:
        return {0: 1}
    found: Counter[int] = Counter()
    for total, ways in sums_of(sets[:-1]).items():
        for number in sets[-1]:
            found[total + number] += ways
    return found


def ways_to_sum(sets: Sequence[tuple[int, ...]], total: int) -> int:
    """Return in how many ways one number of each set can be chosen with this sum.

    The last two sets are bits, one of them reversed: the pairs with a sum are bits in common.
    """
    *first, one, other = sets
    if not one or not other:
        return 0
    low, high = one[0], other[-1]
    bits, mirrored = bits_of(one, low, 1), bits_of(other, high, -1)
    number = 0
    for begun, ways in sums_of(tuple(first)).items():
        by = total - begun - low - high
        shifted = mirrored << by if by >= 0 else mirrored >> -by
        number += ways * (bits & shifted).bit_count()
    return number


@lru_cache(20_000)
def bits_of(numbers: tuple[int, ...], origin: int, sign: int) -> int:
    return sum(1 << sign * (number - origin) for number in numbers)


class Count:
    """Counts the solutions of a puzzle with a plan; `most` is the largest number of states."""

    def __init__(
        self,
        puzzle: verifier.Puzzle,
        rules: Sequence[verifier.Rule],
        plan: Plan,
        budget: verifier.Budget,
    ) -> None:
        names, fewer = [*puzzle.cells], puzzle.narrow(budget)
        self._numbers = {n: sorted(fewer.get(n, c.numbers)) for n, c in puzzle.cells.items()}
        self._budget = budget
        last = None if plan.last is None else puzzle.rules[plan.last]
        order = [names[cell] for cell in plan.order]
        at_end = [] if last is None else [*last.cells]
        own = own_cells(rules, last)
        ranks = {cell: rank for rank, cell in enumerate([*order, *at_end, *own])}
        self._scopes: list[list[str]] = []
        self._begun: list[tuple[State, After]] = []
        for rule in rules:
            if rule.cells and rule is not last:
                scope = sorted(rule.cells, key=ranks.__getitem__)
                self._begun.append(states_of(rule, scope, self._numbers, budget))
                self._scopes.append([cell for cell in scope if cell not in own])
        possible = all(rule.cells or rule.holds([]) for rule in rules)
        layer: dict[tuple[State, ...], int] = {(): 1} if possible else {}
        live: list[int] = []
        self.most = 1
        for cell in order:
            layer, live = self._fixed(cell, layer, live)
            self.most = max(self.most, len(layer))
        if is_equation(last):
            self.number = self._ended(last, layer, live)
        else:
            self.number = sum(layer.values())

    def _moves(self, cell: str, live: Sequence[int]) -> tuple[list[int], Moves]:
        """The rules about a cell, and a function of all states: the numbers that the cell can hold,
        and the states of these rules after each."""
        touched = [at for at, scope in enumerate(self._scopes) if cell in scope]
        depths = [self._scopes[at].index(cell) for at in touched]
        places = [live.index(at) if at in live else None for at in touched]

        @cache
        def moves(states: Sequence[State]) -> dict[int, tuple[State, ...]]:
            found: dict[int, tuple[State, ...]] = {}
            self._budget.spend(len(self._numbers[cell]) * (1 + len(states)))
            for number in self._numbers[cell]:
                new: list[State] = []
                for at, depth, state in zip(touched, depths, states, strict=True):
                    left = self._begun[at][1](depth, state, number)
                    if left is None:
                        break
                    if depth + 1 < len(self._scopes[at]):
                        new.append(left)
                else:
                    found[number] = tuple(new)
            return found

        starts = [self._begun[at][0] for at in touched]
        pairs = list(zip(places, starts, strict=True))
        return touched, lambda all_states: moves(
            tuple([start if i is None else all_states[i] for i, start in pairs])
        )

    def _fixed(
        self, cell: str, layer: Mapping[tuple[State, ...], int], live: Sequence[int]
    ) -> tuple[dict[tuple[State, ...], int], list[int]]:
        """The states after one more cell, and the rules that have them."""
        touched, moves = self._moves(cell, live)
        kept = [i for i, at in enumerate(live) if at not in touched]
        new: dict[tuple[State, ...], int] = {}
        for state, ways in layer.items():
            rest, found = tuple([state[i] for i in kept]), moves(state)
            self._budget.spend(1 + len(found))
            for parts in found.values():
                key = rest + parts
                new[key] = new.get(key, 0) + ways
            if len(new) > MAX_STATES:
                raise verifier.LimitReached(f"more than {MAX_STATES:,} states")
        stay = [at for at in touched if cell != self._scopes[at][-1]]
        return new, [live[i] for i in kept] + stay

    def _ended(
        self, last: verifier.Sum, layer: Mapping[tuple[State, ...], int], live: Sequence[int]
    ) -> int:
        """The number of ways to fix the cells of the last sum."""
        ends = [self._moves(cell, live)[1] for cell in last.cells]
        number = 0
        for state, ways in layer.items():
            found = zip((moves(state) for moves in ends), last.weights, strict=True)
            sets = [tuple(sorted(weight * n for n in numbers)) for numbers, weight in found]
            self._budget.spend(10 * len(sets[0]))
            number += ways * ways_to_sum(sets, last.constant)
        return number


def verify(files: Mapping[str, bytes], seconds: float = verifier.MAX_SECONDS) -> verifier.Proved:
    """Return what a certificate proves; raises what `verifier.verify` raises."""
    if COUNT not in files:
        return verifier.verify(files, seconds)
    budget, claim = verifier.Budget(seconds), verifier.read_claim(files, [verifier.PUZZLE, COUNT])
    puzzle = verifier.puzzle_of(claim.document)
    require_determined(puzzle)
    counted = Count(puzzle, *read_plan(puzzle, verifier.read_json(files, COUNT)), budget)
    if claim.statement != f"exactly {counted.number}":
        raise verifier.Refuted(f"{verifier.PUZZLE}: it claims another number of solutions")
    sentence = f"{claim.sentence} (counted with up to {counted.most:,} states)"
    return claim._replace(sentence=sentence)


if __name__ == "__main__":
    sys.exit(verifier.main(sys.argv[1:], verify, FILES))
