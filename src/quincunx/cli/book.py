"""`quincunx book`: puzzles on paper or on a page, with their rules and answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx import drawing
from quincunx._support.extras import require_package
from quincunx._support.files import require_writable, write_file
from quincunx._support.text import amount
from quincunx.cli.options import Positive
from quincunx.cli.output import Response
from quincunx.cli.progress import ProgressDisplay
from quincunx.cp.limits import limit_reached
from quincunx.drawing.book import BOOK_SUFFIXES, MAX_WEIGHT, check_number
from quincunx.drawing.book_options import BookOptions
from quincunx.drawing.drawable import require_suffix
from quincunx.drawing.typst_export import require_printable
from quincunx.errors import OptionError, TooBig
from quincunx.families import all_families
from quincunx.families.base.puzzle_input import PuzzleLike, find_puzzles
from quincunx.families.gallery import names
from quincunx.making import Series, generate
from quincunx.solving import verdict


@dataclass(frozen=True)
class NewPuzzles:
    """The puzzles to make for a book.

    Options:
        family (FAMILY): Make new puzzles of this family; may be repeated.
        number: Number of new puzzles per family and grade.
        grade (GRADE): How hard new puzzles are; may be repeated.
    """

    family: list[str] | None = None
    number: Positive | None = None
    grade: list[str] | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        for option in ("number", "grade", "seed"):
            if getattr(self, option) is not None and not self.family:
                raise OptionError(f"book: --{option} needs --family")

    def series(self) -> list[Series]:
        """The series of new puzzles, one for each family and grade, all with the same seed."""
        series: list[Series] = []
        for family in self.family or ():
            for grade in self.grade or (None,):
                seed = series[0].seed if series else self.seed
                options: dict[str, Any] = {"grade": grade, "seed": seed, "cancel": limit_reached}
                series.append(generate(family, number=self.number or 1, **options))
        return series


def book(
    puzzles: list[str] | None = None,
    /,
    *,
    output: Path,
    new: NewPuzzles,
    layout: BookOptions,
    cover: Path | None = None,
    weight: Positive = 90,
    time_limit: float | None = None,
) -> Response:
    """Print a book: rules, puzzles in chapters, answers, steps.

    Exit status: 0 it was written, 2 the input is wrong, 3 a limit or Ctrl-C stopped it; then
    nothing is written.

    Options:
        puzzles (PUZZLE...): Identifiers, files of puzzles, gallery names, or families of the
            gallery.
        output: The file to write; its name ends in .pdf or .html.
        cover: Also write a cover with a spine, to a file that ends in .pdf.
        weight (GRAMS): Weight of the paper in grams per square metre, for the spine.
    """
    paged = require_suffix(output, BOOK_SUFFIXES) == ".pdf"
    require_writable(output)
    if cover is not None:
        require_suffix(cover, (".pdf",))
        require_writable(cover)
        if not paged or cover.resolve() == output.resolve() or weight > MAX_WEIGHT:
            raise OptionError(f"book: --cover needs another .pdf and a weight up to {MAX_WEIGHT}")
    if not puzzles and not new.family:
        raise OptionError("book: no puzzles; name some, or make new ones with --family")
    known = all_families()
    # A family's name stands for its published puzzles.
    sources = [
        (puzzle, text in known)
        for text in puzzles or ()
        for puzzle in (names(text) if text in known else find_puzzles(text))
    ]
    series = new.series()
    total = len(sources) + sum(one.number for one in series)
    check_number(total)
    if not paged:
        layout.check_screen()
    else:
        require_printable(" ".join([layout.title, layout.author, layout.imprint]))
    if layout.codes == "qr":
        require_package("segno")
    with ProgressDisplay() as watch:
        begun: list[PuzzleLike] = []
        watch.follow(lambda: f"{len(begun)} of {amount(total, 'puzzle')}")
        made = drawing.make_book(
            _puzzles(sources, series, begun), layout, time_limit=time_limit, cancel=watch.cancel
        )
        files = [(output, made.content(output))]
        files += [(cover, made.cover(weight))] if cover is not None else []
    if watch.interrupted:
        raise TooBig("book: stopped while it was typeset, and no book was made")
    for path, content in files:
        write_file(path, content)
    chosen = series[0].seed if series else None
    again = f"The same again: --seed {chosen}" if series and new.seed is None else ""
    return Response({"file": str(output), "seed": chosen, **made.as_dict()}, again)


def _puzzles(
    sources: Sequence[tuple[PuzzleLike, bool]], series: Sequence[Series], begun: list[PuzzleLike]
) -> Iterator[PuzzleLike]:
    """Named puzzles first, then new ones as they are made; each is noted in `begun`.

    A source is a puzzle, and whether its whole family was named; then it is left out unless it has
    exactly one solution.
    """
    for puzzle, of_family in sources:
        begun.append(puzzle)
        if not of_family or verdict(puzzle, cancel=limit_reached) == "unique":
            yield puzzle
    for one in series:
        for made in one:
            begun.append(made.puzzle)
            yield made.puzzle
        if not one.complete:
            kept = f"{one.kept} of {amount(one.number, 'puzzle')}"
            raise TooBig(f"book: {one.request.family.family}: {one.ended} after {kept}")
