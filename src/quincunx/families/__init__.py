"""The puzzles: one package or module per family, all behind one interface.

Vocabulary:
  family     a kind of puzzle: Power Strike, C-Note, ...
  puzzle     one puzzle of a family: immutable, and checked when it is made
  document   the puzzle as JSON data, with its family's name under "family"
  identifier the puzzle as one line of text: the family's name, a colon, and its body
  cell       a place that holds a number; named by one or two integers that count from 1
  solution   the answer as JSON data, in a form that the family defines
  state      what a player has on paper: numbers in some cells, and notes in others
  violation  one way in which a solution breaks the rules, as a sentence
  rule book  the rules of one puzzle, by the ids that explanations use
  capability what else a family can do: words, drawings, a generator, a paper's program

A new family is one more module in this folder, or a class in any installed package with an entry
point in the group "quincunx.families". What a family is built from has its names here; all but the
smallest parts are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from quincunx.families.base.capabilities import Capabilities, PaperProgram, sketch_of
from quincunx.families.base.documents import read_solution, read_state, to_document
from quincunx.families.base.puzzle import (
    AnyPuzzle,
    Cell,
    Document,
    Example,
    Field,
    Puzzle,
    RuleEntry,
    SolutionT,
    Violation,
    shorten,
)
from quincunx.families.base.state import State
from quincunx.families.registry import all_families, family_named, from_document, parse

if TYPE_CHECKING:
    from quincunx.cp.words.phrases import Phrases
    from quincunx.families.base.documents import changed_givens, givens_of, numbers_of, with_givens
    from quincunx.families.base.givens import GivensMaker, printed
    from quincunx.families.base.layout import Grid, Layout, Line, pyramid, square
    from quincunx.families.base.maker import (
        Maker,
        MakerTools,
        Parameters,
        Prepared,
        choice_parameter,
        number_parameter,
    )
    from quincunx.families.base.plain_board import Cage, Decoration
    from quincunx.families.base.rule_book import given_rules
    from quincunx.families.base.scene import Label, Place, Room, Scene, box_place
    from quincunx.families.base.shapes import (
        ANY_NUMBER,
        Character,
        Digit,
        Mark,
        Maybe,
        Named,
        Shape,
        Slot,
        Whole,
        Word,
    )
    from quincunx.families.base.sketch import Sketch
    from quincunx.families.base.validation import InvalidShape, items, shown

_MODULES = "documents validation shapes layout maker givens rule_book sketch scene plain_board"

if not TYPE_CHECKING:

    def __getattr__(name):
        """Import a building block when it is first used."""
        for module in _MODULES.split() if name in __all__ else ():
            contents = vars(import_module(f"quincunx.families.base.{module}"))
            if name in contents:
                return contents[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ANY_NUMBER", "AnyPuzzle", "Cage", "Capabilities", "Cell", "Character", "Decoration", "Digit",
    "Document", "Example", "Field", "GivensMaker", "Grid", "InvalidShape", "Label", "Layout",
    "Line", "Maker", "MakerTools", "Mark", "Maybe", "Named", "PaperProgram", "Parameters",
    "Phrases", "Place", "Prepared", "Puzzle", "Room", "RuleEntry", "Scene", "Shape", "Sketch",
    "Slot", "SolutionT", "State", "Violation", "Whole", "Word", "all_families", "box_place",
    "changed_givens", "choice_parameter", "family_named", "from_document", "given_rules",
    "givens_of", "items", "number_parameter", "numbers_of", "parse", "printed", "pyramid",
    "read_solution", "read_state", "shorten", "shown", "sketch_of", "square", "to_document",
    "with_givens",
]  # fmt: skip
