"""The programs that models are compared with, the page about them, and the script that asks one."""

from __future__ import annotations

import gzip
import json
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any, ClassVar

import pytest

from benchmarks.baselines import BENCHMARK, DOCUMENT, SCRIPT, all_scored, hash_of, rows_of, tables
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


def test_the_page_shows_the_script_and_the_set_that_are_there() -> None:
    """After a change of either, run: python -m benchmarks.baselines."""
    page = DOCUMENT.read_text(encoding="utf-8")
    assert hash_of(BENCHMARK) in page
    assert f"{len(rows_of(BENCHMARK)):,} puzzles" in page
    for name in PROGRAMS:
        assert f"\n| {name} |" in page
    assert SCRIPT.read_text(encoding="utf-8").rstrip() in page


class Model(BaseHTTPRequestHandler):
    """A server that answers one puzzle right, after it has failed in these ways."""

    failures: ClassVar[list[tuple[int, str]]]
    ending: ClassVar[str]
    silent: ClassVar[Event]
    asked: ClassVar[list[dict[str, Any]]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, **body})
        self.silent.wait()
        if self.failures:
            status, text = self.failures.pop(0)
        else:
            message = {"role": "assistant", "content": "Therefore it is\nAnswer: [[9],[5,4]]"}
            choice = {"message": message, "finish_reason": self.ending}
            status, text = 200, json.dumps({"choices": [choice]})
        self.send_response(status)
        self.end_headers()
        with suppress(OSError):  # Whoever asked may have gone.
            self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Asking:
    """The script with a server to ask, a set and a file for answers."""

    server: type[Model]
    url: str
    folder: Path
    answers: Path
    printed: pytest.CaptureFixture[str]

    def command(self, *options: str) -> list[str]:
        command = [sys.executable, str(SCRIPT), "--url", self.url, "--model", "m"]
        return [*command, "--set", str(self.folder), "-o", str(self.answers), *options]

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run the script in this process; it starts another one to score."""
        command = self.command(*options)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", command[1:])
            with pytest.raises(SystemExit) as ended:
                runpy.run_path(str(SCRIPT), run_name="__main__")
        out, err = self.printed.readouterr()
        return subprocess.CompletedProcess(command, int(ended.value.code or 0), out, err)

    def rows(self) -> list[dict[str, Any]]:
        rows = map(json.loads, self.answers.read_text(encoding="utf-8").splitlines())
        return sorted(rows, key=lambda row: str(row["id"]))


@pytest.fixture
def asking(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Iterator[Asking]:
    silent = Event()
    silent.set()
    said = {"failures": [], "ending": "stop", "asked": [], "silent": silent}
    server: type[Model] = type("Server", (Model,), said)
    with ThreadingHTTPServer(("127.0.0.1", 0), server) as running:
        thread = Thread(target=running.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{running.server_port}/v1"
        yield Asking(server, url, small_set(tmp_path / "set"), tmp_path / "answers.jsonl", capfd)
        silent.set()
        running.shutdown()
        thread.join()


def test_a_model_is_asked_and_scored(asking: Asking) -> None:
    asked, answers = asking.server.asked, asking.answers
    done = asking.run()
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].split()[:4] == ["aztec-math", "easy", "2", "0.500"]
    # Some models refuse what nobody has asked for.
    question = {"role": "user", "content": "Solve aztec-math:9/5_."}
    assert asked[0] == {"path": "/v1/chat/completions", "model": "m", "messages": [question]}
    rows = asking.rows()
    assert [row["id"] for row in rows] == ["row-0", "row-1"]
    assert {"id", "puzzle", "model", "url", "set", "response"} == set(rows[0])
    assert rows[0]["set"] == hash_of(asking.folder)
    # Cut short while it was written, and run again: only what is missing is asked.
    answers.write_text(answers.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    again = asking.run()
    assert again.stdout == done.stdout
    assert len(asked) == 3


def test_several_are_asked_at_once_and_again_when_the_server_is_busy(asking: Asking) -> None:
    asking.server.failures += [(503, ""), (429, "slowly")]
    done = asking.run("--jobs", "2")
    assert done.returncode == 0
    assert [row["id"] for row in asking.rows()] == ["row-0", "row-1"]
    assert len(asking.server.asked) == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"error": {"message": "max_tokens:\\n not here"}}', "max_tokens: not here"),
        ('{"error": "no such model"}', "no such model"),
        ("x" * 1000, "x" * 200),
        ("", "no message"),
    ],
)
def test_the_reason_of_a_refusing_server_is_shown(asking: Asking, text: str, told: str) -> None:
    """The same request would be refused again, so the message does not suggest it."""
    asking.server.failures += [(400, text), (400, text)]
    done = asking.run()
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"{asking.url}: HTTP Error 400: Bad Request: {told}"


def test_a_few_first_and_then_the_others(asking: Asking) -> None:
    asking.server.ending = "length"
    limits = ("--tokens", "30", "--temperature", "0.5")
    assert asking.run("--number", "1", *limits).returncode == 0
    assert [row["id"] for row in asking.rows()] == ["row-0"]
    done = asking.run(*limits)
    assert len(asking.server.asked) == len(asking.rows()) == 2
    assert {(one["max_tokens"], one["temperature"]) for one in asking.server.asked} == {(30, 0.5)}
    assert [row["cut"] for row in asking.rows()] == [True, True]
    assert done.stderr.splitlines()[-1] == "replies cut by the limit of tokens: 2"


def test_a_file_holds_one_run(asking: Asking) -> None:
    asking.run()
    before = asking.answers.read_bytes()
    for options, told in (
        (["--model", "other"], "its model is m, and now other"),
        (["--temperature", "0"], "its temperature is none, and now 0.0"),
        (["--tokens", "9"], "its tokens is none, and now 9"),
        (["--url", "http://127.0.0.1:9/v1"], "its url is "),
        ([], "its set is "),  # with a row less
    ):
        if not options:
            (asking.folder / "data" / "test-00000.jsonl").unlink()
        done = asking.run(*options)
        (line,) = done.stderr.splitlines()
        assert done.returncode == 2
        assert line.startswith(f"{asking.answers}: {told}")
        assert line.endswith("; expected another file with -o")
    assert asking.answers.read_bytes() == before
    assert len(asking.server.asked) == 2


def test_other_files_and_invalid_addresses_are_refused_at_once(asking: Asking) -> None:
    for text in ("my notes", "my notes\n", "[1]\n", '{"name": 1}\n'):
        asking.answers.write_text(text, encoding="utf-8")
        told = f"{asking.answers}: no answers of a model, expected another file with -o\n"
        assert (asking.run().stderr, asking.answers.read_text(encoding="utf-8")) == (told, text)
    for url in ("localhost:8000/v1", "ftp://host", "http://", "http://host:port"):
        told = f"argument --url: {url!r}, expected one like http://localhost:8000/v1\n"
        assert asking.run("--url", url).stderr.endswith(told)
    assert asking.server.asked == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal to send")
def test_an_interrupt_does_not_wait_for_replies(asking: Asking) -> None:
    asking.server.silent.clear()
    with subprocess.Popen(asking.command(), stderr=subprocess.PIPE, text=True) as running:
        while not asking.server.asked:
            assert running.poll() is None
            sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate()
    assert running.returncode == 130
    assert told.splitlines()[1:] == ["", "interrupted; run the same command again to continue"]
