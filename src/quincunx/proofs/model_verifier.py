"""A second checker, for certificates that rest on a model and for large numbers of solutions. It
needs verifier.py beside it and only the standard library.

    python model_verifier.py FOLDER... [--seconds SECONDS]

A model has a puzzle's rules as sums, as tables and as counts of numbers. A certificate proves its
statement of the model in its `puzzle.json`. Whether this is the model of the puzzle that it names
is for `quincunx verify` to say, or for a reader.

A certificate of a large number has no list of solutions but a plan, with which this file counts
again. The cells are fixed in an order. Each rule with fixed and open cells has a *state*, which is
all that still matters of its fixed numbers: the sum so far, how often each number occurs, the rest
of the rows that still fit. Ways that lead to the same states can be completed alike, so only the
states are kept, with the number of ways to each. Three things need no states:
  implied sum    it follows from other sums; the plan has the multiples that add up to 0 = 0
  own cells      a cell that is in one rule only, a sum, which leaves one number for it
  last sum       its cells share no other rule that is open at the end, so each has a set of
                 numbers, and the ways to choose one of each with the right sum are one
                 coefficient of a product of polynomials
"""

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
COMPARE = (operator.eq, operator.ne, operator.le, operator.ge, operator.lt, operator.gt)
RELATIONS = dict(zip(("==", "!=", "<=", ">=", "<", ">"), COMPARE, strict=True))
MAX_STATES = 1_000_000
"""Maximum number of states that are kept at once; fewer if ten or more rules are open."""
MAX_SPREAD = 200_000
"""Maximum range of two numbers in the last sum, which are bits of an integer."""
MAX_CACHED = 2_500_000
"""Maximum size of the sums that are cached, as the budget counts memory."""

Numbers: TypeAlias = Mapping[str, Sequence[int]]
State: TypeAlias = Hashable
Moves: TypeAlias = Callable[[tuple[State, ...]], dict[int, tuple[State, ...]]]
After: TypeAlias = Callable[[int, Any, int], State | None]
"""The state after a cell is fixed, by its depth, the state before and the number. `None` is the
state of a rule that can no longer hold."""


# Models.


@dataclass(frozen=True)
class RowsRule(verifier.PuzzleRule):
    """The cells hold the numbers of one of the rows, in order."""

    rows: Collection[tuple[int, ...]]

    def holds(self, numbers: Sequence[int]) -> bool:
        return tuple(numbers) in self.rows

    def state(self, formula: verifier.CnfFormula) -> None:
        """A variable stands for each row."""
        formula.budget.spend(len(self.rows) * len(self.cells))
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


MAX_PARTS = 1_000_000
PLACE, NUMBER = range(MAX_PARTS), range(-(10**18), 10**18)
# A line break in a name would add a line to a formula that other programs read.
TEXT = re.compile("[^\\x00-\\x1f\\x7f-\\xa0\\u2028\\u2029\\ud800-\\udfff]{0,10000}")
NUMBERS, CELLS = verifier.Many(NUMBER, 0, MAX_PARTS), verifier.Many(PLACE, 1, MAX_PARTS)
RULE = (
    [TEXT, "sum", CELLS, NUMBERS, tuple(RELATIONS), NUMBER],
    [TEXT, "counts", CELLS, verifier.Many([NUMBER, PLACE, PLACE], 0, MAX_PARTS)],
    [TEXT, "rows", CELLS, PLACE],
)
SHAPE = {
    "puzzle": TEXT,
    "decisions": PLACE,
    "cells": verifier.Many([TEXT, NUMBERS], 1, MAX_PARTS),
    "tables": verifier.Many(verifier.Many(NUMBERS, 0, MAX_PARTS), 0, MAX_PARTS),
    "rules": verifier.Many(RULE, 0, MAX_PARTS),
}
"""The exact form of a model. A rule names its cells by place and its table by number."""


def model(
    puzzle: str, decisions: int, listed: list[Any], tables: list[Any], rules: list[Any]
) -> verifier.CertifiedPuzzle:
    """Return the puzzle of a model that has the exact form."""
    valid = decisions <= len(listed) and all(sorted({*numbers}) == numbers for _, numbers in listed)
    verifier.require(valid, "cells with different numbers in order")
    cells = {
        f"{place} {name}": verifier.Domain(f"cell {place} {name}", {*numbers})
        for place, (name, numbers) in enumerate(listed, 1)
    }
    names, read = [*cells], list[verifier.PuzzleRule]()
    # Rules share their tables: each as its rows, none twice, and the lengths of these.
    known = [(dict.fromkeys(map(tuple, rows)), {*map(len, rows)}) for rows in tables]
    for name, kind, places, *rest in rules:
        valid = len({*places}) == len(places) and all(cell < len(names) for cell in places)
        held = [names[cell] for cell in places if cell < len(names)]
        if kind == "sum":
            weights, relation, constant = rest
            valid = valid and len(weights) == len(places) and all(weights)
            read.append(verifier.SumRule(name, held, weights, constant, RELATIONS[relation]))
        elif kind == "counts":
            bounds = {number: (least, most) for number, least, most in rest[0]}
            valid = valid and len(bounds) == len(rest[0])
            read.append(verifier.CountsRule(name, held, bounds))
        else:
            rows, lengths = known[rest[0]] if rest[0] < len(known) else ({}, {0})
            valid = valid and lengths <= {len(places)}
            read.append(RowsRule(name, held, rows))
        verifier.require(valid, f"a rule {name[:40]!a} about different cells of the model")
    return verifier.CertifiedPuzzle(cells, read, decisions=decisions)


verifier.FAMILIES[FAMILY] = (model, SHAPE)


# Counting: the states of each kind of rule while its cells are fixed in an order.


def states_of(
    rule: verifier.PuzzleRule, order: Sequence[str], numbers: Numbers, budget: verifier.Budget
) -> tuple[State, After]:
    """Return the state of a rule before its cells are fixed in an order, and what comes after."""
    places = {cell: place for place, cell in enumerate(rule.cells)}
    if isinstance(rule, verifier.SumRule):
        weights = [rule.weights[places[cell]] for cell in order]
        parts = [[w * n for n in numbers[c]] for w, c in zip(weights, order, strict=True)]
        useful = verifier.partial_sums(parts, rule.allows, budget)

        def after(depth: int, total: int, number: int) -> int | None:
            total += weights[depth] * number
            return total if total in useful[depth + 1] else None

        return 0, after
    if isinstance(rule, verifier.CountsRule):
        return (0,) * len(rule.bounds), count_states(rule, [numbers[c] for c in order], budget)
    rows: Collection[tuple[int, ...]]
    if isinstance(rule, verifier.LeadsRule):
        allowed, rows = {*numbers[rule.cells[-1]]}, []
        for first in product(*(numbers[cell] for cell in rule.cells[:-1])):
            budget.spend(sum(n.bit_length() for n in first) ** 2 // 10)
            rows += [(*first, n) for n in allowed.intersection(rule.to(*first))]
    else:
        assert isinstance(rule, RowsRule)
        rows = rule.rows
    budget.spend(len(rows) * len(order), len(rows) * (4 + len(order)))
    columns = [places[cell] for cell in order]
    return frozenset(tuple([row[column] for column in columns]) for row in rows), row_states(budget)


def row_states(budget: verifier.Budget) -> After:
    """The state of a table is the rest of the rows that fit."""

    @cache
    def split(left: frozenset[tuple[int, ...]]) -> dict[int, frozenset[tuple[int, ...]]]:
        found: dict[int, list[tuple[int, ...]]] = {}
        for row in left:
            budget.spend(1, 4 + len(row))
            found.setdefault(row[0], []).append(row[1:])
        return {number: frozenset(rest) for number, rest in found.items()}

    return lambda depth, left, number: split(left).get(number)


def count_states(
    rule: verifier.CountsRule, domains: Sequence[Sequence[int]], budget: verifier.Budget
) -> After:
    """The state of counts is how often each number occurs."""
    coming = [[0] * len(rule.bounds)]
    for domain in map(set, reversed(domains)):
        budget.spend(len(domain) + len(rule.bounds), len(rule.bounds))
        later = zip(coming[-1], rule.bounds, strict=True)
        coming.append([times + (number in domain) for times, number in later])

    @cache
    def after(depth: int, counts: tuple[int, ...], number: int) -> tuple[int, ...] | None:
        budget.spend(10 + len(counts), 10 + len(counts))
        new: list[int] = []
        together = zip(counts, coming[-2 - depth], rule.bounds.items(), strict=True)
        for count, open_cells, (counted, (least, most)) in together:
            count += number == counted
            if not least - open_cells <= count <= most:
                return None
            # Without an open cell that could hold it, a number no longer matters.
            new.append(count if open_cells else least)
        return tuple(new)

    return after


def is_equation(rule: verifier.PuzzleRule | None) -> TypeGuard[verifier.SumRule]:
    return isinstance(rule, verifier.SumRule) and rule.compare is operator.eq


def determines(rule: verifier.PuzzleRule, cell: str) -> bool:
    """Return whether the other cells of a rule leave at most one number for this one."""
    if isinstance(rule, RowsRule):
        at = rule.cells.index(cell)
        return len({row[:at] + row[at + 1 :] for row in rule.rows}) == len(rule.rows)
    return is_equation(rule)


def require_determined(puzzle: verifier.CertifiedPuzzle, budget: verifier.Budget) -> None:
    """Refuse a puzzle in which the decisions leave a choice for another cell, so that there can be
    more ways to fix all cells than solutions."""
    known, before = set(list(puzzle.cells)[: puzzle.decisions]), -1
    if len(known) < len(puzzle.cells):
        known |= {name for name, cell in puzzle.cells.items() if len(cell.numbers) == 1}
    while before < len(known) < len(puzzle.cells):
        before = len(known)
        for rule in puzzle.rules:
            left = [cell for cell in rule.cells if cell not in known]
            rows = len(rule.rows) if isinstance(rule, RowsRule) else 0
            budget.spend(len(rule.cells) * (1 + rows))
            known |= {cell for cell in left if len(left) == 1 and determines(rule, cell)}
    if len(known) < len(puzzle.cells):
        raise verifier.Unreadable(f"{verifier.PUZZLE}: cells that no rule determines")


class CountingPlan(NamedTuple):
    """How to count."""

    rules: list[verifier.PuzzleRule]
    """All rules but an implied one."""
    last: verifier.SumRule | None
    order: list[str]
    """The cells that are neither own cells nor in the last sum."""
    own: set[str]


def own_cells(rules: Sequence[verifier.PuzzleRule], last: verifier.PuzzleRule | None) -> set[str]:
    """Return the own cells of rules, at most one of each; the last sum has none."""
    times = Counter(chain.from_iterable(rule.cells for rule in rules))
    own = set()
    for rule in rules:
        found = [cell for cell in rule.cells if times[cell] == 1]
        if found and len(rule.cells) > 1 and is_equation(rule) and rule is not last:
            own.add(found[0])
    return own


def read_plan(puzzle: verifier.CertifiedPuzzle, data: Any) -> CountingPlan:
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
    valid = last is None
    if is_equation(last) and place != implied:
        at_end, ends = [*last.cells], {*last.cells}
        shared = [ends.intersection(rule.cells) for rule in left if rule is not last]
        valid = len(at_end) > 1 and all(len(cells) < 2 for cells in shared)
    plan = CountingPlan(left, last, [names[cell] for cell in places], own_cells(left, last))
    if not valid:
        raise verifier.Refuted(f"{COUNT}: the rule {rules[place].name!a} cannot be counted last")
    if sorted([*plan.order, *at_end, *plan.own]) != sorted(names):
        raise verifier.Refuted(f"{COUNT}: the order must have every other cell once")
    return plan


class SolutionCounter:
    """Counts the solutions of a puzzle with a plan; `most` is the largest number of states."""

    def __init__(
        self, puzzle: verifier.CertifiedPuzzle, plan: CountingPlan, budget: verifier.Budget
    ) -> None:
        fewer = puzzle.narrow(budget)
        self._numbers = {n: sorted(fewer.get(n, c.numbers)) for n, c in puzzle.cells.items()}
        self._budget = budget
        self._cached = 0
        """What the moves of a cell keep in memory, as the budget counts."""
        ranks = {cell: rank for rank, cell in enumerate(plan.order)}
        ranks |= dict.fromkeys(plan.own, len(puzzle.cells))
        self._rules: list[tuple[State, After]] = []
        """For each rule its first state and the states after."""
        self._places: dict[str, list[tuple[int, int, bool]]] = {cell: [] for cell in puzzle.cells}
        """For each cell its rules, its depth in each, and whether other cells come after it."""
        for rule in plan.rules:
            if rule.cells and rule is not plan.last:
                # The cell of the last sum comes after those in order, and the own cell after it.
                scope = sorted(rule.cells, key=lambda cell: ranks.get(cell, len(plan.order)))
                fixed = [cell for cell in scope if cell not in plan.own]
                for depth, cell in enumerate(fixed):
                    self._places[cell].append((len(self._rules), depth, depth + 1 < len(fixed)))
                self._rules.append(states_of(rule, scope, self._numbers, budget))
        possible = all(rule.cells or rule.holds([]) for rule in plan.rules)
        layer: dict[tuple[State, ...], int] = {(): 1} if possible else {}
        live, self.most = list[int](), 1
        for cell in plan.order:
            layer, live = self._fixed(cell, layer, live)
            self.most = max(self.most, len(layer))
        self.number = self._ended(plan.last, layer, live) if plan.last else sum(layer.values())

    def _moves(self, cell: str, live: Sequence[int]) -> Moves:
        """Return a function from all states to the numbers that a cell can hold, each with the
        states of its rules after it."""
        places, rules = self._places[cell], self._rules

        @cache
        def moves(states: Sequence[State]) -> dict[int, tuple[State, ...]]:
            found: dict[int, tuple[State, ...]] = {}
            for number in self._numbers[cell]:
                new: list[State] = []
                for (at, depth, is_open), state in zip(places, states, strict=True):
                    left = rules[at][1](depth, state, number)
                    if left is None:
                        break
                    if is_open:
                        new.append(left)
                else:
                    found[number] = tuple(new)
            kept = 5 + (2 + len(places)) * len(found)
            self._cached += kept
            self._budget.spend(len(self._numbers[cell]) * (1 + len(places)), kept)
            return found

        slots = {at: slot for slot, at in enumerate(live)}
        own = [(slots.get(at), rules[at][0]) for at, _, _ in places]
        return lambda states: moves(
            tuple([start if slot is None else states[slot] for slot, start in own])
        )

    def _fixed(
        self, cell: str, layer: Mapping[tuple[State, ...], int], live: Sequence[int]
    ) -> tuple[dict[tuple[State, ...], int], list[int]]:
        """The states after one more cell, and the rules that have them."""
        moves, touched = self._moves(cell, live), {at for at, _, _ in self._places[cell]}
        kept = [slot for slot, at in enumerate(live) if at not in touched]
        still_live = [live[slot] for slot in kept]
        still_live += [at for at, _, is_open in self._places[cell] if is_open]
        most = MAX_STATES // (1 + len(still_live) // 10)
        new: dict[tuple[State, ...], int] = {}
        self._budget.spend(len(live))
        for state, ways in layer.items():
            rest, found = tuple([state[slot] for slot in kept]), moves(state)
            self._budget.spend(1 + len(kept) // 10 + len(found))
            for parts in found.values():
                key = rest + parts
                new[key] = new.get(key, 0) + ways
            if len(new) > most:
                raise verifier.LimitReached(f"more than {most:,} states")
        self._budget.spend(0, -self._cached)
        self._cached = 0
        return new, still_live

    def _ended(
        self, last: verifier.SumRule, layer: Mapping[tuple[State, ...], int], live: Sequence[int]
    ) -> int:
        """The number of ways to fix the cells of the last sum."""
        ends = [self._moves(cell, live) for cell in last.cells]
        sums, number = WaysToSums(self._budget), 0
        for state, ways in layer.items():
            found = zip((moves(state) for moves in ends), last.weights, strict=True)
            sets = [tuple(sorted(weight * n for n in numbers)) for numbers, weight in found]
            self._budget.spend(10 * len(sets[0]))
            number += ways * sums.ways(sets, last.constant)
        return number


class WaysToSums:
    """In how many ways one number of each of some sets can be chosen with a sum."""

    def __init__(self, budget: verifier.Budget) -> None:
        self._budget, self._kept = budget, 0
        self._known: dict[tuple[tuple[int, ...], ...], dict[int, int]] = {}

    def ways(self, sets: Sequence[tuple[int, ...]], total: int) -> int:
        """Return the number of ways to a sum.

        The last two sets are bits, one of them reversed: the pairs with a sum are bits in common.
        """
        *first, one, other = sets
        if not all(sets) or not sum(s[0] for s in sets) <= total <= sum(s[-1] for s in sets):
            return 0
        low, high = one[0], other[-1]
        if one[-1] - low + high - other[0] > MAX_SPREAD:
            raise verifier.LimitReached("the numbers of the last sum are too far apart")
        bits, mirrored = bits_of(one, low, 1), bits_of(other, high, -1)
        number = 0
        for begun, ways in self._sums(tuple(first)).items():
            by = total - begun - low - high
            if abs(by) <= MAX_SPREAD:
                shifted = mirrored << by if by >= 0 else mirrored >> -by
                number += ways * (bits & shifted).bit_count()
        return number

    def _sums(self, sets: tuple[tuple[int, ...], ...]) -> dict[int, int]:
        """The sums of one number of each set, with the number of ways to each."""
        if not sets:
            return {0: 1}
        found = self._known.get(sets)
        if found is None:
            found = Counter()
            begun = self._sums(sets[:-1])
            for number in sets[-1]:
                self._budget.spend(len(begun))
                for total, ways in begun.items():
                    found[total + number] += ways
            self._kept += 5 + 2 * len(found)
            if self._kept > MAX_CACHED:
                self._known.clear()
                self._kept = 0
            self._known[sets] = found
        return found


@lru_cache(4_000)
def bits_of(numbers: tuple[int, ...], origin: int, sign: int) -> int:
    return sum(1 << sign * (number - origin) for number in numbers)


def verify(files: Mapping[str, bytes], seconds: float = verifier.MAX_SECONDS) -> verifier.Proved:
    """Return what a certificate proves; raises what `verifier.verify` raises."""
    if COUNT not in files:
        return verifier.verify(files, seconds)
    budget, claim = verifier.Budget(seconds), verifier.read_claim(files, [verifier.PUZZLE, COUNT])
    puzzle = verifier.puzzle_of(claim.document)
    require_determined(puzzle, budget)
    counted = SolutionCounter(puzzle, read_plan(puzzle, verifier.read_json(files, COUNT)), budget)
    # A claim has at most 600 digits, and Python refuses to write very long numbers.
    if counted.number.bit_length() > 2_000 or claim.statement != f"exactly {counted.number}":
        raise verifier.Refuted(f"{verifier.PUZZLE}: it claims another number of solutions")
    sentence = f"{claim.sentence} (counted with up to {counted.most:,} states)"
    return claim._replace(sentence=sentence)


if __name__ == "__main__":
    sys.exit(verifier.main(sys.argv[1:], verify, FILES))
