"""A second opinion about puzzles that were made."""

from collections.abc import Iterator
from typing import Any

from quincunx import GeneratedPuzzle, generate, solve


def series(family: str, **options: Any) -> Iterator[Any]:
    """What `generate` makes; a test knows more about its puzzles than that they are puzzles."""
    return generate(family, **options)


def confirm(made: GeneratedPuzzle) -> None:
    """The solution obeys the rules, and a solver that made nothing finds no other."""
    assert made.puzzle.violations(made.solution) == []
    result = solve(made.puzzle, engine="cp-sat")
    assert (result.verdict, result.solutions) == ("unique", (made.solution,)), made.puzzle
