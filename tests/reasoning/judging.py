"""Explanations judged: how many steps, how many words, and what is wrong with them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.cli.families import rule_book_data
from quincunx.families import AnyPuzzle
from quincunx.reasoning import Explanation, explain
from tests.reasoning.evidence import check_explanation, check_frame
from tests.reasoning.puzzles import imaged, made_puzzles, random_puzzles
from tests.reasoning.sentences import check_sentences

FAMILIES = 5

INTERNAL = re.compile(
    r"-1\b|None(?! of)|is used by its (row|column)(?! or)|is a digit\b"  # names
    r"|row \d+, column \d+(?! and)|_"
    r"|  |\.\.|,,| ,|: ,|\(\)|\b(a|an|the|is|are|not|and|or) [.,;]"  # something left out
)
"""What no sentence shows."""


@dataclass(frozen=True)
class Judged:
    """An explanation with what the judge complains of, and the seconds that it took to make."""

    explanation: Explanation
    complaints: list[str]
    seconds: float

    @property
    def words(self) -> int:
        return sum(len(step.sentence.split()) for step in self.explanation.steps)

    @property
    def longest(self) -> int:
        """The words of the longest sentence."""
        sentences = [s for step in self.explanation.steps for s in step.sentences]
        return max((len(sentence.split()) for sentence in sentences), default=0)


def judged(puzzle: AnyPuzzle) -> Judged:
    """The explanation of a puzzle, judged."""
    began = time.perf_counter()
    explanation = explain(puzzle)
    seconds = time.perf_counter() - began
    data = explanation.as_dict()
    complaints = [*check_explanation(data, rule_book_data(puzzle)), *check_frame(data)]
    complaints += check_sentences(data)
    sentences = [sentence for step in explanation.steps for sentence in step.sentences]
    for said in sentences:
        if INTERNAL.search(said) or not re.fullmatch(r"([A-Z0-9]|r\d+c\d).*[.]", said):
            complaints.append(f"no sentence: {said}")
    return Judged(explanation, complaints, seconds)


def puzzles_to_judge(seed: int, count: int) -> Iterator[AnyPuzzle]:
    """About this many puzzles of all families: with one solution, with several and with none, and
    images of those that makers make."""
    share = max(1, count // (FAMILIES * 4))
    yield from random_puzzles(seed, 2 * share)
    made = list(made_puzzles(seed, share))
    yield from made
    yield from imaged(made, seed)
