"""Proofs that an encoding is unsatisfiable: derived constraints, then the kernel's search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.cp.engines.kernel import KernelRun
from quincunx.cp.kernel.search import Search
from quincunx.cp.limits import Limits, Stopped, called_off
from quincunx.cp.options import SearchOptions
from quincunx.proofs.veripb.encoding import EncodedSum, Encoding

PROOF: Final = "proof.pbp"
OPTIONS: Final = SearchOptions("dom_wdeg,step,up", consistency="bounds")
"""Decisions are bounds, so literals express them. This labeling needed few nodes on the published
puzzles, and by far the fewest on the largest."""


def proof_of(encoding: Encoding) -> str:
    """Return a proof that an encoding is unsatisfiable.

    Raises:
        Stopped: The time was up.
    """
    given = len(encoding.constraints)
    steps: list[str] = []
    for encoded in encoding.sums:
        steps += _gathered(encoded, given + len(steps))
    log = _SearchLog(encoding)
    run = KernelRun(encoding.model, OPTIONS.within(Limits(cancel=called_off)), log)
    run.count()
    if not run.complete:
        raise Stopped
    steps += log.steps
    lines = [
        "pseudo-Boolean proof version 3.0",
        f"f {given} ;",
        *steps,
        "output NONE ;",
        f"conclusion UNSAT : {given + len(steps)} ;",
        "end pseudo-Boolean proof ;",
    ]
    return "\n".join(lines) + "\n"


def _gathered(encoded: EncodedSum, number: int) -> Iterator[str]:
    """Derive constraints in which one literal of a variable weighs as much as all its steps.

    Only then does a slack imply it. By the order clauses "at least 20" implies "at least 18", so
    the weight of the higher literal may be moved to the lower one, or the other way round where
    values count against the constraint.
    """
    for steps in encoded.steps:
        rising = bool(steps) and steps[0][0] > 0
        gathered = 0
        source = encoded.index + 1
        for place, (weight, _, _) in enumerate(reversed(steps) if rising else steps):
            if place:
                # The order clause between this literal and the one before.
                clause = steps[len(steps) - 1 - place if rising else place - 1][2]
                assert clause is not None
                yield f"pol {source} {clause + 1} {gathered} * + ;"
                number += 1
                source = number
            gathered += abs(weight)


class _SearchLog:
    """Listens to a search: each failed node and each solution is a proof step, which says that not
    all decisions above it hold. Decisions that follow from earlier failures need not be named."""

    def __init__(self, encoding: Encoding) -> None:
        self.steps: list[str] = []
        self._variables = encoding.model.variables
        self._encoding = encoding
        self._path: list[int] = []

    def decided(self, search: Search, depth: int, variable: int, operator: str, value: int) -> None:
        """`=` says that a variable is at most its least value; `≠` follows from a failure."""
        del self._path[depth - 1 :]
        literal = 0
        if operator == "=":
            chosen = self._variables[variable]
            literal = self._encoding.at_least(chosen, chosen.domain.index(value) + 1)
        self._path.append(literal)

    def failed(self, search: Search, depth: int) -> None:
        """Add a step."""
        literals = [literal for literal in self._path[:depth] if literal]
        terms = "".join(f"1 {self._encoding.name(literal)} " for literal in literals)
        self.steps.append(f"rup {terms}>= 1 ;")

    def solved(self, search: Search, depth: int) -> None:
        """Add a step; the constraint "another solution" excludes the solution."""
        self.failed(search, depth)
