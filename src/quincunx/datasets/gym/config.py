"""Configurations: what reasoning-gym asks of every dataset, and the parameters of a family.

The parameters are those that the family declares for its maker, with the same names, types,
defaults and checks. One that has the name of something else here is called `puzzle_...`, as in
`puzzle_size` for the rows of a grid.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, fields, make_dataclass
from functools import lru_cache
from typing import Any, ClassVar

from quincunx.errors import OptionError
from quincunx.families import AnyPuzzle
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import AnyMaker, Parameter
from quincunx.families.base.shapes import Whole
from quincunx.making import Request, maker_of, request
from quincunx.making.catalogue_sampler import CatalogueSampler
from quincunx.making.series import MAX_ROW

LARGEST_SEED = 10**12
"""What reasoning-gym draws is below 2**32, and what it adds to that is little."""


@dataclass
class Config:
    """What decides the items of a dataset; what is wrong with it `validate` says."""

    family: ClassVar[type[AnyPuzzle]]
    _warned = ""  # no field

    size: int = 500
    """How many items the dataset says it has; items beyond that exist as well."""
    seed: int | None = None
    """The same seed gives the same items; drawn if not given."""
    grade: str | None = None
    """How hard the puzzles are: easy, medium, hard or expert; whatever comes if not given."""

    @classmethod
    def maker(cls) -> AnyMaker:
        """Who makes the puzzles."""
        return maker_of(cls.family)

    @classmethod
    def parameters(cls) -> dict[str, Parameter]:
        """The family's parameters, by the names of their fields."""
        return {field_name(one.name): one for one in cls.maker().parameters.declared()}

    def validate(self) -> None:
        """Raise `ValueError` for what cannot be made, in a sentence that says what was expected."""
        Whole(1, MAX_ROW).read_part(self.size, "", "size")
        if self.seed is not None:
            Whole(0, LARGEST_SEED).read_part(self.seed, "", "seed")
        asked = self.request()
        rows, end = end_of(asked)
        if rows == 0:
            raise OptionError(f"{self.family.family}: {end}")
        if rows is None and asked.never_met and self._warned != asked.warning:
            # A configuration is validated again and again, and warned of once.
            self._warned = asked.warning
            warnings.warn(asked.warning, stacklevel=2)

    def request(self) -> Request:
        """What is asked of the family."""
        chosen = {one.name: getattr(self, name) for name, one in self.parameters().items()}
        # Parameters may be called what requests have other words for.
        return request(self.maker().parameters.chosen(chosen), grade=self.grade)


@lru_cache(maxsize=64)
def end_of(asked: Request) -> tuple[int | None, str]:
    """How many rows there are where a complete list says so, and what is said at its end."""
    sampler = CatalogueSampler.of(asked, 0)  # the seed decides the order alone
    if sampler is None or not sampler.is_exhaustive:
        return None, ""
    return len(sampler), sampler.exhausted_message


def field_name(parameter: str) -> str:
    """The field that holds a parameter.

    >>> field_name("levels"), field_name("size")
    ('levels', 'puzzle_size')
    """
    taken = {one.name for one in fields(Config)}
    return f"puzzle_{parameter}" if parameter in taken else parameter


def config_of(family: type[AnyPuzzle], module: str) -> type[Config]:
    """The configuration of a family, as a dataclass of its own."""
    parameters = maker_of(family).parameters.declared()
    made = make_dataclass(
        f"{family.__name__}Config",
        [(field_name(one.name), _type_of(one), field(default=one.default)) for one in parameters],
        bases=(Config,),
        namespace={
            "__module__": module,
            "__doc__": _told(family, parameters),
            "family": family,
        },
    )
    assert issubclass(made, Config)
    return made


def _type_of(parameter: Parameter) -> Any:
    return parameter.kind if parameter.default is not None else parameter.kind | None


def _told(family: type[AnyPuzzle], parameters: tuple[Parameter, ...]) -> str:
    """All fields in words."""
    lines = [
        f"Configuration of {family.title} puzzles.",
        "",
        "size: how many items the dataset says it has; items beyond that exist as well",
        "seed: the same seed gives the same items; drawn if not given",
        f"grade: how hard, one of {', '.join(GRADES)}; whatever comes if not given",
    ]
    lines += [f"{field_name(one.name)}: {one.meaning}{one.bounds}" for one in parameters]
    return "\n".join(lines)
