"""Series of every family: seeds, rows, limits, refusals."""

import json
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import count, islice, product
from typing import Any

import pytest

import quincunx
from quincunx import OptionError, gallery
from quincunx.families.aztec_math import AztecMath
from quincunx.families.aztec_math.maker import AztecParameters
from quincunx.families.base.documents import givens_of
from quincunx.making import GeneratedPuzzle, generate, maker_of, request
from tests.families.own import OWN
from tests.processes import python

CHEAP: dict[str, dict[str, Any]] = {
    "aztec-math": {"levels": 4},
    "c-note": {"size": 3},
    "multi-balance": {"digits": 6, "rows": 12, "columns": 12},
    "power-strike": {"cells": 6},
    "sum-star": {"arrangement": "one"},
}
"""Quick parameters for every family."""

KEYS = ["puzzle", "document", "solution", "grade", "score", "techniques", "seed", "index",
        "series"]  # fmt: skip

cheap = pytest.mark.parametrize(("family", "parameters"), CHEAP.items())


@cache
def first_rows(family: str) -> list[GeneratedPuzzle]:
    return list(generate(family, seed=9, number=5, **CHEAP[family]))


@cheap
def test_row_depends_on_request_seed_and_number_alone(
    family: str, parameters: dict[str, Any]
) -> None:
    rows = first_rows(family)
    assert list(generate(family, seed=9, number=2, **parameters)) == rows[:2]
    assert list(islice(generate(family, seed=9, number=9, **parameters), 2)) == rows[:2]
    alone = generate(family, seed=9, **parameters)
    assert [alone.row(row.index) for row in reversed(rows[:3])] == rows[2::-1]
    later = generate(family, seed=9, start=rows[3].index, number=2, **parameters)
    assert list(later) == rows[3:]
    patient = list(generate(family, seed=9, number=2, patience=10**12, **parameters))
    assert [one.puzzle for one in patient] == [one.puzzle for one in rows[:2]]


@pytest.mark.parametrize("family", ["aztec-math", "c-note", "power-strike"])
def test_any_number_of_solutions_is_not_always_one(family: str) -> None:
    made = list(generate(family, seed=11, number=10, unique=False))
    assert {(one.unique, one.grade) for one in made} == {(False, None)}
    assert "multiple" in {quincunx.verdict(one.puzzle) for one in made}


def test_dice_depend_on_the_request_alone() -> None:
    wishes: list[dict[str, Any]] = [{}, {"size": 4}, {"unique": False}, {"grade": "easy"}]
    asked = [request("aztec-math"), *(request("c-note", **wish) for wish in wishes)]
    places = product(asked, (0, 1), (0, 1))
    assert len({one.dice(seed, index).random() for one, seed, index in places}) == 20
    assert request("c-note").dice(7, 0).randrange(10**9) == 390685446
    assert request("c-note", size=3).dice(7, 0).randrange(10**9) == 390685446, "3 is the default"


def test_puzzles_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import json, quincunx\n"
        f"for family, parameters in json.loads({json.dumps(CHEAP)!r}).items():\n"
        "    for made in quincunx.generate(family, seed=5, number=2, **parameters):\n"
        "        print(made.puzzle)\n"
    )
    assert python("-c", script, PYTHONHASHSEED="1") == python("-c", script, PYTHONHASHSEED="2")


@pytest.mark.parametrize(
    ("family", "parameters", "number"),
    [
        ("aztec-math", {"levels": 5}, 80),
        ("c-note", {"size": 3}, 60),
        ("multi-balance", {"digits": 8, "rows": 14, "columns": 14}, 20),
        ("power-strike", {"cells": 7}, 20),
        ("sum-star", {"arrangement": "one"}, 15),
    ],
)
def test_puzzles_of_a_series_are_distinct(
    family: str, parameters: dict[str, Any], number: int
) -> None:
    maker = maker_of(OWN[family])
    assert maker is not None
    puzzles = [m.puzzle for m in generate(family, seed=1, number=number, **parameters)]
    assert len({min(maker.forms(puzzle)) for puzzle in puzzles}) == number


@pytest.mark.parametrize("family", OWN)
def test_several_kinds_take_turns_unless_parameters_are_named(family: str) -> None:
    """Row k is that of its part, and every part has its share of the rows."""
    maker = maker_of(OWN[family])
    whole = generate(family, seed=3)
    parts = whole.request.parts
    turns = [whole._part(row)[0].parameters for row in range(2 * len(parts))]
    assert Counter(turns) == Counter([*maker.mixture, *maker.mixture] or [maker.parameters()] * 2)
    firsts = {generate(family, seed=seed)._part(0)[0].parameters for seed in range(12)}
    assert firsts == {part.parameters for part in parts}
    usual = {one.name: one.default for one in maker.parameters.declared()}
    assert generate(family, seed=3, **usual).request.parts == [request(maker.parameters())]
    assert len(generate(family, grade="easy").request.parts) == 1


def test_last_part_continues_when_another_is_used_up() -> None:
    series: Any = generate("multi-balance", seed=1)
    assert sorted(series._part(row)[0].parameters.rows for row in range(6)) == [10] * 5 + [13]
    assert {series._part(row)[0].parameters.rows for row in range(200, 210)} == {13}
    assert [series.row(row).puzzle for row in (0, 201)] == [
        generate("multi-balance", seed=1).row(row).puzzle for row in (0, 201)
    ]


def test_cancel_ends_a_series() -> None:
    asked = count()
    making = generate("aztec-math", levels=9, number=50, seed=1, cancel=lambda: next(asked) >= 200)
    assert len(list(making)) < 50
    assert making.ended == "stopped"


def test_scores_may_be_a_pair_and_techniques_a_list() -> None:
    wanted: list[dict[str, Any]] = [
        {"score": (6, 9), "forbid": ["parity", "sets"], "require": ("cases",)},
        {"score": "6..9", "forbid": "parity, sets", "require": "cases"},
    ]
    one, other = (generate("c-note", seed=1, **wishes).request for wishes in wanted)
    assert one == other
    assert generate("c-note", score=(None, 9.5)).request.requirements.scores == (0, 9.5)


def test_generated_puzzle_needs_no_series() -> None:
    """It is small, can be pickled, and is graded on demand."""
    deadline = generate("aztec-math", levels=4, seed=1, time_limit=3600)
    made = next(deadline)
    givens_of(made.puzzle)
    assert len(pickle.dumps(made)) < 1_000
    deadline._deadline = 0.0
    again = pickle.loads(pickle.dumps(made))
    assert (again, again.grade, again.score) == (made, "easy", 2.8)
    assert again.techniques == quincunx.grade(made.puzzle).techniques


def test_published_puzzles_do_not_come_up_again() -> None:
    drawn: dict[str, Any] = {"levels": 4, "pattern": "classic", "seed": 1, "number": 100}
    known = {maker_of(AztecMath).canonical(entry.puzzle) for entry in gallery().values()
             if isinstance(entry.puzzle, AztecMath)}  # fmt: skip
    made, anyhow = (
        {maker_of(AztecMath).canonical(one.puzzle) for one in generate("aztec-math", **options)}
        for options in (drawn, {**drawn, "published": True})
    )
    assert not made & known
    assert anyhow & known
    assert made == anyhow - known


def test_catalogue_is_drawn_without_repeats_to_its_end() -> None:
    options: dict[str, Any] = {"levels": 4, "pattern": "classic", "published": True}
    making = generate("aztec-math", seed=1, number=100, **options)
    made = list(making)
    assert [one.index for one in made] == list(range(len(made)))
    assert making.ended.endswith(f"holds {len(made)} such puzzles, and there are no others")
    others = [one.puzzle for one in generate("aztec-math", seed=2, number=100, **options)]
    form = maker_of(AztecMath).canonical
    assert {form(one.puzzle) for one in made} == {form(puzzle) for puzzle in others}
    assert [form(one.puzzle) for one in made] != [form(puzzle) for puzzle in others]
    with pytest.raises(
        IndexError, match=rf"row {len(made)}: the catalogue of .* holds {len(made)} such puzzles"
    ):
        making.row(len(made))
    none = generate("aztec-math", score="900..", **options)
    assert list(none) == []
    assert none.ended.endswith("holds none of these, and is complete")


def test_series_name_depends_on_request_and_seed() -> None:
    asked: list[dict[str, Any]] = [{}, {"seed": 2}, {"size": 3}, {"grade": "easy"}]
    asked += [{"unique": False}, {"published": True}, {"exclude": ["c-note/1"]}]
    names = [next(generate("c-note", **{"seed": 1, "size": 2, **more})).series for more in asked]
    assert len({*names}) == len(asked)
    parts = [generate("c-note", size=2, seed=1, start=at).row(at).series for at in (0, 5)]
    assert parts == [names[0]] * 2, "a part is of the same series"


def test_parameters_may_be_an_object() -> None:
    asked = generate(AztecParameters(levels=3, givens=4), seed=1)
    assert next(asked) == next(generate("aztec-math", levels=3, givens=4, seed=1))
    with pytest.raises(OptionError, match="unknown parameter 'levels'"):
        generate(AztecParameters(), levels=3)


def examples() -> Iterator[tuple[str, str, str]]:
    """The examples in the help texts of parameters."""
    for name, family in OWN.items():
        for parameter in maker_of(family).parameters.declared():
            for found in re.findall(r"as in ([\d#][^\s,;]*)", parameter.meaning):
                yield name, parameter.name, found


@pytest.mark.parametrize(("family", "parameter", "example"), list(examples()))
def test_examples_in_help_texts_are_valid(family: str, parameter: str, example: str) -> None:
    options: dict[str, Any] = {parameter: example}
    generate(family, **options)
