"""Growth: what a search costs as puzzles get larger, on puzzles made from a seed.

Vocabulary:
  parameter  what grows: a parameter of the family's maker, such as `size` or `target`
  point      one value of the parameter
  instance   one of the puzzles of a point; the same seed makes the same instances
  line       a labeling with a strength of propagation: a line of the chart
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from quincunx.cp.limits import Limits, checked_seconds
from quincunx.cp.options import parse_labeling
from quincunx.errors import EngineError, OptionError
from quincunx.families import AnyPuzzle, family_named, parse
from quincunx.lab.labeling.sweep import kernel_name
from quincunx.lab.runs.journal import Identity, Journal, require_same, require_types, sweep_of
from quincunx.lab.runs.pool import Progress, require_jobs
from quincunx.lab.runs.repetitions import TIMES, require_repeat, run_repeated
from quincunx.lab.runs.trials import (
    Row,
    Trial,
    choose_consistencies,
    consistency_of,
    require_few,
    require_goal,
)
from quincunx.solving.models import OURS, require_model, usual_consistency

MAX_POINTS = 1000
DEFAULT_LABELINGS = (("leftmost",), ("ff",), ("dom_wdeg",))
MAKING_SECONDS = 60.0
"""So long may the making of a point's instances take."""


@dataclass(frozen=True)
class GrowthRow(Row):
    """The figures of one trial, and the instance it was run on."""

    parameter: str
    point: str
    """The value of the parameter, as text."""
    place: int
    """Where the point stands on the axis: its value, or its number where it is a word."""
    instance: int

    @property
    def line(self) -> str:
        """The labeling and the strength of propagation as one name; `step` and `up` go without
        saying."""
        said = [word for word in self.labeling if word not in ("step", "up")]
        return f"{', '.join(said)} ({self.consistency})"


@dataclass(frozen=True)
class Growth:
    """A growth experiment to be run; `growth` makes one from what a person names."""

    family: str
    parameter: str
    points: tuple[str, ...]
    fixed: Mapping[str, str]
    labelings: tuple[tuple[str, str, str], ...]
    consistencies: tuple[str, ...]
    number: int
    unique: bool
    goal: str
    repeat: int | None
    seed: int
    seconds: float | None
    nodes: int | None
    model: str = OURS

    @property
    def limits(self) -> Limits:
        """What stops a single run."""
        return Limits(self.seconds, self.nodes)

    def identity(self) -> Identity:
        """What a journal must agree with."""
        return {"kind": "growth", "kernel": kernel_name(), **asdict(self)}

    @staticmethod
    def of_identity(identity: Identity) -> Growth:
        """The experiment with this identity; it must be one that a person could have asked for."""
        require_types(
            identity,
            family=str,
            points=list,
            fixed=dict,
            number=int,
            unique=bool,
            seed=int,
            model=str,
        )
        built = growth(
            identity["family"],
            f"{identity['parameter']}={','.join(identity['points'])}",
            fixed=[f"{name}={value}" for name, value in identity["fixed"].items()],
            labelings=identity["labelings"],
            consistency=consistency_of(identity["consistencies"]),
            number=identity["number"],
            unique=identity["unique"],
            goal=identity["goal"],
            repeat=identity["repeat"],
            seed=identity["seed"],
            seconds=identity["seconds"],
            nodes=identity["nodes"],
            model=identity["model"],
        )
        _ = built.limits  # which are refused if they make no sense
        require_same(built.identity(), identity)
        return built

    @staticmethod
    def resumed(folder: Path) -> Growth:
        """The experiment whose journal is in a folder."""
        return sweep_of(folder, "growth", Growth.of_identity)

    @property
    def size(self) -> int:
        """How many runs there are at the most."""
        lines = len(self.labelings) * len(self.consistencies)
        return len(self.points) * self.number * lines * (self.repeat or TIMES)

    @property
    def has_numbers(self) -> bool:
        """Whether the points are numbers, and not words."""
        return all(_is_whole(text) for text in self.points)

    def place(self, point: str) -> int:
        """Where a point stands on the axis."""
        if self.has_numbers:
            return int(point)
        return self.points.index(point) + 1


def _is_whole(text: str) -> bool:
    # Nothing grows to more digits, and Python reads only so many.
    return re.fullmatch("-?[0-9]{1,18}", text) is not None


def read_over(text: str) -> tuple[str, tuple[str, ...]]:
    """A parameter with its points: `size=3..7`, `target=60,100,200`, `stars=one,two`. Numbers come
    in their order, words as they are named.

    >>> read_over("size=3..5"), read_over("size=7,3")
    (('size', ('3', '4', '5')), ('size', ('3', '7')))
    >>> read_over("size=5..3")
    Traceback (most recent call last):
    quincunx.errors.OptionError: lab: 5..3 is empty, expected the smaller number first
    """
    parameter, equals, values = text.partition("=")
    if not equals or not parameter.strip() or not values.strip():
        raise OptionError(f"lab: over {text!r}, expected PARAMETER=FROM..TO or PARAMETER=A,B,...")
    points: list[str] = []
    for part in values.split(","):
        first, dots, last = part.strip().partition("..")
        if not dots:
            points.append(first)
            continue
        if not (_is_whole(first) and _is_whole(last)):
            raise OptionError(f"lab: over {part!r}, expected whole numbers as in 3..7")
        if int(last) < int(first):
            raise OptionError(f"lab: {part} is empty, expected the smaller number first")
        if int(last) - int(first) >= MAX_POINTS:
            raise OptionError(f"lab: {part} is too much, expected at most {MAX_POINTS} points")
        points += map(str, range(int(first), int(last) + 1))
    if all(map(_is_whole, points)):
        points = [str(number) for number in sorted(map(int, points))]
    return parameter.strip().replace("-", "_"), tuple(dict.fromkeys(points))


def read_fixed(texts: Iterable[str]) -> dict[str, str]:
    """Other parameters with their values.

    >>> read_fixed(["target=60"])
    {'target': '60'}
    """
    fixed: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"lab: {text!r}, expected PARAMETER=VALUE")
        name, value = name.strip().replace("-", "_"), value.strip()
        if fixed.get(name, value) != value:
            raise OptionError(f"lab: {name} is {fixed[name]} and {value}, expected one value")
        fixed[name] = value
    return fixed


def growth(
    family: str,
    over: str,
    *,
    fixed: Iterable[str] = (),
    labelings: Iterable[str | Sequence[str]] | None = None,
    consistency: str | None = None,
    number: int = 5,
    unique: bool = True,
    goal: str = "first",
    repeat: int | None = 1,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    model: str = OURS,
) -> Growth:
    """A growth experiment from what a person names.

    Every trial is run once unless `repeat` says how often; with `None` what is quick is run
    several times, as the command line does it.
    """
    chosen_family = family_named(family)
    parameter, points = read_over(over)
    others = read_fixed(fixed)
    for name in (parameter, *others):
        _require_parameter(chosen_family, name)
    if parameter in others:
        raise OptionError(
            f"lab: {parameter} is what grows, expected no fixed value, here {others[parameter]}"
        )
    if number < 1:
        raise OptionError(f"lab: {number} instances a point, expected 1 or more")
    chosen = []
    for options in labelings or DEFAULT_LABELINGS:
        labeling = parse_labeling(options)
        chosen.append((labeling.variable, labeling.value, labeling.direction))
    limits = Limits(seconds, nodes)
    asked = Growth(
        family=chosen_family.family,
        parameter=parameter,
        points=points,
        fixed=others,
        labelings=tuple(dict.fromkeys(chosen)),
        consistencies=choose_consistencies(consistency or usual_consistency(model)),
        number=number,
        unique=unique,
        goal=require_goal(goal),
        repeat=require_repeat(repeat),
        seed=seed,
        seconds=limits.seconds,
        nodes=limits.nodes,
        model=require_model(model),
    )
    require_few(asked.size)
    return asked


def _require_parameter(family: type[AnyPuzzle], name: str) -> None:
    """Refuse what is no parameter of a family's puzzles, though it may be one of `generate`."""
    from quincunx.making import maker_of

    known = [*(parameter.name for parameter in maker_of(family).parameters.declared()), "grade"]
    if name not in known:
        raise OptionError(
            f"lab: {family.family} has no parameter {name!r}, expected {', '.join(known)}"
        )


Maker: TypeAlias = Callable[..., Iterable[Any]]
"""`quincunx.making.generate`, or what answers like it: things with a `puzzle`; `ended` says why it
ended early."""


def make(asked: Growth, point: str, maker: Maker, seconds: float) -> list[AnyPuzzle]:
    """The instances of a point."""
    parameters = {name: _value(text) for name, text in asked.fixed.items()}
    parameters[asked.parameter] = _value(point)
    made = maker(
        asked.family,
        unique=asked.unique,
        seed=asked.seed,
        number=asked.number,
        time_limit=seconds,
        **parameters,
    )
    puzzles = [item.puzzle for item in made]
    if len(puzzles) < asked.number:
        advice = ", expected --any, fewer or smaller ones" if asked.unique else ""
        ended = getattr(made, "ended", "") or "there were no more"
        raise EngineError(
            f"lab: only {len(puzzles)} of {asked.number} puzzles of {asked.family} with "
            f"{asked.parameter}={point} were made, then {ended}{advice}"
        )
    return puzzles


def _value(text: str) -> object:
    return int(text) if _is_whole(text) else text


def run_growth(
    asked: Growth,
    *,
    jobs: int = 1,
    folder: Path | None = None,
    fresh: bool = False,
    maker: Maker | None = None,
    making_seconds: float = MAKING_SECONDS,
    making: Progress | None = None,
    progress: Progress | None = None,
) -> list[GrowthRow]:
    """The rows of a growth experiment. With a folder, what is finished is kept there: puzzles
    that were made, and trials that were run."""
    require_jobs(jobs)
    checked_seconds(making_seconds, "making limit")
    if maker is None:
        from quincunx.making import generate

        maker = generate
    journal = None if folder is None else Journal(folder, asked.identity(), fresh=fresh)
    try:
        puzzles: dict[str, list[str]] = {}
        for at, point in enumerate(asked.points):
            if making is not None:
                making(at, len(asked.points))
            known = (
                None
                if journal is None
                else journal.recall(f"puzzles {point}", partial(_instances, asked))
            )
            if known is None:
                known = [p.identifier for p in make(asked, point, maker, making_seconds)]
                if journal is not None:
                    journal.add(f"puzzles {point}", known)
            puzzles[point] = known
        trials, about = _trials(asked, puzzles)
        found = run_repeated(
            trials,
            asked.repeat,
            limits=asked.limits,
            jobs=jobs,
            journal=journal,
            progress=progress,
        )
    finally:
        if journal is not None:
            journal.close()
    return [
        GrowthRow(
            **asdict(row),
            parameter=asked.parameter,
            point=point,
            place=asked.place(point),
            instance=instance,
        )
        for rows, (point, instance) in zip(found, about, strict=True)
        for row in rows
    ]


def _instances(asked: Growth, data: Any) -> list[str]:
    """The instances of a point that were written down; an error if they are not that."""
    if not isinstance(data, list) or len(data) != asked.number:
        raise ValueError(f"no list of {asked.number} puzzles")
    for identifier in data:
        if not isinstance(identifier, str) or parse(identifier).family != asked.family:
            raise ValueError(f"no puzzle of {asked.family}")
    return data


def _trials(
    asked: Growth, puzzles: Mapping[str, Sequence[str]]
) -> tuple[list[Trial], list[tuple[str, int]]]:
    """All trials, and of each the point and the instance."""
    trials, about = [], []
    for point in asked.points:
        for instance, puzzle in enumerate(puzzles[point], start=1):
            for consistency in asked.consistencies:
                for labeling in asked.labelings:
                    trials.append(
                        Trial(
                            puzzle,
                            *labeling,
                            consistency,
                            asked.seed,
                            asked.goal,
                            model=asked.model,
                        )
                    )
                    about.append((point, instance))
    return trials, about
