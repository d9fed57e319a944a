"""What decides the rows of a set, and where each row stands.

Vocabulary: that of `quincunx.datasets`, and
  cycle  the grades of a setting in the order in which they come, again and again

Settings take turns. Within a setting, grades come by their weights, spread so evenly that after
any number of rows each has its share, to less than one row. So the stratum of row k, and how many
rows of that stratum come before it, is arithmetic: nobody has to count.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import gcd
from typing import Any

from quincunx.errors import OptionError, QuincunxError
from quincunx.families import family_named, shorten
from quincunx.families.base.grades import GRADES
from quincunx.families.base.shapes import Whole
from quincunx.making import MAX_SEED, Request, maker_of, request

SPLITS = ("train", "validation", "test")
"""The names of the splits, in the order in which their shares are cut."""
USUAL_SPLITS = {"train": 8, "validation": 1, "test": 1}
MAX_WEIGHT = 1_000
NAME_LENGTH = 12

Weights = tuple[tuple[str, int], ...]
"""Names with weights: whole numbers without a common divisor, in the order of the names there
are."""


@dataclass(frozen=True)
class Stratum:
    """What a row is of: a setting, by its place in the plan, and a grade, or none."""

    setting: int
    grade: str | None


@dataclass(frozen=True)
class Setting:
    """A family with parameters, and the weights of the grades that are asked for; without grades
    rows are as they come. What the family does not know is refused.

    >>> Setting.of("c-note", {"size": 3, "target": 125}, {"hard": 2, "easy": 4})
    Setting(family='c-note', parameters=(('target', 125),), grades=(('easy', 2), ('hard', 1)))
    """

    family: str
    parameters: tuple[tuple[str, Any], ...] = ()
    """Those that are not what they are by default."""
    grades: Weights = ()

    @classmethod
    def of(
        cls,
        family: str,
        parameters: Mapping[str, Any] | None = None,
        grades: Mapping[str, Any] | None = None,
    ) -> Setting:
        """The setting of these words; anything impossible is refused at once."""
        declared = maker_of(family_named(family)).parameters
        known = [parameter.name for parameter in declared.declared()]
        for name in parameters or ():
            if name not in known:
                raise OptionError(
                    f"{family}: unknown parameter {shorten(str(name))!r}, expected one of "
                    f"{', '.join(known)}"
                )
        chosen = declared.chosen(parameters or {})
        request(chosen)  # what cannot be made is refused
        named = tuple(json.loads(chosen.canonical()).items())
        weights = checked_weights(grades, GRADES, "grade") if grades else ()
        return cls(family, named, weights)

    def request(self, grade: str | None) -> Request:
        """What is asked of those who make puzzles."""
        return request(self.family, grade=grade, **dict(self.parameters))

    @property
    def strata(self) -> tuple[str | None, ...]:
        """The grades that rows are asked to have."""
        return tuple(grade for grade, _ in self.grades) or (None,)

    @cached_property
    def cycle(self) -> tuple[tuple[str | None, int], ...]:
        """The grades one after the other, each with how often it came before in this cycle."""
        return spread(self.grades or ((None, 1),))

    @property
    def text(self) -> str:
        """The setting as the command line has it."""
        given = ",".join(f"{name}={_written(value)}" for name, value in self.parameters)
        return f"{self.family}:{given}" if given else self.family

    def as_dict(self) -> dict[str, Any]:
        """The setting as JSON data."""
        return {
            "family": self.family,
            "parameters": dict(self.parameters),
            "grades": dict(self.grades),
        }


@dataclass(frozen=True)
class Plan:
    """Everything that decides the rows of a set, and nothing else.

    >>> plan = Plan.of([Setting.of("c-note", grades={"easy": 2, "hard": 1})], seed=1)
    >>> plan.place(2)
    (Stratum(setting=0, grade='hard'), 0)
    >>> Plan.from_dict(plan.as_dict()) == plan
    True
    """

    settings: tuple[Setting, ...]
    splits: Weights
    seed: int

    @classmethod
    def of(
        cls,
        settings: Iterable[Setting],
        *,
        splits: Mapping[str, Any] | None = None,
        seed: int,
    ) -> Plan:
        """The plan of these settings; the same setting twice is refused."""
        settings = tuple(settings)
        if not settings:
            raise OptionError("dataset: no family, expected at least one")
        seen: set[tuple[str, tuple[tuple[str, Any], ...]]] = set()
        for setting in settings:
            if (setting.family, setting.parameters) in seen:
                raise OptionError(f"dataset: {setting.text} twice, expected each setting once")
            seen.add((setting.family, setting.parameters))
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
            raise OptionError(f"dataset: seed is {seed!r}, expected 0 to {MAX_SEED}")
        weights = checked_weights(USUAL_SPLITS if splits is None else splits, SPLITS, "split")
        return cls(settings, weights, seed)

    @property
    def strata(self) -> tuple[Stratum, ...]:
        """What rows are of, setting after setting."""
        return tuple(
            Stratum(at, grade)
            for at, setting in enumerate(self.settings)
            for grade in setting.strata
        )

    def place(self, k: int) -> tuple[Stratum, int]:
        """The stratum of row k, and how many rows of it come before."""
        turn, setting = divmod(k, len(self.settings))
        cycle = self.settings[setting].cycle
        rounds, at = divmod(turn, len(cycle))
        grade, before = cycle[at]
        return Stratum(setting, grade), rounds * self._in_a_cycle(setting, grade) + before

    def row(self, stratum: Stratum, m: int) -> int:
        """The number of the row that has m rows of its stratum before it."""
        cycle = self.settings[stratum.setting].cycle
        rounds, before = divmod(m, self._in_a_cycle(stratum.setting, stratum.grade))
        turn = rounds * len(cycle) + cycle.index((stratum.grade, before))
        return turn * len(self.settings) + stratum.setting

    def count(self, stratum: Stratum, rows: int) -> int:
        """How many of the first rows are of a stratum."""
        setting, count = stratum.setting, len(self.settings)
        cycle = self.settings[setting].cycle
        turns = max(0, rows - setting + count - 1) // count
        rounds, rest = divmod(turns, len(cycle))
        begun = sum(grade == stratum.grade for grade, _ in cycle[:rest])
        return rounds * self._in_a_cycle(setting, stratum.grade) + begun

    def _in_a_cycle(self, setting: int, grade: str | None) -> int:
        return dict(self.settings[setting].grades)[grade] if grade is not None else 1

    def request(self, stratum: Stratum) -> Request:
        """What is asked of those who make the puzzles of a stratum."""
        return self.settings[stratum.setting].request(stratum.grade)

    def told(self, stratum: Stratum) -> str:
        """A stratum in a few words, for messages."""
        setting = self.settings[stratum.setting].text
        return setting if stratum.grade is None else f"{setting}: {stratum.grade}"

    def split(self, form: bytes) -> str:
        """The split of a form: which share of all forms it falls into. Plans have no influence
        but for the shares, which are cut from 0 to 1 in the order of `SPLITS`."""
        total = sum(weight for _, weight in self.splits)
        drawn = hashlib.sha256(b"quincunx split\n" + form).digest()[:8]
        at = int.from_bytes(drawn, "big") * total >> 64
        for name, weight in self.splits:
            at -= weight
            if at < 0:
                return name
        raise AssertionError("the shares make up the whole")

    @cached_property
    def name(self) -> str:
        """A short hash of the plan: one name for the same rows."""
        text = json.dumps(self.as_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:NAME_LENGTH]

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON data."""
        return {
            "settings": [setting.as_dict() for setting in self.settings],
            "splits": dict(self.splits),
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that JSON data describes; anything else is an `OptionError`."""
        try:
            settings = [
                Setting.of(one["family"], one["parameters"], one["grades"])
                for one in data["settings"]
            ]
            return cls.of(settings, splits=data["splits"], seed=data["seed"])
        except (LookupError, TypeError, AttributeError) as error:
            raise OptionError(f"no plan of a dataset: {error!r}") from None
        except QuincunxError as error:
            raise OptionError(str(error)) from None


def checked_weights(weights: Mapping[str, Any], names: tuple[str, ...], what: str) -> Weights:
    """Names with weights, if the names exist and the weights are whole numbers from 1 on; in the
    order of the names, without a common divisor.

    >>> checked_weights({"test": 10, "train": 80}, SPLITS, "split")
    (('train', 8), ('test', 1))
    """
    for name in weights:
        if name not in names:
            raise OptionError(
                f"dataset: unknown {what} {shorten(str(name))!r}, expected {', '.join(names)}"
            )
    if not weights:
        raise OptionError(f"dataset: no {what}, expected one of {', '.join(names)}")
    read = {name: checked_weight(weights[name], name) for name in names if name in weights}
    divisor = gcd(*read.values())
    return tuple((name, weight // divisor) for name, weight in read.items())


def checked_weight(weight: object, name: str) -> int:
    """A weight as a number, also from text."""
    return Whole(1, MAX_WEIGHT).read_part(weight, "dataset: ", f"weight of {name}", typed=True)


@cache
def spread(weights: tuple[tuple[str | None, int], ...]) -> tuple[tuple[str | None, int], ...]:
    """Each name as often as its weight says, as evenly as can be, and how often it came before.

    Among the names that are not ahead of their share, the one comes next whose share would be
    exceeded first if it had to wait. So after any number of places each name has its share, to
    less than one place (R. Tijdeman, The chairman assignment problem, 1980).

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


def _written(value: object) -> str:
    """A parameter's value as the command line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
