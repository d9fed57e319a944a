"""Puzzles as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from quincunx.families import AnyPuzzle

if TYPE_CHECKING:
    from quincunx.reasoning import Explanation


def question(puzzle: AnyPuzzle) -> str:
    """Rules and puzzle."""
    return f"{puzzle.rules}\n{puzzle.sketch()}"


def answer_text(puzzle: AnyPuzzle, solution: Any) -> str:
    """A solution as JSON."""
    return json.dumps(solution, separators=(",", ":"))


def chain_of_thought(explanation: Explanation) -> str:
    """The steps."""
    return f"{explanation}\n{answer_text(explanation.puzzle, explanation.solution)}"
