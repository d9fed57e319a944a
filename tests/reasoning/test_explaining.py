"""Explanations: they lead to the solution, in sentences, and say what else there is to say."""

from __future__ import annotations

import re

import pytest

import quincunx
from quincunx.families import all_families
from quincunx.kernel.domain import single
from quincunx.reasoning import TECHNIQUES, Explanation, Step, explain, narration
from quincunx.reasoning.solve_path import SolvePath
from quincunx.solving import solve
from tests.reasoning.puzzles import GALLERY, random_puzzles
from tests.reasoning.transcripts import FOLDER, TOLD, transcript

RANDOM = [explain(puzzle) for puzzle in random_puzzles(seed=11, count=20)]


INTERNAL = re.compile(
    r"-1\b|None|is used by its (row|column)(?! or)|is a digit\b|r\d+c\d+|_"  # names of unknowns
    r"|  |\.\.|,,| ,|: ,|\(\)|\b(a|an|the|is|are|not|and|or) [.,;]"  # something left out
)


@pytest.mark.parametrize("name", TOLD)
def test_transcripts_are_as_somebody_read_them(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_family_has_two_transcripts_and_every_transcript_is_kept() -> None:
    of_family = [name.split("/")[0].split(":")[0] for name in TOLD.values()]
    assert all(of_family.count(family) >= 2 for family in all_families())
    assert {path.stem for path in FOLDER.iterdir()} == set(TOLD)


def assert_leads_to_its_solution(told: Explanation) -> None:
    numbers = dict(told.puzzle.givens())
    for step in told.steps:
        for cell, value in step.sets:
            assert numbers.setdefault(cell, value) == value, (told.puzzle, cell)
            assert cell in step.cells
    assert told.puzzle.solution([numbers[cell] for cell in told.puzzle.cells]) == told.solution
    assert told.puzzle.violations(told.solution) == []


@pytest.mark.parametrize("name", [n for n, p in GALLERY.items() if solve(p).verdict == "unique"])
def test_the_steps_of_gallery_puzzles_set_every_cell_right(name: str) -> None:
    assert_leads_to_its_solution(explain(GALLERY[name]))


def test_the_steps_of_random_puzzles_set_every_cell_right() -> None:
    unique = [told for told in RANDOM if told.solved]
    assert len(unique) > 20
    for told in unique:
        assert_leads_to_its_solution(told)


def test_sentences_are_sentences_and_show_nothing_internal() -> None:
    for told in RANDOM:
        for step in told.steps:
            assert re.fullmatch(r"[A-Z0-9].*[.]", step.sentence), step.sentence
            assert not INTERNAL.search(step.sentence), step.sentence
            assert step.technique in {technique.name for technique in TECHNIQUES}


def test_steps_that_nothing_builds_on_are_left_out() -> None:
    told = explain("power-strike:2:6,_,_,_,_")
    full = quincunx.grade("power-strike:2:6,_,_,_,_")
    assert len(told.steps) <= full.steps
    wanted: set[int] = set()
    for step in reversed(told.steps):
        assert step.sets or step.changes & wanted
        wanted |= step.needs


@pytest.mark.parametrize("name", ["aztec-math/6", "c-note/3", "multi-balance/85", "sum-star/paper"])
def test_what_a_step_builds_on_is_told_by_the_steps_before_it(name: str) -> None:
    path = SolvePath(GALLERY[name])
    variables = path.candidates.variables
    states: list[list[int]] = []
    steps: list[Step] = []
    for step, _ in narration.told(path):
        states.append([variable.bits for variable in variables])
        steps.append(step)
    states.append([variable.bits for variable in variables])
    known = list(states[0])
    for step in narration.wanted_steps(steps, lambda step: bool(step.sets)):
        at = steps.index(step)
        for index in step.needs:
            assert known[index] == states[at][index], step.sentence
        for index in step.changes:
            after = states[at + 1][index]
            known[index] = after if single(after) else known[index] & ~states[at][index] | after
    assert all(map(single, known[: len(GALLERY[name].cells)]))


def test_a_puzzle_without_a_solution_ends_in_the_contradiction() -> None:
    impossible = [told for told in RANDOM if told.verdict == "none"]
    assert len({told.puzzle.family for told in impossible}) >= 3
    for told in impossible:
        *_, last = told.steps
        assert last.sentence.endswith("that cannot be.") or "So " in last.sentence
        assert (last.sets, last.removes) == ((), ())
        assert told.ending == "So there is no solution."
        assert (told.solved, told.solution) == (False, None)


def test_a_puzzle_with_several_solutions_is_explained_as_far_as_it_goes() -> None:
    told = explain("c-note:99:88/88")
    assert (told.verdict, told.solved) == ("multiple", False)
    assert told.steps
    assert told.ending == "There is more than one solution, so the rest cannot be decided."


def test_values_tried_in_a_row_are_one_step() -> None:
    told = explain(GALLERY["aztec-math/18"])
    merged = [step for step in told.steps if step.sentence.count("Suppose") > 1]
    assert merged
    for step in merged:
        ((_, removed),) = step.removes
        assert len(removed) == step.sentence.count("Suppose")
        assert " ".join(" ".join(chain) for chain in step.chains) == step.sentence
    cells = [step.removes for step in told.steps if step.technique == "what if"]
    assert len(cells) < sum(len(removes[0][1]) for removes in cells)


def test_a_limit_keeps_the_steps_so_far() -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 8

    told = explain(GALLERY["aztec-math/18"], cancel=cancel)
    assert told.verdict == "unknown"
    assert told.steps
    assert told.ending == "A limit stopped the work here."
    assert explain(GALLERY["aztec-math/18"], time_limit=0).steps == ()


def test_as_data() -> None:
    data = quincunx.explain("aztec-math:9/5_").as_dict()
    assert data == {
        "puzzle": "aztec-math:9/5_",
        "family": "aztec-math",
        "solved": True,
        "verdict": "unique",
        "opening": "",
        "steps": [
            {
                "technique": "last one",
                "tier": 1,
                "sentence": "9 (row 1, cell 1) tops 5 (row 2, cell 1) and row 2, cell 2, "
                "so row 2, cell 2 is 4: 9 = 5 + 4.",
                "cells": [[1, 1], [2, 1], [2, 2]],
                "sets": [{"cell": [2, 2], "value": 4}],
                "removes": [{"cell": [2, 2], "values": [1, 2, 3, 5, 6, 7, 8, 9]}],
            }
        ],
        "ending": "That is the solution, and there is no other.",
        "solution": [[9], [5, 4]],
    }
