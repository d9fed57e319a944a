"""The times that the papers print, for the instances that are measured here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Printed:
    """A time in seconds that a paper prints for an instance, and what it says it is."""

    instance: str
    seconds: float
    what: str
    same_digits: bool = True
    """Whether the paper prints the very puzzle, or only its size and target."""


PRINTED = (
    Printed("c-note/paper-example", 0.0, "labeling without options"),
    Printed("c-note/paper-labeling", 0.32, "its best combination, bisect"),
    Printed("c-note/paper-labeling", 45.53, "its worst, anti_first_fail and median"),
    Printed("c-note 3×3, target 400", 1.0, "growth with the target", False),
    Printed("c-note 3×3, target 1500", 33.78, "growth with the target", False),
    Printed("c-note 6×6, target 60", 6.0, "growth with the size", False),
    Printed("c-note 7×7, target 60", 116.5, "growth with the size", False),
    Printed("multi-balance/paper-1", 0.31, "statistics of four boards"),
    Printed("multi-balance/paper-2", 391.24, "statistics of four boards"),
    Printed("multi-balance/paper-3", 20.34, "statistics of four boards"),
    Printed("multi-balance/paper-4", 87.59, "statistics of four boards"),
    Printed("sum-star/paper", 0.53, "statistics"),
    Printed("sum-star/paper", 0.2033, "its best option, min"),
    Printed("aztec-math/paper-figure-2", 0.02, "leftmost"),
    Printed("aztec-math/paper-figure-2", 0.14, "its worst, min and anti_first_fail"),
)
"""Power Strike's times are only plotted, so there is nothing to set beside ours."""
