"""Counters of a search.

The counters mean what SICStus's `fd_statistics` meant by them before release 4.10:
  resumptions  runs of propagators
  entailments  propagators that became entailed and were put to sleep
  prunings     reductions of a domain by a propagator or a decision
  backtracks   failed nodes; going back from a solution does not count
  constraints  propagators posted
and in addition
  nodes        nodes of the search tree, the root included
  solutions    solutions found
  seconds      time, model building included

Since 4.10 SICStus counts as backtracks how often a search resumed at an untried branch, which is
`backtracks + solutions - 1` of ours.

Nodes, backtracks and solutions are determined by model, labeling and consistency (with `dom_wdeg`
also by the order of propagation). Resumptions, entailments and prunings depend on the
implementation of the kernel; they compare searches of one model in one version of this program
only. See `docs/counters.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add


@dataclass(frozen=True)
class Statistics:
    """The counters of one search, or the sum of several.

    >>> Statistics(nodes=3, backtracks=1) + Statistics(nodes=4)
    Statistics(seconds=0.0, nodes=7, backtracks=1, resumptions=0, entailments=0, prunings=0, \
constraints=0, solutions=0)
    """

    seconds: float = 0.0
    nodes: int = 0
    backtracks: int = 0
    resumptions: int = 0
    entailments: int = 0
    prunings: int = 0
    constraints: int = 0
    solutions: int = 0

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(*map(add, vars(self).values(), vars(other).values()))

    def as_dict(self) -> dict[str, float | int]:
        """The counters by name, in the order in which they are shown."""
        return dict(vars(self))
