"""Rules are worked out for what a variable could be if the puzzle did not print it.

A solver sees a given as the one value; an explanation sees all values, so that a given is a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from quincunx.cp.constraints import Constraint
from quincunx.cp.constraints.distinct_sum import DistinctSum
from quincunx.cp.constraints.either import Either
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines import start
from quincunx.cp.model import Model
from quincunx.cp.options import SearchOptions
from quincunx.reasoning.candidates import Candidates
from tests.cp.constraints.samples import KINDS, sample


def left(model: Model, known: dict[int, int]) -> list[list[int]] | None:
    """What the first rule leaves of every variable; nothing if it is contradicted."""
    candidates = Candidates(model, known)
    changes = candidates.inference(candidates.variables, candidates.rules[0].deduce.propagators)()
    if changes is None:
        return None
    after = {change.variable: change.after for change in changes}
    return [
        list(candidates.values(v.index, after.get(v.index, candidates.variables[v.index].bits)))
        for v in model.variables
    ]


def test_alternatives_number_values_as_the_others_do() -> None:
    model = Model()
    x = model.variable("x", range(100, 200), given=150)
    y = model.variable("y", range(100, 200))
    far = [Linear((x, y), (1, -1), "<=", -40), Linear((x, y), (1, -1), ">=", 40)]
    model.add(Either(far))
    assert left(model, {0: 150}) == [[150], [*range(100, 111), *range(190, 200)]]
    assert left(model, {}) == [[*range(100, 200)]] * 2


def test_distinct_sum_of_givens_uses_open_domains() -> None:
    model = Model()
    a, b = (model.variable(n, range(1, 10), given=g) for n, g in (("a", 3), ("b", 4)))
    c = model.variable("c", range(1, 6))
    model.add(DistinctSum((a, b, c), 12))
    assert left(model, {1: 4}) == [[3, 5, 6, 7], [4], [1, 2, 3, 5]]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_deductions_of_every_kind_agree_with_brute_force(kind: str) -> None:
    """Sound with any of the givens known, whatever the others are printed as."""
    for seed in range(60):
        dice = Random(seed)
        model = Model()
        for i in range(3):
            low = dice.choice([-3, 0, 98])
            values = range(low, low + dice.randint(2, 5))
            given = dice.choice([None, *values])
            model.variable(f"x{i}", values, given=given)
        witness = {v: dice.choice(v.open_domain) for v in model.variables}
        made = sample(KINDS[kind], model.variables, witness, dice)
        if made is None:
            continue
        model.add(made)
        known = {
            v.index: v.given
            for v in model.variables
            if v.given is not None and dice.choice([True, False])
        }
        possible = [
            (known[v.index],) if v.index in known else tuple(v.open_domain) for v in model.variables
        ]
        ways = [
            row for row in product(*possible) if made.check([row[v.index] for v in made.variables])
        ]
        found = left(model, known)
        if found is None:
            assert not ways, (seed, made)
        else:
            for place, values_left in enumerate(found):
                assert {row[place] for row in ways} <= set(values_left), (seed, made)


def test_constraint_with_check_only_accepts_givens() -> None:
    class Rising(Constraint):
        def check(self, values: Sequence[int]) -> bool:
            return list(values) == sorted(values)

    model = Model()
    scope = [model.variable(f"x{i}", range(200), given=i) for i in range(3)]
    model.add(Rising(tuple(scope)))
    assert list(start(model, SearchOptions())) == [(0, 1, 2)]
