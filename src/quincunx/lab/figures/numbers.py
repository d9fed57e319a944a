"""Figures as people read them, and rows as files.

Vocabulary:
  tidy  one row a run and one column a fact, so that any tool can take it from there
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from quincunx._support.files import write_file
from quincunx.families import shorten
from quincunx.lab.runs.journal import Identity
from quincunx.lab.runs.trials import Row

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
LARGE = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def brief(number: float, counter: str) -> str:
    """A figure in few characters.

    >>> brief(0.00123, "seconds"), brief(12488, "nodes"), brief(107, "backtracks")
    ('1.23 ms', '12.5k', '107')
    >>> brief(0, "seconds"), brief(999.6, "nodes"), brief(0.5, "backtracks")
    ('0 s', '1k', '0.5')
    """
    if counter == "seconds":
        return seconds(number)
    for size, letter in LARGE:
        if number >= size * 0.9995:
            return f"{_three(number / size)}{letter}"
    return _three(number)


def seconds(number: float) -> str:
    """A time with its unit.

    >>> seconds(391.24), seconds(0.0604), seconds(0.0000213)
    ('391 s', '60.4 ms', '21.3 µs')
    """
    for size, unit in UNITS:
        if number >= size * 0.9995:
            return f"{_three(number / size)} {unit}"
    return "0 s" if number == 0 else f"{_three(number * 1e6)} µs"


def tight(number: float, counter: str) -> str:
    """A figure in at most five characters, for a cell of a terminal.

    >>> tight(0.00134, "seconds"), tight(0.0146, "seconds"), tight(12488, "nodes")
    ('1.3ms', '15ms', '12.5k')
    """
    if counter != "seconds":
        return brief(number, counter)
    size, unit = next((u for u in UNITS if number >= u[0] * 0.995), UNITS[-1])
    amount = number / size
    return f"{amount:.0f}{unit}" if amount >= 9.95 else f"{amount:.1f}{unit}"


def _three(number: float) -> str:
    """Three digits, without zeros that say nothing."""
    if number >= 100:
        return f"{number:.0f}"
    text = f"{number:.1f}" if number >= 10 else f"{number:.2f}"
    return text.rstrip("0").rstrip(".")


def counted(number: int, thing: str) -> str:
    """So many things.

    >>> counted(1, "node"), counted(1200, "node")
    ('1 node', '1,200 nodes')
    """
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def ratio(number: float) -> str:
    """How many times as much.

    >>> ratio(1086.4), ratio(2.04), ratio(1)
    ('1,086 ×', '2.04 ×', '1 ×')
    """
    return f"{number:,.0f} ×" if number >= 100 else f"{_three(number)} ×"


@cache
def _gallery_names() -> dict[str, str]:
    from quincunx.families.gallery import gallery

    names: dict[str, str] = {}
    for name, entry in gallery().items():
        names.setdefault(entry.puzzle.identifier, name)
    return names


def title(puzzle: str, most: int = 60) -> str:
    """What to call a puzzle: its name in the gallery, or its identifier.

    >>> title("power-strike:7:41,_,_,_,_,_,_,_"), title("c-note:12:12/90")
    ('power-strike/16', 'c-note:12:12/90')
    """
    return _gallery_names().get(puzzle) or shorten(puzzle, most)


def called(asked: object, puzzle: str) -> str:
    """What to call a puzzle that somebody asked for: by the name in the gallery that they used, for
    a puzzle may have several, or else by its title.

    >>> called("power-strike/paper-big", "power-strike:7:41,_,_,_,_,_,_,_")
    'power-strike/paper-big'
    >>> called("power-strike:7:41,_,_,_,_,_,_,_", "power-strike:7:41,_,_,_,_,_,_,_")
    'power-strike/16'
    """
    from quincunx.families.gallery import gallery

    entry = gallery().get(asked) if isinstance(asked, str) else None
    if entry is None or entry.puzzle.identifier != puzzle:
        return title(puzzle)
    return str(asked)


RowT = TypeVar("RowT", bound=Row)


def write_csv(path: Path, rows: Sequence[Row]) -> None:
    """The rows under a heading of their names."""
    write_rows(path, [row.as_dict() for row in rows])


def write_rows(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Facts by name, a row each, under a heading of their names."""
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write_file(path, text.getvalue())


def read_csv(path: Path, kind: type[RowT]) -> list[RowT]:
    """The rows of a file that `write_csv` wrote, every figure with its type again; where there is
    none, because a run was stopped, it is `None`."""
    types = {"int": int, "float": float, "str": str}
    columns = {name: types[str(field.type)] for name, field in kind.__dataclass_fields__.items()}
    rows = []
    with open(path, newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            data: dict[str, Any] = {
                name: columns[name](text) if text else None for name, text in line.items()
            }
            rows.append(kind(**data))
    return rows


def write_json(path: Path, identity: Identity, rows: Iterable[Row]) -> None:
    """The rows as JSON, with the sweep that they belong to."""
    data: dict[str, Any] = {"sweep": identity, "rows": [row.as_dict() for row in rows]}
    write_file(path, json.dumps(data, indent=1) + "\n")


def markdown_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first are for figures.

    >>> print(markdown_table(["order", "nodes"], [["ff", "219"]]))
    | order | nodes |
    |---|---:|
    | ff | 219 |
    """
    lines = [headers, ["---"] + ["---:"] * (len(headers) - 1), *rows]
    text = []
    for at, line in enumerate(lines):
        cells = [cell.replace("|", "\\|") for cell in line]
        text.append(f"|{'|'.join(cells)}|" if at == 1 else f"| {' | '.join(cells)} |")
    return "\n".join(text)
