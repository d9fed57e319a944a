"""`docs/peers.md`: the measurements as tables of ratios, and the papers' times beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.peers.papers import PRINTED

REFERENCE = "ours"

HANDICAPPED = ("Gecode, solving", "Gecode, our export")
"""These leave out the building of a model, which ours includes."""

NOT_PEERS = (REFERENCE, "ours, again")

Data = dict[str, Any]


def ratio(number: float) -> str:
    """A ratio as it is read: two digits where they say something.

    >>> ratio(0.537), ratio(3.14), ratio(31.4), ratio(31415)
    ('0.54', '3.1', '31', '31,000')
    """
    if number < 1:
        return f"{number:.2f}"
    if number < 9.95:
        return f"{number:.1f}"
    digits = len(str(int(number)))
    return f"{round(number, 2 - digits):,.0f}"


def seconds(number: float) -> str:
    """A time with its unit.

    >>> seconds(0.000241), seconds(0.0373), seconds(2.5)
    ('0.24 ms', '37 ms', '2.5 s')
    """
    if number >= 1:
        return f"{number:.1f} s"
    thousandths = number * 1e3
    return f"{thousandths:.2f} ms" if thousandths < 10 else f"{thousandths:.0f} ms"


def shown(cell: Data, reference: float, limit: float) -> str:
    """A cell of the table: a ratio, or why there is none."""
    match cell["status"]:
        case "solved":
            times = cell["seconds"] / reference
            return f"**{ratio(times)}**" if times < 1 else ratio(times)
        case "late":
            return f"> {ratio(limit / reference)}"
        case "missing":
            return "not installed"
        case "cannot":
            return "cannot"
        case _:
            return "failed"


def table(data: Data) -> str:
    """All rows, as ratios to our compiled kernel."""
    columns = [column for column in data["versions"] if column != REFERENCE]
    lines = [
        "| instance | task | solutions | ours | " + " | ".join(columns) + " |",
        "|---|---|---:|---:|" + "---:|" * len(columns),
    ]
    for row in data["rows"]:
        reference = row["cells"][REFERENCE].get("seconds")
        if reference is None:
            lines.append(f"| {row['instance']} | {row['task']} | | late |" + " |" * len(columns))
            continue
        cells = " | ".join(shown(row["cells"][c], reference, data["limit"]) for c in columns)
        lines.append(
            f"| {row['instance']} | {row['task']} | {row['count']:,} | {seconds(reference)} | "
            f"{cells} |"
        )
    return "\n".join(lines)


def faster_than_ours(data: Data, columns: list[str]) -> Iterator[str]:
    """Rows in which somebody was faster than our compiled kernel, as lines of a list."""
    for row in data["rows"]:
        reference = row["cells"][REFERENCE].get("seconds")
        for column in columns:
            took = row["cells"][column].get("seconds")
            if took is not None and (reference is None or took < reference):
                ours = "late" if reference is None else seconds(reference)
                yield (f"- {row['instance']}, {row['task']}: {column} {seconds(took)}, ours {ours}")


def who_wins(data: Data) -> str:
    """In which rows we are not the fastest, counted and listed."""
    columns = [column for column in data["versions"] if column not in NOT_PEERS]
    equal = [column for column in columns if column not in HANDICAPPED]
    number = len(data["rows"])
    beaten = list(faster_than_ours(data, equal))
    rows = {line.split(":")[0] for line in beaten}
    text = (
        f"Among the solvers whose time includes a model, ours is the fastest in "
        f"{number - len(rows)} of {number} rows."
    )
    if beaten:
        text += " The others:\n\n" + "\n".join(beaten)
    alone = {line.split(":")[0] for line in faster_than_ours(data, list(HANDICAPPED))}
    text += (
        f"\n\nGecode's search alone, its model already built and, on our export, modelled by us, "
        f"is shorter than our building and searching together in {len(alone)} of {number} rows: "
        "those where the search is a few nodes and building the model is most of our time."
    )
    return text


def beside_the_papers(data: Data) -> str:
    """The papers' printed times and ours for the same instances."""
    ours = {
        (row["instance"], row["task"]): row["cells"][REFERENCE].get("seconds")
        for row in data["rows"]
    }
    lines = [
        "| instance | the paper, its machine | what it is | ours, first | ours, all |",
        "|---|---:|---|---:|---:|",
    ]
    for printed in PRINTED:
        times = [ours.get((printed.instance, task)) for task in ("first", "all")]
        mark = "" if printed.same_digits else " ¹"
        shown_times = " | ".join("" if time is None else seconds(time) for time in times)
        lines.append(
            f"| {printed.instance}{mark} | {printed.seconds:g} s | {printed.what} | {shown_times} |"
        )
    return "\n".join(lines)


def reasons(data: Data) -> str:
    """Why cells hold no time, other than that it took too long."""
    found: dict[str, str] = {}
    for row in data["rows"]:
        for column, cell in row["cells"].items():
            if cell.get("note"):
                found.setdefault(f"{row['instance']}, {column}", cell["note"])
    if not found:
        return ""
    lines = "\n".join(f"- {where}: {note}" for where, note in found.items())
    return f"\nWhere a peer cannot or failed:\n\n{lines}\n"


def report(data: Data) -> str:
    """The text of the document."""
    machine = data["machine"]
    versions = "\n".join(
        f"| {column} | {version or 'not installed'} |"
        for column, version in data["versions"].items()
    )
    return TEXT.format(
        date=data["date"],
        processor=machine["processor"],
        cores=machine["cores"],
        system=machine["system"],
        python=machine["python"],
        load=" to ".join(map(str, data["load"])),
        limit=f"{data['limit']:g}",
        versions=versions,
        table=table(data),
        reasons=reasons(data),
        winners=who_wins(data),
        papers=beside_the_papers(data),
    )


TEXT = """\
# The peers, measured

The same puzzles by our kernel and by others, in one run on one core. Written by `make peers` on
{date}; the data are in [peers.json](peers.json).

![Ratios of all peers to our compiled kernel](peers.svg)

## How it was measured

- Machine: {processor}, {cores} cores, {system}, Python {python}; one core was used. Load when it
  began and ended: {load}. A load above 1 means that others were at work at the same time.
- Two tasks: the *first* solution, and *all* of them, which for a puzzle with one solution is the
  proof that there is no other. All peers that finished a task found the same number.
- A cell may take {limit} s. What is quick is repeated, in a Python process for half a second, by
  Gecode and SWI-Prolog up to five times, and the fastest counts.
- *ours* is the compiled kernel in its process, from the puzzle to the last solution: building the
  model, posting it, searching. Before every repetition all tables and remembered answers are
  dropped. *ours, again* is the same with what an earlier puzzle of the family left: tables that are
  ready, and answers that are known.
- CP-SAT (one worker), OR-Tools' older CP solver and python-constraint2 run in a Python process too,
  and their time includes their model: a natural one, as somebody would write it who knows the
  library and nothing of our models (`benchmarks/natural.py`, `benchmarks/peers/`).
- Gecode runs through MiniZinc, on natural models (`benchmarks/peers/minizinc/`). *solving* is its
  search alone; *solver* adds building its model from what MiniZinc compiled; *command* is
  everything that a person waits for. *our export* is Gecode's search alone on
  `quincunx export --to minizinc`, at the better of both consistencies: there our modelling works
  for Gecode, and nobody pays for it.
- SWI-Prolog's models (`benchmarks/peers/prolog/`) are written the way the papers describe theirs.

| column | version |
|---|---|
{versions}

## Ratios to our compiled kernel

Above 1 is slower than ours, **below 1** faster. "> 500" did not finish in time and took more than
500 times as long as ours.

{table}
{reasons}
{winners}

## The papers' own times

Printed in the papers, measured by their authors with SICStus Prolog on *their* machines years ago,
so only the order of magnitude can be compared. They do not all say whether a time is for the first
solution or for all.

{papers}

¹ The paper prints size and target but not the digits; ours are made from a seed.
"""
