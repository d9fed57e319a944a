"""The score of an answer in free text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quincunx.datasets.scoring.search import last_answer
from quincunx.errors import PuzzleError
from quincunx.families import AnyPuzzle, Violation
from quincunx.families.base.capabilities import rule_book_of
from quincunx.families.base.reading import PuzzleLike, parse
from quincunx.families.base.validation import shown

NO_ANSWER = "There is no answer of the right shape."
HOLES = "The last answer has a cell without a whole number."


@dataclass(frozen=True)
class Score:
    """What a text is worth: 1.0 if its last answer keeps all rules.

    `answer` is what was read, None if nothing has the shape of an answer, or if the last that has
    it has holes; `violations` are sentences that say what is wrong; `read_as` says how the answer
    was written: "typed" alone, in "brackets" or in "lines".
    """

    value: float
    answer: Any
    violations: tuple[str, ...]
    read_as: str

    @property
    def right(self) -> bool:
        """Whether the answer keeps all rules."""
        return self.answer is not None and not self.violations

    def as_dict(self) -> dict[str, Any]:
        """The score as JSON data."""
        return {
            "score": self.value,
            "answer": self.answer,
            "violations": list(self.violations),
            "read_as": self.read_as,
        }


def score(puzzle: PuzzleLike, text: str, partial: bool = False) -> Score:
    """What a text is worth as an answer to a puzzle: 1.0 if the last answer in it keeps all rules,
    and 0.0 if not, or if there is none.

    With `partial` an answer that breaks rules is worth the share of the rules that hold: of those
    in the puzzle's rule book, and of what else it breaks.

    >>> score("aztec-math:9/5_", "I think that the answer is [[9], [5, 4]].").value
    1.0
    >>> wrong = score("aztec-math:9/5_", "Answer: [[9], [5, 3]]", partial=True)
    >>> wrong.value, wrong.violations
    (0.75, ('Row 1, cell 1 is 9, but 5 and 3 below it give only 8 (sum), 2 (difference) or 15 \
(product).',))
    """
    puzzle = parse(puzzle)
    if not isinstance(text, str):
        raise PuzzleError(f"score: text is {shown(text)}, expected a text")
    found = last_answer(puzzle, text)
    if found is None:
        return Score(0.0, None, (NO_ANSWER,), "")
    if found.answer is None:
        return Score(0.0, None, (HOLES,), found.form)
    broken = puzzle.violations(found.answer)
    value = 1.0 if not broken else _share(puzzle, broken) if partial else 0.0
    return Score(value, found.answer, tuple(v.sentence for v in broken), found.form)


def _share(puzzle: AnyPuzzle, broken: Sequence[Violation]) -> float:
    """The share of the rules that hold."""
    rules = {rule.id for rule in rule_book_of(puzzle)}
    named = {violation.entry for violation in broken} & rules
    others = sum(violation.entry not in rules for violation in broken)
    return (len(rules) - len(named)) / (len(rules) + others)
