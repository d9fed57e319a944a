"""The judge of explanations: it accepts sound ones and rejects what does not follow.

Sound explanations are the program's own. Unsound ones are made of these, by changes of which each
leaves something false, unproved or out of place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest

from quincunx.cli.families import rule_book_data
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.gallery import gallery
from quincunx.reasoning import explain
from quincunx.solving import solve
from tests.reasoning.evidence import check_explanation, check_frame
from tests.reasoning.puzzles import GALLERY, random_puzzles
from tests.reasoning.rules_anew import UnknownFamilyError, read
from tests.reasoning.ways import State, narrowed, way_through

Data: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Data, Data], object]
"""Changes one step of an explanation, which is given with it."""

UNIQUE = (
    *("c-note/1", "aztec-math/6", "multi-balance/demo", "power-strike/4"),
    "sum-star:0.0=6,11,16,8,22,10@__X7________1",
)


@cache
def sound(name: str) -> Data:
    return explain(name).as_dict()


def complaints(explanation: Data) -> list[str]:
    return check_explanation(explanation, rule_book_data(parse(explanation["puzzle"])))


def right(explanation: Data) -> dict[tuple[int, ...], int]:
    puzzle = parse(explanation["puzzle"])
    return dict(zip(puzzle.cells, numbers_of(puzzle, explanation["solution"]), strict=True))


def falsely_set(explanation: Data, step: Data) -> None:
    for one in () if step["chain"] else step["sets"]:
        held = {tuple(b["cell"]): b["candidates"] for b in step["because"]}
        others = [*held.get(tuple(one["cell"]), ()), one["value"] + 1]
        one["value"] = next(value for value in others if value != one["value"])


def remove_the_right_value(explanation: Data, step: Data) -> None:
    for one in step["removes"]:
        one["values"] = sorted({*one["values"], right(explanation)[tuple(one["cell"])]})


def leave_out_the_right_value(explanation: Data, step: Data) -> None:
    for one in step["leaves"]:
        one["values"].remove(right(explanation)[tuple(one["cell"])])


def unless_cases(**changes: object) -> Change:
    """A change of the data of a step that is not by cases."""
    return lambda _, step: step.update({} if step["chain"] else changes)


def drop_a_case(_: Data, step: Data) -> None:
    del step["chain"][:1]
    if not step["chain"]:
        step["rules"] = []


def name_another_candidate(_: Data, step: Data) -> None:
    for one in step["because"]:
        one["candidates"] = [*one["candidates"], 999]


def contradict_before_the_end(_: Data, step: Data) -> None:
    for case in step["chain"]:
        for link in case["links"][:-1]:
            link["contradiction"] = True


nothing: Data = {"sets": [], "removes": [], "leaves": []}
CHANGES: dict[str, tuple[Change, str]] = {
    "falsely set": (falsely_set, " could "),
    "remove the right value": (remove_the_right_value, ""),
    "leave out the right value": (leave_out_the_right_value, " could be "),
    "claim a contradiction": (unless_cases(**nothing, contradiction=True), "no contradiction, "),
    "name no rules": (unless_cases(rules=[]), "nothing"),
    "name an unknown rule": (unless_cases(rules=["row 99"]), "'row 99' is no rule of the puzzle"),
    "name another candidate": (name_another_candidate, "has "),
    "name a cell twice": (lambda _, s: s.update(because=2 * s["because"]), " is listed twice"),
    "name an unknown cell": (
        lambda _, s: s.update(because=[{"cell": [99, 99], "candidates": [1]}]),
        "[99, 99] is no cell of the puzzle",
    ),
    "say nothing": (lambda _, s: s.update(nothing), "says nothing of any cell"),
    "say it twice": (lambda all_, s: all_["steps"].insert(all_["steps"].index(s), deepcopy(s)), ""),
    "drop the step": (lambda all_, s: all_["steps"].remove(s), ""),
    "drop a case": (drop_a_case, ""),
    "end a case early": (
        lambda _, s: [case["links"].pop() for case in s["chain"]],
        "does not end in a contradiction",
    ),
    "contradict before the end": (
        contradict_before_the_end,
        "is a contradiction, and not the last",
    ),
    "cite no steps": (lambda _, s: s.update(builds_on=[]), " []"),
    "cite itself": (
        lambda all_, s: s["builds_on"].append(all_["steps"].index(s) + 1),
        " builds on [",
    ),
    "deny the solution": (
        lambda all_, _: all_.update(solved=False),
        "every cell is decided, but the explanation does not say",
    ),
}


def unsound(name: str, change: Change) -> Iterator[Data]:
    """The explanation with one step changed; nothing where the change changes nothing."""
    for at in range(len(sound(name)["steps"])):
        changed = deepcopy(sound(name))
        change(changed, changed["steps"][at])
        if changed != sound(name):
            yield changed


@pytest.mark.parametrize(("change", "complaint"), CHANGES.values(), ids=CHANGES)
def test_unsound_explanation_is_rejected(change: Change, complaint: str) -> None:
    changed = [one for name in UNIQUE for one in unsound(name, change)]
    assert changed
    for explanation in changed:
        found = complaints(explanation)
        assert any(complaint in one for one in found), (explanation, found)


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("hardness", 0.5),
        ("length", 99),
        ("verdict", "multiple"),
        ("ending", "So there is no solution."),
        ("solution", [[8], [5, 3], [4, 9, 3], [8, 4, 5, 1]]),
    ],
)
def test_wrong_frame_is_noticed(part: str, wrong: object) -> None:
    assert list(check_frame(sound("aztec-math/demo"))) == []
    assert list(check_frame({**sound("aztec-math/demo"), part: wrong}))


@pytest.mark.parametrize("name", UNIQUE)
def test_missing_reasons_are_noticed(name: str) -> None:
    """Not every one: a step names all cells of its rules."""
    missed = 0
    for at, step in enumerate(sound(name)["steps"]):
        for number in range(len(step["because"]) if not step["chain"] else 0):
            changed = deepcopy(sound(name))
            del changed["steps"][at]["because"][number]
            missed += bool(complaints(changed))
    assert missed > 0


def test_contradiction_of_a_puzzle_without_solution() -> None:
    impossible = sound("c-note:10:99/11")
    assert complaints(impossible) == []
    assert any("a contradiction is no sol" in c for c in complaints({**impossible, "solved": True}))
    twice = {**impossible, "steps": 2 * impossible["steps"]}
    after = f"step {len(impossible['steps']) + 1} comes after a contradiction"
    assert complaints(twice) == [after]
    elsewhere = deepcopy(impossible)
    elsewhere["steps"][-1]["rules"] = ["digit r2c2"]
    assert any("no contradiction, digit r2c2 allow" in c for c in complaints(elsewhere))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda book: book["rules"].pop(0), "row 1: a rule of the puzzle alone"),
        (lambda book: book["rules"][0].update(id="line 1"), "line 1: a rule of the book alone"),
        (lambda book: book["rules"].append(book["rules"][0]), "the rule book has two rules of one"),
        (lambda book: book["rules"][0]["cells"].pop(), "row 1: the rule book has other cells than"),
        (lambda book: book["cells"][0]["candidates"].pop(), "the rule book has other candidates"),
        (lambda book: book["cells"].pop(), "the rule book has other candidates or cells"),
        (lambda book: book.update(puzzle="c-note:9:11/11"), "the rules are those of c-note:9:11/1"),
    ],
)
def test_wrong_rule_book_is_rejected(change: Callable[[Data], object], complaint: str) -> None:
    book = deepcopy(rule_book_data(GALLERY["c-note/1"]))
    change(book)
    assert any(found.startswith(complaint) for found in check_explanation(sound("c-note/1"), book))


def test_unknown_family_is_refused() -> None:
    with pytest.raises(UnknownFamilyError, match=r"^chess: the rules of this family are not known"):
        check_explanation({"puzzle": "chess:8", "solved": False, "steps": []}, {})


# The rules themselves.

PUZZLES = [*GALLERY.values(), *random_puzzles(seed=11, count=10)]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_rule_book_is_the_one_that_the_identifier_asks_for(puzzle: AnyPuzzle) -> None:
    book = rule_book_data(puzzle)
    nothing = {"puzzle": puzzle.identifier, "solved": False, "steps": []}
    assert check_explanation(nothing, book) in ([], [ALL_GIVEN])


ALL_GIVEN = "every cell is decided, but the explanation does not say that it is solved"


@pytest.mark.parametrize(
    "name", ["c-note/1", "aztec-math/3", "multi-balance/demo", "sum-star/paper"]
)
def test_rules_of_the_judge_agree_with_the_checker(name: str) -> None:
    """An answer with some numbers exchanged breaks a rule here and there, or neither."""
    puzzle, dice = gallery()[name].puzzle, Random(name)
    rules = read(puzzle.identifier)
    numbers = numbers_of(puzzle, solve(puzzle, limit=1).solutions[0])
    for changes in [0, *[1, 2, 4] * 20]:
        changed = list(numbers)
        for _ in range(changes):
            i, j = dice.randrange(len(changed)), dice.randrange(len(changed))
            changed[i], changed[j] = changed[j], changed[i]
        state: State = {
            cell: frozenset((n,)) for cell, n in zip(puzzle.cells, changed, strict=True)
        }
        broken = [i for i, rule in rules.conditions.items() if narrowed(state, rule) is None]
        assert bool(broken) == bool(puzzle.violations(puzzle.solution(changed))), broken


@pytest.mark.parametrize("identifier", ["power-strike:2:6,_,_", "power-strike:3z:205,_,_"])
def test_ring_steps_of_the_judge_agree_with_the_checker(identifier: str) -> None:
    puzzle = parse(identifier)
    rules = read(identifier)
    first = givens_of(puzzle)[1,]
    numbers = [1, 2, 5, 12, 20, 24, 25, 60, 61, 615]
    for second, third in product(numbers, repeat=2):
        answer = [first, second, third]
        state: State = {(i,): frozenset((number,)) for i, number in enumerate(answer, 1)}
        broken = {i for i, rule in rules.conditions.items() if narrowed(state, rule) is None}
        expected = {f"step {v.cells[0][0]}-{v.cells[1][0]}" for v in puzzle.violations(answer)}
        assert broken == expected


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [*random_puzzles(seed=5, count=6)], ids=str)
def test_judge_finds_a_way_if_and_only_if_brute_force_does(puzzle: AnyPuzzle) -> None:
    """Some rules over a few candidates each: the search and plain trying agree."""
    dice = Random(puzzle.identifier)
    rules = read(puzzle.identifier)
    for _ in range(8):
        names = dice.sample(sorted(rules.conditions), min(3, len(rules.conditions)))
        conditions = [condition for name in names for condition in rules.conditions[name]]
        cells = sorted({cell for name in names for cell in rules.scopes[name]})
        few = {cell: frozenset(few_of(rules.cells[cell], dice)) for cell in cells}
        while len(open_cells := [c for c in cells if len(few[c]) > 1]) > 9:
            few[open_cells[0]] = frozenset([min(few[open_cells[0]])])
        ways = [map(single, numbers) for numbers in product(*few.values())]
        filled: list[State] = [dict(zip(few, way, strict=True)) for way in ways]
        possible = any(narrowed(way, conditions) is not None for way in filled)
        assert (way_through(dict(few), conditions) is not None) == possible


def few_of(candidates: frozenset[int] | None, dice: Random) -> list[int]:
    known = sorted(range(1, 99) if candidates is None else candidates)
    return dice.sample(known, min(len(known), dice.choice([1, 2, 2, 3])))


def single(number: int) -> frozenset[int]:
    return frozenset((number,))
