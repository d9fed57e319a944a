"""`quincunx menu`: what a person types, and what they see."""

import pytest

from quincunx.families import all_families
from quincunx.families.gallery import gallery
from tests.cli.conftest import Run

KNOWN = len(all_families())
PUZZLE = "c-note:100:878/312/272"


def see(run: Run, *lines: str) -> str:
    outcome = run("menu", stdin="".join(line + "\n" for line in lines))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.endswith("Goodbye.\n")
    return outcome.out


@pytest.mark.parametrize(
    "lines",
    [["q"], ["Q"], ["quit"], [], ["c-note", "q"], ["c-note", PUZZLE, "q"],
     ["c-note", PUZZLE, "6", "q"], ["c-note"], ["c-note", PUZZLE], ["c-note", PUZZLE, "6"]],
)  # fmt: skip
def test_every_prompt_takes_q_and_the_end_of_input(run: Run, lines: list[str]) -> None:
    see(run, *lines)


@pytest.mark.parametrize("back", ["b", "", "back"])
def test_every_prompt_goes_back(run: Run, back: str) -> None:
    seen = see(run, back, "c-note", PUZZLE, "6", back, back, back, "q")
    assert seen.count("Quincunx: number puzzles") == 3
    assert seen.count("  1  c-note/demo") == 2
    assert seen.count("  2  solve it") == 2


def test_puzzles_are_picked_from_the_gallery(run: Run) -> None:
    published = [e for e in gallery().values() if e.puzzle.family == "c-note"]
    for number, entry in enumerate(published, 1):
        assert f"\n{entry.puzzle.identifier}\n┌" in see(run, "c-note", str(number), "q")


@pytest.mark.parametrize(
    "typed",
    [PUZZLE, "100:878/312/272", "c-note/1",
     '{"family": "c-note", "target": 100, "grid": [[8,7,8],[3,1,2],[2,7,2]]}'],
)  # fmt: skip
def test_puzzles_are_typed_in_any_form(run: Run, typed: str) -> None:
    assert f"\n{PUZZLE}\n┌" in see(run, "c-note", typed, "q")


@pytest.mark.parametrize(
    ("choice", "seen"),
    [
        ("6\n85,7,8/13,15,72/2,78,20", "The answer is right.\n"),
        ("6\n85,7,8/13,15,72/2,78,21",
         "The answer is wrong: 2 violations.\n  Row 3 sums to 101, expected 100.\n"),
        ("1", "│  8  │  7  │  8  │ 100\n"),
        ("2", "│  8  │  7  │  8  │ 100       │  85 │   7 │   8 │ 100\n"),
        ("3", "There is exactly one solution.\n"),
        ("4", "There is exactly one solution.\n"),
        ("5", "Constraints created: 6\n"),
        ("8", "That is the solution, and there is no other.\n"),
        ("9", "The hardest step: "),
        ("solve it", "│  85 │   7 │   8 │ 100\n"),
    ],
)  # fmt: skip
def test_all_actions_on_a_puzzle(run: Run, choice: str, seen: str) -> None:
    before = see(run, "c-note", PUZZLE)
    assert see(run, "c-note", PUZZLE, choice).count(seen) == before.count(seen) + 1


@pytest.mark.parametrize(
    ("puzzle", "choice", "seen"),
    [
        ("7:88/88", "2", "There is no solution.\n"),
        ("7:88/88", "3", "There is no solution.\n"),
        ("100:884/625/361", "3", "There is more than one solution (stopped at 2 solutions).\n"),
        ("100:884/625/361", "4", "There are exactly 31 solutions.\n"),
    ],
)
def test_menu_says_how_many_solutions_there_are(
    run: Run, puzzle: str, choice: str, seen: str
) -> None:
    assert seen in see(run, "c-note", puzzle, choice)


@pytest.mark.parametrize(
    ("choice", "verdicts"),
    [("new", {"There is exactly one solution."}), ("14", {"There is exactly one solution."}),
     ("any", {"There is exactly one solution.", "There is more than one solution"})],
)  # fmt: skip
def test_new_puzzles_are_made(run: Run, choice: str, verdicts: set[str]) -> None:
    seen = see(run, "c-note", choice, "3")
    assert seen.count("\nc-note:100:") == 1
    assert sum(verdict in seen for verdict in verdicts) == 1


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["99"], f"'99' is no choice, expected a number from 1 to {KNOWN}\nWhich puzzle?"),
        (["0"], f"'0' is no choice, expected a number from 1 to {KNOWN}\nWhich puzzle?"),
        (["chess"], f"'chess' is no choice, expected a number from 1 to {KNOWN}\nWhich puzzle?"),
        (["c-note", "99"], "'99' is no choice, expected a number from 1 to 16\nWhich one?"),
        (["c-note", "100:88/8"], "c-note: row 2 has 1 digit, expected 2\nWhich one?"),
        (["c-note", "-"], "c-note: '-' has no colon, expected TARGET:ROW/ROW/...\nWhich one?"),
        (["c-note", PUZZLE, "11"], "'11' is no choice, expected a number from 1 to 10\nWhat now?"),
        (["c-note", PUZZLE, "7", "85,7"], "c-note: state has 1 row, expected 3\nWhat is on paper"),
        (
            ["c-note", PUZZLE, "7", "n", "3"],
            "'3' is no choice, expected a number from 1 to 2\nMore?",
        ),
        (["c-note", PUZZLE, "6", "1"], "c-note: solution has 1 row, expected 3\nYour answer"),
        (["c-note", PUZZLE, "6", "-"], "c-note: solution has 1 row, expected 3\nYour answer"),
    ],
)
def test_wrong_input_is_explained_and_asked_for_again(
    run: Run, lines: list[str], reason: str
) -> None:
    assert reason in see(run, *lines)


def test_hints_say_more_on_request(run: Run) -> None:
    lines = ["c-note", PUZZLE, "give me a hint", "85,7,8/_,15,72/_,_,_"]
    reason, number = "Row 2: ? + 15 + 72 = 100.\n", "so r2c1 is 13.\n"
    seen = see(run, *lines)
    assert "\nLook at row 2.\n" in seen
    assert reason not in seen
    seen = see(run, *lines, "1")
    assert reason in seen
    assert number not in seen
    assert number in see(run, *lines, "2")
    seen = see(run, *lines, "b", "q")
    assert seen.count("What now?") == 2, "back to what can be done with the puzzle"


def test_hints_start_from_an_empty_board_and_name_mistakes(run: Run) -> None:
    assert "\nLook at " in see(run, "c-note", PUZZLE, "7", "n")
    wrong = see(run, "c-note", PUZZLE, "7", "84,_,_/_,_,_/_,_,_")
    assert "\nSomething is wrong.\n" in wrong
    lines = ["c-note", PUZZLE, "7", "84,_,_/_,_,_/_,_,_", "1", "2"]
    more = see(run, *lines)
    assert "\nSomething is wrong at r1c1.\n" in more
    assert "but never is.\n" in more


def test_errors_return_to_the_menu(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.families.power_strike.number_graph.MAX_LAYER_DIGITS", 1_000)
    for choice in ("solve it", "count all solutions", "explain how to solve it"):
        seen = see(run, "power-strike", "7:41" + ",_" * 50, choice, "q")
        assert "power-strike: too many numbers can stand in cell " in seen
        assert seen.count("What now?") == 2


def test_invalid_utf_8_is_accepted(run: Run) -> None:
    outcome = run("menu", stdin=b"\xff\xfe\nq\n")
    assert (outcome.status, outcome.err) == (0, "")


def test_new_puzzle_takes_parameters(run: Run) -> None:
    assert "\nc-note:60:" in see(run, "c-note", "any size=2 target=60", "q")
    seen = see(run, "c-note", "new size", "q")
    assert "menu: 'size', expected size=... target=... grade=...\n" in seen


def test_puzzle_is_solved_with_options_of_the_command(run: Run) -> None:
    seen = see(run, "c-note", PUZZLE, "10", "--model paper --labeling ff --time-limit 20", "q")
    assert "The program is the paper's: " in seen
    assert "--labelling" in see_error(run, "c-note", PUZZLE, "10", "--labelling ff", "q")


def see_error(run: Run, *lines: str) -> str:
    return run("menu", stdin="".join(line + "\n" for line in lines)).err


def test_puzzles_are_typed_as_the_papers_print_them(run: Run) -> None:
    assert "\nc-note:100:884/625/361\n" in see(run, "c-note", "[8, 8, 4, 6, 2, 5, 3, 6, 1]", "q")
    assert "\npower-strike:2:6,_,_,_,_\n" in see(run, "power-strike", "6,5,2", "q")
