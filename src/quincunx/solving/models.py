"""The models of a puzzle and the options to search them.

"ours" is the family's own model, which propagates strongly. "paper" is the program that the paper
about the family prints, as faithful as it can be rebuilt: with its search, its strength of
propagation and its mistakes. "authors" is the program that the paper's authors ran, where that is
known and differs from the printed one.
"""

from typing import Unpack

from quincunx._support.arguments import require_choice
from quincunx.cp.model import Model
from quincunx.cp.options import DEPTH_FIRST, KERNEL, Consistency, SearchKeywords, SearchOptions
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import paper_model

OURS, PAPER, AUTHORS = "ours", "paper", "authors"
MODELS = (OURS, PAPER, AUTHORS)
TITLES = {
    OURS: OURS,
    PAPER: "the program that the family's paper prints",
    AUTHORS: "the program that the paper's authors ran",
}
NOTES = {OURS: "", PAPER: "paper's model", AUTHORS: "authors' program"}


def require_model(name: str) -> str:
    """Return the name if it is one of a model; otherwise raise `OptionError`.

    >>> require_model("theirs")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown model 'theirs', expected one of ours, paper, authors
    """
    return require_choice(name, MODELS, "unknown model")


def model_title(name: str) -> str:
    """The name of a model in a report.

    >>> model_title("ours"), model_title("paper")
    ('ours', "the program that the family's paper prints")
    """
    return TITLES[require_model(name)]


def model_note(name: str) -> str:
    """A note on the model for a title; empty for ours.

    >>> model_note("ours"), model_note("paper")
    ('', "paper's model")
    """
    return NOTES[require_model(name)]


def models_of(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The models that a puzzle's family has.

    >>> from quincunx.families.base.puzzle_input import find_puzzle
    >>> models_of(find_puzzle("power-strike/1")), models_of(find_puzzle("c-note/1"))
    (('ours', 'paper', 'authors'), ('ours', 'paper'))
    """
    paper = puzzle.capabilities.paper
    if paper is None:
        return (OURS,)
    return (OURS, PAPER) if paper.authors is None else MODELS


def model_of(puzzle: AnyPuzzle, name: str) -> Model:
    """The model of that name."""
    if require_model(name) == OURS:
        return puzzle.model()
    if name == AUTHORS and AUTHORS not in models_of(puzzle):
        known = ", ".join(models_of(puzzle))
        raise OptionError(f"{puzzle.family}: no authors' program is known, expected {known}")
    model = paper_model(puzzle, name == AUTHORS)
    paper = puzzle.capabilities.paper
    if model is None and paper is not None:
        raise OptionError(f"{puzzle.family}: the paper's program takes {paper.accepts} only")
    if model is None:
        raise OptionError(f"{puzzle.family}: no paper's model is known, expected model {OURS}")
    return model


def search_options(
    puzzle: AnyPuzzle,
    model: str = OURS,
    *,
    limit: int | None = None,
    **keywords: Unpack[SearchKeywords],
) -> SearchOptions:
    """The options of a search for solutions of a puzzle, with the defaults of the model.

    Our model is searched with the family's labeling and domain consistency; the paper's with the
    paper's labeling and bounds consistency, which is the default of SICStus.
    """
    ours = require_model(model) == OURS
    able = puzzle.capabilities
    usual = able.labeling if ours or able.paper is None else able.paper.labeling
    keywords["labeling"] = keywords.get("labeling") or usual
    if keywords.get("consistency") is None:
        keywords["consistency"] = usual_consistency(model)
    return SearchOptions.from_keywords(limit=limit, **keywords)


def prescribes_search(model: str, keywords: SearchKeywords) -> bool:
    """Whether arguments ask for a particular search, so that counting must not replace it."""
    return (
        model != OURS
        or bool(keywords.get("labeling"))
        or keywords.get("node_limit") is not None
        or keywords.get("consistency") not in (None, "domain")
        or keywords.get("strategy", DEPTH_FIRST) != DEPTH_FIRST
        or keywords.get("engine", KERNEL) != KERNEL
    )


def usual_consistency(model: str) -> Consistency:
    """The strength of propagation that a model is searched with by default.

    >>> usual_consistency("ours"), usual_consistency("paper")
    ('domain', 'bounds')
    """
    return "domain" if require_model(model) == OURS else "bounds"
