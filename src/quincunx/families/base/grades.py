"""The names of the grades; `quincunx.reasoning` defines which techniques each of them allows."""

GRADES = ("easy", "medium", "hard", "expert")
"""From the easiest to the hardest."""
