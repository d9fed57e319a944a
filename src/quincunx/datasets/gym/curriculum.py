"""Curricula: grades and sizes from the easiest on, as far as a family has them.

A family says which sizes its puzzles have, and of which grades puzzles of each size are found
before long (`Maker.sizes`). Not every size has every grade: a large board may have no easy puzzle.
So where somebody's levels ask for a grade that a size has not, the nearest one that it has is
meant; no level asks for what the family cannot make.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition

from quincunx.datasets.gym.config import Config, field_name
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Sizes

GRADE = "grade"


class PuzzleCurriculum(BaseCurriculum):  # type: ignore[misc]  # it declares no types
    """The levels of a family."""

    config: ClassVar[type[Config]]

    def __init__(self) -> None:
        super().__init__(type(self).__name__, self.config)
        self._define_attributes(
            ScalarAttributeDefinition(
                name=GRADE,
                field_name=GRADE,
                levels=list(grades_of(self.config)),
                description="How hard the puzzles are",
            )
        )
        sizes = sizes_of(self.config)
        if sizes is not None:
            self._define_attributes(
                ScalarAttributeDefinition(
                    name=field_name(sizes.parameter),
                    field_name=field_name(sizes.parameter),
                    levels=list(sizes.grades),
                    description=self._meaning(sizes.parameter),
                )
            )

    def get_attr_value(self, attr_name: str) -> Any:
        """The value at the level that was set; of grades the nearest that the size has."""
        wanted = super().get_attr_value(attr_name)
        sizes = sizes_of(self.config)
        if attr_name != GRADE or sizes is None:
            return wanted
        size = super().get_attr_value(field_name(sizes.parameter))
        return nearest(wanted, sizes.grades[size])

    def _meaning(self, parameter: str) -> str:
        return self.config.parameters()[field_name(parameter)].meaning


def sizes_of(config: type[Config]) -> Sizes | None:
    """The sizes of a family; None where it tells of none."""
    return config.maker().sizes


def grades_of(config: type[Config]) -> tuple[str, ...]:
    """The grades that a family's puzzles are known to have; none where nobody has looked."""
    maker = config.maker()
    if maker.sizes is not None:
        known = {grade for grades in maker.sizes.grades.values() for grade in grades}
    else:
        sampled = maker.sampled(maker.parameters())
        known = {grade for grade, found in (sampled or {}).items() if found}
    return tuple(grade for grade in GRADES if grade in known)


def nearest(wanted: str, there: Sequence[str]) -> str:
    """Of some grades the one nearest to another; the easier of two.

    >>> nearest("easy", ["medium", "hard"]), nearest("hard", ["medium", "expert"])
    ('medium', 'medium')
    """
    place = GRADES.index(wanted)
    return min(there, key=lambda grade: (abs(GRADES.index(grade) - place), GRADES.index(grade)))
