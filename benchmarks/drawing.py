"""How fast puzzles are drawn: published ones as SVG, PNG and PDF, and a hundred in a book.

Run it with `make bench`. A picture should take milliseconds: a page that shows one waits for it,
and a booklet holds hundreds. The ratio to the time for solving the same puzzle, in
the same process, can be compared between machines. The scene is made again for each picture. Each
time is the fastest of a few.

A book of a hundred puzzles that are given as identifiers should take less than ten seconds of
processor time without steps: they are proved and graded, what stands on the pages is drawn, and
typst sets it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks import progress
from benchmarks.families import fastest
from quincunx.drawing import BookOptions, Picture, make_book
from quincunx.drawing.book_data import book_data
from quincunx.drawing.page_plan import PagePlan
from quincunx.drawing.picture import scene_of
from quincunx.drawing.typst_export import typeset
from quincunx.families import AnyPuzzle
from quincunx.families.gallery import gallery
from quincunx.making import generate
from quincunx.solving import solve, verdict

ENOUGH = 6
"""Puzzles drawn of each family."""
LINK = "https://example.org/play/"
IN_BOOK = 100
"""Puzzles in the book."""


def draw_fresh(make: Callable[[Picture], object], puzzle: AnyPuzzle) -> object:
    """Draw a puzzle whose scene is not cached."""
    scene_of.cache_clear()
    return make(Picture(puzzle))


FORMS: dict[str, Callable[[Picture], object]] = {
    "SVG": Picture.svg,
    "PNG": Picture.png,
    "PDF": Picture.pdf,
}


def main() -> None:
    """Print a line for each family: the middle of its times in milliseconds, and the largest."""
    times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for _, entry in progress.shown(gallery().items(), "drawing"):
        of_family = times[entry.puzzle.family]
        if len(of_family["solving"]) == ENOUGH:
            continue
        of_family["solving"].append(fastest(partial(solve, entry.puzzle))[0])
        for form, make in FORMS.items():
            of_family[form].append(fastest(partial(draw_fresh, make, entry.puzzle))[0])
    columns = "".join(f"{f'{form} ms':>10}{'largest':>10}" for form in FORMS)
    print(f"{'family':16}{'puzzles':>8}{columns}{'SVG : solving':>16}")
    for family, of_family in times.items():
        count = len(of_family["solving"])
        cells = "".join(
            f"{median(of_family[form]) * 1e3:10.2f}{max(of_family[form]) * 1e3:10.2f}"
            for form in FORMS
        )
        ratio = median(
            drawn / solved
            for drawn, solved in zip(of_family["SVG"], of_family["solving"], strict=True)
        )
        print(f"{family:16}{count:8}{cells}{ratio:16.2f}")
    print_book()


def identifiers() -> list[str]:
    """Published puzzles with one solution, and as many new ones as a book lacks."""
    published = [entry.puzzle for entry in gallery().values() if verdict(entry.puzzle) == "unique"]
    new = generate(published[0].family, seed=1, number=IN_BOOK)
    found = dict.fromkeys(puzzle.identifier for puzzle in published)
    while len(found) < IN_BOOK:
        found[next(new).puzzle.identifier] = None
    return list(found)


def print_book() -> None:
    """Print the processor time that the parts of making a book take, for three kinds of books."""
    puzzles = identifiers()
    kinds = {
        "puzzles and answers": BookOptions(),
        "with tips and codes": BookOptions(tips=True, notes=True, codes="qr", link=LINK),
        "with all steps": BookOptions(explain=True),
    }
    for name, options in kinds.items():
        began = time.process_time()
        book = make_book(puzzles, options)
        made = time.process_time()
        data = book_data(book, PagePlan(options))
        drawn = time.process_time()
        pdf = typeset("book", data)
        ended = time.process_time()
        pages = pdf.count(b"/MediaBox")
        print(
            f"a book of {len(book.tasks)}, {name}: {ended - began:.2f} s, of which "
            f"proofs and grades {made - began:.2f}, drawing {drawn - made:.2f}, "
            f"typst {ended - drawn:.2f} ({pages} pages, {len(pdf) / 1e3:.0f} kB)"
        )


if __name__ == "__main__":
    main()
