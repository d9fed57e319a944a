"""`quincunx gallery`: list the published puzzles that ship with the package, or fetch one."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from quincunx.cli.output import draw, table, write, write_json, write_lines
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.families import family_named
from quincunx.families.base.capabilities import sketch_of
from quincunx.families.base.documents import read_solution
from quincunx.families.gallery import GalleryEntry, entry_named, names


def gallery(
    name: str | None = None,
    /,
    family: str | None = None,
    solution: bool = False,
    output: Path | None = None,
    as_json: bool = False,
) -> int:
    """List the published puzzles, or fetch one of them.

    Options:
        name (NAME): The puzzle to fetch, for instance power-strike/16.
        family (FAMILY): List the puzzles of this family only.
        solution: Draw the printed answer too.
        output: Draw those listed on one sheet, in a file that ends in .svg, .png or .pdf.
    """
    if name is None and solution:
        raise OptionError("gallery: --solution without a name, expected the name of a puzzle")
    if name is not None and family is not None:
        raise OptionError("gallery: both a name and --family, expected at most one")
    if name is not None and output is not None:
        raise OptionError("gallery: both a name and -o, expected at most one (draw draws one)")
    if name is not None:
        entry = entry_named(name)
        if as_json:
            write_json(entry.as_dict())
        else:
            _write_entry(entry, with_solution=solution)
        return Status.FOUND
    wanted = [entry_named(n) for n in names(family_named(family).family if family else "")]
    if output is not None:
        _draw_sheet(wanted, output)
    if as_json:
        write_json({"puzzles": [entry.as_dict() for entry in wanted]})
    elif output is None:
        _write_list(wanted)
    return Status.FOUND


def _draw_sheet(wanted: list[GalleryEntry], output: Path) -> None:
    """Draw puzzles side by side in a file."""
    from quincunx.drawing import Picture
    from quincunx.drawing.sheet import Sheet

    Sheet("Published puzzles", [(Picture(e.puzzle), e.name) for e in wanted]).save(output)


def _write_list(wanted: list[GalleryEntry]) -> None:
    for at, (source, group) in enumerate(groupby(wanted, key=lambda entry: entry.source)):
        if at:
            write()
        write_lines([[(source, "title")]])
        write(table([[f"  {e.name}", claim(e), e.puzzle.identifier] for e in group]))


def claim(entry: GalleryEntry) -> str:
    """The claim about an entry's solutions, for a table."""
    return "one solution" if entry.claims_unique else "-"


def _write_entry(entry: GalleryEntry, *, with_solution: bool) -> None:
    write_lines([[(entry.name, "title")]])
    write(draw(sketch_of(entry.puzzle)))
    write()
    write(f"puzzle: {entry.puzzle.identifier}")
    write(f"source: {entry.source}")
    write(f"claims: {claim(entry)}")
    if entry.solution is None:
        write("answer: none printed")
    elif with_solution:
        write("answer:")
        write(draw(sketch_of(entry.puzzle, read_solution(entry.puzzle, entry.solution))))
    else:
        write("answer: printed (--solution shows it)")
