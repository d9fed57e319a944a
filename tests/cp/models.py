"""Small random models that mix all kinds of constraints, and their solutions by brute force.

Vocabulary:
  witness  values for which many of the constraints are made true, so that most models have
           solutions, though not all have

Brute force tries every combination of values with `Model.check`, the ground truth.
"""

from collections.abc import Collection
from itertools import product
from typing import TypeAlias

from hypothesis import note
from hypothesis import strategies as st

from quincunx.cp.model import Model, Variable
from tests.cp.constraints.samples import KINDS, sample

Solution: TypeAlias = tuple[int, ...]

SMALL = st.integers(-4, 6)
"""Values of ordinary models: around zero, both signs, close together."""

HUGE = st.sampled_from([-(10**25), -1, 0, 1, 2, 2**31, 2**63 - 1, 2**63, 10**25, 10**25 + 1])
"""Values that no machine word holds, among some that fit."""


def solutions(model: Model) -> list[Solution]:
    """All solutions in ascending order, found by trying every combination of values.

    >>> from quincunx.cp.constraints.linear import Linear
    >>> model = Model()
    >>> x, y = model.variable("x", range(3)), model.variable("y", range(3))
    >>> model.add(Linear((x, y), (1, 2), "==", 4))
    >>> solutions(model)
    [(0, 2), (2, 1)]
    """
    combinations = product(*(variable.domain for variable in model.variables))
    return [values for values in combinations if model.check(values)]


def supported(model: Model) -> list[list[int]] | None:
    """Of each variable the values that some solution has, by brute force."""
    found = solutions(model)
    return [sorted(set(column)) for column in zip(*found, strict=True)] if found else None


def domains(values: st.SearchStrategy[int] = SMALL) -> st.SearchStrategy[list[int]]:
    """Domains of one to five values; runs of neighbours are as likely as values with holes."""
    scattered = st.lists(values, min_size=1, max_size=5, unique=True)
    runs = st.builds(
        lambda start, length: list(range(start, start + length)), values, st.integers(1, 5)
    )
    return st.one_of(runs, scattered)


@st.composite
def models(
    draw: st.DrawFn,
    values: st.SearchStrategy[int] = SMALL,
    kinds: Collection[str] = tuple(KINDS),
    most_variables: int = 5,
    most_constraints: int = 4,
    repeats: bool = True,
) -> Model:
    """Models of a few variables and constraints; a failing test prints the model.

    Scopes may be empty, with `repeats` a constraint may name a variable again, and the decisions
    are now and then some of the variables in any order.
    """
    model = Model("random")
    witness: dict[Variable, int] = {}
    for number in range(1, draw(st.integers(1, most_variables)) + 1):
        variable = model.variable(f"x{number}", draw(domains(values) | st.just([0, 1])))
        witness[variable] = draw(st.sampled_from(variable.domain))
    for _ in range(draw(st.integers(0, most_constraints))):
        kind = KINDS[draw(st.sampled_from(sorted(kinds)))]
        unique = not (repeats and draw(st.sampled_from([False, False, True])))
        scope = st.lists(st.sampled_from(model.variables), max_size=most_variables, unique=unique)
        constraint = sample(kind, draw(scope), witness, draw(st.randoms(use_true_random=False)))
        if constraint is not None:
            model.add(constraint)
    if draw(st.booleans()):
        some = draw(st.permutations(model.variables))
        model.decisions = some[: draw(st.integers(0, len(some)))]
    note(describe(model))
    return model


def describe(model: Model) -> str:
    """The model in full: as it prints itself, with all that its constraints hold."""
    lines = [str(model), "decisions: " + ", ".join(v.name for v in model.decisions)]
    return "\n".join([*lines, *map(repr, model.constraints)])
