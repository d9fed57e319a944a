"""How hard a puzzle is for a person: the names of the grades.

What each grade allows is settled in `quincunx.reasoning.grading`; families say which of them
their puzzles can have.
"""

GRADES = ("easy", "medium", "hard", "expert")
"""From the easiest to the hardest."""
