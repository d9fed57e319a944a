"""Our backtracks against Gecode's failures, for every labeling option that both have.

Run it with `make counters`; it writes `docs/counters.md`. Both solve the same model at bounds
consistency and look for all solutions. What a search fails on depends on the order in which it
decides and on what propagation leaves; so where the propagators are of the same strength, the two
numbers must be the same, and each that is not is accounted for in the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import processes
from benchmarks.peers.gecode import version
from quincunx import published as gallery
from quincunx.backends.minizinc_text import VALUE_CHOICES, VARIABLE_CHOICES, to_text
from quincunx.backends.to_kernel import start
from quincunx.labeling import Order
from quincunx.limits import Limits
from quincunx.model import Model

DOCUMENT = Path(__file__).parents[1] / "docs" / "counters.md"

VARIABLE_ORDERS = tuple(VARIABLE_CHOICES)
VALUE_ORDERS = tuple(
    name for name in VALUE_CHOICES if name.split()[0] != "middle" and name != "median down"
)
"""Gecode has no `middle`; with `median down` it takes another value than we do."""

WEIGHING = "dom_wdeg"
"""The one order that looks at more than the domains and what is still to be decided."""

PUZZLES = {
    "C-Note 3×3": "c-note/paper-example",
    "C-Note 4×4": "c-note/paper-labeling",
    "Aztec Math 10": "aztec-math/10",
    "Aztec Math 18": "aztec-math/18",
}
"""What the document calls a puzzle, and its name in the gallery."""

COPYING = ("-c-d", "1")
"""Gecode copies the state at every node, rather than at every eighth with replay in between."""
FOREVER = ("-decay", "1")
"""Gecode never lets the weight of old failures fade."""

TIME_LIMIT = 300.0


@dataclass(frozen=True)
class Counters:
    """What a search reports when it has found all solutions."""

    failures: int
    nodes: int
    solutions: int


def model_of(puzzle: str, backwards: bool = False) -> Model:
    """The model of a gallery puzzle; `backwards` posts its constraints last first."""
    model = gallery.entry_named(puzzle).puzzle.model()
    if backwards:
        model.constraints.reverse()
    return model


def order_of(variable: str, value: str) -> Order:
    """The order of these two options, as the keys of `VARIABLE_CHOICES` and `VALUE_CHOICES`."""
    return Order([variable, *value.split()], "bounds")


def ours(model: Model, order: Order) -> Counters:
    """What the kernel counts."""
    run = start(model, order, Limits())
    found = run.count()
    return Counters(run.statistics.backtracks, run.statistics.nodes, found)


def gecode(model: Model, order: Order, options: Sequence[str] = ()) -> Counters:
    """What Gecode reports, by way of MiniZinc: one thread, no restarts, all solutions."""
    with TemporaryDirectory() as folder:
        text = Path(folder) / "model.mzn"
        text.write_text(to_text(model, order), encoding="utf-8")
        command = ["minizinc", "--solver", "gecode", "-a", "-s", str(text)]
        if options:
            command += ["--fzn-flags", " ".join(options)]
        done = processes.run(command, TIME_LIMIT)
    told = dict(re.findall(r"%%%mzn-stat: (failures|nodes)=(\d+)", done.output))
    if done.late or done.status or len(told) != 2:
        raise SystemExit(f"counters: Gecode did not finish: {done.errors.strip() or 'too slow'}")
    return Counters(int(told["failures"]), int(told["nodes"]), done.output.count("-" * 10 + "\n"))


def combinations() -> Iterator[tuple[str, str]]:
    """Every variable order with every value choice."""
    for variable in VARIABLE_ORDERS:
        for value in VALUE_ORDERS:
            yield variable, value


Table = dict[tuple[str, str], tuple[Counters, Counters]]


def compare(puzzle: str) -> Table:
    """Ours and Gecode's counters for every combination."""
    table: Table = {}
    for variable, value in combinations():
        order = order_of(variable, value)
        table[variable, value] = ours(model_of(puzzle), order), gecode(model_of(puzzle), order)
        print(f"{puzzle:24}{variable:18}{value:12}", *table[variable, value], flush=True)
    return table


def disagreements(table: Table) -> list[tuple[str, str]]:
    """The combinations for which the two do not count the same."""
    return [combination for combination, (one, other) in table.items() if one != other]


def written(table: Table) -> str:
    """A table of the document: a number where both agree, else ours / Gecode's."""
    lines = [
        "| | "
        + " | ".join(f"{value}<br>`{VALUE_CHOICES[value]}`" for value in VALUE_ORDERS)
        + " |",
        "|---|" + "---:|" * len(VALUE_ORDERS),
    ]
    for variable in VARIABLE_ORDERS:
        cells = []
        for value in VALUE_ORDERS:
            one, other = table[variable, value]
            same = one == other
            cells.append(
                f"{one.failures:,}" if same else f"**{one.failures:,} / {other.failures:,}**"
            )
        lines.append(f"| {variable}<br>`{VARIABLE_CHOICES[variable]}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def read_ours(document: str, title: str) -> dict[tuple[str, str], int]:
    """Our numbers in a table of the document."""
    section = document.split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "<br>" in line][1:]
    numbers = {}
    for row in rows:
        name, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        for value, cell in zip(VALUE_ORDERS, cells, strict=True):
            first = cell.strip("*").split("/")[0]
            numbers[name.split("<br>")[0], value] = int(first.replace(",", ""))
    return numbers


def experiments(puzzle: str) -> str:
    """A table of what moves the numbers of the weighing order."""
    lines = [
        "| value choice | ours | Gecode | ours, backwards | Gecode, backwards | "
        "Gecode, copying | Gecode, copying, no decay |",
        "|---|" + "---:|" * 6,
    ]
    for value in VALUE_ORDERS:
        order = order_of(WEIGHING, value)
        counted = [
            ours(model_of(puzzle), order),
            gecode(model_of(puzzle), order),
            ours(model_of(puzzle, backwards=True), order),
            gecode(model_of(puzzle, backwards=True), order),
            gecode(model_of(puzzle), order, COPYING),
            gecode(model_of(puzzle), order, COPYING + FOREVER),
        ]
        cells = " | ".join(f"{counters.failures:,}" for counters in counted)
        lines.append(f"| {value} | {cells} |")
        print(f"{puzzle:24}{value:12}{cells}", flush=True)
    return "\n".join(lines)


def moved_by_posting_order(puzzle: str, table: Table) -> list[tuple[str, str]]:
    """The combinations whose count of ours changes when the constraints are posted backwards."""
    return [
        (variable, value)
        for variable, value in combinations()
        if ours(model_of(puzzle, backwards=True), order_of(variable, value))
        != table[variable, value][0]
    ]


def main() -> None:
    """Compare everything and write the document."""
    tables = {title: compare(puzzle) for title, puzzle in PUZZLES.items()}
    strange = {
        (title, combination)
        for title, table in tables.items()
        for combination in disagreements(table) + moved_by_posting_order(PUZZLES[title], table)
        if combination[0] != WEIGHING
    }
    if strange:
        raise SystemExit(f"counters: the document does not account for {sorted(strange)}")
    replayed = PUZZLES["C-Note 3×3"]
    for value in VALUE_ORDERS:
        order = order_of(WEIGHING, value)
        if ours(model_of(replayed), order) != gecode(model_of(replayed), order, COPYING):
            raise SystemExit(f"counters: {replayed}, {value}: replay is not the only difference")
    trials = {title: experiments(puzzle) for title, puzzle in PUZZLES.items()}
    DOCUMENT.write_text(document(tables, trials), encoding="utf-8")


def document(tables: dict[str, Table], trials: dict[str, str]) -> str:
    """The text of `docs/counters.md`."""
    number = sum(map(len, tables.values()))
    different = sum(len(disagreements(table)) for table in tables.values())
    comparisons = "\n\n".join(f"### {title}\n\n{written(table)}" for title, table in tables.items())
    trial_texts = "\n\n".join(f"### {title}, dom_wdeg\n\n{text}" for title, text in trials.items())
    return TEXT.format(
        number=number,
        same=number - different,
        different=different,
        each=number // len(tables),
        version=f"Gecode {version()}",
        comparisons=comparisons,
        trials=trial_texts,
    )


TEXT = """\
# Our counters against Gecode's

A backtrack is a state of the search in which propagation found a contradiction; Gecode calls it a
failure. Both solvers search the same model for all solutions, so where they propagate equally
strongly and decide in the same order they must fail equally often. That makes Gecode, which
shares no code with ours, a witness for our labeling options, our propagators and our counters.

This page is written by `make counters`; here it was {version}.

## What was compared

- Each puzzle's own model, exported by `quincunx export --to minizinc`, at bounds consistency:
  linear equations by bounds, all-different by values and full intervals, tables by what their rows
  support. One thread, no restarts, all solutions.
- Nine variable orders with six value choices: {each} combinations a puzzle, {number} in all.
- A cell holds the number of our backtracks, which is Gecode's number of failures too. Where they
  differ it says **ours / Gecode's**. The numbers of nodes and solutions were compared as well, and
  a cell counts as equal only if all three are.

**{same} of {number} agree.** The other {different} are all of `dom_wdeg`.

{comparisons}

## Why dom_wdeg differs

The eight other orders look at domains and at how many propagators are awake. Both follow from the
fixpoint that propagation reaches, and that is the same whatever runs first. `dom_wdeg` looks at the
*weights* of propagators as well: how often each was the one that found a contradiction. Often
several could have found it, and the first to run gets the weight. So the weights depend on three
things that are no part of a labeling:

1. **What runs first.** Our queue is first come, first served, in two classes of cost; Gecode has a
   queue for each class of cost, and an equation's class changes with the number of its variables
   that are open. The columns *backwards* show the same model with its constraints posted in the
   opposite order: both solvers' numbers move. The same change moves none of our counts for the
   eight other orders (the script checks that, for all puzzles).
2. **Replay.** Gecode copies its state at every eighth node only and replays the decisions since
   then all at once, so after going back another propagator may be the first to fail than when the
   decisions came one by one. The column *copying* is Gecode with a copy at every node
   (`-c-d 1`), which is like our trail. On the C-Note 3×3 this is the only difference: with it, all
   six numbers are ours.
3. **Decay.** Gecode through FlatZinc lets old failures fade (`-decay 0.99`); our weights are whole
   numbers that never fade, and are compared as exact fractions. The last column is without decay.

Neither solver is wrong: they answer "which constraint is to blame?" differently. All find the same
solutions.

{trials}
"""


if __name__ == "__main__":
    main()
