"""What every kind of constraint must do, whatever it is: this file knows none by name.

The meaning of a kind is its `check`. Everything else that a kind says of itself, its propagators
at both strengths, its forms for other solvers and its form in machine words, is held against
brute force over models from its own `sample`.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx.cp import Constraint, Either, Model
from quincunx.cp.engines import cp_sat, minizinc
from quincunx.cp.engines.machine_words import ARITHMETIC, in_machine_words
from quincunx.cp.kernel.builder import EngineBuilder
from quincunx.cp.kernel.engine import Engine
from quincunx.cp.options import CONSISTENCIES, Consistency, SearchOptions
from quincunx.cp.words.applied_techniques import bounds_propagators
from quincunx.reasoning.candidates import Candidates
from tests.cp.constraints.samples import KINDS, sample
from tests.cp.engines.cases import needs_minizinc
from tests.cp.kernel.helpers import domains, run
from tests.cp.models import HUGE, SMALL, models, solutions

every_kind = pytest.mark.parametrize("kind", sorted(KINDS))
another_solver = pytest.mark.another_solver
few = settings(max_examples=min(25, settings().max_examples))
fewer = settings(max_examples=min(15, settings().max_examples))
"""The fuzzer draws more models of the same kinds."""
a_handful = settings(max_examples=3)
"""Of what takes another program to be started."""

LARGE = st.sampled_from([-(2**40), -1, 0, 1, 2, 3, 2**24, 2**31 - 1, 2**31 + 5, 2**40, 2**50])
"""Values that words of 64 bits hold, and those of 32 bits do not."""

MIDDLING = st.sampled_from([-9000, -130, -129, -1, 0, 1, 2, 7, 64, 65, 8191, 8192, 8450])
"""Values that words of 16 bits do not hold, or whose sums and products they do not."""


@every_kind
@pytest.mark.parametrize("consistency", CONSISTENCIES)
@few
@given(data=st.data())
def test_the_kernel_finds_what_brute_force_finds(
    kind: str, consistency: Consistency, data: st.DataObject
) -> None:
    model = data.draw(models(kinds=[kind]) | models(HUGE, kinds=[kind], most_variables=4))
    assert sorted(run(model, consistency=consistency)) == solutions(model)


@another_solver
@every_kind
@fewer
@given(data=st.data())
def test_cp_sat_finds_what_brute_force_finds(kind: str, data: st.DataObject) -> None:
    small = models(SMALL, kinds=[kind], most_variables=4)
    large = models(LARGE | HUGE, kinds=[kind], most_variables=3, most_constraints=2)
    model = data.draw(small | large)
    assert sorted(cp_sat.start(model, SearchOptions())) == solutions(model)


@another_solver
@needs_minizinc
@every_kind
@pytest.mark.parametrize("form", ["required", "reified"])
@a_handful
@given(data=st.data())
def test_gecode_finds_what_brute_force_finds(kind: str, form: str, data: st.DataObject) -> None:
    if form == "reified":
        model = reified(data, kind, SMALL | HUGE)
    else:
        model = data.draw(models(SMALL | HUGE, kinds=[kind], most_variables=4, most_constraints=2))
    found = minizinc.start(model, SearchOptions(engine="minizinc:gecode"))
    assert sorted(found) == solutions(model)


@every_kind
@few
@given(data=st.data())
def test_machine_words_have_the_same_solutions(kind: str, data: st.DataObject) -> None:
    """In words of 16 bits hardly anything fits, and yet nothing changes."""
    model = data.draw(models(MIDDLING, kinds=[kind], most_variables=4, most_constraints=2))
    rewritten = in_machine_words(model, bits=16)
    found = [rewritten.widen(values) for values in run(rewritten.model)]
    assert sorted(found) == solutions(model)


@every_kind
@few
@given(data=st.data())
def test_other_solvers_get_each_variable_once(kind: str, data: st.DataObject) -> None:
    """Except in formulas: in global constraints some solvers give wrong answers."""
    rewritten = in_machine_words(data.draw(models(SMALL | HUGE, kinds=[kind])), bits=62)
    for constraint in rewritten.model.constraints:
        once = len(set(constraint.variables)) == len(constraint.variables)
        assert once or isinstance(constraint, ARITHMETIC)


def reified(data: st.DataObject, kind: str, values: st.SearchStrategy[int] = SMALL) -> Model:
    """Models whose constraints need not hold: flags say which of them do."""
    model = data.draw(models(values, kinds=[kind], most_variables=3, most_constraints=2))
    held = model.constraints
    model.constraints = []
    for number, constraint in enumerate(held):
        model.add(Either([constraint], model.variable(f"holds {number}", range(2))))
    return model


@every_kind
@pytest.mark.parametrize("consistency", CONSISTENCIES)
@few
@given(data=st.data())
def test_the_kernel_finds_solutions_of_reified_constraints(
    kind: str, consistency: Consistency, data: st.DataObject
) -> None:
    model = reified(data, kind)
    assert sorted(run(model, consistency=consistency)) == solutions(model)


@another_solver
@every_kind
@fewer
@given(data=st.data())
def test_cp_sat_finds_solutions_of_reified_constraints(kind: str, data: st.DataObject) -> None:
    """No solution is found twice either: a truth leaves the solver nothing to choose."""
    model = reified(data, kind, SMALL | LARGE | HUGE)
    assert sorted(cp_sat.start(model, SearchOptions())) == solutions(model)


@every_kind
@few
@given(data=st.data())
def test_opposite_is_the_negation(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=[kind], most_constraints=1, most_variables=4))
    for constraint in model.constraints:
        opposite = constraint.opposite()
        if opposite is None:
            continue
        for values in solutions(free(model)):
            value = dict(zip(model.variables, values, strict=True))
            one, other = (c.check([value[v] for v in c.variables]) for c in (constraint, opposite))
            assert one is not other


def free(model: Model) -> Model:
    """The variables without the constraints."""
    variables = Model()
    variables.variables += model.variables
    return variables


WEAKER = {
    "cardinality": "how often values must occur is counted, and not part of the matching",
    "distinct_sum": "it looks at the sums of the digits that each cell can hold",
    "either": "it keeps what some alternative leaves of each variable by itself",
}
"""Kinds that do not remove every value that no solution has, and why."""


@pytest.mark.parametrize("kind", [kind for kind in sorted(KINDS) if kind not in WEAKER])
@few
@given(data=st.data())
def test_propagators_remove_every_value_without_a_solution(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=[kind], most_constraints=1, repeats=False, most_variables=4))
    for constraint in model.constraints:
        alone = free(model)
        alone.constraints = [constraint]
        possible = [sorted(set(values)) for values in zip(*solutions(alone), strict=True)]
        assert (_left(model, constraint, bounds_only=False) or []) == possible


@every_kind
@few
@given(data=st.data())
def test_bounds_propagators_remove_no_more_than_propagators(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=[kind], most_constraints=1, repeats=False))
    for constraint in model.constraints:
        bounds, full = (_left(model, constraint, bounds_only) for bounds_only in (True, False))
        if bounds is None:
            assert full is None
        elif full is not None:
            assert all(set(few) <= set(many) for few, many in zip(full, bounds, strict=True))


def _left(model: Model, constraint: Constraint, bounds_only: bool) -> list[list[int]] | None:
    """The domains after one constraint has said what it can; nothing if it is contradicted."""
    engine = Engine()
    builder = EngineBuilder(engine, domain_consistent=True)
    for variable in model.variables:
        builder.variable(variable)
    if bounds_only:
        propagators = builder.tied(bounds_propagators(constraint, builder))
    else:
        propagators = builder.propagators(constraint)
    for propagator in propagators:
        engine.post(propagator)
    return domains(engine)[: len(model.variables)] if engine.propagate() else None


@every_kind
@few
@given(data=st.data())
def test_each_technique_removes_no_more_than_brute_force(kind: str, data: st.DataObject) -> None:
    """With repeated variables too; and the last look finds all that the strong propagators do."""
    model = data.draw(models(kinds=[kind], most_constraints=2, most_variables=4))
    candidates = Candidates(model, {})
    for rule in candidates.rules:
        alone = free(model)
        alone.constraints = [rule.constraint]
        possible = solutions(alone)
        for look in rule.looks:
            changes = candidates.inference(
                candidates.variables, look.propagators or rule.deduce.propagators
            )()
            assert changes is not None or not possible, look.technique
            for change in changes or ():
                gone = candidates.values(change.variable, change.before & ~change.after)
                held = {values[change.variable] for values in possible}
                assert held.isdisjoint(gone), look.technique
        last = rule.looks[-1].propagators or rule.deduce.propagators
        found = [
            candidates.inference(candidates.variables, p)() for p in (last, rule.deduce.propagators)
        ]
        weakest, strong = ([(c.variable, c.after) for c in one or ()] for one in found)
        assert (found[0] is None, weakest) == (found[1] is None, strong)


@every_kind
def test_every_kind_has_samples_and_a_formula(kind: str) -> None:
    model = Model()
    variables = [model.variable(name, range(-1, 4)) for name in "abcdef"]
    witness = dict.fromkeys(variables, 1)
    samples = [
        sample(KINDS[kind], variables[:size], witness, Random(seed))
        for size in range(7)
        for seed in range(5)
    ]
    made = [constraint for constraint in samples if constraint is not None]
    assert made, "a kind without samples is not tested"
    for constraint in made:
        assert constraint.formula()
        assert type(constraint).__doc__
