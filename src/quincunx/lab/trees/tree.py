"""A search as a tree: every decision is a node, with what propagation ruled out there.

>>> tree = grow("c-note:100:884/625/361", ["ff"], consistency="bounds")
>>> tree.solutions, tree.complete
(1, False)
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Stopped, require_number, watching
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency
from quincunx.cp.statistics import Statistics
from quincunx.families import AnyPuzzle
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.lab.trees.propagation_log import PropagationLog
from quincunx.lab.trees.search_names import SearchNames
from quincunx.solving.models import OURS, model_of, search_options

MAX_NODES = 100_000
MAX_PRUNED = 8
"""Pruned variables that a node lists; the others are counted."""

NOT_TRIED = "not tried"
"""The decision of nodes that were not searched; they come after all others."""

CHOICE, FAILED, SOLVED, OPEN = "choice", "failed", "solved", "open"
"""How a node ended; an open node was not searched, or not finished."""


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
    """The number of nodes in its subtree."""
    solutions: int = 0
    """How many of them are solutions."""
    opened: int = 0
    """How many of them are open."""
    untried: int = 0
    """How many of them were not searched."""

    @property
    def searched(self) -> int:
        """The number of searched nodes in its subtree."""
        return self.size - self.untried


@dataclass(frozen=True)
class WatchedSearch:
    """The model of a watched search, the engine's variables, and all events."""

    model: Model
    naming: SearchNames
    variables: Sequence[Variable]
    first: Sequence[int]
    """The domain of each variable before anything was propagated, as bits."""
    propagation: PropagationLog


@dataclass(frozen=True)
class Tree:
    """A search that was recorded; node 0 is the root."""

    puzzle: AnyPuzzle
    labeling: str
    consistency: Consistency
    nodes: list[Node]
    statistics: Statistics
    """Its seconds are processor time for building the model, searching and recording."""
    complete: bool
    limited: bool
    """Whether a limit stopped it before its goal."""
    model: str = OURS
    loses: bool = False
    """Whether the model is known to lose solutions, so that it proves nothing."""
    watched: WatchedSearch | None = None
    """The model and the events, if they were requested."""

    @property
    def solutions(self) -> int:
        """The number of solutions that were found."""
        return self.statistics.solutions

    @property
    def failures(self) -> int:
        """The number of contradictions that were found."""
        return self.statistics.backtracks

    def svg(self, *others: Tree) -> str:
        """Return the tree as a picture, with others beside it."""
        from quincunx.lab.trees.svg import draw_tree

        return draw_tree(self, *others)

    def html(self, *others: Tree) -> str:
        """Return the tree as a page to explore, with others beside it; all must be watched."""
        from quincunx.lab.trees.html import to_html

        return to_html(self, *others)

    def _repr_svg_(self) -> str:
        return self.svg()

    def as_dict(self) -> dict[str, Any]:
        """Return the tree as JSON data; parents and children are numbers of nodes."""
        names = ("labeling", "consistency", "model", "complete", "limited")
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            **{name: getattr(self, name) for name in names},
            "statistics": self.statistics.as_dict(),
            "nodes": [asdict(node) for node in self.nodes],
        }


class _Recorder:
    """Records the nodes of a search; see `quincunx.cp.kernel.search.SearchListener`.

    A decision is reported before it is propagated, so what it pruned is known at the next event:
    its first child, its failure, or a solution.
    """

    def __init__(self, watch: bool) -> None:
        self.naming: SearchNames
        """Set before the search begins, as is `first`."""
        self.first: Sequence[int]
        """The domains before anything was propagated: the root prunes too."""
        self.watched: WatchedSearch | None = None
        self._watch = watch
        self.nodes = [Node(-1, "root")]
        self._path = [0]
        self._domains: list[Sequence[int] | None] = [None]

    def begin(self, model: Model, run: KernelRun) -> None:
        self.naming = SearchNames(model, run)
        variables = run.engine.variables
        self.first = [variable.bits for variable in variables]
        if self._watch:
            log = run.engine.listener = PropagationLog(self.naming)
            self.watched = WatchedSearch(model, self.naming, variables, self.first, log)

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        parent = self._path[depth - 1]
        if self.nodes[parent].kind == OPEN:
            self._settle(search, depth - 1, CHOICE)
        del self._path[depth:], self._domains[depth:]
        if self.watched is not None:
            self.watched.propagation.begin()
        self.nodes[parent].children.append(len(self.nodes))
        self._path.append(len(self.nodes))
        self._domains.append(None)
        decision = self.naming.decision(variable, operator, value)
        self.nodes.append(Node(parent, decision, variable))

    def failed(self, search: Search, depth: int) -> None:
        self._settle(search, depth, FAILED)

    def solved(self, search: Search, depth: int) -> None:
        self._settle(search, depth, SOLVED)

    def stop(self, search: Search) -> None:
        """Add nodes for the parts of choices that were not searched."""
        for index, domains in zip(self._path, self._domains, strict=True):
            children = self.nodes[index].children
            if children and domains is not None:
                variable = self.nodes[children[0]].variable
                one_by_one = search.one_by_one(variable)
                if len(children) < (domains[variable].bit_count() if one_by_one else 2):
                    children.append(len(self.nodes))
                    self.nodes.append(Node(index, NOT_TRIED, variable))

    def _settle(self, search: Search, depth: int, kind: str) -> None:
        """Record how the node at a depth of the path ended, and what it pruned."""
        node = self.nodes[self._path[depth]]
        node.kind = kind
        variables = search.engine.variables
        now = [variable.bits for variable in variables]
        before = self._domains[depth - 1] if depth else self.first
        if before is not None:
            naming = self.naming
            changed = [i for i, bits in enumerate(now) if bits != before[i]]
            node.pruned = tuple(
                f"{naming.names[i]}: {naming.domain(variables[i], before[i])} → "
                + naming.domain(variables[i], now[i])
                for i in changed[:MAX_PRUNED]
            )
            node.more_pruned = max(0, len(changed) - MAX_PRUNED)
        self._domains[depth] = now


def grow(
    puzzle: PuzzleLike,
    labeling: str | Sequence[str] = (),
    *,
    watch: bool = False,
    consistency: Consistency | None = None,
    model: str = OURS,
    goal: str = "first",
    seed: int = 0,
    nodes: int | None = MAX_NODES,
    seconds: float | None = None,
) -> Tree:
    """Search and record the whole tree.

    Args:
        puzzle: The puzzle, in any form.
        labeling: Labeling options; the family's own by default.
        watch: Whether to record every event of propagation too.
        consistency: Strength of propagation: `bounds` or `domain`.
        model: `ours`, the `paper`'s or the `authors`'.
        goal: `first` solution, or `all`.
        seed: For random orders.
        nodes: Search nodes that stop the search, at most 100,000.
        seconds: Time that stops the search.
    """
    require_number(nodes, "lab: number of nodes", 1, MAX_NODES)
    puzzle = parse(puzzle)
    recorder = _Recorder(watch)
    options = search_options(
        puzzle,
        model,
        limit=1 if goal == "first" else None,
        labeling=labeling,
        consistency=consistency,
        seed=seed,
        time_limit=seconds,
        node_limit=nodes,
    )
    run, loses = None, False
    spent, left = time.process_time(), options.limits.countdown()
    with suppress(Stopped), watching(options.limits):
        searched = model_of(puzzle, model)
        loses = searched.notes is not None and searched.notes.loses
        run = KernelRun(searched, options.within(left()), recorder)
        recorder.begin(searched, run)
        run.count()
    done = Statistics() if run is None else run.statistics
    done = replace(done, seconds=time.process_time() - spent)
    if recorder.watched is not None:
        recorder.watched.propagation.end()
    complete = run is not None and run.complete
    if not complete and run is not None:
        recorder.stop(run.search)
    _add_up(recorder.nodes)
    return Tree(
        puzzle,
        options.parsed_labeling.options,
        options.consistency,
        recorder.nodes,
        done,
        complete,
        limited=not complete and (goal == "all" or not done.solutions),
        model=model,
        loses=loses,
        watched=recorder.watched,
    )


def _add_up(nodes: list[Node]) -> None:
    """Compute the sizes of subtrees; children come after their parents."""
    for node in reversed(nodes):
        node.solutions += node.kind == SOLVED
        node.opened += node.kind == OPEN
        node.untried += node.decision == NOT_TRIED
        if node.parent >= 0:
            above = nodes[node.parent]
            above.size += node.size
            above.solutions += node.solutions
            above.opened += node.opened
            above.untried += node.untried


def fold(nodes: Sequence[Node], most: int) -> tuple[set[int], list[int]]:
    """Return the subtrees to draw as one mark each, and all nodes that are drawn, parents first.

    About `most` marks remain. Failed subtrees are folded first, small ones before large ones, so
    that the shape of the effort stays visible; subtrees with solutions only if that is not enough.
    """
    failed = [node.solutions == 0 and node.opened == 0 and node.size > 1 for node in nodes]
    anything = [index > 0 and node.size > 1 for index, node in enumerate(nodes)]
    for foldable in (failed, anything):
        sizes = [0, *sorted({node.size for node, may in zip(nodes, foldable, strict=True) if may})]
        folded = partial(_folded, nodes, foldable)
        at = bisect_left(sizes, -most, key=lambda size: -len(folded(size)[1]))
        if at < len(sizes):
            break
    return folded([*sizes, len(nodes)][at])


def _folded(
    nodes: Sequence[Node], foldable: Sequence[bool], size: int
) -> tuple[set[int], list[int]]:
    """Return the topmost foldable subtrees of at most this size, and all nodes that are drawn."""
    found: set[int] = set()
    shown = []
    hidden = [False] * len(nodes)
    for index, node in enumerate(nodes):
        if index and (hidden[node.parent] or node.parent in found):
            hidden[index] = True
            continue
        shown.append(index)
        if foldable[index] and node.size <= size:
            found.add(index)
    return found, shown
