"""The programs that models are compared with, the page about them, and the script that asks one."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from benchmarks.baselines import BENCHMARK, DOCUMENT, SCRIPT, all_scored, hash_of, rows_of, tables
from benchmarks.programs import PROGRAMS, TIERS, at_random, first, propagated, reasoned
from quincunx.families import all_families
from quincunx.published import gallery, names
from quincunx.reading import parse
from quincunx.solving import check, solve


def published(family: str) -> Any:
    """A puzzle of the gallery with one solution."""
    puzzles = (gallery()[name].puzzle for name in names(family))
    return next(puzzle for puzzle in puzzles if solve(puzzle).verdict == "unique")


@pytest.mark.parametrize("family", all_families())
def test_answers_have_the_form_of_a_solution(family: str) -> None:
    puzzle = published(family)
    for program in PROGRAMS.values():
        answer = program(puzzle)
        assert puzzle.read_solution(json.loads(json.dumps(answer))) == answer
        assert program(puzzle) == answer


@pytest.mark.parametrize("family", all_families())
def test_more_is_known_with_every_tier(family: str) -> None:
    """What a tier decides, the next decides as well; the last solves everything."""
    puzzle = published(family)
    solution = puzzle.numbers(solve(puzzle).solution)
    right = [
        {cell for cell, number in enumerate(puzzle.numbers(reasoned(puzzle, tier)))
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
def test_what_programs_find(puzzle: str, program: Any, answer: Any) -> None:
    found = program(parse(puzzle))
    if answer is None:
        assert check(puzzle, found)
    else:
        assert found == answer


def test_luck_differs_from_puzzle_to_puzzle() -> None:
    one, other = at_random(parse("aztec-math:_/__/___")), at_random(parse("aztec-math:_/__/__1"))
    assert one[:2] != other[:2]


def small_set(folder: Path) -> Path:
    """Two rows in two files, as a set has them."""
    (folder / "data").mkdir(parents=True)
    for number, (puzzle, grade, answer) in enumerate(
        [
            ("aztec-math:9/5_", "easy", "[[9],[5,4]]"),
            ("aztec-math:8/5_", "easy", "[[8],[5,3]]"),
        ]
    ):
        row = {
            "id": f"row-{number}",
            "family": parse(puzzle).family,
            "puzzle": puzzle,
            "grade": grade,
            "question": f"Solve {puzzle}.",
            "answer": answer,
        }
        line = f"{json.dumps(row)}\n".encode()
        if number:
            (folder / "data" / "train-00000.jsonl.gz").write_bytes(gzip.compress(line))
        else:
            (folder / "data" / "test-00000.jsonl").write_bytes(line)
    return folder


def test_tables_tell_all_programs(tmp_path: Path) -> None:
    lines = list(tables(all_scored(rows_of(small_set(tmp_path)))))
    for name in PROGRAMS:
        assert sum(line.startswith(f"| {name} |") for line in lines) == 2
    assert "| ladder to tier 1 | 100.0 (100) | 100.0 (100) |" in lines
    assert any(line.startswith("| first candidates | 0.0 (") for line in lines)


def test_the_page_is_about_the_set_that_is_there() -> None:
    """Whoever changes the set writes the page again: python -m benchmarks.baselines."""
    page = DOCUMENT.read_text(encoding="utf-8")
    assert hash_of(BENCHMARK) in page
    assert f"{len(rows_of(BENCHMARK)):,} puzzles" in page
    for name in PROGRAMS:
        assert f"\n| {name} |" in page


def test_the_page_shows_the_script_as_it_is() -> None:
    assert SCRIPT.read_text(encoding="utf-8").rstrip() in DOCUMENT.read_text(encoding="utf-8")


class Model(BaseHTTPRequestHandler):
    """A server that answers one puzzle right, and fails once on the way."""

    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, **body})
        if len(self.asked) == 1:
            self.send_error(503)
            return
        text = "Therefore it is\nAnswer: [[9],[5,4]]"
        reply = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]})
        self.send_response(200)
        self.end_headers()
        self.wfile.write(reply.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def model() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    handler = type("Asked", (Model,), {"asked": []})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1", handler.asked  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()


def test_a_model_is_asked_and_scored(
    tmp_path: Path, model: tuple[str, list[dict[str, Any]]]
) -> None:
    url, asked = model
    answers = tmp_path / "answers.jsonl"
    folder = small_set(tmp_path / "set")
    command = [sys.executable, str(SCRIPT), "--url", url, "--model", "m", "--set", str(folder)]
    command += ["-o", str(answers)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1].split()[:4] == ["aztec-math", "easy", "2", "0.500"]
    assert [one["path"] for one in asked] == ["/v1/chat/completions"] * 3  # one in vain
    assert asked[1]["messages"] == [{"role": "user", "content": "Solve aztec-math:9/5_."}]
    rows = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["row-0", "row-1"]
    assert {"id", "puzzle", "model", "response"} == set(rows[0])
    # Cut short while it was written, and run again: only what is missing is asked.
    answers.write_text(answers.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert again.stdout == done.stdout
    assert len(asked) == 4
