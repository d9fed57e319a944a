"""The contract of a family: run on all families, and on two that only the tests have."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.cp.constraints.linear import Linear
from quincunx.cp.engines import start
from quincunx.cp.limits import Limits
from quincunx.cp.options import SearchOptions
from quincunx.errors import OptionError, PuzzleError
from quincunx.families import AnyPuzzle, Cell, Puzzle, from_document, parse
from quincunx.families.base.capabilities import (
    build_scene,
    count_without_listing,
    find_maker,
    phrases_of,
    resolve,
    sketch_of,
)
from quincunx.families.base.documents import (
    body_of,
    from_body,
    givens_of,
    numbers_of,
    read_solution,
    read_state,
    to_document,
)
from quincunx.families.gallery import GalleryEntry, gallery
from quincunx.making import generate
from quincunx.reasoning import GRADES, explain, grade, hint
from quincunx.solving import solve, tally
from tests.cli.conftest import Run
from tests.drawing import geometry, reading
from tests.families.fuzzing import changed_data, changed_text, json_data, read_or_refused
from tests.families.guests import guests, recipe

with guests() as found:
    FAMILIES = dict(found)

every_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))

MORE = {
    "multi-balance": (
        "multi-balance:10:.#..../...#../#...##/.#..../A.#...",
        "multi-balance:12:...#.../###.#.#/...#.../...#...",
    )
}
"""Puzzles with what no published one has: numbers of two figures."""
UNPRINTED = "\u0663²\0 \n"
"""Digits of other scripts, and invisible characters."""


@pytest.fixture(autouse=True, scope="module")
def among_the_others() -> Iterator[None]:
    with guests():
        yield


@cache
def puzzles(family: type[AnyPuzzle]) -> list[AnyPuzzle]:
    """The example, what the gallery has, and some that were made."""
    published = [e.puzzle for e in gallery().values() if e.puzzle.family == family.family]
    found = [*map(parse, (family.example.identifier, *MORE.get(family.family, ()))), *published]
    if find_maker(family) is not None:
        found += [made.puzzle for made in generate(family.family, seed=1, number=3, unique=False)]
    return found


@cache
def solved(family: type[AnyPuzzle]) -> list[tuple[AnyPuzzle, Any]]:
    """Puzzles with one of their solutions."""
    results = [solve(puzzle, limit=1, node_limit=100_000) for puzzle in puzzles(family)]
    return [(result.puzzle, result.solutions[0]) for result in results if result.solutions]


@cache
def unique(family: type[AnyPuzzle]) -> list[tuple[AnyPuzzle, Any]]:
    """A few puzzles with their only solution, small ones first."""
    small = sorted(solved(family), key=lambda found: len(found[0].cells))
    return [(p, s) for p, s in small if solve(p, node_limit=100_000).verdict == "unique"][:3]


def writable(puzzle: AnyPuzzle, solution: Any) -> dict[Cell, int]:
    """What a player writes down of a solution: not that a cell stays empty."""
    numbers = zip(puzzle.cells, numbers_of(puzzle, solution), strict=True)
    return {cell: number for cell, number in numbers if phrases_of(puzzle).writes(number)}


def state_of(puzzle: AnyPuzzle, written: Mapping[Cell, int]) -> Any:
    """What is written, in the form of a solution."""
    return puzzle.solution([written.get(cell) for cell in puzzle.cells])


def as_text(puzzle: AnyPuzzle, answer: Any) -> str:
    """An answer or a state as a person would type it."""
    mark = puzzle.layout.mark
    rows = [answer] if puzzle.layout.flat else answer
    return "/".join(
        row
        if isinstance(row, str)
        else mark.separator.join("_" if value is None else mark.text(value) for value in row)
        for row in rows
    )


# The interface.


def test_puzzle_has_at_most_thirteen_public_members() -> None:
    public = {name for name in (*vars(Puzzle), *Puzzle.__annotations__) if name[0] != "_"}
    assert len(public) <= 13


@every_family
def test_capabilities_can_be_imported(family: type[AnyPuzzle]) -> None:
    able = family.capabilities
    named = [*vars(able).values(), *(vars(able.paper).values() if able.paper else ())]
    assert all(callable(resolve(one)) for one in named if isinstance(one, str) and ":" in one)


def test_family_is_found_without_importing_the_others() -> None:
    code = (
        "import sys; from quincunx.families import family_named; family_named('c-note');"
        "print(*[name for name in sys.modules if name.startswith('quincunx.families.a')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


# Forms: documents and identifiers.


@every_family
def test_family_has_a_title_rules_and_a_right_example(family: type[AnyPuzzle]) -> None:
    assert family.family == family.family.lower()
    assert family.title
    assert family.rules.endswith(".")
    assert all(field.meaning for field in family.fields)
    puzzle = parse(family.example.identifier)
    assert puzzle.identifier == str(puzzle) == family.example.identifier
    assert puzzle.violations(read_solution(puzzle, family.example.solution)) == []


@every_family
def test_identifier_and_document_give_the_same_puzzle_back(family: type[AnyPuzzle]) -> None:
    for puzzle in puzzles(family):
        assert_same_in_every_form(puzzle)


def assert_same_in_every_form(puzzle: AnyPuzzle) -> None:
    assert parse(puzzle.identifier) == puzzle
    assert parse(puzzle.identifier).identifier == puzzle.identifier
    document = to_document(puzzle)
    assert from_document(json.loads(json.dumps(document))) == puzzle
    assert to_document(from_document(document)) == document
    assert hash(parse(json.dumps(document))) == hash(puzzle)


@every_family
@settings(max_examples=60)
@given(st.data())
def test_changed_identifier_prints_back_or_is_refused(
    family: type[AnyPuzzle], data: st.DataObject
) -> None:
    body = body_of(data.draw(st.sampled_from(puzzles(family))))
    text = data.draw(changed_text(body, UNPRINTED) | st.text())
    puzzle = read_or_refused(lambda: from_body(family, text), f"{family.family}: ")
    if puzzle is not None:
        assert body_of(puzzle) == text
        assert_same_in_every_form(puzzle)


@pytest.mark.slow
@every_family
@settings(max_examples=60)
@given(st.data())
def test_changed_document_is_a_puzzle_or_refused(
    family: type[AnyPuzzle], data: st.DataObject
) -> None:
    whole = to_document(data.draw(st.sampled_from(puzzles(family))))
    document = data.draw(changed_data({key: whole[key] for key in whole if key != "family"}))
    document["family"] = family.family
    puzzle = read_or_refused(lambda: from_document(document), f"{family.family}: ")
    if puzzle is not None:
        assert_same_in_every_form(puzzle)


@every_family
def test_documents_have_all_keys_and_no_others(family: type[AnyPuzzle]) -> None:
    document = to_document(parse(family.example.identifier))
    for field in family.fields:
        assert (field.name in document) or field.optional
        less = {key: value for key, value in document.items() if key != field.name}
        if not field.optional:
            with pytest.raises(PuzzleError, match=f'^{family.family}: no "{field.name}", expected'):
                from_document(less)
    with pytest.raises(PuzzleError, match=f"^{family.family}: unknown key 'colour', expected "):
        from_document(document | {"colour": 7})


@every_family
def test_text_that_is_too_long_is_refused_unread(family: type[AnyPuzzle]) -> None:
    long = "1" * (family.capabilities.max_text + 1)
    counted = f"has {len(long)} characters, expected at most {family.capabilities.max_text}$"
    puzzle = parse(family.example.identifier)
    with pytest.raises(PuzzleError, match=f"^{family.family}: puzzle {counted}"):
        from_body(family, long)
    with pytest.raises(PuzzleError, match=f"^{family.family}: solution {counted}"):
        read_solution(puzzle, long)
    with pytest.raises(PuzzleError, match=f"^{family.family}: state {counted}"):
        read_state(puzzle, long)


@every_family
def test_longest_answer_can_be_typed(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in solved(family):
        assert len(json.dumps(solution, indent=1)) <= family.capabilities.max_text, puzzle


# Answers and states.


@every_family
def test_numbers_of_is_the_inverse_of_solution(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in solved(family):
        numbers = numbers_of(puzzle, solution)
        assert len(numbers) == len(puzzle.cells) == len(set(puzzle.cells))
        assert puzzle.solution(numbers) == solution
        assert numbers_of(puzzle, read_solution(puzzle, solution)) == numbers
        assert puzzle.cells is puzzle.cells, "worked out once"


@every_family
def test_answers_are_read_from_data_and_from_text(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in solved(family):
        typed = as_text(puzzle, solution)
        for form in (
            solution,
            tuple(tuple(row) if isinstance(row, list) else row for row in solution),
            json.dumps(solution),
            f" {json.dumps(solution, indent=2)}\n",
            typed,
            typed.replace("/", " / ").replace(",", " , ") + "\n",
            typed.replace("/", "\r\n"),
        ):
            assert read_solution(puzzle, form) == solution


@every_family
def test_states_are_answers_with_blanks(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in solved(family):
        dice = Random(puzzle.identifier)
        right = writable(puzzle, solution)
        half = {cell: number for cell, number in right.items() if dice.random() < 0.5}
        for written in ({}, half, right):
            state = state_of(puzzle, written)
            for form in (state, json.dumps(state), as_text(puzzle, state)):
                assert read_state(puzzle, form).numbers == written


@every_family
def test_answer_of_one_row_may_be_wrapped_in_another_list_or_not(
    family: type[AnyPuzzle],
) -> None:
    for puzzle, solution in solved(family):
        if len(puzzle.layout.rows) == 1:
            row = solution if puzzle.layout.flat else solution[0]
            for form in (row, [row], json.dumps(row), json.dumps([row])):
                assert read_solution(puzzle, form) == solution
                assert read_state(puzzle, form).numbers == writable(puzzle, solution)
            assert read_state(puzzle, [[None] * len(row)]).numbers == {}
            assert read_state(puzzle, [None] * len(row)).numbers == {}


@every_family
@settings(max_examples=60)
@given(st.data())
def test_changed_answer_is_read_or_refused(family: type[AnyPuzzle], data: st.DataObject) -> None:
    puzzle, solution = data.draw(st.sampled_from(solved(family)))
    typed = as_text(puzzle, solution)
    handed_in = data.draw(
        changed_data(solution)
        | changed_text(typed, f"{UNPRINTED}_?x")
        | changed_text(json.dumps(solution), '[]{}",')
        | json_data
        | st.text()
    )
    answer = read_or_refused(lambda: read_solution(puzzle, handed_in), f"{family.family}: solution")
    if answer is not None:
        assert read_solution(puzzle, answer) == answer
        assert isinstance(puzzle.violations(answer), list)
        assert str(sketch_of(puzzle, answer))
    written = read_or_refused(
        lambda: read_state(puzzle, handed_in).numbers, f"{family.family}: state"
    )
    if written is not None:
        assert set(written) <= set(puzzle.cells)


# The model against the rules.


@every_family
def test_solutions_obey_the_rules(family: type[AnyPuzzle]) -> None:
    assert solved(family)
    for puzzle, solution in solved(family):
        assert puzzle.violations(solution) == []
        assert read_solution(puzzle, json.loads(json.dumps(solution))) == solution
        assert admitted(puzzle, numbers_of(puzzle, solution))


@every_family
@settings(max_examples=40)
@given(st.data())
def test_model_and_rules_agree_about_changed_solutions(
    family: type[AnyPuzzle], data: st.DataObject
) -> None:
    puzzle, solution = data.draw(st.sampled_from(solved(family)))
    numbers = numbers_of(puzzle, solution)
    decisions = puzzle.model().decisions
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(numbers) - 1))
        near = st.integers(numbers[place] - 2, numbers[place] + 2)
        other = numbers[data.draw(st.integers(0, len(numbers) - 1))]
        possible = st.sampled_from(decisions[place].domain)
        numbers[place] = data.draw(near | st.just(other) | possible)
    # Not every number can be written in every answer.
    answer = read_or_refused(
        lambda: read_solution(puzzle, puzzle.solution(numbers)), f"{family.family}: solution"
    )
    if answer is not None:
        violations = puzzle.violations(answer)
        assert (violations == []) == admitted(puzzle, numbers_of(puzzle, answer))
        for violation in violations:
            assert violation.rule
            assert violation.sentence.endswith(".")
            assert violation.sentence[0] == violation.sentence[0].upper()


def admitted(puzzle: AnyPuzzle, numbers: Sequence[int]) -> bool:
    """Whether the model has a solution with these numbers."""
    model = puzzle.model()
    assert len(model.decisions) == len(puzzle.cells)
    for variable, number in zip(model.decisions, numbers, strict=True):
        model.add(Linear((variable,), (1,), "==", number))
    return bool(list(start(model, SearchOptions(limits=Limits(solutions=1)))))


@every_family
def test_solutions_agree_with_brute_force(family: type[AnyPuzzle]) -> None:
    for puzzle in puzzles(family):
        domains = [variable.domain for variable in puzzle.model().decisions]
        if prod(map(len, domains)) <= 10_000:
            tried = [puzzle.solution(numbers) for numbers in product(*domains)]
            right = [answer for answer in tried if puzzle.violations(answer) == []]
            found = solve(puzzle, limit=None).solutions
            assert sorted(right) == sorted(found)


@every_family
def test_counting_without_listing_agrees_with_listing(family: type[AnyPuzzle]) -> None:
    for puzzle in puzzles(family):
        listed = tally(puzzle, listing=True, limit=1_000, node_limit=20_000)
        if listed.complete and (counted := count_without_listing(puzzle)) is not None:
            assert counted == listed.count


@pytest.mark.parametrize("entry", gallery().values(), ids=lambda entry: entry.name)
def test_published_answers_are_found(entry: GalleryEntry) -> None:
    if entry.solution is not None:
        found = solve(entry.puzzle, limit=100)
        assert entry.solution in found.solutions


# Reasoning.


@every_family
def test_explanations_lead_to_the_solution(family: type[AnyPuzzle]) -> None:
    assert unique(family)
    for puzzle, solution in unique(family):
        told = explain(puzzle)
        assert (told.verdict, told.solution) == ("unique", solution)
        found = dict(givens_of(puzzle))
        for step in told.steps:
            assert step.sentence.endswith(".")
            for cell, number in step.sets:
                assert cell not in givens_of(puzzle), "what is printed need not be found"
                found[cell] = number
        assert state_of(puzzle, found) == solution
        json.dumps(told.as_dict())


@pytest.mark.slow
@every_family
def test_hints_lead_to_the_next_number(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in unique(family)[:2]:
        right = writable(puzzle, solution)
        open_cells = sorted(set(right) - set(givens_of(puzzle)))
        if not open_cells:
            continue
        for state in (None, state_of(puzzle, {}), state_of(puzzle, givens_of(puzzle))):
            found = hint(puzzle, state)
            assert (found.kind, len(found.by_level)) == ("step", 3)
            assert all(right[cell] == number for cell, number in found.sets if cell in right)
        missing = open_cells[-1]
        rest = {cell: number for cell, number in right.items() if cell != missing}
        last = hint(puzzle, state_of(puzzle, rest))
        assert last.kind == "step"
        assert all(right.get(cell, 0) == number for cell, number in last.sets)
        assert hint(puzzle, state_of(puzzle, right)).kind == "solved"


@pytest.mark.slow
@every_family
def test_hints_report_wrong_numbers_and_refuse_changed_givens(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in unique(family)[:2]:
        right = writable(puzzle, solution)
        assert hint(puzzle).kind in ("step", "solved")
        open_cells = sorted(set(right) - set(givens_of(puzzle)))
        for cell in open_cells[:1]:
            others = [n for n in numbers_of(puzzle, solution) if n and n != right[cell]]
            found = hint(puzzle, state_of(puzzle, {cell: others[0]}))
            assert (found.kind, found.wrong) == ("wrong", (cell,))
        for cell, number in list(givens_of(puzzle).items())[:1]:
            others = [n for n in numbers_of(puzzle, solution) if n and n != number]
            with pytest.raises(PuzzleError, match=f"^{family.family}: state, .* is given$"):
                hint(puzzle, state_of(puzzle, {cell: others[0]}))


@every_family
def test_puzzles_have_a_grade(family: type[AnyPuzzle]) -> None:
    for puzzle, _ in unique(family)[:2]:
        assert grade(puzzle).grade in GRADES


# Making.


@every_family
def test_makers_make_puzzles_of_their_family(family: type[AnyPuzzle]) -> None:
    maker = find_maker(family)
    if maker is None:
        with pytest.raises(PuzzleError, match=f"^{family.family}: this family has no generator$"):
            generate(family.family)
        return
    made = list(generate(family.family, seed=4, number=2, unique=False))
    again = list(generate(family.family, seed=4, number=2, unique=False))
    assert [m.puzzle for m in made] == [m.puzzle for m in again]
    for one in made:
        assert isinstance(one.puzzle, family)
        assert one.puzzle.violations(one.solution) == []
        assert min(maker.forms(one.puzzle))
    with pytest.raises(
        OptionError, match=f"^{family.family}: unknown parameter 'colour', expected"
    ):
        generate(family.family, colour=7)


# Commands.


@pytest.mark.another_solver
@pytest.mark.slow
@every_family
def test_every_command_takes_its_puzzles(family: type[AnyPuzzle], run: Run, tmp_path: Path) -> None:
    identifier, solution = family.example.identifier, family.example.solution
    puzzle = parse(identifier)
    answer = json.dumps(solution)
    board, filled = str(sketch_of(puzzle)), str(sketch_of(puzzle, solution))
    assert board != filled
    assert run("show", identifier).out == f"{board}\n"
    assert run("show", identifier, "--solution", answer).out == f"{filled}\n"
    assert run("check", identifier, answer).status == 0
    assert json.loads(run("solve", identifier, "--json").out)["family"] == family.family
    assert "\nsolve :: " in run("export", identifier).out
    assert f"{family.title}  {family.family}\n" in run("families").out
    for field in family.fields:
        assert f"  {field.name}: " in run("families", family.family).out
    assert run("draw", identifier, "-o", str(tmp_path / "a.png"), "--solve").status == 0
    for puzzle, _ in unique(family)[:1]:
        for command in ("explain", "hint", "grade"):
            outcome = run(command, puzzle.identifier)
            assert (outcome.status, outcome.err) == (0, "")
    maker = find_maker(family)
    helped = run("generate", family.family, "--help")
    assert (helped.status == 0) == (maker is not None)
    for parameter in maker.parameters.declared() if maker else ():
        assert f"  --{parameter.name} " in helped.out


@every_family
def test_drawings_can_be_made_of_plain_characters(family: type[AnyPuzzle]) -> None:
    from quincunx.cli import output as _output  # which knows the simpler characters

    assert _output
    for puzzle, solution in solved(family):
        for sketch in (sketch_of(puzzle), sketch_of(puzzle, solution)):
            assert b"?" not in str(sketch).encode("ascii", "quincunx")


@every_family
def test_menu_offers_the_family(family: type[AnyPuzzle], run: Run) -> None:
    number = list(FAMILIES).index(family.family) + 1
    puzzle = parse(family.example.identifier)
    for chosen in (str(number), family.family):
        lines = [chosen, body_of(puzzle), "draw it", "solve it", "count all solutions", "q"]
        outcome = run("menu", stdin="".join(f"{line}\n" for line in lines))
        assert (outcome.status, outcome.err) == (0, "")
        assert f"\n{family.title}  {family.family}\n" in outcome.out
        assert outcome.out.count(f"\n{puzzle.identifier}\n") == 2
        assert f"\n{sketch_of(puzzle)}\n" in outcome.out


# Pictures.


@every_family
def test_scene_has_every_cell_once_and_beside_the_others(family: type[AnyPuzzle]) -> None:
    for puzzle in puzzles(family):
        scene = build_scene(puzzle)
        assert scene.title == family.title
        assert scene.description.endswith(".")
        places = {place.cell: place for place in scene.places}
        assert len({place.name for place in scene.places}) == len(places) == len(scene.places)
        assert set(puzzle.cells) <= set(places)
        outlines = [place.outline for place in scene.places]
        assert list(geometry.overlapping(outlines)) == []
        for cell, number in givens_of(puzzle).items():
            assert (places[cell].given, places[cell].open) == (scene.text(number), False)
        for cell in set(puzzle.cells) - set(givens_of(puzzle)):
            assert places[cell].open


@every_family
def test_pictures_show_the_puzzle_and_its_answer(family: type[AnyPuzzle]) -> None:
    for puzzle, solution in solved(family):
        scene, right = build_scene(puzzle), writable(puzzle, solution)
        picture = quincunx.draw(puzzle, solution=solution, notes=True)
        assert picture.written == right
        root = reading.parsed(picture.svg())
        assert list(reading.cells(root)) == [place.id for place in scene.places]
        shown: dict[str | None, str] = {}
        for text in reading.texts(root):
            shown[text.cell] = shown.get(text.cell, "") + text.text
        for cell, number in right.items():
            drawn = shown[scene.by_cell[cell].id]
            assert drawn == scene.text(number) or ("…" in drawn and len(drawn) < 50)
            choices = scene.by_cell[cell].choices
            assert not choices or number in choices
        empty = reading.parsed(quincunx.draw(puzzle, state=state_of(puzzle, {})).svg())
        printed = {text.cell for text in reading.texts(empty) if text.cell}
        assert printed == {place.id for place in scene.places if place.given}


@pytest.mark.slow
@every_family
def test_steps_and_marks_can_be_drawn(family: type[AnyPuzzle]) -> None:
    for puzzle, _ in unique(family)[:1]:
        told = explain(puzzle)
        for thing in (puzzle, solve(puzzle), told, hint(puzzle)):
            assert thing._repr_mimebundle_()["text/plain"]
        assert quincunx.draw(puzzle, marks=True).svg()


# The families of the tests.


def test_families_of_the_tests_are_registered_here() -> None:
    assert {"magic-square", "neighbours"} <= set(FAMILIES)
    assert set(quincunx.all_families()) == set(FAMILIES), "here they are known"


def test_family_is_one_short_file() -> None:
    assert len(recipe().splitlines()) < 80
