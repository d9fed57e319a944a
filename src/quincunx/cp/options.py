"""How a search decides: SICStus's labeling options, by their names, and how strongly it looks.

Vocabulary:
  variable order  which open variable is decided next; ties go to the leftmost
  value choice    how its domain is divided into a part to try first and the rest
  direction       `up` tries small values first, `down` large ones
  consistency     how much a constraint rules out: `bounds` or `domain`
  strategy        in which order the tree is walked, see `STRATEGIES`
  order           all of these together

Variable orders (a few have two names, see `ALIASES`):
  leftmost          the first in the list
  min               smallest lower bound
  max               largest upper bound
  ff                smallest domain
  anti_first_fail   largest domain
  occurrence        most propagators still awake on it
  ffc               smallest domain, of these the most propagators awake
  max_regret        largest gap between its two smallest values
  dom_wdeg          smallest ratio of domain size to the failures its propagators have seen
  random            any, by a seed

Value choices:
  step    X = b, then X ≠ b, where b is the bound that the direction starts from
  enum    X = b for each value b in turn
  bisect  X ≤ m, then X > m, where m is the middle between the bounds, rounded down
  median  X = m, then X ≠ m, where m is the middle element of the domain; of two the smaller
          (with `down` the larger)
  middle  X = m, then X ≠ m, where m is the element nearest to the middle between the bounds; of
          two the smaller (with `down` the larger)

Strategies, all of them complete:
  depth-first  one walk through the tree
  discrepancy  first where the labeling points, then with one decision against it, then with two,
               and so on: limited discrepancy search
  restarts     from the root again and again, each time with the variables in another order drawn
               from the seed, after 100 nodes times 1, 1, 2, 1, 1, 2, 4, ... (Luby's numbers);
               restarts:N counts in N nodes

The kernel's `branching` does what these words say, and its `repeating` the strategies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from quincunx.errors import OptionError

VARIABLE_ORDERS: tuple[str, ...] = (
    "leftmost",
    "min",
    "max",
    "ff",
    "anti_first_fail",
    "occurrence",
    "ffc",
    "max_regret",
    "dom_wdeg",
    "random",
)
VALUE_CHOICES: tuple[str, ...] = ("step", "enum", "bisect", "median", "middle")
DIRECTIONS: tuple[str, ...] = ("up", "down")

ALIASES: dict[str, str] = {
    "smallest": "min",
    "largest": "max",
    "first_fail": "ff",
    "most_constrained": "ffc",
}

Consistency: TypeAlias = Literal["bounds", "domain"]
CONSISTENCIES: tuple[str, ...] = get_args(Consistency)


DEPTH_FIRST, DISCREPANCY, RESTARTS = "depth-first", "discrepancy", "restarts"
STRATEGIES: tuple[str, ...] = (DEPTH_FIRST, DISCREPANCY, RESTARTS)
RESTART_UNIT = 100
"""Nodes of the shortest run, unless somebody says otherwise."""


@dataclass(frozen=True, repr=False)
class Labeling:
    """One option of each kind, by name."""

    variable: str = "leftmost"
    value: str = "step"
    direction: str = "up"

    @property
    def options(self) -> str:
        """The three in a row."""
        return f"{self.variable}, {self.value}, {self.direction}"

    def __repr__(self) -> str:
        return f"[{self.options}]"


IN_TURN = Labeling("leftmost", "enum", "up")
"""One after the other, each value in turn: how Prolog tries clauses."""


def parse_labeling(options: str | Sequence[str]) -> Labeling:
    """Options in any order, in a list or divided by commas; what is not said is `leftmost`,
    `step` and `up`.

    >>> parse_labeling(["bisect", "first_fail"]), parse_labeling("max, down")
    ([ff, bisect, up], [max, step, down])
    >>> parse_labeling("ff,min")
    Traceback (most recent call last):
    quincunx.errors.OptionError: labeling: ff and min are both variable orders, expected one
    """
    if isinstance(options, str):
        options = [option.strip() for option in options.split(",")] if options.strip() else []
    if not isinstance(options, Sequence) or not all(isinstance(word, str) for word in options):
        raise OptionError(f"labeling: {options!r} is no list of options, expected such as 'ff,up'")
    kinds = (
        ("variable order", VARIABLE_ORDERS),
        ("value choice", VALUE_CHOICES),
        ("direction", DIRECTIONS),
    )
    chosen: dict[str, str] = {}
    for option in options:
        name = ALIASES.get(option, option)
        for kind, names in kinds:
            if name in names:
                if chosen.get(kind, name) != name:
                    raise OptionError(
                        f"labeling: {chosen[kind]} and {name} are both {kind}s, expected one"
                    )
                chosen[kind] = name
                break
        else:
            known = "; ".join(f"{kind}s {', '.join(names)}" for kind, names in kinds)
            also = ", ".join(f"{alias} for {name}" for alias, name in ALIASES.items())
            raise OptionError(f"labeling: unknown option {option!r}, expected {known} ({also})")
    return Labeling(
        chosen.get("variable order", "leftmost"),
        chosen.get("value choice", "step"),
        chosen.get("direction", "up"),
    )


def parse_strategy(text: str) -> tuple[str, int]:
    """A strategy by its name, and the nodes of its shortest run.

    >>> parse_strategy("restarts:20"), parse_strategy("discrepancy")
    (('restarts', 20), ('discrepancy', 100))
    >>> parse_strategy("luck")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown strategy 'luck', expected one of depth-first, \
discrepancy, restarts
    """
    name, colon, unit = text.partition(":") if isinstance(text, str) else ("", "", "")
    if name not in STRATEGIES:
        raise OptionError(f"unknown strategy {text!r}, expected one of {', '.join(STRATEGIES)}")
    if not colon:
        return name, RESTART_UNIT
    number = unit.isascii() and unit.isdigit() and len(unit) < 16
    if name != RESTARTS or not number or int(unit) < 1:
        raise OptionError(f"strategy {text!r}, expected restarts:N with N nodes, 1 or more")
    return name, int(unit)


@dataclass(frozen=True)
class Order:
    """How to search: labeling options in any order, the strength of propagation, the strategy.

    >>> Order("ff,bisect").chosen
    [ff, bisect, up]
    >>> Order(consistency="strong")
    Traceback (most recent call last):
    quincunx.errors.OptionError: unknown consistency 'strong', expected one of bounds, domain
    """

    labeling: str | Sequence[str] = ()
    consistency: str = "domain"
    seed: int = 0
    strategy: str = DEPTH_FIRST
    chosen: Labeling = field(init=False, repr=False, compare=False)
    """One labeling option of each kind."""

    def __post_init__(self) -> None:
        if self.consistency not in CONSISTENCIES:
            raise OptionError(
                f"unknown consistency {self.consistency!r}, expected one of "
                + ", ".join(CONSISTENCIES)
            )
        if not isinstance(self.seed, int) or isinstance(self.seed, bool):
            raise OptionError(f"seed is {self.seed!r}, expected a whole number")
        parse_strategy(self.strategy)
        object.__setattr__(self, "chosen", parse_labeling(self.labeling))
