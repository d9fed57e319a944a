"""Our backtracks against other solvers' failures, for every labeling option of every family.

Run it with `make counters`; it writes `docs/counters.md`. All solve the same model at bounds
consistency and look for all solutions. What a search fails on depends on the order in which it
decides and on what propagation leaves; so where the propagators are of the same strength, the
numbers must be the same, and each that is not is accounted for in the document. Where one is not,
this program reports it and writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import DOCS, page_text
from benchmarks.peers.gecode import version
from benchmarks.plain import KINDS, plain
from benchmarks.witnesses import (
    DIRECT,
    VALUE_ORDERS,
    VARIABLE_ORDERS,
    Counters,
    gecode,
    name_of_witness,
    order_of,
    ours,
    ours_within,
    witness,
)
from quincunx.cp.constraints import Constraint
from quincunx.cp.model import Model, Phase
from quincunx.families.base.puzzle_input import find_puzzle
from quincunx.solving.models import PAPER, model_of

DOCUMENT = DOCS / "counters.md"

WEIGHING = "dom_wdeg"
"""The one order that looks at more than the domains and what is still to be decided."""

PUZZLES = {
    "Power Strike, × 2": "power-strike/paper-small",
    "Power Strike, × 4": "power-strike:4:3,_,_,_,_",
    "C-Note 3×3": "c-note/paper-example",
    "C-Note 3": "c-note/3",
    "Multi-Balance 71": "multi-balance/71",
    "Multi-Balance 86": "multi-balance/86",
    "Sum Star, a pair": (
        "sum-star:0.0=19,25,27,1,2,9@4____________/1.0=4,3,16,22,27,25@_______9_____"
    ),
    "Sum Star, another pair": "sum-star:0.0=22,8,9,1,4,15/1.0=2,15,23,9,9,8",
    "Sum Star, the paper's": "sum-star/paper",
    "Aztec Math 10": "aztec-math/10",
    "Aztec Math 18": "aztec-math/18",
}
"""What the document calls a puzzle, and its name in the gallery or its identifier."""
PROGRAMS = ("Power Strike, × 2", "Power Strike, × 4")
"""Those whose model is the paper's program. Our own has nothing to compare: it is a chain of
tables, which never fails below the root."""
EXPERIMENTS = ("C-Note 3×3", "Aztec Math 18")
"""Those on which it is shown what moves the weighing order."""

LONG = "Sum Star, the paper's"
"""The one whose searches take longest."""
MOST_NODES = 250_000
"""Searches of more nodes are not compared: only that one has such."""

GLOBAL = ("Multi-Balance 71", "Multi-Balance 86", "Sum Star, a pair", "Aztec Math 18")
"""Those on which it is shown what global constraints change."""

COPYING = ("-c-d", "1")
"""Gecode copies the state at every node, rather than at every eighth with replay in between."""
FOREVER = ("-decay", "1")
"""Gecode never lets the weight of old failures fade."""

Combination = tuple[str, str]
Table = dict[Combination, tuple[Counters, Counters | None]]
"""Ours and a witness's counters for every combination whose search is not too long."""


def exported(title: str) -> Model:
    """The model of a puzzle as it is exported: ours, or the paper's program, whose variables are
    all decided by the labeling that is asked for."""
    puzzle = find_puzzle(PUZZLES[title])
    if title not in PROGRAMS:
        return puzzle.model()
    model = model_of(puzzle, PAPER)
    model.decisions = tuple(v for phase in model.phases for v in phase.variables)
    model.phases = [Phase(model.decisions)]
    return model


def in_plain_words(title: str, backwards: bool = False) -> Model:
    """The decomposed model of a puzzle; `backwards` posts its constraints last first."""
    model = plain(exported(title))
    if backwards:
        model.constraints.reverse()
    return model


def combinations() -> Iterator[Combination]:
    """Every variable order with every value choice."""
    for variable in VARIABLE_ORDERS:
        for value in VALUE_ORDERS:
            yield variable, value


def compare(title: str) -> Table:
    """Our counters and the other solver's for every combination, on the decomposed model."""
    table: Table = {}
    for variable, value in combinations():
        counted = ours_within(in_plain_words(title), order_of(variable, value), MOST_NODES)
        if counted is None:
            print(f"{title:24}{variable:18}{value:12} too long", flush=True)
            continue
        other = witness(lambda: in_plain_words(title), variable, value)
        table[variable, value] = (counted, other)
        print(f"{title:24}{variable:18}{value:12}", *table[variable, value], flush=True)
    return table


def disagreements(table: Table) -> list[Combination]:
    """The combinations for which the two do not count the same."""
    return [key for key, (one, other) in table.items() if other is not None and one != other]


def asked(table: Table) -> int:
    """For how many combinations there is a witness."""
    return len([1 for _, other in table.values() if other is not None])


def never_failing(table: Table) -> int:
    """For how many combinations both agree on a search without a failure."""
    return len([1 for one, other in table.values() if one == other and one.failures == 0])


def against_gecode(build: Callable[[], Model]) -> Table:
    """Ours and Gecode's counters for the combinations that Gecode has."""
    return {
        (variable, value): (
            ours(build(), order_of(variable, value)),
            gecode(build(), order_of(variable, value)),
        )
        for variable in VARIABLE_ORDERS
        for value in DIRECT
    }


def by_kind(title: str) -> list[str]:
    """A line of the document: how many combinations agree as exported, with each kind of global
    constraint decomposed, and with all."""
    kinds = [k for k in KINDS if any(isinstance(c, k) for c in exported(title).constraints)]
    sets: list[tuple[type[Constraint], ...]] = [(), *((kind,) for kind in kinds)]
    if len(kinds) > 1:
        sets.append(tuple(kinds))
    lines = []
    for chosen in sets:
        table = against_gecode(partial(_with_plain, title, chosen))
        names = ", ".join(kind.__name__ for kind in chosen) or "none, as exported"
        different = disagreements(table)
        left = [table[key] for key in different if key[0] != WEIGHING]
        if chosen == tuple(kinds) and left:
            raise SystemExit(f"counters: {title}: the kinds do not account for {left}")
        fewer = len([1 for one, other in left if other and other.failures < one.failures])
        more = len([1 for one, other in left if other and other.failures > one.failures])
        figures = (len(table) - len(different), len(left), fewer, more)
        lines.append(f"| {title} | {names} | {' | '.join(map(str, figures))} |")
        print(lines[-1], flush=True)
    return lines


def _with_plain(title: str, kinds: tuple[type[Constraint], ...]) -> Model:
    return plain(exported(title), kinds)


def written(table: Table) -> str:
    """A table of the document: a number where both agree, else ours / the witness's; in italics
    where there is no witness, and a stroke where it took too long."""
    lines = ["| | " + " | ".join(VALUE_ORDERS) + " |", "|---|" + "---:|" * len(VALUE_ORDERS)]
    for variable in VARIABLE_ORDERS:
        cells = []
        for value in VALUE_ORDERS:
            one, other = table.get((variable, value), (None, None))
            if one is None:
                cells.append("–")
            elif other is None:
                cells.append(f"*{one.failures:,}*")
            elif one == other:
                cells.append(f"{one.failures:,}")
            else:
                cells.append(f"**{one.failures:,} / {other.failures:,}**")
        lines.append(f"| {variable} | {' | '.join(cells)} |")
    return "\n".join(lines)


def read_ours(document: str, title: str) -> dict[Combination, int]:
    """Our numbers in a table of the document."""
    section = document.split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    numbers = {}
    for row in rows:
        name, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        for value, cell in zip(VALUE_ORDERS, cells, strict=True):
            if cell == "–":
                continue
            numbers[name, value] = int(cell.strip("*").split("/")[0].replace(",", ""))
    return numbers


def experiments(title: str) -> str:
    """A table of what moves the numbers of the weighing order."""
    lines = [
        "| value choice | ours | Gecode | ours, backwards | Gecode, backwards | "
        "Gecode, copying | Gecode, copying, no decay |",
        "|---|" + "---:|" * 6,
    ]
    for value in DIRECT:
        order = order_of(WEIGHING, value)
        counted = [
            ours(in_plain_words(title), order),
            gecode(in_plain_words(title), order),
            ours(in_plain_words(title, backwards=True), order),
            gecode(in_plain_words(title, backwards=True), order),
            gecode(in_plain_words(title), order, COPYING),
            gecode(in_plain_words(title), order, COPYING + FOREVER),
        ]
        cells = " | ".join(f"{counters.failures:,}" for counters in counted)
        lines.append(f"| {value} | {cells} |")
        print(f"{title:24}{value:12}{cells}", flush=True)
    return "\n".join(lines)


def moved_by_posting_order(title: str, table: Table) -> list[Combination]:
    """The combinations whose count of ours changes when the constraints are posted backwards."""
    return [
        (variable, value)
        for variable, value in combinations()
        if ours(in_plain_words(title, backwards=True), order_of(variable, value))
        != table[variable, value][0]
    ]


def main() -> None:
    """Compare everything and write the document."""
    tables = {title: compare(title) for title in PUZZLES}
    strange = {
        (title, combination)
        for title, table in tables.items()
        for combination in disagreements(table)
        + ([] if title == LONG else moved_by_posting_order(title, table))
        if combination[0] != WEIGHING
    }
    if strange:
        raise SystemExit(f"counters: the document does not account for {sorted(strange)}")
    idle = [title for title, table in tables.items() if never_failing(table)]
    if idle:
        raise SystemExit(f"counters: searches that never fail prove nothing: {idle}")
    replayed = EXPERIMENTS[0]
    for value in DIRECT:
        order = order_of(WEIGHING, value)
        if ours(in_plain_words(replayed), order) != gecode(
            in_plain_words(replayed), order, COPYING
        ):
            raise SystemExit(f"counters: {replayed}, {value}: replay is not the only difference")
    kinds = [line for title in GLOBAL for line in by_kind(title)]
    trials = {title: experiments(title) for title in EXPERIMENTS}
    DOCUMENT.write_text(document(tables, kinds, trials), encoding="utf-8")


def document(tables: dict[str, Table], kinds: list[str], trials: dict[str, str]) -> str:
    """The text of `docs/counters.md`."""
    from importlib.metadata import version as installed

    number = sum(map(asked, tables.values()))
    different = sum(len(disagreements(table)) for table in tables.values())
    each = len(list(combinations()))
    return page_text("counters").format(
        number=number,
        same=number - different,
        different=different,
        each=each,
        puzzles=len(tables),
        most=f"{MOST_NODES:,}",
        long=LONG,
        skipped=len(tables) * each - sum(map(len, tables.values())),
        asked=len([1 for key in combinations() if name_of_witness(*key)]),
        by_gecode=len([1 for key in combinations() if name_of_witness(*key) == "Gecode"]),
        by_or_tools=len([1 for key in combinations() if name_of_witness(*key) == "OR-Tools"]),
        version=f"Gecode {version()} and OR-Tools {installed('ortools')}",
        names="\n".join(f"| {title} | `{name}` |" for title, name in PUZZLES.items()),
        comparisons="\n\n".join(
            f"### {title}\n\n{written(table)}" for title, table in tables.items()
        ),
        direct=len(VARIABLE_ORDERS) * len(DIRECT),
        kinds="\n".join(kinds),
        trials="\n\n".join(f"### {title}, dom_wdeg\n\n{text}" for title, text in trials.items()),
    )


if __name__ == "__main__":
    main()
