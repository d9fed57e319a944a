"""From learned clauses to steps with reasons."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from quincunx.errors import WrongAnswer
from quincunx.proofs import verifier
from quincunx.proofs.lrat import ProofStep, lemmas_of, trim_proof

VARIABLES = 5

LITERALS = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
CLAUSES = st.lists(
    st.lists(LITERALS, min_size=1, max_size=3, unique_by=abs).map(tuple), min_size=8, max_size=60
)


def satisfiable(clauses: list[tuple[int, ...]]) -> bool:
    """By brute force."""
    for signs in product((1, -1), repeat=VARIABLES):
        true = {sign * v for v, sign in enumerate(signs, 1)}
        if all(true & set(clause) for clause in clauses):
            return True
    return False


def as_text(count: int, steps: list[ProofStep]) -> bytes:
    return b"".join(
        verifier.clause_line((number, *step.clause, 0, *(hint + 1 for hint in step.hints)))
        for number, step in enumerate(steps, count + 1)
    )


@settings(max_examples=150, deadline=None)
@given(clauses=CLAUSES, solver=st.sampled_from(["glucose3", "lingeling"]))
def test_a_contradiction_gets_a_proof_and_nothing_else_does(
    clauses: list[tuple[int, ...]], solver: str
) -> None:
    if satisfiable(clauses):
        with pytest.raises(WrongAnswer):
            trim_proof(VARIABLES, clauses, [])
        return
    with Solver(solver, bootstrap_with=clauses, with_proof=True) as asked:
        assert asked.solve() is False
        lemmas = list(lemmas_of(asked.get_proof() or ()))
    steps = trim_proof(VARIABLES, clauses, lemmas)
    assert verifier.check_proof(clauses, as_text(len(clauses), steps), verifier.Budget())
    assert len(steps) <= len(lemmas) + 1


@pytest.mark.parametrize(
    ("clauses", "lemmas", "steps", "why"),
    [
        ([()], [], [ProofStep((), (0,))], "the empty clause is there already"),
        ([(1,), (-1,)], [], [ProofStep((), (0, 1))], "two clauses contradict each other"),
        (
            [(1, 2), (-1, 2), (1, -2), (-1, -2)],
            [(2,), (2, 1), ()],
            [ProofStep((2,), (0, 1)), ProofStep((), (4, 2, 3))],
            "what is not needed is left out",
        ),
    ],
)
def test_only_needed_lemmas_are_kept_with_their_hints(
    clauses: list[tuple[int, ...]], lemmas: list[tuple[int, ...]], steps: list[ProofStep], why: str
) -> None:
    found = trim_proof(VARIABLES, clauses, lemmas)
    assert verifier.check_proof(clauses, as_text(len(clauses), found), verifier.Budget())
    assert found == steps, why


def test_lemma_that_does_not_follow_is_reported() -> None:
    clauses = [(1, 2), (-1, 2)]
    with pytest.raises(WrongAnswer, match=r"does not follow: \[-2\]"):
        trim_proof(2, clauses, [(-2,)])
