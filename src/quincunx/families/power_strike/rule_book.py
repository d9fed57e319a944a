"""The rules of one Power Strike: a step from each cell to the next."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.families import RuleEntry
from quincunx.families.base.rule_book import given_rule
from quincunx.families.base.validation import shown


def ring_briefing(multiplier: int, zeros_in_front: bool) -> str:
    """What a newcomer has to know of a ring: where it begins, and what a removal may leave."""
    zeros = (
        "This board does not say so: zeros in front vanish, and 2057 may become 57."
        if zeros_in_front
        else "This board says so: 2057 must not lose its 2."
    )
    return (
        f"{zeros} What is left of a removal is a positive number: 7 cannot lose its only digit, "
        "and 10 cannot lose its 1. Numbers may be as large as you like, and may repeat. The "
        f"multiplier is {shown(multiplier)}. The cells are numbered clockwise, and cell 1 is the "
        "first of the data and stands at the top left of the drawing."
    )


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
