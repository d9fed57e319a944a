"""The names of the grades: how hard a puzzle is for a person.

`quincunx.reasoning.grades` decides which grade a puzzle has.
"""

from typing import Literal, TypeAlias, get_args

GradeName: TypeAlias = Literal["easy", "medium", "hard", "expert"]

GRADES: tuple[GradeName, ...] = get_args(GradeName)
"""From the easiest to the hardest."""
