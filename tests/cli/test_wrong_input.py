"""Whatever is wrong: one line on standard error, exit status 2, nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quincunx.families import all_families
from tests.cli.conftest import Run

PUZZLE = "c-note:100:878/312/272"
KNOWN = ", ".join(all_families())


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        # The command line itself.
        (["dance"], "quincunx: No such command 'dance'. (try 'quincunx --help')"),
        (["--dance"], "quincunx: No such option: --dance (try 'quincunx --help')"),
        (["solve"], "quincunx solve: Missing argument 'PUZZLE'. (try 'quincunx solve --help')"),
        (
            ["solve", PUZZLE, "again"],
            "quincunx solve: Got unexpected extra argument(s) (again) "
            "(try 'quincunx solve --help')",
        ),
        (
            ["solve", PUZZLE, "--time-limit", "-1"],
            "quincunx solve: Invalid value for '--time-limit': '-1', expected a number of seconds, "
            "0 or more (try 'quincunx solve --help')",
        ),
        (
            ["solve", PUZZLE, "--time-limit", "nan"],
            "quincunx solve: Invalid value for '--time-limit': 'nan', expected a number of "
            "seconds, 0 or more (try 'quincunx solve --help')",
        ),
        # Options that do not exist or do not go together.
        (
            ["solve", PUZZLE, "--all", "--limit", "3"],
            "solve: too many of --limit, --all and --count, expected one",
        ),
        (
            ["solve", PUZZLE, "--all", "--count"],
            "solve: too many of --limit, --all and --count, expected one",
        ),
        (
            ["solve", PUZZLE, "--labeling", "ff,up,down"],
            "labeling: up and down are both directions, expected one",
        ),
        (
            ["solve", PUZZLE, "--consistency", "none"],
            "unknown consistency 'none', expected one of bounds, domain",
        ),
        (
            ["show", PUZZLE, "--solve", "--solution", "1"],
            "show: both --solution and --solve, expected at most one",
        ),
        (
            ["show", "-", "--solution", "-"],
            "show: puzzle and answer are both -, expected at most one",
        ),
        (["check", "-", "-"], "check: puzzle and solution are both -, expected at most one"),
        (
            ["gallery", "--solution"],
            "gallery: --solution needs the name of a puzzle",
        ),
        (
            ["gallery", "c-note/1", "--family", "c-note"],
            "gallery: both a name and --family, expected at most one",
        ),
        # Names.
        (["families", "chess"], f"unknown family 'chess', expected one of {KNOWN}"),
        (["gallery", "--family", "chess"], f"unknown family 'chess', expected one of {KNOWN}"),
        (["solve", "chess:8"], f"unknown family 'chess', expected one of {KNOWN}"),
        # Puzzles.
        (["solve", "c-note:100:88/6"], "c-note: row 2 has 1 digit, expected 2"),
        (["solve", ""], "puzzle: nothing there, expected an identifier or a JSON document"),
        (["solve", '{"family": 7}'], f'puzzle: no "family", expected one of {KNOWN}'),
        (["show", "{"], "puzzle: not valid JSON (Expecting property name enclosed in double "
                        "quotes: line 1 column 2 (char 1))"),
        (
            ["solve", "no\nsuch\tfile\x1b[31m"],
            r"no\nsuch\tfile\x1b[31m: no such file, expected an identifier "
            "(c-note:100:884/625/361), a file, a gallery name or -",
        ),
        (["solve", "-"], "standard input: empty, expected text"),
        (["audit", "/no/such/file"], "/no/such/file: no such file, expected one that can be read"),
    ],
)  # fmt: skip
def test_errors_are_one_line(run: Run, arguments: list[str], line: str) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", line + "\n")


@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (["solve", PUZZLE, "--limit", "0"], "quincunx solve: Invalid value for '--limit': "),
        (["solve", PUZZLE, "--limit", "many"], "quincunx solve: Invalid value for '--limit': "),
        (
            ["solve", PUZZLE, "--node-limit", "-1"],
            "quincunx solve: Invalid value for '--node-limit'",
        ),
        (["solve", PUZZLE, "--seed", "x"], "quincunx solve: Invalid value for '--seed': "),
        (["solve", PUZZLE, "--labeling", "quick"], "labeling: unknown option 'quick', expected "),
        (
            ["solve", PUZZLE, "--engine", "oracle"],
            "unknown engine 'oracle', expected one of kernel",
        ),
        (["gallery", "c-note/8"], "gallery: no puzzle 'c-note/8', expected one such as c-note/"),
        (["check", PUZZLE, "85"], "c-note: solution has 1 row, expected 3"),
    ],
)
def test_errors_are_one_line_with_a_beginning(
    run: Run, arguments: list[str], beginning: str, json: list[str]
) -> None:
    outcome = run(*arguments, *json)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(beginning)
    assert outcome.err.count("\n") == 1


NUMBERS = [
    ["solve", PUZZLE, "--limit"],
    ["solve", PUZZLE, "--seed"],
    ["solve", PUZZLE, "--node-limit"],
    ["solve", PUZZLE, "--time-limit"],
    ["explain", PUZZLE, "--time-limit"],
    ["export", PUZZLE, "--time-limit"],
    ["generate", "c-note", "--size"],
    ["generate", "c-note", "--number"],
    ["generate", "c-note", "--seed"],
    ["lab", "labeling", PUZZLE, "--repeat"],
    ["lab", "labeling", PUZZLE, "--jobs"],
    ["lab", "labeling", PUZZLE, "--node-limit"],
    ["lab", "labeling", PUZZLE, "--time-limit"],
    ["lab", "growth", "c-note", "--over", "size=2", "--number"],
    ["lab", "growth", "c-note", "--over", "size=2", "--making-limit"],
    ["lab", "tree", PUZZLE, "--marks"],
    ["lab", "papers", "--repeat"],
]


NOT_NUMBERS = ["٣", "1_0", "nan", "３", "", "0x1", "1 0"]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        # All of them for a whole number and for one that may be a fraction, three for the rest.
        (arguments, text)
        for arguments in NUMBERS
        for text in (NOT_NUMBERS if arguments[0] == "solve" else NOT_NUMBERS[:3])
    ],
)
def test_numbers_are_ascii_digits_and_nothing_else(
    run: Run, arguments: list[str], text: str
) -> None:
    outcome = run(*arguments, text)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"Invalid value for '{arguments[-1]}'" in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("points", ["size=٣", "size=٣..٤", "size=3..٤"])
def test_values_of_growth_are_ascii_digits(run: Run, points: str) -> None:
    outcome = run("lab", "growth", "c-note", "--over", points)
    assert (outcome.status, outcome.out) == (2, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", PUZZLE],
        ["lab", "labeling", PUZZLE],
        ["lab", "growth", "c-note", "--over", "size=2"],
        ["lab", "tree", PUZZLE],
        ["lab", "papers"],
    ],
    ids=" ".join,
)
def test_empty_file_names_are_refused(run: Run, arguments: list[str]) -> None:
    outcome = run(*arguments, "-o", "")
    assert (outcome.status, outcome.out) == (2, "")
    assert "nothing there, expected a name" in outcome.err


def test_repeated_json_keys_are_refused(run: Run, tmp_path: Path) -> None:
    twice = '{"family": "c-note", "target": 7, "target": 8, "grid": [[8, 8], [8, 8]]}'
    file = tmp_path / "file.json"
    file.write_text(twice)
    entry = tmp_path / "entries.json"
    entry.write_text(f'[{{"puzzle": "{PUZZLE}", "puzzle": "{PUZZLE}"}}]')
    for arguments in (
        ["solve", twice],
        ["solve", str(file)],
        ["check", PUZZLE, '{"solution": [], "solution": []}'],
        ["audit", str(entry)],
    ):
        outcome = run(*arguments)
        assert (outcome.status, outcome.out) == (2, ""), arguments
        assert "duplicate key" in outcome.err, arguments


@pytest.mark.parametrize("long", ["x" * 100_000, "9" * 100_000, "x y " * 25_000])
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["solve"],
        ["solve", PUZZLE],
        ["solve", PUZZLE, "--labeling"],
        ["solve", PUZZLE, "--engine"],
        ["hint", PUZZLE, "--level"],
        ["draw", PUZZLE, "-o"],
        ["catalogue", "c-note", "--from"],
        ["generate", "merge"],
    ],
)
def test_long_arguments_are_shortened_in_messages(
    run: Run, arguments: list[str], long: str
) -> None:
    outcome = run(*arguments, long)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert len(outcome.err) <= 1_001


def test_an_endless_catalogue_is_refused(run: Run) -> None:
    outcome = run("catalogue", "c-note", "--from", "/dev/zero")
    line = "/dev/zero: too large, expected at most 50,000,000 bytes\n"
    assert (outcome.status, outcome.out, outcome.err) == (2, "", line)


def test_a_directory_is_not_a_puzzle_file(run: Run, tmp_path: Path) -> None:
    outcome = run("solve", str(tmp_path))
    assert (outcome.status, outcome.err) == (2, f"{tmp_path}: a directory, expected a file\n")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=20), st.text(max_size=20))
def test_check_never_crashes(run: Run, puzzle: str, solution: str) -> None:
    outcome = run("check", "--", puzzle, solution)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.endswith("\n")
    assert outcome.err.count("\n") == 1
