"""Every move is right: what it rules out leads nowhere, and no solution is lost."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from quincunx.backends.kernel import Posting
from quincunx.families import AnyPuzzle
from quincunx.kernel.domain import single
from quincunx.kernel.engine import Engine
from quincunx.kernel.labeling import parse_labeling
from quincunx.kernel.search import Search
from quincunx.reasoning.course import Course
from quincunx.reasoning.facts import needed
from quincunx.reasoning.knowledge import Change, Knowledge
from quincunx.reasoning.ladder import Move, Technique
from quincunx.solving import solve
from tests.reasoning.puzzles import GALLERY, random_puzzles

RANDOM = list(random_puzzles(seed=5, count=50))


def possible(knowledge: Knowledge, variable: int, bits: int) -> bool:
    """Whether the kernel, starting afresh with what is known, finds a way to go on if a variable
    has one of these values."""
    engine = Engine()
    posting = Posting(engine, domain_consistent=True)
    for original in knowledge.model.variables:
        posting.variable(original)
    for known, copy in zip(knowledge.variables, engine.variables, strict=True):
        copy.bits = known.bits
    engine.variables[variable].bits = bits
    for constraint in knowledge.model.constraints:
        posting.constraint(constraint)
    labeling = parse_labeling(("dom_wdeg",))
    everything = list(engine.variables)
    return Search(engine, everything, len(everything), labeling, None, None).advance()


def confirm(course: Course, move: Move) -> None:
    """Adding the negation of a move to what was known makes the model unsatisfiable."""
    knowledge = course.knowledge
    if move.contradicts:
        every = knowledge.variables[move.rules[0].scope[0]]
        assert not possible(knowledge, every.index, every.bits)
    for change in (*move.changes, *move.echoes):
        assert change.before == knowledge.variables[change.variable].bits
        assert change.after
        assert change.after & ~change.before == 0
        assert not possible(knowledge, change.variable, change.before & ~change.after)


@pytest.mark.parametrize("name", GALLERY)
def test_the_kernel_confirms_every_move_on_the_gallery(name: str) -> None:
    course = Course(GALLERY[name])
    for _, move in course:
        confirm(course, move)


def test_the_kernel_confirms_every_move_on_random_puzzles() -> None:
    verdicts: Counter[str] = Counter()
    used: Counter[Technique] = Counter()
    for puzzle in RANDOM:
        course = Course(puzzle)
        for technique, move in course:
            confirm(course, move)
            used[technique] += 1
        verdicts[course.verdict] += 1
    assert set(verdicts) == {"unique", "multiple", "none"}
    assert {technique.tier for technique in used} >= {1, 2, 3, 4, 5}


def test_no_solution_is_lost_and_a_contradiction_means_there_is_none() -> None:
    for puzzle in RANDOM:
        course = Course(puzzle)
        for _ in course:
            pass
        solutions = solve(puzzle, limit=200).solutions
        assert course.verdict == ("none", "unique", "multiple")[min(len(solutions), 2)], puzzle
        decisions = course.knowledge.model.decisions
        for solution in solutions:
            numbers = puzzle.read_partial(solution)
            for cell, variable in zip(puzzle.cells, decisions, strict=True):
                there = course.knowledge.variables[variable.index]
                assert there.bit(numbers.get(cell, 0)) & there.bits, (puzzle, cell)


@pytest.mark.parametrize("name", [n for n, p in GALLERY.items() if solve(p).verdict == "unique"])
def test_the_last_state_is_the_solution(name: str) -> None:
    puzzle = GALLERY[name]
    course = Course(puzzle)
    for _ in course:
        pass
    values = [v.least() for v in course.knowledge.variables]
    assert course.knowledge.solved
    assert course.knowledge.model.check(values)
    numbers = [values[variable.index] for variable in course.knowledge.model.decisions]
    assert solve(puzzle).solutions == (puzzle.solution(numbers),)
    assert course.verdict == "unique"


def test_the_facts_of_a_move_are_enough_and_none_of_them_can_be_spared() -> None:
    """Against the constraints themselves, which share nothing with the propagators."""
    looked_at: Counter[int] = Counter()
    for puzzle in RANDOM[::5]:
        course = Course(puzzle)
        knowledge = course.knowledge
        for technique, move in course:
            if technique.tier > 4 or move.contradicts:
                continue
            bits = knowledge.scope_bits(move.rules)
            needs = needed(knowledge, move.rules, False, bits, move.changes)
            facts = {i: held if i in needs else knowledge.initial[i] for i, held in bits.items()}
            if prod(held.bit_count() for held in facts.values()) > 2000:
                continue
            looked_at[technique.tier] += 1
            assert _follows(knowledge, move, facts), puzzle
            for index in needs:
                fewer = {**facts, index: knowledge.initial[index]}
                if prod(held.bit_count() for held in fewer.values()) <= 2000:
                    assert not _follows(knowledge, move, fewer), puzzle
    assert set(looked_at) >= {1, 2, 3}


def _follows(knowledge: Knowledge, move: Move, facts: dict[int, int]) -> bool:
    """Whether the rules with these facts rule out what the move says, and leave one value where
    it says so: tried out on all ways to fill the cells."""
    indices = list(facts)
    kept: dict[int, set[int]] = {index: set() for index in indices}
    for values in product(*(knowledge.values(index, facts[index]) for index in indices)):
        named = dict(zip(indices, values, strict=True))
        if all(rule.constraint.check([named[i] for i in rule.scope]) for rule in move.rules):
            for index, value in named.items():
                kept[index].add(value)
    return all(
        not kept[change.variable] & set(_removed(knowledge, change))
        and (not single(change.after) or len(kept[change.variable]) == 1)
        for change in move.changes
    )


def _removed(knowledge: Knowledge, change: Change) -> tuple[int, ...]:
    return knowledge.values(change.variable, change.before & ~change.after)


def test_reasoning_is_the_same_every_time() -> None:
    def course(puzzle: AnyPuzzle) -> list[tuple[str, tuple[Change, ...]]]:
        return [(technique.name, move.changes) for technique, move in Course(puzzle)]

    for name in ("aztec-math/6", "multi-balance/85", "c-note/paper-labeling"):
        assert course(GALLERY[name]) == course(GALLERY[name])
