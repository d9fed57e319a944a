"""A search as a tree: every decision a node, with what followed from it.

Vocabulary:
  node      a state of the search after a decision; the root is the state before the first
  decision  what was tried there, in the words of the model: "row 1, column 2 = 18"
  pruned    what the decision ruled out: the domains that shrank, as far as propagation came
  failed    a node that turned out to be contradictory
  open      a node that the search did not come to, or did not finish, before it stopped
  folded    a whole subtree drawn as one mark with its size

>>> tree = grow("c-note:100:884/625/361", ["ff"], consistency="bounds")
>>> tree.solutions, tree.complete
(1, False)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from quincunx.backends.to_kernel import KernelRun
from quincunx.counters import Statistics
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.kernel.domain import positions
from quincunx.kernel.engine import Variable
from quincunx.kernel.search import Search
from quincunx.limits import Limits, Stopped, watching
from quincunx.model import format_values
from quincunx.models import OURS, model_of, order_of
from quincunx.reading import PuzzleLike, parse

MAX_NODES = 100_000
"""A search is followed up to so many nodes."""
TOLD = 8
"""So many pruned variables are told of a node, the others counted."""

CHOICE, FAILED, SOLVED, OPEN = "choice", "failed", "solved", "open"


@dataclass
class Node:
    """A node: its place in the tree, how it ended, and what was pruned there."""

    parent: int
    decision: str
    variable: int = -1
    """The variable that was decided."""
    kind: str = OPEN
    pruned: tuple[str, ...] = ()
    more_pruned: int = 0
    children: list[int] = field(default_factory=list)
    size: int = 1
    """How many nodes its subtree has."""
    solutions: int = 0
    """How many of them are solutions."""
    opened: int = 0
    """How many of them are open."""


@dataclass(frozen=True)
class Tree:
    """A search that was followed; node 0 is the root."""

    puzzle: AnyPuzzle
    labeling: str
    consistency: str
    nodes: list[Node]
    statistics: Statistics
    complete: bool
    limited: bool
    """Whether a limit stopped it before its goal."""

    @property
    def solutions(self) -> int:
        """How many solutions were found."""
        return self.nodes[0].solutions

    @property
    def failures(self) -> int:
        """How many contradictions were found."""
        return self.statistics.backtracks

    def as_dict(self) -> dict[str, Any]:
        """The tree as JSON data; a node's parent and children are named by their places."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "labeling": self.labeling,
            "consistency": self.consistency,
            "complete": self.complete,
            "limited": self.limited,
            "statistics": self.statistics.as_dict(),
            "nodes": [asdict(node) for node in self.nodes],
        }


class _Recorder:
    """Listens to a search and notes its nodes; see `quincunx.kernel.search.Listener`.

    A node's decision is told before it is propagated, so what it pruned is known when the next
    event comes: its first child, its failure or its being a solution.
    """

    def __init__(self) -> None:
        self.names: Sequence[str] = ()
        self.nodes = [Node(-1, "root")]
        self._path = [0]
        self._domains: list[list[int] | None] = [None]

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        parent = self._path[depth - 1]
        if self.nodes[parent].kind == OPEN:
            self._settle(search, depth - 1, CHOICE)
        del self._path[depth:], self._domains[depth:]
        self.nodes[parent].children.append(len(self.nodes))
        self._path.append(len(self.nodes))
        self._domains.append(None)
        self.nodes.append(Node(parent, f"{self.names[variable]} {operator} {value}", variable))

    def failed(self, search: Search, depth: int) -> None:
        self._settle(search, depth, FAILED)

    def solved(self, search: Search, depth: int) -> None:
        self._settle(search, depth, SOLVED)

    def stop(self, search: Search) -> None:
        """Note what the search has left to try: the parts of its choices it did not come to."""
        for depth, index in enumerate(self._path):
            children = self.nodes[index].children
            domains = self._domains[depth]
            if children and domains is not None:
                variable = self.nodes[children[0]].variable
                parts = domains[variable].bit_count() if search.one_by_one(variable) else 2
                if len(children) < parts:
                    children.append(len(self.nodes))
                    self.nodes.append(Node(index, "not tried", variable))

    def _settle(self, search: Search, depth: int, kind: str) -> None:
        """Note how the node at a depth of the path ended, and what it pruned."""
        node = self.nodes[self._path[depth]]
        node.kind = kind
        now = [variable.bits for variable in search.engine.variables]
        before = self._domains[depth - 1] if depth else None
        if before is not None:
            changed = [i for i, bits in enumerate(now) if bits != before[i]]
            variables = search.engine.variables
            node.pruned = tuple(
                f"{self.names[i]}: {_domain(variables[i], before[i])} → "
                + _domain(variables[i], now[i])
                for i in changed[:TOLD]
            )
            node.more_pruned = max(0, len(changed) - TOLD)
        self._domains[depth] = now


def _domain(variable: Variable, bits: int) -> str:
    """A domain in few words: its values, or how many there are and between which bounds."""
    found = positions(bits)
    if len(found) > 6:
        return f"{len(found)} from {variable.value(found[0])} to {variable.value(found[-1])}"
    return format_values([variable.value(place) for place in found])


def grow(
    puzzle: PuzzleLike,
    labeling: str | Sequence[str] = (),
    *,
    consistency: str | None = None,
    model: str = OURS,
    goal: str = "first",
    seed: int = 0,
    nodes: int = MAX_NODES,
    seconds: float | None = None,
) -> Tree:
    """Search, and keep the whole tree: up to `nodes` of them, at most 100,000."""
    if not 1 <= nodes <= MAX_NODES:
        raise OptionError(f"lab: a tree of {nodes} nodes, expected 1 to {MAX_NODES}")
    puzzle = parse(puzzle)
    order = order_of(puzzle, model, labeling, consistency, seed)
    limits = Limits(seconds, nodes, 1 if goal == "first" else None)
    options = order.chosen
    recorder = _Recorder()
    run = None
    began = time.perf_counter()
    with suppress(Stopped), watching(limits):
        searched = model_of(puzzle, model)
        recorder.names = [variable.name for variable in searched.variables]
        left = limits.after(time.perf_counter() - began)
        run = KernelRun(searched, order, left, recorder)
        run.count()
    complete = run is not None and run.complete
    done = Statistics(seconds=time.perf_counter() - began) if run is None else run.statistics
    if not complete and run is not None:
        recorder.stop(run.search)
    _add_up(recorder.nodes)
    return Tree(
        puzzle,
        f"{options.variable}, {options.value}, {options.direction}",
        order.consistency,
        recorder.nodes,
        done,
        complete,
        limited=not complete and (goal == "all" or not done.solutions),
    )


def _add_up(nodes: list[Node]) -> None:
    """Sizes of subtrees; children come after their parents."""
    for node in reversed(nodes):
        node.solutions += node.kind == SOLVED
        node.opened += node.kind == OPEN
        if node.parent >= 0:
            above = nodes[node.parent]
            above.size += node.size
            above.solutions += node.solutions
            above.opened += node.opened


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
