"""Growth: the cost of a search against a parameter of the puzzles, which are made from a seed.

Each value of the parameter is a point with several instances; each labeling with a strength of
propagation is a line of the chart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Unpack

from quincunx._support.arguments import checked
from quincunx._support.extras import require_package
from quincunx._support.journal import Journal
from quincunx._support.text import amount
from quincunx.cp.limits import require_number
from quincunx.cp.options import parse_labeling
from quincunx.errors import EngineError, OptionError, short_repr
from quincunx.families import family_named, parse
from quincunx.lab.plots import Curve, curve_of, draw_charts
from quincunx.lab.runner import MAX_TRIALS, GridKeywords, Runner, TrialGrid
from quincunx.lab.statistics import Fit, fit
from quincunx.lab.tables import CounterReport, brief, ratio
from quincunx.lab.trials import TrialRow, describe_no_solution, group_by
from quincunx.solving.models import model_note

MAX_POINTS = 1000
MAX_TICKS = 30
DEFAULT_LABELINGS = (("leftmost",), ("ff",), ("dom_wdeg",))
MAKING_SECONDS = 60.0
"""Time limit for making the instances of a point."""


@dataclass(frozen=True, kw_only=True)
class Growth(TrialGrid):
    """A growth experiment to be run; its folder also keeps the puzzles, which are not made again.

    `growth` makes one from what a person names.
    """

    kind: str = "growth"
    family: str
    parameter: str
    points: tuple[str, ...]
    fixed: Mapping[str, str]
    number: int
    unique: bool
    counters: ClassVar = ("seconds", "backtracks", "constraints")

    @property
    def size(self) -> int:
        """The number of puzzles."""
        return len(self.points) * self.number

    @property
    def has_numbers(self) -> bool:
        """Whether the points are numbers."""
        return all(map(_is_whole, self.points))

    def place(self, point: str) -> int:
        """Return where a point lies on the axis: its value, or its number if it is a word."""
        return int(point) if self.has_numbers else self.points.index(point) + 1

    def instances(self, runner: Runner, journal: Journal) -> Iterator[tuple[str, str]]:
        """Make the puzzles of all points, unless the journal holds them."""
        for at, point in enumerate(self.points):
            runner.making(at, len(self.points))
            decode, work = partial(_decode_instances, self), partial(make, self, point)
            for puzzle in journal.recall_or_do(f"puzzles {point}", work, decode):
                yield point, puzzle

    def report(self, rows: Sequence[TrialRow], counter: str) -> CounterReport:
        """Return the medians and the ranges of a counter, and how each curve grows."""
        lines = curves(self, rows, counter)
        headers = [self.parameter, *(curve.name for curve in lines)]
        table = [
            [point, *(curve.points[at].describe(counter) for curve in lines)]
            for at, point in enumerate(self.points)
        ]
        tables = [(model_note(self.model), headers, table)]
        return CounterReport(growth_lines(self, rows, counter), tables)

    def report_facts(self) -> dict[str, Any]:
        """Return what is known of the puzzles."""
        kind = "one solution each" if self.unique else "any number of solutions"
        fixed = "".join(f", {name}={value}" for name, value in self.fixed.items())
        return {"asked": self, "kind": kind, "fixed": fixed}

    def remarks(self, rows: Sequence[TrialRow]) -> list[str]:
        """Return a sentence about puzzles of which no solution was found, if there are any."""
        puzzles = {row.puzzle for row in rows}
        without = {row.puzzle: row.model for row in rows if row.outcome == "none"}
        if not without:
            return []
        reasons = sorted({describe_no_solution(*item) for item in without.items()})
        return [f"{len(without)} of {amount(len(puzzles), 'puzzle')}: {' or '.join(reasons)}."]

    def draw(self, rows: Sequence[TrialRow], folder: Path) -> list[Path]:
        """Draw `growth.svg`: every counter on linear and on logarithmic axes."""
        heading = f"{self.family}: cost against {self.parameter}"
        if note := model_note(self.model):
            heading += f" ({note})"
        by_counter = {counter: curves(self, rows, counter) for counter in self.counters}
        few = self.points if len(self.points) <= MAX_TICKS else ()
        ticks = {float(self.place(point)): point for point in few}
        return [draw_charts(heading, by_counter, self.parameter, ticks, folder / "growth")]


def _is_whole(text: str) -> bool:
    # Nothing grows to more digits, and Python limits how many it reads.
    return re.fullmatch("-?[0-9]{1,18}", text) is not None


def read_over(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a parameter with its points, numbers in ascending order.

    >>> read_over("size=3..5"), read_over("size=7,3")
    (('size', ('3', '4', '5')), ('size', ('3', '7')))
    >>> read_over("size=5..3")
    Traceback (most recent call last):
    quincunx.errors.OptionError: lab: 5..3 is empty, expected the smaller number first
    """
    parameter, equals, values = text.partition("=")
    if not equals or not parameter.strip() or not values.strip():
        expected = "PARAMETER=FROM..TO or PARAMETER=A,B,..."
        raise OptionError(f"lab: over {short_repr(text)}, expected {expected}")
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
    """Return other parameters with their values.

    >>> read_fixed(["target=60"])
    {'target': '60'}
    """
    fixed: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"lab: {short_repr(text)}, expected PARAMETER=VALUE")
        name, value = name.strip().replace("-", "_"), value.strip()
        if fixed.get(name, value) != value:
            raise OptionError(f"lab: {name} is {fixed[name]} and {value}, expected one value")
        fixed[name] = value
    return fixed


@checked
def growth(
    family: str,
    over: str,
    *,
    fixed: Iterable[str] = (),
    labelings: Iterable[str | Sequence[str]] | None = None,
    number: int = 5,
    unique: bool = True,
    **keywords: Unpack[GridKeywords],
) -> Growth:
    """Return a growth experiment, to be run.

    Args:
        family: The family of the puzzles.
        over: The parameter that grows with its values, as in `size=3..7`.
        fixed: Other parameters, each as in `target=60`.
        labelings: The labelings to compare; three variable orders by default.
        number: Puzzles for each value.
        unique: Whether puzzles have exactly one solution.
        keywords: What all experiments share.
    """
    from quincunx.making import maker_of

    kind = family_named(family)
    parameter, points = read_over(over)
    others = read_fixed(fixed)
    for point in points:
        values = _values({**others, parameter: point})
        values.pop("grade", None)
        maker_of(kind).parameters.chosen(values)
    if parameter in others:
        raise OptionError(f"lab: {parameter} grows, but {others[parameter]} is given")
    require_number(number, "lab: instances per point", 1, MAX_TRIALS)
    chosen = [parse_labeling(options) for options in labelings or DEFAULT_LABELINGS]
    return Growth(
        family=kind.family,
        parameter=parameter,
        points=points,
        fixed=others,
        labelings=tuple(dict.fromkeys((x.variable, x.value, x.direction) for x in chosen)),
        number=number,
        unique=bool(unique),
        **keywords,
    )


def _values(texts: Mapping[str, str]) -> dict[str, Any]:
    return {name: int(text) if _is_whole(text) else text for name, text in texts.items()}


def make(asked: Growth, point: str) -> list[str]:
    """Make the instances of a point and return their identifiers."""
    from quincunx.making import generate

    made = generate(
        asked.family,
        unique=asked.unique,
        seed=asked.seed,
        number=asked.number,
        time_limit=MAKING_SECONDS,
        **_values({**asked.fixed, asked.parameter: point}),
    )
    puzzles = [item.puzzle.identifier for item in made]
    if len(puzzles) < asked.number:
        advice = "; try --any, a smaller --number or smaller puzzles" if asked.unique else ""
        ended = getattr(made, "ended", "") or "there were no more"
        raise EngineError(
            f"lab: only {len(puzzles)} of {asked.number} puzzles of {asked.family} with "
            f"{asked.parameter}={point} were made, then {ended}{advice}"
        )
    return puzzles


def _decode_instances(asked: Growth, data: Any) -> list[str]:
    if not isinstance(data, list) or len(data) != asked.number:
        raise ValueError(f"not a list of {asked.number} puzzles")
    for identifier in data:
        if not isinstance(identifier, str) or parse(identifier).family != asked.family:
            raise ValueError(f"not a puzzle of {asked.family}")
    return data


# Curves and the report.


def line_of(row: TrialRow) -> str:
    """Return the name of a row's line: the labeling without defaults, and the propagation."""
    options = [word for word in row.labeling if word not in ("step", "up")]
    return f"{', '.join(options)} ({row.consistency})"


def curves(asked: Growth, rows: Sequence[TrialRow], counter: str) -> list[Curve]:
    """Return one curve for each labeling and strength of propagation."""
    lines = group_by(rows, "labeling", "consistency").values()
    places = {point: asked.place(point) for point in asked.points}
    return [curve_of(line_of(line[0]), line, counter, places) for line in lines]


def growth_lines(asked: Growth, rows: Sequence[TrialRow], counter: str) -> list[str]:
    """Describe how each curve of a counter grows, a line each; without scipy say so."""
    try:
        require_package("scipy")
    except EngineError as error:
        return [f"growth is not fitted ({error})"]
    return [
        f"{curve.name}: {describe_growth(asked, curve, counter)}"
        for curve in curves(asked, rows, counter)
    ]


def describe_growth(asked: Growth, curve: Curve, counter: str) -> str:
    """Describe how a curve grows, as a sentence without its subject."""
    if not asked.has_numbers:
        return f"{asked.parameter} is not a number, so nothing is fitted."
    whole = [point for point in curve.points if not point.reached]
    costs = [(point.place, figure) for point in whole for figure in point.figures]
    left_out = len(curve.points) - len(whole)
    if not left_out and len(whole) > 1 and len({cost for _, cost in costs}) == 1:
        return f"always {brief(costs[0][1], counter)}."
    found = fit(costs, plus=0.0 if counter == "seconds" else 1.0)
    ending = f"; {amount(left_out, 'point')} with stopped puzzles left out" if left_out else ""
    if found is None:
        return f"too few points to say how it grows{ending}."
    text = describe_fit(found, asked.parameter, counter)
    places = f"from {whole[0].place:g} to {whole[-1].place:g}"
    return f"{text}; {amount(len(costs), 'puzzle')} {places}{ending}."


def describe_fit(found: Fit, parameter: str, counter: str) -> str:
    """Describe a fit.

    >>> describe_fit(Fit("power", 2.2, 1.8, 2.6, ("linear",)), "size", "nodes")
    'either like size to the power of 2.2 (1.8 to 2.6 if so), or a line: about as likely'
    >>> describe_fit(Fit("linear", 7.0, 7.0, 7.0), "size", "nodes")
    'linear, +7 for each step of one (exactly)'
    >>> describe_fit(Fit("power", 0.1, -0.2, 0.4), "size", "nodes")
    'no growth that stands out from the spread of the puzzles'
    """
    if not found.grows:
        return "no growth that stands out from the spread of the puzzles"
    figures = (found.slope, found.low, found.high)
    if found.shape == "exponential":
        slope, low, high = map(ratio, figures)
        text = f"exponential, {slope} for each step of one"
    elif found.shape == "power":
        slope, low, high = (f"{x:.3g}" for x in figures)
        text = f"like {parameter} to the power of {slope}"
    else:
        slope, low, high = ("−+"[x >= 0] + brief(abs(x), counter) for x in figures)
        text = f"linear, {slope} for each step of one"
    within = "exactly" if low == high else f"{low} to {high}"
    if not found.others:
        return f"{text} ({within})"
    # The interval is that of the first shape alone.
    names = {"linear": "a line", "exponential": "an exponential curve", "power": "a power"}
    others = " or ".join(names[shape] for shape in found.others)
    return f"either {text} ({within} if so), or {others}: about as likely"
