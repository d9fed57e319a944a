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
  an implied sum it follows from others: the plan says which multiples of all sums add up to 0 = 0
  own cells      a cell that is in one rule only, a sum, which leaves one number for it
  the last sum   its cells share no other rule that is open at the end, so each has a set of
                 numbers, and the ways to choose one of each with the right sum are one
                 coefficient of a product of polynomials
"""

import operator
import re
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
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
COMPARE = (operator.eq, operator.ne, operator.le, operator.ge, operator.lt, operator.gt)
RELATIONS = dict(zip(("==", "!=", "<=", ">=", "<", ">"), COMPARE, strict=True))
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
    cells = {n: verifier.Cell(f"cell {n}", listed[i][1]) for i, n in enumerate(names)}
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
        useful = verifier.partial_sums(parts, rule.fine, budget)

        def after(depth: int, total: int, number: int) -> int | None:
            total += weights[depth] * number
            return total if total in useful[depth + 1] else None

        return 0, after
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
    known, before = set(list(puzzle.cells)[: puzzle.decisions]), -1
    if len(known) < len(puzzle.cells):
        known |= {name for name, cell in puzzle.cells.items() if len(cell.numbers) == 1}
    while before < len(known) < len(puzzle.cells):
        before = len(known)
        for rule in puzzle.rules:
            left = [cell for cell in rule.cells if cell not in known]
            known |= {cell for cell in left if len(left) == 1 and determines(rule, cell)}
    if len(known) < len(puzzle.cells):
        raise verifier.Unreadable(f"{verifier.PUZZLE}: cells that no rule determines")


class Plan(NamedTuple):
    """How to count."""

    rules: list[verifier.Rule]
    """All rules but an implied one."""
    last: verifier.Sum | None
    order: list[str]
    """The cells that are neither own cells nor in the last sum."""
    own: set[str]


def own_cells(rules: Sequence[verifier.Rule], last: verifier.Rule | None) -> set[str]:
    """Return the own cells of rules, at most one of each; the last sum has none."""
    times = Counter(chain.from_iterable(rule.cells for rule in rules))
    own = set()
    for rule in rules:
        found = [cell for cell in rule.cells if times[cell] == 1]
        if found and len(rule.cells) > 1 and is_equation(rule) and rule is not last:
            own.add(found[0])
    return own


def read_plan(puzzle: verifier.Puzzle, data: Any) -> Plan:
    """Return a plan for a puzzle, in which rules and cells are named by their places."""
    rules, names = puzzle.rules, [*puzzle.cells]
    at = range(len(rules))
    shape = {
        "implied": (None, at),
        "multiples": verifier.Many(NUMBER, 0, len(rules)),
        "last": (None, at),
        "order": verifier.Many(range(len(names)), 0, len(names)),
    }
    if not verifier.fits(data, shape):
        raise verifier.Refuted(f"{COUNT}: not the exact form of a plan")
    implied, multiples, place, places = data.values()
    total: Counter[str | None] = Counter()
    used = {rule: factor for rule, factor in enumerate(multiples) if factor}
    for rule, factor in ((rules[rule], factor) for rule, factor in used.items()):
        if not is_equation(rule):
            raise verifier.Refuted(f"{COUNT}: the rule {rule.name!a} is not an equation")
        total[None] += factor * rule.constant
        for cell, weight in zip(rule.cells, rule.weights, strict=True):
            total[cell] += factor * weight
    if implied is not None and (implied not in used or any(total.values())):
        raise verifier.Refuted(f"{COUNT}: the rule {rules[implied].name!a} is not implied")
    left = [rule for number, rule in enumerate(rules) if number != implied]
    last, at_end = None if place is None else rules[place], list[str]()
    fine = last is None
    if is_equation(last) and place != implied:
        at_end = [*last.cells]
        shared = [{*at_end}.intersection(rule.cells) for rule in left if rule is not last]
        fine = len(at_end) > 1 and all(len(cells) < 2 for cells in shared)
    plan = Plan(left, last, [names[cell] for cell in places], own_cells(left, last))
    if not fine or sorted([*plan.order, *at_end, *plan.own]) != sorted(names):
        raise verifier.Refuted(f"{COUNT}: not every cell once, or no last sum")
    return plan


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

    def __init__(self, puzzle: verifier.Puzzle, plan: Plan, budget: verifier.Budget) -> None:
        fewer = puzzle.narrow(budget)
        self._numbers = {n: sorted(fewer.get(n, c.numbers)) for n, c in puzzle.cells.items()}
        self._budget = budget
        ranks = {cell: rank for rank, cell in enumerate(plan.order)}
        ranks |= dict.fromkeys(plan.own, len(puzzle.cells))
        self._scopes: list[list[str]] = []
        self._begun: list[tuple[State, After]] = []
        for rule in plan.rules:
            if rule.cells and rule is not plan.last:
                # The cell of the last sum comes after those in order, and the own cell after it.
                scope = sorted(rule.cells, key=lambda cell: ranks.get(cell, len(plan.order)))
                self._begun.append(states_of(rule, scope, self._numbers, budget))
                self._scopes.append([cell for cell in scope if cell not in plan.own])
        possible = all(rule.cells or rule.holds([]) for rule in plan.rules)
        layer: dict[tuple[State, ...], int] = {(): 1} if possible else {}
        live, self.most = list[int](), 1
        for cell in plan.order:
            layer, live = self._fixed(cell, layer, live)
            self.most = max(self.most, len(layer))
        self.number = self._ended(plan.last, layer, live) if plan.last else sum(layer.values())

    def _moves(self, cell: str, live: Sequence[int]) -> tuple[list[int], Moves]:
        """The rules about a cell, and a function of all states: the numbers that the cell can hold,
        and the states of these rules after each."""
        touched = [at for at, scope in enumerate(self._scopes) if cell in scope]
        depths = [self._scopes[at].index(cell) for at in touched]

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

        places = {at: i for i, at in enumerate(live)}
        own = [(places.get(at), self._begun[at][0]) for at in touched]
        return touched, lambda states: moves(
            tuple([start if i is None else states[i] for i, start in own])
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
    counted = Count(puzzle, read_plan(puzzle, verifier.read_json(files, COUNT)), budget)
    if claim.statement != f"exactly {counted.number}":
        raise verifier.Refuted(f"{verifier.PUZZLE}: it claims another number of solutions")
    sentence = f"{claim.sentence} (counted with up to {counted.most:,} states)"
    return claim._replace(sentence=sentence)


if __name__ == "__main__":
    sys.exit(verifier.main(sys.argv[1:], verify, FILES))
