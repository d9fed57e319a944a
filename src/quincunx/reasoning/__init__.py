"""Reasoning a person can follow: explanations, hints and grades.

From the bottom up:
  candidates    what is known, and what one rule says about it
  together, what_if   what several rules say, and what follows from trying a value
  moves, rounds   the easiest next moves, again and again
  choosing, shortening, evidence   which moves to tell, and what each needs
  steps, narration   moves put into words
  path          the whole way
  explaining, hinting, grading   what people ask for
"""

from quincunx.families.base.grades import GRADES
from quincunx.reasoning.explanation import Explanation, explain
from quincunx.reasoning.grading import Grade, grade
from quincunx.reasoning.hints import Hint, hint
from quincunx.reasoning.steps import Step

__all__ = ["GRADES", "Explanation", "Grade", "Hint", "Step", "explain", "grade", "hint"]
