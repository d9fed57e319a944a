"""The families as datasets of reasoning-gym: `import quincunx.datasets.gym` registers them all.

>>> import reasoning_gym
>>> import quincunx.datasets.gym
>>> data = reasoning_gym.create_dataset("quincunx_aztec_math", levels=3, seed=7, size=2)
>>> [data.score_answer(item["answer"], item) for item in data]
[1.0, 1.0]

The family "c-note" is the dataset `quincunx_c_note`, with the classes `CNoteDataset`, `CNoteConfig`
and `CNoteCurriculum` in this module.

A configuration has reasoning-gym's size and seed, a grade, and the parameters of the family with
the same names, types, defaults and checks as elsewhere. A parameter whose name is taken is called
`puzzle_...`, as in `puzzle_size` for the rows of a grid.

An item depends on the configuration, the seed and its number k alone: it is row k of their series.
After the last row of a complete catalogue it is used once more, in another order. A row that is not
found within the generator's effort is looked for again with another seed. So every number has an
item, always the same.

A curriculum has the grades and sizes of a family as levels, from the easiest on. Not every size has
every grade: the grade decides, and the size is the nearest that has it.
"""

from contextlib import suppress
from dataclasses import dataclass, fields, make_dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from quincunx.datasets.questions import answer_text, question
from quincunx.datasets.scoring import score
from quincunx.errors import EngineError, OptionError, TooBig
from quincunx.families import AnyPuzzle, all_families
from quincunx.families.base.capabilities import find_maker
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Parameter, Sizes
from quincunx.families.base.shapes import Whole
from quincunx.making import MAX_SEED, GeneratedPuzzle, Request, Series, maker_of, request
from quincunx.making.catalogue_sampler import complete_list
from quincunx.making.series import MAX_ROW

try:
    import reasoning_gym  # noqa: F401
    from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
    from reasoning_gym.dataset import ProceduralDataset
    from reasoning_gym.factory import CURRICULA, DATASETS, register_dataset
except ModuleNotFoundError as _missing:
    if _missing.name != "reasoning_gym":
        raise
    raise EngineError("gym needs reasoning-gym: pip install 'quincunx[gym]'") from None

LARGEST_SEED = 10**12
"""reasoning-gym draws seeds below 2**32, and adds little to them."""
NEXT_SERIES = 2**32
"""Added to the seed for the next series: larger than the seeds that reasoning-gym draws."""
KEPT = ("puzzle", "document", "solution", "grade", "score", "techniques")
"""What items have of a generated puzzle as JSON data."""
MAX_SERIES = 3
"""Series in which a row is looked for."""


@dataclass
class Config:
    """What decides the items of a dataset. Subclasses add the parameters of a family."""

    family: ClassVar[type[AnyPuzzle]]

    size: int = 500
    """The length of the dataset; items beyond it exist as well."""
    seed: int | None = None
    """The same seed gives the same items; drawn if not given."""
    grade: str | None = None
    """How hard the puzzles are: easy, medium, hard or expert; any if not given."""

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """Return the family's parameters by the names of their fields."""
        return {field_name(one.name): one for one in maker_of(cls.family).parameters.declared()}

    def validate(self) -> None:
        """Raise a `ValueError` that says what was expected if there are no such puzzles."""
        Whole(1, MAX_ROW).read_part(self.size, "", "size")
        if self.seed is not None:
            Whole(0, LARGEST_SEED).read_part(self.seed, "", "seed")
        asked = self.request()
        listed = complete_list(asked)
        if listed is not None and not len(listed):
            raise OptionError(f"{self.family.family}: {listed.exhausted_message}")

    def request(self) -> Request:
        """Return the request for the family's generator."""
        chosen = {one.name: getattr(self, name) for name, one in self.parameters().items()}
        # Passed as one value, since a parameter may have the name of another argument.
        return request(maker_of(self.family).parameters.chosen(chosen), grade=self.grade)


class PuzzleDataset(ProceduralDataset):  # type: ignore[misc]  # it declares no types
    """The puzzles of a configuration as items without end."""

    name: ClassVar[str]
    sizes: ClassVar[Sizes | None]
    config: Config
    seed: int

    def __init__(self, config: Config) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._request = config.request()

    category = "games"
    """The category of reasoning-gym that it would be in."""

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return an item; negative numbers count from the end."""
        at = idx + self.size if idx < 0 else idx
        if at < 0:
            raise IndexError(f"{self.name}: item {idx} of {self.size:,}")
        made = self._made(at)
        puzzle, data = made.puzzle, made.as_dict()
        size = field_name(self.sizes.parameter) if self.sizes else ""
        return {
            "question": question(puzzle),
            "answer": answer_text(puzzle, made.solution),
            "metadata": {
                "source_dataset": self.name,
                "source_index": at,
                **{key: data[key] for key in KEPT},
                "difficulty": {"grade": made.grade}
                | ({size: getattr(self.config, size)} if size else {}),
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 for every right answer, partial credit for one that is nearly right, or 0."""
        if not isinstance(answer, str) or not answer:
            return 0.0
        return score(entry["metadata"]["puzzle"], answer, partial=True).value

    def _made(self, item: int) -> GeneratedPuzzle:
        listed = complete_list(self._request)
        series, row = divmod(item, MAX_ROW if listed is None else len(listed))
        for later in range(series, series + MAX_SERIES):
            with suppress(TooBig):
                seed = (self.seed + later * NEXT_SERIES) % MAX_SEED
                return _series(self._request, seed).row(row)
        raise TooBig(f"{self.name}: item {row}: none was found; try another grade or size")


@lru_cache(maxsize=8)
def _series(asked: Request, seed: int) -> Series:
    """Return a series; cached because ordering a catalogue takes a while."""
    return Series(asked, seed, graded=True)


class PuzzleCurriculum(BaseCurriculum):  # type: ignore[misc]  # it declares no types
    """The grades and sizes of a family as levels."""

    config: ClassVar[type[Config]]
    sizes: ClassVar[Sizes]

    def __init__(self) -> None:
        super().__init__(type(self).__name__, self.config)
        known = {grade for grades in self.sizes.grades.values() for grade in grades}
        name = field_name(self.sizes.parameter)
        for each, levels, meaning in (
            ("grade", [grade for grade in GRADES if grade in known], "How hard the puzzles are"),
            (name, list(self.sizes.grades), self.config.parameters()[name].meaning),
        ):
            named = {"name": each, "field_name": each, "description": meaning}
            self._define_attributes(ScalarAttributeDefinition(levels=levels, **named))

    def get_attr_value(self, attr_name: str) -> Any:
        """Return the value at the current level; of sizes the largest up to it that has the grade,
        or the smallest that has it."""
        wanted = super().get_attr_value(attr_name)
        if attr_name == "grade":
            return wanted
        return self.sizes.nearest(wanted, super().get_attr_value("grade"))


def field_name(parameter: str) -> str:
    """Return the name of the field that holds a parameter.

    >>> field_name("levels"), field_name("size")
    ('levels', 'puzzle_size')
    """
    taken = {one.name for one in fields(Config)}
    return f"puzzle_{parameter}" if parameter in taken else parameter


def dataset_name(family: type[AnyPuzzle]) -> str:
    """Return the name that a family's dataset is registered under."""
    return f"quincunx_{family.family.replace('-', '_')}"


@cache
def classes_of(
    family: type[AnyPuzzle],
) -> tuple[type[Config], type[PuzzleDataset], type[PuzzleCurriculum] | None]:
    """Return the configuration, the dataset and, if sizes are known, the curriculum of a family.

    They are found by their names in this module, by `pickle` too.
    """
    name, maker = family.__name__, maker_of(family)
    own: dict[str, Any] = {"__module__": __name__, "family": family, "sizes": maker.sizes}
    parameters = [
        (field_name(one.name), one.kind | (None if one.default is None else one.kind), one.default)
        for one in maker.parameters.declared()
    ]
    config = make_dataclass(f"{name}Config", parameters, bases=(Config,), namespace=own)
    own |= {"config": config, "name": dataset_name(family)}
    about = {"__doc__": f"Puzzles of the family {family.title}. {family.rules}"}
    dataset = type(f"{name}Dataset", (PuzzleDataset,), own | about)
    levels = type(f"{name}Curriculum", (PuzzleCurriculum,), own) if maker.sizes else None
    return config, dataset, levels


def register_all() -> dict[str, type]:
    """Register the datasets of all families that have a generator, once; return their classes."""
    found: dict[str, type] = {}
    for family in all_families().values():
        if find_maker(family) is None:
            continue
        name = dataset_name(family)
        if name not in DATASETS:
            config, dataset, levels = classes_of(family)
            register_dataset(name, dataset, config, levels)
        classes = (*DATASETS[name], CURRICULA.get(name))
        found |= {each.__name__: each for each in classes if each}
    return found


globals().update(register_all())
