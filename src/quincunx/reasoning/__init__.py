"""Reasoning a person can follow: explanations, hints and grades.

From the bottom up:
  candidates   what is known, and what one rule says about it
  ladder      techniques as data, and the easiest next move
  one_rule, two_rules, trying   the finders of moves; `techniques` lists them all
  facts       the smallest set of facts that a move needs
  path      the whole way from the givens to the solution
  telling     moves put into words
  grading, explaining, hinting   what people ask for
"""

from quincunx.grades import GRADES
from quincunx.reasoning.explaining import Explanation, explain
from quincunx.reasoning.grading import Grade, grade
from quincunx.reasoning.hinting import Hint, hint
from quincunx.reasoning.ladder import Technique
from quincunx.reasoning.narration import Step
from quincunx.reasoning.techniques import TECHNIQUES

__all__ = [
    "GRADES",
    "TECHNIQUES",
    "Explanation",
    "Grade",
    "Hint",
    "Step",
    "Technique",
    "explain",
    "grade",
    "hint",
]
