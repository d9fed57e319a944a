"""Reading puzzles from files: what is accepted, and one clear line for everything else."""

from pathlib import Path

import pytest

from quincunx.errors import PuzzleError
from quincunx.families.base.documents import read_state
from quincunx.families.base.puzzle_input import find_puzzle, find_puzzles, find_state, load, parse
from tests.families.fuzzing import refusal
from tests.families.tables import arrows


@pytest.mark.parametrize("path", [str, Path])
def test_file_holds_an_identifier_or_a_document(tmp_path: Path, path: type) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text("c-note:100:878/312/272\n")
    assert load(path(file)).identifier == "c-note:100:878/312/272"
    file.write_text('{"family": "c-note", "target": 7, "grid": [[8, 8], [8, 8]]}')
    assert load(path(file)).identifier == "c-note:7:88/88"


def test_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert refusal(load, tmp_path) == f"{tmp_path}: a directory, expected a file"
    assert refusal(load, tmp_path / "missing").endswith(
        "missing: no such file, expected one that can be read"
    )
    with pytest.raises(PuzzleError, match="null byte, expected a file that can be read"):
        load("a\0b")


def test_file_without_permission_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, mode: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("builtins.open", refuse)
    assert refusal(load, "secret") == "secret: Permission denied, expected a file that can be read"


@pytest.mark.parametrize(
    "text",
    [
        "85,7,8/{13,3},_,72/_,!5,_",
        "85,7,8\n{3,13},_,72\n\n_ , !{5} , _\n",
        '[[85,7,8], [{"candidates": [3,13]}, null, 72], [null, {"not": [5]}, null]]',
        '{"solution": [[85,7,8], [{"candidates": [3,13]}, null, 72], [null, {"not": [5]}, null]]}',
    ],
)
def test_state_in_a_file_has_numbers_and_notes(tmp_path: Path, text: str) -> None:
    puzzle = find_puzzle("c-note/1")
    file = tmp_path / "state"
    file.write_text(text)
    state = read_state(puzzle, find_state(puzzle, str(file)))
    assert state.numbers == {(1, 1): 85, (1, 2): 7, (1, 3): 8, (2, 3): 72}
    assert state.candidates == {(2, 1): frozenset({3, 13})}
    assert state.excluded == {(3, 2): frozenset({5})}


def test_notes_may_begin_a_state_as_typed_and_in_a_file(tmp_path: Path) -> None:
    puzzle = find_puzzle("aztec-math:8/__")
    file = tmp_path / "state"
    for text in ("{8,9}/!5_", " { 8, 9 } / !5 _ "):
        file.write_text(text)
        for found in (find_state(puzzle, text), find_state(puzzle, str(file))):
            state = read_state(puzzle, found)
            assert state.candidates == {(1, 1): frozenset({8, 9})}
            assert state.excluded == {(2, 1): frozenset({5})}
    file.write_text("{8,9/__")
    with pytest.raises(PuzzleError) as caught:
        find_state(puzzle, str(file))
    expected = "expected one { and one } after it, as in {1,2}"
    message = f"{file}: aztec-math: state, row 1, cell 1 is '{{8,9', {expected}"
    assert str(caught.value) == message


# Many puzzles at once.

ONE, TWO = "c-note:100:878/312/272", "aztec-math:8/5_"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (ONE, [ONE]),
        (f"{ONE}\n\n  {TWO}  \n", [ONE, TWO]),
        (f'{{"puzzle": "{ONE}"}}\n{{"puzzle": "{TWO}", "grade": "easy"}}\n', [ONE, TWO]),
        (f'{{"puzzles": [{{"puzzle": "{TWO}"}}]}}', [TWO]),
        (f'[{{"puzzle": "{ONE}"}},\n {{"puzzle": "{TWO}"}}]', [ONE, TWO]),
        ('{"family": "aztec-math",\n "rows": [[8], [5, null]]}', [TWO]),
    ],
)
def test_all_puzzles_of_a_file_are_found(tmp_path: Path, content: str, found: list[str]) -> None:
    (tmp_path / "many").write_text(content, encoding="utf-8")
    many = find_puzzles(str(tmp_path / "many"))
    assert [parse(puzzle).identifier for puzzle in many] == found


@pytest.mark.parametrize(("content", "message"), arrows("families/cases/files.txt"))
def test_file_that_is_no_puzzle_is_refused_in_one_line(
    tmp_path: Path, content: str, message: str
) -> None:
    file = tmp_path / "puzzle"
    file.write_bytes(eval(content))
    assert refusal(load, file).startswith(f"{file}: {message}")
