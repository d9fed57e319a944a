"""Quincunx: a workbench for five number puzzles.

Functions take a puzzle as an identifier, a document, a name of the gallery, or a `Puzzle`.

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

All errors raised deliberately derive from `QuincunxError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from quincunx._support.lazy_names import lazy_names
from quincunx._support.notebook import use_renderer
from quincunx._support.version import VERSION

if TYPE_CHECKING:
    from quincunx.cp.statistics import Statistics
    from quincunx.datasets.api import make_dataset, verify_dataset
    from quincunx.datasets.scoring import Score, score
    from quincunx.drawing import Book, BookOptions, Picture, draw, make_book
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
    from quincunx.families import (
        Puzzle,
        RuleEntry,
        Violation,
        all_families,
        from_document,
        to_document,
    )
    from quincunx.families.base.puzzle_input import load, parse
    from quincunx.families.gallery import GalleryEntry, gallery
    from quincunx.making import GeneratedPuzzle, Series, generate, records
    from quincunx.making.catalogues import Catalogue, catalogues
    from quincunx.reasoning import Explanation, Grade, Hint, explain, grade, hint
    from quincunx.solving import Result, check, count, solutions, solve, tally, verdict
    from quincunx.solving.marginals import Marginals, marginals, sample

__version__ = VERSION

__all__ = [
    "Book", "BookOptions", "Catalogue", "EngineError", "Explanation", "GalleryEntry",
    "GeneratedPuzzle", "Grade", "Hint", "Marginals", "ModelError", "OptionError", "Picture",
    "Puzzle", "PuzzleError", "QuincunxError", "Result", "RuleEntry", "Score", "Series",
    "Statistics", "TooBig", "Unfinished", "Violation", "WrongAnswer", "all_families", "catalogues",
    "check", "count", "draw", "explain", "from_document", "gallery", "generate", "grade", "hint",
    "load", "make_book", "make_dataset", "marginals", "parse", "records", "sample", "score",
    "solutions", "solve", "tally", "to_document", "verdict", "verify_dataset",
]  # fmt: skip

_NAMES = {
    "cp.statistics": "Statistics", "datasets.api": "make_dataset verify_dataset",
    "datasets.scoring": "Score score", "drawing": "Book BookOptions Picture draw make_book",
    "errors": "EngineError ModelError OptionError PuzzleError QuincunxError TooBig Unfinished "
    "WrongAnswer",
    "families": "Puzzle RuleEntry Violation all_families from_document to_document",
    "families.base.puzzle_input": "load parse", "families.gallery": "GalleryEntry gallery",
    "making": "GeneratedPuzzle Series generate records",
    "making.catalogues": "Catalogue catalogues",
    "reasoning": "Explanation Grade Hint explain grade hint",
    "solving": "Result check count solutions solve tally verdict",
    "solving.marginals": "Marginals marginals sample",
}  # fmt: skip

use_renderer(lambda: import_module("quincunx.drawing.notebook"))

if not TYPE_CHECKING:
    # Type checkers see the real names above and report a mistyped one.
    __getattr__, __dir__ = lazy_names(__name__, _NAMES)
