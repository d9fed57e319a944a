"""Who is to blame when workers end, and what becomes of the rows."""

from __future__ import annotations

import random
from itertools import count

import pytest

from quincunx.datasets.dispatch import Answer, Block, Dealer, Died, Failed
from quincunx.datasets.lines import Line, Lost, Record
from quincunx.datasets.parts import PART, encoded


class Frail:
    """Two workers, each with two blocks at hand: what ends a worker ends both of its blocks, and
    nobody knows which of them it was."""

    def __init__(self, deadly: set[int], exact: bool, seed: int) -> None:
        self._deadly = deadly
        self._exact = exact
        self._chance = random.Random(seed)
        self._hands: list[list[Block]] = [[], []]
        self._accompanied: set[Block] = set()

    def room(self) -> int:
        return 4 - sum(map(len, self._hands))

    def give(self, block: Block) -> None:
        at_hand = [*self._hands[0], *self._hands[1]]
        if at_hand:
            self._accompanied |= {block, *at_hand}
        else:
            self._accompanied.discard(block)
        min(self._hands, key=len).append(block)

    def take(self, seconds: float) -> list[tuple[Block, Answer]]:
        hand = self._chance.choice(self._hands)
        if not hand:
            return []
        block = hand.pop(self._chance.randrange(len(hand)))
        rows = range(block.first, block.first + block.size)
        if not self._deadly & set(rows):
            lines = [Line(row, bytes(16), "train", b"{}\n") for row in rows]
            return [(block, encoded(lines))]
        if self._exact:
            return [(block, Died())]
        ended = [block, *hand]
        hand.clear()
        return [(one, Died(3, sure=one not in self._accompanied)) for one in ended]

    def close(self) -> None: ...


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_only_deadly_rows_are_lost(exact: bool, seed: int) -> None:
    deadly = {3, 12, 13, 60}
    kept: dict[int, list[Record]] = {}
    dealer = Dealer(Frail(deadly, exact, seed), kept.__setitem__)
    parts = iter(range(10))
    for _ in count():
        dealer.deal(parts)
        dealer.collect(0)
        if len(kept) == 10:
            break
    records = [record for _, part in sorted(kept.items()) for record in part]
    assert [record.row for record in records] == list(range(10 * PART))
    assert {record.row for record in records if isinstance(record, Lost)} == deadly
    assert dealer.under_way == 0


def test_a_row_that_fails_is_tried_no_more_than_twice() -> None:
    asked: list[Block] = []

    class Failing(Frail):
        def give(self, block: Block) -> None:
            asked.append(block)
            super().give(block)

        def take(self, seconds: float) -> list[tuple[Block, Answer]]:
            found = super().take(seconds)
            return [(one, Failed("no") if type(what) is Died else what) for one, what in found]

    kept: dict[int, list[Record]] = {}
    dealer = Dealer(Failing({5}, exact=True, seed=1), kept.__setitem__)
    parts = iter([0])
    while not kept:
        dealer.deal(parts)
        dealer.collect(0)
    assert asked == [Block(0, PART), *(Block(row, 1) for row in range(PART))]
    assert kept[0][5] == Lost(5, "no")
