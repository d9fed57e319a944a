"""The score of a reply."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from quincunx.datasets.scoring.answers import NoAnswer, find_answer
from quincunx.datasets.scoring.partial_credit import partial_credit
from quincunx.errors import PuzzleError
from quincunx.families.base.puzzle_input import PuzzleLike, parse
from quincunx.families.base.validation import shown

Status = Literal["right", "wrong", "format-error", "no-answer"]


@dataclass(frozen=True)
class Score:
    """The score of a reply.

    Attributes:
        value: 1.0 if the answer keeps all rules.
        answer: The answer that was read, `None` if there is none.
        violations: Sentences that say what is wrong.
        read_as: How the answer was written, "json" or "text"; empty if there is none.
        status: "right" or "wrong" if an answer was read; "format-error" if there is one in a form
            that is not read; "no-answer" if the reply gives none, or takes it back.
    """

    value: float
    answer: Any
    violations: tuple[str, ...]
    read_as: str
    status: Status

    @property
    def right(self) -> bool:
        """Whether the answer keeps all rules."""
        return self.status == "right"

    def as_dict(self) -> dict[str, Any]:
        """The score as JSON data."""
        data = asdict(self) | {"violations": list(self.violations)}
        return {"score": data.pop("value"), **data}


def score(puzzle: PuzzleLike, text: str, partial: bool = False) -> Score:
    """Score a reply in free text to a puzzle.

    Args:
        puzzle: A puzzle, its identifier, its document or its name in the gallery.
        text: The reply; docs/scoring.md states where and how it has to give the answer.
        partial: Whether a wrong answer is worth up to 0.5, by the cells that are right beyond
            those of a lazy answer; see docs/scoring.md.

    Raises:
        PuzzleError: The puzzle is invalid, or the reply is not text.

    >>> score("aztec-math:9/5_", "5 + 4 = 9. Answer: [[9], [5, 4]]").value
    1.0
    >>> wrong = score("aztec-math:9/5_", "Answer: [[9], [5, 3]]", partial=True)
    >>> wrong.value, wrong.violations
    (0.0, ('Row 1, cell 1 is 9, but 5 and 3 below it give only 8 (sum), 2 (difference) or 15 \
(product).',))
    """
    puzzle = parse(puzzle)
    if not isinstance(text, str):
        raise PuzzleError(f"score: text is {shown(text)}, expected a text")
    found = find_answer(puzzle, text)
    if isinstance(found, NoAnswer):
        status: Status = "format-error" if found.misread else "no-answer"
        return Score(0.0, None, (found.reason,), "", status)
    broken = puzzle.violations(found.solution)
    if not broken:
        return Score(1.0, found.solution, (), found.read_as, "right")
    value = partial_credit(puzzle, found.solution) if partial else 0.0
    sentences = tuple(violation.sentence for violation in broken)
    return Score(value, found.solution, sentences, found.read_as, "wrong")
