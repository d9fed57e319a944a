"""The programs that models are compared with, and the page about them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.baselines import BENCHMARK, DOCUMENT, all_scored, hash_of, rows_of, tables
from benchmarks.programs import PROGRAMS, TIERS, at_random, first, propagated, reasoned
from quincunx.families.base.documents import numbers_of, read_solution
from quincunx.families.base.puzzle_input import parse
from quincunx.families.gallery import gallery, names
from quincunx.solving import check, solve
from tests.families.own import OWN


def published(family: str) -> Any:
    """A puzzle of the gallery with one solution."""
    puzzles = (gallery()[name].puzzle for name in names(family))
    return next(puzzle for puzzle in puzzles if solve(puzzle).verdict == "unique")


@pytest.mark.parametrize("family", OWN)
def test_answers_have_the_form_of_a_solution(family: str) -> None:
    puzzle = published(family)
    for program in PROGRAMS.values():
        answer = program(puzzle)
        assert read_solution(puzzle, json.loads(json.dumps(answer))) == answer
        assert program(puzzle) == answer


@pytest.mark.parametrize("family", OWN)
def test_more_is_known_with_every_tier(family: str) -> None:
    """What a tier decides, the next decides as well; the last solves everything."""
    puzzle = published(family)
    solution = numbers_of(puzzle, solve(puzzle).solution)
    right = [
        {cell for cell, number in enumerate(numbers_of(puzzle, reasoned(puzzle, tier)))
         if number == solution[cell]}
        for tier in TIERS
    ]  # fmt: skip
    assert right[-1] == {*range(len(solution))}
    assert len(right[0]) <= len(right[-2]) <= len(right[-1])


@pytest.mark.parametrize(
    ("puzzle", "program", "answer"),
    [
        # Each cell holds 1 to 9 but what is printed.
        ("aztec-math:9/5_", first, [[9], [5, 1]]),
        # One open cell, and one rule: what is seen at a glance.
        ("aztec-math:9/5_", lambda puzzle: reasoned(puzzle, 1), [[9], [5, 4]]),
        ("aztec-math:9/5_", propagated, [[9], [5, 4]]),
        # The sums come out by going through all ways, tier 3, and not by what is least and most.
        ("c-note/1", lambda puzzle: reasoned(puzzle, 2), None),
        ("c-note/1", lambda puzzle: reasoned(puzzle, 3), [[85, 7, 8], [13, 15, 72], [2, 78, 20]]),
        ("c-note/1", lambda puzzle: propagated(puzzle, "bounds"), None),
        ("c-note/1", propagated, [[85, 7, 8], [13, 15, 72], [2, 78, 20]]),
    ],
)
def test_programs_find_what_their_propagation_allows(
    puzzle: str, program: Any, answer: Any
) -> None:
    found = program(parse(puzzle))
    if answer is None:
        assert check(puzzle, found)
    else:
        assert found == answer


def test_random_answers_differ_between_puzzles() -> None:
    one, other = at_random(parse("aztec-math:_/__/___")), at_random(parse("aztec-math:_/__/__1"))
    assert one[:2] != other[:2]


def small_set(folder: Path) -> Path:
    """Two rows in two files, as a set has them."""
    (folder / "data").mkdir(parents=True)
    lines = []
    for number, (puzzle, answer) in enumerate(
        [("aztec-math:9/5_", "[[9],[5,4]]"), ("aztec-math:8/5_", "[[8],[5,3]]")]
    ):
        row = {"id": f"row-{number}", "family": "aztec-math", "puzzle": puzzle, "grade": "easy"}
        row |= {"question": f"Solve {puzzle}.", "answer": answer}
        lines.append(f"{json.dumps(row)}\n".encode())
    (folder / "data" / "test-00000.jsonl").write_bytes(lines[0])
    (folder / "data" / "train-00000.jsonl.gz").write_bytes(gzip.compress(lines[1]))
    return folder


def test_tables_list_all_programs(tmp_path: Path) -> None:
    lines = list(tables(all_scored(rows_of(small_set(tmp_path)))))
    for name in PROGRAMS:
        assert sum(line.startswith(f"| {name} |") for line in lines) == 2
    assert "| ladder to tier 1 | 100.0 (100) | 100.0 (100) |" in lines
    assert any(line.startswith("| first candidates | 0.0 (") for line in lines)


def test_the_page_shows_the_set_that_is_there() -> None:
    """After a change of either, run: python -m benchmarks.baselines."""
    page = DOCUMENT.read_text(encoding="utf-8")
    assert hash_of(BENCHMARK) in page
    assert f"{len(rows_of(BENCHMARK)):,} puzzles" in page
    for name in PROGRAMS:
        assert f"\n| {name} |" in page
