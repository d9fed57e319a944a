"""Counting by what remains of constraints, held against brute force for every kind.

All kinds are taken from their own `sample`, whatever kinds there are.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp import Constraint, Counting, Either, Model, Times
from quincunx.cp.counting.residual import SETTLED, ResidualStates, Scope, residual_states
from tests.cp.constraints.samples import KINDS
from tests.cp.models import HUGE, SMALL, models, solutions

every_kind = pytest.mark.parametrize("kind", sorted(KINDS))
few = settings(max_examples=30)


@every_kind
@few
@given(data=st.data())
def test_count_marginals_and_draw_agree_with_brute_force(kind: str, data: st.DataObject) -> None:
    """The number of solutions, how many have each value, and that what is drawn is one."""
    kinds = data.draw(st.sampled_from([[kind], sorted(KINDS)]))
    model = data.draw(models(SMALL | HUGE, kinds=kinds, most_variables=4))
    found = solutions(model)
    counting = Counting(model)
    assert counting.count() == len(found)
    assert [counting.marginals()[v] for v in model.variables] == [
        dict(sorted(Counter(values[v.index] for values in found).items())) for v in model.variables
    ]
    drawn = counting.draw(Random(1))
    assert drawn in found if found else drawn is None


@pytest.mark.slow
@every_kind
@few
@given(data=st.data())
def test_reified_constraints_are_counted_as_brute_force_counts_them(
    kind: str, data: st.DataObject
) -> None:
    model = data.draw(models(kinds=[kind], most_variables=3, most_constraints=2))
    held = model.constraints
    model.constraints = []
    for number, constraint in enumerate(held):
        model.add(Either([constraint], model.variable(f"holds {number}", range(2))))
    assert Counting(model).count() == len(solutions(model))


@pytest.mark.slow
@every_kind
@few
@given(data=st.data())
def test_equal_states_have_equal_completions(kind: str, data: st.DataObject) -> None:
    """Ways to fix the first variables that lead to one state are completed symmetric, whatever the
    order."""
    model = data.draw(models(kinds=[kind], most_variables=4, most_constraints=1))
    for constraint in model.constraints:
        order = data.draw(st.permutations(list(dict.fromkeys(constraint.variables))))
        scope = Scope(tuple(order), tuple(variable.domain for variable in order))
        _Completions(constraint, scope, residual_states(constraint, scope)).compare()


class _Completions:
    """Of every way to fix the first variables, in what ways it can be completed."""

    def __init__(self, constraint: Constraint, scope: Scope, states: ResidualStates) -> None:
        self.scope, self.states = scope, states
        self.places = [scope.variables.index(variable) for variable in constraint.variables]
        self.constraint = constraint
        self.known: dict[object, frozenset[tuple[int, ...]]] = {}

    def compare(self) -> None:
        self.below((), self.states.start)

    def below(self, values: tuple[int, ...], state: object) -> frozenset[tuple[int, ...]]:
        depth = len(values)
        if depth == len(self.scope.variables):
            holds = self.constraint.check([values[place] for place in self.places])
            assert state == (SETTLED if holds else None) or (state is None and not holds)
            return frozenset([()] if holds else [])
        found: set[tuple[int, ...]] = set()
        for value in self.scope.domains[depth]:
            after = None if state is None else self.states.after(depth, state, value)
            completions = self.below((*values, value), after)
            found |= {(value, *tail) for tail in completions}
        completions = frozenset(found)
        if state is None:
            assert not completions, "a dead state cannot be completed"
        else:
            assert self.known.setdefault((depth, state), completions) == completions
        return completions


def test_unfixed_repeated_variable_is_not_settled() -> None:
    """A single variable that is named three times, in an alternative that never holds."""
    model = Model()
    x, flag = model.variable("x", [2, 3]), model.variable("flag", range(2))
    model.add(Either([Times((x, x, x))], flag))
    assert Counting(model).count() == 2
