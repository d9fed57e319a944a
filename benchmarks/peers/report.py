"""`docs/peers.md`: the measurements as tables of ratios, and the papers' times beside ours."""

from __future__ import annotations

from typing import Any

from benchmarks.peers import ENOUGH, LEAST, MOST, NARROW
from benchmarks.peers.papers import PRINTED
from quincunx.lab.figures.intervals import CONFIDENCE, Interval

REFERENCE = "ours"
SELVES = (REFERENCE, "ours, uncompiled")
HANDICAPPED = ("Gecode, solving", "Gecode, our export")
"""These leave out the building of a model, which ours includes."""
BY_ANOTHER_CLOCK = "Gecode, solving"
"""Nobody is called faster by this one."""
KINDS = ("cold", "warm")

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


def time_of(cell: Data, kind: str) -> Interval | None:
    """A cell's cold or warm time, if it has one."""
    return Interval(**cell[kind]) if kind in cell else None


def measurable(time: Interval) -> bool:
    """Whether anything was left when the start of a program was taken away from its time."""
    return time.low > 0


def between(low: str, high: str) -> str:
    """An interval in brackets; nothing where both ends read the same.

    >>> between("1.1", "1.3"), between("2", "2")
    (' (1.1–1.3)', '')
    """
    return "" if low == high else f" ({low}–{high})"


def shown(cell: Data, reference: Interval, kind: str, limit: float) -> str:
    """A cell of the table: a ratio with what it lies between, or why there is none."""
    time = time_of(cell, kind)
    if time is not None:
        if not measurable(time):
            return "too small to tell"
        middle = ratio(time.middle / reference.middle)
        ends = (time.low / reference.high, time.high / reference.low)
        text = middle + between(*map(ratio, ends))
        if time.overlaps(reference):
            return f"≈ {text}"
        return f"**{text}**" if time.under(reference) else text
    match cell["status"]:
        case "solved":
            return "–"
        case "late":
            return f"> {ratio(limit / reference.high)}"
        case "missing":
            return "not installed"
        case "cannot":
            return "cannot"
        case _:
            return "failed"


def columns_of(data: Data, kind: str) -> list[str]:
    """The columns that have times of a kind."""
    return [
        column
        for column in data["versions"]
        if column != REFERENCE and any(kind in row["cells"][column] for row in data["rows"])
    ]


def table(data: Data, kind: str) -> str:
    """All rows, as ratios to our compiled kernel."""
    columns = columns_of(data, kind)
    lines = [
        "| instance | task | solutions | ours | " + " | ".join(columns) + " |",
        "|---|---|---:|---:|" + "---:|" * len(columns),
    ]
    for row in data["rows"]:
        ours = time_of(row["cells"][REFERENCE], kind)
        if ours is None:
            lines.append(f"| {row['instance']} | {row['task']} | | late |" + " |" * len(columns))
            continue
        texts = {c: shown(row["cells"][c], ours, kind, data["limit"]) for c in columns}
        cells = " | ".join(t.strip("*") if c == BY_ANOTHER_CLOCK else t for c, t in texts.items())
        time = seconds(ours.middle) + between(seconds(ours.low), seconds(ours.high))
        lines.append(f"| {row['instance']} | {row['task']} | {row['count']:,} | {time} | {cells} |")
    return "\n".join(lines)


def who_wins(data: Data, kind: str) -> str:
    """In which rows we are the fastest beyond noise, in which others, and where nobody can tell."""
    columns = [c for c in columns_of(data, kind) if c not in (*SELVES, *HANDICAPPED)]
    first: list[str] = []
    beaten: list[str] = []
    unsure: list[str] = []
    for row in data["rows"]:
        name = f"{row['instance']}, {row['task']}"
        ours = time_of(row["cells"][REFERENCE], kind)
        others = {c: time for c in columns if (time := time_of(row["cells"][c], kind)) is not None}
        if ours is None:
            continue
        close = [c for c, time in others.items() if time.overlaps(ours) or not measurable(time)]
        faster = [c for c, time in others.items() if time.under(ours) and c not in close]
        if faster:
            beaten.append(f"- {name}: {_listed(faster, row, kind)}; ours {seconds(ours.middle)}")
        elif close:
            unsure.append(f"- {name}: {_listed(close, row, kind)}; ours {seconds(ours.middle)}")
        else:
            first.append(name)
    total = len(first) + len(beaten) + len(unsure)
    text = (
        f"Among the solvers whose time includes a model, ours is the fastest beyond noise in "
        f"{len(first)} of {total} rows."
    )
    if unsure:
        text += f" In {len(unsure)} nobody can tell, because intervals overlap:\n\n"
        text += "\n".join(unsure)
    if beaten:
        text += ("\n\nIn " if unsure else " In ") + f"{len(beaten)} another is faster:\n\n"
        text += "\n".join(beaten)
    return text


def _listed(columns: list[str], row: Data, kind: str) -> str:
    times = {column: time_of(row["cells"][column], kind) for column in columns}
    return ", ".join(f"{c} {seconds(t.middle)}" for c, t in times.items() if t is not None)


def beside_the_papers(data: Data) -> str:
    """The papers' printed times and ours for the same instances, as far as they were measured."""
    ours = {
        (row["instance"], row["task"]): time_of(row["cells"][REFERENCE], "cold")
        for row in data["rows"]
    }
    lines = [
        "| instance | the paper, its machine | what it is | ours, first | ours, all |",
        "|---|---:|---|---:|---:|",
    ]
    for printed in PRINTED:
        times = [ours.get((printed.instance, task)) for task in ("first", "all")]
        if times == [None, None]:
            continue
        mark = "" if printed.same_digits else " ¹"
        shown_times = " | ".join("" if time is None else seconds(time.middle) for time in times)
        lines.append(
            f"| {printed.instance}{mark} | {printed.seconds:g} s | {printed.what} | {shown_times} |"
        )
    text = "\n".join(lines)
    return f"{text}\n{FOOTNOTE.rstrip()}" if "¹" in text else text


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
    wide = [
        interval
        for row in data["rows"]
        for cell in row["cells"].values()
        for kind in KINDS
        if (interval := time_of(cell, kind)) is not None
    ]
    return TEXT.format(
        date=data["date"],
        processor=machine["processor"],
        cores=machine["cores"],
        system=machine["system"],
        python=machine["python"],
        load=" to ".join(map(str, data["load"])),
        limit=f"{data['limit']:g}",
        least=LEAST,
        most=MOST,
        enough=f"{ENOUGH:g}",
        narrow=f"{NARROW - 1:.0%}",
        confidence=f"{CONFIDENCE:.0%}",
        intervals=len(wide),
        narrow_ones=len([i for i in wide if i.number > 1 and i.high <= NARROW * i.low]),
        versions=versions,
        cold=table(data, "cold"),
        warm=table(data, "warm"),
        reasons=reasons(data),
        cold_winners=who_wins(data, "cold"),
        warm_winners=who_wins(data, "warm"),
        papers=beside_the_papers(data),
    )


TEXT = """\
# The peers, measured

The same puzzles by our kernel and by others, on one core of one machine. Written by `make peers` on
{date}; the data are in [peers.json](peers.json).

![Ratios of all peers to our compiled kernel](peers.svg)

## How it was measured

- Machine: {processor}, {cores} cores, {system}, Python {python}; one core was used. Load when it
  began and ended: {load}. A load above 1 means that others were at work at the same time; so times
  are those of the processor, which does not count waiting.
- Two tasks: the *first* solution, and *all* of them, which for a puzzle with one solution is the
  proof that there is no other. All peers that finished a task found the same number.
- *Cold* is the first thing that a fresh process does; *warm* is the same once more in that process,
  with tables that are ready and whatever else a solver remembers.
- Every time is a median over fresh processes, {least} to {most} of them: no more were started when
  the interval was narrower than {narrow}, or when a cell had taken {enough} s. In brackets stands
  the interval that holds the true median with a confidence of {confidence}; nothing is assumed of
  how times are spread. {narrow_ones} of {intervals} intervals became as narrow as that. What was
  measured fewer than five times has no such interval: the brackets hold its least and its most
  time, each taken to be right within a factor of one and a half.
- A cell may take {limit} s.
- *ours* is the compiled kernel in its process, from the puzzle to the last solution: building the
  model, posting it, searching.
- CP-SAT (one worker), OR-Tools' older CP solver and python-constraint2 run in a Python process too,
  and their time includes their model: a natural one, as somebody would write it who knows the
  library and nothing of our models (`benchmarks/natural.py`, `benchmarks/peers/`).
- Gecode runs through MiniZinc, on natural models (`benchmarks/peers/minizinc/`), each time in a
  fresh process. *solver* is building its model from what MiniZinc compiled, and its search: what
  the processor spent, less what it takes to start Gecode (some ten milliseconds, known to about
  one: what is less is too small to tell). *command* is everything. *solving* is its search alone,
  told by Gecode, whose clock counts waiting too; nobody is called faster by it. *our export* is
  *solver* on `quincunx export --to minizinc`, at the better of both consistencies: there our
  modelling works for Gecode, and nobody pays for it.
- SWI-Prolog's models (`benchmarks/peers/prolog/`) are written the way the papers describe theirs.

| column | version |
|---|---|
{versions}

## Cold: ratios to our compiled kernel

Above 1 is slower than ours, **below 1** faster, ≈ within noise: the intervals overlap. "> 500" did
not finish in time and took more than 500 times as long as ours.

{cold}
{reasons}
{cold_winners}

Gecode's search alone, and Gecode on our export, which was modelled by us, are not counted there.

## Warm: ratios to our compiled kernel

{warm}

{warm_winners}

## The papers' own times

Printed in the papers, measured by their authors with SICStus Prolog on *their* machines years ago,
so only the order of magnitude can be compared. They do not all say whether a time is for the first
solution or for all. Ours are cold.

{papers}
"""
FOOTNOTE = """
¹ The paper prints size and target but not the digits; ours are made from a seed.
"""
