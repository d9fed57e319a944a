"""`quincunx catalogue` and `records`: complete lists of puzzles, and the extremes among them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from quincunx._support.pool import choose_pool
from quincunx._support.text import amount
from quincunx.cli.boards import draw_sheet
from quincunx.cli.options import Positive, RequirementFlags
from quincunx.cli.output import Response, table, write, write_error, write_lines, write_prose
from quincunx.cli.progress import ProgressDisplay
from quincunx.cli.status import Status
from quincunx.errors import OptionError
from quincunx.families import all_families, parse
from quincunx.families.base.capabilities import find_maker
from quincunx.families.base.catalogue import Catalogue, CatalogueEntry, shipped
from quincunx.families.base.grades import GRADES
from quincunx.making.catalogue_builder import CatalogueBuilder
from quincunx.making.catalogues import (
    CatalogueFilter,
    catalogue_in,
    catalogues,
    enumerations,
    measure_names,
)
from quincunx.making.records import questions
from quincunx.making.requirements import Requirements, read_range
from quincunx.solving import solve

MAX_SHOWN = 20
"""Number of puzzles listed by default."""


def catalogue(
    family: str | None = None,
    /,
    *,
    kind: str | None = None,
    where: list[str] | None = None,
    required: RequirementFlags,
    number: Positive | None = None,
    from_: Path | None = None,
    build: Path | None = None,
    grades: bool = True,
    jobs: int | None = None,
    scheduler: str | None = None,
    output: Path | None = None,
    as_json: bool = False,
) -> int:
    """Filter, draw or build complete lists of puzzles.

    A catalogue holds every puzzle within its bounds that has exactly one solution.

    Exit status: 0 puzzles were found, 1 there are none, 2 the input is wrong, 3 building was
    stopped before its end.

    Options:
        family (FAMILY): The family; without it, all catalogues are listed.
        kind (NAME): One of the family's catalogues, by its name.
        where (NAME=A..B): A measure of the puzzles within a range, as in rows=6..8 or givens=3;
            may be repeated.
        number: List or draw at most N; 20 if not given, and all in JSON.
        from_: A catalogue that --build wrote, of at most 50 MB.
        build: Build the catalogue again, in FILE; continues if it was interrupted before.
        grades: Whether the puzzles that are built are graded.
        jobs: How many processes build; one per processor if not given.
        scheduler (ADDRESS): A Dask scheduler, as in tcp://10.0.0.1:8786: its workers build.
        output: Draw those listed on one sheet, in a file that ends in .svg, .png or .pdf.
        as_json: Print one JSON object per line for each puzzle.
    """
    if build is None and (jobs is not None or scheduler is not None):
        raise OptionError("catalogue: jobs and a scheduler need --build")
    if family is None:
        _refuse("need a family", kind, where, *vars(required).values(), from_, build, output)
        return _kinds().write(as_json)
    if build is not None:
        _refuse("do not go with --build", where, *vars(required).values(), from_, number, output)
        kinds = enumerations(family, kind)
        if len(kinds) > 1:
            names = ", ".join(enumeration.name for enumeration in kinds)
            raise OptionError(f"catalogue: --build without --kind, expected one of {names}")
        return _build(CatalogueBuilder(kinds[0], build, graded=grades), jobs, scheduler)
    measures = {name: read_range(text, name) for name, text in map(_where, where or ())}
    requirements = Requirements.read(vars(required))
    choice = CatalogueFilter(requirements, measures)
    whole_lists = [catalogue_in(from_, family, kind)] if from_ else catalogues(family, kind)
    if requirements.restricts:
        whole_lists = _with_grades(whole_lists)
    wanted = [choice.select(whole_list) for whole_list in whole_lists]
    found = [entry for part in wanted for entry in part]
    shown = found[: MAX_SHOWN if number is None else number]
    if output is not None and found:
        tiles = [(each.puzzle, f"{each.grade or ''} {each.puzzle.identifier}") for each in shown]
        draw_sheet(output, f"Puzzles of {family}", tiles)
    if as_json:
        for entry in found[:number]:
            Response(entry.as_dict()).write(as_json)
    else:
        for whole_list, part in zip(whole_lists, wanted, strict=True):
            if part or not found:
                _write_heading(whole_list, part, choice)
        if output is None:
            _write_list(shown, len(found) - len(shown))
    return Status.FOUND if found else Status.NONE


def _with_grades(whole_lists: list[Catalogue]) -> list[Catalogue]:
    """The catalogues with graded puzzles, or all if none has any; reports what is left out."""
    some = [each for each in whole_lists if each.ungraded < len(each)]
    left_out = [
        f"{each.enumeration.name}, {each.ungraded:,} of {amount(len(each), 'puzzle')}"
        for each in whole_lists
        if each.ungraded
    ]
    if some and left_out:
        write_error(f"left out, without a grade: {'; '.join(left_out)}")
    return some or whole_lists


def _refuse(reason: str, *options: object) -> None:
    """Refuse options that mean nothing beside another."""
    if any(option not in (None, [], "") for option in options):
        raise OptionError(f"catalogue: options that select puzzles {reason}")


def _where(text: str) -> tuple[str, str]:
    """The measure and its range.

    >>> _where("rows=6..8")
    ('rows', '6..8')
    """
    name, equals, bounds = text.partition("=")
    if not equals:
        raise OptionError(f"catalogue: --where {text!r}, expected a measure as in rows=6..8")
    return name.strip(), bounds.strip()


def _kinds() -> Response:
    """All catalogues, those that do not come with the program included."""
    makers = filter(None, map(find_maker, all_families().values()))
    listed: list[dict[str, Any]] = [
        {
            "family": each.family.family,
            "kind": each.name,
            "puzzles": None if (found := shipped(each)) is None else len(found),
            "bounds": each.bounds,
            "symmetry": each.symmetry,
            "measures": measure_names(each),
        }
        for maker in makers
        for each in maker.enumerations()
    ]
    counts = ["-" if one["puzzles"] is None else f"{one['puzzles']:,}" for one in listed]
    counted = zip(listed, counts, strict=True)
    rows = [[one["family"], one["kind"], count, one["bounds"]] for one, count in counted]
    words = table(rows, ["family", "kind", "puzzles", "complete for every"])
    if "-" in counts:
        words += "\n\n- does not come with the program: quincunx catalogue FAMILY --build FILE"
    return Response({"catalogues": listed}, words)


def _write_heading(whole_list: Catalogue, part: Catalogue, choice: CatalogueFilter) -> None:
    """Write what a catalogue is complete for, and how many of its puzzles fit."""
    kind = whole_list.enumeration
    count = amount(len(whole_list), "puzzle")
    write_lines([[(f"{kind.name}: {count}", "title")]])
    write(f"It holds every {kind.bounds}.")
    write(f"Puzzles count as one that {kind.symmetry}.")
    if choice != type(choice)():
        write(f"Of these {len(part):,} fit.")
    graded = Counter(entry.grade for entry in part)
    counts = [f"{graded[grade]:,} {grade}" for grade in GRADES if graded[grade]]
    if counts and part.ungraded:
        counts.append(f"{part.ungraded:,} without a grade")
    if counts:
        write(", ".join(counts))
    write()


def _write_list(shown: Sequence[CatalogueEntry], more: int) -> None:
    """Write the first puzzles, and how many more there are."""
    rows = [
        [entry.grade or "-", f"{entry.score:g}" if entry.grade else "-", entry.puzzle.identifier]
        for entry in shown
    ]
    if rows:
        write(table(rows, ["grade", "score", "puzzle"]))
    if more:
        write(f"... and {more:,} more: --number N lists N, --json all")


def _build(building: CatalogueBuilder, jobs: int | None, scheduler: str | None) -> int:
    """Build a catalogue; Ctrl-C stops it."""
    start_pool = choose_pool("catalogue", jobs, scheduler)
    with ProgressDisplay() as watch:
        watch.follow(lambda: building.progress)
        done = building.run(start_pool, watch.cancel)
    if not done:
        write_error(f"stopped after {building.progress}; the same command continues from there")
        return Status.STOPPED
    write(f"{building.path}: {building.progress}")
    return Status.FOUND


def records(
    family: str | None = None, /, check: bool = False, output: Path | None = None
) -> Response:
    """List records, such as the fewest givens, with proofs if known.

    Exit status: 0 they were listed, 1 a puzzle does not have exactly one solution, 2 the input is
    wrong.

    Options:
        family (FAMILY): Only the records of this family.
        check: Prove again that each puzzle has one solution.
        output: Draw them on one sheet, in a file that ends in .svg, .png or .pdf.
    """
    listed: list[dict[str, Any]] = list(map(asdict, questions(family)))
    shown = [(one, record) for one in listed for record in one["records"] if record["puzzle"]]
    for _, record in shown if check else ():
        record["verdict"] = solve(record["puzzle"]).verdict
    wrong = any(record.get("verdict", "unique") != "unique" for _, record in shown)
    if output is not None:
        tiles = [
            (parse(record["puzzle"]), f"{one['question']} {record['case']}: {record['best']}")
            for one, record in shown
        ]
        draw_sheet(output, "Records", tiles)
    words = "" if output else partial(_write_records, listed)
    return Response({"questions": listed}, words, Status.NONE if wrong else Status.FOUND)


def _write_records(listed: Sequence[Mapping[str, Any]]) -> None:
    for at, question in enumerate(listed):
        write(end="\n" if at else "")
        write_prose(question["question"], "title")
        write_prose(question["meaning"])
        for record in question["records"]:
            checked = f", checked: {record['verdict']}" if "verdict" in record else ""
            proved = "proved" if record["proved"] else "best known to us"
            standing = (f"  {proved}{checked}", "frame")
            write()
            write_lines([[(f"{record['case']}: {record['best']}", "answer"), standing]])
            write_prose(record["how"], indent=2)
            if record["puzzle"] is not None:
                write(f"  {record['puzzle']}")
