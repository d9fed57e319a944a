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
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.engine import Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.model import Model
from quincunx.cp.statistics import Statistics
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.lab.tables import asked_title
from quincunx.lab.trees.names import Naming
from quincunx.lab.trees.propagation import Propagation
from quincunx.solving.models import OURS, model_of, order_of

MAX_NODES = 100_000
"""A search is followed up to so many nodes."""
TOLD = 8
"""So many pruned variables are told of a node, the others counted."""

NOT_TRIED = "not tried"
"""The decision of nodes that the search did not come to; they follow all others."""

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
    untried: int = 0
    """How many of them the search did not come to."""

    @property
    def searched(self) -> int:
        """How many nodes of its subtree the search came to."""
        return self.size - self.untried


@dataclass(frozen=True)
class Watched:
    """A search that was watched: its model, the engine's variables as they were at first, and all
    events."""

    model: Model
    naming: Naming
    variables: Sequence[Variable]
    first: Sequence[int]
    """The bits of each variable before anything was propagated."""
    propagation: Propagation


@dataclass(frozen=True)
class Tree:
    """A search that was followed; node 0 is the root."""

    puzzle: AnyPuzzle
    labeling: str
    consistency: str
    nodes: list[Node]
    statistics: Statistics
    """Its seconds are what the processor spent on the search, and on keeping the tree of it."""
    complete: bool
    limited: bool
    """Whether a limit stopped it before its goal."""
    model: str = OURS
    loses: bool = False
    """Whether the model is known to lose solutions: then it proves nothing."""
    watched: Watched | None = None
    """The model and what propagation did, where that was asked for."""
    name: str = ""
    """What the puzzle is called: as whoever asked for it did."""

    @property
    def solutions(self) -> int:
        """How many solutions were found."""
        return self.nodes[0].solutions

    @property
    def failures(self) -> int:
        """How many contradictions were found."""
        return self.statistics.backtracks

    def svg(self, *others: Tree) -> str:
        """The tree as a picture, with others beside it."""
        from quincunx.lab.trees.picture import draw_tree

        return draw_tree(self, *others)

    def html(self, *others: Tree) -> str:
        """The tree as a page to walk through, with others beside it; they were watched."""
        from quincunx.lab.trees.html import to_html

        return to_html(self, *others)

    def _repr_svg_(self) -> str:
        return self.svg()

    def as_dict(self) -> dict[str, Any]:
        """The tree as JSON data; a node's parent and children are named by their places."""
        return {
            "puzzle": self.puzzle.identifier,
            "family": self.puzzle.family,
            "labeling": self.labeling,
            "consistency": self.consistency,
            "model": self.model,
            "complete": self.complete,
            "limited": self.limited,
            "statistics": self.statistics.as_dict(),
            "nodes": [asdict(node) for node in self.nodes],
        }


class _Recorder:
    """Listens to a search and notes its nodes; see `quincunx.cp.kernel.search.Listener`.

    A node's decision is told before it is propagated, so what it pruned is known when the next
    event comes: its first child, its failure or its being a solution.
    """

    def __init__(self, propagation: Propagation | None) -> None:
        self.naming: Naming | None = None
        self.first: Sequence[int] = ()
        """The bits of each variable before anything was propagated: the root prunes too."""
        self.propagation = propagation
        self.nodes = [Node(-1, "root")]
        self._path = [0]
        self._domains: list[list[int] | None] = [None]

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        parent = self._path[depth - 1]
        if self.nodes[parent].kind == OPEN:
            self._settle(search, depth - 1, CHOICE)
        del self._path[depth:], self._domains[depth:]
        if self.propagation is not None:
            self.propagation.begin()
        self.nodes[parent].children.append(len(self.nodes))
        self._path.append(len(self.nodes))
        self._domains.append(None)
        assert self.naming is not None, "known before anything happens"
        decision = self.naming.decision(variable, operator, value)
        self.nodes.append(Node(parent, decision, variable))

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
                if len(children) < _parts(search, domains, variable):
                    children.append(len(self.nodes))
                    self.nodes.append(Node(index, NOT_TRIED, variable))

    def _settle(self, search: Search, depth: int, kind: str) -> None:
        """Note how the node at a depth of the path ended, and what it pruned."""
        node = self.nodes[self._path[depth]]
        node.kind = kind
        now = [variable.bits for variable in search.engine.variables]
        before = self._domains[depth - 1] if depth else self.first
        if before is not None and (naming := self.naming) is not None:
            changed = [i for i, bits in enumerate(now) if bits != before[i]]
            variables = search.engine.variables
            node.pruned = tuple(
                f"{naming.names[i]}: {naming.domain(variables[i], before[i])} → "
                + naming.domain(variables[i], now[i])
                for i in changed[:TOLD]
            )
            node.more_pruned = max(0, len(changed) - TOLD)
        self._domains[depth] = now


def _parts(search: Search, domains: Sequence[int], variable: int) -> int:
    """Into how many parts the domain of a variable is divided."""
    return domains[variable].bit_count() if search.one_by_one(variable) else 2


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
    watch: bool = False,
) -> Tree:
    """Search, and keep the whole tree: up to `nodes` of them, at most 100,000. With `watch` keep
    what propagation did too, event by event."""
    if not 1 <= nodes <= MAX_NODES:
        raise OptionError(f"lab: a tree of {nodes} nodes, expected 1 to {MAX_NODES}")
    asked, puzzle = puzzle, parse(puzzle)
    order = order_of(puzzle, model, labeling, consistency, seed)
    limits = Limits(seconds, nodes, 1 if goal == "first" else None)
    propagation = Propagation() if watch else None
    recorder = _Recorder(propagation)
    run = watched = None
    loses = False
    began = time.perf_counter()
    spent = time.process_time()
    with suppress(Stopped), watching(limits):
        searched = model_of(puzzle, model)
        loses = searched.notes is not None and searched.notes.loses
        left = limits.after(time.perf_counter() - began)
        run = KernelRun(searched, order, left, recorder)
        naming = recorder.naming = Naming(searched, run)
        variables = run.engine.variables
        recorder.first = [variable.bits for variable in variables]
        if propagation is not None:
            watched = Watched(searched, naming, variables, recorder.first, propagation)
            propagation.naming = naming
            run.engine.watcher = propagation
        spent = time.process_time()
        run.count()
    spent = time.process_time() - spent
    if propagation is not None:
        propagation.end()
    complete = run is not None and run.complete
    done = replace(Statistics() if run is None else run.statistics, seconds=spent)
    if not complete and run is not None:
        recorder.stop(run.search)
    _add_up(recorder.nodes)
    return Tree(
        puzzle,
        order.chosen.options,
        order.consistency,
        recorder.nodes,
        done,
        complete,
        limited=not complete and (goal == "all" or not done.solutions),
        model=model,
        loses=loses,
        watched=watched,
        name=asked_title(asked, puzzle.identifier),
    )


def _add_up(nodes: list[Node]) -> None:
    """Sizes of subtrees; children come after their parents."""
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
