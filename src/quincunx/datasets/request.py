"""Plans in the words of the command line, and what is refused before any work.

What rests on a complete list is refused: a grade that it does not hold, more rows than it holds.
What was only sampled is a warning, for others may exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from quincunx.cp.limits import checked_number
from quincunx.datasets.plan import SPLITS, Plan, Setting, checked_weight
from quincunx.errors import OptionError
from quincunx.families import family_named, shorten
from quincunx.families.base.grades import GRADES
from quincunx.families.base.maker import Parameter
from quincunx.families.base.shapes import Whole
from quincunx.making import maker_of
from quincunx.making.catalogue_sampler import CatalogueSampler

_YES = {"true": True, "yes": True, "false": False, "no": False}


Words = str | Mapping[str, Any] | None
"""Weights as text or by name, or nothing."""


def read_plan(families: str | Iterable[str], grades: Words, splits: Words, seed: int) -> Plan:
    """The plan of what the options say; weights may also be given by name.

    >>> plan = read_plan(["c-note:target=125"], "easy:5,hard:1", None, seed=1)
    >>> plan.settings
    (Setting(family='c-note', parameters=(('target', 125),), grades=(('easy', 5), ('hard', 1))),)
    """
    weights = _weights(grades, "grade", GRADES)
    cut = _weights(splits, "split", SPLITS)
    settings = [read_setting(text, weights) for text in _names(families)]
    return Plan.of(settings, splits=cut, seed=seed)


def _names(families: object) -> list[str]:
    """The families, of which one may stand alone."""
    named = [families] if isinstance(families, str) else families
    if not isinstance(named, Iterable):
        raise OptionError(f"dataset: families is {_shown(families)}, expected names of families")
    found = list(named)
    for name in found:
        if not isinstance(name, str):
            raise OptionError(f"dataset: a family is {_shown(name)}, expected its name as text")
    return found


def _weights(given: object, what: str, names: tuple[str, ...]) -> Mapping[str, Any] | None:
    if isinstance(given, str):
        return read_weights(given, what, names)
    if given is None or isinstance(given, Mapping):
        return given
    raise OptionError(
        f"dataset: {what}s is {_shown(given)}, expected names with weights, as in "
        f"{{{names[0]!r}: 2, {names[1]!r}: 1}}"
    )


def _shown(value: object) -> str:
    return shorten(repr(value))


def read_setting(text: str, grades: Mapping[str, int] | None = None) -> Setting:
    """The setting of a text: a family, a colon, and its parameters with commas between them.

    A switch is named to be on, and named with `no_` in front to be off.

    >>> read_setting("power-strike:cells=6,no_zeros").parameters
    (('cells', 6), ('zeros', False))
    >>> read_setting("c-note:size=x")
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: c-note: size is 'x', expected a whole number from 2 to 7
    """
    family, colon, rest = text.partition(":")
    maker = maker_of(family_named(family))
    declared = {parameter.name: parameter for parameter in maker.parameters.declared()}
    chosen: dict[str, Any] = {}
    for piece in rest.split(",") if colon else ():
        name, value = _choice(piece, family, declared)
        if name in chosen and name in declared:
            raise OptionError(f"{family}: {name} twice, expected it once")
        chosen[name] = value
    return Setting.of(family, chosen, grades)


def _choice(piece: str, family: str, declared: Mapping[str, Parameter]) -> tuple[str, Any]:
    """One parameter with its value."""
    name, equals, value = piece.partition("=")
    name = name.strip().replace("-", "_")
    if not equals:
        off = name.removeprefix("no_") if name not in declared else name
        if off in declared and declared[off].kind is bool:
            return off, off == name
        if off != name and off in declared and declared[off].kind is int:
            if declared[off].least > 0:
                raise OptionError(
                    f"{family}: {name}, expected {off}={declared[off].least} to "
                    f"{declared[off].most}"
                )
            return off, 0
        if name in declared:
            raise OptionError(f"{family}: {name} without a value, expected {name}=...")
    if name not in declared:
        return name, value  # refused with the rest of the setting
    return name, _value(value, declared[name], f"{family}: {name}")


def _value(text: str, parameter: Parameter, place: str) -> Any:
    if parameter.kind is bool:
        if text not in _YES:
            raise OptionError(f"{place} is {shorten(text)!r}, expected true or false")
        return _YES[text]
    if parameter.kind is int:
        return Whole(parameter.least, parameter.most).read_part(text, "", place, typed=True)
    return text


def read_weights(text: str, what: str, names: tuple[str, ...]) -> dict[str, int]:
    """Names with weights; a name alone weighs 1.

    >>> read_weights("easy:5,medium", "grade", GRADES)
    {'easy': 5, 'medium': 1}
    >>> read_weights("easy:0", "grade", GRADES)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    quincunx.errors.PuzzleError: dataset: weight of easy is '0', expected a whole number from 1...
    """
    found: dict[str, int] = {}
    for piece in text.split(","):
        name, colon, weight = (part.strip() for part in piece.partition(":"))
        if name not in names:
            expected = ", ".join(names)
            raise OptionError(
                f"dataset: unknown {what} {shorten(name)!r}, expected some of {expected}, "
                f"as in {names[0]}:2,{names[1]}:1"
            )
        if name in found:
            raise OptionError(f"dataset: {what} {name!r} twice, expected it once")
        found[name] = checked_weight(weight if colon else 1, name)
    return found


def checked(plan: Plan, number: int) -> list[str]:
    """What is known to be rare about a set of so many rows. What is known not to exist is refused:
    grades that a complete list does not hold, and more rows than it holds."""
    checked_number(number, "dataset: number", least=1)
    warnings: list[str] = []
    refused: list[tuple[int, str]] = []
    for stratum in plan.strata:
        asked = plan.request(stratum)
        sampler = CatalogueSampler.of(asked, plan.seed)
        if sampler is None or not sampler.is_exhaustive:
            if asked.warning and asked.warning not in warnings:
                warnings.append(asked.warning)
        elif len(sampler) < plan.count(stratum, number):
            holds = sampler.exhausted_message.partition(", and ")[0]
            most = plan.row(stratum, len(sampler))
            refused.append((most, f"{plan.told(stratum)}: {holds}"))
    if refused:
        most, why = min(refused)
        expected = f"a number up to {most:,}" if most else "something else"
        raise OptionError(f"dataset: number is {number}, but {why}, expected {expected}")
    return warnings
