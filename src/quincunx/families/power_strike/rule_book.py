"""The rules of one Power Strike: a step from each cell to the next."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.families import RuleEntry
from quincunx.families._reading import shown
from quincunx.families._rule_book import given_rule


def ring_rules(
    multiplier: int, ring: Sequence[int | None], zeros_in_front: bool
) -> tuple[RuleEntry, ...]:
    """The steps clockwise from cell 1, and the givens. `zeros_in_front` says whether a removal
    may leave them.

    >>> [rule.id for rule in ring_rules(2, [6, None, None], True)]
    ['step 1-2', 'step 2-3', 'step 3-1', 'given 1']
    """
    so_that = "" if zeros_in_front else " that leaves no zero in front"
    book: list[RuleEntry] = []
    for before in range(1, len(ring) + 1):
        after = before % len(ring) + 1
        sentence = (
            f"Cell {after} is cell {before} times {shown(multiplier)}, "
            f"or cell {before} with one digit removed{so_that}."
        )
        book.append(RuleEntry(f"step {before}-{after}", sentence, ((before,), (after,))))
    for number, given in enumerate(ring, 1):
        if given is not None:
            book.append(given_rule((number,), f"Cell {number}", shown(given), str(number)))
    return tuple(book)
