"""Each technique fires on something made for it, and is silent where it must be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

from quincunx.constraints.all_different import AllDifferent
from quincunx.constraints.distinct_sum import DistinctSum
from quincunx.constraints.linear import Linear
from quincunx.constraints.non_zero_flag import NonZeroFlag
from quincunx.constraints.table import Table
from quincunx.model import Model
from quincunx.reasoning.candidates import Candidates
from quincunx.reasoning.ladder import Ladder, Technique
from quincunx.reasoning.techniques import (
    COMBINATIONS,
    LAST_ONE,
    SEARCH,
    SQUEEZE,
    TECHNIQUES,
    TWO_TOGETHER,
    WHAT_IF,
)

Domains: TypeAlias = dict[str, Sequence[int]]
Found: TypeAlias = dict[str, tuple[int, ...]]


def model_of(domains: Domains, *rules: Callable[[Model], object]) -> Model:
    model = Model()
    for name, values in domains.items():
        model.variable(name, values)
    for rule in rules:
        rule(model)
    return model


def total(names: str, constant: int) -> Callable[[Model], object]:
    def add(model: Model) -> object:
        scope = tuple(v for v in model.variables if v.name in names)
        return model.add(Linear(scope, (1,) * len(scope), "==", constant))

    return add


def different(names: str) -> Callable[[Model], object]:
    return lambda model: model.add(
        AllDifferent(tuple(v for v in model.variables if v.name in names))
    )


def allowed(names: str, *rows: tuple[int, ...]) -> Callable[[Model], object]:
    return lambda model: model.add(
        Table(tuple(v for v in model.variables if v.name in names), rows)  # type: ignore[arg-type]
    )


def distinct(names: str, constant: int) -> Callable[[Model], object]:
    return lambda model: model.add(
        DistinctSum(tuple(v for v in model.variables if v.name in names), constant)
    )


def flag(names: str) -> Callable[[Model], object]:
    return lambda model: model.add(
        NonZeroFlag(tuple(v for v in model.variables if v.name in names))
    )


def first_move(technique: Technique, model: Model) -> Found | None:
    """What one technique by itself finds first: the values that are left; {} a contradiction."""
    candidates = Candidates(model, {})
    found = Ladder(candidates, [technique]).next_move()
    if found is None:
        return None
    return {
        model.variables[change.variable].name: candidates.values(change.variable, change.after)
        for change in found[1].changes
    }


DIGITS = range(1, 10)


@pytest.mark.parametrize(
    ("technique", "domains", "rules", "found"),
    [
        # 3 + y = 10, and nothing else is open
        (LAST_ONE, {"x": [3], "y": DIGITS}, [total("xy", 10)], {"y": (7,)}),
        (LAST_ONE, {"x": [3], "y": [3, 4]}, [different("xy")], {"y": (4,)}),
        (LAST_ONE, {"x": [3], "y": [5]}, [total("xy", 10)], {}),  # full, and wrong
        # two are open
        (LAST_ONE, {"x": DIGITS, "y": DIGITS}, [total("xy", 18)], None),
        # one is open, and two values are left to it
        (LAST_ONE, {"x": [3], "y": [3, 4, 5]}, [different("xy")], None),
        # 9 + 9 + z leaves at least 8
        (
            SQUEEZE,
            {"x": DIGITS, "y": DIGITS, "z": DIGITS},
            [total("xyz", 26)],
            {"x": (8, 9), "y": (8, 9), "z": (8, 9)},
        ),
        (
            SQUEEZE,
            {"x": [0, 5], "y": [0, 5], "z": [1]},
            [distinct("xyz", 11)],
            {"x": (5,), "y": (5,)},
        ),
        # holes are not its business: 2 + ? = 10 from both ends, with 3 in between
        (SQUEEZE, {"x": [1, 3, 9], "y": DIGITS}, [total("xy", 10)], None),
        # no sum, no smallest and largest
        (SQUEEZE, {"x": [1], "y": DIGITS}, [different("xy")], None),
        (COMBINATIONS, {"x": [1, 3, 9], "y": DIGITS}, [total("xy", 10)], {"y": (1, 7, 9)}),
        # a Hall set: x and y share 1 and 2
        (
            COMBINATIONS,
            {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]},
            [different("xyz")],
            {"z": (3,)},
        ),
        (COMBINATIONS, {"x": [1, 2], "y": [1, 2]}, [allowed("xy", (1, 1), (1, 2))], {"x": (1,)}),
        (COMBINATIONS, {"f": [0, 1], "x": [0], "y": [0]}, [flag("fxy")], {"f": (0,)}),
        (COMBINATIONS, {"x": [1, 2], "y": [1, 2], "z": [1, 2]}, [different("xyz")], {}),
        # every value has its partner
        (COMBINATIONS, {"x": [1, 3, 9], "y": [1, 7, 9]}, [total("xy", 10)], None),
        # x + y = 4 in different digits is not 2 + 2
        (
            TWO_TOGETHER,
            {"x": [1, 2, 3], "y": [1, 2, 3]},
            [total("xy", 4), different("xy")],
            {"x": (1, 3), "y": (1, 3)},
        ),
        # what is shared decides what is not: y + z is 3 or 5, so x is not 5 - 4
        (
            TWO_TOGETHER,
            {"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2]},
            [total("xyz", 6), allowed("yz", (1, 2), (3, 2), (2, 1))],
            {"x": (1, 3)},
        ),
        # they share one variable: both together say what each says alone
        (
            TWO_TOGETHER,
            {"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2, 3]},
            [total("xy", 4), different("yz")],
            None,
        ),
        # more ways than a person goes through
        (
            TWO_TOGETHER,
            {name: range(1, 30) for name in "wxyz"},
            [total("wxyz", 60), different("wxyz")],
            None,
        ),
        # z = 1 would leave 2 to both x and y
        (
            WHAT_IF,
            {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]},
            [different("xy"), different("yz"), different("xz")],
            {"z": (2, 3)},
        ),
        # nothing follows from any value
        (
            WHAT_IF,
            {"x": [1, 2], "y": [1, 2], "z": [1, 2]},
            [different("xy"), different("yz")],
            None,
        ),
        # w = 1 would leave 2 and 3 to three, which takes one more assumption to see
        (
            WHAT_IF,
            {"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2, 3], "w": [1, 2, 3, 4]},
            [different(pair) for pair in ("xy", "xz", "yz", "wx", "wy", "wz")],
            None,
        ),
        (
            SEARCH,
            {"x": [1, 2, 3], "y": [1, 2, 3], "z": [1, 2, 3], "w": [1, 2, 3, 4]},
            [different(pair) for pair in ("xy", "xz", "yz", "wx", "wy", "wz")],
            {"w": (2, 3, 4)},
        ),
        # every value is in some solution
        (SEARCH, {"x": [1, 2], "y": [1, 2]}, [different("xy")], None),
    ],
)
def test_what_a_technique_finds(
    technique: Technique,
    domains: Domains,
    rules: list[Callable[[Model], object]],
    found: Found | None,
) -> None:
    assert first_move(technique, model_of(domains, *rules)) == found


def test_the_easiest_technique_goes_first_again_after_each_success() -> None:
    model = model_of(
        {"x": DIGITS, "y": DIGITS, "z": [1, 2, 5]},
        allowed("yz", (8, 1), (8, 2), (7, 5)),
        total("xy", 17),
    )
    moves = list(Ladder(Candidates(model, {}), TECHNIQUES).moves())
    names = [technique.name for technique, _ in moves]
    # Not until 8 and 9 are left is the table looked at; and then the sum is, again.
    assert names == ["squeeze", "combinations", "last one"]


def test_techniques_are_told_from_one_another_by_name_and_tier() -> None:
    assert [technique.tier for technique in TECHNIQUES] == [1, 2, 3, 4, 5, 6]
    assert len({technique.name for technique in TECHNIQUES}) == len(TECHNIQUES)


def test_asking_changes_nothing() -> None:
    model = model_of(
        {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3]}, *map(different, ("xy", "yz", "xz"))
    )
    candidates = Candidates(model, {})
    before = [variable.bits for variable in candidates.variables]
    for technique in TECHNIQUES:
        Ladder(candidates, [technique]).next_move()
        assert [variable.bits for variable in candidates.variables] == before, technique


def test_the_chain_of_a_what_if_has_no_needless_links() -> None:
    model = model_of(
        {"x": [1, 2], "y": [1, 2], "z": [1, 2, 3], "a": [1, 2], "b": [1, 2]},
        different("az"),
        different("ab"),
        *map(different, ("xy", "yz", "xz")),
    )
    found = Ladder(Candidates(model, {}), [WHAT_IF]).next_move()
    assert found is not None
    chain = found[1].chain
    assert [[model.variables[i].name for i in link.rule.scope] for link in chain] == [
        ["y", "z"],
        ["x", "z"],
        ["x", "y"],
    ]
    assert [link.changes == () for link in chain] == [False, False, True]


def test_plain_rules_say_nothing_and_are_known_at_once() -> None:
    model = model_of(
        {"x": range(4), "f": [0, 1], "y": range(4), "g": [0, 1]},
        lambda m: m.add(NonZeroFlag((m.variables[1], m.variables[0]))),
        lambda m: m.add(NonZeroFlag((m.variables[3], m.variables[2]))),
        lambda m: m.add(Linear((m.variables[1], m.variables[3]), (1, 1), "==", 1)),
    )
    candidates = Candidates(model, {0: 3}, lambda rule: isinstance(rule, NonZeroFlag))
    assert len(candidates.rules) == 1
    moves = [move for _, move in Ladder(candidates, TECHNIQUES).moves()]
    assert len(moves) == 1
    assert [c.variable for c in moves[0].changes] == [3]
    assert [(c.variable, candidates.values(2, c.after)) for c in moves[0].echoes] == [(2, (0,))]
    assert candidates.solved
