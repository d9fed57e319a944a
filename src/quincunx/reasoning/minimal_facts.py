"""The smallest set of facts that a move needs.

Vocabulary:
  fact  a variable of which more is known than at first: a given, a number found, a narrowed range

A fact is dropped when the same still follows with its variable as open as it was at first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from quincunx.kernel.domain import single
from quincunx.reasoning.candidates import Bits, Candidates, Change, Rule
from quincunx.reasoning.two_rules import jointly

Ask = Callable[[], "tuple[Change, ...] | None"]


def needed(
    candidates: Candidates,
    rules: Collection[Rule],
    by_bounds: bool,
    bits: Bits,
    changes: tuple[Change, ...],
) -> frozenset[int]:
    """The variables (by index) whose facts some rules need to bring about these changes.

    `bits` are what the variables of the rules were known to be; no changes is a contradiction.
    With `by_bounds` only the smallest and largest values are looked at, where that makes sense:
    what was seen in an easy way is not to be told in a harder one with fewer facts.
    """
    ask = _question(candidates, rules, by_bounds)
    needed: set[int] = set()
    bits = dict(bits)
    narrowed = [index for index in bits if bits[index] != candidates.initial[index]]
    # What is narrowed but open takes more words than a number: try first to do without.
    narrowed.sort(key=lambda index: single(bits[index]))
    # A sum with one number missing: all the others are told, whatever else would do.
    open_ones = sum(not single(held) for held in bits.values())
    whole = by_bounds and open_ones <= 1 and all(rule.constraint.read_whole for rule in rules)
    for index in narrowed:
        fact = bits[index]
        bits[index] = candidates.initial[index]
        told = whole and single(fact)
        if told or not candidates.supposing(bits, partial(_follow, candidates, ask, changes)):
            bits[index] = fact
            needed.add(index)
    return frozenset(needed)


def seen_by_bounds(
    candidates: Candidates, rule: Rule, bits: Bits, changes: tuple[Change, ...]
) -> bool:
    """Whether the smallest and largest values are enough for a rule to bring changes about."""
    ask = _question(candidates, (rule,), by_bounds=True)
    return bool(rule.squeeze) and candidates.supposing(
        bits, partial(_follow, candidates, ask, changes)
    )


def _question(candidates: Candidates, rules: Collection[Rule], by_bounds: bool) -> Ask:
    if len(rules) == 1:
        (rule,) = rules
        return partial(candidates.deduce, (by_bounds and rule.squeeze) or rule.strong)
    one, other = rules
    return partial(jointly, candidates, one, other)


def _follow(candidates: Candidates, ask: Ask, changes: tuple[Change, ...]) -> bool:
    """Whether these changes, or a contradiction, follow from what is supposed to be known."""
    found = ask()
    if found is None or not changes:
        return found is None and not changes
    after = {change.variable: change.after for change in found}
    for change in changes:
        left = after.get(change.variable, candidates.variables[change.variable].bits)
        if left & change.before & ~change.after:
            return False
        if single(change.after) and left != change.after:
            return False
    return True


def leaning(
    candidates: Candidates,
    rules: Collection[Rule],
    by_bounds: bool,
    bits: Bits,
    needs: frozenset[int],
    changes: tuple[Change, ...],
) -> frozenset[int]:
    """The changed variables of which values were ruled out before that these rules allow.

    The rules with the facts they need would leave them more values than they have now.
    """
    supposed = {
        index: held if index in needs else candidates.initial[index] for index, held in bits.items()
    }
    found = candidates.supposing(supposed, _question(candidates, rules, by_bounds)) or ()
    after = {**supposed, **{change.variable: change.after for change in found}}
    return frozenset(
        change.variable for change in changes if after[change.variable] & ~change.after
    )
