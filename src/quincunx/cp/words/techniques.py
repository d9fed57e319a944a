"""Solving techniques that people use.

The general techniques are defined here. Each kind of constraint names those that apply to it
(`techniques_for`), and a family can replace them by techniques with names of its own.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Technique:
    """A solving technique.

    `tier` is 1 for what is seen at a glance, and upwards. `effort` is that of its easiest step: the
    logarithm to base 2 of roughly the number of things to look at. `meaning` says what a person
    does. A step is labelled with a technique only if its sentence holds one of the technique's
    `words`, if there are any.
    """

    name: str
    tier: int
    effort: float
    meaning: str
    words: tuple[str, ...] = ()
    repeats_as_one: bool = False
    """Whether consecutive steps by it count as one: bounds that narrow each other in turn."""

    def __repr__(self) -> str:
        return f"<{self.name}>"


LAST_ONE = Technique(
    "last one", 1, 1.0, "A rule has one open cell, and what is left for it decides it."
)
ALREADY_THERE = Technique(
    "already there",
    1,
    1.0,
    "What stands in a group as often as it may stands nowhere else in it.",
    ("already", "placed"),
)
ONLY_PLACE = Technique(
    "only place",
    1,
    1.5,
    "What a group needs has just one place left in it: a hidden single.",
    ("nowhere else", "only place", "can hold them"),
)
TOO_MUCH = Technique(
    "too much, too little",
    2,
    1.5,
    "The smallest or largest that the others can be leave no room for a value.",
    ("at least", "at most"),
    repeats_as_one=True,
)
PARITY = Technique(
    "parity", 2, 2.0, "Only odd or only even numbers make the sum come out right.", ("odd", "even")
)
LAST_DIGITS = Technique(
    "last digits", 2, 2.5, "Only some last digits make the last digit of the sum.", ("ending in",)
)
SETS = Technique(
    "sets",
    3,
    3.0,
    "Some cells hold just as many values between them, so no other cell holds those; or some "
    "values have just as many cells left, so these hold nothing else.",
    ("keeps", "between them", "can hold them", "room for everything"),
)
FEW_WAYS = Technique(
    "few ways", 3, 1.0, "All ways to complete one rule are gone through; none uses a value."
)
TOGETHER = Technique(
    "two together", 4, 3.0, "What rules that share cells allow is gone through jointly."
)
CASES = Technique(
    "cases",
    5,
    4.0,
    "A value is supposed, and what follows from one rule after the other is a contradiction.",
)
SEARCH = Technique(
    "search", 6, 20.0, "A value is supposed, and everything that could follow is tried in vain."
)

GENERAL = tuple(thing for thing in list(vars().values()) if isinstance(thing, Technique))
"""The general techniques, all those above, from the easiest to the hardest."""
