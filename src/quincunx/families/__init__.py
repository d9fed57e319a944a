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
  capability what a family can do beside: words, drawings, a generator, a paper's program

A new family is one more module in this folder with one subclass of `Puzzle`; no other file changes.
"""

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

__all__ = [
    "AnyPuzzle",
    "Capabilities",
    "Cell",
    "Document",
    "Example",
    "Field",
    "PaperProgram",
    "Puzzle",
    "RuleEntry",
    "SolutionT",
    "State",
    "Violation",
    "all_families",
    "family_named",
    "from_document",
    "parse",
    "read_solution",
    "read_state",
    "shorten",
    "sketch_of",
    "to_document",
]
