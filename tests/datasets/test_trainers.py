"""Rows have the columns that trainers read, and rewards follow from the rules of the puzzle."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quincunx.datasets.api import make_dataset, verify_dataset
from quincunx.datasets.game import HOW_TO_PLAY, MAX_TURNS, PuzzleGame
from quincunx.datasets.questions import question
from quincunx.datasets.records import FIELDS
from quincunx.datasets.trainers import COLUMNS, compute_score, trl_partial_reward, trl_reward
from quincunx.drawing import draw
from quincunx.errors import OptionError
from quincunx.families.base.capabilities import phrases_of, short_name
from quincunx.families.base.documents import givens_of, numbers_of
from quincunx.families.base.puzzle_input import parse
from quincunx.solving import solve
from tests.datasets.symmetries import rows_of
from tests.extras import extra

PYRAMID = "aztec-math:8/__/_9_/8__2"
RIGHT = "Answer: [[8],[5,3],[4,9,3],[8,4,5,2]]"
NEARLY = "Answer: [[8],[5,3],[4,9,3],[8,4,9,2]]"


@pytest.fixture(params=[name for name in COLUMNS if name != "plain"])
def format(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_rows_have_the_columns_of_the_trainer_beside_all_others(
    format: Any, tmp_path: Path
) -> None:
    make_dataset(tmp_path, "aztec-math:levels=3", 4, format=format, jobs=1)
    rows = rows_of(tmp_path)
    assert all([*row] == [*FIELDS, *COLUMNS[format]] for row in rows)
    verify_dataset(tmp_path)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f"--format {format}" in text
    assert all(f"| {name} |" in text for name in COLUMNS[format])
    for row in rows:
        if format == "vision":
            raw = b64decode(row["image"].removeprefix("data:image/png;base64,"))
            assert raw == draw(row["puzzle"]).png(size=512)
        messages = row.get("prompt") or row["messages"]
        assert messages[0] == {"role": "user", "content": row["question"]}
        if format == "chat":
            assert messages[1] == {"role": "assistant", "content": row["explanation"]}
            assert trl_reward([row["messages"]], [row["puzzle"]]) == [1.0]
        if format == "verl":
            truth = row["reward_model"]["ground_truth"]
            asked = {"data_source": row["data_source"], "ground_truth": truth}
            info = {"extra_info": row["extra_info"]}
            assert compute_score(solution_str=f"Answer: {truth}", **asked, **info) == 1.0
            asked = {"data_source": None, "ground_truth": None, "partial": 1}
            assert compute_score(solution_str=f"Answer: {truth}", **asked, **info) == 1.0


def test_parquet_has_the_same_columns_in_a_folder_of_its_own(format: Any, tmp_path: Path) -> None:
    parquet = extra("pyarrow.parquet")
    make_dataset(tmp_path, "aztec-math:levels=3", 4, format=format, parquet=True, jobs=1)
    tables = [parquet.read_table(path) for path in sorted((tmp_path / "parquet").iterdir())]
    assert [row for table in tables for row in table.to_pylist()] == rows_of(tmp_path)


def test_format_of_an_existing_dataset_cannot_be_changed(tmp_path: Path) -> None:
    make_dataset(tmp_path, "aztec-math:levels=3", 2, jobs=1)
    with pytest.raises(OptionError, match="repeated solutions or format differ"):
        make_dataset(tmp_path, "aztec-math:levels=3", 4, format="trl", jobs=1)


def test_trl_passes_texts_or_messages_and_all_columns() -> None:
    # What GRPOTrainer passes to reward functions (TRL 1.16).
    passed: dict[str, Any] = {
        "prompts": [[{"role": "user", "content": "?"}]] * 3,
        "completion_ids": [[1], [2], [3]],
        "puzzle": [PYRAMID] * 3,
        "answer": ["[[8],[5,3],[4,9,3],[8,4,5,2]]"] * 3,
        "trainer_state": None,
        "log_extra": None,
        "log_metric": None,
    }
    texts = [RIGHT, NEARLY, "I do not know."]
    assert trl_reward(completions=texts, **passed) == [1.0, 0.0, 0.0]
    replies = [[{"role": "assistant", "content": text}] for text in texts]
    assert trl_reward(completions=replies, **passed) == [1.0, 0.0, 0.0]
    assert trl_partial_reward(completions=replies, **passed) == pytest.approx([1.0, 5 / 12, 0.0])


def test_verl_passes_the_puzzle_in_the_extra_info() -> None:
    # What verl's reward managers pass to a custom function (verl 0.9).
    passed: dict[str, Any] = {
        "data_source": "quincunx/aztec-math",
        "ground_truth": "[[8],[5,3],[4,9,3],[8,4,5,2]]",
        "extra_info": {"index": 3, "puzzle": PYRAMID},
    }
    assert compute_score(solution_str=RIGHT, **passed) == 1.0
    assert compute_score(solution_str=NEARLY, **passed) == 0.0
    assert compute_score(solution_str=NEARLY, partial=True, **passed) == pytest.approx(5 / 12)


@pytest.mark.parametrize("name", ["c-note/1", "power-strike/1", "multi-balance/62"])
def test_writing_the_solution_wins_a_game(name: str) -> None:
    game = PuzzleGame()
    game.reset(name)
    puzzle = parse(name)
    numbers = numbers_of(puzzle, solve(puzzle).solution)
    writes = phrases_of(puzzle).writes
    givens = givens_of(puzzle)
    for cell, number in zip(puzzle.cells, numbers, strict=True):
        if cell not in givens and writes(number):
            last = game.place(short_name(puzzle, cell), number)
    assert last.endswith("The puzzle is solved.")
    assert game.get_reward() == 1.0


def test_a_game_begins_with_all_that_the_puzzle_says() -> None:
    game = PuzzleGame()
    for name in ("multi-balance/62", "sum-star/paper", "c-note/1", "power-strike/1"):
        puzzle = parse(name)
        begin = question(puzzle).partition("How to answer:")[0].rstrip()
        assert game.reset(name).startswith(f"{begin}\n\n{HOW_TO_PLAY}\n\nThe empty cells are ")


def test_guessing_the_last_cells_costs_as_much_as_checking() -> None:
    game = PuzzleGame()
    game.reset("aztec-math:9/5_")
    for value in (1, 2, 3):
        said = game.place("r2c2", value)
        assert said == f"r2c2 is {value}. The board is full, and something is wrong."
    assert game.place("r2c2", 4) == "r2c2 is 4. The puzzle is solved."
    assert game.get_reward() == 0.85
    game.reset("multi-balance/62")
    places = iter(game._cells)
    replies = [game.place(next(places), digit) for digit in range(1, 7)]
    full = [one for one in replies if one.endswith("The board is full, and something is wrong.")]
    assert full == replies[-1:]


@pytest.mark.parametrize(
    "name", ["c-note/1", "aztec-math/demo", "multi-balance/62", "sum-star/paper"]
)
def test_any_calls_leave_a_game_that_can_go_on(name: str) -> None:
    dice, game = Random(1), PuzzleGame()
    game.reset(name)
    for _ in range(MAX_TURNS // 4):
        cell = dice.choice([*game._cells, "r0c0", "", 7])
        value = dice.choice([*range(-1, 100), 10**30, None, "5", 1.0])
        call: Any = dice.choice([game.place, game.note, game.undo, game.state])
        said = call(*{game.place: (cell, value), game.note: (cell, [value])}.get(call, ()))
        assert said
        assert len(said) < 2000
        assert game.get_reward() in (0.0, 1.0)


def test_help_costs_and_mistakes_can_be_taken_back() -> None:
    game = PuzzleGame()
    assert "The empty cells are r2c1, r2c2" in game.reset(PYRAMID, row=3)
    assert game.note("r2c1", [5, 7]) == "r2c1 may be 5 or 7."
    assert game.place("r2c1", 3) == "r2c1 is 3."
    assert game.state().startswith("8/3_/_9_/8__2\nThe empty cells are r2c2")
    assert game.check() == "No rule is broken so far."
    assert "r2c2 is 5 (8 = 3 + 5); r3c3 is 4 (5 = 9 − 4)" in game.hint()
    assert game.undo().startswith("The empty cells are r2c1, r2c2")
    assert game.note("r2c1", []) == "r2c1 is empty."
    for cell, value in (("r2c1", 5), ("r2c2", 3), ("r3c1", 4), ("r3c3", 3), ("r4c2", 4)):
        game.place(cell, value)
    assert game.get_reward() == 0.0
    assert game.place("r4c3", 5) == "r4c3 is 5. The puzzle is solved."
    assert game.get_reward() == 0.75


def test_impossible_calls_are_answered_in_words() -> None:
    game = PuzzleGame()
    game.reset(PYRAMID)
    assert game.place("r1c1", 8).startswith("There is no empty cell 'r1c1'. The empty cells are")
    assert game.place("r2c1", 12).startswith("That is not possible: aztec-math: state, row 2")
    assert game.undo().startswith("The empty cells are r2c1")
    game.place("r2c1", 5)
    for _ in range(MAX_TURNS):
        game.note("r2c2", [])
    for call in (game.undo, game.check, game.hint, game.state):
        assert call() == "The game is over: no more turns."
    assert game._state.numbers == {(2, 1): 5}, "nothing changes after the end"
    assert game._cost == 0.0
    assert game.place("r2c1", 5) == "The game is over: no more turns."


@pytest.mark.parametrize(
    ("completion", "reward"),
    [
        ([{"role": "assistant", "content": "Answer: [[9],[5,4]]"}], 1.0),
        ([{"role": "assistant", "content": [{"type": "text", "text": "Answer: 9/54"}]}], 1.0),
        ([{"role": "assistant", "content": None}], 0.0),
        ([{"role": "assistant", "tool_calls": []}], 0.0),
        ([], 0.0),
    ],
)
def test_completions_without_text_get_no_reward(completion: Any, reward: float) -> None:
    assert trl_reward(completions=[completion], puzzle=["aztec-math:9/5_"]) == [reward]


@pytest.mark.parametrize("arguments", [("r2c2", 5), ("r2c2", [[1]]), (["r2c2"], [4])])
def test_game_answers_wrong_arguments_of_tools_in_words(arguments: Any) -> None:
    game = PuzzleGame()
    game.reset("aztec-math:9/5_")
    assert game.note(*arguments).startswith(("That is not possible", "There is no empty cell"))
    assert game.place("r2c2", None) == "That is not possible: expected whole numbers."  # type: ignore[arg-type]
    assert game.note("r2c2", [3, 4]) == "r2c2 may be 3 or 4."
    assert game.note("r2c2", []) == "r2c2 is empty."
