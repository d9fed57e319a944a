"""`quincunx menu`: what a person types, and what they see; `sessions/menu.txt` has most of it."""

import pytest

from quincunx.families.gallery import gallery
from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"


def see(run: Run, *lines: str) -> str:
    outcome = run("menu", stdin="".join(line + "\n" for line in lines))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.endswith("Goodbye.\n")
    return outcome.out


def test_every_prompt_takes_q_and_the_end_of_input(run: Run) -> None:
    typed = ["c-note", PUZZLE, "6"]
    for number in range(4):
        see(run, *typed[:number])
        see(run, *typed[:number], "q")


def test_puzzles_are_picked_from_the_gallery(run: Run) -> None:
    published = [e for e in gallery().values() if e.puzzle.family == "c-note"]
    for number, entry in enumerate(published, 1):
        assert f"\n{entry.puzzle.identifier}\n┌" in see(run, "c-note", str(number), "q")


@pytest.mark.parametrize(
    ("choice", "made", "verdicts"),
    [
        ("new", "c-note:100:", ["exactly one solution"]),
        ("14", "c-note:100:", ["exactly one solution"]),
        ("any", "c-note:100:", ["exactly one solution", "more than one solution"]),
        ("any size=2 target=60", "c-note:60:", ["exactly one solution", "more than one solution"]),
    ],
)
def test_new_puzzles_are_made(run: Run, choice: str, made: str, verdicts: list[str]) -> None:
    seen = see(run, "c-note", choice, "3")
    assert seen.count(f"\n{made}") == 1
    assert sum(f"\nThere is {verdict}" in seen for verdict in verdicts) == 1


def test_errors_return_to_the_menu(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.families.power_strike.number_graph.MAX_LAYER_DIGITS", 1_000)
    for choice in ("solve it", "count all solutions", "explain how to solve it"):
        seen = see(run, "power-strike", "7:41" + ",_" * 50, choice, "q")
        assert "power-strike: too many numbers can stand in cell " in seen
        assert seen.count("What now?") == 2


def test_invalid_utf_8_is_accepted(run: Run) -> None:
    outcome = run("menu", stdin=b"\xff\xfe\nq\n")
    assert (outcome.status, outcome.err) == (0, "")
