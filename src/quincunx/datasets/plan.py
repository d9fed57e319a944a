"""The plan of a dataset: what decides its rows, and what the options of the command line mean.

Settings, that is families with parameters, take turns. Within a setting, grades come by their
weights, spread so evenly that after any number of rows each is within one row of its share.
So the stratum of row k (its setting and grade), and the number of rows of that stratum before it,
are arithmetic.
"""

import hashlib
import json
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from math import gcd
from typing import Any, Self

from quincunx._support.arguments import require_choice
from quincunx.cp.limits import require_number
from quincunx.datasets.trainers import FORMATS
from quincunx.errors import OptionError, PuzzleError, QuincunxError
from quincunx.families import family_named, shorten
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Parameters
from quincunx.families.base.shapes import Whole
from quincunx.making import MAX_SEED, Request, maker_of, request
from quincunx.making.catalogue_sampler import complete_list

SPLITS = ("train", "validation", "test")
"""The splits, in the order in which their shares are cut."""
DEFAULT_SPLITS = {"train": 8, "validation": 1, "test": 1}
PLAIN = FORMATS[0]
MAX_WEIGHT = 1_000
MAX_ROWS = 1_000_000_000
NAME_LENGTH = 12

Weights = tuple[tuple[str, int], ...]
"""Names with weights, in a fixed order, without a common divisor."""
WeightsOption = str | Mapping[str, Any] | None
"""Weights as text, as in "easy:2,hard:1", or by name."""


@dataclass(frozen=True)
class Stratum:
    """A setting, by its place in the plan, with a grade, or with none."""

    setting: int
    grade: str | None


@dataclass(frozen=True)
class Setting:
    """A family with those of its parameters that are not the default, and weights of grades.

    Without grades, puzzles of any grade are taken as they come. The size depends on the grade
    unless it is among the parameters, even as the default.

    >>> Setting.of("c-note", {"target": 125}, {"hard": 2, "easy": 4})
    Setting(family='c-note', parameters=(('target', 125),), grades=(('easy', 2), ('hard', 1)))
    >>> Setting.of("aztec-math", {"levels": 5}).parameters
    (('levels', 5),)
    """

    family: str
    parameters: tuple[tuple[str, Any], ...] = ()
    grades: Weights = ()

    @classmethod
    def of(
        cls, family: str, parameters: Mapping[str, Any] | None = None, grades: WeightsOption = None
    ) -> Self:
        """Return a setting.

        Raises:
            QuincunxError: The family does not exist or cannot make such puzzles.
        """
        maker = maker_of(family_named(family))
        chosen = maker.parameters.chosen(parameters or {})
        request(chosen)  # raises for what cannot be made
        named = json.loads(chosen.canonical())
        if maker.sizes and (size := maker.sizes.parameter) in (parameters or {}):
            named.setdefault(size, getattr(chosen, size))
        weights = () if grades in (None, {}) else read_weights(grades, "grade", GRADES)
        return cls(family, tuple(named.items()), weights)

    @cached_property
    def cycle(self) -> tuple[tuple[str | None, int], ...]:
        """The grades of consecutive rows, each with the number of times it came before."""
        return spread(self.grades or ((None, 1),))

    @property
    def text(self) -> str:
        """The setting as the command line reads it."""
        given = ",".join(
            f"{name}={str(value).lower() if isinstance(value, bool) else value}"
            for name, value in self.parameters
        )
        return f"{self.family}:{given}" if given else self.family

    def as_dict(self) -> dict[str, Any]:
        """The setting as JSON data."""
        parameters, grades = dict(self.parameters), dict(self.grades)
        return {"family": self.family, "parameters": parameters, "grades": grades}


@dataclass(frozen=True)
class Plan:
    """Everything that decides the rows of a dataset.

    >>> plan = Plan.of([Setting.of("c-note", grades={"easy": 2, "hard": 1})], seed=1)
    >>> plan.place(2)
    (Stratum(setting=0, grade='hard'), 0)
    >>> Plan.from_dict(plan.as_dict()) == plan
    True
    """

    settings: tuple[Setting, ...]
    splits: Weights
    seed: int
    repeat_solutions: bool = False
    """Whether rows may have the same solution up to symmetry."""
    exclude: tuple[tuple[str, str], ...] = ()
    """The sources of excluded solutions, each with a hash of them."""
    format: str = PLAIN
    """The trainer whose columns the rows have; see `quincunx.datasets.trainers`."""

    @classmethod
    def of(
        cls,
        settings: Iterable[Setting],
        *,
        splits: WeightsOption = None,
        seed: int,
        repeat_solutions: bool = False,
        exclude: Iterable[Sequence[str]] = (),
        format: str = PLAIN,
    ) -> Self:
        """Return a plan.

        Raises:
            OptionError: A setting comes twice, or there is none, or a share or the seed is wrong.
        """
        settings = tuple(settings)
        if not settings:
            raise OptionError("dataset: no family, expected at least one")
        # The parameters are the same whether defaults are named or not.
        chosen = [request(one.family, **dict(one.parameters)).parameters for one in settings]
        for at, setting in enumerate(settings):
            if chosen[at] in chosen[:at]:
                raise OptionError(f"dataset: {setting.text} twice, expected each setting once")
        require_number(seed, "dataset: seed", 0, MAX_SEED)
        require_choice(format, FORMATS, "dataset: format is")
        shares = read_weights(DEFAULT_SPLITS if splits is None else splits, "split", SPLITS)
        excluded = tuple(sorted({(name, digest) for name, digest in exclude}))
        return cls(settings, shares, seed, bool(repeat_solutions), excluded, format)

    @property
    def strata(self) -> tuple[Stratum, ...]:
        """All strata, setting after setting."""
        return tuple(
            Stratum(at, grade)
            for at, setting in enumerate(self.settings)
            for grade in dict(setting.grades or {None: 1})
        )

    def place(self, k: int) -> tuple[Stratum, int]:
        """Return the stratum of row k, and the number of rows of it before that one."""
        turn, setting = divmod(k, len(self.settings))
        cycle = self.settings[setting].cycle
        rounds, at = divmod(turn, len(cycle))
        grade, before = cycle[at]
        stratum = Stratum(setting, grade)
        return stratum, rounds * self._in_a_cycle(stratum) + before

    def setting_of(self, k: int) -> str:
        """Return the setting of row k as text."""
        return self.settings[k % len(self.settings)].text

    def row(self, stratum: Stratum, m: int) -> int:
        """Return the number of the row that has m rows of its stratum before it."""
        cycle = self.settings[stratum.setting].cycle
        rounds, before = divmod(m, self._in_a_cycle(stratum))
        turn = rounds * len(cycle) + cycle.index((stratum.grade, before))
        return turn * len(self.settings) + stratum.setting

    def _in_a_cycle(self, stratum: Stratum) -> int:
        grades = dict(self.settings[stratum.setting].grades)
        return 1 if stratum.grade is None else grades[stratum.grade]

    def requests(self, stratum: Stratum) -> list[Request]:
        """Return the requests for puzzles of a stratum; each serves when the one before is used up.

        Without parameters, sizes grow from the one nearest to the default that has the grade."""
        setting = self.settings[stratum.setting]
        chosen = dict(setting.parameters) or _size_with(setting.family, stratum.grade)
        asked = [replace(request(setting.family, grade=stratum.grade, **chosen), mixed=False)]
        while not setting.parameters and rows_of(asked[-1]) is not None:
            if (larger := _larger(asked[-1])) is None:
                break
            asked.append(larger)
        return asked

    def describe(self, stratum: Stratum) -> str:
        """Return a stratum in a few words, for messages."""
        setting = self.settings[stratum.setting].text
        return setting if stratum.grade is None else f"{setting}: {stratum.grade}"

    def split(self, solution_class: str) -> str:
        """Return the split of a class of solutions. It depends on the class and the shares of the
        splits alone, which are cut from 0 to 1 in the order of `SPLITS`."""
        ends = list(accumulate(weight for _, weight in self.splits))
        drawn = hashlib.sha256(b"quincunx split\n" + bytes.fromhex(solution_class)).digest()[:8]
        at = int.from_bytes(drawn, "big") * ends[-1] >> 64
        return self.splits[bisect(ends, at)][0]

    @cached_property
    def name(self) -> str:
        """A short hash of the plan: the same name stands for the same rows."""
        text = json.dumps(self.as_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:NAME_LENGTH]

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON data."""
        return {
            "settings": [setting.as_dict() for setting in self.settings],
            "splits": dict(self.splits),
            "seed": self.seed,
            "repeat_solutions": self.repeat_solutions,
            "exclude": [list(one) for one in self.exclude],
            **({} if self.format == PLAIN else {"format": self.format}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the plan that JSON data describes.

        Raises:
            OptionError: The data does not describe a plan.
        """
        try:
            settings = [
                Setting.of(one["family"], one["parameters"], one["grades"])
                for one in data["settings"]
            ]
            rest = {name: value for name, value in data.items() if name != "settings"}
            return cls.of(settings, **rest)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise OptionError(f"no plan of a dataset: {error!r}") from None
        except QuincunxError as error:
            raise OptionError(str(error)) from None


@cache
def spread(weights: tuple[tuple[str | None, int], ...]) -> tuple[tuple[str | None, int], ...]:
    """Return each name as often as its weight says, as evenly as possible, with the number of
    times it came before.

    Among the names that are not ahead of their share, the next is the one whose share would be
    exceeded first if it had to wait. So after any number of places each name is within one
    place of its share (R. Tijdeman, The chairman assignment problem, 1980).

    >>> "".join(name[0] for name, _ in spread((("easy", 5), ("medium", 3), ("hard", 2))))
    'emehememeh'
    """
    total = sum(weight for _, weight in weights)
    came = dict.fromkeys((name for name, _ in weights), 0)
    cycle: list[tuple[str | None, int]] = []
    for place in range(1, total + 1):
        behind = [(name, weight) for name, weight in weights if came[name] * total < place * weight]
        name, _ = min(behind, key=lambda one: Fraction(came[one[0]] + 1, one[1]))
        cycle.append((name, came[name]))
        came[name] += 1
    return tuple(cycle)


def read_plan(
    families: str | Iterable[str], grades: WeightsOption, splits: WeightsOption, **options: Any
) -> Plan:
    """Return the plan that options describe; the others are those of `Plan.of`.

    >>> plan = read_plan(["c-note:target=125"], "easy:5,hard:1", None, seed=1)
    >>> plan.settings
    (Setting(family='c-note', parameters=(('target', 125),), grades=(('easy', 5), ('hard', 1))),)
    """
    named = [families] if isinstance(families, str) else families
    settings = [read_setting(name, grades) for name in named]
    return Plan.of(settings, splits=splits, **options)


def read_setting(text: str, grades: WeightsOption = None) -> Setting:
    """Return the setting of a text: a family, a colon, and its parameters with commas between them.

    The name of a switch alone turns it on.

    >>> read_setting("multi-balance:digits=9,crop").parameters
    (('crop', True), ('digits', 9))
    >>> read_setting("c-note:size=x")
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: size is 'x', expected a whole number from 2 to 7
    """
    family, colon, rest = text.partition(":")
    maker = maker_of(family_named(family))
    declared = {parameter.name: parameter for parameter in maker.parameters.declared()}
    chosen: dict[str, Any] = {}
    for piece in rest.split(",") if colon else ():
        name, _, value = piece.partition("=")
        name = name.strip().replace("-", "_")
        place, parameter = f"{family}: {name}", declared.get(name)
        if name in chosen and parameter is not None:
            raise OptionError(f"{place} twice, expected it once")
        chosen[name] = value
        if parameter is not None and parameter.kind is int:
            whole = Whole(parameter.least, parameter.most)
            chosen[name] = whole.read_part(value, "", place, typed=True)
        elif parameter is not None and parameter.kind is bool:
            chosen[name] = {"": True, "true": True, "false": False}.get(value, value)
    return Setting.of(family, chosen, grades)


def read_weights(given: WeightsOption, what: str, names: tuple[str, ...]) -> Weights:
    """Return weights in the order of the names, without a common divisor; in a text, a name alone
    weighs 1.

    Raises:
        QuincunxError: A name does not exist, or a weight is not a whole number from 1 on.

    >>> read_weights("test:10,train:80", "split", SPLITS)
    (('train', 8), ('test', 1))
    """
    weights = {} if isinstance(given, str) else dict(given or {})
    for piece in given.split(",") if isinstance(given, str) else ():
        name, colon, weight = (part.strip() for part in piece.partition(":"))
        if name in weights:
            raise OptionError(f"dataset: {what} {shorten(name)!r} twice, expected it once")
        weights[name] = weight if colon else 1
    for name in weights:
        if name not in names:
            known = ", ".join(names)
            raise OptionError(f"dataset: unknown {what} {shorten(str(name))!r}, expected {known}")
    if not weights:
        raise OptionError(f"dataset: no {what}, expected one of {', '.join(names)}")
    whole = Whole(1, MAX_WEIGHT)
    read = {
        name: whole.read_part(weights[name], "dataset: ", f"weight of {name}", typed=True)
        for name in names
        if name in weights
    }
    divisor = gcd(*read.values())
    return tuple((name, weight // divisor) for name, weight in read.items())


def checked_number_of_rows(plan: Plan, number: int) -> list[str]:
    """Return warnings about strata that are known to be rare.

    Raises:
        OptionError: A complete catalogue holds fewer puzzles of a stratum than are needed.
    """
    require_number(number, "dataset: number", 1, MAX_ROWS)
    warnings: list[str] = []
    refused: list[tuple[int, str, str]] = []
    for stratum in plan.strata:
        rows = 0
        for asked in plan.requests(stratum):
            listed = complete_list(asked)
            rows += len(listed or ())
            if listed is None or (most := plan.row(stratum, rows)) >= number:
                break
        if listed is None:
            warnings.append(asked.warning)
        elif most < number:
            holds = listed.exhausted_message.partition(", and ")[0]
            others = ""
            if (more := _larger(asked)) is not None:
                named = json.loads(more.parameters.canonical())
                others = f", or other puzzles such as {Setting.of(more.family.family, named).text}"
            refused.append((most, f"{plan.describe(stratum)}: {holds}", others))
    if refused:
        most, why, others = min(refused)
        expected = f"a number up to {most:,}{others}" if most else f"something else{others}"
        raise OptionError(f"dataset: number is {number}, but {why}, expected {expected}")
    return list(dict.fromkeys(filter(None, warnings)))


def _size_with(family: str, grade: str | None) -> dict[str, Any]:
    """Return the size nearest to the default that has a grade."""
    maker = maker_of(family_named(family))
    if maker.sizes is None or grade is None:
        return {}
    usual = getattr(maker.parameters(), maker.sizes.parameter)
    return {maker.sizes.parameter: maker.sizes.nearest(usual, grade)}


def rows_of(asked: Request) -> int | None:
    """Return how many rows a request has before larger puzzles follow: all of a complete list, or
    those of one size. `None` if larger ones are not needed."""
    listed, rows = complete_list(asked), asked.maker.rows_per_size
    if listed is None and rows and asked.listed and not asked.maker.others(asked.parameters):
        # More givens make listed puzzles easier, but their solutions are all there are.
        return min(rows, len(asked.listed) // len(GRADES))
    return rows if listed is None else len(listed)


def _larger(asked: Request) -> Request | None:
    """Return the same request for larger puzzles, if there are any that have its grade."""
    maker, grade = asked.maker, asked.requirements.grade
    parameters: Parameters | None = asked.parameters
    with suppress(PuzzleError):
        while (parameters := maker.larger(parameters)) is not None:
            if maker.sizes is None or maker.sizes.has(parameters, grade):
                return replace(asked, parameters=parameters)
    return None
