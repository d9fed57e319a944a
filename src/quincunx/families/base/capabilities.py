"""Capabilities: what a family can do beside being a puzzle, each with a default.

A family names its own functions and classes in `Puzzle.capabilities`; a layer looks up what it
needs with the functions below. A text such as "quincunx.families.c_note.maker:CNoteMaker" is
imported on first use, so that reading a puzzle does not load the code that draws or makes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from random import Random

    from quincunx.cp.constraints import Constraint
    from quincunx.cp.model import Model, Values
    from quincunx.cp.words.phrases import Phrases
    from quincunx.families.base.maker import AnyMaker
    from quincunx.families.base.plain_board import Decoration
    from quincunx.families.base.puzzle import AnyPuzzle, Cell, RuleEntry
    from quincunx.families.base.scene import Label, Scene
    from quincunx.families.base.sketch import Sketch
    from quincunx.families.base.state import State

T = TypeVar("T")
CallableT = TypeVar("CallableT", bound=Callable[..., Any])
PuzzleT = TypeVar("PuzzleT", bound="AnyPuzzle")

Lazy: TypeAlias = CallableT | str
"""A function or a class, or the text "module:name" that says where to import it from."""
OfPuzzle: TypeAlias = Callable[[Any], T] | str
"""A function of the puzzle, or where to import it from."""


@dataclass(frozen=True)
class PaperProgram:
    """The program that the paper about a family prints. The `notes` of its model say what was
    guessed and what is wrong in it."""

    model: OfPuzzle[Model | None]
    """The program for a puzzle; `None` if the program does not take that puzzle."""
    to_cells: Lazy[Callable[[Any, Sequence[int]], Sequence[int]]] | None = None
    """The numbers in `cells` from the program's decisions, if they are not the same."""
    proposals: Lazy[Callable[..., Iterator[Any]]] | None = None
    """The paper's generator, called with a `Random` and its parameters: an endless series of
    proposals, `None` for one that is not a puzzle. Its answer is the first with one solution."""
    max_answers: int | None = None
    """Number of answers after which the generator asks for no more; `None`: it lists them all."""
    labeling: tuple[str, ...] = ()
    """The labeling that the paper uses."""
    accepts: str = ""
    """The puzzles that the program accepts, if not all: "three dodecagons around one triangle"."""
    authors: OfPuzzle[Model] | None = None
    """The program that the authors ran, if that is known and differs from the printed one."""
    read_call: Lazy[Callable[[list[Any], int | None], dict[str, Any]]] | None = None
    """The parts of a puzzle from the list with which the program is called, and from the number
    before it, if any; raises `ValueError` if the list has another form than the `example`."""
    example: str = ""
    """Such a list, or the program's answer if that has to be turned into cells (`to_cells`)."""


BASE = "quincunx.families.base"


@dataclass(frozen=True)
class Capabilities:
    """What a family can do. The functions below describe the capabilities they look up."""

    labeling: tuple[str, ...] = ()
    """The labeling that suits the family's model, used unless another is asked for."""
    faults: OfPuzzle[Iterable[str]] = lambda puzzle: ()
    """Clauses that say what is wrong though every part has its shape; the first is reported."""
    max_text: int = 100_000
    """Maximum length of an identifier, answer or state, in characters."""

    # Reading and writing: see `documents`.
    body: OfPuzzle[str] = f"{BASE}.documents:join_parts"
    parts: Lazy[Callable[[Any, str], dict[str, Any]]] = f"{BASE}.documents:split_parts"
    """The puzzle's parts by attribute, from the family's class and the body of an identifier."""
    numbers: Lazy[Callable[[Any, Any], list[int]]] = lambda puzzle, solution: (
        puzzle.layout.flattened(solution)
    )
    read_solution: Lazy[Callable[[Any, object], Any]] = f"{BASE}.documents:read_plain_solution"
    read_state: Lazy[Callable[[Any, object], State]] = f"{BASE}.documents:read_plain_state"
    givens: OfPuzzle[Mapping[Cell, int]] = f"{BASE}.puzzle:model_givens"

    # Reasoning and words.
    reasoning_model: OfPuzzle[Model] | None = None
    plain_rules: OfPuzzle[Model] | None = None
    related_constraints: Lazy[Callable[[Model], Sequence[Sequence[Constraint]]]] = lambda model: ()
    own_candidates: OfPuzzle[Mapping[Cell, Values | None]] = f"{BASE}.documents:domains_by_cell"
    phrases: OfPuzzle[Phrases] = f"{BASE}.rule_book:plain_phrases"
    briefing: OfPuzzle[str] = lambda puzzle: ""
    rule_book: OfPuzzle[Iterable[RuleEntry]] = f"{BASE}.rule_book:plain_rule_book"
    short_name: Lazy[Callable[[Cell], str]] | None = None
    """The name of a cell in ids and tables, if it is not its short name in explanations."""

    # Drawing.
    scene: OfPuzzle[Scene] = f"{BASE}.plain_board:plain_scene"
    decoration: OfPuzzle[Decoration] = f"{BASE}.plain_board:plain_decoration"
    sketch: Lazy[Callable[[Any, Any], Sketch]] = f"{BASE}.plain_board:plain_sketch"
    scene_notes: Lazy[Callable[[Any, Mapping[Cell, int]], Sequence[Label]]] = lambda *_: ()

    # Making, counting, papers.
    maker: Lazy[Callable[[], AnyMaker]] | None = None
    """Makes the family's generator; takes no argument."""
    count: OfPuzzle[int | None] = lambda puzzle: None
    paper: PaperProgram | None = None


_imported = cache(resolve_name)


def resolve(capability: Lazy[CallableT]) -> CallableT:
    """The function or class, imported if only its place is named.

    >>> resolve("fractions:Fraction.limit_denominator").__name__
    'limit_denominator'
    """
    return _imported(capability) if isinstance(capability, str) else capability


def reasoning_model(puzzle: AnyPuzzle) -> Model:
    """The puzzle as a person sees it: the rules, and nothing that only helps a solver.

    Decision i is the number in `cells[i]`. A variable may have a value that stands for every
    number that is not listed (`Variable.other`).
    """
    own = puzzle.capabilities.reasoning_model
    return puzzle.model() if own is None else resolve(own)(puzzle)


def plain_rules(puzzle: AnyPuzzle) -> Model:
    """The rules one by one: each constraint is a part of one rule of the rule book, which is the
    first that it names, and rules out nothing that this rule alone allows."""
    own = puzzle.capabilities.plain_rules
    return reasoning_model(puzzle) if own is None else resolve(own)(puzzle)


def related_constraints(puzzle: AnyPuzzle, model: Model) -> Sequence[Sequence[Constraint]]:
    """Constraints of the reasoning model that a person looks at together, beside those that share
    two cells or more."""
    return resolve(puzzle.capabilities.related_constraints)(model)


def own_candidates(puzzle: AnyPuzzle) -> Mapping[Cell, Values | None]:
    """The numbers that each cell could hold before any reasoning, from what is printed in it alone;
    `None` for any number."""
    return resolve(puzzle.capabilities.own_candidates)(puzzle)


def phrases_of(puzzle: AnyPuzzle) -> Phrases:
    """Phrases for the cells and rules of the puzzle's reasoning model."""
    return resolve(puzzle.capabilities.phrases)(puzzle)


def briefing_of(puzzle: AnyPuzzle) -> str:
    """What readers of plain text need beside the rules: terms, where cells lie, and how cells
    without a number are written."""
    return resolve(puzzle.capabilities.briefing)(puzzle)


def rule_book_of(puzzle: AnyPuzzle) -> tuple[RuleEntry, ...]:
    """The rules of this puzzle, each under an id of its own."""
    return tuple(resolve(puzzle.capabilities.rule_book)(puzzle))


def short_name(puzzle: AnyPuzzle, cell: Cell) -> str:
    """The name of a cell in ids and tables: "r1c2"."""
    own = puzzle.capabilities.short_name
    if own is None:
        return resolve("quincunx.cp.words.phrases:short_name")(puzzle.layout.name(cell))
    return resolve(own)(cell)


def build_scene(puzzle: AnyPuzzle) -> Scene:
    """The board as shapes and cells, which is all that drawing needs to know of it."""
    return resolve(puzzle.capabilities.scene)(puzzle)


def decoration_of(puzzle: AnyPuzzle) -> Decoration:
    """What the default drawings show beside the cells: blocked cells, cages, clues, other parts."""
    return resolve(puzzle.capabilities.decoration)(puzzle)


def scene_notes(puzzle: AnyPuzzle, written: Mapping[Cell, int]) -> Sequence[Label]:
    """Labels beside the board, on request, about the numbers that are written in its cells."""
    return resolve(puzzle.capabilities.scene_notes)(puzzle, written)


def sketch_of(puzzle: AnyPuzzle, solution: Any = None) -> Sketch:
    """The puzzle drawn with characters, with the answer filled in if one is passed."""
    return resolve(puzzle.capabilities.sketch)(puzzle, solution)


def find_maker(family: type[AnyPuzzle] | AnyPuzzle) -> AnyMaker | None:
    """The family's generator, or `None` if it has none."""
    own = family.capabilities.maker
    return None if own is None else resolve(own)()


def count_without_listing(puzzle: AnyPuzzle) -> int | None:
    """The number of solutions, or `None` if the family cannot count without listing them."""
    return resolve(puzzle.capabilities.count)(puzzle)


def paper_model(puzzle: AnyPuzzle, authors: bool = False) -> Model | None:
    """The paper's program for a puzzle, or that of its authors; `None` if there is none.

    It may have other decisions than `Puzzle.model`; `paper_numbers` reads them.
    """
    paper = puzzle.capabilities.paper
    program = None if paper is None else paper.authors if authors else paper.model
    return None if program is None else resolve(program)(puzzle)


def paper_numbers(puzzle: AnyPuzzle, decided: Sequence[int]) -> Sequence[int]:
    """The numbers in `cells`, from the decisions of `paper_model`."""
    paper = puzzle.capabilities.paper
    own = paper.to_cells if paper else None
    return decided if own is None else resolve(own)(puzzle, decided)


def paper_proposals(
    family: type[PuzzleT], dice: Random, **parameters: int
) -> Iterator[PuzzleT | None] | None:
    """An endless series of what the paper's generator tries; `None` if it prints no generator."""
    paper = family.capabilities.paper
    own = paper.proposals if paper else None
    return None if own is None else resolve(own)(dice, **parameters)
