"""A search that is followed while it runs: its names, and its events.

Events are decisions, what each rule prunes, and how nodes end. A rule is the constraint that a
propagator was posted for; a decision has none.

>>> events = []
>>> _ = watch("c-note:2:11/11", on_event=events.append)
>>> [event.kind for event in events]
['solved']
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypedDict, Unpack

from quincunx.cp.constraints import Constraint
from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.builder import SameValue
from quincunx.cp.kernel.domain import positions
from quincunx.cp.kernel.engine import Propagator, Variable
from quincunx.cp.kernel.search import Listener, Search
from quincunx.cp.limits import Stopped, watching
from quincunx.cp.model import Model
from quincunx.cp.options import Consistency, SearchOptions
from quincunx.cp.statistics import Statistics
from quincunx.families import AnyPuzzle
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.solving.models import OURS, model_of, search_options

MAX_VALUES = 6
"""A larger domain is described by its size and its bounds."""
MAX_NAMES = 3
"""Variables that distinguish rules with the same label, and a fourth if it is the last."""
MAX_FORMULA = 240
"""Maximum length of a rule's formula, in characters."""


class SearchNames:
    """Names the variables of a search in the order of the engine, their values and its rules."""

    def __init__(self, model: Model, run: KernelRun) -> None:
        self._titled = Counter(constraint.label for constraint, _ in run.posted)
        self.names = [variable.name for variable in model.variables]
        self._called: dict[int, Mapping[int, str]] = {
            variable.index: variable.called for variable in model.variables if variable.called
        }
        self.rules: list[Constraint] = []
        self._rule_of: dict[int, int] = {}
        copied: dict[int, str] = {}
        for rule, (constraint, propagators) in enumerate(run.posted):
            self.rules.append(constraint)
            for propagator in propagators:
                self._rule_of[id(propagator)] = rule
                if isinstance(propagator, SameValue):
                    first, copy = propagator.variables
                    copied[copy.index] = f"{self.names[first.index]} (named again)"
                    if first.index in self._called:
                        self._called[copy.index] = self._called[first.index]
        for index in range(len(self.names), len(run.engine.variables)):
            self.names.append(copied.get(index, f"helper {index}"))

    def decision(self, variable: int, operator: str, value: int) -> str:
        """Return a decision: the variable, the operator and the value."""
        called = self._called.get(variable, {})
        return f"{self.names[variable]} {operator} {called.get(value, value)}"

    def values(self, variable: Variable, places: Iterable[int]) -> list[int | str]:
        """Return the names of the values at these positions of a variable."""
        values = [variable.value(place) for place in places]
        called = self._called.get(variable.index)
        return list(values) if called is None else [called.get(v, str(v)) for v in values]

    def renames(self, variable: Variable) -> bool:
        """Whether values of a variable have names of their own."""
        return variable.index in self._called

    def domain(self, variable: Variable, bits: int) -> str:
        """Describe a domain: its values, or its size and its bounds."""
        found = positions(bits)
        if len(found) > MAX_VALUES:
            low, high = self.values(variable, (found[0], found[-1]))
            return f"{len(found)} from {low} to {high}"
        return f"{{{', '.join(map(str, self.values(variable, found)))}}}"

    def rule(self, by: Propagator | None) -> int:
        """Return the index of a propagator's rule; -1 for decisions and unknown propagators."""
        return -1 if by is None else self._rule_of.get(id(by), -1)

    def title(self, rule: int) -> str:
        """Return the label of a rule, with variables if others share it, or its formula."""
        if rule < 0:
            return "decision"
        label = self.rules[rule].label
        if not label or self._titled[label] == 1:
            return label or self.formula(rule)
        names = list(dict.fromkeys(variable.name for variable in self.rules[rule].variables))
        more = [f"{len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES + 1 else []
        return f"{label} ({'; '.join([*names[:MAX_NAMES], *more] if more else names)})"

    def formula(self, rule: int) -> str:
        """Return the formula of a rule, cut off if it is long."""
        text = self.rules[rule].formula()
        return text if len(text) <= MAX_FORMULA else f"{text[: MAX_FORMULA - 1]}…"


class SearchKeywords(TypedDict, total=False):
    """Which search is followed, and what stops it."""

    consistency: Consistency | None
    """Strength of propagation: `bounds` or `domain`."""
    model: str
    """`ours`, or the `paper`'s."""
    goal: str
    """`first` solution, or `all`."""
    seed: int
    """For random orders."""
    nodes: int | None
    """Search nodes that stop the search."""
    seconds: float | None
    """Time that stops the search."""


class Follower(Listener, Protocol):
    """What follows a search."""

    def begin(self, model: Model, run: KernelRun) -> None:
        """Called before the search begins."""


def run_followed(
    puzzle: AnyPuzzle,
    labeling: str | Sequence[str],
    follower: Follower,
    **keywords: Unpack[SearchKeywords],
) -> tuple[SearchOptions, KernelRun | None, Statistics]:
    """Run a search that is followed.

    Returns:
        Its options; the run, or `None` if a limit stopped it before it began; and its counters,
        with the processor time of everything.
    """
    model = keywords.get("model", OURS)
    options = search_options(
        puzzle,
        model,
        limit=1 if keywords.get("goal", "first") == "first" else None,
        labeling=labeling,
        consistency=keywords.get("consistency"),
        seed=keywords.get("seed", 0),
        time_limit=keywords.get("seconds"),
        node_limit=keywords.get("nodes"),
    )
    run = None
    began, spent = time.perf_counter(), time.process_time()
    with suppress(Stopped), watching(options.limits):
        searched = model_of(puzzle, model)
        left = options.limits.after(time.perf_counter() - began)
        run = KernelRun(searched, options.within(left), follower)
        follower.begin(searched, run)
        run.count()
    done = Statistics() if run is None else run.statistics
    return options, run, replace(done, seconds=time.process_time() - spent)


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
        self.naming: SearchNames
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
        self.naming = SearchNames(model, run)
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
