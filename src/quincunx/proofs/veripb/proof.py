"""The proof that rows cannot all hold: what sums say of each literal, then the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Limits, Stopped, poll
from quincunx.cp.options import SearchOptions
from quincunx.proofs.veripb.encoding import Encoding, Sum

PROOF: Final = "proof.pbp"
OPTIONS: Final = SearchOptions("dom_wdeg,step,up", consistency="bounds")
"""Decisions are bounds, so that literals say them. On the published puzzles this order of the
variables had few nodes, and far the fewest on the largest."""


def proof_of(encoding: Encoding) -> str:
    """The proof that rows cannot all hold; raises `Stopped` when it is time to."""
    lines = ["pseudo-Boolean proof version 3.0", f"f {len(encoding.rows)} ;"]
    number = len(encoding.rows)
    for one in encoding.sums:
        for line in _gathered(one, number):
            lines.append(line)
            number += 1
    log = _Log(encoding)
    run = KernelRun(encoding.model, OPTIONS.within(Limits(cancel=_called_off)), log)
    run.count()
    if not run.complete:
        raise Stopped
    lines += log.lines
    number += len(log.lines)
    lines += ["output NONE ;", f"conclusion UNSAT : {number} ;", "end pseudo-Boolean proof ;"]
    return "\n".join(lines) + "\n"


def _called_off() -> bool:
    """Whoever watches over the work says so by raising `Stopped`."""
    poll()
    return False


def _gathered(one: Sum, number: int) -> Iterator[str]:
    """For each variable of a sum, rows in which one literal weighs as much as all those that it
    implies, or that imply it: only then does a slack tell that it must be true.

    By the ladder a step from 18 to 20 is made only by who has made that to 18. So its weight may
    be given to the lower literal, and where values count against the row, the other way round.
    """
    for steps in one.steps:
        rising = bool(steps) and steps[0][0] > 0
        gathered = 0
        row = one.row + 1
        for place, (weight, _, _) in enumerate(reversed(steps) if rising else steps):
            if place:
                # The ladder between this literal and the one before.
                ladder = steps[len(steps) - 1 - place if rising else place - 1][2]
                assert ladder is not None
                yield f"pol {row} {ladder + 1} {gathered} * + ;"
                number += 1
                row = number
            gathered += abs(weight)


class _Log:
    """Listens to a search: every failed node, and every solution, is a line which says that not
    all decisions above it hold. What was decided since another part had failed need not be named:
    that follows from the line of that part."""

    def __init__(self, encoding: Encoding) -> None:
        self.lines: list[str] = []
        self._variables = encoding.model.variables
        self._encoding = encoding
        self._path: list[int] = []

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        """`=` says that a variable is no more than its least value; `≠` follows."""
        del self._path[depth - 1 :]
        literal = 0
        if operator == "=":
            chosen = self._variables[variable]
            literal = self._encoding.at_least(chosen, chosen.domain.index(value) + 1)
        self._path.append(literal)

    def failed(self, search: Search, depth: int) -> None:
        """One line."""
        literals = [literal for literal in self._path[:depth] if literal]
        terms = "".join(f"1 {self._encoding.name(literal)} " for literal in literals)
        self.lines.append(f"rup {terms}>= 1 ;")

    def solved(self, search: Search, depth: int) -> None:
        """The row "another solution" excludes it."""
        self.failed(search, depth)
