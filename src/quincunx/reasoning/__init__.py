"""Reasoning a person can follow: explanations, hints and grades.

From the bottom up:
  candidates          the state of reasoning, what one rule deduces from it, and moves
  case_analysis       refuting a value by assuming it, and search as the last resort
  rounds              the easiest moves, round after round
  evidence            which moves are needed, and what each relies on
  steps, narration    moves put into words
  path                the reasoning about one puzzle from start to end
  study               models and solutions of a puzzle, computed once
  explanation, hints, grades, glossary    the public functions
"""

from quincunx.families.base.grades import GRADES
from quincunx.reasoning.explanation import Explanation, explain
from quincunx.reasoning.grades import Grade, grade
from quincunx.reasoning.hints import Hint, hint
from quincunx.reasoning.steps import ExplanationStep

__all__ = ["GRADES", "Explanation", "ExplanationStep", "Grade", "Hint", "explain", "grade", "hint"]
