"""The journal of proved records: every part of their enumerations, with its count.

    python -m benchmarks.record_journal

appends to `data/records/journal.jsonl` what is not in it yet; it takes about half an hour.
`data/records/check.py` checks the journal on its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from benchmarks import DOCS, progress
from benchmarks.pyramids import decided, listed
from quincunx.families.multi_balance.catalogue import boards
from quincunx.making.records import RecordQuestion, questions

JOURNAL = DOCS.parent / "data" / "records" / "journal.jsonl"


MAX_LEVELS = 5
"""Pyramids with more levels are too many to be listed."""

Part = dict[str, Any]
Count = Callable[[], dict[str, int]]


def smallest_boards(question: RecordQuestion) -> Iterator[tuple[Part, Count]]:
    """For each box up to the best area how many placements there are, and how many alone."""
    for record in question.records:
        if not record.proved or record.puzzle is None:
            continue
        digits = int(record.case.split()[0])
        rows = record.puzzle.split(":")[2].split("/")
        best = sorted((len(rows), len(rows[0])))
        area = best[0] * best[1]
        for low in range(3, area):
            for side in range(low, area // low + 1):
                part = {"digits": digits, "best": best, "part": [low, side]}
                yield part, partial(_placements, digits, low, side)


def _placements(digits: int, height: int, width: int) -> dict[str, int]:
    found = boards(digits, height, width).values()
    return {"placements": sum(map(len, found)), "alone": sum(len(one) == 1 for one in found)}


def fewest_givens(question: RecordQuestion) -> Iterator[tuple[Part, Count]]:
    """For each set of one cell less than the best how many pyramids are alone there."""
    for record in question.records:
        levels, best = int(record.case.split()[0]), int(record.best.split()[0])
        if levels <= MAX_LEVELS:
            for cells in combinations(range(levels * (levels + 1) // 2), best - 1):
                part = {"levels": levels, "best": best, "part": [*cells]}
                yield part, partial(_alone, levels, cells)


def _alone(levels: int, cells: tuple[int, ...]) -> dict[str, int]:
    every = _pyramids(levels)
    number = len(every[0])
    return {"pyramids": number, "alone": decided(every, cells) if cells else int(number == 1)}


_pyramids = lru_cache(maxsize=1)(listed)
PARTS = {"multi-balance/smallest-board": smallest_boards, "aztec-math/fewest-givens": fewest_givens}


def main() -> None:
    """Append what is missing, line by line."""
    known = JOURNAL.read_text(encoding="ascii").splitlines() if JOURNAL.exists() else []
    done = {_key(json.loads(line)) for line in known}
    with JOURNAL.open("a", encoding="ascii") as journal:
        for question in reversed(questions()):
            for part, count in PARTS.get(question.name, lambda question: ())(question):
                entry = {"record": question.name, **part}
                if _key(entry) not in done:
                    progress.tell(question.name, len(done), len(done) + 1)
                    journal.write(json.dumps({**entry, **count()}) + "\n")
                    journal.flush()


def _key(entry: Part) -> str:
    names = ("record", "digits", "levels", "best", "part")
    return json.dumps([entry.get(name) for name in names])


if __name__ == "__main__":
    main()
