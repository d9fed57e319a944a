"""The judge of explanations: it lets sound ones pass and refuses what does not follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from itertools import product
from random import Random
from typing import Any, TypeAlias

import pytest

from quincunx.cli.families import rule_book_data
from quincunx.families import AnyPuzzle, parse
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.gallery import gallery
from quincunx.solving import solve
from tests.reasoning.evidence import check_explanation, check_step
from tests.reasoning.puzzles import GALLERY, random_puzzles
from tests.reasoning.rules_anew import UnknownFamilyError, read
from tests.reasoning.ways import State, narrowed, way_through

Data: TypeAlias = dict[str, Any]


class ExplanationBuilder:
    """Writes an explanation down, step by step, with the candidates that are left in `because`.

    Cells are called by their short names. A step keeps some candidates of a cell and removes all
    others, sets a cell, or leaves a list where there was none.
    """

    def __init__(self, identifier: str, solved: bool = True) -> None:
        self.book = rule_book_data(parse(identifier))
        self.cells = {entry["name"]: entry["cell"] for entry in self.book["cells"]}
        self.left = {entry["name"]: entry["candidates"] for entry in self.book["cells"]}
        self.explanation: Data = {"puzzle": identifier, "solved": solved, "steps": []}

    @property
    def rules(self) -> list[str]:
        return [rule["id"] for rule in self.book["rules"]]

    def say(self, *arguments: Any, **said: Any) -> ExplanationBuilder:
        """One more step; what it says, as `written` takes it."""
        self.explanation["steps"].append(self.written(self.left, *arguments, **said))
        return self

    def written(
        self,
        left: dict[str, Any],
        rules: str | Sequence[str],
        because: str,
        sets: Mapping[str, int] | None = None,
        keeps: Mapping[str, Sequence[int]] | None = None,
        leaves: Mapping[str, Sequence[int]] | None = None,
        **more: Any,
    ) -> Data:
        """A step as JSON; rules and cells of `because` are divided by commas."""
        step = {
            "rules": [r.strip() for r in rules.split(",")] if isinstance(rules, str) else rules,
            "because": [
                {"cell": self.cells[name], "candidates": left[name]}
                for name in map(str.strip, because.split(","))
                if name
            ],
            "sets": [{"cell": self.cells[n], "value": v} for n, v in (sets or {}).items()],
            "removes": [
                {"cell": self.cells[n], "values": [v for v in left[n] if v not in kept]}
                for n, kept in (keeps or {}).items()
            ],
            "leaves": [
                {"cell": self.cells[n], "values": sorted(kept)}
                for n, kept in (leaves or {}).items()
            ],
            **more,
        }
        left.update(
            {name: sorted(kept) for name, kept in {**(keeps or {}), **(leaves or {})}.items()}
        )
        left.update({name: [value] for name, value in (sets or {}).items()})
        return step

    def case(self, name: str, value: int, *links: Data) -> Data:
        """That a cell has a value leads through these links to a contradiction."""
        left = {**self.left, name: [value]}
        written = [self.written(left, **link) for link in links]
        return {"suppose": {"cell": self.cells[name], "value": value}, "links": written}

    def complaints(self) -> list[str]:
        return check_explanation(self.explanation, self.book)


def sums() -> ExplanationBuilder:
    """C-Note 1 as an editor would print it."""
    builder = ExplanationBuilder("c-note:100:878/312/272")
    builder.say(
        "row 1",
        "r1c1, r1c2, r1c3",
        keeps={"r1c1": [8, 18, 85], "r1c2": [7, 74], "r1c3": [8, 18, 85]},
    )
    builder.say("column 3", "r1c3, r2c3, r3c3", keeps={"r1c3": [8, 18]})
    case = builder.case(
        "r1c2",
        74,
        {"rules": "column 2", "because": "r1c2, r2c2, r3c2", "sets": {"r2c2": 19, "r3c2": 7}},
        {
            "rules": "row 3",
            "because": "r3c1, r3c2, r3c3",
            "keeps": {"r3c1": [21, 72], "r3c3": [21, 72]},
        },
        {"rules": "column 1", "because": "r1c1, r2c1, r3c1", "contradiction": True},
    )
    builder.say("column 1, column 2, row 3", "r1c1, r1c2", sets={"r1c2": 7}, chain=[case])
    builder.say("row 1", "r1c1, r1c2, r1c3", sets={"r1c1": 85, "r1c3": 8})
    builder.say("column 1", "r1c1", keeps={"r2c1": [3, 13], "r3c1": [2, 12]})
    builder.say("column 2", "r1c2", keeps={"r3c2": [72, 74, 75, 76, 77, 78, 79]})
    builder.say("row 3, column 3", "r1c3, r3c1, r3c2", sets={"r2c3": 72, "r3c3": 20})
    builder.say("row 2", "r2c1, r2c3", sets={"r2c1": 13, "r2c2": 15})
    return builder.say("column 1, row 3", "r1c1, r2c1, r3c3", sets={"r3c1": 2, "r3c2": 78})


def pyramid() -> ExplanationBuilder:
    """Aztec Math: what stands below the 9, and then every case."""
    builder = ExplanationBuilder("aztec-math:8/__/_9_/8__2")
    pairs = [1, 3, 4, 5, 6, 9]
    builder.say("r3c2, row 4", "r3c2, r4c1, r4c4", keeps={"r4c2": pairs, "r4c3": pairs})
    every = ", ".join(builder.cells)
    cases = [
        builder.case("r4c2", d, {"rules": builder.rules, "because": every, "contradiction": True})
        for d in (1, 3, 5, 6, 9)
    ]
    builder.say(builder.rules, every, sets={"r4c2": 4}, chain=cases)
    rest = {"r2c1": 5, "r2c2": 3, "r3c1": 4, "r3c3": 3, "r4c3": 5}
    return builder.say(builder.rules, every, sets=rest)


def ring() -> ExplanationBuilder:
    """Power Strike: forwards until the ring closes, and back."""
    builder = ExplanationBuilder("power-strike:2:6,_,_,_,_")
    builder.say("step 1-2", "cell 1", sets={"cell 2": 12})
    builder.say("step 2-3", "cell 2", leaves={"cell 3": [1, 2, 24]})
    builder.say("step 3-4", "cell 3", leaves={"cell 4": [2, 4, 48]})
    builder.say("step 4-5, step 5-1", "cell 4, cell 1", sets={"cell 5": 96})
    return builder.say(
        "step 3-4, step 4-5", "cell 3, cell 4, cell 5", sets={"cell 3": 24, "cell 4": 48}
    )


def backwards() -> ExplanationBuilder:
    """A ring where no zeros may come to stand in front, from its end."""
    builder = ExplanationBuilder("power-strike:2z:6,_,_", solved=False)
    before = [3, 60, 16, 26, 36, 46, 56, 66, 76, 86, 96, *range(61, 70)]
    return builder.say("step 3-1", "cell 1", leaves={"cell 3": sorted({*before})})


def board() -> ExplanationBuilder:
    """Multi-Balance: what two lines allow, and then all that is left."""
    builder = ExplanationBuilder(
        "multi-balance:6:......#./...#..../#......#/......../......../.....#.."
    )
    builder.say("column 4", "", keeps={"r1c4": [0, 4], "r6c4": [0, 1]})
    builder.say("row 1", "r1c4", sets={"r1c4": 0}, keeps={"r1c1": [0, 1]})
    builder.say("column 4", "r1c4", sets={"r6c4": 0})
    builder.say("fulcrum r2c4, row 2", "r1c4, r6c4", keeps={"r2c1": range(1, 7)})
    rest = dict.fromkeys(["r1c6", "r2c6", "r2c7", "r6c7"], 0)
    rest |= {"r1c1": 1, "r1c8": 6, "r2c1": 4, "r2c8": 3, "r6c1": 2, "r6c8": 5}
    return builder.say(builder.rules, ", ".join(builder.cells), sets=rest)


def star() -> ExplanationBuilder:
    """Sum Star: one square a sum, and the hexagon is last."""
    builder = ExplanationBuilder("sum-star:0.0=6,11,16,8,22,10@_4_7_3_5_8_2_")
    builder.say("triangle A1", "A2, A12", sets={"A1": 0})
    builder.say("X of A", "A1", keeps={"A13": range(1, 10)})
    builder.say("triangle A3, triangle A7", "A2, A4, A6, A8", sets={"A3": 0, "A7": 0})
    builder.say("triangle A5, triangle A9", "", sets={"A5": 6, "A9": 9})
    builder.say("triangle A11, given A10, given A12", "", sets={"A11": 0})
    return builder.say("contents A", "A1, A3, A5, A7, A9, A11", sets={"A13": 1})


def facing() -> ExplanationBuilder:
    """Two dodecagons: X never faces X."""
    builder = ExplanationBuilder(
        "sum-star:0.0=_,_,_,_,_,_@___X_________/1.0=_,_,_,_,_,_", solved=False
    )
    builder.say("edge A4 B10", "A4", keeps={"B10": range(1, 10)})
    return builder


def hopeless() -> ExplanationBuilder:
    """A puzzle without a solution: 9 is too much for its row."""
    builder = ExplanationBuilder("c-note:10:99/11", solved=False)
    return builder.say("row 1", "r1c1, r1c2", contradiction=True)


SOUND = [sums, pyramid, ring, backwards, board, star, facing, hopeless]


@pytest.mark.parametrize("tell", SOUND, ids=lambda tell: tell.__name__)
def test_what_follows_passes(tell: Callable[[], ExplanationBuilder]) -> None:
    assert tell().complaints() == []


def step(number: int, **parts: Any) -> Callable[[Data], None]:
    """A change to a step: other parts instead of those that it has."""
    return lambda explanation: explanation["steps"][number - 1].update(parts)


def link(number: int, **parts: Any) -> Callable[[Data], None]:
    """A change to a link of the only chain of an explanation's third step."""
    return lambda explanation: explanation["steps"][2]["chain"][0]["links"][number - 1].update(
        parts
    )


def drop(number: int) -> Callable[[Data], None]:
    return lambda explanation: explanation["steps"].pop(number - 1)


def wanting(number: int, *cell: int) -> Callable[[Data], None]:
    """A step without what it says of a cell in `because`."""

    def change(explanation: Data) -> None:
        because = explanation["steps"][number - 1]["because"]
        because[:] = [one for one in because if one["cell"] != list(cell)]

    return change


def value(cell: Sequence[int], value: int) -> Data:
    return {"cell": list(cell), "value": value}


def values(cell: Sequence[int], *values: int) -> Data:
    return {"cell": list(cell), "values": list(values)}


UNSOUND: list[tuple[Callable[[], ExplanationBuilder], Callable[[Data], None], str]] = [
    # Conclusions that are wrong, or do not follow from what is named.
    (sums, step(2, removes=[values((1, 3), 8)]), "step 2: r1c3 could be 8: column 3 allow"),
    (sums, step(9, sets=[value((3, 1), 12), value((3, 2), 78)]), "step 9: r3c1 could be 2"),
    (sums, step(9, rules=["column 1"]), "step 9: r3c2 could be 7: column 1 allow"),
    (sums, step(7, rules=["row 3"]), "step 7: r2c3 could be 2"),
    (sums, step(7, rules=["row 3", "column 9"]), "step 7: 'column 9' is no rule of the puzzle"),
    (sums, step(7, rules=[]), "step 7: r2c3 could be 2: nothing allow"),
    (sums, wanting(7, 1, 3), "step 7: r2c3 could be 2"),
    (sums, wanting(4, 1, 2), "step 4: r1c1 could be 8"),
    (pyramid, step(1, rules=["r3c2"]), "step 1: r4c2 could be 2"),
    (pyramid, step(3, rules=["row 4", "r3c2"]), "step 3: r2c1 could be 1"),
    (ring, step(2, leaves=[values((3,), 2, 24)]), "step 2: cell 3 could be 1"),
    (ring, step(2, rules=["step 3-4"]), "step 2: cell 3 could be anything, for all that step 3-4"),
    (ring, wanting(4, 4), "step 4: cell 5 could be anything"),
    (ring, wanting(3, 3), "step 3: cell 4 could be anything"),
    (backwards, step(1, leaves=[values((3,), 3, 16, 60)]), "step 1: cell 3 could be 26"),
    (board, step(1, removes=[values((1, 4), 4)]), "step 1: r1c4 could be 4"),
    (board, step(1, rules=["row 1"]), "step 1: r1c4 could be 1"),
    (board, step(4, rules=["row 2"]), "step 4: r2c1 could be 0"),
    (board, wanting(4, 6, 4), "step 4: r2c1 could be 0"),
    (board, wanting(3, 1, 4), "step 3: r6c4 could be 1"),
    (board, step(5, rules=["digits", "row 1"]), "step 5: r1c1 could be 0"),
    (star, step(1, sets=[value((1, 1), 1)]), "step 1: A1 could be 0"),
    (star, step(2, rules=["contents A"]), "step 2: A13 could be 0"),
    (star, wanting(6, 1, 5), "step 6: A13 could be 6"),
    (facing, step(1, rules=["X of A", "X of B"]), "step 1: B10 could be 0"),
    (hopeless, step(1, rules=["column 1"]), "step 1: no contradiction, column 1 allow"),
    # Candidates that are not those that are left.
    (sums, drop(1), "step 1: r1c3 has the candidates 8, 18, 28"),
    (sums, drop(2), "step 3: r1c3 has the candidates 8, 18, 85, not 8, 18"),
    (
        sums,
        step(
            8, because=[{"cell": [2, 1], "candidates": [13]}, {"cell": [2, 3], "candidates": [72]}]
        ),
        "step 8: r2c1 has the candidates 3, 13, not 13",
    ),
    (
        ring,
        step(1, because=[{"cell": [2], "candidates": [12]}]),
        "step 1: cell 2 has candidates bef",
    ),
    (
        star,
        step(1, because=2 * [{"cell": [1, 2], "candidates": [4]}]),
        "step 1: A2 is listed twice",
    ),
    (star, step(1, because=[{"cell": [2, 2], "candidates": [4]}]), "step 1: [2, 2] is no cell"),
    # What is no news.
    (sums, step(2, removes=[values((1, 3), 7, 85)]), "step 2: r1c3 had lost 7 already"),
    (sums, step(2, removes=[]), "step 2: says nothing of any cell"),
    (sums, step(2, removes=[values((1, 3))]), "step 2: r1c3 loses nothing"),
    (sums, step(9, sets=[value((1, 1), 85)]), "step 9: r1c1 was 85 already"),
    (sums, step(5, sets=[value((1, 1), 7)]), "step 5: r1c1 could not be 7 any more"),
    (ring, step(2, removes=[values((3,), 5)], leaves=[]), "step 2: cell 3 loses candidates, but"),
    (ring, step(5, leaves=[values((4,), 48)]), "step 5: cell 4 had a list of candidates already"),
    # Chains.
    (
        sums,
        link(1, sets=[value((2, 2), 17), value((3, 2), 7)]),
        "step 3: case 1: link 1: r2c2 could be",
    ),
    (sums, link(3, contradiction=False), "step 3: case 1: does not end in a contradiction"),
    (sums, link(3, rules=["column 3"]), "step 3: case 1: link 3: no contradiction, column 3 allow"),
    (
        sums,
        link(2, contradiction=True),
        "step 3: case 1: link 2 is a contradiction, and not the la",
    ),
    (sums, step(3, sets=[value((1, 2), 74)]), "step 3: r1c2: no case refutes 7"),
    (sums, step(3, sets=[value((1, 1), 85)]), "step 3: r1c1: no case refutes 8, 18"),
    # The end.
    (sums, drop(9), "solved, but r3c1, r3c2 not decided"),
    (sums, lambda explanation: explanation.update(solved=False), "every cell is decided, but"),
    (hopeless, lambda explanation: explanation.update(solved=True), "a contradiction is no solut"),
]


@pytest.mark.parametrize(("tell", "change", "complaint"), UNSOUND)
def test_what_does_not_follow_is_refused(
    tell: Callable[[], ExplanationBuilder], change: Callable[[Data], None], complaint: str
) -> None:
    builder = tell()
    builder.explanation = deepcopy(builder.explanation)
    change(builder.explanation)
    complaints = builder.complaints()
    assert any(found.startswith(complaint) for found in complaints), complaints


@pytest.mark.parametrize(
    ("refuted", "complaints"),
    [
        ((8, 18, 85), []),  # nothing is left for r1c1
        ((8, 18), ["a contradiction, but every cell has a candidate that no case refutes"]),
    ],
)
def test_cases_contradict_where_nothing_is_left(
    refuted: Sequence[int], complaints: list[str]
) -> None:
    builder = ExplanationBuilder("c-note:40:123/456/789")
    builder.left["r1c1"] = [8, 18, 85]
    nothing = {"rules": "row 1, row 2, row 3, column 1", "because": "", "contradiction": True}
    cases = [builder.case("r1c1", value, nothing) for value in refuted]
    step = builder.written(builder.left, "row 1", "", chain=cases, contradiction=True)
    state: State = {(1, 1): frozenset((8, 18, 85))}
    found = check_step("c-note:40:123/456/789", step, state, builder.book)
    assert [each for each in found if each.startswith("a contradiction")] == complaints


def test_nothing_comes_after_a_contradiction() -> None:
    builder = hopeless().say("row 1", "r1c1", contradiction=True)
    assert builder.complaints() == ["step 2 comes after a contradiction"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda book: book["rules"].pop(0), "row 1: a rule of the puzzle alone"),
        (lambda book: book["rules"][0].update(id="line 1"), "line 1: a rule of the book alone"),
        (lambda book: book["rules"].append(book["rules"][0]), "the rule book has two rules of one"),
        (lambda book: book["rules"][0]["cells"].pop(), "row 1: the rule book has other cells than"),
        (lambda book: book["cells"][0]["candidates"].pop(), "the rule book has other candidates"),
        (lambda book: book["cells"].pop(), "the rule book has other candidates or cells"),
        (
            lambda book: book.update(puzzle="c-note:9:11/11"),
            "the rules are those of c-note:9:11/11",
        ),
    ],
)
def test_a_wrong_rule_book_is_refused(change: Callable[[Data], object], complaint: str) -> None:
    builder = sums()
    builder.book = deepcopy(builder.book)
    change(builder.book)
    assert any(found.startswith(complaint) for found in builder.complaints())


def test_a_family_that_it_does_not_know() -> None:
    with pytest.raises(UnknownFamilyError, match=r"^chess: the rules of this family are not known"):
        check_explanation({"puzzle": "chess:8", "solved": False, "steps": []}, {})


# The rules themselves.

PUZZLES = [*GALLERY.values(), *random_puzzles(seed=11, count=10)]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_the_rule_book_is_the_one_that_the_identifier_asks_for(puzzle: AnyPuzzle) -> None:
    book = rule_book_data(puzzle)
    nothing = {"puzzle": puzzle.identifier, "solved": False, "steps": []}
    assert check_explanation(nothing, book) in ([], [ALL_GIVEN])


ALL_GIVEN = "every cell is decided, but the explanation does not say that it is solved"


@pytest.mark.parametrize(
    "name", ["c-note/1", "aztec-math/3", "multi-balance/demo", "sum-star/paper"]
)
def test_rules_read_anew_are_those_of_the_family(name: str) -> None:
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
def test_steps_of_a_ring_read_anew_are_those_of_the_family(identifier: str) -> None:
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
def test_a_way_is_found_wherever_there_is_one(puzzle: AnyPuzzle) -> None:
    """Some rules over a few candidates each: the search and plain trying agree."""
    dice = Random(puzzle.identifier)
    rules = read(puzzle.identifier)
    for _ in range(15):
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
