"""Our explanations beside step-wise explanations by cost: writes `docs/stepwise.md`.

The published method (B. Bogaerts, E. Gamba and T. Guns, "A framework for step-wise explaining how
to solve constraint satisfaction problems", Artificial Intelligence 300, 2021) derives one fact
after the other. For every open cell it looks for a minimal set of rules and known numbers from
which the number of the cell follows, and takes the cheapest. Here a rule costs 20 and a known
number 1, and a set is made minimal by leaving out the most expensive parts first. Whether a number
follows is decided by this program's search, for both the same.

Run it with `python -m benchmarks.stepwise`; it takes some minutes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from benchmarks import DOCS, page_text, progress
from quincunx.cp.constraints import Constraint
from quincunx.cp.limits import Limits
from quincunx.cp.model import Variable
from quincunx.families import AnyPuzzle
from quincunx.families.base.documents import numbers_of
from quincunx.families.gallery import entry_named
from quincunx.reasoning import explain
from quincunx.reasoning.mistakes import may_hold
from quincunx.reasoning.path import Path
from quincunx.reasoning.study import study_of
from quincunx.solving import solve

DOCUMENT = DOCS / "stepwise.md"
COMPARED = (
    *(f"c-note/{number}" for number in (1, 2, 3, 4, 5, 6, 12)),
    *(f"aztec-math/{number}" for number in (1, 2, 3, 5, 6, 9, 12)),
    *(f"multi-balance/{number}" for number in (62, 71, 72, 81, 82, 84)),
)
"""Twenty puzzles of the gallery."""
A_RULE = 20
"""What a rule costs; a known number costs 1."""


@dataclass(frozen=True)
class Telling:
    """An explanation in figures: for each step the number of its rules, and of the cells it
    relies on; and the most rules and cells of one deduction, of which a step may join several."""

    rules: Sequence[int]
    cells: Sequence[int]
    rules_at_once: int
    cells_at_once: int
    seconds: float

    @property
    def figures(self) -> tuple[float, ...]:
        """The columns of the table."""
        rules = max(self.rules), self.rules_at_once
        cells = sum(self.cells), max(self.cells), self.cells_at_once
        return len(self.rules), *rules, *cells, 1000 * self.seconds


def ours(puzzle: AnyPuzzle) -> Telling:
    """The explanation of this program. A step relies on cells that it looks at and leaves alone."""
    began = time.process_time()
    steps = explain(puzzle).steps
    seconds = time.process_time() - began
    cells = []
    for step in steps:
        changed = {cell for cell, _ in (*step.sets, *step.removes, *step.leaves)}
        cells.append(len(set(step.cells) - changed))
    path = Path(puzzle)
    path.follow()
    needed = path.needed()
    # Each link of a case is a deduction from one rule.
    rules_at_once = max(1 if one.links else len(one.move.rules) for one in needed)
    places = {variable.index for variable in path.variable_of.values()}
    deductions = [deduction for one in needed for deduction in one.links or (one,)]
    cells_at_once = max(len((one.needs & places) - one.claims.keys()) for one in deductions)
    at_once = rules_at_once, cells_at_once
    return Telling([len(step.rules) for step in steps], cells, *at_once, seconds)


def by_cost(puzzle: AnyPuzzle) -> Telling:
    """The steps of the published method."""
    began = time.process_time()
    model = study_of(puzzle).plain_rules
    parts: dict[str, list[Constraint]] = {}
    for constraint in model.constraints:
        parts.setdefault((constraint.rules or (constraint.title,))[0], []).append(constraint)
    right = numbers_of(puzzle, solve(puzzle).solutions[0])
    numbers = dict(zip(model.decisions, right, strict=True))
    known = [v for v in numbers if len(v.domain) == 1]
    rules: list[int] = []
    cells: list[int] = []
    while len(known) < len(numbers):
        found = [
            (_cheapest(parts, numbers, known, variable), variable)
            for variable in numbers
            if variable not in known
        ]
        (used, relied_on), chosen = min(
            found, key=lambda one: A_RULE * len(one[0][0]) + len(one[0][1])
        )
        rules.append(len(used))
        cells.append(len(relied_on))
        known.append(chosen)
    return Telling(rules, cells, max(rules), max(cells), time.process_time() - began)


def _cheapest(
    parts: dict[str, list[Constraint]],
    numbers: dict[Variable, int],
    known: Sequence[Variable],
    variable: Variable,
) -> tuple[list[str], list[Variable]]:
    """Rules and known cells from which the number of a variable follows, none of which can be left
    out."""
    used, relied_on = list(parts), list(known)

    def follows(names: Sequence[str], held: Sequence[Variable]) -> bool:
        constraints = [constraint for name in names for constraint in parts[name]]
        scope = dict.fromkeys(v for constraint in constraints for v in constraint.variables)
        domains = {v: (numbers[v],) if v in held else v.open_domain for v in scope}
        domains[variable] = tuple(n for n in variable.open_domain if n != numbers[variable])
        return not may_hold(constraints, domains, Limits())

    for name in parts:
        if follows([other for other in used if other != name], relied_on):
            used.remove(name)
    for cell in known:
        if follows(used, [other for other in relied_on if other is not cell]):
            relied_on.remove(cell)
    return used, relied_on


def table() -> Iterator[str]:
    """The lines of the table, the last with the means."""
    at_once = "at once"
    heads = ("steps", "rules", at_once, "cells", "most cells", at_once, "ms")
    yield f"| puzzle | {' | '.join(heads * 2)} |"
    yield "|---" * (1 + 2 * len(heads)) + "|"
    rows: list[tuple[float, ...]] = []
    for name in progress.shown(COMPARED, "explaining"):
        puzzle = entry_named(name).puzzle
        rows.append((*ours(puzzle).figures, *by_cost(puzzle).figures))
        yield f"| {name} | {' | '.join(f'{figure:,.0f}' for figure in rows[-1])} |"
    means = [mean(column) for column in zip(*rows, strict=True)]
    yield f"| mean | {' | '.join(f'{figure:,.1f}' for figure in means)} |"


def main() -> None:
    """Write the page."""
    DOCUMENT.write_text(page_text("stepwise").format(table="\n".join(table())), encoding="utf-8")


if __name__ == "__main__":
    main()
