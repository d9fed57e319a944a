"""The rules of the five puzzles once more, from the page that settles them, for judging proofs.

Nothing of the program is used here, and nothing here is used by the program.

Vocabulary:
  candidates  what a cell may hold: a set of numbers, or None for any positive number
  condition   some cells, and how their candidates narrow each other
  narrow      leave out what no way to fill these cells as the condition asks has; if there is no
              way at all, None or nothing for some cell is left
  idle        of a condition: whatever its candidates become, it is met
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, ...]
Candidates: TypeAlias = frozenset[int] | None
Narrow: TypeAlias = Callable[[Any], Sequence[Candidates] | None]
"""From the candidates of a condition's cells, a tuple, to what is left of them; None if there is
no way."""
Sets: TypeAlias = tuple[frozenset[int], ...]

NOTHING: frozenset[int] = frozenset()
X = 0


def _never(candidates: object) -> bool:
    return False


@dataclass(frozen=True)
class Condition:
    """One thing that must hold among some cells."""

    cells: tuple[Cell, ...]
    narrow: Narrow
    idle: Callable[[Any], bool] = _never


def among(values: Iterable[int]) -> Narrow:
    """The one cell holds one of these."""
    allowed = frozenset(values)
    return lambda candidates: [allowed if candidates[0] is None else candidates[0] & allowed]


# Sums.


def weighted_sum(weights: Sequence[int], total: int) -> Narrow:
    """The numbers times these weights sum to a total. If that is 0 and no weight is, then never
    just one of the numbers is not 0: so a line that balances does not hold exactly one digit."""
    return partial(_weighted_sum, tuple(weights), total)


@lru_cache(maxsize=100_000)
def _weighted_sum(weights: tuple[int, ...], total: int, candidates: Sets) -> Sets | None:
    # Bit s of a number says that the sum s can be reached; all terms are moved to be at least 0.
    if not all(candidates):
        return None
    terms = [[w * v for v in values] for w, values in zip(weights, candidates, strict=True)]
    least = [min(row) for row in terms]
    goal = total - sum(least)
    if goal < 0:
        return None
    mask = (1 << goal + 1) - 1
    before = [1]
    for row, low in zip(terms, least, strict=True):
        reached = 0
        for term in row:
            reached |= before[-1] << term - low
        before.append(reached & mask)
    found: list[frozenset[int]] = []
    wanted = 1 << goal
    for i in reversed(range(len(candidates))):
        kept, wanted_before = [], 0
        for value in candidates[i]:
            move = weights[i] * value - least[i]
            if (before[i] << move) & wanted:
                kept.append(value)
                wanted_before |= wanted >> move
        found.append(frozenset(kept))
        wanted = wanted_before
    return tuple(reversed(found))


@lru_cache(maxsize=100_000)
def made_of_two(candidates: Sets) -> Sets:
    """The first is sum, difference, product or exact quotient of the others."""
    kept: tuple[set[int], set[int], set[int]] = (set(), set(), set())
    for a in candidates[1]:
        for b in candidates[2]:
            for top in candidates[0]:
                if top in (a + b, a - b, b - a, a * b) or top * a == b or top * b == a:
                    for values, value in zip(kept, (top, a, b), strict=True):
                        values.add(value)
    return tuple(map(frozenset, kept))


@lru_cache(maxsize=100_000)
def _distinct_sum(total: int | None, candidates: Sets) -> Sets:
    # All sets of digits that the cells so far can use; the sum is that of the set.
    def grown(used: int, value: int) -> int | None:
        bit = 1 << value if value else 0
        return None if used & bit else used | bit

    before: list[set[int]] = [{0}]
    for values in candidates:
        steps = (grown(used, value) for used in before[-1] for value in values)
        before.append({used for used in steps if used is not None})
    good = {
        used
        for used in before[-1]
        if total is None or sum(d for d in range(1, 10) if used >> d & 1) == total
    }
    found: list[frozenset[int]] = []
    for i in reversed(range(len(candidates))):
        links = [
            (used, value)
            for used in before[i]
            for value in candidates[i]
            if grown(used, value) in good
        ]
        found.append(frozenset(value for _, value in links))
        good = {used for used, _ in links}
    return tuple(reversed(found))


def distinct_sum(total: int | None) -> Narrow:
    """No digit repeats, X may, and all sum to the total if there is one."""
    return partial(_distinct_sum, total)


# Contents: who gets what.


def _served(wishes: Sequence[Iterable[object]]) -> bool:
    """Whether each can get one of its wishes, and no two the same."""
    owner: dict[object, int] = {}

    def serve(who: int, asked: set[object]) -> bool:
        for wish in wishes[who]:
            if wish not in asked:
                asked.add(wish)
                if wish not in owner or serve(owner[wish], asked):
                    owner[wish] = who
                    return True
        return False

    return all(serve(who, set()) for who in range(len(wishes)))


def _without_decided(candidates: Sets, free: frozenset[int]) -> Sets:
    """What one cell holds no other can, but for values that are free for all."""
    current = list(candidates)
    reported: set[int] = set()
    while True:
        news = next((i for i, c in enumerate(current) if len(c) == 1 and i not in reported), None)
        if news is None:
            return tuple(current)
        reported.add(news)
        if not current[news] & free:
            current = [c if i == news else c - current[news] for i, c in enumerate(current)]


@lru_cache(maxsize=100_000)
def all_different(candidates: Sets) -> Sets | None:
    """No two cells hold the same."""
    left = _without_decided(candidates, NOTHING)
    return left if _served(left) else None


@lru_cache(maxsize=100_000)
def _each_digit_once(digits: int, xs: int | None, candidates: Sets) -> Sets | None:
    left = _without_decided(candidates, frozenset((X,)))
    if xs is not None and sum(c == {X} for c in left) == xs:
        left = tuple(c if c == {X} else c - {X} for c in left)
    places = [[i for i, c in enumerate(left) if digit in c] for digit in range(1, digits + 1)]
    if xs is None:
        # Every digit finds a cell, and every cell that is not empty a digit; then there is also
        # a way that does both at once.
        possible = _served(places) and _served([c for c in left if X not in c])
    else:
        places += [[i for i, c in enumerate(left) if X in c]] * xs
        possible = len(left) == digits + xs and _served(places)
    return left if possible else None


def each_digit_once(digits: int, xs: int | None) -> Narrow:
    """Each digit stands once, and X (nothing) so often, or as often as it likes."""
    return partial(_each_digit_once, digits, xs)


# X, and lines that are used.


def not_both_x(candidates: Sets) -> Sets:
    """At most one of two cells is X."""
    one, other = candidates
    if one == {X}:
        return one, other - {X}
    if other == {X}:
        return one - {X}, other
    return one, other


def never_both_x(candidates: Sets) -> bool:
    return any(X not in c for c in candidates)


def one_line_used(first: int, candidates: Sets) -> Sequence[Candidates] | None:
    """Exactly one of two lines holds digits: the first `first` cells, or the others."""
    cells = list(candidates)
    lines = [cells[:first], cells[first:]]
    must = [any(X not in c for c in line) for line in lines]
    can = [any(c - {X} for c in line) for line in lines]
    if all(must) or not any(can) or not all(cells):
        return None
    for this, other in ((0, 1), (1, 0)):
        if must[this] or not can[other]:
            lines[other] = [c & {X} for c in lines[other]]
            able = [i for i, c in enumerate(lines[this]) if c - {X}]
            if len(able) == 1:
                lines[this][able[0]] -= {X}
            break
    return [*lines[0], *lines[1]]


def use_is_known(first: int, candidates: Sets) -> bool:
    """Whether one line holds a digit for sure, and the other none."""
    lines = [candidates[:first], candidates[first:]]
    return any(
        any(X not in c for c in one) and all(c == {X} for c in other)
        for one, other in (lines, lines[::-1])
    )


# Steps of a ring.


@lru_cache(maxsize=200_000)
def following(number: int, multiplier: int, zeros: bool) -> frozenset[int]:
    """What may come after a number; `zeros` says whether zeros may come to stand in front."""
    digits = str(number)
    found = {number * multiplier}
    for i in range(len(digits)):
        rest = digits[:i] + digits[i + 1 :]
        if rest.strip("0") and (zeros or rest[0] != "0"):
            found.add(int(rest))
    return frozenset(found)


def preceding(number: int, multiplier: int) -> set[int]:
    """What may come before a number, where no zeros may come to stand in front: else that could
    be anything, for 6 comes from 1006 and from 1000006."""
    digits = str(number)
    found = {
        int(digits[:i] + new + digits[i:])
        for i in range(len(digits) + 1)
        for new in "0123456789"
        if i or new != "0"
    }
    return found | ({number // multiplier} if number % multiplier == 0 else set())


def step(multiplier: int, zeros: bool) -> Narrow:
    """The second is the first times the multiplier, or the first without a digit."""
    return partial(_step, multiplier, zeros)


@lru_cache(maxsize=20_000)
def _step(multiplier: int, zeros: bool, candidates: tuple[Candidates, ...]) -> list[Candidates]:
    before, after = candidates
    if before is None:
        if after is None or zeros:
            return [before, after]
        before = frozenset().union(*(preceding(number, multiplier) for number in after))
    links = [
        (number, then)
        for number in before
        for then in following(number, multiplier, zeros)
        if after is None or then in after
    ]
    return [frozenset(number for number, _ in links), frozenset(then for _, then in links)]
