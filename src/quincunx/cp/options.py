"""How a search decides, how strongly it propagates, which engine runs it, and when it stops.

The labeling options have SICStus's names. A labeling is one option of each of three kinds.

Variable orders: which open variable is decided next; ties go to the leftmost. A few have two
names, see `ALIASES`.
  leftmost          the first in the list
  min               smallest lower bound
  max               largest upper bound
  ff                smallest domain
  anti_first_fail   largest domain
  occurrence        most propagators still awake on it
  ffc               smallest domain, of these the most propagators awake
  max_regret        largest gap between its two smallest values
  dom_wdeg          smallest ratio of domain size to the failures its propagators have seen
  random            any, drawn with the seed

Value choices: how its domain is split into a part to try first and the rest.
  step    X = b, then X ≠ b, where b is the bound that the direction starts from
  enum    X = b for each value b in turn
  bisect  X ≤ m, then X > m, where m is the middle between the bounds, rounded down
  median  X = m, then X ≠ m, where m is the middle element of the domain; of two the smaller
          (with `down` the larger)
  middle  X = m, then X ≠ m, where m is the element nearest to the middle between the bounds; of
          two the smaller (with `down` the larger)

Directions: `up` tries small values first, `down` large ones.

Consistency is how much a constraint rules out: `bounds` or `domain`.

Strategies, all of them complete:
  depth-first  traverse the tree once
  discrepancy  limited discrepancy search: follow the labeling, then with one decision against it,
               then with two, and so on
  restarts     start from the root again and again, each time with the variables in another order
               drawn with the seed, after 100 nodes times 1, 1, 2, 1, 1, 2, 4, ... (Luby's numbers);
               restarts:N uses N nodes instead of 100
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypedDict, Unpack, get_args

from quincunx._support.arguments import require_choice
from quincunx.cp.limits import Limits
from quincunx.errors import OptionError, short_repr

VariableOrder: TypeAlias = Literal[
    "leftmost", "min", "max", "ff", "anti_first_fail", "occurrence", "ffc", "max_regret",
    "dom_wdeg", "random",
]  # fmt: skip
ValueChoice: TypeAlias = Literal["step", "enum", "bisect", "median", "middle"]
Direction: TypeAlias = Literal["up", "down"]
VARIABLE_ORDERS: tuple[VariableOrder, ...] = get_args(VariableOrder)
VALUE_CHOICES: tuple[ValueChoice, ...] = get_args(ValueChoice)
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

ALIASES = {"smallest": "min", "largest": "max", "first_fail": "ff", "most_constrained": "ffc"}

Consistency: TypeAlias = Literal["bounds", "domain"]
CONSISTENCIES: tuple[Consistency, ...] = get_args(Consistency)

StrategyName: TypeAlias = Literal["depth-first", "discrepancy", "restarts"]
STRATEGIES: tuple[StrategyName, ...] = get_args(StrategyName)
DEPTH_FIRST, DISCREPANCY, RESTARTS = STRATEGIES
RESTART_UNIT = 100
"""Nodes of the shortest run with the strategy `restarts`."""

KERNEL = "kernel"
"""The engine used by default."""


@dataclass(frozen=True, repr=False)
class Labeling:
    """One labeling option of each kind."""

    variable: VariableOrder = "leftmost"
    value: ValueChoice = "step"
    direction: Direction = "up"

    @property
    def options(self) -> str:
        """The three options, separated by commas."""
        return f"{self.variable}, {self.value}, {self.direction}"

    def __repr__(self) -> str:
        return f"[{self.options}]"


IN_TURN = Labeling("leftmost", "enum", "up")
"""Each variable in turn, each value in turn: the order in which Prolog tries clauses."""

_KINDS: dict[str, tuple[str, ...]] = {
    "variable order": VARIABLE_ORDERS,
    "value choice": VALUE_CHOICES,
    "direction": DIRECTIONS,
}


def parse_labeling(options: str | Sequence[str]) -> Labeling:
    """The labeling for options in any order, in a list or separated by commas.

    The defaults are `leftmost`, `step` and `up`.

    >>> parse_labeling(["bisect", "first_fail"]), parse_labeling("max, down")
    ([ff, bisect, up], [max, step, down])
    >>> parse_labeling("ff,min")
    Traceback (most recent call last):
    quincunx.errors.OptionError: labeling: ff and min are both variable orders, expected one
    """
    if isinstance(options, str):
        options = [option.strip() for option in options.split(",")] if options.strip() else []
    if not isinstance(options, Sequence) or not all(isinstance(word, str) for word in options):
        raise OptionError(f"labeling: {short_repr(options)}, expected options such as 'ff,up'")
    return _labeling(tuple(options))


@lru_cache(maxsize=256)  # the same few labelings are used for thousands of puzzles
def _labeling(options: tuple[str, ...]) -> Labeling:
    chosen: dict[str, str] = {}
    for option in options:
        name = ALIASES.get(option, option)
        kind = next((kind for kind, known in _KINDS.items() if name in known), None)
        if kind is None:
            expected = "; ".join(f"{kind}s {', '.join(known)}" for kind, known in _KINDS.items())
            also = ", ".join(f"{alias} for {name}" for alias, name in ALIASES.items())
            raise OptionError(
                f"labeling: unknown option {short_repr(option)}, expected {expected} ({also})"
            )
        if chosen.setdefault(kind, name) != name:
            raise OptionError(f"labeling: {chosen[kind]} and {name} are both {kind}s, expected one")
    return Labeling(*(chosen.get(kind, known[0]) for kind, known in _KINDS.items()))  # type: ignore[arg-type]


def parse_strategy(text: str) -> tuple[StrategyName, int]:
    """The name of a strategy, and the nodes of its shortest run.

    >>> parse_strategy("restarts:20"), parse_strategy("discrepancy")
    (('restarts', 20), ('discrepancy', 100))
    >>> parse_strategy("luck")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown strategy 'luck', expected one of depth-first, \
discrepancy, restarts
    """
    word, colon, unit = text.partition(":") if isinstance(text, str) else (text, "", "")
    name = require_choice(word, STRATEGIES, "unknown strategy")
    if not colon:
        return name, RESTART_UNIT
    number = unit.isascii() and unit.isdigit() and len(unit) < 16
    if name != RESTARTS or not number or int(unit) < 1:
        raise OptionError(f"strategy {short_repr(text)}, expected restarts:N with N 1 or more")
    return name, int(unit)


class SearchKeywords(TypedDict, total=False):
    """The keyword arguments of `solve` and its relatives that say how to search."""

    labeling: str | Sequence[str]
    """Labeling options such as "ff,bisect,down" or ["ff", "bisect"]; see `quincunx.cp.options`."""
    consistency: Consistency | None
    """Strength of propagation: "domain" or "bounds"."""
    seed: int
    """Seed of the labeling "random" and of restarts."""
    strategy: str
    """Order in which the tree is traversed: a `StrategyName`, or "restarts:N"."""
    engine: str
    """The solver: "kernel", "cp-sat", "both", "minizinc" or "minizinc:SOLVER"."""
    time_limit: float | None
    """Seconds after which to stop, building the model included."""
    node_limit: int | None
    """Search nodes after which to stop."""
    cancel: Callable[[], bool] | None
    """Called many times a second; the search stops when it returns true."""


@dataclass(frozen=True)
class SearchOptions:
    """How to search a model, from the public functions down to the kernel.

    >>> SearchOptions("ff,bisect").parsed_labeling
    [ff, bisect, up]
    >>> SearchOptions(consistency="strong")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown consistency 'strong', expected one of bounds, domain
    """

    labeling: str | Sequence[str] = ()
    consistency: Consistency = "domain"
    seed: int = 0
    strategy: str = DEPTH_FIRST
    engine: str = KERNEL
    limits: Limits = field(default_factory=Limits)
    parsed_labeling: Labeling = field(init=False, repr=False, compare=False)
    """One labeling option of each kind."""

    def __post_init__(self) -> None:
        require_consistency(self.consistency)
        if not isinstance(self.seed, int) or isinstance(self.seed, bool):
            raise OptionError(f"seed is {short_repr(self.seed)}, expected a whole number")
        if not isinstance(self.limits, Limits):
            raise OptionError(f"limits is {short_repr(self.limits)}, expected Limits")
        parse_strategy(self.strategy)
        object.__setattr__(self, "parsed_labeling", parse_labeling(self.labeling))

    @classmethod
    def from_keywords(
        cls, limit: int | None = None, **keywords: Unpack[SearchKeywords]
    ) -> "SearchOptions":
        """The options for a limit on solutions and the arguments described by `SearchKeywords`."""
        given: dict[str, Any] = {**keywords}
        if not given:
            return DEFAULTS.within(Limits(solutions=limit))
        for unknown in given.keys() - SearchKeywords.__annotations__.keys():
            known = ", ".join(SearchKeywords.__annotations__)
            raise TypeError(f"unexpected keyword argument {unknown!r}, expected one of {known}")
        seconds, nodes, cancel = (
            given.pop(k, None) for k in ("time_limit", "node_limit", "cancel")
        )
        if given.get("consistency") is None:
            given["consistency"] = "domain"
        return cls(**given, limits=Limits(seconds, nodes, limit, cancel))

    def within(self, limits: Limits) -> "SearchOptions":
        """The same options with other limits."""
        other = object.__new__(SearchOptions)  # replace() would check all options again
        other.__dict__.update(self.__dict__, limits=limits)
        return other


def require_consistency(name: str) -> Consistency:
    """Return the name if it is a strength of propagation; otherwise raise `OptionError`."""
    return require_choice(name, CONSISTENCIES, "unknown consistency")


DEFAULTS = SearchOptions()
