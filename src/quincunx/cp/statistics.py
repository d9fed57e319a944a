"""The counters of a search.

The counters mean what SICStus's `fd_statistics` meant by them before release 4.10:
  resumptions  a propagator was run
  entailments  a propagator found itself always true and went to sleep
  prunings     a propagator or a decision made the domain of a variable smaller, in one go
  backtracks   a node turned out to be contradictory; going back from a solution is none
  constraints  propagators were posted
and beside them
  nodes        nodes of the search tree, its root included
  solutions    solutions found
  seconds      time spent, model building included

Since 4.10 SICStus counts as backtracks how often a search went back to a part not yet tried. That
is another number, `backtracks + solutions - 1` of ours.

Nodes, backtracks and solutions follow from model, labeling and strength of propagation (with
`dom_wdeg` also from what runs first). Resumptions, entailments and prunings depend on how the
kernel works: in which order propagators run, and how much one does at a time. They compare searches
of one model in one version of this program, and nothing else. `docs/counters.md` has more.
"""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass
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
        return Statistics(*map(add, astuple(self), astuple(other)))

    def as_dict(self) -> dict[str, float | int]:
        """The counters by name, in the order in which they are shown."""
        return asdict(self)
