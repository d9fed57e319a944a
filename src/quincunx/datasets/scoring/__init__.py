"""Scoring replies in free text: docs/scoring.md states what is read as an answer.

answers  finds the answer in a reply
scores   holds it against the rules
replies  files of replies, and the datasets that hold their puzzles
summary  means over many scores
"""

from quincunx.datasets.scoring.scores import Score, score

__all__ = ["Score", "score"]
