"""Figures as text, tables in Markdown, and rows as CSV and JSON files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx._support.files import make_folder, write_file
from quincunx.families import shorten

if TYPE_CHECKING:
    from quincunx.lab.runner import TrialGrid
    from quincunx.lab.trials import TrialRow

UNITS = ((1.0, " s"), (1e-3, " ms"), (1e-6, " µs"))
LARGE = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def brief(number: float, counter: str) -> str:
    """Return a figure in few characters.

    >>> brief(0.00123, "seconds"), brief(12488, "nodes"), brief(107, "backtracks")
    ('1.23 ms', '12.5k', '107')
    >>> brief(391.24, "seconds"), brief(0.0000213, "seconds")
    ('391 s', '21.3 µs')
    >>> brief(0, "seconds"), brief(999.6, "nodes"), brief(0.5, "backtracks")
    ('0 s', '1k', '0.5')
    """
    for size, unit in UNITS if counter == "seconds" else LARGE:
        if number >= size * 0.9995:
            return f"{_three(number / size)}{unit}"
    if counter == "seconds":
        return "0 s" if number == 0 else f"{_three(number * 1e6)} µs"
    return _three(number)


def _three(number: float) -> str:
    """Return three digits without trailing zeros."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def ratio(number: float) -> str:
    """Return a ratio with its sign.

    >>> ratio(1086.4), ratio(2.04), ratio(1), ratio(0.0001)
    ('1,086 ×', '2.04 ×', '1 ×', '1/10,000 ×')
    """
    if 0 < number < 0.01:
        return f"1/{1 / number:,.0f} ×"
    return f"{number:,.0f} ×" if number >= 100 else f"{_three(number)} ×"


def title(puzzle: str, most: int = 60) -> str:
    """Return the name of a puzzle in the gallery, or its identifier.

    >>> title("power-strike:7:41,_,_,_,_,_,_,_"), title("c-note:12:12/90")
    ('power-strike/16', 'c-note:12:12/90')
    """
    from quincunx.families.gallery import gallery

    named = (name for name, entry in gallery().items() if entry.puzzle.identifier == puzzle)
    return next(named, shorten(puzzle, most))


def counter_name(counter: str) -> str:
    """Return the name of a counter in text.

    >>> counter_name("seconds"), counter_name("nodes")
    ('time', 'nodes')
    """
    return "time" if counter == "seconds" else counter


@dataclass(frozen=True)
class CounterReport:
    """What an experiment shows of one counter: a picture, tables under headings, sentences."""

    sentences: Sequence[str]
    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]
    """The heading, the headers of the columns and the rows of each."""
    picture: str = ""
    """The name of a file, if the counter has a picture of its own."""


def write_report(asked: TrialGrid, rows: Sequence[TrialRow]) -> str:
    """Return the report of an experiment as Markdown; its pictures lie beside it."""
    head = files("quincunx.lab").joinpath(f"reports/{asked.kind}.md").read_text(encoding="utf-8")
    text = [head.format(conditions=asked.conditions(), **asked.report_facts()).rstrip()]
    for counter in asked.counters:
        found, name = asked.report(rows, counter), counter_name(counter)
        text += [f"## {name.capitalize()}"]
        text += [f"![{name}]({found.picture})"] if found.picture else []
        for heading, headers, lines in found.tables:
            text += [*filter(None, [heading]), markdown_table(headers, lines)]
        text.append("\n".join(f"- {line}" for line in found.sentences))
    return "\n\n".join([*text, *asked.remarks(rows)]) + "\n"


def write_results(folder: Path, asked: TrialGrid, rows: Sequence[TrialRow]) -> list[Path]:
    """Write `rows.csv`, `rows.json`, the pictures and `report.md`; return all paths, the report
    last."""
    make_folder(folder)
    pictures = asked.draw(rows, folder)
    data = [row.as_dict() for row in rows]
    text = io.StringIO()
    table = csv.DictWriter(text, list(data[0]) if data else [], lineterminator="\n")
    table.writeheader()
    table.writerows(data)
    together = json.dumps({"sweep": asked.identity(), "rows": data}, indent=1) + "\n"
    report = write_report(asked, rows)
    texts = {"rows.csv": text.getvalue(), "rows.json": together, "report.md": report}
    for name, content in texts.items():
        write_file(folder / name, content)
    return [folder / "rows.csv", folder / "rows.json", *pictures, folder / "report.md"]


def markdown_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, all columns but the first aligned right.

    >>> print(markdown_table(["order", "nodes"], [["ff", "219"]]))
    | order | nodes |
    |---|---:|
    | ff | 219 |
    """
    cells = ([cell.replace("|", "\\|") for cell in line] for line in (headers, *rows))
    first, *others = (f"| {' | '.join(line)} |" for line in cells)
    return "\n".join([first, f"|---|{'---:|' * (len(headers) - 1)}", *others])
