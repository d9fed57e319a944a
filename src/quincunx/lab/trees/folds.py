"""Which subtrees of a large tree are drawn folded, each as one mark with its size."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.lab.trees.tree import Node


def fold(nodes: Sequence[Node], most: int) -> set[int]:
    """The nodes to draw folded so that at most about `most` marks remain.

    Failed subtrees are folded first, small ones before large ones, so that the shape of the
    effort stays visible; only where that is not enough, subtrees with solutions are folded too.
    """
    failed = [node.solutions == 0 and node.opened == 0 and node.size > 1 for node in nodes]
    limit = _threshold(nodes, failed, most)
    if limit is not None:
        return _folded(nodes, failed, limit)
    anything = [node.size > 1 for node in nodes]
    anything[0] = False
    limit = _threshold(nodes, anything, most)
    return _folded(nodes, anything, len(nodes) if limit is None else limit)


def _threshold(nodes: Sequence[Node], may: Sequence[bool], most: int) -> int | None:
    """The smallest size up to which subtrees have to be folded; `None` if none is enough."""
    sizes = [0, *sorted({node.size for node, allowed in zip(nodes, may, strict=True) if allowed})]
    low, high = 0, len(sizes) - 1
    if _drawn(nodes, may, sizes[high]) > most:
        return None
    while low < high:
        middle = (low + high) // 2
        if _drawn(nodes, may, sizes[middle]) <= most:
            high = middle
        else:
            low = middle + 1
    return sizes[low]


def _folded(nodes: Sequence[Node], may: Sequence[bool], limit: int) -> set[int]:
    """The topmost subtrees of at most this size that may be folded."""
    found: set[int] = set()
    hidden = [False] * len(nodes)
    for index, node in enumerate(nodes):
        if index and (hidden[node.parent] or node.parent in found):
            hidden[index] = True
        elif may[index] and node.size <= limit:
            found.add(index)
    return found


def _drawn(nodes: Sequence[Node], may: Sequence[bool], limit: int) -> int:
    """How many marks remain when subtrees up to a size are folded."""
    folded = _folded(nodes, may, limit)
    return len(nodes) - sum(nodes[index].size - 1 for index in folded)
