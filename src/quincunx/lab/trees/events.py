"""A search told event by event while it runs: decisions, what each rule prunes, and how nodes end.

Vocabulary:
  step   one thing that happens, with its number: a `decision`, something `pruned`, a
         `contradiction`; and how a node ended: `choice`, `failed` or `solved`
  told   is called with each step; whoever has heard enough raises `Stopped`

>>> steps = []
>>> _ = watch("c-note:2:11/11", told=steps.append)
>>> [step.kind for step in steps]
['solved']
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Limits, Stopped, watching
from quincunx.cp.statistics import Statistics
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.lab.trees.names import Naming
from quincunx.solving.models import OURS, model_of, order_of

DECISION, PRUNED, CONTRADICTION = "decision", "pruned", "contradiction"
ENDINGS = ("choice", "failed", "solved")

LISTED = 100
"""So many values of a set are listed in data; all are counted."""


@dataclass(frozen=True)
class SearchEvent:
    """One thing that happened. `node` counts from 1, the root, and `depth` the decisions above
    it. Nothing stands where nothing is to be said."""

    number: int
    kind: str
    node: int
    depth: int
    rule: str = ""
    variable: str = ""
    decision: str = ""
    gone: str = ""
    """What the domain lost, in few words."""
    left: str = ""
    """What is left of it, in few words."""
    removed: tuple[int | str, ...] = ()
    """The values that went, as they are called, the first hundred of them."""
    count: int = 0
    """How many values went."""

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON data, without what is not to be said."""
        facts = {name: value for name, value in vars(self).items() if value not in ("", (), 0)}
        return {**facts, "depth": self.depth} | (
            {"removed": list(self.removed)} if self.removed else {}
        )


class _Teller:
    """Listens to a search and to its engine, and tells what happens in one row."""

    def __init__(self, told: Callable[[SearchEvent], None]) -> None:
        self.naming: Naming | None = None
        """Known before anything happens."""
        self._told = told
        self._number = 0
        self._node = 1
        self._depth = 0
        self._decided = False
        self._open = True
        self._emptied: Variable | None = None

    def _tell(self, kind: str, **facts: Any) -> None:
        self._number += 1
        self._told(SearchEvent(self._number, kind, self._node, self._depth, **facts))

    @property
    def _naming(self) -> Naming:
        assert self.naming is not None
        return self.naming

    # What the search says.

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        if self._open:
            self._end("choice")
        self._node += 1
        self._depth = depth
        self._open = self._decided = True
        self._decision = self._naming.decision(variable, operator, value)

    def failed(self, search: Search, depth: int) -> None:
        self._end("failed")

    def solved(self, search: Search, depth: int) -> None:
        self._end("solved")

    def _end(self, kind: str) -> None:
        self._open = False
        self._tell(kind)

    # What the engine says.

    def pruned(self, variable: Variable, before: int, by: Propagator | None) -> None:
        removed = before & ~variable.bits
        places = positions(removed)
        facts: dict[str, Any] = {
            "variable": self._naming.names[variable.index],
            "gone": self._naming.domain(variable, removed),
            "left": self._naming.domain(variable, variable.bits),
            "removed": tuple(self._naming.values(variable, places[:LISTED])),
            "count": len(places),
        }
        if self._decided:
            self._decided = False
            self._tell(DECISION, decision=self._decision, **facts)
        else:
            self._tell(PRUNED, rule=self._rule(by), **facts)

    def emptied(self, variable: Variable, by: Propagator | None) -> None:
        self._emptied = variable

    def contradicted(self, by: Propagator) -> None:
        empty = "" if self._emptied is None else self._naming.names[self._emptied.index]
        self._emptied = None
        self._tell(CONTRADICTION, rule=self._rule(by), variable=empty)

    def _rule(self, by: Propagator | None) -> str:
        return self._naming.title(self._naming.rule(by))


def watch(
    puzzle: PuzzleLike,
    labeling: str | Sequence[str] = (),
    *,
    told: Callable[[SearchEvent], None],
    consistency: str | None = None,
    model: str = OURS,
    goal: str = "first",
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Statistics:
    """Search, and tell every step while it happens; what was done in the end, with what the
    processor spent on searching and telling."""
    puzzle = parse(puzzle)
    order = order_of(puzzle, model, labeling, consistency, seed)
    limits = Limits(seconds, nodes, 1 if goal == "first" else None)
    teller = _Teller(told)
    began = time.perf_counter()
    spent = time.process_time()
    run = None
    with suppress(Stopped), watching(limits):
        searched = model_of(puzzle, model)
        run = KernelRun(searched, order, limits.after(time.perf_counter() - began), teller)
        teller.naming = Naming(searched, run)
        run.engine.watcher = teller
        run.count()
    done = Statistics() if run is None else run.statistics
    return replace(done, seconds=time.process_time() - spent)
