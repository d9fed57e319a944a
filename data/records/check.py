"""Checks the journal of records: whether it is complete, and some of its entries by counting again.

    python check.py [NUMBER [SEED]]

`journal.jsonl` has a line for each part of an exhausted enumeration. This program shares nothing
with the one that wrote it, and needs only Python. It checks that each record has exactly the parts
that its claim needs, that no part contradicts the claim, and counts NUMBER parts again, 20 unless
another number is given, chosen at random among those that take it seconds.

  multi-balance/smallest-board  "No board of at most this area has a puzzle, but this one": for each
                                box of rows and columns the placements of the digits in it, and how
                                many of them are the only one with their fulcrums
  aztec-math/fewest-givens      "No puzzle has fewer givens": for each set of one cell less how many
                                pyramids are the only ones with their digits there
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any

BOARD, GIVENS = "multi-balance/smallest-board", "aztec-math/fewest-givens"
SHORT_SIDE, FEW_DIGITS, FEW_LEVELS = 8, 6, 4
"""Parts up to this size are counted again."""

Cells = tuple[tuple[int, int], ...]


def balanced_lines(digits: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """Different places for digits in a line that balance at an empty place between them."""
    for places in permutations(range(length), len(digits)):
        centre, rest = divmod(sum(map(int.__mul__, digits, places)), sum(digits))
        if not rest and centre not in places:
            yield places


@cache
def lines_of(digits: tuple[int, ...], length: int) -> list[tuple[int, ...]]:
    return list(balanced_lines(digits, length))


def placements(digits: int, height: int, width: int) -> Iterator[dict[int, tuple[int, int]]]:
    """All ways to place the digits from 1 on such that rows and columns balance, row by row."""

    def rows(row: int, left: frozenset[int], at: dict[int, tuple[int, int]]) -> Iterator[Any]:
        if row == height:
            if not left:
                yield dict(at)
            return
        for number in range(len(left) + 1):
            # A digit alone in its row would not balance.
            for chosen in combinations(sorted(left), number) if number != 1 else ():
                for places in lines_of(chosen, width) if chosen else [()]:
                    cells = {d: (row, place) for d, place in zip(chosen, places, strict=True)}
                    yield from rows(row + 1, left.difference(chosen), at | cells)

    for at in rows(0, frozenset(range(1, digits + 1)), {}):
        if fulcrums_of(at) is not None and box_of(at) == (height, width):
            yield at


def box_of(at: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """The rows and columns of the smallest box, if it begins in the corner."""
    sides = [sorted(cell[axis] for cell in at.values()) for axis in (0, 1)]
    return tuple(side[-1] + 1 if side[0] == 0 else 0 for side in sides)  # type: ignore[return-value]


def fulcrums_of(at: dict[int, tuple[int, int]]) -> frozenset[tuple[int, int]] | None:
    """The fulcrums of a placement: one in each row and column with digits, not in another."""
    found = set()
    used = [{cell[axis] for cell in at.values()} for axis in (0, 1)]
    for axis in (0, 1):
        for line in used[axis]:
            there = {d: cell[1 - axis] for d, cell in at.items() if cell[axis] == line}
            centre, rest = divmod(sum(d * place for d, place in there.items()), sum(there))
            if rest or centre in used[1 - axis]:
                return None
            found.add((line, centre) if axis == 0 else (centre, line))
    return frozenset(found)


def counted_board(entry: dict[str, Any]) -> dict[str, int]:
    boards = Counter(fulcrums_of(at) for at in placements(entry["digits"], *entry["part"]))
    return {"placements": boards.total(), "alone": sum(number == 1 for number in boards.values())}


@cache
def pyramids(levels: int) -> list[tuple[int, ...]]:
    """All filled pyramids, from the top to the bottom."""

    def above(row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(row) == 1:
            yield row
            return
        ways = (
            {a + b, abs(a - b), a * b, *(x // y for x, y in ((a, b), (b, a)) if x % y == 0)}
            for a, b in pairwise(row)
        )
        for upper in product(*(way & {*range(1, 10)} for way in ways)):
            if len({*upper}) == len(upper):
                for rest in above(upper):
                    yield (*rest, *row)

    return [one for bottom in permutations(range(1, 10), levels) for one in above(bottom)]


def counted_givens(entry: dict[str, Any]) -> dict[str, int]:
    every = pyramids(entry["levels"])
    times = Counter(tuple(one[cell] for cell in entry["part"]) for one in every)
    return {"pyramids": len(every), "alone": sum(number == 1 for number in times.values())}


def needed(record: str, size: int, best: Any) -> set[tuple[int, ...]]:
    """The parts that a record needs."""
    if record == BOARD:
        area = best[0] * best[1]
        sides = range(3, area + 1)
        return {(low, side) for low in sides for side in sides if low <= side <= area / low}
    return set(combinations(range(size * (size + 1) // 2), best - 1))


def main(arguments: list[str]) -> int:
    number, seed = [int(text) for text in arguments] + [20, 1][len(arguments) :]
    journal = Path(__file__).with_name("journal.jsonl").read_text(encoding="ascii")
    entries = [json.loads(line) for line in journal.splitlines()]
    records: dict[tuple[str, int, str], list[dict[str, Any]]] = defaultdict(list)
    for entry in entries:
        size = entry["digits" if entry["record"] == BOARD else "levels"]
        records[entry["record"], size, json.dumps(entry["best"])].append(entry)
    problems = 0
    for (record, size, best_text), parts in records.items():
        best = json.loads(best_text)
        listed = Counter(tuple(entry["part"]) for entry in parts)
        complete = set(listed) == needed(record, size, best) and set(listed.values()) == {1}
        contradicted = [e["part"] for e in parts if e["alone"] and e["part"] != best]
        fine = complete and not contradicted
        problems += not fine
        print(f"{'complete' if fine else 'WRONG'}: {record}, {size}: {len(parts)} parts")
    small = [
        entry
        for entry in entries
        if entry.get("levels", 9) <= FEW_LEVELS
        or (entry.get("digits", 99) <= FEW_DIGITS and max(entry["part"]) <= SHORT_SIDE)
    ]
    for entry in Random(seed).sample(small, min(number, len(small))):
        again = counted_board(entry) if entry["record"] == BOARD else counted_givens(entry)
        same = all(entry[key] == value for key, value in again.items())
        problems += not same
        print(f"{'same' if same else 'DIFFERENT'}: {entry['record']}, {entry['part']}: {again}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
