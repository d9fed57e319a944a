"""The contract of a family, as tests that any family runs on itself.

The tests use the family's example, the puzzles that it names in `more`, and some that its maker
makes. Everything random has a fixed seed.
"""

import json
import pickle
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import product
from math import prod
from random import Random
from typing import Any, ClassVar

import pytest

from quincunx.cli import main
from quincunx.cp.words.phrases import capitalised
from quincunx.datasets.questions import answer_text, question
from quincunx.drawing import draw
from quincunx.errors import PuzzleError, QuincunxError
from quincunx.families import AnyPuzzle, Cell, family_named, from_document, parse
from quincunx.families.base import capabilities as able
from quincunx.families.base import documents as forms
from quincunx.making import generate
from quincunx.reasoning import GRADES, explain, grade, hint
from quincunx.solving import solve, tally
from quincunx.solving.family_check import admits, problems_of
from quincunx.web.answers import answer

CHANGES = 200
"""Changed identifiers, documents and answers of each puzzle that are tried."""
MAX_NODES = 100_000
"""Puzzles that take a larger search are left out where a solution is needed."""
MAX_COMBINATIONS = 10_000
"""Up to this many combinations of values are compared with the checker one by one."""
ODD = '_-0129?x{}[]",/:\u0663² \n'
"""Characters that changed texts get."""


class FamilyContract:
    """The tests of one family; a subclass names it."""

    family: ClassVar[str]
    more: ClassVar[tuple[str, ...]] = ()
    """Identifiers of further puzzles to test with."""

    @property
    def kind(self) -> type[AnyPuzzle]:
        """The family."""
        return family_named(self.family)

    @property
    def puzzles(self) -> list[AnyPuzzle]:
        """The puzzles to test with."""
        return _puzzles(self.kind, self.more)

    @property
    def solved(self) -> list[tuple[AnyPuzzle, Any]]:
        """Those for which a solution is found, with one."""
        return _solved(self.kind, self.more)

    @property
    def unique(self) -> list[tuple[AnyPuzzle, Any]]:
        """The three smallest that have exactly one solution, with it."""
        small = sorted(self.solved, key=lambda found: len(found[0].cells))
        return [(p, s) for p, s in small if solve(p, node_limit=MAX_NODES).verdict == "unique"][:3]

    # Forms, answers and states.

    def test_declarations_and_example_are_right(self) -> None:
        assert not (problems := problems_of(self.kind)), "; ".join(problems)

    def test_puzzles_read_back_in_every_form(self) -> None:
        for puzzle in self.puzzles:
            document = forms.to_document(puzzle)
            read = [parse(puzzle.identifier), from_document(json.loads(json.dumps(document)))]
            for same in (*read, pickle.loads(pickle.dumps(puzzle))):
                assert (same, hash(same)) == (puzzle, hash(puzzle))
                assert (same.identifier, forms.to_document(same)) == (puzzle.identifier, document)

    def test_answers_and_states_are_read_from_data_and_from_text(self) -> None:
        for puzzle, solution in self.solved:
            typed, right = as_text(puzzle, solution), forms.written_numbers(puzzle, solution)
            spaced = [typed.replace("/", " / ") + "\n", typed.replace("/", "\r\n")]
            for form in (solution, json.dumps(solution, indent=2), typed, *spaced):
                assert forms.read_solution(puzzle, form) == solution
            for written in ({}, dict(list(right.items())[::2]), right):
                state = state_of(puzzle, written)
                for form in (state, json.dumps(state), as_text(puzzle, state)):
                    assert forms.read_state(puzzle, form).numbers == written

    def test_wrong_forms_are_refused_in_one_line(self) -> None:
        dice = Random(1)
        for puzzle, solution in self.solved[:3]:
            for _ in range(CHANGES):
                text = changed(forms.body_of(puzzle), dice)
                found = read_or_refused(self.family, forms.from_body, self.kind, text)
                assert found is None or forms.body_of(found) == text
                answers = (as_text(puzzle, solution), json.dumps(solution))
                text = changed(dice.choice(answers), dice)
                read_or_refused(self.family, forms.read_state, puzzle, text)
                found = read_or_refused(self.family, forms.read_solution, puzzle, text)
                if found is not None:
                    assert isinstance(puzzle.violations(found), list)
                    assert str(able.sketch_of(puzzle, found))

    # The model against the rules.

    def test_model_and_rules_agree(self) -> None:
        dice = Random(3)
        for puzzle, solution in self.solved:
            assert puzzle.violations(solution) == []
            domains = [variable.domain for variable in puzzle.model().decisions]
            for _ in range(10):
                numbers = forms.numbers_of(puzzle, solution)
                for at in dice.choices(range(len(numbers)), k=dice.randint(0, 3)):
                    near = numbers[at] + dice.randint(-2, 2)
                    numbers[at] = dice.choice([near, *numbers, dice.choice(domains[at])])
                form = puzzle.solution(numbers)
                found = read_or_refused(self.family, forms.read_solution, puzzle, form)
                if found is not None:
                    sentences = [broken.sentence for broken in puzzle.violations(found)]
                    right = admits(puzzle, forms.numbers_of(puzzle, found))
                    disagreed = f"{puzzle}, answer {found}: the model and `violations` disagree"
                    assert (not sentences) == right, disagreed
                    assert [s for s in sentences if s != capitalised(s) or s[-1] != "."] == []

    def test_solutions_agree_with_brute_force_and_other_ways_to_count(self) -> None:
        for puzzle in self.puzzles:
            domains = [variable.domain for variable in puzzle.model().decisions]
            if prod(map(len, domains)) <= MAX_COMBINATIONS:
                tried = [puzzle.solution(numbers) for numbers in product(*domains)]
                right = [answer for answer in tried if puzzle.violations(answer) == []]
                assert sorted(right) == sorted(solve(puzzle, limit=None).solutions)
            listed = tally(puzzle, listing=True, limit=1_000, node_limit=20_000)
            if listed.complete:
                assert able.count_without_listing(puzzle) in (None, listed.count)
                assert tally(puzzle).count == listed.count

    @pytest.mark.skipif(find_spec("ortools") is None, reason="OR-Tools is not installed")
    def test_another_solver_agrees(self) -> None:
        for puzzle, solution in self.unique[:1]:
            assert solve(puzzle, engine="cp-sat").solutions == (solution,)

    # Reasoning and making.

    def test_explanations_lead_to_the_solution(self) -> None:
        assert self.unique
        for puzzle, solution in self.unique:
            found, explained = dict(forms.givens_of(puzzle)), explain(puzzle)
            for step in explained.steps:
                assert step.sentence.endswith(".")
                assert found.keys().isdisjoint(cell for cell, _ in step.sets)
                found |= dict(step.sets)
            assert (explained.verdict, explained.solution) == ("unique", solution)
            assert state_of(puzzle, found) == solution
            assert grade(puzzle).grade in GRADES

    def test_hints_lead_to_the_next_number(self) -> None:
        for puzzle, solution in self.unique[:2]:
            right, givens = forms.written_numbers(puzzle, solution), forms.givens_of(puzzle)
            missing = [cell for cell in right if cell not in givens][-1]
            rest = {cell: number for cell, number in right.items() if cell != missing}
            for written in ({}, givens, rest):
                found = hint(puzzle, state_of(puzzle, written))
                assert (found.kind, len(found.by_level)) == ("step", 3)
                assert all(right.get(cell, number) == number for cell, number in found.sets)
            assert hint(puzzle, state_of(puzzle, right)).kind == "solved"

    def test_hints_report_wrong_numbers_and_refuse_changed_givens(self) -> None:
        for puzzle, solution in self.unique[:2]:
            right, givens = forms.written_numbers(puzzle, solution), forms.givens_of(puzzle)
            for cell in [*list(givens)[:1], *[cell for cell in right if cell not in givens][:1]]:
                for other in [number for number in right.values() if number != right[cell]][:1]:
                    state = state_of(puzzle, {cell: other})
                    if cell in givens:
                        assert refused(hint, puzzle, state).endswith("is given")
                    else:
                        found = hint(puzzle, state)
                        assert (found.kind, found.wrong) == ("wrong", (cell,))

    def test_makers_make_the_same_puzzles_again(self) -> None:
        maker = able.find_maker(self.kind)
        if maker is None:
            assert refused(generate, self.family).endswith("this family has no generator")
            return
        made = [list(generate(self.family, seed=4, number=2, unique=False)) for _ in range(2)]
        assert [one.puzzle for one in made[0]] == [one.puzzle for one in made[1]]
        for one in made[0]:
            assert isinstance(one.puzzle, self.kind)
            assert one.puzzle.violations(one.solution) == []
            assert maker.canonical(one.puzzle)

    # Pictures, commands, the page and datasets.

    def test_pictures_show_answers_beside_what_is_printed(self) -> None:
        for puzzle, solution in self.solved[:3]:
            right, picture = (
                forms.written_numbers(puzzle, solution),
                draw(puzzle, solution=solution),
            )
            assert picture.svg()
            for place in picture.scene.places:
                text = "".join(text for text, _ in picture.content(place))
                assert place.given in text
                assert place.cell not in right or text == picture.scene.text(right[place.cell])

    def test_every_command_takes_its_puzzles(self, capsys: pytest.CaptureFixture[str]) -> None:
        puzzle, solution = self.unique[0][0].identifier, json.dumps(self.unique[0][1])
        commands = [[name, puzzle] for name in ("solve", "explain", "hint", "grade", "export")]
        commands += [["check", puzzle, solution], ["show", puzzle, "--solution", solution]]
        commands += [["families", self.family, puzzle], ["families", self.family, "--check"]]
        if able.find_maker(self.kind) is not None:
            commands.append(["generate", self.family, "--seed", "2", "--any"])
        for command in commands:
            assert main(command) == 0, command
            printed = capsys.readouterr()
            assert (bool(printed.out), printed.err) == (True, ""), command

    def test_page_and_datasets_ask_about_its_puzzles(self) -> None:
        puzzle, solution = self.unique[0]
        for ask in ("puzzle", "solve", "verdict", "check", "marks", "hint", "explain", "grade"):
            assert answer({"ask": ask, "puzzle": puzzle.identifier})["ok"], ask
        asked = question(puzzle)
        assert (self.kind.rules in asked, str(able.sketch_of(puzzle)) in asked) == (True, True)
        assert forms.read_solution(puzzle, answer_text(puzzle, solution)) == solution


@cache
def _puzzles(kind: type[AnyPuzzle], more: tuple[str, ...]) -> list[AnyPuzzle]:
    found = [parse(identifier) for identifier in (kind.example.identifier, *more)]
    if able.find_maker(kind) is not None:
        found += [made.puzzle for made in generate(kind.family, seed=1, number=3, unique=False)]
        found += [made.puzzle for made in generate(kind.family, seed=1, number=1)]
    return found


@cache
def _solved(kind: type[AnyPuzzle], more: tuple[str, ...]) -> list[tuple[AnyPuzzle, Any]]:
    results = [solve(puzzle, limit=1, node_limit=MAX_NODES) for puzzle in _puzzles(kind, more)]
    return [(result.puzzle, result.solutions[0]) for result in results if result.solutions]


def state_of(puzzle: AnyPuzzle, written: Mapping[Cell, int]) -> Any:
    """What is written, in the form of a solution."""
    return puzzle.solution([written.get(cell) for cell in puzzle.cells])


def as_text(puzzle: AnyPuzzle, answer: Any) -> str:
    """An answer or a state as a person would type it."""
    mark, rows = puzzle.layout.mark, [answer] if puzzle.layout.flat else answer
    typed = [
        ["_" if v is None else v if isinstance(row, str) else mark.text(v) for v in row]
        for row in rows
    ]
    return "/".join(map(mark.separator.join, typed))


def refused(read: Callable[..., object], *arguments: Any) -> str:
    """The message with which something is refused."""
    with pytest.raises(QuincunxError) as error:
        read(*arguments)
    return str(error.value)


def read_or_refused(family: str, read: Callable[..., Any], *arguments: Any) -> Any:
    """What was read, or nothing if it was refused in one line that names the family."""
    try:
        return read(*arguments)
    except PuzzleError as error:
        message = str(error)
    assert (message.startswith(f"{family}: "), "\n" in message) == (True, False)
    return None


def changed(text: str, dice: Random) -> str:
    """A text with a few characters replaced, put in or left out."""
    characters = list(text)
    for _ in range(dice.randint(1, 3)):
        at = dice.randint(0, len(characters))
        characters[at : at + dice.randint(0, 1)] = dice.sample(text + ODD, dice.randint(0, 1))
    return "".join(characters)
