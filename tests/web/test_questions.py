"""Every question of the page, and what it is answered."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.screenshots import FOLDER, PICTURES
from quincunx.families import all_families
from quincunx.families.base.capabilities import find_maker
from quincunx.families.registry import own_families
from quincunx.web import answer, answer_text
from quincunx.web.answers import MAX_CHARACTERS, QUESTIONS
from tests.families.own import OWN
from tests.families.tables import arrows

DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
C_NOTE = "c-note:100:878/312/272"
PYRAMID = "aztec-math:8/__/_9_/8__2"
EXAMPLES = [family.example.identifier for family in all_families().values()]
NUMBERS = {"1-1": 85, "1-2": 7, "1-3": 8, "2-1": 13, "2-2": 15, "2-3": 72, "3-1": 2, "3-2": 78}


def ask(name: str, **parts: Any) -> dict[str, Any]:
    reply = answer({"ask": name, **parts})
    assert reply["ok"], reply
    return reply


def shown() -> Iterator[tuple[dict[str, Any], Any]]:
    """The questions that the document shows, each with its reply."""
    blocks = re.findall(r"```json\n(.*?)\n```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    data = [json.loads(block) for block in blocks]
    return zip(data[::2], data[1::2], strict=True)


def agrees(shown: Any, found: Any) -> bool:
    """Whether what is shown is what was found, with "..." for whatever is left out."""
    if isinstance(shown, str) and shown.endswith("..."):
        return shown == "..." or (isinstance(found, str) and found.startswith(shown[:-3]))
    if isinstance(shown, dict):
        return isinstance(found, dict) and (
            list(shown) == list(found) and all(agrees(shown[key], found[key]) for key in shown)
        )
    if isinstance(shown, list) and isinstance(found, list):
        if shown[-1:] == ["..."]:
            shown, found = shown[:-1], found[: len(shown) - 1]
        return len(shown) == len(found) and all(map(agrees, shown, found))
    return bool(shown == found)


@pytest.mark.parametrize(("question", "reply"), list(shown()), ids=lambda data: str(data)[:60])
def test_documented_replies_are_current(question: dict[str, Any], reply: Any) -> None:
    found = json.loads(answer_text(json.dumps(question)))
    if question["ask"] == "families":
        found["families"] = [family for family in found["families"] if family["name"] in OWN]
    assert agrees(reply, found), json.dumps(found, indent=2)[:3000]


def test_the_pictures_of_the_page_are_those_that_are_taken() -> None:
    shown = re.findall(r"\(pictures/(page-[a-z]+)\.png\)", DOCUMENT.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PICTURES)
    assert len(shown) == 12
    assert all((FOLDER / f"{name}.png").is_file() for name in shown)


def test_every_question_is_documented() -> None:
    assert {question["ask"] for question, _ in shown()} == set(QUESTIONS)


@pytest.mark.parametrize("identifier", EXAMPLES)
def test_every_question_is_answered_for_every_family(identifier: str) -> None:
    for name, question in QUESTIONS.items():
        if question.parts[:1] == ("puzzle",):
            reply = answer({"ask": name, "puzzle": identifier})
            assert reply["ok"], (name, reply)
            json.dumps(reply, allow_nan=False)


@pytest.mark.parametrize("name", list(OWN))
def test_an_empty_board_is_a_puzzle_and_its_fields_lead_into_the_document(name: str) -> None:
    reply = ask("blank", family=name)
    ids = {place["id"] for place in reply["scene"]["places"]}
    for field in reply["fields"]:
        there = reply["document"]
        for step in field["path"]:
            there = there[step]
        assert there == field["value"]
        assert field["cell"] is None or field["cell"] in ids
    assert any(field["cell"] for field in reply["fields"])
    assert ask("puzzle", puzzle=reply["document"])["puzzle"] == reply["puzzle"]


def test_changing_a_field_changes_the_puzzle() -> None:
    reply = ask("blank", family="sum-star", parameters={"arrangement": "one"})
    (field,) = (field for field in reply["fields"] if field["cell"] == "1-3")
    there = reply["document"]
    for step in field["path"][:-1]:
        there = there[step]
    there[field["path"][-1]] = 7
    assert ask("puzzle", puzzle=reply["document"])["puzzle"].endswith("@__7__________")
    assert ask("blank", puzzle=reply["document"])["document"] == reply["document"]


@pytest.mark.parametrize(
    ("puzzle", "numbers", "violations", "filled", "solved"),
    [
        pytest.param(C_NOTE, {}, [], False, False, id="nothing is written"),
        pytest.param(C_NOTE, NUMBERS, [], False, False, id="one number is missing"),
        pytest.param(C_NOTE, {**NUMBERS, "3-3": 20}, [], True, True, id="all is right"),
        pytest.param(
            C_NOTE,
            {"1-1": 85, "1-2": 17, "1-3": 8},
            [["1-1", "1-2", "1-3"]],
            False,
            False,
            id="a row that is too much",
        ),
        pytest.param(C_NOTE, {"1-1": 7}, [["1-1"]], False, False, id="without the digit"),
        pytest.param(PYRAMID, {"4-2": 2}, [["4-2", "4-4"]], False, False, id="twice"),
        pytest.param(PYRAMID, {"1-1": 8}, [], False, False, id="what is given may be said again"),
        pytest.param(
            "multi-balance:6:......#./...#..../#......#/......../......../.....#..",
            {"1-1": 1, "1-8": 6, "2-1": 4, "2-8": 3, "6-1": 2, "6-8": 5},
            [],
            True,
            True,
            id="cells that stay empty need not be marked",
        ),
    ],
)
def test_check_reports_violations_and_whether_all_is_solved(
    puzzle: str, numbers: Any, violations: list[list[str]], filled: bool, solved: bool
) -> None:
    reply = ask("check", puzzle=puzzle, state={"numbers": numbers})
    assert [violation["cells"] for violation in reply["violations"]] == violations
    assert (reply["filled"], reply["solved"]) == (filled, solved)


def test_long_rings_are_checked() -> None:
    """Their numbers could not be listed in the time that a check has."""
    puzzle = f"power-strike:2:6{',_' * 47}"
    reply = answer({"ask": "check", "puzzle": puzzle, "state": {"numbers": {"2": 12, "3": 25}}})
    assert [violation["cells"] for violation in reply["violations"]] == [["2", "3"]]


@pytest.mark.parametrize("identifier", EXAMPLES)
def test_every_part_of_a_solution_checks_without_violations(identifier: str) -> None:
    solution = ask("solve", puzzle=identifier)["solution"]
    assert ask("check", puzzle=identifier, state={"numbers": solution})["solved"]
    for missing in list(solution)[:4]:
        part = {key: number for key, number in solution.items() if key != missing}
        assert ask("check", puzzle=identifier, state={"numbers": part})["violations"] == []


def test_a_hint_uses_notes_unless_there_is_a_number() -> None:
    state = {"numbers": {"1-1": 85}, "candidates": {"1-1": [8], "2-1": [13]}, "excluded": {}}
    assert ask("hint", puzzle=C_NOTE, state=state)["kind"] == "step"
    state["candidates"] = {"2-1": [3]}
    assert ask("hint", puzzle=C_NOTE, state=state, level=2)["wrong"] == ["2-1"]


def test_numbers_that_a_browser_would_round_are_texts() -> None:
    big = 10**20
    puzzle = f"power-strike:10:{big},_"
    text = answer_text(json.dumps({"ask": "solve", "puzzle": puzzle}))
    assert json.loads(text)["solution"] == {"1": str(big), "2": str(big // 10)}
    state = {"numbers": {"2": str(big // 10)}}
    assert ask("check", puzzle=puzzle, state=state)["solved"]
    document = json.loads(answer_text(json.dumps({"ask": "puzzle", "puzzle": puzzle})))["document"]
    assert ask("puzzle", puzzle=document)["puzzle"] == puzzle


def test_the_puzzle_of_a_day_depends_on_the_day_only() -> None:
    makers = [family.family for family in own_families() if find_maker(family)]
    days = [f"2026-11-{15 + day}" for day in range(len(makers))]
    found = [ask("today", date=day) for day in days]
    assert found[0] == ask("today", date=days[0])
    assert [reply["family"] for reply in found] == sorted(
        makers, key=[reply["family"] for reply in found].index
    )


@pytest.mark.parametrize(
    ("puzzle", "clash"),
    [
        pytest.param(PYRAMID, [], id="it has a solution"),
        pytest.param("c-note:3:11/11", ["row 1"], id="no two numbers with a 1 sum to 3"),
        pytest.param(
            "sum-star:0.0=999,_,_,_,_,_", ["triangle A1", "X of A"], id="more than all digits"
        ),
        pytest.param(
            "multi-balance:4:#.../...#/..#./#...",
            ["fulcrum r1c1", "row 1"],
            id="a column with two fulcrums is not used, so the row is",
        ),
    ],
)
def test_a_puzzle_without_solution_names_rules_that_clash(puzzle: str, clash: list[str]) -> None:
    assert ask("verdict", puzzle=puzzle)["clash"] == clash
    known = {rule["id"] for rule in ask("puzzle", puzzle=puzzle)["rules"]}
    assert set(clash) <= known


def test_invalid_json_is_explained() -> None:
    for text in ("", "{", "[" * 100_000, '{"ask": 1, "ask": 2}', "x" * (MAX_CHARACTERS + 1)):
        reply = json.loads(answer_text(text))
        assert (reply["ok"], reply["kind"]) == (False, "wrong input")


def test_a_bug_is_reported_as_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("nothing\nthere")

    monkeypatch.setattr("quincunx.web.play.study_of", breaks)
    reply = answer({"ask": "solve", "puzzle": C_NOTE})
    assert reply["kind"] == "mistake"
    assert "ZeroDivisionError: nothing there" in reply["error"]


def test_the_lab_tells_the_cost_of_every_value_choice_for_an_order() -> None:
    found = [ask("lab", puzzle=PYRAMID, order=order) for order in ("leftmost", "ff")]
    assert found[0] == ask("lab", puzzle=PYRAMID)
    assert found[0]["backtracks"] != found[1]["backtracks"]
    assert len(found[1]["backtracks"]) == len(found[1]["nodes"]) == len(found[1]["choices"])
    assert not ask("lab", puzzle="c-note:3:11/11")["solvable"]
    assert not any(ask("lab", puzzle=C_NOTE)["backtracks"])
    assert any(ask("lab", puzzle=C_NOTE, consistency="bounds")["backtracks"])


def test_cards_show_puzzles_with_one_solution() -> None:
    for family in [one for one in ask("families")["families"] if one["name"] in OWN]:
        assert ask("verdict", puzzle=family["example"])["verdict"] == "unique"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
PARTS = sorted({part for question in QUESTIONS.values() for part in question.parts})
KNOWN = st.sampled_from(
    [*EXAMPLES, *all_families(), "easy", "svg", "dark", "2026-11-15", {"numbers": {"1-1": 5}}, 1, 3]
)
CHEAP = [name for name in QUESTIONS if name not in ("generate", "today", "explain", "lab", "hint")]


@settings(max_examples=150)
@given(st.sampled_from(CHEAP), st.dictionaries(st.sampled_from(PARTS), KNOWN | JSON, max_size=4))
def test_any_question_is_answered(name: str, parts: dict[str, Any]) -> None:
    parts = {key: value for key, value in parts.items() if key in QUESTIONS[name].parts}
    reply = answer({"ask": name, **parts})
    assert reply["ok"] or (reply["kind"] == "wrong input" and "\n" not in reply["error"])


@settings(max_examples=100)
@given(
    st.sampled_from(EXAMPLES),
    st.dictionaries(
        st.sampled_from(["numbers", "candidates", "excluded"]),
        st.dictionaries(
            st.sampled_from(["1", "2", "1-1", "1-2", "2-1", "2-2", "6-8"]),
            st.integers(-2, 99) | st.lists(st.integers(0, 9), max_size=4) | st.none(),
        ),
    ),
)
def test_any_state_is_checked(identifier: str, state: Any) -> None:
    reply = answer({"ask": "check", "puzzle": identifier, "state": state})
    assert reply["ok"] or reply["kind"] == "wrong input"
    if reply["ok"]:
        assert answer({"ask": "draw", "puzzle": identifier, "state": state})["ok"]


LARGE = {"ask": "puzzle", "puzzle": {"family": "c-note", "target": [0] * 30_000}}


@pytest.mark.parametrize(
    ("question", "error"),
    [
        *arrows("web/cases/wrong_questions.txt"),
        (json.dumps(LARGE), "puzzle: too large, expected at most 20000 values"),
    ],
)
def test_invalid_questions_are_explained(question: str, error: str) -> None:
    reply = answer(json.loads(question.replace("C_NOTE", C_NOTE).replace("PYRAMID", PYRAMID)))
    assert (reply["ok"], reply["kind"]) == (False, "wrong input")
    assert reply["error"].startswith(error)
    assert "\n" not in reply["error"]
