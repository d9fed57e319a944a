"""Puzzles to play: families, published puzzles, generated puzzles, today's puzzle."""

from functools import cache
from typing import Any

import quincunx.families.gallery as published
import quincunx.making as making
from quincunx.cp.limits import Stopped
from quincunx.errors import OptionError, TooBig
from quincunx.families import AnyPuzzle, all_families, family_named
from quincunx.families.base.capabilities import find_maker
from quincunx.families.base.grades import GRADES, GradeName
from quincunx.families.base.maker import AnyMaker, Parameter
from quincunx.making import MAX_SEED, Requirements, Series
from quincunx.making.daily import TODAY, family_of, read_day, seed_of
from quincunx.making.requests import RARE, Request
from quincunx.solving import solve
from quincunx.web.boards import board
from quincunx.web.encoding import MAX_EXACT
from quincunx.web.questions import WISHES, Question, Reply, in_short

MAX_EXAMPLE_NODES = 1_000
"""Search nodes for a puzzle that represents its family."""


def families(asked: Question) -> Reply:
    """Answer "families": all families and the parameters of their generators."""
    return {"families": [_family(family) for family in all_families().values()]}


def gallery(asked: Question) -> Reply:
    """Answer "gallery": the published puzzles."""
    return {
        "puzzles": [
            {
                "name": entry.name,
                "family": entry.puzzle.family,
                "puzzle": entry.puzzle.identifier,
                "source": entry.source,
            }
            for entry in published.gallery().values()
        ]
    }


def generate(asked: Question) -> Reply:
    """Answer "generate": a new puzzle."""
    seed = asked.whole("seed", None, 0, min(MAX_SEED, MAX_EXACT))
    return _made(Series(_requested(asked), seed, graded=True, time_limit=asked.left()))


def odds(asked: Question) -> Reply:
    """Answer "odds": why puzzles like the requested ones may be rare."""
    return {"warning": _requested(asked).warning}


def _requested(asked: Question) -> Request:
    family = family_named(asked.text("family"))
    grade = asked.text("grade", known=GRADES) if asked.has("grade") else None
    return making.request(family.family, grade=grade, **asked.parameters())


def today(asked: Question) -> Reply:
    """Answer "today": the puzzle of a day, of a given family or of that day's family."""
    text = asked.text("date")
    try:
        day = read_day("" if text == TODAY else text)
    except OptionError:
        raise asked.wrong(f"date is {in_short(text)}, expected a day such as 2026-11-15") from None
    family = family_named(asked.text("family")) if asked.has("family") else family_of(day)
    chosen = making.request(family.family)
    made = _made(Series(chosen, seed_of(day), graded=True, time_limit=asked.left()))
    return {**made, "date": day.isoformat()}


def _made(series: Series) -> Reply:
    made = next(series, None)
    if made is not None:
        return {**board(made.puzzle), "grade": made.grade, "seed": made.seed}
    if series.stop():
        raise Stopped
    raise TooBig(f"{series.request.family.family}: {series.ended}")


def _family(family: type[AnyPuzzle]) -> dict[str, Any]:
    maker = find_maker(family)
    wishes = [wish for wish in Requirements.declared() if wish.name in WISHES]
    return {
        "name": family.family,
        "title": family.title,
        "rules": family.rules,
        "example": _shown(family),
        "parameters": list(map(_parameter, maker.parameters.declared() if maker else ())),
        "wishes": list(map(_parameter, wishes if maker else ())),
        "offers": {} if maker is None else {grade: _offer(maker, grade) for grade in GRADES},
        "generates": maker is not None,
        "edits": _edits(family),
    }


def _offer(maker: AnyMaker, grade: GradeName) -> dict[str, Any] | None:
    """Parameters with which puzzles of a grade are found soon, the usual ones if possible; `None`
    if none are known."""
    usual = maker.parameters()
    sampled = maker.sampled(usual) or {}
    if maker.sizes is None or RARE * sampled.get(grade, 0) > sum(sampled.values()):
        return {}
    name, grades = maker.sizes.parameter, maker.sizes.grades
    sizes = [size for size, found in grades.items() if grade in found]
    if getattr(usual, name) in sizes:
        return {}
    return {name: sizes[0]} if sizes else None


@cache
def _shown(family: type[AnyPuzzle]) -> str:
    """The puzzle that represents a family: its example, or the first published one with exactly
    one solution if the example has several."""
    example = family.example.identifier
    own = [one.puzzle for one in published.gallery().values() if one.puzzle.family == family.family]
    for puzzle in [example, *(one.identifier for one in own)]:
        if solve(puzzle, node_limit=MAX_EXAMPLE_NODES).verdict == "unique":
            return puzzle
    return example


@cache
def _edits(family: type[AnyPuzzle]) -> bool:
    """Whether the family has an empty board to fill in."""
    maker = find_maker(family)
    return maker is not None and maker.empty(maker.parameters()) is not None


def _parameter(parameter: Parameter) -> dict[str, Any]:
    whole = parameter.kind is int
    kind = "integer" if whole else "flag" if parameter.kind is bool else "text"
    return {
        "name": parameter.name,
        "label": parameter.name.replace("_", " ").capitalize(),
        "help": parameter.meaning,
        "kind": "choice" if parameter.words else kind,
        "least": parameter.least if whole else None,
        "most": parameter.most if whole else None,
        "default": parameter.default,
        "choices": list(parameter.words),
    }
