"""`docs/peers.md`: the measurements as tables of ratios, and the papers' times beside ours."""

from __future__ import annotations

from typing import Any

from benchmarks import page_text
from benchmarks.peers import MAX_INTERVAL_RATIO, MAX_PROCESSES, MIN_PROCESSES, RESULT_SECONDS
from benchmarks.peers.papers import PRINTED
from quincunx.lab.statistics import CONFIDENCE, MedianInterval

REFERENCE = "ours"
SELVES = (REFERENCE, "ours, uncompiled")
HANDICAPPED = ("Gecode, solving", "Gecode, our export")
"""These leave out the building of a model, which ours includes."""
BY_ANOTHER_CLOCK = "Gecode, solving"
"""Its clock includes waiting, so it is never called faster."""
KINDS = ("cold", "warm")
FOOTNOTE = "¹ The paper prints size and target but not the digits; ours are made from a seed."

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


def time_of(cell: Data, kind: str) -> MedianInterval | None:
    """A cell's cold or warm time, if it has one."""
    return MedianInterval(**cell[kind]) if kind in cell else None


def sure(time: MedianInterval) -> bool:
    """Whether it was measured often enough to have an interval and be compared."""
    return time.number >= MIN_PROCESSES


def measurable(time: MedianInterval) -> bool:
    """Whether anything was left when the start of a program was taken away from its time."""
    return time.low > 0


def between(low: str, high: str) -> str:
    """An interval in brackets; nothing where both ends read the same.

    >>> between("1.1", "1.3"), between("2", "2")
    (' (1.1–1.3)', '')
    """
    return "" if low == high else f" ({low}–{high})"


def shown(cell: Data, reference: MedianInterval, kind: str, limit: float) -> str:
    """A cell of the table: a ratio with what it lies between, or why there is none."""
    time = time_of(cell, kind)
    if time is not None:
        if not measurable(time):
            return "not measurable"
        middle = ratio(time.middle / reference.middle)
        if not (sure(time) and sure(reference)):
            return f"about {middle}"
        ends = (time.low / reference.high, time.high / reference.low)
        text = middle + between(*map(ratio, ends))
        if not (time.under(reference) or reference.under(time)):
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
        if not sure(ours):
            time = f"about {seconds(ours.middle)}"
        lines.append(f"| {row['instance']} | {row['task']} | {row['count']:,} | {time} | {cells} |")
    return "\n".join(lines)


def who_wins(data: Data, kind: str) -> str:
    """List the rows in which ours is the fastest beyond noise, or another, or neither."""
    columns = [c for c in columns_of(data, kind) if c not in (*SELVES, *HANDICAPPED)]
    groups: dict[str, list[str]] = {"first": [], "few": [], "unsure": [], "beaten": []}
    for row in data["rows"]:
        ours = time_of(row["cells"][REFERENCE], kind)
        others = {c: time for c in columns if (time := time_of(row["cells"][c], kind)) is not None}
        if ours is None:
            continue
        group, named = _placed(ours, others)
        others_text = _listed(named, row, kind)
        groups[group].append(
            f"- {row['instance']}, {row['task']}: {others_text}; ours {seconds(ours.middle)}"
        )
    text = (
        f"Among the solvers whose time includes a model, ours is the fastest beyond noise in "
        f"{len(groups['first'])} of {sum(map(len, groups.values()))} rows."
    )
    for group, words in (
        ("few", "ours took the least time as well, but is not called the fastest: others were "
                "measured fewer than five times, because their processes take long"),
        ("unsure", "the fastest is not known, because intervals overlap or there are too few runs"),
        ("beaten", "another is faster"),
    ):  # fmt: skip
        if lines := groups[group]:
            text += f"\n\nIn {len(lines)} {words}:\n\n" + "\n".join(lines)
    return text


def _placed(ours: MedianInterval, others: dict[str, MedianInterval]) -> tuple[str, list[str]]:
    """Where a row belongs, and the solvers to name there."""
    if not sure(ours):
        return "unsure", list(others)
    known = {c: time for c, time in others.items() if sure(time)}
    faster = [c for c, time in known.items() if time.under(ours) and measurable(time)]
    if faster:
        return "beaten", faster
    close = [
        c
        for c, time in known.items()
        if not (time.under(ours) or ours.under(time)) or not measurable(time)
    ]
    # A few runs support one statement only: that each of them took more.
    few = [c for c in others if c not in known]
    close += [c for c in few if others[c].low <= ours.high]
    if close:
        return "unsure", close
    return ("few", few) if few else ("first", [])


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
    return f"{text}\n\n{FOOTNOTE}" if "¹" in text else text


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
    return f"\nCells without a time, and why:\n\n{lines}\n"


def report(data: Data) -> str:
    """The text of the document."""
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
    often = [interval for interval in wide if sure(interval)]
    return page_text("peers").format(
        date=data["date"],
        **data["machine"],
        load=" to ".join(map(str, data["load"])),
        limit=f"{data['limit']:g}",
        least=MIN_PROCESSES,
        most=MAX_PROCESSES,
        enough=f"{RESULT_SECONDS:g}",
        narrow=f"{MAX_INTERVAL_RATIO - 1:.0%}",
        confidence=f"{CONFIDENCE:.0%}",
        short=f" (never before {MIN_PROCESSES}, where one took less than {data['short']:g} s)"
        if "short" in data
        else "",
        times=len(wide),
        intervals=len(often),
        few=len(wide) - len(often),
        narrow_ones=len([i for i in often if i.high <= MAX_INTERVAL_RATIO * i.low]),
        versions=versions,
        cold=table(data, "cold"),
        warm=table(data, "warm"),
        reasons=reasons(data),
        cold_winners=who_wins(data, "cold"),
        warm_winners=who_wins(data, "warm"),
        papers=beside_the_papers(data),
    )
