"""Which model of a puzzle is searched: our own, or that of the paper about its family.

Vocabulary:
  ours     the family's own model, from which much follows without search
  paper    the program that the paper about the family prints, as faithfully as it can be told:
           its search, its strength of propagation, and its mistakes
"""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.cp.model import Model
from quincunx.cp.options import DEPTH_FIRST, Order
from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.capabilities import paper_model

OURS, PAPER = "ours", "paper"
MODELS = (OURS, PAPER)


def require_model(name: str) -> str:
    """The name, if there is such a model.

    >>> require_model("theirs")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown model 'theirs', expected one of ours, paper
    """
    if name not in MODELS:
        raise OptionError(f"unknown model {name!r}, expected one of {', '.join(MODELS)}")
    return name


def whose(name: str) -> str:
    """Whose program a model is, for a report.

    >>> whose("ours"), whose("paper")
    ('ours', "the program that the family's paper prints")
    """
    return name if require_model(name) == OURS else "the program that the family's paper prints"


def model_note(name: str) -> str:
    """A model in two words, nothing if it is ours: what goes without saying.

    >>> model_note("ours"), model_note("paper")
    ('', "paper's model")
    """
    return "" if require_model(name) == OURS else f"{name}'s model"


def model_of(puzzle: AnyPuzzle, name: str) -> Model:
    """The model of that name."""
    if require_model(name) == OURS:
        return puzzle.model()
    model = paper_model(puzzle)
    paper = puzzle.capabilities.paper
    if model is None and paper is not None:
        raise OptionError(
            f"{puzzle.family}: the paper's program takes {paper.takes} only, expected such "
            f"a puzzle or model {OURS}"
        )
    if model is None:
        raise OptionError(f"{puzzle.family}: no paper's model is known, expected model {OURS}")
    return model


def order_of(
    puzzle: AnyPuzzle,
    name: str,
    labeling: str | Sequence[str] = (),
    consistency: str | None = None,
    seed: int = 0,
    strategy: str = DEPTH_FIRST,
) -> Order:
    """How to search a model where not everything is said: a family's labeling and domain
    consistency with ours; the paper's labeling and bounds with the paper's, since that is what
    SICStus does by itself."""
    ours = require_model(name) == OURS
    able = puzzle.capabilities
    usual = able.labeling if ours or able.paper is None else able.paper.labeling
    return Order(labeling or usual, usual_consistency(name, consistency), seed, strategy)


def usual_consistency(name: str, consistency: str | None = None) -> str:
    """The strength of propagation that was asked for, or that which goes with the model.

    >>> usual_consistency("ours"), usual_consistency("paper"), usual_consistency("paper", "domain")
    ('domain', 'bounds', 'domain')
    """
    if consistency is not None:
        return consistency
    return "domain" if require_model(name) == OURS else "bounds"
