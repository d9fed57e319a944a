"""Questions about a puzzle and what the player has written."""

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import quincunx
from quincunx.cp.limits import Limits, Stopped, limit_reached
from quincunx.drawing.pencil_marks import left_by_rules
from quincunx.drawing.picture import Picture
from quincunx.drawing.themes import THEMES
from quincunx.families import AnyPuzzle, Cell
from quincunx.families.base.documents import written_numbers
from quincunx.families.base.scene import id_of
from quincunx.making.prepared_model import KernelModel
from quincunx.reasoning.hints import Hint, wrong_cells
from quincunx.reasoning.mistakes import broken_rules, is_solved
from quincunx.reasoning.study import study_of
from quincunx.web.conflicts import conflicting_rules
from quincunx.web.encoding import by_id, ids_of, with_ids
from quincunx.web.questions import Question, Reply

MAX_MARKS = 60
"""Candidates of a cell that are sent; cells with more are left out."""


def verdict(asked: Question) -> Reply:
    """Answer "verdict": whether there is one solution, none, or several (then two are sent)."""
    found = study_of(asked.puzzle).result(Limits(asked.left()))
    return {
        "puzzle": asked.puzzle.identifier,
        "verdict": found.verdict,
        "complete": found.complete,
        "solutions": [by_id(asked.puzzle, solution) for solution in found.solutions],
        "unwritten": [_unwritten(asked.puzzle, solution) for solution in found.solutions],
        "clash": list(conflicting_rules(asked.puzzle)) if found.verdict == "none" else [],
    }


def solve(asked: Question) -> Reply:
    """Answer "solve": a solution, if possible one that agrees with what is written."""
    found = study_of(asked.puzzle).result(Limits(asked.left()))
    if found.solution is None and not found.complete:
        raise Stopped
    solution = found.solution
    if found.verdict == "multiple":
        solution = _agreeing(asked.puzzle, asked.state.numbers) or solution
    first = None if solution is None else by_id(asked.puzzle, solution)
    written = {id_of(cell): number for cell, number in asked.state.numbers.items()}
    return {
        "puzzle": asked.puzzle.identifier,
        "solution": first,
        "verdict": found.verdict,
        "agrees": first is not None and written.items() <= first.items(),
        "unwritten": [] if first is None else _unwritten(asked.puzzle, solution),
    }


def _agreeing(puzzle: AnyPuzzle, written: Mapping[Cell, int]) -> Any:
    """A solution that contains the written numbers; None if there is none."""
    places = {cell: place for place, cell in enumerate(puzzle.cells)}
    prepared = KernelModel(study_of(puzzle).model, puzzle.capabilities.labeling, limit_reached)
    found = prepared.search({places[cell]: (n,) for cell, n in written.items()}, limit=1)
    return puzzle.solution(found.solutions[0]) if found.solutions else None


def _unwritten(puzzle: AnyPuzzle, solution: Any) -> list[str]:
    """The cells that stay empty when a player writes a solution down."""
    written = written_numbers(puzzle, solution)
    return ids_of(cell for cell in puzzle.cells if cell not in written)


def check(asked: Question) -> Reply:
    """Answer "check": the rules that the written numbers break, and whether all is solved."""
    puzzle, numbers = asked.puzzle, asked.state.numbers
    written = {**study_of(puzzle).givens, **numbers}
    solved = is_solved(puzzle, numbers)
    return {
        "violations": [
            {"sentence": violation.sentence, "cells": ids_of(violation.cells)}
            for violation in (() if solved else broken_rules(puzzle, numbers))
        ],
        "filled": solved or all(cell in written for cell in puzzle.cells),
        "solved": solved,
    }


def compare(asked: Question) -> Reply:
    """Answer "compare": the cells whose written numbers are in no solution."""
    return {"wrong": ids_of(wrong_cells(asked.puzzle, asked.state, Limits(asked.left())))}


def marks(asked: Question) -> Reply:
    """Answer "marks": the numbers that single rules leave in each open cell."""
    left = left_by_rules(asked.puzzle, asked.state.numbers)
    few = {id_of(cell): list(values) for cell, values in left.items() if len(values) <= MAX_MARKS}
    return {"marks": few}


def hint(asked: Question) -> Reply:
    """Answer "hint": the next step, in as much detail as the level says."""
    level = asked.whole("level", 1, 1, 3)
    state = asked.state
    on_paper = state.text(asked.puzzle) if state.contents() else None
    return with_ids(_hinted(asked.puzzle, on_paper, asked.seconds).as_dict(level))


@lru_cache(maxsize=16)
def _hinted(puzzle: AnyPuzzle, on_paper: str | None, seconds: float) -> Hint:
    """The next step with all its levels, cached because players ask for one level after another."""
    found = quincunx.hint(puzzle, on_paper, time_limit=seconds)
    if found.kind == "unknown":
        raise Stopped
    return found


def explain(asked: Question) -> Reply:
    """Answer "explain": the way to the solution, step by step."""
    found = quincunx.explain(asked.puzzle, time_limit=asked.left(), one_by_one=True)
    reply = with_ids(found.as_dict())
    if found.solution is not None:
        reply["solution"] = by_id(asked.puzzle, found.solution)
    return reply


def grade(asked: Question) -> Reply:
    """Answer "grade": how hard the puzzle is, and why."""
    return quincunx.grade(asked.puzzle, time_limit=asked.left()).as_dict()


def draw(asked: Question) -> Reply:
    """Answer "draw": a picture of the board with what is written."""
    form = asked.text("format", "svg", known=("svg", "pdf"))
    theme = asked.text("theme", "light", known=THEMES)
    state = asked.state
    marks = {cell: sorted(values) for cell, values in state.candidates.items()}
    picture = Picture(asked.puzzle, state.numbers, marks)
    if form == "svg":
        return {"svg": picture.svg(theme=theme)}
    # Paper has no dark mode to follow.
    on_paper = picture.pdf(theme="light" if theme == "auto" else theme)
    return {"pdf": b64encode(on_paper).decode()}
