"""`quincunx score` scores answers in free text, as docs/scoring.md shows."""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from quincunx.datasets.scoring.summary import wilson
from tests.cli.conftest import Run, refused
from tests.test_readme import trimmed

PYRAMID = "aztec-math:9/5_"
RIGHT = "5 + 4 is 9. Answer: [[9], [5, 4]]"
WRONG = "Answer: [[9],[5,3]]"
GRID = "c-note/1"
SOLVED = [[85, 7, 8], [13, 15, 72], [2, 78, 20]]


def lines(*objects: Any) -> str:
    return "".join(f"{json.dumps(data)}\n" for data in objects)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text(
        lines(
            {"puzzle": PYRAMID, "answer": RIGHT, "grade": "easy"},
            {"puzzle": "aztec-math:8/5_", "answer": "[[8],[5,3]]", "grade": "easy"},
            {"puzzle": {"family": "aztec-math", "rows": [[8], [None, None]]}, "answer": WRONG},
            {"puzzle": GRID, "answer": SOLVED},
        )
    )
    return path


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    folder = tmp_path / "set"
    (folder / "data").mkdir(parents=True)
    rows = [
        {"id": "a1", "puzzle": PYRAMID, "grade": "easy", "answer": "[[9],[5,4]]"},
        {"id": "a2", "puzzle": "aztec-math:8/5_", "grade": "hard", "answer": "[[8],[5,3]]"},
    ]
    (folder / "data" / "train-00000.jsonl").write_text(lines(rows[0]))
    (folder / "data" / "test-00000.jsonl.gz").write_bytes(gzip.compress(lines(rows[1]).encode()))
    (folder / "data" / "test-00000.parquet").write_bytes(b"PAR1")
    return folder


def test_a_table_by_family_and_grade(run: Run, answers: Path) -> None:
    outcome = run("score", str(answers))
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "family      grade  puzzles  mean   95 % interval",
        "aztec-math  -      1        0.000  0.000 to 0.793",
        "aztec-math  easy   2        1.000  0.342 to 1.000",
        "c-note      -      1        1.000  0.207 to 1.000",
        "all         -      4        0.750  0.301 to 0.954",
    ]


def test_json_has_a_line_for_each_answer_and_a_summary(run: Run, answers: Path) -> None:
    outcome = run("score", str(answers), "--json")
    *scores, last = map(json.loads, outcome.out.splitlines())
    assert [found["score"] for found in scores] == [1.0, 1.0, 0.0, 1.0]
    assert scores[2] == {
        "id": "aztec-math:8/__",
        "puzzle": "aztec-math:8/__",
        "score": 0.0,
        "answer": [[9], [5, 3]],
        "violations": ["r1c1 is 9, but 8 is given there.",
                       "r1c1 is 9, but 5 and 3 below it give only 8 (sum), 2 "
                       "(difference) or 15 (product)."],
        "read_as": "json",
        "status": "wrong",
    }  # fmt: skip
    assert [group["grade"] for group in last["summary"]] == [None, "easy", None]
    assert (last["all"]["puzzles"], last["all"]["mean"]) == (4, 0.75)
    assert (last["all"]["wrong"], last["all"]["format_errors"], last["all"]["unread"]) == (1, 0, 0)
    assert last["all"]["interval"] == pytest.approx(wilson(0.75, 4))


def test_partial_credit_is_an_option(run: Run) -> None:
    typed = lines({"puzzle": PYRAMID, "output": WRONG}, {"puzzle": PYRAMID, "output": RIGHT})
    outcome = run("score", "-", "--partial", "--json", stdin=typed)
    first, second, last = map(json.loads, outcome.out.splitlines())
    assert (first["score"], second["score"]) == (0.0, 1.0)
    assert (last["all"]["mean"], last["all"]["solved"]) == (0.5, 1.0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_answers_are_read_from_a_pipe(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    typed = lines({"puzzle": PYRAMID, "output": RIGHT})
    writer = Thread(target=pipe.write_text, args=(typed,))
    writer.start()
    assert "1.000" in run("score", str(pipe)).out
    writer.join()


def test_ids_are_looked_up_in_a_dataset(run: Run, dataset: Path) -> None:
    typed = lines({"id": "a2", "response": "[[8],[5,3]]"}, {"id": "a1", "response": "no idea"})
    outcome = run("score", "-", "--dataset", str(dataset), stdin=typed)
    assert outcome.status == 0
    assert outcome.out.splitlines()[1:] == [
        "aztec-math  easy   1        0.000  0.000 to 0.793",
        "aztec-math  hard   1        1.000  0.207 to 1.000",
        "all         -      2        0.500  0.095 to 0.905",
        "",
        "1 text without an answer of the right shape.",
    ]
    files = [dataset / "data" / "train-00000.jsonl", dataset / "data" / "test-00000.jsonl.gz"]
    named = [word for file in files for word in ("--dataset", str(file))]
    typed = lines({"id": "a1", "answer": RIGHT}, {"id": "a2", "answer": "8/53"})
    assert "2        1.000" in run("score", "-", *named, stdin=typed).out
    row = {"id": "a1", "puzzle": PYRAMID, "grade": "easy", "answer": "[[9],[5,4]]"}
    scored = run("score", "-", stdin=lines(row | {"response": WRONG})).out
    assert "easy   1        0.000" in scored, "a row's response is scored, not its answer"


def test_format_errors_are_counted_apart(run: Run) -> None:
    replies = ["Answer: [[9],[5]]", "Answer: (9), (5, 4)", "I give up.", WRONG]
    typed = lines(*({"puzzle": PYRAMID, "output": reply} for reply in replies))
    outcome = run("score", "-", stdin=typed)
    last = "3 texts without an answer of the right shape, 2 with a format error."
    assert outcome.out.splitlines()[-1] == last
    *scores, summary = map(json.loads, run("score", "-", "--json", stdin=typed).out.splitlines())
    statuses = ["format-error", "format-error", "no-answer", "wrong"]
    assert [found["status"] for found in scores] == statuses
    assert summary["all"]["format_errors"] == summary["summary"][0]["format_errors"] == 2


def test_several_replies_to_a_puzzle_count_once(run: Run) -> None:
    typed = lines(
        {"id": 1, "puzzle": PYRAMID, "answer": RIGHT},
        {"id": 1, "puzzle": PYRAMID, "answer": WRONG},
        {"id": 1, "puzzle": PYRAMID, "answer": WRONG},
        {"id": 2, "puzzle": PYRAMID, "answer": None},
    )
    outcome = run("score", "-", stdin=typed)
    assert outcome.out.splitlines()[:2] == [
        "family      grade  puzzles  mean   95 % interval   replies  solved",
        "aztec-math  -      2        0.167  0.013 to 0.759  4        0.500",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2 is not valid JSON"),
        ("[1]", "line 2 is a list, expected a JSON object"),
        ("\\xff", "line 2 is not UTF-8, expected a JSON object"),
        ('{"answer": "x"}', 'line 2: no puzzle, expected "puzzle" or "id"'),
        ('{"id": 7, "answer": "x"}', 'line 2: no "puzzle", expected one, or --dataset for the ids'),
        ('{"id": [7], "answer": "x"}', 'line 2: "id" is a list, expected a text or a number'),
        ('{"puzzle": "c-note/1"}', 'line 2: no text, expected it under "response" or "output"'),
        ('{"puzzle": "c-note/1", "answer": 7}', 'line 2: "answer" is 7, expected a text'),
        ('{"puzzle": "c-note:1", "answer": "x"}', "line 2: c-note: '1' has no colon"),
        ('{"puzzle": 7, "answer": "x"}', "line 2: puzzle: int, expected a puzzle"),
        ('{"puzzle": "c-note/999", "answer": "x"}', "line 2: gallery: no puzzle 'c-note/999'"),
    ],
)
def test_a_bad_line_is_named_before_anything_is_scored(run: Run, line: str, message: str) -> None:
    good = lines({"puzzle": PYRAMID, "answer": RIGHT}).encode()
    bad = b"\xff" if line == "\\xff" else line.encode()
    told = refused(run, "score", "-", "--json", stdin=good + bad + b"\n")
    assert told.startswith(f"standard input: {message}")


def test_an_id_that_the_dataset_lacks_is_refused(run: Run, dataset: Path) -> None:
    told = refused(
        run, "score", "-", "--dataset", str(dataset), stdin='{"id": "a9", "answer": "x"}'
    )
    assert told == "standard input: line 1: id 'a9', expected one of the dataset"


@pytest.mark.parametrize(
    ("mean", "count", "low", "high"),
    [
        (0.0, 10, 0.0, 0.2775),  # the usual tables
        (0.5, 10, 0.2366, 0.7634),
        (0.9, 100, 0.8256, 0.9448),
        (1.0, 1, 0.2065, 1.0),
    ],
)
def test_wilsons_interval(mean: float, count: int, low: float, high: float) -> None:
    assert wilson(mean, count) == pytest.approx((low, high), abs=1e-4)


PAGE = (Path(__file__).parents[2] / "docs" / "scoring.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.M | re.S))
SESSIONS = re.findall(r"^\$ (.*?)\n(.*?)(?=^\$ |\Z)", BLOCKS[""], re.M | re.S)


@pytest.mark.parametrize(("command", "shown"), SESSIONS)
def test_commands_print_what_is_shown(
    command: str, shown: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.jsonl").write_text(BLOCKS["json"], encoding="utf-8")
    outcome = run(*shlex.split(command)[1:])
    assert (outcome.status, outcome.err) == (0, "")
    assert trimmed(outcome.out) == trimmed(shown)


def test_the_program_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    exec(BLOCKS["python"], {})
    comments = re.findall(r"^print\(.*\)  # (.*)$", BLOCKS["python"], re.M)
    assert capsys.readouterr().out.splitlines() == comments
    assert len(comments) == 5
