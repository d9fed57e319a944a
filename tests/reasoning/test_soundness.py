"""Every move is right: what it rules out leads nowhere, and no solution is lost."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from quincunx.families import AnyPuzzle
from quincunx.kernel.domain import single
from quincunx.kernel.engine import Engine
from quincunx.kernel.posting import Posting
from quincunx.kernel.search import Search
from quincunx.labeling import parse_labeling
from quincunx.reasoning.candidates import Candidates, Change
from quincunx.reasoning.ladder import Move, Technique
from quincunx.reasoning.minimal_facts import needed
from quincunx.reasoning.solve_path import SolvePath
from quincunx.solving import solve
from tests.reasoning.puzzles import GALLERY, random_puzzles

RANDOM = list(random_puzzles(seed=5, count=50))


def possible(candidates: Candidates, variable: int, bits: int) -> bool:
    """Whether the kernel, starting afresh with what is known, finds a way to go on if a variable
    has one of these values."""
    engine = Engine()
    posting = Posting(engine, domain_consistent=True)
    for original in candidates.model.variables:
        posting.variable(original)
    for known, copy in zip(candidates.variables, engine.variables, strict=True):
        copy.bits = known.bits
    engine.variables[variable].bits = bits
    for constraint in candidates.model.constraints:
        posting.post(constraint)
    labeling = parse_labeling(("dom_wdeg",))
    everything = list(engine.variables)
    return Search(engine, everything, len(everything), labeling, None, None).advance()


def confirm(path: SolvePath, move: Move) -> None:
    """Adding the negation of a move to what was known makes the model unsatisfiable."""
    candidates = path.candidates
    if move.contradicts:
        every = candidates.variables[move.rules[0].scope[0]]
        assert not possible(candidates, every.index, every.bits)
    for change in (*move.changes, *move.echoes):
        assert change.before == candidates.variables[change.variable].bits
        assert change.after
        assert change.after & ~change.before == 0
        assert not possible(candidates, change.variable, change.before & ~change.after)


@pytest.mark.parametrize("name", GALLERY)
def test_the_kernel_confirms_every_move_on_the_gallery(name: str) -> None:
    path = SolvePath(GALLERY[name])
    for _, move in path:
        confirm(path, move)


def test_the_kernel_confirms_every_move_on_random_puzzles() -> None:
    verdicts: Counter[str] = Counter()
    used: Counter[Technique] = Counter()
    for puzzle in RANDOM:
        path = SolvePath(puzzle)
        for technique, move in path:
            confirm(path, move)
            used[technique] += 1
        verdicts[path.verdict] += 1
    assert set(verdicts) == {"unique", "multiple", "none"}
    assert {technique.tier for technique in used} >= {1, 2, 3, 4, 5}


def test_no_solution_is_lost_and_a_contradiction_means_there_is_none() -> None:
    for puzzle in RANDOM:
        path = SolvePath(puzzle)
        for _ in path:
            pass
        solutions = solve(puzzle, limit=200).solutions
        assert path.verdict == ("none", "unique", "multiple")[min(len(solutions), 2)], puzzle
        decisions = path.candidates.model.decisions
        for solution in solutions:
            for number, variable in zip(puzzle.numbers(solution), decisions, strict=True):
                there = path.candidates.variables[variable.index]
                assert there.bit(number) & there.bits, (puzzle, variable)


@pytest.mark.parametrize("name", [n for n, p in GALLERY.items() if solve(p).verdict == "unique"])
def test_the_last_state_is_the_solution(name: str) -> None:
    puzzle = GALLERY[name]
    path = SolvePath(puzzle)
    for _ in path:
        pass
    values = [v.least() for v in path.candidates.variables]
    assert path.candidates.solved
    assert path.candidates.model.check(values)
    numbers = [values[variable.index] for variable in path.candidates.model.decisions]
    assert solve(puzzle).solutions == (puzzle.solution(numbers),)
    assert path.verdict == "unique"


def test_the_facts_of_a_move_are_enough_and_none_of_them_can_be_spared() -> None:
    """Against the constraints themselves, which share nothing with the propagators."""
    looked_at: Counter[int] = Counter()
    for puzzle in RANDOM[::5]:
        path = SolvePath(puzzle)
        candidates = path.candidates
        for technique, move in path:
            if technique.tier > 4 or move.contradicts:
                continue
            bits = candidates.scope_bits(move.rules)
            needs = needed(candidates, move.rules, False, bits, move.changes)
            facts = {i: held if i in needs else candidates.initial[i] for i, held in bits.items()}
            if prod(held.bit_count() for held in facts.values()) > 2000:
                continue
            looked_at[technique.tier] += 1
            assert _follows(candidates, move, facts), puzzle
            for index in needs:
                fewer = {**facts, index: candidates.initial[index]}
                if prod(held.bit_count() for held in fewer.values()) <= 2000:
                    assert not _follows(candidates, move, fewer), puzzle
    assert set(looked_at) >= {1, 2, 3}


def _follows(candidates: Candidates, move: Move, facts: dict[int, int]) -> bool:
    """Whether the rules with these facts rule out what the move says, and leave one value where
    it says so: tried out on all ways to fill the cells."""
    indices = list(facts)
    kept: dict[int, set[int]] = {index: set() for index in indices}
    for values in product(*(candidates.values(index, facts[index]) for index in indices)):
        named = dict(zip(indices, values, strict=True))
        if all(rule.constraint.check([named[i] for i in rule.scope]) for rule in move.rules):
            for index, value in named.items():
                kept[index].add(value)
    return all(
        not kept[change.variable] & set(_removed(candidates, change))
        and (not single(change.after) or len(kept[change.variable]) == 1)
        for change in move.changes
    )


def _removed(candidates: Candidates, change: Change) -> tuple[int, ...]:
    return candidates.values(change.variable, change.before & ~change.after)


def test_reasoning_is_the_same_every_time() -> None:
    def path(puzzle: AnyPuzzle) -> list[tuple[str, tuple[Change, ...]]]:
        return [(technique.name, move.changes) for technique, move in SolvePath(puzzle)]

    for name in ("aztec-math/6", "multi-balance/85", "c-note/paper-labeling"):
        assert path(GALLERY[name]) == path(GALLERY[name])
