"""`quincunx book`: puzzles on paper, with their rules and answers, as PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quincunx._support.files import write_file
from quincunx.cli._options import (
    JsonOption,
    SeedOption,
    TimeLimitOption,
    complete_family,
    complete_grade,
    complete_puzzle,
    output_option,
    whole,
)
from quincunx.cli._output import write, write_json
from quincunx.cli._search import Watch, amount
from quincunx.cli._status import Status
from quincunx.cp.limits import called_off
from quincunx.errors import OptionError, TooBig
from quincunx.families import all_families
from quincunx.families.base.reading import PuzzleLike, find_puzzles
from quincunx.families.gallery import names
from quincunx.solving import verdict

if TYPE_CHECKING:
    from quincunx.making import Series


def complete_paper(incomplete: str) -> list[str]:
    """Sizes of paper."""
    from quincunx.drawing.book import PAPERS

    return [paper for paper in PAPERS if paper.startswith(incomplete)]


def complete_source(incomplete: str) -> list[str]:
    """Names of the gallery, and of its families."""
    return [*complete_family(incomplete), *complete_puzzle(incomplete)]


def book(
    output: Annotated[
        Path,
        output_option("The file to write; its name ends in .pdf."),
    ],
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PUZZLE...",
            help="Identifiers, files of puzzles, gallery names, or families of the gallery.",
            autocompletion=complete_source,
            show_default=False,
        ),
    ] = None,
    family: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FAMILY",
            help="Make new puzzles of this family; may be given several times.",
            autocompletion=complete_family,
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole(1), help="How many new puzzles of each family and grade."
        ),
    ] = None,
    grade: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GRADE",
            help="How hard new puzzles are; may be given several times.",
            autocompletion=complete_grade,
        ),
    ] = None,
    seed: SeedOption = None,
    title: Annotated[
        str, typer.Option(metavar="TEXT", help="What stands on the cover.")
    ] = "Number puzzles",
    paper: Annotated[
        str,
        typer.Option(metavar="PAPER", help="a4, a5 or letter.", autocompletion=complete_paper),
    ] = "a4",
    per_page: Annotated[
        int, typer.Option(metavar="N", parser=whole(), help="Puzzles to a page: 1, 2, 4, 6 or 9.")
    ] = 4,
    link: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="The page to play on, for the QR codes; they hold the identifier without it.",
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add how each puzzle is solved, step by step.")
    ] = False,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
) -> int:
    """Print puzzles in a book: cover, rules, puzzles from easy to hard, and the answers.

    Exit status: 0 it was written, 2 the input is wrong, 3 a limit or Ctrl-C stopped it; then
    nothing is written.
    """
    from quincunx import drawing
    from quincunx.drawing.book import check_number, check_options
    from quincunx.drawing.drawable import require_suffix
    from quincunx.drawing.qr import require_segno
    from quincunx.drawing.typst_export import require_printable

    require_suffix(output, (".pdf",))
    check_options(title, paper, per_page, link)
    for option, value in {"--number": number, "--grade": grade, "--seed": seed}.items():
        if value is not None and not family:
            raise OptionError(f"book: {option} without --family, expected what to make")
    if not puzzles and not family:
        raise OptionError("book: no puzzles, expected some, or --family to make new ones")
    sources = [source for text in puzzles or () for source in _named(text)]
    series = _series(family or [], grade or [None], number or 1, seed)
    check_number(len(sources) + sum(one.number for one in series))
    require_printable(title)
    require_segno()
    with Watch() as watch:
        progress = _Progress(sources, series)
        watch.follow(progress.report)
        made = drawing.make_book(
            progress.puzzles(),
            title=title,
            paper=paper,
            per_page=per_page,
            link=link,
            explain=explain,
            time_limit=time_limit,
            cancel=watch.cancel,
        )
        content = made.pdf()
    if watch.interrupted:
        raise TooBig("book: stopped while it was typeset, and no book was made")
    write_file(output, content)
    chosen = series[0].seed if series else None
    if as_json:
        write_json({"file": str(output), "seed": chosen, **made.as_dict()})
    elif series and seed is None:
        write(f"The same again: --seed {chosen}")
    return Status.FOUND


@dataclass(frozen=True)
class _Source:
    """A puzzle that somebody asked for; by the name of its whole family if not `by_name`."""

    puzzle: PuzzleLike
    by_name: bool = True


def _named(text: str) -> list[_Source]:
    """The puzzles that an argument stands for. A family's name stands for those of its published
    puzzles that have exactly one solution."""
    if text in all_families():
        return [_Source(name, by_name=False) for name in names(text)]
    return [_Source(puzzle) for puzzle in find_puzzles(text)]


def _series(
    families: Sequence[str], grades: Sequence[str | None], number: int, seed: int | None
) -> list[Series]:
    """The new puzzles to make: so many of each family and grade, all from one seed."""
    from quincunx.making import Series, request

    asked = [request(family, grade=grade) for family in families for grade in grades]
    series: list[Series] = []
    for one in asked:
        series.append(Series(one, series[0].seed if series else seed, number, cancel=called_off))
    return series


class _Progress:
    """The puzzles of a book one by one, and how far they have come."""

    def __init__(self, sources: Sequence[_Source], series: Sequence[Series]) -> None:
        self._sources = sources
        self._series = series
        self._total = len(sources) + sum(one.number for one in series)
        self._begun = 0
        self._making: Series | None = None

    def puzzles(self) -> Iterator[PuzzleLike]:
        """First those that are there, then new ones as they are made."""
        for source in self._sources:
            self._begun += 1
            if source.by_name or verdict(source.puzzle, cancel=called_off) == "unique":
                yield source.puzzle
        for one in self._series:
            self._making = one
            for made in one:
                self._begun += 1
                yield made.puzzle
            if not one.complete:
                kept = f"{one.kept} of {amount(one.number, 'puzzle')}"
                raise TooBig(f"book: {one.request.family.family}: {one.ended} after {kept}")

    def report(self) -> str:
        """How far they have come, for whoever waits."""
        tried = f", {self._making.tried:,} tried" if self._making is not None else ""
        return f"{self._begun} of {amount(self._total, 'puzzle')}{tried}"
