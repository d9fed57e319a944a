"""All techniques, from the easiest to the hardest. Adding one is adding one entry."""

from __future__ import annotations

from quincunx.reasoning.ladder import Technique
from quincunx.reasoning.one_rule import Combinations, LastOne, Squeeze
from quincunx.reasoning.two_rules import TwoTogether
from quincunx.reasoning.what_if import Searching, WhatIf

LAST_ONE = Technique("last one", 1, LastOne, "a rule with one open cell decides it", "values")
SQUEEZE = Technique(
    "squeeze",
    2,
    Squeeze,
    "the smallest and largest that the others of one rule can be rule values out",
    "values",
)
COMBINATIONS = Technique(
    "combinations", 3, Combinations, "no way to complete one rule uses a value", "values"
)
TWO_TOGETHER = Technique(
    "two together", 4, TwoTogether, "what two rules that share cells allow jointly", "ways"
)
WHAT_IF = Technique(
    "what if",
    5,
    WhatIf,
    "a value is assumed, and rules looked at one by one lead to a contradiction",
    "moves",
)
SEARCH = Technique(
    "search", 6, Searching, "a value is tried, and all that could follow is searched", "positions"
)

TECHNIQUES = (LAST_ONE, SQUEEZE, COMBINATIONS, TWO_TOGETHER, WHAT_IF, SEARCH)
