"""The events of a search while it runs: decisions, what each rule prunes, and how nodes end.

>>> events = []
>>> _ = watch("c-note:2:11/11", on_event=events.append)
>>> [event.kind for event in events]
['solved']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.kernel.search import Search
from quincunx.cp.model import Model
from quincunx.cp.statistics import Statistics
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.lab.trees.naming import Naming, SearchKeywords, run_followed

DECISION, PRUNED, CONTRADICTION = "decision", "pruned", "contradiction"
ENDINGS = ("choice", "failed", "solved")

MAX_REMOVED = 100
"""Removed values that an event lists; all are counted."""


@dataclass(frozen=True)
class SearchEvent:
    """One event. Fields that do not apply are empty.

    `kind` is a decision, a pruning or a contradiction, or how a node ended. `node` counts from 1,
    the root; `depth` is the number of decisions above the node.
    """

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
    """The removed values by their names, at most a hundred."""
    count: int = 0
    """The number of removed values."""

    def as_dict(self) -> dict[str, Any]:
        """Return the event as JSON data, without empty fields."""
        facts = {**vars(self), "removed": list(self.removed)}
        empty: tuple[Any, ...] = ("", [], 0)
        return {n: value for n, value in facts.items() if n == "depth" or value not in empty}


class _Reporter:
    """Listens to a search and to its engine, and reports their events in one sequence."""

    def __init__(self, on_event: Callable[[SearchEvent], None]) -> None:
        self.naming: Naming
        """Set before the search begins."""
        self._on_event = on_event
        self._number = 0
        self._node = 1
        self._depth = 0
        self._decision = ""
        """The decision that has not pruned yet."""
        self._open = True
        self._emptied = ""

    def _report(self, kind: str, **facts: Any) -> None:
        self._number += 1
        self._on_event(SearchEvent(self._number, kind, self._node, self._depth, **facts))

    def begin(self, model: Model, run: KernelRun) -> None:
        self.naming = Naming(model, run)
        run.engine.watcher = self

    # Events of the search.

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        if self._open:
            self._report("choice")
        self._node += 1
        self._depth = depth
        self._open = True
        self._decision = self.naming.decision(variable, operator, value)

    def failed(self, search: Search, depth: int) -> None:
        self._open = False
        self._report("failed")

    def solved(self, search: Search, depth: int) -> None:
        self._open = False
        self._report("solved")

    # Events of the engine.

    def pruned(self, variable: Variable, before: int, by: Propagator | None) -> None:
        removed = before & ~variable.bits
        places = positions(removed)
        facts: dict[str, Any] = {
            "variable": self.naming.names[variable.index],
            "gone": self.naming.domain(variable, removed),
            "left": self.naming.domain(variable, variable.bits),
            "removed": tuple(self.naming.values(variable, places[:MAX_REMOVED])),
            "count": len(places),
        }
        if self._decision:
            decision, self._decision = self._decision, ""
            self._report(DECISION, decision=decision, **facts)
        else:
            self._report(PRUNED, rule=self.naming.title(self.naming.rule(by)), **facts)

    def emptied(self, variable: Variable, by: Propagator | None) -> None:
        self._emptied = self.naming.names[variable.index]

    def contradicted(self, by: Propagator) -> None:
        rule = self.naming.title(self.naming.rule(by))
        variable, self._emptied = self._emptied, ""
        self._report(CONTRADICTION, rule=rule, variable=variable)


def watch(
    puzzle: PuzzleLike,
    labeling: str | Sequence[str] = (),
    *,
    on_event: Callable[[SearchEvent], None],
    **keywords: Unpack[SearchKeywords],
) -> Statistics:
    """Search and report every event while it happens.

    Args:
        puzzle: The puzzle, in any form.
        labeling: Labeling options; the family's own by default.
        on_event: Called with each event; raises `quincunx.cp.limits.Stopped` to end the search.
        keywords: What is searched, and what stops it.

    Returns:
        The counters of the search, with the processor time for searching and reporting.
    """
    return run_followed(parse(puzzle), labeling, _Reporter(on_event), **keywords)[2]
