"""Quincunx: a workbench for five number puzzles.

A puzzle is named in any way: as an identifier, a document, a name of the gallery, or itself.

>>> import quincunx
>>> puzzle = quincunx.parse("c-note:100:878/312/272")
>>> quincunx.verdict(puzzle)
'unique'
>>> quincunx.solve("c-note/1", labeling="ff,bisect").solution
[[85, 7, 8], [13, 15, 72], [2, 78, 20]]
>>> quincunx.check(puzzle, [[85, 7, 8], [13, 15, 72], [2, 78, 20]])
[]
>>> quincunx.count({"family": "c-note", "target": 100, "grid": [[8, 8, 4], [6, 2, 5], [3, 6, 1]]})
31

Whatever goes wrong on purpose is a `QuincunxError`.
"""

from quincunx.cli import interrupts as _loading  # before all that takes time

# isort: split
from typing import TYPE_CHECKING

from quincunx.cp.statistics import Statistics
from quincunx.errors import (
    EngineError,
    ModelError,
    OptionError,
    PuzzleError,
    QuincunxError,
    TooBig,
    Unfinished,
    WrongAnswer,
)
from quincunx.families import Puzzle, RuleEntry, Violation, all_families, from_document
from quincunx.families.gallery import Entry, gallery
from quincunx.families.base.reading import load, parse
from quincunx.solving import Result, check, count, solutions, solve, tally, verdict

if TYPE_CHECKING:
    from quincunx.making import records
    from quincunx.solving.marginals import Marginals, marginals, sample
    from quincunx.datasets.scoring import Score, score
    from quincunx.datasets.api import make_dataset, verify_dataset
    from quincunx.drawing import Book, Picture, draw, make_book
    from quincunx.making import Made, Series, generate
    from quincunx.making.catalogues import Catalogue, catalogues
    from quincunx.reasoning import Explanation, Grade, Hint, explain, grade, hint

__version__ = "0.3.0"

__all__ = [
    "Book",
    "Catalogue",
    "EngineError",
    "Entry",
    "Explanation",
    "Grade",
    "Hint",
    "Made",
    "Marginals",
    "ModelError",
    "OptionError",
    "Picture",
    "Puzzle",
    "PuzzleError",
    "QuincunxError",
    "Result",
    "RuleEntry",
    "Score",
    "Series",
    "Statistics",
    "TooBig",
    "Unfinished",
    "Violation",
    "WrongAnswer",
    "all_families",
    "catalogues",
    "check",
    "count",
    "draw",
    "explain",
    "from_document",
    "gallery",
    "generate",
    "grade",
    "hint",
    "load",
    "make_book",
    "make_dataset",
    "marginals",
    "parse",
    "records",
    "sample",
    "score",
    "solutions",
    "solve",
    "tally",
    "verdict",
    "verify_dataset",
]

if not TYPE_CHECKING:
    # Whoever checks types sees the real ones above, and a mistyped name as a mistake.
    _LATER = {
        **dict.fromkeys(("Book", "Picture", "draw", "make_book"), "quincunx.drawing"),
        **dict.fromkeys(("Score", "score"), "quincunx.datasets.scoring"),
        **dict.fromkeys(("make_dataset", "verify_dataset"), "quincunx.datasets.api"),
        **dict.fromkeys(("Made", "Series", "generate"), "quincunx.making"),
        **dict.fromkeys(("Catalogue", "catalogues"), "quincunx.making.catalogues"),
        **dict.fromkeys(("Marginals", "marginals", "sample"), "quincunx.solving.marginals"),
        **dict.fromkeys(
            ("Explanation", "Grade", "Hint", "explain", "grade", "hint"), "quincunx.reasoning"
        ),
    }

    _PACKAGES = ("records",)

    def __getattr__(name):
        """What takes longer to import is imported when it is first asked for."""
        if name not in _LATER and name not in _PACKAGES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if name in _PACKAGES:
            return import_module(f"{__name__}.{name}")
        return getattr(import_module(_LATER[name]), name)

    def __dir__():
        return sorted({*globals(), *_LATER, *_PACKAGES})
