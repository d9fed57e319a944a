"""The classes of every family, made once and told to reasoning-gym."""

from __future__ import annotations

from functools import cache

from reasoning_gym.factory import DATASETS, register_dataset

from quincunx.datasets.gym.config import Config, config_of
from quincunx.datasets.gym.curriculum import PuzzleCurriculum, grades_of
from quincunx.datasets.gym.items import PuzzleDataset
from quincunx.families import AnyPuzzle, all_families
from quincunx.families.base.capabilities import find_maker

MODULE = "quincunx.datasets.gym"
"""Where the classes are found by name, by `pickle` too."""


def name_of(family: type[AnyPuzzle]) -> str:
    """The name that a family's dataset is registered under."""
    return f"quincunx_{family.family.replace('-', '_')}"


def register_all() -> dict[str, type]:
    """Register the datasets of all families that can be made, unless that was done before; the
    classes by name."""
    found: dict[str, type] = {}
    for family in all_families().values():
        if find_maker(family) is None:
            continue
        config, dataset, curriculum = classes_of(family)
        if dataset.name not in DATASETS:
            register_dataset(dataset.name, dataset, config, curriculum)
        found |= {each.__name__: each for each in (config, dataset, curriculum) if each}
    return found


@cache
def classes_of(
    family: type[AnyPuzzle],
) -> tuple[type[Config], type[PuzzleDataset], type[PuzzleCurriculum] | None]:
    """The configuration, the dataset and, where grades are known, the curriculum of a family."""
    config = config_of(family, MODULE)
    dataset = type(
        f"{family.__name__}Dataset",
        (PuzzleDataset,),
        {
            "__module__": MODULE,
            "__doc__": f"Puzzles of the family {family.title}. {family.rules}",
            "name": name_of(family),
        },
    )
    if not grades_of(config):
        return config, dataset, None
    curriculum = type(
        f"{family.__name__}Curriculum",
        (PuzzleCurriculum,),
        {
            "__module__": MODULE,
            "__doc__": f"Grades and sizes of {family.title}, from the easiest on.",
            "config": config,
        },
    )
    return config, dataset, curriculum
